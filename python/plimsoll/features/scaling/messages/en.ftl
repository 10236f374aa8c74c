## Answer

# Clauses as a sentence of their own.
sentence = { $text }.
too-few-runs = too few Runs that are evidence about the target
# $place and $base are messages at-…: 4 hosts; $constant is what all rungs have: 2 clients per host.
gain-same = { $place } gave { $times } times the rate of { $base }, with the same { $constant }
gain-of-ideal = { $place } gave { $times } times the rate of { $base }, { $share } of the ideal
gain-above-ideal = { $place } gave { $times } times the rate of { $base }, { $share } of the ideal (more than in proportion: { $base } got less than a fair share of the storage)
gain-linear = { $place } gave { $times } times the rate of { $base }, which is linear ({ $share } of the ideal)
gain-less-than-linear = { $place } gave { $times } times the rate of { $base }, { $share } less than linear
at-outstanding = { $number } outstanding
at-hosts = { $count ->
        [one] { $number } host
       *[other] { $number } hosts
    }
at-clients = { $count ->
        [one] { $number } client
       *[other] { $number } clients
    }
at-most = at most { $place }
end-unknown = end of the gain not known from { $first } to { $last }
rises-outstanding = still rising at { $place }, the most tested ({ $rate } IOPS): the generator's outstanding I/O limits it
rises-hosts = still rising at { $place }, the most tested ({ $rate } IOPS): the end of the gain from more hosts was not reached
rises-clients = still rising at { $place }, the most tested ({ $rate } IOPS): the end of the gain from more clients was not reached
end-no-gain = no gain beyond { $place } ({ $rate } IOPS)
end-no-gain-above-least = no gain beyond { $place }, the least tested ({ $rate } IOPS)
end-no-measurable-gain = no measurable gain beyond { $place } ({ $rate } IOPS)
end-no-measurable-gain-above-least = no measurable gain beyond { $place }, the least tested ({ $rate } IOPS)
# A clause after the end of the gain and a colon. $change is one of the messages change-….
gave = { $place } gave { $change }
gave-and-takes = { $place } gave { $change }, with a mean latency of { $latency } instead of { $usual }
change-none = no change
change-more = { $share } more
change-less = { $share } less
limited-by = limited by { $limiter }
limiter-unknown = not determined
limiter-unknown-outstanding = not determined: more outstanding I/O was not tested
limiter-unknown-hosts = not determined: more hosts were not tested
limiter-unknown-clients = not determined: more clients were not tested
limiter-outstanding = the generator's outstanding I/O
limiter-hosts = the number of hosts
limiter-clients = the number of clients
limiter-storage = the storage, or a cap in front of it
limiter-not-depth = not its outstanding I/O
limiter-not-depth-because = not its outstanding I/O ({ $place } gave { $change }); more workers were not tested
ends-of-outstanding = End of the gain from more outstanding I/O, in { $count } series: { $ends }.
ends-of-hosts = End of the gain from more hosts, in { $count } series: { $ends }.
ends-of-clients = End of the gain from more clients, in { $count } series: { $ends }.
ends-at = { $count } at { $place }
ends-at-most = { $count } at most { $place }
ends-not = { $count } not reached
limited-there-by = Limited there by: { $limiters }.
little-not-tested = Little's law was not tested: no load has both rate × latency and observed outstanding I/O.
little-holds = Little's law holds: in all { $loads } loads rate × latency is the outstanding I/O that was observed.
little-broken = Rate × latency is not the outstanding I/O that was observed in { $count } of { $loads } loads: these Runs were not stationary, or their figures are of different operations.
# What several ladders differ in.
clients-per-host = { $count ->
        [one] { $clients } client per host
       *[other] { $clients } clients per host
    }
hosts = { $count ->
        [one] { $hosts } host
       *[other] { $hosts } hosts
    }
clients-in-all = { $count ->
        [one] { $clients } client in all
       *[other] { $clients } clients in all
    }
outstanding-per-host = { $outstanding } outstanding per host
no-record = no record
left-no-record = it left no record
# In lists of reports.
title-scaling = Scaling
about-scaling = what more workers, hosts or outstanding I/O give, and what ends the gain

## Queue depth

no-answer = No answer: fewer than two queue depths have a valid Run.
still-rises = IOPS still rise at { $depth }, the deepest queue ({ $rate } IOPS), so a deeper queue may be needed.
still-rises-known = IOPS still rise at { $depth }, the deepest queue that has figures ({ $rate } IOPS), so a deeper queue may be needed.
runs-differ = Not answered: Runs at the same depth differ too much to tell which depth is enough. The highest rate, { $rate } IOPS, was at { $depth }. Repeat with more and longer Runs (--repeats, --measure-for), on an idle machine.
# $reason is one of the messages reason-…, $p99 one of p99-….
enough-all = Queue depth { $depth } is enough: { $reason }.
enough-client = Queue depth { $depth } is enough for this client, not shown for the storage: { $reason }.
enough-one-run = Queue depth { $depth } is enough, from one Run each: { $reason }.
enough-p99-all = Queue depth { $depth } is enough: { $reason }; { $p99 }.
enough-p99-client = Queue depth { $depth } is enough for this client, not shown for the storage: { $reason }; { $p99 }.
enough-p99-one-run = Queue depth { $depth } is enough, from one Run each: { $reason }; { $p99 }.
reason-none_faster = no deeper queue is faster
reason-none_measurably_faster = no deeper queue is measurably faster (at most { $gain } faster, { $confidence } confidence)
reason-highest_rate = the highest IOPS, { $rate }
reason-share_of_highest = { $share } of the highest IOPS, { $rate } at { $depth }
p99-lower = p99 is { $times } times lower than at { $depth } ({ $p99 } instead of { $deepest })
p99-at-least = p99 is more than { $times } times lower than at { $depth } ({ $p99 } instead of > { $deepest })
no-figures = { $count ->
        [one] No figures for queue depth { $depths } ({ $outcome }: { $reason }).
       *[other] No figures for queue depths { $depths } ({ $outcome }: { $reason }).
    }
# $runs is a list of the message runs-at-depth.
runs-left-out = Runs that do not count, by queue depth: { $runs } ({ $outcome }: { $reason }).
runs-at-depth = { $runs } of { $total } at { $depth }
client-limited = The client limited the rate: { $reason }.
rule = Rule: the smallest queue depth that no other beats by more than { $share } of the highest rate, { $rate } IOPS at { $depth }.
best-ratio = Best ratio of IOPS to latency: at { $depth }, { $rate } IOPS with mean { $mean }.
noise-unknown = One Run each, so no interval: the variation from Run to Run is not known.
noise-none = Runs at the same depth do not differ.
noise-small = Runs at the same depth differ by ±{ $noise }: no other depth fits the rule.
noise-too-large = Runs at the same depth differ by ±{ $noise }, so no depth is certainly enough. For a firmer answer: more --repeats, a longer --measure-for or a quieter machine.
noise-sure = Runs at the same depth differ by ±{ $noise }: { $depth } is the smallest that is certainly enough.
# The first line of the terminal: what was measured.
subject = { $workers ->
        [one] { $target }: { $workload }, engine { $engine }, { $workers } worker
       *[other] { $target }: { $workload }, engine { $engine }, { $workers } workers
    }
subject-cached = { $workers ->
        [one] { $target }: { $workload }, page cache, engine { $engine }, { $workers } worker
       *[other] { $target }: { $workload }, page cache, engine { $engine }, { $workers } workers
    }
kept = Kept as campaign { $campaign } in { $store }. Charts: { $command }
depth-twice-workers = { $depth }, twice the workers
range = { $low } to { $high }
head-of-max = of max
head-runs = Runs
head-bytes = bytes/s
head-cpu = CPU per I/O
mean = mean
progress = queue depth { $depth }
progress-workers = queue depth { $depth }, { $workers } workers

## First screen

badge-no-answer = No answer
badge-ends = Gain ends
badge-ends-in = Gain ends in { $count } of { $total }
badge-not-answered = Not answered
badge-rising = Still rising
badge-estimated = Estimated
head-too-few = Too few Runs that are evidence about the target.
head-differs = Not answered: Runs differ too much; up to { $rate } IOPS.
head-outstanding =
    { $extent ->
        [all] Up to { $rate } IOPS; more outstanding I/O stops helping.
       *[some] Up to { $rate } IOPS; more outstanding I/O stops helping in { $count } of { $total }.
    }
head-hosts =
    { $extent ->
        [all] Up to { $rate } IOPS; more hosts stop helping.
       *[some] Up to { $rate } IOPS; more hosts stop helping in { $count } of { $total }.
    }
head-clients =
    { $extent ->
        [all] Up to { $rate } IOPS; more clients stop helping.
       *[some] Up to { $rate } IOPS; more clients stop helping in { $count } of { $total }.
    }
head-up-to = Up to { $rate } IOPS.
highest-rate = Highest rate
todo-more-outstanding = Test more outstanding I/O to find the end of the gain.
todo-more-hosts = Test more hosts to find the end of the gain.
todo-more-clients = Test more clients to find the end of the gain.
todo-repeat = Repeat with more and longer Runs, on an idle machine.
row-limited-by = Limited by
row-gain = Gain
brief-differs = not answered, Runs at the same depth differ too much; up to { $rate } IOPS at { $place }
brief-no-end = { $rate } IOPS at { $place }, end of the gain not reached
brief-end = no gain beyond { $place } ({ $rate } IOPS)

## Page

page-title = Scaling of { $subject }
load = { $workers } × queue depth { $depth }
stops-at = Stops scaling at
stop-differs = Runs at the same depth differ too much
stop-rising = still rising, or too few loads
stop-not-reached = not reached
points-are-searches = its Points are searches, which choose workers and queue depth themselves
no-ladder = scaling needs at least two valid closed-loop Runs that differ only in workers, queue depth or generating hosts, or, on a described stack, only in the number of hosts (with the same clients per host, or in all) or of clients (on the same hosts)

## Charts

title-outstanding = Gain from more outstanding I/O
title-hosts = Gain from more hosts
title-clients = Gain from more clients
title-at = at { $constant }
chart-loads = { $runs ->
        [one] { $loads } loads, each of one Run.
       *[other] { $loads } loads, of up to { $runs } Runs each: means, with lowest .. highest.
    }
chart-asked-for = Set outstanding I/O: workers × queue depth.
chart-crossed = Crossed: { $loads }.
chart-fit = The fitted curve is a description; beyond the line 'measured to here' it is extrapolated.
chart-latency = Latency over IOPS
axis-outstanding = Outstanding I/O set
axis-hosts = Hosts
axis-clients = Clients that drive it
axis-beside-hosts = Hosts, { $constant }
axis-beside-clients = Clients that drive it, on { $constant }
axis-log = { $label }, log scale
axis-achieved = Achieved rate, IOPS
axis-observed = Outstanding I/O observed
axis-cpu = Generator's CPU, processors used
line-over-hosts = over hosts
line-over-clients = over clients
line-queue-depth = queue depth { $depth }
line-workers = { $workers ->
        [one] { $workers } worker
       *[other] { $workers } workers
    }
line-ideal = ideal
line-achieved = achieved
line-further-runs = { $share } of further Runs
line-fitted = fitted
line-observed = observed
line-generator = generator
rule-no-gain = no gain beyond { $place }
rule-measured-to = measured to here
mark-observed = observed, on average
mark-little = achieved rate × completion latency (Little's law)
mark-not-ok = crossed: some Runs are not ok
mark-mean-depth = mean, with its queue depth
mark-best = best: queue depth { $depth }
climbs-hosts = hosts
climbs-clients = clients
climbs-workers = workers
climbs-queue-depth = queue depth
head-outcome = outcome
hover-load = workers × queue depth
hover-mean = mean { $latency }
hover-outstanding = outstanding
hover-observed = { $observed } observed, { $little } by Little's law
hover-outcome = outcome
hover-run = Run
response-time = response time

## Tables

table-loads = Every load
table-fleet = Every number of hosts and clients
column-clients = Clients
column-workers = Workers
column-depth = Queue depth
column-asked = Outstanding set
column-rate = Achieved, IOPS
column-times = Times the first
column-ideal = Of the ideal
column-mean = Mean
column-observed = Outstanding observed
column-little = Rate × latency
column-cpu = Generator CPU
column-outcome = Outcome
little-disagrees = { $little } (disagrees)
processors = { $count } processors
caption-ideal = Ideal: the first row, scaled in proportion to outstanding I/O.
caption-ideal-fleet = Ideal: the first row, scaled in proportion to hosts or clients.
caption-above-ideal = More than 100 %: the first row got less than its fair share of the storage.
caption-no-ideal = A dash: the load does not grow in proportion, so there is no ideal rate.
caption-little = Rate × latency: achieved rate times mean completion latency, which by Little's law is the outstanding I/O.
# $over is one of the messages climbs-….
no-fit = no fitted curve: { $count } values of { $over } have valid Runs, the fit needs { $least }
fit = over { $over } { $low } to { $high }: { $parameters }; no peak within reach; residual { $residual } of { $runs } Runs
fit-peak = over { $over } { $low } to { $high }: { $parameters }; highest at { $over } { $peak }; residual { $residual } of { $runs } Runs
fits = Fitted curves
fits-caption = Universal scalability law: λN / (1 + σ(N − 1) + κN(N − 1)); σ is contention, κ the cost of coherency (crosstalk). A description of what was measured.

## The kind of campaign

kind-title = Queue depths on { $where }
kind-work = A ladder of queue depths

## English only

# Verbs in `plimsoll --help`: the first paragraph of the verb's own help.

summary-depth = Find the best queue depth: IOPS, latency and CPU per I/O over a ladder of queue depths.

queue-depths-invalid = --queue-depths '{ $text }': two depths or more are needed, each from 1 to { $most }
queue-depths-invalid-now = Write 1..256, or a list such as 1,2,4,8,30.
help-queue-depths = Queue depths of each worker: 1..256 doubles each time; or a list: 1,2,4,8,30.
help-workers = Workers per target (with --hosts: per host), each with its own queue.
help-repeats = Runs at each depth, to see how far Runs differ by chance.
help-warmup-for = Warm-up before each Run.
help-measure-for = Length of each Run.
interrupted = interrupted
