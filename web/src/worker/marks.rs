//! Findings, hints and problems as marks for the editors.

use js_sys::Uint32Array;
use stepgate_engine::arh;
use stepgate_engine::order::sort_by_key;
use stepgate_engine::{DocumentKind, Place};

use crate::protocol::Marks;

/// The code of what is wrong.
pub const ERROR: u32 = arh::Severity::Error as u32;
/// A hint's code; findings use their severity's.
pub const HINT: u32 = arh::Severity::ALL.len() as u32;

/// The longest message in a mark, in characters: the table has the rest.
const LONGEST: usize = 400;

/// Gathers the marks of one document.
#[derive(Default)]
pub struct Gathered(Vec<(u32, u32, u32, String)>);

impl Gathered {
    /// Adds a mark.
    pub fn add(&mut self, place: &Place, severity: u32, message: String) {
        self.0
            .push((place.range.0, place.range.1, severity, message));
    }

    /// The marks in the order in which they stand.
    pub fn finish(mut self) -> Marks {
        sort_by_key(&mut self.0, |(from, _, severity, _)| (*from, *severity));
        let triples: Vec<u32> = self
            .0
            .iter()
            .flat_map(|(from, to, severity, _)| [*from, *to, *severity])
            .collect();
        let mut text = String::new();
        let mut ends = Vec::with_capacity(self.0.len());
        let mut units = 0;
        for (_, _, _, message) in &self.0 {
            for character in message.chars().take(LONGEST) {
                text.push(character);
                units += character.len_utf16() as u32;
            }
            ends.push(units);
        }
        Marks {
            triples: Uint32Array::from(triples.as_slice()).into(),
            text,
            ends: Uint32Array::from(ends.as_slice()).into(),
        }
    }
}

/// The marks of the policy and of the trace.
pub fn of_report(trace: &arh::Trace, report: &arh::Report, hints: &[arh::Hint]) -> [Marks; 2] {
    let mut in_policy = Gathered::default();
    let mut in_trace = Gathered::default();
    for finding in &report.findings {
        let rule = finding.rule.rule();
        let message = format!("{}: {}", rule.id, finding.message);
        in_trace.add(
            &trace.place(finding.trace_node),
            finding.severity as u32,
            message,
        );
    }
    for hint in hints {
        let message = suggesting(&hint.message, hint.suggestion.as_deref());
        match hint.document {
            DocumentKind::Policy => in_policy.add(&hint.place, HINT, message),
            DocumentKind::Trace => in_trace.add(&hint.place, HINT, message),
            // No hint is about anything else.
            DocumentKind::Approval | DocumentKind::Options | DocumentKind::Request => {}
        }
    }
    [in_policy.finish(), in_trace.finish()]
}

/// A message with what was probably meant.
pub fn suggesting(message: &str, suggestion: Option<&str>) -> String {
    match suggestion {
        Some(suggestion) => format!("{message} ({suggestion})"),
        None => message.to_owned(),
    }
}
