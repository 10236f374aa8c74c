//! A checksum of some pages of a file: enough to see that its content was replaced, cheap enough to take before every Run.
//!
//! Sixteen pages: the first and the last, where file systems, archives and images have their heads and tails, and one in
//! each fourteenth of what lies between, at a place drawn from size and inode. Who replaces a share s of the content misses
//! all of them with a chance of at most (1 - s)^14: 1 in 16,000 for a half, a quarter for a tenth. That is why it is the
//! last of three tests, after size and time of the last write. Holes read as zeroes.

use std::io;

use plimsoll_base::random::split_mix;

use crate::guard::quiet::{PAGE, Quiet};

const SAMPLED: u64 = 16;

/// The checksum of an open file of `size` bytes.
pub(super) fn checksum(file: &Quiet, size: u64, inode: u64) -> io::Result<u64> {
    let mut page = [0; PAGE];
    positions(size, inode).into_iter().try_fold(split_mix(size), |sum, number| {
        let at = number * PAGE as u64;
        let page = &mut page[..(size - at).min(PAGE as u64) as usize];
        file.read_exact_at(page, at)?;
        Ok(page.chunks(8).fold(sum, |sum, bytes| {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            split_mix(sum ^ u64::from_le_bytes(word))
        }))
    })
}

/// Numbers of the sampled pages, ascending.
fn positions(size: u64, inode: u64) -> Vec<u64> {
    let pages = size.div_ceil(PAGE as u64);
    if pages <= SAMPLED {
        return (0..pages).collect();
    }
    let (parts, between) = (SAMPLED - 2, pages - 2);
    let start = |part: u64| 1 + (u128::from(part) * u128::from(between) / u128::from(parts)) as u64;
    let drawn = |part: u64| start(part) + split_mix(split_mix(size ^ inode) ^ part) % (start(part + 1) - start(part));
    std::iter::once(0).chain((0..parts).map(drawn)).chain([pages - 1]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::os::fd::AsFd;
    use std::os::unix::fs::FileExt;

    #[test]
    fn first_last_and_one_of_each_part_between_are_sampled() {
        for pages in [1, 2, 15, 16, 17, 18, 100, 1 << 18, 1 << 50] {
            for inode in 0..20 {
                let size = pages * PAGE as u64 - 1;
                let found = positions(size, inode);
                assert_eq!(found.len() as u64, pages.min(SAMPLED));
                assert_eq!((found.first(), found.last()), (Some(&0), Some(&(pages - 1))));
                assert!(found.windows(2).all(|two| two[0] < two[1]), "{found:?}");
            }
        }
        assert!(positions(0, 1).is_empty());
        assert_ne!(positions(1 << 30, 1), positions(1 << 30, 2), "no two files are sampled alike");
    }

    #[test]
    fn it_changes_with_any_byte_of_a_small_file_and_with_any_sampled_page_of_a_large_one() {
        let path = std::env::temp_dir().join(format!("plimsoll-pages-{}", std::process::id()));
        let file = File::options().read(true).write(true).create(true).truncate(true).open(&path).expect("made");
        for size in [1, 8191, 1 << 20] {
            file.set_len(0).expect("emptied");
            file.set_len(size).expect("length");
            let sum = || checksum(&Quiet::open(file.as_fd()).expect("opened"), size, 7).expect("read");
            let before = sum();
            assert_eq!(sum(), before);
            for page in positions(size, 7) {
                let at = (page * PAGE as u64 + 4095).min(size - 1);
                file.write_all_at(&[1], at).expect("written");
                assert_ne!(sum(), before, "byte {at} of {size}");
                file.write_all_at(&[0], at).expect("written");
            }
            assert_eq!(sum(), before);
        }
        assert!(checksum(&Quiet::open(file.as_fd()).expect("opened"), 2 << 20, 7).is_err(), "it ends early");
        std::fs::remove_file(path).expect("removed");
    }
}
