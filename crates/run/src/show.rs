//! Describes a stack without running it: its bounds on paper, its picture, and the losses when hosts are down.
//!
//! The clients' loads are resolved as for a Run (their own workloads, overridden by flags). A pure function of the
//! request: no file is opened, nothing is measured.

use std::collections::BTreeMap;

use plimsoll_base::{Op, OpKind};
use plimsoll_storage::bounds::{ClientLoad, StackBounds, bounds};
use plimsoll_storage::loss::{Loss, loss};
use plimsoll_storage::picture::{ElementTexts, Subject, svg, text};
use plimsoll_storage::{StackSpec, Topology, VmSpec};
use plimsoll_workload::parse_mix;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{ErrorKind, RunError};
use crate::request::{SizeText, WorkloadRequest};

/// Name and version of the document.
pub(crate) const SCHEMA: &str = "plimsoll.stack_show/1";

/// What is to be shown.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShowRequest {
    /// The stack file.
    pub toml: String,
    /// What errors and the picture call it.
    pub name: String,
    /// Bytes of an operation, or a mix, in the place of what the clients say.
    #[serde(default)]
    pub block_size: Option<SizeText>,
    /// Share of reads in percent, in the place of what the clients say.
    #[serde(default)]
    pub read: Option<f64>,
    /// Names of hosts that are down.
    #[serde(default)]
    pub down: Vec<String>,
    /// Parameters in the place of those in the file, each as `NAME.KEY=VALUE`.
    #[serde(default)]
    pub parameters: Vec<String>,
    /// Heads of the columns of the picture: what an element carries, and what that allows the whole.
    pub heads: [String; 2],
    /// What the picture for a page says beneath the name of the stack and its load; none: it is not drawn.
    #[serde(default)]
    pub answer: Option<String>,
}

/// What a described stack is and carries.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StackShown {
    /// Name and version of this document.
    pub schema: String,
    /// Name of the description.
    pub stack: String,
    /// What is asked, in words.
    pub asked: String,
    /// On paper.
    pub bounds: StackBounds,
    /// What is lost; none when no host is said to be down.
    pub loss: Option<Loss>,
}

/// The document and its two pictures.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StackDrawing {
    /// For programs.
    pub document: StackShown,
    /// For a terminal.
    pub text: String,
    /// For a page; none where the request has no words for it.
    pub svg: Option<String>,
}

/// Looks at a stack.
///
/// # Errors
/// Why the stack, a workload or the name of a host makes no sense.
pub fn show(request: &ShowRequest) -> Result<StackDrawing, RunError> {
    let spec = StackSpec::from_toml_with(&request.toml, &request.name, &request.parameters);
    let spec = spec.map_err(|e| RunError::stack(&e))?;
    let topology = Topology::of(&spec);
    let (asked, words) = client_loads(&spec, request)?;
    let loss = match request.down.is_empty() {
        true => None,
        false => Some(loss(&spec, &topology, &request.down).map_err(RunError::usage)?),
    };
    let bounds = bounds(&spec, &topology, &asked);
    let written = ElementTexts::of(&request.toml, &request.parameters);
    let subject = Subject { spec: &spec, topology: &topology, bounds: &bounds, written: &written, asked: &words };
    let text = text(&subject, &request.heads);
    let svg = request.answer.as_ref().map(|answer| svg(&subject, answer));
    let document = StackShown { schema: SCHEMA.into(), stack: spec.name().into(), asked: words, bounds, loss };
    Ok(StackDrawing { document, text, svg })
}

/// The load of every client group, and the same in words.
fn client_loads(spec: &StackSpec, request: &ShowRequest) -> Result<(Vec<ClientLoad>, String), RunError> {
    let typed = WorkloadRequest { block_size: request.block_size.clone(), read: request.read, ..Default::default() };
    let nothing = request.block_size.is_none() && request.read.is_none();
    let (ops, words) = mix(&typed).map_err(RunError::usage)?;
    let mut all = vec![ClientLoad { client: None, ops, rate_per_s: None, outstanding: None, workers: 1.0 }];
    if spec.clients().is_empty() {
        let default = if nothing { " (no workload was given)" } else { "" };
        return Ok((all, format!("{words}{default}")));
    }
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for (name, vm) in spec.clients() {
        let (load, words) = client(name, vm, spec, &typed)
            .map_err(|why| RunError::new(ErrorKind::Input, format!("{}: [client.{name}]: {why}", spec.name())))?;
        all.push(load);
        match groups.iter_mut().find(|(known, _)| *known == words) {
            Some((_, names)) => names.push(name),
            None => groups.push((words, vec![name])),
        }
    }
    let words = match &groups[..] {
        [(words, _)] => words.clone(),
        _ => {
            groups.iter().map(|(words, names)| format!("{}: {words}", names.join(", "))).collect::<Vec<_>>().join("; ")
        }
    };
    Ok((all, words))
}

/// Assumed for a worker whose load sets no queue depth.
const DEFAULT_DEPTH: f64 = 32.0;

/// The load of a client group, with typed values in place of its own.
fn client(name: &str, vm: &VmSpec, spec: &StackSpec, typed: &WorkloadRequest) -> Result<(ClientLoad, String), String> {
    let own = serde_json::Value::Object(vm.workload.clone().into_iter().collect());
    let own: WorkloadRequest = serde_json::from_value(own).map_err(|e| format!("workload: {e}"))?;
    let (ops, words) = mix(&typed.clone().or(own))?;
    let number = |key: &str| number(&vm.load, key).map_err(|why| format!("load, '{key}': {why}"));
    // As in a Run: a worker on each of its volumes, 32 outstanding each.
    let volumes: u32 = vm.volumes.iter().filter_map(|name| spec.volumes().get(name)).map(|volume| volume.count).sum();
    let workers = number("workers")?.unwrap_or(f64::from(volumes));
    let (rate, queue_depth) = (number("rate")?, number("queue_depth")?);
    let closed = rate.is_none().then(|| queue_depth.unwrap_or(DEFAULT_DEPTH) * workers);
    let cap = number("max_outstanding")?.or(vm.max_outstanding.or(spec.client().max_outstanding).map(f64::from));
    let outstanding = match (closed, cap) {
        (Some(closed), Some(cap)) => Some(closed.min(cap)),
        (closed, cap) => closed.or(cap),
    };
    let load = ClientLoad { client: Some(name.into()), ops, rate_per_s: rate, outstanding, workers };
    let words = rate.map_or_else(|| words.clone(), |rate| format!("{words}, {rate} IOPS each"));
    Ok((load, words))
}

fn number(load: &BTreeMap<String, serde_json::Value>, key: &str) -> Result<Option<f64>, String> {
    match load.get(key) {
        None => Ok(None),
        Some(value) => match value.as_f64().filter(|x| *x > 0.0 && x.is_finite()) {
            Some(x) => Ok(Some(x)),
            None => Err(format!("{value} is not a number above 0")),
        },
    }
}

/// Operations and their shares, and the same in words: "4k, 70 % reads".
fn mix(typed: &WorkloadRequest) -> Result<(Vec<(Op, f64)>, String), String> {
    let blocks = |size: Option<&SizeText>| {
        let text = size.map_or_else(|| "4k".to_owned(), ToString::to_string);
        parse_mix(&text).map(|mix| (mix, text)).map_err(|e| format!("block_size: {e}"))
    };
    let (reads, words_of_reads) = blocks(typed.block_size.as_ref())?;
    let (writes, words_of_writes) = match &typed.write_block_size {
        Some(size) => blocks(Some(size)).map(|(mix, text)| (mix, format!(" reads, {text} writes")))?,
        None => (reads.clone(), String::new()),
    };
    let trim = typed.trim.unwrap_or(0.0);
    let read = typed.read.unwrap_or(100.0 - trim);
    if ![read, trim].iter().all(|x| (0.0..=100.0).contains(x)) || read + trim > 100.0 {
        return Err(format!("read {read} and trim {trim} are not percentages: from 0 to 100, and no more together"));
    }
    let mut ops = Vec::new();
    let kinds =
        [(OpKind::Read, &reads, read), (OpKind::Write, &writes, 100.0 - read - trim), (OpKind::Trim, &writes, trim)];
    for (kind, blocks, percent) in kinds {
        for block in blocks.iter().filter(|_| percent > 0.0) {
            let len = u32::try_from(block.bytes.0)
                .map_err(|_| format!("block_size {} is too large: up to 4g - 1", block.bytes))?;
            ops.push((Op { offset: 0, len, kind }, percent * block.percent / 1e4));
        }
    }
    let trims = if trim > 0.0 { format!(", {trim} % trims") } else { String::new() };
    Ok((ops, format!("{words_of_reads}{words_of_writes}, {read} % reads{trims}")))
}
