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
    /// Here, or here as soon as the worker has nothing to do.
    Here,
}

/// Where the whole engine is, and who waits for it.
#[derive(Default)]
pub struct Whole {
    at: Cell<Where>,
    /// Whether the present documents need it.
    needed: Cell<bool>,
    waiting: RefCell<Vec<oneshot::Sender<()>>>,
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
                    whole.at.set(Where::Here);
                    line.exchange(program);
                }
                (Ok(_), None) => {}
                (Err(reason), _) => {
                    whole.at.set(Where::Away);
                    // Dropping them tells those who wait.
                    whole.waiting.take();
                    this.dispatch(Action::Fetching(false));
                    if whole.needed.get() {
                        this.not_verified(format!(
                            "the part of the engine that these documents need could not be loaded: {reason}"
                        ));
                    }
                }
            }
        });
    }

    /// Waits until the worker has the whole engine and the documents; none when it cannot be loaded.
    pub(super) async fn whole(&self) -> Option<()> {
        self.fetch_whole();
        let (sender, receiver) = oneshot::channel();
        self.0.whole.waiting.borrow_mut().push(sender);
        receiver.await.ok()
    }

    /// The worker has the whole engine, and no text.
    pub(super) fn exchanged(&self) {
        editors::forget();
        self.dispatch(Action::Fetching(false));
        self.judge();
        for waiting in self.0.whole.waiting.take() {
            // Whoever waited may have gone away since.
            let _ = waiting.send(());
        }
    }
}
