//! The pieces of a Markdown document.

use super::pieces::{Lines, Piece, of_html};
use memchr::memmem;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::borrow::Cow;
use std::ops::Range;

/// The kinds of Markdown that differ in what an example is.
#[derive(Clone, Copy, PartialEq)]
pub enum Flavour {
    /// CommonMark, as MkDocs, mdBook and others take it.
    Plain,
    /// Markdown with JSX: comments in braces, elements that close themselves, no indented code.
    Mdx,
}

/// What opens an example.
const OPENING: &str = "<stepgate-example";

const INDENTED: &str =
    "it is indented by four columns or more, where this command cannot tell it from code";
const NO_TAG: &str = "Markdown takes its opening tag for text: write attributes as in HTML, with their values in quotes";

/// Reads Markdown.
pub fn of_markdown(source: &str, flavour: Flavour) -> Vec<Piece> {
    let options = Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS
        | Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES;
    let is_mdx = flavour == Flavour::Mdx;
    let parsed = match flavour {
        Flavour::Plain => Cow::Borrowed(source),
        Flavour::Mdx => Cow::Owned(with_tags_on_one_line(source)),
    };
    let events: Vec<(Event, Range<usize>)> = Parser::new_ext(&parsed, options)
        .into_offset_iter()
        .collect();
    let comments = match flavour {
        Flavour::Plain => Vec::new(),
        Flavour::Mdx => comments(source, &events),
    };
    let mut pieces = Vec::new();
    let mut lines = Lines::new(source, 1);
    // The code block or block of HTML that is open.
    let mut block: Option<Block> = None;
    let mut is_metadata = false;
    for (event, range) in events {
        if is_within(&comments, range.start) {
            continue;
        }
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                block = Some(Block {
                    kind: match kind {
                        CodeBlockKind::Fenced(info) => Kind::Fence(info.into_string()),
                        CodeBlockKind::Indented => Kind::Indented,
                    },
                    text: String::new(),
                    start: range.start,
                });
            }
            Event::Start(Tag::MetadataBlock(_)) => is_metadata = true,
            Event::End(TagEnd::MetadataBlock(_)) => is_metadata = false,
            _ if is_metadata => {}
            Event::Start(Tag::HtmlBlock) => {
                block = Some(Block {
                    kind: Kind::Html,
                    text: String::new(),
                    start: range.start,
                });
            }
            Event::Html(text) | Event::Text(text) if block.is_some() => {
                if let Some(block) = &mut block {
                    if block.text.is_empty() {
                        block.start = range.start;
                    }
                    block.text.push_str(&text);
                }
            }
            Event::End(TagEnd::CodeBlock | TagEnd::HtmlBlock) => {
                if let Some(block) = block.take() {
                    let line = lines.at(block.start);
                    block.finish(line, is_mdx, &mut pieces);
                }
            }
            Event::InlineHtml(html) => {
                let mut inline = of_html(&html, lines.at(range.start), is_mdx);
                for piece in &mut inline {
                    if let Piece::Open(tag) = piece {
                        tag.in_paragraph = true;
                    }
                }
                pieces.append(&mut inline);
            }
            Event::End(TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::TableCell) if !is_mdx => {
                pieces.push(Piece::ParagraphEnd);
            }
            Event::Text(_) if let Some(start) = bare_example(source, &range) => {
                pieces.push(Piece::Unreadable {
                    line: lines.at(start),
                    fault: NO_TAG,
                });
            }
            Event::End(_) => {}
            _ => pieces.push(Piece::Markdown),
        }
    }
    pieces
}

/// Where text that was meant to open an example begins, if that is in a range. After a backslash it was meant as text.
fn bare_example(source: &str, range: &Range<usize>) -> Option<usize> {
    // It may begin with the last character: what can open a tag is a text of its own.
    let end = source.len().min(range.end + OPENING.len() - 1);
    let text = source.as_bytes().get(range.start..end)?;
    let at = range.start + memmem::find(text, OPENING.as_bytes())?;
    let is_escaped = source.get(..at)?.ends_with('\\');
    (range.contains(&at) && !is_escaped).then_some(at)
}

/// A block whose text is being gathered.
struct Block {
    kind: Kind,
    text: String,
    /// The byte offset of the text.
    start: usize,
}

enum Kind {
    Fence(String),
    Indented,
    Html,
}

impl Block {
    fn finish(self, line: usize, is_mdx: bool, pieces: &mut Vec<Piece>) {
        match self.kind {
            Kind::Fence(info) => pieces.push(Piece::Fence {
                info,
                text: self.text,
                line,
            }),
            Kind::Html => pieces.append(&mut of_html(&self.text, line, is_mdx)),
            // What CommonMark takes for code because it is indented is an element to MDX.
            Kind::Indented if is_mdx => {
                let mut lines = Lines::new(&self.text, line);
                let found = self.text.match_indices(OPENING);
                pieces.extend(found.map(|(at, _)| Piece::Unreadable {
                    line: lines.at(at),
                    fault: INDENTED,
                }));
            }
            Kind::Indented => pieces.push(Piece::Markdown),
        }
    }
}

/// The same text, byte for byte, but with spaces for the line breaks in tags that open an example. To MDX such a tag is
/// one; to CommonMark its last line, when that is `>`, begins a quotation.
fn with_tags_on_one_line(source: &str) -> String {
    let mut joined = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(start) = rest.find(OPENING) {
        let (before, tag) = rest.split_at(start);
        let mut quote = None;
        // A tag that is not closed ends where the next one begins.
        let next = tag.get(OPENING.len()..).and_then(|tag| tag.find(OPENING));
        let most = next.map_or(tag.len(), |next| OPENING.len() + next);
        let end = tag.get(..most).unwrap_or_default().find(|character| {
            match (quote, character) {
                (None, '"' | '\'') => quote = Some(character),
                (Some(open), _) if open == character => quote = None,
                _ => {}
            }
            quote.is_none() && character == '>'
        });
        let (tag, after) = tag.split_at(end.unwrap_or(OPENING.len()));
        joined.push_str(before);
        joined.push_str(&tag.replace(['\r', '\n'], " "));
        rest = after;
    }
    joined.push_str(rest);
    joined
}

/// The comments of MDX, `{/* … */}`, outside code.
fn comments(source: &str, events: &[(Event, Range<usize>)]) -> Vec<Range<usize>> {
    let code: Vec<Range<usize>> = events
        .iter()
        .filter(|(event, _)| {
            matches!(
                event,
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) | Event::Code(_)
            )
        })
        .map(|(_, range)| range.clone())
        .collect();
    let mut comments: Vec<Range<usize>> = Vec::new();
    for (start, _) in source.match_indices("{/*") {
        if !is_within(&comments, start) && !is_within(&code, start) {
            let length = source.get(start..).and_then(|rest| rest.find("*/}"));
            let end = length.map_or(source.len(), |length| start + length + 3);
            comments.push(start..end);
        }
    }
    comments
}

/// Whether a place is in one of some ranges, which are in order and do not overlap.
fn is_within(ranges: &[Range<usize>], at: usize) -> bool {
    let begun = ranges.partition_point(|range| range.start <= at);
    let last = begun.checked_sub(1).and_then(|last| ranges.get(last));
    last.is_some_and(|range| range.contains(&at))
}
