//! The answers of a comparison in words.

use super::Answer;
use crate::approval::classes::{DOES_NOT_LOAD, Ruling, Told};
use crate::approval::outcome::Outcome;
use crate::approval::tools::ToolVerdict;

impl Answer<'_> {
    /// What holds for an action about which nothing is said.
    pub fn as_is(&self) -> Told {
        self.told(self.ruling.as_ref())
    }

    /// What holds for an irreversible one.
    pub fn if_irreversible(&self) -> Told {
        self.told(self.irreversible.as_ref())
    }

    fn told(&self, ruling: Option<&Ruling>) -> Told {
        let (level, origin) = match (ruling, self.verdict) {
            (Some(ruling), _) => return ruling.told(),
            (None, Some(ToolVerdict::NotGated)) => (Outcome::NotGated.told(), ""),
            (None, Some(ToolVerdict::Adapter(_))) => (Outcome::Claimed.told(), ""),
            (None, _) => ("denied", DOES_NOT_LOAD),
        };
        Told {
            level: level.to_owned(),
            origin: origin.to_owned(),
        }
    }
}
