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
pub struct Sealed<T> {
    #[serde(with = "serde_wasm_bindgen::preserve")]
    value: JsValue,
    #[serde(skip)]
    of: PhantomData<T>,
}

impl<T> Clone for Sealed<T> {
    fn clone(&self) -> Self {
        Sealed {
            value: self.value.clone(),
            of: PhantomData,
        }
    }
}

impl<T> fmt::Debug for Sealed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<T: Serialize> Sealed<T> {
    /// Writes a value.
    pub fn of(value: &T) -> Sealed<T> {
        let serializer = serde_wasm_bindgen::Serializer::new();
        Sealed {
            // It cannot fail with our own types.
            value: value.serialize(&serializer).unwrap_or_default(),
            of: PhantomData,
        }
    }
}

impl<T: DeserializeOwned> Sealed<T> {
    /// Reads the value. None for anything else.
    pub fn open(self) -> Option<T> {
        serde_wasm_bindgen::from_value(self.value).ok()
    }
}
