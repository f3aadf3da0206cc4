//! `stepgate docs-test` on documents of all kinds.
#![cfg(feature = "cli")]

mod common;

use common::command::{empty_folder, err, out, stepgate};
use common::{read_lines, workspace};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;

/// A document, what else lies around it, and what the command says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: String,
    name: String,
    text: Vec<String>,
    #[serde(default)]
    files: BTreeMap<String, String>,
    told: Vec<String>,
    code: i32,
    #[serde(default)]
    error: String,
}

#[test]
fn documents_are_tested_as_the_cases_say() {
    let cases = read_lines::<Case>("tests/cases/docs-test.jsonl");
    assert!(cases.len() > 30);
    for case in cases {
        let folder = empty_folder(&format!("docs-test/{}", case.id));
        let document = (case.name, case.text.join("\n") + "\n");
        for (name, text) in case.files.into_iter().chain([document]) {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let output = stepgate(&folder, &["docs-test", "."], b"");
        let text = out(&output).replace("./", "");
        let told: Vec<&str> = text.lines().collect();
        assert_eq!(told, case.told, "{}", case.id);
        assert_eq!(err(&output).trim_end(), case.error, "{}", case.id);
        assert_eq!(output.status.code(), Some(case.code), "{}", case.id);
    }
}

#[test]
fn the_documentation_site_of_the_browser_tests_is_as_declared() {
    let output = stepgate(&workspace("tests"), &["docs-test", "docs-site"], b"");
    assert_eq!(output.status.code(), Some(0), "{}", out(&output));
}

#[test]
fn single_files_are_tested_and_what_is_none_is_refused() {
    let folder = empty_folder("docs-test-files");
    let example = r#"<stepgate-example sample="clean-pass" expect="pass"></stepgate-example>"#;
    fs::write(folder.join("a.md"), example).unwrap();
    fs::write(folder.join("b.html"), example).unwrap();
    let output = stepgate(&folder, &["docs-test", "b.html", "a.md"], b"");
    assert_eq!(
        (output.status.code(), out(&output), err(&output)),
        (
            Some(0),
            "b.html:1: as declared: pass\na.md:1: as declared: pass\n2 examples: 2 as declared, 0 not\n"
                .into(),
            String::new()
        )
    );
    fs::write(folder.join("c.txt"), example).unwrap();
    fs::write(folder.join("latin.html"), b"caf\xe9 <stepgate-example>").unwrap();
    for (path, told) in [
        (
            "c.txt",
            "error: c.txt is neither a folder nor Markdown nor HTML\n",
        ),
        ("d.md", "error: d.md cannot be read: "),
        ("nowhere", "error: nowhere cannot be read: "),
        (
            "latin.html",
            "error: latin.html is not UTF-8: byte 0xe9 at offset 3\n",
        ),
    ] {
        let output = stepgate(&folder, &["docs-test", path, "a.md"], b"");
        assert_eq!(output.status.code(), Some(1), "{path}");
        assert!(err(&output).starts_with(told), "{path}: {}", err(&output));
        assert!(out(&output).ends_with("1 example: 1 as declared, 0 not\n"));
    }
    assert_eq!(
        stepgate(&folder, &["docs-test"], b"").status.code(),
        Some(2)
    );
    // A page in another encoding without an example in it is no concern of ours.
    fs::write(folder.join("latin.html"), b"caf\xe9").unwrap();
    assert_eq!(
        stepgate(&folder, &["docs-test", "."], b"").status.code(),
        Some(0)
    );
}

#[cfg(unix)]
#[test]
fn links_between_folders_are_followed_and_never_in_circles() {
    use std::os::unix::fs::symlink;
    let folder = empty_folder("docs-test-links");
    let example = r#"<stepgate-example sample="clean-pass"></stepgate-example>"#;
    fs::create_dir(folder.join("docs")).unwrap();
    fs::write(folder.join("README.md"), example).unwrap();
    symlink("../README.md", folder.join("docs/index.md")).unwrap();
    symlink("..", folder.join("docs/up")).unwrap();
    symlink("nowhere", folder.join("docs/dangling")).unwrap();
    let output = stepgate(&folder, &["docs-test", "docs"], b"");
    assert_eq!(
        (output.status.code(), err(&output)),
        (Some(0), String::new())
    );
    assert!(
        out(&output).starts_with("docs/index.md:1: nothing declared: pass\n"),
        "{}",
        out(&output)
    );
    symlink("nowhere.md", folder.join("docs/dangling.md")).unwrap();
    let output = stepgate(&folder, &["docs-test", "docs"], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        err(&output).starts_with("error: docs/dangling.md cannot be read: "),
        "{}",
        err(&output)
    );
}

/// Each would take minutes if it were read over and over.
#[test]
fn documents_that_close_nothing_are_read_once() {
    let folder = empty_folder("docs-large");
    let shapes = [
        ("emphasis", "a *b* c\n\n".repeat(30_000)),
        ("quote", "<stepgate-example a=\"".repeat(20_000)),
        ("comments", "{/* a */} *b*\n\n".repeat(20_000)),
        (
            "wrappers",
            format!(
                "<stepgate-example>\n{}{}",
                "<a>".repeat(60_000),
                "</b>".repeat(60_000)
            ),
        ),
    ];
    for (name, text) in shapes {
        for extension in ["md", "mdx", "html"] {
            let file = format!("{name}.{extension}");
            fs::write(folder.join(&file), &text).unwrap();
            let output = stepgate(&folder, &["docs-test", &file], b"");
            assert_eq!(output.status.code(), Some(1), "{file}");
        }
    }
}
