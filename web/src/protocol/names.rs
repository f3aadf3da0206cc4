//! The engine's enums travel by the names that it gives them.

/// A severity.
pub mod severity {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};
    use stepgate_engine::arh::Severity;

    /// Writes the name.
    pub fn serialize<S: Serializer>(value: &Severity, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(value.name())
    }

    /// Reads a name.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Severity, D::Error> {
        let name = String::deserialize(deserializer)?;
        Severity::from_name(&name).ok_or_else(|| D::Error::custom("no severity has this name"))
    }
}

/// A category, or none.
pub mod category {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use stepgate_engine::arh::Category;

    /// Writes the name, if there is one.
    pub fn serialize<S: Serializer>(
        value: &Option<Category>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.map(Category::name).serialize(serializer)
    }

    /// Reads a name, if there is one.
    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Category>, D::Error> {
        Option::<String>::deserialize(deserializer)?
            .map(|name| {
                Category::from_name(&name)
                    .ok_or_else(|| D::Error::custom("no category has this name"))
            })
            .transpose()
    }
}

/// An outcome at the gate.
pub mod outcome {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};
    use stepgate_engine::approval::Outcome;

    /// Writes the name.
    pub fn serialize<S: Serializer>(value: &Outcome, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(value.name())
    }

    /// Reads a name.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Outcome, D::Error> {
        let name = String::deserialize(deserializer)?;
        Outcome::from_name(&name).ok_or_else(|| D::Error::custom("no outcome has this name"))
    }
}

/// A harness.
pub mod harness {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};
    use stepgate_engine::approval::Harness;

    /// Writes the name.
    pub fn serialize<S: Serializer>(value: &Harness, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(value.name())
    }

    /// Reads a name.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Harness, D::Error> {
        let name = String::deserialize(deserializer)?;
        Harness::from_name(&name).ok_or_else(|| D::Error::custom("no harness has this name"))
    }
}
