//! The texts as a whole: what is there now, what replaces it, and the way back. Nothing here destroys what was there.

use std::cell::{Cell, RefCell};

use js_sys::JsString;

use super::Controller;
use crate::content::{Content, Snapshot};
use crate::dom;
use crate::drafts::entry::Reason;
use crate::editors;
use crate::protocol::{Document, Request};
use crate::state::{Action, Notice};

/// What was put aside, and the bound that it was judged by.
struct Saved {
    snapshot: Snapshot,
    fail_under: f64,
}

/// What the controller remembers about the texts, which their editors own.
pub struct Texts {
    /// What the last opening put aside.
    saved: RefCell<Option<Saved>>,
    /// All texts as the page itself put them there last.
    placed: RefCell<Option<[JsString; 3]>>,
    focused: Cell<Document>,
}

impl Texts {
    /// Nothing has been put aside.
    pub fn new() -> Texts {
        Texts {
            saved: RefCell::new(None),
            placed: RefCell::new(None),
            focused: Cell::new(Document::Policy),
        }
    }
}

impl Controller {
    /// All documents as they are now.
    pub fn contents(&self) -> [Content; 3] {
        Document::ALL.map(editors::content)
    }

    /// All documents as they are now, with what is chosen about the policy systems.
    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot {
            contents: self.contents(),
            systems: self.systems(),
        }
    }

    /// Opens documents in place of what is there, which can be brought back, and says so.
    pub fn open(&self, documents: Vec<(Document, Content)>, reason: Reason, said: String) {
        self.keep(reason);
        let written = documents.iter().filter(|(_, it)| it.text.length() > 0);
        self.show_system_of(written.map(|(document, _)| *document));
        self.replace(documents);
        self.say(said);
    }

    /// Brings back what the last opening replaced; what is there now is kept in its turn.
    pub fn restore(&self) {
        let Some(saved) = self.0.texts.saved.take() else {
            return;
        };
        self.keep(Reason::BeforeRestoring);
        self.replace(Document::ALL.into_iter().zip(saved.snapshot.contents));
        self.set_systems(saved.snapshot.systems);
        self.own();
        self.fail_under(saved.fail_under);
        self.say("What you had is back.".to_owned());
    }

    /// The one place where documents are replaced as a whole.
    pub(super) fn replace(&self, documents: impl IntoIterator<Item = (Document, Content)>) {
        for (document, content) in documents {
            editors::replace(document, &content);
        }
        let texts = Document::ALL.map(editors::text);
        self.0.texts.placed.replace(Some(texts));
        self.settle_focus();
    }

    /// The one place that hears of a changed text, whoever changed it.
    pub(super) fn text_changed(&self, document: Document, by_person: bool, whole: bool) {
        if by_person {
            self.dispatch(Action::Outdated);
        }
        self.dispatch(Action::Written(document, editors::length(document) > 0));
        self.leave_link();
        // What the page itself replaces, it puts aside itself.
        self.0.drafts.changed(document, by_person && whole);
        self.change();
    }

    /// Puts all documents aside, unless there is nothing worth it. What a person wrote is not given up for what the
    /// page itself has put in its place since.
    pub(super) fn keep(&self, reason: Reason) {
        let texts = &self.0.texts;
        let snapshot = self.snapshot();
        if self.is_untouched() && texts.saved.borrow().is_some() {
            return;
        }
        if snapshot.is_blank() {
            return;
        }
        self.keep_in_history(reason, snapshot.clone());
        texts.saved.replace(Some(Saved {
            snapshot,
            fail_under: self.bound(),
        }));
    }

    /// Whether the editors hold what the page itself has put there, and nobody has changed it.
    pub(super) fn is_untouched(&self) -> bool {
        let placed = self.0.texts.placed.borrow();
        placed.as_ref().is_some_and(|placed| {
            let mut each = Document::ALL.into_iter().zip(placed);
            each.all(|(document, placed)| editors::text(document) == *placed)
        })
    }

    /// What the page has just put into the editors is a person's own work, brought back.
    pub(super) fn own(&self) {
        self.0.texts.placed.take();
    }

    /// A person has chosen another bound: what is brought back is judged by it as well.
    pub(super) fn bound_chosen(&self, bound: f64) {
        if let Some(saved) = &mut *self.0.texts.saved.borrow_mut() {
            saved.fail_under = bound;
        }
    }

    /// Forgets what was put aside.
    pub(super) fn forget_saved(&self) {
        self.0.texts.saved.take();
    }

    /// Pretty-prints the policy and the trace, keeping every value's spelling.
    pub fn format(&self) {
        self.dispatch(Action::Outdated);
        self.judge();
        let Some(line) = self.0.line.get() else {
            return;
        };
        for document in Document::ARH {
            if editors::length(document) > 0 {
                line.send(line.number(), Request::Format { document });
            }
        }
    }

    /// Takes a pretty-printed text, unless someone went on typing.
    pub(super) fn formatted(&self, document: Document, text: JsString, problem: Option<String>) {
        if let Some(problem) = problem {
            let word = document.word();
            self.say(format!("The {word} cannot be formatted: {problem}."));
        } else if !editors::taken(document) {
            self.say("The text has changed meanwhile; nothing was formatted.".to_owned());
        } else if editors::text(document) != text {
            editors::rewrite(document, &text);
        }
    }

    /// Says a sentence.
    pub fn say(&self, text: String) {
        // What can be brought back stays in reach, whatever else there is to say.
        let restorable = self.0.texts.saved.borrow().is_some();
        self.dispatch(Action::Say(Some(Notice { text, restorable })));
    }

    /// Takes back what was said, and with it the buttons beside it.
    pub fn dismiss(&self) {
        self.dispatch(Action::Say(None));
        self.settle_focus();
    }

    /// The document whose editor last had the focus.
    pub fn focused(&self) -> Document {
        match self.0.texts.focused.get() {
            Document::Trace => Document::Trace,
            // Of the two policies' editors one is shown.
            Document::Policy | Document::Approval => self.systems().shown.document(),
        }
    }

    /// An editor has taken the focus.
    pub(super) fn focus_moved(&self, document: Document) {
        self.0.texts.focused.set(document);
    }

    /// Gives the focus to an editor, or to the tab in front of it, if what had it is about to go.
    fn settle_focus(&self) {
        let document = self.focused();
        dom::next_frame(move || {
            if dom::focus_is_lost() {
                editors::focus(document);
            }
            if dom::focus_is_lost() {
                dom::focus("[role=tab][aria-selected=true]");
            }
        });
    }
}
