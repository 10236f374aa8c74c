## Answer

# An event or a note as a sentence of its own.
sentence = { $text }.
run-measured = Run { $run }, { $length } of Measure
run-measured-ended = Run { $run } ({ $outcome }), { $length } of Measure
# $run is one of the messages run-measured…; $kind names an event, $episode describes it.
answer-no-interval = { $run }: no intervals were kept, so events cannot be detected.
answer-few-intervals = { $run }: too few intervals ({ $intervals }) to detect events.
answer-quiet = { $run }: nothing stands out from the noise: no outage, dip, change of level, pattern or drift.
answer-whole = { $run }: { $kind } over the whole Run: { $episode }.
answer-at = { $run }: { $kind } at { $at }: { $episode }.
drawn-by = The same as a page: plimsoll report time --store { $store } --run { $run }
more-episodes = { $count ->
        [one] { $count } more episode below.
       *[other] { $count } more episodes below.
    }
# Why this Run is shown of several.
chosen-marked = Run { $run } of { $runs }: the last one with a mark; --run selects another.
chosen-broke = Run { $run } of { $runs }: operations failed or stopped for a while; --run selects another.
chosen-hold = Run { $run } of { $runs }: the final hold; --run selects another.
chosen-passed = Run { $run } of { $runs }: the longest that passed; --run selects another.
chosen-longest = Run { $run } of { $runs }: the longest; --run selects another.
# In lists of reports.
title-time = Over time
about-time = one Run over time: what happened when, response times as lines and as a heat map

## Figures

outage = Outage
outage-note = { $count } in { $length }
backlog = Largest backlog
backlog-note = operations at the end of an interval
recovery = Time to recover
recovery-note = the longest, from the start of the event
rate = Rate
mean-rate-all = mean of all, n = { $n }
mean-rate-all-offered = mean of all, n = { $n }; { $offered } offered
mean-rate-recorded = mean of what was recorded, n = { $n }
mean-rate-recorded-offered = mean of what was recorded, n = { $n }; { $offered } offered
errors = Errors
errors-note = of { $operations } operations

## Charts

page-title = Run { $run } over time
chart-title = Run { $run } over time: { $episode }
heat-title = Latency heat map of Run { $run }
axis-time = Time since the start of Measure
axis-both-rates = Offered and achieved rate, IOPS
axis-achieved = Achieved rate, IOPS
axis-heat = { $metric } (all operations), log scale
axis-response = { $metric } (all operations)
axis-waiting = Operations waiting or outstanding
axis-failed = Operations that failed, per second
heat-share = share of the operations in that time
heat-note = Each column of cells is { $width } and sums to 100 %; a stronger colour is a larger share, on a log scale. Where nothing succeeded it is empty.
note-without-p99 = Where p99 is missing, the column has too few operations for it, or nothing succeeded.
note-unnamed = { $count } more events are drawn without labels: they are in the table.
# $role is what the Run is in its campaign, $outcome how it ended.
basis-ok = Run { $run }, { $role }: n = { $n } operations in { $intervals } intervals of { $length }.
basis-ok-columns = Run { $run }, { $role }: n = { $n } operations in { $intervals } intervals of { $length }; a column shows { $most } of them ({ $width }).
basis-ended = Run { $run }, { $role }, outcome { $outcome }: n = { $n } operations in { $intervals } intervals of { $length }.
basis-ended-columns = Run { $run }, { $role }, outcome { $outcome }: n = { $n } operations in { $intervals } intervals of { $length }; a column shows { $most } of them ({ $width }).
offered = offered
achieved = achieved
lowest-interval = lowest interval
waiting-most = waiting, at most
outstanding-mean = outstanding, mean
failed = failed
mean = mean
# The longest of all response times.
maximum = max
hover-seconds = seconds
hover-share = share
hover-operations = operations
hover-waiting = waiting
hover-errors = errors
range = { $low } to { $high }

## What cannot be shown

no-runs = it has no Runs
no-interval-kept = no interval of any of its Runs was kept
no-such-run-in = campaign { $campaign } has no Run { $run }
no-such-run-in-now = It has: { $known }.
no-interval-of = Run { $run } has no interval of Measure
name-another = Select another with --run.

## English only

# Verbs in `plimsoll --help`: the first paragraph of the verb's own help.

summary-timeline = Show what happened in a Run: outages, dips, lasting changes, errors, patterns that repeat, drift, and the marks beside them.

no-run-kept = no Run was kept in { $store }
no-run-kept-now = Keep one: plimsoll run --store FILE.
no-such-run = there is no Run { $run } in { $store }
no-such-run-now = Its Runs are 1 to { $last }.
help-run = Run number. Default: the newest.
