//! Whole conversation directories, held in memory.

use std::path::Path;

use serde_json::{Value, json};

use super::super::Replay;
use super::super::log::Log;
use crate::tree::memory::Memory;

/// A conversation directory `dir` of `tree` with these events.
fn conversation(mut tree: Memory, dir: &str, state: &Value, events: &[Value]) -> Memory {
    tree = tree.file(format!("{dir}/base_state.json"), state.to_string());
    for (number, event) in events.iter().enumerate() {
        let mut event = event.clone();
        if event.get("id").is_none() {
            event["id"] = json!(format!("{dir}-{number}"));
        }
        tree = tree.file(format!("{dir}/events/event-{number:05}-0123abcd.json"), event.to_string());
    }
    tree
}

fn replay(tree: Memory) -> Replay {
    let mut log = Log::folder("log".into(), Box::new(tree), Path::new("c")).unwrap();
    Replay::read(&mut log, None).unwrap()
}

fn user(time: u32, text: &str) -> Value {
    json!({"kind": "MessageEvent", "source": "user", "timestamp": format!("{time:05}"), "llm_message": {"content": [{"text": text}]}})
}

#[allow(clippy::needless_pass_by_value)] // so that `json!` can stand in the call
fn action(id: &str, time: u32, tool: &str, action: Value) -> Value {
    json!({"kind": "ActionEvent", "source": "agent", "id": id, "timestamp": format!("{time:05}"), "tool_name": tool, "tool_call_id": id, "action": action})
}

fn observation(of: &str, time: u32, tool: &str, text: &str, mut more: Value) -> Value {
    more["content"] = json!([{"text": text}]);
    json!({"kind": "ObservationEvent", "source": "environment", "timestamp": format!("{time:05}"), "tool_name": tool, "tool_call_id": of, "action_id": of, "observation": more})
}

/// `event agent outcome result sub-conversation` of every delegation.
fn delegations(replay: &Replay) -> Vec<String> {
    let text = |text: &Option<String>| text.as_deref().unwrap_or("-").to_owned();
    let line = |d: &super::super::delegation::Delegation| {
        format!("{} {} {} {:?} {}", d.event, text(&d.agent), d.outcome.name(), text(&d.result), text(&d.sub_conversation))
    };
    replay.delegations.iter().map(line).collect()
}

#[test]
fn one_observation_answers_all_tasks_of_a_delegate() {
    let events = [
        action("a", 1, "delegate", json!({"command": "spawn", "ids": ["x", "y"], "agent_types": ["baker"]})),
        observation("a", 2, "delegate", "Successfully spawned", json!({"is_error": false})),
        action("b", 3, "delegate", json!({"command": "delegate", "tasks": {"x": "Bake.", "y": "Sell."}})),
        observation(
            "b",
            9,
            "delegate",
            "Completed\n\nResults:\n1. Agent x: Two loaves:\n2. Agent\n2. Agent y ERROR: Sub-agent y failed: shut",
            json!({"is_error": false}),
        ),
        action("c", 10, "delegate", json!({"command": "delegate", "tasks": {"x": "Again."}})),
        observation("c", 12, "delegate", "Completed\n\nResults:\n1. Agent x: Done", json!({"is_error": false})),
        action("d", 13, "delegate", json!({"command": "delegate", "tasks": {"ghost": "?"}})),
        observation("d", 14, "delegate", "sub-agents not found: ghost", json!({"is_error": true})),
    ];
    let state = json!({"stats": {"usage_to_metrics": {"agent": {"accumulated_cost": 0.1}, "delegate:x": {"accumulated_cost": 0.2}}}});
    let tree = conversation(Memory::new(), "c", &state, &events);
    let tree = conversation(tree, "c/subagents/one", &json!({}), &[user(4, "Bake."), user(11, "Again.")]);
    let replay = replay(conversation(tree, "c/subagents/two", &json!({}), &[user(4, "Sell.")]));
    assert_eq!(
        delegations(&replay),
        [
            "2 baker finished \"Two loaves:\\n2. Agent\" subagents/one",
            "2 default error \"Sub-agent y failed: shut\" subagents/two",
            "4 baker finished \"Done\" subagents/one",
            "6 - error \"sub-agents not found: ghost\" -",
        ]
    );
    assert_eq!(replay.cost.map(|cost| (cost * 100.0).round()), Some(30.0), "sub-agents are in the map already");
    assert_eq!(replay.delegations.iter().map(|d| d.cost).collect::<Vec<_>>(), [Some(0.2), None, Some(0.2), None]);
}

#[test]
fn a_task_finds_its_conversation() {
    let id = "0123456789abcdef0123456789abcdef";
    let task = |id: &str, time, prompt: &str, more: Value| {
        let mut action_of = more;
        action_of["prompt"] = json!(prompt);
        action(id, time, "task", action_of)
    };
    let done = |of: &str, time, text: &str, task: &str, status: &str| {
        observation(of, time, "task", text, json!({"is_error": status == "error", "task_id": task, "status": status}))
    };
    let events = [
        task("a", 1, "Same.", json!({})),
        done("a", 5, "first", "t1", "completed"),
        task("b", 6, "Same.", json!({})),
        done("b", 9, "second", "t2", "completed"),
        task("c", 10, "More.", json!({"resume": "t1"})),
        done("c", 12, "first again", "t1", "completed"),
        task("d", 13, "Fail.", json!({"subagent_type": "x"})),
        done("d", 20, "Conversation run failed for id=01234567-89ab-cdef-0123-456789abcdef: gone", "t3", "error"),
        action("e", 21, "start_child_conversation", json!({"task": "Apart."})),
        observation("e", 22, "start_child_conversation", "ok", json!({"conversation_id": "child"})),
        json!({"kind": "ActionEvent", "source": "agent", "id": "f", "tool_name": "task", "tool_call_id": "f"}),
        json!({"kind": "AgentErrorEvent", "source": "agent", "tool_name": "task", "tool_call_id": "f", "error": "not valid"}),
    ];
    let mut tree = conversation(Memory::new(), "c", &json!({}), &events);
    for (name, time, text) in [("zz", 2, "Same."), ("aa", 7, "Same."), (id, 50, "Fail."), ("left", 3, "Mine.")] {
        tree = conversation(tree, &format!("c/subagents/{name}"), &json!({}), &[user(time, text)]);
    }
    let replay = replay(tree);
    assert_eq!(
        delegations(&replay),
        [
            "0 general-purpose finished \"first\" subagents/zz",
            "2 general-purpose finished \"second\" subagents/aa",
            "4 general-purpose finished \"first again\" subagents/zz",
            &format!("6 x error \"Conversation run failed for id=01234567-89ab-cdef-0123-456789abcdef: gone\" subagents/{id}"),
            "8 - open \"started as conversation child\" -",
        ]
    );
    assert_eq!(replay.unlinked_sub_conversations, ["subagents/left"]);
    assert_eq!(replay.problems, []);
}

#[test]
fn old_names_and_missing_state_are_read() {
    let block = "<EXTRA_INFO>\nIt has a keyword match for \"rye\".\n\nText.\n</EXTRA_INFO>";
    let mut message = user(1, "rye");
    message["activated_microagents"] = json!(["flour"]);
    message["extended_content"] = json!([{"text": block}]);
    let mut touched = observation("a", 3, "file_editor", "ok", json!({"is_error": true}));
    touched["extended_content"] =
        json!([{"text": "<EXTRA_INFO>\nIt matches \"*.md\".\nRule location: /x/notes/SKILL.md\nText.\n</EXTRA_INFO>"}]);
    let stray = observation("nothing", 4, "terminal", "ok", json!({}));
    let events = [message, action("a", 2, "file_editor", json!({"path": "/w/a.md"})), touched.clone(), touched, stray];
    let replay = replay(conversation(Memory::new(), "c", &json!(null), &events));
    let fired: Vec<_> =
        replay.activations.iter().flat_map(|a| &a.skills).map(|f| (f.name.as_str(), f.trigger.as_deref(), f.first)).collect();
    assert_eq!(fired, [("flour", Some("rye"), true), ("notes", Some("*.md"), true), ("notes", Some("*.md"), false)]);
    let problems: Vec<_> = replay.problems.iter().map(|problem| (problem.kind.name(), problem.event)).collect();
    assert_eq!(problems, [("observation-without-action", Some(4))], "a second answer is no stray one");
}
