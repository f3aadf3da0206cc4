//! Opening: files and samples on their way into the editors.

use js_sys::JsString;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;

use super::Controller;
use crate::content::Content;
use crate::drafts::entry::Reason;
use crate::files;
use crate::protocol::{Answer, Document, LinkContent, Request, SharedDocuments, System};
use crate::samples::{self, Sample};

impl Controller {
    /// Opens a sample in place of all documents.
    pub fn open_sample(&self, sample: Sample) {
        let controller = self.clone();
        spawn_local(async move {
            match samples::contents(&sample).await {
                Ok(documents) => {
                    let said = format!("Opened the sample \u{201c}{}\u{201d}.", sample.title);
                    controller.open(documents, Reason::BeforeSample, said);
                }
                Err(sentence) => controller.say(sentence),
            }
        });
    }

    /// Opens files in a document, or in the one that each looks like. A policy finds its editor itself.
    pub fn open_files(&self, files: Vec<File>, into: Option<Document>) {
        let controller = self.clone();
        spawn_local(async move {
            match controller.read(files, into).await {
                Ok(Opening::Documents(documents)) if documents.is_empty() => {}
                Ok(Opening::Reproduction(name, documents)) => {
                    let said = format!("Opened the reproduction {name}.");
                    controller.open_reproduction(*documents, said);
                }
                Ok(Opening::Documents(documents)) => {
                    let names = documents.iter().map(|(document, content)| {
                        format!("{} as the {}", content.origin.name, document.word())
                    });
                    let said = format!("Opened {}.", names.collect::<Vec<_>>().join(" and "));
                    controller.open(documents, Reason::BeforeFile, said);
                }
                Err(sentence) => controller.say(sentence),
            }
        });
    }

    async fn read(&self, files: Vec<File>, into: Option<Document>) -> Result<Opening, String> {
        let mut documents: Vec<(Document, Content)> = Vec::new();
        let is_alone = files.len() == 1;
        for file in files {
            let content = files::read(file).await?;
            if files::is_reproduction(&content.text) {
                if !is_alone {
                    return Err("Open a reproduction alone: nothing was opened.".to_owned());
                }
                return self.read_reproduction(content).await;
            }
            let document = self.document_for(&content.text, into).await;
            if documents.iter().any(|(taken, _)| *taken == document) {
                return Err(
                    "Open one policy and one trace at a time: nothing was opened.".to_owned(),
                );
            }
            documents.push((document, content));
        }
        Ok(Opening::Documents(documents))
    }

    /// The document that a text is to be: the one that it is meant for, or the one that it looks like.
    pub(super) async fn document_for(&self, text: &JsString, into: Option<Document>) -> Document {
        let systems = self.systems();
        let looked = match into {
            Some(Document::Trace) => return Document::Trace,
            Some(_) => None,
            None => files::guess(text),
        };
        if looked == Some(Document::Trace) {
            return Document::Trace;
        }
        let recognised = match self.recognise(text).await {
            // Any JSON looks like an ARH policy, and may as well be a trace.
            Some(System::Arh) if into.is_none() && looked.is_none() => None,
            recognised => recognised,
        };
        match (recognised, into, self.focused()) {
            (Some(system), ..) => systems.place(system),
            (None, None, Document::Trace) => Document::Trace,
            _ => systems.shown.document(),
        }
    }

    async fn recognise(&self, text: &JsString) -> Option<System> {
        let text = text.clone().into();
        match self.asked(Request::Recognise { text }).await {
            Ok(Answer::Recognised { system }) => system,
            _ => None,
        }
    }

    async fn read_reproduction(&self, file: Content) -> Result<Opening, String> {
        let text = file.text.into();
        let answer = self.asked(Request::ReadReproduction { text }).await;
        let name = file.origin.name;
        match answer {
            Ok(Answer::LinkRead { content }) => match content? {
                LinkContent::Documents(documents) => Ok(Opening::Reproduction(name, documents)),
                _ => Err(format!("The file {name} holds no documents.")),
            },
            _ => Err(format!(
                "The file {name} could not be read, because the engine stopped: open it again."
            )),
        }
    }
}

/// What some files hold.
enum Opening {
    Documents(Vec<(Document, Content)>),
    /// Both documents from one file, with its name.
    Reproduction(String, Box<SharedDocuments>),
}
