//! The worker: keeps both documents and the last report, and answers the page's requests.

mod findings;
mod links;
mod marks;
mod report;
mod session;
mod shared_copy;
mod strip;
mod text;

use std::cell::RefCell;
use std::rc::Rc;
use stepgate_engine::EngineEntry;

use js_sys::JsString;
use serde::Serialize;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use crate::download;
use crate::protocol::{Answer, Document, Judged, Query, Request};
use crate::timeline;
use session::Session;
use shared_copy::Finds;

/// The name of an evaluation in the worker's timeline.
const EVALUATE: &str = "stepgate:evaluate";

/// Listens to the page for as long as the worker lives.
pub fn run(scope: &DedicatedWorkerGlobalScope) {
    report_panics(scope.clone());
    let worker = Rc::new(RefCell::new(Worker::default()));
    let answers = scope.clone();
    let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let Ok(request) = serde_wasm_bindgen::from_value::<Request>(event.data()) else {
            return;
        };
        let answer = worker.borrow_mut().answer(request);
        post(&answers, &answer);
    });
    scope.set_onmessage(Some(listener.as_ref().unchecked_ref()));
    listener.forget();
    post(
        scope,
        &Answer::Ready {
            engine: EngineEntry::THIS.version.to_owned(),
        },
    );
}

/// A panic ends the instance; the page learns why before it throws the worker away.
fn report_panics(scope: DedicatedWorkerGlobalScope) {
    std::panic::set_hook(Box::new(move |info| {
        console_error_panic_hook::hook(info);
        post(
            &scope,
            &Answer::Panicked {
                message: info.to_string(),
            },
        );
    }));
}

fn post(scope: &DedicatedWorkerGlobalScope, answer: &Answer) {
    let serializer = serde_wasm_bindgen::Serializer::new();
    if let Ok(value) = answer.serialize(&serializer) {
        // The only failure is a value that cannot be cloned, and there is none among ours.
        let _ = scope.post_message(&value);
    }
}

#[derive(Default)]
struct Worker {
    session: Session,
    finds: Finds,
}

impl Worker {
    fn answer(&mut self, request: Request) -> Answer {
        match request {
            Request::Judge {
                number,
                policy,
                trace,
                fail_under,
                query,
            } => {
                if policy.is_some() || trace.is_some() {
                    self.finds.forget();
                }
                for (document, edit) in [(Document::Policy, policy), (Document::Trace, trace)] {
                    if let Some(edit) = edit
                        && !self.session.edit(document, &edit)
                    {
                        return Answer::OutOfStep { number };
                    }
                }
                let (outcome, milliseconds) = self.judge(fail_under, &query);
                Answer::Judged {
                    number,
                    milliseconds,
                    outcome,
                }
            }
            Request::Rows { number, query } => Answer::Rows {
                number,
                rows: self.session.rows(&query),
            },
            Request::Locate {
                number,
                query,
                step,
            } => Answer::Located {
                number,
                row: self.session.locate(&query, step),
            },
            Request::Format { number, document } => {
                let (text, problem) = match self.session.format(document) {
                    Ok(text) => (JsString::from(text).into(), None),
                    Err(sentence) => (JsValue::UNDEFINED, Some(sentence)),
                };
                Answer::Formatted {
                    number,
                    document,
                    text,
                    problem,
                }
            }
            Request::Link { number, sharing } => Answer::Link {
                number,
                link: links::make(&self.session, &sharing),
            },
            Request::ShareCopy {
                number,
                sharing,
                redaction,
                script,
            } => Answer::SharedCopy {
                number,
                copy: shared_copy::make(
                    &self.session,
                    &mut self.finds,
                    &sharing,
                    &redaction,
                    &script,
                )
                .map(Box::new),
            },
            Request::ReproductionFile {
                number,
                sharing,
                redaction,
            } => {
                let text = shared_copy::file(&self.session, &mut self.finds, &sharing, &redaction);
                Answer::ReproductionFile {
                    number,
                    file: download::content(&text.into()).into(),
                }
            }
            Request::ReadReproduction { number, text } => Answer::LinkRead {
                number,
                content: links::read_file(&text),
            },
            Request::ReadLink { number, address } => Answer::LinkRead {
                number,
                content: links::read(&address),
            },
            Request::Recall {
                number,
                query,
                recall,
            } => Answer::Recalled {
                number,
                recalled: links::recall(&mut self.session, &query, &recall),
            },
        }
    }

    /// Judges, and leaves a measure `stepgate:evaluate` of the engine's part in the worker's timeline.
    fn judge(&mut self, fail_under: f64, query: &Query) -> (Judged, f64) {
        self.session.load();
        let start = timeline::now();
        self.session.evaluate(fail_under);
        let end = timeline::now();
        timeline::measure(EVALUATE, start, end);
        (self.session.outcome(query), end - start)
    }
}
