//! What happened in a conversation: which microagents fired, how work was delegated.
