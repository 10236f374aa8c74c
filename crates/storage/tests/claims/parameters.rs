//! Parameters that are set from outside are as if they stood in the file: whatever was there, and with its errors.

use plimsoll_storage::{StackError, StackSpec};
use proptest::prelude::*;

const FILE: &str = "\
[queue.lun]
depth = 4
[device.disk]
service = \"1ms\"
servers = 8
[volume.disk1]
size = \"1g\"
path = [\"lun\", \"disk\"]
[host.esx]
count = 2
[client.vm]
count = 2
volumes = [\"disk1\"]
";

fn with(parameters: &[&str]) -> Result<StackSpec, StackError> {
    let parameters: Vec<String> = parameters.iter().map(ToString::to_string).collect();
    StackSpec::from_toml_with(FILE, "a.toml", &parameters)
}

/// The file with this line in the place of that.
fn edit_file(line: &str, instead: &str) -> StackSpec {
    assert!(FILE.contains(line));
    StackSpec::from_toml(&FILE.replace(line, instead), "a.toml").unwrap()
}

/// All but what they are called.
fn same(one: &StackSpec, other: &StackSpec) {
    assert_eq!(one.elements(), other.elements());
    assert_eq!(one.volumes(), other.volumes());
    assert_eq!(one.hosts(), other.hosts());
    assert_eq!(one.client(), other.client());
    let clients = |spec: &StackSpec| serde_json::to_value(spec.clients()).unwrap();
    assert_eq!(clients(one), clients(other));
}

#[test]
fn what_is_set_is_as_if_it_were_written() {
    same(&with(&["lun.depth=30"]).unwrap(), &edit_file("depth = 4", "depth = 30"));
    same(&with(&["queue.lun.depth = 30"]).unwrap(), &edit_file("depth = 4", "depth = 30"));
    same(&with(&["host.esx.count=8"]).unwrap(), &edit_file("[host.esx]\ncount = 2", "[host.esx]\ncount = 8"));
    // A text needs no quotes, a list is a list, what was not written is added, and so is a table that was not.
    same(&with(&["disk.service=5us"]).unwrap(), &edit_file("\"1ms\"", "\"5us\""));
    same(&with(&["disk1.path=[\"lun\", \"disk\"]"]).unwrap(), &edit_file("depth = 4", "depth = 4"));
    same(&with(&["lun.scope=disk"]).unwrap(), &edit_file("depth = 4", "depth = 4\nscope = \"disk\""));
    same(
        &with(&["vm.load.queue_depth=30", "vm.workload.read=70"]).unwrap(),
        &edit_file("[\"disk1\"]\n", "[\"disk1\"]\nworkload = { read = 70 }\nload = { queue_depth = 30 }\n"),
    );
    same(
        &with(&["disk.service={ distribution = \"gamma\", mean = \"1ms\", cv = 2 }"]).unwrap(),
        &edit_file("\"1ms\"", "{ distribution = \"gamma\", mean = \"1ms\", cv = 2 }"),
    );
    // The same by its keys, in the place of a text.
    same(
        &with(&["disk.service.distribution=gamma", "disk.service.mean=1ms", "disk.service.cv=2"]).unwrap(),
        &edit_file("\"1ms\"", "{ distribution = \"gamma\", mean = \"1ms\", cv = 2 }"),
    );
}

#[test]
fn the_description_is_called_by_what_is_set_in_it() {
    assert_eq!(with(&[]).unwrap().name(), "a.toml");
    assert_eq!(with(&["lun.depth=30", "esx.count=8"]).unwrap().name(), "a.toml with lun.depth=30, esx.count=8");
}

#[test]
fn what_cannot_be_set_is_told_with_what_there_is() {
    for (parameter, said) in [
        (
            "lunn.depth=1",
            "a.toml: cannot set lunn.depth=1: nothing in the stack is called 'lunn'; it has disk, disk1, esx, lun, vm",
        ),
        ("queue.lunn.depth=1", "a.toml: cannot set queue.lunn.depth=1: there is no 'queue.lunn'; the stack has lun"),
        ("lun.depht=1", "a.toml:1: unknown key 'depht' in [queue.lun]; known: depth"),
        ("lun.depth.more=1", "[queue.lun], 'depth'"),
        ("lun.depth=none", "a.toml:2: [queue.lun], 'depth': "),
        ("lun=1", "write NAME.KEY=VALUE"),
        ("queue.lun=1", "'queue.lun' is a whole table: name a key of it"),
        ("depth", "write NAME.KEY=VALUE, such as multipath.switch_after=1000"),
        ("disk1.path=[\"lun\"]", "(with disk1.path=[\"lun\"])"),
    ] {
        let told = with(&[parameter]).unwrap_err().to_string();
        assert!(told.contains(said), "{parameter}: {told}");
    }
}

#[test]
fn a_place_is_set_once_however_it_is_called() {
    let told = with(&["lun.depth=30", "queue.lun.depth=31"]).unwrap_err().to_string();
    assert!(told.contains("'queue.lun.depth' is set twice: leave one out"), "{told}");
}

#[test]
fn a_name_that_two_types_have_needs_its_type() {
    let text = FILE
        .replace("disk1", "disk")
        .replace("\"lun\", \"disk\"", "\"lun\", \"ssd\"")
        .replace("[device.disk]", "[device.ssd]");
    let text = text.replace("[host.esx]", "[host.disk]");
    let told = StackSpec::from_toml_with(&text, "a.toml", &["disk.count=1".into()]).unwrap_err().to_string();
    assert!(told.contains("'disk' could be host.disk or volume.disk: write its type, too"), "{told}");
}

proptest! {
    #[test]
    fn whatever_is_typed_is_set_or_refused(parameter in "[a-z.=\\[\\]{}\", 0-9]{0,40}", known in 0_usize..4) {
        let known = ["", "lun.", "queue.lun.depth=", "vm.load."][known];
        let _ = with(&[&format!("{known}{parameter}")]).map_err(|error| error.to_string());
    }
}
