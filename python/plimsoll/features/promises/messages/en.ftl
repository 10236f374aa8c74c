## Answer

verdict-kept = kept
verdict-broken = broken
verdict-inconclusive = inconclusive
verdict-kept-ideal = kept, ideal
verdict-kept-tolerable = kept, within tolerable
sentence-kept = Kept: { $promise }: { $because }.
sentence-broken = Broken: { $promise }: { $because }.
sentence-inconclusive = Inconclusive: { $promise }: { $because }.
would-decide = To decide it: { $decide }
# $verdict: one of the verdicts above, with a capital letter.
because-verdict = { $verdict }: { $promise }: { $because }.
because-verdict-decide = { $verdict }: { $promise }: { $because }. To decide it: { $decide }.
overall-kept = { $promises ->
        [one] the promise is kept
        [2] both promises are kept
       *[other] all { $promises } promises are kept
    }
# $because: the next message but one, of the first of them.
overall-broken-because = { $count } of { $promises } promises broken: { $because }
overall-inconclusive-because = { $count } of { $promises } promises inconclusive: { $because }
promise-because = { $promise }: { $because }
promise-on = { $promise } on { $target }
# Lists: `read percentage, block size and working set`.
and = { $names } and { $last }
or = { $names } or { $last }

# The answer to one rate that was typed: is it fine? Figures are `mean 1.2 ms, p99 4 ms`.

offered = { $rate } IOPS
offered-on = { $offered } on { $target }
served = { $rate } IOPS served
answer-mean = mean { $latency }
answer-p99 = p99 { $latency }
yes = Yes: { $offered } met { $objective } ({ $figures }) for { $time }.
no = No: { $offered } missed { $objective } ({ $figures }) in { $time }.
no-served = No: only { $served } of { $offered } were served ({ $figures }) in { $time }.
undecided = Undecided: { $because }.
undecided-on = Undecided on { $target }: { $because }.
undecided-rate = Undecided: { $offered }: { $because }.
undecided-served = Undecided: only { $served } of { $offered } were served ({ $figures }), and this client had reached its own limit of outstanding I/O. Raise it: --max-outstanding.
undecided-advice = Undecided: { $offered }, { $figures } so far. { $advice }.
undecided-longer = Undecided: { $offered }, { $figures } so far. { $time } is too short to be sure. Repeat with --measure-for { $longer }.
undecided-others = Undecided: { $offered }, { $figures } so far. { $time } is too short to be sure. Other programs used { $share } of the CPU: see plimsoll doctor, then repeat with --measure-for { $longer }.
# In lists of reports.
title-promises = Promises
about-promises = each promise: kept, broken or inconclusive, measured against what was promised

## First screen

badge-kept = Kept
badge-broken = Broken
badge-inconclusive = Inconclusive
badge-kept-tolerable = Kept, within tolerable
head-kept = { $promises ->
     [1] The promise is
     [2] Both promises are
    *[other] All { $promises } promises are
    } kept.
head-kept-named = { $promises ->
     [1] The promise of '{ $name }' is kept.
     [2] Both promises of '{ $name }' are kept.
    *[other] All { $promises } promises of '{ $name }' are kept.
    }
head-kept-tolerable = { $promises ->
     [1] The promise is kept, but only within tolerable.
     [2] Both promises are kept, { $tolerable } of them only within tolerable.
    *[other] All { $promises } promises are kept, { $tolerable } of them only within tolerable.
    }
head-kept-tolerable-named = { $promises ->
     [1] The promise of '{ $name }' is kept, but only within tolerable.
     [2] Both promises of '{ $name }' are kept, { $tolerable } of them only within tolerable.
    *[other] All { $promises } promises of '{ $name }' are kept, { $tolerable } of them only within tolerable.
    }
# `which` are the names of promises.
head-one-broken = Broken, { $which }.
head-one-inconclusive = Inconclusive, { $which }.
head-one-broken-named = Broken: { $name }, { $which }.
head-one-inconclusive-named = Inconclusive: { $name }, { $which }.
head-one-broken-short = Broken.
head-one-inconclusive-short = Inconclusive.
head-one-broken-short-named = Broken: { $name }.
head-one-inconclusive-short-named = Inconclusive: { $name }.
head-broken = { $count } of { $promises } promises broken.
head-inconclusive = { $count } of { $promises } promises inconclusive.
head-broken-which = { $count } of { $promises } promises broken: { $which }.
head-inconclusive-which = { $count } of { $promises } promises inconclusive: { $which }.
head-broken-named = { $count } of { $promises } promises of '{ $name }' broken: { $which }.
head-inconclusive-named = { $count } of { $promises } promises of '{ $name }' inconclusive: { $which }.
figure-kept = Promises kept
figure-kept-basis = each with its evidence below
row-caveat = Caveat
caveat-shown = each was tested for { $time } or longer; longer bursts, credits or caches would not show
count-of = { $count } of { $promises }
count-ideal = { $promises } ideal
count-tolerable = { $promises } within tolerable
promises = promises
promises-below = { $promises } promises, below
table-promises = The promises ({ $promises })
table-promises-more = { $promises } more promises, none worse than these, are in the full report.
level-objective = objective
level-ideal = ideal
level-tolerable = tolerable
level-at_least = { $promise } (at least { $rate })
level-at_most = { $promise } (at most { $rate })
level-equals = { $promise } (equals { $rate })

## What is promised

promised-at_least = at least { $value }
promised-at_most = at most { $value }
promised-equals = exactly { $value }
# `promise`: as `at least 20,000 IOPS`.
within-objective = { $promise } within { $objective }
levels = { $objective } <= { $tolerable } tolerable
levels-ideal = { $objective } <= { $tolerable } tolerable, { $ideal } ideal
objective-at = { $objective } at { $rate }
objective-with = { $objective } with { $workers } × { $queue_depth } outstanding
in-units = { $units } units of { $size } a second, { $cost } for { $block_size }
at-size = { $promise } at { $size }
this-objective = this objective
this-rate = this rate
subject-throttle = the throttle
subject-media = the media
subject-system = the system

## Reasons

# Figures that stand in the sentences below: a rate with its interval and its load, a promised value with its margin.

with-ends = { $value } ({ $low } to { $high })
rate-with = { $rate } with { $load }
outstanding = { $workers } × { $queue_depth } outstanding
bound-and = { $bound } ({ $promised } plus { $margin } %)
bound-less = { $bound } ({ $promised } less { $margin } %)

# What more outstanding I/O gave.

steps-one_amount = only one amount of outstanding I/O was tried
steps-did_not_grow = outstanding I/O did not grow with the queue depth: { $low } to { $high }

# Why: Runs that say nothing about the target.

reason-no_run = no Run tests it
reason-no_run_in_campaign = campaign { $campaign } has no Run of this workload and load
reason-no_run_of_level = no Run was judged by { $objective }
reason-cached = a cache served the I/O, not the storage: { $because }
reason-failed = operations failed: { $because }
reason-client_bound = client-bound: { $because }
reason-not_settled = the rate fell in the second half of Measure: it has not settled
reason-no_intervals = the Runs have no intervals, so the error of their rates is unknown
reason-too_few_intervals = too few intervals for a confidence interval

# Why: a rate.

reason-above = { $rate } is more than { $bound }
reason-reached = { $rate } reaches { $bound }
reason-too_low = { $rate } is less than { $bound }, and more outstanding I/O does not raise it: { $steps }
reason-too_low_or_client-outstanding = client-bound: { $rate } is less than { $bound }, but the client's own outstanding I/O was the limit
reason-too_low_or_client-processors = client-bound: { $rate } is less than { $bound }, but the client's CPUs were saturated
reason-too_low_or_client-workers = client-bound: { $rate } is less than { $bound }, but each worker's CPU was saturated, and no more workers were tried
reason-too_low_so_far = client-bound: { $rate } is less than { $bound }, but more outstanding I/O might carry it ({ $steps })
reason-interval_includes = the interval of { $rate } includes { $bound }
reason-cap_or_client-outstanding-may-be = client-bound: { $rate } may be above { $promised }, but the client's own outstanding I/O was the limit
reason-cap_or_client-outstanding-is-not = client-bound: { $rate } is not above { $promised }, but the client's own outstanding I/O was the limit
reason-cap_or_client-processors-may-be = client-bound: { $rate } may be above { $promised }, but the client's CPUs were saturated
reason-cap_or_client-processors-is-not = client-bound: { $rate } is not above { $promised }, but the client's CPUs were saturated
reason-cap_or_client-workers-may-be = client-bound: { $rate } may be above { $promised }, but each worker's CPU was saturated, and no more workers were tried
reason-cap_or_client-workers-is-not = client-bound: { $rate } is not above { $promised }, but each worker's CPU was saturated, and no more workers were tried
reason-no_proof_of_a_cap-may-be = client-bound: { $rate } may be above { $promised }, which is no proof of a cap: { $steps }
reason-no_proof_of_a_cap-is-not = client-bound: { $rate } is not above { $promised }, which is no proof of a cap: { $steps }
reason-equals_and_capped = { $rate } is within { $margin } % of { $promised }, and the cap is proven: { $steps }
reason-within_and_capped = { $rate } is within { $bound }, and the cap is proven: { $steps }

# Why: Runs of other programs.

reason-rate_of_file = { $rate } in its file against { $bound }; the file has the rate of the whole Run only, so its error is unknown
reason-rate_of_file-below = { $rate } in its file against { $bound }, { $apart } % below it; the file has the rate of the whole Run only, so its error is unknown
reason-rate_of_file-above = { $rate } in its file against { $bound }, { $apart } % above it; the file has the rate of the whole Run only, so its error is unknown
reason-near_in_file = { $finding }: too close to call from one figure of a whole Run, which may differ by a quarter from Run to Run
reason-not_carried_in_file = { $finding }; the limit may be the storage or the load generator, and the file lacks the figures to decide
reason-no_run_alike = no imported Run matches this promise
reason-several_questions = the imported Runs differ in { $parts }, and the promise does not state them

# Why: an objective. A finding is `at 5,000 IOPS offered: mean 1.2 ms against 2 ms`; the load and the rest are joined by a colon.

at-unknown-load = at an unknown load
at-offered = at { $rate } offered
at-load = with { $load }
level-served = only { $rate } were carried
level-nothing = nothing completed
level-share-errors = { $objective }: a share of { $share } of operations failed
level-share-achieved = { $objective }: a share of { $share } of what was offered was not achieved
level-share-beyond = { $objective }: a share of { $share } is beyond it
level-against = { $statistic } { $value } against { $bound }
met-as-well = { $finding }; met as well: { $others }
reason-met-tolerable = { $finding }, within tolerable
reason-met-ideal = { $finding }, ideal
# `level`: ideal.
also-undecided = whether it is also { $level } is undecided
also-undecided-unsettled = whether it is also { $level } is undecided, since the mean had not settled: { $first } at first, { $last } at the end. A longer Run would tell
reason-undecided = { $finding }: undecided
reason-undecided-because = { $finding }: undecided ({ $why })
reason-undecided-unsettled = { $finding }: undecided, since the mean had not settled: { $first } at first, { $last } at the end
reason-undecided-because-unsettled = { $finding }: undecided ({ $why }), since the mean had not settled: { $first } at first, { $last } at the end

# Why: a load line.

line = the load line lies between { $low } and { $high }
line-no-low = the load line lies below { $high } (no low end confirmed)
line-no-high = the load line lies above { $low } (high end not reached)
line-open = neither end of the load line was found
# In these four `line` is one of the clauses above.
reason-line_reaches = { $line }: its low end reaches { $bound }
reason-line_too_low = { $line }: its high end is less than { $bound }
reason-line_missed_below = { $line }, but { $missed }
reason-line_includes = { $line }, which does not exclude { $bound }

# Why: media.

reason-may_be_a_cache = { $addressed } of { $volume } were addressed ({ $share } %): a cache may have served them, so the media remain untested

## What would decide it

decide-measure = measure it
decide-measure_promised = measure it: plimsoll check without --campaign
decide-use_direct = use direct I/O
decide-mend = fix what fails, then check again
decide-client_on_time = a client that keeps its schedule
decide-to_the_end = check again, to the end
decide-steady_or_longer = a target that is steady, or longer Runs
decide-with_intervals = Runs with intervals: logs or interval output of the program that made them, or measure it: plimsoll check without --campaign
decide-steady = a steady target
decide-settle = warm up for longer than { $time }, or measure for longer
free-own-lag = free this machine, or measure from another: only its own lag made the Run miss, and more time would not help; plimsoll doctor shows the causes
free-own-lag-busy = free this machine (other programs had { $share } of its processors), or measure from another: only its own lag made the Run miss, and more time would not help; plimsoll doctor shows the causes
free-others = free this machine first; plimsoll doctor shows the causes
free-others-busy = free this machine first (other programs had { $share } of its processors); plimsoll doctor shows the causes
decide-longer = measure for longer
decide-longer-about = measure for about { $time }
# `free`: one of the four above.
decide-free-then-longer = { $free }; then measure for longer
decide-free-then-longer-about = { $free }; then measure for about { $time }
decide-wider_margin = a wider margin: the rate is right at the bound
decide-larger_client = a client with more processors, or several
decide-faster_client = a faster client, or several
decide-higher_in_flight_cap = a higher load.max_outstanding
decide-more_outstanding = more outstanding I/O: --most-outstanding { $most } or more ({ $asked } so far)
decide-longer_or_more_outstanding = longer Runs, or more outstanding I/O: --most-outstanding { $most } or more ({ $asked } so far)
decide-holds_below = holds at the rates below the promised one
decide-hold_at_promised = a hold at the promised rate: plimsoll check without --campaign
decide-larger_working_set = a working set of { $wanted } or more ({ $share } % of the volume)
decide-intervals_or_measure = intervals of the Run (logs by the second, or the output of each interval), or a measurement: plimsoll check without --campaign
decide-state_it = state it in the promise ([workload], [load]); a configuration is chosen by --configuration
decide-deeper_run = a Run with more outstanding I/O (plimsoll import), or a measurement: plimsoll check without --campaign
decide-import_or_measure = a matching Run (plimsoll import), or a measurement: plimsoll check without --campaign

## Beside the verdict

note-media_not_examined = the media were not examined: { $addressed } of { $volume } were addressed ({ $share } %)
note-not_reached_again = { $rate } for { $time } was not reached again by a longer Run at the same load: not counted, it may have been a burst or credits
note-settled_later = a Run with { $load } had not settled; a longer one at the same load counts in its place
note-burst_kept_out = an initial burst of { $amount } operations beyond the rate in { $time } was kept out
note-burst_kept_out-bytes = an initial burst of { $amount } bytes beyond the rate in { $time } was kept out
note-shown = shown for { $time } and { $operations } operations
note-shown_so_long = shown for { $time } and { $operations } operations; longer credits or caches would not show
note-reached_with_more = reached with { $asked } outstanding, not with the stated { $stated }, where latency limits the rate
note-no_throttle_proven = reaching the rate does not prove that there is a throttle
note-missed_below = the objective was missed at { $missed }, below { $met } where it was met
note-imported = The Runs were imported: details missing from their files (payload, synced writes, the client's processors) are not compared with the promise.
note-imported_without_intervals = Where a file has no intervals, the error of its rate is unknown, so no verdict rests on it.
# `shown` are figures, `parts` those below in which the Run differs.
note-run_shown = Run { $run }: { $shown } ({ $load })
note-run_shown-unlike = Run { $run }, of another { $parts }: { $shown } ({ $load })
note-more_runs = and { $runs } more Runs
note-imported_question = judged by imported Runs of { $load }
note-imported_question-free = judged by imported Runs of { $load }; the promise does not state { $parts }
note-taken_as = the promise does not state { $parts }: taken as { $load }
note-not_finished = not counted: { $runs ->
     [one] { $runs } Run
    *[other] { $runs } Runs
    } of this campaign that did not finish
note-other_target = the promise names { $named }, but these Runs are of { $target }
note-two_regimes = two regimes were found, { $ends }: after overload the line lies lower than after rest
regime-below = { $rate } from below
regime-above = { $rate } from above
unknown-target = an unknown target
latency-not-told = latency unknown
mean-of = mean { $latency }
schedule-issued = the whole schedule was issued; the lag of this machine affects another objective only

# Parts of a question.

part-read_percent = share of reads
part-trim_percent = share of trims
part-pattern = pattern
part-sync = syncs
part-durable_writes = durability of writes
part-payload = payload
part-align_bytes = alignment
part-blocks = block size
part-working_set_bytes = working set
part-load = load
part-no-rate = load (no rate was offered)
part-a-rate = load (a rate was offered)
part-offered-rate = offered rate
part-amount-outstanding = amount of outstanding I/O
part-outstanding = outstanding I/O
part-configuration = configuration
part-target = target

## Charts and tables

chart-kept = Kept: measured against promised
chart-broken = Broken: measured against promised
chart-inconclusive = Inconclusive: measured against promised
axis-promises = Promise, and its verdict
axis-rate = Rate, IOPS
axis-bytes_per_s = Bytes per second
axis-time = Response time (the figure that was promised), log scale
axis-share = Share
axis-not-from-0 = { $axis }; the axis does not begin at 0
chart-measured-whiskers = Whiskers of measured values: { $confidence } %.
chart-promised-whiskers = Whiskers of promised values: the margin, { $margin }.
chart-nothing-measured = Nothing was measured for: { $promises }.
legend-at_least = promised: at least this, with its margin
legend-at_most = promised: at most this, with its margin
legend-equals = promised: exactly this, with its margin
legend-ideal = ideal: at most this
legend-tolerable = tolerable: at most this
legend-promised = promised: at most this
legend-kept = measured: kept
legend-broken = measured: broken
legend-inconclusive = measured: inconclusive
hover-promise = promise
hover-promised = promised
hover-measured = measured
hover-verdict = verdict
hover-margin = margin
table-all = Promises ({ $promises })
table-all-caption = Low and high: the confidence interval.
table-runs = Runs behind the verdicts
column-promise = Promise
column-verdict = Verdict
column-promised = Promised
column-of = Of
column-measured = Measured
column-low = Low
column-high = High
column-margin = Margin
column-because = Because
column-decides = To decide it
column-run = Run
column-load = Load
column-outcome = Outcome
column-held-against = Judged against
column-latency = Mean completion latency
column-limited-by = Limited by
load-closed = closed, { $queue_depth } × { $workers }
met = met
missed = missed
level-undecided = undecided
facts-beside = Notes on the verdicts
report-does-not-fit = it checked no promise; to judge one by its Runs: plimsoll check PROMISE --store { $store } --campaign { $campaign }

## The kind of campaign

kind-question = Does the target keep what was promised?
kind-title = Promises of { $where }
kind-work = A check of promises

## On the terminal

line-promise = promise ({ $subject }): { $promised }
line-would-decide = what would decide it: { $decide }
line-note = note: { $note }
line-length = { $time } of Runs
line-no-length = length of the Runs unknown
load-not-told = unknown
the-same-run = the same Run
terminal-load = load
terminal-outcome = outcome
terminal-judged-against = judged against
terminal-low = low
terminal-high = high
terminal-latency = mean latency

## Progress

step-target = target { $number } of { $targets }: { $target }
times-as-long = { $load }, { $times } times as long
offered-against = { $rate } IOPS offered against { $objective }

## English only

# Verbs in `plimsoll --help`: the first paragraph of the verb's own help.

summary-check = Check a promise: an IOPS limit, a bandwidth cap, IOPS per GB, an objective, a load line.

campaign = campaign { $campaign }

# Errors, and what to do.

beside-promise-file = { $flags } cannot be combined with a promise file
beside-promise-file-now = { $file } has its own. Leave one or the other out.
configuration-alone = --configuration needs --campaign
configuration-alone-now = It chooses among stored Runs.
campaign-and-no-store = --campaign reads a store, and --no-store has none
campaign-and-no-store-now = Leave one of them out.
beside-campaign = { $flags } cannot be combined with --campaign
beside-campaign-now = Leave one or the other out: --campaign measures nothing.
times-as = Give times as 5s, 2m.
measured-until-then = The Runs until then are in { $store }
campaign-needs-objective = --campaign without a promise file needs --objective
flags-missing = without a promise file { $flags } must be given
flags-missing-now = Is a rate fine? plimsoll check --target T --rate 5000 --objective 'p99 <= 5ms'.
see-help = See 'plimsoll check --help'.
file-is-not-toml = { $file } is not TOML: { $error }
file-is-not-toml-now = Fix that line.
no-finished-run = campaign { $campaign } holds no finished Run
no-finished-run-now = Name another with --campaign.
no-run-of-configuration = campaign { $campaign } has no Run of configuration '{ $configuration }'
configurations-known = It has: { $known }.
configurations-none = It has none.
runs-measured-here = The Runs of this campaign were measured here.
verdict-not-whole = the verdict is not what it should be: { $why }
a-file-of-ours = a file that plimsoll check or plimsoll policy verify wrote
another-junit-file = Name another file with --junit.
promise-number = promise { $number }: { $error }
rate-in-a-closed-loop = a rate is tested in a closed loop (workers and queue_depth): an offered rate can show no more than itself
needs-offered-rate = '{ $objective }' needs an offered rate: load.rate = "4000 IOPS". In a closed loop only 'mean' over all operations is judged
needs-one-block-size = normalised_at needs one block size: in workload, or block_sizes = ["32k", "64k"]
stack-list = stack.{ $key } is a list: a promise is checked with one value
stack-without-target = { "[" }stack] sets parameters of described storage, and no target is stack:FILE.toml
no-offered-rate = '{ $given }' is not an offered rate: write it as '4000 IOPS'
measure-too-short = measure_for must be 2s or more: a confidence interval needs 20 intervals of 100 ms
cannot-read-objective = cannot read '{ $text }': write 'p99 <= 20ms', or 'mean' beside the levels
nothing-promised = a promise needs a value ('20000 IOPS'), an objective ('p99 <= 20ms'), or both
no-direction = the direction is missing. Add direction = "at_least", "at_most" or "equals".
write-levels = write levels as objective = "mean" (no '<='), tolerable = "100ms" and, if you like, ideal = "20ms"
ideal-beyond-tolerable = ideal ({ $ideal }) lies beyond tolerable ({ $tolerable })
objective-without-bound = the objective '{ $objective }' has no bound. Write '{ $objective } <= 20ms', or levels.
line-needs = a value with an objective promises a load line: it needs the direction at_least, a rate in IOPS and an objective with a bound, such as 'p99 <= 20ms', instead of levels
objective-is-a-bound = an objective is a bound: its direction is at_most, or left out
needs-volume = '{ $value }' needs the size of the volume: volume = "2000 GB"
needs-iops-not-bytes = normalised_at and objective need a value in IOPS, not in bytes/s
needs-iops = normalised_at needs a value in IOPS

# Flags.

help-promise = The promise file (TOML); 'plimsoll schema check file' lists its keys. Without it: --rate and --objective.
help-target = Target, instead of those in the file; repeat it for several.
help-rate = Instead of a promise file: is this rate fine? Needs --objective and --target.
help-workers = With --rate: workers. Default 1.
help-most-outstanding = How far outstanding I/O may be raised to prove a cap or a shortfall. Default: most_outstanding in the file, else 4 times its [load].
help-warmup-for = Warm-up before each Run. Default: the file's, else 5s; with --rate 2s.
help-measure-for = How long each Run measures. Default: the file's, else 60s; with --rate 20s.
help-store = Store for every Run; with --campaign, the store to read.
help-no-store = Keep nothing; print the verdict only.
help-campaign = Measure nothing: judge the Runs of this campaign in the store.
help-configuration = With --campaign: only its Runs of this configuration, such as a folder's.
help-junit = Also write the verdict as JUnit XML, for CI.
