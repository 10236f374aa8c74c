//! Ranks after Zipf: the k-th of n has weight 1/k^theta.
//!
//! Rejection-inversion (Hörmann and Derflinger, "Rejection-inversion to generate variates from monotone discrete
//! distributions", ACM TOMACS 6(3), 1996), exact for every theta > 0 and n, without a table, and about one draw a rank:
//! the integral of the hat 1/x^theta is inverted, and nearly all that comes of it is accepted at once. fio's generator
//! needs the generalised harmonic number of n, summed over at most ten million terms, and is an approximation.

use plimsoll_base::random::{Random, unit};

/// Closer to theta 1 than this, x^(1-theta) - 1 would lose more than three of a double's sixteen digits, and the forms that
/// lose none, at twice the cost, are taken.
const CLOSE: f64 = 1e-3;

/// Ranks from 1 to n.
#[derive(Clone, Debug)]
pub(super) struct Zipf {
    n: f64,
    theta: f64,
    /// Integral of the hat up to the left end of rank 1 and to the right end of rank n.
    from: f64,
    to: f64,
    /// 1 - theta, and its reciprocal; 0 for both when theta is close to 1.
    power: f64,
    root: f64,
    /// A rank not further than this from the point that it was rounded from is accepted at once.
    sure: f64,
}

impl Zipf {
    /// `n` ranks (at least 1, and told apart up to 2^53), exponent `theta` > 0.
    pub(super) fn new(n: u64, theta: f64) -> Zipf {
        let power = 1.0 - theta;
        let (power, root) = if power.abs() > CLOSE { (power, 1.0 / power) } else { (0.0, 0.0) };
        let mut zipf = Zipf { n: n as f64, theta, power, root, from: 0.0, to: 0.0, sure: 0.0 };
        zipf.from = zipf.integral(1.5) - 1.0;
        zipf.to = zipf.integral(zipf.n + 0.5);
        zipf.sure = 2.0 - zipf.inverse(zipf.integral(2.5) - zipf.weight(2.0));
        zipf
    }

    /// One rank.
    pub(super) fn draw(&self, random: &mut Random) -> u64 {
        loop {
            let area = self.to + unit(random) * (self.from - self.to);
            let x = self.inverse(area);
            let rank = (x + 0.5).floor().clamp(1.0, self.n);
            if rank - x <= self.sure || area >= self.integral(rank + 0.5) - self.weight(rank) {
                return rank as u64;
            }
        }
    }

    fn weight(&self, x: f64) -> f64 {
        x.powf(-self.theta)
    }

    /// (x^(1-theta) - 1) / (1-theta), which is ln x for theta 1.
    fn integral(&self, x: f64) -> f64 {
        if self.power != 0.0 {
            return (x.powf(self.power) - 1.0) * self.root;
        }
        let log = x.ln();
        let power = (1.0 - self.theta) * log;
        if power.abs() > 1e-8 { log * power.exp_m1() / power } else { log }
    }

    /// The x whose integral is `area`.
    fn inverse(&self, area: f64) -> f64 {
        // Rounding must not push the base below 0.
        if self.power != 0.0 {
            return (1.0 + area * self.power).max(0.0).powf(self.root);
        }
        let power = area * (1.0 - self.theta);
        if power.abs() > 1e-8 { (area * power.ln_1p() / power).exp() } else { area.exp() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_base::random::stream;

    #[test]
    fn ranks_have_the_frequencies_of_theory() {
        // Chi-square over ranks, those with fewer than 20 expected draws lumped together: with d degrees of freedom
        // mean d and standard deviation sqrt(2d); five of them.
        let draws = 400_000;
        for (n, theta) in [
            (1, 1.1),
            (2, 0.5),
            (10, 0.99),
            (1000, 1.0),
            (1000, 1.000_000_001),
            (1000, 0.1),
            (5000, 1.2),
            (300, 3.0),
            (64, 9.5),
        ] {
            let zipf = Zipf::new(n, theta);
            let mut random = stream(17, "zipf", n);
            let mut seen = vec![0_f64; n as usize];
            for _ in 0..draws {
                seen[zipf.draw(&mut random) as usize - 1] += 1.0;
            }
            let weights: Vec<f64> = (1..=n).map(|k| (k as f64).powf(-theta)).collect();
            let sum: f64 = weights.iter().sum();
            let (mut chi2, mut cells, mut rest) = (0.0, 0, (0.0, 0.0));
            for (weight, seen) in weights.iter().zip(&seen) {
                let expected = weight / sum * f64::from(draws);
                if expected >= 20.0 {
                    chi2 += (seen - expected).powi(2) / expected;
                    cells += 1;
                } else {
                    rest = (rest.0 + expected, rest.1 + seen);
                }
            }
            if rest.0 >= 5.0 {
                chi2 += (rest.1 - rest.0).powi(2) / rest.0;
                cells += 1;
            }
            let degrees = f64::from((cells - 1).max(0));
            assert!(
                (chi2 - degrees).abs() <= 5.0 * (2.0 * degrees).sqrt() + 1e-9,
                "n {n}, theta {theta}: chi-square {chi2} with {degrees} degrees of freedom"
            );
        }
    }

    #[test]
    fn a_petabyte_of_places_is_drawn_like_a_small_one() {
        // Theta 1 with n = 2^41: the share of the ranks up to m is H(m)/H(n), H(k) = ln k + 0.5772157 for large k.
        let n = 1_u64 << 41;
        let harmonic = |k: f64| k.ln() + 0.577_215_664_9 + 0.5 / k;
        let zipf = Zipf::new(n, 1.0);
        let mut random = stream(3, "zipf", 0);
        let draws = 200_000_u32;
        for m in [100.0, 1e6, 1e10] {
            let share = harmonic(m) / harmonic(n as f64);
            let seen = (0..draws).filter(|_| zipf.draw(&mut random) as f64 <= m).count() as f64;
            // Binomial, five standard deviations.
            let sd = (f64::from(draws) * share * (1.0 - share)).sqrt();
            assert!((seen - share * f64::from(draws)).abs() < 5.0 * sd, "up to {m}: {seen}");
        }
    }
}
