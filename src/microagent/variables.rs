//! The variables of a body as the runtimes see them: `\$\{([a-zA-Z_][a-zA-Z0-9_]*)\}`.

use crate::text::Span;

/// A `${NAME}` of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variable<'a> {
    /// The name.
    pub name: &'a str,
    /// The bytes of `${NAME}` in the text searched.
    pub span: Span,
}

/// Every `${NAME}` of `text`, in order, repeats included (`TaskMicroagent.extract_variables`): no escape and no code
/// protects it, `${1}`, `${a-b}`, `${ a }` and `${A:-x}` are not variables.
pub fn variables(text: &str) -> Vec<Variable<'_>> {
    text.match_indices("${")
        .filter_map(|(at, _)| {
            let rest = &text[at + 2..];
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?;
            let name = &rest[..end];
            let valid = rest[end..].starts_with('}') && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
            valid.then(|| Variable { name, span: Span::new(at, at + end + 3) })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sees_what_the_runtime_sees() {
        let text = "${A} $${b} \\${c_1} ${1a} ${a-b} ${ a } ${} ${A.B} ${${_x}} ${A";
        let names: Vec<&str> = variables(text).iter().map(|v| v.name).collect();
        assert_eq!(names, ["A", "b", "c_1", "_x"]);
        assert_eq!(variables("é ${AB}")[0].span, Span::new(3, 8));
    }
}
