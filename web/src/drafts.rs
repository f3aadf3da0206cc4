//! Nothing that was typed is lost: the texts are kept in this browser while they are written, each tab for itself, and
//! what is replaced goes to a short history.

pub mod boot;
pub mod entry;
mod history;
mod plan;
mod saving;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use js_sys::{JsString, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use yew::Callback;

use crate::content::{Content, Snapshot};
use crate::mode;
use crate::protocol::Systems;
use crate::state::Saving;
use crate::storage::database::{self, Change, Failure};
use crate::storage::{self, tab};

use boot::Care;
use entry::{Entry, Kept, Reason};
use plan::Others;

/// How long a stored text may be, in UTF-16 units: no file that can be opened is longer.
const LONGEST: u32 = 64 << 20;

/// Keeps drafts and history.
#[derive(Clone)]
pub struct Drafts(Rc<Inner>);

struct Inner {
    told: Callback<Saving>,
    /// This tab's id, once it is claimed. Nothing is stored before.
    tab: RefCell<Option<tab::Id>>,
    /// Whether the tab knows its id by heart.
    remembered: Cell<bool>,
    /// Whether the start that has left a mark has come to its end.
    started: Cell<bool>,
    /// What is not as it is stored.
    unsaved: Cell<Unsaved>,
    /// What is chosen about the policy systems.
    systems: Cell<Systems>,
    timer: RefCell<Option<Timeout>>,
    /// How many writes are on their way.
    writing: Cell<u32>,
    /// What is stored, and since when.
    stored: RefCell<Option<Draft>>,
    /// How often the database had been taken from this page when that was known.
    closings: Cell<u32>,
    /// Whether a person has put another document in place of one since the last save.
    replaced: Cell<bool>,
    /// What was put into the history last.
    kept: RefCell<VecDeque<[JsString; 3]>>,
    /// When the history was last given what was there a while ago.
    snapshot_at: Cell<f64>,
}

/// What differs from what is stored.
#[derive(Clone, Copy, Default, PartialEq)]
struct Unsaved {
    documents: [bool; 3],
    systems: bool,
}

impl Unsaved {
    const ALL: Unsaved = Unsaved {
        documents: [true; 3],
        systems: true,
    };
}

/// The texts that a tab holds.
#[derive(Clone, PartialEq)]
pub struct Draft {
    /// The documents, and what is chosen about the policy systems.
    pub snapshot: Snapshot,
    /// When they were like this, in milliseconds since 1970.
    pub saved_at: f64,
}

/// What a tab starts with.
#[derive(Default)]
pub struct Loaded {
    /// The texts that this tab held before, or that it takes up from one that is gone.
    pub draft: Option<Draft>,
    /// With how much care they are to be met.
    pub care: Care,
    /// A sentence that a person should read.
    pub said: Option<String>,
}

/// What is stored: what can be read, and the ids of the rest.
#[derive(Default)]
struct Found {
    entries: Vec<Entry>,
    unreadable: Vec<String>,
}

impl Drafts {
    /// Nothing is stored yet; `told` hears how it stands.
    pub fn new(told: Callback<Saving>) -> Drafts {
        Drafts(Rc::new(Inner {
            told,
            tab: RefCell::new(None),
            remembered: Cell::new(false),
            started: Cell::new(false),
            unsaved: Cell::default(),
            systems: Cell::default(),
            timer: RefCell::new(None),
            writing: Cell::new(0),
            stored: RefCell::new(None),
            closings: Cell::new(0),
            replaced: Cell::new(false),
            kept: RefCell::default(),
            snapshot_at: Cell::new(js_sys::Date::now()),
        }))
    }

    /// Finds out which tab this is and what it holds. From then on changes are stored.
    pub async fn load(&self) -> Loaded {
        if !storage::is_allowed() {
            if mode::is_fresh() {
                self.tell(Saving::Off);
            }
            return Loaded::default();
        }
        let before = tab::remembered();
        let own = match &before {
            Some(id) if may_have(id).await => Some(id.clone()),
            _ => None,
        };
        // The mark comes before anything that is stored is touched.
        let mut care = own.as_deref().map(boot::begin);
        let found = match Found::now().await {
            Ok(found) => found,
            Err(failure) => {
                // What could not be read is not to be overwritten either.
                self.start_anew(own.as_deref()).await;
                self.tell(Saving::NotSaved(failure.reason()));
                return Loaded {
                    care: care.unwrap_or_default(),
                    ..Loaded::default()
                };
            }
        };
        let own = match own {
            Some(id) if found.unreadable.contains(&id) => {
                boot::end(&id);
                care = None;
                None
            }
            own => own,
        };
        let live = tab::live().await;
        let others = live.as_deref().map_or(Others::Unknown, Others::Live);
        let (id, source) = match own {
            Some(id) => (id.clone(), found.entry(&id).cloned()),
            None => {
                let id = tab::new_id();
                tab::claim(&id).await;
                match before.as_deref().and_then(|before| found.entry(before)) {
                    // A duplicate of a tab that lives: it goes on with the same texts, on its own.
                    Some(entry) => (id, Some(entry.clone())),
                    None => adopt(&found, id, &others).await,
                }
            }
        };
        let care = *care.get_or_insert_with(|| boot::begin(&id));
        tab::remember(&id);
        self.0.remembered.set(true);
        self.0.tab.replace(Some(id.clone()));
        self.retire(&found, &id, &others);
        let mut loaded = Loaded {
            care,
            ..Loaded::default()
        };
        match source {
            None if found.unreadable.is_empty() => {}
            None => loaded.said = Some(UNREADABLE.to_owned()),
            Some(entry) if care == Care::SetAside => {
                self.set_aside(entry).await;
                loaded.said = Some(SET_ASIDE.to_owned());
            }
            Some(entry) => match snapshot(&entry).await {
                Ok(snapshot) => loaded.draft = self.found(entry, snapshot, &id),
                Err(sentence) => {
                    self.start_anew(Some(&id)).await;
                    loaded.said = Some(sentence);
                }
            },
        }
        loaded
    }

    /// The page has answered about what it started with, or has shown it.
    pub fn started(&self) {
        if let (false, Some(tab)) = (self.0.started.get(), &*self.0.tab.borrow()) {
            self.0.started.set(true);
            boot::end(tab);
        }
    }

    fn found(&self, entry: Entry, snapshot: Snapshot, own: &str) -> Option<Draft> {
        let draft = Draft {
            snapshot,
            saved_at: entry.saved_at,
        };
        if entry.id == own && entry.reason.is_none() {
            self.0.stored.replace(Some(draft.clone()));
            self.tell(Saving::Saved);
        }
        (entry.length() > 0).then_some(draft)
    }

    /// Goes on with the start under an id that nothing is stored under.
    async fn start_anew(&self, before: Option<&str>) {
        if let Some(before) = before {
            boot::end(before);
        }
        boot::begin(&self.claim_new().await);
    }

    /// Takes an id that nothing is stored under.
    async fn claim_new(&self) -> tab::Id {
        let id = tab::new_id();
        tab::claim(&id).await;
        tab::remember(&id);
        self.0.tab.replace(Some(id.clone()));
        id
    }

    /// Puts what tabs have left behind into the history.
    fn retire(&self, found: &Found, own: &tab::Id, others: &Others) {
        let change = Change::default();
        for entry in plan::left_behind(&found.entries, own, others) {
            boot::end(&entry.id);
            change.entry(&entry.for_history(Reason::ClosedTab).write());
        }
        if !change.is_empty() {
            self.change_history(change);
        }
    }

    /// Puts a draft that the page does not start with into the history, and goes on without it.
    async fn set_aside(&self, entry: Entry) {
        let change = Change::default();
        change.entry(&entry.for_history(Reason::FailedStart).write());
        self.change_history(change);
        self.start_anew(Some(&entry.id)).await;
    }

    fn tell(&self, saving: Saving) {
        self.0.told.emit(saving);
    }
}

const UNREADABLE: &str = "Something that is stored on this device cannot be read by this version of Stepgate; it is \
                          left as it is.";
const SET_ASIDE: &str =
    "Stepgate twice failed to start with your documents. They are in the history.";

/// Whether this page may go on with the id of the one before it.
async fn may_have(id: &str) -> bool {
    let left = tab::was_left(id);
    tab::claim_own(id).await.unwrap_or(left)
}

/// Takes up what a tab that is gone has left, id and all, unless another new tab is faster.
async fn adopt(found: &Found, new: tab::Id, others: &Others<'_>) -> (tab::Id, Option<Entry>) {
    let Some(entry) = plan::adopted(&found.entries, &new, others) else {
        return (new, None);
    };
    match tab::claim(&entry.id).await {
        Some(true) => {
            tab::release(&new);
            (entry.id.clone(), Some(entry.clone()))
        }
        Some(false) => (new, None),
        // It may be another's: a copy does no harm.
        None => (new, Some(entry.clone())),
    }
}

/// The texts of an entry, with what was chosen about the policy systems.
async fn snapshot(entry: &Entry) -> Result<Snapshot, String> {
    let values = database::texts(&entry.keys()).await;
    let values = values.map_err(|failure| format!("{}: {}.", NO_TEXTS, failure.reason()))?;
    let mut values = values.into_iter();
    let mut content = |kept: &Kept| {
        let value = values.next().unwrap_or_default();
        let text = match kept.length {
            // It need not be stored.
            0 => Some(JsString::from("")),
            _ => value.dyn_into().ok(),
        };
        let text = text.filter(|text| text.length() <= LONGEST);
        let text = text.ok_or_else(|| format!("{NO_TEXTS}; they are left as they are."))?;
        Ok::<_, String>(Content {
            text,
            origin: kept.origin(),
        })
    };
    let [policy, approval, trace] = entry.documents.each();
    Ok(Snapshot {
        contents: [content(policy)?, content(approval)?, content(trace)?],
        systems: entry.systems,
    })
}

const NO_TEXTS: &str = "The stored documents cannot be read";

impl Found {
    async fn now() -> Result<Found, Failure> {
        let mut found = Found::default();
        for value in database::entries().await? {
            match Entry::read(&value) {
                Ok(entry) => found.entries.push(entry),
                Err(_) => {
                    let id = Reflect::get(&value, &JsValue::from("id")).ok();
                    found.unreadable.extend(id.and_then(|id| id.as_string()));
                }
            }
        }
        Ok(found)
    }

    fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }
}
