//! The body of an issue: what is wrong with a run, for people who have not seen it.

use super::markdown::{
    html_text, markdown_block, markdown_cell, markdown_code, markdown_link, markdown_sentence,
    markdown_text, shortened,
};
use crate::EngineEntry;
use crate::arh::{Finding, Report, Severity, Trace};
use crate::share::{Judged, Reproduction};

/// The most characters of a body: GitHub takes 65,536.
const MOST: usize = 60_000;
/// The most findings that are listed.
const MOST_FINDINGS: usize = 50;
/// The most characters of one finding's message.
const LONGEST_MESSAGE: usize = 300;
/// The most characters of a step's id or a file's name.
const LONGEST_NAME: usize = 80;
/// A document of more lines is folded away.
const MOST_OPEN_LINES: usize = 30;

/// The body of an issue about a reproduction, in Markdown: the verdict, the findings, the documents and the link, as
/// far as an issue holds them.
pub fn issue_body(reproduction: &Reproduction, judged: &Judged, link: Option<&str>) -> String {
    let mut body = headline(reproduction, judged);
    if let Some(link) = link.filter(|link| link.len() < MOST / 2) {
        body.push_str(&markdown_link("Open it in Stepgate", link));
        body.push_str("\n\n");
    }
    if let Some(judged) = judged.report() {
        body.push_str(&findings(judged.trace, judged.report));
    }
    let mut missing = Vec::new();
    let has_approval = !reproduction.approval.trim_ascii().is_empty();
    for (title, language, name, text) in [
        (
            "Policy",
            "json",
            &reproduction.policy_name,
            &reproduction.policy,
        ),
        (
            "APPROVAL.md",
            "markdown",
            &reproduction.approval_name,
            &reproduction.approval,
        ),
        (
            "Trace",
            "json",
            &reproduction.trace_name,
            &reproduction.trace,
        ),
    ] {
        // Of two policies, none that is empty.
        let is_missing = match title {
            "Policy" => has_approval && text.trim_ascii().is_empty(),
            "APPROVAL.md" => !has_approval,
            _ => false,
        };
        if is_missing {
            continue;
        }
        let room = MOST.saturating_sub(body.len());
        // Looked at before anything is copied: a document may be thousands of times too long.
        let block = (text.len() < room).then(|| document(title, language, name, text));
        match block.filter(|block| block.len() < room) {
            Some(block) => body.push_str(&block),
            None => missing.push(title.to_ascii_lowercase()),
        }
    }
    if !missing.is_empty() {
        body.push_str(&format!(
            "The {} {} too long for an issue: attach the reproduction file.\n",
            missing.join(" and the "),
            if missing.len() == 1 { "is" } else { "are" },
        ));
    }
    body
}

fn headline(reproduction: &Reproduction, judged: &Judged) -> String {
    let gate = reproduction.gate.as_ref().map(|gate| {
        let harness = reproduction.harness.title();
        format!("**Stepgate: {}** ({harness})\n\n", gate.in_words())
    });
    let headline = verdict(reproduction, judged);
    match (gate, judged) {
        (Some(gate), Judged::Missing(_)) => gate,
        (Some(gate), _) => headline + &gate,
        (None, _) => headline,
    }
}

/// What became of policy and trace.
fn verdict(reproduction: &Reproduction, judged: &Judged) -> String {
    let by = format!(
        "fail under {}, {} {}",
        reproduction.fail_under,
        EngineEntry::THIS.name,
        EngineEntry::THIS.version
    );
    let Some(verdict) = judged.verdict() else {
        return format!("**Stepgate: NOT JUDGED** ({by})\n\nA document is empty.\n\n");
    };
    let headline = verdict.headline();
    match judged {
        Judged::Problem(problem) => {
            let message = shortened(&problem.message, LONGEST_MESSAGE);
            format!(
                "**Stepgate: {headline}** ({by})\n\n{} line {}, column {}: {}.\n\n",
                capitalised(problem.document.name()),
                problem.place.line,
                problem.place.column,
                markdown_sentence(&message)
            )
        }
        Judged::Report(_) | Judged::Missing(_) => {
            format!("**Stepgate: {headline}** of 100 ({by})\n\n")
        }
    }
}

fn findings(trace: &Trace, report: &Report) -> String {
    let counts: Vec<String> = [Severity::Error, Severity::Warning, Severity::Info]
        .into_iter()
        .map(|severity| (severity, report.count(severity)))
        .filter(|(_, count)| *count > 0)
        .map(|(severity, count)| {
            let plural = if count == 1 { "" } else { "s" };
            format!("{count} {}{plural}", severity.name())
        })
        .collect();
    if counts.is_empty() {
        return "Nothing was found: every check passed.\n\n".to_owned();
    }
    let mut list = format!("### Findings: {}\n\n", counts.join(", "));
    list.push_str("| Severity | Rule | Step | What happened |\n| --- | --- | --- | --- |\n");
    for finding in report.findings.iter().take(MOST_FINDINGS) {
        list.push_str(&row(trace, finding));
    }
    let more = report.findings.len().saturating_sub(MOST_FINDINGS);
    if more > 0 {
        list.push_str(&format!("\nand {more} more.\n"));
    }
    list.push('\n');
    list
}

fn row(trace: &Trace, finding: &Finding) -> String {
    let step = finding
        .step
        .and_then(|index| trace.steps().get(index as usize))
        .map(|step| trace.step_id(step).to_string());
    let step = markdown_code(&shortened(
        step.as_deref().unwrap_or_default(),
        LONGEST_NAME,
    ));
    let message = markdown_sentence(&shortened(&finding.message, LONGEST_MESSAGE));
    format!(
        "| {} | {} | {} | {} |\n",
        finding.severity.name(),
        finding.rule.rule().id,
        markdown_cell(&step),
        markdown_cell(&message),
    )
}

fn document(title: &str, language: &str, name: &str, text: &str) -> String {
    if text.trim().is_empty() {
        return format!("### {title}\n\nIt is empty.\n\n");
    }
    let block = markdown_block(language, text);
    let name = shortened(name, LONGEST_NAME);
    let lines = text.lines().count();
    if lines <= MOST_OPEN_LINES {
        let name = match &*name {
            "" => String::new(),
            name => format!(": {}", markdown_text(name)),
        };
        return format!("### {title}{name}\n\n{block}\n");
    }
    let name = match &*name {
        "" => String::new(),
        // A mention is looked for here as well.
        name => format!(": {}", html_text(name).replace('@', "@\u{200b}")),
    };
    format!("<details><summary>{title}{name} ({lines} lines)</summary>\n\n{block}\n</details>\n\n")
}

fn capitalised(word: &str) -> String {
    let mut characters = word.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}
