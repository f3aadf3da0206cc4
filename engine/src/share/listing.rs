//! Values by name, as a link holds them.

use crate::order::sort_by;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;

/// Values by name, in the order of the names, none of which is there twice: a JSON object. A list that is made once and
/// read seldom; the standard library's maps would weigh more in the page than all that is done with them here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing<V>(Vec<(String, V)>);

impl<V> Default for Listing<V> {
    fn default() -> Self {
        Listing(Vec::new())
    }
}

/// Of several values with one name the last one stays.
impl<V> FromIterator<(String, V)> for Listing<V> {
    fn from_iter<I: IntoIterator<Item = (String, V)>>(pairs: I) -> Self {
        let mut pairs: Vec<(String, V)> = pairs.into_iter().collect();
        // The last of several is the first now, and sorting keeps it so.
        pairs.reverse();
        sort_by(&mut pairs, |(a, _), (b, _)| a.cmp(b));
        pairs.dedup_by(|(next, _), (kept, _)| next == kept);
        Listing(pairs)
    }
}

impl<V> IntoIterator for Listing<V> {
    type Item = (String, V);
    type IntoIter = std::vec::IntoIter<(String, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<V> Listing<V> {
    /// The value with a name.
    pub fn get(&self, name: &str) -> Option<&V> {
        let place = self
            .0
            .binary_search_by(|(other, _)| other.as_str().cmp(name));
        self.0.get(place.ok()?).map(|(_, value)| value)
    }

    /// The names with their values.
    pub fn iter(&self) -> std::slice::Iter<'_, (String, V)> {
        self.0.iter()
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<V: Serialize> Serialize for Listing<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Listing<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs<V>(PhantomData<V>);
        impl<'de, V: Deserialize<'de>> Visitor<'de> for Pairs<V> {
            type Value = Listing<V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Listing<V>, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(pairs.into_iter().collect())
            }
        }
        deserializer.deserialize_map(Pairs(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::Listing;

    #[test]
    fn names_are_in_order_and_the_last_of_several_stays() {
        let read: Listing<u32> = serde_json::from_str(r#"{"b": 1, "a": 2, "b": 3}"#).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), r#"{"a":2,"b":3}"#);
        assert_eq!([read.get("b"), read.get("c")], [Some(&3), None]);
    }
}
