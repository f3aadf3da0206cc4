//! Links under the traces that do not pass, so that a red log opens in the playground at the step that failed.

use crate::line::on_one_line;
use crate::reproduce::{Given, Named, reproduce};
use std::io::{self, Write};
use stepgate_engine::approval::Harness;
use stepgate_engine::share::{advice, link};

/// How links are made.
pub struct Links<'a> {
    /// The address of the playground.
    pub base: &'a str,
    /// Whether what looks secret or personal is replaced.
    pub redacted: bool,
    /// The score from which a trace passes.
    pub fail_under: f64,
}

impl Links<'_> {
    /// Prints the link to a policy and a trace, and what to know of it.
    pub fn print(&self, out: &mut impl Write, policy: Named, trace: Named) -> io::Result<()> {
        let given = Given {
            policy: Some(policy),
            approval: None,
            trace,
            fail_under: self.fail_under,
            harness: Harness::default(),
        };
        let reproduced = reproduce(&given, self.redacted);
        let mut lines = Vec::new();
        match link(self.base, &reproduced.reproduction) {
            Ok(link) => {
                let length = link.chars().count();
                lines.push(format!("link: {link}"));
                lines.extend(
                    reproduced
                        .remarks()
                        .into_iter()
                        .map(|remark| format!("note: {remark}")),
                );
                lines.extend(
                    advice(length).map(|advice| format!("note: {length} characters. {advice}")),
                );
            }
            Err(error) => lines.push(format!("no link: {error}")),
        }
        for line in lines {
            writeln!(out, "  {}", on_one_line(&line))?;
        }
        Ok(())
    }
}
