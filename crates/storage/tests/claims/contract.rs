//! One suite over every element type: documented, its example a stack, unknown keys refused, requests conserved.

use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_storage::{ELEMENTS, ElementKind, Stack, StackError, StackSpec, VolumeId};

/// A stack file around one element of this type.
fn around(kind: &ElementKind, keys: &str) -> String {
    let behind = "[device.behind]\nservers = 4\nservice = \"1ms\"\n";
    let (behind, path) = if kind.ends_path {
        (String::new(), "[\"it\"]")
    } else if kind.example.contains("each = ") {
        // Its members are what lies behind, on hosts.
        (format!("{behind}scope = \"node\"\n[host.h]\ncount = 8\n"), "[\"it\"]")
    } else {
        (behind.to_string(), "[\"it\", \"behind\"]")
    };
    // What the example of an element with paths names.
    let paths = match keys.contains("\"left\"") {
        true => "[link.left]\nper_io = \"12us\"\n[link.right]\nper_io = \"12us\"\n",
        false => "",
    };
    format!("[{}.it]\n{keys}{paths}{behind}[volume.v]\nsize = \"1g\"\npath = {path}\n", kind.name)
}

fn example(kind: &ElementKind) -> StackSpec {
    StackSpec::from_toml(&around(kind, kind.example), "example").unwrap_or_else(|e| panic!("{}: {e}", kind.name))
}

#[test]
fn every_element_says_what_it_is_and_documents_each_parameter() {
    for kind in ELEMENTS {
        assert!(!kind.summary.is_empty() && !kind.summary.contains('\n'), "{}", kind.name);
        let text = kind.to_string();
        for p in kind.parameters {
            assert!([p.name, p.unit, p.default, p.what].iter().all(|s| !s.is_empty()), "{}.{}", kind.name, p.name);
            assert!(text.contains(p.name) && text.contains(p.what), "{}.{} is not printed", kind.name, p.name);
        }
        assert_eq!(ELEMENTS.iter().filter(|k| k.name == kind.name).count(), 1);
        assert_eq!(example(kind).elements()["it"].kind().name, kind.name);
    }
}

#[test]
fn every_element_refuses_unknown_keys_and_lists_its_own() {
    for kind in ELEMENTS {
        let text = around(kind, &format!("{}speed = 3\n", kind.example));
        let error = StackSpec::from_toml(&text, "s.toml").unwrap_err();
        let StackError::UnknownKey { line, key, table, known, .. } = &error else { panic!("{error}") };
        assert_eq!(
            (*line, key.as_str(), table.as_str()),
            (2 + kind.example.lines().count(), "speed", &*format!("[{}.it]", kind.name))
        );
        assert_eq!(known, &kind.keys().join(", "));
    }
}

/// A parameter that is documented but not read would pass silently with any value.
#[test]
fn every_documented_parameter_is_read() {
    for kind in ELEMENTS {
        for p in kind.parameters {
            // The key given twice is no TOML, so the example's own line of it goes.
            let rest: String =
                kind.example.lines().filter(|l| !l.starts_with(p.name)).map(|l| format!("{l}\n")).collect();
            // No parameter is a date.
            let error =
                StackSpec::from_toml(&around(kind, &format!("{rest}{} = 2024-01-01\n", p.name)), "s").unwrap_err();
            assert!(error.to_string().contains(&format!("'{}'", p.name)), "{}.{}: {error}", kind.name, p.name);
        }
    }
}

#[test]
fn every_element_conserves_requests() {
    for kind in ELEMENTS {
        let mut stack = Stack::new(&example(kind), 5);
        let (mut finished, mut now) = (Vec::new(), Nanos::ZERO);
        for id in 0..4000 {
            now += Nanos(200_000);
            stack.advance(now, &mut finished);
            let op_kind = OpKind::ALL[id as usize % 4];
            stack.submit(
                now,
                VolumeId::FIRST,
                id,
                Op { offset: 0, len: if op_kind == OpKind::Flush { 0 } else { 8192 }, kind: op_kind },
            );
        }
        stack.advance(now + Nanos::from_secs(100), &mut finished);
        let mut ids: Vec<u64> = finished.iter().map(|f| f.id).collect();
        ids.sort_unstable();
        assert_eq!(ids, (0..4000).collect::<Vec<_>>(), "{}", kind.name);
        let it = &stack.element_figures()[0];
        // A link counts crossings: there and back.
        let crossings = if kind.name == "link" { 8000 } else { 4000 };
        assert_eq!((it.arrivals, it.departures), (crossings, crossings), "{}", kind.name);
        assert_eq!((it.name.as_str(), it.kind.as_str()), ("it", kind.name));
        // Counted on the way down and back, each once, whether an event was made of it or not.
        assert_eq!(it.own.get("behind").copied().unwrap_or(0.0), 0.0, "{}", kind.name);
    }
}

#[test]
fn a_resolved_stack_reads_back_the_same_and_is_checked_again() {
    for kind in ELEMENTS {
        let spec = example(kind);
        let json = serde_json::to_string(&spec).unwrap();
        assert_eq!(serde_json::from_str::<StackSpec>(&json).unwrap(), spec, "{json}");
        let unknown = json.replacen("\"type\"", "\"surprise\":1,\"type\"", 1);
        assert!(serde_json::from_str::<StackSpec>(&unknown).is_err(), "{unknown}");
    }
    let device = ELEMENTS.iter().find(|k| k.name == "device").unwrap();
    let json = serde_json::to_string(&example(device)).unwrap().replace("\"servers\":8", "\"servers\":0");
    let error = serde_json::from_str::<StackSpec>(&json).unwrap_err().to_string();
    assert!(error.contains("servers"), "{error}");
}

#[test]
fn the_schema_describes_what_is_stored() {
    let schema = serde_json::to_value(schemars::schema_for!(StackSpec)).unwrap();
    assert_eq!(schema["title"], "StackSpec");
    for key in ["name", "elements", "volumes", "client"] {
        assert!(schema["properties"][key].is_object(), "{key} in {schema}");
    }
    assert_eq!(schema["additionalProperties"], false);
}

/// An editor that refuses a key which the reader takes is worse than none.
#[test]
fn the_schema_of_the_file_knows_every_key_of_every_element() {
    let schema = plimsoll_storage::file_schema();
    for kind in ELEMENTS {
        let element = &schema["properties"][kind.name]["additionalProperties"];
        let mut described: Vec<&str> = element["properties"].as_object().unwrap().keys().map(String::as_str).collect();
        let mut taken = kind.keys();
        described.sort_unstable();
        taken.sort_unstable();
        assert_eq!(described, taken, "{}", kind.name);
        assert_eq!(element["additionalProperties"], false);
    }
}
