//! Why a Run ended as it did, and what its load was limited by: each case with its figures, and the only place that puts
//! them into words.

use std::collections::BTreeMap;
use std::fmt;

use plimsoll_base::Nanos;
use plimsoll_base::units::{rate, rates};
use serde::Serialize;
use serde_json::Value;

use crate::record::{Cause, Figure};

/// A reason that a record gives. Shares are of 1, rates in operations/s.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", content = "figures", rename_all = "snake_case")]
pub(crate) enum Because {
    Interrupted,
    Mismatch {
        found: String,
    },
    /// An error ended the Run, or the engine broke.
    Failure {
        error: String,
    },
    EveryOperationFailed,
    TargetGone {
        errno: &'static str,
    },
    OperationsFailed {
        count: u64,
        first: String,
    },
    NothingMeasured,
    TargetInMemory,
    LoopThroughPageCache {
        device: String,
        share: f64,
    },
    PageCacheAnswered {
        share: f64,
    },
    NotFromStorage {
        share: f64,
    },
    WritesToPageCache,
    /// The page cache of a host answered.
    HostCached {
        host: String,
        #[serde(skip)]
        because: String,
    },
    /// A host was lost, so many seconds after the start.
    HostLost {
        host: String,
        after_s: f64,
    },
    /// Hosts whose clocks could not be set to each other closely enough.
    HostsApart {
        host: String,
        #[serde(rename = "by_ns")]
        by: Nanos,
    },
    NotSteady {
        test: String,
        #[serde(rename = "within_ns")]
        within: Nanos,
        #[serde(skip)]
        found: String,
    },
    ClosedLoop {
        /// It may rest, or has a cap of its own.
        rests: bool,
    },
    RateChanged,
    TooShortToJudge,
    KeepsUp {
        surely: bool,
        #[serde(rename = "late_ns")]
        late: Option<Nanos>,
    },
    FallsBehind {
        achieved_per_s: f64,
        offered_per_s: f64,
        backlog_slope_per_s: f64,
        /// The cap on operations in flight, when it was reached.
        at_cap: Option<u32>,
    },
    NoneCompleted {
        count: u64,
    },
    /// The target stopped answering: some were completed, and many were not even in Drain.
    NotAnswered {
        unfinished: u64,
        count: u64,
        waited_s: f64,
    },
    /// What was outstanding when Measure began was never completed, and nothing came after it.
    Silent {
        outstanding: u64,
        waited_s: f64,
    },
    /// A kind of clients that does not get the rate of its open load, beside others with a closed one.
    ClientNotCarried {
        name: String,
        achieved_per_s: f64,
        scheduled_per_s: f64,
    },
    NotIssued {
        issued_per_s: f64,
        scheduled_per_s: f64,
    },
    /// Within Measure, though operations were to be.
    NoneIssued {
        #[serde(rename = "late_ns")]
        late: Nanos,
    },
    BacklogNotIssued {
        backlog_slope_per_s: f64,
    },
    MissedThroughLateness {
        share: f64,
    },
    ClientCap {
        outstanding: u32,
    },
    ClientCapReached {
        outstanding: u32,
    },
    ClientFull {
        name: String,
        used: f64,
    },
    LateWhileIdle {
        used: f64,
    },
    WorkersBusy {
        used: f64,
    },
    OwnRateCap {
        achieved_per_s: f64,
    },
    NotFilled {
        asked: u32,
        outstanding: f64,
        /// Share of its processor that each worker used, where it was idle for at least half of its time.
        idle_at: Option<f64>,
    },
    OneRunCannotTell {
        outstanding: f64,
        achieved_per_s: f64,
    },
    ElementFull {
        name: String,
        /// Its busiest instance, where it has several.
        instance: Option<String>,
        used: f64,
    },
    ElementWaiting {
        name: String,
        share: f64,
    },
    NothingFull {
        #[serde(flatten)]
        most: Option<Most>,
    },
}

/// The most used element with its share, and the one that does the longest work with its share of the latency.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Most {
    pub busiest: String,
    pub used: f64,
    pub longest: String,
    pub share: f64,
}

impl Because {
    /// As it stands in a record.
    pub(crate) fn reason(&self) -> Cause {
        let told = serde_json::to_value(self).unwrap_or_default();
        let figures = told["figures"].as_object().into_iter().flatten();
        let figures = figures.filter_map(|(name, value)| Some((name.clone(), figure(value)?)));
        Cause { kind: told["kind"].as_str().unwrap_or_default().into(), figures: figures.collect::<BTreeMap<_, _>>() }
    }
}

fn figure(value: &Value) -> Option<Figure> {
    match value {
        Value::Bool(yes) => Some(Figure::Flag(*yes)),
        Value::Number(number) => number.as_f64().map(Figure::Number),
        Value::String(text) => Some(Figure::Text(text.clone())),
        _ => None,
    }
}

/// What would decide who limited a Run, or make it surer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum WouldDecide {
    /// Short Runs with more outstanding I/O and more workers tell the client from the target (`judge/limiter/rules.py`).
    Scaling,
    /// Beyond this cap on operations in flight.
    HigherCap(u32),
}

impl fmt::Display for WouldDecide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scaling => {
                f.write_str("Runs with more outstanding I/O and with more workers: plimsoll run --who-limits")
            }
            Self::HigherCap(cap) => write!(f, "the same rate with a higher --max-outstanding than {cap}"),
        }
    }
}

impl fmt::Display for Because {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |share: &f64| format!("{:.0} %", share * 100.0);
        match self {
            Self::Interrupted => f.write_str("it was interrupted; the figures cover the time until then"),
            Self::Mismatch { found } => write!(f, "the data is not what was written: {found}"),
            Self::Failure { error } => f.write_str(error),
            Self::EveryOperationFailed => f.write_str("every operation failed"),
            Self::TargetGone { errno } => write!(f, "the target went away ({errno})"),
            Self::OperationsFailed { count, first } => write!(f, "{count} operations failed; the first: {first}"),
            Self::NothingMeasured => {
                f.write_str("no operation fell into Measure: nothing was measured. Measure for longer")
            }
            Self::TargetInMemory => {
                f.write_str("the target is on an in-memory file system: no storage was involved")
            }
            Self::LoopThroughPageCache { device, share } => write!(
                f,
                "{device} accesses its backing file through the page cache, which answered {} of the bytes. Attach it with losetup \
                 --direct-io=on",
                percent(share)
            ),
            Self::PageCacheAnswered { share } => {
                write!(f, "the page cache answered {} of the bytes read", percent(share))
            }
            Self::NotFromStorage { share } => write!(
                f,
                "{} of the bytes read never came from the storage: blocks that were never written, or a cache below the file \
                 system. Fill the target first: plimsoll prepare",
                percent(share)
            ),
            Self::WritesToPageCache => {
                f.write_str("writes went to the page cache, which acknowledges before storage has them")
            }
            Self::HostCached { host, because } => write!(f, "{host}: {because}"),
            Self::HostLost { host, after_s } => write!(
                f,
                "{host} was lost {after_s:.1} s after the start: the other hosts do not offer its share of the load"
            ),
            Self::HostsApart { host, by } => write!(
                f,
                "the clock of {host} is known only to within {by}, so the hosts may not have started together. Look at the network \
                 between them: plimsoll hosts doctor"
            ),
            Self::NotSteady { test, within, found } => {
                write!(f, "the target was not steady ({test}) within {within}: {found}; measured anyway")
            }
            Self::ClosedLoop { rests: false } => f.write_str("closed loop: the rate at this much outstanding I/O"),
            Self::ClosedLoop { rests: true } => f.write_str(
                "closed loop with think time, idle periods or a cap of its own: the rate is what the load asked for, or what the target gave",
            ),
            Self::RateChanged => f.write_str(
                "the offered rate changed during Measure: this Run shows where to look, but decides nothing",
            ),
            Self::TooShortToJudge => f.write_str("too short to say whether the target keeps up"),
            Self::KeepsUp { surely, late } => {
                f.write_str(if *surely {
                    "the target keeps up with the offered rate"
                } else {
                    "no sign that the target falls behind, but too short to be sure"
                })?;
                late.map_or(Ok(()), |lag| {
                    write!(
                        f,
                        "; the generator was late (p99 of own lag {}), which is included in the response times",
                        lag.in_words()
                    )
                })
            }
            Self::FallsBehind { achieved_per_s, offered_per_s, backlog_slope_per_s, at_cap } => {
                let [achieved, offered] = rates(*achieved_per_s, *offered_per_s);
                write!(
                    f,
                    "the target does not keep up: {achieved} of {offered} IOPS achieved, the backlog grows by {} operations a \
                     second",
                    rate(*backlog_slope_per_s)
                )?;
                at_cap.map_or(Ok(()), |cap| write!(f, "; the in-flight cap of {cap} was reached"))
            }
            Self::NoneCompleted { count } => write!(
                f,
                "the target does not keep up: none of the {count} operations of Measure was completed, Drain included"
            ),
            Self::NotAnswered { unfinished, count, waited_s } => write!(
                f,
                "the target stopped answering: {unfinished} of the {count} operations of Measure were never completed, \
                 {waited_s:.0} s of Drain included"
            ),
            Self::Silent { outstanding, waited_s } => write!(
                f,
                "the target stopped answering before Measure: what was outstanding ({outstanding}) was not completed in \
                 {waited_s:.0} s, Drain included"
            ),
            Self::ClientNotCarried { name, achieved_per_s, scheduled_per_s } => {
                let [achieved, scheduled] = rates(*achieved_per_s, *scheduled_per_s);
                write!(f, "the target does not keep up with {name}: {achieved} of {scheduled} IOPS achieved")
            }
            Self::NotIssued { issued_per_s, scheduled_per_s } => {
                let [issued, scheduled] = rates(*issued_per_s, *scheduled_per_s);
                write!(
                    f,
                    "the generator issued {issued} of {scheduled} IOPS that its schedule asked for; no evidence about the target"
                )
            }
            Self::NoneIssued { late } => write!(
                f,
                "the generator was {late} late and issued no operation within Measure; no evidence about the target. Measure \
                 for longer"
            ),
            Self::BacklogNotIssued { backlog_slope_per_s } => write!(
                f,
                "the generator falls behind its schedule: the backlog grows by {backlog_slope_per_s:.1} operations a second, \
                 most of them not issued; no evidence about the target"
            ),
            Self::MissedThroughLateness { share } => write!(
                f,
                "the objective is missed as seen from this machine, and not shown to be missed by the storage alone: the \
                 generator's own lateness had a part in {:.1} % of the operations",
                share * 100.0
            ),
            Self::ClientCap { outstanding } => {
                write!(f, "the client's own cap of {outstanding} outstanding was reached: no evidence about the target")
            }
            Self::ClientCapReached { outstanding } => {
                write!(f, "the clients' own cap of {outstanding} outstanding is reached")
            }
            Self::ClientFull { name, used } => {
                write!(f, "the CPUs of {name} are {} busy: the client has no capacity left", percent(used))
            }
            Self::LateWhileIdle { used } => write!(
                f,
                "the generator was late although each worker used only {} of a CPU: this machine stalled, or its CPUs \
                 were busy with other work",
                percent(used)
            ),
            Self::WorkersBusy { used } => write!(
                f,
                "each worker used {} of a CPU; a target that does its work inside our system calls would look the same",
                percent(used)
            ),
            Self::OwnRateCap { achieved_per_s } => {
                write!(f, "the load's own cap was reached: {} IOPS", rate(*achieved_per_s))
            }
            Self::NotFilled { asked, outstanding, idle_at } => {
                write!(
                    f,
                    "only {outstanding:.2} of the {asked} outstanding I/Os asked for were in flight: the workers did not \
                     get round to submitting"
                )?;
                idle_at.map_or(Ok(()), |used| {
                    write!(f, ", although each used only {} of a CPU: this machine stalled", percent(&used))
                })
            }
            Self::OneRunCannotTell { outstanding, achieved_per_s } => write!(
                f,
                "{outstanding:.1} outstanding I/Os gave {} IOPS: one Run cannot show whether more outstanding I/O or more \
                 workers would have given more",
                rate(*achieved_per_s)
            ),
            Self::ElementFull { name, instance, used } => {
                let which = instance.as_ref().map_or(String::new(), |one| format!(" ({one})"));
                write!(f, "{name}{which} is {} utilised: it has no capacity left", percent(used))
            }
            Self::ElementWaiting { name, share } => {
                write!(f, "{} of the completion latency is waiting at {name}", percent(share))
            }
            Self::NothingFull { most: None } => f.write_str("no element is saturated"),
            Self::NothingFull { most: Some(Most { busiest, used, longest, share }) } => write!(
                f,
                "no element is saturated: the busiest, {busiest}, is {} utilised; {} of the completion latency is \
                 work at {longest}",
                percent(used),
                percent(share)
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_a_kind_with_flat_figures() {
        let number = |value: f64| Figure::Number(value);
        let told = |because: Because| {
            let Cause { kind, figures } = because.reason();
            (kind, figures.into_iter().collect::<Vec<_>>())
        };
        assert_eq!(told(Because::Interrupted), ("interrupted".into(), vec![]));
        let behind =
            Because::FallsBehind { achieved_per_s: 1.0, offered_per_s: 2.0, backlog_slope_per_s: 0.5, at_cap: None };
        let figures = [("achieved_per_s", 1.0), ("backlog_slope_per_s", 0.5), ("offered_per_s", 2.0)];
        assert_eq!(told(behind), ("falls_behind".into(), figures.map(|(n, v)| (n.into(), number(v))).to_vec()));
        let late = Because::KeepsUp { surely: true, late: Some(Nanos(7)) };
        let figures = vec![("late_ns".into(), number(7.0)), ("surely".into(), Figure::Flag(true))];
        assert_eq!(told(late), ("keeps_up".into(), figures));
        let most = Some(Most { busiest: "disk".into(), used: 0.5, longest: "link".into(), share: 0.25 });
        let names: Vec<_> = told(Because::NothingFull { most }).1.into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["busiest", "longest", "share", "used"]);
        assert_eq!(told(Because::NothingFull { most: None }), ("nothing_full".into(), vec![]));
    }
}
