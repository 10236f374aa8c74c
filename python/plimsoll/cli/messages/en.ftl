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
plan-factor = { $values } { $factor }
# $does is what the strategy does for each Point.
plan-strategy = strategy { $strategy }: { $does }; order { $order }
plan-strategy-objective = strategy { $strategy }: { $does }, objective { $objective }; order { $order }
plan-fault = fault in each Run: { $fault } at { $at }, undone at { $undo_at }
more-points = … and { $count } more; --json lists them all
run-it = Run it: { $command }
plan-grid = by the full grid: { $time } ({ $points } × { $runs } Runs of { $seconds } s)
plan-grid-longer = by the full grid: { $time } ({ $points } × { $runs } Runs of { $seconds } s), { $times } times as long
writes-nothing = writes nothing
writes-described-only = writes to described storage only
writes = writes { $size }
writes-per-rate = writes { $size } for every 1,000 IOPS reached (set campaign.expected_rate to get a total)
wear = { $target }: { $times } times its { $size }
would-fail = At the moment, { $points } of { $total } Points would fail: { $why }.
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
points-not-listed = ({ $count } Points are not listed here; --json has them all)
campaign-status = campaign { $number } ({ $name }) in { $store }: { $state }
campaign-state-running = running
campaign-state-stopping = asked to stop
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
marked = { $mark } measured by a Run that is no evidence about the target: left out of maxima, lines and comparisons

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
watch-stopping = was asked to stop
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

minute-of-demo = the minute of a demo
drawing-report = drawing the report
test-file = Test file: { $file }
lines-with-objective = Load lines in IOPS, with { $objective }:
total-test-time = Total test time: { $time }, warm-up and drain included.
estimated-note = { "*" } estimated from all Runs of the line, not confirmed; the ends are those of a 95 % interval.
compared-with-grid = Compared with a grid of { $rates } rates, { $seconds } s each, run twice:
stopped-early = Stopped early: what follows is what was known by then.
kept-as-campaigns = Kept as campaigns { $numbers } in { $store }.
needs-wider-terminal = Its { $runs } Runs need a wider terminal, or plimsoll report.
demo-kept = Every Run: { $store } (campaign { $campaign })
demo-kept-and-report = Report: { $report }   Every Run: { $store } (campaign { $campaign })
filling = filling { $file }
filled = { $done } of { $total }
stopped-unfilled = Stopped early: the test file was not filled yet, and nothing was measured.
stopped-unopened = Stopped early: the test file was just filled, and nothing was measured.
metrics-here = metrics at { $address }
metrics-open = metrics at { $address } to everybody who reaches it: there is no password
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
stored-estimate = { $mark }: { $note }.
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

## English only

measured-until-then = What was measured until then is in { $store }: 'plimsoll report --store { $store }' draws it.
help-demo-dir = A folder on the disk to measure.
help-demo-size = Size of the test file.
help-demo-objective = Objective to meet: 'p99 <= 1ms'. Default: chosen from the latency at a light load.
help-demo-keep = Keep the test file.
help-demo-store = Store for every Run. Default: as 'plimsoll config store' says, else plimsoll.db in --dir.
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
target-missing-advice = Name what to test, or read Runs that are kept: --from STORE.
configuration-without-from = --configuration chooses among Runs that are kept
configuration-without-from-advice = Add --from STORE, or leave it out.
help-run-store = Keep the Run in this store. Default: as 'plimsoll config store' says; else print it only.
help-run-no-store = Keep nothing, whatever 'plimsoll config store' says; print it only.
store-and-no-store = --store and --no-store exclude each other
store-and-no-store-advice = Give one of them.
from-with-search-flags = --from reads Runs that are kept and runs nothing: it can be combined only with --objective, --read, --block-size, --configuration and --json, not with { $flags }
from-with-search-flags-advice = Leave them out, or leave out --from to search.
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
