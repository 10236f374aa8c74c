//! Shared by the tests of the reports: an example with some lines changed, a Run of it on the virtual clock, and the
//! page that shows the report's figures beside ours.
#![allow(dead_code, missing_docs, unreachable_pub)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

use plimsoll_run::Session;
use plimsoll_run::record::{Measured, RunRecord};
use plimsoll_run::request::{ProbeRequest, SessionRequest, SizeText, WorkloadRequest};
use plimsoll_storage::ElementFigures;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The text of an example.
pub fn example(name: &str) -> String {
    std::fs::read_to_string(root().join("examples/stacks").join(name)).unwrap()
}

/// The text with some of it changed, everywhere where it stands; it has to stand there.
pub fn with(text: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "'{from}' does not stand in\n{text}");
        text.replace(from, to)
    })
}

/// The text without a section, from its header to the next empty line.
pub fn without(text: &str, section: &str) -> String {
    let from = text.find(&format!("\n[{section}]")).unwrap_or_else(|| panic!("no [{section}] in\n{text}")) + 1;
    let length = text[from..].find("\n\n").map_or(text.len() - from, |end| end + 2);
    format!("{}{}", &text[..from], &text[from + length..])
}

/// Options of a Run beside the stack's own.
#[derive(Clone, Debug, Default)]
pub struct RunSettings {
    pub block_size: Option<&'static str>,
    pub working_set: Option<&'static str>,
    pub queue_depth: Option<u32>,
    pub rate: Option<f64>,
    pub down: Vec<String>,
    pub warmup: &'static str,
    pub measure: &'static str,
}

/// A Run of the stack. The same one is made once.
pub fn run(text: &str, asked: &RunSettings) -> RunRecord {
    static MADE: LazyLock<Mutex<BTreeMap<String, Arc<OnceLock<RunRecord>>>>> = LazyLock::new(Mutex::default);
    let made = MADE.lock().unwrap().entry(format!("{asked:?}\n{text}")).or_default().clone();
    made.get_or_init(|| make(text, asked)).clone()
}

fn make(text: &str, asked: &RunSettings) -> RunRecord {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let file = format!("report-{}-{number}.toml", std::process::id());
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(file);
    std::fs::write(&path, text).unwrap();
    let session = SessionRequest {
        target: format!("stack:{}", path.display()),
        on_virtual_clock: true,
        hosts_down: asked.down.clone(),
        workload: WorkloadRequest {
            block_size: asked.block_size.map(|size| SizeText::Text(size.into())),
            working_set: asked.working_set.map(|size| SizeText::Text(size.into())),
            ..WorkloadRequest::default()
        },
        ..SessionRequest::default()
    };
    let session = Session::open(&session);
    std::fs::remove_file(&path).unwrap();
    let probe = ProbeRequest {
        queue_depth: asked.queue_depth,
        rate: asked.rate,
        warmup_for: Some(asked.warmup.into()),
        measure_for: Some(asked.measure.into()),
        seed: Some(1),
        ..ProbeRequest::default()
    };
    session.unwrap().probe(&probe).unwrap().record
}

/// Mean response time in ms.
pub fn mean_ms(measured: &Measured) -> f64 {
    measured.all.response_time_ns.mean.unwrap() / 1e6
}

/// The figures of an element.
pub fn element<'a>(measured: &'a Measured, name: &str) -> &'a ElementFigures {
    measured.storage.as_ref().unwrap().elements.iter().find(|e| e.name == name).unwrap()
}

/// Little's law: what is outstanding in a closed loop is rate times response time. Both are counted in one window, so
/// they differ by what crosses its two ends: at most the outstanding themselves, of all that were counted.
pub fn little(measured: &Measured, outstanding: f64) {
    let product = measured.achieved_rate_per_s * mean_ms(measured) / 1e3;
    let tolerance = outstanding / measured.all.count as f64 + 0.002;
    assert!((product / outstanding - 1.0).abs() < tolerance, "{product} of {outstanding}");
}

/// Checks that the table of a section of the page has just these rows, in this order: description and our figure.
pub fn page_says(section: &str, rows: &[(&str, String)]) {
    let page = std::fs::read_to_string(root().join("docs/reports-s2-s4.md")).unwrap();
    let (_, behind) = page.split_once(&format!("\n## {section}")).unwrap_or_else(|| panic!("no section {section}"));
    let own = behind.split("\n## ").next().unwrap();
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let told: Vec<Vec<String>> = own.lines().filter(|line| line.starts_with('|')).map(cells).collect();
    let told = told.iter().filter(|row| row[0] != "what" && !row[0].starts_with("---"));
    let told: Vec<(&str, &str)> = told.map(|row| (row[0].as_str(), row[2].as_str())).collect();
    let ours: Vec<(&str, &str)> = rows.iter().map(|(what, here)| (*what, here.as_str())).collect();
    assert_eq!(told, ours, "docs/reports-s2-s4.md, {section}: the right column is what is measured");
}
