//! Files of our own whose writers were killed, or are several.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::common::Scratch;
use crate::common::own::{
    ATTACKS, SIZE, assert_needs_name, begin_own_file, fill, is_ours, mark, no_confirmation, refusal, write_at,
};
use plimsoll_host::{Refusal, open_for_write};
use rustix::fs::{Timespec, Timestamps, futimens};

/// The signs of life of the writers on a file's mark: their files.
fn signs(path: &Path) -> Vec<PathBuf> {
    let mark: serde_json::Value = serde_json::from_str(&mark(path)).expect("JSON");
    let folder = PathBuf::from(format!("/dev/shm/plimsoll-{}", rustix::process::geteuid().as_raw()));
    let names = mark["writers"].as_array().cloned().unwrap_or_default();
    names.iter().map(|name| folder.join(format!("{}.alive", name.as_str().expect("a name")))).collect()
}

/// As if the last sign of life had been given so much earlier.
fn died_earlier(path: &Path, seconds: i64) {
    for sign in signs(path).iter().filter(|sign| sign.exists()) {
        let mut words = fs::read(sign).expect("a sign");
        // The thread that gives it ends soon after its permit went, and says so.
        while words[8..] == [0; 8] {
            std::thread::yield_now();
            words = fs::read(sign).expect("a sign");
        }
        let at = i64::from_le_bytes(words[..8].try_into().expect("a word")) - seconds * 1_000_000_000;
        words[..8].copy_from_slice(&at.to_le_bytes());
        fs::write(sign, words).expect("written");
    }
}

#[test]
fn what_a_killed_process_wrote_is_ours_until_somebody_touches_it() {
    let scratch = Scratch::new();
    // Dropped without being sealed: to the file that is a kill.
    let killed = |name: &str| {
        let path = scratch.0.join(name);
        drop(begin_own_file(&path));
        path
    };
    let path = killed("left alone");
    assert!(is_ours(&path));
    // Taken up by the next, killed too, and then brought to its end.
    let (opened, _, permit) = open_for_write(&path, false, &no_confirmation()).expect("ours");
    permit.begin(&opened).expect("noted");
    drop(permit);
    assert!(is_ours(&path));
    let left = signs(&path);
    let (opened, _, permit) = open_for_write(&path, false, &no_confirmation()).expect("ours");
    permit.begin(&opened).expect("noted");
    permit.seal();
    assert!(is_ours(&path));
    assert!(left.iter().all(|sign| !sign.exists()), "nothing is left in memory");
    for (name, attack, _) in ATTACKS {
        let path = killed(&name.replace(' ', "-"));
        died_earlier(&path, 60);
        attack(&path);
        let says = if fs::metadata(&path).expect("there").len() == SIZE { "was killed" } else { "its size differs" };
        assert_needs_name(&path, says);
    }
    let path = killed("file system");
    write_at(&path, 0, b"XFSB");
    assert!(matches!(refusal(&path, &no_confirmation()), Refusal::Signature { .. }), "at once, within the slack too");
}

#[test]
fn without_a_sign_of_life_the_mark_s_own_note_has_to_do() {
    let scratch = Scratch::new();
    let path = scratch.0.join("t");
    drop(begin_own_file(&path));
    signs(&path).iter().for_each(|sign| fs::remove_file(sign).expect("removed"));
    assert!(is_ours(&path), "it was changed soon after it was noted");
    // Two minutes later, as the file system tells it.
    let file = File::options().write(true).open(&path).expect("opened");
    let now = rustix::fs::fstat(&file).expect("stat");
    let later = Timespec { tv_sec: now.st_mtime + 120, tv_nsec: 0 };
    futimens(&file, &Timestamps { last_access: later, last_modification: later }).expect("set");
    drop(file);
    assert_needs_name(&path, "killed or its machine went down");
}

#[test]
fn of_two_writers_the_last_seals_and_neither_hides_what_the_other_changed() {
    let scratch = Scratch::new();
    for first_out in [0, 1] {
        let path = scratch.0.join(format!("t{first_out}"));
        let (file, first) = begin_own_file(&path);
        let (_, _, second) = open_for_write(&path, false, &no_confirmation()).expect("ours: another of us writes");
        second.begin(&file).expect("noted");
        let (out, stays) = if first_out == 0 { (first, second) } else { (second, first) };
        out.seal();
        assert!(mark(&path).contains("writing"), "the other still writes");
        fill(&file, 4);
        assert!(is_ours(&path));
        if first_out == 0 {
            stays.seal();
            assert!(mark(&path).contains("sealed") && is_ours(&path));
        } else {
            drop(stays);
            died_earlier(&path, 60);
            write_at(&path, SIZE / 2, b"data");
            drop(file);
            assert_needs_name(&path, "was killed");
        }
    }
}
