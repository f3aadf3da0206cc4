//! Measures the engine and prints one table. With `--write DIR` it writes the workloads into a folder instead, for
//! another program to measure.

mod measure;
mod random;
mod workloads;

use measure::median_ms;
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;
use stepgate_engine::Problem;
use stepgate_engine::arh::{DEFAULT_FAIL_UNDER, Policy, Trace, validate};
use workloads::Workload;

/// Times on one workload, in milliseconds; traces all together.
struct Row {
    name: &'static str,
    bytes: usize,
    prepare: f64,
    parse: f64,
    check: f64,
    serde_json: f64,
    ten_times: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--write", folder] => write(Path::new(folder)),
        [] => print_table(&HashMap::new()),
        ["--reference", times] => print_table(&serde_json::from_str(times)?),
        _ => Err("usage: stepgate-bench [--write DIR | --reference JSON]".into()),
    }
}

/// Writes `NAME.policy.json` and `NAME.traces.jsonl` for every workload.
fn write(folder: &Path) -> Result<(), Box<dyn std::error::Error>> {
    std::fs::create_dir_all(folder)?;
    for workload in workloads::all(1) {
        std::fs::write(folder.join(format!("{}.policy.json", workload.name)), &workload.policy)?;
        std::fs::write(folder.join(format!("{}.traces.jsonl", workload.name)), workload.traces.join("\n"))?;
    }
    Ok(())
}

/// `reference` has the reference's milliseconds of trace parsing and validation by workload.
fn print_table(reference: &HashMap<String, f64>) -> Result<(), Box<dyn std::error::Error>> {
    println!("| workload | bytes | prepare policy ms | parse ms | check ms | total ms | MB/s | × serde_json | × reference | 10 × the steps |");
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for (workload, longer) in workloads::all(1).iter().zip(workloads::all(10)) {
        let row = measure(workload, &longer)?;
        let total = row.parse + row.check;
        let faster = match reference.get(row.name) {
            Some(reference) => format!("{:.1}", reference / total),
            None => "–".into(),
        };
        println!(
            "| {} | {} | {:.3} | {:.3} | {:.3} | {:.3} | {:.0} | {:.2} | {} | {:.1} |",
            row.name,
            row.bytes,
            row.prepare,
            row.parse,
            row.check,
            total,
            row.bytes as f64 / total / 1e3,
            total / row.serde_json,
            faster,
            row.ten_times / total,
        );
    }
    Ok(())
}

fn measure(workload: &Workload, longer: &Workload) -> Result<Row, Problem> {
    let policy = Policy::parse(&workload.policy)?;
    let traces = parse(workload)?;
    let check = median_ms(|| {
        traces.iter().map(|trace| validate(&policy, trace, DEFAULT_FAIL_UNDER)).filter(|report| report.as_ref().is_ok_and(|report| report.passed)).count()
    });
    let ten_times = median_ms(|| {
        longer.traces.iter().map(|text| Trace::parse(text).and_then(|trace| validate(&policy, &trace, DEFAULT_FAIL_UNDER))).filter(Result::is_ok).count()
    });
    Ok(Row {
        name: workload.name,
        bytes: workload.traces.iter().map(String::len).sum(),
        prepare: median_ms(|| Policy::parse(&workload.policy)),
        // Traces are dropped one by one, as in `validate`, or a corpus would measure the allocator.
        parse: median_ms(|| workload.traces.iter().map(|text| Trace::parse(text)).filter(Result::is_ok).count()),
        check,
        serde_json: median_ms(|| {
            workload.traces.iter().map(|text| serde_json::from_slice::<Value>(text.as_bytes())).filter(Result::is_ok).count()
        }),
        ten_times,
    })
}

fn parse(workload: &Workload) -> Result<Vec<Trace>, Problem> {
    workload.traces.iter().map(|text| Trace::parse(text)).collect()
}
