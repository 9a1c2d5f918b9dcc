//! libyaml's events to nodes with byte spans. The one door to `libyaml-safer`.
