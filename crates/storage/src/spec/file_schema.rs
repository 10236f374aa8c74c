//! The JSON schema of a stack *file*, as TOML is written, for editors and linters (taplo); the schema of the resolved
//! document is derived from [`StackSpec`](super::StackSpec).
//!
//! Built from the same lists that readers, errors and `plimsoll elements` use, so a new key of an element is in it the
//! moment it is documented. It describes the value of each key, not which keys exclude each other: the reader does,
//! with the line.

use serde_json::{Map, Value, json};

use crate::element::Parameter;
use crate::elements::ELEMENTS;
use crate::wiring::SCOPES;

const HOST: &[Parameter] = &[
    Parameter { name: "count", unit: "whole number", default: "1", what: "how many there are of it" },
    Parameter { name: "runs_clients", unit: "true | false", default: "true", what: "whether clients run on it" },
    Parameter { name: "holds_data", unit: "true | false", default: "true", what: "whether members may lie on it" },
    Parameter { name: "cores", unit: "whole number", default: "unknown", what: "processor cores" },
];

const VOLUME: &[Parameter] = &[
    Parameter { name: "size", unit: "size", default: "required", what: "bytes that can be addressed" },
    Parameter { name: "path", unit: "names", default: "required", what: "elements, from the client to the data" },
    Parameter { name: "logical_block_size", unit: "size", default: "512", what: "smallest unit of I/O" },
    Parameter {
        name: "count",
        unit: "whole number",
        default: "1",
        what: "how many there are, for each client that has it",
    },
];

/// Cost of an operation for a client: for all of them, or for one kind.
const COST: [Parameter; 2] = [
    Parameter {
        name: "cpu_per_io",
        unit: "time",
        default: "0s",
        what: "processor time that an operation costs a client",
    },
    Parameter {
        name: "max_outstanding",
        unit: "whole number",
        default: "as the load asks",
        what: "operations that a client has outstanding at most",
    },
];

/// Keys directly under `[client]`: the clients share the machine that stalls.
const CLIENTS: &[Parameter] = &[
    COST[0],
    COST[1],
    Parameter {
        name: "stall_every",
        unit: "time",
        default: "never",
        what: "mean time between two stalls of the machine that the clients run on, at random",
    },
    Parameter { name: "stall_for", unit: "time", default: "none", what: "mean length of such a stall, at random" },
    Parameter {
        name: "stalls_every",
        unit: "time",
        default: "at any time",
        what: "stalls come in episodes: mean time from the end of one to the next, at random",
    },
    Parameter {
        name: "stalls_last",
        unit: "time",
        default: "for ever",
        what: "mean length of such an episode, at random",
    },
];

/// Keys of a client of its own, `[client.NAME]`.
const CLIENT: &[Parameter] = &[
    COST[0],
    COST[1],
    Parameter { name: "count", unit: "whole number", default: "1", what: "how many in all, spread over the hosts" },
    Parameter { name: "per_host", unit: "whole number", default: "none", what: "how many on each host" },
    Parameter { name: "hosts", unit: "names", default: "all that run clients", what: "hosts that they run on" },
    Parameter { name: "volumes", unit: "names", default: "required", what: "volumes that each of them has" },
    Parameter {
        name: "workload",
        unit: "table",
        default: "4k random reads",
        what: "what its operations look like: the keys of a workload",
    },
    Parameter { name: "load", unit: "table", default: "closed", what: "how fast it issues: queue_depth, or rate" },
];

/// The schema of a stack file.
pub fn file_schema() -> Value {
    let mut tables = Map::new();
    for kind in ELEMENTS {
        let mut element = object(kind.parameters, false);
        element["properties"]["scope"] = json!({
            "enum": SCOPES.map(|(word, _)| word),
            "description": format!("what shares one of it. Default: {}", kind.scope.name()),
        });
        tables.insert(kind.name.into(), table_map(kind.summary, element));
    }
    tables.insert("host".into(), table_map("hosts: where clients run and members are placed", object(HOST, true)));
    tables.insert("volume".into(), table_map("volumes: what a client sees", object(VOLUME, true)));
    let mut client = object(CLIENTS, true);
    client["additionalProperties"] = object(CLIENT, true);
    client["description"] = "clients: keys for all of them, and a table for each that has volumes of its own".into();
    tables.insert("client".into(), client);
    tables.insert(
        super::FITTED.into(),
        json!({
            "type": "string",
            "minLength": 1,
            "description": "What of the description is fitted and to what, in a sentence that stands beside its figures.",
        }),
    );
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "StackFile",
        "description": "A described storage system: elements, the volumes whose paths lead through them, hosts and clients.",
        "type": "object",
        "properties": tables,
        "required": ["volume"],
        "additionalProperties": false,
    })
}

/// Tables of any name, each like `each`.
fn table_map(description: &str, each: Value) -> Value {
    json!({ "type": "object", "description": description, "additionalProperties": each })
}

/// `whether`: a key without a default has to be there. Of an element it may be a profile that stands in for it.
fn object(parameters: &[Parameter], whether: bool) -> Value {
    let properties: Map<String, Value> = parameters.iter().map(|p| (p.name.into(), property(p))).collect();
    let required: Vec<&str> =
        parameters.iter().filter(|p| whether && p.default == "required").map(|p| p.name).collect();
    let mut object = json!({ "type": "object", "properties": properties, "additionalProperties": false });
    if !required.is_empty() {
        object["required"] = required.into();
    }
    object
}

fn property(of: &Parameter) -> Value {
    let default = if of.default == "required" { "Required".into() } else { format!("Default: {}", of.default) };
    let mut property = unit(of.unit);
    property["description"] = format!("{} ({}). {default}", of.what, of.unit).into();
    property
}

/// The schema of a value of this unit. Unknown units allow anything: a schema that refuses a valid file would be worse.
fn unit(unit: &str) -> Value {
    let text = || json!({ "type": "string", "minLength": 1 });
    let names = || json!({ "type": "array", "items": text(), "minItems": 1 });
    match unit {
        "whole number" => json!({ "type": "integer", "minimum": 0 }),
        "1/s" | "1/min" | "operations" | "number" | "1/s per GB" => json!({ "type": "number", "minimum": 0 }),
        "percent" => json!({ "type": "number", "minimum": 0, "maximum": 100 }),
        "size" | "size per second" => {
            json!({ "anyOf": [{ "type": "integer", "minimum": 0 }, { "type": "string", "pattern": "^ *[0-9._]+ *[A-Za-z]*" }] })
        }
        "time" => json!({ "type": "string", "pattern": "^ *[0-9._]+ *(ns|us|µs|ms|s|m|h) *$" }),
        "time or distribution" => json!({ "anyOf": [
            { "type": "string", "minLength": 1 },
            { "type": "object", "properties": { "distribution": { "type": "string" } }, "required": ["distribution"] },
        ] }),
        "true | false" => json!({ "type": "boolean" }),
        "names" => names(),
        "table" => json!({ "type": "object" }),
        _ if words(unit).is_some() => json!({ "enum": words(unit) }),
        _ => json!({}),
    }
}

/// The words of "wait | busy"; none where a part of it is no plain word.
fn words(unit: &str) -> Option<Vec<&str>> {
    let words: Vec<&str> = unit.split(" | ").collect();
    let plain =
        |word: &&str| !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    // Numbers among them may be written as numbers: "0 | 1 | 5" is not only text.
    let number = |word: &&str| word.parse::<f64>().is_ok();
    (words.len() > 1 && words.iter().all(plain) && !words.iter().any(number)).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::{CLIENT, CLIENTS, HOST, VOLUME};
    use crate::element::Parameter;

    fn names(parameters: &[Parameter]) -> Vec<&'static str> {
        let mut names: Vec<&str> = parameters.iter().map(|p| p.name).collect();
        names.sort_unstable();
        names
    }

    fn in_order<const N: usize>(mut keys: [&'static str; N]) -> Vec<&'static str> {
        keys.sort_unstable();
        keys.to_vec()
    }

    #[test]
    fn every_key_that_the_reader_takes_is_described() {
        assert_eq!(names(HOST), in_order(super::super::host::KEYS));
        assert_eq!(names(VOLUME), in_order(super::super::volume::KEYS));
        assert_eq!(names(CLIENTS), in_order(super::super::client::OWN));
        assert_eq!(names(CLIENT), in_order(super::super::client::KEYS));
    }
}
