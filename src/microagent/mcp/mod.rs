//! MCP servers that a microagent declares: what each loader accepts, and their names. Neither runtime starts servers
//! that a skill declares; a wrong declaration still makes the file unreadable.

pub(super) mod legacy;
pub(super) mod sdk;
mod sdk_server;
