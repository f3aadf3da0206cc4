//! What is shared as a link or a file comes back, and what cannot be shared is refused.

use crate::common::command::{POLICY, err, folder, out, stepgate, trace};
use crate::common::read;
use crate::opened;
use std::fs;
use stepgate_engine::arh::DEFAULT_FAIL_UNDER;
use stepgate_engine::pattern::AllNames;
use stepgate_engine::share::{Judged, Reproduction};

#[test]
fn what_is_shared_comes_back_byte_for_byte() {
    let policy = POLICY.replace('\n', "\r\n");
    let texts = [
        (policy.as_str(), trace("t", "wire")),
        ("\u{feff}{}", "\u{1f600} \\ud800 \u{0} \u{2028}\n".into()),
        ("", String::new()),
        (
            &read("samples/many-scripts.policy.json"),
            read("samples/many-scripts.trace.json"),
        ),
    ];
    for (number, (policy, trace)) in texts.iter().enumerate() {
        let folder = folder(&format!("share-bytes-{number}"));
        fs::create_dir(folder.join("secret customer")).unwrap();
        fs::write(folder.join("secret customer/p ü.json"), policy).unwrap();
        fs::write(folder.join("t.json"), trace).unwrap();
        let shared = [
            "share",
            "--no-redact",
            "--policy",
            "secret customer/p ü.json",
            "t.json",
        ];
        let output = stepgate(&folder, &shared, b"");
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        assert_eq!(out(&output).lines().count(), 1);
        assert!(out(&output).starts_with("https://stepgate.github.io/stepgate/#1"));
        let reproduction = opened(&out(&output));
        assert_eq!(reproduction.policy_name, "p ü.json");
        assert_eq!(reproduction.engine, env!("CARGO_PKG_VERSION"));
        let today = Judged::of(policy, trace, DEFAULT_FAIL_UNDER, &AllNames).verdict();
        assert_eq!(reproduction.verdict.is_some(), today.is_some());
        let shared = reproduction.verdict.zip(today);
        assert_eq!(shared.and_then(|(then, now)| then.difference(&now)), None);
        // As an argument, from standard input as a mail program leaves it, and from a file.
        let broken = out(&output).replace("g", "g\n> ");
        fs::write(folder.join("link.txt"), out(&output)).unwrap();
        for (place, link, input) in [
            ("a", out(&output).trim(), ""),
            ("b/c", "-", broken.as_str()),
            ("d", "link.txt", ""),
        ] {
            let output = stepgate(
                &folder,
                &["open-link", link, "--out", place],
                input.as_bytes(),
            );
            assert_eq!(output.status.code(), Some(0), "{}", err(&output));
            let written = folder.join(place);
            assert_eq!(
                fs::read(written.join("p ü.json")).unwrap(),
                policy.as_bytes()
            );
            assert_eq!(fs::read(written.join("t.json")).unwrap(), trace.as_bytes());
            let mended = out(&output).contains("The link was mended");
            assert_eq!(mended, place == "b/c", "{}", out(&output));
        }
    }
}

#[test]
fn a_reproduction_file_is_written_and_opened() {
    let folder = folder("share-file");
    let shared = [
        "share",
        "--policy",
        "policy.json",
        "-",
        "--fail-under",
        "12.5",
        "--file",
        "r.json",
    ];
    let output = stepgate(&folder, &shared, trace("t", "wire").as_bytes());
    assert_eq!(
        (output.status.code(), out(&output), err(&output)),
        (Some(0), String::new(), String::new())
    );
    let output = stepgate(&folder, &["open-link", "r.json", "--out", "o"], b"");
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        out(&output),
        format!(
            "wrote o/policy.json\nwrote o/trace.json\n\
             shared from engine {version}: FAIL 54.55/100, 1 finding (fail under 12.5); engine {version} says the same\n"
        )
    );
    let reproduction = Reproduction::from_json(&fs::read_to_string(folder.join("r.json")).unwrap());
    assert!(reproduction.unwrap().finding.is_some());
}

#[test]
fn sharing_refuses_what_cannot_be_read_and_where_it_cannot_lead() {
    let folder = folder("share-refuses");
    fs::write(folder.join("bytes.json"), b"\xff").unwrap();
    fs::write(folder.join("large.json"), " ".repeat(17 << 20)).unwrap();
    let shared = ["share", "--policy", "policy.json"];
    for (more, code, told) in [
        (
            &["missing.json"][..],
            1,
            "error: invalid trace missing.json: cannot be read: ",
        ),
        (
            &["bytes.json"],
            1,
            "error: invalid trace bytes.json: is not UTF-8: byte 0xff at offset 0\n",
        ),
        (
            &["large.json"],
            1,
            "error: The documents take more than 16 MiB",
        ),
        (
            &["bad.json", "--file", "no/such/folder"],
            2,
            "error: cannot write no/such/folder: ",
        ),
        (
            &["bad.json", "--base", "javascript:alert(1)"],
            2,
            "error: invalid value 'javascript:alert(1)'",
        ),
        (
            &["bad.json", "--fail-under", "101"],
            2,
            "error: invalid value '101'",
        ),
        (&[], 2, "error: the following required arguments"),
    ] {
        let output = stepgate(&folder, &[&shared[..], more].concat(), b"");
        assert_eq!(
            (output.status.code(), out(&output)),
            (Some(code), String::new()),
            "{more:?}"
        );
        assert!(err(&output).starts_with(told), "{more:?}: {}", err(&output));
    }
    let twice = ["share", "--policy", "-", "-"];
    assert_eq!(stepgate(&folder, &twice, b"").status.code(), Some(2));
    let alone = [
        "validate",
        "--policy",
        "policy.json",
        "--no-redact",
        "good.json",
    ];
    assert_eq!(stepgate(&folder, &alone, b"").status.code(), Some(2));
}

#[test]
fn what_is_shared_is_not_written_over() {
    let folder = folder("share-over");
    for file in ["bad.json", "./policy.json"] {
        let before = fs::read_to_string(folder.join(file)).unwrap();
        let shared = [
            "share",
            "--policy",
            "policy.json",
            "bad.json",
            "--file",
            file,
        ];
        let output = stepgate(&folder, &shared, b"");
        assert_eq!(output.status.code(), Some(2));
        assert!(
            err(&output).contains("is what is to be shared"),
            "{}",
            err(&output)
        );
        assert_eq!(fs::read_to_string(folder.join(file)).unwrap(), before);
    }
}
