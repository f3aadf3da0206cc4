//! Links: made of the documents that the session holds, read, and held against today's verdict.

use js_sys::JsString;
use serde::Serialize;
use serde::de::DeserializeOwned;
use stepgate_engine::approval::Harness;
use stepgate_engine::share::{
    self, FindingId, FindingKey, Fragment, GateVerdict, Reproduction, Verdict,
};
use wasm_bindgen::JsValue;

use super::session::{Session, Shown};
use crate::protocol::{
    DifferenceView, LinkContent, Query, Recall, Recalled, SharedDocuments, Sharing, System, Systems,
};

/// A link to the documents as they were last judged, or a sentence.
pub fn make(session: &Session, sharing: &Sharing) -> Result<String, String> {
    let reproduction = written(reproduction(session, sharing), sharing);
    share::link(&sharing.base, &reproduction).map_err(|error| error.to_string())
}

/// The documents as they were last judged, as the editor has them.
pub fn reproduction(session: &Session, sharing: &Sharing) -> Reproduction {
    let [policy, approval, trace] = session.texts();
    let [policy_name, approval_name, trace_name] = sharing.names.clone();
    let finding = || {
        let ids = session.judged()?.reported().finding_ids();
        ids.get(sharing.finding? as usize).copied()
    };
    let finding = match sharing.decision {
        Some(step) => session.gate().and_then(|gate| gate.decision_id(step)),
        None => finding(),
    };
    let is_gated = !approval.trim_ascii().is_empty();
    let harness = sharing.systems.harness;
    Reproduction {
        approval: approval.to_owned(),
        policy_name,
        approval_name,
        trace_name,
        system: match sharing.systems.shown {
            System::Approval if is_gated => share::System::Approval,
            _ => share::System::Arh,
        },
        harness: if is_gated {
            harness
        } else {
            Harness::default()
        },
        view: sharing.view,
        finding,
        verdict: match session.needs_whole_engine() {
            true => None,
            false => verdict(session),
        },
        gate: session.gate().and_then(|gate| gate.verdict(harness)),
        ..Reproduction::new(policy, trace, sharing.fail_under)
    }
}

/// The documents as their files have them: the editor knows only LF.
pub fn written(mut reproduction: Reproduction, sharing: &Sharing) -> Reproduction {
    let documents = reproduction.documents_mut().into_iter();
    for ((_, text, _), crlf) in documents.zip(sharing.crlf) {
        if crlf {
            *text = text.replace('\n', "\r\n");
        }
    }
    reproduction
}

/// The verdict on the documents as they were last judged.
pub fn verdict(session: &Session) -> Option<Verdict> {
    let of_report = |shown: &Shown| Verdict::of_report(&shown.trace, &shown.report);
    session
        .judged()
        .map(of_report)
        .or_else(|| session.problem().map(Verdict::of_problem))
}

/// What an address of the page asks to open, or a sentence why that cannot be told.
pub fn read(address: &str) -> Result<LinkContent, String> {
    match share::read_fragment(address).map_err(|error| error.to_string())? {
        Fragment::Empty => Ok(LinkContent::Empty),
        Fragment::Reproduction(opened) => {
            let documents = documents(opened.reproduction, opened.mended);
            Ok(LinkContent::Documents(Box::new(documents)))
        }
        Fragment::Addresses(found) => Ok(LinkContent::Addresses {
            addresses: [found.policy, found.trace],
            fail_under: found.fail_under,
            recall: Recall {
                finding: found.finding.map(|id| id.to_string()),
                ..Recall::default()
            },
        }),
    }
}

/// What a reproduction file holds, or a sentence why that cannot be told.
pub fn read_file(text: &JsValue) -> Result<LinkContent, String> {
    let text = text.as_string().unwrap_or_default();
    let reproduction = Reproduction::from_json(&text).map_err(|error| error.to_string())?;
    let documents = documents(reproduction, false);
    Ok(LinkContent::Documents(Box::new(documents)))
}

/// A reproduction in the page's words.
pub fn documents(reproduction: Reproduction, mended: bool) -> SharedDocuments {
    SharedDocuments {
        policy: JsString::from(reproduction.policy).into(),
        approval: JsString::from(reproduction.approval).into(),
        trace: JsString::from(reproduction.trace).into(),
        names: [
            reproduction.policy_name,
            reproduction.approval_name,
            reproduction.trace_name,
        ],
        systems: Systems {
            shown: match reproduction.system {
                share::System::Arh => System::Arh,
                share::System::Approval => System::Approval,
            },
            harness: reproduction.harness,
            ..Systems::default()
        },
        fail_under: reproduction.fail_under,
        view: reproduction.view,
        mended,
        recall: Recall {
            finding: reproduction.finding.map(|id| id.to_string()),
            verdict: json(reproduction.verdict),
            gate: json(reproduction.gate),
            harness: reproduction.harness,
            engine: reproduction.engine,
        },
    }
}

fn json(verdict: Option<impl Serialize>) -> Option<String> {
    serde_json::to_string(&verdict?).ok()
}

fn read_json<T: DeserializeOwned>(json: &Option<String>) -> Option<T> {
    serde_json::from_str(json.as_ref()?).ok()
}

/// Finds again what a link remembers.
pub fn recall(session: &mut Session, query: &Query, recall: &Recall) -> Recalled {
    let wanted: Option<FindingId> = recall.finding.as_ref().and_then(|id| id.parse().ok());
    let finding = wanted.and_then(|wanted| {
        let shown = session.judged()?;
        let ids = shown.reported().finding_ids();
        ids.iter().position(|id| *id == wanted)
    });
    let decision = session
        .gate()
        .zip(wanted)
        .and_then(|(gate, wanted)| gate.decision(wanted));
    let now = session.gate().and_then(|gate| gate.verdict(recall.harness));
    let difference = difference(
        session,
        [
            read_json(&recall.verdict).as_ref(),
            verdict(session).as_ref(),
        ],
        [read_json(&recall.gate).as_ref(), now.as_ref()],
    );
    Recalled {
        row: finding.and_then(|finding| session.find(query, finding as u32)),
        decision,
        difference,
    }
}

/// How verdicts differ as the page shows it: what was judged before and later, and what the gate said.
pub fn difference(
    session: &Session,
    verdicts: [Option<&Verdict>; 2],
    gates: [Option<&GateVerdict>; 2],
) -> Option<DifferenceView> {
    let mut view = DifferenceView::default();
    if let [Some(before), Some(after)] = verdicts
        && let Some(difference) = before.difference(after)
    {
        let named = |keys: &[FindingKey]| {
            keys.iter()
                .map(|key| [key.rule.clone(), subject(session, &key.pointer)])
                .collect()
        };
        view.gone = named(&difference.gone);
        view.new = named(&difference.new);
        view.changes.push([difference.before, difference.after]);
    }
    if let [Some(before), Some(after)] = gates
        && let Some(difference) = before.difference(after)
    {
        view.tools = difference.changed;
        view.changes.push([difference.before, difference.after]);
    }
    (!view.changes.is_empty()).then_some(view)
}

/// The id of the step that a place in the trace belongs to, or the place itself.
fn subject(session: &Session, pointer: &str) -> String {
    let step = pointer
        .strip_prefix("/steps/")
        .and_then(|rest| rest.split('/').next()?.parse::<usize>().ok());
    let id = step.zip(session.judged()).and_then(|(index, shown)| {
        let step = shown.trace.steps().get(index)?;
        Some(shown.trace.step_id(step).to_string())
    });
    match id {
        Some(id) if !id.is_empty() => id,
        _ if pointer.is_empty() => "the whole trace".to_owned(),
        _ => pointer.to_owned(),
    }
}
