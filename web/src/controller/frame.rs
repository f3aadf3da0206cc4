//! The controller of an example in a frame: it takes no files, follows no address, and has a worker only while the
//! page around it says so.

use stepgate_engine::approval::Harness;

use super::{Controller, links};
use crate::content::Content;
use crate::editors;
use crate::embed;
use crate::protocol::{
    Answer, Document, LinkContent, Query, Recall, Request, Sharing, System, Systems,
};
use crate::state::Action;

impl Controller {
    /// Ends the worker. What it said last stays.
    pub fn rest(&self) {
        if let Some(line) = self.0.line.get() {
            line.rest();
        }
    }

    /// Starts a worker and has the documents of a link judged, by the link's bound or another. The id that the link
    /// points at comes back; nothing, when it cannot be read and the frame says why.
    pub async fn fill(&self, address: String, bound: Option<f64>) -> Option<Option<String>> {
        self.0.line.get()?.wake();
        let content = match self.asked(Request::ReadLink { address }).await {
            Ok(Answer::LinkRead { content }) => content,
            _ => Err("The engine stopped.".to_owned()),
        };
        let sentence = match content {
            Ok(LinkContent::Documents(shared)) => {
                self.fail_under(bound.unwrap_or(shared.fail_under));
                self.reset(&links::contents(&shared));
                self.set_systems(shared.systems);
                self.begin_judging(true);
                return Some(shared.recall.finding);
            }
            Ok(_) => "The link holds no documents.".to_owned(),
            Err(sentence) => sentence,
        };
        self.dispatch(Action::NotVerified(sentence));
        None
    }

    /// Says why the documents are not judged, until a person changes them or tries again.
    pub fn refuse(&self, sentence: &str) {
        if let Some(line) = self.0.line.get() {
            line.wake();
        }
        self.dispatch(Action::NotVerified(sentence.to_owned()));
    }

    /// Chooses a finding, or a decision of the gate, by its id.
    pub async fn choose(&self, id: String) {
        let recall = Recall {
            finding: Some(id),
            ..Recall::default()
        };
        let query = Query::default();
        let request = Request::Recall { query, recall };
        if let Ok(Answer::Recalled { recalled }) = self.asked(request).await {
            // Where there is neither, nothing is chosen.
            self.lead_to_recalled(recalled.row, recalled.decision);
        }
    }

    /// The link that opens the documents in the playground, with a finding or the decision on a step chosen. None while
    /// there is no worker, or when they are too large for a link.
    pub async fn link(&self, [finding, decision]: [Option<u32>; 2]) -> Option<String> {
        let sharing = Sharing {
            base: embed::playground(),
            view: None,
            finding,
            decision,
            ..self.sharing()
        };
        match self.asked(Request::Link { sharing }).await {
            Ok(Answer::Link { link }) => link.ok(),
            _ => None,
        }
    }

    /// Puts the documents there that an example begins with, as one step of each editor's undo history.
    pub fn reset(&self, contents: &[Content; 3]) {
        for (document, content) in Document::ALL.into_iter().zip(contents) {
            editors::replace(document, content);
        }
        self.show_written();
    }

    /// Shows the APPROVAL.md, whatever else there is, at the gate of a harness.
    pub fn show_gate(&self, harness: Harness) {
        self.set_systems(Systems {
            shown: System::Approval,
            harness,
            ..self.systems()
        });
    }

    /// Shows the policy system in which something is written: ARH where both are.
    pub fn show_written(&self) {
        let is_written = |document: &Document| editors::length(*document) > 0;
        let policies = [Document::Policy, Document::Approval];
        self.show_system_of(policies.into_iter().find(is_written));
    }
}
