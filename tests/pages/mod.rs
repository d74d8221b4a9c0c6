//! The pages of the documentation, and the fenced blocks that stand in them.
//!
//! A comment right above a block says more of it: `<!-- frame -->` puts it before every later block of the page that names
//! no pack of its own, `<!-- file: NAME -->` writes it to a file, `<!-- add: NAME -->` adds it to the end of one.

use std::fs;
use std::path::Path;

/// What a comment says of the block below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// It stands before the later ones.
    Frame,
    /// It is a file.
    File(String),
    /// It is added to a file.
    Add(String),
}

/// A fenced block.
#[derive(Clone, Debug)]
pub struct Block {
    /// What stands behind the opening fence.
    pub sort: String,
    /// The line of the page that its text begins on, from 1.
    pub line: usize,
    /// Its text, each line ended.
    pub text: String,
    /// What the comment above it says.
    pub note: Option<Note>,
    /// Nothing but blank lines stands between it and the block before.
    #[allow(dead_code, reason = "the journeys do not ask")]
    pub follows: bool,
}

/// A page.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its path, from the root of the project.
    pub path: String,
    /// Its text.
    pub text: String,
    /// Its blocks, in order.
    pub blocks: Vec<Block>,
}

impl Page {
    /// Where a block stands.
    pub fn place(&self, block: &Block) -> String {
        format!("{}:{}", self.path, block.line)
    }

    /// The page in `path`.
    pub fn read(path: &str) -> Self {
        let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}"));
        let mut page = Self { path: path.to_owned(), blocks: Vec::new(), text };
        let mut open: Option<Block> = None;
        let (mut note, mut follows) = (None, false);
        for (i, line) in page.text.lines().enumerate() {
            if let Some(mut block) = open.take() {
                if line == "```" {
                    page.blocks.push(block);
                    follows = true;
                } else {
                    block.text.push_str(line);
                    block.text.push('\n');
                    open = Some(block);
                }
            } else if let Some(sort) = line.strip_prefix("```") {
                open = Some(Block { sort: sort.to_owned(), line: i + 2, text: String::new(), note: note.take(), follows });
            } else if let Some(said) = line.strip_prefix("<!-- ").and_then(|l| l.strip_suffix(" -->")) {
                note = Some(read_note(said).unwrap_or_else(|| panic!("{path}:{}: `{said}` says nothing of a block", i + 1)));
                follows = false;
            } else if !line.trim().is_empty() {
                assert!(note.is_none(), "{path}:{}: a comment that stands above no block", i + 1);
                follows = false;
            }
        }
        assert!(open.is_none(), "{path}: a fence is not closed");
        page
    }
}

fn read_note(said: &str) -> Option<Note> {
    match said.split_once(": ") {
        None if said == "frame" => Some(Note::Frame),
        Some(("file", name)) => Some(Note::File(name.to_owned())),
        Some(("add", name)) => Some(Note::Add(name.to_owned())),
        _ => None,
    }
}

/// All pages: those of `docs/`, and what stands at the root.
pub fn pages() -> Vec<Page> {
    let mut paths = vec!["README.md".to_owned()];
    walk(Path::new("docs"), &mut paths);
    paths.sort();
    paths.iter().map(|p| Page::read(p)).collect()
}

fn walk(folder: &Path, out: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            walk(&path, out);
        } else if path.extension().is_some_and(|e| e == "md") {
            out.push(path.to_string_lossy().replace('\\', "/"));
        }
    }
}
