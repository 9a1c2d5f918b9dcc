//! What a path holds: one of the forms in which OpenHands keeps or hands out a conversation. Gives its events in order.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _, Seek as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::archive::Archive;
use super::elements::{Elements, MAX_EVENT_BYTES};
use super::event::{Broken, Event, Generation, Place};
use crate::tree::disk::Disk;
use crate::tree::{Content, FileKind, Tree};

/// `base_state.json` files longer than this many bytes are not read.
const MAX_STATE_BYTES: u64 = 64 << 20;

/// A log, opened.
pub struct Log {
    /// The path it was opened by, as given.
    pub name: String,
    form: Form,
}

enum Form {
    /// One file or standard input: read once.
    Stream(Box<dyn BufRead>),
    Folder(Folder),
}

/// Why a path cannot be read as a log.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// It cannot be read, or must not be.
    #[error("cannot read `{name}`: {reason}")]
    Unreadable {
        /// The path, as given.
        name: String,
        /// Why.
        reason: String,
    },
    /// It holds no events in any form known.
    #[error("`{0}` holds no event log")]
    NoLog(String),
}

/// What the callback of [`Log::events`] is given.
pub type Item = Result<Event, Broken>;

impl Log {
    /// Opens `path`: a file, a zip, or a directory.
    pub fn open(path: &Path) -> Result<Self, LogError> {
        let name = path.to_string_lossy().into_owned();
        let unreadable = |error: io::Error| LogError::Unreadable { name: name.clone(), reason: error.to_string() };
        if Disk.kind(path) == Some(FileKind::Dir) {
            return Self::folder(name, Box::new(Disk), path);
        }
        let mut file = Disk.open(path).map_err(unreadable)?;
        if is_zip(&mut file).map_err(unreadable)? {
            let archive = Archive::open(file).map_err(unreadable)?;
            return Self::folder(name, Box::new(archive), Path::new(""));
        }
        Ok(Self { name, form: Form::Stream(Box::new(BufReader::with_capacity(1 << 16, file))) })
    }

    /// A log of events in one stream.
    pub fn stream(name: impl Into<String>, reader: impl BufRead + 'static) -> Self {
        Self { name: name.into(), form: Form::Stream(Box::new(reader)) }
    }

    /// The log in the directory `root` of `tree`; looks one directory further down when there is but one.
    pub fn folder(name: String, tree: Box<dyn Tree>, root: &Path) -> Result<Self, LogError> {
        let layout =
            |dir: &Path| Layout::of(&*tree, dir).map_err(|error| LogError::Unreadable { name: name.clone(), reason: error.to_string() });
        let mut root = root.to_path_buf();
        let mut found = layout(&root)?;
        if found.is_none() {
            let dirs: Vec<_> = tree.entries(&root).unwrap_or_default().into_iter().filter(|entry| entry.kind == FileKind::Dir).collect();
            if let [only] = dirs.as_slice() {
                root.push(&only.name);
                found = layout(&root)?;
            }
        }
        match found {
            Some(layout) => Ok(Self { name, form: Form::Folder(Folder { tree, root, layout }) }),
            None => Err(LogError::NoLog(name)),
        }
    }

    /// The SDK's conversation directory, when it is one.
    pub fn conversation(&self) -> Option<Conversation<'_>> {
        match &self.form {
            Form::Folder(folder) if folder.layout != Layout::Session => {
                Some(Conversation { folder, dir: folder.root.clone(), name: ".".into(), layout: folder.layout })
            }
            _ => None,
        }
    }

    /// What the directory's layout says about who wrote it; `None` for a stream.
    pub fn generation(&self) -> Option<Generation> {
        match &self.form {
            Form::Stream(_) => None,
            Form::Folder(folder) if folder.layout == Layout::Session => Some(Generation::V0),
            Form::Folder(_) => Some(Generation::Sdk),
        }
    }

    /// Gives every event, in order, to `take`, until it breaks off. A stream can be read once.
    pub fn events(&mut self, take: &mut dyn FnMut(Item) -> ControlFlow<()>) -> Result<(), LogError> {
        let result = match &mut self.form {
            Form::Stream(reader) => elements(reader, "", None, take).map(|_| ()),
            Form::Folder(folder) => folder.events(&folder.root, folder.layout, take),
        };
        result.map_err(|error| LogError::Unreadable { name: self.name.clone(), reason: error.to_string() })
    }
}

/// A conversation directory of the SDK.
pub struct Conversation<'a> {
    folder: &'a Folder,
    dir: PathBuf,
    /// Its path relative to the log, `.` for the log itself.
    pub name: String,
    layout: Layout,
}

impl Conversation<'_> {
    /// Its `base_state.json`, `None` without a readable one.
    pub fn state(&self) -> Option<Vec<u8>> {
        match self.folder.tree.read(&self.dir.join("base_state.json"), MAX_STATE_BYTES) {
            Ok(Content::Bytes(bytes)) => Some(bytes),
            _ => None,
        }
    }

    /// Gives every event, in order, to `take`, until it breaks off.
    pub fn events(&self, take: &mut dyn FnMut(Item) -> ControlFlow<()>) -> io::Result<()> {
        self.folder.events(&self.dir, self.layout, take)
    }

    /// The directories of its sub-agents, by name.
    pub fn children(&self) -> Vec<Self> {
        let dir = self.dir.join("subagents");
        let entries = self.folder.tree.entries(&dir).unwrap_or_default();
        let prefix = if self.name == "." { String::new() } else { format!("{}/", self.name) };
        entries
            .into_iter()
            .filter(|entry| entry.kind == FileKind::Dir)
            .map(|entry| Conversation {
                folder: self.folder,
                dir: dir.join(&entry.name),
                name: format!("{prefix}subagents/{}", entry.name),
                layout: Layout::Conversation,
            })
            .collect()
    }
}

struct Folder {
    tree: Box<dyn Tree>,
    root: PathBuf,
    layout: Layout,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// V0: `events/N.json`, `event_cache/A-B.json`.
    Session,
    /// SDK: `events/event-N-ID.json`.
    Conversation,
    /// A download of the cloud: `event_N_ID.json`.
    Cloud,
    /// The app server's store: one `ID.json` an event, whose order is their time.
    Store,
}

/// A file of events and what orders it: a number, or the time of its one event.
struct Source {
    number: u64,
    file: String,
    /// The events taken from it, when not all.
    only: Option<u64>,
}

impl Layout {
    fn of(tree: &dyn Tree, dir: &Path) -> io::Result<Option<Self>> {
        let names = |dir: &Path| tree.entries(dir).map(|entries| entries.into_iter().map(|entry| entry.name).collect::<Vec<_>>());
        let own = names(dir)?;
        let has = |name: &str| own.iter().any(|own| own == name);
        let events = if has("events") { names(&dir.join("events"))? } else { Vec::new() };
        Ok(if has("base_state.json") || events.iter().any(|name| sdk_number(name).is_some()) {
            Some(Self::Conversation)
        } else if has("event_cache") || events.iter().any(|name| session_number(name).is_some()) {
            Some(Self::Session)
        } else if own.iter().any(|name| cloud_number(name).is_some()) {
            Some(Self::Cloud)
        } else {
            own.iter().any(|name| is_store(name)).then_some(Self::Store)
        })
    }
}

/// `event-00012-ID.json` of the SDK (`EVENT_NAME_RE`).
fn sdk_number(name: &str) -> Option<u64> {
    let (number, id) = name.strip_prefix("event-")?.strip_suffix(".json")?.split_once('-')?;
    (number.len() >= 5 && id.len() >= 8 && id.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')).then_some(())?;
    digits(number)
}

/// `12.json` of a V0 session.
fn session_number(name: &str) -> Option<u64> {
    digits(name.strip_suffix(".json")?)
}

/// `event_000012_ID.json` of a cloud download.
fn cloud_number(name: &str) -> Option<u64> {
    digits(name.strip_prefix("event_")?.strip_suffix(".json")?.split_once('_')?.0)
}

fn is_store(name: &str) -> bool {
    name.strip_suffix(".json").is_some_and(|stem| stem.len() == 32 && stem.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// `0-25.json`: the page of the events 0 to 24.
fn page(name: &str) -> Option<(u64, u64)> {
    let (start, end) = name.strip_suffix(".json")?.split_once('-')?;
    Some((digits(start)?, digits(end)?)).filter(|(start, end)| start < end)
}

fn digits(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

impl Folder {
    fn events(&self, dir: &Path, layout: Layout, take: &mut dyn FnMut(Item) -> ControlFlow<()>) -> io::Result<()> {
        let mut page: (String, BTreeMap<u64, Item>) = Default::default();
        for source in self.sources(dir, layout)? {
            let item = match source.only {
                Some(number) => {
                    if page.0 != source.file {
                        let held = self.page(dir, &source.file).unwrap_or_else(|broken| BTreeMap::from([(number, Err(broken))]));
                        page = (source.file.clone(), held);
                    }
                    let Some(item) = page.1.remove(&number) else { continue };
                    take(item)
                }
                None => match self.read(dir, &source.file) {
                    Ok(bytes) => elements(&mut bytes.as_slice(), &source.file, Some(source.number), take)?,
                    Err(broken) => take(Err(broken)),
                },
            };
            if item.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The files of events in order.
    fn sources(&self, dir: &Path, layout: Layout) -> io::Result<Vec<Source>> {
        let whole = |number, file| Source { number, file, only: None };
        let mut sources: Vec<Source> = match layout {
            Layout::Session | Layout::Conversation => {
                let number = if layout == Layout::Session { session_number } else { sdk_number };
                let events = self.names(&dir.join("events"))?;
                events.into_iter().filter_map(|name| Some(whole(number(&name)?, format!("events/{name}")))).collect()
            }
            Layout::Cloud => self.names(dir)?.into_iter().filter_map(|name| Some(whole(cloud_number(&name)?, name))).collect(),
            Layout::Store => return self.by_time(dir),
        };
        sources.sort_by(|a, b| a.number.cmp(&b.number).then_with(|| a.file.cmp(&b.file)));
        if layout == Layout::Session {
            self.add_pages(dir, &mut sources)?;
        }
        Ok(sources)
    }

    /// Adds the events that stand in a page of the cache alone.
    fn add_pages(&self, dir: &Path, sources: &mut Vec<Source>) -> io::Result<()> {
        let mut added = Vec::new();
        for name in self.names(&dir.join("event_cache"))? {
            let Some((start, end)) = page(&name) else { continue };
            let file = format!("event_cache/{name}");
            let is_missing = |number: &u64| sources.binary_search_by_key(number, |source| source.number).is_err();
            let numbers: Vec<u64> = match self.page(dir, &file) {
                // a page may be called anything: only what it holds counts
                Ok(held) => held.into_keys().filter(|number| (start..end).contains(number) && is_missing(number)).collect(),
                // one that cannot be read is told as broken where it was needed first
                Err(_) => (start..end).find(is_missing).into_iter().collect(),
            };
            added.extend(numbers.into_iter().map(|number| Source { number, file: file.clone(), only: Some(number) }));
        }
        sources.append(&mut added);
        sources.sort_by_key(|source| source.number);
        sources.dedup_by_key(|source| source.number);
        Ok(())
    }

    fn page(&self, dir: &Path, file: &str) -> Result<BTreeMap<u64, Item>, Broken> {
        let start = page(file.rsplit('/').next().unwrap_or_default()).map_or(0, |(start, _)| start);
        let mut held = BTreeMap::new();
        let bytes = self.read(dir, file)?;
        let mut take = |item: Item| {
            let number = match &item {
                Ok(event) if event.value.get("id").is_some() => event.number,
                Ok(event) => start + event.place.index,
                Err(broken) => start + broken.place.index,
            };
            held.insert(number, item);
            ControlFlow::Continue(())
        };
        // bytes that are held are read without an error
        let _ = elements(&mut bytes.as_slice(), file, None, &mut take);
        Ok(held)
    }

    fn by_time(&self, dir: &Path) -> io::Result<Vec<Source>> {
        let mut timed = Vec::new();
        for name in self.names(dir)?.into_iter().filter(|name| is_store(name)) {
            // one that cannot be read has no time, and is told as broken when its turn comes
            let bytes = self.read(dir, &name).unwrap_or_default();
            let mut time = String::new();
            let _ = elements(&mut bytes.as_slice(), &name, None, &mut |item| {
                time = item.map(|event| event.text(&["timestamp"]).to_owned()).unwrap_or_default();
                ControlFlow::Break(())
            })?;
            timed.push((time, name));
        }
        timed.sort();
        Ok(timed.into_iter().zip(0..).map(|((_, file), number)| Source { number, file, only: None }).collect())
    }

    /// The names in `dir`, none when there is no such directory.
    fn names(&self, dir: &Path) -> io::Result<Vec<String>> {
        match self.tree.entries(dir) {
            Ok(entries) => Ok(entries.into_iter().map(|entry| entry.name).collect()),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    /// The bytes of a file of events; a file that cannot be read is a broken event.
    fn read(&self, dir: &Path, file: &str) -> Result<Vec<u8>, Broken> {
        let message = match self.tree.read(&dir.join(file), MAX_EVENT_BYTES as u64) {
            Ok(Content::Bytes(bytes)) => return Ok(bytes),
            Ok(Content::TooLarge(length)) => format!("{length} bytes long: not read"),
            Err(error) => error.to_string(),
        };
        Err(Broken { place: Place { file: file.to_owned(), index: 0, line: 1 }, message })
    }
}

/// Gives the events of one stream to `take`. A file that is called by a number holds the event of that number.
fn elements(
    reader: &mut dyn BufRead,
    file: &str,
    number: Option<u64>,
    take: &mut dyn FnMut(Item) -> ControlFlow<()>,
) -> io::Result<ControlFlow<()>> {
    let mut elements = Elements::new(reader);
    while let Some(element) = elements.next()? {
        let item = Event::read(&element, file, number);
        if take(item).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

fn is_zip(file: &mut File) -> io::Result<bool> {
    let mut start = Vec::new();
    file.by_ref().take(4).read_to_end(&mut start)?;
    file.rewind()?;
    Ok(start == b"PK\x03\x04" || start == b"PK\x05\x06")
}
