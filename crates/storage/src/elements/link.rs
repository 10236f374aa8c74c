//! `link`: a wire with a bandwidth in each direction: Ethernet, Fibre Channel, the port of an array.
//!
//! A request is a message out and an answer back. The data of a write go out, those of a read come back; commands and
//! acknowledgements carry none. Each direction sends one message after another (`half_duplex`: both share one), and takes
//! `per_io` for each request going out and size / `bandwidth` for each message; `delay` is the way's, occupies nothing
//! and is paid each way. So an idle link adds per_io + 2 · delay + size / bandwidth, and carries at most 1 / per_io
//! requests and `bandwidth` bytes each way per second.
//!
//! `frame` and `frame_overhead` are arithmetic, not simulation: a message of n bytes is n + ⌈n / frame⌉ · overhead on the
//! wire, one frame at least. A message leaves when its last byte is over, so two links in series count its bytes twice;
//! with `cut_through` it leaves with its first frame while the rest still occupies the link: give it to all links of a
//! chain but the slowest.
//!
//! `split_above` with `per_chunk` makes large requests dear: one with more data than that goes in chunks of that size,
//! each of which keeps the direction for `per_chunk` longer. It stands for whatever halves a bandwidth between two sizes
//! (a buffer that overflows, chunks sent one after another) and explains nothing; it is in the link because the reports
//! that show such a fall blame the network.
//!
//! Figures count crossings, so a request that is seen both ways is two arrivals; the utilisation is that of the busier
//! direction. Not modelled: loss, retransmission, congestion control, credits.
//!
//! Budget: 10 ns of real time per crossing, no allocation.

use plimsoll_base::{Bytes, Nanos, Op, OpKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::element::{
    Actions, Answer, BrokenRule, Departure, Element, ElementKind, Exit, Parameter, Request, Surroundings,
};
use crate::error::StackError;
use crate::read::Section;
use crate::wiring::{Demand, Scope, Wiring};

/// See the module.
pub static KIND: ElementKind = ElementKind {
    name: "link",
    summary: "a wire: bandwidth in each direction, delay, frames",
    ends_path: false,
    spoils_data: false,
    scope: Scope::Group,
    parameters: &[
        Parameter {
            name: "profile",
            unit: "1gbe | 10gbe | 25gbe | 8gfc | 16gfc | 32gfc",
            default: "none",
            what: "bandwidth and frames of a kind of link; each can be written beside it",
        },
        Parameter { name: "bandwidth", unit: "size per second", default: "unbounded", what: "of each direction" },
        Parameter { name: "delay", unit: "time", default: "0s", what: "of the way, in each direction; occupies nothing" },
        Parameter { name: "per_io", unit: "time", default: "0s", what: "that each outgoing request occupies the link, besides its bytes" },
        Parameter { name: "frame", unit: "size", default: "the message", what: "the most data that a frame carries" },
        Parameter { name: "frame_overhead", unit: "size", default: "0", what: "bytes of each frame besides its data" },
        Parameter { name: "half_duplex", unit: "true | false", default: "false", what: "both directions share the bandwidth" },
        Parameter {
            name: "cut_through",
            unit: "true | false",
            default: "false",
            what: "a message is passed on from its first frame, not after its last",
        },
        Parameter {
            name: "between_hosts",
            unit: "true | false",
            default: "false",
            what: "traffic that stays on the client's own host costs nothing",
        },
        Parameter { name: "split_above", unit: "size", default: "never", what: "larger messages are sent in chunks of this size" },
        Parameter { name: "per_chunk", unit: "time", default: "0s", what: "that each of those chunks occupies the link, besides its bytes" },
    ],
    example: "profile = \"10gbe\"\ndelay = \"20us\"\n",
};

/// The longest of each time: sums of these stay far from the end of the clock.
const LONGEST: Nanos = Nanos::from_secs(3600);
/// The most bytes that a frame adds, and the least and the most that it carries: wide of all that exist (64 bytes to a
/// jumbo frame of 9 KB), close enough for sums to stay exact.
const MAX_OVERHEAD: u64 = 4096;
const FRAMES: (u64, u64) = (64, 1 << 20);

/// A kind of link: its name, bytes per second, frame and overhead.
///
/// Ethernet: line rate / 8. A frame of MTU 1500 carries 1460 bytes of TCP (no options) in 1538 on the wire: 14 header,
/// 4 check sequence, 8 preamble, 12 gap, 40 IP and TCP (IEEE 802.3, RFC 791, RFC 9293).
/// Fibre Channel: 800, 1600, 3200 MB/s each way are what is left for data (FC-PI), so frames add nothing.
const PROFILES: [(&str, Profile); 6] = [
    ("1gbe", Profile { bandwidth: 125_000_000, frame: Some((1460, 78)) }),
    ("10gbe", Profile { bandwidth: 1_250_000_000, frame: Some((1460, 78)) }),
    ("25gbe", Profile { bandwidth: 3_125_000_000, frame: Some((1460, 78)) }),
    ("8gfc", Profile { bandwidth: 800_000_000, frame: None }),
    ("16gfc", Profile { bandwidth: 1_600_000_000, frame: None }),
    ("32gfc", Profile { bandwidth: 3_200_000_000, frame: None }),
];

#[derive(Clone, Copy)]
struct Profile {
    bandwidth: u64,
    frame: Option<(u64, u64)>,
}

/// A `link`, resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LinkSpec {
    /// Bytes per second of each direction; none: size costs nothing.
    pub bandwidth_bytes_per_s: Option<Bytes>,
    /// Each way.
    pub delay_ns: Nanos,
    /// Occupied by each request going out.
    pub per_io_ns: Nanos,
    /// The most data of a frame; none: a message is one frame.
    pub frame_bytes: Option<Bytes>,
    /// What each frame adds.
    pub frame_overhead_bytes: Bytes,
    /// Both directions are one.
    pub half_duplex: bool,
    /// A message goes on with its first frame.
    pub cut_through: bool,
    /// What stays on the client's host passes freely.
    pub between_hosts: bool,
    /// More data than this goes in chunks.
    pub split_above_bytes: Option<Bytes>,
    /// Occupied by each chunk.
    pub per_chunk_ns: Nanos,
}

pub(super) fn read(from: &Section<'_>) -> Result<LinkSpec, StackError> {
    let profile = from.choice("profile", &PROFILES)?;
    let (frame, overhead) = profile.and_then(|p| p.frame).unzip();
    let time = |key| Ok(from.time(key)?.unwrap_or(Nanos::ZERO));
    let truth = |key| Ok(from.truth(key)?.unwrap_or(false));
    if from.has("per_chunk") != from.has("split_above") {
        let (written, other) = if from.has("per_chunk") { ("per_chunk", "split_above") } else { ("split_above", "per_chunk") };
        return Err(from.wrong(written, format!("has no effect without {other}")));
    }
    Ok(LinkSpec {
        bandwidth_bytes_per_s: from.size("bandwidth")?.or(profile.map(|p| Bytes(p.bandwidth))),
        delay_ns: time("delay")?,
        per_io_ns: time("per_io")?,
        frame_bytes: from.size("frame")?.or(frame.map(Bytes)),
        frame_overhead_bytes: from.size("frame_overhead")?.or(overhead.map(Bytes)).unwrap_or(Bytes(0)),
        half_duplex: truth("half_duplex")?,
        cut_through: truth("cut_through")?,
        between_hosts: truth("between_hosts")?,
        split_above_bytes: from.size("split_above")?,
        per_chunk_ns: time("per_chunk")?,
    })
}

impl Wiring for LinkSpec {
    /// With between_hosts this is what a request takes that does leave its host.
    fn demand(&self, op: &Op, _around: &Surroundings<'_>) -> Demand {
        let costs = Costs::of(self);
        let (out, back) = payload(op);
        let out_ns = costs.command_ns + costs.occupied_ns(out);
        let back_ns = costs.occupied_ns(back);
        let stay_ns = 2.0 * self.delay_ns.0 as f64 + costs.until_passed_on_ns(out_ns, out) + costs.until_passed_on_ns(back_ns, back);
        match self.half_duplex {
            true => Demand { work_ns: out_ns + back_ns, stay_ns, ..Demand::NONE },
            false => Demand { work_ns: out_ns, back_ns, stay_ns, ..Demand::NONE },
        }
    }
}

impl LinkSpec {
    pub(crate) fn check(&self) -> Result<(), BrokenRule> {
        if self.bandwidth_bytes_per_s.is_some_and(|b| b.0 == 0) {
            return Err(("bandwidth", "0 is not a bandwidth: write one above 0, or leave it out".into()));
        }
        for (key, time) in [("delay", self.delay_ns), ("per_io", self.per_io_ns), ("per_chunk", self.per_chunk_ns)] {
            if time > LONGEST {
                return Err((key, format!("{time} is out of range: write a time up to 1h")));
            }
        }
        if let Some(frame) = self.frame_bytes.filter(|f| !(FRAMES.0..=FRAMES.1).contains(&f.0)) {
            return Err(("frame", format!("{frame} is not a frame: write {} to {}", FRAMES.0, Bytes(FRAMES.1))));
        }
        if self.frame_overhead_bytes.0 > MAX_OVERHEAD {
            let why = format!("{} is out of range: write 0 to {}", self.frame_overhead_bytes, Bytes(MAX_OVERHEAD));
            return Err(("frame_overhead", why));
        }
        if self.cut_through && self.frame_bytes.is_none() {
            return Err(("cut_through", "needs frame: without it, a message is a single frame".into()));
        }
        if self.frame_overhead_bytes.0 > 0 && self.bandwidth_bytes_per_s.is_none() {
            return Err(("frame_overhead", "has no effect without bandwidth".into()));
        }
        if self.split_above_bytes.is_some_and(|b| b.0 == 0) {
            return Err(("split_above", "0 is not a chunk size: write one above 0, or leave it out".into()));
        }
        let free = self.bandwidth_bytes_per_s.is_none() && self.per_chunk_ns == Nanos::ZERO;
        if free && self.delay_ns == Nanos::ZERO && self.per_io_ns == Nanos::ZERO {
            return Err(("bandwidth", "needs bandwidth, delay, per_io or a profile: a link without any does nothing".into()));
        }
        Ok(())
    }

    pub(crate) fn build(&self, _around: &Surroundings<'_>) -> Box<dyn Element> {
        let costs = Box::new(Costs::of(self));
        // A command goes with every message out.
        let directions = [costs.command_ns, 0.0].map(|extra_ns| Direction {
            lane: Lane::default(),
            empty: costs.message(0, extra_ns),
            filled: Message::default(),
            filled_bytes: 0,
        });
        Box::new(Link {
            directions,
            delay_ns: self.delay_ns.0,
            counted_ns: 0,
            costs,
            back_lane: usize::from(!self.half_duplex),
            between_hosts: self.between_hosts,
            cut_through: self.cut_through,
        })
    }
}

/// Bytes of data going out and coming back.
fn payload(op: &Op) -> (u32, u32) {
    match op.kind {
        OpKind::Read => (0, op.len),
        OpKind::Write => (op.len, 0),
        OpKind::Trim | OpKind::Flush => (0, 0),
    }
}

#[derive(Clone, Copy, Debug)]
struct Costs {
    ns_per_byte: f64,
    /// Of every outgoing request.
    command_ns: f64,
    frame: u64,
    overhead: u64,
    split_above: u64,
    per_chunk_ns: f64,
    cut_through: bool,
}

impl Costs {
    fn of(spec: &LinkSpec) -> Costs {
        Costs {
            ns_per_byte: spec.bandwidth_bytes_per_s.map_or(0.0, |b| 1e9 / b.0 as f64),
            command_ns: spec.per_io_ns.0 as f64,
            frame: spec.frame_bytes.map_or(u64::MAX, |f| f.0.max(1)),
            overhead: spec.frame_overhead_bytes.0,
            split_above: spec.split_above_bytes.map_or(u64::MAX, |b| b.0.max(1)),
            per_chunk_ns: spec.per_chunk_ns.0 as f64,
            cut_through: spec.cut_through,
        }
    }

    /// How long a message with so many bytes of data occupies its direction.
    #[inline]
    fn occupied_ns(&self, data: u32) -> f64 {
        let data = u64::from(data);
        let frames = data.div_ceil(self.frame).max(1);
        let on_wire = data + frames * self.overhead;
        let chunks = if data > self.split_above { data.div_ceil(self.split_above) } else { 0 };
        on_wire as f64 * self.ns_per_byte + chunks as f64 * self.per_chunk_ns
    }

    #[cold]
    fn message(&self, data: u32, extra_ns: f64) -> Message {
        let exact_ns = extra_ns + self.occupied_ns(data);
        Message { exact_ns, passed_on_ns: self.until_passed_on_ns(exact_ns, data) as u64 }
    }

    /// Delay of a message that occupies the link for `occupied_ns`.
    #[inline]
    fn until_passed_on_ns(&self, occupied_ns: f64, data: u32) -> f64 {
        if !self.cut_through {
            return occupied_ns;
        }
        // All but what comes behind the first frame.
        let first = u64::from(data).min(self.frame) as u32;
        (occupied_ns - self.occupied_ns(data)) + self.occupied_ns(first).min(occupied_ns)
    }
}

/// One direction, which sends messages one after the other.
#[derive(Clone, Copy, Debug, Default)]
struct Lane {
    free_at: u64,
    /// Fraction of a ns that the messages so far took beyond `free_at`: rates are exact in the long run.
    carry: f64,
    busy_ns: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Message {
    exact_ns: f64,
    /// With cut-through: until it goes on.
    passed_on_ns: u64,
}

/// All that a crossing in this direction touches: one line of the processor's cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Direction {
    /// Half duplex, both directions take the lane of the first.
    lane: Lane,
    /// Times of a message without data, and of the last one with some: most are as long as the one before.
    empty: Message,
    filled: Message,
    /// 0: there was none yet.
    filled_bytes: u32,
}

const _: () = assert!(std::mem::size_of::<Direction>() == 64);

#[derive(Debug)]
struct Link {
    /// Out and back.
    directions: [Direction; 2],
    delay_ns: u64,
    /// Busy time of the busier lane, as counted into the utilisation.
    counted_ns: u64,
    /// Looked up for a message unlike the one before: apart, so that the rest is three lines of the processor's cache.
    costs: Box<Costs>,
    /// Position of the lane for the way back.
    back_lane: usize,
    between_hosts: bool,
    cut_through: bool,
}

impl Link {
    /// Times of a message with so many bytes of data in this direction.
    #[inline]
    fn message(&mut self, direction: usize, data: u32) -> Message {
        let of = &mut self.directions[direction];
        if data == 0 {
            return of.empty;
        }
        if of.filled_bytes != data {
            let extra_ns = if direction == 0 { self.costs.command_ns } else { 0.0 };
            (of.filled_bytes, of.filled) = (data, self.costs.message(data, extra_ns));
        }
        of.filled
    }

    /// Sends a message with so many bytes of data.
    #[inline]
    fn send(&mut self, now: Nanos, direction: usize, data: u32, exit: Exit) -> Departure {
        let Message { exact_ns, passed_on_ns } = self.message(direction, data);
        let lane = &mut self.directions[direction.min(self.back_lane)].lane;
        let start = lane.free_at.max(now.0);
        let with_carry = exact_ns + lane.carry;
        let occupied_ns = with_carry as u64;
        lane.carry = with_carry - occupied_ns as f64;
        lane.free_at = start.saturating_add(occupied_ns);
        lane.busy_ns += occupied_ns;
        let sent_ns = if self.cut_through { passed_on_ns } else { occupied_ns };
        // The link's work is that of the busier direction: its utilisation then shows how near the link is to its end.
        let work_ns = lane.busy_ns.saturating_sub(self.counted_ns);
        self.counted_ns += work_ns;
        let at = Nanos(start.saturating_add(sent_ns).saturating_add(self.delay_ns));
        Departure { at, service_ns: sent_ns + self.delay_ns, work_ns, exit, result: Ok(None) }
    }
}

impl Element for Link {
    #[inline]
    fn arrive(&mut self, now: Nanos, request: &Request, _out: &mut Actions) -> Departure {
        if self.between_hosts && request.local {
            return Departure::through(now);
        }
        self.send(now, 0, payload(&request.op).0, Exit::Next)
    }

    fn may_let_through(&self, local: bool) -> bool {
        self.between_hosts && local
    }

    /// Whether a request stays on its host.
    #[inline]
    fn let_through(&mut self, _now: Nanos, _volume: u32, _client: u32, _len: u32) -> Option<Exit> {
        Some(Exit::Next)
    }

    fn lets_back(&self, local: bool) -> bool {
        self.between_hosts && local
    }

    fn sees_returns(&self) -> bool {
        true
    }

    #[inline]
    fn back(&mut self, now: Nanos, request: &Request, answer: Answer, _out: &mut Actions) -> Departure {
        if self.between_hosts && request.local {
            return Departure::back(now);
        }
        // An error brings no data.
        let data = if answer.is_ok() { payload(&request.op).1 } else { 0 };
        self.send(now, 1, data, Exit::Back)
    }

    fn own_figures(&self) -> Vec<(&'static str, f64)> {
        let busy_s = |lane: &Lane| lane.busy_ns as f64 / 1e9;
        let [out, back] = [0, self.back_lane].map(|lane| busy_s(&self.directions[lane].lane));
        vec![("busy_out_s", out), ("busy_back_s", back)]
    }

    fn restart_figures(&mut self) {
        self.counted_ns = 0;
        self.directions.iter_mut().for_each(|of| of.lane.busy_ns = 0);
    }
}
