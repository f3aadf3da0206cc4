//! What the page begins with, and what it keeps of what it had.

use gloo::events::EventListener;
use js_sys::Reflect;
use wasm_bindgen_futures::spawn_local;

use super::Controller;
use super::links::Over;
use crate::address;
use crate::content::{Content, Snapshot};
use crate::dom;
use crate::drafts::boot::Care;
use crate::drafts::entry::{Entry, Reason};
use crate::drafts::{Draft, Loaded};
use crate::editors;
use crate::protocol::{Document, Systems};
use crate::settings::{self, Setting};
use crate::state::{Action, Dialog, EVEN_SPLIT};
use crate::theme::{self, Theme};

impl Controller {
    /// Decides what the page begins with, and whether it is judged.
    pub(super) async fn begin(&self) {
        let Loaded { draft, care, said } = self.0.drafts.load().await;
        let typed = Document::ALL.map(editors::length) != [0; 3];
        let over = match care {
            Care::SetAside => Over::Nothing,
            // The number in the tab's history says that the link has been here before.
            _ if draft.is_some() && address::entry().is_some() => Over::TheSame,
            _ => Over::Anything,
        };
        match draft {
            // What someone has typed meanwhile is not given up for what was there before.
            Some(draft) if typed => self.0.drafts.keep(Reason::BeforeTyping, draft),
            Some(draft) => self.begin_with(draft.snapshot),
            None => self.set_systems(settings::systems()),
        }
        self.0.drafts.save_soon();
        let of_settings = settings::migrate().map(str::to_owned);
        if let Some(said) = said.or(of_settings) {
            self.say(said);
        }
        self.begin_judging(care == Care::None);
        self.start_links(over);
        if care != Care::None {
            // Texts that are only shown have been survived once they are painted.
            let drafts = self.0.drafts.clone();
            dom::after_paint(move || drafts.started());
        }
    }

    /// The page has answered about what there is: if that is what it started with, the start is over.
    pub(super) fn start_is_over(&self) {
        if !self.is_starting_link() {
            self.0.drafts.started();
        }
    }

    /// Saves when the page is left, and takes up again what is its own when it is back.
    pub(super) fn keep_drafts(&self) {
        let (document, window) = (gloo::utils::document(), gloo::utils::window());
        let this = self.clone();
        EventListener::new(&document, "visibilitychange", move |_| {
            if gloo::utils::document().hidden() {
                this.0.drafts.flush();
            }
        })
        .forget();
        let this = self.clone();
        EventListener::new(&window, "pagehide", move |_| this.0.drafts.leave()).forget();
        let this = self.clone();
        EventListener::new(&window, "pageshow", move |event| {
            let persisted = Reflect::get(event, &"persisted".into()).ok();
            if persisted.is_some_and(|it| it.is_truthy()) {
                let drafts = this.0.drafts.clone();
                spawn_local(async move { drafts.come_back().await });
            }
        })
        .forget();
    }

    /// Another place of the splitter, in percent, that a person expects to find again.
    pub fn split(&self, percent: u8) {
        settings::keep(Setting::Split, percent);
        self.dispatch(Action::Split(percent));
    }

    /// Puts texts that are about to be replaced into the history.
    pub(super) fn keep_in_history(&self, reason: Reason, snapshot: Snapshot) {
        let saved_at = js_sys::Date::now();
        self.0.drafts.keep(reason, Draft { snapshot, saved_at });
    }

    /// The history, newest first.
    ///
    /// # Errors
    /// A sentence.
    pub async fn history(&self) -> Result<Vec<Entry>, String> {
        self.0.drafts.history().await
    }

    /// Brings back an entry of the history; what is there now is kept in its turn.
    pub fn restore_entry(&self, entry: Entry) {
        let this = self.clone();
        spawn_local(async move {
            match this.0.drafts.snapshot_of(&entry).await {
                Ok(Snapshot { contents, systems }) => {
                    let documents = Document::ALL.into_iter().zip(contents);
                    // What is there now is what the quick way leads back to.
                    this.forget_saved();
                    let said = "Restored from the history.".to_owned();
                    this.open(documents.collect(), Reason::BeforeRestoring, said);
                    this.set_systems(systems);
                    this.own();
                }
                Err(sentence) => this.say(sentence),
            }
        });
    }

    /// Asks whether everything on this device is to be deleted.
    pub fn ask_to_clear(&self) {
        self.dispatch(Action::Open(Some(Dialog::Clear)));
    }

    /// Empties the editors and deletes everything that is ours on this device.
    pub fn clear(&self) {
        let this = self.clone();
        spawn_local(async move {
            // Not even undoing brings it back.
            let nothing = || Content::named(String::new(), js_sys::JsString::from(""));
            this.begin_with(Snapshot {
                contents: [nothing(), nothing(), nothing()],
                systems: Systems::default(),
            });
            this.own();
            this.forget_saved();
            this.forget_links();
            let left = this.0.drafts.clear().await;
            theme::show(Theme::System);
            this.dispatch(Action::Split(EVEN_SPLIT));
            this.fail_under(stepgate_engine::arh::DEFAULT_FAIL_UNDER);
            this.say(if left.is_empty() {
                "Everything that Stepgate had stored on this device is deleted: documents, history, settings and the \
                 copy for working offline."
                    .to_owned()
            } else {
                format!(
                    "This browser did not let Stepgate delete {}; everything else is deleted.",
                    left.join(" and ")
                )
            });
            if this.is_judging_off() {
                this.retry();
            }
        });
    }

    fn begin_with(&self, snapshot: Snapshot) {
        for (document, content) in Document::ALL.into_iter().zip(&snapshot.contents) {
            editors::begin(document, content);
        }
        self.set_systems(snapshot.systems);
    }
}
