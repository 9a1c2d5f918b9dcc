//! A file as it was read: the only owner of file text. Says whether it is text at all, how its lines end, whether a
//! byte-order mark stands in front.

use std::sync::OnceLock;

use crate::text::{LineCol, LineIndex, Span};

/// Files longer than this many bytes are not read in full: the loaders would, we say so instead.
pub const MAX_FILE_BYTES: u64 = 1 << 20;

/// The byte-order mark that the loaders do not strip, so that the frontmatter behind it is not seen.
pub const BOM: char = '\u{feff}';

/// A file read as UTF-8.
#[derive(Debug, Clone)]
pub struct SourceFile {
    path: String,
    text: String,
    lines: OnceLock<LineIndex>,
}

/// The file is not UTF-8.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not UTF-8: invalid byte 0x{byte:02x} at offset {offset}")]
pub struct NotUtf8 {
    /// Offset in bytes of the first byte that is not UTF-8.
    pub offset: usize,
    /// That byte.
    pub byte: u8,
    bytes: Vec<u8>,
}

impl NotUtf8 {
    /// The file with U+FFFD for what is no text, to show the place: everything before `offset` is as it was.
    pub fn lossy(&self, path: impl Into<String>) -> SourceFile {
        SourceFile::new(path, String::from_utf8_lossy(&self.bytes))
    }
}

impl SourceFile {
    /// Takes text that is already known to be UTF-8.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self { path: path.into(), text: text.into(), lines: OnceLock::new() }
    }

    /// Decodes `bytes` strictly, as the loaders do.
    pub fn decode(path: impl Into<String>, bytes: Vec<u8>) -> Result<Self, NotUtf8> {
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self::new(path, text)),
            Err(error) => {
                let offset = error.utf8_error().valid_up_to();
                let bytes = error.into_bytes();
                Err(NotUtf8 { offset, byte: bytes[offset], bytes })
            }
        }
    }

    /// The path it is shown under.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The whole text, byte for byte as in the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of `span`.
    pub fn slice(&self, span: Span) -> &str {
        span.of(&self.text)
    }

    /// Where its lines start; computed once.
    pub fn lines(&self) -> &LineIndex {
        self.lines.get_or_init(|| LineIndex::new(&self.text))
    }

    /// Line and column of byte `offset`.
    pub fn line_col(&self, offset: usize) -> LineCol {
        self.lines().line_col(&self.text, offset)
    }

    /// Whether a byte-order mark stands first.
    pub fn has_bom(&self) -> bool {
        self.text.starts_with(BOM)
    }

    /// The line end of its first line, `"\n"` when there is none.
    pub fn newline(&self) -> &'static str {
        match self.text.find(['\n', '\r']) {
            Some(at) if self.text[at..].starts_with("\r\n") => "\r\n",
            Some(at) if self.text[at..].starts_with('\r') => "\r",
            _ => "\n",
        }
    }
}
