//! The worker: keeps the documents and what was last made of them, and answers the page's requests.

mod extent;
mod findings;
mod gate;
mod gatekeeper;
mod links;
mod marks;
mod names;
mod recognise;
mod report;
mod session;
mod shared_copy;
mod strip;
mod text;

use std::cell::RefCell;
use std::rc::Rc;
use stepgate_engine::EngineEntry;
use stepgate_engine::approval::Harness;

use js_sys::JsString;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use crate::download;
use crate::protocol::{Answer, Document, Message, Request, UNASKED};
use crate::timeline;
pub use extent::Extent;
use recognise::recognise;
use session::Session;
use shared_copy::Finds;

/// The name of an evaluation in the worker's timeline.
const EVALUATE: &str = "stepgate:evaluate";

/// Listens to the page for as long as the worker lives.
pub fn run(scope: &DedicatedWorkerGlobalScope, extent: Extent) {
    report_panics(scope.clone());
    let worker = Rc::new(RefCell::new(Worker::new(extent)));
    let answers = scope.clone();
    let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let Some(Message { number, content }) = Message::read(&event.data()) else {
            return;
        };
        let content = worker.borrow_mut().answer(content);
        post(&answers, number, content);
    });
    scope.set_onmessage(Some(listener.as_ref().unchecked_ref()));
    listener.forget();
    let engine = EngineEntry::THIS.version.to_owned();
    post(scope, UNASKED, Answer::Ready { engine });
}

/// A panic ends the instance; the page learns why before it throws the worker away.
fn report_panics(scope: DedicatedWorkerGlobalScope) {
    std::panic::set_hook(Box::new(move |info| {
        console_error_panic_hook::hook(info);
        let message = info.to_string();
        post(&scope, UNASKED, Answer::Panicked { message });
    }));
}

fn post(scope: &DedicatedWorkerGlobalScope, number: u32, content: Answer) {
    if let Some(value) = (Message { number, content }).write() {
        // The only failure is a value that cannot be cloned, and there is none among ours.
        let _ = scope.post_message(&value);
    }
}

struct Worker {
    session: Session,
    finds: Finds,
}

impl Worker {
    fn new(extent: Extent) -> Worker {
        Worker {
            session: Session::new(extent),
            finds: Finds::default(),
        }
    }

    fn answer(&mut self, request: Request) -> Answer {
        if request.is_about_judged() && self.session.needs_whole_engine() {
            return Answer::NeedsWholeEngine {
                recognised: self.session.recognised(),
            };
        }
        match request {
            Request::Judge {
                edits,
                harness,
                fail_under,
                query,
            } => {
                if edits.iter().any(Option::is_some) {
                    self.finds.forget();
                }
                for (document, edit) in Document::ALL.into_iter().zip(edits) {
                    if let Some(edit) = edit
                        && !self.session.edit(document, &edit)
                    {
                        return Answer::OutOfStep;
                    }
                }
                let milliseconds = self.evaluate(fail_under, harness);
                let recognised = self.session.recognised();
                if self.session.needs_whole_engine() {
                    return Answer::NeedsWholeEngine { recognised };
                }
                Answer::Judged {
                    milliseconds,
                    outcome: self.session.outcome(&query),
                    gate: self.session.gate().and_then(|gate| gate.judged()),
                    recognised,
                }
            }
            Request::Recognise { text } => Answer::Recognised {
                system: recognise(&text.as_string().unwrap_or_default()),
            },
            Request::Rows { query } => Answer::Rows {
                rows: self.session.rows(&query),
            },
            Request::Gate { question } => Answer::Gate {
                answer: self.session.answer(question),
            },
            Request::Locate { query, step } => Answer::Located {
                row: self.session.locate(&query, step),
            },
            Request::Format { document } => {
                let (text, problem) = match self.session.format(document) {
                    Ok(text) => (JsString::from(text).into(), None),
                    Err(sentence) => (JsValue::UNDEFINED, Some(sentence)),
                };
                Answer::Formatted {
                    document,
                    text,
                    problem,
                }
            }
            Request::Link { sharing } => Answer::Link {
                link: links::make(&self.session, &sharing),
            },
            Request::ShareCopy {
                sharing,
                redaction,
                script,
            } => Answer::SharedCopy {
                copy: shared_copy::make(
                    &self.session,
                    &mut self.finds,
                    &sharing,
                    &redaction,
                    &script,
                )
                .map(Box::new),
            },
            Request::ReproductionFile { sharing, redaction } => {
                let text = shared_copy::file(&self.session, &mut self.finds, &sharing, &redaction);
                Answer::ReproductionFile {
                    file: download::content(&text.into()).into(),
                }
            }
            Request::ReadReproduction { text } => Answer::LinkRead {
                content: links::read_file(&text),
            },
            Request::ReadLink { address } => Answer::LinkRead {
                content: links::read(&address),
            },
            Request::Recall { query, recall } => Answer::Recalled {
                recalled: links::recall(&mut self.session, &query, &recall),
            },
        }
    }

    /// The engine's part of judging, in milliseconds. It leaves a measure `stepgate:evaluate` in the worker's timeline.
    fn evaluate(&mut self, fail_under: f64, harness: Harness) -> f64 {
        self.session.load();
        let start = timeline::now();
        self.session.evaluate(fail_under, harness);
        let end = timeline::now();
        timeline::measure(EVALUATE, start, end);
        end - start
    }
}
