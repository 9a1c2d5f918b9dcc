//! Fills a task template: text in, text out. The runtimes never do it; they show the model `${NAME}` as it stands and
//! let it ask.
//!
//! A placeholder is `${NAME}`, wherever the runtimes see a variable, and `{{ NAME }}` when `NAME` is a declared input,
//! as most task files in the wild write it. There is one pass: a value is never looked into. So a value is also the way
//! to keep a placeholder: the value `${X}` for `X` leaves it as it was, whereas the runtimes know no escape at all.

pub mod declared;
pub mod message;
pub mod placeholder;
pub mod values;

use std::collections::BTreeMap;

use crate::markdown::Code;
use crate::text::Span;
use declared::Declared;
pub use placeholder::{Form, NearMiss};

/// Values by name.
pub type Values = BTreeMap<String, String>;

/// Longer results, in bytes, are refused: a short body can name a long value a million times.
pub const MAX_BYTES: usize = 256 << 20;

/// A name that a template declares or uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub name: String,
    /// What is declared of it; `None` when the body uses it undeclared.
    pub declared: Option<Declared>,
    /// How it is first written in the body; `None` when it is not used.
    pub form: Option<Form>,
    /// How often the body uses it.
    pub uses: usize,
    /// Whether all uses stand in code.
    pub only_in_code: bool,
}

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filling<'a> {
    /// Given.
    Given(&'a str),
    /// Not given, and the input has a default.
    Default(&'a str),
    /// Not given, and the input is optional: filled with nothing.
    Nothing,
    /// Not given, undeclared and only in code: a shell variable of an example, left as it is.
    Left,
    /// Not given and needed.
    Missing,
}

/// A body and the names in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    body: String,
    names: Vec<Name>,
    places: Vec<(Span, usize)>,
    near_misses: Vec<NearMiss>,
    escaped: Vec<Span>,
}

/// The result would be longer than [`MAX_BYTES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the filled template would be {bytes} bytes long")]
pub struct TooLong {
    /// Its length in bytes.
    pub bytes: usize,
}

impl Template {
    /// Reads `body`, the content as the model would be given it. Of inputs declared twice the first counts.
    pub fn new(body: impl Into<String>, inputs: impl IntoIterator<Item = (String, Declared)>) -> Self {
        let body = body.into();
        let mut names: Vec<Name> = Vec::new();
        let mut index: BTreeMap<String, usize> = BTreeMap::new();
        for (name, declared) in inputs {
            if !name.is_empty() && !index.contains_key(&name) {
                index.insert(name.clone(), names.len());
                names.push(Name { name, declared: Some(declared), form: None, uses: 0, only_in_code: false });
            }
        }
        let declared: Vec<&str> = names.iter().map(|name| name.name.as_str()).collect();
        let found = placeholder::scan(&body, &declared);
        let code = Code::of(&body);
        let mut places = Vec::new();
        for place in &found.placeholders {
            let at = *index.entry(place.name.to_owned()).or_insert_with(|| {
                names.push(Name { name: place.name.to_owned(), declared: None, form: None, uses: 0, only_in_code: false });
                names.len() - 1
            });
            let name = &mut names[at];
            let in_code = code.covers(place.span.start);
            name.only_in_code = in_code && (name.uses == 0 || name.only_in_code);
            name.form.get_or_insert(place.form);
            name.uses += 1;
            places.push((place.span, at));
        }
        let (near_misses, escaped) = (found.near_misses, found.escaped);
        Self { body, names, places, near_misses, escaped }
    }

    /// The body as it stands.
    pub fn body(&self) -> &str {
        &self.body
    }

    /// The declared inputs in order, then the undeclared variables in order of their first use.
    pub fn names(&self) -> &[Name] {
        &self.names
    }

    /// The one called `name`.
    pub fn name(&self, name: &str) -> Option<&Name> {
        self.names.iter().find(|known| known.name == name)
    }

    /// What looks like a placeholder and is none, in order.
    pub fn near_misses(&self) -> &[NearMiss] {
        &self.near_misses
    }

    /// Placeholders that someone tried to protect, `\${X}` and `$${X}`, with what stands before the `${`, in order.
    pub fn escaped(&self) -> &[Span] {
        &self.escaped
    }

    /// The names that have no value and need one: every one used, less those only left in code.
    pub fn missing<'a>(&'a self, values: &'a Values) -> impl Iterator<Item = &'a Name> {
        self.names.iter().filter(|name| name.uses > 0 && name.filling(values) == Filling::Missing)
    }

    /// The body with every placeholder that has a value replaced by it. All else stays byte for byte.
    pub fn fill(&self, values: &Values) -> Result<String, TooLong> {
        let fillings: Vec<Option<&str>> = self.names.iter().map(|name| name.filling(values).text()).collect();
        let filled = || self.places.iter().filter_map(|(span, name)| Some((*span, fillings[*name]?)));
        let bytes = filled().fold(self.body.len(), |sum, (span, text)| sum.saturating_add(text.len()).saturating_sub(span.len()));
        if bytes > MAX_BYTES {
            return Err(TooLong { bytes });
        }
        let mut out = String::with_capacity(bytes);
        let mut done = 0;
        for (span, text) in filled() {
            out += Span::new(done, span.start).of(&self.body);
            out += text;
            done = span.end;
        }
        out += Span::new(done, self.body.len()).of(&self.body);
        Ok(out)
    }
}

impl Name {
    /// What it is filled with.
    pub fn filling<'a>(&'a self, values: &'a Values) -> Filling<'a> {
        if let Some(value) = values.get(&self.name) {
            return Filling::Given(value);
        }
        match &self.declared {
            Some(Declared { default: Some(text), .. }) => Filling::Default(text),
            Some(Declared { required: false, .. }) => Filling::Nothing,
            None if self.only_in_code => Filling::Left,
            _ => Filling::Missing,
        }
    }
}

impl<'a> Filling<'a> {
    /// The text that replaces the placeholder; `None` when it stays.
    pub const fn text(self) -> Option<&'a str> {
        match self {
            Self::Given(text) | Self::Default(text) => Some(text),
            Self::Nothing => Some(""),
            Self::Left | Self::Missing => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::microagent::variables::variables;

    fn template(body: &str, inputs: &[&str]) -> Template {
        Template::new(body, inputs.iter().map(|name| ((*name).to_owned(), Declared::required("what it is"))))
    }

    fn values(pairs: &[(&str, &str)]) -> Values {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    fn missing(template: &Template, given: &Values) -> Vec<String> {
        template.missing(given).map(|name| name.name.clone()).collect()
    }

    #[test]
    fn fills_what_is_a_placeholder_and_nothing_else() {
        let cases = [
            ("${A} and {{ A }} and {{A}} and {{\tA\n}}", "v and v and v and v"),
            ("\\${A} $${A}", "\\v $v"),
            ("$A ${ A } ${A:-x} {A} %A% <A> $(A) $1 $$ $HOME", "$A ${ A } ${A:-x} {A} %A% <A> $(A) $1 $$ $HOME"),
            ("{{ a }} {{ B }} {{{ A }}} ${{ A }}", "{{ a }} {{ B }} {{{ A }}} ${{ A }}"),
            ("${A}}} {{${A}}} {{ ${A} }}", "v}} {{v}} {{ v }}"),
            ("{{ A", "{{ A"),
            ("{{ A }", "{{ A }"),
            ("```\n${A}\n``` `{{ A }}`", "```\nv\n``` `v`"),
            ("é${A}é", "évé"),
            ("", ""),
        ];
        for (body, expected) in cases {
            assert_eq!(template(body, &["A"]).fill(&values(&[("A", "v")])).as_deref(), Ok(expected), "{body:?}");
        }
    }

    #[test]
    fn a_value_is_never_looked_into() {
        let given = values(&[("A", "${B} {{ B }} $1 \\1 \\n ${A}"), ("B", "x\r\ny")]);
        let filled = template("${A}|${B}", &["A", "B"]).fill(&given);
        assert_eq!(filled.as_deref(), Ok("${B} {{ B }} $1 \\1 \\n ${A}|x\r\ny"));
    }

    #[test]
    fn undeclared_variables_only_in_code_are_left_alone() {
        let body = "${A}\n\n```sh\necho ${HOME} ${BOTH}\n```\n`${USER}` ${BOTH}";
        let filled = template(body, &["A"]);
        assert_eq!(missing(&filled, &Values::new()), ["A", "BOTH"]);
        assert!(filled.name("HOME").unwrap().only_in_code && !filled.name("BOTH").unwrap().only_in_code);
        let text = filled.fill(&values(&[("A", "1"), ("BOTH", "2"), ("USER", "me")])).unwrap();
        assert_eq!(text, "1\n\n```sh\necho ${HOME} 2\n```\n`me` 2", "one that is given is filled wherever it stands");
    }

    #[test]
    fn defaults_and_optional_inputs_fill_in() {
        let optional = Declared { required: false, ..Declared::required("d") };
        let with_default = Declared { default: Some("main".into()), ..optional.clone() };
        let inputs = [("A".to_owned(), optional), ("B".to_owned(), with_default), ("B".to_owned(), Declared::required("again"))];
        let filled = Template::new("[${A}][${B}]", inputs);
        assert_eq!(filled.names().len(), 2);
        assert_eq!(filled.fill(&Values::new()).as_deref(), Ok("[][main]"));
        assert_eq!(filled.fill(&values(&[("A", "a"), ("B", "")])).as_deref(), Ok("[a][]"));
        assert_eq!(missing(&filled, &Values::new()), Vec::<String>::new());
    }

    #[test]
    fn a_long_value_is_fine_and_a_bomb_is_refused() {
        let long = "é$\\\n".repeat(1 << 20);
        let filled = template("<${A}>", &["A"]).fill(&values(&[("A", &long)])).unwrap();
        assert_eq!(filled.len(), long.len() + 2);
        let bomb = template(&"${A}".repeat(100), &["A"]).fill(&values(&[("A", &long)]));
        assert_eq!(bomb, Err(TooLong { bytes: long.len() * 100 }));
    }

    proptest! {
        #[test]
        fn every_variable_set_to_itself_changes_nothing(body in "(\\$\\{|\\}|\\{\\{ ?|[A-C_1é$`\\\\\n ]){0,40}") {
            let filled = template(&body, &[]);
            let identity: Values = variables(&body).iter().map(|v| (v.name.to_owned(), v.span.of(&body).to_owned())).collect();
            prop_assert_eq!(filled.fill(&identity).unwrap(), body);
        }

        #[test]
        fn what_is_missing_is_what_the_loaders_see_less_undeclared_code(body in "(\\$\\{|\\}|[A-C$`\n ]|```\n){0,40}", declared: bool) {
            let inputs: &[&str] = if declared { &["A"] } else { &[] };
            let filled = template(&body, inputs);
            let code = Code::of(&body);
            let mut expected: Vec<&str> = variables(&body)
                .iter()
                .filter(|v| inputs.contains(&v.name) || !code.covers(v.span.start))
                .map(|v| v.name)
                .collect();
            expected.sort_unstable();
            expected.dedup();
            let mut found = missing(&filled, &Values::new());
            found.sort();
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn values_stand_in_the_result_as_they_are(value in "(\\$\\{A\\}|\\{\\{ A \\}\\}|\\PC|\n){0,12}") {
            let filled = template("a${A}b{{ A }}c", &["A"]).fill(&values(&[("A", &value)])).unwrap();
            prop_assert_eq!(filled, format!("a{value}b{value}c"));
        }
    }
}
