//! Standard output and error of one run, with the decisions about colour and width made once.

use std::io::{self, BufWriter, IsTerminal as _, Write as _};

use clap::ValueEnum;

use crate::visible;

/// `--color`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set; `CLICOLOR_FORCE` forces it
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Where a command writes.
pub struct Streams {
    out: BufWriter<anstream::AutoStream<io::Stdout>>,
    /// Whether colour is wanted on standard output.
    pub color: bool,
    /// Whether standard output is a terminal.
    pub terminal: bool,
    /// Columns to fill: `COLUMNS`, else the terminal's width, else 100.
    pub width: usize,
}

impl Streams {
    pub(super) fn new(color: Color) -> Self {
        let terminal = io::stdout().is_terminal();
        let choice = match color {
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
            Color::Auto => anstream::AutoStream::choice(&io::stdout()),
        };
        let color = choice != anstream::ColorChoice::Never;
        let width = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok()).filter(|columns| *columns > 1);
        let width = width
            .or_else(|| terminal_size::terminal_size().filter(|_| terminal).map(|(width, _)| usize::from(width.0)))
            .unwrap_or(100)
            .clamp(40, 200);
        Self { out: BufWriter::new(anstream::AutoStream::new(io::stdout(), choice)), color, terminal, width }
    }

    /// Writes a result to standard output.
    pub fn print(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes()).map_err(named)
    }

    /// Writes bytes of a result to standard output as they are, escape sequences too.
    pub fn print_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.flush().map_err(named)?;
        let mut out = io::stdout().lock();
        out.write_all(bytes).and_then(|()| out.flush()).map_err(named)
    }

    /// Writes `value` as indented JSON and a newline to standard output.
    pub fn print_json(&mut self, value: &impl serde::Serialize) -> io::Result<()> {
        let json = serde_json::to_string_pretty(value)?;
        self.print_bytes(visible::json(&json).as_bytes())?;
        self.print_bytes(b"\n")
    }

    /// Writes a line to standard error: everything that is not the result.
    pub fn note(&mut self, line: &str) {
        let _ = self.out.flush();
        let _ = writeln!(io::stderr(), "{line}");
    }

    pub(super) fn finish(&mut self) -> Result<(), super::CliError> {
        Ok(self.out.flush().map_err(named)?)
    }
}

/// The same error, saying what could not be written.
#[allow(clippy::needless_pass_by_value)] // as `map_err` gives it
fn named(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write to standard output: {error}"))
}
