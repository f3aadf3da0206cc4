//! Saving: when what has changed is written, and what becomes of it.

use gloo::timers::callback::Timeout;
use wasm_bindgen_futures::spawn_local;

use super::entry::{Entry, Reason};
use super::{Draft, Drafts, Found, Unsaved, boot, plan};
use crate::content::{Content, Snapshot};
use crate::editors;
use crate::protocol::{Document, Systems};
use crate::state::Saving;
use crate::storage::database::{self, Change, Failure};
use crate::storage::tab;

/// How long after a change it is written, in milliseconds, by the length of all documents: writing a large text takes
/// its time.
const PATIENCE: [(u32, u32); 3] = [(1_000_000, 300), (8_000_000, 1_000), (u32::MAX, 4_000)];

/// How long texts are at most, in UTF-16 units, that are noted while the page is left.
const NOTED: u64 = 200_000;

/// How long it takes, in milliseconds, until what was there a while ago is worth a place in the history.
const WHILE: f64 = 30.0 * 60.0 * 1000.0;

impl Drafts {
    /// Something else is chosen about the policy systems. It is kept with the documents, once there are any.
    pub fn choose(&self, systems: Systems) {
        if self.0.systems.replace(systems) != systems && self.0.stored.borrow().is_some() {
            let mut unsaved = self.0.unsaved.get();
            unsaved.systems = true;
            self.0.unsaved.set(unsaved);
            self.save_soon();
        }
    }

    /// A document has changed, or is another one altogether.
    pub fn changed(&self, document: Document, whole: bool) {
        if whole {
            self.0.replaced.set(true);
        }
        let mut unsaved = self.0.unsaved.get();
        if let Some(unsaved) = unsaved.documents.get_mut(document.index()) {
            *unsaved = true;
        }
        self.0.unsaved.set(unsaved);
        self.save_soon();
    }

    /// Writes what is not written yet, now: the page is out of sight, or about to go.
    pub fn flush(&self) {
        self.0.timer.take();
        self.save();
    }

    /// The page is left: what it holds is another's from now on.
    pub fn leave(&self) {
        let is_saved = self.0.unsaved.get() == Unsaved::default() && self.0.writing.get() == 0;
        self.flush();
        if let Some(tab) = &*self.0.tab.borrow() {
            if !is_saved {
                self.note(tab);
            }
            // Whoever closes a page that is judging has not been locked out by it.
            boot::end(tab);
            tab::leave(tab);
        }
    }

    /// Notes what is on its way to the database, if it is short enough for that.
    fn note(&self, tab: &str) {
        let stored = self.0.stored.borrow();
        let Some(Draft { snapshot, saved_at }) = &*stored else {
            return;
        };
        let entry = Entry::new(tab.to_owned(), None, *saved_at, snapshot);
        if entry.length() > NOTED {
            return;
        }
        let texts = js_sys::Array::new();
        for (key, text) in entry.texts(snapshot, None) {
            texts.push(&key.into());
            texts.push(text);
        }
        database::note(&entry.write(), &texts);
    }

    /// The page was left and is back: what it holds is its own again, unless another tab has taken it up meanwhile.
    pub async fn come_back(&self) {
        let own = self.0.tab.borrow().clone();
        let Some(own) = own else {
            return;
        };
        let left = tab::was_left(&own);
        // Until it is known whose the stored draft is, nothing is written over it.
        self.0.tab.take();
        let is_own = tab::claim_own(&own).await.unwrap_or(left);
        if is_own && self.is_as_stored(&own).await {
            self.0.tab.replace(Some(own));
        } else {
            if is_own {
                tab::release(&own);
            }
            self.claim_new().await;
            self.0.stored.take();
            self.0.unsaved.set(Unsaved::ALL);
        }
        self.save_soon();
    }

    /// Whether a draft is stored as this page has stored it: another tab may have taken it up meanwhile, and left it.
    async fn is_as_stored(&self, id: &str) -> bool {
        let Ok(found) = Found::now().await else {
            return false;
        };
        match (found.entry(id), &*self.0.stored.borrow()) {
            (Some(entry), Some(stored)) => {
                entry.reason.is_none() && entry.saved_at == stored.saved_at
            }
            (None, None) => true,
            _ => false,
        }
    }

    /// Takes nothing for stored if the database was taken from this page since: then all texts are written anew.
    fn doubt_what_is_stored(&self) {
        let closings = database::closings();
        if self.0.closings.replace(closings) != closings {
            self.0.stored.take();
            self.0.kept.borrow_mut().clear();
        }
    }

    /// Writes in good time what is not written yet.
    pub fn save_soon(&self) {
        let is_unsaved = self.0.unsaved.get() != Unsaved::default();
        if !is_unsaved || self.0.tab.borrow().is_none() {
            return;
        }
        self.tell(Saving::Underway);
        // It is never put off: whoever goes on typing is saved all the same.
        if self.0.timer.borrow().is_none() {
            let length: u32 = Document::ALL.map(editors::length).iter().sum();
            let wait = PATIENCE
                .iter()
                .find(|(bound, _)| length < *bound)
                .map_or(0, |(_, wait)| *wait);
            let this = self.clone();
            let timer = Timeout::new(wait, move || {
                this.0.timer.take();
                // A slow disk is not given more to do than it can.
                if this.0.writing.get() > 0 {
                    this.save_soon();
                } else {
                    this.save();
                }
            });
            self.0.timer.replace(Some(timer));
        }
    }

    fn save(&self) {
        let unsaved = self.0.unsaved.get();
        let Some(tab) = self.0.tab.borrow().clone() else {
            return;
        };
        if unsaved == Unsaved::default() {
            return;
        }
        self.doubt_what_is_stored();
        self.0.unsaved.set(Unsaved::default());
        let is_replaced = self.0.replaced.take();
        let before = self.0.stored.borrow().clone();
        let snapshot = Snapshot {
            contents: self.contents(before.as_ref(), unsaved),
            systems: self.0.systems.get(),
        };
        if before.as_ref().is_some_and(|it| it.snapshot == snapshot) {
            self.arrived();
            return;
        }
        if !self.0.remembered.replace(true) {
            tab::remember(&tab);
        }
        let now = js_sys::Date::now();
        let entry = Entry::new(tab, None, now, &snapshot);
        let change = Change::default();
        change.entry(&entry.write());
        let stored = before.as_ref().map(|draft| &draft.snapshot);
        for (key, text) in entry.texts(&snapshot, stored) {
            change.text(&key, text);
        }
        if let Some(before) = before {
            self.keep_what_was(before, &snapshot.contents, now, is_replaced);
        }
        self.0.stored.replace(Some(Draft {
            snapshot,
            saved_at: now,
        }));
        self.0.writing.set(self.0.writing.get() + 1);
        // It has to be on its way before this returns: a page that is about to go does not come back to it.
        let sent = change.send();
        let this = self.clone();
        spawn_local(async move {
            let result = match sent.await {
                Err(Failure::Full) => this.send_with_room(&change).await,
                result => result,
            };
            this.0.writing.set(this.0.writing.get() - 1);
            match result {
                Ok(()) => this.arrived(),
                Err(failure) => this.failed(failure),
            }
        });
    }

    /// All documents as they are, without asking for a long text that is known.
    fn contents(&self, stored: Option<&Draft>, unsaved: Unsaved) -> [Content; 3] {
        Document::ALL.map(|document| {
            let known = stored.and_then(|draft| draft.snapshot.contents.get(document.index()));
            match (known, unsaved.documents.get(document.index())) {
                (Some(known), Some(false)) => known.clone(),
                _ => editors::content(document),
            }
        })
    }

    fn arrived(&self) {
        if self.0.unsaved.get() == Unsaved::default() && self.0.writing.get() == 0 {
            self.tell(Saving::Saved);
        }
    }

    fn failed(&self, failure: Failure) {
        // What is stored is what was stored before. The next change brings the next try.
        self.0.stored.take();
        self.0.unsaved.set(Unsaved::ALL);
        self.tell(Saving::NotSaved(failure.reason()));
    }

    /// Gives the history what was there before, if it was there for a while, or if most or all of it is gone.
    fn keep_what_was(&self, before: Draft, contents: &[Content; 3], now: f64, is_replaced: bool) {
        let mut each = before.snapshot.contents.iter().zip(contents);
        let is_deleted = |(before, now): (&Content, &Content)| {
            plan::is_mostly_deleted(before.text.length(), now.text.length())
        };
        let reason = if each.any(is_deleted) {
            Reason::BeforeDeleting
        } else if is_replaced {
            Reason::BeforeReplacing
        } else if now - self.0.snapshot_at.get() >= WHILE {
            Reason::WhileWriting
        } else {
            return;
        };
        self.0.snapshot_at.set(now);
        self.keep(reason, before);
    }
}
