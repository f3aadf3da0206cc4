//! The grammar of Python 3.11's `re`: a pattern's text to its [`Syntax`].
//!
//! Nesting is kept on a list of open groups, never on the call stack.

mod repeat;
mod set;

use super::CharacterNames;
use super::PatternError;
use super::alternation;
use super::escape::{self, Escape};
use super::group::{self, Opened, Opener};
use super::reader::{Reader, Token};
use super::syntax::{Flags, Item, Place, SequenceId, Syntax, Width};

/// Groups may be nested this deep; the reference gives up at about the same depth.
const MAX_DEPTH: usize = 490;
/// A repeat count must be less.
const MAX_REPEAT: u64 = 0xffff_ffff;

/// A group that is not closed yet.
pub(super) struct Frame {
    pub(super) opener: Opener,
    /// Where its parenthesis is, in code points.
    pub(super) start: usize,
    /// The alternatives before the last `|`.
    alternatives: Vec<Vec<Item>>,
    /// The current one.
    items: Vec<Item>,
    pub(super) verbose: bool,
}

impl Frame {
    pub(super) fn new(opener: Opener, start: usize, verbose: bool) -> Frame {
        Frame {
            opener,
            start,
            alternatives: Vec::new(),
            items: Vec::new(),
            verbose,
        }
    }
}

/// What has been read so far.
pub(super) struct Parser<'n> {
    pub(super) reader: Reader<'n>,
    sequences: Vec<Vec<Item>>,
    widths: Vec<Width>,
    pub(super) flags: Flags,
    /// The width of each capturing group, `None` while it is open. The first stands for the whole match.
    group_widths: Vec<Option<Width>>,
    pub(super) names: Vec<(Vec<u32>, u32)>,
    /// Inside a look-behind: the number of the first group that it may hold itself.
    pub(super) behind_from: Option<u32>,
    /// Group numbers that conditions name, with their place; checked in the end.
    pub(super) conditions: Vec<(u64, usize)>,
    /// What the reference finds only after it has read the whole pattern.
    late: Option<PatternError>,
}

/// Parses a pattern of these code points. The offset of an error is in code points.
pub(super) fn parse(
    points: Vec<u32>,
    flags: Flags,
    names: &dyn CharacterNames,
) -> Result<Syntax, PatternError> {
    Parser {
        reader: Reader::new(points, names)?,
        sequences: Vec::new(),
        widths: Vec::new(),
        flags,
        group_widths: vec![None],
        names: Vec::new(),
        behind_from: None,
        conditions: Vec::new(),
        late: None,
    }
    .run()
}

impl Parser<'_> {
    fn run(mut self) -> Result<Syntax, PatternError> {
        let verbose = self.flags.has_any(Flags::VERBOSE);
        let mut open: Vec<Frame> = Vec::new();
        let mut frame = Frame::new(Opener::Pattern, 0, verbose);
        let root = loop {
            match self.reader.next() {
                Some(token) if token.is('|') => self.bar(&mut frame)?,
                Some(token) if !token.is(')') => {
                    self.reader.get()?;
                    if let Some(inner) = self.item(token, &mut frame)? {
                        if open.len() >= MAX_DEPTH {
                            return Err(PatternError {
                                message: format!(
                                    "groups are nested more than {MAX_DEPTH} deep here"
                                ),
                                offset: inner.start,
                            });
                        }
                        open.push(std::mem::replace(&mut frame, inner));
                    }
                }
                next => match open.pop() {
                    None => break self.finish(next, frame)?,
                    Some(outer) => {
                        let inner = std::mem::replace(&mut frame, outer);
                        let item = self.close(inner)?;
                        frame.items.push(item);
                    }
                },
            }
        };
        if let Some(error) = self.late {
            return Err(error);
        }
        Ok(Syntax {
            sequences: self.sequences,
            widths: self.widths,
            root,
            flags: self.flags,
            groups: self.group_widths.len() as u32 - 1,
        })
    }

    fn finish(&mut self, next: Option<Token>, frame: Frame) -> Result<SequenceId, PatternError> {
        let root = self.join(frame.alternatives, frame.items);
        if !self.flags.has_any(Flags::ASCII) {
            self.flags = self.flags.with(Flags::UNICODE);
        } else if self.flags.has_any(Flags::UNICODE) {
            return Err(PatternError {
                message: "the flags a and u exclude one another; keep one".to_owned(),
                offset: 0,
            });
        }
        if next.is_some() {
            return Err(self.reader.error(
                "this parenthesis closes no group; write \\) for the character itself",
                0,
            ));
        }
        let groups = self.group_widths.len() as u64;
        if let Some((group, offset)) = self.conditions.iter().find(|(group, _)| *group >= groups) {
            return Err(PatternError {
                message: format!("there is no group {group}"),
                offset: *offset,
            });
        }
        Ok(root)
    }

    /// The end of an alternative.
    fn bar(&mut self, frame: &mut Frame) -> Result<(), PatternError> {
        match frame.opener {
            Opener::No { .. } => {
                return Err(self.reader.error("a condition has at most two branches", 0));
            }
            Opener::Yes { group } => {
                self.reader.take('|')?;
                let items = std::mem::take(&mut frame.items);
                let yes = self.join(Vec::new(), items);
                frame.opener = Opener::No { group, yes };
            }
            _ => {
                self.reader.take('|')?;
                let items = std::mem::take(&mut frame.items);
                let items = self.unpack(items);
                frame.alternatives.push(items);
                if matches!(frame.opener, Opener::Pattern) {
                    frame.verbose = self.flags.has_any(Flags::VERBOSE);
                }
            }
        }
        Ok(())
    }

    /// The item a closed group is.
    fn close(&mut self, frame: Frame) -> Result<Item, PatternError> {
        let body = self.join(frame.alternatives, frame.items);
        let width = self.widths.get(body).copied().unwrap_or(Width::ZERO);
        if let Opener::Look {
            outermost: true, ..
        } = frame.opener
        {
            self.behind_from = None;
        }
        if !self.reader.take(')')? {
            return Err(PatternError {
                message: "this group is not closed; write \\( for the character itself".to_owned(),
                offset: frame.start,
            });
        }
        Ok(match frame.opener {
            Opener::Group {
                number,
                added,
                removed,
            } => {
                if let Some(slot) =
                    number.and_then(|number| self.group_widths.get_mut(number as usize))
                {
                    *slot = Some(width);
                }
                Item::Group {
                    number,
                    added,
                    removed,
                    body,
                }
            }
            Opener::Look {
                behind, negated, ..
            } => {
                if behind && (width.min != width.max || width.min > MAX_REPEAT) {
                    self.fail_late(
                        frame.start,
                        "a look-behind needs a fixed number of characters; repeat an exact number of times, and make \
                         all alternatives the same length",
                    );
                }
                Item::Look {
                    behind,
                    negated,
                    body,
                    width: if behind { width.min } else { 0 },
                }
            }
            Opener::Yes { group } => Item::Conditional {
                group,
                yes: body,
                no: None,
            },
            Opener::No { group, yes } => Item::Conditional {
                group,
                yes,
                no: Some(body),
            },
            Opener::Atomic | Opener::Pattern => Item::Atomic(body),
        })
    }

    fn fail_late(&mut self, offset: usize, message: &str) {
        if self.late.as_ref().is_none_or(|error| offset < error.offset) {
            self.late = Some(PatternError {
                message: message.to_owned(),
                offset,
            });
        }
    }

    /// Reads one item into the frame, or opens a group.
    fn item(&mut self, token: Token, frame: &mut Frame) -> Result<Option<Frame>, PatternError> {
        let character = token.plain();
        if frame.verbose {
            match character {
                Some(' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c') => return Ok(None),
                Some('#') => {
                    while self.reader.get()?.is_some_and(|token| !token.is('\n')) {}
                    return Ok(None);
                }
                _ => {}
            }
        }
        let item = match character {
            _ if token.escaped.is_some() => self.escape(token)?,
            Some('[') => self.set()?,
            Some('*' | '+' | '?' | '{') => {
                self.repeat(token, frame)?;
                return Ok(None);
            }
            Some('.') => Item::Any,
            Some('^') => Item::Place(Place::Start),
            Some('$') => Item::Place(Place::End),
            Some('(') => {
                let first = matches!(frame.opener, Opener::Pattern)
                    && frame.alternatives.is_empty()
                    && frame.items.is_empty();
                return Ok(match group::open(self, frame, first)? {
                    Opened::Nothing => {
                        if matches!(frame.opener, Opener::Pattern) {
                            frame.verbose = self.flags.has_any(Flags::VERBOSE);
                        }
                        None
                    }
                    Opened::Item(item) => {
                        frame.items.push(item);
                        None
                    }
                    Opened::Frame(inner) => Some(inner),
                });
            }
            _ => Item::Literal(token.first),
        };
        frame.items.push(item);
        Ok(None)
    }

    fn escape(&mut self, token: Token) -> Result<Item, PatternError> {
        Ok(match escape::read(&mut self.reader, token, false)? {
            Escape::Point(point) => Item::Literal(point),
            Escape::Category(member) => Item::Set {
                members: vec![member],
                negated: false,
            },
            Escape::Place(place) => Item::Place(place),
            Escape::Group(number, length) => {
                if number >= self.group_widths.len() as u64 {
                    return Err(self.reader.error(
                        format!("there is no group {number} before this place"),
                        length - 1,
                    ));
                }
                let number = number as u32;
                if !self.is_closed(number) {
                    return Err(self
                        .reader
                        .error("a group cannot refer to itself while it is open", length));
                }
                self.check_behind(number)?;
                Item::Reference(number)
            }
        })
    }

    pub(super) fn is_closed(&self, group: u32) -> bool {
        self.group_widths
            .get(group as usize)
            .is_some_and(Option::is_some)
    }

    /// Inside a look-behind only groups from before it can be referred to.
    pub(super) fn check_behind(&self, group: u32) -> Result<(), PatternError> {
        let Some(from) = self.behind_from else {
            return Ok(());
        };
        if !self.is_closed(group) {
            return Err(self.reader.error(
                "a look-behind cannot refer to a group that is still open",
                0,
            ));
        }
        if group >= from {
            return Err(self
                .reader
                .error("a look-behind cannot refer to a group of its own", 0));
        }
        Ok(())
    }

    /// Opens a capturing group and gives its number.
    pub(super) fn open_group(&mut self, name: Option<Vec<u32>>) -> Result<u32, PatternError> {
        let number = self.group_widths.len() as u32;
        self.group_widths.push(None);
        if let Some(name) = name {
            if let Some((_, other)) = self.names.iter().find(|(other, _)| *other == name) {
                return Err(self.reader.error(
                    format!("group {other} has this name already"),
                    name.len() + 1,
                ));
            }
            self.names.push((name, number));
        }
        Ok(number)
    }

    /// The number the next capturing group will have.
    pub(super) fn next_group(&self) -> u32 {
        self.group_widths.len() as u32
    }

    /// Puts the items of groups that only group in their place.
    fn unpack(&mut self, items: Vec<Item>) -> Vec<Item> {
        let mut unpacked = Vec::with_capacity(items.len());
        for item in items {
            match item {
                Item::Group {
                    number: None,
                    added: Flags::NONE,
                    removed: Flags::NONE,
                    body,
                } => unpacked.extend(
                    self.sequences
                        .get_mut(body)
                        .map(std::mem::take)
                        .unwrap_or_default(),
                ),
                item => unpacked.push(item),
            }
        }
        unpacked
    }

    /// The sequence that an alternation is.
    fn join(&mut self, alternatives: Vec<Vec<Item>>, last: Vec<Item>) -> SequenceId {
        let last = self.unpack(last);
        if alternatives.is_empty() {
            return self.sequence(last);
        }
        let mut alternatives = alternatives;
        alternatives.push(last);
        let items = alternation::simplify(alternatives, &mut |items| self.sequence(items));
        self.sequence(items)
    }

    fn sequence(&mut self, items: Vec<Item>) -> SequenceId {
        let width = items
            .iter()
            .fold(Width::ZERO, |sum, item| sum.plus(self.item_width(item)));
        self.sequences.push(items);
        self.widths.push(width);
        self.sequences.len() - 1
    }

    fn item_width(&self, item: &Item) -> Width {
        let of = |id: &SequenceId| self.widths.get(*id).copied().unwrap_or(Width::ZERO);
        match item {
            Item::Literal(_) | Item::NotLiteral(_) | Item::Any | Item::Set { .. } => {
                Width { min: 1, max: 1 }
            }
            Item::Place(_) | Item::Look { .. } => Width::ZERO,
            Item::Repeat { min, max, body, .. } => {
                let width = of(body);
                Width {
                    min: width.min.saturating_mul(u64::from(*min)),
                    max: match max {
                        None if width.max > 0 => Width::UNLIMITED,
                        None => 0,
                        Some(max) => width.max.saturating_mul(u64::from(*max)),
                    },
                }
            }
            Item::Group { body, .. } | Item::Atomic(body) => of(body),
            Item::Reference(group) => {
                let width = self.group_widths.get(*group as usize).copied().flatten();
                width.unwrap_or(Width::ZERO)
            }
            Item::Conditional { yes, no, .. } => of(yes).or(no.as_ref().map_or(Width::ZERO, of)),
            Item::Branch(alternatives) => {
                let mut widths = alternatives.iter().map(of);
                let first = widths.next().unwrap_or(Width::ZERO);
                widths.fold(first, Width::or)
            }
        }
    }
}
