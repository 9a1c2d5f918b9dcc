//! Which parts of a text are live credentials: only formats that their issuers made recognizable, and never what a
//! document shows as an example.

use crate::text::Span;

/// A credential in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Secret {
    /// Whose it is and what, with its article.
    pub what: &'static str,
    /// Its bytes.
    pub span: Span,
    /// How many bytes of it say only what it is.
    pub shown: usize,
}

impl Secret {
    /// What may be printed of it: its public prefix and its length.
    pub fn masked(&self, text: &str) -> String {
        let secret = self.span.of(text);
        format!("{}… ({} characters)", secret.get(..self.shown).unwrap_or(""), secret.chars().count())
    }
}

/// The parts of `line` that must not be shown: credentials after their public prefix, and a line of a key.
pub fn masked(line: &str) -> Vec<Span> {
    let text = line.trim();
    let mixed = text.contains(|c: char| c.is_ascii_lowercase()) && text.contains(|c: char| c.is_ascii_uppercase());
    if mixed && text.len() <= MAX_KEY_LINE && is_base64(text) && !is_example(text) {
        return vec![Span::new(0, line.len())];
    }
    secrets(line).iter().map(|secret| Span::new(secret.span.start + secret.shown, secret.span.end)).collect()
}

/// Lines of keys are wrapped at 64 or 76 characters.
const MAX_KEY_LINE: usize = 100;

/// Whether `text` can be a line of a key: nothing but base64, and long.
fn is_base64(text: &str) -> bool {
    text.len() >= 40 && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'='))
}

struct Format {
    what: &'static str,
    prefix: &'static str,
    /// The characters that follow the prefix.
    body: fn(char) -> bool,
    min: usize,
    max: usize,
    /// What must stand inside.
    inside: &'static str,
}

const FORMATS: &[Format] = &[
    token("a GitHub token", "ghp_", alphanumeric, 36, 255),
    token("a GitHub token", "gho_", alphanumeric, 36, 255),
    token("a GitHub token", "ghu_", alphanumeric, 36, 255),
    token("a GitHub token", "ghs_", alphanumeric, 36, 255),
    token("a GitHub token", "ghr_", alphanumeric, 36, 255),
    token("a GitHub token", "github_pat_", word, 70, 255),
    token("a GitLab token", "glpat-", url_safe, 20, 255),
    token("an AWS access key", "AKIA", upper, 16, 16),
    token("an AWS access key", "ASIA", upper, 16, 16),
    token("a Slack token", "xoxb-", url_safe, 40, 255),
    token("a Slack token", "xoxp-", url_safe, 40, 255),
    token("a Slack token", "xoxa-", url_safe, 40, 255),
    token("a Slack token", "xoxs-", url_safe, 40, 255),
    token("a Slack webhook", "https://hooks.slack.com/services/T", path, 40, 80),
    token("an Anthropic key", "sk-ant-", url_safe, 80, 255),
    token("an OpenAI key", "sk-proj-", url_safe, 40, 255),
    token("an OpenAI key", "sk-svcacct-", url_safe, 40, 255),
    Format { inside: "T3BlbkFJ", ..token("an OpenAI key", "sk-", alphanumeric, 48, 48) },
    token("a Google API key", "AIza", url_safe, 35, 35),
    token("a Stripe key", "sk_live_", alphanumeric, 24, 255),
    token("a Stripe key", "rk_live_", alphanumeric, 24, 255),
    token("a Hugging Face token", "hf_", alphanumeric, 34, 40),
    token("an npm token", "npm_", alphanumeric, 36, 36),
    token("a PyPI token", "pypi-AgEIcHlwaS5vcmc", url_safe, 50, 255),
];

const fn token(what: &'static str, prefix: &'static str, body: fn(char) -> bool, min: usize, max: usize) -> Format {
    Format { what, prefix, body, min, max, inside: "" }
}

fn alphanumeric(c: char) -> bool {
    c.is_ascii_alphanumeric()
}

fn word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn url_safe(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

fn upper(c: char) -> bool {
    c.is_ascii_uppercase() || c.is_ascii_digit()
}

fn path(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '/'
}

/// The credentials of `text`, in order.
pub fn secrets(text: &str) -> Vec<Secret> {
    let bytes = text.as_bytes();
    // every token starts a word: one pass over the text finds the starts, and few of them need a closer look
    let starts =
        (0..bytes.len()).filter(|at| FORMATS.iter().any(|format| format.prefix.as_bytes()[0] == bytes[*at]) && !is_joined(bytes, *at));
    let mut found: Vec<Secret> = starts.flat_map(|at| FORMATS.iter().filter_map(move |format| read(text, at, format))).collect();
    found.extend(private_keys(text));
    found.sort_by_key(|secret| (secret.span.start, secret.span.end));
    found.dedup_by_key(|secret| secret.span.start);
    found
}

/// Whether byte `at` goes on with the word before it.
fn is_joined(bytes: &[u8], at: usize) -> bool {
    at.checked_sub(1).is_some_and(|before| bytes[before].is_ascii_alphanumeric() || matches!(bytes[before], b'_' | b'-'))
}

fn read(text: &str, at: usize, format: &Format) -> Option<Secret> {
    let rest = text.get(at..)?.strip_prefix(format.prefix)?;
    // one more than may be, so that a longer one is seen to be longer
    let length = rest.chars().take(format.max + 1).take_while(|c| (format.body)(*c)).count();
    let body = &rest[..length];
    let real = (format.min..=format.max).contains(&body.len()) && body.contains(format.inside) && !is_example(body);
    real.then(|| Secret { what: format.what, span: Span::new(at, at + format.prefix.len() + body.len()), shown: format.prefix.len() })
}

/// The header of a private key with a line of key below: the header alone is talked about in many documents.
fn private_keys(text: &str) -> impl Iterator<Item = Secret> {
    text.match_indices("-----BEGIN ").filter_map(|(at, opening)| {
        let rest = &text[at + opening.len()..];
        let label = &rest[..rest.find("-----")?];
        let key = label.strip_suffix(" BLOCK").unwrap_or(label).strip_suffix("PRIVATE KEY")?;
        let header = opening.len() + label.len() + 5;
        let below = text[at + header..].lines().skip(1).map(str::trim).find(|line| !line.is_empty() && !line.contains(": "))?;
        let plain = key.len() <= 12 && key.chars().all(|c| c.is_ascii_uppercase() || c == ' ');
        (is_base64(below) && plain && !is_example(below)).then(|| Secret {
            what: "a private key",
            span: Span::new(at, at + header),
            shown: header,
        })
    })
}

/// Whether `body` was written by a person to show the shape: a word that says so, few different characters, or the
/// alphabet in order.
fn is_example(body: &str) -> bool {
    let lower = body.to_ascii_lowercase();
    if ["example", "xxxx", "your", "placeholder", "dummy", "fake", "redacted", "0000", "abcdef", "123456"]
        .iter()
        .any(|word| lower.contains(word))
    {
        return true;
    }
    let mut seen = [false; 128];
    for byte in body.bytes() {
        seen[usize::from(byte & 127)] = true;
    }
    let different = seen.iter().filter(|seen| **seen).count();
    let steps = body.as_bytes().windows(2).filter(|pair| pair[1] == pair[0].wrapping_add(1) || pair[1] == pair[0]).count();
    different < 8 || steps * 2 > body.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A body no person would write, put together here so that no scanner takes this file for a leak.
    fn random(length: usize) -> String {
        let alphabet: Vec<char> = ('a'..='z').chain('A'..='Z').chain('0'..='9').collect();
        let mut state = 7_usize;
        let mut next = || {
            state = (state * 1_103 + 12_345) % 65_521;
            alphabet[state % alphabet.len()]
        };
        (0..length).map(|_| next()).collect()
    }

    #[test]
    fn finds_the_formats_and_prints_none_of_the_secret() {
        let upper = random(64).to_ascii_uppercase();
        let cases = [
            ("a GitHub token", format!("ghp_{}", random(36))),
            ("a GitHub token", format!("github_pat_{}_{}", random(22), random(59))),
            ("a GitLab token", format!("glpat-{}", random(20))),
            ("an AWS access key", format!("AKIA{}", &upper[..16])),
            ("a Slack token", format!("xoxb-{}-{}-{}", "294857103346", "850317294460", random(24))),
            ("a Slack webhook", format!("https://hooks.slack.com/services/T{}/B{}/{}", &upper[..9], &upper[9..19], random(24))),
            ("an Anthropic key", format!("sk-ant-api03-{}", random(95))),
            ("an OpenAI key", format!("sk-proj-{}", random(60))),
            ("an OpenAI key", format!("sk-{}T3BlbkFJ{}", random(20), random(20))),
            ("a Google API key", format!("AIza{}", random(35))),
            ("a Stripe key", format!("sk_live_{}", random(24))),
        ];
        for (what, secret) in cases {
            let text = format!("export TOKEN=\"{secret}\" # é");
            let found = secrets(&text);
            assert_eq!(found.len(), 1, "{secret}");
            assert_eq!((found[0].what, found[0].span.of(&text)), (what, secret.as_str()));
            let tail = &secret[secret.len() - 6..];
            assert!(!found[0].masked(&text).contains(tail), "{}", found[0].masked(&text));
        }
    }

    #[test]
    fn finds_private_keys_by_their_content() {
        let text = format!("-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n{}\n", random(64));
        assert_eq!(secrets(&text)[0].what, "a private key");
        for fine in [
            "look for `-----BEGIN RSA PRIVATE KEY-----` in the diff".to_string(),
            "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----".into(),
            format!("-----BEGIN PUBLIC KEY-----\n{}\n", random(64)),
            "-----BEGIN ".into(),
        ] {
            assert_eq!(secrets(&fine), [], "{fine}");
        }
    }

    #[test]
    fn examples_and_names_are_no_secrets() {
        let fine = [
            "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx".to_string(),
            "ghp_abcdefghijklmnopqrstuvwxyz0123456789".into(),
            format!("AKIA{}EXAMPLE", "IOSFODNN7"),
            "ghp_".into(),
            "ghp_${GITHUB_TOKEN}".into(),
            format!("my_ghp_{}", random(36)),
            format!("AKIA{}", random(40).to_ascii_uppercase()),
            format!("sk-{}", random(48)),
            "xoxb-your-bot-token-goes-here-and-here-and-here-again".into(),
            "sk-ant-api03-...".into(),
            format!("hf_{}", "a".repeat(34)),
        ];
        for text in fine {
            assert_eq!(secrets(&text), [], "{text}");
        }
    }
}
