//! Measures the engine and prints one table. With `--write DIR` it writes the workloads into a folder instead, for
//! another program to measure.

use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;
use stepgate_bench::gate;
use stepgate_bench::measure::median_ms;
use stepgate_bench::workloads::{self, Workload};
use stepgate_engine::Problem;
use stepgate_engine::arh::{DEFAULT_FAIL_UNDER, Policy, Trace, validate};

/// Times on one workload, in milliseconds; traces all together.
struct Row {
    name: &'static str,
    bytes: usize,
    prepare: f64,
    parse: f64,
    /// Parsing and checking.
    total: f64,
    serde_json: f64,
    ten_times: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--write", folder] => write(Path::new(folder), 1),
        ["--write", folder, scale] => write(Path::new(folder), scale.parse()?),
        ["--gate"] => Ok(gate::print_table()?),
        [] => print_table(&Others::default()),
        [others] => print_table(&serde_json::from_str(others)?),
        _ => Err("usage: stepgate-bench [--write DIR [SCALE] | --gate | JSON]".into()),
    }
}

/// Writes `NAME.policy.json` and `NAME.traces.jsonl` for every workload, and the documents for the gate.
fn write(folder: &Path, scale: usize) -> Result<(), Box<dyn std::error::Error>> {
    std::fs::create_dir_all(folder)?;
    for workload in workloads::all(scale) {
        std::fs::write(
            folder.join(format!("{}.policy.json", workload.name)),
            &workload.policy,
        )?;
        std::fs::write(
            folder.join(format!("{}.traces.jsonl", workload.name)),
            workload.traces.join("\n"),
        )?;
    }
    for (name, text) in gate::files() {
        std::fs::write(folder.join(name), text)?;
    }
    Ok(())
}

/// What others took for parsing and judging all traces of a workload, in milliseconds, by its name.
#[derive(Default, serde::Deserialize)]
#[serde(default)]
struct Others {
    /// The reference implementation.
    reference: HashMap<String, f64>,
    /// This engine as WebAssembly in Chromium.
    chromium: HashMap<String, f64>,
}

fn print_table(others: &Others) -> Result<(), Box<dyn std::error::Error>> {
    println!(
        "| workload | bytes | prepare policy ms | parse ms | check ms | total ms | MB/s | serde_json took | reference took | Chromium took | 10 × the steps took |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for (workload, longer) in workloads::all(1).iter().zip(workloads::all(10)) {
        let row = measure(workload, &longer)?;
        let total = row.total;
        // How many times as long as we did.
        let times = |other: Option<f64>| {
            other.map_or("–".into(), |other| format!("{:.2} ×", other / total))
        };
        println!(
            "| {} | {} | {:.3} | {:.3} | {:.3} | {:.3} | {:.0} | {} | {} | {} | {} |",
            row.name,
            row.bytes,
            row.prepare,
            row.parse,
            total - row.parse,
            total,
            row.bytes as f64 / total / 1e3,
            times(Some(row.serde_json)),
            times(others.reference.get(row.name).copied()),
            times(others.chromium.get(row.name).copied()),
            times(Some(row.ten_times)),
        );
    }
    gate::print_table()?;
    Ok(())
}

fn measure(workload: &Workload, longer: &Workload) -> Result<Row, Problem> {
    let policy = Policy::parse(&workload.policy)?;
    // Traces are read, judged and dropped one by one, as the command does it.
    let judge = |text: &String| validate(&policy, &Trace::parse(text)?, DEFAULT_FAIL_UNDER);
    let judge_all = |traces: &[String]| traces.iter().map(judge).filter(Result::is_ok).count();
    let read = |text: &String| serde_json::from_slice::<Value>(text.as_bytes());
    Ok(Row {
        name: workload.name,
        bytes: workload.traces.iter().map(String::len).sum(),
        prepare: median_ms(|| Policy::parse(&workload.policy)),
        parse: median_ms(|| {
            let traces = workload.traces.iter().map(|text| Trace::parse(text));
            traces.filter(Result::is_ok).count()
        }),
        total: median_ms(|| judge_all(&workload.traces)),
        serde_json: median_ms(|| {
            workload
                .traces
                .iter()
                .map(read)
                .filter(Result::is_ok)
                .count()
        }),
        ten_times: median_ms(|| judge_all(&longer.traces)),
    })
}
