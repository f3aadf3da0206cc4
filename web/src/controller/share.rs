//! Sharing: the copy that leaves, and the files that are saved.

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;

use super::{Controller, Unanswered};
use crate::address;
use crate::download;
use crate::editors;
use crate::protocol::{Answer, Document, Redaction, Request, SharedCopy, Sharing};
use crate::state::{Action, Dialog};

/// Why there is no copy while the worker has no documents.
const OFF: &str = "judging is off";

/// What became of asking for the copy.
#[derive(Clone, Debug, PartialEq)]
pub enum Copying {
    /// It is there.
    Made(Box<SharedCopy>),
    /// Nothing is written.
    Nothing,
    /// There is no copy, and why: the rest of a sentence.
    Failed(String),
}

impl Controller {
    /// Opens the dialog about the texts as they are now.
    pub fn share(&self) {
        self.dispatch(Action::Open(Some(Dialog::Share)));
    }

    /// The copy of the documents with what carries it. It points at the chosen finding where that is wanted.
    pub async fn copy(&self, points: bool, redaction: Redaction) -> Copying {
        if self.is_judging_off() {
            return Copying::Failed(OFF.to_owned());
        }
        let mut why = Unanswered::Lost;
        // A worker that was lost meanwhile, or long before, is not worth a word if the next one answers.
        for _ in 0..2 {
            self.send_changes();
            let (sharing, redaction) = (self.copied(points), redaction.clone());
            let script = address::beside("stepgate-example.js");
            let answer = self
                .asked(Request::ShareCopy {
                    sharing,
                    redaction,
                    script,
                })
                .await;
            match answer {
                Ok(Answer::SharedCopy { copy: Some(copy) }) => return Copying::Made(copy),
                Ok(Answer::SharedCopy { copy: None }) if self.is_blank() => {
                    return Copying::Nothing;
                }
                Err(reason @ Unanswered::NotLoaded(_)) => {
                    why = reason;
                    break;
                }
                _ => {}
            }
        }
        Copying::Failed(why.to_string())
    }

    /// Saves the copy of the documents as a reproduction file; the name that it was given. It is called after the trace
    /// if `named`.
    ///
    /// # Errors
    /// A sentence why nothing was saved.
    pub async fn save_reproduction(
        &self,
        points: bool,
        redaction: Redaction,
        named: bool,
    ) -> Result<String, String> {
        if self.is_judging_off() {
            return Err(format!("Nothing was saved, because {OFF}."));
        }
        let sharing = self.copied(points);
        let [.., trace_name] = &sharing.names;
        let name = download::reproduction_name(if named { trace_name } else { "" });
        let answer = self
            .asked(Request::ReproductionFile { sharing, redaction })
            .await;
        match answer {
            Ok(Answer::ReproductionFile { file }) => {
                download::save(&name, file.dyn_ref()).map(|()| name)
            }
            Ok(_) => Err("Nothing was saved.".to_owned()),
            Err(why) => Err(format!("Nothing was saved, because {why}.")),
        }
    }

    /// Saves a document as it is, its lines ended as they were in its file.
    pub fn download(&self, document: Document) {
        let content = editors::content(document);
        if content.text.length() == 0 {
            let word = document.word();
            self.say(format!(
                "The {word} is empty: there is nothing to download."
            ));
            return;
        }
        let name = download::file_name(&content.origin.name, document.file_name());
        let file = download::content(&download::written(&content));
        if let Err(sentence) = download::save(&name, file.as_ref()) {
            self.say(sentence);
        }
    }

    /// Saves the documents as they are in one file.
    pub fn download_reproduction(&self) {
        if self.is_blank() {
            self.say("Nothing is written, so there is nothing to download.".to_owned());
            return;
        }
        self.send_changes();
        let controller = self.clone();
        spawn_local(async move {
            let saved = controller
                .save_reproduction(true, Redaction::none(), true)
                .await;
            if let Err(sentence) = saved {
                controller.say(sentence);
            }
        });
    }

    /// What is asked of the worker from now on is about the texts as they are now.
    fn send_changes(&self) {
        let all_taken = Document::ALL.into_iter().all(editors::taken);
        if self.is_changed() || !all_taken {
            self.judge();
        }
    }

    /// Whether nothing is written.
    fn is_blank(&self) -> bool {
        self.snapshot().is_blank()
    }

    /// What goes into the copy besides the documents, with the chosen finding or without it.
    fn copied(&self, points: bool) -> Sharing {
        let sharing = self.sharing();
        Sharing {
            base: address::page(),
            finding: sharing.finding.filter(|_| points),
            decision: sharing.decision.filter(|_| points),
            ..sharing
        }
    }
}
