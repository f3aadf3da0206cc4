//! What the built page weighs, against its budget.

use std::collections::BTreeSet;
use std::fmt;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Result;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::{offline, whole};

/// Most bytes that the page's wasm may take, as gzip.
const WASM_BUDGET: usize = 650_000;

/// Most bytes that everything needed for the first interaction may take, as gzip.
pub const FIRST_LOAD_BUDGET: usize = 900_000;

/// Most bytes that the whole engine may take, as gzip: it is fetched when a document needs it.
const WHOLE_BUDGET: usize = 560_000;

/// The script that other people's pages load.
const EXAMPLE: &str = "stepgate-example.js";

/// Most bytes that it may take, as gzip.
const EXAMPLE_BUDGET: usize = 5_000;

/// Scripts that the page names but does not wait for.
const NEVER_FIRST: [&str; 2] = [EXAMPLE, offline::SCRIPT];

/// One built file.
struct Row {
    name: String,
    raw: usize,
    gzip: usize,
    first_load: bool,
}

/// The sizes of all built files. `Display` prints them as a table.
pub struct Report {
    rows: Vec<Row>,
}

/// The files below `folder`, as paths relative to it, in order.
pub fn files_of(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in next.read_dir()? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else {
                files.push(path.strip_prefix(folder)?.to_path_buf());
            }
        }
    }
    files.sort();
    Ok(files)
}

impl Report {
    /// Weighs `files` of `dist`.
    pub fn of(dist: &Path, files: &[PathBuf]) -> Result<Self> {
        let contents = files
            .iter()
            .map(|file| {
                let name = file.to_string_lossy().replace('\\', "/");
                Ok((name, std::fs::read(dist.join(file))?))
            })
            .collect::<Result<Vec<_>>>()?;
        let first_load = first_load(&contents);
        let rows = contents
            .into_iter()
            .map(|(name, bytes)| {
                let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
                gzip.write_all(&bytes)?;
                let (raw, gzip) = (bytes.len(), gzip.finish()?.len());
                Ok(Row {
                    first_load: first_load.contains(&name),
                    name,
                    raw,
                    gzip,
                })
            })
            .collect::<Result<_>>()?;
        Ok(Self { rows })
    }

    /// A sentence for each budget that does not hold.
    pub fn over_budget(&self) -> Vec<String> {
        self.budgets()
            .into_iter()
            .filter(|(_, is, budget)| is > budget)
            .map(|(what, is, budget)| {
                format!(
                    "{what} is {} KB, {} KB are allowed",
                    kilobytes(is),
                    budget / 1000
                )
            })
            .collect()
    }

    /// What is limited, its gzip size, and the limit.
    fn budgets(&self) -> [(&'static str, usize, usize); 4] {
        let sum = |counts: fn(&Row) -> bool| {
            self.rows
                .iter()
                .filter(|row| counts(row))
                .map(|row| row.gzip)
                .sum()
        };
        [
            (
                "the page's wasm",
                sum(|row| row.first_load && row.name.ends_with(".wasm")),
                WASM_BUDGET,
            ),
            (
                "everything for the first interaction",
                sum(|row| row.first_load),
                FIRST_LOAD_BUDGET,
            ),
            (
                "the whole engine, when a document needs it",
                sum(|row| whole::is_part(&row.name)),
                WHOLE_BUDGET,
            ),
            (EXAMPLE, sum(|row| row.name == EXAMPLE), EXAMPLE_BUDGET),
        ]
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heading = |f: &mut fmt::Formatter<'_>, title: &str| {
            writeln!(f, "\n{title:<52}{:>12}{:>12}", "KB", "KB gzip -9")
        };
        let row = |f: &mut fmt::Formatter<'_>, name: &str, raw: usize, gzip: usize| {
            writeln!(
                f,
                "  {name:<50}{:>12}{:>12}",
                kilobytes(raw),
                kilobytes(gzip)
            )
        };
        heading(f, "needed for the first interaction")?;
        let (first, later): (Vec<&Row>, Vec<&Row>) =
            self.rows.iter().partition(|row| row.first_load);
        for file in first {
            row(f, &file.name, file.raw, file.gzip)?;
        }
        if !later.is_empty() {
            heading(f, "loaded when asked for")?;
        }
        // The rows are in the order of their names: those of one folder stand together.
        for group in later.chunk_by(|a, b| top(&a.name) == top(&b.name)) {
            let name = match group {
                [file] => file.name.clone(),
                files => format!("{}/ ({} files)", top(&files[0].name), files.len()),
            };
            let raw = group.iter().map(|file| file.raw).sum();
            let gzip = group.iter().map(|file| file.gzip).sum();
            row(f, &name, raw, gzip)?;
        }
        writeln!(f)?;
        for (what, is, budget) in self.budgets() {
            writeln!(f, "{what}: {} of {} KB", kilobytes(is), budget / 1000)?;
        }
        Ok(())
    }
}

/// The folder that a file stands in, or the file's own name where that is none.
fn top(name: &str) -> &str {
    name.split('/').next().unwrap_or(name)
}

/// Thousands of bytes with one decimal, rounded up so that nothing over a limit reads as being on it.
fn kilobytes(bytes: usize) -> String {
    let tenths = bytes.div_ceil(100);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// The names of the files that the page fetches before anyone does anything: `index.html` and every file that one of
/// them names, except where the name stands in a dynamic `import("…")`. Samples and pictures that only the program
/// names wait until they are asked for; so do the files of the whole engine (`whole::is_part`), which `index.html` names
/// for the program, and the scripts of [`NEVER_FIRST`].
fn first_load(contents: &[(String, Vec<u8>)]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec!["index.html"];
    while let Some(name) = open.pop() {
        let Some((name, bytes)) = contents.iter().find(|(known, _)| known == name) else {
            continue;
        };
        if !found.insert(name.clone()) {
            continue;
        }
        let text = String::from_utf8_lossy(bytes);
        for (other, _) in contents {
            let loaded_by_program = other.ends_with(".js") || other.ends_with(".wasm");
            if (name == "index.html" || loaded_by_program)
                && other != "index.html"
                && !NEVER_FIRST.contains(&other.as_str())
                && !whole::is_part(other)
                && names(&text, other)
            {
                open.push(other);
            }
        }
    }
    found
}

/// Whether `text` names the file `name` outside a dynamic import.
fn names(text: &str, name: &str) -> bool {
    // Scripts in a folder name their neighbours by the last part alone.
    let last = name.rsplit('/').next().unwrap_or(name);
    text.match_indices(last).any(|(at, _)| {
        let before = text[..at].trim_end_matches(|c| !matches!(c, '"' | '\'' | '`' | '('));
        !before
            .trim_end_matches(['"', '\'', '`'])
            .ends_with("import(")
    })
}

#[cfg(test)]
mod tests {
    use super::{first_load, kilobytes};

    #[test]
    fn the_first_load_follows_names_but_not_dynamic_imports() {
        let contents = [
            ("app-1.js", "import './chunks/core-2.js'; new Worker(`worker_boot.js`); navigator.serviceWorker.register('service_worker.js')"),
            ("app_bg-1.wasm", "\0asm worker_boot.js samples/a.json stepgate-example.js"),
            ("chunks/core-2.js", "await import(\"./merge-3.js\")"),
            ("chunks/merge-3.js", ""),
            ("index.html", "<script src='./app-1.js'></script><link href=\"app_bg-1.wasm\"><link href=style-1.css><meta content=stepgate-whole-5.js>"),
            ("samples/a.json", "{}"),
            ("service_worker.js", "worker_boot.js chunks/merge-3.js"),
            ("stepgate-example.js", ""),
            ("style-1.css", ""),
            ("stepgate-whole-5.js", ""),
            ("worker_boot.js", ""),
        ]
        .map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
        let expected = [
            "app-1.js",
            "app_bg-1.wasm",
            "chunks/core-2.js",
            "index.html",
            "style-1.css",
            "worker_boot.js",
        ];
        assert!(
            first_load(&contents)
                .iter()
                .map(String::as_str)
                .eq(expected)
        );
    }

    #[test]
    fn sizes_are_rounded_up() {
        assert_eq!(kilobytes(650_000), "650.0");
        assert_eq!(kilobytes(650_001), "650.1");
    }
}
