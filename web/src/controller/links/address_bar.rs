//! Keeping the address up to date: a plain copy of it is a link.

use gloo::timers::callback::Timeout;
use stepgate_engine::share::ADDRESS_BAR_LIMIT;
use wasm_bindgen_futures::spawn_local;

use crate::address;
use crate::controller::Controller;
use crate::editors;
use crate::protocol::{Answer, Document, Request};
use crate::state::{Action, AddressBar};

/// How long the documents rest before the address follows, in milliseconds. Safari refuses more than 100 changes in
/// 30 seconds.
const REST: u32 = 750;

/// Documents of more UTF-16 units are not tried for the address: their link would be far above the limit.
const HOPELESS: u32 = 1_000_000;

impl Controller {
    /// Has the address follow the documents, in good time.
    pub(in crate::controller) fn keep_address(&self) {
        if !self.0.links.started.get() {
            return;
        }
        let this = self.clone();
        let timer = Timeout::new(REST, move || {
            this.0.links.rest.take();
            spawn_local(async move { this.write_address().await });
        });
        self.0.links.rest.replace(Some(timer));
    }

    async fn write_address(&self) {
        let links = &self.0.links;
        if self.is_changed() {
            // The next verdict comes back here.
            return;
        }
        let length: u32 = Document::ALL.map(editors::length).iter().sum();
        if length == 0 || length > HOPELESS {
            self.carry(None, length > 0);
            return;
        }
        let (turn, sharing) = (links.turn.get(), self.sharing());
        let answer = self.asked(Request::Link { sharing }).await;
        let Ok(Answer::Link { link }) = answer else {
            // The next verdict comes back here.
            return;
        };
        if links.turn.get() != turn || self.is_changed() {
            return;
        }
        let fragment = link
            .ok()
            .and_then(|link| Some(format!("#{}", link.split_once('#')?.1)));
        let fragment = fragment.map(|fragment| self.with_followed(fragment));
        self.carry(
            fragment.filter(|fragment| fragment.len() <= ADDRESS_BAR_LIMIT),
            true,
        );
    }

    /// A link that was followed stays as it is, but for the finding that it points at.
    fn with_followed(&self, fragment: String) -> String {
        let links = &self.0.links;
        let followed = links.fragment.borrow();
        if !links.followed.get() || followed.len() < 2 {
            return fragment;
        }
        match fragment.split_once("&at=") {
            Some((_, finding)) => {
                let parts = followed.split('&').filter(|part| !part.starts_with("at="));
                let given: Vec<&str> = parts.collect();
                format!("{}&at={finding}", given.join("&"))
            }
            None => followed.clone(),
        }
    }

    /// Puts a fragment into the address, or none.
    fn carry(&self, fragment: Option<String>, wanted: bool) {
        let links = &self.0.links;
        let bar = if fragment.is_none() && wanted {
            AddressBar::TooLong
        } else {
            AddressBar::Carries
        };
        self.dispatch(Action::Address(bar));
        let fragment = fragment.unwrap_or_default();
        if *links.fragment.borrow() != fragment {
            address::write(&fragment, links.entry.get());
            links.fragment.replace(fragment);
        }
    }
}
