//! A scratch directory, and a machine made of files in it.
#![allow(dead_code, unreachable_pub)] // Each test binary uses its part.

pub mod own;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use plimsoll_host::SysRoot;

/// A directory that goes when it's dropped.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("plimsoll-host-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).expect("scratch directory");
        Self(fs::canonicalize(path).expect("scratch directory"))
    }

    pub fn file(&self, name: &str, bytes: u64) -> PathBuf {
        let path = self.0.join(name);
        fs::File::create(&path).expect("file").set_len(bytes).expect("length");
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// `/proc`, `/sys` and `/dev` of a machine that isn't this one.
pub struct Tree {
    scratch: Scratch,
    mounts: Vec<String>,
    swaps: Vec<String>,
}

impl Tree {
    pub fn new() -> Self {
        let tree = Self { scratch: Scratch::new(), mounts: Vec::new(), swaps: Vec::new() };
        for directory in ["proc/self", "sys/dev/block", "sys/block", "sys/class/block", "sys/devices", "dev"] {
            fs::create_dir_all(tree.path(directory)).expect("directory");
        }
        tree
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.scratch.0.join(path)
    }

    pub fn root(&self) -> SysRoot {
        SysRoot::under(&self.scratch.0)
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("parent")).expect("directory");
        fs::write(path, text).expect("written");
    }

    fn device(&self, directory: &str, name: &str, number: &str) {
        self.write(&format!("sys/devices/{directory}/dev"), &format!("{number}\n"));
        self.write(&format!("sys/devices/{directory}/size"), "2048\n");
        for relation in ["holders", "slaves"] {
            fs::create_dir_all(self.path(&format!("sys/devices/{directory}/{relation}"))).expect("directory");
        }
        let target = self.path(&format!("sys/devices/{directory}"));
        symlink(&target, self.path(&format!("sys/dev/block/{number}"))).expect("link");
        symlink(&target, self.path(&format!("sys/class/block/{name}"))).expect("link");
    }

    /// A real file beside the tree, whose path no made-up table changes.
    pub fn file(&self, name: &str) -> String {
        self.write(&format!("files/{name}"), name);
        self.path(&format!("files/{name}")).to_str().expect("text").to_owned()
    }

    /// By its name, or by its directory below `sys/devices`.
    pub fn disk(&mut self, name: &str, number: &str) -> &mut Self {
        let directory = name;
        let name = directory.rsplit('/').next().unwrap_or(directory);
        self.device(directory, name, number);
        symlink(self.path(&format!("sys/devices/{directory}")), self.path(&format!("sys/block/{name}"))).expect("link");
        self
    }

    pub fn partition(&mut self, disk: &str, name: &str, number: &str) -> &mut Self {
        self.device(&format!("{disk}/{name}"), name, number);
        self.write(&format!("sys/devices/{disk}/{name}/partition"), "1\n");
        // One after the other, as long as `device` says.
        let minor: u64 = number.split(':').next_back().and_then(|minor| minor.parse().ok()).expect("a number");
        self.starts_at(disk, name, minor * 2048)
    }

    /// The first sector of a partition.
    pub fn starts_at(&mut self, disk: &str, partition: &str, sector: u64) -> &mut Self {
        self.write(&format!("sys/devices/{disk}/{partition}/start"), &format!("{sector}\n"));
        self
    }

    /// `upper` stands on `lower`.
    pub fn stands_on(&mut self, upper: &str, lower: &str) -> &mut Self {
        let at = |name: &str| fs::canonicalize(self.path(&format!("sys/class/block/{name}"))).expect("device");
        symlink(at(upper), at(lower).join("holders").join(upper)).expect("link");
        symlink(at(lower), at(upper).join("slaves").join(lower)).expect("link");
        self
    }

    pub fn loop_on(&mut self, name: &str, number: &str, file: &str) -> &mut Self {
        self.disk(name, number);
        self.write(&format!("sys/devices/{name}/loop/backing_file"), &format!("{file}\n"));
        self
    }

    pub fn mount(&mut self, number: &str, mount_point: &str, type_name: &str, source: &str) -> &mut Self {
        let id = 100 + self.mounts.len();
        self.mounts.push(format!("{id} 1 {number} / {mount_point} rw,relatime shared:1 - {type_name} {source} rw"));
        self.tables()
    }

    pub fn swap(&mut self, path: &str, type_name: &str) -> &mut Self {
        self.swaps.push(format!("{path} {type_name}\t1048572\t0\t-2"));
        self.tables()
    }

    pub fn tables(&mut self) -> &mut Self {
        self.write("proc/self/mountinfo", &(self.mounts.join("\n") + "\n"));
        let heading = "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n";
        self.write("proc/swaps", &format!("{heading}{}\n", self.swaps.join("\n")));
        self
    }
}

pub fn exists(program: &str) -> bool {
    let path = std::env::var("PATH").unwrap_or_default();
    let usual = ["/usr/sbin", "/sbin", "/usr/bin", "/bin"];
    usual.into_iter().chain(path.split(':')).any(|place| Path::new(place).join(program).exists())
}
