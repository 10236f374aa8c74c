## Verdict of a Run

# The verdict on an objective, beside the outcome of a Run.
verdict-met = objective met
verdict-missed = objective missed
verdict-undecided = objective undecided
# $figures: one or more of the beyond messages below, separated by commas.
undecided-beyond = objective undecided (missed so far: { $figures })
undecided-beyond-with-lag = objective undecided (missed so far, our own lag included: { $figures })
missed-so-far = missed so far: { $figures }
missed-so-far-with-lag = missed so far, our own lag included: { $figures }
# $statistic: mean, max or a percentile such as p99. $measured and $allowed: latencies. $kind: operations, such as reads.
beyond = { $statistic } { $measured }, { $allowed } allowed
beyond-of-kind = { $statistic } of { $kind } { $measured }, { $allowed } allowed
# $measured and $allowed: percentages.
errors-beyond = errors { $measured }, { $allowed } allowed
errors-beyond-of-kind = errors of { $kind } { $measured }, { $allowed } allowed

# Why an objective was judged so.
judged-objective_met = objective met
judged-objective_missed = objective missed
judged-far_beyond_objective = far beyond objective
judged-cannot_carry = cannot carry
judged-too_short = too short
judged-not_yet_steady = not yet steady
judged-from_histogram = from histogram
judged-from_file = from file
judged-met-so-far = met so far, too short to be sure
judged-from_histogram-meets = not judged by this objective; its histogram meets it
judged-from_histogram-misses = not judged by this objective; its histogram misses it
judged-from_file-meets = not judged by this objective; the figure in its file meets it
judged-from_file-misses = not judged by this objective; the figure in its file misses it
judged-coarse_steps = not judged by this objective; the steps of its histogram are too wide
judged-too_close = too close to decide
judged-too_correlated = slow I/Os came in bursts; test too short to judge
judged-own_lag = missed only because of the generator's own lateness
# The same in a word or two, for brackets and lists.
short-objective_met = objective met
short-objective_missed = objective missed
short-far_beyond_objective = far beyond objective
short-cannot_carry = cannot carry
short-too_correlated = too correlated
short-too_short = too short
short-too_close = too close
short-not_yet_steady = not yet steady
short-own_lag = own lag
short-coarse_steps = coarse steps
short-from_histogram = from histogram
short-from_file = from file
judged-otherwise = for a reason that this version does not know
short-otherwise = unknown reason

## Why a Run ended as it did

# In English the sentence of the record is shown, which is the same; these are its originals for translation.
# $name, $busiest, $longest: names of clients, or of parts of a described storage. $test: how steady state was judged.
cause-interrupted = it was interrupted; the figures cover the time until then
cause-mismatch = the data is not what was written: { $found }
cause-every_operation_failed = every operation failed
cause-target_gone = the target went away ({ $errno })
cause-operations_failed = { $count } operations failed; the first: { $first }
cause-nothing_measured = no operation fell into Measure: nothing was measured. Measure for longer
cause-target_in_memory = the target is on an in-memory file system: no storage was involved
cause-loop_through_page_cache = { $device } accesses its backing file through the page cache, which answered { $share } of the bytes. Attach it with losetup --direct-io=on
cause-page_cache_answered = the page cache answered { $share } of the bytes read
cause-not_from_storage = { $share } of the bytes read never came from the storage: blocks that were never written, or a cache below the file system. Fill the target first: plimsoll prepare
cause-writes_to_page_cache = writes went to the page cache, which acknowledges before storage has them
cause-host_lost = { $host } was lost { $after_s } after the start: the other hosts do not offer its share of the load
cause-hosts_apart = the clock of { $host } is known only to within { $by_ns }, so the hosts may not have started together. Look at the network between them: plimsoll hosts doctor
cause-not_steady = the target was not steady ({ $test }) within { $within_ns }; measured anyway
cause-closed_loop = closed loop: the rate at this much outstanding I/O
cause-closed_loop-rests = closed loop with think time, idle periods or a cap of its own: the rate is what the load asked for, or what the target gave
cause-rate_changed = the offered rate changed during Measure: this Run shows where to look, but decides nothing
cause-too_short_to_judge = too short to say whether the target keeps up
cause-keeps_up-surely = the target keeps up with the offered rate
cause-keeps_up-so-far = no sign that the target falls behind, but too short to be sure
cause-keeps_up-surely-late = the target keeps up with the offered rate; the generator was late (p99 of own lag { $late_ns }), which is included in the response times
cause-keeps_up-so-far-late = no sign that the target falls behind, but too short to be sure; the generator was late (p99 of own lag { $late_ns }), which is included in the response times
cause-falls_behind = the target does not keep up: { $achieved_per_s } of { $offered_per_s } IOPS achieved, the backlog grows by { $backlog_slope_per_s } operations a second
cause-falls_behind-at-cap = the target does not keep up: { $achieved_per_s } of { $offered_per_s } IOPS achieved, the backlog grows by { $backlog_slope_per_s } operations a second; the in-flight cap of { $at_cap } was reached
cause-none_completed = the target does not keep up: none of the { $count } operations of Measure was completed, Drain included
cause-not_answered = the target stopped answering: { $unfinished } of the { $count } operations of Measure were never completed, { $waited_s } of Drain included
cause-silent = the target stopped answering before Measure: what was outstanding ({ $outstanding }) was not completed in { $waited_s }, Drain included
cause-client_not_carried = the target does not keep up with { $name }: { $achieved_per_s } of { $scheduled_per_s } IOPS achieved
cause-not_issued = the generator issued { $issued_per_s } of { $scheduled_per_s } IOPS that its schedule asked for; no evidence about the target
cause-none_issued = the generator was { $late_ns } late and issued no operation within Measure; no evidence about the target. Measure for longer
cause-backlog_not_issued = the generator falls behind its schedule: the backlog grows by { $backlog_slope_per_s } operations a second, most of them not issued; no evidence about the target
cause-missed_through_lateness = the objective is missed as seen from this machine, and not shown to be missed by the storage alone: the generator's own lateness had a part in { $share } of the operations
cause-client_cap = the client's own cap of { $outstanding } outstanding was reached: no evidence about the target
cause-client_cap_reached = the clients' own cap of { $outstanding } outstanding is reached
cause-client_full = the CPUs of { $name } are { $used } busy: the client has no capacity left
cause-client_full-generator = the CPUs of the generator are { $used } busy: the client has no capacity left
cause-late_while_idle = the generator was late although each worker used only { $used } of a CPU: this machine stalled, or its CPUs were busy with other work
cause-workers_busy = each worker used { $used } of a CPU; a target that does its work inside our system calls would look the same
cause-own_rate_cap = the load's own cap was reached: { $achieved_per_s } IOPS
cause-not_filled = only { $outstanding } of the { $asked } outstanding I/Os asked for were in flight: the workers did not get round to submitting
cause-not_filled-idle = only { $outstanding } of the { $asked } outstanding I/Os asked for were in flight: the workers did not get round to submitting, although each used only { $idle_at } of a CPU: this machine stalled
cause-one_run_cannot_tell = { $outstanding } outstanding I/Os gave { $achieved_per_s } IOPS: one Run cannot show whether more outstanding I/O or more workers would have given more
cause-element_full = { $name } is { $used } utilised: it has no capacity left
cause-element_full-instance = { $name } ({ $instance }) is { $used } utilised: it has no capacity left
cause-element_waiting = { $share } of the completion latency is waiting at { $name }
cause-nothing_full = no element is saturated
cause-nothing_full-most = no element is saturated: the busiest, { $busiest }, is { $used } utilised; { $share } of the completion latency is work at { $longest }

## What held a Run on described storage back

# $because: a sentence of the model about the processor or the storage.
held-back-client-cpu = the client's processor: { $because }
held-back-none = none: { $because }
held-back-none-capped = none: the rate was carried; the clients' cap of { $cap } outstanding was reached at times
# $element: the name of a part of the described storage. $used: a percentage. $carries, $offered: rates.
held-back-element = { $element }: { $used } used; about { $carries } IOPS would fill it, and { $offered } were offered, so the clients' cap of { $cap } outstanding was reached
held-back-cap = the clients' cap of { $cap } outstanding: the busiest element, { $element }, is { $used } used
held-back-cap-idle = the clients' cap of { $cap } outstanding: the elements are idle

## Two steps of outstanding I/O

# $outstanding_factor, $rate_factor, $latency_factor: larger step over smaller one. $low, $high: outstanding I/O of both.
flatness-cap = { $outstanding_factor }× the outstanding I/O ({ $low } to { $high }) gave { $rate_factor }× the rate at { $latency_factor }× the latency: a cap
flatness-still_rises = { $outstanding_factor }× the outstanding I/O ({ $low } to { $high }) gave { $rate_factor }× the rate at { $latency_factor }× the latency; it is still rising
flatness-neither = { $outstanding_factor }× the outstanding I/O ({ $low } to { $high }) gave { $rate_factor }× the rate at { $latency_factor }× the latency: neither flat nor rising
flatness-imprecise = { $outstanding_factor }× the outstanding I/O ({ $low } to { $high }) gave { $rate_factor }× the rate at { $latency_factor }× the latency, but the rates are known to { $error } only
flatness-client_workers = { $outstanding_factor }× the outstanding I/O ({ $low } to { $high }) gave { $rate_factor }× the rate at { $latency_factor }× the latency, but each worker's processor was { $busy } busy: more workers would show whether that was the limit
flatness-client_machine = { $outstanding_factor }× the outstanding I/O ({ $low } to { $high }) gave { $rate_factor }× the rate at { $latency_factor }× the latency, but the processors of the client's machine were { $busy } busy

## What a limiter rests on

# Several of these stand in one line, separated by semicolons.
# $words: why a Run ended as it did, from its record.
sign-of_the_run = { $words }
# $words: why a Run ended as it did, from its record.
sign-for_longer = over a longer Run: { $words }
sign-generator_late = the generator was late
sign-kept_by_more_workers = with twice the workers it kept the schedule
sign-late_with_more_workers = with twice the workers it was late as well
sign-higher_cap = with an in-flight cap of { $higher } instead of { $cap } the rate rose by { $gain }
sign-met_then_missed = met at one rate and missed just above it
sign-missed_when_light = missed even at the lightest load that was tried
sign-cap_was_full = the in-flight cap of { $cap } was reached in the test that failed
sign-target_or_cap = the target, or a cap in front of it
sign-not_confirmed = the line was not confirmed
sign-offered_rates_alone = Runs at offered rates alone do not show what set the line
sign-target_changed = the target changed during the search
sign-paused = I/O paused: in the storage itself, or because of a throttle or a neighbour
sign-far_below_maximum = the maximum is many times higher: an intermittent throttle, or a long tail of latency, keeps the line so far below it
sign-not_placed = the line may lie anywhere in a wide interval
sign-machine_disturbed = this machine stood still for most of the time
sign-flat_ladder = { $rate } IOPS at every depth from { $shallow } to { $deep } outstanding, with response times in proportion: a throttle
sign-others_had_processors = other programs used much of this machine's CPU time
sign-step = { $outstanding_factor }× the outstanding I/O ({ $low } to { $high }) gave { $rate_factor }× the rate (± { $error }) at { $latency_factor }× the latency
sign-step-exact = { $outstanding_factor }× the outstanding I/O ({ $low } to { $high }) gave { $rate_factor }× the rate at { $latency_factor }× the latency
sign-still_rose = the rate still rose at { $outstanding } outstanding
sign-most_outstanding = { $outstanding } were outstanding: more was not tried
sign-depth_not_used = at twice the queue depth only { $outstanding } were outstanding
sign-not_filled = only { $low } of the { $low_asked } requested I/Os were outstanding, and { $high } of { $high_asked }
sign-never_more = never more than { $most } were outstanding, and steadily about that many
sign-not_submitted = the workers cannot submit as much as was asked
sign-one_more_worker = one more worker still raised the rate by more than 5 %
sign-more_workers_raised = twice the workers raised it by { $gain }
sign-more_workers_not_run = more workers were not tried
sign-more_workers_did_not = more workers did not raise the rate
sign-neither_raised = more outstanding I/O and more workers left the rate flat
sign-workers_busy = each worker's processor was { $busy } busy
sign-workers_idle = each worker's processor was only { $busy } busy
sign-workers_not_full = the workers' processors were not saturated
sign-generator_used = the generator used { $used } of all processors
sign-machine_full = the processors of this machine were { $busy } busy, other programs' work included
sign-not_stationary = rate x latency is { $share } of the outstanding I/O: the load was not stationary
# $run: the name of a Run, one of `run-name-…`.
sign-run_failed = the Run '{ $run }' was refused or failed
sign-too_few_runs = not enough Runs yet
sign-nothing_alone = nothing completed at a light load
sign-alone = alone an operation takes { $ns }
sign-faster_than_storage = faster than any storage: memory answered
sign-too_few_to_say = too few operations to judge how evenly they complete
sign-even = completions are evenly spaced (dispersion { $dispersion })
sign-even_seconds = every second has the same number of completions (dispersion { $dispersion }), in batches
sign-even_seconds_alone = every second has the same number of completions (dispersion { $dispersion })
sign-even_batches = completions come in batches that add up to a steady count (wander { $wander })
sign-even_mostly = but for stalls, completions are evenly spaced (dispersion { $dispersion })
sign-uneven = completions come unevenly (dispersion { $dispersion })
sign-as_service_varies = this is typical where service times vary
sign-too_even = completions are more even (dispersion { $dispersion }) than saturated servers produce: alone, service times vary by { $share }
sign-service_is_alike = alone, service times vary by only { $share }, which does not explain it: perhaps a throttle that grants slices of time, or intermittent background work
sign-idle_servers = on average only { $places } operations are in service at once: the storage is idle part of the time
sign-unseen_work = background work in the storage, or a noisy neighbour
sign-most_pass = the median latency is { $share } of the mean: most operations pass at once, a few wait for the throttle's next allotment
sign-few_wait = the median latency is { $share } of the mean: most operations pass at once and a few wait long, which fits a throttle and fits storage that pauses
sign-longer_than_a_round = with little outstanding, latency varies by { $share } of its mean while completions stay even: operations wait for a throttle's next allotment, not for a server
sign-rounds = some operations wait for a whole service time and others not at all: { $places } servers, all busy
sign-differ_alone = alone, service times vary by { $share }: the rate of a single server would vary as much
sign-one_server = a single server with that constant service time would look the same
sign-no_size_told = no block size that was tried could distinguish an IOPS cap from { $places } servers with constant service time
sign-other_size = with blocks of { $block_size_bytes } { $rate_per_s } at { $alone_ns } alone
sign-same_rate = the rate stays the same although the work per operation differs
sign-same_work = the work per operation hardly changed: bytes are counted, or a bucket had burst credits left
sign-rate_follows_work = the rate changes with the work per operation

## Questions that a further Run answers

question-workers_processor = was it the workers' processor?
question-carried = was the rate carried?
question-own_cap = was it our own cap?
question-as_long = the same load, as long as the others
question-outstanding = does more outstanding I/O raise the rate?
question-workers = do more workers raise the rate?
question-alone = how long does an operation take when nothing waits?
question-rounds = do some operations wait a whole service time and others none?
question-size = does the rate change with the work per operation?
question-size_alone = how long does an operation of that size take?

## Names of further Runs

# A Run is known by what it does otherwise than the one that is judged.
run-name-again = again
run-name-longer = the same for longer
run-name-more-workers = more workers at this rate
run-name-higher-cap = a higher in-flight cap
run-name-light = light
run-name-depth = depth { $depth }
run-name-round = depth { $depth }, a round and a half
run-name-workers = { $workers } workers
run-name-size = blocks of { $size }
run-name-size-light = blocks of { $size }, light

## What would decide a limiter

decides-of_the_run = { $words }
# $run: one of the names above. $question: one of the questions above.
decides-run = { $run }: { $question }
decides-light_run = a Run at a light load
decides-for_longer = the same for longer
decides-runs_for_longer = the same Runs for longer
decides-quieter = the same on a quieter machine
decides-longer_and_quieter = the same Runs for longer, on a quieter machine
decides-quieter_other_engine = the same Runs on a quieter machine, and with another engine
decides-higher_cap = the same search with a higher --max-outstanding than { $cap }
decides-engine_or_cap = another engine, or a higher cap of the client
decides-without_rests = the same load without pauses: a pausing slot issues less than it could
decides-larger_working_set = a working set larger than the memory that may hold it
decides-other_sizes = Runs with smaller and larger blocks: saturated servers change their rate with the work per operation, a throttle does not
decides-sizes_or_settings = sizes at which the work of an operation differs, or the settings of the volume
decides-settings = the settings of the volume, or of what it lies on

## What happened in a Run

# An episode is told in clauses, separated by semicolons. $before, $worst: a rate or a latency with its unit. $time: a span.
# $meaning: what a gap may mean, a clause of its own.
episode-gap = nothing was recorded for { $time }: { $meaning }
episode-gaps = nothing was recorded for { $time } in { $gaps } gaps: { $meaning }
machine-stood-still = this machine stood still, and the storage was not measured
episode-outage = almost no I/O succeeded for { $time }
episode-outage-before = almost no I/O succeeded for { $time } (before: { $before })
# $operations chooses the plural, $count is the same number as it is printed.
episode-errors-for = { $operations ->
    [one] 1 operation failed in { $time }
   *[other] { $count } operations failed in { $time }
}
episode-errors-from-then = { $operations ->
    [one] 1 operation failed from then on
   *[other] { $count } operations failed from then on
}
episode-rate-fell-for = the rate fell from { $before } to { $worst } for { $time }
episode-rate-fell-for-to = the rate fell to { $worst } for { $time }
episode-rate-fell-open = the rate fell from { $before } to { $worst }
episode-rate-fell-open-to = the rate fell to { $worst }
episode-rate-fell-stayed = the rate fell from { $before } to { $worst } and stayed there
episode-rate-fell-stayed-to = the rate fell to { $worst } and stayed there
episode-rate-rose-for = the rate rose from { $before } to { $worst } for { $time }
episode-rate-rose-for-to = the rate rose to { $worst } for { $time }
episode-rate-rose-open = the rate rose from { $before } to { $worst }
episode-rate-rose-open-to = the rate rose to { $worst }
episode-rate-rose-stayed = the rate rose from { $before } to { $worst } and stayed there
episode-rate-rose-stayed-to = the rate rose to { $worst } and stayed there
episode-response-rose-for = the response time rose from { $before } to { $worst } for { $time }
episode-response-rose-for-to = the response time rose to { $worst } for { $time }
episode-response-rose-open = the response time rose from { $before } to { $worst }
episode-response-rose-open-to = the response time rose to { $worst }
episode-response-rose-stayed = the response time rose from { $before } to { $worst } and stayed there
episode-response-rose-stayed-to = the response time rose to { $worst } and stayed there
episode-response-fell-for = the response time fell from { $before } to { $worst } for { $time }
episode-response-fell-for-to = the response time fell to { $worst } for { $time }
episode-response-fell-open = the response time fell from { $before } to { $worst }
episode-response-fell-open-to = the response time fell to { $worst }
episode-response-fell-stayed = the response time fell from { $before } to { $worst } and stayed there
episode-response-fell-stayed-to = the response time fell to { $worst } and stayed there
# $period: from one repeat to the next. $quiet: how long next to nothing succeeded, of all repeats together.
episode-pattern-rate = a pattern repeats every { $period }, { $repeats } times: rate between { $rate_low } and { $rate_high }
episode-pattern-rate-quiet = a pattern repeats every { $period }, { $repeats } times: rate between { $rate_low } and { $rate_high }; almost no I/O succeeded for { $quiet } in total
episode-pattern-response = a pattern repeats every { $period }, { $repeats } times: response time between { $time_low } and { $time_high }
episode-pattern-response-quiet = a pattern repeats every { $period }, { $repeats } times: response time between { $time_low } and { $time_high }; almost no I/O succeeded for { $quiet } in total
episode-pattern-both = a pattern repeats every { $period }, { $repeats } times: rate between { $rate_low } and { $rate_high }, response time between { $time_low } and { $time_high }
episode-pattern-both-quiet = a pattern repeats every { $period }, { $repeats } times: rate between { $rate_low } and { $rate_high }, response time between { $time_low } and { $time_high }; almost no I/O succeeded for { $quiet } in total
episode-drift-rate = a slow drift over the whole Run: the rate { $before } → { $worst }
episode-drift-rate-to = a slow drift over the whole Run: the rate to { $worst }
episode-drift-response = a slow drift over the whole Run: the response time { $before } → { $worst }
episode-drift-response-to = a slow drift over the whole Run: the response time to { $worst }
episode-rate-rise-for = a steady rise of the rate from { $before } to { $worst } for { $time }
episode-rate-rise-for-to = a steady rise of the rate to { $worst } for { $time }
episode-rate-rise-to-end = a steady rise of the rate from { $before } to { $worst }, until the Run ended
episode-rate-rise-to-end-to = a steady rise of the rate to { $worst }, until the Run ended
episode-rate-fall-for = a steady fall of the rate from { $before } to { $worst } for { $time }
episode-rate-fall-to-end = a steady fall of the rate from { $before } to { $worst }, until the Run ended
episode-response-rise-for = a steady rise of the response time from { $before } to { $worst } for { $time }
episode-response-rise-for-to = a steady rise of the response time to { $worst } for { $time }
episode-response-rise-to-end = a steady rise of the response time from { $before } to { $worst }, until the Run ended
episode-response-rise-to-end-to = a steady rise of the response time to { $worst }, until the Run ended
episode-response-fall-for = a steady fall of the response time from { $before } to { $worst } for { $time }
episode-response-fall-to-end = a steady fall of the response time from { $before } to { $worst }, until the Run ended
longest-wait = longest wait { $wait }
longest-wait-usually = longest wait { $wait } (usually { $usual })
response-time = response time { $before } → { $worst }
worst-after = at its worst after { $time }
up-to-waited = { $operations ->
    [one] up to 1 operation waited
   *[other] up to { $count } operations waited
}
operations-failed = { $count } operations failed
recovered-after = recovered { $time } after it began
not-over-yet = not over yet
not-over-at-end = not over when the Run ended
did-not-come-back = the rate did not return to its earlier level
# While a Run goes on. $time: since the start of Measure. $kind: one of those below. $sentence: the clauses above.
on-the-way = at { $time }: { $kind }: { $sentence }
kind-outage = outage
kind-gap = gap
kind-errors = errors
kind-dip = dip
kind-drop = drop
kind-surge = surge
kind-rise = rise
kind-slow = slow
kind-slower = slower
kind-quick = quick
kind-quicker = quicker
kind-periodic = periodic
kind-drift = drift
moment-hours = { $hours } h { $minutes } m { $seconds } s

## Notes beside a time line

note-no_record = the Run has no record ({ $state }): the time line shows the intervals that were kept
note-marks_left_out = marks are left out: on the virtual clock there is no time of day
note-marks_undated = marks are left out: the imported file does not give the date of the Run
note-marks_without_record = without a record the start of Measure, and so the place of each mark, is known only to a few tenths of a second
note-marks_of_import = the start of an imported Run is known to the second at best: each mark may be off by that much
note-recorder_stood_still = the recorder stood still for { $length_s } at { $at_s } and wrote the rows of that time all at once afterwards
note-ends_before_the_run = the rows end { $length_s } before the Run: the time line and its mean rate leave that time out
note-no_intervals = no interval of Measure was kept: there is nothing to judge
note-few_intervals-import = { $intervals ->
    [one] only { $intervals } interval: a log with shorter intervals, or a longer Run, would show more
   *[other] only { $intervals } intervals: a log with shorter intervals, or a longer Run, would show more
}
note-few_intervals-longer = { $intervals ->
    [one] only { $intervals } interval: a longer Run would show more
   *[other] only { $intervals } intervals: a longer Run would show more
}
note-few_intervals-campaign = { $intervals ->
    [one] only { $intervals } interval: interval = '{ $interval }' in the campaign file would show more
   *[other] only { $intervals } intervals: interval = '{ $interval }' in the campaign file would show more
}
note-few_intervals-run = { $intervals ->
    [one] only { $intervals } interval: 'plimsoll run --interval { $interval }' would show more
   *[other] only { $intervals } intervals: 'plimsoll run --interval { $interval }' would show more
}
# The same as advice by itself.
to-see-more-import = a log with shorter intervals, or a longer Run, would show more
to-see-more-longer = a longer Run would show more
to-see-more-campaign = interval = '{ $interval }' in the campaign file would show more
to-see-more-run = 'plimsoll run --interval { $interval }' would show more

## Clients and targets side by side

# $kind: the name of their table in a file. $number: how many they are, two or more.
members-client = { $number } clients
members-client-of-kind = { $number } clients { $kind }
members-target = { $number } targets
members-target-of-kind = { $number } targets { $kind }
# $whose: one of the messages above. $figures: several of those below, separated by commas.
spread = { $whose }: { $figures }
spread-offered = { $whose }, { $offered } IOPS offered by each: { $figures }
spread-all-served = all of it served
spread-served = { $low } to { $high } of it served
spread-rate = { $rate } IOPS each
spread-rates = { $low } to { $high } IOPS each
# $factor: the most IOPS over the fewest.
spread-rates-apart = { $low } to { $high } IOPS each (most / fewest { $factor })
latency-mean = mean { $span }
latency-mean-range = mean { $low } to { $high }
latency-p99 = p99 { $span }
latency-p99-range = p99 { $low } to { $high }
clients-not-apart = { $clients } clients: --per-client has the figures of each
# Headings of the table, and the names of its rows where members are too many to list.
column-offered = offered
column-share = share
column-bytes = bytes/s
column-mean = mean
column-count = n
column-failed = failed
row-best = best: { $name }
row-median = median: { $name }
row-worst = worst: { $name }

## Simulated storage that makes no difference between sizes

# $first, $last: block sizes, shares of reads, or patterns of addresses.
alike-block_size-range = { $target }: in this model, block sizes from { $first } to { $last } cannot change IOPS, so equal IOPS and the bytes per second of these sizes prove nothing
alike-block_size-pair = { $target }: in this model, block sizes { $first } and { $last } cannot differ in IOPS, so equal IOPS and the bytes per second of these sizes prove nothing
alike-read-range = { $target }: in this model, a share of reads from { $first } to { $last } cannot change IOPS, so equal IOPS there prove nothing
alike-read-pair = { $target }: in this model, { $first } and { $last } reads cannot differ in IOPS, so equal IOPS there prove nothing
alike-pattern-pair = { $target }: in this model, { $first } and { $last } cannot differ in IOPS, so equal IOPS there prove nothing
# The same of several of them; $settings: a list of the parts that follow.
alike-several-sizes = { $target }: in this model, IOPS cannot differ { $settings }, so equal IOPS and the bytes per second of these sizes prove nothing
alike-several = { $target }: in this model, IOPS cannot differ { $settings }, so equal IOPS there prove nothing
alike-between-block_size-range = between block sizes from { $first } to { $last }
alike-between-block_size-pair = between block sizes { $first } and { $last }
alike-between-read-range = between shares of reads from { $first } to { $last }
alike-between-read-pair = between { $first } and { $last } reads
alike-between-pattern-pair = between { $first } and { $last }

## Rounds of a suite

# A place in a sentence about a rest: between which rounds.
within-round = within round { $round }
between-rounds = between rounds { $after } and { $before }
rested-within = The target rested for { $rest } within round { $after }. A rest changes the state of the target, so steady state is judged only by rounds that began after it.
rested-between = The target rested for { $rest } between rounds { $after } and { $before }. A rest changes the state of the target, so steady state is judged only by rounds that began after it.

## What a comparison leaves out

# $state: one of the states below. $told: the reason, a sentence.
left-no_record = Run { $run }: { $state }, it has no record
left-not_finished = Point { $point } of campaign { $campaign }: { $state }
left-not_finished-told = Point { $point } of campaign { $campaign }: { $state } ({ $told })
left-no_answer = campaign { $campaign }: { $state }, it has no answer
left-same_file = Run { $run }: imported from the same file as Run { $as_run }, not a repeat
left-same_seed = Run { $run }: the same as Run { $as_run } (virtual clock, same seed), not a repeat
# How a Run, a Point or a campaign stands, as in the store.
state-planned = planned
state-running = running
state-stopping = stopping
state-finished = finished
state-interrupted = interrupted
state-abandoned = abandoned
state-failed = failed
state-skipped = skipped

## English only

level-unreadable = the level '{ $name }' cannot be read: '{ $text }'
level-unreadable-now = Write it as 'mean <= 20ms', 'p99 <= 100ms', 'p99(sync) <= 10ms' or 'rate >= 4000'.
quantity-unreadable = cannot read '{ $text }': write '20000 IOPS', '93.75 MiB/s' or '10 IOPS/GB'
quantity-zero = '{ $text }' promises nothing: the value must be above zero
