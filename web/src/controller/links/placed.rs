//! What a link or a reproduction file asks to be shown.

use js_sys::JsString;
use stepgate_engine::share;
use wasm_bindgen::JsCast;

use crate::content::Content;
use crate::files;
use crate::protocol::{Document, Recall, SharedDocuments, Systems};
use crate::state::View;

/// What a link asks to be shown.
pub struct Placed {
    pub documents: Vec<(Document, Content)>,
    /// Whether they were loaded from addresses.
    pub is_loaded: bool,
    /// Which policy system is shown, if that is told.
    pub systems: Option<Systems>,
    pub fail_under: Option<f64>,
    pub view: Option<View>,
    pub recall: Recall,
    pub said: String,
}

impl Placed {
    /// What a shared link holds.
    pub fn of_link(shared: SharedDocuments) -> Placed {
        let said = if shared.mended {
            "Opened a shared link. What another program had added to it was taken off; its content is complete."
        } else {
            "Opened a shared link."
        };
        Placed::of_shared(shared, said.to_owned())
    }

    /// Whether it holds an APPROVAL.md.
    pub fn has_approval(&self) -> bool {
        let mut documents = self.documents.iter();
        documents.any(|(document, it)| *document == Document::Approval && it.text.length() > 0)
    }

    /// What a link or a reproduction file holds, and what to say of it.
    pub fn of_shared(shared: SharedDocuments, said: String) -> Placed {
        Placed {
            documents: Document::ALL.into_iter().zip(contents(&shared)).collect(),
            systems: Some(shared.systems),
            is_loaded: false,
            fail_under: Some(shared.fail_under),
            view: shared.view.map(|view| match view {
                share::View::Policy => View::Policy,
                share::View::Trace => View::Trace,
                share::View::Results => View::Results,
            }),
            recall: shared.recall,
            said,
        }
    }
}

/// The documents that a link or a reproduction file holds, with their names and line endings.
pub fn contents(shared: &SharedDocuments) -> [Content; 3] {
    let [policy, approval, trace] = &shared.names;
    let named = [
        (policy, &shared.policy),
        (approval, &shared.approval),
        (trace, &shared.trace),
    ];
    named.map(|(name, text)| {
        let text = text.dyn_ref::<JsString>().cloned();
        files::named(name.clone(), text.unwrap_or_else(|| JsString::from("")))
    })
}
