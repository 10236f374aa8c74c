//! Why a Run ended as it did, and what its load was limited by: each case with its figures, and the only place that puts
//! them into words.

use std::collections::BTreeMap;
use std::fmt;

use plimsoll_base::Nanos;
use plimsoll_base::units::{rate, rates};
use serde::Serialize;
use serde_json::Value;

use crate::record::{Cause, Figure};

/// From one list: [`Because`] with its figures, and the words of each.
macro_rules! reasons {
    ($($(#[$meta:meta])* $name:ident $({ $($(#[$of:meta])* $figure:ident: $kind:ty),* })? => $text:literal $(, $value:expr)*;)*) => {
        /// A reason that a record gives. Shares are of 1, rates in operations/s.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(tag = "kind", content = "figures", rename_all = "snake_case")]
        pub(crate) enum Because {
            $($(#[$meta])* $name $({ $($(#[$of])* $figure: $kind),* })?,)*
        }

        impl fmt::Display for Because {
            #[allow(unused_variables)]
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$name $({ $($figure),* })? => write!(f, $text $(, $value)*),)*
                }
            }
        }
    };
}

reasons! {
    Interrupted => "it was interrupted; the figures cover the time until then";
    Mismatch { found: String } => "the data is not what was written: {found}";
    /// An error ended the Run, or the engine broke.
    Failure { error: String } => "{error}";
    EveryOperationFailed => "every operation failed";
    TargetGone { errno: &'static str } => "the target went away ({errno})";
    OperationsFailed { count: u64, first: String } => "{count} operations failed; the first: {first}";
    NothingMeasured => "no operation fell into Measure: nothing was measured. Measure for longer";
    TargetInMemory => "the target is on an in-memory file system: no storage was involved";
    LoopThroughPageCache { device: String, share: f64 } =>
        "{device} accesses its backing file through the page cache, which answered {} of the bytes. Attach it with losetup \
         --direct-io=on", percent(*share);
    PageCacheAnswered { share: f64 } => "the page cache answered {} of the bytes read", percent(*share);
    NotFromStorage { share: f64 } =>
        "{} of the bytes read never came from the storage: blocks that were never written, or a cache below the file \
         system. Fill the target first: plimsoll prepare", percent(*share);
    WritesToPageCache => "writes went to the page cache, which acknowledges before storage has them";
    /// The page cache of a host answered.
    HostCached { host: String, #[serde(skip)] because: String } => "{host}: {because}";
    /// A host was lost, so many seconds after the start.
    HostLost { host: String, after_s: f64 } =>
        "{host} was lost {after_s:.1} s after the start: the other hosts do not offer its share of the load";
    /// Hosts whose clocks could not be set to each other closely enough.
    HostsApart { host: String, #[serde(rename = "by_ns")] by: Nanos } =>
        "the clock of {host} is known only to within {by}, so the hosts may not have started together. Look at the network \
         between them: plimsoll hosts doctor";
    NotSteady { test: String, #[serde(rename = "within_ns")] within: Nanos, #[serde(skip)] found: String } =>
        "the target was not steady ({test}) within {within}: {found}; measured anyway";
    /// A closed load `rests` where it has think time, idle periods or a cap of its own.
    ClosedLoop { rests: bool } => "closed loop{}", if *rests {
        " with think time, idle periods or a cap of its own: the rate is what the load asked for, or what the target gave"
    } else {
        ": the rate at this much outstanding I/O"
    };
    RateChanged => "the offered rate changed during Measure: this Run shows where to look, but decides nothing";
    TooShortToJudge => "too short to say whether the target keeps up";
    KeepsUp { surely: bool, #[serde(rename = "late_ns")] late: Option<Nanos> } => "{}{}", if *surely {
        "the target keeps up with the offered rate"
    } else {
        "no sign that the target falls behind, but too short to be sure"
    }, also(late, |lag| format!(
        "; the generator was late (p99 of own lag {}), which is included in the response times", lag.in_words()
    ));
    /// `at_cap` is the cap on operations in flight, when it was reached.
    FallsBehind { achieved_per_s: f64, offered_per_s: f64, backlog_slope_per_s: f64, at_cap: Option<u32> } =>
        "the target does not keep up: {} IOPS achieved, the backlog grows by {} operations a second{}",
        rates(*achieved_per_s, *offered_per_s).join(" of "), rate(*backlog_slope_per_s),
        also(at_cap, |cap| format!("; the in-flight cap of {cap} was reached"));
    NoneCompleted { count: u64 } =>
        "the target does not keep up: none of the {count} operations of Measure was completed, Drain included";
    /// The target stopped answering: some were completed, and many were not even in Drain.
    NotAnswered { unfinished: u64, count: u64, waited_s: f64 } =>
        "the target stopped answering: {unfinished} of the {count} operations of Measure were never completed, \
         {waited_s:.0} s of Drain included";
    /// Operations outstanding at the start of Measure never completed, and no later one did.
    Silent { outstanding: u64, waited_s: f64 } =>
        "the target stopped answering before Measure: what was outstanding ({outstanding}) was not completed in \
         {waited_s:.0} s, Drain included";
    /// A kind of clients that does not get the rate of its open load, beside others with a closed one.
    ClientNotCarried { name: String, achieved_per_s: f64, scheduled_per_s: f64 } =>
        "the target does not keep up with {name}: {} IOPS achieved", rates(*achieved_per_s, *scheduled_per_s).join(" of ");
    NotIssued { issued_per_s: f64, scheduled_per_s: f64 } =>
        "the generator issued {} IOPS that its schedule asked for; no evidence about the target",
        rates(*issued_per_s, *scheduled_per_s).join(" of ");
    /// Within Measure, though operations were to be.
    NoneIssued { #[serde(rename = "late_ns")] late: Nanos } =>
        "the generator was {late} late and issued no operation within Measure; no evidence about the target. Measure \
         for longer";
    BacklogNotIssued { backlog_slope_per_s: f64 } =>
        "the generator falls behind its schedule: the backlog grows by {backlog_slope_per_s:.1} operations a second, \
         most of them not issued; no evidence about the target";
    MissedThroughLateness { share: f64 } =>
        "the objective is missed as seen from this machine, and not shown to be missed by the storage alone: the \
         generator's own lateness had a part in {:.1} % of the operations", share * 100.0;
    ClientCap { outstanding: u32 } =>
        "the client's own cap of {outstanding} outstanding was reached: no evidence about the target";
    ClientCapReached { outstanding: u32 } => "the clients' own cap of {outstanding} outstanding is reached";
    ClientFull { name: String, used: f64 } =>
        "the CPUs of {name} are {} busy: the client has no capacity left", percent(*used);
    LateWhileIdle { used: f64 } =>
        "the generator was late although each worker used only {} of a CPU: this machine stalled, or its CPUs \
         were busy with other work", percent(*used);
    WorkersBusy { used: f64 } =>
        "each worker used {} of a CPU; a target that does its work inside our system calls would look the same",
        percent(*used);
    OwnRateCap { achieved_per_s: f64 } => "the load's own cap was reached: {} IOPS", rate(*achieved_per_s);
    /// `idle_at` is the share of its processor that each worker used, where it was idle for at least half of its time.
    NotFilled { asked: u32, outstanding: f64, idle_at: Option<f64> } =>
        "only {outstanding:.2} of the {asked} outstanding I/Os asked for were in flight: the workers did not \
         get round to submitting{}",
        also(idle_at, |used| format!(", although each used only {} of a CPU: this machine stalled", percent(*used)));
    OneRunCannotTell { outstanding: f64, achieved_per_s: f64 } =>
        "{outstanding:.1} outstanding I/Os gave {} IOPS: one Run cannot show whether more outstanding I/O or more \
         workers would have given more", rate(*achieved_per_s);
    /// `instance` is the busiest one of an element that has several.
    ElementFull { name: String, instance: Option<String>, used: f64 } =>
        "{name}{} is {} utilised: it has no capacity left",
        also(instance, |busiest| format!(" ({busiest})")), percent(*used);
    ElementWaiting { name: String, share: f64 } =>
        "{} of the completion latency is waiting at {name}", percent(*share);
    NothingFull { #[serde(flatten)] most: Option<Most> } => "no element is saturated{}",
        also(most, |Most { busiest, used, longest, share }| format!(
            ": the busiest, {busiest}, is {} utilised; {} of the completion latency is work at {longest}",
            percent(*used), percent(*share),
        ));
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// An optional end of a sentence.
fn also<T>(known: &Option<T>, words: impl FnOnce(&T) -> String) -> String {
    known.as_ref().map(words).unwrap_or_default()
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

/// The experiment that would show who limited a Run, or make the finding surer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum WouldDecide {
    /// Short Runs with more outstanding I/O and more workers separate client from target (`judge/limiter/rules.py`).
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
