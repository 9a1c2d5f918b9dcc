//! What a file means to a runtime: the mirror of the two loaders, one file each.

pub mod command;
mod fields;
pub mod legacy;
pub mod loader;
mod mcp;
pub mod name;
pub mod sdk;
pub mod third_party;
pub mod variables;

pub use loader::Loader;

use crate::text::Span;

/// A text of the frontmatter and where it stands; without a span when the loader added it (the automatic `/name`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The value.
    pub text: String,
    /// Its bytes in the file, quotes included.
    pub span: Option<Span>,
}

/// When the runtime gives a microagent to the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Activation {
    /// Its whole content, from the start of every conversation.
    Always,
    /// Name and description from the start; the content when the model asks for it.
    OnDemand,
    /// When a trigger stands in a message.
    Keywords,
    /// On a trigger or `/name`; needs inputs.
    Task,
    /// When the agent touches a file that matches a glob.
    Paths,
}

impl Activation {
    /// As written in JSON and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::OnDemand => "on-demand",
            Self::Keywords => "keywords",
            Self::Task => "task",
            Self::Paths => "paths",
        }
    }
}

/// What the runtime calls it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Always on.
    Repo,
    /// On a keyword.
    Knowledge,
    /// Needs inputs.
    Task,
    /// A path rule.
    Path,
    /// A SKILL.md.
    Skill,
}

/// In which shape the file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// A flat Markdown file in a microagents or skills directory.
    Legacy,
    /// A `SKILL.md`.
    Skill,
    /// `AGENTS.md`, `.cursorrules`, `CLAUDE.md`, `GEMINI.md`.
    ThirdParty,
}

/// An input of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// Its name: `${NAME}` in the body.
    pub name: Written,
    /// What to give for it.
    pub description: Written,
}

/// Files beside a SKILL.md, paths relative to their folder, `/`-separated, sorted.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Resources {
    /// Below `scripts/`.
    pub scripts: Vec<String>,
    /// Below `references/`.
    pub references: Vec<String>,
    /// Below `assets/`.
    pub assets: Vec<String>,
}

/// What only the legacy loader keeps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LegacyFields {
    /// `version`, stringified.
    pub version: String,
    /// `agent`.
    pub agent: String,
    /// `name` of the frontmatter, `default` without one.
    pub declared_name: String,
    /// `type` of the frontmatter, `repo` without one.
    pub declared_type: String,
}

/// A loaded microagent or skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Microagent {
    /// The name the runtime knows it by.
    pub name: String,
    /// What the runtime calls it.
    pub kind: Kind,
    /// When the model is given it.
    pub activation: Activation,
    /// In which shape it is written.
    pub format: Format,
    /// Triggers in list order; for a task with the automatic `/name` last. Empty for rules, always-on and on-demand.
    pub triggers: Vec<Written>,
    /// Path globs of a rule, in order.
    pub paths: Vec<Written>,
    /// Inputs of a task.
    pub inputs: Vec<Input>,
    /// Whether the runtime appends its request to ask for missing variables.
    pub asks_for_inputs: bool,
    /// The whole description.
    pub description: Option<String>,
    /// The content as given to the model, line ends as `\n`, without the appended request.
    pub content: String,
    /// `license`.
    pub license: Option<String>,
    /// `compatibility`.
    pub compatibility: Option<String>,
    /// `metadata`, stringified, in order.
    pub metadata: Option<Vec<(String, String)>>,
    /// `allowed-tools`.
    pub allowed_tools: Option<Vec<String>>,
    /// Whether the model may not ask for it. Always true for path rules.
    pub disable_model_invocation: bool,
    /// Names of its MCP servers: sdk sorted, legacy the stdio servers in order.
    pub mcp_servers: Vec<String>,
    /// Files beside a SKILL.md; `None` when there are none.
    pub resources: Option<Resources>,
    /// What only the legacy loader keeps.
    pub legacy: Option<LegacyFields>,
}

/// Descriptions longer than this many characters are cut by the SDK (`_truncate_long_description`).
pub const MAX_DESCRIPTION_CHARS: usize = 1024;

impl Microagent {
    /// One with nothing but a name and a content: always on, or on demand when it is a SKILL.md.
    pub fn bare(name: &str, format: Format, content: String) -> Self {
        let (kind, activation) = match format {
            Format::Skill => (Kind::Skill, Activation::OnDemand),
            Format::Legacy | Format::ThirdParty => (Kind::Repo, Activation::Always),
        };
        Self {
            name: name.to_owned(),
            kind,
            activation,
            format,
            triggers: Vec::new(),
            paths: Vec::new(),
            inputs: Vec::new(),
            asks_for_inputs: false,
            description: None,
            content,
            license: None,
            compatibility: None,
            metadata: None,
            allowed_tools: None,
            disable_model_invocation: false,
            mcp_servers: Vec::new(),
            resources: None,
            legacy: None,
        }
    }

    /// Whether the SDK cuts the description.
    pub fn description_cut(&self) -> bool {
        self.description.as_ref().is_some_and(|text| text.chars().count() > MAX_DESCRIPTION_CHARS)
    }

    /// Whether the SDK lists its name and description in the system prompt (`AgentContext._partition_skills`).
    pub fn in_catalogue(&self) -> bool {
        !self.disable_model_invocation && self.legacy.is_none() && self.activation != Activation::Always
    }

    /// Estimated tokens of the content.
    pub fn tokens(&self) -> usize {
        crate::tokens::estimate(&self.content)
    }
}
