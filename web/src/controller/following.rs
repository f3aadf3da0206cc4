//! Following: from findings, steps and problems to their places, and rows into view.

use std::cell::{Cell, RefCell};

use super::Controller;
use crate::components;
use crate::dom;
use crate::editors::{self, Place};
use crate::protocol::{Document, Query, Request, Row, Rows, System};
use crate::state::{Action, View};

/// What the findings table was last asked for.
#[derive(Default)]
pub struct Following {
    query: RefCell<Query>,
    /// The last request for rows.
    asked: Cell<u32>,
    /// The last request for the row of a step.
    locating: Cell<u32>,
}

impl Controller {
    /// What the findings table is asked for by.
    pub(super) fn query(&self) -> Query {
        self.0.following.query.borrow().clone()
    }

    /// Other rows.
    pub fn ask(&self, query: Query) {
        self.0.following.query.replace(query.clone());
        self.dispatch(Action::Asked(query.clone()));
        if let Some(line) = self.0.line.get() {
            let number = line.number();
            self.0.following.asked.set(number);
            line.send(number, Request::Rows { query });
        }
    }

    /// Brings the first finding of a step into view, wherever in a long table it is.
    pub fn locate(&self, step: u32) {
        if let Some(line) = self.0.line.get() {
            let number = line.number();
            self.0.following.locating.set(number);
            let query = self.query();
            line.send(number, Request::Locate { query, step });
        }
    }

    /// Rows have arrived, perhaps after they were wanted.
    pub(super) fn rows(&self, number: u32, rows: Rows) {
        if self.0.following.asked.get() == number {
            self.dispatch(Action::Rows(rows));
        }
    }

    /// The row of a step's finding has been found, perhaps after it was wanted.
    pub(super) fn located(&self, number: u32, row: Option<u32>) {
        if let (true, Some(row)) = (self.0.following.locating.get() == number, row) {
            self.dispatch(Action::Located(row));
        }
    }

    /// Follows a finding: the trace's editor goes to its step and value, the policy's lights the clause.
    pub fn follow(&self, row: &Row, view: Option<View>) {
        self.dispatch(Action::Outdated);
        self.lead_to(row, view);
    }

    /// The same, while what was said stands.
    pub(super) fn lead_to(&self, row: &Row, view: Option<View>) {
        let reached = |document, range| {
            let place = Place::Reported(range);
            editors::reaches(document, place).then_some(place)
        };
        let step = row
            .step_range
            .and_then(|range| reached(Document::Trace, range));
        let value = reached(Document::Trace, row.trace).or(step);
        let clause = row.clause.as_ref();
        let clause = clause.and_then(|(_, range)| reached(Document::Policy, *range));
        let to_clause = view == Some(View::Policy);
        let (document, target) = if to_clause {
            (Document::Policy, clause)
        } else {
            (Document::Trace, value)
        };
        if target.is_none() {
            self.gone(document);
            return;
        }
        self.dispatch(Action::Chose(row.finding));
        if to_clause {
            self.show_system(System::Arh);
        }
        if let Some(view) = view {
            self.bring_to_front(view);
        }
        // The view that is to show it must be in front before anything can scroll or take the focus.
        dom::next_frame(move || {
            match step {
                Some(step) => editors::light(Document::Trace, step, false),
                None => editors::unlight(Document::Trace),
            }
            if let Some(value) = value {
                let focus = view == Some(View::Trace);
                editors::reveal(Document::Trace, value, focus);
            }
            match clause {
                Some(clause) => editors::light(Document::Policy, clause, true),
                None => editors::unlight(Document::Policy),
            }
            if let (true, Some(clause)) = (to_clause, clause) {
                editors::reveal(Document::Policy, clause, true);
            }
        });
    }

    /// Goes to a place in a document and takes the focus there.
    pub fn go(&self, document: Document, place: Place) {
        self.dispatch(Action::Outdated);
        if !editors::reaches(document, place) {
            self.gone(document);
            return;
        }
        self.show_system_of([document]);
        self.bring_to_front(View::of(document));
        dom::next_frame(move || {
            editors::light(document, place, false);
            editors::reveal(document, place, true);
        });
    }

    /// Brings a view to the front at once. What is to take the focus in it cannot wait until the page has been rendered,
    /// which on a slow device may be after the next frame.
    pub(super) fn bring_to_front(&self, view: View) {
        components::bring_to_front(view);
        self.dispatch(Action::Show(view));
    }

    /// Nothing is left of a place: no other is shown in its stead.
    pub(super) fn gone(&self, document: Document) {
        editors::unlight(document);
        let word = document.word();
        self.say(format!(
            "That place is gone: the {word} has changed since this result. Fix its problem for a new one."
        ));
    }
}
