//! Files of our own: actions after which they stay ours, and actions that make them foreign.

use std::fs::{self, File};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::common::own::{
    ATTACKS, MARK, SIZE, assert_needs_name, begin_own_file, confirm_by_name, fill, is_ours, mark, named_with_flag,
    no_confirmation, noise, refusal, run, seal_own_file, text, version_1, write_at,
};
use crate::common::{Scratch, exists};
use plimsoll_host::{Confirmation, GuardError, Refusal, examine, open_for_read, open_for_write, open_to_serve, remove};
use rustix::fs::{CWD, FlockOperation, RenameFlags, XattrFlags, flock, renameat_with, setxattr};

#[test]
fn a_file_is_ours_from_run_to_run() {
    let scratch = Scratch::new();
    let path = seal_own_file(&scratch.0.join("t"));
    for seed in 2..5 {
        let (opened, facts, permit) = open_for_write(&path, false, &no_confirmation()).expect("ours");
        assert!(facts.made_by_plimsoll && !facts.sparse);
        permit.begin(&opened).expect("noted");
        permit.begin(&opened).expect("noted again, before another Run");
        fill(&File::from(opened), seed);
        permit.seal();
    }
    assert!(is_ours(&path));
    assert!(!remove_beside_is_there(&path));
}

fn remove_beside_is_there(path: &Path) -> bool {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".plimsoll");
    Path::new(&beside).exists()
}

#[test]
fn opening_alone_changes_no_mark() {
    let scratch = Scratch::new();
    let path = seal_own_file(&scratch.0.join("t"));
    let before = mark(&path);
    drop(open_for_write(&path, false, &no_confirmation()).expect("ours"));
    drop(open_for_read(&path, false).expect("ours"));
    assert_eq!(mark(&path), before);
}

#[test]
fn what_does_not_touch_its_content_leaves_it_ours() {
    let scratch = Scratch::new();
    let path = seal_own_file(&scratch.0.join("t"));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("chmod");
    fs::hard_link(&path, scratch.0.join("second name")).expect("linked");
    setxattr(&path, "user.note", b"mine", XattrFlags::empty()).expect("noted");
    fs::read(&path).expect("read");
    let moved = scratch.0.join("moved");
    fs::rename(&path, &moved).expect("moved");
    assert!(is_ours(&moved) && is_ours(&scratch.0.join("second name")));
}

#[test]
fn what_is_put_into_it_makes_it_somebodys() {
    let scratch = Scratch::new();
    for (name, attack, says) in ATTACKS {
        let path = seal_own_file(&scratch.0.join(name.replace(' ', "-")));
        attack(&path);
        assert_needs_name(&path, &format!("a file that Plimsoll made, but changed since Plimsoll wrote it: {says}"));
        assert!(open_for_read(&path, false).is_ok(), "reading is never asked for");
    }
}

#[test]
fn a_file_system_made_in_it_needs_its_flag_too() {
    let scratch = Scratch::new();
    for (program, args, name) in [("mkfs.ext4", &["-q", "-F"][..], "ext4"), ("mkswap", &[][..], "swap")] {
        if !exists(program) {
            eprintln!("skipped: {name}, since {program} is not installed");
            continue;
        }
        let path = seal_own_file(&scratch.0.join(name));
        run(program, &[args, &[text(&path)]].concat()).expect("made");
        for confirmation in [no_confirmation(), confirm_by_name(&path)] {
            let shown = refusal(&path, &confirmation);
            assert!(matches!(shown, Refusal::Signature { .. }) && shown.to_string().contains(name), "{shown}");
        }
        let flag_alone = Confirmation { named: None, overwrite_signature: true, identity: None };
        assert!(matches!(refusal(&path, &flag_alone), Refusal::NotConfirmed { .. }));
        assert!(open_for_write(&path, false, &named_with_flag(&path)).is_ok());
    }
}

#[test]
fn a_strangers_file_with_a_file_system_needs_both() {
    let scratch = Scratch::new();
    let path = scratch.file("image", SIZE);
    write_at(&path, 0, b"XFSB");
    assert!(matches!(refusal(&path, &confirm_by_name(&path)), Refusal::Signature { .. }));
    assert!(open_for_write(&path, false, &named_with_flag(&path)).is_ok());
}

#[test]
fn a_signature_that_came_while_we_wrote_is_not_sealed_away() {
    let scratch = Scratch::new();
    let path = scratch.0.join("t");
    let (_file, permit) = begin_own_file(&path);
    write_at(&path, 0, b"XFSB");
    permit.seal();
    assert!(examine(&path).expect("a file").made_by_plimsoll, "as far as the mark tells");
    assert!(matches!(refusal(&path, &confirm_by_name(&path)), Refusal::Signature { .. }));
    let flag_alone = Confirmation { named: None, overwrite_signature: true, identity: None };
    assert!(refusal(&path, &flag_alone).to_string().contains("holds a signature that Plimsoll did not write"));
    assert!(open_for_write(&path, false, &named_with_flag(&path)).is_ok());
    // Two bytes that a random fill has by chance are no reason to ask.
    let path = scratch.0.join("by chance");
    let (_file, permit) = begin_own_file(&path);
    write_at(&path, 510, b"\x55\xaa");
    permit.seal();
    assert!(is_ours(&path));
}

#[test]
fn a_copy_is_not_ours_nor_what_was_moved_to_its_place() {
    let scratch = Scratch::new();
    let path = seal_own_file(&scratch.0.join("t"));
    let copy = scratch.0.join("copy");
    run("cp", &["-a", text(&path), text(&copy)]).expect("copied");
    assert_eq!(mark(&copy), mark(&path), "the copy carries the mark along");
    assert_needs_name(&copy, "a file that Plimsoll did not make");
    fs::rename(&copy, &path).expect("moved");
    assert_needs_name(&path, "a file that Plimsoll did not make");
}

#[test]
fn a_file_that_was_named_once_is_ours_again_if_plimsoll_made_it() {
    let scratch = Scratch::new();
    let path = seal_own_file(&scratch.0.join("t"));
    let write_named = |path: &Path| {
        let (opened, _, permit) = open_for_write(path, false, &confirm_by_name(path)).expect("named");
        permit.begin(&opened).expect("noted");
        fill(&File::from(opened), 3);
        permit.seal();
    };
    write_at(&path, 7, b"data");
    write_named(&path);
    assert!(is_ours(&path));
    let foreign = scratch.file("foreign", SIZE);
    write_named(&foreign);
    assert_needs_name(&foreign, "a file that Plimsoll did not make");
}

#[test]
fn a_strangers_file_that_was_named_and_written_anew_is_ours_until_somebody_changes_it() {
    let scratch = Scratch::new();
    for (name, attack, says) in ATTACKS {
        let path = scratch.0.join(name.replace(' ', "-"));
        fs::write(&path, noise(7)).expect("a stranger's");
        assert_needs_name(&path, "a file that Plimsoll did not make");
        let (opened, _, permit) = open_for_write(&path, false, &confirm_by_name(&path)).expect("named");
        assert!(permit.is_foreign());
        let file = File::from(opened);
        fill(&file, 3);
        permit.seal();
        assert!(permit.adopt(&file).expect("marked"));
        assert!(!permit.covers(&file), "nothing is written after the seal");
        drop(file);
        assert!(is_ours(&path));
        attack(&path);
        assert_needs_name(&path, &format!("a file that Plimsoll made, but changed since Plimsoll wrote it: {says}"));
    }
}

#[test]
fn what_is_ours_already_is_not_adopted() {
    let scratch = Scratch::new();
    let (file, permit) = begin_own_file(&scratch.0.join("t"));
    assert!(!permit.is_foreign());
    assert!(!permit.adopt(&file).expect("left alone"));
}

#[test]
fn the_refusal_of_a_file_names_the_one_command_that_makes_it_ours() {
    let scratch = Scratch::new();
    for name in ["t", "it's here"] {
        let path = scratch.0.join(name);
        fs::write(&path, noise(7)).expect("a stranger's");
        let line = refusal(&path, &no_confirmation()).to_string();
        let (_, command) =
            line.split_once("run this once, after which every command may write to it: ").expect("a command");
        let words = run("sh", &["-c", &format!("printf '%s\\n' {command}")]).expect("a shell reads it");
        let path = text(&path);
        assert_eq!(words.lines().collect::<Vec<_>>(), ["plimsoll", "prepare", path, "--i-will-lose-the-data-on", path]);
    }
}

#[test]
fn marks_of_other_versions_must_be_named_once() {
    let scratch = Scratch::new();
    let path = seal_own_file(&scratch.0.join("t"));
    let later = mark(&path).replace("\"plimsoll\":2", "\"plimsoll\":3");
    version_1(&path);
    for other in [mark(&path), later] {
        setxattr(&path, MARK, other.as_bytes(), XattrFlags::empty()).expect("marked");
        assert_needs_name(&path, "another version of Plimsoll");
        assert!(open_to_serve(&path, &no_confirmation()).is_ok(), "what it holds is kept");
    }
    let (opened, _, permit) = open_for_write(&path, false, &confirm_by_name(&path)).expect("named");
    permit.begin(&opened).expect("noted");
    permit.seal();
    drop(opened);
    assert!(is_ours(&path));
    for nonsense in ["", "{}", "[]", "\0", "{\"plimsoll\":2}"] {
        setxattr(&path, MARK, nonsense.as_bytes(), XattrFlags::empty()).expect("marked");
        assert_needs_name(&path, "a file that Plimsoll did not make");
    }
}

#[test]
fn what_was_served_is_not_overwritten_unasked_and_stays_served() {
    let scratch = Scratch::new();
    let path = scratch.0.join("t");
    let (file, permit) = begin_own_file(&path);
    permit.hand_over(&file).expect("noted");
    write_at(&path, 5, b"a client's");
    drop(file);
    assert_needs_name(&path, "holds what clients of plimsoll serve wrote");
    let (opened, _, permit) = open_to_serve(&path, &no_confirmation()).expect("kept");
    permit.hand_over(&opened).expect("noted");
    // Somebody else's program has it open, such as qemu-nbd; our own server locks it, and says so itself.
    let by_another = || open_to_serve(&path, &no_confirmation()).map(|_| ());
    assert!(matches!(by_another(), Err(GuardError::Refused(Refusal::OpenForWriting { .. }))), "{:?}", by_another());
    flock(&opened, FlockOperation::LockExclusive).expect("locked");
    assert!(by_another().is_ok());
    drop(opened);
    // A file system that a client made in it is no reason to ask: nothing is overwritten.
    write_at(&path, 0, b"XFSB");
    assert!(open_to_serve(&path, &no_confirmation()).is_ok());
    assert!(matches!(refusal(&path, &confirm_by_name(&path)), Refusal::Signature { .. }));
    // A fill of ours can be served; what somebody else put into it, or made, only when it is named.
    let fill = seal_own_file(&scratch.0.join("fill"));
    assert!(open_to_serve(&fill, &no_confirmation()).is_ok());
    write_at(&fill, 5, b"somebody's");
    for path in [&fill, &scratch.file("foreign", SIZE)] {
        assert!(matches!(
            open_to_serve(path, &no_confirmation()),
            Err(GuardError::Refused(Refusal::NotConfirmed { .. }))
        ));
        let (opened, _, permit) = open_to_serve(path, &confirm_by_name(path)).expect("named");
        permit.hand_over(opened).expect("noted, or none of ours");
    }
    assert!(open_to_serve(&fill, &no_confirmation()).is_ok(), "named once");
}

#[test]
fn what_is_sealed_can_be_removed_and_nothing_else() {
    let scratch = Scratch::new();
    let path = seal_own_file(&scratch.0.join("t"));
    let link = scratch.0.join("link");
    symlink(&path, &link).expect("link");
    for (kept, says) in [(&link, "is a link"), (&scratch.file("foreign", 1), "did not make")] {
        let error = remove(kept).expect_err("kept");
        assert_eq!(error.exit_code(), 73);
        assert!(error.to_string().contains(says), "{error}");
        assert!(kept.exists());
    }
    remove(&path).expect("ours");
    assert!(!path.exists());
    assert_eq!(remove(&path).expect_err("gone").exit_code(), 66);
    let changed = seal_own_file(&scratch.0.join("changed"));
    write_at(&changed, 1, b"data");
    assert!(remove(&changed).expect_err("kept").to_string().contains("its times differ"));
}

#[test]
fn a_strangers_file_is_never_removed_when_two_folders_change_places() {
    let scratch = Scratch::new();
    let (ours, theirs) = (scratch.0.join("ours"), scratch.0.join("theirs"));
    for _ in 0..30 {
        for folder in [&ours, &theirs] {
            let _ = fs::remove_dir_all(folder);
            fs::create_dir(folder).expect("folder");
        }
        fs::write(theirs.join("t"), "precious").expect("written");
        seal_own_file(&ours.join("t"));
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    renameat_with(CWD, &ours, CWD, &theirs, RenameFlags::EXCHANGE).expect("exchanged");
                }
            });
            let _ = remove(&ours.join("t"));
            over.store(true, Ordering::Relaxed);
        });
        let kept = [&ours, &theirs].map(|folder| fs::read(folder.join("t")).unwrap_or_default());
        assert!(kept.contains(&b"precious".to_vec()), "a stranger's file was removed");
    }
}
