//! Reading typed fields out of a positioned document, with refusals that name the field and its place.

use crate::problem::{DocumentKind, Place, Problem, ProblemKind};
use crate::source::{
    Document, Integer, Kind, Member, NodeId, TextBuf, is_truthy, printed, type_name,
};

/// The major version of both formats that is read.
const MAJOR_VERSION: &str = "1";

/// Why a document is not one of its format: a sentence about a place.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) kind: ProblemKind,
    pub(super) message: String,
    pub(super) place: Place,
}

impl Refusal {
    pub(super) fn about(self, document: DocumentKind) -> Problem {
        Problem {
            kind: self.kind,
            document,
            message: self.message,
            place: self.place,
        }
    }
}

pub(super) type Read<T> = Result<T, Refusal>;

/// Reads a text as JSON.
pub(super) fn read_document(text: &str, kind: DocumentKind) -> Result<Document, Problem> {
    Document::parse(text).map_err(|failure| {
        let (error, text) = *failure;
        Problem {
            kind: ProblemKind::Syntax,
            document: kind,
            place: error.place(&text),
            message: error.message,
        }
    })
}

/// A refusal about a value.
pub(super) fn refuse<T>(document: &Document, node: NodeId, message: impl Into<String>) -> Read<T> {
    Err(Refusal {
        kind: ProblemKind::Structure,
        message: message.into(),
        place: document.place(node),
    })
}

/// A field's value together with where it stands: the value's node or, where the field is absent, the nearest
/// value around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting<T> {
    /// The value, or its default.
    pub(super) value: T,
    /// Where it was set, or would be.
    pub(super) clause: NodeId,
}

/// An object whose fields are being read, and what it is called in sentences.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a> {
    pub(super) document: &'a Document,
    pub(super) node: NodeId,
    /// Whether the object stands in the text; an absent section is read as an empty one in place of what is around.
    present: bool,
    pub(super) name: &'a str,
}

impl<'a> Fields<'a> {
    /// The outermost object of a policy or trace.
    pub(super) fn root(document: &'a Document, name: &'a str) -> Read<Fields<'a>> {
        let node = document.root();
        if document.kind(node) != Kind::Object {
            return refuse(
                document,
                node,
                format!(
                    "a {name} must be an object, not {}",
                    type_name(document.kind(node))
                ),
            );
        }
        Ok(Fields {
            document,
            node,
            present: true,
            name,
        })
    }

    /// An object known to be one.
    pub(super) fn object(document: &'a Document, node: NodeId, name: &'a str) -> Fields<'a> {
        Fields {
            document,
            node,
            present: true,
            name,
        }
    }

    /// A field's value; absent for an absent section.
    pub(super) fn get(&self, name: &str) -> Option<NodeId> {
        if self.present {
            self.document.get(self.node, name)
        } else {
            None
        }
    }

    /// All fields; none for an absent section.
    pub(super) fn members(&self) -> impl Iterator<Item = Member<'a>> + use<'a> {
        let present = self.present;
        self.document
            .members(self.node)
            .take_while(move |_| present)
    }

    /// A field's value unless it is absent or null.
    pub(super) fn get_set(&self, name: &str) -> Option<NodeId> {
        self.get(name)
            .filter(|node| self.document.kind(*node) != Kind::Null)
    }

    /// A field's value unless it is absent or one of the values the reference takes for nothing.
    pub(super) fn get_truthy(&self, name: &str) -> Option<NodeId> {
        self.get(name)
            .filter(|node| is_truthy(self.document, *node))
    }

    /// Refuses an unknown major version.
    pub(super) fn check_version(&self) -> Read<()> {
        let Some(node) = self.get_set("schema_version") else {
            return Ok(());
        };
        let version = printed(self.document, node);
        let version = version.as_text();
        let major = version
            .as_bytes()
            .split(|byte| *byte == b'.')
            .next()
            .unwrap_or_default();
        if major == MAJOR_VERSION.as_bytes() {
            return Ok(());
        }
        refuse(
            self.document,
            node,
            format!(
                "`schema_version` `{version}` of the {} is not supported; this engine reads version 1",
                self.name
            ),
        )
    }

    /// A field that must be there, printed as the reference prints it.
    pub(super) fn required_text(&self, name: &str) -> Read<TextBuf> {
        match self.get(name) {
            Some(node) => Ok(printed(self.document, node)),
            None => self.missing(name),
        }
    }

    pub(super) fn missing<T>(&self, name: &str) -> Read<T> {
        refuse(
            self.document,
            self.node,
            format!("the {} has no `{name}`, which it must have", self.name),
        )
    }

    /// A section of the document: an object, or nothing where it is absent or falsy.
    pub(super) fn section(&self, name: &'a str) -> Read<Fields<'a>> {
        let Some(node) = self.get_truthy(name) else {
            return Ok(Fields {
                document: self.document,
                node: self.get(name).unwrap_or(self.node),
                present: false,
                name,
            });
        };
        if self.document.kind(node) != Kind::Object {
            return refuse(
                self.document,
                node,
                format!(
                    "`{name}` must be an object, not {}",
                    type_name(self.document.kind(node))
                ),
            );
        }
        Ok(Fields {
            document: self.document,
            node,
            present: true,
            name,
        })
    }

    /// A field read by truthiness; absent is false.
    pub(super) fn flag(&self, name: &str) -> Setting<bool> {
        match self.get(name) {
            Some(node) => Setting {
                value: is_truthy(self.document, node),
                clause: node,
            },
            None => Setting {
                value: false,
                clause: self.node,
            },
        }
    }

    /// An integer of at least `least`; absent and null are none.
    pub(super) fn count(&self, name: &str, least: i64) -> Read<Option<Setting<Integer>>> {
        let Some(node) = self.get_set(name) else {
            return Ok(None);
        };
        if self.document.kind(node) == Kind::Int {
            let value = Integer::parse(self.document.raw(node));
            if value >= Integer::Small(least) {
                return Ok(Some(Setting {
                    value,
                    clause: node,
                }));
            }
        }
        refuse(
            self.document,
            node,
            format!(
                "`{name}` of {} must be a whole number of at least {least}, spelled without a point",
                self.name
            ),
        )
    }
}
