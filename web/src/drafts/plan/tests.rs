use super::super::entry::Reason;
use super::*;
use crate::content::{Content, Snapshot};
use crate::protocol::{System, Systems};
use stepgate_engine::approval::Harness;
use wasm_bindgen_test::wasm_bindgen_test;

fn entry(id: &str, reason: Option<Reason>, saved_at: f64, length: usize) -> Entry {
    let text = |length| Content::named(String::new(), "x".repeat(length).as_str().into());
    let snapshot = Snapshot {
        contents: [text(length), text(0), text(0)],
        systems: Systems::default(),
    };
    Entry::new(id.to_owned(), reason, saved_at, &snapshot)
}

fn draft(id: &str, saved_at: f64) -> Entry {
    entry(id, None, saved_at, 1)
}

fn ids(entries: &[&Entry]) -> Vec<String> {
    entries.iter().map(|entry| entry.id.clone()).collect()
}

#[wasm_bindgen_test]
fn only_the_only_tab_takes_up_the_latest_draft() {
    let entries = [
        draft("a", 1.0),
        draft("b", 3.0),
        entry("c", Some(Reason::ClosedTab), 9.0, 1),
        draft("d", 2.0),
    ];
    let new = "new".to_owned();
    let adopted_with = |others: Others| adopted(&entries, &new, &others).map(|it| it.id.clone());
    let live = |ids: &[&str]| ids.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(adopted_with(Others::Live(&[])), Some("b".to_owned()));
    assert_eq!(
        adopted_with(Others::Live(&live(&["new"]))),
        Some("b".to_owned())
    );
    assert_eq!(adopted_with(Others::Live(&live(&["new", "b"]))), None);
    assert_eq!(adopted_with(Others::Live(&live(&["other", "new"]))), None);
    assert_eq!(adopted_with(Others::Unknown), Some("b".to_owned()));
}

#[wasm_bindgen_test]
fn what_a_live_tab_holds_is_not_left_behind() {
    let entries = [draft("a", 1.0), draft("own", 2.0), draft("b", 3.0)];
    let own = "own".to_owned();
    let left = |others: Others| {
        let left: Vec<&Entry> = left_behind(&entries, &own, &others).collect();
        ids(&left)
    };
    assert_eq!(left(Others::Live(&["b".to_owned()])), ["a"]);
    assert_eq!(left(Others::Unknown), ["a", "b"]);
}

#[wasm_bindgen_test]
fn the_history_is_short_and_never_gives_up_a_draft() {
    let kept = |at: u32| {
        let saved_at = f64::from(at);
        entry(&format!("h{at}"), Some(Reason::BeforeSample), saved_at, 1)
    };
    let mut entries: Vec<Entry> = (0..25).map(kept).collect();
    entries.push(draft("draft", 0.0));
    entries.push(entry("blank", Some(Reason::ClosedTab), 30.0, 0));
    assert_eq!(
        ids(&given_up(&entries)),
        ["h0", "h1", "h2", "h3", "h4", "h5", "blank"]
    );
    let older = older_half(&entries);
    assert_eq!(older.len(), 13);
    assert!(older.iter().all(|entry| entry.reason.is_some()));
    assert_eq!(ids(&older_half(&entries[..1])), ["h0"]);
    assert!(older_half(&entries[25..26]).is_empty());
}

#[wasm_bindgen_test]
fn the_history_has_a_length_and_keeps_its_latest_entry_whatever_it_is() {
    let half = 13_000_000;
    let entries = [
        entry("old", Some(Reason::BeforeFile), 1.0, half),
        entry("older", Some(Reason::BeforeFile), 0.0, 1),
        entry("new", Some(Reason::BeforeFile), 2.0, half),
    ];
    assert_eq!(ids(&given_up(&entries)), ["older", "old"]);
    assert!(given_up(&entries[..1]).is_empty());
    let huge = [entry("huge", Some(Reason::BeforeFile), 1.0, 2 * half)];
    assert!(given_up(&huge).is_empty());
}

#[wasm_bindgen_test]
fn deleting_most_of_a_text_is_worth_keeping_it() {
    for (before, after, expected) in [
        (0, 0, false),
        (199, 0, false),
        (200, 0, true),
        (900, 300, false),
        (900, 299, true),
    ] {
        assert_eq!(
            is_mostly_deleted(before, after),
            expected,
            "{before} {after}"
        );
    }
}

#[wasm_bindgen_test]
fn an_entry_is_read_back_and_anything_else_is_not() {
    use crate::storage::Unreadable::{Broken, Newer};
    use js_sys::JSON;

    for entry in [
        draft("a-1", 5.0),
        entry("b", Some(Reason::BeforeLink), 1e12, 3),
    ] {
        assert_eq!(Entry::read(&entry.write()), Ok(entry));
    }
    let kept = r#"{"name":"","crlf":false,"length":0}"#;
    let read = |version: &str, id: &str, reason: &str, documents: &str| {
        let text = format!(
            r#"{{"version":{version},"id":{id},"reason":{reason},"savedAt":1,"documents":{documents}}}"#
        );
        Entry::read(&JSON::parse(&text).unwrap_or_default()).map(|entry| entry.reason)
    };
    let both = format!(r#"{{"policy":{kept},"trace":{kept}}}"#);
    assert_eq!(read("1", r#""a""#, "null", &both), Ok(None));
    assert_eq!(
        read("1", r#""a""#, r#""on-a-whim""#, &both),
        Ok(Some(Reason::Another))
    );
    assert_eq!(read("3", "[]", "7", "null"), Err(Newer));
    assert_eq!(read("1", r#""a/b""#, "null", &both), Err(Broken));
    assert_eq!(read("1", r#""a""#, "7", &both), Err(Broken));
    let third = both.replacen('{', r#"{"notes":7,"#, 1);
    assert_eq!(read("1", r#""a""#, "null", &third), Ok(None));
    for documents in ["[]", "{}", &format!(r#"{{"policy":{kept}}}"#)] {
        assert_eq!(read("1", r#""a""#, "null", documents), Err(Broken));
    }
    assert_eq!(read("null", r#""a""#, "null", &both), Err(Broken));
    for value in ["null", "7", "\"x\"", "[]", "{}"] {
        let value = JSON::parse(value).unwrap_or_default();
        assert_eq!(Entry::read(&value), Err(Broken));
    }
}

#[wasm_bindgen_test]
fn an_entry_takes_the_newer_shape_only_where_the_older_one_is_too_small() {
    let text = |text: &str| Content::named(String::new(), text.into());
    let entry = |approval: &str, systems: Systems| {
        let contents = [text("p"), text(approval), text("t")];
        Entry::new("a".to_owned(), None, 1.0, &Snapshot { contents, systems })
    };
    let version = |entry: &Entry| {
        let version = js_sys::Reflect::get(&entry.write(), &"version".into());
        version.ok().and_then(|version| version.as_f64())
    };
    let plain = Systems::default();
    let chosen = Systems {
        shown: System::Approval,
        forced: Some(System::Approval),
        harness: Harness::Hermes,
    };
    for (approval, systems, expected) in [
        ("", plain, 1.0),
        ("x", plain, 2.0),
        ("", plain.showing(System::Approval), 2.0),
        ("x", chosen, 2.0),
    ] {
        let entry = entry(approval, systems);
        assert_eq!(version(&entry), Some(expected));
        assert_eq!(
            Entry::read(&entry.write()).map(|read| read == entry),
            Ok(true)
        );
    }
}
