//! How long the system remembers: the integrated autocorrelation time of a series.
//!
//! τ = 1 + 2 Σ ρ_k, so that the mean of n values is worth n/τ independent ones. The sum must be cut before the noise of
//! the far lags takes over; Geyer's initial monotone sequence (Practical Markov chain Monte Carlo, 1992) does so: add
//! the pairs ρ_2k + ρ_2k+1 while they are positive, and let none be larger than the one before it. The mean of the
//! series is taken out, a trend is not: a backlog that climbs steadily shall look like what it is, not yet resolved.

/// The integrated autocorrelation time of `series`, in steps of it; none when it exceeds `limit` steps.
///
/// An uncorrelated series has 1, an AR(1) series (1 + φ)/(1 − φ); a series without any variation counts as 1. The cost
/// is the length of the series times the lag at which the sum is cut: a few τ, or about as many as the limit. With 4,096
/// values and a limit of 41 that is some 0.2 ms.
pub fn integrated_autocorrelation_time(series: &[f64], limit: f64) -> Option<f64> {
    let n = series.len();
    if n < 4 {
        return None;
    }
    let mean = series.iter().sum::<f64>() / n as f64;
    let centred: Vec<f64> = series.iter().map(|x| x - mean).collect();
    let covariance = |lag: usize| -> f64 { centred[lag..].iter().zip(&centred).map(|(a, b)| a * b).sum() };
    let variance = covariance(0);
    // Rounding leaves about 1e-16 of each value's square.
    if variance <= 1e-20 * n as f64 * mean * mean {
        return Some(1.0);
    }
    let (mut sum, mut last) = (0.0, f64::INFINITY);
    for lag in (0..n - 1).step_by(2) {
        let pair = (covariance(lag) + covariance(lag + 1)).min(last);
        if pair <= 0.0 {
            break;
        }
        sum += pair;
        last = pair;
        if 2.0 * sum / variance - 1.0 > limit {
            return None;
        }
    }
    Some(2.0 * sum / variance - 1.0)
}
