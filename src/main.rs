//! The thin binary: arguments in, exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    microagent::cli::main(std::env::args_os()).into()
}
