//! The few distribution functions that the decision needs: Student's t, the normal, and the exact binomial bounds.
//!
//! All of them come from one function, the regularised incomplete beta function, evaluated by Lentz's continued
//! fraction (Abramowitz and Stegun 26.5.8; relative error about 1e-12) and inverted by bisection. That is slow for a
//! library (some 50 µs) and exact enough for ever; a look at the evidence calls it a handful of times.

/// ln Γ(x) for x > 0: Lanczos' approximation with g = 7 and nine terms (relative error below 1e-13).
fn ln_gamma(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 8] = [
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    if x < 0.5 {
        // Reflection keeps the series in its range.
        return (std::f64::consts::PI / (std::f64::consts::PI * x).sin()).ln() - ln_gamma(1.0 - x);
    }
    let x = x - 1.0;
    let base = x + 7.5;
    let series = COEFFICIENTS
        .iter()
        .zip(1_u32..)
        .fold(0.999_999_999_999_809_9, |sum, (coefficient, i)| sum + coefficient / (x + f64::from(i)));
    0.5 * (2.0 * std::f64::consts::PI).ln() + (x + 0.5) * base.ln() - base + series.ln()
}

/// P(Beta(a, b) <= x): the regularised incomplete beta function, for a, b > 0.
pub(super) fn beta_cdf(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    let front = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p()).exp();
    // The fraction converges fast on the near side of the mean only; the far side is its mirror image.
    if x < (a + 1.0) / (a + b + 2.0) {
        front * continued_fraction(x, a, b) / a
    } else {
        1.0 - front * continued_fraction(1.0 - x, b, a) / b
    }
}

fn continued_fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let guard = |v: f64| if v.abs() < TINY { TINY } else { v };
    let mut c = 1.0;
    let mut d = 1.0 / guard(1.0 - (a + b) * x / (a + 1.0));
    let mut h = d;
    // Needs about sqrt(max(a, b)) steps: 2,000 carry samples of millions.
    for m in 1..2_000_u32 {
        let m = f64::from(m);
        for numerator in [
            m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0)),
        ] {
            d = 1.0 / guard(1.0 + numerator * d);
            c = guard(1.0 + numerator / c);
            h *= d * c;
        }
        if (d * c - 1.0).abs() < 1e-13 {
            break;
        }
    }
    h
}

/// The x at which the Beta(a, b) distribution reaches `probability`.
fn beta_quantile(probability: f64, a: f64, b: f64) -> f64 {
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    // 60 halvings would exhaust a double's mantissa at 1; small answers get more because the halving is relative.
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if beta_cdf(middle, a, b) < probability {
            low = middle;
        } else {
            high = middle;
        }
        if high - low <= 1e-10 * high {
            break;
        }
    }
    0.5 * (low + high)
}

/// The value that Student's t with `degrees` of freedom exceeds with probability `alpha` (0 < alpha < 0.5).
pub(crate) fn student(alpha: f64, degrees: f64) -> f64 {
    // P(T > t) = I_x(v/2, 1/2) / 2 with x = v / (v + t^2).
    let x = beta_quantile(2.0 * alpha, degrees / 2.0, 0.5);
    (degrees * (1.0 - x) / x).sqrt()
}

/// The value that a standard normal exceeds with probability `alpha` (0 < alpha < 0.5).
pub(super) fn normal(alpha: f64) -> f64 {
    // Student's t with so many degrees of freedom differs from it by less than 1e-6 here.
    student(alpha, 1e7)
}

/// Clopper and Pearson's lower bound at level `alpha` for a share seen in `n` independent trials.
///
/// `n` need not be whole: it is an effective sample size (Korn and Graubard, 1998).
pub(super) fn binomial_low(share: f64, n: f64, alpha: f64) -> f64 {
    let hits = (share * n).clamp(0.0, n);
    if hits <= 0.0 { 0.0 } else { beta_quantile(alpha, hits, n - hits + 1.0) }
}

/// The upper bound likewise.
pub(super) fn binomial_high(share: f64, n: f64, alpha: f64) -> f64 {
    let hits = (share * n).clamp(0.0, n);
    if hits >= n { 1.0 } else { beta_quantile(1.0 - alpha, hits + 1.0, n - hits) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn students_t_agrees_with_the_printed_tables() {
        // Any statistics textbook: t(0.975, 9) = 2.262, t(0.95, 30) = 1.697, t(0.9995, 63) ~ 3.452, z(0.975) = 1.960.
        for (alpha, degrees, printed) in [
            (0.025, 1.0, 12.706_20),
            (0.025, 2.0, 4.302_65),
            (0.025, 8.0, 2.306_00),
            (0.025, 9.0, 2.262_157),
            (0.025, 998.0, 1.962_35),
            (0.05, 30.0, 1.697_261),
            (0.005, 1.0, 63.656_74),
        ] {
            assert!((student(alpha, degrees) - printed).abs() < 1e-4, "{}", student(alpha, degrees));
        }
        assert!((normal(0.025) - 1.959_964).abs() < 1e-4);
        assert!((normal(1e-5) - 4.264_891).abs() < 1e-4);
    }

    #[test]
    fn nothing_seen_in_n_trials_is_the_rule_of_three() {
        // Exactly 1 - alpha^(1/n); about 3/n at 95 %.
        let (low, high) = (binomial_low(0.0, 300.0, 0.05), binomial_high(0.0, 300.0, 0.05));
        assert_eq!(low, 0.0);
        assert!((high - (1.0 - 0.05_f64.powf(1.0 / 300.0))).abs() < 1e-9);
        let (low, high) = (binomial_low(1.0, 300.0, 0.05), binomial_high(1.0, 300.0, 0.05));
        assert_eq!(high, 1.0);
        assert!((low - 0.05_f64.powf(1.0 / 300.0)).abs() < 1e-9);
    }

    #[test]
    fn the_binomial_bounds_leave_alpha_outside() {
        // By definition P(X >= 7 | low) = alpha and P(X <= 7 | high) = alpha for 7 of 50; summed term by term.
        let (low, high) = (binomial_low(0.14, 50.0, 0.02), binomial_high(0.14, 50.0, 0.02));
        let term = |p: f64, k: u32| {
            let choose = (0..k).fold(1.0, |c, i| c * f64::from(50 - i) / f64::from(i + 1));
            choose * p.powi(k as i32) * (1.0 - p).powi(50 - k as i32)
        };
        let at_least: f64 = (7..=50).map(|k| term(low, k)).sum();
        let at_most: f64 = (0..=7).map(|k| term(high, k)).sum();
        assert!((at_least - 0.02).abs() < 1e-7 && (at_most - 0.02).abs() < 1e-7, "{at_least} {at_most}");
    }
}
