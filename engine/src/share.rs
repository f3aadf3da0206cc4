//! A reproduction as a link: the policies of both systems or of one, a trace and what was chosen of them, in the fragment
//! of an address, which no browser sends to a server.
//!
//! ```text
//! #1<base64url( raw-deflate(JSON) ‖ CRC-32(JSON), 4 bytes big-endian )>[&at=<finding or decision>]
//! #policy=<address>&trace=<address>[&at=<finding>][&fail_under=<number>]
//! ```
//!
//! The first character is the version; `p` and `t` never are one. The JSON is that of a reproduction file, see
//! [`Reproduction::to_json`]. Everything here is bounded: a link is hostile until it has been read.

mod bounds;
mod error;
mod finding_id;
mod fragment;
mod gate_verdict;
mod judged;
mod listing;
mod parts;
mod payload;
mod redacted;
mod reproduction;
mod verdict;

pub use bounds::{ADDRESS_BAR_LIMIT, LARGEST, advice};
pub use error::ShareError;
pub use finding_id::{FindingId, finding_ids};
pub use fragment::{Addresses, Fragment, Opened, link, read_fragment};
pub use gate_verdict::{GateDifference, GateVerdict, decision_ids};
pub use judged::{Judged, Reported};
pub use listing::Listing;
pub use parts::{GateOf, Parts};
pub use redacted::Redacted;
pub use reproduction::{Reproduction, System, View, is_reproduction};
pub use verdict::{Difference, FindingKey, Outcome, Verdict};
