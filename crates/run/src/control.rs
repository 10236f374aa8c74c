//! Merges sealed parts over workers into intervals and totals, and feeds the stop rule.
//!
//! There is one [`Control`] per Run: on the thread that called `probe` (real clock) or in the event loop (virtual
//! clock). It owns everything that grows with the Run except the intervals. These leave through [`Feed`] as they are
//! sealed, so a Run of 48 hours needs no more memory than one of a minute.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use plimsoll_base::{Nanos, OpKind};
use plimsoll_host::SystemLoad;
use plimsoll_measure::decide::{Criterion, IntervalCounts, Judgement, ProbeVerdict, StorageTime, Views};
use plimsoll_measure::histogram::{Spans, Summary, encode, spans, summarise};
use plimsoll_measure::recorder::wire::{Counters, KindCounters, SentPart};
use plimsoll_measure::recorder::{Grid, Part, PartExchange, Recorder, merge};
use plimsoll_measure::series::Tick;
use plimsoll_measure::steady::{Round, SteadyState, SteadyVerdict};

use crate::feed::{Feed, INTERVALS_IN_RECORD, SealedInterval};
use crate::record::{Each, EachOf, Interval, IntervalStillness, Phase, WorkerFigures};
use crate::share::{PartCounts, Room, Share, Source, WorkerInterval};
use crate::spec::{RunSpec, StopRule};
use crate::totals::{Ages, PhaseSpans, Totals};

/// Requests from other threads to a Run under way.
#[derive(Debug, Default)]
pub(crate) struct StopRequest {
    /// End the Run.
    pub stop: AtomicBool,
    /// End Measure at this instant of the machine's clock, ns; 0: as planned.
    pub end_ns: AtomicU64,
}

#[derive(Debug)]
pub(crate) struct Control {
    feed: Arc<Feed>,
    grid: Grid,
    sources: Vec<Source>,
    open: bool,
    decided: bool,
    /// Whether there is an objective.
    has_objectives: bool,
    max_operations: u64,
    views: Option<Views>,
    /// Objectives that were given.
    objectives: usize,
    /// Whether the stop rule decides on the storage's own time.
    storage_time: bool,
    /// Response time of what completed in undisturbed intervals of Measure.
    undisturbed: UndisturbedSpans,
    judgement: Option<Judgement>,
    measure_end: Nanos,
    /// Decides when Warmup may end.
    steady: Option<SteadyState>,
    steady_verdict: Option<SteadyVerdict>,
    /// Parts of intervals that not every worker has sealed yet.
    waiting: Vec<VecDeque<QueuedPart>>,
    /// Sources that seal nothing more. Merging does not wait for them.
    gone: Vec<bool>,
    /// In a segment: the sources' parts of an interval, added up for the coordinator.
    relay: Option<Box<Part>>,
    intervals: Vec<Interval>,
    index: u64,
    backlog: i128,
    judged_operations: u64,
    /// Length of Measure as merged.
    merged: Nanos,
    /// End of the last merged interval.
    merged_until: Nanos,
    /// The totals so far.
    pub totals: Totals,
    /// Totals of each source, when they are kept apart: spans, ages and counts of Measure.
    apart: Vec<Totals>,
    /// Summary of each source over Measure, when it is kept.
    shares: Vec<Share>,
    /// Response time and completion latency of the interval in hand.
    scratch: [Spans; 2],
    /// Scratch space for the distributions of one source.
    room: Room,
    #[allow(clippy::vec_box, reason = "a part is handed on by its box; unboxed it would be copied")]
    parts: Vec<Box<Part>>,
    /// Parts that a host sent.
    sent: Vec<SentPart>,
    /// Spans of all hosts in the interval in hand, by kind; response time and completion latency of what has none.
    kinds: [Option<Box<KindCounters>>; 4],
    stray: Option<Box<[Counters; 2]>>,
}

impl Control {
    /// Controls a Run of `spec` on `grid`, recorded by `sources`, that measures until `measure_end` at the latest.
    pub(crate) fn new(
        spec: &RunSpec,
        sources: Vec<Source>,
        grid: Grid,
        measure_end: Nanos,
        feed: Arc<Feed>,
    ) -> Control {
        let (confidence, decided, max_operations) = match &spec.stop {
            StopRule::Fixed { confidence, .. } => (*confidence, false, u64::MAX),
            StopRule::Decided { confidence, max_operations, .. } => (*confidence, true, *max_operations),
        };
        let open = spec.load.offered_rate_per_s().is_some();
        // A rate that changes shows where to look; it is no evidence of what is carried.
        // A segment is judged where the parts of all hosts come together.
        // A closed load is judged where an objective was given; whether it keeps up is no question of it.
        let judged = (open || spec.stop.objectives().is_some()) && spec.load.steady() && spec.segment.is_none();
        let decided = decided && spec.segment.is_none();
        let criterion = Criterion { objectives: spec.stop.evidence_objectives(), confidence };
        // Without a rate nothing is expected of a slot, and nothing waits in it: there are no pauses to find.
        let rate = spec.load.offered_rate_per_s().unwrap_or(f64::MAX);
        let views = judged.then(|| Views::new(grid.tick, criterion, rate));
        let waiting = sources.iter().map(|_| VecDeque::new()).collect();
        let gone = vec![false; sources.len()];
        let relay = spec.segment.map(|_| Recorder::<NoExchange>::parts([false; 4], &grid, 1).remove(0));
        Control {
            feed,
            grid,
            sources,
            open,
            decided,
            has_objectives: spec.stop.objectives().is_some(),
            max_operations,
            views,
            objectives: spec.stop.objectives().map_or(0, |objectives| objectives.all().len()),
            storage_time: spec.storage_time,
            undisturbed: UndisturbedSpans::default(),
            judgement: None,
            measure_end,
            steady: spec.phases.steady.as_ref().map(|rule| SteadyState::new(rule.test, rule.tracked)),
            steady_verdict: None,
            waiting,
            gone,
            relay,
            intervals: Vec::new(),
            index: 0,
            backlog: 0,
            judged_operations: 0,
            merged: Nanos::ZERO,
            merged_until: grid.run_start,
            totals: Totals::default(),
            apart: Vec::new(),
            shares: Vec::new(),
            scratch: [spans(), spans()],
            room: Room::default(),
            parts: Vec::new(),
            sent: Vec::new(),
            kinds: Default::default(),
            stray: None,
        }
    }

    /// Waits until the intervals that were handed out have been taken, but for some.
    pub(crate) fn wait_for_readers(&self, stop: &AtomicBool) {
        self.feed.wait_for_room(stop);
    }

    /// Keeps the totals of each source apart as well.
    pub(crate) fn keep_apart(&mut self) {
        self.apart.resize_with(self.sources.len(), Totals::default);
    }

    /// Keeps what each source did over Measure, in short.
    pub(crate) fn keep_shares(&mut self) {
        self.shares.resize_with(self.sources.len(), Share::default);
    }

    /// Takes the next sealed part of a worker. Returns parts that are free again.
    pub(crate) fn part(&mut self, worker: usize, part: Box<Part>) {
        self.waiting[worker].push_back(QueuedPart::Here(part));
    }

    /// Takes the next sealed part of a host, as it was sent.
    pub(crate) fn receive_part(&mut self, host: usize, part: SentPart) {
        self.waiting[host].push_back(QueuedPart::Sent(Box::new(part)));
    }

    /// The oldest interval that every worker has sealed, merged, with the parts it was made of (cleared). `conditions`
    /// gives what the machine did in it. None when some worker is not there yet.
    pub(crate) fn merge_next(
        &mut self,
        mut conditions: impl FnMut(Nanos, Nanos) -> Conditions,
        mut free: impl FnMut(usize, Box<Part>),
    ) -> Option<MergedInterval> {
        if self.waiting.iter().zip(&self.gone).any(|(parts, gone)| parts.is_empty() && !gone) {
            return None;
        }
        let end = self.common_end()?;
        let start = self.waiting.iter().filter_map(|w| w.front()).map(QueuedPart::start).min()?;
        let length = end - start;
        // A part is cut short by the end of a phase: the ticks beyond it are not part of it.
        let cut = (length.0.div_ceil(self.grid.tick.0) as usize).max(1);
        self.scratch.iter_mut().for_each(Spans::reset);
        let mut of = OpenInterval {
            start,
            length,
            inside: start >= self.grid.measure_start && start < self.measure_end,
            sum: PartCounts::default(),
            shares: Vec::with_capacity(self.sources.len()),
            ticks: vec![Tick::default(); cut],
        };
        for worker in 0..self.sources.len() {
            let sealed = self.waiting[worker].iter().take_while(|part| part.end() <= end).count();
            for part in self.waiting[worker].drain(..sealed) {
                match part {
                    QueuedPart::Here(part) => self.parts.push(part),
                    QueuedPart::Sent(part) => self.sent.push(*part),
                    QueuedPart::Nothing(..) => {}
                }
            }
            debug_assert!(self.parts.is_empty() || self.sent.is_empty(), "a source is here or a host");
            match self.sent.is_empty() {
                true => self.merge_parts(worker, &mut of, &mut free),
                false => self.merge_sent_parts(worker, &mut of),
            }
        }
        self.merge_kinds();
        let OpenInterval { sum, shares, mut ticks, .. } = of;
        ticks.truncate(cut);
        self.relay(start, end, &sum, cut);
        let phase = self.phase_at(start);
        let arrived = if self.open { sum.arrived } else { sum.issued_count() };
        self.backlog += i128::from(arrived + sum.flushes().issued);
        self.backlog -= i128::from(sum.ended_count());
        self.account(&sum, phase, length);
        let interval = self.interval(phase, start, length, &sum, &ticks, conditions(start, end));
        let disturbed = interval.disturbed;
        self.index += 1;
        self.merged_until = end;
        self.judge_warmup(phase, length, &sum, &interval);
        let response_time = encode(&self.scratch[0]);
        let completion_latency = self.of_completion_latency(&response_time, encode);
        let sealed = SealedInterval { interval: interval.clone(), response_time, completion_latency, workers: shares };
        self.feed.push(sealed);
        if self.intervals.len() < INTERVALS_IN_RECORD {
            self.intervals.push(interval);
        }
        if phase == Phase::Measure {
            if !self.open {
                // In a closed loop an operation arrives as another completes: its backlog is constant.
                for tick in &mut ticks {
                    (tick.arrived, tick.syncs.arrived) = (tick.completed, tick.syncs.completed);
                }
            }
            self.judge_measure(length, &ticks, &sum, disturbed);
        }
        let rate = if length.0 == 0 { 0.0 } else { sum.completed_count() as f64 / length.as_secs_f64() };
        Some(MergedInterval { end, achieved_rate_per_s: rate })
    }

    /// Hands the merged parts on to the coordinator of a Run over several hosts.
    fn relay(&mut self, start: Nanos, end: Nanos, sum: &PartCounts, cut: usize) {
        if let Some(relay) = &mut self.relay {
            (relay.start, relay.end) = (start, end);
            relay.outstanding_max = sum.outstanding_max;
            relay.ticks.truncate(cut);
            self.feed.relay(relay.to_bytes(self.grid.run_start));
            relay.clear();
            relay.ticks.clear();
        }
    }

    fn phase_at(&self, start: Nanos) -> Phase {
        match start {
            s if s < self.grid.measure_start => Phase::Warmup,
            s if s < self.measure_end => Phase::Measure,
            _ => Phase::Drain,
        }
    }

    /// `of` the interval's completion latency. Where no operation waited for a slot or for us, as in most intervals on the
    /// virtual clock, that is its response time, of which it is `known`: to compare them is cheaper than to make it twice.
    fn of_completion_latency<T: Clone>(&self, known: &T, of: impl FnOnce(&Spans) -> T) -> T {
        let [response_time, completion_latency] = &self.scratch;
        if response_time == completion_latency { known.clone() } else { of(completion_latency) }
    }

    /// The figures of what was merged.
    fn interval(
        &self,
        phase: Phase,
        start: Nanos,
        length: Nanos,
        sum: &PartCounts,
        ticks: &[Tick],
        conditions: Conditions,
    ) -> Interval {
        let Conditions { load, steal, stillness } = conditions;
        let disturbed = is_disturbed(steal, stillness);
        let response_time_ns = summarise(&self.scratch[0], None);
        let completion_latency_ns = self.of_completion_latency(&response_time_ns, |spans| summarise(spans, None));
        Interval {
            index: self.index,
            phase,
            start_s: (start.0 as f64 - self.grid.measure_start.0 as f64) / 1e9,
            length_s: length.as_secs_f64(),
            arrived: self.open.then_some(sum.arrived),
            issued: sum.issued_count(),
            reads: sum.counts[OpKind::Read.index()].completed,
            writes: sum.counts[OpKind::Write.index()].completed,
            errors: sum.errors(),
            read_bytes: sum.counts[OpKind::Read.index()].bytes,
            written_bytes: sum.counts[OpKind::Write.index()].bytes,
            others: sum.others_count(),
            other_bytes: sum.other_bytes(),
            syncs: sum.flushes().completed,
            outstanding_mean: sum.outstanding_mean(length),
            backlog: u64::try_from(self.backlog).unwrap_or(0),
            response_time_ns,
            completion_latency_ns,
            read_completion_latency_ns: sum.counts[OpKind::Read.index()].completion_latency(),
            write_completion_latency_ns: sum.counts[OpKind::Write.index()].completion_latency(),
            system_load: load,
            stillness,
            disturbed,
            objectives: IntervalCounts::of(ticks, self.objectives),
            merged: None,
        }
    }

    /// A round of Warmup for the test of whether the target is steady.
    fn judge_warmup(&mut self, phase: Phase, length: Nanos, sum: &PartCounts, interval: &Interval) {
        // Found steady once, Measure begins: what Warmup still brings until then does not take it back.
        let found = self.is_steady();
        let round_is_whole = length == self.grid.interval && !found;
        if let (Some(steady), Phase::Warmup, true) = (&mut self.steady, phase, round_is_whole) {
            let round = Round {
                completed: sum.completed_count(),
                bytes: sum.bytes(),
                seconds: length.as_secs_f64(),
                mean_response_ns: interval.response_time_ns.mean.unwrap_or(0.0),
            };
            if let Some(verdict) = steady.push(round) {
                self.steady_verdict = Some(verdict);
            }
        }
    }

    /// Adds an interval of Measure to the evidence of the stop rule.
    fn judge_measure(&mut self, length: Nanos, ticks: &[Tick], sum: &PartCounts, disturbed: bool) {
        self.undisturbed.add(&self.scratch[0], disturbed);
        if let Some(views) = &mut self.views {
            if length > self.grid.interval {
                // Longer than an interval: a worker could not seal in time, and its ticks are lumped together. What
                // is judged must be seen evenly and without a gap: the evidence begins anew.
                views.begin_anew(length);
            } else {
                // A tick that the end of Measure cut short is not one tick of evidence.
                let whole = (length.0 / self.grid.tick.0) as usize;
                views.push(&ticks[..whole.min(ticks.len())], disturbed);
            }
            self.judged_operations += sum.ended_count();
            if self.decided {
                self.judgement = Some(if self.storage_time { views.judge_storage() } else { views.judge() });
            }
        }
    }

    /// Adds the parts of a worker here, and gives them back.
    fn merge_parts(&mut self, worker: usize, of: &mut OpenInterval, free: &mut impl FnMut(usize, Box<Part>)) {
        let [response_time, completion_latency] = &mut self.scratch;
        let mut counted = PartCounts::default();
        self.parts.iter().for_each(|part| counted.next(part));
        let own = self.room.of(&self.parts);
        of.shares.push(counted.share(worker, &self.sources[worker], own.glance(), of.length));
        of.sum.beside(&counted);
        merge(response_time, own.response_time);
        for mut part in self.parts.drain(..) {
            merge(completion_latency, &part.stray_completion_latency);
            part.kinds.iter().flatten().for_each(|kind| merge(completion_latency, &kind.completion_latency));
            let first = ((part.start - of.start).0 / self.grid.tick.0) as usize;
            if let Some(relay) = &mut self.relay {
                relay.add(&part, first);
            }
            add_ticks(&mut of.ticks, first, &part.ticks);
            for totals in std::iter::once(&mut self.totals).chain(self.apart.get_mut(worker)) {
                totals.add_spans(&part);
            }
            if let (Some(apart), true) = (self.apart.get_mut(worker), of.inside) {
                apart.add_counts(&part);
            }
            if let Some(share) = self.shares.get_mut(worker) {
                share.add(&part, of.inside);
            }
            part.clear();
            free(worker, part);
        }
    }

    /// Adds what a host sent. Its spans go into those of all hosts by kind first: what fills some thousand buckets of a host
    /// is touched once, and the totals, which have as many counters as any, once an interval.
    fn merge_sent_parts(&mut self, worker: usize, of: &mut OpenInterval) {
        debug_assert!(self.relay.is_none() && self.apart.is_empty(), "a coordinator sends nothing on");
        let mut counted = PartCounts::default();
        self.sent.iter().for_each(|part| counted.next_sent_part(part));
        let seen = self.room.glance(&self.sent);
        of.shares.push(counted.share(worker, &self.sources[worker], seen, of.length));
        of.sum.beside(&counted);
        for part in self.sent.drain(..) {
            let stray = self.stray.get_or_insert_with(Default::default);
            stray.iter_mut().zip(part.stray()).for_each(|(sum, sent)| sum.add(sent));
            for (sum, sent) in self.kinds.iter_mut().zip(part.kinds()) {
                if let Some(sent) = sent {
                    sum.get_or_insert_with(Default::default).add(&sent);
                }
            }
            part.add_ticks(&mut of.ticks, ((part.start() - of.start).0 / self.grid.tick.0) as usize);
            if let Some(share) = self.shares.get_mut(worker) {
                share.add_sent_part(&part, of.inside);
            }
        }
    }

    /// Adds what hosts sent to the interval, and by kind to the totals.
    fn merge_kinds(&mut self) {
        if let Some(stray) = self.stray.as_deref_mut() {
            for (sum, scratch) in stray.iter_mut().zip(&mut self.scratch) {
                sum.add_to(scratch);
                sum.clear();
            }
        }
        let [response_time, completion_latency] = &mut self.scratch;
        for (sum, total) in self.kinds.iter_mut().zip(&mut self.totals.kinds) {
            let Some(sum) = sum else { continue };
            sum.response_time().add_to(response_time);
            sum.completion_latency().add_to(completion_latency);
            sum.add_to(total.get_or_insert_with(Default::default));
            sum.clear();
        }
    }

    /// The first instant at which every worker has sealed a part. Workers seal at the same boundaries, but one that had no
    /// empty part at hand has made a longer one: the interval then lasts to an end that all of them share.
    fn common_end(&self) -> Option<Nanos> {
        let mut end = self.waiting.iter().filter_map(|w| w.front()).map(QueuedPart::end).max()?;
        let there = || self.waiting.iter().zip(&self.gone).filter(|(_, gone)| !**gone).map(|(parts, _)| parts);
        loop {
            // From each worker the first part that reaches there; without one, later.
            let mut reached = end;
            for parts in there() {
                reached = reached.max(parts.iter().map(QueuedPart::end).find(|e| *e >= end)?);
            }
            if reached == end {
                return Some(end);
            }
            end = reached;
        }
    }

    /// Seconds of Measure that were merged.
    pub(crate) fn merged_measure(&self) -> Nanos {
        self.merged
    }

    fn account(&mut self, sum: &PartCounts, phase: Phase, length: Nanos) {
        for kind in 0..4 {
            for (total, on) in
                [(&mut self.totals.overall[kind], true), (&mut self.totals.inside[kind], phase == Phase::Measure)]
            {
                if on {
                    total.add(&sum.counts[kind]);
                }
            }
        }
        if phase == Phase::Measure {
            self.merged += length;
            self.totals.outstanding_ns += sum.outstanding_ns;
            self.totals.outstanding_max = self.totals.outstanding_max.max(sum.outstanding_max);
            self.totals.arrived += sum.arrived;
            self.totals.backlog_at_end = u64::try_from(self.backlog).unwrap_or(0);
        }
    }

    /// Whether the stop rule ends Measure: decided, or its operations are spent.
    pub(crate) fn wants_stop(&self) -> bool {
        self.decided
            && (self.judged_operations >= self.max_operations
                || self.judgement.as_ref().is_some_and(|j| j.verdict != ProbeVerdict::Undecided))
    }

    /// A source seals nothing more: the others are merged without waiting for it.
    pub(crate) fn end_source(&mut self, source: usize) {
        self.gone[source] = true;
    }

    /// Where the last part of a source ended that was handed over; the start of the Run when there was none.
    pub(crate) fn seen_until(&self, source: usize) -> Nanos {
        self.waiting[source].back().map_or(self.merged_until, QueuedPart::end)
    }

    /// A worker was given up: what it has not handed over by now is lost. The others' parts until `ended` can be merged.
    pub(crate) fn missing(&mut self, worker: usize, ended: Nanos) {
        let start = self.waiting[worker].back().map_or(self.merged_until, QueuedPart::end);
        self.waiting[worker].push_back(QueuedPart::Nothing(start, ended.max(start)));
    }

    /// Whether the target has become steady in Warmup.
    pub(crate) fn is_steady(&self) -> bool {
        self.steady_verdict.as_ref().is_some_and(|verdict| verdict.steady)
    }

    /// The latest verdict of the test of steady state.
    pub(crate) fn steady_verdict(&self) -> Option<SteadyVerdict> {
        self.steady_verdict.clone()
    }

    /// Measure begins at `at`, earlier than planned: a boundary of the grid that has not passed. Intervals handed out
    /// before are shown relative to the planned start; those of the record are set right.
    pub(crate) fn set_measure_start(&mut self, at: Nanos) {
        let earlier = (self.grid.measure_start - at).as_secs_f64();
        self.grid.measure_start = at;
        self.intervals.iter_mut().for_each(|interval| interval.start_s += earlier);
    }

    /// Measure ends at `at`, a boundary.
    pub(crate) fn set_measure_end(&mut self, at: Nanos) {
        self.measure_end = at;
    }

    /// Operations of a worker waited for a slot at the end of Measure.
    pub(crate) fn at_cap(&mut self) {
        self.totals.worker_at_cap = true;
    }

    /// Adds the ages of a worker's operations that never finished.
    pub(crate) fn add_ages(&mut self, source: usize, ages: &Ages) {
        if let Some(share) = self.shares.get_mut(source) {
            share.add_ages(ages);
        }
        for totals in std::iter::once(&mut self.totals).chain(self.apart.get_mut(source)) {
            for (total, more) in totals.ages.iter_mut().zip(ages) {
                if let Some(more) = more {
                    let total = total.get_or_insert_with(|| Box::new([spans(), spans(), spans()]));
                    total.iter_mut().zip(more.iter()).for_each(|(total, more)| merge(total, more));
                }
            }
        }
    }

    /// The totals of each source, when they were kept apart.
    pub(crate) fn take_apart(&mut self) -> Vec<Totals> {
        std::mem::take(&mut self.apart)
    }

    /// The figures of each source over Measure, when they were kept; phases as they fell out.
    pub(crate) fn worker_figures(&mut self, spans_of: PhaseSpans) -> Vec<WorkerFigures> {
        self.shares.iter_mut().enumerate().map(|(number, share)| share.figures(number, spans_of)).collect()
    }

    /// The figures of each target over Measure, when there are several and shares were kept: worker i works on target i
    /// modulo their number.
    pub(crate) fn target_figures(&self, spec: &RunSpec, measure: Nanos) -> Option<Each> {
        let targets = &spec.target.members;
        if targets.len() < 2 || self.shares.len() < targets.len() {
            return None;
        }
        let offered = spec.load.offered_rate_per_s().map(|rate| rate / targets.len() as f64);
        let figures = targets.iter().enumerate().map(|(index, target)| {
            let mut sum = Share::default();
            self.shares.iter().skip(index).step_by(targets.len()).for_each(|share| sum.beside(share));
            sum.of_target(&target.name, offered, measure)
        });
        Some(Each { of: EachOf::Target, figures: figures.collect() })
    }

    /// The judgement on all that was measured, and the intervals.
    pub(crate) fn finish(self) -> MergedRun {
        debug_assert!(self.waiting.iter().all(VecDeque::is_empty), "every part is merged");
        // A probe that stops when decided has spent its error budget on its looks: its last look is its answer. A Run of
        // fixed length is looked at once, with the whole budget.
        let (judgement, storage_time) = self.views.map(|views| views.finish(self.decided)).unzip();
        // Without objectives the judgement is on a placeholder that everything meets. It stays unpublished.
        let has_objectives = self.has_objectives;
        let published = |judgement: Judgement| match has_objectives {
            true => judgement,
            false => Judgement { objectives: Vec::new(), ..judgement },
        };
        let storage_time = storage_time.map(|time: StorageTime| StorageTime {
            judgement: time.judgement.map(published),
            without_pauses: time.without_pauses.map(published),
            objectives: time.objectives.into_iter().take(self.objectives).collect(),
            ..time
        });
        MergedRun {
            totals: self.totals,
            judgement: judgement.map(published),
            storage_time: storage_time.filter(|time| time.disturbed_s > 0.0 || time.pauses > 0),
            undisturbed_response_time: self.undisturbed.figures(),
            intervals: self.intervals,
        }
    }
}

#[derive(Debug)]
pub(crate) struct MergedRun {
    /// The totals.
    pub totals: Totals,
    /// The judgement on all that was measured.
    pub judgement: Option<Judgement>,
    /// The storage's own time; none where nothing was disturbed and nothing paused.
    pub storage_time: Option<StorageTime>,
    /// Response time of what completed in undisturbed intervals of Measure; none where there was no other.
    pub undisturbed_response_time: Option<Summary>,
    /// The intervals.
    pub intervals: Vec<Interval>,
}

/// Load and stillness of the machine in an interval.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conditions {
    /// Its counters.
    pub load: Option<SystemLoad>,
    /// Share of its processors that the hypervisor took.
    pub steal: Option<f64>,
    /// How it kept the heartbeat.
    pub stillness: Option<IntervalStillness>,
}

/// An interval is disturbed from these shares of it on: taken by the hypervisor, timers late, waiting behind other programs.
/// Single stalls of some milliseconds are not meant: the operations that they delayed are known one by one
/// (decision 0007-own-lateness). An episode is, in which this machine keeps standing still
/// (decision 0008-stalls-and-pauses).
const STEAL_LIMIT: f64 = 0.02;
const STANDSTILL_LIMIT: f64 = 0.1;
const WAIT_LIMIT: f64 = 0.15;

/// Whether this machine disturbed an interval. Figures of the storage do not count.
fn is_disturbed(steal: Option<f64>, stillness: Option<IntervalStillness>) -> bool {
    let stolen = steal.is_some_and(|share| share >= STEAL_LIMIT);
    let waited = |of: IntervalStillness| of.waited_share.max(of.workers_waited_share.unwrap_or(0.0));
    stolen || stillness.is_some_and(|of| of.stood_still_share >= STANDSTILL_LIMIT || waited(of) >= WAIT_LIMIT)
}

/// Response time in undisturbed intervals, and whether there were others.
#[derive(Debug, Default)]
struct UndisturbedSpans {
    all: Option<Box<Spans>>,
    others: bool,
}

impl UndisturbedSpans {
    fn add(&mut self, interval: &Spans, disturbed: bool) {
        self.others |= disturbed;
        if !disturbed {
            merge(self.all.get_or_insert_with(|| Box::new(spans())), interval);
        }
    }

    fn figures(&self) -> Option<Summary> {
        self.others.then(|| self.all.as_deref().map_or_else(Summary::default, |all| summarise(all, None)))
    }
}

/// A sealed part that waits for those of the others.
#[derive(Debug)]
enum QueuedPart {
    /// From a worker of this process.
    Here(Box<Part>),
    /// From a host: small until it is merged.
    Sent(Box<SentPart>),
    /// A gap, from start to end, of a source that hands nothing over.
    Nothing(Nanos, Nanos),
}

/// An interval that is being merged.
#[derive(Debug)]
struct OpenInterval {
    start: Nanos,
    length: Nanos,
    /// Whether it lies inside Measure.
    inside: bool,
    sum: PartCounts,
    shares: Vec<WorkerInterval>,
    ticks: Vec<Tick>,
}

impl QueuedPart {
    fn start(&self) -> Nanos {
        match self {
            QueuedPart::Here(part) => part.start,
            QueuedPart::Sent(part) => part.start(),
            QueuedPart::Nothing(start, _) => *start,
        }
    }

    fn end(&self) -> Nanos {
        match self {
            QueuedPart::Here(part) => part.end,
            QueuedPart::Sent(part) => part.end(),
            QueuedPart::Nothing(_, end) => *end,
        }
    }
}

/// Adds ticks from number `first` on.
fn add_ticks(ticks: &mut Vec<Tick>, first: usize, more: &[Tick]) {
    if ticks.len() < first + more.len() {
        ticks.resize(first + more.len(), Tick::default());
    }
    more.iter().enumerate().for_each(|(i, tick)| ticks[first + i] += *tick);
}

/// The exchange of a part that stays empty.
struct NoExchange;

impl PartExchange for NoExchange {
    fn exchange(&mut self, _part: &mut Box<Part>, _required: bool) -> bool {
        false
    }
}

/// Position and length of a merged interval.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MergedInterval {
    /// Its end.
    pub end: Nanos,
    /// Operations per second completed in it.
    pub achieved_rate_per_s: f64,
}
