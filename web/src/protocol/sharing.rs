//! What is said about links: making one of the documents that the worker holds, and reading one.

use serde::{Deserialize, Serialize};
use stepgate_engine::approval::Harness;
use stepgate_engine::share::View;
use wasm_bindgen::JsValue;

use super::{DecisionRow, Opaque, Row, Systems, names};

/// What goes into a link besides the documents' texts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sharing {
    /// The page's address; its own fragment does not count.
    pub base: String,
    /// The names of the documents' files; empty where there is none.
    pub names: [String; 3],
    /// Which documents end their lines with CR and LF.
    pub crlf: [bool; 3],
    /// Which policy system is shown, and the harness that the gate is asked for.
    pub systems: Systems,
    /// The score from which the trace passes.
    pub fail_under: f64,
    /// The view in front.
    pub view: Option<View>,
    /// The chosen finding, by its place in the report.
    pub finding: Option<u32>,
    /// The step of the chosen decision of the gate, which goes before a finding.
    pub decision: Option<u32>,
}

/// What a link asks to open.
#[derive(Debug, Serialize, Deserialize)]
pub enum LinkContent {
    /// Nothing.
    Empty,
    /// The documents that it holds.
    Documents(Box<SharedDocuments>),
    /// Documents at other addresses, the policy's and the trace's.
    Addresses {
        addresses: [Option<String>; 2],
        fail_under: Option<f64>,
        recall: Recall,
    },
}

/// Documents that came out of a link or a reproduction file.
#[derive(Debug, Serialize, Deserialize)]
pub struct SharedDocuments {
    /// The policy's text, a string.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub policy: JsValue,
    /// The text of the APPROVAL.md, a string.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub approval: JsValue,
    /// The trace's text, a string.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub trace: JsValue,
    /// The names of their files; empty where there is none.
    pub names: [String; 3],
    /// Which policy system is shown, and the harness that the gate is asked for.
    pub systems: Systems,
    /// The score from which the trace passes.
    pub fail_under: f64,
    /// The view in front.
    pub view: Option<View>,
    /// Whether something that other programs had added to the link was taken off.
    pub mended: bool,
    /// What is looked up once the documents have been judged.
    pub recall: Recall,
}

/// What a link remembers of the verdict it was made with.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Recall {
    /// The id of the finding to open.
    pub finding: Option<String>,
    /// The verdict, as the engine wrote it.
    pub verdict: Option<String>,
    /// What the gate said, as the engine wrote it.
    pub gate: Option<String>,
    /// The harness whose gate it was.
    #[serde(with = "names::harness")]
    pub harness: Harness,
    /// The version of the engine that gave it.
    pub engine: String,
}

/// What has become of a finding and a verdict that a link remembers.
#[derive(Debug, Serialize, Deserialize)]
pub struct Recalled {
    /// The finding, and its place among the rows; none when today's report has none with this id.
    pub row: Option<(Row, u32)>,
    /// The decision of the gate; none when there is none with this id.
    pub decision: Option<Opaque<DecisionRow>>,
    /// How today's verdict differs; none when it does not.
    pub difference: Option<DifferenceView>,
}

/// How two verdicts differ, in the words of the page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DifferenceView {
    /// What was said earlier and what later, in a few words: of the verdict, of the gate, or of both.
    pub changes: Vec<[String; 2]>,
    /// Findings that only the earlier one has: rule, and step or place.
    pub gone: Vec<[String; 2]>,
    /// Findings that only the later one has.
    pub new: Vec<[String; 2]>,
    /// Tools about which the gate decides otherwise: name, outcome before, outcome after.
    pub tools: Vec<[String; 3]>,
}
