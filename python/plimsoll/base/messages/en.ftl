## Answers

# Who limited a Run.
limiter-target = the storage itself
limiter-policy_cap = a cap set by policy
limiter-client_cpu = the generator's processor, not the storage
limiter-client_outstanding = the generator's outstanding I/O, not the storage
limiter-cache = a cache in between
limiter-schedule = nothing: the offered rate was carried
limiter-unknown = not determined
# The outcome of a Run.
outcome-ok = ok
outcome-cannot_carry = cannot carry
outcome-cached = cached
outcome-generator_limited = generator limited
outcome-not_steady = not steady
outcome-failed = failed
outcome-stopped = stopped
# What a gap in the rows of a file may mean. $own: the file's own average. $rows: the average of its rows. $in_gap: what that leaves for the gap.
gap-unknown = an outage, or the recorder stood still
gap-empty = the file's own average, { $own } against { $rows } in its rows, leaves next to no operations for that time: an outage, or the recorder stood still and the load with it
gap-usual = the file's own average, { $own } against { $rows } in its rows, shows that the load went on in that time: only the recorder stood still
gap-slow = the file's own average, { $own } against { $rows } in its rows, leaves { $in_gap } for that time: slow, or an outage for a part of it

## Workloads

# In the place of a rate.
nothing = nothing
# In the place of a figure that a file does not have.
not-told = unknown
# A mix of operations. $percent: a number from 0 to 100.
mix-reads = reads
mix-writes = writes
mix-share = { $percent } % reads
# $blocks: sizes of operations, such as 8 KiB. $pattern: as it is typed, such as random.
blocks-unknown = block size unknown
blocks-apart = reads { $reads }, writes { $writes }
blocks = { $blocks } blocks
blocks-and-pattern = { $blocks } { $pattern }
# A size among several, with its share of the operations.
blocks-share = { $size } { $share }
# $pattern: as it is typed.
pattern = { $pattern }
blocks-without-pattern = { $blocks } of unknown pattern
pattern-unknown = pattern unknown
# $percent: a number from 0 to 100.
shares-unknown = read % unknown
shares-all-reads = all reads
shares-all-writes = all writes
shares-read = { $percent } % read
shares-trim = { $percent } % trim
payload = payload { $contents }
payload-zero = zero
payload-compressible = { $percent } % compressible
payload-duplicates = { $percent } % duplicates
verified = verified
durable-writes = durable writes (O_DSYNC)
# $call: fsync or fdatasync.
flushes = { $writes ->
    [one] { $call } after every write
   *[other] { $call } after every { $writes } writes
}
# The configuration of a system whose settings were left as they were.
as-found = as found
working-set = working set { $size }
working-set-from = working set { $size } from byte { $begin }
# $workload: as above, in several parts.
on-volumes = { $workload }, on { $volumes } volumes
# A kind of client with its workload; several of them.
client = { $name }: { $workload }
clients = { $clients } × { $name }: { $workload }
# Kinds of operations.
operations-read = reads
operations-write = writes
operations-trim = trims
operations-flush = syncs
# Statistics of an objective that are words; a percentile is its name, such as p99.
statistic-mean = mean
statistic-max = max

## Keys of a workload and a load

# What a number may be, after what it means.
bounds-between = Allowed: { $low } to { $high }.
bounds-from = Allowed: { $low } or more.
bounds-above = Allowed: more than { $low }.
key-block_size-name = block size
key-write_block_size-name = write block size
key-align-name = alignment
key-read-name = read share
key-trim-name = trim share
key-pattern-name = pattern
key-working_set-name = working set
key-working_set_offset-name = working set offset
key-sync-name = durability of writes
key-payload-name = payload
key-compressible-name = compressible share
key-duplicates-name = duplicate share
key-verify-name = verification
key-workers-name = workers
key-queue_depth-name = queue depth
key-rate-name = offered rate
key-arrivals-name = arrivals
key-max_outstanding-name = in-flight cap
key-think_time-name = think time
key-cap_rate-name = rate limit
key-cap_bytes-name = bandwidth limit
key-bursts-name = bursts
key-block_size = I/O size: 4k, or a mix such as 4k:60,64k:40. Default 4k.
key-write_block_size = I/O size of writes and trims. Default: same as reads.
key-align = Align offsets to multiples of this. Default: the smallest block size.
key-read = Percentage of reads; the rest are writes. Default 100.
key-trim = Percentage of trims. Default 0.
key-pattern = random, random:once, zipf:1.1, pareto:0.2, normal:10, zones:90/10,10/90, sequential, sequential:shared, sequential:each, strided:64k; mixed: sequential+30%random. Default random.
key-working_set = Size of the region to address: 1g, 50%. Default: the whole target.
key-working_set_offset = Where that region starts: 1g, 50%. Default 0.
key-sync = How writes are made durable: fdatasync or fsync after every write of a worker once it has completed, fdatasync:8 after every eighth; dsync (or fua) with each write itself (O_DSYNC, force unit access); dsync+fsync:8; none. Default none.
key-payload = Contents of writes: random or zero. Default random.
key-compressible = Percentage of the written data that compression can remove.
key-duplicates = Percentage of written blocks that duplicate others.
key-verify = Stamp each block with target, offset, generation and checksum, and check what is read.
key-workers = Workers per target, each with its own queue. Default 1.
key-workers-in-files = Workers per target, each with its own queue. Default 1. For a search it is the maximum, and 4 by default.
key-queue_depth = Outstanding I/O per worker of a closed loop. Default 32.
key-rate = Open loop: offered IOPS over all workers: 5000, a ramp 1000..50000, steps 1000:10s,5000:20s; a share of the maximum, which is then measured first: 80%; of each of several targets: 1250/target; of each client of a described stack, with --virtual: 1250/client. Default: closed loop.
key-arrivals = Arrival process of an open loop: poisson (independent users), constant, or trace:FILE. Default poisson.
key-max_outstanding = In-flight cap of an open loop, over all workers. Default: 4096, 1 GiB of buffers, or what the kernel queues at the disks, whichever is lowest.
key-think_time = Closed loop: think time between a completion and the next operation of its slot: 1ms, exp:1ms.
key-cap_rate = Closed loop: IOPS limit.
key-cap_bytes = Closed loop: bandwidth limit in bytes/s: 100m.
key-bursts = Alternate load and idle periods: 100ms/900ms. The offered rate is then the average.

## English only

key-per_client = Figures for each client (VM) of a described stack, however many there are. Up to 64 clients have them anyway.
key-warmup_for = Warm-up before measuring. Default 1s.
key-steady = Start measuring only when the target is steady: snia, slope, or with parameters: snia:rounds=5,range=20,slope=10.
key-steady_of = Metric that must be steady: rate, bytes, response_time. Default rate.
key-steady_limit = Maximum wait for steady state. Default 10m.
key-measure_for = How long to measure. Default 5s, or the length of the steps.
key-drain_limit = Maximum wait for the last completions. Default 5s.
key-io_deadline = End the Run if an I/O takes longer than this. Default 2m.
key-interval = Length of a reporting interval, 100ms to 60s. Default: a sixtieth of Measure, 100ms to 1s; on the virtual clock up to 4s for a Run of more than 1h.
extra-missing-hosts = measuring from several hosts needs { $packages }, not installed here
extra-missing-vcenter = reaching a vCenter needs { $packages }, not installed here
extra-missing-pdf = a report as PDF needs { $packages }, not installed here
extra-missing-excel = a report as Excel workbook needs { $packages }, not installed here
extra-missing-parquet = a Parquet file needs { $packages }, not installed here
extra-missing-charts = a chart as SVG or PNG file needs { $packages }, not installed here
extra-missing-frames = a frame needs { $packages }, not installed here
preference-store = the store of every command that is given no --store
not-toml = { $place }: not TOML: { $why }
not-toml-now = Correct that line.
too-deep = values are nested too deeply
too-deep-now = Write them flat.
key-unknown = there is no key '{ $key }'
key-unknown-now = The keys are: { $keys }.
key-unknown-now-like = Did you mean '{ $like }'? The keys are: { $keys }.
key-missing = the key '{ $key }' is missing
key-missing-now = Add it.
key-mistaken = { $key }: { $mistake } (it is { $given })
must-be-toml = It must be a text file in TOML.
signing-key-link = cannot use the key { $path }: it is a link
signing-key-unopened = cannot use the key { $path }: { $why }
state-elsewhere = Set { $variable } to a folder of your own
state-no-folder-now = Move it away. Set XDG_STATE_HOME to a folder of your own
state-sudo-now = Under sudo take your own home with 'sudo -H'. Set XDG_STATE_HOME to a folder of your own
user-by-number = user { $number }
version = { $version }, commit { $commit }, sha256 { $digest }
version-of-source = { $version }, source tree, sha256 { $digest }
not-written = cannot write { $file }: { $why }
# In the place of a key, where the document itself differs.
difference-it = it
difference-missing = { $key } is missing
internal-error = internal error: { $name }: { $text }
no-memory = there is not enough memory ({ $why })
no-memory-now = Give it more: look at what is free, and at ulimit -v.
internal-error-now = This is a defect of Plimsoll; the details are in { $log }: please report it with that file.
number-too-long = a number has more than { $most } digits
number-too-long-now = Write it with fewer: nothing that is measured needs as many.
internal-error-now-unlogged = This is a defect of Plimsoll; its log could not be written ({ $why }).
difference-too-deep = it is nested too deeply
difference-not-finite = a number in it is not finite
extra-install = Install it: { $python } -m pip install '{ $package }'.
feature-missing = this Plimsoll cannot { $verb }: the feature is not there
feature-missing-now = Install the whole of Plimsoll.
store-by-default = by default, in the working directory
configuration-file = configuration file
no-configuration-folder = there is no folder for the configuration: no HOME
no-configuration-folder-now = Set XDG_CONFIG_HOME to a folder of your own.
configuration-no-toml = { $path }: not TOML: { $why }
configuration-no-toml-now = Correct that line, or remove it.
configuration-unknown = { $path }: there is no '{ $key }'
configuration-unknown-now = The keys are: { $keys }. Remove that line.
configuration-no-path = { $path }: { $key } is not an absolute path
configuration-no-path-now = plimsoll config { $key } PATH writes one.
configuration-of-others = { $folder } is another user's
configuration-of-others-now = Run 'plimsoll config' as that user.
configuration-not-written = cannot write { $path }: { $why }
configuration-not-written-now = Make room, or give access.
rate-no-share = '{ $rate }' is not a share of the maximum: write a percentage above 0, such as 80%
rate-unreadable = cannot read the rate '{ $rate }': write 1250/client for each client of a described stack, 1250/target for each of several targets
file-too-large = the { $what } { $path } is larger than { $most } MiB, the limit
file-silent-pipe = it is a pipe, and nothing came through it for { $limit } s
file-other-digest = { $path } is not the file that --sha256 names: its digest is { $digest }
file-other-digest-now = Read it again, and give the digest of what you read.
file-empty = the { $what } { $path } is empty
file-no-text = the { $what } { $path } is not text: it must be UTF-8
file-missing = there is no { $what } { $path }
file-missing-now = Check the path.
file-unreadable-now = Give this user access to it, or name another.
file-unreadable = cannot read the { $what } { $path }: { $why }
key-too-long = a key has more than { $most } parts (at line { $line }, column { $column })
signing-key-now = If it is not yours, find out who put it there; delete it and a new one is made: rm { $path }
signing-key-size = cannot use the key { $path }: it does not have { $bytes } bytes
signing-key-no-file = cannot use the key { $path }: it is not a regular file
signing-key-of-others = cannot use the key { $path }: it belongs to { $owner }
signing-key-open = cannot use the key { $path }: others may read or write it
signing-key-not-made = cannot make { $path }: { $why }
state-of-others = cannot use { $path }: it belongs to { $owner }, and you are { $user }
state-open = cannot use { $path }: others may write into it
state-open-now = If you did not do that, find out who did; then: chmod 700 { $path }
state-no-parent = cannot make { $path }: there is no { $parent }
state-unopened = cannot use { $path }: { $why }
state-within-others = cannot make { $path }: { $folder } belongs to { $owner }, and you are { $user }
state-not-made = cannot make { $path }: { $why }
state-no-home = there is no folder for the state of { $user }: no HOME
state-no-folder = cannot use { $path }: it is a link, or not a folder
workload-file = workload file
workload-missing = there is no workload file { $name }, and no workload of that name
workload-missing-now = Known names: { $names }; see 'plimsoll workload'.
output-of-others = { $path } is not { $what } and was left as it is
output-unread = cannot read { $path }: { $why }
output-no-file = { $path } is not a regular file and was left as it is
output-link = { $path } is a symbolic link and was left as it is
logo = logo
logo-unfit = the logo { $path } cannot be used: { $why }
logo-now = Give a PNG or SVG file of at most 1 MiB.
logo-neither = it is neither PNG nor SVG
logo-damaged = it is damaged
logo-many-pixels = it has more than { $most } pixels on a side
logo-doctype = it has a DOCTYPE
logo-acts = it has an element '{ $element }'; a logo is only a drawing
logo-outside = it needs { $address }; a report works without a network

## Other systems

needs-linux = Plimsoll measures storage on Linux only; on this system it reads, compares, sizes and simulates.
needs-linux-now = Do this on a Linux host and bring the store here.
