//! The system's errors, in words for readers.

use std::io;

/// An error without its number: ` (os error 28)` adds nothing to the words before it.
pub fn in_words(error: &io::Error) -> String {
    without_numbers(&error.to_string())
}

/// A text in which such an error may stand anywhere, without its number.
pub fn without_numbers(text: &str) -> String {
    const BEGIN: &str = " (os error ";
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, after)) = rest.split_once(BEGIN) {
        out.push_str(before);
        match after.split_once(')') {
            Some((number, after)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => {
                rest = after
            }
            _ => {
                out.push_str(BEGIN);
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_and_everything_else_stays() {
        let full = io::Error::from_raw_os_error(28);
        assert_eq!(in_words(&full), "No space left on device");
        assert_eq!(
            without_numbers(&format!("a: {full}; b: {full}. c")),
            "a: No space left on device; b: No space left on device. c"
        );
        for text in ["", "a (os error )", "a (os error x) (os error", "é (os error"] {
            assert_eq!(without_numbers(text), text);
        }
    }
}
