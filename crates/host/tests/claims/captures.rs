//! A machine that was captured elsewhere: its names are looked up in its own tree, never on this machine.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use crate::common::{Scratch, Tree};
use plimsoll_host::{SysRoot, chain, file_system};

/// A disk with a partition, which carries a volume that is mounted at `/srv`; the root file system is another disk's.
fn machine() -> Tree {
    let mut tree = Tree::new();
    tree.disk("sda", "8:0").partition("sda", "sda1", "8:1").disk("dm-0", "253:0").stands_on("dm-0", "sda1");
    tree.disk("sdb", "8:16");
    tree.write("sys/devices/dm-0/dm/name", "vg-srv\n");
    tree.mount("8:16", "/", "ext4", "/dev/sdb").mount("253:0", "/srv", "xfs", "/dev/mapper/vg-srv");
    tree
}

fn capture_root(tree: &Tree) -> SysRoot {
    SysRoot::capture_at(&tree.path(""))
}

fn names(root: &SysRoot, path: &str) -> Vec<String> {
    chain(root, Path::new(path)).expect("a chain").into_iter().map(|device| device.name).collect()
}

#[test]
fn a_device_is_found_by_its_name_its_volume_name_and_a_link() {
    let tree = machine();
    fs::create_dir_all(tree.path("dev/disk/by-id")).expect("directory");
    symlink("../../dm-0", tree.path("dev/disk/by-id/dm-name-vg-srv")).expect("link");
    let root = capture_root(&tree);
    for name in ["/dev/dm-0", "/dev/mapper/vg-srv", "/dev/disk/by-id/dm-name-vg-srv"] {
        assert_eq!(names(&root, name), ["dm-0", "sda1", "sda"], "{name}");
        assert_eq!(file_system(&root, Path::new(name)).expect("known"), None, "{name} is a device");
    }
}

#[test]
fn a_file_lies_on_what_its_own_machine_mounts_though_this_one_has_such_a_file_too() {
    let tree = machine();
    let root = capture_root(&tree);
    assert_eq!(names(&root, "/srv/data/test.dat"), ["dm-0", "sda1", "sda"]);
    // It exists here, on quite another device.
    assert_eq!(names(&root, "/etc/passwd"), ["sdb"]);
    let found = file_system(&root, Path::new("/srv/data/test.dat")).expect("known").expect("a file system");
    assert_eq!((found.type_name.as_str(), found.mount_point.as_str()), ("xfs", "/srv"));
}

#[test]
fn a_file_behind_a_loop_device_is_looked_for_on_its_own_machine() {
    let mut tree = machine();
    tree.loop_on("loop0", "7:0", "/etc/passwd");
    assert_eq!(names(&capture_root(&tree), "/dev/loop0"), ["loop0", "sdb"]);
}

#[test]
fn a_device_that_the_tree_does_not_have_is_an_error_not_an_empty_chain() {
    let tree = machine();
    let error = chain(&capture_root(&tree), Path::new("/dev/nvme9n9")).expect_err("none");
    assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
}

#[test]
fn a_link_that_leads_out_of_the_tree_leads_nowhere() {
    let tree = machine();
    let elsewhere = Scratch::new();
    fs::write(elsewhere.0.join("dev"), "65:0\n").expect("written");
    symlink(&elsewhere.0, tree.path("sys/class/block/sdx")).expect("link");
    assert!(chain(&capture_root(&tree), Path::new("/dev/sdx")).is_err());
}
