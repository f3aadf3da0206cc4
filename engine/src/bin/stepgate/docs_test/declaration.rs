//! What the attributes of an example say.

use super::example::Example;
use super::expectation::Expectation;
use crate::words::nearest;
use stepgate_engine::share::FindingId;

/// The attributes of the element.
const OWN: [&str; 14] = [
    "approval-src",
    "expect",
    "fail-under",
    "finding",
    "height",
    "link",
    "policy-src",
    "readonly",
    "sample",
    "src",
    "theme",
    "trace-src",
    "view",
    "markdown",
];

/// Attributes that any element may have. (`markdown` above is for MkDocs: it asks for Markdown inside.)
const GLOBAL: [&str; 10] = [
    "class", "dir", "hidden", "id", "lang", "role", "slot", "style", "tabindex", "title",
];

/// Attributes with a list of values.
const VALUES: [(&str, &[&str]); 2] = [
    ("theme", &["auto", "light", "dark"]),
    ("view", &["both", "policy", "trace", "findings"]),
];

/// What an example says of itself.
#[derive(Debug, PartialEq)]
pub struct Declaration {
    /// What it is declared to be.
    pub expect: Option<Expectation>,
    /// The score from which its trace passes; `None` leaves it to the source.
    pub fail_under: Option<f64>,
    /// The finding it opens at.
    pub finding: Option<FindingId>,
    /// Where its documents are.
    pub source: Source,
}

/// Where the documents of an example are.
#[derive(Debug, PartialEq)]
pub enum Source {
    /// In its code blocks.
    Blocks,
    /// In a reproduction file.
    Reproduction(String),
    /// In a file each: the policy's, the APPROVAL.md's, or both, and the trace's.
    Files([Option<String>; 2], String),
    /// In a share link.
    Link(String),
    /// Among the playground's samples.
    Sample(String),
}

/// Reads the attributes of an example.
///
/// # Errors
/// A sentence without a final period.
pub fn read(example: &Example) -> Result<Declaration, String> {
    let tag = &example.tag;
    for (name, _) in &tag.attributes {
        check_name(name)?;
    }
    for (name, values) in VALUES {
        if let Some(value) = tag.attribute(name)
            && !values.contains(&value)
        {
            let values = values.join("`, `");
            return Err(format!(
                "`{name}` is `{value}`, but must be one of `{values}`"
            ));
        }
    }
    let fail_under = match tag.attribute("fail-under") {
        None => None,
        Some(value) => match value.trim().parse() {
            Ok(bound) if (0.0..=100.0).contains(&bound) => Some(bound),
            _ => {
                return Err(format!(
                    "`fail-under` is `{value}`, but must be a number from 0 to 100"
                ));
            }
        },
    };
    let finding = match tag.attribute("finding") {
        None => None,
        Some(value) => Some(value.parse().map_err(|()| {
            format!("`finding` is `{value}`, but must be an id as in the `&at=` of a link")
        })?),
    };
    Ok(Declaration {
        expect: tag
            .attribute("expect")
            .map(Expectation::parse)
            .transpose()?,
        fail_under,
        finding,
        source: source(example)?,
    })
}

fn check_name(name: &str) -> Result<(), String> {
    let is_known = OWN.contains(&name)
        || GLOBAL.contains(&name)
        || name.starts_with("data-")
        || name.starts_with("aria-");
    if is_known {
        return Ok(());
    }
    Err(match nearest(name, OWN) {
        Some(own) => format!("the attribute `{name}` is not known; is `{own}` meant?"),
        None => format!("the attribute `{name}` is not known"),
    })
}

/// The one place where the documents are.
fn source(example: &Example) -> Result<Source, String> {
    let value = |name: &str| example.tag.attribute(name).map(str::to_owned);
    let mut sources: Vec<(&str, Source)> = Vec::new();
    if !example.blocks.is_empty() {
        sources.push(("code blocks", Source::Blocks));
    }
    if let Some(src) = value("src") {
        sources.push(("`src`", Source::Reproduction(src)));
    }
    match (
        [value("policy-src"), value("approval-src")],
        value("trace-src"),
    ) {
        ([None, None], None) => {}
        ([None, None], Some(_)) => {
            return Err("it has `trace-src` but neither `policy-src` nor `approval-src`".into());
        }
        ([Some(_), _], None) => return Err("it has `policy-src` but no `trace-src`".into()),
        ([None, Some(_)], None) => return Err("it has `approval-src` but no `trace-src`".into()),
        (policies, Some(trace)) => {
            let name = match &policies {
                [_, None] => "`policy-src` and `trace-src`",
                [None, _] => "`approval-src` and `trace-src`",
                _ => "`policy-src`, `approval-src` and `trace-src`",
            };
            sources.push((name, Source::Files(policies, trace)));
        }
    }
    if let Some(link) = value("link") {
        sources.push(("`link`", Source::Link(link)));
    }
    if let Some(sample) = value("sample") {
        sources.push(("`sample`", Source::Sample(sample)));
    }
    if sources.len() > 1 {
        let names: Vec<&str> = sources.iter().map(|(name, _)| *name).collect();
        return Err(format!(
            "its documents come from {}, but must come from one of them",
            names.join(" and from ")
        ));
    }
    let (_, source) = sources.pop().ok_or(
        "it holds no documents: mark code blocks in it as `policy` (or `approval`) and `trace`, or give `src`, \
         `policy-src` (or `approval-src`) and `trace-src`, `link` or `sample`",
    )?;
    Ok(source)
}
