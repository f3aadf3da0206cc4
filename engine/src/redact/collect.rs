//! From the texts of one document to its list of secrets.

use super::known::Known;
use super::names::{Telling, is_identifier, secret_in, secret_number};
use super::pairs::Told;
use super::placeholder::{Placeholders, placeholders_in};
use super::scan::{Hit, scan, scan_unsafe};
use super::senders::for_each_sender;
use super::{Secret, SecretKind, Secrets, Undecided};
use crate::order::sort_by_key;
use crate::pattern::PatternSet;
use crate::problem::{DocumentKind, Place};
use crate::source::{Document, Kind, NodeId, PlaceIndex, Text};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::ops::Range;

/// Values without which a trace is none. No pattern makes them a secret.
const FORMAT_WORDS: [&[u8]; 2] = [b"tool_call", b"model_response"];

/// What is searched.
pub(super) enum Source<'a> {
    Json(&'a Document),
    /// A text that is no JSON.
    Raw(&'a str, PlaceIndex),
}

impl<'a> Source<'a> {
    pub(super) fn raw(text: &'a str) -> Source<'a> {
        Source::Raw(text, PlaceIndex::new(text))
    }
}

/// A secret without its placeholder.
struct Found {
    bytes: Range<usize>,
    is_number: bool,
    text: Vec<u8>,
    kind: SecretKind,
    title: Cow<'static, str>,
    place: Place,
}

/// Collects the secrets of one document.
pub(super) struct Collector<'a> {
    document: DocumentKind,
    unsafe_patterns: Option<(&'a PatternSet, &'a [NodeId])>,
    found: Vec<Found>,
    undecided: Vec<Undecided>,
    /// Scratch: what is in the text at hand.
    hits: Vec<Hit>,
    titles: Vec<Cow<'static, str>>,
}

impl<'a> Collector<'a> {
    pub(super) fn new(
        document: DocumentKind,
        unsafe_patterns: Option<(&'a PatternSet, &'a [NodeId])>,
    ) -> Collector<'a> {
        Collector {
            document,
            unsafe_patterns,
            found: Vec::new(),
            undecided: Vec::new(),
            hits: Vec::new(),
            titles: Vec::new(),
        }
    }

    /// Looks at a document; also for secrets that are known from elsewhere.
    pub(super) fn collect(&mut self, source: &Source<'_>, known: &Known) {
        match source {
            Source::Json(document) => self.collect_json(document, known),
            Source::Raw(text, places) => self.collect_raw(text, places, known),
        }
    }

    /// Has the secrets that may stand elsewhere as well remembered.
    pub(super) fn remember(&self, known: &mut Known) {
        for found in &self.found {
            known.remember(found.kind, found.title.clone(), &found.text);
        }
    }

    /// Numbers the secrets and adds them to the others.
    pub(super) fn finish(self, placeholders: &mut Placeholders, into: &mut Secrets) {
        let document = self.document;
        into.found
            .extend(self.found.into_iter().map(|found| Secret {
                document,
                kind: found.kind,
                title: found.title,
                excerpt: excerpt(&found.text),
                placeholder: placeholders.of(found.kind, &found.text),
                place: found.place,
                bytes: found.bytes,
                is_number: found.is_number,
            }));
        into.undecided.extend(self.undecided);
    }

    fn collect_raw(&mut self, text: &str, places: &PlaceIndex, known: &Known) {
        scan(Text::from(text), false, &mut self.hits, &mut self.titles);
        if self.document == DocumentKind::Approval {
            for_each_sender(text.as_bytes(), &mut |range| {
                self.hits.push(Hit::new(SecretKind::Sender, range));
            });
        }
        scan_known(known, Text::from(text), &mut self.hits);
        if let Some((patterns, _)) = self.unsafe_patterns
            && self.document != DocumentKind::Approval
        {
            scan_unsafe(patterns, Text::from(text), &mut self.hits, &mut self.titles);
        }
        let place = |range: Range<usize>| places.place(text, String::new(), range.start, range.end);
        for title in self.titles.drain(..) {
            self.undecided.push(Undecided {
                document: self.document,
                place: place(0..text.len()),
                title,
            });
        }
        for hit in merged(&mut self.hits, text.as_bytes()) {
            self.found.push(Found {
                place: place(hit.range.clone()),
                text: text
                    .as_bytes()
                    .get(hit.range.clone())
                    .unwrap_or_default()
                    .to_vec(),
                bytes: hit.range,
                is_number: false,
                kind: hit.kind,
                title: hit.title,
            });
        }
    }

    fn collect_json(&mut self, document: &Document, known: &Known) {
        let mut told = Told::default();
        for node in document.all_nodes() {
            let telling = told.of(document, node);
            match document.kind(node) {
                Kind::String => self.collect_string(document, node, telling, known),
                Kind::Int => self.collect_number(document, node, telling, known),
                _ => {}
            }
        }
    }

    fn collect_string(
        &mut self,
        document: &Document,
        node: NodeId,
        told: Option<Telling>,
        known: &Known,
    ) {
        let Some(text) = document.string(node) else {
            return;
        };
        let bytes = text.as_bytes();
        let opaque = told == Some(Telling::Opaque);
        scan(text, opaque, &mut self.hits, &mut self.titles);
        scan_known(known, text, &mut self.hits);
        if let Some(telling) = told
            && let Some((kind, range)) = secret_in(telling, bytes)
            && !(self.document == DocumentKind::Policy && is_identifier(bytes))
        {
            self.hits.push(Hit::new(kind, range));
        }
        if let Some((patterns, clauses)) = self.unsafe_patterns
            && !document.is_key(node)
            && !FORMAT_WORDS.contains(&bytes)
            && !(self.document == DocumentKind::Policy && clauses.binary_search(&node).is_ok())
        {
            scan_unsafe(patterns, text, &mut self.hits, &mut self.titles);
        }
        for title in self.titles.drain(..) {
            self.undecided.push(Undecided {
                document: self.document,
                place: document.place(node),
                title,
            });
        }
        if self.hits.is_empty() {
            return;
        }
        let hits = merged(&mut self.hits, bytes);
        let pointer = document.pointer(node);
        let ranges = document.source_ranges(node, hits.iter().map(|hit| hit.range.clone()));
        for (hit, source) in hits.iter().zip(ranges) {
            self.found.push(Found {
                place: document.place_of_bytes(pointer.clone(), source.start, source.end),
                bytes: source,
                is_number: false,
                text: bytes.get(hit.range.clone()).unwrap_or_default().to_vec(),
                kind: hit.kind,
                title: hit.title.clone(),
            });
        }
    }

    fn collect_number(
        &mut self,
        document: &Document,
        node: NodeId,
        told: Option<Telling>,
        known: &Known,
    ) {
        let digits = document.raw(node).as_bytes();
        let kind = match told.and_then(|telling| secret_number(telling, digits)) {
            Some(kind) => kind,
            None if super::digits::is_card(digits) => SecretKind::CardNumber,
            None => match known.whole(digits) {
                Some((kind, _)) => *kind,
                None => return,
            },
        };
        self.found.push(Found {
            bytes: document.byte_range(node),
            is_number: true,
            text: digits.to_vec(),
            kind,
            title: kind.title().into(),
            place: document.place(node),
        });
    }
}

fn scan_known(known: &Known, text: Text<'_>, hits: &mut Vec<Hit>) {
    if !known.is_empty() {
        known.for_each(text, &mut |kind, title, range| {
            hits.push(Hit { range, kind, title });
        });
    }
}

/// The hits in order, overlapping ones made one, without those in placeholders. Empties the list.
fn merged(hits: &mut Vec<Hit>, text: &[u8]) -> Vec<Hit> {
    sort_by_key(hits, |hit| {
        (hit.range.start, Reverse(hit.range.end), hit.kind)
    });
    let mut clusters: Vec<Hit> = Vec::with_capacity(hits.len());
    // The longest of the leading kind gives a cluster its title.
    let mut leader = 0;
    for hit in hits.drain(..) {
        let length = hit.range.len();
        match clusters.last_mut() {
            Some(last)
                if hit.range.start < last.range.end
                    // One pattern that matches piece by piece.
                    || (hit.range.start == last.range.end
                        && hit.kind == SecretKind::UnsafePattern
                        && last.kind == SecretKind::UnsafePattern) =>
            {
                last.range.end = last.range.end.max(hit.range.end);
                if (hit.kind, Reverse(length)) < (last.kind, Reverse(leader)) {
                    (last.kind, last.title, leader) = (hit.kind, hit.title, length);
                }
            }
            _ => {
                leader = length;
                clusters.push(hit);
            }
        }
    }
    if clusters.is_empty() {
        return clusters;
    }
    let mut placeholders = placeholders_in(text).peekable();
    clusters.retain(|hit| {
        while placeholders
            .next_if(|placeholder| placeholder.end <= hit.range.start)
            .is_some()
        {}
        !placeholders.peek().is_some_and(|placeholder| {
            placeholder.start <= hit.range.start && hit.range.end <= placeholder.end
        })
    });
    clusters
}

/// The first characters, at most four and at most a third of all.
fn excerpt(secret: &[u8]) -> String {
    let characters = Text::Wtf8(secret).code_points();
    let length = characters.clone().count();
    let mut excerpt: String = characters
        .take(4.min(length / 3))
        .map(|point| match char::from_u32(point) {
            Some(character) if !character.is_control() => character,
            _ => char::REPLACEMENT_CHARACTER,
        })
        .collect();
    excerpt.push('…');
    excerpt
}
