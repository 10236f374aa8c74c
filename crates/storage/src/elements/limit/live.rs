//! A limit at work. Where it may be changed while it runs (`plimsoll serve`), requests wait in a line.
//!
//! When a request leaves is computed as it arrives. A change of the rate would then reach only what comes later: 256
//! outstanding at 10 per second would go on for 25 s. So a limit that is live computes only what leaves within
//! [`HORIZON`]; the others wait, and get their time from the rates that hold when their turn comes. First in, first out
//! and continuous refill make both ways the same, request for request, as long as nothing is changed.
//!
//! A change begins with an empty bucket, behind what already has its time: it never lets through more than either rate.

use std::collections::VecDeque;

use plimsoll_base::{Bytes, Nanos, Op};

use super::spec::{AtLimit, Initial, LimitSpec};
use crate::cost::Cost;
use crate::element::{Actions, Departure, Element, Request, Token, check_rate};
use crate::meter::{AppliesTo, MeterElement, Rates, Refill, SavedUp, check_burst, check_bytes};

/// A change takes effect within it.
const HORIZON: Nanos = Nanos(100_000_000);

/// The keys that can be changed, as an error lists them.
const KEYS: &str = "ops_per_s, bytes_per_s, read_ops_per_s, write_ops_per_s, read_bytes_per_s, write_bytes_per_s, \
                    burst_ops, burst_bytes, max_ops_per_s, max_bytes_per_s, cost, unit";

#[derive(Debug)]
pub(super) struct Limit {
    metered: MeterElement,
    /// None: nothing can be changed.
    live: Option<Box<Live>>,
    spec: LimitSpec,
}

#[derive(Debug)]
struct Live {
    /// As described.
    file: LimitSpec,
    /// By the queue of the meter.
    lines: Vec<VecDeque<(Token, Op)>>,
    /// Requests that waited when a setting changed, in order. They are queued anew.
    loose: VecDeque<(Token, Op)>,
    look_at: Option<Nanos>,
    /// When what has its time has left.
    until: Nanos,
}

fn meter_element(spec: &LimitSpec) -> MeterElement {
    let held = match spec.initial {
        Initial::Full => SavedUp::default(),
        Initial::Empty => SavedUp { ops: Some(0.0), bytes: Some(Bytes(0)) },
    };
    let metered = MeterElement::new(&spec.rates, spec.applies_to, &spec.cost, spec.refill);
    metered.holding(held, &spec.cost).rejecting(spec.at_limit == AtLimit::Reject)
}

impl Limit {
    pub(super) fn new(spec: &LimitSpec) -> Limit {
        Limit { metered: meter_element(spec), live: None, spec: spec.clone() }
    }

    /// Lets those go whose time has come near.
    fn pass_on(&mut self, now: Nanos, out: &mut Actions) {
        let Some(live) = self.live.as_deref_mut() else { return };
        live.look_at = None;
        while let Some((token, op)) = live.loose.pop_front() {
            match self.metered.queue_of(op.kind) {
                None => out.release(token, Departure::through(now)),
                Some(queue) => live.lines[queue].push_back((token, op)),
            }
        }
        for (queue, line) in live.lines.iter_mut().enumerate() {
            while let Some((token, op)) = line.front() {
                let times = self.metered.ask(queue, now, op.len);
                if times.leaves() > now + HORIZON {
                    let at = Nanos(times.leaves().0 - HORIZON.0);
                    live.look_at = Some(live.look_at.map_or(at, |first| first.min(at)));
                    break;
                }
                let departure = self.metered.take(queue, times);
                live.until = live.until.max(departure.at);
                out.release(*token, departure);
                line.pop_front();
            }
        }
    }

    /// Takes `spec` from `now` on.
    fn change(&mut self, now: Nanos, spec: LimitSpec) {
        let Some(live) = self.live.as_deref_mut() else { return };
        self.metered = meter_element(&spec).holding(SavedUp { ops: Some(0.0), bytes: Some(Bytes(0)) }, &spec.cost);
        self.metered.start_at(now.max(live.until));
        self.spec = spec;
        let waiting = std::mem::take(&mut live.lines);
        waiting.into_iter().for_each(|line| live.loose.extend(line));
        live.lines = vec![VecDeque::new(); self.metered.queues()];
        live.look_at = Some(now);
    }
}

impl Element for Limit {
    fn start(&mut self, now: Nanos) {
        self.metered.start(now);
    }

    fn be_live(&mut self) {
        self.live = Some(Box::new(Live {
            file: self.spec.clone(),
            lines: vec![VecDeque::new(); self.metered.queues()],
            loose: VecDeque::new(),
            look_at: None,
            until: Nanos::ZERO,
        }));
    }

    #[inline]
    fn arrive(&mut self, now: Nanos, request: &Request, out: &mut Actions) -> Departure {
        let Some(live) = self.live.as_deref_mut() else { return self.metered.arrive(now, request, out) };
        let Some(queue) = self.metered.queue_of(request.op.kind) else { return Departure::through(now) };
        if live.lines[queue].is_empty() && live.loose.is_empty() {
            let times = self.metered.ask(queue, now, request.op.len);
            if self.metered.rejects_at(now, times) || times.leaves() <= now + HORIZON {
                let departure = self.metered.admit(queue, now, times);
                live.until = live.until.max(departure.at);
                return departure;
            }
            let at = Nanos(times.leaves().0 - HORIZON.0);
            live.look_at = Some(live.look_at.map_or(at, |first| first.min(at)));
        }
        let line = if live.loose.is_empty() { &mut live.lines[queue] } else { &mut live.loose };
        line.push_back((request.token, request.op));
        Departure::hold()
    }

    fn keeps_time(&self) -> bool {
        self.live.is_some()
    }

    fn next_timer(&self) -> Option<Nanos> {
        self.live.as_deref().and_then(|live| live.look_at)
    }

    fn timer(&mut self, now: Nanos, out: &mut Actions) {
        self.pass_on(now, out);
    }

    fn servers(&self) -> u32 {
        self.metered.servers()
    }

    fn switch(&mut self, now: Nanos, key: &str, value: &str) -> Result<(), String> {
        let Some(live) = self.live.as_deref() else { return Err("is not served: nothing of it can be switched".into()) };
        let mut spec = self.spec.clone();
        // A throttle by name is so no longer once it is changed.
        spec.profile = None;
        set(&mut spec, &live.file, key, value.trim())?;
        if spec != self.spec {
            self.change(now, spec);
        }
        Ok(())
    }

    fn settings(&self) -> Vec<(String, String)> {
        self.spec.settings().into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }
}

/// The rates of reads and writes together, or of each, and their keys.
const RATES: [(&str, AppliesTo); 6] = [
    ("ops_per_s", AppliesTo::All),
    ("read_ops_per_s", AppliesTo::Read),
    ("write_ops_per_s", AppliesTo::Write),
    ("bytes_per_s", AppliesTo::All),
    ("read_bytes_per_s", AppliesTo::Read),
    ("write_bytes_per_s", AppliesTo::Write),
];

/// What is saved up, which a limit with windows does not do.
const SAVED: [&str; 4] = ["burst_ops", "burst_bytes", "max_ops_per_s", "max_bytes_per_s"];

/// `none`: no such limit. `off`: as described.
fn set(spec: &mut LimitSpec, file: &LimitSpec, key: &str, value: &str) -> Result<(), String> {
    let described = || file.settings().into_iter().find(|(name, _)| *name == key).map(|(_, value)| value);
    let value = match value {
        "off" => described().ok_or_else(|| unknown_key(key))?,
        _ => value.to_owned(),
    };
    let none = value == "none";
    let broken = |(key, why): (&'static str, String)| format!("{key}: {why}");
    if !none && SAVED.contains(&key) && matches!(spec.refill, Refill::Window { .. }) {
        return Err(format!("{key}: has no effect with refill = \"window\": nothing is saved up"));
    }
    match key {
        "cost" | "unit" => set_cost(spec, key, &value),
        "burst_ops" | "max_ops_per_s" => {
            let number = if none { None } else { Some(number(key, &value)?) };
            match key {
                "burst_ops" => number.map_or(Ok(()), |ops| check_burst("burst_ops", ops)).map_err(broken)?,
                _ => number.map_or(Ok(()), |rate| check_rate("max_ops_per_s", rate)).map_err(broken)?,
            }
            for rates in &mut spec.rates {
                match key {
                    "burst_ops" => rates.burst_ops = number.unwrap_or(0.0),
                    // As QEMU's: a tenth of a second of it may pass at once.
                    _ => (rates.max_ops_per_s, rates.max_burst_ops) = (number, number.unwrap_or(0.0) / 10.0),
                }
            }
            Ok(())
        }
        "burst_bytes" | "max_bytes_per_s" => {
            let bytes = if none { None } else { Some(value.parse::<Bytes>().map_err(|why| format!("{key}: {why}"))?) };
            for rates in &mut spec.rates {
                match key {
                    "burst_bytes" => rates.burst_bytes = bytes.unwrap_or(Bytes(0)),
                    _ => (rates.max_bytes_per_s, rates.max_burst_bytes) = (bytes, Bytes(bytes.map_or(0, |max| max.0 / 10))),
                }
            }
            Ok(())
        }
        _ => set_rate(spec, key, &value),
    }
}

fn unknown_key(key: &str) -> String {
    format!("unknown key '{key}'; known: {KEYS}")
}

fn number(key: &str, value: &str) -> Result<f64, String> {
    value.parse().map_err(|_| format!("{key} = {value} is not a number: write one, none or off"))
}

fn set_cost(spec: &mut LimitSpec, key: &str, value: &str) -> Result<(), String> {
    let unit = match spec.cost {
        Cost::Ceil { unit_bytes } | Cost::Linear { unit_bytes } => unit_bytes,
        Cost::None {} | Cost::Table { .. } => Bytes(32 << 10),
    };
    let cost = match (key, value) {
        ("cost", "none") => Cost::None {},
        ("cost", "ceil") => Cost::Ceil { unit_bytes: unit },
        ("cost", "linear") => Cost::Linear { unit_bytes: unit },
        ("cost", _) => return Err(format!("cost = {value}: write none, ceil, linear or off")),
        (_, "none") => return if spec.cost == (Cost::None {}) { Ok(()) } else { Err("unit = none: set cost = none".into()) },
        _ => {
            let unit_bytes = value.parse::<Bytes>().map_err(|why| format!("unit: {why}"))?;
            match spec.cost {
                Cost::Ceil { .. } => Cost::Ceil { unit_bytes },
                Cost::Linear { .. } => Cost::Linear { unit_bytes },
                _ => return Err("unit has no effect without cost = ceil or linear: set that first".into()),
            }
        }
    };
    cost.check().map_err(|(key, why)| format!("{key}: {why}"))?;
    spec.cost = cost;
    Ok(())
}

fn set_rate(spec: &mut LimitSpec, key: &str, value: &str) -> Result<(), String> {
    let (_, of) = RATES.iter().find(|(name, _)| *name == key).ok_or_else(|| unknown_key(key))?;
    let none = value == "none";
    let apart = spec.applies_to != AppliesTo::All;
    if apart != (*of != AppliesTo::All) {
        if none {
            return Ok(());
        }
        // From shared to separate rates, or back: what there was goes.
        (spec.applies_to, spec.rates) = match of {
            AppliesTo::All => (AppliesTo::All, vec![Rates::default()]),
            _ => (AppliesTo::Each, vec![Rates::default(); 2]),
        };
    } else if apart && spec.applies_to != AppliesTo::Each {
        // Only reads, or only writes: the others have no rate.
        let own = std::mem::take(&mut spec.rates);
        let mut both = vec![Rates::default(); 2];
        both[usize::from(spec.applies_to == AppliesTo::Write)] = own.into_iter().next().unwrap_or_default();
        (spec.applies_to, spec.rates) = (AppliesTo::Each, both);
    }
    let Some(rates) = spec.rates.get_mut(usize::from(*of == AppliesTo::Write)) else { return Err(unknown_key(key)) };
    if key.ends_with("ops_per_s") {
        let rate = if none { None } else { Some(number(key, value)?) };
        rate.map_or(Ok(()), |rate| check_rate("ops_per_s", rate)).map_err(|(_, why)| format!("{key}: {why}"))?;
        rates.ops_per_s = rate;
    } else {
        let rate = if none { None } else { Some(value.parse::<Bytes>().map_err(|why| format!("{key}: {why}"))?) };
        rate.map_or(Ok(()), |rate| check_bytes("bytes_per_s", rate)).map_err(|(_, why)| format!("{key}: {why}"))?;
        rates.bytes_per_s = rate;
    }
    Ok(())
}

impl LimitSpec {
    /// The present settings: every key, `none` where there is no such limit.
    fn settings(&self) -> Vec<(&'static str, String)> {
        let ops = |rate: Option<f64>| rate.map_or("none".to_owned(), |rate| rate.to_string());
        let bytes = |rate: Option<Bytes>| rate.map_or("none".to_owned(), |rate| rate.0.to_string());
        let of = |kind: AppliesTo| {
            let at = match (self.applies_to, kind) {
                (AppliesTo::All, AppliesTo::All)
                | (AppliesTo::Read | AppliesTo::Each, AppliesTo::Read)
                | (AppliesTo::Write, AppliesTo::Write) => Some(0),
                (AppliesTo::Each, AppliesTo::Write) => Some(1),
                _ => None,
            };
            at.and_then(|at: usize| self.rates.get(at))
        };
        let mut found: Vec<(&'static str, String)> = RATES
            .iter()
            .map(|(key, kind)| match key.ends_with("ops_per_s") {
                true => (*key, ops(of(*kind).and_then(|rates| rates.ops_per_s))),
                false => (*key, bytes(of(*kind).and_then(|rates| rates.bytes_per_s))),
            })
            .collect();
        let first = self.rates.first().cloned().unwrap_or_default();
        found.extend([
            ("burst_ops", ops(Some(first.burst_ops).filter(|ops| *ops > 0.0))),
            ("burst_bytes", bytes(Some(first.burst_bytes).filter(|bytes| bytes.0 > 0))),
            ("max_ops_per_s", ops(first.max_ops_per_s)),
            ("max_bytes_per_s", bytes(first.max_bytes_per_s)),
        ]);
        let (cost, unit) = match &self.cost {
            Cost::None {} => ("none", None),
            Cost::Ceil { unit_bytes } => ("ceil", Some(*unit_bytes)),
            Cost::Linear { unit_bytes } => ("linear", Some(*unit_bytes)),
            Cost::Table { .. } => ("table", None),
        };
        found.extend([("cost", cost.to_owned()), ("unit", bytes(unit))]);
        found
    }
}
