//! What a document consists of, as far as examples are concerned.

use html5gum::{DefaultEmitter, Token, Tokenizer};

/// A piece of a document. Lines count from 1.
#[derive(Debug, PartialEq)]
pub enum Piece {
    /// A tag that opens an element.
    Open(Tag),
    /// A tag that closes one; its name.
    Close(String),
    /// Text between tags, its entities decoded.
    Text {
        /// The text.
        text: String,
        /// The line it begins in.
        line: usize,
    },
    /// A fenced code block of Markdown.
    Fence {
        /// What stands after the opening fence.
        info: String,
        /// The code.
        text: String,
        /// The line the code begins in.
        line: usize,
    },
    /// Markdown that is neither: it ends what HTML was open.
    Markdown,
    /// The end of a paragraph of Markdown, which closes what was opened in it.
    ParagraphEnd,
    /// What was meant to be an example, and is none to this command.
    Unreadable {
        /// The line it begins in.
        line: usize,
        /// Why; a sentence without a final period.
        fault: &'static str,
    },
}

/// A tag that opens an element.
#[derive(Debug, Default, PartialEq)]
pub struct Tag {
    /// The element's name in lower case.
    pub name: String,
    /// Its attributes, names in lower case, entities decoded.
    pub attributes: Vec<(String, String)>,
    /// The line it begins in.
    pub line: usize,
    /// It ends in `/>` where that closes the element.
    pub closed: bool,
    /// It stands within a paragraph of Markdown.
    pub in_paragraph: bool,
}

impl Tag {
    /// The value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        let (_, value) = attributes.find(|(own, _)| own == name)?;
        Some(value)
    }
}

/// Reads HTML that begins in a line of a document. In JSX, `/>` closes any element; in HTML it means nothing.
pub fn of_html(html: &str, first_line: usize, slash_closes: bool) -> Vec<Piece> {
    let mut emitter = DefaultEmitter::<usize>::new_with_span();
    // A script or style sheet holds no tags.
    emitter.naively_switch_states(true);
    let Ok(tokens) = Tokenizer::new_with_emitter(html, emitter).collect::<Result<Vec<_>, _>>();
    let mut lines = Lines::new(html, first_line);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let pieces = tokens.into_iter().filter_map(|token| match token {
        Token::StartTag(tag) => Some(Piece::Open(Tag {
            name: text(&tag.name),
            attributes: tag
                .attributes
                .iter()
                .map(|(name, value)| (text(name), text(value)))
                .collect(),
            line: lines.at(tag.span.start),
            closed: tag.self_closing && slash_closes,
            in_paragraph: false,
        })),
        Token::EndTag(tag) => Some(Piece::Close(text(&tag.name))),
        Token::String(string) => Some(Piece::Text {
            text: text(&string),
            line: lines.at(string.span.start),
        }),
        Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => None,
    });
    pieces.collect()
}

/// Counts lines up to places that come in their order.
pub struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Lines<'a> {
    /// A text whose first line has this number.
    pub fn new(text: &'a str, first_line: usize) -> Lines<'a> {
        Lines {
            text,
            at: 0,
            line: first_line,
        }
    }

    /// The line of a byte offset; one that lies before an earlier one has that one's line.
    pub fn at(&mut self, offset: usize) -> usize {
        let passed = self.text.as_bytes().get(self.at..offset);
        if let Some(passed) = passed {
            self.line += passed.iter().filter(|byte| **byte == b'\n').count();
            self.at = offset;
        }
        self.line
    }
}
