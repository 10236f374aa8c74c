//! Mixes of block sizes as they are typed: `4k`, or sizes with weights, `4k:60,64k:40`.
//!
//! Weights are of any positive scale (`4k:3,64k:2` is the same); the shares that come of them add up to 100.

use plimsoll_base::Bytes;

use crate::spec::BlockShare;

/// Reads a mix. An error is one sentence that names the part it is about.
pub fn parse_mix(text: &str) -> Result<Vec<BlockShare>, String> {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    let mut mix: Vec<BlockShare> = Vec::with_capacity(parts.len());
    for part in &parts {
        let (size, weight) = match part.split_once(':') {
            Some((size, weight)) => (size.trim(), weight.trim().trim_end_matches('%').trim_end()),
            None if parts.len() == 1 => (*part, "100"),
            None => {
                return Err(format!(
                    "'{part}' in the mix '{text}' has no weight: write every size as SIZE:WEIGHT, such as 4k:60,64k:40"
                ));
            }
        };
        let bytes: Bytes = size.parse().map_err(|error| format!("mix '{text}': {error}"))?;
        if bytes.0 == 0 {
            return Err(format!("'{part}' in the mix '{text}' moves no data: choose a size above 0"));
        }
        let percent =
            weight.parse::<f64>().ok().filter(|weight| *weight > 0.0 && *weight <= 1e12).ok_or_else(|| {
                format!("'{weight}' in the mix '{text}' is no weight: write a number above 0 (to 1e12), or leave the size out")
            })?;
        if mix.iter().any(|share| share.bytes == bytes) {
            return Err(format!("{bytes} comes twice in the mix '{text}': write it once, with the sum of its weights"));
        }
        mix.push(BlockShare { bytes, percent });
    }
    let sum: f64 = mix.iter().map(|share| share.percent).sum();
    for share in &mut mix {
        // Multiplied first, so that weights that are percentages stay as they were typed.
        share.percent = share.percent * 100.0 / sum;
    }
    Ok(mix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pairs(text: &str) -> Vec<(u64, f64)> {
        parse_mix(text).expect(text).iter().map(|share| (share.bytes.0, share.percent)).collect()
    }

    #[test]
    fn a_mix_is_read_as_it_is_typed() {
        assert_eq!(pairs("4k"), [(4096, 100.0)]);
        assert_eq!(pairs("4k:60,64k:40"), [(4096, 60.0), (65_536, 40.0)]);
        assert_eq!(pairs(" 4k : 60% , 64k : 40 % "), [(4096, 60.0), (65_536, 40.0)]);
        assert_eq!(pairs("4k:3,64k:1"), [(4096, 75.0), (65_536, 25.0)]);
        assert_eq!(pairs("512:1e12,1m:1e12"), [(512, 50.0), (1 << 20, 50.0)]);
    }

    #[test]
    fn what_is_no_mix_is_refused_with_the_part_it_is_about() {
        for (text, names) in [
            ("", "size"),
            ("4k,64k", "'4k'"),
            ("4k:60,64k", "'64k'"),
            ("4k:60,", "''"),
            ("0:1,4k:1", "moves no data"),
            ("4k:0,8k:1", "'0'"),
            ("4k:-1,8k:1", "'-1'"),
            ("4k:nan", "'nan'"),
            ("4k:inf", "'inf'"),
            ("4k:1e308,8k:1e308", "'1e308'"),
            ("4k:1,4096:2", "twice"),
            ("4q:1", "'4q'"),
        ] {
            let error = parse_mix(text).expect_err(text);
            assert!(error.contains(names), "{text:?}: {error}");
        }
    }

    proptest! {
        #[test]
        fn shares_add_up_to_100_and_keep_their_proportions(weights in prop::collection::vec(1e-6_f64..1e6, 1..20)) {
            let text: Vec<String> = weights.iter().enumerate().map(|(i, w)| format!("{}:{w}", 512 * (i + 1))).collect();
            let mix = parse_mix(&text.join(",")).expect("a mix");
            let sum: f64 = mix.iter().map(|share| share.percent).sum();
            // Twenty roundings of 2^-53 each.
            prop_assert!((sum - 100.0).abs() < 1e-12);
            for (share, weight) in mix.iter().zip(&weights) {
                prop_assert!((share.percent / mix[0].percent / (weight / weights[0]) - 1.0).abs() < 1e-12);
            }
        }
    }
}
