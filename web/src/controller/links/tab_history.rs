//! The tab's history: what stood in the editors when an entry was left comes back with it.

use super::super::Controller;
use super::Over;
use crate::address;
use crate::content::Snapshot;
use crate::drafts::entry::Reason;
use crate::protocol::Document;

/// The most entries of the tab's history whose documents are kept.
const MOST_LEFT: usize = 20;

/// What stood in the editors when an entry of the tab's history was left.
pub struct Left {
    entry: u32,
    snapshot: Snapshot,
    fail_under: f64,
    /// Whether a person has written there.
    own: bool,
}

impl Controller {
    /// The tab has moved to another entry of its history.
    pub(super) fn moved(&self) {
        let links = &self.0.links;
        let (entry, fragment) = (address::entry(), address::fragment());
        if entry == Some(links.entry.get()) && *links.fragment.borrow() == fragment {
            // Told twice.
            return;
        }
        links.turn();
        links.recall.take();
        self.leave_entry();
        let came_back = entry.and_then(|entry| {
            let mut left = links.left.borrow_mut();
            let index = left.iter().position(|left| left.entry == entry)?;
            Some(left.remove(index))
        });
        links.fragment.replace(fragment.clone());
        if let Some(left) = came_back {
            links.entry.set(left.entry);
            let Snapshot { contents, systems } = left.snapshot;
            let documents = Document::ALL.into_iter().zip(contents).collect();
            let said = "This is what was open here before.".to_owned();
            self.open(documents, Reason::BeforeGoingBack, said);
            self.set_systems(systems);
            if left.own {
                self.own();
            }
            self.fail_under(left.fail_under);
        } else {
            let entry = entry.unwrap_or_else(|| links.next.replace(links.next.get() + 1));
            links.entry.set(entry);
            address::write(&fragment, entry);
            self.follow_link(fragment, Over::Anything);
        }
    }

    /// Keeps what stands in the editors for the way back.
    fn leave_entry(&self) {
        let links = &self.0.links;
        let mut left = links.left.borrow_mut();
        if left.len() == MOST_LEFT {
            left.remove(0);
        }
        left.push(Left {
            entry: links.entry.get(),
            snapshot: self.snapshot(),
            fail_under: self.bound(),
            own: !self.is_untouched(),
        });
    }
}
