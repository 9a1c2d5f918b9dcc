//! Quoting of YAML scalars: what a fix writes so that YAML reads a text as itself.

/// `text`, one line, as a quoted YAML scalar: in double quotes, or in single ones when it holds a `"` or a `\`.
pub fn quoted(text: &str) -> String {
    if text.contains(['"', '\\']) { format!("'{}'", text.replace('\'', "''")) } else { format!("\"{text}\"") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::{Data, read};

    #[test]
    fn yaml_reads_a_quoted_text_as_itself() {
        for text in ["", "a", "it's", "say \"hi\"", "a\\b", "\"it's\"", "# x", "a: b", "*", "é 日本 🙂"] {
            let value = read(&quoted(text), 0).1.unwrap().unwrap();
            assert_eq!(value.data, Data::Str(text.into()), "{text}");
        }
    }
}
