//! Uses of a device, on made-up machines; and the decision of the rules on each.

use std::os::unix::fs::MetadataExt;
use std::path::Path;

use crate::common::Tree;
use plimsoll_host::guard::{FileIdentity, Identity, MountedOn, Relation, Signature, Witness};
use plimsoll_host::{
    Confirmation, FileTarget, InUse, Refusal, TargetFacts, TargetIdentity, TargetKind, authorise_export, judge,
};

fn of(tree: &Tree, number: &str) -> InUse {
    InUse::of_device(&tree.root(), number.parse().expect("number")).expect("a device of the tree")
}

fn facts(kind: TargetKind, in_use: InUse) -> TargetFacts {
    TargetFacts {
        name: "/dev/target".into(),
        canonical: "/dev/canonical".into(),
        kind,
        identity: Identity { dev: 1, ino: 2, rdev: 3 },
        lasting: TargetIdentity::File(file_identity(2)),
        size_bytes: 1 << 30,
        logical_block_size: Some(512),
        buffer_alignment: None,
        direct_io: None,
        read_only: false,
        made_by_plimsoll: false,
        doubt: None,
        sparse: false,
        signatures: Some(Vec::new()),
        in_use,
    }
}

fn file_identity(inode: u64) -> FileIdentity {
    FileIdentity { inode, born_ns: Some(1), file_system: None, size_bytes: Some(1 << 30), signatures: None }
}

/// Every confirmation that a user can give.
fn full_confirmation() -> Confirmation {
    Confirmation { named: Some("/dev/target".into()), overwrite_signature: true, identity: None }
}

fn in_use_refusal(in_use: InUse) -> Refusal {
    judge(&facts(TargetKind::BlockDevice, in_use), &full_confirmation()).expect_err("in use")
}

fn mounts(in_use: &InUse) -> Vec<(&str, &str)> {
    in_use.mounts.iter().map(|mount| (mount.device.as_str(), mount.mount_point.as_str())).collect()
}

/// sda: sda1 is mounted, sda2 carries an LVM volume that is mounted, sda3 is swap, sda4 is free. sdb is free.
fn server() -> Tree {
    let mut tree = Tree::new();
    tree.disk("sda", "8:0").disk("sdb", "8:16");
    for (name, number) in [("sda1", "8:1"), ("sda2", "8:2"), ("sda3", "8:3"), ("sda4", "8:4")] {
        tree.partition("sda", name, number);
    }
    tree.disk("dm-0", "253:0").stands_on("dm-0", "sda2");
    tree.mount("8:1", "/boot", "ext4", "/dev/sda1").mount("253:0", "/", "xfs", "/dev/mapper/vg-root");
    tree.mount("0:22", "/sys", "sysfs", "sysfs").swap("/dev/sda3", "partition");
    tree
}

#[test]
fn a_free_disk_is_free() {
    let in_use = of(&server(), "8:16");
    assert_eq!(in_use, InUse::default());
    assert_eq!(judge(&facts(TargetKind::BlockDevice, in_use), &full_confirmation()), Ok(()));
}

#[test]
fn a_free_partition_beside_mounted_ones_is_free() {
    assert_eq!(of(&server(), "8:4"), InUse::default());
}

#[test]
fn a_mounted_partition_is_in_use_and_so_is_its_disk() {
    let tree = server();
    assert_eq!(mounts(&of(&tree, "8:1")), [("sda1", "/boot")]);
    let disk = of(&tree, "8:0");
    assert_eq!(mounts(&disk), [("sda1", "/boot"), ("dm-0", "/")]);
    assert_eq!(disk.partitions, ["sda1", "sda2", "sda3", "sda4"]);
    assert_eq!(disk.holders, ["dm-0"]);
    assert_eq!(disk.swaps, ["/dev/sda3"]);
    assert_eq!(
        in_use_refusal(disk).to_string(),
        "refusing to write: /dev/target lies beneath sda1, which is mounted on /boot. Choose another target, or unmount it first"
    );
}

#[test]
fn what_an_lvm_volume_stands_on_is_held_even_when_nothing_is_mounted() {
    let mut tree = server();
    assert_eq!(mounts(&of(&tree, "8:2")), [("dm-0", "/")]);
    tree = {
        let mut unmounted = Tree::new();
        unmounted.disk("sda", "8:0").partition("sda", "sda2", "8:2").disk("dm-0", "253:0").stands_on("dm-0", "sda2");
        unmounted.tables();
        unmounted
    };
    let in_use = of(&tree, "8:2");
    assert_eq!(in_use, InUse { holders: vec!["dm-0".into()], ..InUse::default() });
    assert!(matches!(in_use_refusal(in_use), Refusal::Held { .. }));
    assert_eq!(of(&tree, "253:0"), InUse::default(), "the volume itself is free");
}

#[test]
fn a_swap_partition_is_refused() {
    let in_use = of(&server(), "8:3");
    assert_eq!(in_use.swaps, ["/dev/sda3"]);
    assert!(matches!(in_use_refusal(in_use), Refusal::Swap { .. }));
}

#[test]
fn swap_on_a_mapped_name_is_found() {
    let mut tree = Tree::new();
    tree.disk("dm-1", "253:1").write("sys/devices/dm-1/dm/name", "vg-swap\n");
    tree.swap("/dev/mapper/vg-swap", "partition");
    assert_eq!(of(&tree, "253:1").swaps, ["/dev/mapper/vg-swap"]);
}

#[test]
fn a_multipath_member_is_held_and_so_are_its_partitions_by_the_disk() {
    let mut tree = Tree::new();
    tree.disk("sdc", "8:32").partition("sdc", "sdc1", "8:33").disk("dm-5", "253:5").stands_on("dm-5", "sdc");
    tree.write("sys/devices/dm-5/dm/uuid", "mpath-3600a\n");
    tree.tables();
    assert_eq!(of(&tree, "8:32").holders, ["dm-5"]);
    assert_eq!(of(&tree, "8:33").holders, ["dm-5"]);
}

#[test]
fn holders_are_followed_upwards_through_raid_and_encryption() {
    let mut tree = Tree::new();
    tree.disk("sdd", "8:48").disk("md0", "9:0").disk("dm-7", "253:7").partition("md0", "md0p1", "259:1");
    tree.stands_on("md0", "sdd").stands_on("dm-7", "md0p1");
    tree.mount("253:7", "/srv", "ext4", "/dev/mapper/secret");
    let in_use = of(&tree, "8:48");
    assert_eq!(in_use.holders, ["dm-7", "md0"]);
    assert_eq!(mounts(&in_use), [("dm-7", "/srv")]);
}

#[test]
fn a_partition_of_a_disk_that_is_mounted_whole_is_refused() {
    let mut tree = Tree::new();
    tree.disk("sde", "8:64").partition("sde", "sde1", "8:65").mount("8:64", "/mnt", "ext4", "/dev/sde");
    assert_eq!(mounts(&of(&tree, "8:65")), [("sde", "/mnt")]);
}

#[test]
fn a_mount_with_an_anonymous_number_is_found_by_its_source() {
    let mut tree = Tree::new();
    tree.disk("sdf", "8:80").disk("sdg", "8:96").mount("0:45", "/data", "btrfs", "/dev/sdf");
    assert_eq!(mounts(&of(&tree, "8:80")), [("sdf", "/data")]);
    // The second device of that btrfs appears in no mount; only its own directory in sysfs tells.
    assert_eq!(of(&tree, "8:96"), InUse::default());
    for name in ["sdf", "sdg"] {
        tree.write(&format!("sys/fs/btrfs/0b5e/devices/{name}"), "");
    }
    assert_eq!(of(&tree, "8:96").holders, ["btrfs on sdg"]);
}

#[test]
fn a_registered_bcache_member_is_held() {
    let mut tree = Tree::new();
    tree.disk("sdh", "8:112").write("sys/devices/sdh/bcache/running", "1\n");
    tree.tables();
    assert_eq!(of(&tree, "8:112").holders, ["bcache on sdh"]);
}

#[test]
fn a_disk_under_a_loop_device_is_refused_with_what_is_mounted_there() {
    let mut tree = Tree::new();
    tree.disk("sdi", "8:128").loop_on("loop0", "7:0", "/dev/sdi").tables();
    assert_eq!(of(&tree, "8:128").loops, ["loop0"]);
    assert!(matches!(in_use_refusal(of(&tree, "8:128")), Refusal::LoopBacking { .. }));
    tree.mount("7:0", "/mnt", "ext4", "/dev/loop0");
    assert_eq!(mounts(&of(&tree, "8:128")), [("loop0", "/mnt")]);
}

#[test]
fn two_loop_devices_on_one_file_know_of_each_other() {
    let mut tree = Tree::new();
    let (a, b) = (tree.file("a"), tree.file("b"));
    tree.loop_on("loop0", "7:0", &a).loop_on("loop1", "7:1", &a).loop_on("loop2", "7:2", &b);
    tree.mount("7:1", "/mnt", "ext4", "/dev/loop1");
    assert_eq!(of(&tree, "7:0").loops, ["loop1"]);
    assert_eq!(mounts(&of(&tree, "7:0")), [("loop1", "/mnt")]);
    assert_eq!(of(&tree, "7:2"), InUse::default());
}

fn of_file(tree: &Tree, path: &str) -> InUse {
    let identity = std::fs::metadata(path).map_or((1, 1), |metadata| (metadata.dev(), metadata.ino()));
    let file = FileTarget { dev: identity.0, inode: identity.1, canonical: path.into(), through: path.into() };
    InUse::of_file(&tree.root(), &file).expect("tables")
}

#[test]
fn a_file_under_a_loop_device_or_used_as_swap_is_refused_whoever_made_it() {
    let mut tree = Tree::new();
    let (a, b, s) = (tree.file("a"), tree.file("b"), tree.file("swap file"));
    tree.loop_on("loop0", "7:0", &a).mount("7:0", "/mnt", "ext4", "/dev/loop0").swap(&s.replace(' ', "\\040"), "file");
    let ours = |in_use| TargetFacts { made_by_plimsoll: true, ..facts(TargetKind::RegularFile, in_use) };
    let under_loop = of_file(&tree, &a);
    assert_eq!(under_loop.loops, ["loop0"]);
    assert_eq!(mounts(&under_loop), [("loop0", "/mnt")]);
    assert!(judge(&ours(under_loop), &full_confirmation()).is_err());
    let swap = of_file(&tree, &s);
    assert_eq!(swap.swaps, [s.as_str()]);
    assert!(matches!(judge(&ours(swap), &full_confirmation()), Err(Refusal::Swap { .. })));
    assert_eq!(of_file(&tree, &b), InUse::default());
}

#[test]
fn a_loop_device_over_anything_that_is_in_use_is_refused() {
    // loop9 is backed by …; what of the server is in use is in use beneath it too.
    for (beneath, free) in
        [("sda", false), ("sda1", false), ("sda2", false), ("sda3", false), ("sda4", true), ("sdb", true)]
    {
        let mut tree = server();
        tree.loop_on("loop9", "7:9", &format!("/dev/{beneath}"));
        let in_use = of(&tree, "7:9");
        assert_eq!(
            judge(&facts(TargetKind::BlockDevice, in_use.clone()), &full_confirmation()).is_ok(),
            free,
            "{beneath}: {in_use:?}"
        );
        assert_eq!(in_use.through, [beneath], "nobody holds what is beneath a loop device: the permit must");
    }
}

#[test]
fn a_loop_device_over_a_free_device_is_refused_when_another_loop_or_volume_stands_there() {
    let mut tree = Tree::new();
    tree.disk("sda", "8:0").loop_on("loop0", "7:0", "/dev/sda").loop_on("loop1", "7:1", "/dev/sda").tables();
    assert_eq!(of(&tree, "7:0").loops, ["loop1"]);
    tree.disk("sdb", "8:16").disk("dm-0", "253:0").stands_on("dm-0", "sdb").loop_on("loop2", "7:2", "/dev/sdb");
    assert_eq!(of(&tree, "7:2").holders, ["dm-0"]);
}

#[test]
fn partitions_that_overlap_share_bytes() {
    // A Sun label's third partition is the whole disk.
    let mut tree = Tree::new();
    tree.disk("sda", "8:0").partition("sda", "sda1", "8:1").partition("sda", "sda3", "8:3");
    tree.starts_at("sda", "sda1", 64).starts_at("sda", "sda3", 0).tables();
    assert_eq!(of(&tree, "8:3").shared, ["sda1"]);
    assert!(matches!(in_use_refusal(of(&tree, "8:3")), Refusal::Shared { .. }));
    tree.mount("8:1", "/", "ext4", "/dev/sda1");
    assert_eq!(mounts(&of(&tree, "8:3")), [("sda1", "/")]);
}

#[test]
fn a_second_path_to_a_mounted_disk_is_refused() {
    let mut tree = Tree::new();
    tree.disk("sda", "8:0").disk("sdb", "8:16").disk("sdc", "8:32");
    for (name, wwid) in [("sda", "naa.600a0b80"), ("sdb", "naa.600a0b80"), ("sdc", "t10.QEMU")] {
        tree.write(&format!("sys/devices/{name}/device/wwid"), &format!("{wwid}\n"));
    }
    tree.mount("8:0", "/data", "xfs", "/dev/sda");
    assert_eq!(mounts(&of(&tree, "8:16")), [("sda", "/data")]);
    assert_eq!(of(&tree, "8:32"), InUse::default());
}

#[test]
fn volumes_of_one_manager_are_each_others_business_only_by_their_own_layers() {
    let mut tree = Tree::new();
    tree.disk("sda", "8:0");
    for (name, number, uuid) in [("dm-0", "253:0", "LVM-a"), ("dm-1", "253:1", "LVM-b"), ("dm-2", "253:2", "CRYPT-c")] {
        tree.disk(name, number)
            .stands_on(name, "sda")
            .write(&format!("sys/devices/{name}/dm/uuid"), &format!("{uuid}\n"));
    }
    tree.mount("253:0", "/", "xfs", "/dev/mapper/root");
    // Its manager says that dm-1 has bytes of its own; of dm-2 nobody says so.
    let volume = of(&tree, "253:1");
    assert_eq!((mounts(&volume), volume.holders.as_slice()), (vec![], ["dm-2".to_owned()].as_slice()));
    let other = of(&tree, "253:2");
    assert_eq!(mounts(&other), [("dm-0", "/")]);
    assert_eq!(other.holders, ["dm-0", "dm-1"]);
}

#[test]
fn what_cannot_be_followed_is_refused() {
    let mut tree = Tree::new();
    tree.disk("nbd0", "43:0").disk("sda", "8:0").disk("dm-0", "253:0").loop_on("loop0", "7:0", "/no/such/image");
    tree.disk("virtual/block/odd0", "250:0").disk("virtual/block/zram0", "252:0").disk("virtual/block/ublkb0", "259:9");
    std::fs::create_dir_all(tree.path("sys/devices/dm-0/slaves/sdx")).expect("a slave that isn't described");
    tree.tables();
    for number in ["43:0", "253:0", "7:0", "250:0", "259:9"] {
        assert!(matches!(in_use_refusal(of(&tree, number)), Refusal::Unfollowed { .. }), "{number}");
    }
    for number in ["252:0", "8:0"] {
        assert_eq!(of(&tree, number), InUse::default(), "{number}");
    }
    // Zram writes through to a device beneath it.
    tree.write("sys/devices/virtual/block/zram0/backing_dev", "/dev/sda\n");
    tree.mount("8:0", "/", "ext4", "/dev/sda");
    assert_eq!(mounts(&of(&tree, "252:0")), [("sda", "/")]);
    assert_eq!(of(&tree, "8:0").holders, ["zram0"]);
}

#[test]
fn mounts_of_other_namespaces_count() {
    let mut tree = Tree::new();
    tree.disk("sda", "8:0").loop_on("loop0", "7:0", "/dev/sda").tables();
    for (process, namespace) in [("self", "mnt:[1]"), ("17", "mnt:[1]"), ("18", "mnt:[2]")] {
        std::fs::create_dir_all(tree.path(&format!("proc/{process}/ns"))).expect("directory");
        std::os::unix::fs::symlink(namespace, tree.path(&format!("proc/{process}/ns/mnt"))).expect("link");
    }
    tree.write("proc/18/mountinfo", "90 1 8:0 / /inside rw - ext4 /dev/sda rw\n");
    for number in ["8:0", "7:0"] {
        assert_eq!(mounts(&of(&tree, number)), [("sda", "/inside in another mount namespace")]);
    }
}

#[test]
fn a_file_that_may_be_the_one_beneath_a_loop_device_under_another_name_is_refused() {
    // The loop device's file lies out of sight, as a host's does from a container: its name or size could be ours.
    let mut tree = Tree::new();
    let (image, other) = (tree.file("o.img"), tree.file("other.img"));
    std::fs::File::options().write(true).open(&other).and_then(|file| file.set_len(4096)).expect("length");
    tree.loop_on("loop0", "7:0", "/out/of/sight/o.img").tables();
    let guessed = of_file(&tree, &image);
    assert_eq!(guessed.loops, ["loop0"]);
    let line = judge(&facts(TargetKind::RegularFile, guessed), &full_confirmation()).expect_err("may be").to_string();
    assert_eq!(
        line,
        "refusing to write: cannot rule out that /dev/target is the file behind loop0: it has the same name, and the path of \
         that file is not visible here. Detach loop0, or use another file"
    );
    let free = of_file(&tree, &other);
    // Which it is all the same, if somebody has it open.
    assert_eq!(free.out_of_sight.len(), 1);
    assert_eq!(InUse { out_of_sight: Vec::new(), ..free }, InUse::default());
}

#[test]
fn what_cannot_be_read_is_an_error_not_a_free_device() {
    let mut tree = Tree::new();
    tree.disk("sda", "8:0");
    let number = "8:0".parse().expect("number");
    assert!(InUse::of_device(&tree.root(), number).is_err(), "no mountinfo");
    let file = FileTarget { dev: 1, inode: 1, canonical: "/a".into(), through: "/a".into() };
    assert!(InUse::of_file(&tree.root(), &file).is_err(), "no mountinfo");
    tree.write("proc/self/mountinfo", "");
    assert!(InUse::of_device(&tree.root(), number).is_ok(), "a kernel without swap");
    assert!(InUse::of_device(&tree.root(), "8:99".parse().expect("number")).is_err(), "unknown device");
}

#[test]
fn each_use_alone_refuses_device_and_file_even_with_everything_confirmed() {
    let name = || vec!["x".to_owned()];
    let mount = MountedOn {
        device: "x".into(),
        mount_point: "/x".into(),
        type_name: "ext4".into(),
        relation: Relation::Itself,
    };
    let uses = [
        InUse { mounts: vec![mount], ..InUse::default() },
        InUse { holders: name(), ..InUse::default() },
        InUse { partitions: name(), ..InUse::default() },
        InUse { swaps: name(), ..InUse::default() },
        InUse { loops: name(), ..InUse::default() },
        InUse { shared: name(), ..InUse::default() },
        InUse { unfollowed: name(), ..InUse::default() },
    ];
    for in_use in uses {
        for kind in [TargetKind::BlockDevice, TargetKind::RegularFile] {
            let facts = TargetFacts { made_by_plimsoll: true, ..facts(kind, in_use.clone()) };
            let refusal = judge(&facts, &full_confirmation()).expect_err("in use");
            assert_eq!(refusal.exit_code(), 73);
            let line = refusal.to_string();
            assert!(line.contains("/dev/target") && !line.contains('\n') && !line.contains("CHOOSE"), "{line}");
        }
    }
}

#[test]
fn who_confirmed_another_name_reads_both() {
    let facts = facts(TargetKind::BlockDevice, InUse::default());
    for identity in [None, Some(TargetIdentity::of_path(Path::new("/proc/self/exe")).expect("a file"))] {
        let confirmation = Confirmation { named: Some("/dev/loop1".into()), overwrite_signature: false, identity };
        let line = judge(&facts, &confirmation).expect_err("refused").to_string();
        assert!(line.starts_with("You confirmed /dev/loop1, but the target is /dev/target."), "{line}");
    }
}

#[test]
fn a_device_needs_its_name_and_a_signature_its_own_flag() {
    let clean = facts(TargetKind::BlockDevice, InUse::default());
    let ext4 = Signature { name: "ext4".into(), offset: Some(0x438), witness: Witness::Plimsoll };
    let signed = TargetFacts { signatures: Some(vec![ext4]), ..clean.clone() };
    let unknown = TargetFacts { signatures: None, ..clean.clone() };
    let say = |named: Option<&str>, overwrite_signature| Confirmation {
        named: named.map(Into::into),
        overwrite_signature,
        identity: None,
    };
    type Check = fn(&Result<(), Refusal>) -> bool;
    let not_confirmed: Check = |result| matches!(result, Err(Refusal::NotConfirmed { .. }));
    let other: Check = |result| matches!(result, Err(Refusal::OtherConfirmed { .. }));
    let signature: Check = |result| matches!(result, Err(Refusal::Signature { .. }));
    let unreadable: Check = |result| matches!(result, Err(Refusal::Unreadable { .. }));
    let fine: Check = |result| result.is_ok();
    let cases = [
        (&clean, say(None, false), not_confirmed),
        (&clean, say(None, true), not_confirmed),
        (&clean, say(Some("/dev/tar"), false), other),
        (&clean, say(Some(""), false), other),
        (&clean, say(Some("/dev/target"), false), fine),
        (&clean, say(Some("/dev/canonical"), false), fine),
        (&signed, say(None, false), signature),
        (&signed, say(Some("/dev/target"), false), signature),
        (&signed, say(None, true), not_confirmed),
        (&signed, say(Some("/dev/target"), true), fine),
        (&unknown, say(Some("/dev/target"), true), unreadable),
    ];
    for (index, (facts, confirmation, right)) in cases.iter().enumerate() {
        let result = judge(facts, confirmation);
        assert!(right(&result), "case {index}: {result:?}");
    }
}

#[test]
fn an_export_must_be_named() {
    let none = Confirmation::default();
    let named = Confirmation { named: Some("nbd://h/a".into()), ..Confirmation::default() };
    assert!(matches!(authorise_export("nbd://h/a", &none), Err(Refusal::NotConfirmed { .. })));
    assert!(matches!(authorise_export("nbd://h/b", &named), Err(Refusal::OtherConfirmed { .. })));
    let permit = authorise_export("nbd://h/a", &named).expect("named");
    assert!(permit.covers("nbd://h/a") && !permit.covers("nbd://h/b"));
}

#[test]
fn a_file_that_is_mounted_without_a_loop_device_is_in_use() {
    for type_name in ["erofs", "fuse.squashfuse", "fuse.fuse2fs"] {
        let mut tree = Tree::new();
        let (image, blob, other) = (tree.file("e.img"), tree.file("blob"), tree.file("other"));
        tree.mount("0:55", &format!("/m ro,device={blob}"), type_name, &image);
        for path in [&image, &blob] {
            let in_use = of_file(&tree, path);
            assert_eq!(mounts(&in_use), [(path.as_str(), "/m")], "{type_name}");
            let line = judge(&facts(TargetKind::RegularFile, in_use), &full_confirmation()).expect_err("mounted");
            assert!(line.to_string().contains("/dev/target is mounted on /m"), "{line}");
        }
        let free = of_file(&tree, &other);
        assert!(free.mounts.is_empty() && free.unfollowed.is_empty());
        // The image may have been renamed since: then it is open, and that is asked where it is opened.
        assert_eq!(free.out_of_sight.len(), 2);
        // A loop device over the image reaches it too.
        tree.loop_on("loop0", "7:0", &image);
        assert_eq!(mounts(&of(&tree, "7:0")), [(image.as_str(), "/m")]);
    }
    // A host's folder, not an image.
    let mut tree = Tree::new();
    let path = tree.file("shared");
    tree.mount("0:55", "/m", "9p", &path).mount("0:56", "/n", "autofs", &path);
    assert_eq!(of_file(&tree, &path), InUse::default());
}

#[test]
fn a_file_that_is_mounted_where_it_cannot_be_seen_is_found_by_its_namespace_or_may_be_any_of_its_name() {
    let mut tree = Tree::new();
    let (image, namesake) = (tree.file("e.img"), tree.file("there/e2.img"));
    tree.tables();
    for (process, namespace) in [("self", "mnt:[1]"), ("18", "mnt:[2]")] {
        std::fs::create_dir_all(tree.path(&format!("proc/{process}/ns"))).expect("directory");
        std::os::unix::fs::symlink(namespace, tree.path(&format!("proc/{process}/ns/mnt"))).expect("link");
    }
    std::os::unix::fs::symlink(tree.path("files"), tree.path("proc/18/root")).expect("link");
    tree.write(
        "proc/18/mountinfo",
        "90 1 0:55 / /inside ro - erofs /e.img ro\n91 1 0:56 / /gone ro - erofs /gone/e2.img ro\n",
    );
    assert_eq!(mounts(&of_file(&tree, &image)), [("/e.img", "/inside in another mount namespace")]);
    let guessed = of_file(&tree, &namesake);
    assert!(guessed.not_ruled_out.as_deref().is_some_and(|what| what.contains("mounted on /gone")), "{guessed:?}");
}

#[test]
fn a_refusal_says_how_the_target_lies_to_what_is_in_use_and_what_to_do() {
    let mut tree = Tree::new();
    let (image, idle) = (tree.file("image"), tree.file("idle"));
    tree.disk("sda", "8:0").partition("sda", "sda1", "8:1").loop_on("loop0", "7:0", &image).loop_on(
        "loop1",
        "7:1",
        "/dev/sda1",
    );
    tree.mount("8:1", "/", "ext4", "/dev/sda1").mount("7:0", "/m", "ext4", "/dev/loop0");
    tree.loop_on("loop2", "7:2", &image).loop_on("loop3", "7:3", &idle).loop_on("loop4", "7:4", &idle);
    let device = |number| in_use_refusal(of(&tree, number)).to_string();
    let file = |path: &str| {
        judge(&facts(TargetKind::RegularFile, of_file(&tree, path)), &full_confirmation())
            .expect_err("in use")
            .to_string()
    };
    let now = "Choose another target, or unmount it first";
    for (line, says) in [
        (device("8:1"), format!("/dev/target is mounted on /. {now}")),
        (device("8:0"), format!("/dev/target lies beneath sda1, which is mounted on /. {now}")),
        (device("7:1"), format!("/dev/target is backed by sda1, which is mounted on /. {now}")),
        (device("7:2"), format!("/dev/target shares storage with loop0, which is mounted on /m. {now}")),
        (file(&image), format!("/dev/target lies beneath loop0, which is mounted on /m. {now}")),
        (file(&idle), "/dev/target is attached as loop3, loop4. Detach them: losetup -d /dev/loop3 /dev/loop4".into()),
        (
            device("7:3"),
            "/dev/target shares storage with loop4, attached to it or to a device beneath it. Detach that first: losetup -d \
             /dev/loop4"
                .into(),
        ),
    ] {
        assert_eq!(line, format!("refusing to write: {says}"));
    }
    let one = Refusal::LoopBacking { target: "disk.img".into(), loops: vec!["loop3".into()], file: true };
    assert!(
        one.to_string()
            .ends_with("disk.img is attached as loop3. Test /dev/loop3, or detach it: losetup -d /dev/loop3")
    );
    let held = Refusal::Busy { target: "/dev/sdb".into(), why: None }.to_string();
    assert!(
        held.contains("held exclusively by a process or the kernel (EBUSY)") && held.contains("lsof /dev/sdb"),
        "{held}"
    );
    let other = Refusal::Busy { target: "/dev/sdb".into(), why: Some("Permission denied".into()) }.to_string();
    assert!(other.contains("cannot be opened exclusively: Permission denied. Choose"), "{other}");
}
