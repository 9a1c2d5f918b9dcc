//! The rules, one file each: documentation, declaration, check, tests.
//!
//! A new rule needs its file and two lines here, `mod` and its place in [`ALL`], both in alphabetical order.

mod broken_link;
mod broken_symlink;
pub(super) mod byte_order_mark;
mod common_word_trigger;
mod conflicting_activation;
mod dead_glob;
mod default_task_name;
mod deprecated_location;
mod description_too_long;
mod duplicate_instructions;
mod duplicate_key;
mod duplicate_name;
mod duplicate_trigger;
mod empty_body;
mod empty_trigger;
mod fenced_frontmatter;
mod flat_beats_skill;
mod frontmatter_not_a_mapping;
mod frontmatter_not_portable;
mod hidden_text;
mod ignored_key;
mod instruction_file_conflict;
mod instruction_frontmatter;
mod invalid_input;
mod invalid_value;
mod invalid_yaml;
mod jinja_placeholder;
mod large_body;
mod leaked_reference;
mod link_outside_repository;
mod live_command;
mod malformed_placeholder;
mod mcp_tools;
mod missing_description;
mod missing_opening_fence;
mod misspelled_key;
mod non_string_key;
mod not_utf8;
mod oversized_file;
mod path_like_command;
mod portable_compatibility;
mod portable_description;
mod portable_field;
mod portable_file_name;
mod portable_frontmatter;
mod portable_missing_field;
mod portable_name;
mod portable_yaml;
mod registry;
mod reserved_name;
pub(super) mod review_live_command;
pub(super) mod review_mcp_server;
pub(super) mod review_new_trigger;
mod secret;
mod short_trigger;
mod skill_file_case;
mod skill_name;
mod skill_too_deep;
mod stale_copy;
mod substring_trigger;
mod suspicious_instruction;
pub(super) mod symlink_outside_root;
mod symlink_text;
mod trigger_conflict;
mod trigger_only_legacy_match;
mod type_mismatch;
mod unclosed_frontmatter;
mod undeclared_variable;
mod unexpanded_import;
mod unknown_key;
mod unmatchable_trigger;
mod unreachable_skill;
mod unread_extension;
mod unread_location;
mod unreadable_file;
mod unused_input;
pub(super) mod unused_suppression;
mod wrong_type;
mod yaml_alias_bomb;

use super::Rule;

/// Every rule, by id.
pub const ALL: &[&dyn Rule] = &[
    &broken_link::BrokenLink,
    &broken_symlink::BrokenSymlink,
    &byte_order_mark::ByteOrderMark,
    &common_word_trigger::CommonWordTrigger,
    &conflicting_activation::ConflictingActivation,
    &dead_glob::DeadGlob,
    &default_task_name::DefaultTaskName,
    &deprecated_location::DeprecatedLocation,
    &description_too_long::DescriptionTooLong,
    &duplicate_instructions::DuplicateInstructions,
    &duplicate_key::DuplicateKey,
    &duplicate_name::DuplicateName,
    &duplicate_trigger::DuplicateTrigger,
    &empty_body::EmptyBody,
    &empty_trigger::EmptyTrigger,
    &fenced_frontmatter::FencedFrontmatter,
    &flat_beats_skill::FlatBeatsSkill,
    &frontmatter_not_a_mapping::FrontmatterNotAMapping,
    &frontmatter_not_portable::FrontmatterNotPortable,
    &hidden_text::HiddenText,
    &ignored_key::IgnoredKey,
    &instruction_file_conflict::InstructionFileConflict,
    &instruction_frontmatter::InstructionFrontmatter,
    &invalid_input::InvalidInput,
    &invalid_value::InvalidValue,
    &invalid_yaml::InvalidYaml,
    &jinja_placeholder::JinjaPlaceholder,
    &large_body::LargeBody,
    &leaked_reference::LeakedReference,
    &link_outside_repository::LinkOutsideRepository,
    &live_command::LiveCommand,
    &malformed_placeholder::MalformedPlaceholder,
    &mcp_tools::McpTools,
    &missing_description::MissingDescription,
    &missing_opening_fence::MissingOpeningFence,
    &misspelled_key::MisspelledKey,
    &non_string_key::NonStringKey,
    &not_utf8::NotUtf8,
    &oversized_file::OversizedFile,
    &path_like_command::PathLikeCommand,
    &portable_compatibility::PortableCompatibility,
    &portable_description::PortableDescription,
    &portable_field::PortableField,
    &portable_file_name::PortableFileName,
    &portable_frontmatter::PortableFrontmatter,
    &portable_missing_field::PortableMissingField,
    &portable_name::PortableName,
    &portable_yaml::PortableYaml,
    &registry::Registry,
    &reserved_name::ReservedName,
    &review_live_command::ReviewLiveCommand,
    &review_mcp_server::ReviewMcpServer,
    &review_new_trigger::ReviewNewTrigger,
    &secret::Secret,
    &short_trigger::ShortTrigger,
    &skill_file_case::SkillFileCase,
    &skill_name::SkillName,
    &skill_too_deep::SkillTooDeep,
    &stale_copy::StaleCopy,
    &substring_trigger::SubstringTrigger,
    &suspicious_instruction::SuspiciousInstruction,
    &symlink_outside_root::SymlinkOutsideRoot,
    &symlink_text::SymlinkText,
    &trigger_conflict::TriggerConflict,
    &trigger_only_legacy_match::TriggerOnlyLegacyMatch,
    &type_mismatch::TypeMismatch,
    &unclosed_frontmatter::UnclosedFrontmatter,
    &undeclared_variable::UndeclaredVariable,
    &unexpanded_import::UnexpandedImport,
    &unknown_key::UnknownKey,
    &unmatchable_trigger::UnmatchableTrigger,
    &unreachable_skill::UnreachableSkill,
    &unread_extension::UnreadExtension,
    &unread_location::UnreadLocation,
    &unreadable_file::UnreadableFile,
    &unused_input::UnusedInput,
    &unused_suppression::UnusedSuppression,
    &wrong_type::WrongType,
    &yaml_alias_bomb::YamlAliasBomb,
];

/// Ids of before, and what they are called now.
pub const RENAMED: &[(&str, &str)] = &[];

/// The rule called `id`, or that was called so before.
pub fn by_id(id: &str) -> Option<&'static dyn Rule> {
    let id = RENAMED.iter().find(|(old, _)| *old == id).map_or(id, |(_, new)| new);
    ALL.iter().copied().find(|rule| rule.meta().id == id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::On;

    #[test]
    fn every_rule_file_is_listed_under_its_id() {
        let dir = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lint/rules");
        let mut files: Vec<String> = std::fs::read_dir(dir)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().trim_end_matches(".rs").replace('_', "-"))
            .filter(|name| name != "mod")
            .collect();
        files.sort();
        let ids: Vec<&str> = ALL.iter().map(|rule| rule.meta().id).collect();
        assert_eq!(ids, files, "each file of this folder needs a line in ALL, in alphabetical order, under the id that names it");
    }

    #[test]
    fn every_rule_is_documented_and_tested() {
        for rule in ALL {
            let meta = rule.meta();
            for heading in ["## What it does", "## Why it matters", "## Example", "## Fix"] {
                assert!(meta.docs().contains(heading), "`{}` has no heading {heading:?}", meta.id);
            }
            let path = format!("{}/src/lint/rules/{}.rs", env!("CARGO_MANIFEST_DIR"), meta.id.replace('-', "_"));
            let code = std::fs::read_to_string(path).unwrap();
            let tested =
                if meta.on == On::Since { code.contains("reviewed(") } else { code.contains("Tester::new(") && code.contains(".check()") };
            assert!(tested, "`{}` has no tests", meta.id);
        }
    }
}
