//! Every mistake is refused with the line, the key and what would be right.

use plimsoll_storage::{ELEMENTS, StackError, StackSpec};

const DEVICE: &str = "[device.d]\nservice = \"1ms\"\n";
const VOLUME: &str = "[volume.v]\nsize = \"1g\"\npath = [\"d\"]\n";

fn refused(text: &str) -> StackError {
    match StackSpec::from_toml(text, "s.toml") {
        Ok(spec) => panic!("accepted: {text}\n{spec:?}"),
        Err(error) => error,
    }
}

/// `text` is refused on `line`, with all of `says` in the message.
#[track_caller]
fn check(text: &str, line: usize, says: &[&str]) {
    let error = refused(text);
    let message = error.to_string();
    assert_eq!(error.line(), Some(line), "{message}");
    assert!(message.starts_with(&format!("s.toml:{line}: ")), "{message}");
    for part in says {
        assert!(message.contains(part), "'{part}' is not in: {message}");
    }
}

#[test]
fn what_is_not_toml() {
    check("[device.d]\nservice = \n", 2, &["not TOML"]);
    check("a = 1\na = 2\n", 2, &["not TOML"]);
}

#[test]
fn unknown_element_types_list_the_known_ones() {
    let known = ELEMENTS.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
    check(&format!("{DEVICE}{VOLUME}\n[cahce.c]\nsize = \"1g\"\n"), 7, &["'cahce'", &known, "volume, client"]);
}

#[test]
fn unknown_keys_list_the_known_ones() {
    check(&format!("{DEVICE}{VOLUME}colour = 1\n"), 6, &["'colour'", "[volume.v]", "size, path, logical_block_size"]);
    check(&format!("{DEVICE}{VOLUME}[client]\ncpu = \"1us\"\n"), 7, &["'cpu'", "cpu_per_io, max_outstanding"]);
    let service = "service = { distribution = \"exponential\", mean = \"1ms\", cv = 2 }";
    check(&format!("[device.d]\n{service}\n{VOLUME}"), 2, &["'cv'", "[device.d.service]", "distribution, mean"]);
}

#[test]
fn values_of_the_wrong_type() {
    check(&format!("[device.d]\nservice = 5\n{VOLUME}"), 2, &["'service'", "the number 5", "\"200us\""]);
    check(&format!("[device.d]\nservers = \"8\"\nservice = \"1ms\"\n{VOLUME}"), 2, &["'servers'", "a whole number"]);
    check(&format!("[device.d]\nservers = 1.5\nservice = \"1ms\"\n{VOLUME}"), 2, &["'servers'", "1.5"]);
    check(&format!("{DEVICE}[volume.v]\nsize = \"1g\"\npath = \"d\"\n"), 5, &["'path'", "a list of names"]);
    check(&format!("{DEVICE}[volume.v]\nsize = \"1g\"\npath = [1]\n"), 5, &["'path'", "the number 1"]);
    check(&format!("device = 3\n{VOLUME}"), 1, &["has to be a table"]);
    check(&format!("[device]\nd = 3\n{VOLUME}"), 2, &["[device.d]"]);
}

#[test]
fn units_are_explained() {
    check(&format!("[device.d]\nservice = \"5\"\n{VOLUME}"), 2, &["[device.d]", "'service'", "has no unit"]);
    check(&format!("{DEVICE}[volume.v]\nsize = \"1q\"\npath = [\"d\"]\n"), 4, &["'size'", "'1q' is not a size"]);
}

#[test]
fn unknown_words_list_the_known_ones() {
    check(
        &format!("[device.d]\nservice = {{ distribution = \"normal\", mean = \"1ms\" }}\n{VOLUME}"),
        2,
        &["'normal'", "constant, exponential, lognormal, gamma, bimodal"],
    );
    let limit = |keys: &str| format!("{DEVICE}[limit.l]\nops_per_s = 1\n{keys}\n{VOLUME}");
    check(&limit("cost = \"floor\""), 5, &["'floor'", "none, ceil, linear"]);
    check(&limit("applies_to = \"trim\""), 5, &["'trim'", "all, read, write, each"]);
    check(&limit("at_limit = \"drop\""), 5, &["wait, reject"]);
    check(&limit("initial = \"half\""), 5, &["full, empty"]);
}

#[test]
fn nonsense_numbers() {
    for (keys, key) in [
        ("ops_per_s = 0", "'ops_per_s'"),
        ("ops_per_s = -1", "'ops_per_s'"),
        ("ops_per_s = nan", "'ops_per_s'"),
        ("ops_per_s = inf", "'ops_per_s'"),
        ("ops_per_s = 1e300", "'ops_per_s'"),
        ("bytes_per_s = 0", "'bytes_per_s'"),
        ("bytes_per_s = -4096", "'bytes_per_s'"),
        ("burst_ops = -1\nops_per_s = 1", "'burst_ops'"),
        ("unit = 0\ncost = \"ceil\"\nops_per_s = 1", "'unit'"),
    ] {
        check(&format!("[limit.l]\n{keys}\n{DEVICE}{VOLUME}"), 2, &[key, "[limit.l]"]);
    }
    for (keys, key) in [
        ("servers = 0\nservice = \"1ms\"", "'servers'"),
        ("servers = -2\nservice = \"1ms\"", "'servers'"),
        ("service = \"0s\"", "'service'"),
        ("service = \"-1ms\"", "'service'"),
        ("service = { distribution = \"gamma\", mean = \"1ms\", cv = -1 }", "'service'"),
        ("service = { distribution = \"lognormal\", mean = \"1ms\", cv = nan }", "'cv'"),
        ("service = { distribution = \"bimodal\", fast = \"1ms\", slow = \"2ms\", slow_share = 2 }", "'service'"),
        ("bytes_per_s = 0\nservice = \"1ms\"", "'bytes_per_s'"),
    ] {
        check(&format!("[device.d]\n{keys}\n{VOLUME}"), 2, &[key]);
    }
    for keys in ["ops_per_s = 0", "read = 101\nops_per_s = 1", "size = 0\nops_per_s = 1"] {
        check(&format!("[noise.n]\n{keys}\n{DEVICE}{VOLUME}"), 2, &["[noise.n]"]);
    }
    check(&format!("{DEVICE}[volume.v]\nsize = 0\npath = [\"d\"]\n"), 4, &["'size'"]);
    check(&format!("{DEVICE}[volume.v]\nsize = 1000\npath = [\"d\"]\n"), 4, &["'size'", "blocks of 512"]);
    check(&format!("{DEVICE}{VOLUME}logical_block_size = 1000\n"), 6, &["'logical_block_size'"]);
    check(&format!("{DEVICE}{VOLUME}[client]\nmax_outstanding = 0\n"), 7, &["'max_outstanding'"]);
}

#[test]
fn what_is_missing() {
    check(&format!("[device.d]\nservers = 2\n{VOLUME}"), 1, &["[device.d] needs 'service'"]);
    check(&format!("[limit.l]\n{DEVICE}{VOLUME}"), 1, &["[limit.l] needs 'ops_per_s'", "bytes_per_s"]);
    check(&format!("{DEVICE}[volume.v]\npath = [\"d\"]\n"), 3, &["needs 'size'"]);
    check(&format!("{DEVICE}[volume.v]\nsize = \"1g\"\n"), 3, &["needs 'path'"]);
    check(DEVICE, 1, &["no volume"]);
    check("", 1, &["no volume"]);
}

#[test]
fn keys_without_effect() {
    let limit = |keys: &str| format!("[limit.l]\nops_per_s = 1\n{keys}\n{DEVICE}{VOLUME}");
    check(&limit("unit = \"32k\""), 3, &["'unit'", "no effect"]);
    check(&limit("burst_bytes = \"32k\""), 3, &["'burst_bytes'", "no effect without bytes_per_s"]);
    check(&limit("burst_ops = 2\nburst = \"1s\""), 3, &["'burst_ops'", "burst"]);
    check(&format!("[device.d]\nread = \"1ms\"\nwrite = \"1ms\"\nservice = \"2ms\"\n{VOLUME}"), 4, &["no effect"]);
}

#[test]
fn wiring() {
    let with = |elements: &str, path: &str| format!("{DEVICE}{elements}[volume.v]\nsize = \"1g\"\npath = {path}\n");
    let limit = "[limit.l]\nops_per_s = 1\n";
    check(&with("", "[\"disk\"]"), 5, &["'v'", "'disk'", "known: d"]);
    check(&with(limit, "[\"d\"]"), 3, &["'l'", "no volume's path"]);
    check(&with(limit, "[\"d\", \"l\"]"), 7, &["'d' is a device", "last"]);
    check(&with(limit, "[\"l\"]"), 7, &["ends in 'l', a limit", "device"]);
    check(&with(limit, "[\"l\", \"l\", \"d\"]"), 7, &["'l' twice"]);
    check(&with("", "[]"), 5, &["path is empty"]);
    check(&with("[limit.d]\nops_per_s = 1\n", "[\"d\"]"), 3, &["second element is called 'd'"]);
    check(&with("[queue.q]\ndepth = 1\nscope = \"node\"\n", "[\"q\", \"d\"]"), 8, &["scope = \"node\"", "each"]);
    check(&with("[queue.q]\ndepth = 1\nscope = \"lun\"\n", "[\"q\", \"d\"]"), 5, &["'scope'", "known: group, disk"]);
}

#[test]
fn clients_and_hosts() {
    let with = |text: &str| format!("{DEVICE}{VOLUME}{text}");
    check(&with("[client.vm]\nvolumes = [\"w\"]\n"), 6, &["'vm'", "'w'", "known: v"]);
    check(&with("[client.vm]\ncount = 2\n"), 6, &["needs 'volumes'"]);
    check(&with("[client.vm]\nvolumes = []\n"), 7, &["'volumes'", "at least one"]);
    check(&with("[client.vm]\nvolumes = [\"v\"]\nspeed = 1\n"), 8, &["'speed'", "per_host"]);
    check(&with("[client]\nspeed = 1\n"), 7, &["'speed'", "cpu_per_io", "[client.NAME]"]);
    check(&with("[client.vm]\nvolumes = [\"v\"]\nhosts = [\"esx\"]\n"), 6, &["'esx'", "known: none"]);
    check(&with("[client.vm]\nvolumes = [\"v\"]\nper_host = 4\n"), 6, &["per_host", "no host"]);
    check(&with("[client.vm]\nvolumes = [\"v\"]\nper_host = 4\ncount = 1\n"), 8, &["per_host", "count"]);
    check(&with("[client.a]\nvolumes = [\"v\"]\n[client.b]\nvolumes = [\"v\"]\n"), 8, &["'v' is already a's"]);
    check(&with("[host.esx]\ncount = 0\n"), 7, &["'count'", "1 to"]);
    check(&with("[host.esx]\nruns_clients = 1\n"), 7, &["'runs_clients'", "true or false"]);
}

#[test]
fn no_text_makes_the_reader_panic() {
    // Every prefix of a full description, and every single line left out.
    let text = "[limit.l]\nops_per_s = 3000\ncost = \"ceil\"\nunit = \"32k\"\nburst = \"1s\"\n[noise.n]\nops_per_s = 3\n\
                [device.d]\nservers = 8\nservice = { distribution = \"gamma\", mean = \"1ms\", cv = 2 }\nseed = 4\n\
                [volume.v]\nsize = \"1g\"\npath = [\"l\", \"n\", \"d\"]\n[client]\ncpu_per_io = \"1us\"\nmax_outstanding = 4\n";
    assert!(StackSpec::from_toml(text, "s").is_ok());
    for end in 0..text.len() {
        let _ = StackSpec::from_toml(&text[..end], "s");
    }
    let lines: Vec<&str> = text.lines().collect();
    for without in 0..lines.len() {
        let rest = [&lines[..without], &lines[without + 1..]].concat().join("\n");
        let _ = StackSpec::from_toml(&rest, "s");
    }
}
