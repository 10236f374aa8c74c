//! Statistics of a server: counted by the serving thread, copied on demand.
//!
//! Latencies are from the arrival of a request to the call that took the last byte of its answer. Lateness is that call
//! against the instant that the model set. An answer that its client did not take at once is in neither.
//!
//! **Late** is an answer that comes later than the model set by more than 5 % of the latency that the model gave it,
//! and by more than 30 us. The second is the tolerance of the real clock against the virtual one; without it a stack
//! that answers in no time (5 % of nothing is nothing) could not be served in time by any machine.

use plimsoll_base::{Nanos, OpKind};
use plimsoll_measure::histogram::{Spans, Summary, percentile, spans, summarise};
use plimsoll_storage::ElementFigures;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::handshake::HandshakeError;
use crate::outbox::Reply;
use crate::transmission::NotARequest;

/// Lateness that counts, as a share of the latency that the model set: beyond it an emulator is no measure of its stack.
const LATE_SHARE: f64 = 0.05;
/// Lateness that never counts: what receiving and sending take on a machine that keeps up.
const ALLOWED_LATENESS: Nanos = Nanos(30_000);
/// Share of late answers above which the server reports that it does not keep up.
const TOO_MANY_LATE: f64 = 0.05;

/// What a server has done since it began: operations, latencies, and how late its answers were.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Statistics {
    /// How long it has served.
    pub elapsed_ns: Nanos,
    /// Clients that are connected.
    pub clients: u32,
    /// Clients that ever were.
    pub clients_total: u64,
    /// Connections that were refused because there were too many.
    pub refused: u64,
    /// Connections that were cut because the client broke the protocol, or let us wait too long, or was turned away.
    pub cut: u64,
    /// Those of them that were turned away because too much was under way that other clients had left behind.
    pub turned_away: u64,
    /// The latest of those.
    pub latest_cut: Option<Cut>,
    /// Bytes that content in memory holds; null for content elsewhere.
    pub content_bytes: Option<u64>,
    /// Processor time of the thread that serves.
    pub cpu_ns: u64,
    /// The same, by operation; null before the first.
    pub cpu_ns_per_operation: Option<f64>,
    /// System calls for receiving, sending and waiting.
    pub system_calls: u64,
    /// By volume.
    pub volumes: Vec<VolumeStatistics>,
    /// By element of the stack.
    pub elements: Vec<ElementFigures>,
    /// How late answers were.
    pub lateness: Lateness,
    /// What sockets carried while they were full.
    pub sockets: Sockets,
}

/// Why a connection was cut.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Cut {
    /// What the client did, or what stood in its way.
    pub kind: CutKind,
    /// What the client sent (its flags, or what an option or a request starts with), or the operations that others left.
    pub value: Option<u64>,
    /// The volume that takes no more clients.
    pub volume: Option<String>,
}

/// Kinds of reasons why a connection is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CutKind {
    /// Handshake flags that were not offered.
    HandshakeFlags,
    /// An option that starts with no option's magic number.
    OptionMagic,
    /// EXPORT_NAME of a volume that does not exist.
    NoVolume,
    /// More options than a client needs.
    TooManyOptions,
    /// A request that starts with no request's magic number.
    RequestMagic,
    /// No agreement on terms in time.
    HandshakeTime,
    /// A payload that stopped while others needed its room.
    PayloadTime,
    /// Clients that went away left too many operations on the volume.
    OperationsLeft,
}

impl CutKind {
    /// A cut for this reason, with the number that tells more.
    pub(crate) fn with(self, value: Option<u64>) -> Cut {
        Cut { kind: self, value, volume: None }
    }
}

impl From<HandshakeError> for Cut {
    fn from(error: HandshakeError) -> Cut {
        match error {
            HandshakeError::Flags { flags } => CutKind::HandshakeFlags.with(Some(flags.into())),
            HandshakeError::Magic { magic } => CutKind::OptionMagic.with(Some(magic)),
            HandshakeError::NoExport => CutKind::NoVolume.with(None),
            HandshakeError::TooMany => CutKind::TooManyOptions.with(None),
        }
    }
}

impl From<NotARequest> for Cut {
    fn from(error: NotARequest) -> Cut {
        CutKind::RequestMagic.with(Some(error.magic.into()))
    }
}

/// A volume.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct VolumeStatistics {
    /// Its name.
    pub name: String,
    /// Clients that use it.
    pub clients: u32,
    /// Operations in the model.
    pub in_flight: u32,
    /// Those of them whose clients went away: with 262,144 the volume takes no new clients.
    pub left: u32,
    /// Those of these that did not end in time: nobody hears of their end, and they have no effect.
    pub abandoned: u32,
    /// Operations per second over the latest whole second; null before it.
    pub rate_per_s: Option<f64>,
    /// Bytes read and written per second over the latest whole second; null before it.
    pub bytes_per_s: Option<f64>,
    /// Reads.
    pub read: KindStatistics,
    /// Writes, those of zeroes among them.
    pub write: KindStatistics,
    /// Trims.
    pub trim: KindStatistics,
    /// Flushes.
    pub flush: KindStatistics,
}

/// A kind of operation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KindStatistics {
    /// Operations that were answered.
    pub count: u64,
    /// Those that failed.
    pub errors: u64,
    /// Bytes of the others.
    pub bytes: u64,
    /// From the arrival of a request to the last byte of its answer.
    pub completion_latency_ns: Summary,
}

/// How late answers were against the instant that the model set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Lateness {
    /// Answers that were taken at once.
    pub count: u64,
    /// Answers that their client did not take at once: how late those were is not ours.
    pub held_up_by_clients: u64,
    /// Median; null when fewer than ten lie beyond it.
    pub p50_ns: Option<u64>,
    /// 99th percentile; null when fewer than ten lie beyond it.
    pub p99_ns: Option<u64>,
    /// Largest.
    pub max_ns: Option<u64>,
    /// Share that was late by more than 5 % of its latency in the model and by more than 30 us; null before the first.
    pub late_share: Option<f64>,
    /// The distribution: (upper bound in ns, answers), bounds doubling.
    pub histogram: Vec<(u64, u64)>,
    /// Whether this machine keeps up: no more than one answer in twenty was late.
    pub keeps_up: bool,
}

/// What sockets carried while they were full: more answers were due than the clients took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Sockets {
    /// How long at least one was full.
    pub full_ns: Nanos,
    /// Bytes per second that full ones took in that time, of all clients together; null when none was.
    pub bytes_per_s: Option<f64>,
    /// Share of all answers that came late because their socket was full, by more than 5 % of their latency in the model
    /// and by more than 30 us; null before the first.
    pub late_share: Option<f64>,
    /// That share is above 5 %: sockets or clients held the rate, and not the stack.
    pub hold_rate: bool,
}

/// Counts what full sockets take. A socket is full from the call that leaves answers behind to the one that does not.
#[derive(Debug, Default)]
pub(crate) struct FullSockets {
    full: u32,
    since: Nanos,
    full_ns: Nanos,
    bytes: u64,
}

impl FullSockets {
    /// A client's socket that `was` full took `bytes` at `now`, and `is` full or not.
    pub(crate) fn count(&mut self, (was, is): (bool, bool), bytes: u64, now: Nanos) {
        if was {
            self.bytes += bytes;
        }
        match (was, is) {
            (false, true) => {
                if self.full == 0 {
                    self.since = now;
                }
                self.full += 1;
            }
            (true, false) => {
                self.full -= 1;
                if self.full == 0 {
                    self.full_ns += now - self.since;
                }
            }
            _ => {}
        }
    }

    /// How long one was full until `now`.
    fn full_until(&self, now: Nanos) -> Nanos {
        if self.full > 0 { self.full_ns + (now - self.since) } else { self.full_ns }
    }
}

#[derive(Debug, Default)]
struct KindFigures {
    count: u64,
    errors: u64,
    bytes: u64,
    latency: Option<Box<Spans>>,
}

#[derive(Debug, Default)]
pub(crate) struct VolumeFigures {
    kinds: [KindFigures; 4],
    pub(crate) clients: u32,
    pub(crate) in_flight: u32,
    pub(crate) abandoned: u32,
    pub(crate) left: u32,
    /// Operations and bytes at the start of this second, and per second in the one before.
    at_start: (u64, u64),
    rates: Option<(f64, f64)>,
}

#[derive(Debug)]
pub(crate) struct Figures {
    pub(crate) volumes: Vec<VolumeFigures>,
    lateness: Spans,
    late: u64,
    held_up: u64,
    /// Those held up that were late.
    held_up_late: u64,
    pub(crate) sockets: FullSockets,
    second_began: Nanos,
}

/// Length of the window of rates.
const SECOND: Nanos = Nanos::from_secs(1);

/// Whether `lateness` is too much for an operation to which the model gave `latency`.
#[inline]
fn is_late(lateness: Nanos, latency: Nanos) -> bool {
    lateness > ALLOWED_LATENESS && lateness.0 as f64 > LATE_SHARE * latency.0 as f64
}

impl Figures {
    pub(crate) fn new(volumes: usize) -> Figures {
        Figures {
            volumes: (0..volumes).map(|_| VolumeFigures::default()).collect(),
            lateness: spans(),
            late: 0,
            held_up: 0,
            held_up_late: 0,
            sockets: FullSockets::default(),
            second_began: Nanos::ZERO,
        }
    }

    /// An answer of `volume` has left at `now`.
    #[inline]
    pub(crate) fn count_reply(&mut self, volume: usize, reply: &Reply, now: Nanos) {
        let Some(timing) = &reply.timing else { return };
        let kind = &mut self.volumes[volume].kinds[timing.kind.index()];
        kind.count += 1;
        match timing.moved {
            Some(bytes) => kind.bytes += u64::from(bytes),
            None => kind.errors += 1,
        }
        let lateness = now - timing.due;
        let late = u64::from(is_late(lateness, timing.due - timing.arrived));
        if timing.held_up {
            self.held_up += 1;
            self.held_up_late += late;
            return;
        }
        kind.latency.get_or_insert_with(|| Box::new(spans())).saturating_record((now - timing.arrived).0);
        self.lateness.saturating_record(lateness.0);
        self.late += late;
    }

    pub(crate) fn operations(&self) -> u64 {
        self.volumes.iter().map(|volume| volume.totals().0).sum()
    }

    /// Updates the rates: those of the latest second that is over.
    pub(crate) fn tick(&mut self, now: Nanos) {
        let span = now - self.second_began;
        if span < SECOND {
            return;
        }
        for volume in &mut self.volumes {
            let (operations, bytes) = volume.totals();
            let per_s = |now: u64, then: u64| (now - then) as f64 / span.as_secs_f64();
            // Before the first second there is no second that is over.
            let began = self.second_began > Nanos::ZERO;
            volume.rates = began.then(|| (per_s(operations, volume.at_start.0), per_s(bytes, volume.at_start.1)));
            volume.at_start = (operations, bytes);
        }
        self.second_began = now;
    }

    /// When [`tick`](Figures::tick) is next of use.
    pub(crate) fn next_tick(&self) -> Nanos {
        self.second_began + SECOND
    }

    pub(crate) fn volume(&self, index: usize, name: &str) -> VolumeStatistics {
        let figures = &self.volumes[index];
        let kind = |kind: OpKind| {
            let figures = &figures.kinds[kind.index()];
            KindStatistics {
                count: figures.count,
                errors: figures.errors,
                bytes: figures.bytes,
                completion_latency_ns: figures.latency.as_ref().map_or_else(Summary::default, |l| summarise(l, None)),
            }
        };
        VolumeStatistics {
            name: name.to_owned(),
            clients: figures.clients,
            in_flight: figures.in_flight,
            left: figures.left,
            abandoned: figures.abandoned,
            rate_per_s: figures.rates.map(|r| r.0),
            bytes_per_s: figures.rates.map(|r| r.1),
            read: kind(OpKind::Read),
            write: kind(OpKind::Write),
            trim: kind(OpKind::Trim),
            flush: kind(OpKind::Flush),
        }
    }

    /// What sockets carried while they were full, until `now`.
    pub(crate) fn sockets(&self, now: Nanos) -> Sockets {
        let full_ns = self.sockets.full_until(now);
        let answers = self.lateness.len() + self.held_up;
        let late_share = (answers > 0).then(|| self.held_up_late as f64 / answers as f64);
        Sockets {
            full_ns,
            bytes_per_s: (full_ns > Nanos::ZERO).then(|| self.sockets.bytes as f64 / full_ns.as_secs_f64()),
            late_share,
            hold_rate: late_share.is_some_and(|share| share > TOO_MANY_LATE),
        }
    }

    pub(crate) fn lateness(&self) -> Lateness {
        let count = self.lateness.len();
        let late_share = (count > 0).then(|| self.late as f64 / count as f64);
        let p50_ns = percentile(&self.lateness, 50.0);
        Lateness {
            count,
            held_up_by_clients: self.held_up,
            p50_ns,
            p99_ns: percentile(&self.lateness, 99.0),
            max_ns: (count > 0).then(|| self.lateness.max()),
            late_share,
            histogram: self
                .lateness
                .iter_log(1000, 2.0)
                .map(|step| (step.value_iterated_to(), step.count_since_last_iteration()))
                .collect(),
            keeps_up: late_share.is_none_or(|share| share <= TOO_MANY_LATE),
        }
    }
}

impl VolumeFigures {
    /// Operations answered, and bytes read and written.
    fn totals(&self) -> (u64, u64) {
        let moves = [OpKind::Read, OpKind::Write].map(|kind| self.kinds[kind.index()].bytes);
        (self.kinds.iter().map(|kind| kind.count).sum(), moves.iter().sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outbox::{Body, Timing};
    use crate::transmission::Head;

    /// A read to which the model gave `latency_ns` and that left `late_ns` after its end.
    fn count_read(figures: &mut Figures, latency_ns: u64, late_ns: u64) {
        let (arrived, due) = (Nanos(1_000), Nanos(1_000 + latency_ns));
        let timing = Timing { kind: OpKind::Read, arrived, due, moved: Some(512), held_up: false };
        let head = Head::simple(0, 0);
        let reply = Reply { head, body: Body::Nothing, cookie: 0, structured: false, timing: Some(timing) };
        figures.count_reply(0, &reply, due + Nanos(late_ns));
    }

    #[test]
    fn an_answer_is_late_beyond_a_twentieth_of_its_latency_and_30_us() {
        let share = |latency_ns, late_ns| {
            let mut figures = Figures::new(1);
            count_read(&mut figures, latency_ns, late_ns);
            figures.lateness().late_share
        };
        // Where 5 % are less than 30 us, 30 us count; from 600 us on the 5 % do.
        assert_eq!((share(0, 30_000), share(0, 30_001)), (Some(0.0), Some(1.0)));
        assert_eq!((share(100_000, 30_000), share(100_000, 30_001)), (Some(0.0), Some(1.0)));
        assert_eq!((share(10_000_000, 500_000), share(10_000_000, 500_001)), (Some(0.0), Some(1.0)));
    }

    #[test]
    fn sockets_hold_the_rate_when_more_than_one_answer_in_twenty_is_late_for_want_of_room_in_them() {
        let mut figures = Figures::new(1);
        let mut count_held_up = |late_ns| {
            let due = Nanos(10_001_000);
            let timing = Timing { kind: OpKind::Read, arrived: Nanos(1_000), due, moved: Some(1 << 20), held_up: true };
            let body = Body::Nothing;
            let reply = Reply { head: Head::simple(0, 0), body, cookie: 0, structured: false, timing: Some(timing) };
            figures.count_reply(0, &reply, due + Nanos(late_ns));
            let sockets = figures.sockets(due);
            (sockets.late_share, sockets.hold_rate)
        };
        // Held up for no more than a twentieth of its latency, as an answer larger than the socket's buffer is: in time.
        (0..18).for_each(|_| assert_eq!(count_held_up(500_000), (Some(0.0), false)));
        assert_eq!(count_held_up(500_001), (Some(1.0 / 19.0), true));
        assert_eq!(count_held_up(500_000), (Some(1.0 / 20.0), false));
    }

    #[test]
    fn full_sockets_carry_what_they_take_from_the_call_that_left_answers_behind_to_the_one_that_did_not() {
        let mut sockets = FullSockets::default();
        sockets.count((false, true), 500, Nanos(1_000));
        sockets.count((true, true), 30, Nanos(1_500));
        // A second client's is full meanwhile: the time counts once, the bytes of both do.
        sockets.count((false, true), 500, Nanos(1_600));
        sockets.count((true, false), 20, Nanos(2_000));
        assert_eq!((sockets.full_until(Nanos(2_500)), sockets.bytes), (Nanos(1_500), 50));
        sockets.count((true, false), 50, Nanos(3_000));
        assert_eq!((sockets.full_until(Nanos(9_000)), sockets.bytes), (Nanos(2_000), 100));
    }

    #[test]
    fn a_machine_with_more_than_one_late_answer_in_twenty_does_not_keep_up() {
        let mut figures = Figures::new(1);
        (0..95).for_each(|_| count_read(&mut figures, 0, 1_000));
        (0..5).for_each(|_| count_read(&mut figures, 0, 100_000));
        assert_eq!((figures.lateness().late_share, figures.lateness().keeps_up), (Some(0.05), true));
        count_read(&mut figures, 0, 100_000);
        assert!(!figures.lateness().keeps_up);
    }
}
