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

/// Whether the runtimes take `name` as the name of a variable: `[a-zA-Z_][a-zA-Z0-9_]*`.
pub fn is_name(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit()) && name.chars().all(is_part)
}

/// Every `${NAME}` of `text`, in order, repeats included (`TaskMicroagent.extract_variables`): no escape and no code
/// protects it, `${1}`, `${a-b}`, `${ a }` and `${A:-x}` are not variables.
pub fn variables(text: &str) -> Vec<Variable<'_>> {
    text.match_indices("${")
        .filter_map(|(at, _)| {
            let rest = &text[at + 2..];
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?;
            let name = &rest[..end];
            let valid = rest[end..].starts_with('}') && is_name(name);
            valid.then(|| Variable { name, span: Span::new(at, at + end + 3) })
        })
        .collect()
}

/// Every `{{ NAME }}` of `text`, in order, repeats included: the placeholder that task files were written with before
/// the runtimes had `${NAME}`. No runtime fills or looks at it. Filters, calls and blocks (`{{ A | upper }}`,
/// `{% if A %}`) are not it, nor are `${{ A }}`, the expression of a workflow file, and `{{{ A }}}`, another template
/// language's.
pub fn older_placeholders(text: &str) -> Vec<Variable<'_>> {
    text.match_indices("{{")
        .filter_map(|(at, _)| {
            let inner = &text[at + 2..];
            let blanks = inner.len() - inner.trim_start_matches([' ', '\t']).len();
            let name = &inner[blanks..];
            let name = &name[..name.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(name.len())];
            let after = inner[blanks + name.len()..].trim_start_matches([' ', '\t']);
            let end = text.len() - after.len() + 2;
            let other = text[..at].ends_with(['$', '{']);
            let valid = !other && after.starts_with("}}") && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
            valid.then(|| Variable { name, span: Span::new(at, end) })
        })
        .collect()
}

/// Every `${…}` of `text` that was meant as a variable but is none to the runtimes, with what stands inside: blanks
/// around a name, a hyphen in it, a digit first. Shell forms (`${A:-x}`, `${#A}`, `${A[0]}`) are not among them.
pub fn malformed(text: &str) -> Vec<Variable<'_>> {
    text.match_indices("${")
        .filter_map(|(at, _)| {
            let inner = &text[at + 2..];
            let end = inner.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ' ' | '\t')))?;
            if !inner[end..].starts_with('}') {
                return None;
            }
            let inside = &inner[..end];
            let name = inside.trim_matches([' ', '\t']);
            let plain = !name.is_empty() && !name.contains([' ', '\t']);
            let valid = name == inside && !name.contains('-') && !name.starts_with(|c: char| c.is_ascii_digit());
            (plain && !valid).then(|| Variable { name, span: Span::new(at, at + end + 3) })
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

    #[test]
    fn finds_the_older_placeholders() {
        let text = "{{ A }} {{b_1}} {{\tC }} {{ 1a }} {{ a.b }} {{ A | upper }} {{ }} {{ D } {{{E}}} {{ F\n}} ${{ G }} {{{{ H }}}} {{";
        let names: Vec<&str> = older_placeholders(text).iter().map(|v| v.name).collect();
        assert_eq!(names, ["A", "b_1", "C"]);
        assert!(older_placeholders(text).iter().all(|v| v.span.of(text).starts_with("{{") && v.span.of(text).ends_with("}}")));
    }

    #[test]
    fn finds_what_was_meant_as_a_variable() {
        let text = "${pr-url} ${ x } ${1} ${OK} ${A:-x} ${#A} ${A[0]} ${} ${ } ${a b} ${é} ${9a} ${open";
        let names: Vec<&str> = malformed(text).iter().map(|v| v.name).collect();
        assert_eq!(names, ["pr-url", "x", "1", "9a"]);
        assert_eq!(malformed(text)[1].span.of(text), "${ x }");
    }
}
