//! Reading `allowed_tools`.

use super::sections::invalid_pattern;
use super::{Argument, Arguments, DeclaredType, ToolSchema};
use crate::arh::fields::{Fields, Read, Setting, refuse};
use crate::arh::values::Members;
use crate::pattern::{CharacterNames, Mode, Pattern};
use crate::source::{Document, Kind, NodeId, Number, Text, printed, type_name};

pub(super) fn read_tools(
    section: &Fields<'_>,
    names: &dyn CharacterNames,
) -> Read<Vec<ToolSchema>> {
    let mut tools = Vec::new();
    for member in section.members() {
        let label = format!("tool `{}`", member.name);
        let kind = section.document.kind(member.value);
        if kind != Kind::Object {
            return refuse(
                section.document,
                member.value,
                format!(
                    "{label} must be described by an object, not {}",
                    type_name(kind)
                ),
            );
        }
        let fields = Fields::object(section.document, member.value, &label);
        let max_calls = fields.count("max_calls", 0)?;
        let min_calls = fields.count("min_calls", 0)?;
        if let (Some(max), Some(min)) = (&max_calls, &min_calls)
            && min.value > max.value
        {
            return refuse(
                section.document,
                min.clause,
                format!(
                    "`min_calls` of {label} is {}, which is more than its `max_calls` of {}",
                    min.value, max.value
                ),
            );
        }
        tools.push(ToolSchema {
            name: member.name.to_buf(),
            clause: member.value,
            arguments: Arguments::new(
                read_arguments(&fields, "required_arguments", names)?,
                read_arguments(&fields, "optional_arguments", names)?,
            ),
            side_effect: fields.flag("side_effect"),
            max_calls,
            min_calls,
        });
    }
    Ok(tools)
}

fn read_arguments(
    tool: &Fields<'_>,
    section: &str,
    names: &dyn CharacterNames,
) -> Read<Vec<Argument>> {
    let document = tool.document;
    let Some(node) = tool.get_truthy(section) else {
        return Ok(Vec::new());
    };
    if document.kind(node) != Kind::Object {
        return refuse(
            document,
            node,
            format!(
                "`{section}` of {} must be an object, not {}",
                tool.name,
                type_name(document.kind(node))
            ),
        );
    }
    document
        .members(node)
        .map(|member| read_argument(document, member.name, member.value, tool.name, names))
        .collect()
}

fn read_argument(
    document: &Document,
    name: Text<'_>,
    node: NodeId,
    tool: &str,
    names: &dyn CharacterNames,
) -> Read<Argument> {
    let label = format!("argument `{name}` of {tool}");
    let mut argument = Argument {
        name: name.to_buf(),
        clause: node,
        declared: Setting {
            value: DeclaredType::Any,
            clause: node,
        },
        members: None,
        pattern: None,
        min: None,
        max: None,
    };
    match document.kind(node) {
        Kind::String => {
            argument.declared.value =
                DeclaredType::named(document.string(node).unwrap_or(Text::Utf8("")));
            return Ok(argument);
        }
        Kind::Object => {}
        kind => {
            return refuse(
                document,
                node,
                format!(
                    "{label} must be a type's name or an object, not {}",
                    type_name(kind)
                ),
            );
        }
    }
    let fields = Fields::object(document, node, &label);
    if let Some(node) = fields.get_set("enum") {
        if document.kind(node) != Kind::Array {
            return refuse(
                document,
                node,
                format!(
                    "`enum` of {label} must be an array, not {}",
                    type_name(document.kind(node))
                ),
            );
        }
        argument.members = Some(Setting {
            value: Members::gather(document, document.elements(node)),
            clause: node,
        });
    }
    if let Some(node) = fields.get_set("pattern") {
        let Some(source) = document.string(node) else {
            return refuse(
                document,
                node,
                format!(
                    "`pattern` of {label} must be a string, not {}",
                    type_name(document.kind(node))
                ),
            );
        };
        match Pattern::compile(source, Mode::FullMatch, names) {
            Ok(pattern) => {
                argument.pattern = Some(Setting {
                    value: pattern,
                    clause: node,
                })
            }
            Err(error) => {
                return Err(invalid_pattern(
                    document,
                    node,
                    format!("`pattern` of {label} is no valid regular expression"),
                    error,
                ));
            }
        }
    }
    argument.min = read_bound(&fields, "min")?;
    argument.max = read_bound(&fields, "max")?;
    if let (Some(min), Some(max)) = (&argument.min, &argument.max)
        && min.value.is_above(&max.value)
    {
        return refuse(
            document,
            min.clause,
            format!(
                "`min` of {label} is {}, which is more than its `max` of {}",
                document.raw(min.clause),
                document.raw(max.clause)
            ),
        );
    }
    if let Some(node) = fields.get("type") {
        argument.declared = Setting {
            value: DeclaredType::named(printed(document, node).as_text()),
            clause: node,
        };
    }
    Ok(argument)
}

fn read_bound(fields: &Fields<'_>, name: &str) -> Read<Option<Setting<Number>>> {
    let Some(node) = fields.get_set(name) else {
        return Ok(None);
    };
    match Number::read(fields.document, node) {
        Some(value) if value.to_double().is_finite() => Ok(Some(Setting {
            value,
            clause: node,
        })),
        _ => refuse(
            fields.document,
            node,
            format!(
                "`{name}` of {} must be a finite number within the range of a double",
                fields.name
            ),
        ),
    }
}
