//! What only one of the two programs can write or read.

use std::fmt;
use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;

/// A value that travels as it was written, so that a program which only hands it on holds nothing that reads or writes
/// it.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub struct Opaque<T> {
    #[serde(with = "serde_wasm_bindgen::preserve")]
    value: JsValue,
    #[serde(skip)]
    of: PhantomData<T>,
}

impl<T> Clone for Opaque<T> {
    fn clone(&self) -> Self {
        Opaque {
            value: self.value.clone(),
            of: PhantomData,
        }
    }
}

impl<T> fmt::Debug for Opaque<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<T: Serialize> Opaque<T> {
    /// Writes a value. None only for what JavaScript cannot hold, which none of ours is.
    pub fn of(value: &T) -> Option<Opaque<T>> {
        let serializer = serde_wasm_bindgen::Serializer::new();
        Some(Opaque {
            value: value.serialize(&serializer).ok()?,
            of: PhantomData,
        })
    }
}

impl<T: DeserializeOwned> Opaque<T> {
    /// Reads the value. None for anything else.
    pub fn open(self) -> Option<T> {
        serde_wasm_bindgen::from_value(self.value).ok()
    }
}
