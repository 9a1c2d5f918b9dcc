//! Lays a plan over a tree, so that the runtime's catalog can be loaded as it will be.

use super::{Action, Ground, Item, TextChange};
use crate::source::MAX_FILE_BYTES;
use crate::tree::overlay::Overlay;
use crate::tree::{Content, FileKind};

/// Removes what moves and writes it where it goes.
pub(super) fn lay(ground: &Ground<'_>, items: &[Item], texts: &[TextChange], overlay: &mut Overlay<'_>) {
    for item in items {
        let Some(to) = &item.to else { continue };
        match item.action {
            Action::Directory => {
                for file in &item.files {
                    shift(ground, &format!("{}/{file}", item.from), &format!("{to}/{file}"), overlay);
                }
            }
            Action::Section => overlay.remove(ground.root.join(&item.from)),
            _ => shift(ground, &item.from, to, overlay),
        }
    }
    for text in texts {
        overlay.write(ground.root.join(&text.to), text.new.clone());
    }
}

fn shift(ground: &Ground<'_>, from: &str, to: &str, overlay: &mut Overlay<'_>) {
    let file = ground.root.join(from);
    overlay.remove(file.clone());
    // a link that leads nowhere or to a directory is no file to the loader
    if ground.tree.kind(&file) == Some(FileKind::File) {
        let bytes = match ground.tree.read(&file, MAX_FILE_BYTES) {
            Ok(Content::Bytes(bytes)) => bytes,
            // only that it is there counts for what is too long to be read
            Ok(Content::TooLarge(_)) | Err(_) => Vec::new(),
        };
        overlay.write(ground.root.join(to), bytes);
    }
}
