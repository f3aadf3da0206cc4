//! Links: opening the one in the address, following others, and going back.

mod address_bar;
mod placed;
mod recall;
mod tab_history;

use std::cell::{Cell, RefCell};

use gloo::timers::callback::Timeout;
use stepgate_engine::share;
use wasm_bindgen_futures::spawn_local;

use super::Controller;
use crate::address;
use crate::content::Origin;
use crate::drafts::entry::Reason;
use crate::editors;
use crate::protocol::{
    Answer, Document, LinkContent, Recall, Request, SharedDocuments, Sharing, Systems,
};
use crate::remote;
use crate::state::{Action, View};

pub use placed::{Placed, contents};
use tab_history::Left;

/// What may be replaced by what a link holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// Whatever is there: it can be brought back.
    Anything,
    /// Only the same documents: whoever has followed the link before has gone on from it.
    TheSame,
    /// Nothing: the link is not opened.
    Nothing,
}

/// Where the page stands in the tab's history, and what its address holds.
pub struct Links {
    /// Whether the address is the documents' own: that of a frame is not.
    started: Cell<bool>,
    /// The present entry's number.
    entry: Cell<u32>,
    next: Cell<u32>,
    left: RefCell<Vec<Left>>,
    /// The fragment of the present entry, as it was last written or followed.
    fragment: RefCell<String>,
    /// Whether that fragment was followed, and the documents are still the ones it gave.
    followed: Cell<bool>,
    /// What the followed link remembers, until the documents have been judged.
    recall: RefCell<Option<Recall>>,
    rest: RefCell<Option<Timeout>>,
    /// Counts what outdates an answer that is on its way.
    turn: Cell<u32>,
    /// Whether the link that the page starts with is being opened.
    starting: Cell<bool>,
    /// The chosen finding, and the step of the chosen decision.
    chosen: Cell<[Option<u32>; 2]>,
    view: Cell<View>,
}

impl Links {
    /// Nothing has been followed.
    pub fn new() -> Links {
        // Numbers from before a reload mean nothing now; the time keeps them apart.
        let first = (js_sys::Date::now() % f64::from(u32::MAX / 2)) as u32;
        Links {
            started: Cell::new(false),
            entry: Cell::new(first),
            next: Cell::new(first + 1),
            left: RefCell::default(),
            fragment: RefCell::default(),
            followed: Cell::new(false),
            recall: RefCell::default(),
            rest: RefCell::default(),
            turn: Cell::new(0),
            starting: Cell::new(false),
            chosen: Cell::new([None; 2]),
            view: Cell::new(View::Policy),
        }
    }

    /// A new turn: answers to earlier questions no longer count.
    fn turn(&self) -> u32 {
        self.rest.take();
        self.turn.set(self.turn.get() + 1);
        self.turn.get()
    }
}

impl Controller {
    /// Listens to the tab's history, and opens what the address asks for.
    pub(super) fn start_links(&self, over: Over) {
        let this = self.clone();
        address::listen(move || this.moved());
        self.0.links.started.set(true);
        let fragment = address::fragment();
        self.0.links.fragment.replace(fragment.clone());
        address::write(&fragment, self.0.links.entry.get());
        if over != Over::Nothing && fragment.len() >= 2 {
            self.0.links.starting.set(true);
            self.follow_link(fragment, over);
        }
    }

    /// Takes the documents out of the address, and gives up what the way back would lead to.
    pub(super) fn forget_links(&self) {
        let links = &self.0.links;
        links.turn();
        links.left.take();
        links.recall.take();
        links.fragment.take();
        address::write("", links.entry.get());
    }

    /// Whether the link that the page starts with is being opened.
    pub(super) fn is_starting_link(&self) -> bool {
        self.0.links.starting.get()
    }

    /// What goes into a link besides the texts.
    pub fn sharing(&self) -> Sharing {
        let origins = Document::ALL.map(editors::origin);
        let [finding, decision] = self.0.links.chosen.get();
        Sharing {
            base: address::base(),
            crlf: origins.each_ref().map(Origin::is_crlf),
            names: origins.map(|origin| origin.name),
            systems: self.systems(),
            fail_under: self.bound(),
            view: Some(match self.0.links.view.get() {
                View::Policy => share::View::Policy,
                View::Trace => share::View::Trace,
                View::Results => share::View::Results,
            }),
            finding,
            decision,
        }
    }

    /// What is chosen, in a word.
    pub fn chosen(&self) -> Option<&'static str> {
        match self.0.links.chosen.get() {
            [_, Some(_)] => Some("decision"),
            [Some(_), None] => Some("finding"),
            [None, None] => None,
        }
    }

    /// Another finding or the decision on another step is chosen, or another view is in front: the address is to say so.
    pub fn looked_at(&self, chosen: [Option<u32>; 2], view: View) {
        let links = &self.0.links;
        let same = links.chosen.replace(chosen) == chosen;
        links.view.set(view);
        if !same {
            self.keep_address();
        }
    }

    /// The documents, or what they are judged by, are no longer those of the link that was followed.
    pub(super) fn leave_link(&self) {
        self.0.links.followed.set(false);
        self.0.links.recall.take();
        self.0.links.turn();
    }

    /// Opens what a reproduction file holds. No link was followed: the address is to carry the documents as any others.
    pub(super) fn open_reproduction(&self, shared: SharedDocuments, said: String) {
        self.place(Placed::of_shared(shared, said));
        self.0.links.followed.set(false);
    }

    /// The present documents have been judged.
    pub(super) fn settled(&self) {
        match self.0.links.recall.take() {
            Some(recall) => {
                let this = self.clone();
                spawn_local(async move {
                    this.recall(recall).await;
                    // A file's documents are not in the address yet.
                    if !this.0.links.followed.get() {
                        this.keep_address();
                    }
                });
            }
            None => self.keep_address(),
        }
    }

    /// Opens what a fragment asks for. What cannot be opened is told, and nothing changes.
    fn follow_link(&self, fragment: String, over: Over) {
        if fragment.len() < 2 {
            return;
        }
        let turn = self.0.links.turn();
        let entry = self.0.links.entry.get();
        let this = self.clone();
        spawn_local(async move {
            let answer = this.asked(Request::ReadLink { address: fragment }).await;
            let content = match answer {
                Ok(Answer::LinkRead { content }) => content,
                _ => Err(
                    "The link could not be read, because the engine stopped: reload the page to try again."
                        .to_owned(),
                ),
            };
            let placed = match content {
                Ok(LinkContent::Empty) => Ok(None),
                Ok(LinkContent::Documents(shared)) => Ok(Some(Placed::of_link(*shared))),
                Ok(LinkContent::Addresses {
                    addresses,
                    fail_under,
                    recall,
                }) => this.load(addresses, fail_under, recall).await.map(Some),
                Err(sentence) => Err(sentence),
            };
            let was_starting = this.0.links.starting.take();
            if this.0.links.turn.get() != turn {
                // Whoever went on to something else knows; whoever only wrote on does not.
                if this.0.links.entry.get() == entry && matches!(placed, Ok(Some(_))) {
                    this.say(
                        "The link was not opened, because you went on meanwhile: open it again to see it."
                            .to_owned(),
                    );
                }
                return;
            }
            match placed {
                Ok(Some(placed)) if over == Over::Anything || this.holds(&placed) => {
                    this.place(placed);
                }
                // What was written since the link was opened stays; that it is being loaded is no longer true.
                Ok(Some(placed)) if placed.is_loaded => this.dispatch(Action::Say(None)),
                Ok(_) => {}
                Err(sentence) => this.say(sentence),
            }
            if was_starting {
                // With the answer to this the start is over.
                this.change();
            }
        });
    }

    /// Loads documents from addresses.
    async fn load(
        &self,
        addresses: [Option<String>; 2],
        fail_under: Option<f64>,
        recall: Recall,
    ) -> Result<Placed, String> {
        let mut documents = Vec::new();
        let mut hosts: Vec<String> = Vec::new();
        for (document, written) in Document::ARH.into_iter().zip(addresses) {
            let Some(written) = written else { continue };
            let url = address::of_document(&written)?;
            self.say(format!(
                "Loading the {} from {}\u{2026}",
                document.word(),
                url.host()
            ));
            let content = remote::fetch(document, &url).await?;
            documents.push((
                self.document_for(&content.text, Some(document)).await,
                content,
            ));
            if !hosts.contains(&url.host()) {
                hosts.push(url.host());
            }
        }
        Ok(Placed {
            said: format!("Loaded from {}.", hosts.join(" and ")),
            documents,
            is_loaded: true,
            systems: None,
            fail_under,
            view: None,
            recall,
        })
    }

    /// Opens documents as a link asks, and looks up what it remembers once they have been judged.
    pub(super) fn place(&self, placed: Placed) {
        let has_approval = placed.has_approval();
        if self.holds(&placed) {
            self.dispatch(Action::Say(None));
        } else {
            self.open(placed.documents, Reason::BeforeLink, placed.said);
        }
        if let Some(Systems { shown, harness, .. }) = placed.systems {
            let systems = self.systems().showing(shown);
            // Without an APPROVAL.md a link tells no harness: a person's choice stays.
            let harness = if has_approval {
                harness
            } else {
                systems.harness
            };
            self.set_systems(Systems { harness, ..systems });
        }
        // What is put aside is put aside with its own bound.
        if let Some(bound) = placed.fail_under {
            self.fail_under(bound);
        }
        if let Some(view) = placed.view {
            self.dispatch(Action::Show(view));
        }
        self.0.links.followed.set(true);
        self.0.links.recall.replace(Some(placed.recall));
        // Also where nothing has changed: the answer is what the link is held against.
        self.change();
    }

    /// Whether the editors hold what a link asks for.
    fn holds(&self, placed: &Placed) -> bool {
        let present = self.contents();
        placed.documents.iter().all(|(document, content)| {
            let present = present.get(document.index());
            present.is_some_and(|present| present.is_same(content))
        })
    }
}
