//! The values that the command line gives, and those it asks for.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::super::{CliError, ask, input};
use crate::near::nearest;
use crate::render::{Filling, Template, Values, values};

/// Files of values longer than this many MiB are not read.
const MAX_MIB: u64 = 64;

#[derive(Debug, clap::Args)]
// a group is named after its struct, and the command's own arguments are called so too
#[group(skip)]
pub(super) struct Args {
    /// The value of an input or variable; repeatable
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// The file, or `-` for standard input, whose whole text is the value; repeatable
    #[arg(long, value_name = "NAME=PATH")]
    set_file: Vec<String>,
    /// A YAML or JSON file of values by name; `--set` and `--set-file` go before it
    #[arg(long, value_name = "FILE")]
    values: Option<PathBuf>,
    /// Ask for what is not given, when there is a terminal
    #[arg(long, conflicts_with = "inputs")]
    ask: bool,
}

impl Args {
    /// The files that values are read from.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        let set = self.set_file.iter().filter_map(|pair| pair.split_once('=')).map(|(_, path)| Path::new(path));
        self.values.as_deref().into_iter().chain(set)
    }

    /// The values for `template`, and remarks on those that have no effect.
    pub(super) fn values(&self, template: &Template) -> Result<(Values, Vec<String>), CliError> {
        let mut remarks = Vec::new();
        let mut all = Values::new();
        if let Some(path) = &self.values {
            let text = input::text(path, MAX_MIB)?;
            let pairs = values::parse(&text).map_err(|error| {
                CliError::new(format!("cannot read values from {}: {error}", path.display())).help("write `NAME: value`, one a line")
            })?;
            for (name, value) in pairs {
                if template.name(&name).is_none() {
                    remarks.push(format!("`{name}` of {} does not occur{}", path.display(), meant(&name, template)));
                }
                all.insert(name, value);
            }
        }
        let mut set = BTreeSet::new();
        let texts = self.set.iter().map(|pair| split("--set", pair).map(|(name, value)| (name, value.to_owned())));
        let files = self
            .set_file
            .iter()
            .map(|pair| split("--set-file", pair).and_then(|(name, path)| Ok((name, input::text(Path::new(path), MAX_MIB)?))));
        for pair in texts.chain(files) {
            let (name, value) = pair?;
            if template.name(name).is_none() {
                let help = "`--inputs` lists the names that occur";
                return Err(CliError::new(format!("`{name}` does not occur{}", meant(name, template))).help(help));
            }
            if !set.insert(name) {
                return Err(CliError::new(format!("`{name}` is given twice")).help("give each name one value"));
            }
            all.insert(name.to_owned(), value);
        }
        let unused = template.names().iter().filter(|name| name.uses == 0 && all.contains_key(&name.name));
        remarks.extend(unused.map(|name| format!("`{}` is declared and never used: its value stands nowhere", name.name)));
        Ok((all, remarks))
    }

    /// With `--ask` on a terminal, asks for every value that the body uses and that is not given.
    pub(super) fn ask(&self, template: &Template, values: &mut Values) -> Result<(), CliError> {
        if !self.ask || !ask::possible() {
            return Ok(());
        }
        for name in template.names().iter().filter(|name| name.uses > 0) {
            let default = match name.filling(values) {
                Filling::Given(_) | Filling::Left => continue,
                Filling::Default(text) => Some(text.to_owned()),
                Filling::Nothing => Some(String::new()),
                Filling::Missing => None,
            };
            let description = name.declared.as_ref().map_or("not declared", |input| input.description.as_str());
            let answer = ask::line(&name.name, description, default.as_deref())?;
            values.insert(name.name.clone(), answer);
        }
        Ok(())
    }
}

fn split<'a>(flag: &str, pair: &'a str) -> Result<(&'a str, &'a str), CliError> {
    pair.split_once('=')
        .filter(|(name, _)| !name.is_empty())
        .ok_or_else(|| CliError::new(format!("`{flag} {pair}` does not name a value")).help(format!("write `{flag} NAME=…`")))
}

fn meant(name: &str, template: &Template) -> String {
    let known = template.names().iter().map(|name| name.name.as_str());
    nearest(name, known).map(|known| format!(": did you mean `{known}`?")).unwrap_or_default()
}
