//! Service times: how long a server works on a request. Mean in ns; spread as a coefficient of variation (cv).
//!
//! Draws come from `rand_distr` (ziggurat for the exponential and the normal, Marsaglia and Tsang 2000 for the gamma).

use plimsoll_base::Nanos;
use plimsoll_base::random::{Random, unit};
use rand_distr::{Distribution, Exp1, Gamma, StandardNormal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::StackError;
use crate::read::Section;

/// A distribution of service times, resolved.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "distribution", rename_all = "snake_case", deny_unknown_fields)]
pub enum ServiceSpec {
    /// Always the same.
    Constant {
        /// The time.
        mean_ns: Nanos,
    },
    /// Memoryless; cv = 1.
    Exponential {
        /// Mean.
        mean_ns: Nanos,
    },
    /// A long tail: the logarithm is normal.
    Lognormal {
        /// Mean (of the time, not of its logarithm).
        mean_ns: Nanos,
        /// Standard deviation / mean.
        cv: f64,
    },
    /// From nearly constant (cv near 0) over the exponential (cv = 1) to bursty.
    Gamma {
        /// Mean.
        mean_ns: Nanos,
        /// Standard deviation / mean.
        cv: f64,
    },
    /// Two constants: most requests are fast, a share is slow (a missed cache, a collection of garbage).
    Bimodal {
        /// Time of most.
        fast_ns: Nanos,
        /// Time of the others.
        slow_ns: Nanos,
        /// Share of the others, 0 to 1.
        slow_share: f64,
    },
}

/// How a service time is written, for the documentation of elements that have one.
pub(crate) const UNIT: &str = "time or distribution";

const DISTRIBUTIONS: [(&str, [&str; 4]); 5] = [
    ("constant", ["distribution", "mean", "", ""]),
    ("exponential", ["distribution", "mean", "", ""]),
    ("lognormal", ["distribution", "mean", "cv", ""]),
    ("gamma", ["distribution", "mean", "cv", ""]),
    ("bimodal", ["distribution", "fast", "slow", "slow_share"]),
];

impl ServiceSpec {
    /// Reads `key`: a time (constant), or `{ distribution = "…", mean = "…", … }`.
    pub(crate) fn read(from: &Section<'_>, key: &str) -> Result<Option<ServiceSpec>, StackError> {
        if !from.has(key) {
            return Ok(None);
        }
        let Some(table) = from.section(key) else {
            return Ok(from.time(key)?.map(|mean_ns| ServiceSpec::Constant { mean_ns }));
        };
        let names = DISTRIBUTIONS.map(|(name, keys)| (name, (name, keys)));
        let chosen = table.choice("distribution", &names)?;
        let (name, keys) =
            chosen.ok_or_else(|| table.missing("distribution", &format!("one of {}", known_distributions())))?;
        table.only(&keys.into_iter().filter(|k| !k.is_empty()).collect::<Vec<_>>())?;
        let time = |key| table.time(key)?.ok_or_else(|| table.missing(key, "a time, such as \"200us\""));
        let number = |key| table.number(key)?.ok_or_else(|| table.missing(key, "a number"));
        let spec = match name {
            "constant" => ServiceSpec::Constant { mean_ns: time("mean")? },
            "exponential" => ServiceSpec::Exponential { mean_ns: time("mean")? },
            "lognormal" => ServiceSpec::Lognormal { mean_ns: time("mean")?, cv: number("cv")? },
            "gamma" => ServiceSpec::Gamma { mean_ns: time("mean")?, cv: number("cv")? },
            _ => ServiceSpec::Bimodal {
                fast_ns: time("fast")?,
                slow_ns: time("slow")?,
                slow_share: number("slow_share")?,
            },
        };
        Ok(Some(spec))
    }

    /// The rules that its numbers keep.
    pub(crate) fn check(&self) -> Result<(), String> {
        let (times, cv) = match self {
            ServiceSpec::Constant { mean_ns } | ServiceSpec::Exponential { mean_ns } => ([*mean_ns; 2], 1.0),
            ServiceSpec::Lognormal { mean_ns, cv } | ServiceSpec::Gamma { mean_ns, cv } => ([*mean_ns; 2], *cv),
            ServiceSpec::Bimodal { fast_ns, slow_ns, slow_share } => {
                if !(0.0..=1.0).contains(slow_share) {
                    return Err(format!("slow_share {slow_share} is not a share: write a number from 0 to 1"));
                }
                ([*fast_ns, *slow_ns], 1.0)
            }
        };
        if let Some(time) = times.iter().find(|t| t.0 == 0 || **t > LONGEST) {
            return Err(format!("{time} is not a service time: write one above 0 and up to 1h"));
        }
        if !(0.01..=100.0).contains(&cv) {
            return Err(format!("cv {cv} is out of range: write a number from 0.01 to 100, or use constant"));
        }
        Ok(())
    }

    /// Mean in ns.
    pub fn mean_ns(&self) -> f64 {
        match self {
            ServiceSpec::Constant { mean_ns }
            | ServiceSpec::Exponential { mean_ns }
            | ServiceSpec::Lognormal { mean_ns, .. }
            | ServiceSpec::Gamma { mean_ns, .. } => mean_ns.0 as f64,
            ServiceSpec::Bimodal { fast_ns, slow_ns, slow_share } => {
                fast_ns.0 as f64 * (1.0 - slow_share) + slow_ns.0 as f64 * slow_share
            }
        }
    }

    /// Something to draw from.
    pub(crate) fn sampler(&self) -> Service {
        match *self {
            ServiceSpec::Constant { mean_ns } => Service::Constant(mean_ns.0 as f64),
            ServiceSpec::Exponential { mean_ns } => Service::Exponential(mean_ns.0 as f64),
            ServiceSpec::Lognormal { mean_ns, cv } => {
                // mean = exp(mu + sigma²/2), cv² = exp(sigma²) - 1.
                let sigma2 = (cv * cv).ln_1p();
                Service::Lognormal { mu: (mean_ns.0 as f64).ln() - sigma2 / 2.0, sigma: sigma2.sqrt() }
            }
            ServiceSpec::Gamma { mean_ns, cv } => {
                // shape = 1 / cv², scale = mean · cv². `check` keeps both positive and finite, which is all that
                // the constructor asks for; were it not so, the time would be constant.
                let mean = mean_ns.0 as f64;
                Gamma::new(1.0 / (cv * cv), mean * cv * cv).map_or(Service::Constant(mean), Service::Gamma)
            }
            ServiceSpec::Bimodal { fast_ns, slow_ns, slow_share } => {
                Service::Bimodal { fast: fast_ns.0 as f64, slow: slow_ns.0 as f64, slow_share }
            }
        }
    }
}

/// The longest mean service time: sums of these stay far from the end of the clock.
const LONGEST: Nanos = Nanos::from_secs(3600);

fn known_distributions() -> String {
    DISTRIBUTIONS.map(|(name, _)| name).join(", ")
}

/// A distribution ready to draw from; times in ns.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Service {
    Constant(f64),
    Exponential(f64),
    Lognormal { mu: f64, sigma: f64 },
    Gamma(Gamma<f64>),
    Bimodal { fast: f64, slow: f64, slow_share: f64 },
}

impl Service {
    /// A service time in ns, not yet rounded.
    #[inline]
    pub(crate) fn draw(&self, random: &mut Random) -> f64 {
        match self {
            Service::Constant(mean) => *mean,
            Service::Exponential(mean) => {
                let x: f64 = Exp1.sample(random);
                mean * x
            }
            Service::Lognormal { mu, sigma } => {
                let z: f64 = StandardNormal.sample(random);
                (mu + sigma * z).exp()
            }
            Service::Gamma(gamma) => gamma.sample(random),
            Service::Bimodal { fast, slow, slow_share } => {
                if unit(random) < *slow_share {
                    *slow
                } else {
                    *fast
                }
            }
        }
    }
}
