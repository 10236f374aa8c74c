//! The mark on every file system that this machine can mount, and what file systems refuse.

use std::fs::{self, File};
use std::os::unix::fs::{FileExt, PermissionsExt};
use std::process::Command;

use crate::common::own::{
    MountGuard, SIZE, assert_needs_name, begin_own_file, confirm_by_name, fill, is_ours, named_with_flag,
    no_confirmation, run, seal_own_file, text, version_1, write_at,
};
use crate::common::{Scratch, exists};
use plimsoll_host::{open_for_read, open_for_write, remove};
use rustix::fs::{XattrFlags, setxattr};

/// Mounts of every kind that can be had here, each with a name.
fn file_systems(scratch: &Scratch) -> Vec<(&'static str, MountGuard)> {
    let at = |name: &str| {
        let folder = scratch.0.join(name);
        fs::create_dir_all(&folder).expect("mount point");
        folder
    };
    let mut found = Vec::new();
    let mut mount = |name: &'static str, arguments: &[&str]| {
        let folder = at(name);
        match run("mount", &[arguments, &[text(&folder)]].concat()) {
            Ok(_) => found.push((name, MountGuard(folder))),
            Err(why) => eprintln!("skipped: {name}, since it can't be mounted ({why})"),
        }
    };
    mount("ramfs", &["-t", "ramfs", "none"]);
    mount("tmpfs", &["-t", "tmpfs", "none"]);
    for (name, program, arguments, size) in [
        ("xfs", "mkfs.xfs", &["-q"][..], 320 << 20),
        ("btrfs", "mkfs.btrfs", &["-q"], 160 << 20),
        ("vfat", "mkfs.vfat", &[], 64 << 20),
        // Small inodes: times are whole seconds, and births aren't kept.
        ("ext4 of whole seconds", "mkfs.ext4", &["-q", "-I", "128"], 64 << 20),
    ] {
        let image = scratch.file(&format!("{name}.img"), size);
        match run(program, &[arguments, &[text(&image)]].concat()) {
            Ok(_) => mount(name, &["-o", "loop", text(&image)]),
            Err(why) => eprintln!("skipped: {name}, since it can't be made ({why})"),
        }
    }
    let (lower, upper, work) = (at("lower"), at("upper"), at("work"));
    let layers = format!("lowerdir={},upperdir={},workdir={}", text(&lower), text(&upper), text(&work));
    mount("overlay", &["-t", "overlay", "-o", &layers, "overlay"]);
    found
}

#[test]
fn so_it_is_on_every_file_system_that_can_be_had() {
    let scratch = Scratch::new();
    for (name, mounted) in file_systems(&scratch) {
        let path = mounted.0.join("t");
        let beside = mounted.0.join("t.plimsoll");
        let (file, permit) = begin_own_file(&path);
        permit.seal();
        drop(file);
        assert!(is_ours(&path), "{name}");
        assert_eq!(beside.exists(), matches!(name, "ramfs" | "vfat"), "{name}: attributes where they are kept");
        let (opened, _, permit) = open_for_write(&path, false, &no_confirmation()).expect("ours");
        permit.begin(&opened).expect("noted");
        fill(&File::from(opened), 2);
        drop(permit);
        assert!(is_ours(&path), "{name}: killed");
        let (opened, _, permit) = open_for_write(&path, false, &no_confirmation()).expect("ours");
        permit.begin(&opened).expect("noted");
        permit.seal();
        drop(opened);
        assert!(is_ours(&path), "{name}");
        if beside.exists() {
            // The mark goes by the name there.
            let second = mounted.0.join("second name");
            if fs::hard_link(&path, &second).is_ok() {
                assert_needs_name(&second, "did not make");
            }
        }
        write_at(&path, SIZE / 2, b"data");
        let says = if name == "vfat" { "changed since" } else { "its times differ" };
        assert_needs_name(&path, says);
        let (opened, _, permit) = open_for_write(&path, false, &confirm_by_name(&path)).expect("named");
        permit.begin(&opened).expect("noted");
        permit.seal();
        remove(&path).expect("ours");
        assert!(!path.exists() && !beside.exists(), "{name}");
        eprintln!("{name}: as on the scratch folder");
    }
}

#[test]
fn looking_at_a_file_leaves_nothing_of_it_in_the_page_cache() {
    if !exists("fincore") {
        eprintln!("skipped: fincore (util-linux) is not installed");
        return;
    }
    let scratch = Scratch::new();
    let own = seal_own_file(&scratch.0.join("own"));
    let foreign = scratch.0.join("foreign");
    fs::copy(&own, &foreign).expect("copied");
    for path in [&own, &foreign] {
        let file = File::open(path).expect("opened");
        file.sync_all().expect("synced");
        rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::DontNeed).expect("let go of");
        let cached = || run("fincore", &["-n", "-b", "-o", "RES", text(path)]).expect("told");
        if cached() != "0" {
            eprintln!("skipped: the page cache keeps {} here", path.display());
            return;
        }
        drop(open_for_write(path, false, &confirm_by_name(path)).expect("named"));
        drop(open_for_read(path, false).expect("opened"));
        let now: u64 = cached().parse().expect("bytes");
        // `blkid`, which is asked about a stranger's file, reads through the cache: a few pages.
        assert!(now == 0 || path == &foreign && now <= 2 << 20, "{now} bytes of {}", path.display());
    }
}

#[test]
fn what_cannot_be_written_by_anybody_is_still_refused() {
    let scratch = Scratch::new();
    let path = seal_own_file(&scratch.0.join("program"));
    let program = fs::read("/bin/sleep").expect("a program");
    let (opened, _, permit) = open_for_write(&path, false, &no_confirmation()).expect("ours");
    permit.begin(&opened).expect("noted");
    File::from(opened).write_all_at(&program, 0).expect("written");
    permit.seal();
    drop(permit);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("chmod");
    let mut running = Command::new(&path).arg("1000").spawn().expect("runs");
    let refused = open_for_write(&path, false, &named_with_flag(&path)).expect_err("it is being executed");
    running.kill().expect("killed");
    running.wait().expect("waited for");
    assert_eq!(refused.exit_code(), 74, "{refused}");
    if run("chattr", &["+i", text(&path)]).is_ok() {
        let refused = open_for_write(&path, false, &named_with_flag(&path)).expect_err("immutable");
        run("chattr", &["-i", text(&path)]).expect("taken back");
        assert_eq!(refused.exit_code(), 74, "{refused}");
    }
}

#[test]
fn a_mark_that_cannot_be_renewed_is_told_and_the_file_must_be_named_again() {
    let scratch = Scratch::new();
    let path = seal_own_file(&scratch.0.join("t"));
    version_1(&path);
    // No room is left for a longer one: attributes have the inode's, and on ext4 one block. Others have no such limit.
    for (number, length) in (0..).zip([3000, 900, 100, 50, 20, 10, 5, 1].into_iter().cycle().take(160)) {
        let _ = setxattr(&path, format!("user.{number}"), &vec![b'x'; length], XattrFlags::empty());
    }
    let (opened, _, permit) = open_for_write(&path, false, &confirm_by_name(&path)).expect("named");
    if permit.begin(&opened).is_ok() {
        eprintln!("skipped: attributes have room without end here");
        return;
    }
    fill(&File::from(opened), 2);
    permit.seal();
    assert_needs_name(&path, "another version of Plimsoll");
}

/// Inode, birth, attributes, times and content are those of the file of ours.
#[test]
fn the_twin_of_a_file_of_ours_in_a_snapshot_is_a_strangers() {
    let scratch = Scratch::new();
    let Some((_, mounted)) = file_systems(&scratch).into_iter().find(|(name, _)| *name == "btrfs") else {
        eprintln!("skipped: no btrfs here");
        return;
    };
    let path = seal_own_file(&mounted.0.join("t"));
    let snapshot = mounted.0.join("snapshot");
    if let Err(why) = run("btrfs", &["subvolume", "snapshot", text(&mounted.0), text(&snapshot)]) {
        eprintln!("skipped: no snapshot ({why})");
        return;
    }
    let twin = snapshot.join("t");
    assert_eq!(
        fs::metadata(&twin).expect("there").modified().ok(),
        fs::metadata(&path).expect("there").modified().ok()
    );
    assert_needs_name(&twin, "a file that Plimsoll did not make");
    assert!(is_ours(&path));
}
