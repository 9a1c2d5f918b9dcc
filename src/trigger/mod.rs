//! Which microagents a message or a touched path brings in, and why.
