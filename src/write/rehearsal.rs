//! Fails and dies at every change of the disk, over trees of many shapes: what is left is always the old tree or the
//! new one.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::process::Command;

use super::apply::{ApplyError, Unwatched, Watch, apply};
use super::place::Place;
use super::state::{mode, set_mode};
use super::undo::{recover, undo};
use crate::git::index::{IndexChange, find};
use crate::migrate::step::Step;

/// Counts the changes, and fails or dies at one of them.
#[derive(Default)]
struct Fate {
    seen: usize,
    fail: Option<usize>,
    die: Option<usize>,
}

impl Watch for Fate {
    fn reach(&mut self, _what: &str) -> io::Result<()> {
        self.seen += 1;
        if self.die == Some(self.seen) {
            // unwinds past every line that would clean up, as a kill does
            resume_unwind(Box::new("killed"));
        }
        if self.fail == Some(self.seen) { Err(io::Error::other("the disk is full")) } else { Ok(()) }
    }
}

/// Whether `work` was killed.
fn dies(work: impl FnOnce()) -> bool {
    catch_unwind(AssertUnwindSafe(work)).is_err()
}

/// Everything below `base`, and the index, byte for byte.
fn picture(place: &Place) -> BTreeMap<String, String> {
    fn walk(base: &Path, dir: &Path, out: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(base).unwrap().to_string_lossy().into_owned();
            let data = path.symlink_metadata().unwrap();
            if data.is_symlink() {
                out.insert(name, format!("link {:?}", fs::read_link(&path).unwrap()));
            } else if data.is_dir() {
                out.insert(name.clone(), format!("dir {:o}", mode(&data)));
                if name != ".git" {
                    walk(base, &path, out);
                }
            } else {
                out.insert(name, format!("file {:o} {:?}", mode(&data), fs::read(&path).unwrap()));
            }
        }
    }
    let mut out = BTreeMap::new();
    walk(&place.base, &place.base, &mut out);
    for name in ["index", "index.lock"] {
        if let Ok(bytes) = fs::read(place.base.join(".git").join(name)) {
            out.insert(format!(".git/{name}"), format!("{bytes:?}"));
        }
    }
    out
}

/// A directory in memory where the system has one: every change is synced, which takes long on a disk.
fn scratch() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").unwrap_or_else(|_| tempfile::tempdir().unwrap())
}

/// A small generator of numbers: the same for the same seed, everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

fn put(base: &Path, path: &str, bytes: &[u8], mode: u32) {
    let path = base.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, bytes).unwrap();
    set_mode(&path, mode).unwrap();
}

fn git(base: &Path, args: &[&str]) {
    let output = Command::new("git").arg("-C").arg(base).args(args).env("GIT_CONFIG_NOSYSTEM", "1").env("HOME", base).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A tree and steps that fit it. Every kind of step occurs; every other tree is a git work tree.
fn scene(seed: u64, base: &Path) -> Vec<Step> {
    let mut dice = Dice(seed);
    let path = |text: &str| text.to_string();
    let mut steps = vec![Step::MakeDir { path: path("new") }, Step::MakeDir { path: path("new/skills") }];
    let mut writes = Vec::new();
    let mut removes = Vec::new();
    for number in 0..=dice.roll(4) {
        let from = format!("old/{number}.md");
        put(base, &from, format!("text {number}\r\n").as_bytes(), if dice.roll(2) == 0 { 0o644 } else { 0o755 });
        match dice.roll(3) {
            0 => removes.push(Step::Remove { path: from }),
            edited => {
                let to = format!("new/skills/{number}.md");
                steps.push(Step::Move { from, to: to.clone() });
                if edited == 1 {
                    writes.push(Step::Write { path: to, bytes: b"edited".to_vec() });
                }
            }
        }
    }
    put(base, "old/whole/SKILL.md", b"skill", 0o600);
    put(base, "old/whole/.env.example", &[0, 159, 146, 150], 0o640);
    put(base, "old/whole/scripts/run.sh", b"#!/bin/sh\n", 0o755);
    fs::create_dir_all(base.join("old/whole/empty")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("../nowhere", base.join("old/whole/link")).unwrap();
    put(base, "kept/untouched.md", b"mine", 0o644);
    steps.push(Step::Move { from: path("old/whole"), to: path("new/skills/whole") });
    if dice.roll(2) == 0 {
        writes.push(Step::Write { path: path("new/skills/whole/SKILL.md"), bytes: b"linked".to_vec() });
    }
    if dice.roll(2) == 0 {
        put(base, "AGENTS.md", b"before", 0o664);
    }
    writes.push(Step::Write { path: path("AGENTS.md"), bytes: b"before and after".to_vec() });
    steps.extend(writes);
    steps.extend(removes);
    steps.push(Step::RemoveDir { path: path("old") });
    steps
}

/// Lays a scene out and gives what a run needs.
fn stage(seed: u64, dir: &Path) -> (Place, Vec<Step>, Option<IndexChange>) {
    let base = fs::canonicalize(dir).unwrap().join("tree");
    fs::create_dir(&base).unwrap();
    let steps = scene(seed, &base);
    if seed.is_multiple_of(2) {
        return (Place { home: base.join(".microagent"), base }, steps, None);
    }
    git(&base, &["init", "-q"]);
    git(&base, &["add", "-A"]);
    let work = find(&base).unwrap().unwrap();
    let moves: Vec<(String, String)> = steps
        .iter()
        .filter_map(|step| match step {
            Step::Move { from, to } => Some((from.clone(), to.clone())),
            _ => None,
        })
        .collect();
    let index = work.prepare(&moves).unwrap();
    assert!(index.is_some());
    (Place { home: work.git_dir.join("microagent"), base }, steps, index)
}

const SCENES: u64 = 32;

#[test]
fn an_error_at_any_change_takes_everything_back() {
    for seed in 0..SCENES {
        let dir = scratch();
        let (place, steps, index) = stage(seed, dir.path());
        let before = picture(&place);
        for fail in 1.. {
            let mut fate = Fate { fail: Some(fail), ..Fate::default() };
            match apply(&place, &steps, index.as_ref(), &mut fate) {
                Ok(_) => {
                    assert!(fail > steps.len(), "every step is a chance to fail");
                    break;
                }
                Err(ApplyError::TakenBack(_) | ApplyError::Io(_)) => {}
                Err(error) => panic!("seed {seed}, change {fail}: {error}"),
            }
            assert_eq!(picture(&place), before, "seed {seed}, change {fail}");
            assert!(!place.home.exists(), "seed {seed}, change {fail}");
        }
        let after = picture(&place);
        assert_ne!(after, before);
        assert_eq!(undo(&place, None, &mut Unwatched).unwrap().unwrap().left, Vec::<String>::new());
        assert_eq!(picture(&place), before, "seed {seed}: undo");
        assert!(!place.home.exists(), "seed {seed}");
    }
}

#[test]
fn killed_at_any_change_the_next_run_takes_it_back() {
    for seed in 0..SCENES {
        let dir = scratch();
        let (place, steps, index) = stage(seed, dir.path());
        let before = picture(&place);
        for die in 1.. {
            let mut fate = Fate { die: Some(die), ..Fate::default() };
            let killed = dies(|| {
                apply(&place, &steps, index.as_ref(), &mut fate).unwrap();
            });
            if !killed {
                break;
            }
            // the recovery is killed as well, once, somewhere
            let mut again = Fate { die: Some(die % 7 + 1), ..Fate::default() };
            dies(|| {
                let _ = recover(&place, &mut again);
            });
            recover(&place, &mut Unwatched).unwrap();
            assert_eq!(picture(&place), before, "seed {seed}, change {die}");
            assert!(!place.home.exists(), "seed {seed}, change {die}");
        }
        let after = picture(&place);
        for die in 1.. {
            let mut fate = Fate { die: Some(die), ..Fate::default() };
            let killed = dies(|| {
                undo(&place, None, &mut fate).unwrap();
            });
            recover(&place, &mut Unwatched).unwrap();
            let now = picture(&place);
            if die == 1 {
                assert_eq!(now, after, "seed {seed}: nothing was begun");
            } else {
                assert_eq!(now, before, "seed {seed}, undo killed at change {die}");
                if !killed {
                    break;
                }
                apply(&place, &steps, index.as_ref(), &mut Unwatched).unwrap();
            }
        }
        assert!(!place.home.exists(), "seed {seed}");
    }
}

#[test]
fn undo_leaves_alone_what_was_edited_since() {
    let dir = scratch();
    let base = fs::canonicalize(dir.path()).unwrap();
    put(&base, "old/a.md", b"a", 0o644);
    put(&base, "old/b.md", b"b", 0o644);
    let place = Place { home: base.join(".microagent"), base };
    let step = |from: &str, to: &str| Step::Move { from: from.into(), to: to.into() };
    let steps = [
        Step::MakeDir { path: "new".into() },
        step("old/a.md", "new/a.md"),
        step("old/b.md", "new/b.md"),
        Step::RemoveDir { path: "old".into() },
    ];
    let id = apply(&place, &steps, None, &mut Unwatched).unwrap();
    fs::write(place.base.join("new/a.md"), "mine").unwrap();
    assert_eq!(undo(&place, Some(id), &mut Unwatched).unwrap().unwrap().left, ["new/a.md"]);
    assert_eq!(fs::read(place.base.join("new/a.md")).unwrap(), b"mine");
    assert_eq!(fs::read(place.base.join("old/b.md")).unwrap(), b"b");
    fs::write(place.base.join("new/a.md"), "a").unwrap();
    assert_eq!(undo(&place, None, &mut Unwatched).unwrap().unwrap().left, Vec::<String>::new());
    assert_eq!(fs::read(place.base.join("old/a.md")).unwrap(), b"a");
    assert!(!place.base.join("new").exists() && !place.home.exists());
    assert_eq!(undo(&place, None, &mut Unwatched).unwrap(), None);
}

#[test]
fn steps_that_do_not_fit_are_refused_before_anything_is_touched() {
    let dir = scratch();
    let base = fs::canonicalize(dir.path()).unwrap();
    put(&base, "a.md", b"a", 0o644);
    put(&base, "b.md", b"b", 0o644);
    #[cfg(unix)]
    std::os::unix::fs::symlink("/", base.join("out")).unwrap();
    let place = Place { home: base.join(".microagent"), base };
    let before = picture(&place);
    let step = |from: &str, to: &str| Step::Move { from: from.into(), to: to.into() };
    for wrong in [
        step("a.md", "../a.md"),
        step("a.md", "/tmp/a.md"),
        step("a.md", "x/../../a.md"),
        step("a.md", "x/./a.md"),
        step("a.md", "a\0.md"),
        step("a.md", ""),
        step("a.md", "b.md"),
        step("c.md", "d.md"),
        step("a.md", "out/tmp/a.md"),
        Step::MakeDir { path: "b.md".into() },
        Step::Remove { path: "out".into() },
        Step::Write { path: "out".into(), bytes: Vec::new() },
        Step::RemoveDir { path: "a.md".into() },
    ] {
        let steps = [Step::MakeDir { path: "made".into() }, wrong.clone()];
        let result = apply(&place, &steps, None, &mut Unwatched);
        assert!(matches!(result, Err(ApplyError::Refused(_))), "{wrong:?}: {result:?}");
        assert_eq!(picture(&place), before);
    }
}
