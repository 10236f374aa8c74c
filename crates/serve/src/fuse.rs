//! The volumes as files of a folder (FUSE): a loop device on one of them is a real block device for any tool.
//!
//! Each volume is one more client of the event loop, over a pair of sockets: requests of the kernel become requests of
//! NBD. So order, limits, bounds and figures are those of every other client, and the loop has no FUSE in it.
//!
//! The files behave as block devices do: through the page cache, which writes back whole pages; past it with O_DIRECT,
//! for whole blocks (EINVAL else). Measure with O_DIRECT. Their size is fixed. A hole punched is a trim, fsync a flush.
//!
//! Not done: anything but reading and writing these files. Mounting needs root, or fusermount3.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::{self, Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, UNIX_EPOCH};

use fuser::{
    BackgroundSession, Config, Errno, FileAttr, FileHandle, FileType, Filesystem, FopenFlags, Generation, INodeNo,
    InitFlags, KernelConfig, LockOwner, MountOption, OpenFlags, ReplyAttr, ReplyData, ReplyDirectory, ReplyEmpty,
    ReplyEntry, ReplyOpen, ReplyWrite, WriteFlags,
};
use plimsoll_engine::engines::nbd::protocol::{Command, Reply, Request};
use plimsoll_engine::engines::nbd::wire::REPLY_BYTES;
use rustix::mount::{UnmountFlags, unmount};

use crate::error::ServeError;
use crate::handshake::Export;

/// Names and sizes never change.
const FOREVER: Duration = Duration::from_secs(3600);
/// Inode of the first volume; 1 is the folder.
const FIRST_INODE: u64 = 2;
/// Longest write of the kernel, and as many requests as it may have under way.
const MAX_WRITE: u32 = 1 << 20;
const MAX_BACKGROUND: u16 = 1024;

/// The answer to the kernel once the event loop has ended.
const ESHUTDOWN: i32 = 108;

/// A request that the kernel waits for.
enum KernelRequest {
    /// This many bytes, after `skip` unrequested ones.
    Data {
        reply: ReplyData,
        fetched: u32,
        skip: usize,
        len: usize,
    },
    Written {
        reply: ReplyWrite,
        len: u32,
    },
    Done(ReplyEmpty),
}

impl KernelRequest {
    fn fail(self, errno: i32) {
        let errno = Errno::from_i32(errno);
        match self {
            KernelRequest::Data { reply, .. } => reply.error(errno),
            KernelRequest::Written { reply, .. } => reply.error(errno),
            KernelRequest::Done(reply) => reply.error(errno),
        }
    }
}

#[derive(Default)]
struct PendingRequests {
    next: u64,
    waiting: BTreeMap<u64, KernelRequest>,
    ended: bool,
}

/// Our end of the pair of sockets of one volume.
struct Link {
    out: Mutex<UnixStream>,
    pending: Mutex<PendingRequests>,
}

struct Volume {
    export: Export,
    link: Arc<Link>,
}

/// Locks a value that no panic of a holder can leave half changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Link {
    fn ask(&self, command: Command, offset: u64, len: u32, payload: &[u8], waiting: KernelRequest) {
        let handle = {
            let mut pending = lock(&self.pending);
            if pending.ended {
                return waiting.fail(ESHUTDOWN);
            }
            pending.next += 1;
            let handle = pending.next;
            pending.waiting.insert(handle, waiting);
            handle
        };
        let head = Request { command, fua: false, handle, offset, len }.encode();
        let mut out = lock(&self.out);
        if out.write_all(&head).and_then(|()| out.write_all(payload)).is_err() {
            if let Some(waiting) = lock(&self.pending).waiting.remove(&handle) {
                waiting.fail(ESHUTDOWN);
            }
        }
    }

    /// Hands answers to the kernel until the event loop has ended.
    fn listen(&self, mut answers: UnixStream) {
        let mut data = vec![0; MAX_WRITE as usize];
        while let Ok(()) = self.answer(&mut answers, &mut data) {}
        let mut pending = lock(&self.pending);
        pending.ended = true;
        std::mem::take(&mut pending.waiting).into_values().for_each(|waiting| waiting.fail(ESHUTDOWN));
    }

    fn answer(&self, answers: &mut UnixStream, data: &mut Vec<u8>) -> io::Result<()> {
        let mut head = [0; REPLY_BYTES];
        answers.read_exact(&mut head)?;
        let reply = Reply::decode(&head).map_err(io::Error::other)?;
        let Some(waiting) = lock(&self.pending).waiting.remove(&reply.handle) else {
            return Err(io::Error::other("an answer to nothing"));
        };
        match waiting {
            waiting if reply.error != 0 => waiting.fail(reply.error as i32),
            KernelRequest::Data { reply, fetched, skip, len } => {
                let fetched = fetched as usize;
                data.resize(data.len().max(fetched), 0);
                answers.read_exact(&mut data[..fetched])?;
                reply.data(&data[skip..skip + len]);
            }
            KernelRequest::Written { reply, len } => reply.written(len),
            KernelRequest::Done(reply) => reply.ok(),
        }
        Ok(())
    }
}

struct Volumes(Vec<Volume>);

impl Volumes {
    fn of(&self, inode: INodeNo) -> Option<&Volume> {
        u64::from(inode).checked_sub(FIRST_INODE).and_then(|index| self.0.get(index as usize))
    }

    fn attributes(&self, inode: INodeNo) -> Option<FileAttr> {
        let volume = self.of(inode);
        if volume.is_none() && inode != INodeNo::ROOT {
            return None;
        }
        let size = volume.map_or(0, |volume| volume.export.size_bytes);
        Some(FileAttr {
            ino: inode,
            size,
            blocks: size / 512,
            atime: UNIX_EPOCH,
            mtime: UNIX_EPOCH,
            ctime: UNIX_EPOCH,
            crtime: UNIX_EPOCH,
            kind: if volume.is_some() { FileType::RegularFile } else { FileType::Directory },
            perm: if volume.is_some() { 0o600 } else { 0o500 },
            nlink: 1,
            uid: rustix::process::geteuid().as_raw(),
            gid: rustix::process::getegid().as_raw(),
            rdev: 0,
            flags: 0,
            blksize: volume.map_or(4096, |volume| volume.export.min_block.max(4096)),
        })
    }
}

impl Filesystem for Volumes {
    fn init(&mut self, _request: &fuser::Request, config: &mut KernelConfig) -> io::Result<()> {
        // Each is optional.
        let _ = config.add_capabilities(InitFlags::FUSE_ASYNC_DIO);
        // Without it the kernel would pass on writes of any length, and split long ones anywhere.
        let _ = config.add_capabilities(InitFlags::FUSE_WRITEBACK_CACHE);
        let _ = config.set_max_write(MAX_WRITE);
        let _ = config.set_max_background(MAX_BACKGROUND);
        Ok(())
    }

    fn lookup(&self, _request: &fuser::Request, parent: INodeNo, name: &OsStr, reply: ReplyEntry) {
        let found = self.0.iter().position(|volume| OsStr::new(&volume.export.name) == name);
        let inode = found.filter(|_| parent == INodeNo::ROOT).map(|index| INodeNo(index as u64 + FIRST_INODE));
        match inode.and_then(|inode| self.attributes(inode)) {
            Some(attributes) => reply.entry(&FOREVER, &attributes, Generation(0)),
            None => reply.error(Errno::ENOENT),
        }
    }

    fn getattr(&self, _request: &fuser::Request, inode: INodeNo, _file: Option<FileHandle>, reply: ReplyAttr) {
        match self.attributes(inode) {
            Some(attributes) => reply.attr(&FOREVER, &attributes),
            None => reply.error(Errno::ENOENT),
        }
    }

    fn setattr(
        &self,
        _request: &fuser::Request,
        inode: INodeNo,
        _mode: Option<u32>,
        _uid: Option<u32>,
        _gid: Option<u32>,
        size: Option<u64>,
        _atime: Option<fuser::TimeOrNow>,
        _mtime: Option<fuser::TimeOrNow>,
        _ctime: Option<std::time::SystemTime>,
        _file: Option<FileHandle>,
        _crtime: Option<std::time::SystemTime>,
        _chgtime: Option<std::time::SystemTime>,
        _bkuptime: Option<std::time::SystemTime>,
        _flags: Option<fuser::BsdFileFlags>,
        reply: ReplyAttr,
    ) {
        match self.attributes(inode) {
            Some(attributes) if size.is_none_or(|size| size == attributes.size) => reply.attr(&FOREVER, &attributes),
            // A volume has the size that it has.
            Some(_) => reply.error(Errno::EPERM),
            None => reply.error(Errno::ENOENT),
        }
    }

    fn readdir(
        &self,
        _request: &fuser::Request,
        inode: INodeNo,
        _file: FileHandle,
        offset: u64,
        mut reply: ReplyDirectory,
    ) {
        if inode != INodeNo::ROOT {
            return reply.error(Errno::ENOTDIR);
        }
        let dots = [(INodeNo::ROOT, FileType::Directory, "."), (INodeNo::ROOT, FileType::Directory, "..")];
        let files = (FIRST_INODE..).zip(&self.0);
        let files = files.map(|(n, volume)| (INodeNo(n), FileType::RegularFile, volume.export.name.as_str()));
        for (position, (inode, kind, name)) in (1..).zip(dots.into_iter().chain(files)).skip(offset as usize) {
            if reply.add(inode, position, kind, name) {
                break;
            }
        }
        reply.ok();
    }

    fn open(&self, _request: &fuser::Request, inode: INodeNo, _flags: OpenFlags, reply: ReplyOpen) {
        match self.of(inode) {
            Some(_) => reply.opened(FileHandle(0), FopenFlags::FOPEN_PARALLEL_DIRECT_WRITES),
            None => reply.error(Errno::EISDIR),
        }
    }

    fn read(
        &self,
        _request: &fuser::Request,
        inode: INodeNo,
        _file: FileHandle,
        offset: u64,
        size: u32,
        _flags: OpenFlags,
        _owner: Option<LockOwner>,
        reply: ReplyData,
    ) {
        let Some(volume) = self.of(inode) else { return reply.error(Errno::ENOENT) };
        let Export { size_bytes, min_block, .. } = volume.export;
        let len = u64::from(size).min(size_bytes.saturating_sub(offset));
        if len == 0 {
            return reply.data(&[]);
        }
        let unit = u64::from(min_block);
        let from = offset / unit * unit;
        let fetched = ((offset + len).div_ceil(unit) * unit - from) as u32;
        let waiting = KernelRequest::Data { reply, fetched, skip: (offset - from) as usize, len: len as usize };
        volume.link.ask(Command::Read, from, fetched, &[], waiting);
    }

    fn write(
        &self,
        _request: &fuser::Request,
        inode: INodeNo,
        _file: FileHandle,
        offset: u64,
        data: &[u8],
        _write_flags: WriteFlags,
        _flags: OpenFlags,
        _owner: Option<LockOwner>,
        reply: ReplyWrite,
    ) {
        let Some(volume) = self.of(inode) else { return reply.error(Errno::ENOENT) };
        let len = data.len() as u32;
        volume.link.ask(Command::Write, offset, len, data, KernelRequest::Written { reply, len });
    }

    fn flush(
        &self,
        _request: &fuser::Request,
        _inode: INodeNo,
        _file: FileHandle,
        _owner: LockOwner,
        reply: ReplyEmpty,
    ) {
        // close(2) promises no durability.
        reply.ok();
    }

    fn fsync(&self, _request: &fuser::Request, inode: INodeNo, _file: FileHandle, _data_only: bool, reply: ReplyEmpty) {
        let Some(volume) = self.of(inode) else { return reply.error(Errno::ENOENT) };
        volume.link.ask(Command::Flush, 0, 0, &[], KernelRequest::Done(reply));
    }

    fn fallocate(
        &self,
        _request: &fuser::Request,
        inode: INodeNo,
        _file: FileHandle,
        offset: u64,
        length: u64,
        mode: i32,
        reply: ReplyEmpty,
    ) {
        /// FALLOC_FL_KEEP_SIZE and FALLOC_FL_PUNCH_HOLE (fallocate(2)).
        const PUNCH_HOLE: i32 = 1 | 2;
        let Some(volume) = self.of(inode) else { return reply.error(Errno::ENOENT) };
        match u32::try_from(length) {
            Ok(len) if mode == PUNCH_HOLE => {
                volume.link.ask(Command::Trim, offset, len, &[], KernelRequest::Done(reply));
            }
            _ => reply.error(Errno::EOPNOTSUPP),
        }
    }
}

pub(crate) struct MountedFolder {
    session: Option<BackgroundSession>,
    folder: PathBuf,
    listeners: Vec<JoinHandle<()>>,
}

impl std::fmt::Debug for MountedFolder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mounted").field("volumes", &self.listeners.len()).finish()
    }
}

/// Mounts the volumes on an empty folder; the other ends of their sockets are for the event loop.
pub(crate) fn mount(folder: &Path, exports: &[Export]) -> Result<(MountedFolder, Vec<OwnedFd>), ServeError> {
    let failed = |e| {
        let now = "it has to be an empty folder; mounting needs root or fusermount3, and /dev/fuse (modprobe fuse)";
        ServeError::io(format!("offer the volumes as files in {}", folder.display()), e, now)
    };
    let wrong = |missing, why| ServeError::Folder { path: folder.display().to_string(), missing, why };
    match std::fs::read_dir(folder).map(|mut entries| entries.next().is_none()) {
        Ok(true) => {}
        Ok(false) => return Err(wrong(false, "it is not empty: name a folder of its own")),
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            return Err(wrong(true, "there is no such folder: make it first"));
        }
        Err(e) if e.kind() == io::ErrorKind::NotADirectory => return Err(wrong(false, "it is no folder: name one")),
        Err(e) if e.raw_os_error() == Some(rustix::io::Errno::NOTCONN.raw_os_error()) => {
            return Err(wrong(false, "a server that is gone left a dead mount there: umount -l it"));
        }
        Err(e) => return Err(failed(e)),
    }
    let (mut volumes, mut theirs, mut listeners) = (Vec::new(), Vec::new(), Vec::new());
    for export in exports {
        let (ours, other) = UnixStream::pair().map_err(failed)?;
        other.set_nonblocking(true).map_err(failed)?;
        let answers = ours.try_clone().map_err(failed)?;
        let link = Arc::new(Link { out: Mutex::new(ours), pending: Mutex::default() });
        let listening = Arc::clone(&link);
        listeners.push(std::thread::spawn(move || listening.listen(answers)));
        volumes.push(Volume { export: export.clone(), link });
        theirs.push(other.into());
    }
    let mut config = Config::default();
    config.mount_options = vec![
        MountOption::FSName("plimsoll".into()),
        MountOption::NoAtime,
        MountOption::NoDev,
        MountOption::NoSuid,
        MountOption::NoExec,
    ];
    let session = fuser::spawn_mount(Volumes(volumes), folder, &config).map_err(failed)?;
    Ok((MountedFolder { session: Some(session), folder: folder.to_owned(), listeners }, theirs))
}

impl Drop for MountedFolder {
    /// After the event loop has ended: nothing is under way any more.
    fn drop(&mut self) {
        if let Some(session) = self.session.take() {
            // A folder that is still in use (a loop device on one of its files, a shell inside) goes at once, and its mount
            // when that ends; until then what is open answers with errors. Nothing is left for the next server to trip over.
            if session.umount_and_join().is_err() {
                let _ = unmount(&self.folder, UnmountFlags::DETACH);
            }
        }
    }
}
