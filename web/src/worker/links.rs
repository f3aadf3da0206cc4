//! Links: made of the documents that the session holds, read, and held against today's verdict.

use js_sys::JsString;
use stepgate_engine::share::{
    self, Difference, FindingId, FindingKey, Fragment, Reproduction, Verdict,
};
use wasm_bindgen::JsValue;

use super::session::{Session, Shown};
use crate::protocol::{
    DifferenceView, LinkContent, Query, Recall, Recalled, SharedDocuments, Sharing, Systems,
};

/// A link to the documents as they were last judged, or a sentence.
pub fn make(session: &Session, sharing: &Sharing) -> Result<String, String> {
    let reproduction = written(reproduction(session, sharing), sharing);
    share::link(&sharing.base, &reproduction).map_err(|error| error.to_string())
}

/// The documents as they were last judged, as the editor has them.
pub fn reproduction(session: &Session, sharing: &Sharing) -> Reproduction {
    let [policy, _, trace] = session.texts();
    let [policy_name, _, trace_name] = sharing.names.clone();
    let finding = session.judged().and_then(|shown| {
        let ids = shown.reported().finding_ids();
        ids.get(sharing.finding? as usize).copied()
    });
    Reproduction {
        policy_name,
        trace_name,
        view: sharing.view,
        finding,
        verdict: verdict(session),
        ..Reproduction::new(policy, trace, sharing.fail_under)
    }
}

/// The documents as their files have them: the editor knows only LF.
pub fn written(mut reproduction: Reproduction, sharing: &Sharing) -> Reproduction {
    let [policy_crlf, _, trace_crlf] = sharing.crlf;
    let documents = reproduction.documents_mut().into_iter();
    for ((_, text, _), crlf) in documents.zip([policy_crlf, trace_crlf]) {
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
        approval: JsString::from("").into(),
        trace: JsString::from(reproduction.trace).into(),
        names: [
            reproduction.policy_name,
            String::new(),
            reproduction.trace_name,
        ],
        systems: Systems::default(),
        fail_under: reproduction.fail_under,
        view: reproduction.view,
        mended,
        recall: Recall {
            finding: reproduction.finding.map(|id| id.to_string()),
            verdict: reproduction
                .verdict
                .and_then(|verdict| serde_json::to_string(&verdict).ok()),
            engine: reproduction.engine,
        },
    }
}

/// Finds again what a link remembers.
pub fn recall(session: &mut Session, query: &Query, recall: &Recall) -> Recalled {
    let wanted: Option<FindingId> = recall.finding.as_ref().and_then(|id| id.parse().ok());
    let finding = wanted.and_then(|wanted| {
        let shown = session.judged()?;
        let ids = shown.reported().finding_ids();
        ids.iter().position(|id| *id == wanted)
    });
    let before: Option<Verdict> = recall
        .verdict
        .as_ref()
        .and_then(|json| serde_json::from_str(json).ok());
    let difference = before
        .zip(verdict(session))
        .and_then(|(before, today)| before.difference(&today));
    Recalled {
        row: finding.and_then(|finding| session.find(query, finding as u32)),
        difference: difference.map(|difference| shown_difference(session, &difference)),
    }
}

/// A difference of verdicts as the page shows it.
pub fn shown_difference(session: &Session, difference: &Difference) -> DifferenceView {
    let named = |keys: &[FindingKey]| {
        keys.iter()
            .map(|key| [key.rule.clone(), subject(session, &key.pointer)])
            .collect()
    };
    DifferenceView {
        before: difference.before.clone(),
        after: difference.after.clone(),
        gone: named(&difference.gone),
        new: named(&difference.new),
    }
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
