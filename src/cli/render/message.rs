//! `microagent render --message`: the task that a message starts, and what the message still lacks.

use super::super::{CliError, Exit, Streams};
use super::{Args, target};
use crate::catalog::Catalog;
use crate::near::nearest;
use crate::render::message::{after_command, assignments};

pub(super) fn run(args: &Args, message: &str, catalog: &Catalog, streams: &mut Streams) -> Result<Exit, CliError> {
    let mut best = None;
    for (entry, microagent) in catalog.loaded() {
        for trigger in &microagent.triggers {
            let longer = best.is_none_or(|(_, _, length)| trigger.text.len() > length);
            if let Some(rest) = after_command(message, &trigger.text, catalog.loader).filter(|_| longer) {
                best = Some((entry, rest, trigger.text.len()));
            }
        }
    }
    let Some((entry, rest, _)) = best else {
        let commands = catalog.loaded().flat_map(|(_, microagent)| &microagent.triggers);
        let commands: Vec<&str> = commands.map(|trigger| trigger.text.as_str()).filter(|text| text.starts_with('/')).collect();
        let first = message.split_whitespace().next().unwrap_or_default();
        let help = match nearest(first, commands.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None if commands.is_empty() => "no microagent here has a command".into(),
            None => format!("the commands are {}", commands.join(", ")),
        };
        return Err(CliError::new("the message starts with no command of a microagent").help(help));
    };
    let target = target::of(entry)?;
    let template = target.template();
    let names: Vec<&str> = template.names().iter().map(|name| name.name.as_str()).collect();
    let (given, _) = args.given.values(&template)?;
    let mut values: crate::render::Values = assignments(rest, &names).into_iter().collect();
    values.extend(given);
    super::list(args, &target, &template, &values, streams)
}
