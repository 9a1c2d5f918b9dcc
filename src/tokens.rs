//! How many tokens a text costs, estimated.

/// The estimated number of tokens of `text`: one for every four characters (code points), rounded up.
pub fn estimate(text: &str) -> usize {
    text.chars().count().div_ceil(4)
}
