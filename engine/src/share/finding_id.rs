//! Names for findings that outlive sorting, filtering and the page itself.

use crate::arh::{Policy, Report, Trace};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hashbrown::HashMap;
use std::fmt;
use std::str::FromStr;

/// 60 bits, shown as 10 characters of base64url.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FindingId(u64);

/// The shown length, in characters.
const LENGTH: usize = 10;

impl FindingId {
    /// Hashes texts, one after another: FNV-1a, then mixed so that every bit of it counts.
    pub(super) fn of<'a>(parts: impl IntoIterator<Item = &'a str>) -> FindingId {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for part in parts {
            // 0xFF stands in no UTF-8 text, so it keeps the parts apart.
            for byte in part.bytes().chain([0xFF]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
        hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        hash = (hash ^ (hash >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        FindingId((hash ^ (hash >> 33)) >> 4)
    }
}

impl fmt::Display for FindingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = (self.0 << 4).to_be_bytes();
        let shown = BASE64_URL_SAFE_NO_PAD.encode(bytes);
        f.write_str(shown.get(..LENGTH).unwrap_or_default())
    }
}

impl FromStr for FindingId {
    type Err = ();

    fn from_str(shown: &str) -> Result<Self, ()> {
        if shown.len() != LENGTH {
            return Err(());
        }
        // Padded with zero bits to whole bytes.
        let bytes = BASE64_URL_SAFE_NO_PAD
            .decode(format!("{shown}A"))
            .map_err(drop)?;
        let bytes = <[u8; 8]>::try_from(bytes).map_err(drop)?;
        Ok(FindingId(u64::from_be_bytes(bytes) >> 4))
    }
}

/// The ids of a report's findings, in its order. No two are equal: a finding that shares rule, step and both places
/// with an earlier one is told from it by its number among them.
pub fn finding_ids(policy: &Policy, trace: &Trace, report: &Report) -> Vec<FindingId> {
    let mut seen: HashMap<FindingId, u32> = HashMap::new();
    report
        .findings
        .iter()
        .map(|finding| {
            let step = finding
                .step
                .and_then(|index| trace.steps().get(index as usize))
                .map(|step| trace.step_id(step).to_string())
                .unwrap_or_default();
            let subject = trace.document().pointer(finding.trace_node);
            let clause = finding
                .policy_node
                .map(|node| policy.document().pointer(node))
                .unwrap_or_default();
            let parts = [finding.rule.rule().id, &step, &subject, &clause];
            let id = FindingId::of(parts);
            let earlier = seen.entry(id).or_default();
            *earlier += 1;
            match *earlier {
                1 => id,
                nth => FindingId::of(parts.into_iter().chain([nth.to_string().as_str()])),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::FindingId;

    #[test]
    fn an_id_is_ten_characters_that_read_back() {
        for text in ["", "ARH-FLW-003", "\u{1f600}"] {
            let id = FindingId::of([text]);
            let shown = id.to_string();
            assert_eq!(shown.len(), 10);
            assert_eq!(shown.parse(), Ok(id));
        }
    }

    #[test]
    fn parts_are_kept_apart() {
        assert_ne!(FindingId::of(["ab", "c"]), FindingId::of(["a", "bc"]));
    }

    #[test]
    fn anything_else_is_no_id() {
        for text in ["", "short", "elevenchars", "exactly te", "ééééé"] {
            assert_eq!(text.parse::<FindingId>(), Err(()), "{text}");
        }
    }
}
