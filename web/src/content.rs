//! A whole document, as it comes in and as it is put aside: its text and where that came from.

use js_sys::JsString;

use crate::protocol::Systems;

/// How lines end in a document's file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineEnding {
    /// LF, as in the editor.
    #[default]
    Lf,
    /// CR and LF: written back so.
    CrLf,
}

/// Where a text came from. The editor keeps it with the text, through undo and redo.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The file or sample; empty for something typed.
    pub name: String,
    /// How its file ends lines.
    pub line_ending: LineEnding,
}

impl Origin {
    /// Whether its file ends lines with CR and LF.
    pub fn is_crlf(&self) -> bool {
        self.line_ending == LineEnding::CrLf
    }
}

/// A whole document.
#[derive(Clone, Debug, PartialEq)]
pub struct Content {
    /// Its text: a JavaScript string, which is what the editor takes.
    pub text: JsString,
    /// Where it came from.
    pub origin: Origin,
}

impl Content {
    /// Whether both are one document, however lines end.
    pub fn is_same(&self, other: &Content) -> bool {
        let lines = |content: &Content| {
            let text = content.text.split("\r\n").join("\n");
            (text, content.origin.clone())
        };
        self == other || lines(self) == lines(other)
    }

    /// A text with a name, its lines ended by LF.
    pub fn named(name: String, text: JsString) -> Content {
        let line_ending = LineEnding::Lf;
        Content {
            text,
            origin: Origin { name, line_ending },
        }
    }
}

/// All documents with what is chosen about the policy systems: what is put aside and comes back together.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// Each document, in the order of [`crate::protocol::Document::ALL`].
    pub contents: [Content; 3],
    /// The choices.
    pub systems: Systems,
}

impl Snapshot {
    /// Whether nothing but white space is written.
    pub fn is_blank(&self) -> bool {
        let mut contents = self.contents.iter();
        contents.all(|content| content.text.trim().length() == 0)
    }
}
