//! The SDK loader: `Skill.load` of openhands-sdk 1.58.2.
