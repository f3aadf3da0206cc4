//! Large values that are shared between renderings and equal only to themselves.

use std::ops::Deref;
use std::rc::Rc;

/// Rows of a table, each by itself: one that is like the one before is not rendered again.
pub fn shared_rows<T: Clone>(rows: &[T]) -> Vec<Rc<T>> {
    rows.iter().cloned().map(Rc::new).collect()
}

/// A value behind a counted pointer; comparing two compares the pointers, never the contents.
#[derive(Debug)]
pub struct Shared<T>(Rc<T>);

impl<T> Shared<T> {
    /// Shares a value.
    pub fn new(value: T) -> Self {
        Self(Rc::new(value))
    }

    /// A number that no other value has while this one is shared.
    pub fn identity(&self) -> usize {
        Rc::as_ptr(&self.0).addr()
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<T> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> yew::html::ImplicitClone for Shared<T> {}
