## Answer

# A verdict or a line as a sentence of its own.
sentence = { $text }.
# $verdict is one of the messages is-… and same-within, $reason a clause of its own.
because = { $verdict }: { $reason }
is-better = { $name } is better than { $first }
is-worse = { $name } is worse than { $first }
is-same = { $name } is the same as { $first }
is-mixed = { $name } against { $first } is mixed
is-not-enough-data = { $name } against { $first }: not enough data to tell
is-not-comparable = { $name } against { $first }: not comparable
same-within = { $name } is the same as { $first } within { $margin }
verdict-seen = { $verdict } (seen: { $seen })
verdict-effect = { $verdict }: { $figure } { $change }
verdict-counts = { $name } against { $first }: { $counts } of { $questions } questions
in-better = better in { $count }
in-worse = worse in { $count }
in-same = same in { $count }
in-mixed = mixed in { $count }
in-not-enough-data = not enough data in { $count }
in-not-comparable = not comparable in { $count }
verdict-better = better
verdict-worse = worse
verdict-same = same
verdict-mixed = mixed
verdict-not-enough-data = not enough data
verdict-not-comparable = not comparable
verdict-differs-by-question = differs by question
verdict-better-in-part = better in part
verdict-worse-in-part = worse in part
verdict-same-in-part = same in part
verdict-mixed-in-part = mixed in part
# $size is one of the messages size-….
conclusion-times = { $name }'s { $figure } is { $size } { $first }'s
conclusion-longer = { $name }'s { $figure } is { $size } longer than { $first }'s
conclusion-shorter = { $name }'s { $figure } is { $size } shorter than { $first }'s
conclusion-higher = { $name }'s { $figure } is { $size } higher than { $first }'s
conclusion-lower = { $name }'s { $figure } is { $size } lower than { $first }'s
carries-times = { $name } carries { $size } as many IOPS as { $first }
carries-more = { $name } carries { $size } more IOPS than { $first }
carries-fewer = { $name } carries { $size } fewer IOPS than { $first }
carries-by-times = { $name } carries { $size } as many IOPS as { $first } ({ $figure })
carries-by-more = { $name } carries { $size } more IOPS than { $first } ({ $figure })
carries-by-fewer = { $name } carries { $size } fewer IOPS than { $first } ({ $figure })
size-times = { $size } times
size-times-between = { $size } times ({ $low } to { $high })
size-percent = { $size } %
size-percent-between = { $size } % ({ $low } to { $high })
# +12.3 % (+10.1 % to +14.6 %)
change-between = { $change } ({ $low } to { $high })
neither-carried = neither { $first } nor { $name } carried this rate
carried-short = { $first } carried this rate in { $carried } of { $runs } Runs, { $name } in { $carried_other } of { $runs_other }
mixed = { $name } against { $first }: mixed: { $contradiction }
contradiction-better = better in { $figures }
contradiction-worse = worse in { $figures }
no-data-carried = { $name } against { $first }: not enough data: { $first } carried this rate in { $carried } of { $runs } Runs, { $name } in { $carried_other } of { $runs_other }; the others are not in the figures, so { $figure } decides nothing
no-data-carried-p = { $name } against { $first }: not enough data: { $first } carried this rate in { $carried } of { $runs } Runs, { $name } in { $carried_other } of { $runs_other } (p = { $p }); the others are not in the figures, so { $figure } decides nothing
no-data-failed = { $name } against { $first }: not enough data: operations failed or never finished in { $failed } of { $runs } Runs of { $first } ({ $share } of its operations), in { $failed_other } of { $runs_other } of { $name } ({ $share_other }), so { $figure } decides nothing
no-data-client-bound = { $name } against { $first }: not enough data: the generator's processor set the rate in { $bound } of { $runs } Runs of { $first } and { $bound_other } of { $runs_other } of { $name }: the target may do more, so { $figure } decides nothing
no-data-seen-carried = { $name } against { $first }: not enough data: { $first } carried this rate in { $carried } of { $runs } Runs, { $name } in { $carried_other } of { $runs_other }; the others are not in the figures, so { $figure } (seen: { $change }, { $verdict }) decides nothing
no-data-seen-carried-p = { $name } against { $first }: not enough data: { $first } carried this rate in { $carried } of { $runs } Runs, { $name } in { $carried_other } of { $runs_other } (p = { $p }); the others are not in the figures, so { $figure } (seen: { $change }, { $verdict }) decides nothing
no-data-seen-failed = { $name } against { $first }: not enough data: operations failed or never finished in { $failed } of { $runs } Runs of { $first } ({ $share } of its operations), in { $failed_other } of { $runs_other } of { $name } ({ $share_other }), so { $figure } (seen: { $change }, { $verdict }) decides nothing
no-data-seen-client-bound = { $name } against { $first }: not enough data: the generator's processor set the rate in { $bound } of { $runs } Runs of { $first } and { $bound_other } of { $runs_other } of { $name }: the target may do more, so { $figure } (seen: { $change }, { $verdict }) decides nothing
not-comparable = { $name } against { $first }: not comparable: { $reasons }
no-line = campaign { $campaign } has no line ({ $reason })
no-search = { $name } against { $first }: not enough data: these searches have no confirmed load line, maximum, knee, or limit at the same block size in common
no-run = { $name } against { $first }: not enough data: { $figure } is missing in the valid Runs of one or both
# $reason is one of the messages reason-…, $advice one of repeat-each, repeats-….
undecided = { $name } against { $first }: not enough data for { $figure }: { $reason }. { $advice }
undecided-seen = { $name } against { $first }: not enough data for { $figure } (seen: { $seen }): { $reason }. { $advice }
same = { $name } is the same as { $first } within { $margin }: { $figure } { $change } ({ $low } to { $high }); { $reason }
same-but = { $name } is the same as { $first } within { $margin }: { $figure } { $change } ({ $low } to { $high }); { $reason }; but { $contradiction }
overall-decided = { $conclusion } (over { $questions } questions, { $higher } higher and { $lower } lower)
overall-same = { $name } is the same as { $first } within { $margin }: { $figure } { $change } ({ $low } to { $high }) (over { $questions } questions, { $higher } higher and { $lower } lower)
overall-mixed = { $name } against { $first }: it depends on the question: { $figure } { $change } ({ $low } to { $high }) (over { $questions } questions, { $higher } higher and { $lower } lower)
overall-not-enough-data = { $name } against { $first }: not enough data: { $figure } { $change } ({ $low } to { $high }) (over { $questions } questions, { $higher } higher and { $lower } lower)
# In lists of reports.
title-compare = Comparison
about-compare = campaigns, configurations or targets compared: better, worse, the same, or not enough data

## What it rests on

reason-ruled_out = a difference beyond the margin is ruled out on either side
reason-too_small_to_matter = a difference beyond the margin is ruled out on either side: there is a difference, too small to matter
reason-equality_excluded = the interval excludes equality
reason-drift_or_difference = the rig drifted as much while each was measured, so a difference between them cannot be told from drift
reason-both_included = the interval includes both no difference and differences beyond the margin
reason-no_room = their intervals leave no room for a difference beyond the margin
reason-apart = their intervals do not overlap
reason-apart_beyond_margin = their intervals do not overlap and lie farther apart than the margin
reason-apart_within_drift = their intervals do not overlap, but a rig that drifts could move them this far apart; repeat each
reason-overlap = their intervals overlap, and one of the two has only one repeat
reason-no_repeat = one of the two variants has no repeat, so run-to-run noise is unknown
reason-one_repeat = one of the two variants has only one repeat, so run-to-run noise is unknown
repeat-each = Repeat each at least twice, in turn (A B B A), five times for a start. To compare all Runs of a store, use STORE#all.
repeats-not-enough = With this noise between Runs no sensible number of repeats would do: longer Runs, or a quieter rig.
repeats-usual = { $repeats } repeats of each would usually settle a difference of { $difference }, measured in turn (A B B A).
repeats-needed = About { $repeats } repeats of each, measured in turn (A B B A), would settle a difference of { $difference } with a power of 80 %.
omitted-carried = { $first } carried this rate in { $carried } of { $runs } Runs, { $name } in { $carried_other } of { $runs_other }; the others are not in the figures
omitted-carried-p = { $first } carried this rate in { $carried } of { $runs } Runs, { $name } in { $carried_other } of { $runs_other } (p = { $p }); the others are not in the figures
omitted-failed = operations failed or never finished in { $failed } of { $runs } Runs of { $first } ({ $share } of its operations), in { $failed_other } of { $runs_other } of { $name } ({ $share_other })
omitted-client-bound = the generator's processor set the rate in { $bound } of { $runs } Runs of { $first } and { $bound_other } of { $runs_other } of { $name }: the target may do more
rests-on-intervals = { $figure }: { $reason }; no repeats, so run-to-run noise is not included
noise = between-Run noise of { $figure }: { $noise } ({ $freedom } degrees of freedom)
drift = drift over all Runs { $drift }
drift-within = drift { $first_drift } within { $first } and { $drift } within { $name }
design-blocks = differences inside blocks of time, so that slow drift cancels
design-time = a linear trend over time removed
design-apart = one was measured after the other, and the interval allows for that drift alone
design-plain = no drift assumed
design-intervals = no repeats: their own intervals decide
kept-out = { $name }: { $outcomes }: kept out of the figures
# $outcome: cached, failed …
outcome-count = { $count } { $outcome }
percentiles-not-merged = { $percentiles }: a ratio from Run to Run, without values: the files have no distribution, and percentiles of several Runs cannot be averaged
own-intervals = load lines with their own intervals, which do not include the noise between searches: { $intervals }
own-interval = { $name } { $low } .. { $high }
measured-once = Each was measured only once, so run-to-run noise is unknown: measure each twice or more, in turn (A B B A; in a campaign file: repeats), five times for a start.
not-compared = Not compared: { $question }.
not-compared-more = Not compared: { $count } more questions.
not-corrected = { $verdicts } verdicts, not corrected for multiple comparisons: where nothing differs, chance alone shows a difference in up to { $share } of them.

## First screen

badge-better = Better
badge-worse = Worse
badge-same = The same
badge-mixed = Mixed
badge-differs-by-question = Differs by question
badge-better-in-part = Better in part
badge-worse-in-part = Worse in part
badge-same-in-part = Same in part
badge-mixed-in-part = Mixed in part
badge-not-enough-data = Not enough data
badge-not-comparable = Not comparable
# $counts is a list of the messages in-….
head-counts = { $others } against { $first }: { $counts } of { $total } questions.
head-verdict = { $others } against { $first }: { $verdict }.
head-counts-alone = { $counts } of { $total } questions.
todo-not-enough-data = Repeat each at least twice, in turn.
todo-not-comparable = Search again where there is no load line.
todo-mixed = Read the table below: the answer depends on the question.
todo-mixed-above = Read the table above: the answer depends on the question.
# The last line: of two, the faster one first.
faster = { $fast } is { $times } ± { $half } times faster than { $slow }.
as-fast = { $fast } is as fast as { $slow }: { $times } ± { $half } times.
row-base = Base
row-against = Against it
row-seen = Seen
row-questions = Questions
row-also-different = Also different
row-compared = Compared
also-different-besides = Also different: { $difference }.
not-compared-count = { $count ->
        [one] Not compared: { $count } question, in the full report.
       *[other] Not compared: { $count } questions, in the full report.
    }

## Questions

on-target = on { $target }
line-for = load line for { $objective }
arrivals-not-told = arrivals unknown
# How operations arrive, and how their rate changes over time.
arrivals = { $arrivals }
profile = { $kind }
# A key of the load with its value.
setting = { $name } { $value }
offered = { $rate } IOPS offered ({ $arrivals })
unit-closed_loop = closed loop
unit-search = search, IOPS
depth = queue depth { $depth }
depth-of-workers = queue depth { $depth } × { $workers }
only-in = { $question }: only in { $names }
campaign = campaign { $campaign }
# The name of what differs between the variants, before a colon and the values.
differs-engine = engine
differs-version = version of Plimsoll
differs-host = host
differs-measure_s = length of Measure
differs-workers = workers
differs-working_set_bytes = working set
differs-program = measured by
differs-max_outstanding = in-flight cap
value-and = { $value } and { $more }
value-of = { $value } ({ $name })
# $each: a list of the message before.
values-of-each = { $aspect }: { $each }
value-none = none
value-not-told = not stated
value-unknown = unknown
value-on = on
value-off = off
value-line-or-maximum = a load line or a maximum
value-bytes = { $size } bytes
# Two questions of which one has this value of an aspect and the other that.
apart = { $aspect } { $first } against { $other }
apart-kind = one has Runs of fixed length, the other searches
aspect-asked = asked for
aspect-configuration = configuration
aspect-target = target
aspect-objective = objective
aspect-block_size = block size
aspect-block_size-writes = block size of writes
aspect-align = alignment
aspect-mix = mix
aspect-pattern = pattern
aspect-working_set = working set
aspect-working_set_offset = working set offset
aspect-flushes = flushes
aspect-durable_writes = durable writes
aspect-payload = payload
aspect-verify = verification
aspect-load = load
aspect-profile = rate over time
aspect-bursts = bursts
aspect-think = think time
aspect-cap = cap
aspect-trace = trace
aspect-arrivals = arrivals
aspect-clock = clock
aspect-access = access

## Figures

figure-achieved-rate = achieved rate
figure-load-line = load line
figure-maximum = maximum
figure-knee = knee
figure-cap = cap
figure-limits = limits
# In the place of a percentile: the mean of the latency that the question compares.
figure-mean = mean
# $figure is one of the messages before, or figure-reached.
figure-of-volume = { $figure } of volume { $volume }
# $size: of a block; $mix: reads, writes or 70 % reads.
figure-reached = { $size } { $mix }
figure-and-values = { $figure } { $values }
# $figure is mean, p50, p99 …
figure-response_time = { $figure } response time
figure-completion_latency = { $figure } completion latency
figure-sync_latency = { $figure } sync latency
latency-response_time = response time
latency-completion_latency = completion latency
number-better = Better
number-worse = Worse
number-same = Same
number-mixed = Mixed
number-not-enough-data = Not enough data
number-not-comparable = Not comparable
of-questions = { $count } of { $total }
number-note = questions
margin = Margin
margin-note = differences up to this do not matter
repeats = Repeats
repeats-note = of each variant and question
range = { $low } to { $high }
noise-between = Noise
noise-note = standard deviation between Runs of one variant

## Tables

page-title = Comparison: { $variants }
legend = { $letter } = { $name }: { $targets }; campaign { $campaigns }; { $counts }
legend-runs = { $runs ->
        [one] { $runs } Run
       *[other] { $runs } Runs
    }
legend-searches = { $count ->
        [one] { $count } search
       *[other] { $count } searches
    }
left-out = left out: { $reason }
left-out-more = left out: { $count } more (--json names them)
also-different = also different: { $difference }
column-ratio = ratio
ratio-interval = { $low } .. { $high } ({ $confidence })
effect-interval = interval
effect-size = effect
effect-verdict = verdict
row-grade = grade
column-question = question
column-figure = figure
column-variant = variant
# Above the values of the variant that its row names.
column-it = it
column-change = change
# In place of a verdict: a single Run has none.
single-run = single Run
against = { $name } against { $first }
table-verdicts = Verdicts ({ $count })
table-question = Question
table-figure = Figure
table-decided-by = Decided by
table-compared = Compared
table-first = First
table-other = Other
table-effect = Effect
table-interval = Interval
table-repeats = Repeats needed
table-verdict = Verdict
table-verdicts-caption = Effect: other over first, with the interval of the test for a difference. Same: within { $margin } of each other on either side. n: Runs (of searches: searches) used, of the first and of the other. Noise: standard deviation between Runs of one variant. A dash: two repeats of each are needed before any noise is known.
decided-by-carried = share of Runs that carried the rate
decided-by-failed = operations that failed
decided-by-client_bound = the generator's processor
interval = { $low } to { $high } ({ $confidence })
table-figures = Every figure
deciding-figure = { $figure }, decides
table-effect-in-noise = Effect in noise
table-finding = Finding
table-figures-caption = Percentiles are those of merged distributions, rates are means over the repeats; the statistics take one value per Run. p: probability of such a difference by chance. Effect in noise: the difference in standard deviations between Runs (Hedges' g).
outcomes = { $outcomes } (Run { $runs })
outcomes-title = Kept out of the figures

## Charts

chart-margin = margin ± { $margin }
chart-effects-on = Effect on { $figure }, against the margin of { $margin }
chart-effects = Effect on the deciding figures, against the margin of { $margin }
axis-question = { $subject }: over { $first }, ratio
axis-question-log = { $subject }: over { $first }, ratio, log scale
axis-variant = { $subject } over { $first }, ratio
axis-variant-log = { $subject } over { $first }, ratio, log scale
mark-better = better
mark-worse = worse
mark-same = the same, within the margin
mark-mixed = mixed: one figure better, another worse
mark-not-enough-data = not enough data
mark-not-comparable = not comparable
hover-compared = compared
over = { $name } over { $first }
chart-effects-of = Effects of { $figures }.
chart-whiskers = Whiskers: the interval of the effect. No whisker: too few repeats to know the noise.
chart-not-drawn = Not drawn: { $count } more questions, in the table.
decides-at-rate = { $figure } ({ $latency } at an equal offered rate: lower is better)
decides-closed_loop = { $figure } (closed loop: higher is better)
decides-search = { $figure } (searches: higher is better)

## Curve

curve-line-estimated = estimated load line { $rate } ({ $low } .. { $high }; { $objective })
curve-line-not-confirmed = no confirmed load line (it may lie above { $low })
curve-line = load line { $low } .. { $high } ({ $objective })
curve-line-or-more = load line { $low } or more ({ $objective })
curve-knee = knee { $rate } ({ $low } .. { $high })
curve-maximum = maximum { $rate }
curve-maximum-at-least = maximum ≥ { $rate }
curve-asymptote = asymptote { $rate }
curve-no-fit = no fitted curve: { $reason }
curve-fit-service = fit: r0 + a · ρ^p / (1 − ρ), ρ = rate / asymptote: r0 { $r0 }, a { $a }, p { $p }; { $runs } Runs from { $low } to { $high }, residual { $residual }
curve-fit-usl-peak = fit: λN / (1 + σ(N − 1) + κN(N − 1)): λ { $rate }, σ { $sigma }, κ { $kappa }; highest at { $peak }; { $runs } Runs from { $low } to { $high }, residual { $residual }
curve-fit-usl = fit: λN / (1 + σ(N − 1) + κN(N − 1)): λ { $rate }, σ { $sigma }, κ { $kappa }; no peak within reach; { $runs } Runs from { $low } to { $high }, residual { $residual }
curve-client-bound = in { $count } of them the generator's processor limited the rate, not the target
# $over is one of the messages over-….
no-fit-too_few_values = { $values ->
        [one] a curve needs { $least } different values of { $over }, and { $values } was measured
       *[other] a curve needs { $least } different values of { $over }, and { $values } were measured
    }
no-fit-latency_does_not_rise = latency does not rise with the rate
no-fit-too_few_runs = too few Runs
over-rate = rate
over-workers = workers
over-hosts = hosts
over-queue_depth = queue depth
curve-at-rate = at, IOPS
curve-at = at, { $over }
curve-rate = rate, IOPS
curve-further-runs = 95 % of further Runs
curve-mean-response_time = mean response time
curve-mean-completion_latency = mean completion latency
curve-mean-either = mean response time or mean completion latency
curve-extrapolated = extrapolated
curve-beyond = beyond the asymptote
curve-not-bounded = not bounded by these Runs
curve-between = { $low } .. { $high }
curve-value = { $value } ({ $low } .. { $high })

## Terminal

overview-title = { $count } questions, those that differ most first:
all-figures = all figures of each question: --all
all-and-rows = { $count } more rows and all figures of each question: --all
left-unmatched = not compared: { $question }
left-unmatched-more = not compared: { $count } more (--all names them)
drawn = drawn: { $chart }
no-chart-without-rate = no chart: none of these Runs has an offered rate
no-chart-several = no chart: { $count } different workloads do not fit on one chart; plimsoll report compare draws each

## What cannot be compared

nothing-to-compare = it has one configuration and one target, so it has no variants to compare
nothing-to-compare-now = Name another campaign beside it: --campaign A --campaign B.
no-comparison = there is nothing to compare: { $reason }
no-comparison-now = Measure all of them under the same conditions. To compare by load alone, whatever else differs: plimsoll compare --across.
nothing-comparable = '{ $name }' and '{ $other }' have no comparable results: { $difference }
same-conditions-or-across = Measure both under the same conditions, or compare them anyway with --across.
same-conditions = Measure both under the same conditions.

## English only

# Verbs in `plimsoll --help`: the first paragraph of the verb's own help.

summary-compare = Compare two or more variants by their repeats, allowing for the rig's own noise between Runs.
summary-curve = Fit a curve through the Runs of a campaign and print what it predicts, with intervals.

margin-invalid = --margin { $margin } is invalid
margin-invalid-now = Give a percentage below 100.
variant-named-twice = '{ $name }' is named twice
variant-named-twice-now = A variant cannot be compared with itself.
run-on-both-sides = '{ $other }' and '{ $name }' both hold Run { $run }
run-on-both-sides-now = Name variants that share no Run.
no-run-with-rate = no Run of { $name } has an offered rate, the outcome ok and nearly all its operations completed
no-run-in-closed-loop = no Run of { $name } has a closed loop and a number of { $over }, the outcome ok and nearly all its operations completed
name-other-campaigns = Name other campaigns, or all.
at-not-a-number = --at '{ $word }' is not a number
at-not-a-number-now = Give rates as 5000 or 120k, with commas between.
at-invalid = --at '{ $word }' is invalid
at-invalid-now = Give numbers above 0.
help-variants = Two or more variants; the first is the baseline. STORE (its newest campaign), STORE#3, STORE#1,4-6, STORE#all, or STORE#3:NAME for a configuration or target of a campaign. One alone is compared with the baseline that is pinned in its store.
help-store = One store for all variants, which are then NAME, 3, 1,4-6, all or 3:NAME.
help-figure = Response-time figure that decides at an equal offered rate.
help-margin = Differences up to this count as the same.
help-across = Compare even if more than the target differs: match by load alone.
help-no-drift = Assert that the test rig did not change between variants measured one after another.
help-chart = Draw the curves in one chart: an .svg or .png file.
help-all = Show every question with all its figures, where many would be one table.
help-force = Overwrite an existing chart file.
help-campaign = 3, 1,4-6, all, or 3:CONFIGURATION. Default: the newest.
help-at = Predict at these rates (120k,200k) or numbers of workers.
help-over = x axis: offered rate (latency curve), or workers, queue depth or outstanding I/O (throughput curve).
