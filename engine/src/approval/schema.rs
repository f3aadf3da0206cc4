//! The closed schema of a policy: what its document may hold, level by level.
//!
//! Reported are the keyword and the place of each fault, as JSON Schema has them, without the echoes of enclosing
//! conditions and unions.

pub(super) mod forms;
mod sentences;
pub(super) mod tables;

pub(super) use tables::SchemaVersion;

use super::load::MOST_ERRORS;
use crate::order::sort_by;
use crate::source::push_token;
use crate::source::yaml::{Document, Kind, Member, NodeId};
use hashbrown::HashSet;
use sentences::Wanted;
use std::borrow::Cow;
use std::ops::Range;
use tables::{Bounds, LEVELS, List, Names, Object, POLICY, Shape, Text};

/// One fault of a document.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) keyword: &'static str,
    /// The JSON Pointer of what is at fault: of a key, its mapping.
    pub(super) pointer: String,
    /// What to show, in bytes of the text.
    pub(super) range: Range<usize>,
    pub(super) message: String,
    /// Whether only the version that was asked for has something against it.
    pub(super) is_of_version: bool,
}

/// The faults of a document, and how many nodes were looked at.
pub(super) fn check(document: &Document, version: SchemaVersion) -> (Vec<Fault>, u64) {
    let mut check = Check {
        document,
        version,
        pointer: String::new(),
        faults: Vec::new(),
        steps: 0,
    };
    check.value(&POLICY, document.root(), document.root());
    (check.faults, check.steps)
}

struct Check<'a> {
    document: &'a Document,
    version: SchemaVersion,
    /// Of the value being looked at.
    pointer: String,
    faults: Vec<Fault>,
    steps: u64,
}

impl Check<'_> {
    /// Looks at a value; `shown` is what stands for it where it is not there or too long: its key.
    fn value(&mut self, shape: &Shape, node: NodeId, shown: NodeId) {
        if self.faults.len() >= MOST_ERRORS {
            return;
        }
        self.steps += 1;
        let kind = self.document.kind(node);
        match shape {
            Shape::Text(text) => self.text(text, node, &sentences::TEXT),
            Shape::TextOrNull(text) => {
                if kind != Kind::Null {
                    self.text(text, node, &sentences::TEXT_OR_NULL);
                }
            }
            Shape::TextOrObject(text, object) => match kind {
                Kind::Mapping => {
                    let before = self.faults.len();
                    self.object(object, node, shown);
                    // The reference then counts it as a wrong text as well.
                    let within = self.faults.get(before..).unwrap_or_default();
                    if !within.is_empty() && within.iter().all(|fault| fault.keyword == "type") {
                        self.wrong_type(node, &sentences::TEXT);
                    }
                }
                _ => self.text(text, node, &sentences::TEXT_OR_MAPPING),
            },
            Shape::Word(words) => {
                self.word(words, node);
            }
            Shape::Number(bounds) => self.number(bounds, node, false),
            Shape::Count(bounds) => self.number(bounds, node, true),
            Shape::Boolean => {
                if kind != Kind::Bool {
                    self.wrong_type(node, &sentences::TRUTH);
                }
            }
            Shape::List(list) => self.list(list, node),
            Shape::Object(object) => self.object(object, node, shown),
            Shape::AnyObject => {
                if kind != Kind::Mapping {
                    self.wrong_type(node, &sentences::MAPPING);
                }
            }
        }
    }

    fn text(&mut self, text: &Text, node: NodeId, wanted: &Wanted) {
        let document = self.document;
        let Some(content) = document.string(node) else {
            return self.wrong_type(node, wanted);
        };
        let length = content.chars().count();
        if length > text.most {
            self.fault("maxLength", node, sentences::too_long(length, text.most));
        }
        if length < text.least {
            self.fault("minLength", node, sentences::EMPTY_TEXT);
        }
        if let Some(form) = text.form
            && !(form.fits)(content)
        {
            self.fault("pattern", node, form.sentence);
        }
    }

    fn word(&mut self, words: &[&str], node: NodeId) {
        let word = self.document.string(node);
        if word.is_some_and(|word| words.contains(&word)) {
            return;
        }
        let sentence = sentences::not_one_of(word, words);
        if word.is_none() {
            self.fault("type", node, sentence.clone());
        }
        self.fault("enum", node, sentence);
    }

    fn number(&mut self, bounds: &Bounds, node: NodeId, whole: bool) {
        let wanted = match whole {
            true => &sentences::COUNT,
            false => &sentences::NUMBER,
        };
        let number = self.document.number(node).filter(|it| it.is_finite());
        let Some(number) = number else {
            return self.wrong_type(node, wanted);
        };
        // The reference holds a fraction against the bounds all the same.
        if whole && number.fract() != 0.0 {
            self.wrong_type(node, wanted);
        }
        if number <= bounds.above {
            self.fault(
                "exclusiveMinimum",
                node,
                sentences::bound("above", bounds.above),
            );
        }
        if number < bounds.least {
            self.fault("minimum", node, sentences::bound("at least", bounds.least));
        }
        if number > bounds.most {
            self.fault("maximum", node, sentences::bound("at most", bounds.most));
        }
    }

    fn list(&mut self, list: &List, node: NodeId) {
        let document = self.document;
        if document.kind(node) != Kind::Sequence {
            return self.wrong_type(node, &sentences::LIST);
        }
        let mut count = 0;
        let mut seen = HashSet::new();
        let mut repeated = None;
        for element in document.elements(node) {
            if list.unique
                && repeated.is_none()
                && (list.compares_all || document.kind(element) == Kind::String)
                && let Some(text) = comparable(document, element, &mut self.steps)
                && !seen.insert(text)
            {
                repeated = Some(element);
            }
            let length = self.pointer.len();
            push_token(&mut self.pointer, &count.to_string());
            self.value(&list.item, element, element);
            self.pointer.truncate(length);
            count += 1;
        }
        if count < list.least {
            self.fault("minItems", node, sentences::EMPTY_LIST);
        }
        if let Some(element) = repeated {
            self.fault("uniqueItems", element, sentences::REPEATED_ENTRY);
        }
    }

    fn object(&mut self, object: &Object, node: NodeId, shown: NodeId) {
        let document = self.document;
        if document.kind(node) != Kind::Mapping {
            return self.wrong_type(node, &sentences::MAPPING);
        }
        let mut count = 0;
        let mut present = 0_u32;
        for member in document.members(node) {
            if self.faults.len() >= MOST_ERRORS {
                return;
            }
            count += 1;
            let known = object.keys.iter().position(|key| key.name == member.name);
            if let Some(known) = known {
                present |= 1 << known;
            }
            if let Some(shape) = self.key(object, known, &member) {
                let length = self.pointer.len();
                push_token(&mut self.pointer, member.name);
                self.value(shape, member.value, member.key);
                self.pointer.truncate(length);
            }
        }
        for (index, key) in object.keys.iter().enumerate() {
            if key.required && present & (1 << index) == 0 {
                self.fault("required", shown, sentences::missing(key.name));
            }
        }
        if count < object.least {
            self.fault("minProperties", node, sentences::EMPTY_MAPPING);
        }
        if object.is_rule {
            self.rule(node, shown);
        }
    }

    /// Looks at a key; returns what its value has to be, if that is to be looked at.
    fn key<'s>(
        &mut self,
        object: &'s Object,
        known: Option<usize>,
        member: &Member<'_>,
    ) -> Option<&'s Shape> {
        let name = member.name;
        let misses = |form: &forms::TextForm| !(form.fits)(name);
        match object.names {
            Names::Known(form) if misses(form) => {
                self.fault("pattern", member.key, form.sentence);
                self.fault("additionalProperties", member.key, form.sentence);
                return None;
            }
            Names::Formed(form) if misses(form) => self.fault("pattern", member.key, form.sentence),
            Names::Words if known.is_none() => {
                let words: Vec<_> = object.keys.iter().map(|key| key.name).collect();
                self.fault(
                    "enum",
                    member.key,
                    sentences::not_one_of(Some(name), &words),
                );
            }
            Names::Length(most) => {
                let length = name.chars().count();
                if length == 0 {
                    self.fault("minLength", member.key, sentences::EMPTY_TEXT);
                } else if length > most {
                    self.fault("maxLength", member.key, sentences::too_long(length, most));
                }
            }
            _ => {}
        }
        match known.and_then(|known| object.keys.get(known)) {
            Some(key) if key.since > self.version => {
                self.fault("additionalProperties", member.key, sentences::newer(name));
                if let Some(fault) = self.faults.last_mut() {
                    fault.is_of_version = true;
                }
                None
            }
            Some(key) => Some(&key.shape),
            None => {
                if object.others.is_none() {
                    let keys: Vec<_> = object.keys.iter().map(|key| key.name).collect();
                    self.fault(
                        "additionalProperties",
                        member.key,
                        sentences::unknown_key(name, &keys),
                    );
                }
                object.others.as_ref()
            }
        }
    }

    /// Holds the keys of a rule against each other.
    fn rule(&mut self, node: NodeId, shown: NodeId) {
        let document = self.document;
        let (mut level, mut live_rate, mut retro_rate) = (None, None, None);
        let (mut allows, mut requests) = (false, false);
        for Member { name, value, .. } in document.members(node) {
            match name {
                "autonomy" => level = Some(value),
                "live_rate" => live_rate = Some(value),
                "retro_rate" => retro_rate = Some(value),
                "allow_irreversible" => allows = document.boolean(value) == Some(true),
                "agent_may_request" => requests = document.boolean(value) == Some(true),
                _ => {}
            }
        }
        let word = level.and_then(|level| document.string(level));
        let is_live = word == Some("supervised-live");
        let is_supervised = matches!(
            word,
            Some("supervised-live" | "supervised" | "supervised-retro")
        );
        match live_rate {
            None if is_live => {
                self.fault("required", level.unwrap_or(shown), sentences::RATE_MISSING)
            }
            Some(rate) if !is_live => {
                self.below("live_rate", "false schema", rate, sentences::LIVE_RATE)
            }
            _ => {}
        }
        if let Some(rate) = retro_rate.filter(|_| !is_supervised) {
            self.below("retro_rate", "false schema", rate, sentences::RETRO_RATE);
        }
        // A word that is no level is already reported.
        if let (Some(level), Some(word)) = (level, word.filter(|word| LEVELS.contains(word))) {
            if allows && !is_supervised && word != "autonomous" {
                self.below("autonomy", "enum", level, sentences::IRREVERSIBLE);
            }
            if requests && word == "human-only" {
                self.below("autonomy", "enum", level, sentences::REQUESTABLE);
            }
        }
    }

    fn wrong_type(&mut self, node: NodeId, wanted: &Wanted) {
        let sentence = sentences::wrong_type(self.document, node, wanted);
        self.fault("type", node, sentence);
    }

    /// A fault of the value of a key.
    fn below(&mut self, name: &str, keyword: &'static str, node: NodeId, message: &'static str) {
        let length = self.pointer.len();
        push_token(&mut self.pointer, name);
        self.fault(keyword, node, message);
        self.pointer.truncate(length);
    }

    fn fault(
        &mut self,
        keyword: &'static str,
        shown: NodeId,
        message: impl Into<Cow<'static, str>>,
    ) {
        self.faults.push(Fault {
            keyword,
            pointer: self.pointer.clone(),
            range: self.document.range(shown),
            message: message.into().into_owned(),
            is_of_version: false,
        });
    }
}

/// A text that two entries of a list share only if they are the same value. Entries that hold more than scalars are
/// of a wrong type wherever entries must differ, and are not compared.
fn comparable(document: &Document, node: NodeId, steps: &mut u64) -> Option<String> {
    let scalar = |node| {
        Some(match document.kind(node) {
            Kind::Null => "n".to_owned(),
            Kind::Bool => format!("b{:?}", document.boolean(node)),
            Kind::Number => format!("f{:?}", document.number(node).map(|it| it + 0.0)),
            Kind::String => format!("s{:?}", document.string(node).unwrap_or_default()),
            Kind::Sequence | Kind::Mapping => return None,
        })
    };
    if document.kind(node) != Kind::Mapping {
        return scalar(node);
    }
    let mut parts = Vec::new();
    for member in document.members(node) {
        *steps += 1;
        parts.push(format!("{:?}:{}", member.name, scalar(member.value)?));
    }
    sort_by(&mut parts, Ord::cmp);
    Some(format!("m{}", parts.join(",")))
}
