//! The examples of a document.

use super::pieces::{Piece, Tag};
use std::collections::HashMap;
use stepgate_engine::DocumentKind;

/// The element's name.
pub const ELEMENT: &str = "stepgate-example";

/// Elements without content or closing tag.
const VOID: [&str; 13] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
];

/// An example as it stands in a document.
#[derive(Debug, Default, PartialEq)]
pub struct Example {
    /// Its opening tag.
    pub tag: Tag,
    /// Its code blocks that are marked as a policy, an APPROVAL.md or a trace.
    pub blocks: Vec<Block>,
    /// Why its markup does not do what was meant; a sentence without a final period.
    pub fault: Option<String>,
}

/// A code block that holds a document.
#[derive(Debug, PartialEq)]
pub struct Block {
    /// Which document it is.
    pub document: DocumentKind,
    /// Its text.
    pub text: String,
    /// The line of the file that it begins in.
    pub line: usize,
}

/// Finds the examples among the pieces of a document.
pub fn examples(pieces: Vec<Piece>) -> Vec<Example> {
    let mut reader = Reader::default();
    for piece in pieces {
        reader.read(piece);
    }
    reader.finish(Some("it has no closing tag `</stepgate-example>`"));
    reader.found
}

#[derive(Default)]
struct Reader {
    found: Vec<Example>,
    open: Option<Open>,
}

/// An example whose end is still to come.
#[derive(Default)]
struct Open {
    example: Example,
    /// The elements around the current place, within the example.
    wrappers: Vec<Wrapper>,
    /// How many of them have a name: most closing tags are looked up here only.
    names: HashMap<String, usize>,
    /// The `<pre>` around the current place.
    pre: Option<Pre>,
    /// A fence was seen that Markdown did not take for one.
    has_bare_fence: bool,
}

struct Wrapper {
    name: String,
    /// What it is marked as, or else what is around it.
    mark: Option<DocumentKind>,
    /// It is, or is within, a column of line numbers, which some generators put beside the code.
    is_numbers: bool,
}

struct Pre {
    mark: Option<DocumentKind>,
    text: String,
    line: usize,
    /// Only the text of the `<code>` in it counts, if there is one.
    code: Code,
}

#[derive(Clone, Copy, PartialEq)]
enum Code {
    ToCome,
    Open,
    Closed,
}

impl Reader {
    fn read(&mut self, piece: Piece) {
        if let Piece::Unreadable { line, fault } = piece {
            self.found.push(Example {
                tag: Tag {
                    line,
                    ..Tag::default()
                },
                fault: Some(fault.to_owned()),
                ..Example::default()
            });
            return;
        }
        match piece {
            Piece::Open(tag) if tag.name == ELEMENT => {
                self.finish(Some("it has no closing tag before the next example begins"));
                let is_whole = tag.closed;
                self.open = Some(Open {
                    example: Example {
                        tag,
                        ..Example::default()
                    },
                    ..Open::default()
                });
                if is_whole {
                    self.finish(None);
                }
            }
            Piece::Close(name) if name == ELEMENT => self.finish(None),
            Piece::ParagraphEnd
                if self
                    .open
                    .as_ref()
                    .is_some_and(|open| open.example.tag.in_paragraph) =>
            {
                self.finish(Some(
                    "it ends with the paragraph it stands in: in Markdown, write its whole opening tag on one line, \
                     with blank lines around the code blocks",
                ));
            }
            piece => {
                if let Some(open) = &mut self.open {
                    open.read(piece);
                }
            }
        }
    }

    /// Ends the example that is open, if one is.
    fn finish(&mut self, fault: Option<&str>) {
        let Some(open) = self.open.take() else { return };
        let mut example = open.example;
        if example.fault.is_none() {
            example.fault = fault.map(str::to_owned);
        }
        if example.fault.is_none() && example.blocks.len() < 2 && open.has_bare_fence {
            example.fault = Some(
                "Markdown does not take the lines in it for code blocks: leave a blank line before and after each".into(),
            );
        }
        self.found.push(example);
    }
}

impl Open {
    fn read(&mut self, piece: Piece) {
        match piece {
            Piece::Open(tag) => self.enter(tag),
            Piece::Close(name) if name == "pre" => {
                if let Some(pre) = self.pre.take() {
                    self.keep(pre.mark, pre.text, pre.line);
                }
            }
            Piece::Close(name) if self.pre.is_some() => {
                if let Some(pre) = self
                    .pre
                    .as_mut()
                    .filter(|pre| name == "code" && pre.code == Code::Open)
                {
                    pre.code = Code::Closed;
                }
            }
            Piece::Close(name) => self.leave(&name),
            Piece::Text { text, line } => match &mut self.pre {
                Some(pre) if pre.code == Code::Closed => {}
                Some(pre) => {
                    if pre.text.is_empty() {
                        pre.line = line;
                    }
                    pre.text.push_str(&text);
                }
                None => self.has_bare_fence |= text.contains("```") || text.contains("~~~"),
            },
            Piece::Fence { .. } | Piece::Markdown if self.pre.is_some() => {
                self.pre = None;
                self.blame("Markdown ends its `<pre>` at the first blank line: use a fenced code block instead");
            }
            Piece::Fence { info, text, line } => {
                let own = self.mark(words_of_info(&info));
                let mark = own.or_else(|| self.wrapped_as());
                self.keep(mark, text, line);
            }
            Piece::Markdown | Piece::ParagraphEnd | Piece::Unreadable { .. } => {}
        }
    }

    fn enter(&mut self, tag: Tag) {
        let own = self.mark(words_of_tag(&tag));
        match &mut self.pre {
            Some(pre) => {
                if tag.name == "code" && pre.code == Code::ToCome {
                    pre.mark = own.or(pre.mark);
                    pre.text.clear();
                    pre.code = Code::Open;
                } else if tag.name == "br" {
                    pre.text.push('\n');
                }
            }
            None if tag.name == "pre" => {
                let is_numbers = is_numbers(&tag) || self.is_within_numbers();
                self.pre = Some(Pre {
                    mark: own.or_else(|| self.wrapped_as()).filter(|_| !is_numbers),
                    text: String::new(),
                    line: tag.line,
                    code: Code::ToCome,
                });
            }
            None => {
                if !tag.closed && !VOID.contains(&tag.name.as_str()) {
                    *self.names.entry(tag.name.clone()).or_default() += 1;
                    self.wrappers.push(Wrapper {
                        is_numbers: is_numbers(&tag) || self.is_within_numbers(),
                        mark: own.or_else(|| self.wrapped_as()),
                        name: tag.name,
                    });
                }
            }
        }
    }

    /// Leaves the nearest element of a name, and all within it; a tag that closes nothing is passed over.
    fn leave(&mut self, name: &str) {
        if self.names.get(name).is_none_or(|count| *count == 0) {
            return;
        }
        while let Some(wrapper) = self.wrappers.pop() {
            if let Some(count) = self.names.get_mut(&wrapper.name) {
                *count -= 1;
            }
            if wrapper.name == name {
                break;
            }
        }
    }

    /// What the nearest marked wrapper says.
    fn wrapped_as(&self) -> Option<DocumentKind> {
        self.wrappers.last().and_then(|wrapper| wrapper.mark)
    }

    fn is_within_numbers(&self) -> bool {
        self.wrappers
            .last()
            .is_some_and(|wrapper| wrapper.is_numbers)
    }

    /// What some words mark a block as.
    fn mark<'a>(&mut self, words: impl Iterator<Item = &'a str>) -> Option<DocumentKind> {
        let mut marks = words.filter_map(|word| {
            let plain = word
                .strip_prefix("language-")
                .or(word.strip_prefix("lang-"));
            match plain.unwrap_or(word) {
                "policy" => Some(DocumentKind::Policy),
                "approval" => Some(DocumentKind::Approval),
                "trace" => Some(DocumentKind::Trace),
                _ => None,
            }
        });
        let mark = marks.next();
        if marks.any(|other| Some(other) != mark) {
            self.blame(
                "a code block in it is marked as more than one of policy, approval and trace",
            );
        }
        mark
    }

    /// Keeps a code block, if it is marked.
    fn keep(&mut self, mark: Option<DocumentKind>, text: String, line: usize) {
        let Some(document) = mark else { return };
        let blocks = &mut self.example.blocks;
        if blocks.iter().any(|block| block.document == document) {
            let name = document.name();
            self.blame(&format!("two code blocks in it are marked `{name}`"));
        } else {
            blocks.push(Block {
                document,
                text,
                line,
            });
        }
    }

    /// The first thing wrong is the one told.
    fn blame(&mut self, fault: &str) {
        self.example.fault.get_or_insert_with(|| fault.to_owned());
    }
}

/// Whether an element holds line numbers rather than code.
fn is_numbers(tag: &Tag) -> bool {
    let class = tag.attribute("class").unwrap_or_default();
    class
        .split_ascii_whitespace()
        .any(|word| matches!(word, "linenos" | "linenodiv"))
}

/// The words of a tag that can mark a block.
fn words_of_tag(tag: &Tag) -> impl Iterator<Item = &str> {
    let class = tag.attribute("class").unwrap_or_default();
    let own = tag.attribute("data-stepgate");
    class.split_ascii_whitespace().chain(own)
}

/// The words of a fence's info string that can mark a block: `json policy`, `json,policy`, `{.json .policy}`. The value
/// of a title or the like is none.
fn words_of_info(info: &str) -> impl Iterator<Item = &str> {
    let parts = info.split(|c: char| c.is_whitespace() || matches!(c, ',' | '{' | '}'));
    // A quoted value may hold white space: what stands between its quotes is passed over.
    let mut quote = None;
    parts.filter_map(move |part| {
        let was_quoted = quote.is_some();
        for character in part.chars().filter(|c| matches!(c, '"' | '\'')) {
            match quote {
                None => quote = Some(character),
                Some(open) if open == character => quote = None,
                Some(_) => {}
            }
        }
        if was_quoted {
            return None;
        }
        let own = part.strip_prefix("data-stepgate=");
        Some(own.unwrap_or(part).trim_matches(['.', '"', '\'']))
    })
}
