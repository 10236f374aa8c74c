## Progress of a campaign

# $asks is a Point in words: target; workload; load.
point-under-way = { $number } of { $total }: { $asks }
# $answer is a figure or a state; $why a reason.
point-ended = { $number } of { $total }: { $asks }: { $answer }
point-ended-why = { $number } of { $total }: { $asks }: { $answer }: { $why }
point-ended-left = { $number } of { $total }: { $asks }: { $answer }  (about { $left } left)
point-ended-why-left = { $number } of { $total }: { $asks }: { $answer }: { $why }  (about { $left } left)
running = running
run-closed-loop = (closed loop, { $achieved } achieved)
run-offered = ({ $offered } IOPS offered, { $achieved } achieved)
repeat = repeat { $number }
point-state-planned = planned
point-state-running = running
point-state-finished = finished
point-state-failed = failed
point-state-skipped = skipped

## Plan of a campaign

plan-points = { $points ->
    [one] { $campaign }: { $count } Point
    *[other] { $campaign }: { $count } Points
    }
# $product is such as '2 block size × 3 read'.
plan-points-product = { $points ->
    [one] { $campaign }: { $count } Point = { $product }
    *[other] { $campaign }: { $count } Points = { $product }
    }
plan-factor = { $factor } ({ $values })
# $does is what the strategy does for each Point.
plan-strategy = strategy { $strategy }: { $does }; order { $order }
plan-strategy-objective = strategy { $strategy }: { $does }, objective { $objective }; order { $order }
plan-fault = fault in each Run: { $fault } at { $at }, undone at { $undo_at }
more-points = … and { $count } more; --json lists them all
run-it = Run it: { $command }
plan-grid = full grid: { $time } ({ $points } × { $runs } Runs of { $seconds } s)
plan-grid-longer = full grid: { $time } ({ $points } × { $runs } Runs of { $seconds } s), { $times } times as long
writes-nothing = writes nothing
writes-described-only = writes to described storage only
writes = writes { $size }
writes-per-rate = writes { $size } for every 1,000 IOPS reached (set campaign.expected_rate to get a total)
wear = { $target }: { $times } times its { $size }
would-fail = { $points } of { $total } Points would fail now: { $why }.
# $column is a heading of the table of Points.
every-point = every Point: { $column }  { $value }
column-configuration = configuration
column-target = target
column-workload = workload
column-load = load
column-repeat = repeat
time-searches-computed = time: virtual clock; each search takes a few seconds to compute
about = about { $time }
at-most-about = at most about { $time }
# $time is about or at-most-about.
time = time: { $time }
time-virtual = time: { $time } of virtual time, computed far faster
time-settling = time: { $time }, { $settling } of it for settling
time-virtual-settling = time: { $time } of virtual time, computed far faster, { $settling } of it for settling

## State of a campaign

note = note: { $text }
points-unasked = (--runs lists the Points)
points-not-listed = ({ $count } Points are not listed here; --json has them all)
campaign-status = campaign { $number } ({ $name }) in { $store }: { $state }
campaign-state-running = running
campaign-state-stopping = stopping
campaign-state-interrupted = interrupted
campaign-state-finished = finished
# $ended are the next four, with commas between.
points-progress = { $done } of { $total } Points: { $ended }; { $elapsed } since it began
points-progress-left = { $done } of { $total } Points: { $ended }; { $elapsed } since it began, about { $left } left
points-valid = { $count } valid
points-not-valid = { $count } not valid
points-failed = { $count } failed
points-skipped = { $count } skipped
not-restored = not restored: { $setting } of { $configuration }, it was '{ $original }'
not-restored-why = not restored: { $setting } of { $configuration }, it was '{ $original }' ({ $why })
cut-short = { $runs ->
    [one] { $count } Run was cut short by a kill; their intervals are kept, but are no evidence
    *[other] { $count } Runs were cut short by a kill; their intervals are kept, but are no evidence
    }
column-answer = answer
column-throughput = throughput
column-mean = mean
column-p99 = p99
column-cpu-per-io = CPU per I/O
column-limited-by = limited by
all-limited-by = All of them limited by: { $limiter }.
line-of-rates = The load line of these rates: { $command }
marked = { $mark } not valid: left out of maxima, lines and comparisons
restored = restored: { $setting } of { $configuration } to '{ $original }'
nothing-to-restore = nothing to restore
# $marks are is-baseline and is-archived.
labels = campaign { $number } of { $store }: { $name }
labels-marked = campaign { $number } of { $store }: { $name } ({ $marks })
tags = tags: { $tags }
deleted = deleted: campaign { $number } ('{ $name }') is no longer in { $store }
deleted-to = moved to { $store }; delete that file to free the space
planning = planning { $count } Points
# $action is run, resume or restore.
would-do = { $action } has done nothing yet; it would do this:

## Progress

not-here = { $summary } (not here: { $why })
left = about { $time } left
doing-left = { $doing } (about { $left } left)
clock-seconds = { $seconds } s
clock-minutes = { $minutes } min { $seconds } s
clock-hours = { $hours } h { $minutes } min
# The marks of a search's curve, drawn in letters.
legend-met = { $mark } met
legend-missed = { $mark } missed
legend-undecided = { $mark } undecided
legend-hold-met = { $mark } met in a hold
legend-hold-missed = { $mark } missed in a hold
legend-hold-undecided = { $mark } undecided in a hold
legend-without-objective = { $mark } a Run without an objective
legend-sentence = { $legend }.
rate-offered = { $rate } IOPS offered
worker-host = host
worker-one = worker
worker-many = workers
worker-iops = IOPS
worker-bytes = bytes/s
worker-p50 = p50
worker-p99 = p99
worker-errors = errors
all-workers = all { $count }
rest-more = and { $count } more
rest-hosts = { $count } hosts
rest-workers = { $count } workers
# $rest is one of the three above.
rest-errors = { $errors ->
    [one] { $rest }: { $count } error
    *[other] { $rest }: { $count } errors
    }
# $rest is one of the four above, $workers one of the four below.
rest-and = { $rest }: { $workers }
rest-errors-and = { $rest }; { $workers }
slowest-fastest = slowest { $slowest }; fastest { $fastest }
slowest-fastest-of-all = of all, slowest { $slowest }; fastest { $fastest }
slowest = slowest { $slowest }
slowest-of-all = of all, slowest { $slowest }
worker-rate = { $worker }: { $rate } IOPS
worker-rate-and-time = { $worker }: { $rate } IOPS, p99 { $p99 }

## plimsoll watch

row-offered = offered
row-achieved = achieved
row-syncs = syncs
row-bytes = bytes
row-mean = response time mean
row-p50 = response time p50
row-p95 = response time p95
row-p99 = response time p99
row-max = response time max
row-outstanding = outstanding
row-not-finished = not finished
row-own-lag = own lag p99
row-before-submit = before submit mean
row-errors = errors
row-now = now
row-most = most
the-last = the last { $time }
no-interval = no interval has ended yet
watch-title = campaign { $number } ({ $name }): { $state }
watch-title-late = campaign { $number } ({ $name }): { $state }; from the store, up to { $seconds } s late
watch-running = running
watch-stopping = stopping
watch-point = Point { $number } of { $total }, { $done } done: { $asks }
# $asks is its role, the workload and the workers.
watch-run = Run { $number }: { $asks }, on { $target }
watch-run-unkept = Run: { $asks }, on { $target }
workers = { $workers ->
    [one] { $workers } worker
    *[other] { $workers } workers
    }
workers-depth = { $workers ->
    [one] { $workers } worker × queue depth { $depth }
    *[other] { $workers } workers × queue depth { $depth }
    }
workers-hosts = { $workers ->
    [one] { $workers } worker on { $hosts } hosts
    *[other] { $workers } workers on { $hosts } hosts
    }
workers-depth-hosts = { $workers ->
    [one] { $workers } worker × queue depth { $depth } on { $hosts } hosts
    *[other] { $workers } workers × queue depth { $depth } on { $hosts } hosts
    }
watch-starting = starting
watch-phase-warmup = warming up { $elapsed } of { $limit } s
watch-phase-measure = measuring { $elapsed } of { $limit } s
watch-phase-drain = draining { $elapsed } of { $limit } s
watch-left = about { $left } left in all
watch-doing-left = { $doing }, about { $left } left in all
interval-closed-loop = closed loop, { $achieved } achieved IOPS
interval-offered = { $offered } offered, { $achieved } achieved IOPS
interval-times = response time mean { $mean }, p50 { $p50 }, p95 { $p95 }, p99 { $p99 }, max { $max }
interval-outstanding = outstanding { $mean }
interval-backlog = not finished at its end { $operations }
interval-own-lag = own lag p99 of the latest worker { $lag }
interval-before-submission = before submission { $mean } mean
interval-errors = ERRORS { $errors }
cpu = CPU
cpu-shares = { $busy } (user { $user }, system { $system }, steal { $steal })
io-pressure = I/O pressure
disk = disk { $disk }
disk-load = { $busy } busy, queue { $queue }
run = Run { $number }
last-run = the last Run
# $run is run or last-run.
run-of-role = { $run } ({ $role })
outcome-and-verdict = { $outcome }, { $verdict }
# $run is one of the three above, $outcome an outcome, with the verdict where there is one.
run-ended = { $run } ended { $outcome }: { $achieved } IOPS, p99 { $p99 }
run-ended-offered = { $run } ended { $outcome }: { $achieved } of { $offered } offered IOPS, p99 { $p99 }

## Answers of run, find and demo

answer-basis = Basis
# Of a number that the headline has not.
answer-number = { $value }, { $basis }
minute-of-demo = the minute of a demo
drawing-report = drawing the report
test-file = Test file: { $file }
lines-with-objective = Load lines in IOPS, with { $objective }:
total-test-time = Total test time: { $time }, warm-up and drain included.
estimated-note = { "*" } estimated from all Runs of the line, not confirmed; the ends are those of a 95 % interval.
compared-with-grid = Compared with a grid of { $rates } rates, { $seconds } s each, run twice:
stopped-early = Stopped early. Results so far:
kept-as-campaigns = Kept as campaigns { $numbers } in { $store }.
needs-wider-terminal = The table of its { $runs } Runs needs a wider terminal, or plimsoll report.
demo-kept = Every Run: { $store } (campaign { $campaign })
demo-kept-and-report = Report: { $report }   Every Run: { $store } (campaign { $campaign })
filling = filling { $file }
filled = { $done } of { $total }
demo-in-memory = { $folder } is in memory, where there is no storage to measure
demo-in-memory-now = Name a folder on a disk with --dir
stopped-unfilled = Stopped while the test file was being filled. Nothing was measured.
stopped-unopened = Stopped after the test file was filled. Nothing was measured.
metrics-here = metrics at { $address }
metrics-open = metrics at { $address }, readable from every machine that reaches it: there is no password
# What a search is doing.
stage-maximum = measuring the maximum
stage-reference = measuring at a light load
stage-probe = searching the load line
stage-hold = confirming both ends
kept-as-campaign = Kept as campaign { $campaign } in { $store }; draw it with: { $command }
table-title = { $title }:
# $name is such as 'What to do', $words a sentence.
step = { $name }: { $words }
line-name = line
line-low = recommended
line-high = up to
line-itself = line itself
line-of-maximum = of maximum
line-held = holds for
line-reason = why it ended
line-runs = Runs
line-time = test time
# The mark that estimated-note explains.
line-estimate = { $rate } *
line-estimated = estimated
line-not-confirmed = not confirmed
grid-name = line
grid-search = search
grid-grid = grid
grid-again = grid again
grid-search-grids = search vs grids
grid-grid-grid = grid vs grid
grid-search-time = search time
grid-time = time of a grid
scaling-run = scaling Run
scaling-rate = IOPS, settled
scaling-outstanding = outstanding
scaling-latency = completion latency
phase-warmup = warming up
phase-measure = measuring
phase-drain = draining
run-rate = { $rate } IOPS
# $text is a sentence on another program of the machine.
warning = WARNING: { $text }

## Answers of other commands

# $origin is where the setting stands.
config-store = store: { $store } ({ $origin })
# $unit is how a parameter is written.
element-parameter = { $unit } (default: { $default })
element-scope = group | disk | vm | host | node (default: { $default })
element-scope-about = how many of it there are: one for all (group), or one per volume (disk), VM (vm), host (host) or data-holding host (node)
element-ends-path = It holds the data and comes last in a path. Example:
element-goes-on = Another element must follow it in a path. Example:
marked-run = Run { $number }: '{ $text }' at { $at }
marked-campaign = campaign { $number }: '{ $text }' at { $at }
prepared = { $target }: { $written } written in { $time }, { $speed }/s
prepared-in-passes = { $target }: { $written } written in { $passes } passes in { $time }, { $speed }/s
fill-progress = { $done } of { $total }, { $speed }/s
fill-line = { $doing }: { $progress }
fill-line-left = { $doing }: { $progress } (about { $left } left)
report-written = campaign { $campaigns } ({ $kind }), report { $report }: { $file }
written-beside = beside it: { $file }
no-charts = The report '{ $report }' of campaign { $campaign } has no chart.
charts-of = Charts of { $report }, campaign { $campaign }
reports = Reports
forms = Forms
no-store-to-list = Store { $store } not found: name one with --store.
campaigns-of = Campaigns of { $store }
campaigns-number = campaign
campaigns-kind = kind
campaigns-name = name
campaigns-job = job
campaigns-state = state
campaigns-objective = objective
campaigns-runs = Runs
campaigns-began = began
is-baseline = baseline
is-archived = archived
serving = serving; Ctrl-C ends it
may-grow = { $file } may grow by { $size }, but its file system has only { $free } free: writes fail once it is full
still-attached = { $device } is still attached, and fails every request from now on; detach it: losetup --detach { $device }
connections = { $connections ->
    [one] { $count } connection
    *[other] { $count } connections
    }
# $connections is the message before.
serve-statistics = { $connections }, { $rate } IOPS, { $speed }/s, { $operations } in flight, late p99 { $late }
served-operations = Operations and their completion latency (mean to max)
served-volume = volume
served-n = n
served-errors = errors
served-bytes = bytes
served-mean = mean
served-p50 = p50
served-p99 = p99
served-max = max
served-kind-read = read
served-kind-write = write
served-kind-trim = trim
served-kind-flush = flush
served-connections = { $connections }, { $cut } cut, { $refused } refused
served-connections-cut = { $connections }, { $cut } cut, { $refused } refused; the latest cut: { $latest }
# Why the latest connection was cut. $value: what the client sent, in hexadecimal, or operations.
cut-handshake_flags = the client set handshake flags { $value }, which were not offered
cut-option_magic = an option of the client starts with { $value }, which is no option's magic number
cut-no_volume = the client asked for a volume that does not exist
cut-too_many_options = the client sent too many options
cut-request_magic = a request of the client starts with { $value }, which is no request's magic number
cut-handshake_time = the client did not complete the handshake in time
cut-payload_time = the client stopped in the middle of a payload, and other clients needed its memory
cut-operations_left = clients went away and left { $value } operations on '{ $volume }' under way; the volume takes no new clients until some of them end
served-late = lateness: p50 { $p50 }, p99 { $p99 }, max { $max }; { $share } of operations late by more than 30 us and 5 % of their latency
held-up = held up by clients: { $operations }
sockets-hold-rate = the clients' sockets held the rate, not the stack: while full they carried { $speed }/s, and { $share } of operations were late for want of room in them; use smaller blocks, more connections or less load
machine-does-not-keep-up = this machine does not keep up: { $share } of operations were answered late, by more than 30 us and 5 % of their latency in the stack; offer less load, or a slower stack
serve-warning = warning: { $text }
reachable-here = reachable from this machine only; other users need the token
reachable-here-token = reachable from this machine only; other users need the token { $token }
reachable-by-others = reachable from other machines, and not encrypted: on a shared network put it behind TLS, or use ssh -L
serving-pages = serving; Ctrl-C ends the server, but not the campaigns that it started
# Comments in the file of a workload.
made-from = Made from { $reads } read and { $writes } write IOPS on average
offered-rate = Its offered rate: { $flag }. This is a mean: check how much higher the peaks are
assumed-read = Read size not given: 4k is assumed. Larger reads cost more
assumed-write = Write size not given: 4k is assumed. Larger writes cost more
assumed-read-and-write = Read and write sizes not given: 4k is assumed. Larger sizes cost more
mean-read-kept = The mean read is { $mean }: { $smaller } and { $larger } in shares that keep it
mean-write-kept = The mean write is { $mean }: { $smaller } and { $larger } in shares that keep it
mean-read-more = The mean read is { $mean }; { $size } is { $share } more
mean-read-less = The mean read is { $mean }; { $size } is { $share } less
mean-write-more = The mean write is { $mean }; { $size } is { $share } more
mean-write-less = The mean write is { $mean }; { $size } is { $share } less

## A described stack

stack-carries = carries IOPS
stack-bound = bound IOPS
stack-badge = Calculated
stack-at-most = At most { $rate }, all clients together. Narrowest: { $narrowest }.
stack-down =
    { $lost ->
        [0] With { $hosts ->
            [one] this host
           *[other] these { $hosts } hosts
        } down, no volume is lost.
       *[other] With { $hosts ->
            [one] this host
           *[other] these { $hosts } hosts
        } down, { $lost } of { $volumes } { $volumes ->
            [one] volume
           *[other] volumes
        } { $lost ->
            [one] is
           *[other] are
        } lost.
    }
stack-unbounded = Nothing bounds it: no element takes any time.
# What sets a bound: a group of clients or hosts, or the only client.
stack-source-client_outstanding = clients { $name }, { $figure } outstanding each
stack-source-client_processor = clients { $name }, { $figure } of processor time per operation
stack-source-host_cores = hosts { $name }, { $figure } cores each
stack-only-client_outstanding = the client, { $figure } outstanding
stack-only-client_processor = the client, { $figure } of processor time per operation
# Why it is no more.
stack-why-client_outstanding = each waits for its answer before it sends the next operation
stack-why-client_processor = the processor is busy
stack-why-host_cores = the cores are busy
stack-reason-servers = { $count } servers, each busy for { $time } per request
stack-reason-time = each request occupies it for { $time }
stack-reason-in_flight = at most { $count } requests in flight behind it, each for at least { $time }
stack-reason-requests = { $reason }; { $requests } requests per operation
stack-reason-background = { $reason }; less what the background load takes
stack-reason-others = { $reason }; the other clients are bounded by { $sources }
stack-row-why = why
stack-row-all-up = all up
stack-row-bound-too = bound too
stack-row-unloaded = unloaded
stack-row-at-once = at once
stack-row-columns = columns
stack-row-note = note
stack-row-down = down
stack-row-lost = lost
stack-row-degraded = degraded
stack-row-no-host = no host
stack-row-worst = worst
stack-bound-of = { $source }: { $rate }
stack-unloaded = { $time } response time
stack-unloaded-knee = { $time } response time; queues build up beyond { $outstanding } outstanding
stack-columns = carries: what all instances of an element carry; bound: what it allows the whole stack
stack-clients = clients
stack-any-number = any number
stack-none = none
stack-names = { $count }: { $names }
stack-no-client = no client
stack-no-loss = no loss of { $hosts ->
     [one] one host
    *[other] { $hosts } hosts
    } takes a volume with it ({ $sets } sets)
stack-no-loss-sampled = no loss of { $hosts ->
     [one] one host
    *[other] { $hosts } hosts
    } takes a volume with it (a sample of { $sets } sets)
stack-worst = the loss of { $hosts }: { $lost ->
     [one] { $lost } volume
    *[other] { $lost } volumes
    } lost; { $mean } on average, some in { $share } of the { $sets } sets of { $down }
stack-worst-sampled = the loss of { $hosts }: { $lost ->
     [one] { $lost } volume
    *[other] { $lost } volumes
    } lost; { $mean } on average, some in { $share } of the sampled { $sets } sets of { $down }
stack-note-fitted = fitted: { $text }
stack-note-unused_volumes = volumes that no client uses get no load
stack-note-any_mix = how the clients share the load is not given: bounds are for the best mix, and an element that only some of them use has none
stack-note-not_reached = { $element }: not reached by any of these operations
stack-note-overload = { $element }: overloaded by the background load alone
stack-note-work_left = not counted: work left over after an operation is acknowledged (a destage, a late copy); if every operation left some, { $element } would sustain { $rate }
stack-note-queueing = queueing is not counted: the bound holds at any load, and response times rise well before it
stack-not-counted-rejected = not counted for { $element }: rejected requests, which end at once
stack-not-counted-burst_credit = not counted for { $element }: burst credit, which passes above the rate until it is spent
stack-not-counted-credits_and_bursts = not counted for { $element }: credits and bursts, which pass above the rate until they are spent
stack-not-counted-cheaper_sequential = not counted for { $element }: sequential requests cost less in the budget; all are taken as random
stack-not-counted-sequential_arm = not counted for { $element }: an arm is faster at sequential addresses; all are taken as random
stack-not-counted-write_cliff = not counted for { $element }: the write cliff; writes are taken to be as fast as before it
stack-not-counted-slow_times = not counted for { $element }: times of slow service
stack-not-counted-fault_times = not counted for { $element }: the time of stalls, outages and slow service

## English only

# Verbs in `plimsoll --help`: the first paragraph of the verb's own help.

summary-demo = Find the load line of the disk under a folder, with a test file of its own, and write report.html.
summary-run = Run one workload against one target, or several together, and print what was measured.
summary-find = Find the load line: the highest offered rate that is carried and still meets the objective.
summary-campaign = Run a grid or an adaptive plan over workloads, loads, targets and settings; one that was killed can be resumed.
summary-report = Write a report of a campaign from the store, in any form, or list what there is.
summary-watch = Watch a campaign, a search or a Run in another process of the same user.
summary-web = Show campaigns in a browser: a list of them, their reports, a running one live; start, mark and stop them.
summary-mark = Add a mark to the Run in progress; `plimsoll timeline` shows it beside what happened.
summary-prepare = Make a file and fill it with random, incompressible data by direct I/O.
summary-workload = List the workloads known by name for --workload, print one, or make one from the IOPS and bytes/s that your monitoring shows.
summary-engines = List the I/O engines and which of them work on this machine.
summary-collect = Turn the output of another program into JSON lines for --collect, or list what is ready-made.
summary-config = Set where all commands keep results; without a value, show it.
summary-simulate = Simulate a described storage system under load, on the virtual clock.
summary-serve = Serve a described storage system as network block devices (NBD), on the machine's own clock, until Ctrl-C.
summary-switch = Change settings of an element of a served stack, such as faults; without an element, print the stack's statistics.
summary-stack = Look at a described stack: its elements, their upper bounds, the bottleneck.
summary-elements = List the storage elements of a stack (stack:FILE.toml), or the parameters of one.
summary-schema = Print the JSON schema of a document, or list the documents.

measured-until-then = The Runs until then are in { $store }: 'plimsoll report --store { $store }' draws them.
help-demo-dir = A folder on the disk to measure.
help-demo-size = Size of the test file.
help-demo-objective = Objective to meet: 'p99 <= 1ms'. Default: chosen from the latency at a light load.
help-demo-keep = Keep the test file.
help-demo-store = Store for every Run. Default: the one set by 'plimsoll config store', else plimsoll.db in --dir.
help-demo-no-report = Write no report.html.
help-demo-force = Overwrite a report.html that Plimsoll did not make.
interrupted-unmeasured = interrupted before anything was measured
test-file-removed = The test file is removed.
help-find-from = Run nothing: read the load line from the Runs in a store. STORE means its newest campaign; also STORE#3, STORE#1,4-6 or STORE#all, for Runs made one by one.
help-find-horizon = Hold both ends of the line's interval for at least this long: 10m, 1h. Default: what the time budget allows, about 15 s of 5 minutes. Cannot be combined with --time.
help-find-time = Time budget of the search: 90s, 5m, 30m. More time gives a narrower interval. Default 5m.
help-find-between = Offer no rate outside this range, and do not measure the maximum: for storage in use. If the line lies outside, the answer is a bound.
help-find-configuration = With --from: only the Runs of this configuration, of several in the store.
help-find-beside-grid = Also run a grid of rates twice, and print how far the search is from the grids and how far the two grids are apart.
help-find-workers = Maximum workers per target.
target-missing = --target is missing
target-missing-now = Name what to test, or read Runs that are kept: --from STORE.
configuration-without-from = --configuration chooses among Runs that are kept
configuration-without-from-now = Add --from STORE, or leave it out.
help-run-store = Keep the Run in this store. Default: the one set by 'plimsoll config store'; else print it only.
help-run-no-store = Keep nothing, even if 'plimsoll config store' has set a store; print it only.
store-and-no-store = --store and --no-store exclude each other
store-and-no-store-now = Give one of them.
from-with-search-flags = --from reads Runs that are kept and runs nothing: it can be combined only with --objective, --read, --block-size, --configuration and --json, not with { $flags }
from-with-search-flags-now = Leave them out, or leave out --from to search.
help-who-limits = After the Run, find out what limited it, with a few short Runs (usually 2 to 11): more outstanding I/O, more workers, a light load, other block sizes.
help-target = What to test: a file, a block device, nbd://host/export, nbd+unix:///export?socket=PATH, null: or stack:FILE.toml. Repeat it for several files or devices.
help-workload = Workload file (TOML) whose keys are named like the flags below (block_size, read, pattern), or a name from 'plimsoll workload': oltp. Flags override it.
help-verify-journal = Keep the record of what was written in FILE, so that a later Run can verify the data.
help-engine = I/O engine; 'plimsoll engines' lists them. Default: the best one that works here.
help-engine-option = iopoll or sqpoll (io_uring), connections=N (nbd); as fio calls and allocates, to compare with it: one-per-call, plain-pages (io_uring, libaio, psync).
help-cached = Use the page cache. Default: direct I/O.
help-virtual = Run on the virtual clock, far faster than real time. For stack: targets only.
help-objective = What must hold: 'p99 <= 1ms', 'mean(completion_latency, read) <= 500us', 'max over 10s <= 50ms', 'errors <= 0.1%', 'achieved >= 99%'; join several with ' and ', or repeat the flag.
help-seed = Random seed. Default: random, and recorded (repeating a seed would hit a warm cache); 1 with --virtual.
help-stack-seed = Random seed. Default: 1.
help-down = Hosts that are down, comma-separated; or repeat the flag.
help-set = Override a parameter in the file of a described stack: multipath.switch_after=1000, host.esx.count=8. Repeat it for several.
help-store = Store for every Run.
help-store-read = The store to read.
help-no-store = Keep nothing; print the answer only.
help-on-error = On an I/O error: stop at the first one; continue to the end and fail; or continue and report errors as a metric.
help-lose-data-on = Confirm that T may be overwritten: a device, a network export, or a file that Plimsoll did not make or that changed since.
help-lose-data-on-local = Confirm that T may be overwritten: a device, or a file that Plimsoll did not make or that changed since.
help-overwrite-signature = Write even though a file system or another signature was found.
help-metrics = Serve OpenMetrics at /metrics while measuring, e.g. :9464. Reachable from this machine only, unless an address is given (0.0.0.0:9464); there is no password.
help-hosts = Generate the load from several hosts together, as this file (hosts.toml) lists them. --target is then what each of them drives, unless the file names its own.
help-json = Print one JSON document instead of a table.
help-collect = Keep the counters that this shell command prints: one JSON object of names and numbers per line ('plimsoll collect' converts the output of iostat, esxtop, snmp). With --hosts, '@vm1 CMD' runs it on that host (a name or a label; '@*': on all). Repeatable.
help-scrape = Keep the counters of this Prometheus exporter; URL#PATTERN keeps only the names that match; node_exporter:HOST, ceph:HOST, netapp:HOST stand for a URL and a pattern. '@vm1 URL' scrapes from that host. Repeatable.
help-collect-every = Time between scrapes, 100ms to 1h. Default 1s.
interrupted = interrupted
help-about = Find the load line of your storage: the highest load it carries while it still meets its objective.
help-why = Print the reasons for the answer in sentences.
help-runs = Print a row for each Run; of a campaign one for each Point, too.
help-version = Print version, commit and digest.
help-language = Language of answers, reports and pages: en, ja or tr. Default: the locale's. May stand behind the command, too.
unknown-language = there is no language '{ $code }'
unknown-language-now = Choose one: { $known }.
language-missing = --lang needs a language
language-missing-now = For example: --lang ja.
help-actions = Actions
help-examples = Examples:
needs-action = '{ $command }' needs an action
needs-command = '{ $command }' needs a command
flag-before-action = { $flag } stands before the action
type = Type: { $command }
unknown-action = there is no action '{ $name }'
unknown-command = there is no command '{ $name }'
known-action = The actions are: { $names }.
known-command = The commands are: { $names }.
# After: is not a
value-of-int = whole number
value-of-float = number
see-help = See '{ $command } --help'
option-of-others = '{ $command }' has no option { $option }; it is one of { $actions }
option-of-others-now = See '{ $command } --help'.
unknown-reader = there is no reader '{ $name }'
unknown-reader-advice = The readers are: { $names }.
reader-is-exporter = { $name } is an exporter: --scrape { $name }:HOST.
no-counter = { $server } has no counter for { $pattern }
no-counters = { $server } has no counters
runs-of-store = Its Runs are 1 to { $newest }.
no-runs = It holds none.
no-such-run = there is no Run { $number } in { $store }
no-run-in-progress = no Run is in progress in { $store }
no-run-in-progress-newest = Put it on the newest with --run { $newest } --at TIME, or name another store with --store.
no-run-in-progress-none = Start one with --store, or name another store with --store.
run-ended-at = Run { $number } ended at { $at }
run-ended-at-earlier = Give an earlier --at.
run-ended-at-advice = Give the time of the mark with --at.
fill-interrupted = interrupted: { $filled } of { $total } of { $target } are filled
fill-resume = Run the same command with --resume to continue (mark: { $mark })
fill-again = Run it again to fill it
chart-in-report = --chart draws one chart alone; the format '{ $form }' draws the whole report
chart-in-report-now = Say --to svg or png.
stack-file = stack file
help-stack = Look at a described stack: its elements, their upper bounds, the bottleneck.
other-svg = Name another file with --svg.
other-svg-or-force = Name another file with --svg, or use --force.
own-picture = a picture of Plimsoll's
no-longer-watched = no longer watched
no-longer-watched-now = What was watched is still running; watch it again with: { $command }
token-file = token file
token-file-advice = It must be a text file.
implausible-read-size = { $bandwidth } a second in { $rate } reads is { $size } bytes each
implausible-write-size = { $bandwidth } a second in { $rate } writes is { $size } bytes each
implausible-size-advice = Check the units of both.
bandwidth-without-rate = --{ $kind }-bandwidth without --{ $kind }-iops gives no size
bandwidth-without-rate-now = Give --{ $kind }-iops as well.
none = none
help-campaign =
    Run a grid or an adaptive plan over workloads, loads, targets and settings; one that was killed can be resumed.

    A campaign is a file (TOML) that names what varies. Its Runs, answers and progress are kept in a store, so that every action but plan and run takes either: the store, or the file with --store.
help-campaign-file = The campaign file (TOML).
help-campaign-store = The store, or the campaign file (TOML) that was run into the store of --store.
help-campaign-kept-in = The store, when FILE is not one itself.
help-campaign-number = Campaign number in the store. Default: the newest with the file's name.
help-campaign-set = Override a key of the file: campaign.measure_for=5s, workload.read=[70]. Repeatable.
help-campaign-sha256 = Refuse FILE unless it has this digest.
help-campaign-no-commands = Refuse a campaign that would run commands.
help-campaign-no-data-loss = Refuse a campaign that overwrites data on its targets.
help-campaign-jobs = Points on the virtual clock at a time; the answers are the same. Default: as many as there are processors. On the real clock always one.
help-campaign-confirm = Run the commands listed under this digest, from a store that you did not sign.
help-campaign-label-archive = Leave it out of lists, or bring it back.
help-campaign-label-baseline = Compare later campaigns with the same question and target with it, or no longer.
cannot-write-output = cannot write the output: { $reason }
cannot-write-output-advice = Choose another place for the output
help-collect-reader = The program whose output comes on stdin, or vcenter:SERVER to query a vCenter. Without it: list what is ready-made.
help-collect-only = Keep only the names that match this regular expression.
nothing-to-read = nothing on stdin looks like { $name }
nothing-to-read-now = It must be the output of a command such as: { $example }
no-name-matches = --only { $pattern }: no name matches
no-name-matches-advice = Leave --only out to see the names.
certificate-unchecked = the certificate of { $server } is not checked (insecure in vcenter.toml)
only-without-reader = --only needs a READER
only-without-reader-now = Name one: plimsoll collect iostat.
reader-needs-server = { $name } needs a server
reader-needs-server-now = Write it as { $name }:SERVER.
help-config-value = The new value.
help-config-unset = Remove the setting.
help-config-as-json = Print it as JSON.
unknown-setting = unknown setting '{ $key }'
unknown-setting-now = Known keys: { $keys }.
unset-without-key = --unset needs a key
unset-without-key-now = One of: { $KEYS }.
value-and-unset = a value and --unset contradict each other
value-and-unset-now = Give one of them.
store-is-folder = { $folder } is a folder
store-is-folder-now = Name a file in it: { $file }.
store-without-folder = there is no folder { $folder }
store-without-folder-now = Make it, or name another.
help-elements-name = Which element, with its parameters. Without it: the list.
unknown-element = there is no element '{ $name }'
unknown-element-now = The elements are: { $names }.
stack-is-no-element = '{ $name }' is a stack, not an element
stack-is-no-element-now = 'plimsoll stack show FILE.toml' shows the elements of a stack; 'plimsoll elements' lists all there are.
help-mark-text = What happened, in your own words.
help-mark-store = The store of the Run.
help-mark-at = When: 14:03:22, 2026-02-28T14:03:22.5, or how long ago: 30s. Default: now.
help-mark-run = Run number. Default: the Run in progress.
help-mark-campaign = Add a note to this campaign instead.
empty-mark = the mark has no text
empty-mark-advice = Describe what happened: plimsoll mark 'pulled path A'.
run-and-campaign = --run cannot be combined with --campaign
run-and-campaign-now = Name the Run or the campaign.
several-runs = more than one Run is in progress in { $store }: { $runs }
several-runs-now = Name one with --run.
mark-virtual = Run { $number } is on the virtual clock, which has no time of day
mark-virtual-advice = Mark Runs on the real clock.
mark-undated = Run { $number } was imported without a date
mark-undated-now = Mark a Run that has a date.
mark-too-early = Run { $number } began only later, at { $at }
mark-too-early-now = Give a later --at.
mark-in-future = { $time } is in the future
mark-in-future-now = Give --at a time in the past.
not-a-time = '{ $text }' is not a time for --at
not-a-time-now = Write 14:03:22, 2026-02-28T14:03:22, or how long ago: 30s.
help-prepare-target = The file to make, or the file or device to fill again.
help-prepare-size = Size: 512m, 4g. Default: the size of the existing file or device.
help-prepare-content = random or zero (real zeroes, written; no holes). Default random.
help-prepare-working-set = Fill only this much: 1g, 50%. Default: the whole target.
help-prepare-working-set-offset = Where to start filling: 1g, 50%. Default 0.
help-prepare-block-size = Size of each write; for thin or compressed volumes use that of the test. Default 1m.
help-prepare-passes = How many times to write all of it. Default 1.
help-prepare-precondition = SNIA's workload-independent preconditioning: twice the capacity in sequential writes of 128k.
help-prepare-resume = Continue an interrupted fill.
help-prepare-mark-file = Where to record progress. Default: in an attribute of the file, else in TARGET.plimsoll-prepare beside it; for a device in the working directory.
help-report-name = Report name; --list shows them. Default: the main report of the campaign.
help-report-campaign = Campaign number; repeat the flag to overlay or compare several. Default: the newest, leaving out grids made by --beside-grid.
help-report-run = Run number, for the reports 'point' and 'time'.
help-report-chart = Chart name, for svg and png; REPORT --list shows them. Default: the first.
help-report-columns = CSV with these columns in this order. Default: all of them.
help-report-like = CSV with the columns and units of another program: fio.
help-report-to = Output format. Default: by the file name, else html (svg with --chart).
help-report-output = Output file. Default: report.html, or report-REPORT.html when REPORT is given; stdout for text formats.
help-report-force = Overwrite a file that Plimsoll did not make.
help-report-customer = For whom the report is. This and the next five replace those in [report] of the campaign's file.
help-report-author = Who made the report.
help-report-document = Its document number.
help-report-logo = Its logo: a PNG or SVG file of at most 1 MiB.
help-report-footer = Text at the foot of its pages.
help-report-stamp = Title of a box to stamp or sign in the summary; repeat the flag for several.
labels-in-form = { $flag } is for html, pdf, xlsx and md, not { $form }
labels-in-form-now = Leave it out, or name another form with --to.
help-report-list-them = List reports, formats and campaigns of the store instead; with REPORT, list its charts.
format-not-text = the format '{ $form }' is not text and cannot go to standard output ('-')
format-not-text-now = Name a file.
columns-and-like = --columns cannot be combined with --like
columns-and-like-now = Leave one of them out.
unknown-like = --like { $program } is not known
unknown-like-now = Known: { $LIKE }.
flag-for-csv = { $flag } works only with CSV, not with --to { $form }
flag-for-csv-now = Leave one of them out.
help-schema-name = Which document. Without it: a list of them.
help-schema-shape = One shape alone of a document that has several, such as the file.
unknown-document = there is no document '{ $name }'
unknown-document-now = The documents are: { $names }.
unknown-shape = the document '{ $name }' has no shape '{ $shape }'
unknown-shape-now = Its shapes: { $shapes }.
help-serve-stack = The stack file: elements and volumes.
help-serve-listen = Address to listen on; port 0 picks a free one. Repeatable.
help-serve-unix = Unix socket to listen on. Repeatable.
help-serve-content = Where data is kept: memory, none (reads return zeroes), a sparse file for one volume, or a folder with one file per volume. Default memory.
help-serve-memory = Maximum memory for data. Default: half of what is free.
help-serve-durable = With data in files: a flush waits for the disk.
help-serve-fuse = Also expose each volume as the file DIR/VOLUME (needs root); losetup makes it a device.
help-serve-control = Control socket for 'plimsoll switch': inject faults and read statistics while it runs.
help-serve-spin = Spin at the end of each wait: more precise timing at the cost of CPU.
help-serve-connections-max = Maximum number of connections. Default 1024.
help-serve-statistics-every = How often to print statistics.
help-serve-as-json = Print one JSON object per line: addresses, statistics, and final statistics at the end.
nowhere-to-serve = nowhere to serve
nowhere-to-serve-now = Give --listen 127.0.0.1:10809, --unix PATH, or --fuse DIR (several may be given).
statistics-too-often = --statistics-every { $time } is too often
statistics-too-often-now = Give 100ms or more.
help-simulate-stack = The stack file: elements, volumes, hosts, clients.
help-simulate-find = Find the load line instead of doing one Run.
help-simulate-store = Keep the Run in this store. Default: print it only.
not-with-find = { $extra } cannot be combined with --find
not-with-find-now = The search chooses rates, depths and times.
help-stack-file = The stack file.
help-stack-svg = Also draw it into this file.
help-stack-block-size = Bytes of an operation, or a mix. Default: the clients' own, else 4k.
help-stack-read = Share of reads. Default: the clients' own, else 100.
help-stack-force = Overwrite a file that Plimsoll did not make.
help-switch-control = Control socket of the server, as given to 'plimsoll serve --control'.
help-switch-element = An element of the stack.
help-switch-settings = The setting and its new value; 'off' ends a fault.
no-setting = no setting given for '{ $element }'
no-setting-now = Give KEY=VALUE, such as stall=5s, or outage=off.
setting-malformed = '{ $setting }' is not KEY=VALUE
setting-malformed-now = Give KEY=VALUE, such as stall=5s, or outage=off.
already-switched = Already changed, and not undone: { $settings }.
help-watch-store = Where the campaign is kept. Default { $STORE }; if there is none, that of the one process that is measuring.
help-watch-campaign = Campaign number in the store. Default: the running one, else the newest.
help-watch-once = Print the current state once and exit.
help-watch-as-json = Print one JSON document per line for each change, and one at the end.
nothing-to-watch = there is no { $store } here, and no process of this user is measuring into a store
nothing-to-watch-now = Name a store with --store, or start something with --store.
several-processes = several processes are measuring, into { $stores }
several-processes-now = Name one with --store.
help-web-store = Store to show. Repeatable. Default: plimsoll.db.
help-web-directory = Show every store in this folder instead.
help-web-listen = Address to listen on; port 0 picks a free one.
help-web-token = Access token, required from other machines and from other users of this one. Other users can see it in the process list. Default: generated.
help-web-token-file = Read the access token from the first line of a file.
help-web-host = Additional host name by which browsers reach this server. Repeatable.
help-web-allow-commands = Let the page start campaigns that run commands (settings, clear_caches, collectors). They run as you.
help-web-allow-data-loss = Let the page confirm that data on a target may be overwritten.
store-and-directory = --store cannot be combined with --directory
store-and-directory-now = Name stores, or the folder that holds them.
directory-is-no-folder = --directory { $folder } is not a folder
directory-is-no-folder-now = Make it, or name another.
token-and-token-file = --token cannot be combined with --token-file
token-and-token-file-now = Give one of them.
weak-token = the token is too weak: it needs at least { $characters } ASCII characters, without blanks
weak-token-now = Make one: openssl rand -hex 24 > token.
no-folder-for-store = there is no folder { $folder } for the store { $store }
no-folder-for-store-now = Make it, or name another store.
help-workload-name = Name of a workload, to print its file; or the mean IOPS from your monitoring: 'read 500, write 2800', with sizes 'read 500 of 8k, write 2800 of 16k'. Without it: the list.
help-workload-read-iops = Mean read IOPS of your servers or array.
help-workload-write-iops = Mean write IOPS of your servers or array.
help-workload-read-bandwidth = Mean bytes/s of those reads (12m); sets the mean read size. Default: 4k per read, with a note in the file.
help-workload-write-bandwidth = Mean bytes/s of those writes; sets the mean write size.
help-workload-pattern = Pattern of that workload, as for 'plimsoll run'.
bandwidth-alone = bandwidth alone does not make a workload
bandwidth-alone-now = Give --read-iops or --write-iops beside them.
unknown-workload = there is no workload '{ $name }'
unknown-workload-now = Known: { $names }.
both-zero = the read and write IOPS are both 0
both-zero-now = Give --read-iops or --write-iops above 0.
name-and-rates = '{ $name }' cannot be combined with --read-iops or --write-iops
name-and-rates-now = Leave one of them out.
name-and-bandwidths = '{ $name }' cannot be combined with --read-bandwidth or --write-bandwidth
name-and-bandwidths-now = Write the sizes beside it: read 500 of 8k, write 2800 of 16k.
cannot-read-part = cannot read '{ $part }' in '{ $text }'
cannot-read-part-now = Write 'read 500, write 2800', or with sizes 'read 500 of 8k, write 2800 of 16k'.
help-simulate-queue-depth = Closed loop: queue depth of each worker. Default: as described, or 32.
help-simulate-workers = Workers on each volume. Default: as described, or 1.
help-simulate-rate = Open loop: offered IOPS of all clients together, or of each: 1250/client. Default: as described, or a closed loop.
help-simulate-measure-for = How long to measure. Default { $default }.
help-campaign-label-name = Rename it; '' restores the first name.
help-campaign-label-tag = Add a tag. Repeatable.
help-campaign-label-untag = Remove a tag. Repeatable.
help-campaign-label-note = Add a note.
help-campaign-delete-number = Campaign number in the store. Needed where FILE is the store.
help-campaign-delete-confirm = The campaign's name.
which-campaign = which campaign of { $store }?
which-campaign-now = Name it with --campaign; it holds: { $campaigns }.
empty-file = { $file } is empty: it is neither a store nor a campaign's file
empty-file-now = Give the store that the campaign was run into, or the file that was run.
no-data-loss-and-loss = --no-data-loss cannot be combined with { $flag }
no-data-loss-and-loss-now = Leave one of them out.
