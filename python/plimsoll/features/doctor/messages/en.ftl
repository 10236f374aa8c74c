## English only

# Verbs in `plimsoll --help`: the first paragraph of the verb's own help.

summary-doctor = Check for anything that would skew results: other programs, queues, paths, caches, power management, limits.

# Findings of the checks, read at a terminal before a measurement.

not-as-linux-writes = what it reads does not look as Linux writes it ({ $error })
this-machine = this machine
counts-stop = { $count ->
     [one] { $count } stop
    *[other] { $count } stops
    }
counts-warn = { $count ->
     [one] { $count } warning
    *[other] { $count } warnings
    }
counts-unknown = { $count } unknown
counts-note = { $count ->
     [one] { $count } note
    *[other] { $count } notes
    }
counts-ok = { $count } ok
why = why
fix = fix
and-more = { $names } and { $more } more

# Mounts and files.

in-memory = { $kind } is in memory: no disk is measured
name-a-file = name a file on the disk to be measured
data-journal = ext4 with data=journal turns direct I/O into cached I/O
mount-data-ordered = mount { $at } with data=ordered
no-barriers = { $kind } without barriers: a flush returns before anything is durable
compresses = { $kind } compresses ({ $compression }): it stores less than is written
mounted-sync = { $kind } is mounted sync: each write waits for its metadata
strictatime = strictatime: each read also writes a time stamp
dax = dax: cached I/O goes to the medium too, there is no page cache
discard = discard: deleting elsewhere on this file system sends trims during the Run
behind-a-server = { $kind }: the storage is behind a server, whose queues and caches are not seen
mount-options-fine = { $kind } on { $at }, no mount option that distorts figures
empty-file = the file is empty
prepare-fills-it = plimsoll prepare { $name } fills it; what it holds is lost
holes = { $share } of the file is holes ({ $part } of { $size })
never-written = { $share } of the file is allocated but never written ({ $part } of { $size })
some-holes = { $hole } of { $size } are holes
compressed-or-shared = { $size } take { $allocated }: its file system compresses or shares blocks
all-written = all of its { $size } were written
thin-pool = { $device } (thin pool)
thin-lun = { $device } (thin LUN)
memory-layer = { $device } (memory)
maybe-thin = it may not be fully allocated: { $layers }
no-thin-layer = no layer beneath it reports that it is thin
loop-direct = { $device } bypasses the page cache for its file
loop-cached = { $device } uses the page cache for its file
free-space = { $used } full, { $free } of { $size } free
too-full = { $used } full, { $free } of { $size } free: so full that it looks for space with every write
misaligned = { $device } does not begin at a physical block of { $size }
recreate-partition = recreate the partition at a multiple of 1 MiB (parted -a optimal); this loses its data
small-writes-read-first = blocks of { $logical } bytes on physical ones of { $physical }: smaller writes read first
use-physical-blocks = use --block-size and --align in multiples of { $physical }
aligned = aligned, blocks of { $logical } bytes

# Control groups.

throttled-for-us = { $device } is throttled for us: { $limits }
limit-rbps = read { $rate }/s
limit-wbps = write { $rate }/s
limit-riops = { $rate } reads/s
limit-wiops = { $rate } writes/s
leave-group = run it in another group, or remove the limit in { $group }
leave-group-or-lift = run it in another group, or remove the limit in { $group }: { $command }
others-throttled = other devices are throttled for us: { $devices }
no-io-limit = no control group throttles our I/O
quota = a control group grants the time of { $quota } of { $online ->
     [one] { $online } processor
    *[other] { $online } processors
    }, then throttles us
leave-group-or-quota = run it in another group, or remove the quota in /{ $at }
some-processors = we may use { $mine } of { $online ->
     [one] { $online } processor
    *[other] { $online } processors
    }
all-processors = all { $online ->
     [one] { $online } processor
    *[other] { $online } processors
    }, no quota

# Short Runs.

measuring-generator = measuring the generator on null
reading-target = reading the target at queue depth 1
generator = one worker does { $ceiling } IOPS on null; own lag p99 { $lag } at { $rate } IOPS
generator-stalls = { $generator }; meanwhile this machine stalled for { $stalled } of the time, and a ready thread waited for a processor for { $waited }
generator-too-late = { $generator }: too late to show that objectives are missed below { $bound }
generator-late = { $generator }: objectives below { $bound } may be missed because of this machine alone
cache-answered = the page cache answered: { $because }
read-failed = reading it failed: { $because }
look-at-dmesg = look at 'dmesg', and at the target itself
noise = reads of 4 KiB, one at a time: p50 { $p50 }; p50 moves by { $spread } between { $runs } Runs
noise-p99 = reads of 4 KiB, one at a time: p50 { $p50 }, p99 up to { $p99 }; p50 moves by { $spread } between { $runs } Runs

# Memory.

dirty = { $waiting } waiting to be written back
dirty-throttled = { $waiting } waiting to be written back; cached writes are throttled from at most { $limit } on
swaps = { $rate } pages/s go to or from swap
swaps-nothing = nothing is swapped
memory-pressure = tasks waited for memory in { $share } of the last 10 s

# Paths.

paths-as-configured = { $error }; /etc/multipath.conf asks for { $settings }
paths-switch-after = { $device }: { $selector }, { $active ->
     [one] { $active } path
    *[other] { $active } paths
    } of { $paths } in the active group, switches after { $switches } I/Os
one-path-carries-all = { $device }: { $selector }, { $active ->
     [one] { $active } path
    *[other] { $active } paths
    } of { $paths } in the active group: one path carries everything
path-for-every-io = { $device }: { $selector }, { $active ->
     [one] { $active } path
    *[other] { $active } paths
    } of { $paths } in the active group, chosen for every I/O
set-rr-min-io = set rr_min_io_rq 1 in /etc/multipath.conf, then: multipathd reconfigure
failed-paths-unknown = { $device }: which paths have failed is not known (dmsetup status)
paths-failed = { $device }: { $failed ->
     [one] { $failed } path
    *[other] { $failed } paths
    } failed: { $names }
repair-path = multipath -ll; repair the path, or measure one controller down on purpose
iopolicy = { $device }: iopolicy { $policy } over { $paths } paths
iopolicy-numa = { $device }: iopolicy { $policy } over { $paths } paths: each node uses one of them
queues = { $device }: { $queues ->
     [one] { $queues } I/O queue
    *[other] { $queues } I/O queues
    }
queues-can-poll = { $device }: { $queues ->
     [one] { $queues } I/O queue
    *[other] { $queues } I/O queues
    }, polled completions possible
queues-poll-off = { $device }: { $queues ->
     [one] { $queues } I/O queue
    *[other] { $queues } I/O queues
    }, polled completions off (poll_queues 0)
# Links. An interface is told as `eth0, MTU 9,000, 10,000 Mbit/s full`.
interface = { $name }, MTU { $mtu }
interface-speed = { $name }, MTU { $mtu }, { $speed } Mbit/s
interface-duplex = { $name }, MTU { $mtu }, { $speed } Mbit/s { $duplex }
half-duplex = { $interface } duplex
server-is-here = the server is on this machine and shares its processors
interface-down = { $name } is down
slow-interface = { $interface }: at most { $rate } MB/s get through
use-a-faster-interface = use a faster interface
no-speed = { $interface }; { $name } reports no speed
raise-mtu = ip link set { $name } mtu 9000, if switches and server have it too
port-state = { $host } is { $state }
look-at-the-port = look at the cable, the SFP and the switch's port
port-no-speed = { $host } reports no speed ({ $speed })
port-speed = { $host } runs at { $speed }
use-a-faster-port = a port of 16 Gbit/s or more

# Placement.

no-memory-node = { $device }: the firmware reports no memory node
memory-node = { $device } is on node { $node }, { $share } of the processors that we may use are near it
interrupts = { $controller }: { $interrupts ->
     [one] { $interrupts } interrupt
    *[other] { $interrupts } interrupts
    }, handled by { $busy } of { $online ->
     [one] { $online } processor
    *[other] { $online } processors
    }
no-interrupt-yet = { $controller }: { $interrupts ->
     [one] { $interrupts } interrupt
    *[other] { $interrupts } interrupts
    }, none came yet
more-queues = one queue has one interrupt: give the device more queues

# Processors.

frequency-not-visible = the frequency is set by the host and not visible to this guest
governor-on = { $governor } on { $processors ->
     [one] { $processors } processor
    *[other] { $processors } processors
    }
no-sleep-state = no sleep state is enabled
sleep-state = the deepest sleep state enabled is { $state }, { $latency } µs to wake up
boost-on = boost is on: the clock falls when it gets warm or many cores work
boost-off = boost is off: one clock for all Runs
not-a-guest = not a virtual machine, as far as the processor reports
a-hypervisor = a hypervisor
guest = a guest of { $product }, { $steal } of its time stolen
other-work = others used { $busy } of all processors for { $seconds } s
tsc-refused = see 'dmesg | grep -i tsc' for why tsc was refused
clock-coarse = { $source }: it advances every 1 to 10 ms: shorter latencies cannot be measured
clock-slow = { $source }: each reading is a system call or a slow register
command-line-plain = nothing on the kernel's command line that changes figures
command-line = the kernel runs with { $words }

# Queues.

scheduler-spins = { $device } spins and has { $scheduler }
scheduler = { $device } does not spin and has { $scheduler }
also-so = { $finding } (so { $devices })
narrowest-queue = { $outstanding } outstanding fit the narrowest queue: { $queue } of { $device }
raise-queue-depth = { $command }, up to what the driver allows
raise-queue-depth-settings = { $command }, up to what the driver allows ({ $settings })
more-controllers = use more controllers, or the driver's module option for its queue
more-controllers-or-queues = use more controllers or queues (module nvme, io_queue_depth and write_queues)
controllers-queues = the controllers' queues
disks-together = { $disks } together
if-all-paths-carry = if all { $paths ->
     [one] { $paths } path
    *[other] { $paths } paths
    } carry I/O, which could not be read
paths-in-use-unknown = which of the paths carry I/O is not known
one-path-at-a-time = I/O goes down one path of { $active } at a time (see multipath)
paths-carry = { $active ->
     [one] { $active } path
    *[other] { $active } paths
    } of { $paths } carry I/O
indirect-descriptors = { $disks }: a request takes one entry of the virtio ring, however large
no-indirect-descriptors = { $disks }: no indirect descriptors, so each page of a buffer takes an entry of the virtio ring; 128 KiB on pages of 4 KiB take 34, on a huge page 3. Large I/O from applications without huge pages may be slower than that of plimsoll run, which uses them
write-back = { $disks }: volatile write cache (write back)
no-write-back = no volatile write cache that the kernel knows of

# Other users.

swap-on-it = swap lies on it: { $swaps }
held = { $holders } are on it: writes are refused
mounted = mounted on { $mounts }: reads meet the cache and other users' I/O, writes are refused
disk-also-carries = its disk also carries { $others }
not-in-use = no other mount, holder or swap on it
only-monitored = open in { $processes }, which only monitors it
open = open in { $processes }
end-those-processes = end those processes
cannot-see-processes = cannot read the open files of { $processes } other processes: not root
run-as-root = run it as root
not-open = no other process has it open
busy-for-others = { $device } did { $rate } IOPS for others and was busy { $share } of { $seconds } s
nobody-else = nobody that could be named, for { $seconds } s

# Why a check does not apply.

target-is-a-device = the target is a device
no-loop = no loop device lies beneath it
no-target-named = no target was named
not-of-this-machine = { $name } is not a file or device of this machine
its-file-system = its file system
no-block-device = the kernel reports no block device beneath it ({ $kind })
no-runs = no Runs were made (--quick, or a captured tree)
no-target-read = no target was read
no-multipath = no device-mapper multipath lies beneath it
no-nvme = no NVMe device lies beneath it
socket-has-no-link = a socket of this machine has no link
not-over-a-network = the target is not reached over a network, as far as the kernel reports
no-fibre-channel = no Fibre Channel adapter carries it
one-memory-node = one memory node
no-disk = no disk lies beneath it
guest-cannot-see-boost = a guest cannot see whether its host boosts
no-scheduler = no device of the chain has a scheduler
no-virtio-disk = no disk of the chain is a virtio disk
capture-lacks-neighbours = the capture does not show who used the machine

# What could not be read, and why not: `cannot read WHAT: WHY`.

holes-of-the-file = the holes of the file
space-of-file-system = the space of its file system
chain-of-devices = the chain of devices beneath the target
our-control-group = our control group
generator-on-null = the generator on null
target-at-depth-1 = { $name } at queue depth 1
dmsetup-table = the output of 'dmsetup table'
multipath-table = the table of the multipath device
route-to-server = the route to the server
interrupts-of-device = the interrupts of the device
no-turbo-and-boost = /{ $CPU }/intel_pstate/no_turbo and cpufreq/boost
queues-of-chain = the queues of the chain
list-of-processors = a list of processors
who-has-it-open = who has it open
no-mount-shown = it shows no mount that holds the target
holes-of-the-file-now = SEEK_DATA returned nothing
tells-nothing = it has no value
space-of-file-system-now = statfs returned figures that do not add up
no-device-reports-it = no device of the chain reports it
not-resolved = not resolved
no-hierarchy = no hierarchy with { $controller } is mounted where we could see it
no-allowed-list = it has no Cpus_allowed_list
no-p99 = its sample carries no p99
target-at-depth-1-now = too few reads completed for a median
counters-went-backwards = its counters went backwards
no-avg10-line = it has no line 'some avg10='
no-line-of = it has no line of { $device }
the-device = the device
ends-too-early = it ends too early
no-number = it has { $word } where a number belongs
other-kind = it is of kind { $kind }
no-active-group = it has no active path group
route-to-server-now = the address of { $address } is not known
no-route = it has no route to { $address }
no-interface-name = that is not the name of an interface
no-processor-named = it names no processor
line-not-complete = line { $line } is not complete
interrupts-of-device-now = /proc/interrupts and sysfs do not list those of { $names }
no-governor = no processor has one
no-turbo-and-boost-now = neither is there
no-flags = it has no flags that distinguish a guest from a host
counters-did-not-advance = its counters did not advance
no-line-of-all-processors = it has no line of all processors
unknown-clock = { $source } is not a source that we know
tells-none = it lists none
queues-of-chain-now = the kernel reports none of them
not-reported = the kernel does not report it
says = it reads { $part }
no-key = it has no { $key }
who-has-it-open-now = the files of other processes were not looked at
counters-of-went-backwards = the counters of { $device } went backwards
others-may-be-hidden = it does not show this process, so others may be hidden too

# Errors, and what to do.

cannot-look-at = cannot look at { $folder }: { $strerror }
another-folder = Name another folder with --capture.
folder-exists = { $folder } exists and was left as it is
folder-exists-now = Name a new folder with --capture.
cannot-write = cannot write { $folder }: { $strerror }
no-target = there is no target { $name }
check-target = Check the path after --target.
cannot-look-at-target = cannot look at { $name }: { $error }
no-file-or-device = { $name } is neither a file nor a block device
no-file-or-device-now = Name one of them with --target.
not-an-address = '{ $name }' is not an address: { $error }
write-address = Write nbd://host:port/export.
names-no-socket = '{ $name }' names no socket
names-no-socket-now = Write nbd+unix:///export?socket=PATH.
names-no-host = '{ $name }' names no host
root-and-capture = --root and --capture do not go together
root-and-capture-now = A capture is taken on the machine itself.
no-folder = there is no folder { $root }
no-folder-now = Check the path after --root.
not-a-capture = { $root } is not a captured machine: it has neither proc nor sys
not-a-capture-now = Make one with 'plimsoll doctor --capture DIR'.

# Progress.

watching = watching the machine
captured = { $files } files in { $folder }: look through them before you send them

# Flags.

help-target = Target to check. Default: check the machine only.
help-root = Check a captured machine instead of this one.
help-capture = Save what the checks read to this new folder, for --root on another machine.
help-quick = Read only; do no Runs against null: or the target.

# Why each check matters, and what to do: read in `doctor` and in its document.

why-mount_options = Options decide whether a write is durable, a read writes, and direct I/O is direct (S1: file system or raw; kernel doc filesystems/ext4).
why-holes = Reads of what was never written are answered without the storage (S1: fill first; zeroes and thin volumes).
why-thin = A thin volume answers reads of unwritten blocks itself and pays for each first write (S1: prepare, first-write penalty).
why-loop = Direct I/O to a loop device stops at the device: its file is still cached (S3: the cache, not the storage; kernel doc ABI/testing/sysfs-block-loop).
why-free_space = Beyond 80 % file systems, arrays and flash search for room, and figures are those of a full one (S1: at most 80 % of the pool).
why-alignment = A block that straddles two physical ones costs two reads, and a write two of both (S1: sector size; kernel ABI sysfs-block).
why-io_limits = What is measured under a throttle is the throttle (S0, S3: limits; kernel doc admin-guide/cgroup-v2, io.max).
why-processor_limits = A generator that is stopped for the rest of each period is late, and the target looks slow (S3: a quarter of a core; kernel doc scheduler/sched-bwc).
why-generator = No measurement is faster or more punctual than its generator (S3: one process per I/O was the limit, not the storage).
why-noise_floor = A difference smaller than that between identical Runs is noise (S1: one thing changed, pure measurement).
why-dirty_pages = What others left in the page cache is written back during the Run, and counts as the target's latency (S1: caches cleared; kernel doc admin-guide/sysctl/vm).
why-swapping = A machine that swaps makes the generator late, and adds its own I/O (S1: no other load).
why-memory_pressure = Tasks that wait for memory are late with their I/O (kernel doc accounting/psi).
why-multipath = While I/Os stay on one path the others idle: switching after each I/O gave up to twice the IOPS (S2).
why-nvme = The numa policy sends all I/O of a node down one path, and a single queue for all processors is a lock (S2; kernel doc admin-guide/nvme-multipath).
why-link = A link bounds bytes per second whatever the storage does, and small packets cost processors (S1: network bandwidth, MTU).
why-fibre_channel = An old or slowed-down port is the limit long before an all-flash array is: 8 Gbit/s gave 70,000 to 80,000 IOPS (S2).
why-nodes = Each I/O from a far node crosses the link between the sockets, with its data and its interrupt (kernel doc admin-guide/mm/numaperf).
why-interrupts = One processor that handles every completion is full long before the device is (S2: CPU use by controller; kernel doc core-api/irq/irq-affinity).
why-governor = A clock that follows the load makes latency fall as the rate rises (S1: host power policy; kernel doc admin-guide/pm/cpufreq).
why-sleep_states = Waking up is part of each latency at a light load, so that p99 falls as the rate rises (S1: host power policy; kernel doc admin-guide/pm/cpuidle).
why-boost = A boosted clock is not the same in every minute, and comparisons need one (S1: one thing changed; kernel doc admin-guide/pm/intel_pstate).
why-guest = What the host takes from a guest, in processors or queues, looks like the target's latency (S1: figures of host and guest differ).
why-other_work = CPU time that others use is not available to the generator: a pure measurement has no other load (S1).
why-clock = Every latency is two readings of the clock: a slow one costs more than the I/O of fast flash (kernel doc timers/timekeeping).
why-command_line = Mitigations make each system call slower, and idle=poll or isolated processors make it faster: figures compare only at equal settings (S1; kernel doc admin-guide/kernel-parameters).
why-scheduler = A scheduler that sorts or idles costs CPU and adds latency where nothing seeks (kernel doc block/switching-sched).
why-queue_chain = Outstanding I/O beyond the narrowest queue waits above it: more latency, no more IOPS (S2: HBA and LUN queue depth).
why-descriptors = Without indirect descriptors a request takes a ring entry for each piece of memory, so few large ones fit (kernel doc driver-api/virtio).
why-write_cache = A write into a volatile cache is not durable; only a flush makes it so, and that is another figure (kernel doc block/writeback_cache_control).
why-mounted = Whatever shares the disk shares its queue and cache, and shows up in the figures as the target's (S1: no other load).
why-opened = A process that has the target open can read or write it in the middle of a Run (S1: no other load).
why-neighbours = Whoever measures, copies or computes beside a Run is in its figures: a pure measurement has no other load (S1).
why-other_io = I/O of others takes the disk's time and the array's cache: a pure measurement has no other load (S1).
mend-mount_options = mount it with its defaults
mend-holes = plimsoll prepare TARGET
mend-thin = plimsoll prepare TARGET --block-size that of the test
mend-loop = losetup --direct-io=on LOOP
mend-free_space = free some, or measure a smaller file elsewhere
mend-alignment = begin partitions at multiples of 1 MiB
mend-io_limits = run it in a group without limits
mend-processor_limits = run it in a group without a quota, on all processors
mend-generator = stop other work, use more workers, set the governor to performance
mend-noise_floor = find what else is running (findings other_io and other_work), and measure more repeats
mend-dirty_pages = sync
mend-swapping = free memory, or swapoff -a
mend-memory_pressure = free memory, or boot with psi=1 where the kernel does not report it
mend-multipath = in /etc/multipath.conf: path_selector "service-time 0" or rr_min_io_rq 1; then: multipathd reconfigure
mend-nvme = echo round-robin > /sys/class/nvme-subsystem/SUBSYSTEM/iopolicy
mend-link = ip -d link show; ethtool INTERFACE
mend-fibre_channel = look at cable, SFP and switch port; use more ports
mend-nodes = numactl --cpunodebind=NODE --membind=NODE plimsoll …
mend-interrupts = start irqbalance, or spread them: echo MASK > /proc/irq/N/smp_affinity
mend-governor = cpupower frequency-set -g performance
mend-sleep_states = cpupower idle-set -D 10 (switches off what takes longer than 10 µs)
mend-boost = echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo, or echo 0 > /sys/devices/system/cpu/cpufreq/boost
mend-guest = give the guest its own processors on the host, and look at the host's figures too
mend-other_work = find it with 'top', and wait or stop it
mend-clock = boot with clocksource=tsc tsc=reliable if the processors' counters are known to agree
mend-command_line = report these options with the figures, and keep them the same in comparisons
mend-scheduler = echo none > /sys/block/DISK/queue/scheduler, for a disk that does not spin
mend-queue_chain = raise that queue, or keep queue depth x workers below it: echo N > /sys/block/DISK/device/queue_depth
mend-descriptors = compare with --engine-option plain-pages; on the hypervisor, indirect_desc=on where it has it
mend-write_cache = measure durable writes with --sync dsync or --sync fsync beside plain ones
mend-mounted = move other work off the disk, or say in the report that it was there
mend-opened = fuser -v TARGET shows who; end them
mend-neighbours = wait until they have ended, or end them
mend-other_io = find it with 'iotop -o' or 'pidstat -d 1', and wait or stop it
