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
