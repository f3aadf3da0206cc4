//! Files dropped on an editor open in it, instead of being pasted at the pointer or shown in place of the page.

use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions, EventListenerPhase};
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, Element, File};

use crate::dom;
use crate::protocol::Document;

/// Listens for as long as the page lives; `open` is given the files, and the document that one alone was dropped on.
pub fn listen(open: impl Fn(Vec<File>, Option<Document>) + 'static) {
    let open = Rc::new(open);
    for (document, id) in [(Document::Policy, "policy"), (Document::Trace, "trace")] {
        if let Some(pane) = dom::element(id) {
            let open = Rc::clone(&open);
            listen_on(&pane, document, open);
        }
    }
    listen_beside();
}

/// A file that misses both editors is not shown in place of the page, which would lose what was typed.
fn listen_beside() {
    let options = EventListenerOptions {
        phase: EventListenerPhase::Bubble,
        passive: false,
    };
    for kind in ["dragover", "drop"] {
        EventListener::new_with_options(&gloo::utils::document(), kind, options, |event| {
            if event.dyn_ref::<DragEvent>().is_some_and(has_files) {
                event.prevent_default();
            }
        })
        .forget();
    }
}

fn listen_on(
    pane: &Element,
    document: Document,
    open: Rc<impl Fn(Vec<File>, Option<Document>) + 'static>,
) {
    // Before the editor, which would paste the file's text where the pointer is.
    let options = EventListenerOptions {
        phase: EventListenerPhase::Capture,
        passive: false,
    };
    for kind in ["dragenter", "dragover", "dragleave", "drop"] {
        let (target, open) = (pane.clone(), Rc::clone(&open));
        EventListener::new_with_options(pane, kind, options, move |event| {
            let Some(event) = event
                .dyn_ref::<DragEvent>()
                .filter(|event| has_files(event))
            else {
                return;
            };
            event.prevent_default();
            event.stop_propagation();
            let over = matches!(kind, "dragenter" | "dragover");
            // Only how the pane looks depends on it.
            let _ = target.class_list().toggle_with_force("over", over);
            if kind == "drop" {
                let files = files(event);
                // Several files find their editors themselves; one goes where it was dropped.
                let into = (files.len() == 1).then_some(document);
                open(files, into);
            }
        })
        .forget();
    }
}

fn has_files(event: &DragEvent) -> bool {
    event
        .data_transfer()
        .is_some_and(|data| data.types().includes(&"Files".into(), 0))
}

fn files(event: &DragEvent) -> Vec<File> {
    let list = event.data_transfer().and_then(|data| data.files());
    list.map(|list| {
        (0..list.length())
            .filter_map(|index| list.get(index))
            .collect()
    })
    .unwrap_or_default()
}
