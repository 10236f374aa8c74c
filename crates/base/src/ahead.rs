//! Asking the processor to fetch memory before it is needed.
//!
//! The one `unsafe` outside of `engine` and `host` (docs/performance.md): the instruction reads nothing into the program
//! and cannot fail, whatever the address, so that the function around it is safe. Where Rust has no stable name for the
//! instruction nothing happens.
#![allow(unsafe_code)]

/// Prefetches the line of the processor's cache that `of` begins in. An address, not a reference: nothing is read, so
/// it need not be valid.
#[inline(always)]
pub fn fetch_ahead<T>(of: *const T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: PREFETCHT0 is a hint. It raises no exception at any address (AMD64 manual, volume 3, "PREFETCHlevel";
        // Intel SDM, volume 2, "PREFETCHh"), and SSE, which brought it, belongs to every x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(of.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = of;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_nothing_does_no_harm() {
        for address in [0, 1, 4095, usize::MAX / 2, usize::MAX] {
            fetch_ahead(std::ptr::without_provenance::<u64>(address));
        }
    }
}
