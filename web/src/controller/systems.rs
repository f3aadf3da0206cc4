//! The two policy systems: which one is shown, and the editor that a text belongs in.

use std::cell::Cell;

use stepgate_engine::approval::Harness;

use super::Controller;
use crate::drafts::entry::Reason;
use crate::editors;
use crate::protocol::{Document, System, Systems};
use crate::settings::{self, Setting};
use crate::state::Action;

/// What is chosen about the policy systems, for whoever acts on it.
#[derive(Default)]
pub struct Choice(Cell<Systems>);

impl Controller {
    /// What is chosen about the policy systems.
    pub fn systems(&self) -> Systems {
        self.0.systems.0.get()
    }

    /// Other choices. The documents are judged again if the gate is asked for another harness.
    pub(super) fn set_systems(&self, systems: Systems) {
        let before = self.0.systems.0.replace(systems);
        editors::show(systems.shown.document());
        if before == systems {
            return;
        }
        self.dispatch(Action::Systems(systems));
        self.0.drafts.choose(systems);
        self.leave_link();
        if before.harness != systems.harness {
            self.change();
        } else {
            self.keep_address();
        }
    }

    /// Shows a policy system.
    pub fn show_system(&self, shown: System) {
        self.set_systems(self.systems().showing(shown));
    }

    /// Takes the left text for a policy of one system, whatever it looks like; or lets the text decide again.
    pub fn choose_system(&self, forced: Option<System>) {
        settings::keep(Setting::System, forced.map(System::name));
        let systems = self.systems();
        self.set_systems(Systems {
            shown: forced.unwrap_or(systems.shown),
            forced,
            ..systems
        });
        if forced.is_none() {
            // The answer says what the text looks like.
            self.change();
        }
    }

    /// Asks the gate for another harness.
    pub fn choose_harness(&self, harness: Harness) {
        settings::keep(Setting::Harness, harness.name());
        self.set_systems(Systems {
            harness,
            ..self.systems()
        });
    }

    /// Documents have come in as a whole: the system of the last policy among them is shown.
    pub(super) fn show_system_of(&self, documents: impl IntoIterator<Item = Document>) {
        if let Some(system) = documents.into_iter().filter_map(System::of).last() {
            self.show_system(system);
        }
    }

    /// Moves the text that is shown to the other editor if it looks like a policy of the other system. `recognised` is
    /// what the texts of both look like; it is about the texts as they are now. Gives whether it has been moved.
    pub(super) fn put_in_place(&self, recognised: [Option<System>; 2]) -> bool {
        let systems = self.systems();
        let [in_arh, in_approval] = recognised;
        let recognised = match systems.shown {
            System::Arh => in_arh,
            System::Approval => in_approval,
        };
        let other = systems.shown.other();
        let (from, to) = (systems.shown.document(), other.document());
        if systems.forced.is_some() || recognised != Some(other) || editors::stays(from) {
            return false;
        }
        if editors::length(to) > 0 {
            self.keep_in_history(Reason::BeforeReplacing, self.snapshot());
        }
        editors::move_text(from, to);
        self.show_system(other);
        true
    }
}
