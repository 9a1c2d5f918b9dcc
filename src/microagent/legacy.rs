//! The legacy loader: `BaseMicroagent.load` of openhands-ai 0.62.0.
