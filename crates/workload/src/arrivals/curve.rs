//! The cumulative rate Λ(t) of a profile and its inverse, in pieces in which the rate is linear.
//!
//! A piece starts where the pieces before it have summed up to; inside it, Λ is a parabola and is inverted in the form
//! that loses no digits (2c / (b + sqrt(b² + 2ac)) rather than (sqrt(b² + 2ac) - b) / a). A double counts the operations of
//! 48 hours at 700,000 a second (1.2e11) to 0.00002 of one.

use std::sync::Arc;

use plimsoll_base::Nanos;

use crate::load::Profile;

/// A time in which the rate is linear.
#[derive(Clone, Copy, Debug)]
struct Piece {
    /// When it begins.
    from_ns: f64,
    /// Operations before it, over all workers.
    before: f64,
    /// Operations per second at its start.
    rate_per_s: f64,
    /// Change of that rate, per nanosecond.
    slope: f64,
}

impl Piece {
    /// Operations in its first `ns`.
    fn count(&self, ns: f64) -> f64 {
        (self.rate_per_s + 0.5 * self.slope * ns) * ns / 1e9
    }
}

/// Λ of one plan, over all workers, and how far one worker has come along it.
#[derive(Clone, Debug)]
pub(super) struct Curve {
    /// One behind the other; the last one never ends.
    pieces: Arc<[Piece]>,
    at: usize,
}

impl Curve {
    /// The curve of a load of `rate_per_s` whose profile begins at `profile_from` and lasts for `profile_for`.
    pub(super) fn new(profile: &Profile, rate_per_s: f64, profile_from: Nanos, profile_for: Nanos) -> Curve {
        // Rate at the start and at the end, and length in nanoseconds, of each piece of the profile.
        let (parts, last) = match profile {
            Profile::Flat => (Vec::new(), rate_per_s),
            Profile::Ramp { from_per_s, to_per_s } => (vec![(*from_per_s, *to_per_s, profile_for.0 as f64)], *to_per_s),
            Profile::Steps { steps } => {
                let parts = steps.iter().map(|s| (s.rate_per_s, s.rate_per_s, s.for_ns.0 as f64)).collect();
                (parts, steps.last().map_or(0.0, |s| s.rate_per_s))
            }
        };
        let first = parts.first().map_or(last, |part| part.0);
        let hold = (first, first, profile_from.0 as f64);
        let mut pieces = Vec::with_capacity(parts.len() + 2);
        let mut next = Piece { from_ns: 0.0, before: 0.0, rate_per_s: last, slope: 0.0 };
        for (from, to, ns) in std::iter::once(hold).chain(parts) {
            if ns > 0.0 {
                let piece = Piece { rate_per_s: from, slope: (to - from) / ns, ..next };
                pieces.push(piece);
                next.from_ns += ns;
                next.before += 0.5 * (from + to) * ns / 1e9;
            }
        }
        pieces.push(next);
        Curve { pieces: pieces.into(), at: 0 }
    }

    /// Operations before `ns` since the start of the Run.
    pub(super) fn count_before(&self, ns: f64) -> f64 {
        let at = self.pieces.partition_point(|piece| piece.from_ns <= ns).max(1) - 1;
        let piece = &self.pieces[at];
        piece.before + piece.count(ns - piece.from_ns)
    }

    /// When the count reaches `mass`, which never falls from call to call. What would come at the very end of a piece
    /// comes at the start of the next that has a rate, so that nothing is intended in a rest; never, if there is none.
    pub(super) fn reaches(&mut self, mass: f64) -> Nanos {
        while self.pieces.get(self.at + 1).is_some_and(|next| next.before <= mass) {
            self.at += 1;
        }
        let piece = &self.pieces[self.at];
        let twice = 2e9 * (mass - piece.before);
        let rate = piece.rate_per_s;
        // Below 0 by rounding only, at the end of a ramp down to 0.
        let speed = rate + (rate * rate + piece.slope * twice).max(0.0).sqrt();
        if speed <= 0.0 && self.at + 1 == self.pieces.len() {
            return Nanos::MAX;
        }
        let end = self.pieces.get(self.at + 1).map_or(f64::INFINITY, |next| next.from_ns - 1.0);
        let into = if speed > 0.0 { twice / speed } else { 0.0 };
        Nanos((piece.from_ns + into).min(end) as u64)
    }
}
