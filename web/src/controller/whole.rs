//! The whole engine: fetched once, when documents need more than the page's own program holds.

use std::cell::{Cell, RefCell};

use futures_channel::oneshot;
use wasm_bindgen_futures::spawn_local;

use super::Controller;
use crate::editors;
use crate::program::Program;
use crate::state::Action;

/// Where the whole engine is.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Where {
    /// Not here, and not asked for.
    #[default]
    Away,
    /// On its way.
    Coming,
    /// Here; the worker gets it as soon as no request is on its way.
    Due,
    /// The worker has it.
    Here,
}

/// Where the whole engine is, and who waits for it.
#[derive(Default)]
pub struct Whole {
    at: Cell<Where>,
    /// Whether the present documents need it.
    needed: Cell<bool>,
    waiting: RefCell<Vec<oneshot::Sender<Result<(), String>>>>,
}

impl Controller {
    /// The present documents need the whole engine, or do not.
    pub(super) fn need_whole(&self, needed: bool) {
        self.0.whole.needed.set(needed);
        if needed {
            self.fetch_whole();
        }
    }

    /// Has the whole engine fetched, unless it has been.
    pub(super) fn fetch_whole(&self) {
        let whole = &self.0.whole;
        if whole.at.get() != Where::Away {
            return;
        }
        whole.at.set(Where::Coming);
        self.dispatch(Action::Fetching(true));
        let this = self.clone();
        spawn_local(async move {
            let fetched = Program::whole().await;
            let (whole, line) = (&this.0.whole, this.0.line.get());
            match (fetched, line) {
                (Ok(program), Some(line)) => {
                    whole.at.set(Where::Due);
                    line.exchange(program);
                }
                // Without a line there is nobody who asks.
                (Ok(_), None) => whole.at.set(Where::Away),
                (Err(reason), _) => {
                    whole.at.set(Where::Away);
                    this.dispatch(Action::Fetching(false));
                    let reason = format!(
                        "the part of the engine that these documents need could not be loaded: {reason}"
                    );
                    for waiting in whole.waiting.take() {
                        // Whoever waited may have gone away since.
                        let _ = waiting.send(Err(reason.clone()));
                    }
                    if whole.needed.get() {
                        this.not_verified(reason);
                    }
                }
            }
        });
    }

    /// Waits until the worker has the whole engine and the documents.
    ///
    /// # Errors
    /// Why it cannot be loaded, as the rest of a sentence.
    pub(super) async fn whole(&self) -> Result<(), String> {
        if self.0.whole.at.get() == Where::Here {
            return Ok(());
        }
        self.fetch_whole();
        let (sender, receiver) = oneshot::channel();
        self.0.whole.waiting.borrow_mut().push(sender);
        // The sender is kept until it is used, as long as the page lives.
        receiver
            .await
            .unwrap_or_else(|_| Err("the page is going away".to_owned()))
    }

    /// The worker has the whole engine, and no text.
    pub(super) fn exchanged(&self) {
        self.0.whole.at.set(Where::Here);
        editors::forget();
        self.dispatch(Action::Fetching(false));
        self.judge();
        for waiting in self.0.whole.waiting.take() {
            // Whoever waited may have gone away since.
            let _ = waiting.send(Ok(()));
        }
    }
}
