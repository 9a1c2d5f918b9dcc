//! Numbers with their nouns.

/// `many` of `what`, a noun whose plural ends in `s`: `1 token`, `2 tokens`.
pub fn count(many: usize, what: &str) -> String {
    if many == 1 { format!("1 {what}") } else { format!("{many} {what}s") }
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn one_stands_alone() {
        let counted: Vec<String> = [0, 1, 2, 11].into_iter().map(|many| count(many, "token")).collect();
        assert_eq!(counted, ["0 tokens", "1 token", "2 tokens", "11 tokens"]);
    }
}
