### What reports and first screens say. Figures come formatted: a rate as 20,000, a time as 1 ms.

## Answer

# What was measured, as the subject of a sentence; $place is start where it begins the sentence, inside where it does not.
subject-disk =
    { $place ->
        [inside] this disk
       *[start] This disk
    }
subject-memory =
    { $place ->
        [inside] this file in memory (no storage)
       *[start] This file in memory (no storage)
    }
# $name: a described storage system.
subject-stack =
    { $place ->
        [inside] the stack { $name }
       *[start] The stack { $name }
    }
subject-null =
    { $place ->
        [inside] the null target (the generator itself)
       *[start] The null target (the generator itself)
    }
subject-target =
    { $place ->
        [inside] the target
       *[start] The target
    }
subject-page-cache =
    { $place ->
        [inside] the page cache, not the storage: { $subject }
       *[start] The page cache, not the storage: { $subject }
    }
# Stands where a workload such as 8 KiB random, 70 % read would.
workload-asked-for = the requested workload
# $commits: durable commits a second at the rate of the line.
workload-with-commits = { $workload } ({ $commits } durable commits a second)
# The workload and what had to hold of it, as in "carries 20,000 IOPS of 8 KiB random, with p99 response time <= 1 ms". $objective is none where there is none.
question =
    { $objective ->
        [none] { $workload }
       *[other] { $workload }, with { $objective }
    }
# The same, after "no load line for".
question-denied =
    { $objective ->
        [none] { $workload }
       *[other] { $workload } and { $objective }
    }
# A rate with the interval that it lies in. $sure: 95 %, or none.
interval =
    { $sure ->
        [none] { $rate } IOPS ({ $low } .. { $high })
       *[other] { $rate } IOPS ({ $low } .. { $high }, { $sure })
    }
# $rate: with its unit.
run-did =
    { $offered ->
        [none] { $subject } did { $rate } of { $workload }
       *[other] { $subject } did { $rate } of { $workload } at { $offered } IOPS offered
    }
# Facts as a sentence, one after the other, with semicolons between them.
facts = { $facts }.
# $name: p99 response time.
latency = { $name } { $value }
# $figure: p99 or mean; $latency: response time; $operations: reads, or none for all of them.
latency-name =
    { $operations ->
        [none] { $figure } { $latency }
       *[other] { $figure } { $latency } of { $operations }
    }
latency-with-submit-call = latency with the submit call
latency-within = { $low } to { $high }
statistic-mean = mean
statistic-max = max
statistic-min = min
metric-response_time =
    { $place ->
        [start] Response time
       *[inside] response time
    }
metric-completion_latency =
    { $place ->
        [start] Completion latency
       *[inside] completion latency
    }
metric-submission_latency =
    { $place ->
        [start] Submission latency
       *[inside] submission latency
    }
metric-slot_wait =
    { $place ->
        [start] Slot wait
       *[inside] slot wait
    }
metric-own_lag =
    { $place ->
        [start] Own lag
       *[inside] own lag
    }
metric-total_latency =
    { $place ->
        [start] Total latency
       *[inside] total latency
    }
maximum-limited-by = Limit of the maximum: { $limiter }.
limiter-not-determined = Limit: unknown.
limited-by = Limited by { $limiter }.
# $count: the same number, with separators.
runs =
    { $runs ->
        [one] { $count } Run
       *[other] { $count } Runs
    }
runs-interrupted =
    { $runs ->
        [one] { $count } Run was interrupted and has no record; the intervals it completed are kept.
       *[other] { $count } Runs were interrupted and have no record; the intervals they completed are kept.
    }
nothing-to-draw = No Run has finished: there is nothing to draw.
failed-in-runs =
    { $runs ->
        [one] in its Run
       *[other] in all { $count } Runs
    }
test-time = Test time
test-time-basis = { $runs }, warm-up and drain included
upper-end = up to { $high }
upper-end-by-probes = up to { $high }, by probes alone
upper-end-not-reached = upper end not reached
# $rate: 70,000.
maximum-rate =
    { $bound ->
        [least] ≥ { $rate } IOPS
       *[exact] { $rate } IOPS
    }
highest-achieved-so-far = Highest achieved so far
# $name: Maximum or one of its siblings.
maximum-sentence = { $name } (no objective): { $rate }.
maximum-sentence-noted = { $name } (no objective): { $rate } ({ $notes }).
closed-loop = closed loop
closed-loop-noted = closed loop ({ $notes })
# Notes on a maximum, one after the other.
at-load =
    { $workers ->
        [one] at { $count } worker × queue depth { $depth }
       *[other] at { $count } workers × queue depth { $depth }
    }
smaller = { $workers } × { $depth } already gave { $rate } IOPS
lower-bound-rising = a lower bound: more outstanding I/O still gave a little more
lower-bound-of-runs = a lower bound: the Runs do not show where the rate stops rising
lower-bound-generator = a lower bound: the generator was saturated
others-had = other programs used { $share } of this machine's processors
# $facts: an outage of 3 s; $rate: none for closed loops.
in-run =
    { $rate ->
        [none] In Run { $run } { $facts }.
       *[other] In Run { $run }, at { $rate } IOPS, { $facts }.
    }
counts-as-miss = { $failures }; each counts as a miss
imported-mean = { $subject } did { $mean } IOPS of { $workload }, the mean of { $runs } ({ $low } .. { $high }).
runs-imported =
    { $runs ->
        [one] { $count } Run of { $workload } was imported: { $rate }.
       *[other] { $count } Runs of { $workload } were imported: { $rate }.
    }
holds-for =
    { $written ->
        [none] Held for { $time } ({ $operations } operations).
       *[other] Held for { $time } ({ $operations } operations, { $written } written).
    }
held-operations =
    { $written ->
        [none] The low end was held for { $operations } operations.
       *[other] The low end was held for { $operations } operations, with { $written } written.
    }
regimes-found = { $n } regimes were found: the line differs when approached from below and from above.
at-rate = at { $rate } IOPS
hold-missed = the objective was missed
hold-undecided = undecided
throughput = Throughput
# $why: given by another program or an older version.
ended-because = The search ended because { $why }.
ended-because-stopped = The search ended because it was stopped before it had an answer.
ended-because-failed = The search ended because the target failed.
ended-because-stopped_answering = The search ended because the target stopped answering, Run after Run.
ended-because-client_bound = The search ended because the generator reached its limit before the target did.
ended-because-time_limit = The search ended because the time limit was reached.
ended-because-both_held = The search ended because holds confirmed both ends.
ended-because-line_moves = The search ended because the line moved while it was measured.
ended-because-interval_narrow_enough = The search ended because the interval is as narrow as requested.
ended-because-too_close_to_decide = The search ended because Runs nearer to the line could not be decided.
ended-because-probe_limit = The search ended because the limit on the number of Runs was reached.
ended-because-no_upper_end = The search ended because no offered rate missed the objective.
ended-because-objective_not_met = The search ended because no offered rate met the objective.
ended-because-above_range = The search ended because the objective was still met at the highest rate of the range.
ended-because-below_range = The search ended because the objective was missed at the lowest rate of the range.
ended-because-not_confirmed = The search ended because no hold has passed at the low end within the limits.
ended-because-undecided = The search ended because no Run could be decided within its limits.
ended-because-objective_needed = The search ended because no default objective fits this target.
ended-because-target_changed = The search ended because the target changed during the search.
ended-because-machine_disturbed = The search ended because this machine was too disturbed to measure from.
ended-because-pauses_break_objective = The search ended because pauses of the storage break the objective at any rate.
mean-and-p99 = mean { $mean }, p99 { $p99 }
no-figures-interrupted = No figures yet: interrupted.
no-figures-abandoned = No figures yet: abandoned.
statistic-stddev = stddev

## Verdict on a Run

outcome-ok = ok
outcome-cached = cached
outcome-cannot_carry = cannot carry
outcome-generator_limited = generator limited
outcome-not_steady = not steady
outcome-failed = failed
judged-met = met
judged-missed = missed
judged-undecided = undecided
run-complete = complete
# $outcome: complete, or how the Run ended instead.
ended-not-judged = { $outcome }, the objective was not judged
ended-without-objective = { $outcome }, no objective was set
verdict-because = { $verdict }: { $why }
no-objective-carried = no objective: carried
no-objective = no objective: { $why }
says-nothing-schedule = no verdict: the generator did not keep to its schedule
says-nothing-not-steady = no verdict: the target never became steady
says-nothing-disturbed = no verdict: this machine was disturbed
met-with-runs-at-rate = objective met, together with Runs at up to 15 % higher rates
missed-without-machine = objective missed, even without this machine's own delays

## Answer of a search: badges

no-answer = No answer
no-answer-yet = No answer yet
interrupted = Interrupted
# $machine: busy where other programs used it while the line was confirmed.
confirmed =
    { $machine ->
        [busy] Confirmed, on a busy machine
       *[quiet] Confirmed
    }
at-least = At least
estimated-badge = Estimated
no-plan = No rate to plan with
not-placed = No answer: not placed
seen-at-least = At least, not confirmed
at-most = At most, not confirmed
unconfirmed = No answer: not confirmed
missed = Missed
target-changed = No answer: the target changed
machine-disturbed = No answer: this machine was disturbed
storage-pauses = Missed: the storage pauses
page-cache-badge = No answer: from the page cache

## Answer of a search: headlines

# $objective: p99 <= 1 ms, or none. At most 90 letters fit; where one is longer, a shorter one is taken.
still-running-headline = No load line yet: the search is still running.
interrupted-headline = No load line: the search was interrupted before it had an answer.
plan-headline =
    { $objective ->
        [none] Plan with { $plan } IOPS.
       *[other] Plan with { $plan } IOPS at { $objective }.
    }
at-least-short =
    { $objective ->
        [none] At least { $low } IOPS.
       *[other] At least { $low } IOPS at { $objective }.
    }
at-least-headline =
    { $objective ->
        [none] At least { $low } IOPS; the limit was not reached.
       *[other] At least { $low } IOPS at { $objective }; the limit was not reached.
    }
at-least-missed-headline =
    { $objective ->
        [none] At least { $low } IOPS; only short Runs missed it, at { $missed }.
       *[other] At least { $low } IOPS at { $objective }; only short Runs missed it, at { $missed }.
    }
estimated-headline =
    { $objective ->
        [none] Plan with { $plan } IOPS, not confirmed.
       *[other] Plan with { $plan } IOPS at { $objective }, not confirmed.
    }
no-plan-above-headline =
    { $objective ->
        [none] At least { $low } IOPS; too uncertain to plan with.
       *[other] At least { $low } IOPS at { $objective }; too uncertain to plan with.
    }
no-plan-between-headline =
    { $objective ->
        [none] Between { $low } and { $high } IOPS; too uncertain to plan with.
       *[other] Between { $low } and { $high } IOPS at { $objective }; too uncertain to plan with.
    }
# $rates: less than 5,000 IOPS, or 3,000 to 5,000 IOPS.
not-placed-headline =
    { $objective ->
        [none] Not placed: { $rates }.
       *[other] Not placed: { $rates } at { $objective }.
    }
seen-at-least-headline =
    { $objective ->
        [none] At least { $low } IOPS, not confirmed.
       *[other] At least { $low } IOPS at { $objective }, not confirmed.
    }
at-most-headline =
    { $objective ->
        [none] Less than { $high } IOPS, not confirmed.
       *[other] Less than { $high } IOPS at { $objective }, not confirmed.
    }
unconfirmed-headline =
    { $objective ->
        [none] No load line: no hold confirmed any rate.
       *[other] No load line for { $objective }: no hold confirmed any rate.
    }
storage-pauses-headline =
    { $objective ->
        [none] Pauses of the storage break the objective at any rate.
       *[other] Pauses of the storage break { $objective } at any rate.
    }
# $why: one of the reasons below, as a sentence after the colon.
no-answer-because = No answer: { $why }.
no-line-headline =
    { $objective ->
        [none] No load line: { $why }.
       *[other] No load line for { $objective }: { $why }.
    }
no-line-short = No load line.
missed-headline =
    { $objective ->
        [none] Missed: the load line lies below { $high } IOPS.
       *[other] Missed: the load line for { $objective } lies below { $high } IOPS.
    }
machine-busy-headline = No answer: other programs kept this machine busy.
page-cache-headline =
    { $objective ->
        [none] The page cache answered, not the storage: { $low } IOPS.
       *[other] The page cache answered, not the storage: { $low } IOPS at { $objective }.
    }
page-cache-answered = The page cache answered, not the storage.

## Answer of a search: sentences

# $subject: one of the subjects above; $question: workload and objective; $interval: a rate with its ends.
still-running-whole = No load line yet: the campaign is still running ({ $runs } kept).
interrupted-whole = No load line yet: the campaign was interrupted before it had an answer ({ $runs } kept).
carries = { $subject } carries { $interval } of { $question }.
carries-at-least = { $subject } carries at least { $low } IOPS of { $question }. The line itself was not reached.
carries-client-bound = { $subject } carries ≥ { $low } IOPS of { $question }, client-bound. The line itself was not reached.
carries-probes-missed = { $subject } carries at least { $low } IOPS of { $question }. Probes missed the objective at { $missed }, but no hold confirmed that end.
estimated = Estimated: { $subject } carries about { $interval } of { $question }; not confirmed.
not-placed-below = No load line found: { $subject } carries less than { $high } IOPS of { $question }.
not-placed-between = No load line found: { $subject } carries somewhere between { $low } and { $high } IOPS of { $question }.
bounded = Bounded: { $subject } carries at least { $low } IOPS of { $question }; not confirmed.
at-most-whole = No load line for { $question }, only a bound: it lies below { $high } IOPS.
unconfirmed-passed = No confirmed load line for { $question }: probes passed up to { $low } IOPS, but no hold passed. Do not rely on it.
unconfirmed-leaned = No confirmed load line for { $question }: undecided probes leaned towards a pass up to { $low } IOPS, but no hold passed. Do not rely on it.
no-answer-for = No answer for { $question }: { $why }.
no-line-for = No load line for { $question }: { $why }.
no-line-below = No load line for { $question }: it lies below { $high } IOPS; { $why }.
stopped-early = Stopped early.
stopped-early-nothing = Stopped early: no load line, nothing was measured yet.
# $facts: such as: the maximum is about 70,000 IOPS; the lowest that missed it is 50,000.
stopped-early-known = Stopped early: no load line for { $question }. Known by then: { $facts }.
target-failed-nothing = The target failed: no load line, nothing was measured yet.
target-failed-known = The target failed: no load line for { $question }. Known by then: { $facts }.
fact-maximum =
    { $bound ->
        [least] the maximum is ≥ { $rate } IOPS
       *[about] the maximum is about { $rate } IOPS
    }
fact-highest =
    { $bound ->
        [least] the highest rate without an objective is ≥ { $rate } IOPS
       *[about] the highest rate without an objective is about { $rate } IOPS
    }
fact-met = the highest rate that met the objective, in one short Run, is { $rate } IOPS
fact-missed = the lowest that missed it is { $rate } IOPS
fact-undecided = no Run at an offered rate had a clear verdict
plan = Plan with { $plan } IOPS.
plan-of-files = Plan with { $plan } IOPS: the highest rate in the files that clearly met the objective.
plan-lower-than-range = Plan with { $plan } IOPS: lower than the range, because results varied from test to test.
plan-passed =
    { $test ->
        [old] Plan with { $plan } IOPS: it passed a test, and { $high } failed one.
       *[fresh] Plan with { $plan } IOPS: it passed a fresh test, and { $high } failed one.
    }
plan-a-little-lower =
    { $test ->
        [old] Plan with { $plan } IOPS, a little lower than the range: { $low } passed a test, and { $high } failed one.
       *[fresh] Plan with { $plan } IOPS, a little lower than the range: { $low } passed a fresh test, and { $high } failed one.
    }
plan-lower =
    { $test ->
        [old] Plan with { $plan } IOPS, lower than the range, because results varied from test to test: { $low } passed a test, and { $high } failed one.
       *[fresh] Plan with { $plan } IOPS, lower than the range, because results varied from test to test: { $low } passed a fresh test, and { $high } failed one.
    }
no-plan-varied = No rate to plan with: results varied too much from test to test.
no-plan-of-files = No rate to plan with: in the files, no rate within a quarter of the line clearly met the objective.
no-plan-rejudged = No rate to plan with: these Runs were not judged by this objective. Measure with it first.
no-plan-no-retest = No rate to plan with: no retest passed near the low end of the range.
open-none-missed = No Run clearly missed it, so the line itself was not reached.
open-missed = The line itself was not reached, but Runs at { $rate } IOPS missed the objective.
open-several = The line itself was not reached, but Runs at { $low } .. { $high } IOPS missed the objective.
open-no-plan = No rate to plan with: below each rate that met the objective, a lower one missed it.
missed-below = At or below that, { $missed } of { $of } Runs missed the objective.
# $latencies: p99 response time 3 ms.
lightest-load = The lightest load tried, { $rate } IOPS, had { $latencies }.
and = { " and " }

## Reasons for which a search ended

# Each stands by itself after a colon, in a cell, or as a sentence.
reason-stopped = it was stopped before it had an answer
reason-failed = the target failed
reason-stopped_answering = the target stopped answering, Run after Run
reason-client_bound = the generator reached its limit before the target did
reason-time_limit = the time limit was reached
reason-both_held = holds confirmed both ends
reason-line_moves = the line moved while it was measured
reason-interval_narrow_enough = the interval is as narrow as requested
reason-too_close_to_decide = Runs nearer to the line could not be decided
reason-probe_limit = the limit on the number of Runs was reached
reason-no_upper_end = no offered rate missed the objective
reason-objective_not_met = no offered rate met the objective
reason-above_range = the objective was still met at the highest rate of the range
reason-below_range = the objective was missed at the lowest rate of the range
reason-not_confirmed = no hold has passed at the low end within the limits
reason-undecided = no Run could be decided within its limits
reason-objective_needed = no default objective fits this target
reason-target_changed = the target changed during the search
reason-machine_disturbed = this machine was too disturbed to measure from
reason-pauses_break_objective = pauses of the storage break the objective at any rate
reason-none = the search ended without one

## Answer of a search: names and bases of its figures

iops = { $rate } IOPS
about = about { $rate }
range = { $low } to { $high } IOPS
less-than = less than { $high } IOPS
at-least-rate = at least { $low } IOPS
ends = { $low } .. { $high }
ends-not-confirmed = { $low } .. { $high }; not confirmed
ends-no-plan = { $low } .. { $high }; no rate to plan with
plan-with = Plan with
less = Less than
load-line = Load line
line-estimated = Load line, estimated
line-bounded = Load line, bounded
line-not-placed = Load line, not placed
recommended-rate = Recommended rate
probes-passed = Probes passed up to
page-cache-name = From the page cache
# $upper: how far the upper end is known.
recommended-basis = recommended rate; { $upper }
no-plan-basis = no rate to plan with; { $upper }
line-basis =
    { $sure ->
        [none] load line { $rate } ({ $low } to { $high })
       *[other] load line { $rate } ({ $low } to { $high }, { $sure })
    }
line-basis-above =
    { $sure ->
        [none] load line { $rate }, fails at { $high }
       *[other] load line { $rate }, fails at { $high } ({ $sure })
    }
estimated-basis =
    { $sure ->
        [none] line about { $rate } ({ $low } to { $high })
       *[other] line about { $rate } ({ $low } to { $high }, { $sure })
    }
plan-below-range = below the range: results varied from test to test
# $test: old where the line was read from Runs that were there.
passed-test =
    { $test ->
        [old] passed a test
       *[fresh] passed a fresh test
    }
hold-passed-basis = a hold passed; upper end not confirmed
not-confirmed = not confirmed
not-confirmed-by-hold = not confirmed by a hold
not-confirmed-not-reached = not confirmed; not reached
missed-at-lowest = missed at the lowest rate tried
probes-passed-basis = no load line: no hold confirmed it

## Answer of a search: in a list of lines

no-load-line = no load line
no-answer-yet-row = no answer yet
confirmed-row =
    { $machine ->
        [busy] { $low } IOPS, confirmed on a busy machine; { $high } failed
       *[quiet] { $low } IOPS, confirmed; { $high } failed
    }
confirmed-plan-row =
    { $machine ->
        [busy] { $low } IOPS, confirmed on a busy machine; { $high } failed; plan with { $plan }
       *[quiet] { $low } IOPS, confirmed; { $high } failed; plan with { $plan }
    }
at-least-row = at least { $low } IOPS; the limit was not reached
estimated-row = about { $rate } IOPS, estimated, not confirmed; plan with { $plan }
no-plan-above-row = at least { $low } IOPS; not to plan with
no-plan-between-row = between { $low } and { $high } IOPS; not to plan with
no-plan-estimated-row = about { $rate } IOPS, estimated; not to plan with
not-placed-row = no answer: not placed
seen-at-least-row = at least { $low } IOPS, not confirmed
page-cache-row = no answer: from the page cache

## Answer of a search: the verdict above a signature

no-result-yet = no result yet
interrupted-verdict = interrupted
carries-verdict = carries { $low } IOPS
at-least-verdict = carries at least { $low } IOPS
estimated-verdict = estimated, not confirmed: { $rate } IOPS
no-plan-above-verdict = no rate to plan with: the line lies above { $low } IOPS
no-plan-between-verdict = no rate to plan with: the line lies between { $low } and { $high } IOPS
not-placed-verdict = not placed: { $rates }
# $verdict: carries 5,000 IOPS.
page-cache-verdict = { $verdict }, from the page cache

## First screen

about-name = Name
about-job = Job
about-date = Date
about-host = Host
about-target = Target
# The row below the last one that fits.
and-rows = And
more-rows = { $n } more, below
short-list = { $values } and { $more } more

## First screen: what stands in the way, and what to do

moved-target_changed = Runs at one load contradict each other.
moved-machine_disturbed = This machine stood still for most of the time.
moved-todo-target_changed = Repeat it when the target is quiet.
moved-todo-machine_disturbed = Measure from a machine that is free (plimsoll doctor shows what disturbs this one).
# Follow a sentence that names other programs.
others-todo-target_changed = Wait until this ends, then repeat this command.
others-todo-machine_disturbed = Stop them, or measure from a machine that is free.
find-pauses = Look for the cause in the array's own log.
ask-for-less = Set a lower percentile: { $percentile }.
# Instead of stop-others where only the hypervisor took processor time.
reserve-processors = Have processors of the host reserved for this VM, or measure from another machine.
stop-others = Stop them (plimsoll doctor shows them), or measure from a machine that is free.
find-failures = Find out why operations fail: plimsoll run --on-error stop ends at the first error.
obstacle-at_least = No hold confirmed the upper end.
obstacle-estimated = Not confirmed: a retest at one end of the range was inconclusive.
obstacle-not_to_plan_with = No retest passed near the low end of the range.
obstacle-not_placed = The results varied too much from test to test.
obstacle-unconfirmed = No retest passed.
obstacle-seen_at_least = Read from existing Runs: no hold confirmed it.
obstacle-at_most = Read from existing Runs: no hold confirmed it.
file-obstacle-estimated = Read from files of another program: no hold confirmed it.
file-obstacle-not_to_plan_with = No rate in the files near the line clearly met the objective.
file-obstacle-not_placed = The rates in the files lie too far apart, or their figures scatter too much.
confirm-it = Confirm it with a search: plimsoll find.
search-longer = Search for longer: --time 30m.
todo-client_bound = Add generators: --workers, or --hosts FILE.
todo-objective_not_met = Allow more time per operation, or find out what is slow at a light load.
todo-above_range = Try higher rates: --between.
todo-below_range = Try lower rates: --between.
todo-objective_needed = Set an objective: --objective 'p99 <= 5ms'.
todo-failed = See the log of the target, then search again.
todo-stopped_answering = See when it stopped: plimsoll timeline, and the log of the target.
todo-stopped = Search again without interrupting it.

## First screen of a search

target-stopped-answering = The target stopped answering.
# $badge: Confirmed.
but-operations-failed = { $badge }, but operations failed
use-name = Use
# $of: all imported Runs. The findings stand under not-controlled.
use-of-runs = { $unusable ->
    [0] { $limited } of { $of } Runs within limits only; see What was not controlled
   *[other] { $limited ->
        [0] { $unusable } of { $of } Runs cannot be used; see What was not controlled
       *[other] { $unusable } of { $of } Runs cannot be used, { $limited } within limits only; see What was not controlled
    }
}
operations-lost = Operations lost
objective = Objective
lightest-load-row = { $latencies } at { $rate } IOPS
lightest-load-name = Lightest load
at-that-load = At that load
limit-of-maximum = Limit of the maximum
limiter-of-tests = { $limiter } ({ $n ->
    [one] { $count } test
   *[other] { $count } tests
})
limited-by-name = Limited by
# $bound: least where more may be possible.
maximum-reached =
    { $bound ->
        [least] ≥ { $rate } IOPS (no objective)
       *[exact] { $rate } IOPS (no objective)
    }
maximum-and-plan = { $rate } IOPS (no objective); the rate to plan with is { $share } of it
this-machine = This machine
held-for = Held for
virtual-time = { $time } of virtual time
# $held: a time. $element: the name of a part of the described storage, such as gp2.
held-on-savings = { $held }, on what { $element } had saved up: it worked at { $times } times its own rate. Give --horizon the time for which it has to last.
# $name: p99 response time.
latency-in-hold = { $name } { $value }, in the hold at { $rate } IOPS
figure-as-seen = { $figure }; as seen from this machine { $measured }
disturbed-share = disturbed for { $share } of the time, left out
highest-achieved = Highest achieved
best-of-short-runs = Best of short Runs
maximum = Maximum

## First screen of a Run

badge-cached = No answer: from the page cache
badge-generator_limited = No answer: the generator was late
badge-not_steady = No answer: never steady
badge-failed = Failed
badge-met = Met
badge-missed = Missed
badge-undecided = Undecided
badge-complete = Complete, no objective
badge-not-carried = Not carried
badge-missed-so-far = Undecided, missed so far
# $badge: Complete or Met.
complete = Complete
but-outage = { $badge }, but with an outage
but-not-recorded = { $badge }, but not all of it recorded
outcome-todo-cached = Leave out --cached, measure a disk instead of a file in memory, or address more than this machine's memory.
outcome-todo-generator_limited = Use more workers, or free this machine's processors (plimsoll doctor).
outcome-todo-cannot_carry = Offer less, or find the highest rate that is carried: plimsoll find.
outcome-todo-not_steady = Warm up for longer: --warmup-for.
outcome-todo-failed = See what failed, or count errors instead of stopping: --on-error count.
no-figures-running = No figures yet: still running.
no-figures-finished = No figures yet: no Run has finished.
from-page-cache = { $figure } from the page cache, not the storage
achieved = Achieved
# $length: 10 s.
closed-for =
    { $length ->
        [none] closed loop, length unknown
       *[other] closed loop, for { $length }
    }
offered-for =
    { $length ->
        [none] { $rate } IOPS offered, length unknown
       *[other] { $rate } IOPS offered, for { $length }
    }
what-happened = What happened
durable-commits = Durable commits
commits = { $commits } a second
commits-at-plan = { $commits } a second at { $rate } IOPS
sync-latency = Sync latency
bytes = Bytes
latency-not-told = latency unknown
latency-and-syncs = { $latency }, of syncs { $syncs }
undecided-so-far = objective undecided, missed so far
measure-longer = Measure for longer: --measure-for.
undecided-by-outage = The slow I/Os came with { $n ->
    [one] the outage
   *[other] the outages
}; one test does not show how often that happens.
todo-outage = Find out what caused it; plimsoll report time shows when it happened.

## First screen of a Run over time

no-interval-kept = No interval was kept: nothing to show.
no-record = No record
# $mark: what a user noted at a time.
note-at = { $mark } at { $time }
back-to-normal = Back to normal
mean-rate = Mean rate
episodes = Episodes
marks = Marks
outcome = Outcome
of-time = of { $time }
over-time = over { $time }
over-time-but = over { $time }, of which { $missing } were not recorded
no-operation-succeeded = No operation succeeded for
several-outages = { $n } outages, { $time } in all.
one-outage = { $length } outage at { $time }.
outage-not-recovered = { $length } outage at { $time }; it had not recovered by the end.
outage-recovered = { $length } outage at { $time }; recovered { $recovered } after it began.
# $words: what happened then, as a clause.
gap-headline = At { $time } { $words }.
time-of-unrecorded = { $missing } of { $time } were not recorded.
named-episode-at = { $episode } at { $time }
named-episode-in = { $episode }, in { $time } of Measure.
episode-outage = Outage
episode-gap = Gap
episode-errors = Errors
episode-dip = Dip
episode-slow = Slow
episode-drop = Drop
episode-slower = Slower
episode-drift = Drift
episode-surge = Surge
episode-rise = Rise
episode-quick = Quick
episode-quicker = Quicker
episode-periodic = Periodic
too-few-intervals-of = Too few intervals ({ $n }) to tell whether anything happened.
nothing-stands-out = Nothing stands out in { $time }: no outage, dip or lasting change.
longest-wait = Longest wait
usually = { $time } (usually { $usual })
mean-before-and-worst = mean { $before } before, { $worst } at its worst
after-it-began = { $time } after it began
in-table-below = { $n }, in the table below

## First screen of several load lines

# $objective: p99 <= 1 ms; several where each line has its own; none.
offered-rates = Response time at offered rates; no load line was requested.
offered-rates-between = Response time at offered rates from { $low } to { $high } IOPS; no load line was requested.
search-again = Search those again, for longer or with another objective.
named = { $name }: { $text }
event-named = { $kind ->
    [mark] Mark
    [note] Note
    [collector] Collector
   *[other] { $kind }
}: { $text }
more-without-line = { $n } more without a load line
iops-from-page-cache = { $rate } IOPS from the page cache
few-closed-loops = Closed loops: { $rates }; no load line was requested.
closed-loops = { $n } closed loops; no load line was requested.
no-line-found = No load line was found.
no-line-found-in =
    { $objective ->
        [several] No load line was found in { $n } searches, each with its own objective.
        [none] No load line was found in { $n } searches.
       *[other] No load line was found in { $n } searches with { $objective }.
    }
# $lines: A 20,000; B about 30,000.
lines-listed =
    { $objective ->
        [several] { $lines } IOPS, each with its own objective.
        [none] { $lines } IOPS.
       *[other] { $lines } IOPS with { $objective }.
    }
lines-between =
    { $objective ->
        [several] { $n } load lines, from { $low } to { $high } IOPS, each with its own objective.
        [none] { $n } load lines, from { $low } to { $high } IOPS.
       *[other] { $n } load lines, from { $low } to { $high } IOPS with { $objective }.
    }
highest-line = Highest line
highest-but-close = { $name }; too close to call beside { $others }
highest-and-lowest = { $name }; { $lowest } has the lowest, { $rate }
n-confirmed = { $n } of { $of } confirmed
standing-mixed = Confirmed, on a busy machine
standing-estimated = Estimated
standing-bounded = At least
standing-missed = Missed
some-badge = { $badge }: { $n } of { $of }

## First screen of a campaign

without-verdict-running = No answer: still running ({ $runs } kept).
without-verdict-interrupted = No answer: interrupted ({ $runs } kept).
without-verdict-finished = No answer: it ended without one ({ $runs } kept).
without-verdict-abandoned = No answer: it ended without one ({ $runs } kept).
ends-of-rates = { $low } to { $high }
rate-everywhere = { $rate } everywhere
outages = Outages
not-recorded = Not recorded
levels = Levels
ended-ok = Ended ok
# $places: 3 of 12 questions.
places-met = { $places } met { $objective }
n-of = { $n } of { $of }
met-the-objective = Met the objective
mean-of-runs =
    { $runs ->
        [one] one Run
       *[other] mean of { $count } Runs
    }
lowest-rate = lowest { $rate } IOPS
everywhere = everywhere
highest = Highest
partly-carried = Partly carried
partly-complete = Partly complete
complete-with-outages = Complete, but with outages
met-not-judged = Met, but not judged
met-with-failures = Met, with failures
partly-met = Partly met
resume-it = Continue it: plimsoll campaign resume.
ask-points-again = Find the cause with plimsoll campaign status, then run those Points again.
rates-of-places =
    { $spread ->
        [range] { $low } to { $high }
        [everywhere] { $high } everywhere
       *[one] { $high }
    }
column-unnamed = Name
iops-reach = IOPS: { $reach }
up-to-iops = up to { $rate } IOPS
iops-of-places =
    { $spread ->
        [range] { $low } to { $high } IOPS
        [everywhere] { $high } IOPS everywhere
       *[one] { $high } IOPS
    }

# What a grid found. $other and $base: names of two configurations or targets. $where: up-to, from, at or everywhere, what changed against $base; $last and $next: values on both sides of the border; $at and $same_at: values where it changed and where not.
pairs-cap-counted = { $other }: at most { $cap } IOPS in { $n } of { $of } pairs
pairs-cap-long =
    { $where ->
        [up-to] { $other }: at most { $cap } IOPS up to { $last }; no change from { $next } on
        [from] { $other }: at most { $cap } IOPS from { $next } on; no change up to { $last }
        [at] { $other }: at most { $cap } IOPS at { $at }; no change at { $same_at }
       *[everywhere] { $other }: at most { $cap } IOPS everywhere, fewer than { $base }
    }
pairs-cap-short =
    { $where ->
        [up-to] { $other }: at most { $cap } IOPS up to { $last }
        [from] { $other }: at most { $cap } IOPS from { $next } on
        [at] { $other }: at most { $cap } IOPS at { $at }
       *[everywhere] { $other }: at most { $cap } IOPS everywhere
    }
pairs-cap-name = At most
pairs-fewer-counted = { $other }: { $change } fewer IOPS in { $n } of { $of } pairs
pairs-fewer-long =
    { $where ->
        [up-to] { $other }: { $change } fewer IOPS up to { $last }; no change from { $next } on
        [from] { $other }: { $change } fewer IOPS from { $next } on; no change up to { $last }
        [at] { $other }: { $change } fewer IOPS at { $at }; no change at { $same_at }
       *[everywhere] { $other }: { $change } fewer IOPS than { $base }
    }
pairs-fewer-short =
    { $where ->
        [up-to] { $other }: { $change } fewer IOPS up to { $last }
        [from] { $other }: { $change } fewer IOPS from { $next } on
        [at] { $other }: { $change } fewer IOPS at { $at }
       *[everywhere] { $other }: { $change } fewer IOPS
    }
pairs-fewer-name = Fewer IOPS
pairs-more-counted = { $other }: { $change } more IOPS in { $n } of { $of } pairs
pairs-more-long =
    { $where ->
        [up-to] { $other }: { $change } more IOPS up to { $last }; no change from { $next } on
        [from] { $other }: { $change } more IOPS from { $next } on; no change up to { $last }
        [at] { $other }: { $change } more IOPS at { $at }; no change at { $same_at }
       *[everywhere] { $other }: { $change } more IOPS than { $base }
    }
pairs-more-short =
    { $where ->
        [up-to] { $other }: { $change } more IOPS up to { $last }
        [from] { $other }: { $change } more IOPS from { $next } on
        [at] { $other }: { $change } more IOPS at { $at }
       *[everywhere] { $other }: { $change } more IOPS
    }
pairs-more-name = More IOPS
pairs-fewer = { $change } fewer IOPS
pairs-more = { $change } more IOPS
pairs-latency = { $measure } { $before } → { $after }
pairs-same = { $other } is no different from { $base } in any of { $pairs } pairs
pairs-same-within = the same, within { $margin }
pairs-that-differ = Pairs that differ
pairs-of = { $other } against { $base }, { $pairs } pairs
pairs-all = Everywhere
pairs-joined = A dotted line joins the same Point in both.
factor-rise = IOPS rise from { $first } ({ $where_first }) to { $last } ({ $where_last })
factor-fall = IOPS fall from { $first } ({ $where_first }) to { $last } ({ $where_last })
factor-range = { $first } IOPS ({ $where_first }) to { $last } IOPS ({ $where_last })
lowest-rate-at = lowest { $rate } IOPS ({ $where })
no-effect = No effect
no-effect-of = { $name } (at most { $change })

## Objectives

# $figure: p99, or p99 response time; $operations: reads, or none for all of them.
objective-term =
    { $operations ->
        [none] { $figure } <= { $bound }
       *[other] { $figure } of { $operations } <= { $bound }
    }
objective-term-over =
    { $operations ->
        [none] { $figure } over { $period } <= { $bound }
       *[other] { $figure } of { $operations } over { $period } <= { $bound }
    }
figure-of-latency = { $figure } { $latency }

## Levels and objectives in charts and tables

objective-level = objective { $figure } <= { $bound }
level-met =
    { $kind ->
        [questions] { $n } of { $of } questions meet '{ $level }'
       *[Points] { $n } of { $of } Points meet '{ $level }'
    }
level-missed =
    { $kind ->
        [questions] { $n } of { $of } questions miss '{ $level }', the worst with { $worst } ({ $place })
       *[Points] { $n } of { $of } Points miss '{ $level }', the worst with { $worst } ({ $place })
    }
none-misses = none misses { $levels }
missed-level = { $n } of { $of } miss '{ $level }'
# After the message above: how many miss the next level.
missed-level-too = { $n } '{ $level }'
# The level with the most misses, and how many others are missed.
missed-level-and-more = { $more ->
    [one] { $n } of { $of } miss '{ $level }'; one more level is missed, too
   *[other] { $n } of { $of } miss '{ $level }'; { $more } more levels are missed, too
    }
measure-rate =
    { $leaves ->
        [maximum] Maximum
        [line] Load line
       *[run] Achieved rate
    }
bytes-per-second = Bytes per second
estimated-rate = est. { $rate }

## Points and their outcomes

# Why a repeat of a Point does not count.
mark-cannot_carry = cannot carry
mark-generator_limited = generator limited
mark-cached = cached
mark-not_steady = not steady
mark-failed = failed
mark-stopped = stopped
mark-skipped = skipped
mark-not_asked_yet = not run yet
mark-under_way = under way
mark-no_record = no record
mark-no_line = no line
mark-no_maximum = no maximum
mark-not_confirmed = not confirmed
mark-not_valid = not valid
# $mark: one of the above.
repeats-marked = { $n } of { $of } { $mark }
# The same, counted.
marked-cannot_carry = { $count } could not carry the offered rate
marked-generator_limited = { $count } limited by the generator (not the storage)
marked-cached = { $count } served by the page cache (not the storage)
marked-not_steady = { $count } not steady
marked-failed = { $count } failed
marked-stopped = { $count } stopped
marked-skipped = { $count } skipped
marked-not_asked_yet = { $count } not run yet
marked-under_way = { $count } under way
marked-no_record = { $count } no record
marked-no_line = { $count } without a load line
marked-no_maximum = { $count } without a maximum
marked-not_confirmed = { $count } not confirmed by a hold
marked-not_valid = { $count } without an answer that counts
count-marked = { $count } { $mark }
count-undecided = { $count } undecided
count-unknown = { $count } unknown
miss-it =
    { $n ->
        [one] { $count } misses it
       *[other] { $count } miss it
    }
without-answer = without an answer
run-ended = Run { $run }: { $outcome }
outcome-stopped = stopped
outcome-running = running
outcome-interrupted = interrupted
outcome-abandoned = abandoned
outcome-finished = finished
points-of =
    { $total ->
        [one] { $n } of { $of } Point
       *[other] { $n } of { $of } Points
    }
questions-of =
    { $total ->
        [one] { $n } of { $of } question
       *[other] { $n } of { $of } questions
    }
# $places: 3 of 12 questions.
places-meet = { $places } meet { $objective }
places-met-objective =
    { $judged ->
        [compared] { $places } met the bound (closed loops: compared, not judged)
       *[judged] { $places } met the objective
    }
closed-loops-compared = closed loops are compared with it, not judged
objective-met = Objective met
ok-of =
    { $kind ->
        [Runs] { $ok } of { $of } Runs
        [questions] { $ok } of { $of } questions
       *[Points] { $ok } of { $of } Points
    }
ended-ok-of =
    { $kind ->
        [Runs] { $ok } of { $of } Runs ended ok
        [questions] { $ok } of { $of } questions ended ok
       *[Points] { $ok } of { $of } Points ended ok
    }
ended-ok-so-far =
    { $kind ->
        [Runs] { $ok } of { $of } Runs ended ok so far
        [questions] { $ok } of { $of } questions ended ok so far
       *[Points] { $ok } of { $of } Points ended ok so far
    }
all-ended-ok =
    { $kind ->
        [Runs] All { $of } Runs ended ok
        [questions] All { $of } questions ended ok
       *[Points] All { $of } Points ended ok
    }
one-ended-ok =
    { $kind ->
        [Runs] Its Run ended ok
        [questions] Its question ended ok
       *[Points] Its Point ended ok
    }
# $n did not end ok.
did-not = { $n } did not: { $outcomes }
no-answer-yet-counts = no answer yet ({ $outcomes })
no-answer-counts = no answer ({ $outcomes })
ended-ok-name =
    { $kind ->
        [Runs] Runs ended ok
        [questions] questions ended ok
       *[Points] Points ended ok
    }
all-asked-for = all requested
all-runs = all Runs
# $errors: the same number as $count.
n-is = n = { $n }
n-not-told = n unknown
n-beside =
    { $errors ->
        [one] n = { $n }, plus { $count } error
       *[other] n = { $n }, plus { $count } errors
    }
n-not-told-beside =
    { $errors ->
        [one] n unknown, plus { $count } error
       *[other] n unknown, plus { $count } errors
    }
failed-of = { $failed } of { $of } operations failed ({ $share })
unfinished-of = { $unfinished } of { $of } operations never finished
operations-failed = Operations failed
operations-unfinished = Operations never finished
# $basis: in all 12 Runs.
failed-basis = { $share }, { $basis }; not in the response times
unfinished-basis = { $basis }; counted with their age
count-and-share = { $count } ({ $share })
outages-in-runs = { $outages } in { $runs }
time-in-runs = { $time } in { $runs }
not-recorded-in-runs = { $time } not recorded in { $runs }
time-not-recorded = { $time } not recorded
time-stood-still = this machine stood still for { $time }
outages-of =
    { $n ->
        [one] an outage of { $time }
       *[other] { $count } outages ({ $time })
    }
passing-dip =
    { $n ->
        [one] a dip ({ $time })
       *[other] { $n } dips ({ $time })
    }
passing-slow =
    { $n ->
        [one] a slow spell ({ $time })
       *[other] { $n } slow spells ({ $time })
    }
unended-dip =
    { $n ->
        [one] a dip (not over)
       *[other] { $n } dips (not over)
    }
unended-slow =
    { $n ->
        [one] a slow spell (not over)
       *[other] { $n } slow spells (not over)
    }
lasting-drop = the rate fell and stayed down
lasting-rise = the rate rose and stayed up
lasting-slower = the { $latency } rose and stayed up
lasting-quicker = the { $latency } fell and stayed down
lasting-drift = the level drifted
pattern-every = a pattern every { $time }

## Properties

# Names of what varies between Points and Runs.
labelled-value = { $name } { $value }
# Two properties as one: `random, all reads`.
pattern-and-reads = { $pattern }, { $reads }
by-default = by default
yes = yes
no = no
value-closed-loop = closed loop
workers-per-volume = { $workers } per volume
property-configuration =
    { $place ->
        [start] Configuration
       *[inside] configuration
    }
property-target =
    { $place ->
        [start] Target
       *[inside] target
    }
property-pattern =
    { $place ->
        [start] Pattern
       *[inside] pattern
    }
property-block_size =
    { $place ->
        [start] Block size
       *[inside] block size
    }
property-write_block_size =
    { $place ->
        [start] Write block size
       *[inside] write block size
    }
property-read =
    { $place ->
        [start] Read %
       *[inside] read %
    }
property-trim =
    { $place ->
        [start] Trim %
       *[inside] trim %
    }
property-working_set =
    { $place ->
        [start] Working set
       *[inside] working set
    }
property-workers =
    { $place ->
        [start] Workers
       *[inside] workers
    }
property-queue_depth =
    { $place ->
        [start] Queue depth
       *[inside] queue depth
    }
property-offered_rate =
    { $place ->
        [start] Offered rate
       *[inside] offered rate
    }
property-access =
    { $place ->
        [start] Access
       *[inside] access
    }
property-engine =
    { $place ->
        [start] Engine
       *[inside] engine
    }
property-role =
    { $place ->
        [start] Role
       *[inside] role
    }
property-outcome =
    { $place ->
        [start] Outcome
       *[inside] outcome
    }
property-operations =
    { $place ->
        [start] Operations
       *[inside] operations
    }
access-direct = direct
access-cached = through the page cache
role-maximum = maximum
role-reference = reference
role-probe = probe
role-hold_low = hold low
role-hold_high = hold high
role-run = run
role-scaling = scaling
role-settle = settle
property-arrivals =
    { $place ->
        [start] Arrivals
       *[inside] arrivals
    }
property-repeat =
    { $place ->
        [start] Repeat
       *[inside] repeat
    }
property-rate =
    { $place ->
        [start] Rate
       *[inside] rate
    }

## Origin and date of the figures

date-not-told = no date in the files
some-undated = { $dates } ({ $n } without a date)
without-zone = { $time } (time zone unknown)
origin-none = Nothing measured
origin-measured = Measured
origin-emulated = Emulated
origin-simulated = Simulated
partly-modelled =
    { $kind ->
        [simulated] Partly simulated
       *[emulated] Partly emulated
    }
# What a described storage system says of its own fit.
fitted-as = Fitted: { $fit }.
fitted-target = Fitted ({ $target }): { $fit }.

## Verdict on a campaign

ended-ok-and-rest = { $ended } ({ $rest })
compares-nothing = this Plimsoll cannot compare: the compare feature is not installed
or = { " or " }

## Load lines: names and comparability

arrivals = { $process } arrivals
repeat = repeat { $n }
workers =
    { $workers ->
        [one] { $count } worker
       *[other] { $count } workers
    }
# A described storage system and the parameters that were set in it.
stack-with = { $name } with { $parameters }
line = line
nth-line = no. { $n }
line-of-campaign = campaign { $campaign }
none = none
# $each: name: value; name: value.
objectives-differ = The objectives differ ({ $each }): a higher line may only have a looser objective. Compare the curves, not the lines.
lines-differ = The lines differ in several properties: { $things }. No single one explains a difference.
different-machine = Different machine: { $each }.
different-clock = Different clock: { $each }.
clock = { $clock }
different-arrivals = Different arrivals: { $each }.
different-version = Different version of Plimsoll: { $each }.
# $key: a key of a workload.
workloads-differ = Their workloads differ in { $key } too: { $each }.
# $key: a key of a workload as it is stored; $name: the same in words.
workload-key =
    { $key ->
        [align_bytes] alignment
        [trim_percent] share of trims
        [working_set_bytes] working set
        [working_set_offset_bytes] working set offset
        [sync] syncs
        [durable_writes] durable writes
        [payload] payload
        [verify] verification
       *[other] { $name }
    }
smallest-block = the smallest block

## Load lines

no-points-with-lines = none of its Points searched for a load line or was measured at several offered rates
asks-several-questions = it has more than one question
only-closed-loops = it did not search for one, and its Runs are closed loops
one-offered-rate = it did not search for one, and all its Runs have the same offered rate
no-target = no target
load-line-of = Load line of { $target }
run-on = A Run on { $target }
footer-campaigns = { $footer } (campaigns { $campaigns })
runs-in-no-line = Runs outside the lines ({ $n })
why-in-no-line = Their Points failed, were replaced by a later attempt, or were not measured at several offered rates.
points-waiting =
    { $n ->
        [one] { $n } of { $of } Points of campaign { $campaign } has no answer yet: { $became }.
       *[other] { $n } of { $of } Points of campaign { $campaign } have no answer yet: { $became }.
    }
points-unanswered =
    { $n ->
        [one] { $n } of { $of } Points of campaign { $campaign } has no answer: { $became }.
       *[other] { $n } of { $of } Points of campaign { $campaign } have no answer: { $became }.
    }
# Stands where the properties would that the lines differ in.
search = search
n-targets = { $n } targets
# $properties: read %, block size; or none.
closed-loops-title =
    { $properties ->
        [none] Closed loops of { $target }
       *[other] Closed loops of { $target }, by { $properties }
    }
load-lines-title =
    { $properties ->
        [none] Load lines of { $target }
       *[other] Load lines of { $target }, by { $properties }
    }
curves-title =
    { $properties ->
        [none] { $latency } over offered rate of { $target }
       *[other] { $latency } over offered rate of { $target }, by { $properties }
    }
none-searched-loops =
    { $n ->
        [one] No load line was searched: this is a closed loop.
       *[other] No load line was searched: { $n } closed loops.
    }
none-searched-curves =
    { $n ->
        [one] No load line was searched: this is a curve of Runs at fixed offered rates.
       *[other] No load line was searched: these are { $n } curves of Runs at fixed offered rates.
    }
no-line-of = No load line of { $names }.
intervals-overlap = Too close to call, because the intervals overlap: { $pairs }.
lines-of-memory = These lines are of memory, not of the storage, because the page cache served the I/O: { $names }.
# $figure: p99. The command is typed as it stands.
read-a-line = These Runs had no objective. To derive a load line from them: plimsoll find --from { $store } --objective '{ $figure } <= 5ms'.
failures-not-shown = { $failures }, which no response time shows.
limiters-not-determined = Limited by: unknown.
all-limited-by = All limited by { $limiter }.
each-limited-by = Limited by: { $each }.
lines-read-from-runs =
    { $lines ->
        [one] The line is read from { $runs } at fixed offered rates; nothing was searched.
       *[other] { $lines } lines are read from { $runs } at fixed offered rates; nothing was searched.
    }
what-an-estimate-is = An estimate is the median, with its 95 % interval, from all Runs of the line.
basis-and-plan = { $basis }; plan with { $plan }
latency-by = { $latency } over offered rate, by { $properties }
line-passes-most-operations = At each rate a line passes through the Run with the most operations; Runs that are no evidence are not joined.
search-axis = Search
rate-axis = Rate, IOPS
whiskers =
    { $sure ->
        [none] Whiskers are the interval of the load line.
       *[other] Whiskers are the interval of the load line, { $sure }.
    }
no-line-names = No line: { $names }.
line-and-maximum-by = Load line and maximum by { $properties }
line-maximum = maximum
line-load-line = load line
legend-maximum = maximum: closed loop, no objective
legend-bound = at least this: the generator was saturated, or the search ended before it found a maximum
legend-knee = knee: mean completion latency is twice that of a light load
legend-load-line = load line: highest rate held; the whisker ends at the lowest that was missed
legend-estimated = estimated, not confirmed: the whisker is its 95 % interval
legend-not-confirmed = not confirmed: the lower end of what was found
figure-at-line = { $figure } at the load line
latency-at-line =
    { $operations ->
        [none] { $latency } at the load line
       *[other] { $latency } of { $operations } at the load line
    }
iops-not-confirmed = { $rate } IOPS, not confirmed
# What is shown beside a mark: name and value.
hover-line = line
hover-recommended = recommended
hover-up-to = up to
hover-estimated = estimated
hover-interval = interval
hover-knee = knee
hover-maximum = maximum
hover-runs = Runs
column-line = Line
column-recommended = Recommended, IOPS
column-up-to = Up to
column-knee = Knee
column-of-maximum = Of maximum
column-mean-there = Mean there
column-p99-there = p99 there
column-ended-because = Ended because
column-runs = Runs
the-lines = The lines ({ $n })
lines-caption = A dash: none, or not confirmed. Mean and p99 are of { $latency } in the hold at the lower end of the line.
sweep-caption = In a line read from a sweep, judged Runs of fixed length stand in for holds.
objective-caption = Objective: { $objective }.
# Who set a limit, in a narrow column.
limiter-target = target
limiter-policy_cap = policy cap
limiter-client_cpu = client cpu
limiter-client_outstanding = client outstanding
limiter-cache = cache
limiter-schedule = schedule
limiter-unknown = unknown
read-from-runs = read from Runs
no-objective-set = no objective was set
estimate-note = { $mark }: not confirmed: from the 95 % interval over all Runs of the line, or a bound (≥, ≤).
rates-note = Recommended: the rate to plan with, at or above which a hold passed. Up to: the lowest rate at which one failed.
runs-of-lines =
    { $lines ->
        [one] All Runs ({ $runs }) of { $lines } line
       *[other] All Runs ({ $runs }) of { $lines } lines
    }
# Errors of `report` where a campaign has no line.
no-line-to-lay-over = campaign { $campaign } has no load line to overlay: { $why }
no-line-to-lay-over-now = Name searches only; `plimsoll report compare` compares Runs of any campaign.

## Charts

log-scale = { $label }, log scale
offered-rate-axis = Offered rate, IOPS
achieved-rate-axis = Achieved rate, IOPS
share-of-time = { $title }, share of the time
# $count: the same number, with separators.
runs-with-offered-rate =
    { $runs ->
        [one] { $count } Run with an offered rate.
       *[other] { $count } Runs with an offered rate.
    }
beyond-scale =
    { $runs ->
        [one] Beyond the scale, drawn at its top edge: { $runs } Run.
       *[other] Beyond the scale, drawn at its top edge: { $runs } Runs.
    }
drawn-at-top-edge =
    { $runs ->
        [one] { $runs } Run is left out of the lines because its response time depends only on its length: its mark stands at the top edge.
       *[other] { $runs } Runs are left out of the lines because their response time depends only on their length: their marks stand at the top edge, side by side where they share a rate.
    }
no-evidence-in-place =
    { $runs ->
        [one] { $runs } Run is left out of the lines: it is no evidence about the target, and its mark stands where it was measured.
       *[other] { $runs } Runs are left out of the lines: they are no evidence about the target, and their marks stand where they were measured.
    }
beyond-right-edge = Beyond the right edge, in the table: { $each }.
latency-over-rate = { $latency } over offered rate
latency-of-workload = { $latency } over offered rate: { $workload }
line-passes-middle = Each line passes through the middle one of the repeats at each rate. The load line is drawn where a variant has one search.
workload-of-target = { $target }, { $workload }
# $letter: A, by which the variant is called in the chart.
variant-legend = { $letter } = { $variant }
curve-line = { $curve }: load line { $low } .. { $high }
curve-line-from = { $curve }: load line { $low }
curve-estimate = { $curve }: estimated { $low } .. { $high }
legend-held = load line: the highest rate that was held
legend-at-least = { $figure } is at least this: some operations never finished
legend-above-scale = above the scale
equals-offered = = offered
system-disk = Disk busy
system-processors = Processors of the host, user, system and stolen
hover-run = Run
hover-offered = offered
hover-achieved = achieved
hover-outcome = outcome
# Why a Run is no evidence, in the legend of a chart.
flaw-cannot_carry = left out, cannot carry: the backlog grew
flaw-unsettled = left out: ended before it had settled, far beyond the objective
flaw-generator_limited = left out, generator limited: no evidence about the target
flaw-own_lag = left out, missed only because of the generator's own lag: no evidence about the target
flaw-cached = left out, cached: served by the page cache
flaw-not_steady = left out: not steady
flaw-failed = left out, failed: errors
flaw-stopped = left out: stopped early
# Runs that lie beyond the edge of a chart, counted.
far-none = { $n }
far-cannot_carry = { $n } cannot carry
far-unsettled = { $n } ended before it had settled, far beyond the objective
far-generator_limited = { $n } generator limited
far-own_lag = { $n } missed only because of the generator's own lag
far-cached = { $n } cached
far-not_steady = { $n } not steady
far-failed = { $n } failed
far-stopped = { $n } stopped
runs-with-failures =
    { $runs ->
        [one] { $count } Run with an offered rate; { $failures }, which no response time shows.
       *[other] { $count } Runs with an offered rate; { $failures }, which no response time shows.
    }
lines-join-evidence = Lines join the Runs that are evidence about the target, where they agree.
beyond-up-to = Beyond the scale, drawn at its top edge: { $n }, up to { $longest }.
no-system-load = No system load: it was not collected (on the virtual clock there is none).
latency-and-rate-over-rate = { $latency } and achieved rate over offered rate
# Names at lines across a chart.
share-above-over-rate = Share of operations above { $bound } over offered rate
share-above-axis = Share of operations above { $bound }
share-allowed = { $share } allowed
fitted-curve = fitted
fit-basis = The search fits this curve to { $n } Runs, those near the bound weighted most, and takes its next rates from it; the Runs alone decide. Dotted: two standard errors. It is drawn from the lowest to the highest of their rates, { $low } to { $high } IOPS.
fit-without-any =
    { $n ->
        [one] One Run without an operation above { $bound } has no place on this scale.
       *[other] { $n } Runs without an operation above { $bound } have no place on this scale.
    }
rule-knee = knee { $rate }
rule-maximum =
    { $bound ->
        [least] maximum ≥ { $rate }
       *[exact] maximum { $rate }
    }
rule-line =
    { $high ->
        [none] load line { $low }
       *[other] load line { $low } .. { $high }
    }
rule-estimate = estimated line { $low } .. { $high }
rule-not-placed =
    { $low ->
        [none] line not placed, below { $high }
       *[other] line not placed, { $low } .. { $high }
    }
rule-unconfirmed = no confirmed line; probes passed to { $low }
rule-offered = offered { $rate }
legend-not-in-file = { $figure } is not in the file
legend-too-few = too few operations for { $figure }
all-operations = all operations
latency-axis = { $latency } ({ $operations }), log scale
line-achieved = achieved
state-pass = probe: passes
state-fail = probe: fails
state-undecided = probe: undecided
state-hold-pass = hold: passes
state-hold-fail = hold: fails
state-hold-undecided = hold: undecided
state-cannot_carry = cannot carry: the backlog grows (its response time depends only on the length of the Run)
state-generator_limited = generator limited: no evidence about the target
state-cached = cached: served by the page cache
state-not_steady = not steady
state-failed = failed: errors
state-stopped = stopped
state-run-pass = met the objective
state-run-fail = missed the objective
state-run-undecided = undecided
state-reference = reference: the same light load each time
state-carried = carried the rate; no objective was set
state-ok = Run
hover-judgement = judgement
hover-failed = failed
hover-seconds = seconds
hover-percentile = percentile
system-load-cpu-user = CPU user
system-load-cpu-system = CPU system
system-load-cpu-steal = CPU steal
system-load-io-pressure = I/O pressure
system-load-disk-busy = disk busy
axis-system-load = System load, share of the time
lowest-interval = lowest interval
highest-interval = highest interval
time-axis = Time since the start of Measure
percentile-axis = Percentile of all operations
# $role: what the Run was for; $n: none where it is not known.
run-intervals =
    { $n ->
        [none] Run { $run }, { $role }: { $intervals } intervals, operations unknown
       *[other] Run { $run }, { $role }: { $intervals } intervals, n = { $n } operations
    }
longest-run-over-time = The longest Run over time (there is no final hold)
final-hold-over-time = The final hold over time
highest-run-over-time = Run { $run } over time: the highest rate at or below the line that met the objective
merged-note = Each point covers { $length }: percentiles of all its operations, and the lowest and highest rate of its intervals.
distribution-basis =
    { $failures ->
        [none] Run { $run }, n = { $n } operations; drawn up to the last percentile with ten operations beyond it.
       *[other] Run { $run }, n = { $n } operations; drawn up to the last percentile with ten operations beyond it; { $failures } and are not in it.
    }
distribution-of-hold = Distribution of { $latency } in the final hold
distribution-of-run = Distribution of { $latency } in the Run shown over time

## Load line: slow operations over time

# $lengths: quarter where each cell is a quarter second, equal where all have the length $longest, several where they differ. $operations: reads, or all.
slow-intervals-title =
    { $lengths ->
        [quarter]
            { $operations ->
                [all] Every quarter second: share of operations above { $bound }
               *[some] Every quarter second: share of { $operations } above { $bound }
            }
        [equal]
            { $operations ->
                [all] Every { $longest }: share of operations above { $bound }
               *[some] Every { $longest }: share of { $operations } above { $bound }
            }
       *[several]
            { $operations ->
                [all] Share of operations above { $bound }, by intervals of { $shortest } to { $longest }
               *[some] Share of { $operations } above { $bound }, by intervals of { $shortest } to { $longest }
            }
    }
share-above-bound = share above { $bound }
rate-of-each-run =
    { $order ->
        [time] Offered rate of each Run, IOPS, in the order they ran, the first on top
       *[rate] Offered rate of each Run, IOPS
    }
legend-machine-stood-still = this machine stood still: left out
legend-storage-paused = pause of the storage, counted apart
cell-stood-still = stood still
hover-time = time
seconds-within = { $low } s to { $high } s
hover-stood-still = this machine stood still
hover-pause = pause of the storage
# $allowed: the share that the objective allows, none for a mean.
cells-show-share =
    { $allowed ->
        [none] Each row is a Run. Colour: the share of operations whose { $latency } was above { $bound } at that time.
       *[share] Each row is a Run. Colour: the share of operations whose { $latency } was above { $bound } at that time. The objective allows { $allowed }.
    }
intervals-merged = A cell merges up to { $most } intervals that follow each other.
hatched-from = Cells are hatched when this machine stood still for { $share } of their time or more. In the others that time is left out.
first-objective-drawn = Drawn for the first of several objectives.

## Run

has-no-runs = it has no Runs
distribution-of = Distribution of { $latency } in Run { $run }
# $role: what the Run was for: probe.
run-title = Run { $run }, { $role }
no-such-run = campaign { $campaign } has no Run { $run }
no-such-run-now = Its Runs are { $low } to { $high }: name one of them with --run.
run-over-time = Run { $run } over time
# $state: interrupted, abandoned.
run-state-why = { $state } ({ $why })
run-without-record = Run { $run } was { $state } and has no record; it had completed no interval.
run-without-record-kept = Run { $run } was { $state } and has no record; the intervals it completed are kept: { $time } of Measure.
mean-latency-and-p99 = mean { $latency } { $mean }, p99 { $p99 }
# $load: 5,000 IOPS offered; $latency: mean response time 1 ms, p99 2 ms.
run-answer = Run { $run }: { $rate } of { $workload } at { $load }, { $latency }
no-reason-recorded = no reason was recorded
run-outcome-because = Outcome: { $outcome }: { $because }.
iops-offered = { $rate } IOPS offered
depth-not-told = an unknown queue depth
workers-and-depth = { $workers } × queue depth { $depth }
this-run-is-hold = This Run is the hold that the answer rests on; --run N shows another of the { $n }.
this-run-is-last = This Run is the last one that has a record; --run N shows another of the { $n }.
this-run-is-answer = This Run is the one that the answer rests on; --run N shows another of the { $n }.
run-is-no-evidence = It is no evidence: a setting changed under it, or a later attempt replaced it.
judgement = Judgement: { $judgement }.
sync-mean = Mean latency of syncs
sync-p99 = p99 latency of syncs
of-offered =
    { $issued ->
        [none] of { $rate } offered
       *[other] of { $rate } offered, { $issued } issued
    }
in-measure = in Measure
mean-of-latency = Mean { $latency }
p99-of-latency = p99 { $latency }
outstanding = Outstanding I/O
on-average = on average
on-average-at-most = on average, at most { $most }
limited-by-basis = limited by: { $limiter }
described-limiter = the described storage: { $bottleneck }
# $basis: single where one Run was judged by itself.
unknown-limiter =
    { $basis ->
        [single] not determined from one Run
       *[scaling] not determined
    }
found-limiter =
    { $basis ->
        [single] { $limiter } (from this Run alone, { $sure } sure)
       *[scaling] { $limiter } (from scaling Runs, { $sure } sure)
    }
would-decide = what would decide it: { $would }
errors-in-measure = { $n } of { $of } operations in Measure, which have no response time; in the whole Run, Warmup and Drain included: { $errors }
cpu-per-operation = { $user } user and { $system } system per operation
cpu-not-measured = not measured (on the virtual clock there is none)
cpu-per-job = { $user } user and { $system } system of a processor for each job
cpu-of-machine =
    { $system ->
        [none] { $used } of all processors of its machine in use; its own share is not in the file
       *[other] { $used } of all processors of its machine in use, { $system } in the system; its own share is not in the file
    }
not-told-by-file = not in the file
steady-state = Steady state
verified-units = { $units } units
verified-units-unknown = { $units } units ({ $unknown } more were never written under this journal, or changed during the check)
# $units: 12 units.
nothing-verified = { $units }: nothing that was read could be verified
# $kind: corrupt, torn, lost …
mismatches = { $count } { $kind }
every-block-as-written = { $units }: every block is as written
storage-alone-figures = mean { $mean }, p99 { $p99 }, without the { $share } of operations that this machine delayed, or that waited behind such ones
storage-alone-bound = { $figures }; with all of these as the slowest, p99 would be { $p99 }
storage-alone-as-seen = { $figures }: as seen from this machine it is { $p99 }
storage-alone-unbounded = { $figures }; too many are left out for a bound on p99: as seen from this machine it is { $p99 }
stalled-for =
    { $n ->
        [one] stalled for { $share } of Measure (once, { $longest } at the longest)
       *[other] stalled for { $share } of Measure ({ $count } times, { $longest } at the longest)
    }
kept-waiting = kept a ready thread waiting for a processor for { $share }, behind other programs
no-stalls = no stalls: nothing kept a ready thread waiting
storage-alone = The storage alone
# $spread: how far the parts differ, as a sentence without its full stop.
best-comes-first = { $spread }. The best, with the lowest mean { $latency }, comes first.
csv-has-each = CSV has a row for each of them.
each-of = Each of { $parts }

## Run on the terminal

timeline-shows-when = { $episodes }: 'plimsoll timeline' shows when
objective-because = { $objective } ({ $why })
objective-was-undecided = objective undecided: { $objective }
objective-was-missed = objective missed: { $objective }
rates-line = offered { $offered } · issued { $issued } · achieved { $achieved } · { $bytes } · outstanding { $outstanding } mean
latency-of-kind = { $kind } { $latency }
limited-by-line =
    { $known ->
        [unknown] limited by: { $limiter }
       *[known] limited by { $limiter }
    }
generator-cpu = Generator CPU
errors = Errors
engine-line = engine { $engine }, { $access }, seed { $seed }
fitted = Fitted
verified-line = verified { $result }
note = Note
worker-with = { $worker } with { $rate } IOPS (p99 { $p99 })
workers-line = { $n } workers: slowest { $slowest }, fastest { $fastest }
head-client = client
head-bytes = bytes/s
head-outstanding = outstanding
head-element = element
head-type = type
head-used = used
head-visits = visits/s
head-mean-wait = mean wait
head-mean-service = mean service
head-mean-queue = mean queue
head-waiting = waiting
head-working = working
waiting-and-working = waiting, working: shares of the clients' completion latency.
bottleneck-line = bottleneck: { $bottleneck }
used-and-most = { $used } (max { $most })
objective-was-met = objective met: { $objective }

## Run: tables and facts

run-of-campaign = { $run }, { $role }, of campaign { $campaign }
fact-run = Run
fact-point = Point
fact-started = Started
point-described = { $point }, repeat { $repeat }, configuration '{ $configuration }', target '{ $target }'
point-no-evidence = { $point } (no evidence: a later attempt replaced it, or a setting changed under it)
what-was-asked = Request
as-it-was-sent = As sent: without a record the resolved values are unknown.
# $clock: real or virtual.
engine-and-clock = { $engine }, { $clock } clock
version-and-build = { $version } ({ $build } build)
fact-engine = Engine
fact-workload = Workload
fact-load = Load
fact-seed = Seed
checked-figure = { $figure }: { $told } in the file, { $recomputed } recomputed
# The name of a figure that is checked. $kind: the kind of operations, or worker.
checked-name = { $kind ->
    [read] { $figure } of reads
    [write] { $figure } of writes
    [trim] { $figure } of trims
    [flush] { $figure } of syncs
    [worker] { $figure } of a worker
   *[other] { $figure }
}
checked-rate_per_s = IOPS
checked-rate = IOPS, of the logs
checked-bytes_per_s = bytes per second
checked-bytes = bytes
checked-operations = the number of operations
checked-mean = the mean latency
checked-mean_latency = the mean latency, of the logs
checked-p50 = the median latency
checked-outstanding = outstanding I/O
checked-measure_s = the measuring time
imported-from = Imported from
fact-digest = Digest
fact-latency = Latency
fact-percentiles = Percentiles
fact-derived = Derived
fact-not-known = Not known
fact-checked = Checked
does-not-agree = Does not agree
checked =
    { $disagree ->
        [0] { $n } figures of the file were recomputed from others in it; all agree
       *[other] { $n } figures of the file were recomputed from others in it; { $disagree } do not agree
    }
where-from = Source of the figures
what-came-of-it = Result
no-interval = no interval
intervals-of-measure = { $n } intervals, { $time } of Measure
has-no-record = { $state }; it has no record
completed-before = Completed before
rates = Rates
rates-of-run =
    { $offered ->
        [none] offered none (closed loop), issued { $issued }, achieved { $achieved }
       *[other] offered { $offered }, issued { $issued }, achieved { $achieved }
    }
operations-in-measure = Operations in Measure
operations-of-them = { $operations }, of them { $errors }, { $lost }
first-error = First error
outstanding-of-run = { $mean } on average, at most { $most }; backlog at the end { $backlog }
fact-judgement = Judgement
phases = Phases
phases-took = warm-up { $warmup }, measure { $measure }, drain { $drain }
verified = Verified
stamps = Stamps
bottleneck = Bottleneck
system-load = System load
column-operations = Operations
column-metric = Metric
own-findings = Its distributions and clocks
every-metric = Every metric
metrics-caption = n: operations behind the figures; failed operations are not in them, and submission is timed only for a sample. A dash: fewer than ten operations lie beyond, so the sample is too small for it. > : a lower bound, some operations never finished.
worker-by-worker = Worker by worker
column-worker = Worker
column-achieved = Achieved, IOPS
column-bytes = Bytes/s
column-outstanding = Outstanding, mean
column-mean-response = Mean response time
column-own-lag = p99 of own lag
column-unfinished = Unfinished
workers-caption = Counts add up to those of the Run; percentiles are each worker's own and do not. n: operations behind the response times.
column-element = Element
column-type = Type
column-instances = Instances
column-used = Used
column-mean-wait = Mean wait
column-mean-service = Mean service
column-mean-queue = Mean queue
column-longest-queue = Longest queue
column-passed = Passed
element-by-element = The described storage, element by element
not-judged = not judged: this needs an offered rate and an objective
judgement-with-confidence = { $judgement }, confidence { $confidence }
# $verdict: p99 <= 1 ms: met. $of: what $value is: a mean, or the share of operations that were slower, or slower or failed.
objective-judged =
    { $of ->
        [mean] { $verdict } ({ $value }, { $low } .. { $high }; { $allowed } allowed)
        [failed] { $verdict } ({ $value } of the operations are slower or failed, { $low } .. { $high }; { $allowed } allowed)
       *[slower] { $verdict } ({ $value } of the operations are slower, { $low } .. { $high }; { $allowed } allowed)
    }
stationary = stationary: { $verdict }
# $value: none where an imported file does not tell it.
told-written =
    { $value ->
        [none] total written unknown
       *[other] { $value } written in all
    }
told-errors =
    { $value ->
        [none] errors unknown
       *[other] { $value } errors
    }
told-unfinished =
    { $value ->
        [none] unfinished operations unknown
       *[other] { $value } never finished
    }
told-arrivals =
    { $value ->
        [none] arrivals unknown
       *[other] { $value } arrivals
    }
told-in-flight =
    { $value ->
        [none] cap unknown
       *[other] at most { $value } in flight
    }
load-workers-not-told = workers unknown
load-closed =
    { $workers ->
        [one] closed loop, { $count } worker × queue depth { $depth }
       *[other] closed loop, { $count } workers × queue depth { $depth }
    }
load-open = open loop, { $rate } IOPS offered
phase-warmup_ns = warm-up { $time }
phase-measure_ns = measure { $time }
phase-drain_limit_ns = drain at most { $time }
phase-interval_ns = intervals of { $time }
phase-io_deadline_ns = an operation is lost after { $time }
phases-asked-for = Requested phases
fact-ends = Ends
ends-fixed = after a fixed length
ends-decided = when the objective is decided
stamps-of-run = timestamp error: at most { $most }, on average at most { $mean }; { $reads } clock reads and { $calls } system calls per operation
# $shares: user 12 %, system 3 %.
machine-load-cpu = CPU { $shares }
machine-load-pressure = time in which tasks waited: { $shares }
machine-share-idle = idle { $share }
machine-share-iowait = iowait { $share }
machine-share-steal = steal { $share }
machine-share-system = system { $share }
machine-share-user = user { $share }
machine-share-cpu_some = cpu some { $share }
machine-share-io_full = io full { $share }
machine-share-io_some = io some { $share }
machine-share-memory_full = memory full { $share }
machine-share-memory_some = memory some { $share }
disk-busy = { $disk } busy { $share }
# Kinds of operations in a column.
io-all = all
io-read = read
io-write = write
io-trim = trim
io-flush = sync

## Run over time

# $role and $state: words of the record.
timeline-head = Run { $run } ({ $role }, { $state }): { $length }
too-few-intervals = Too few intervals to tell whether anything happened.
nothing-from-noise = Nothing stands out from the noise: no outage, dip, change of level, pattern or drift.
timeline-note = note: { $note }
# $loop: open or closed.
timeline-no-intervals = no intervals, { $loop } loop
timeline-length =
    { $intervals ->
        [one] { $count } interval of { $length }, { $loop } loop, { $rate } IOPS on average
       *[other] { $count } intervals of { $length }, { $loop } loop, { $rate } IOPS on average
    }
timeline-length-but = { $length }; { $missing } were not recorded
# $words: what happened; $mark: a user's note at that time.
words-at-mark =
    { $where ->
        [with] with '{ $mark }': { $words }
        [before] { $time } before '{ $mark }': { $words }
       *[after] { $time } after '{ $mark }': { $words }
    }
words-confidence = { $words } (confidence { $confidence })
whole-run = whole Run
bound-of-intervals = the largest p99 of intervals
bound-slowest = the slowest operation where there are too few for a p99
strip-column = a column is { $time }
strip-nothing = · nothing succeeded
strip-unknown = ? nothing was recorded
# At most six letters.
strip-marks = marks
rule-recovered = recovered after { $time }
rule-outage = outage { $time }
rule-errors = { $count } errors
kind-outage = outage
kind-gap = gap
kind-errors = errors
kind-dip = dip
kind-slow = slow
kind-drop = drop
kind-slower = slower
kind-drift = drift
kind-surge = surge
kind-rise = rise
kind-quick = quick
kind-quicker = quicker
kind-periodic = periodic
level-moved-to = { $kind } to { $worst }
episodes-caption = Times since the start of Measure, to the nearest interval. Depth: how far the rate fell. Outage: seconds in which almost no operation succeeded. Recovered: time from the beginning until the rate was back at 95 % and the { $latency } had recovered too; a dash: no recovery, or a lasting change. The { $latency } comes from interval means; longest wait: the slowest operation of the episode.
gaps-caption = Not recorded: seconds without any record; there may have been an outage.
column-what = What
column-after-mark = After the mark
column-began = Began
column-rate-moves = Rate before → worst
column-latency-moves = { $latency } before → worst
column-depth = Depth
column-time-to-worst = Time to worst
column-recovered = Recovered after
column-backlog = Largest backlog
column-confidence = Confidence
note-text = { $kind ->
    [mark] mark
    [note] note
    [collector] collector
   *[other] { $kind }
} '{ $text }'
quoted = '{ $text }'
event-kind =
    { $kind ->
        [mark] mark
        [note] note
        [collector] collector
       *[other] { $kind }
    }
away-from-mark =
    { $where ->
        [before] { $time } before '{ $mark }'
       *[after] { $time } after '{ $mark }'
    }
worst-second = Worst second
worst-interval = Worst interval
periods-caption = Time counts from the start of Measure. Percentiles are of all operations of the row. Lowest: IOPS of the slowest interval of { $length }. { $worst }: one in which nothing succeeded, else the one with the largest mean.
episodes-in-row = Episodes: those that began in it.
episodes-but = Episodes: those that began in it; { $n } of the whole Run not counted.
objective-of-row = Objective: the row's own figures against the bound; undecided where they do not suffice.
column-lowest = Lowest
column-mean = Mean
day-by-day = Day by day
hour-by-hour = Hour by hour
worst-nothing = { $time } nothing succeeded
worst-mean = { $time } mean { $mean }
day = day { $n }
hour = hour { $n }
part-of-period = { $period } ({ $time })
time-of-day = day { $n }, { $time }

## Tables of Runs

all-runs-title = All Runs ({ $n })
runs-caption-response_time = Response times are of all operations, from the intended instant; n is the number of operations behind them. A dash: the sample is too small for the figure, or there is none.
runs-caption-completion_latency = Latencies are completion latencies of all operations, from the instant they were submitted: imported files do not give response times; n is the number of operations behind them. A dash: the sample is too small for the figure, or there is none.
what-is-cached = Cached: the figures are those of the page cache, not of the storage.
what-is-generator_limited = Generator limited: the figures include this machine's own lag and are no evidence about the target.
what-is-not_steady = Not steady: measured while the target was still changing.
errors-caption = Errors: operations that failed, of those intended in Measure; they have no response time and are not in n.
column-role = Role
column-offered = Offered, IOPS
column-issued = Issued, IOPS
column-own-lag-p99 = Own lag p99
column-measured = Measured
closed-outstanding = closed, { $outstanding } outstanding on average
closed-depth-not-told = closed, depth unknown
closed-depth = closed, { $depth } × { $workers }
syncs-title = Sync latency ({ $n })
column-syncs = Syncs per second
column-max = Max
# $counted: whether these syncs are in the latencies of the other tables.
syncs-caption =
    { $counted ->
        [yes] From the call of fsync or fdatasync until it returned. The rates of the other tables count operations of data, and no syncs; their latencies of all operations include syncs. A dash: the sample is too small.
        [some] From the call of fsync or fdatasync until it returned. The rates of the other tables count operations of data, and no syncs; their latencies of all operations include the syncs of Runs that Plimsoll measured, and not those of imported Runs. A dash: not in the file, or the sample is too small.
       *[no] From the call of fsync or fdatasync until it returned. Syncs are not in the rates and latencies of the other tables. A dash: not in the file, or the sample is too small.
    }
# $values: Role run; Outcome ok.
same-in-every-row = The same in every row: { $values }.
in-no-row = Empty in every row: { $columns }.

## Hosts

host-by-host = Host by host
column-ended = Ended
column-workers = Workers
column-host-cpu = Host CPU
column-steal = Steal
column-clock = Clock known to
host-lost = lost
hosts-caption = Counts add up to those of the Run; percentiles are each host's own and do not. The figures of the Run are computed from the distributions of all hosts.
# $because: a clause about the host, such as: was lost after 3 s.
host-because = { $host } { $because }.
hosts-achieved_rate_per_s = Achieved IOPS
hosts-response_time_p99_ns = p99 response time
hosts-own_lag_p99_ns = p99 of own lag
hosts-cpu_busy_share = Processors busy
by-host = { $figure }, by host
grid-of-hosts = Each row is a host; each cell covers { $time } and shows the mean, or for p99 the highest interval. A stronger colour is more. A missing cell: no report from the host, or too few operations for the figure.
some-hosts-drawn = Shown: { $n } of { $of } hosts, those whose p99 rose highest; the table has all.
time-in-measure = Time in Measure
hosts-over-time = Each host over time
hover-host = host

## Grid

only-rate-varies = nothing varies but the offered rate
asks-one-question = it has only one question
nothing-varies = nothing varies between its Points
has-no-points = it has no Points
points-have-no-answer = its Points have { $no_answer }
# $label: Achieved rate.
figure-shown = Figure shown: { $chart }
switch-iops = IOPS
label-iops = { $label }, IOPS
column-ratio = Ratio: { $version } / { $reference }
ratios-caption = Ratios are of the rates.
marks-caption = A figure with words beside it comes from a Run that is no evidence about the target, for the reason in those words. It does not count in ratios, in the highest and lowest, or among those that met the objective.
means-caption = Means over the repeats, with the lowest .. the highest.
low-ends-caption = Low ends of the load lines, with the high ends in brackets.
compared-configuration = Configurations compared
compared-target = Targets compared
compared-access = Accesses compared
compared-engine = Engines compared
column-repeats = Repeats
places-caption = A dash: the sample is too small for the figure, or there is none. n: operations behind the { $latency }.
failed-caption = Errors: operations of all its Runs that failed, of those intended; they have no response time.
repeats-caption = Rates and means are means over the repeats that count, percentiles those of their merged distributions; in brackets the lowest .. the highest.
lines-in-grid-caption = For a load line: its low end, with the high end in brackets; bytes and response times are those of the hold there.
every-place =
    { $kind ->
        [questions] Every question ({ $n })
       *[Points] Every Point ({ $n })
    }
grid-measure =
    { $leaves ->
        [maximum] Maximum
        [line] Load line
       *[run] Achieved
    }
# $measure: one of the three above; $reaches: 5,000 (8 KiB) to 20,000 (4 KiB).
grid-answer =
    { $objective ->
        [none] { $measure }, IOPS: { $reaches }.
       *[other] { $measure }, IOPS with { $objective }: { $reaches }.
    }
grid-means =
    { $objective ->
        [none] { $measure }, IOPS (means of up to { $n } repeats): { $reaches }.
       *[other] { $measure }, IOPS (means of up to { $n } repeats) with { $objective }: { $reaches }.
    }
closed-loops-not-judged = Closed loops are not judged: their figures are compared with it.
why-marked = { $mark } ({ $why })
highest-of-grid =
    { $leaves ->
        [maximum] Highest maximum
        [line] Highest load line
       *[run] Highest achieved rate
    }
lowest-of-grid =
    { $leaves ->
        [maximum] Lowest maximum
        [line] Lowest load line
       *[run] Lowest achieved rate
    }
questions-times = { $n } questions, up to { $times } times each
measured-no-evidence = { $rates } measured, but no Run that is evidence about the target
no-evidence = no Run that is evidence about the target
grid-range = { $low } ({ $where_low }) to { $high } ({ $where_high })
it-is-interrupted = It was interrupted.
it-is-running = It is still running.
mark-too-few = too few operations
mark-not-in-file = not in the file
heat-title = { $measure }, bytes and { $latency } by { $x } and { $y }
heat-title-alone = { $measure } by { $x } and { $y }
bars-title =
    { $x ->
        [none] { $measure } and { $latency }
       *[other] { $measure } and { $latency } by { $x }
    }
bars-title-alone =
    { $x ->
        [none] { $measure }
       *[other] { $measure } by { $x }
    }
figure-not-in-file = { $figure }: not in the file.
figure-of-run = Each figure is of one Run.
figure-of-search = Each figure is of one search.
figure-of-repeats = Each figure is of { $n } repeats: rates and means are means over them, percentiles those of the merged distributions.
rate-is-low-end = The rate is the low end of the load line, which was held; its interval reaches to the high end. The other figures are those of that hold.
bytes-at-maximum = Bytes and response times are of the Run at the maximum.
whiskers-of-repeats = Whiskers: from the lowest repeat to the highest.
some-marked = { $n } of { $of } are marked, with the reason (the figure is shown, but is no evidence about the target), or with how many of their repeats count.
hover-spread = lowest .. highest
hover-repeats = repeats
hover-because = because
places-without-figure = { $figure }: no figure for { $n } of { $of } ({ $why }).
n-of-repeats = ({ $n } of { $of })

## Imported results

# Why a figure of an imported file is not known.
untold-asked_without_latency = { $program } ran without -L, the option that measures it
untold-starts_at_submission = { $program } times an operation from its submission, not from when it was due
untold-percentiles_of_parts = the file has percentiles of each part only, and percentiles cannot be combined
untold-first_threads_counted_again = diskspd for Linux counts the first of several threads once for each that follows in its percentiles of reads and writes together; those of reads and of writes are right
untold-not_told = not in the file
untold-not_in_terse = fio's terse output does not have it
untold-syncs_before_3_4 = fio times syncs since version 3.4
untold-syncs_put_together = fio does not write it with unified_rw_reporting
untold-figures_disagree = the file's own figures of it contradict each other
untold-no_latency = { $program } does not measure latency
untold-contradicted = other figures of the file contradict it
# How a figure was worked out from others.
derived-little = rate × mean latency
derived-little_with_syncs = rate × mean latency + syncs per second × their mean latency
derived-block_by_bytes = bytes ÷ operations
derived-operations_by_rate = rate × seconds
derived-operations_by_bytes = bytes ÷ block size
derived-rate_by_operations = operations ÷ seconds
derived-bytes_by_block_size = operations × block size
derived-bytes_by_block_size_rate = bytes per second ÷ block size
derived-most_outstanding_seen = the highest outstanding I/O in its table
derived-mean_of_directions = the printed figure ÷ (share of reads² + share of writes²): KDiskMark prints the mean of reads and writes, each weighted by its share
derived-sum_of_parts = sum over the parts
derived-difference = difference between two readings
derived-seconds_by_rate = operations ÷ rate
derived-by_share_asked = the share of reads in the name of the case
derived-by_percentile_of_hcibench = (95%tile_LAT − LATENCY) ÷ 1.645, which HCIBench made it from
derived-cpu_by_share = CPU share × seconds ÷ operations
# Remarks.
remark-clat_without_submission = Latency is fio's clat, which starts after the submit call. Its lat, submission included, has no percentiles in this file: run fio with --lat_percentiles=1 to get them.
remark-percentiles_told = Percentiles are the file's own: without the distribution they cannot be combined with those of other Runs. fio writes it with --output-format=json+.
remark-short = It ran for less than 0.1 s, and fio gives its length in whole milliseconds, so the rate is only rough.
remark-microseconds_by_debug = The file was written with debug=23: its times are microseconds.
remark-no_percentiles = The file has only means and maxima, no percentiles.
remark-percentiles_told_alone = Percentiles are the file's own: it has no distribution, so they cannot be combined with those of other Runs.
remark-coarse_steps = The steps of the distribution are wide, most of them twice as long at their end as at their begin: a percentile lies somewhere in one, and the middle of it is shown.
remark-hcibench_means = HCIBench's latencies are the mean over VMs of each VM's mean. Its 95th percentile is not one of all operations (it is the mean plus 1.645 standard deviations, or a mean of percentiles) and is left out: import the case's folder for figures of all operations.
remark-histogram_with_warmup = vdbench's histogram includes the warm-up: so do the percentiles. Rates and means do not.
remark-vms_missing = Some VMs left no results: the figures are those of the others, and all of them together did more.
remark-zone_not_told = The file names no time zone: its times are taken as UTC.
remark-no_latency_bound = ndisk64 measures no latency. With one operation at a time per process its mean is at least processes ÷ rate.
remark-rates_by_time_asked = diskspd for Linux divides by the configured run time, not by the actual one: where the actual time was longer, its rates are too high.
remark-best_of_passes = CrystalDiskMark reports the best of its passes, not their mean.
remark-percentiles_are_bounds = Percentiles are the upper ends of elbencho's steps, each 19 % wider than the last: the true ones lie within a step below. --lathisto and --jsonfile have the distribution.
remark-live_figures = These are elbencho's live figures: what was done after the last line is not in them. --jsonfile has the whole phase, with its distribution.
remark-mean_of_passes = KDiskMark's Default profile reports the mean of its passes.
remark-best_of_passes_of_kdiskmark = This profile of KDiskMark reports the best of its passes, not their mean.
remark-block_size_of_version = The text does not contain the block size of sequential tests. This version of CrystalDiskMark uses 128 KiB with a queue and 1 MiB without.
remark-rate_not_told = This output does not show whether a rate was configured: the Run counts as a closed loop.
remark-jobs_put_together = fio reported jobs with different options as one (group_reporting): the options shown are those that all of them share, and the figures are those of all together. Leave out group_reporting to get the figures of each.
remark-logs_alone = Logs alone do not give block size, depth or configured rate. Logs of one prefix count as jobs that ran at the same time; put the JSON result of the run beside them to be sure.
remark-nanoseconds_assumed = Latencies are taken as nanoseconds, as fio 3 writes them; fio 2 wrote microseconds, and these logs do not show which version wrote them.
remark-jobs_in_one_log = The times in the log begin again, so it holds several jobs (per_job_logs=0). They count as jobs that ran at the same time. If they are runs one after the other, which fio appends to the same file, the rate is too high.
remark-rows_lost = The log ends in rows of zeros, which fio 2 wrote in place of rows that it had lost: what came after them is not known.
remark-jobs_ended_apart = The jobs did not run for the same time, or nothing completed in some of them before the end: the time line covers the time in which all of them have rows.
remark-windows_without_rows = Windows without a row count as 0 IOPS: fio writes no row for a window in which nothing completed. If fio's own thread that writes the rows stood still, the log looks the same; only the JSON result of the run shows the difference.
remark-windows_of_nothing = Nothing completed in windows without a row: fio writes none then, and the rows account for all operations in the JSON result.
remark-nothing_waited = No operation waited in windows without a row, judging by the latencies after them: fio stood still or issued nothing, and the storage is not to blame. The time line leaves that time out.
remark-latencies_without_rates = Rows of IOPS are missing: rows of latency were written in that time, so operations completed. The time line leaves it out, as no rate was recorded in it.
remark-rows_missing = Rows are missing: the JSON result counts operations that completed while no row was written. The time line leaves that time out, as nothing was recorded in it.
remark-logs_go_back = The times in a log of one job go back: a clock was set back, or its lines are not as fio wrote them. Its intervals are not shown.
remark-logs_disagree = Logs of its name lie beside the result, but with another rate (see the figures that do not agree): they are not shown as its time line.
remark-latencies_of_logs_disagree = The latencies of its logs are not those of the result (see the figures that do not agree): its time line has rates only.
remark-logs_of_another_run = It has no time line: a later result in this folder names the same logs, or the logs cannot be assigned to one of the results; fio keeps only the logs of the last run.
remark-logs_not_told_apart = It has no time line: logs of its name lie beside the result, but which of them are those of its jobs cannot be told.
remark-logs_give_no_rate = It has no time line: its logs give no rate, as there is no log of IOPS of every job.
remark-logs_of_ones = It has no time line: every row of its log of IOPS is 1. With log_compression fio averages single operations there, not the rate.
remark-maxima_in_logs = The latency logs hold the maximum of each window (log_window_value=max) and no mean: they are not shown.
remark-lines_of_one_name = Several lines of the file have this name. They are taken as Runs of their own; if they are clones of one job (numjobs without group_reporting), their rates add up. Terse output does not show which: use --output-format=json+.
remark-words_within = Lines of another program stood between those of the JSON document; they were passed over.
remark-ran_beside = Other jobs of the same file ran at the same time.
remark-unfinished_status = The last status in the file was written before the job ended.
remark-reads_and_writes_together = Reads and writes are reported together (unified_rw_reporting).
remark-microseconds_before_3 = fio before version 3 reports latencies in microseconds.
# When the clock of an operation starts, and what that leaves out.
starts-intended = response time: Plimsoll measured it elsewhere, from the intended instant
starts-submission = completion latency: { $program } starts its clock when it submits an operation, so waiting for its turn is not in it; response time, which counts from when the operation was due, is not known
starts-after_submission = completion latency: { $program } started its clock after the submit call (clat), so neither that call nor waiting for its turn is in it; response time is not known
# Figures that may be missing.
figure-of-file-response_time_ns = response time
figure-of-file-completion_latency_ns = completion latency
figure-of-file-completion_latency_ns-percentiles = percentiles of all operations
figure-of-file-bytes_per_s = bytes per second
figure-of-file-warmup_s = warm-up
figure-of-file-measure_s = measuring time
figure-of-file-errors = errors
figure-of-file-flush = sync latency (fsync, fdatasync)
figure-of-file-outstanding_mean = outstanding I/O
# How a Run of another program ended.
import-ended-finished = imported from { $program }, which finished it
import-ended-fell_behind = imported from { $program }: it did not reach the configured rate
import-ended-client_full = imported from { $program }: it did not reach the configured rate, and its own CPU was saturated
import-ended-cached = imported from { $program }: a cache in memory served the I/O, not the storage
import-ended-errors = imported from { $program }, which ended it with errors
import-ended-cut = imported from { $program }: the file ends before the Run did
starts-none = { $program } gives no latency in this file
# Two figures of a file that contradict each other. $latency: latency, or read latency.
latency-of-file =
    { $kind ->
        [all] latency
       *[other] { $kind } latency
    }
latency-of-file-start =
    { $kind ->
        [all] Latency
        [read] Read latency
        [write] Write latency
        [trim] Trim latency
        [flush] Sync latency
       *[other] Latency
    }
finding-more_outstanding_than_depth = Rate × latency gives { $outstanding } outstanding operations, but at most { $depth } were configured: the latency or the depth belongs to something else (a clock, one direction only, another job). The latency is not shown.
finding-depth_not_reached = On average { $outstanding } of the { $depth } configured operations were outstanding: something before the storage held them (an engine that waits for each, the submit call, the CPU), so this is not what the storage does at that depth.
finding-depth_or_rate = On average { $outstanding } of the { $depth } configured operations were outstanding: a rate limit, which this output would not show, or something before the storage held them (an engine that waits for each, the submit call, the CPU). This is not what the storage does at that depth.
finding-least_above_most = The shortest { $latency } is { $min_ns } and the longest { $max_ns }: neither is shown.
finding-mean_beyond_extremes = The mean { $latency } is { $mean_ns }, which does not lie between its shortest and its longest ({ $min_ns } to { $max_ns }): it is not shown.
finding-percentile_below_shortest = p{ $percent } of { $latency } is { $value_ns }, which is less than the shortest, { $min_ns }: the percentiles are not shown.
finding-percentile_above_longest = p{ $percent } of { $latency } is { $value_ns }, which is more than the longest, { $max_ns }: the percentiles are not shown.
finding-percentile_below_lower = p{ $percent } of { $latency } is { $value_ns }, which is less than a lower percentile, { $before_ns }: the percentiles are not shown.
finding-mean_above_percentiles = The mean { $latency } is { $mean_ns }, but its percentiles allow at most { $most_ns }: they are not shown.
finding-mean_below_percentiles = The mean { $latency } is { $mean_ns }, but its percentiles allow no less than { $least_ns }: they are not shown.
finding-distribution_against_mean = The mean { $latency } is { $mean_ns }, but that of its distribution is { $distribution_ns }: the distribution covers other operations (a warm-up), and its percentiles are not shown.
finding-longer_without_submission = { $latency_start } is { $without_ns } without its submission and { $with_ns } with it: neither is shown.
finding-submit_held = The submit call was a part of { $latency }: { $with_ns } with it (fio's lat), { $without_ns } without (clat).
finding-cache_answered = A cache served the I/O, not the storage: an operation took { $each_ns }, and every disk needs at least { $least_ns } for { $block }. The file was opened through the operating system's cache; measure without it (fio direct=1, diskspd -Sh).
finding-memory_answered = Memory served the I/O, not the storage: an operation took { $each_ns }, less than any disk takes.
finding-above_disk_link = { $bytes_per_s } GB/s is more than the link of an NVMe disk can carry (PCIe 6.0 x4: { $one_disk } GB/s), and the target is one disk: a cache in front of the link served the I/O.
finding-beyond_one_disk = { $bytes_per_s } GB/s is more than one disk can carry (PCIe 6.0 x4: { $one_disk } GB/s), and the file does not show that caches were bypassed: several disks served the I/O, or a cache.
finding-cache_rate = A cache served the I/O, not the storage: { $bytes_per_s } GB/s is more than one disk can carry (PCIe 6.0 x4: { $one_disk } GB/s), and the file was opened through the operating system's cache.
finding-depth_partly_used = On average { $outstanding } of the { $depth } configured operations were outstanding, although a closed loop keeps all of them outstanding: the program held some of them back, or rate and latency cover different times or operations.
finding-sync_time_missing = Rate × latency gives { $outstanding } outstanding operations, but { $depth } were configured: the rest of the time went into syncs (fsync), which the latency leaves out. A durable write takes longer than shown.
finding-latency_of_a_queue = All { $depth } operations were outstanding throughout, so the latency of { $mean_ns } is depth ÷ rate ({ $depth } ÷ { $rate_per_s } IOPS): a queue in front of a limit. It does not show how fast the storage answers.
finding-too_short = The Run lasted { $length_s }: caches and write buffers alone can serve a burst that short.
finding-ended_early = The Run lasted { $length_s } of the configured { $configured_s }: something ended it early.
finding-ran_over = The Run lasted { $length_s }, but { $configured_s } were configured: at its end it waited for I/O that did not complete.
finding-operations_failed = Failed operations: { $errors }. Their times are in the figures.
finding-many_failed = Failed operations: { $errors }, at least one in a hundred. Rate and latency are those of failures.
finding-data_zeros = The Run wrote zeros: storage that compresses, deduplicates or skips zeros stores almost nothing and does not touch its media.
finding-data_pattern = The Run wrote one repeated pattern: storage that compresses or deduplicates stores almost nothing and does not touch its media.
finding-data_compressible = { $data_percent } of the data can be compressed: on storage that compresses, the figures hold for such data only.
finding-data_duplicates = { $data_percent } of the data are duplicates: on storage that deduplicates, the figures hold for such data only.
finding-small_working_set = The Run addressed only { $working_set }: a cache in the controller, array or disk can hold all of it.
finding-percentile_is_longest = p{ $percent } of { $n } operations is simply the longest one: so few operations have no p{ $percent }.
finding-one_direction_timed = The file has { $latency } only: the other direction was not timed.
finding-directions_apart = Reads took { $read_s } and writes { $write_s }: they did not run beside each other all the time, and their rates together hold for a part of it only.
finding-sync_in_cache = A durable write took { $durable_ns }, less than flash or a platter needs: a write cache acknowledged it. The data are safe only if that cache survives a power cut.
finding-faster_than_flash = A direct read of { $block } took { $each_ns }, less than flash needs ({ $least_ns }): it came from a cache that direct I/O does not bypass (file system, hypervisor, controller, disk), or from memory used as storage.
finding-two_modes = There are two groups of operations ({ $latency }): { $share_percent } took { $fast_ns } or less, the others { $slow_ns } or more. Cache hits and misses look like this. Neither mean nor median describes either group.
finding-level_changed = The rate did not stay the same: { $high_per_s } IOPS at best, and { $low_per_s } IOPS from { $at_s } to { $until_s }. The mean describes neither.
finding-clock_set_back = The clock of the file was set back by { $back_s } at { $at_s }: the intervals around that moment are too long or too short, and counters recorded beside the Run do not match it.
finding-clock_set_back_within = The clock of the machine was set back by { $back_s } during the Run. The figures are not affected; times of day and counters recorded beside it do not match it.
finding-clock_leapt = The clock of the file leapt ahead by { $ahead_s } at { $at_s }: the intervals around that moment are too long or too short, and counters recorded beside the Run do not match it.
finding-clock_leapt_within = The clock of the machine leapt ahead by { $ahead_s } during the Run. The figures are not affected; times of day and counters recorded beside it do not match it.
finding-processors_full = The processors that generated the load were { $used_percent } busy: the storage may be able to do more.
finding-bytes_against_operations = Bytes ÷ operations is { $each }, but the configured block size is { $block }: the bytes are not shown.
# $places: 3 s to 5 s, 8 s to 9 s.
gap-of-file = Nothing was recorded for { $total } ({ $places } of Measure)
gaps-of-file = Nothing was recorded for { $total } in { $n } gaps ({ $places } of Measure)
gaps-and-more = Nothing was recorded for { $total } in { $n } gaps ({ $places } and { $more } more of Measure)
stood-still = The recorder stood still for { $length } at { $time }: the rows of that time were written behind it, at once.
# $at: where in the file, such as jobs[0].
imported-origin = { $program }, { $file }, { $at }
imported-at-line = { $program }, { $file }, { $at } (line { $line })
program-and-format = { $program } ({ $format })
percentiles-as-given = as given in the file; without its distribution they are not combined
percentiles-of-distribution = from the distribution in the file
percentiles-in-steps = from the distribution in the file in steps of up to { $step } of the value

## Conditions of the figures

footer = Plimsoll { $version }, campaign { $campaign } of { $store }
fact-campaign = Campaign
fact-machine = Machine
fact-figures = Figures
fact-loads = Loads
fact-store = Store
campaign-seed = { $campaign }; seed { $seed }
all-simulated = A simulation: a described storage system on the virtual clock
all-emulated = An emulation: a described storage system on the real clock
some-simulated = { $n } of { $of } Runs are simulated: a described storage system on the virtual clock
some-emulated = { $n } of { $of } Runs are emulated: a described storage system on the real clock
# $parts: one or two of the four above.
nothing-on-a-device = { $parts }; nothing was measured on a device.
every-run-imported = Every Run was imported from another program; Plimsoll did not measure it.
some-runs-imported = { $n } of { $of } Runs were imported from another program; Plimsoll did not measure it.
every-run-measured = Measured: every Run was made against the target itself.
conditions = Conditions
unknown = unknown
completions-noticed = a completion is noticed at most { $most } late, on average { $mean } or less
seeds = campaign { $seed }; each Run has its own, in its record
values-and-more = { $values }; and { $more } more
nothing = nothing
blocks-of = blocks of { $size }
# The name of a target or a device, with what is known of it.
name-and-facts = { $name } ({ $facts })
target-sets = { $target } with { $sets } sets of parameters
target-kind =
    { $kind ->
        [block_device] block device
       *[other] { $kind }
    }
device-kind =
    { $kind ->
        [device_mapper] device mapper
       *[other] { $kind }
    }
# $kind: a word of the store.
campaign-kind = { $kind }
# $strategy: a word of the store.
strategy =
    { $strategy ->
        [load_line] load line
       *[other] { $strategy }
    }
arrival-process = { $process }
engine-and-access =
    { $access ->
        [direct] { $engine }, bypassing the page cache (direct)
        [cached] { $engine }, through the page cache
       *[other] { $engine }, use of the page cache unknown
    }
version-imported = { $version }, which imported them
several-values = { $n } different ones: { $values }
machine-not-told = not in the imported file
machine-none = none: the Runs were on the virtual clock
no-file-system = none in between
mounted = { $type } on { $source }, { $options }
machine-described = { $host }, { $cpu }, { $cores } cores, { $memory } memory
processor-unknown = processor unknown
chain-not-reported = not reported by this machine
device-chain = Device chain
file-system = File system
kernel = Kernel
kernel-and-clock = Linux { $kernel }, clock source { $clock }
device-scheduler = scheduler { $value }
device-requests = { $value } requests
device-depth = queue depth { $value }
device-cache = cache { $value }
closed-loop-runs = { $n } closed loop
open-loop-runs = { $n } open loop ({ $load })
settling-runs = { $n } more to settle the target between Points
lengths-warmup = warm-up { $time }
lengths-measure = measure { $time }
lengths-drain = drain { $time }
store-place =
    { $where ->
        [on] { $store } (on the device under test)
        [off] { $store } (not on the device under test)
       *[unknown] { $store } (whether on the device under test is not known)
    }
# $kind, $strategy and $state: words of the store.
campaign-described =
    { $begun ->
        [imported] { $campaign }, { $kind }, strategy { $strategy }, imported { $time }, { $state }
       *[started] { $campaign }, { $kind }, strategy { $strategy }, started { $time }, { $state }
    }
not-controlled = What was not controlled
not-known = Nothing is known: no Run has a record.
another-program-measured = Another program measured: Plimsoll has no record of the machine, its caches or the other load on it.
opened-through-cache = The file was opened through the operating system's cache: how many operations the cache served, and how many writes had reached the storage, is not known.
on-virtual-clock = The Runs were on the virtual clock: the target is a model, and nothing around it could disturb it.
no-real-storage = The target is not real storage: the figures describe the model or the generator.
caches-not-emptied = Caches inside the device or array were neither emptied nor filled on purpose.
file-system-between = The { $type } file system lies in between: its journal and block allocation are part of the figures.
store-on-device = The store lies on the device under test: keeping the Runs writes to it, a little every few seconds.
machine-is-guest = This machine is a guest ({ $guest }): others may share its processors and its storage.
governor-unknown = The processor's frequency governor could not be read; clock speed may have changed.
governor-is = The processor's frequency governor is { $governor }: clock speed follows the load.
processor-time-stolen = The hypervisor gave processor time to others: up to { $most } of an interval, { $mean } on average.
other-processes = Other processes, or kernel threads, used the processors: up to { $most } of an interval, { $mean } on average.
no-other-load = No other load on this machine was seen.
note-of-all = { $note } (all of { $of } Runs)
note-of-runs = { $note } ({ $n } of { $of } Runs)
words = Words
# A word is left out where the page does not have it; commas separate words.
word-load-line = Load line
meaning-load-line = the highest offered rate that the target carries steadily while it meets the objective; its low end is recommended
word-offered = Offered, issued, achieved
meaning-offered = IOPS intended, submitted, completed while measuring
word-response-time = Response time
meaning-response-time = from the instant an operation was intended to its completion: what a user would feel, waiting included
word-completion-latency = Completion latency
meaning-completion-latency = from submission to completion: the target, its queues included
word-own-lag = Own lag
meaning-own-lag = how late the generator itself was; above its limit a Run is no evidence about the target
word-p99 = p99
meaning-p99 = 99 % of the operations were at least this fast; shown when ten or more lie beyond it
word-probe = Probe, hold
meaning-probe = a Run that ends when it is decided; a Run of fixed length that confirms
word-maximum = Maximum
meaning-maximum = what a closed loop achieves when only completions limit it; no objective applies
word-knee = Knee
meaning-knee = where mean completion latency is twice that at a tenth of the maximum
word-horizon = Horizon
meaning-horizon = how long, and over how many operations and bytes, the line was seen to hold
word-system-load = System load
meaning-system-load = processor time of the whole machine, time in which tasks waited for I/O, time in which the disk was busy

## Campaign

# $subject: the target, or what the campaign is.
every-run-on = Every Run on { $subject }
curve-crosses = its curve meets the objective up to about { $rate } IOPS, which no hold confirms
# $work: what the campaign does, as a noun.
work-without-verdict =
    { $state ->
        [running] { $work } that is still running ({ $runs } kept).
        [interrupted] { $work } that was interrupted ({ $runs } kept).
       *[other] { $work } that ended without a verdict ({ $runs } kept).
    }
verdict-of-runs = { $verdict ->
        [better] Better
        [worse] Worse
        [same] Same
        [mixed] Mixed
        [kept] Kept
        [broken] Broken
        [inconclusive] Inconclusive
        [found] Found
        [absent] Absent
        [met] Met
        [missed] Missed
        [undecided] Undecided
        [confirmed] Confirmed
        [estimated] Estimated
       *[other] { $verdict }
    }: { $because } ({ $runs }).
point-not-valid = { $point } (not valid)
plan-without-points = Campaign '{ $name }', strategy { $strategy }: it has no Points.
# $counts: 2 targets, 3 repeats.
plan-of-points =
    { $objective ->
        [none] Campaign '{ $name }', strategy { $strategy }: { $points } ({ $counts }).
       *[other] Campaign '{ $name }', strategy { $strategy } for { $objective }: { $points } ({ $counts }).
    }
points =
    { $n ->
        [one] { $count } Point
       *[other] { $count } Points
    }
targets =
    { $n ->
        [one] { $count } target
       *[other] { $count } targets
    }
configurations = { $count } configurations
repeats = { $n } repeats
# Names an import by its files.
import-of = import { $files }
import-of-more = import { $files } and { $more } more

## Clients

points-are-searches = its Points are searches, which have no figures of each client
too-few-clients = its Runs have fewer than two kinds of clients with figures of their own
clients-title = Clients: { $subject }
client-with = { $client } with { $rest }
# $setting: what varies, with its first and last value; $factor: how many times as long the p99 became, or none.
client-changed =
    { $factor ->
        [none] { $client }: p99 { $p99 } to { $p99_after } (hardly changed), { $rate } to { $rate_after } IOPS, from { $setting } { $value } to { $value_after }.
       *[other] { $client }: p99 { $p99 } to { $p99_after } ({ $factor } times), { $rate } to { $rate_after } IOPS, from { $setting } { $value } to { $value_after }.
    }
badge-measured = Measured
too-few-for-p99 = Too few operations for a p99.
not-hurt = Not hurt
hurt-in = Hurt in { $n } of { $of }
no-client-hurt = No client is hurt: p99 hardly changes.
client-hurt = { $client }: p99 { $low } to { $high }, { $factor } times.
worst-p99 = Worst p99
worst-p99-of-client = Worst p99 of a client
p99-range = p99 { $low } to { $high }
client = Client
p99-of-response-time = p99 of response time, which counts from the instant an operation was due.
not-drawn = Not drawn: { $n } more, in the table below.
what-clients-got = What each client got
head-offered = offered IOPS
head-achieved = achieved IOPS
head-bytes-per-second = bytes per second
every-client = Every client ({ $n })
clients-caption = Mean and p99 are of response time; > where the storage did not carry the load, so that they grow with the Run. A dash: the sample is too small, or no rate was offered.
n-offered-rates =
    { $n ->
        [one] { $count } offered rate
       *[other] { $count } offered rates
    }
rate-grid-finished =
    { $objective ->
        [none] A grid of { $runs } at { $rates }
       *[other] A grid of { $runs } at { $rates } for { $objective }
    }
rate-grid-running =
    { $objective ->
        [none] A grid of { $runs } at { $rates }, still running
       *[other] A grid of { $runs } at { $rates } for { $objective }, still running
    }
rate-grid-interrupted =
    { $objective ->
        [none] A grid of { $runs } at { $rates }, interrupted
       *[other] A grid of { $runs } at { $rates } for { $objective }, interrupted
    }
rate-grid-abandoned =
    { $objective ->
        [none] A grid of { $runs } at { $rates }, ended without a verdict
       *[other] A grid of { $runs } at { $rates } for { $objective }, ended without a verdict
    }

## Summary to sign

letter-subject = Subject
letter-customer = Customer
letter-author = Author
letter-document = Document no.
letter-stamps = Approval
letter-logo = Logo
# $own: a text of the user. $footer: version, campaign and store.
footer-with-own = { $own } · { $footer }
accepted-by = Accepted by
name-and-date = Name, date
signature = Signature
more-remarks = { $n } more remarks are in the full report.
in-full-report = In the full report: { $panels }.
question-lines = What is the highest offered rate that meets the objective, for each?
question-differ = How do these differ?
question-of-points =
    { $leaves ->
        [line] What is the highest offered rate that meets the objective, for each Point?
        [maximum] What is the maximum of each Point, in a closed loop?
       *[run] How does the target perform at each Point of the grid?
    }
asked = Asked
no-run-finished = none: no Run has finished
the-question = The question
none-was-set = none was set
# $differences: block size: 4 KiB, 8 KiB.
n-workloads = { $n } workloads. { $differences }
fact-campaigns = Campaigns
more-in-full-report = { $n } more in the full report.
conditions-in-brief = Conditions, in brief
campaign-in-brief =
    { $begun ->
        [imported] { $campaign }, imported { $time }, { $state }, seed { $seed }
       *[started] { $campaign }, started { $time }, { $state }, seed { $seed }
    }
summary-title = Summary: { $title }
summary-of-line = Summary: load line of { $target }
summary-of-run = Summary: a Run on { $target }
remarks-on-steps =
    { $n ->
        [one] { $n } remark on steps of the search in the full report.
       *[other] { $n } remarks on steps of the search in the full report.
    }
no-result = no result
more-lines = { $n } more lines are in the full report.
no-line-searched = no load line was searched
n-estimated = { $n } of { $of } estimated, not confirmed
n-without-plan = { $n } of { $of } without a rate to plan with
no-verdict = no verdict
# $n of $of charts are on the page.
one-of-charts = One of { $of } similar charts; all are in the full report.
charts-with-ends =
    { $n ->
        [one] One of { $of } similar charts: the one with the lowest and the highest rates. All are in the full report.
       *[other] { $n } of { $of } similar charts: those with the lowest and the highest rates. All are in the full report.
    }
charts-most =
    { $n ->
        [one] One of { $of } similar charts: the one with the lowest rate and most of those named above. All are in the full report.
       *[other] { $n } of { $of } similar charts: those with the lowest rate and most of those named above. All are in the full report.
    }

## Collected counters

counter-of = { $counter } (collector { $collector })
line-rise = rise/s
line-value = value
hover-rise = rise per second
means-over-measure = Means over Measure, from the samples inside it; a Run without samples is a gap.
counters-over-rate = Collected counters over offered rate
counters-of-run = Run { $run }, on the axis of its intervals, stamped on arrival.
gaps-where-missing = Where values are missing there is a gap.
means-of-parts = Long series are drawn as means of { $n } equal parts.
counters-over-time = Collected counters over the same time
rise-of = { $counter }, rise per second
axis-not-from-zero = { $title }; the axis does not begin at 0
column-counter = Counter
column-rise = Rise per second
counters-caption = Run { $run }, while it was measured. Units are those of the names; a dash: no value, or no valid one.
counters-of-whole-run = Run { $run }, of the whole Run, warm-up and drain included: its record lacks the start of Measure, so nothing is drawn. Units are those of the names; a dash: no value, or no valid one.
collected-counters = Collected counters ({ $n })
source-every = { $source }, every { $time }
values-kept = { $n } values kept
first-failure = first: { $why }
collectors = Collectors

## Live page

neither-met-nor-missed = No Run has met or missed the objective yet.
met-so-far = Met in a Run up to { $met } IOPS; not confirmed yet.
missed-so-far = Missed from { $missed } IOPS; not confirmed yet.
met-and-missed = Met in a Run up to { $met } IOPS, missed from { $missed } IOPS; not confirmed yet.

## Lists of reports and forms

title-load-line = Load line
about-load-line = response time and achieved rate over offered rate: knee, line, interval, horizon; lines laid over each other
title-grid = All Points
about-grid = everything that was asked, laid out: tables side by side, bars, heat maps
title-runs = All Runs
about-runs = every Run of any campaign, with its settings
title-clients = Clients
about-clients = each kind of client of a described storage over what was varied: what a neighbour costs the others
title-point = One Run
about-point = everything about one Run
title-summary = For signature
about-summary = one page to sign: question, answer, verdict, charts, what was not controlled
form-html = one page that works offline: choose, hover, print
form-pdf = a document to print and sign
form-xlsx = an Excel workbook: charts, pivot tables, slicers, Runs and intervals
form-md = Markdown, for tickets, mails and wikis
form-json = the answer and the Runs as a document
form-csv = the Runs as a table
form-parquet = the Runs as a table with types, for data frames
form-hlog = the distributions as an HdrHistogram log
form-openmetrics = the Runs and their distributions as OpenMetrics
form-svg = one chart as a drawing, for a page or a slide
form-png = one chart as a picture, for a mail or a slide
form-card = the answer with a chart as a picture of 1200 × 630 pixels, for posts and links

## Forms

theme-auto = auto
theme-light = light
theme-dark = dark
colours = Colours
log-axis = log axis
linear-axis = linear axis
none-of-chosen-runs = None of these belongs to a chosen Run.
# $verdict: emphasized by the form.
verdict-is = Verdict: { $verdict }
in-the-way = In the way
what-to-do = What to do
first-rows = The first { $n } of { $of } rows; all of them are in the HTML report.
contents = Contents
reset = Reset
choose-runs = Choose Runs
how-to-choose = Click a value to turn it on or off; with Ctrl or Shift, only that one stays on. The answer above, and everything that does not belong to a single Run, stays as it is.
choose-all = all
choose-none = none

# What the script of a page says. Figures stand in braces until the script fills them in.
script-runs-with-others =
    { $runs ->
        [one] { $count } Run with the other choices
       *[other] { $count } Runs with the other choices
    }
script-no-run-with-others = no Run with the other choices
script-runs-shown =
    { $runs ->
        [one] { $shown } of { $count } Run shown
       *[other] { $shown } of { $count } Runs shown
    }
# $name: a property, such as block size; $values: those that are chosen.
script-chosen = { $name }: { $values }
script-chosen-none = { $name }: none
script-not-drawn = This chart could not be drawn: { $reason }
script-all-shown = All of it is shown.
# Ends of a part of an axis, with their units.
script-range-shown = Shown: { $low } to { $high }.
script-range-begun = From { $low }: move, and press Enter again.
script-show-all = Show all
script-named-figure = { $name }: { $figure }
script-save = Save:
script-save-picture = Save this chart as { $form }
script-save-data = Save the data of this chart as { $form }
charts-need = Charts are left out here ({ $names }): drawing them needs { $package }, not installed here.
charts-beside-file = Charts are left out here ({ $names }): when the report is written to a file, they are saved beside it.
part-of-columns = Columns, part { $n } of { $of }
heat-legend =
    { $scale ->
        [log] { $name }: { $low } to { $high }, from left to right, log scale
       *[linear] { $name }: { $low } to { $high }, from left to right
    }
heat-legend-flat = { $name }: { $low } to { $high }, all within 2 %: one colour
heat-legend-marked = not coloured: the outcome is not ok
# For screen readers. $contents: names of lines, how many marks.
panel-sentence = { $panel }: { $contents }. The figures are in the table of all Runs.
drawn-marks = { $count } marks
drawn-bars = { $count } bars
drawn-cells = { $count } cells

## Document

# The numbers stand in this order in every language.
evidence-heading = Evidence: { $title }
page-of = page { $page } of { $pages }
verdict-label = Verdict:

## Workbook

grid-of-sheet = { $name }; down: { $down }; across: { $across }
line-of-sheet = line: { $name }
framed-of-sheet = framed: { $words }
more-charts-in-html = { $n } more charts are in the HTML form of this report: more than { $most } plots in a workbook make it slow.
down-to = { $name }: down to
whiskers-up-to = { $name }: up to
share-slower = { $title }: share that is slower (1% is p99)
row-per-run = A row per Run. Coloured and marked: the outcome is not ok, or the Run is not valid. Response time counts from the intended instant. Empty: too few operations for the figure.
prints-charts-above = Only the charts above are printed: clear the print area to print those below, too.
prints-first-page = Only the first page is printed: clear the print area to print all.
row-per-interval = A row per interval of a Run, Warmup included; start counts from the beginning of Measure.
first-intervals = The first { $n } of { $of } intervals; all of them are in the file beside this one whose name ends in { $ending }.
explore-achieved_rate_per_s = Achieved rate
explore-bytes_per_s = Throughput
explore-response_time_ns_mean = Mean response time
explore-response_time_ns_p99 = p99 response time
choose-and-see = Choose and see: { $n } Runs
marks-are-runs = Each mark in a chart is one Run of the table below. Pick values in the slicers on the left: all charts on this sheet, and the table, show only what is picked.
without-slicers = Without slicers (LibreOffice): filter with the arrows in the table's headings.
runs-without-rate = Runs without an offered rate, in the table only: { $n }.
runs-no-results = Runs that are no results, on the sheet Data only: { $n }.
of-each-run = { $figure } of each Run that the slicers leave, { $unit }
pivot-achieved_rate_per_s = Achieved, IOPS (mean)
pivot-bytes_per_s = MiB/s (mean)
pivot-response_time_ns_mean = Mean response time, ms (mean)
pivot-response_time_ns_p99 = p99 response time, ms (largest)
pivot-run = Runs
pivot-slicers = Pick values in the slicers on the right: they drive this table (not the charts on Explore).
pivot-means = Where a row covers several Runs, rates and means are unweighted means over Runs, and the last column has the number of Runs. Percentiles are not averaged: p99 is the largest of any Run.
pivot-filled = Excel fills the table when it opens the file, and again with Data, Refresh All.
in-this-file = In this file
sheet-explore = choose and see: charts that follow the slicers beside them
sheet-charts = the report's charts, which show every Run
sheet-pivot = a pivot table over the Runs, with its slicers
sheet-data = a row per Run, with every figure
sheet-intervals = a row per interval of each Run
sheet-tables = the report's tables
sheet-chart-data = what the charts draw
series-no-objective = no objective
without-property = without { $name }
run-in-words = Run, in words
axis-on-log-scale = { $title }; log scale

## English only

# Errors and lists of the command line.
covers-one-campaign = it covers one campaign
no-such-report = there is no report '{ $name }'
no-such-report-now = The reports are: { $names }.
does-not-fit = the report '{ $name }' does not fit campaign { $campaign }: { $why }
does-not-fit-now = Reports that fit it: { $names }.
named-twice = campaign { $campaign } is named twice
named-twice-now = Name each once.
covers-one-only = the report '{ $name }' covers one campaign, and { $n } are named
covers-one-only-now = Name one with --campaign. Of several together: { $names }.
name-another-file = Name another file with --output.
the-report = the report
name-another-or-force = Name another file with --output, or use --force.
a-report = a Plimsoll report
unknown-ending = '{ $name }' does not end in a known report format
unknown-ending-now = Give --to with one of: { $names }.
no-common-summary = these campaigns have no common summary: { $why }
name-one = Name one of them.
cannot-draw = cannot draw '{ $path }'
cannot-draw-now = Its name must end with { $endings }.
already-there = { $path } already exists and was left as it is
already-there-now = Name another file with --chart, or use --force.
name-another-chart = Name another file with --chart.
report-without-charts = the report '{ $report }' has no chart here
report-without-charts-now = Choose another report: plimsoll report --list.
no-such-chart = the report '{ $report }' has no chart '{ $chart }' here
it-has = It has: { $names }.
drawing-a-chart = drawing a chart
writing-a-workbook = writing a workbook
not-enough-memory = there is not enough memory: { $drawing } reserves { $needed } GiB of address space, and ulimit -v { $limit } leaves { $left } GiB
not-enough-memory-now = Raise the limit (ulimit -v unlimited), or take --to md, csv or json.
columns-are = The columns are: { $names }.
do-you-mean = Do you mean { $names }?
no-such-column = there is no column '{ $name }'
columns-once = --columns names each column once
columns-once-now = The columns: { $names }.
no-such-format = there is no format '{ $name }'
no-such-format-now = The formats are: { $names }.
names-no-store = '{ $text }' names no store
write-a-variant = Write STORE, STORE#3, STORE#1,4-6, STORE#all, or STORE#3:NAME.
ends-early = '{ $text }' ends before the name of a configuration
not-a-campaign = '{ $word }' in '{ $text }' is not a campaign
no-baseline = one variant cannot be compared: no other campaign of { $store } with the same question as '{ $variant }' is pinned as the baseline
no-baseline-now = Name two variants: plimsoll compare A.db B.db; or pin one: plimsoll campaign label { $store } --campaign N --baseline.
nothing-finished = '{ $name }' has no finished Run and no finished search
nothing-finished-why = '{ $name }' has no finished Run and no finished search ({ $why })
measure-it-first = Measure it first, or name another.
store-is-empty = the store { $store } holds no campaign yet
store-is-empty-now = Measure something into it first: plimsoll run --store.
only-newest-compared = { $variant }: only its newest campaign ({ $campaign }) is compared, of { $n } of this kind; '{ $store }#all' takes all of them together, as repeats
no-such-configuration = campaign { $campaign } of { $store } is a { $kind } and has no configuration '{ $configuration }'
no-such-configuration-now = Write { $store }#{ $campaign }.
name-part = campaign { $campaign } of { $store } has { $n } configurations: name one
name-part-now = { $store }#{ $campaign }:NAME, of { $names }.
no-such-part = campaign { $campaign } of { $store } has no configuration or target '{ $part }'
