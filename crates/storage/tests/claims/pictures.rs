//! Pictures: nothing overlaps, nothing is cut, nothing is left out, and what is named oddly breaks nothing.

use plimsoll_base::{Op, OpKind};
use plimsoll_storage::picture::{ElementTexts, Subject, svg, text};
use plimsoll_storage::{ClientLoad, StackSpec, Topology, bounds};
use proptest::prelude::*;

/// Text and SVG of a stack file.
fn draw(toml: &str) -> (String, String) {
    let spec = StackSpec::from_toml(toml, "drawn.toml").unwrap_or_else(|e| panic!("{e}\n{toml}"));
    let topology = Topology::of(&spec);
    let asked = ClientLoad {
        client: None,
        ops: vec![(Op { offset: 0, len: 4096, kind: OpKind::Read }, 1.0)],
        rate_per_s: None,
        outstanding: None,
        workers: 1.0,
    };
    let bounds = bounds(&spec, &topology, &[asked]);
    let written = ElementTexts::of(toml, &[]);
    let of = Subject { spec: &spec, topology: &topology, bounds: &bounds, written: &written, asked: "4k, 100 % reads" };
    let heads = ["carries IOPS".into(), "bound IOPS".into()];
    (text(&of, &heads), svg(&of, "at most 1 IOPS"))
}

/// Queues of every scope, shared elements, a path of its own for some, names that are no words.
const LARGE: &str = r#"
[queue.pvscsi]
depth = 256
scope = "vm"
[queue."lun <&> \"a very long name that goes on and on and on\""]
depth = 32
scope = "disk"
[queue.hba]
depth = 128
scope = "host"
[limit.policy]
ops_per_s = 30000
bytes_per_s = "250m"
cost = "ceil"
unit = "32k"
burst = "100ms"
scope = "disk"
[noise.neighbours]
ops_per_s = 2000
[device.array]
servers = 128
read = { distribution = "gamma", mean = "180us", cv = 0.5 }
write = { distribution = "exponential", mean = "350us" }
[device.log]
servers = 4
service = "50us"
[volume.data]
size = "500g"
count = 12
path = ["policy", 'lun <&> "a very long name that goes on and on and on"', "pvscsi", "hba", "neighbours", "array"]
[volume.redo]
size = "10g"
path = ["pvscsi", "hba", "log"]
[volume.scratch]
size = "1t"
path = ["hba", "array"]
[host.esx]
count = 8
cores = 32
[client]
max_outstanding = 64
[client.db]
per_host = 2
volumes = ["data", "redo"]
[client."batch <jobs>"]
count = 3
volumes = ["scratch"]
"#;

/// The numbers of an attribute list such as `x="1" y="2"`, by name.
fn number(tag: &str, name: &str) -> Option<f64> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split_once('"')?.0.parse().ok()
}

/// Left, top, right, bottom of the boxes.
fn boxes(svg: &str) -> Vec<[f64; 4]> {
    let of = |tag: &str| {
        let [x, y, w, h] = ["x", "y", "width", "height"].map(|name| number(tag, name));
        Some([x?, y?, x? + w?, y? + h?])
    };
    svg.split("<rect").skip(1).filter(|tag| tag.contains(" rx=")).filter_map(of).collect()
}

/// Left, baseline, right of the texts of the boxes, in the width of the font of the picture.
fn texts(svg: &str) -> Vec<[f64; 3]> {
    let tags = svg.split("<text").skip(1).filter(|tag| !tag.contains("text-anchor") && !tag.contains("font-size"));
    let of = |tag: &str| {
        let shown = tag.split_once('>').unwrap().1.split_once('<').unwrap().0;
        let plain = shown.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
        let (x, y) = (number(tag, "x").unwrap(), number(tag, "y").unwrap());
        // 0.602 em of 12 px.
        [x, y, x + plain.chars().count() as f64 * 7.23]
    };
    tags.map(of).collect()
}

fn check(svg: &str, elements: usize) {
    let boxes = boxes(svg);
    assert!(boxes.len() >= elements, "{} boxes", boxes.len());
    for (i, a) in boxes.iter().enumerate() {
        for b in &boxes[i + 1..] {
            let apart = a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];
            assert!(apart, "{a:?} and {b:?} overlap");
        }
    }
    let (width, height) = (number(svg, "width").unwrap(), number(svg, "height").unwrap());
    assert!(boxes.iter().all(|b| b[0] >= 0.0 && b[1] >= 0.0 && b[2] <= width && b[3] <= height));
    for [left, y, right] in texts(svg) {
        let inside = boxes.iter().any(|b| b[0] < left && right <= b[2] && b[1] < y && y <= b[3]);
        assert!(inside, "the text at {left}, {y} to {right} lies in no box");
    }
    assert_eq!(svg.matches(">narrowest</text>").count(), 1);
}

#[test]
fn a_large_stack_is_drawn_without_overlaps_and_cut_labels() {
    let (text, svg) = draw(LARGE);
    check(&svg, 12);
    for name in ["pvscsi", "hba", "policy", "neighbours", "array", "log", "data", "redo", "scratch"] {
        assert!(svg.contains(&format!("× {name}</text>")) || svg.contains(&format!(">{name}</text>")), "{name}");
        assert!(text.contains(name), "{name}\n{text}");
    }
    // Twelve volumes of each of sixteen VMs; one HBA for each host.
    assert!(svg.contains(">192 × data<") && svg.contains(">8 × hba<"));
    assert!(text.contains("192 × volume data") && text.contains("8 × hba "), "{text}");
}

#[test]
fn odd_names_are_escaped_and_break_no_line() {
    let (text, svg) = draw(LARGE);
    assert!(svg.contains("lun &lt;&amp;&gt; &quot;a very") && !svg.contains("<&>"));
    assert!(svg.contains("batch &lt;jobs&gt;") && text.contains("batch <jobs>"));
    assert!(!svg.contains('\t') && !text.contains('\t'));
}

#[test]
fn the_text_fits_100_columns_and_marks_the_narrowest_once() {
    let (text, _) = draw(LARGE);
    for line in text.lines() {
        assert!(line.chars().count() <= 100, "{} columns: {line}", line.chars().count());
        assert_eq!(line, line.trim_end());
    }
    let marked: Vec<&str> = text.lines().filter(|line| line.contains('◀')).collect();
    assert!(marked.len() == 1 && marked[0].contains("array"), "{text}");
}

#[test]
fn an_element_is_drawn_once_however_many_routes_lead_to_it() {
    let (text, svg) = draw(LARGE);
    assert_eq!(svg.matches("hba</text>").count(), 1);
    // In the text a tree cannot join again: what was drawn is named.
    assert_eq!(text.lines().filter(|line| line.contains("─ 8 × hba")).count(), 3);
    assert_eq!(text.lines().filter(|line| line.contains("─ 8 × hba") && line.contains("as above")).count(), 2);
}

#[test]
fn routes_that_pass_two_elements_in_opposite_order_are_drawn_apart() {
    let text = "[queue.a]\ndepth = 1\n[queue.b]\ndepth = 2\n[device.d]\nservice = \"1ms\"\n\
                [volume.x]\nsize = \"1g\"\npath = [\"a\", \"b\", \"d\"]\n\
                [volume.y]\nsize = \"1g\"\npath = [\"b\", \"a\", \"d\"]\n";
    let svg = draw(text).1;
    assert_eq!((svg.matches(">a</text>").count(), svg.matches(">b</text>").count()), (2, 2));
    assert_eq!(boxes(&svg).len(), 1 + 2 + 6);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Volumes with paths of their own through elements that they share or not, in one order.
    #[test]
    fn no_stack_is_drawn_with_overlaps(
        paths in prop::collection::vec(prop::collection::btree_set(0_usize..7, 0..6), 1..6),
        names in prop::collection::vec("[a-zA-Z<&>\" ä漢-]{1,40}", 7),
    ) {
        let name = |i: usize| format!("{i}{}", names[i]);
        let mut text = "[device.end]\nservice = \"1ms\"\n".to_string();
        let used: std::collections::BTreeSet<usize> = paths.iter().flatten().copied().collect();
        for i in &used {
            text += &format!("[queue.{:?}]\ndepth = {}\n", name(*i), i + 1);
        }
        for (v, path) in paths.iter().enumerate() {
            let path: Vec<String> = path.iter().map(|i| name(*i)).chain(["end".to_string()]).collect();
            text += &format!("[volume.v{v}]\nsize = \"1g\"\npath = {path:?}\n");
        }
        let (plain, svg) = draw(&text);
        let found = boxes(&svg);
        prop_assert_eq!(found.len(), 1 + paths.len() + used.len() + 1);
        for (i, a) in found.iter().enumerate() {
            for b in &found[i + 1..] {
                prop_assert!(a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1], "{:?} {:?}", a, b);
            }
        }
        prop_assert!(plain.lines().all(|line| line.chars().count() <= 100));
    }
}
