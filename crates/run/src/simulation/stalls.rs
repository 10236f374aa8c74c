//! Stalls of the machine that the clients run on, as they are described.

use plimsoll_base::Nanos;
use plimsoll_base::random::{Random, stream, unit};

use crate::beats::Beats;
use crate::record::IntervalStillness;
use crate::spec::RunSpec;
use crate::still::LATE_BEAT;

/// When the machine that the clients run on stands still: they neither submit nor reap. The storage goes on.
#[derive(Debug)]
pub(super) struct Stalls {
    random: Random,
    every_ns: f64,
    for_ns: f64,
    /// Mean time between episodes of stalls and mean length of one; none where stalls come at any time.
    episodes_ns: Option<(f64, f64)>,
    /// End of the present episode.
    episode_until: Nanos,
    from: Nanos,
    until: Nanos,
    /// A heartbeat on that machine. Only its beats show a stall.
    pub(super) beats: Beats,
    /// When the machine went on after the last stall that a beat fell into.
    seen_until: Option<Nanos>,
    /// All stalls that are over, together.
    stood_still: Nanos,
    /// The part of it that intervals have reported.
    told: Nanos,
}

/// From one beat to the next on the virtual clock, where beats cost nothing.
const BEAT: Nanos = Nanos::from_millis(1);

impl Stalls {
    pub(super) fn of(spec: &RunSpec, start: Nanos) -> Option<Stalls> {
        let client = spec.target.stack.as_ref()?.client();
        (client.stall_ns > 0).then(|| {
            let random = stream(spec.seed, "stalls", 0);
            let (every_ns, for_ns) = (client.stall_every_ns as f64, client.stall_ns as f64);
            let beats = Beats::new(start, BEAT);
            let mut stalls = Stalls {
                random,
                every_ns,
                for_ns,
                episodes_ns: (client.episode_ns > 0)
                    .then_some((client.episode_every_ns as f64, client.episode_ns as f64)),
                episode_until: start,
                from: start,
                until: start,
                beats,
                seen_until: None,
                stood_still: Nanos::ZERO,
                told: Nanos::ZERO,
            };
            stalls.next();
            stalls
        })
    }

    fn next(&mut self) {
        let mut exponential = |mean: f64| Nanos((-(1.0 - unit(&mut self.random)).ln() * mean) as u64 + 1);
        let mut from = self.until + exponential(self.every_ns);
        if let Some((every_ns, for_ns)) = self.episodes_ns {
            while from > self.episode_until {
                let begins = self.episode_until + exponential(every_ns);
                self.episode_until = begins + exponential(for_ns);
                from = begins + exponential(self.every_ns);
            }
        }
        self.from = from;
        self.until = self.from + exponential(self.for_ns);
    }

    /// The end of the stall at `now`; none when the machine runs. `measure` is the span of Measure.
    pub(super) fn end(&mut self, now: Nanos, measure: (Nanos, Nanos)) -> Option<Nanos> {
        while now >= self.until {
            self.beats.on_time_until(self.from, measure);
            if self.beats.due() < self.until {
                let seen = self.beats.woke(self.until, Nanos::ZERO, measure);
                self.seen_until = seen.map(|(_, until)| until).or(self.seen_until);
            }
            self.stood_still += self.until - self.from;
            self.next();
        }
        (now >= self.from).then_some(self.until)
    }

    /// How still the machine stood in the interval that ends at `now`, after the one before it.
    pub(super) fn of_interval(&mut self, now: Nanos, length: Nanos, measure: (Nanos, Nanos)) -> IntervalStillness {
        let under_way = self.end(now, measure).map_or(Nanos::ZERO, |_| now - self.from);
        let all = self.stood_still + under_way;
        let share = (all - self.told).0 as f64 / length.0.max(1) as f64;
        self.told = all;
        IntervalStillness { stood_still_share: share.min(1.0), waited_share: 0.0, workers_waited_share: None }
    }

    /// Whether the machine goes on at `now` after a stall that the heartbeat saw.
    pub(super) fn just_ended(&self, now: Nanos) -> bool {
        self.seen_until.is_some_and(|until| now - until <= LATE_BEAT)
    }
}
