//! Harnesses: which tools their adapters have rules of their own for. (Section (f) of the specification.)

use super::tools::glob;

/// The program that runs the agent and asks the gate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Harness {
    /// Claude Code.
    #[default]
    ClaudeCode,
    /// Hermes.
    Hermes,
}

/// Which of an adapter's own tables claims a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimedBy {
    /// Commands, by what they run.
    Shell,
    /// Edits of files, by their paths.
    File,
    /// Reads of files, by their paths.
    Read,
    /// A tool that the adapter always refuses.
    Refused,
    /// Tools with a fixed rule of their own.
    Rule,
}

impl ClaimedBy {
    /// The word in answers.
    pub const fn name(self) -> &'static str {
        match self {
            ClaimedBy::Shell => "shell",
            ClaimedBy::File => "file",
            ClaimedBy::Read => "read",
            ClaimedBy::Refused => "refused",
            ClaimedBy::Rule => "rule",
        }
    }
}

/// Tools that an adapter claims: entries of the policy's `tools` never reach them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The name; with `*` all names that match.
    pub glob: &'static str,
    /// The table that claims it.
    pub by: ClaimedBy,
    /// The class of its calls, where one is fixed.
    pub class: Option<&'static str>,
    /// Which of its calls are reads all the same.
    pub reads: Option<&'static str>,
}

/// What the adapter says when it refuses `execute_code`.
pub const EXECUTE_CODE_REFUSED: &str = "hook-hermes-execute-code-unbound";

const fn claim(glob: &'static str, by: ClaimedBy) -> Claim {
    Claim {
        glob,
        by,
        class: None,
        reads: None,
    }
}

const fn ruled(glob: &'static str, class: &'static str, reads: Option<&'static str>) -> Claim {
    Claim {
        glob,
        by: ClaimedBy::Rule,
        class: Some(class),
        reads,
    }
}

impl Claim {
    /// What the claim means, without a final period.
    pub fn told(&self) -> String {
        let depends = "its class depends on the arguments";
        match (self.by, self.class, self.reads) {
            (ClaimedBy::Refused, ..) => {
                "claimed by the adapter, which always refuses it".to_owned()
            }
            (_, Some(class), Some(reads)) => {
                format!("claimed by the adapter; {depends}: `{class}`, but {reads}")
            }
            (_, Some(class), None) => format!("claimed by the adapter, as class `{class}`"),
            _ => format!("claimed by the adapter; {depends}"),
        }
    }
}

static CLAUDE_CODE: [Claim; 8] = [
    claim("Bash", ClaimedBy::Shell),
    claim("Edit", ClaimedBy::File),
    claim("Write", ClaimedBy::File),
    claim("MultiEdit", ClaimedBy::File),
    claim("NotebookEdit", ClaimedBy::File),
    claim("Read", ClaimedBy::Read),
    claim("Glob", ClaimedBy::Read),
    claim("Grep", ClaimedBy::Read),
];

const CRON_READS: Option<&str> = Some("`action: list` is a read");
const PROCESS_READS: Option<&str> = Some("list, poll, log and wait are reads");

static HERMES: [Claim; 14] = [
    claim("terminal", ClaimedBy::Shell),
    claim("write_file", ClaimedBy::File),
    claim("patch", ClaimedBy::File),
    claim("read_file", ClaimedBy::Read),
    claim("search_files", ClaimedBy::Read),
    claim("execute_code", ClaimedBy::Refused),
    ruled("cronjob_manage", "cron.manage", CRON_READS),
    ruled("cronjob", "cron.manage", CRON_READS),
    ruled("process_manage", "process.write", PROCESS_READS),
    ruled("process", "process.write", PROCESS_READS),
    ruled("browser_*", "browser.exec", None),
    ruled("skill_manage", "skill.manage", None),
    ruled("delegate_task", "agent.delegate", None),
    ruled("send_message", "message.send", None),
];

impl Harness {
    /// All harnesses, the default one first.
    pub const ALL: [Harness; 2] = [Harness::ClaudeCode, Harness::Hermes];

    /// The word in commands and answers.
    pub const fn name(self) -> &'static str {
        match self {
            Harness::ClaudeCode => "claude-code",
            Harness::Hermes => "hermes",
        }
    }

    /// The harness a word stands for.
    pub fn from_name(name: &str) -> Option<Harness> {
        Harness::ALL
            .into_iter()
            .find(|harness| harness.name() == name)
    }

    /// What people call it.
    pub const fn title(self) -> &'static str {
        match self {
            Harness::ClaudeCode => "Claude Code",
            Harness::Hermes => "Hermes",
        }
    }

    /// Everything its adapter claims.
    pub fn claims(self) -> &'static [Claim] {
        match self {
            Harness::ClaudeCode => &CLAUDE_CODE,
            Harness::Hermes => &HERMES,
        }
    }

    /// The claim on a tool, if its adapter has one. Names are compared with case.
    pub fn claim(self, tool: &str) -> Option<&'static Claim> {
        self.claims()
            .iter()
            .find(|claim| glob::matches(claim.glob, tool))
    }
}
