//! What replaces a whole text: opening, restoring and formatting. Nothing here destroys what was there.

use js_sys::JsString;

use super::Controller;
use crate::editors;
use crate::protocol::{Document, Request};
use crate::state::{Action, LineEnding};

/// A document that has been put aside.
pub struct Saved {
    text: JsString,
    name: String,
    line_ending: LineEnding,
}

impl Controller {
    /// Pretty-prints both documents, keeping every value's spelling.
    pub fn format(&self) {
        self.judge();
        let Some(line) = self.0.line.get() else {
            return;
        };
        for document in Document::BOTH {
            if editors::length(document) > 0 {
                let number = line.number();
                line.send(&Request::Format { number, document });
            }
        }
    }

    /// Opens documents in place of what is there, which can be brought back.
    pub fn open(&self, documents: Vec<(Document, String, JsString, LineEnding)>, said: String) {
        self.keep();
        for (document, name, text, line_ending) in documents {
            self.set_origin(document, name, line_ending);
            editors::replace(document, &text, false);
        }
        self.0
            .placed
            .replace(Some(Document::BOTH.map(editors::text)));
        self.say(said);
    }

    /// Brings back what the last opening replaced; what is there now is kept in its turn.
    pub fn restore(&self) {
        let Some(saved) = self.0.saved.take() else {
            return;
        };
        self.keep();
        for (document, saved) in Document::BOTH.into_iter().zip(saved) {
            self.set_origin(document, saved.name, saved.line_ending);
            editors::replace(document, &saved.text, false);
        }
        self.0
            .placed
            .replace(Some(Document::BOTH.map(editors::text)));
        self.say("What you had is back.".to_owned());
    }

    /// Puts both documents aside, unless there is nothing worth it. What a person wrote is not given up for what the
    /// page itself has put in its place since.
    fn keep(&self) {
        let texts = Document::BOTH.map(editors::text);
        let untouched = self.0.placed.borrow().as_ref() == Some(&texts);
        if untouched && self.0.saved.borrow().is_some() {
            return;
        }
        if texts.iter().all(|text| text.trim().length() == 0) {
            return;
        }
        let mut origins = self.0.origins.borrow().clone().into_iter();
        let saved = texts.map(|text| {
            let (name, line_ending) = origins.next().unwrap_or_default();
            Saved {
                text,
                name,
                line_ending,
            }
        });
        self.0.saved.replace(Some(saved));
    }

    fn set_origin(&self, document: Document, name: String, line_ending: LineEnding) {
        if let Some(origin) = self.0.origins.borrow_mut().get_mut(document.index()) {
            *origin = (name.clone(), line_ending);
        }
        self.dispatch(Action::Named(document, name, line_ending));
    }

    /// Takes a pretty-printed text, unless someone went on typing.
    pub(super) fn formatted(&self, document: Document, text: JsString, problem: Option<String>) {
        if let Some(problem) = problem {
            let word = document.word();
            self.say(format!("The {word} cannot be formatted: {problem}."));
        } else if !editors::taken(document) {
            self.say("The text has changed meanwhile; nothing was formatted.".to_owned());
        } else if editors::text(document) != text {
            editors::replace(document, &text, true);
        }
    }
}
