//! What a link and a reproduction file hold.

use super::error::ShareError;
use super::finding_id::FindingId;
use super::gate_verdict::GateVerdict;
use super::verdict::Verdict;
use crate::EngineEntry;
use crate::approval::Harness;
use crate::arh::DEFAULT_FAIL_UNDER;
use crate::problem::DocumentKind;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use std::fmt;

/// The version of the JSON, and of the link that holds it.
pub(super) const VERSION: u32 = 1;

/// The most characters of a document's name that are kept.
const LONGEST_NAME: usize = 200;

/// The most characters that are said on why something is no reproduction.
const LONGEST_REASON: usize = 300;

/// Policies and a trace, exactly as they stood, and what was looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Reproduction {
    /// The version of the engine that made it.
    pub engine: String,
    /// The policy's text.
    pub policy: String,
    /// The text of the APPROVAL.md; empty when there is none.
    pub approval: String,
    /// The trace's text.
    pub trace: String,
    /// The name of the policy's file; empty when it has none.
    pub policy_name: String,
    /// The name of the APPROVAL.md's file; empty when it has none.
    pub approval_name: String,
    /// The name of the trace's file; empty when it has none.
    pub trace_name: String,
    /// The policy system that was shown.
    pub system: System,
    /// The harness whose gate it is.
    pub harness: Harness,
    /// The score from which the trace passes, from 0 to 100.
    pub fail_under: f64,
    /// The view that was in front.
    pub view: Option<View>,
    /// The finding that was chosen.
    pub finding: Option<FindingId>,
    /// What the engine said of policy and trace.
    pub verdict: Option<Verdict>,
    /// What the gate of the APPROVAL.md said of the trace.
    pub gate: Option<GateVerdict>,
}

/// The policy systems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum System {
    /// A policy in JSON, by which a trace is judged.
    #[default]
    Arh,
    /// An APPROVAL.md, by which a gate decides about calls.
    Approval,
}

/// The parts of the page, of which a narrow screen shows one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum View {
    /// The policy's editor.
    Policy,
    /// The trace's editor.
    Trace,
    /// Everything that follows from the two.
    Results,
}

/// The format of traces that this engine reads. Another one in a link needs a newer engine.
const FORMAT: &str = "arh";

/// The name of the other policy system.
const APPROVAL: &str = "approval";

/// The JSON. A key that is not known is passed over: a newer engine may have written it. A key that is missing has its
/// default.
#[derive(Serialize, Deserialize)]
struct Wire {
    stepgate: u32,
    #[serde(default)]
    engine: String,
    #[serde(default)]
    policy: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    approval: String,
    #[serde(default)]
    trace: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    policy_name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    approval_name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    trace_name: String,
    /// `arh` and `approval`; another one needs a newer engine.
    #[serde(default = "arh", skip_serializing_if = "is_arh")]
    system: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    harness: String,
    #[serde(default = "arh")]
    format: String,
    #[serde(default = "default_fail_under")]
    fail_under: f64,
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "if_known"
    )]
    view: Option<View>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    finding: Option<String>,
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "if_known"
    )]
    verdict: Option<Verdict>,
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "if_known"
    )]
    gate: Option<GateVerdict>,
}

fn arh() -> String {
    FORMAT.to_owned()
}

fn is_arh(name: &str) -> bool {
    name == FORMAT
}

fn default_fail_under() -> f64 {
    DEFAULT_FAIL_UNDER
}

impl Reproduction {
    /// Two texts, made into a reproduction by this engine.
    pub fn new(policy: impl Into<String>, trace: impl Into<String>, fail_under: f64) -> Self {
        Self {
            engine: EngineEntry::THIS.version.to_owned(),
            policy: policy.into(),
            approval: String::new(),
            trace: trace.into(),
            policy_name: String::new(),
            approval_name: String::new(),
            trace_name: String::new(),
            system: System::Arh,
            harness: Harness::default(),
            fail_under,
            view: None,
            finding: None,
            verdict: None,
            gate: None,
        }
    }

    /// Each document with its text and the name of its file.
    pub fn documents_mut(&mut self) -> [(DocumentKind, &mut String, &mut String); 3] {
        [
            (
                DocumentKind::Policy,
                &mut self.policy,
                &mut self.policy_name,
            ),
            (
                DocumentKind::Approval,
                &mut self.approval,
                &mut self.approval_name,
            ),
            (DocumentKind::Trace, &mut self.trace, &mut self.trace_name),
        ]
    }

    /// The reproduction as a file: the same JSON that a link holds, and the chosen finding.
    pub fn to_json(&self) -> String {
        let mut json = self.write(self.finding);
        json.push('\n');
        json
    }

    /// The JSON that a link holds: the chosen finding stands outside it, where a person can change it.
    pub(super) fn to_payload(&self) -> String {
        self.write(None)
    }

    fn write(&self, finding: Option<FindingId>) -> String {
        let wire = Wire {
            stepgate: VERSION,
            engine: self.engine.clone(),
            policy: self.policy.clone(),
            approval: self.approval.clone(),
            trace: self.trace.clone(),
            policy_name: self.policy_name.clone(),
            approval_name: self.approval_name.clone(),
            trace_name: self.trace_name.clone(),
            system: match self.system {
                System::Arh => arh(),
                System::Approval => APPROVAL.to_owned(),
            },
            harness: match self.harness == Harness::default() {
                true => String::new(),
                false => self.harness.name().to_owned(),
            },
            format: arh(),
            fail_under: self.fail_under,
            view: self.view,
            finding: finding.map(|id| id.to_string()),
            verdict: self.verdict.clone(),
            gate: self.gate.clone(),
        };
        // Strings and finite numbers cannot fail; were it to happen, an empty text is refused by every reader.
        serde_json::to_string(&wire).unwrap_or_default()
    }

    /// Reads a reproduction file, or what a link holds.
    ///
    /// # Errors
    /// The text is no JSON, no reproduction, one of a version that is not known, or a value in it is out of its range.
    pub fn from_json(text: &str) -> Result<Reproduction, ShareError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if !text.trim_ascii_start().starts_with('{') {
            return Err(refused("it is no JSON object"));
        }
        let wire: Wire = serde_json::from_str(text).map_err(refused)?;
        if wire.stepgate != VERSION {
            return Err(refused(format!(
                "it is of version {}, which this Stepgate does not know",
                wire.stepgate
            )));
        }
        let system = match wire.system.as_str() {
            FORMAT => Some(System::Arh),
            APPROVAL => Some(System::Approval),
            _ => None,
        };
        let (Some(system), true) = (system, is_arh(&wire.format)) else {
            return Err(refused(
                "its policy or trace is of a kind that this Stepgate does not know; a newer one made it",
            ));
        };
        if !(0.0..=100.0).contains(&wire.fail_under) {
            return Err(refused("`fail_under` must be a number from 0 to 100"));
        }
        Ok(Reproduction {
            engine: shortened(wire.engine),
            policy: wire.policy,
            approval: wire.approval,
            trace: wire.trace,
            policy_name: shortened(wire.policy_name),
            approval_name: shortened(wire.approval_name),
            trace_name: shortened(wire.trace_name),
            system,
            // One that a newer engine knows is as well none of ours.
            harness: Harness::from_name(&wire.harness).unwrap_or_default(),
            fail_under: wire.fail_under,
            view: wire.view,
            finding: wire.finding.and_then(|id| id.parse().ok()),
            verdict: wire.verdict.map(Verdict::bounded),
            gate: wire.gate.map(GateVerdict::bounded),
        })
    }
}

/// Reads a value without which the documents can be opened as well: what a newer engine may say there is passed over.
fn if_known<'de, D: Deserializer<'de>, T: DeserializeOwned>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let value = Box::<RawValue>::deserialize(deserializer)?;
    Ok(serde_json::from_str(value.get()).ok())
}

/// The reason may quote what is wrong, however long that is.
fn refused(reason: impl fmt::Display) -> ShareError {
    let mut reason = reason.to_string();
    if let Some((end, _)) = reason.char_indices().nth(LONGEST_REASON) {
        reason.truncate(end);
        reason.push('…');
    }
    ShareError::NotAReproduction(reason)
}

/// A name of bearable length, without what would not be shown as written.
fn shortened(name: String) -> String {
    name.chars()
        .filter(|character| !character.is_control())
        .take(LONGEST_NAME)
        .collect()
}

/// Whether a text is meant to be a reproduction file: an object whose first key says so.
pub fn is_reproduction(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.trim_ascii_start()
        .strip_prefix('{')
        .is_some_and(|rest| rest.trim_ascii_start().starts_with("\"stepgate\""))
}
