//! What is decided about a class, in words.

use super::{Provenance, Ruling};
use crate::approval::words::with_rates;
use std::fmt;

/// A ruling in words: ``supervised-live, live rate 0.5 (rule `shop.*`)``.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The level with its rates, or what happens to a tool that comes to no class.
    pub level: String,
    /// The rule, the default or the failure that it comes from; empty where no policy is asked.
    pub origin: String,
}

/// Where the level comes from, when the policy did not load.
pub(in crate::approval) const DOES_NOT_LOAD: &str = "the policy does not load";

impl Ruling<'_> {
    /// The level and where it comes from.
    pub fn told(&self) -> Told {
        Told {
            level: with_rates(self.declared.name(), [self.live_rate, self.retro_rate]),
            origin: match (self.matched, self.provenance) {
                (Some(rule), provenance) => {
                    format!("{} `{}`", provenance.name(), rule.pattern.as_str())
                }
                (None, Provenance::FailClosed) => DOES_NOT_LOAD.to_owned(),
                (None, provenance) => provenance.name().to_owned(),
            },
        }
    }
}

impl fmt::Display for Told {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.level)?;
        match self.origin.as_str() {
            "" => Ok(()),
            origin => write!(out, " ({origin})"),
        }
    }
}
