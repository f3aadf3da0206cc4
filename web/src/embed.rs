//! An example's end of the line to the page around its frame. The messages themselves are in
//! `web/editor/src/embed/messages.ts`; the editor script holds the frame's side of them.

use js_sys::{JsString, Promise};
use serde::Deserialize;
use stepgate_engine::approval::{Harness, words};
use stepgate_engine::share;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use crate::content::Content;
use crate::protocol::{Document, GateView, System};
use crate::state::{Outcome, Workspace};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = StepgateFrame, js_name = shown)]
    fn js_shown() -> Promise;
    #[wasm_bindgen(js_namespace = StepgateFrame, js_name = listen)]
    fn js_listen(run: &Closure<dyn Fn()>, rest: &Closure<dyn Fn()>);
    #[wasm_bindgen(js_namespace = StepgateFrame, js_name = rested)]
    fn js_rested();
    #[wasm_bindgen(js_namespace = StepgateFrame, js_name = verdict)]
    fn js_verdict(
        outcome: &str,
        score: Option<String>,
        rules: Vec<String>,
        findings: u32,
        engine: &str,
    );
}

/// What is said in place of the decisions of another gate than the one that is asked for.
const UNKNOWN_HARNESS: &str =
    "It asks the gate of a harness that this Stepgate does not know: a newer one made it.";

/// What the page asked for.
#[derive(Debug, Deserialize)]
pub struct Shown {
    #[serde(with = "serde_wasm_bindgen::preserve")]
    policy: JsValue,
    #[serde(with = "serde_wasm_bindgen::preserve")]
    approval: JsValue,
    #[serde(with = "serde_wasm_bindgen::preserve")]
    trace: JsValue,
    /// The names of the documents' files; empty where there is none.
    pub names: [String; 3],
    /// The fragment of a link that holds the documents.
    pub link: Option<String>,
    /// The id of the finding, or of the decision, to choose.
    pub finding: Option<String>,
    /// The score from which the trace passes, if the page named one.
    pub fail_under: Option<f64>,
    /// The name of the harness whose gate is asked; empty for the one that is asked when nothing is said.
    harness: Option<String>,
}

impl Shown {
    /// The harness whose gate is asked, where the APPROVAL.md is to be shown whatever else there is.
    ///
    /// # Errors
    /// A sentence: the harness is not known.
    pub fn harness(&self) -> Result<Option<Harness>, &'static str> {
        match self.harness.as_deref() {
            None => Ok(None),
            Some("") => Ok(Some(Harness::default())),
            Some(name) => match Harness::from_name(name) {
                Some(harness) => Ok(Some(harness)),
                None => Err(UNKNOWN_HARNESS),
            },
        }
    }

    /// The documents as the page gave them. What the policy looks like decides where it comes to stand.
    pub fn contents(&self) -> [Content; 3] {
        let [policy, approval, trace] = &self.names;
        let content = |name: &str, text: &JsValue| {
            let text = text.dyn_ref::<JsString>().cloned();
            Content::named(name.to_owned(), text.unwrap_or_else(|| JsString::from("")))
        };
        [
            content(policy, &self.policy),
            content(approval, &self.approval),
            content(trace, &self.trace),
        ]
    }
}

/// The address of the playground, beside which the frame's page lies.
pub fn playground() -> String {
    let here = gloo::utils::window().location().href().unwrap_or_default();
    web_sys::Url::new_with_base("./", &here).map_or_else(|_| "./".to_owned(), |url| url.href())
}

/// Waits to be told what to show. None when that cannot be understood.
pub async fn shown() -> Option<Shown> {
    let shown = JsFuture::from(js_shown()).await.ok()?;
    serde_wasm_bindgen::from_value(shown).ok()
}

/// Hears whether there may be a worker. After `rest` the page is told that there is none.
pub fn listen(run: impl Fn() + 'static, rest: impl Fn() + 'static) {
    let run = Closure::<dyn Fn()>::new(run);
    let rest = Closure::<dyn Fn()>::new(move || {
        rest();
        js_rested();
    });
    js_listen(&run, &rest);
    run.forget();
    rest.forget();
}

/// What becomes of documents in which nothing is written: no verdict that a link could remember.
const NOTHING: &str = "nothing to check";

/// What the gate says, as it is written in an example's expectation.
fn told_of_gate(view: &GateView) -> String {
    let failure = view.failure.as_ref();
    words::declared(failure.map(|failure| failure.code.as_str()), view.counts)
}

/// Tells the page what has become of the documents.
pub fn tell(workspace: &Workspace) {
    let engine = workspace.engine.as_deref().unwrap_or_default();
    if let (System::Approval, Some(gating)) = (workspace.systems.shown, &workspace.gate) {
        if workspace.outcome != Outcome::Checking {
            js_verdict(&told_of_gate(gating.view()), None, Vec::new(), 0, engine);
        }
        return;
    }
    let outcome = match &workspace.outcome {
        Outcome::Checking => return,
        Outcome::Empty => NOTHING,
        Outcome::CouldNotVerify { .. } => share::Outcome::CouldNotVerify.name(),
        Outcome::NotJudged { problems, blank } => {
            let has_problem = |document: &Document| {
                let mut problems = problems.iter();
                problems.any(|problem| problem.document == *document)
            };
            match Document::ARH.into_iter().find(has_problem).or(*blank) {
                Some(Document::Policy | Document::Approval) => share::Outcome::InvalidPolicy.name(),
                Some(Document::Trace) => share::Outcome::InvalidTrace.name(),
                None => return,
            }
        }
        Outcome::Judged(judgement) => {
            let report = &judgement.report;
            let outcome = if report.passed {
                share::Outcome::Pass
            } else {
                share::Outcome::Fail
            };
            // The page shows no more places than it has; a documentation site compares texts.
            let score = report.score.parse().ok();
            let score = score.map(|score: f64| format!("{score:.2}"));
            let findings = report.counts.iter().sum();
            js_verdict(
                outcome.name(),
                score,
                report.rules.clone(),
                findings,
                engine,
            );
            return;
        }
    };
    js_verdict(outcome, None, Vec::new(), 0, engine);
}
