//! The declared arguments of a tool, found by their names.

use super::Argument;
use crate::arh::text_index::TextIndex;
use crate::source::Text;

/// Up to this many arguments are looked through one by one, which is faster than hashing.
const FEW: usize = 8;

/// `required_arguments` and `optional_arguments`. Of an argument in both, the optional entry judges the value.
#[derive(Debug)]
pub(in crate::arh) struct Arguments {
    pub(in crate::arh) required: Vec<Argument>,
    pub(in crate::arh) optional: Vec<Argument>,
    /// For each required argument, the number it is judged under.
    judged_as: Vec<usize>,
    index: TextIndex,
}

impl Arguments {
    pub(super) fn new(required: Vec<Argument>, optional: Vec<Argument>) -> Arguments {
        let mut arguments = Arguments {
            index: TextIndex::with_capacity(required.len() + optional.len()),
            required: Vec::new(),
            optional,
            judged_as: Vec::with_capacity(required.len()),
        };
        for number in 0..arguments.optional.len() {
            arguments.add_to_index(number);
        }
        arguments.required = required;
        for number in arguments.optional.len()..arguments.len() {
            let judged_as = arguments.add_to_index(number);
            arguments.judged_as.push(judged_as);
        }
        arguments
    }

    fn add_to_index(&mut self, number: usize) -> usize {
        let mut index = std::mem::take(&mut self.index);
        let judged_as = index.number_or_add(self.name(number), number as u32, |known| {
            self.name(known as usize)
        });
        self.index = index;
        judged_as as usize
    }

    /// How many there are, numbered from 0: the optional ones first. One in both sections has two numbers.
    pub(in crate::arh) fn len(&self) -> usize {
        self.required.len() + self.optional.len()
    }

    /// The argument of a number.
    pub(in crate::arh) fn numbered(&self, number: usize) -> Option<&Argument> {
        let required = number.checked_sub(self.optional.len());
        match required {
            None => self.optional.get(number),
            Some(required) => self.required.get(required),
        }
    }

    fn name(&self, number: usize) -> Text<'_> {
        self.numbered(number)
            .map_or(Text::Utf8(""), |argument| argument.name.as_text())
    }

    /// The number an argument is judged under, by its name.
    pub(in crate::arh) fn number(&self, name: Text<'_>) -> Option<usize> {
        if self.len() <= FEW {
            return (0..self.len()).find(|number| self.name(*number) == name);
        }
        let number = self.index.number(name, |known| self.name(known as usize))?;
        Some(number as usize)
    }

    /// The required arguments, each with the number it is judged under.
    pub(in crate::arh) fn required(&self) -> impl Iterator<Item = (&Argument, usize)> {
        self.required.iter().zip(self.judged_as.iter().copied())
    }

    /// The names of all, the required ones first. One in both sections comes twice.
    pub(in crate::arh) fn names(&self) -> impl Iterator<Item = Text<'_>> {
        let all = self.required.iter().chain(&self.optional);
        all.map(|argument| argument.name.as_text())
    }
}
