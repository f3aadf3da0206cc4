//! Sets in brackets.

use super::super::PatternError;
use super::super::alternation;
use super::super::class::Member;
use super::super::escape::{self, Escape};
use super::super::reader::Token;
use super::super::syntax::Item;
use super::Parser;

impl Parser<'_> {
    pub(super) fn set(&mut self) -> Result<Item, PatternError> {
        let here = self.reader.tell() - 1;
        let unclosed = || PatternError {
            message: "this set is not closed; write \\[ for the character itself".to_owned(),
            offset: here,
        };
        let negated = self.reader.take('^')?;
        let mut members: Vec<Member> = Vec::new();
        loop {
            let this = self.reader.get()?.ok_or_else(unclosed)?;
            if this.is(']') && !members.is_empty() {
                break;
            }
            let first = self.member(this)?;
            if !self.reader.take('-')? {
                members.push(first);
                continue;
            }
            let that = self.reader.get()?.ok_or_else(unclosed)?;
            if that.is(']') {
                members.extend([first, Member::Point(u32::from('-'))]);
                break;
            }
            match (first, self.member(that)?) {
                (Member::Point(low), Member::Point(high)) if low <= high => {
                    members.push(Member::Range(low, high))
                }
                (Member::Point(_), Member::Point(_)) => {
                    return Err(self.reader.error(
                        "this range runs backwards; write the lower character first",
                        this.len() + 1 + that.len(),
                    ));
                }
                _ => {
                    return Err(self.reader.error(
                        "a range needs a character on both sides; put the - last to mean the character itself",
                        this.len() + 1 + that.len(),
                    ));
                }
            }
        }
        let members = alternation::each_once(members);
        Ok(match (members.as_slice(), negated) {
            ([Member::Point(point)], false) => Item::Literal(*point),
            ([Member::Point(point)], true) => Item::NotLiteral(*point),
            _ => Item::Set { members, negated },
        })
    }

    fn member(&mut self, token: Token) -> Result<Member, PatternError> {
        if token.escaped.is_none() {
            return Ok(Member::Point(token.first));
        }
        Ok(match escape::read(&mut self.reader, token, true)? {
            Escape::Category(member) => member,
            Escape::Point(point) => Member::Point(point),
            Escape::Place(_) | Escape::Group(..) => Member::Point(token.first),
        })
    }
}
