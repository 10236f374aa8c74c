//! Patterns as text.

use plimsoll_base::Bytes;
use plimsoll_workload::pattern::{FORMS, Zone};
use plimsoll_workload::{Distribution, Pattern, Walk};
use proptest::prelude::*;

#[test]
fn every_form_is_read_and_printed_again() {
    for text in [
        "random",
        "zipf:1.1",
        "pareto:0.2",
        "normal:10",
        "zones:90/10,10/90",
        "sequential",
        "sequential:shared",
        "sequential:each",
        "random:once",
        "strided:64k",
        "sequential+30%random",
        "sequential:shared+0.1%random",
        "strided:64k+99.9%random",
        "zipf:1.1+20%sequential",
        "pareto:0.2+33.3%sequential:shared",
        "normal:10+0.000000001%strided:64k",
        "zones:50/5,30/15,20/80+99.9%sequential",
    ] {
        let pattern: Pattern = text.parse().expect(text);
        assert_eq!(pattern.to_string(), text);
    }
}

#[test]
fn other_ways_to_write_a_pattern_mean_the_same() {
    for (typed, printed) in [
        (" random ", "random"),
        ("random+20%sequential", "sequential+80%random"),
        ("random+20%strided:8k", "strided:8k+80%random"),
        ("sequential + 30 % random", "sequential+30%random"),
        ("normal:10%", "normal:10"),
        ("zones:90%/10%, 10%/90%", "zones:90/10,10/90"),
        ("strided:65536", "strided:64k"),
        // A part without a share is left out.
        ("zipf:1.1+100%sequential", "sequential"),
        ("zipf:1.1+0%strided:4k", "zipf:1.1"),
        ("sequential:shared+100%random", "random"),
        ("sequential:shared+0%random", "sequential:shared"),
    ] {
        let pattern: Pattern = typed.parse().expect(typed);
        assert_eq!(pattern.to_string(), printed, "{typed}");
        assert_eq!(printed.parse::<Pattern>(), Ok(pattern), "{typed}");
    }
}

#[test]
fn what_is_no_pattern_is_refused_with_what_would_be_one() {
    for (text, says) in [
        ("", FORMS),
        ("rand", FORMS),
        ("random:1", FORMS),
        ("zipf", FORMS),
        ("sequential:own", FORMS),
        ("sequential+30%sequential", FORMS),
        ("sequential+30%zipf:1.1", FORMS),
        ("random+30%random", FORMS),
        ("sequential+30random", FORMS),
        ("zipf:0", "above 0"),
        ("zipf:nan", "above 0"),
        ("zipf:10", "below 10"),
        ("pareto:1", "below 1"),
        ("normal:-3", "above 0"),
        ("strided:0", "above 0"),
        ("strided:four", "four"),
        ("zipf:1.1+5%strided:0", "above 0"),
        ("zones:90/10", "not to 100"),
        ("zones:90/10,10/80", "not to 100"),
        ("zones:100/0,0/100", "above 0"),
        ("zones:inf/100", "not to 100"),
        ("sequential+101%random", "0 to 100"),
        ("sequential+nan%random", "0 to 100"),
    ] {
        let error = text.parse::<Pattern>().expect_err(text).to_string();
        assert!(error.contains(says), "{text:?}: {error}");
    }
}

fn distribution() -> impl Strategy<Value = Distribution> {
    prop_oneof![
        Just(Distribution::Uniform),
        Just(Distribution::Once),
        (1e-9_f64..9.999).prop_map(|theta| Distribution::Zipf { theta }),
        (1e-9_f64..0.999).prop_map(|h| Distribution::Pareto { h }),
        (1e-9_f64..999.0).prop_map(|stddev_percent| Distribution::Normal { stddev_percent }),
        // Whole percents, so that they add up to 100 without a word on rounding.
        prop::collection::vec((1_u32..30, 1_u32..30), 1..4).prop_map(|pairs| {
            let rest = |f: fn(&(u32, u32)) -> u32| 100 - pairs.iter().map(f).sum::<u32>();
            let last = (rest(|pair| pair.0), rest(|pair| pair.1));
            let zones = pairs.iter().chain([&last]).map(|(operations, space)| Zone {
                operations_percent: f64::from(*operations),
                space_percent: f64::from(*space),
            });
            Distribution::Zones(zones.collect())
        }),
    ]
}

fn walk() -> impl Strategy<Value = Walk> {
    prop_oneof![
        Just(Walk::Own),
        Just(Walk::Shared),
        Just(Walk::Each),
        (1_u64..=u64::MAX).prop_map(|step| Walk::Strided(Bytes(step)))
    ]
}

proptest! {
    #[test]
    fn what_is_printed_is_read_as_the_same_pattern(
        distribution in distribution(), walk in walk(), share in 1_u64..100_000_000_000, kind in 0..3,
    ) {
        let pattern = match kind {
            0 => Pattern { random_percent: 100.0, distribution, walk: Walk::Own },
            1 => Pattern { random_percent: 0.0, distribution: Distribution::Uniform, walk },
            // Any share of nine decimals.
            _ => Pattern { random_percent: share as f64 / 1e9, distribution, walk },
        };
        let text = pattern.to_string();
        prop_assert_eq!(text.parse::<Pattern>(), Ok(pattern.clone()), "{}", text);
        let json = serde_json::to_string(&pattern).expect("a string");
        prop_assert_eq!(serde_json::from_str::<Pattern>(&json).expect("the same string"), pattern);
    }

    #[test]
    fn no_text_breaks_the_reader(text in "(random|zipf|pareto|normal|zones|sequential|strided)?[-:+%/,.0-9a-z µ]{0,20}") {
        if let Ok(pattern) = text.parse::<Pattern>() {
            prop_assert_eq!(pattern.to_string().parse::<Pattern>(), Ok(pattern));
        }
    }
}
