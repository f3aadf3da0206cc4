//! The Stepgate engine: text in, report out.
//!
//! ```
//! use stepgate_engine::arh::{DEFAULT_FAIL_UNDER, Policy, Trace, validate};
//!
//! let policy = Policy::parse(r#"{"policy_id": "p", "sequence": {"forbidden_tools": ["wire"]}}"#)?;
//! let trace = Trace::parse(
//!     r#"{"trace_id": "t", "agent_name": "a", "workflow": "w",
//!         "steps": [{"step_id": "s1", "type": "tool_call", "tool_name": "wire"}]}"#,
//! )?;
//! let report = validate(&policy, &trace, DEFAULT_FAIL_UNDER)?;
//! assert!(!report.passed);
//! # Ok::<(), stepgate_engine::Problem>(())
//! ```
//!
//! Data flows one way: text, positioned document ([`source`]), typed policy and trace, checks, findings, report
//! ([`arh`]). The engine knows no browser, file, clock or environment.
#![forbid(unsafe_code)]

pub mod approval;
pub mod arh;
mod closest;
mod engine;
pub mod export;
pub mod order;
pub mod pattern;
mod problem;
pub mod redact;
pub mod share;
pub mod source;
mod unicode;

pub use engine::EngineEntry;
pub use problem::{DocumentKind, Place, Problem, ProblemKind};
pub use unicode::in_small_letters;
