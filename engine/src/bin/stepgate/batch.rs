//! `stepgate batch`: JSON lines in, JSON lines out, one answer a line, in order.

mod approval;

use crate::ExitStatus;
use crate::ascii::write_ascii;
use crate::files::not_utf8;
use serde::Serialize;
use serde_json::{Number, Value};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use stepgate_engine::arh::{DEFAULT_FAIL_UNDER, Policy, Trace, validate};
use stepgate_engine::export::{LoneSurrogates, ReportEntry};
use stepgate_engine::source::{self, Document, Kind, NodeId};
use stepgate_engine::{DocumentKind, Place, Problem, ProblemKind};

#[derive(Serialize)]
struct Judged<'a> {
    id: Option<&'a Value>,
    ok: bool,
    report: ReportEntry<'a>,
}

/// The answer to a question about an approval policy.
#[derive(Serialize)]
struct Answered<'a> {
    id: Option<&'a Value>,
    ok: bool,
    result: Value,
}

#[derive(Serialize)]
struct Refused<'a> {
    id: Option<&'a Value>,
    ok: bool,
    document: DocumentKind,
    error: &'a str,
    #[serde(flatten)]
    place: &'a Place,
}

/// The policy of the last line, kept because many lines share one.
#[derive(Default)]
struct Prepared {
    text: String,
    policy: Option<Policy>,
}

impl Prepared {
    fn policy(&mut self, text: &str) -> Result<&Policy, Problem> {
        if self.policy.is_none() || self.text != text {
            self.policy = None;
            text.clone_into(&mut self.text);
            self.policy = Some(Policy::parse(text)?);
        }
        self.policy
            .as_ref()
            .ok_or_else(|| request_problem("the request has no `policy`"))
    }
}

/// Answers every line of standard input.
pub fn run() -> io::Result<ExitStatus> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut input = BufReader::new(io::stdin());
    let mut prepared = Prepared::default();
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        if !line.trim_ascii().is_empty() {
            answer(&line, &mut prepared, &mut out)?;
            out.write_all(b"\n")?;
            // Whoever sends one line and waits for its answer must not wait for more input.
            if input.buffer().is_empty() {
                out.flush()?;
            }
        }
        line.clear();
    }
    out.flush()?;
    Ok(ExitStatus::Passed)
}

/// Writes the answer to one line.
fn answer(line: &[u8], prepared: &mut Prepared, out: &mut impl Write) -> io::Result<()> {
    let request = match read_request(line) {
        Ok(request) => request,
        Err(problem) => return refuse(out, None, &problem),
    };
    let id = request
        .get(request.root(), "id")
        .map(|node| echo(&request, node));
    let id = id.as_ref();
    if let Some(kind) = request.get(request.root(), "kind") {
        return match approval::answer(&request, kind) {
            Ok(result) => write_ascii(
                out,
                &Answered {
                    id,
                    ok: true,
                    result,
                },
            ),
            Err(problem) => refuse(out, id, &problem),
        };
    }
    match judge(&request, prepared) {
        Ok((policy, trace, report)) => {
            let report = ReportEntry::new(policy, &trace, &report, LoneSurrogates::Spelled);
            write_ascii(
                out,
                &Judged {
                    id,
                    ok: true,
                    report,
                },
            )
        }
        Err(problem) => refuse(out, id, &problem),
    }
}

fn refuse(out: &mut impl Write, id: Option<&Value>, problem: &Problem) -> io::Result<()> {
    let Problem {
        document,
        message,
        place,
        ..
    } = problem;
    write_ascii(
        out,
        &Refused {
            id,
            ok: false,
            document: *document,
            error: message,
            place,
        },
    )
}

/// A request's id for its answer, under the rules for all values there: what strict readers do not take is text.
fn echo(request: &Document, node: NodeId) -> Value {
    match request.kind(node) {
        Kind::Null => Value::Null,
        Kind::True => Value::Bool(true),
        Kind::False => Value::Bool(false),
        Kind::Int | Kind::Float => match serde_json::from_str::<Number>(request.raw(node)) {
            Ok(number)
                if number.is_i64() || number.is_u64() || request.kind(node) == Kind::Float =>
            {
                number.into()
            }
            _ => request.raw(node).into(),
        },
        Kind::String => request
            .string(node)
            .map_or(Value::Null, |text| text.display().into()),
        Kind::Array => request
            .elements(node)
            .map(|element| echo(request, element))
            .collect(),
        Kind::Object => {
            let members = request.members(node);
            Value::Object(
                members
                    .map(|member| (member.name.to_string(), echo(request, member.value)))
                    .collect(),
            )
        }
    }
}

fn read_request(line: &[u8]) -> Result<Document, Problem> {
    let text = std::str::from_utf8(line).map_err(|error| {
        let (message, place) = not_utf8(line, error.valid_up_to());
        Problem {
            place,
            ..request_problem(&format!("the line {message}"))
        }
    })?;
    let request = Document::parse(text.trim_end_matches(['\r', '\n'])).map_err(|error| {
        let mut problem = request_problem(&format!("the line is not JSON: {}", error.0.message));
        problem.place = error.0.place(&error.1);
        problem
    })?;
    match request.kind(request.root()) {
        Kind::Object => Ok(request),
        _ => Err(request_problem("the line is not an object")),
    }
}

type Verdict<'p> = (&'p Policy, Trace, stepgate_engine::arh::Report);

fn judge<'p>(request: &Document, prepared: &'p mut Prepared) -> Result<Verdict<'p>, Problem> {
    let policy = prepared.policy(&field_text(request, "policy")?)?;
    let trace_text = field_text(request, "trace")?;
    check_format(request)?;
    let trace = Trace::parse(&trace_text)?;
    let report = validate(policy, &trace, fail_under(request)?)?;
    Ok((policy, trace, report))
}

/// The text of a document in a request: a string's content, or another value's own text.
fn field_text(request: &Document, name: &str) -> Result<String, Problem> {
    let Some(node) = request.get(request.root(), name) else {
        return Err(request_problem(&format!("the request has no `{name}`")));
    };
    Ok(match request.string(node) {
        // A lone surrogate in a document's own text has no UTF-8; U+FFFD takes as many UTF-16 units.
        Some(text) => text.to_well_formed().into_owned(),
        None => request.raw(node).to_owned(),
    })
}

fn check_format(request: &Document) -> Result<(), Problem> {
    let Some(node) = request.get(request.root(), "format") else {
        return Ok(());
    };
    match request.string(node) {
        Some(format) if format == "arh" || format == "auto" => Ok(()),
        _ => Err(options_problem(
            request,
            node,
            "/format",
            "`format` must be \"arh\" or \"auto\", the formats known so far",
        )),
    }
}

fn fail_under(request: &Document) -> Result<f64, Problem> {
    let Some(node) = request.get(request.root(), "fail_under") else {
        return Ok(DEFAULT_FAIL_UNDER);
    };
    match source::Number::read(request, node).map(|number| number.to_double()) {
        Some(value) if (0.0..=100.0).contains(&value) => Ok(value),
        _ => Err(options_problem(
            request,
            node,
            "/fail_under",
            "`fail_under` must be a number from 0 to 100",
        )),
    }
}

/// A problem with an option. Its place is counted in the option's own text.
fn options_problem(request: &Document, node: NodeId, pointer: &str, message: &str) -> Problem {
    let units = request.raw(node).encode_utf16().count() as u32;
    Problem {
        kind: ProblemKind::Options,
        document: DocumentKind::Options,
        message: message.into(),
        place: Place {
            pointer: pointer.into(),
            range: (0, units),
            line: 1,
            column: 1,
        },
    }
}

fn request_problem(message: &str) -> Problem {
    Problem {
        kind: ProblemKind::Structure,
        document: DocumentKind::Request,
        message: message.into(),
        place: Place {
            pointer: String::new(),
            range: (0, 0),
            line: 1,
            column: 1,
        },
    }
}
