## Who else used the machine

# $name: a program. $pids: several numbers of processes. $count: how many processes.
who-pid = { $name } (pid { $pids })
who-pids = { $name } (pids { $pids })
who-processes = { $name } ({ $count } processes)
# $who: one of the messages above, or the name of a program alone.
who-on-host = { $who } on { $host }
who-unnamed = programs that could not be named
# One program in a list. $rate: bytes per second. $share: a percentage. $runs, $of_runs: numbers of Runs.
neighbour-measuring = { $who }
neighbour-measuring-in-some = { $who }, in { $runs } of { $of_runs } Runs
neighbour-device = { $who }, { $rate }
neighbour-device-in-some = { $who }, { $rate }, in { $runs } of { $of_runs } Runs
neighbour-cpu = { $who }, { $share } of one core
neighbour-cpu-in-some = { $who }, { $share } of one core, in { $runs } of { $of_runs } Runs
neighbours-more = and { $count } more
hypervisor-took = the hypervisor took { $share } of one core
hypervisor-took-in-some = the hypervisor took { $share } of one core, in { $runs } of { $of_runs } Runs
# $programs: the messages above, separated by semicolons.
also-measuring = also measuring on this machine: { $programs }
also-cpu = also using the CPU: { $programs }
also-reading = also reading from the device of the target: { $programs }
also-reading-device = also reading from { $device }: { $programs }
also-writing = also writing to the device of the target: { $programs }
also-writing-device = also writing to { $device }: { $programs }
also-both = also reading and writing the device of the target: { $programs }
also-both-device = also reading and writing { $device }: { $programs }

## Devices of this machine

device-partition = partition
device-multipath = multipath
device-lvm = LVM volume
device-encrypted = encrypted
device-mapper = device mapper
device-raid = software RAID
device-loop = loop device on { $file }
device-disk = disk
# Who uses a device. $part: a partition of it. $holder: another device.
used-swap = used for swap
used-swap-part = { $part } is used for swap
used-holder = used by { $holder }
used-holder-part = { $part } is used by { $holder }
used-mount-part = { $part } is mounted on { $at }

## What cannot be read of this machine

# $what: a file or the output of a command. $why: one of the messages below, or the system's own words.
unreadable = cannot read { $what }: { $why }
unreadable-output = the output of '{ $command }'
why-no-file = not a file
why-too-large = larger than { $most } MiB
why-no-text = not text
why-no-number = not a number
why-too-many-links = too many links
why-no-command = there is no { $command }
why-ended = it ended with { $code }
why-one-reading = the tree holds one reading, a rate needs two
why-not-twice = it was not read twice
why-no-span = the time between the two readings is not known
why-not-root = not root

## Notes

note = note: { $note }

## English only

damage-not-whole = it is not whole
objective-lacks-read = the objective '{ $objective }' is on reads, and the workload has none
objective-lacks-read-now = Give an objective on operations that it has, or a workload with reads: --read 70.
objective-lacks-write = the objective '{ $objective }' is on writes, and the workload has none
objective-lacks-flush = the objective '{ $objective }' is on syncs, and the workload has none
# $durable: whether each write is durable itself. $objective: the same on writes.
objective-lacks-flush-now = { $durable ->
    [yes] With dsync each write is its own: bound '{ $objective }'.
   *[no] Give --sync fdatasync or --sync fsync.
}
objective-lacks-write-now = Give an objective on operations that it has, or a workload with writes: --read 70.
# $kind: socket, folder or the like.
merged-damaged = merged intervals cannot be read ({ $why }): the store is damaged here
socket-busy = { $others } others are asking at this control socket: try again once one has left
socket-question = unknown question { $question }; known: statistics, settings, switch
socket-of-others = { $path } answers with something else
socket-of-others-now = Give the socket that serve was given with --control.
socket-no-request = not a request: one JSON object a line, with ask = statistics, settings or switch
no-socket = there is no control socket { $path }
no-socket-now = Is the stack served? plimsoll serve STACK.toml --control { $path }
socket-silent = no answer from { $path }: { $why }
socket-silent-now = Is it a control socket, and the server still there?
not-a-socket = { $path } is { $kind }, not a control socket
not-a-socket-now = Give the PATH that serve --control was given.
not-utf8 = { $text } is not in UTF-8
not-utf8-now = Of a file: rename it, or name it by a link in UTF-8.
not-kept = nothing more could be kept
number-not-finite = a number of the request is not finite
number-not-finite-now = Give a finite one.
parameter-of-no-type = { $value } is no value of a stack
parameter-of-no-type-now = Give a number, a text, true, false, or a list of them.
parameter-unreadable = --set { $text } is not NAME.KEY=VALUE
parameter-unreadable-now = Write --set multipath.switch_after=1000, say: what it belongs to, a dot, its key.
parameter-list = --set { $text } has several values
parameter-list-now = Give one; 'plimsoll campaign run FILE --set { $prefix }{ $name }={ $value }' runs each of them.
parameter-empty = stack.{ $key } is an empty list: give it a value, or leave it out
parameter-twice = stack.{ $key } has { $value } twice, which would be one Point asked twice: use campaign.repeats
no-folder = there is no folder { $folder }
no-folder-now = Name one on the disk to be measured with --dir.
test-file-exists = { $path } exists already
test-file-exists-now = It may be the test file of a demo in progress, or of one that was killed: delete it, or name another folder with --dir.
not-looked-at = cannot look at { $path }: { $why }
one-machine-only = this Plimsoll measures from one machine only
one-machine-only-now = Leave the hosts out.
