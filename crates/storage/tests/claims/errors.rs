//! Every mistake is refused with the line, the key and what would be right.

use plimsoll_storage::{ELEMENTS, StackError, StackSpec, Topology};

const DEVICE: &str = "[device.d]\nservice = \"1ms\"\n";
const VOLUME: &str = "[volume.v]\nsize = \"1g\"\npath = [\"d\"]\n";

fn refusal(text: &str) -> StackError {
    match StackSpec::from_toml(text, "s.toml") {
        Ok(spec) => panic!("accepted: {text}\n{spec:?}"),
        Err(error) => error,
    }
}

/// Checks that `text` is refused on `line`, with all of `says` in the message.
#[track_caller]
fn check(text: &str, line: usize, says: &[&str]) {
    let error = refusal(text);
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
fn names_that_cannot_be_file_names() {
    let volume = |name: &str| format!("{DEVICE}[volume.\"{name}\"]\nsize = \"1g\"\npath = [\"d\"]\n");
    for (name, says) in [
        ("a/b", "holds '/'"),
        ("a\\\\b", "holds '\\\\'"),
        ("a\\nb", "holds '\\n'"),
        ("a\\u0000", "holds '\\0'"),
        ("", "is empty"),
        (".", "'.' means a folder"),
        ("..", "'..' means a folder"),
        (&"n".repeat(201), "201 bytes"),
    ] {
        check(&volume(name), 3, &["volume", says]);
        check(&format!("{DEVICE}{VOLUME}[host.\"{name}\"]\n"), 6, &["host", says]);
        check(&format!("{DEVICE}{VOLUME}[client.\"{name}\"]\nvolumes = [\"v\"]\n"), 6, &["client", says]);
    }
    let long = "n".repeat(200);
    assert!(StackSpec::from_toml(&volume(&long), "s").is_ok());
    let both = format!("{}[client.vm]\nvolumes = [\"{long}\"]\n", volume(&long));
    check(&both, 6, &["'vm'", "202 bytes together"]);
}

#[test]
fn ways_that_are_too_long() {
    let queues = |n: usize| (0..n).map(|i| format!("[queue.q{i}]\ndepth = 1\n")).collect::<String>();
    let along = |n: usize| {
        let path: Vec<String> = (0..n).map(|i| format!("q{i}")).chain(["d".to_string()]).collect();
        format!("{DEVICE}{}[volume.v]\nsize = \"1g\"\npath = {path:?}\n", queues(n))
    };
    // The device is one of the 256.
    assert!(StackSpec::from_toml(&along(255), "s").is_ok());
    check(&along(256), 2 + 2 * 256 + 3, &["'v'", "more than 256 elements"]);
    // Each beside the one before: no route is long, the way is.
    let nested = |n: usize| {
        let of = |i: usize| {
            let behind = if i + 1 == n { "d".to_string() } else { format!("s{}", i + 1) };
            format!("[stripe.s{i}]\nunit = \"64k\"\nmembers = [\"{behind}\"]\n")
        };
        (0..n).map(of).collect::<String>()
    };
    let deep = |n: usize| format!("{DEVICE}{}[volume.v]\nsize = \"1g\"\npath = [\"s0\"]\n", nested(n));
    assert!(matches!(refusal(&deep(3_000)), StackError::Wiring { .. }));
    check(&deep(300), 2 + 3 * 300 + 3, &["'v'", "more than 256 elements"]);
}

/// Mirrors of `width` copies each, each copy being the next mirror: width^n devices in a few lines.
fn nested_mirrors(width: usize, n: usize) -> String {
    let of = |i: usize| {
        let behind = if i + 1 == n { "d".to_string() } else { format!("m{}", i + 1) };
        format!("[mirror.m{i}]\nmembers = {:?}\n", vec![vec![behind]; width])
    };
    format!("{DEVICE}{}", (0..n).map(of).collect::<String>())
}

#[test]
fn more_places_than_can_be_built_are_counted_before_they_are() {
    let volume = "[volume.v]\nsize = \"1g\"\npath = [\"m0\"]\n";
    // 2 + 4 + … + 2^30 and more: built one by one, they would not end.
    check(
        &format!("{}{volume}", nested_mirrors(2, 30)),
        2 + 2 * 30 + 3,
        &["'v'", "2147483647 places", "the limit is 8000000"],
    );
    check(&format!("{}{volume}", nested_mirrors(256, 100)), 2 + 2 * 100 + 3, &["'v'", "more places"]);
    // What follows comes again behind each member: 10 pairs one after the other are 2^10 devices, 30 are too many.
    let pairs = |n: usize| {
        let elements =
            (0..n).map(|i| format!("[queue.a{i}]\ndepth = 1\n[mirror.m{i}]\nmembers = [[\"a{i}\"], [\"a{i}\"]]\n"));
        let path: Vec<String> = (0..n).map(|i| format!("m{i}")).chain(["d".into()]).collect();
        format!("{DEVICE}{}[volume.v]\nsize = \"1g\"\npath = {path:?}\n", elements.collect::<String>())
    };
    check(&pairs(30), 2 + 4 * 30 + 3, &["'v'", "places"]);
    // Places as counted are places as built: they are refused at the very number. A pair is 1 + 2 (1 + x), x behind it.
    let spec = StackSpec::from_toml(&pairs(10), "s").unwrap();
    let expected = (0..10).fold(1, |x, _| 1 + 2 * (1 + x));
    assert_eq!(Topology::of(&spec).places.len(), expected);
    let all = |count: usize| format!("{}count = {count}\n", pairs(10));
    check(&all(8_000_000 / expected + 1), 2 + 4 * 10 + 3, &["places"]);
    assert!(StackSpec::from_toml(&all(8_000_000 / expected), "s").is_ok());
}

#[test]
fn more_of_them_than_can_be_built() {
    let with = |text: &str| format!("{DEVICE}{VOLUME}{text}");
    let hosts = "[host.a]\ncount = 60000\n[host.b]\ncount = 60000\n";
    check(&with(hosts), 8, &["'b'", "120000 hosts in all", "the limit is 100000"]);
    let two = format!("{DEVICE}{VOLUME}[volume.w]\nsize = \"1m\"\npath = [\"d\"]\n");
    let clients = "[client.a]\ncount = 600000\nvolumes = [\"v\"]\n[client.b]\ncount = 600000\nvolumes = [\"w\"]\n";
    check(&format!("{two}{clients}"), 12, &["'b'", "1200000 clients in all", "the limit is 1000000"]);
    // 2^32 and more: the product of two numbers of 32 bits.
    let per_host = "[host.a]\ncount = 65536\n[client.vm]\nper_host = 65537\nvolumes = [\"v\"]\n";
    check(&with(per_host), 8, &["'vm'", "4295032832 clients", "per_host"]);
    let many = format!(
        "{DEVICE}[volume.v]\nsize = \"1m\"\npath = [\"d\"]\ncount = 100000\n[client.vm]\ncount = 41\nvolumes = [\"v\"]\n"
    );
    check(&many, 5, &["'v'", "4100000 volumes in all"]);
    // Addresses: 2^33 volumes of 1 GiB would end at 2^63.
    let large = format!("{DEVICE}[volume.v]\nsize = {}\npath = [\"d\"]\ncount = 2\n", 1_i64 << 62);
    check(&large, 5, &["'v'", "bytes of volumes in all"]);
    let placed = "[host.h]\ncount = 10000\n[mirror.m]\ncopies = 2\neach = [\"d\"]\n";
    let drawn = format!("{DEVICE}{placed}[volume.v]\nsize = \"1m\"\npath = [\"m\"]\ncount = 10001\n");
    check(&drawn, 5, &["'m'", "100010000 volumes times hosts"]);
}

#[test]
fn caches_and_neighbours_beyond_reason() {
    let cache = |keys: &str| {
        format!("[cache.c]\nhit = \"1us\"\n{keys}\n{DEVICE}[volume.v]\nsize = \"1g\"\npath = [\"c\", \"d\"]\n")
    };
    let accepted = |keys: &str| StackSpec::from_toml(&cache(keys), "s").is_ok();
    // 2^28 lines of 4 KiB are 1 TiB.
    assert!(accepted("read_bytes = \"1t\"\nline = \"4k\"\nwrite = \"around\""));
    check(&cache("read_bytes = \"2t\"\nline = \"4k\"\nwrite = \"around\""), 1, &["536870912 lines", "larger line"]);
    assert!(accepted("write_bytes = \"1t\""));
    check(&cache("write_bytes = \"2t\""), 1, &["536870912 blocks", "larger block"]);
    // A bit a block, a word of 64 at least: 2^28 words are 64 TiB of blocks of 4 KiB.
    assert!(accepted("read_bytes = \"64t\"\nfill = \"request\"\nwrite = \"around\""));
    check(&cache("read_bytes = \"65t\"\nfill = \"request\"\nwrite = \"around\""), 1, &["fill = \"line\""]);
    check(&format!("[noise.n]\nops_per_s = 1.1e7\n{DEVICE}{VOLUME}"), 2, &["'ops_per_s'", "up to 10000000"]);
    let wide = format!(
        "[cache.c]\nhit = \"1us\"\nwrite_bytes = \"1m\"\nline = \"4k\"\n{DEVICE}[volume.v]\nsize = {}\npath = [\"c\", \"d\"]\n",
        1_i64 << 53
    );
    check(&wide, 1, &["'c'", "2199023255552 lines", "larger line"]);
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
