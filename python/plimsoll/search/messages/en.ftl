## Strategies of a campaign

# The name of a strategy, what it finds, and what a plan says of each Point.
strategy-grid = grid
strategy-grid-summary = each load for a fixed time
strategy-grid-each = each load for a fixed time
strategy-maximum = maximum
strategy-maximum-summary = the most that the target can do
strategy-maximum-each = the maximum of each
strategy-load_line = load line
strategy-load_line-summary = the highest rate that meets the objective
strategy-load_line-each = the load line of each

## Progress of a search

# The load of a Run: a rate, or a queue depth times workers.
load-rate = { $rate } IOPS
load-depth = depth { $depth } × { $workers }
# Why it ran.
role-maximum = maximum
role-reference = reference
role-probe = probe
role-hold_low = hold low
role-hold_high = hold high
role-run = run
role-grid = grid
# What it came to; without a verdict the outcome of the Run.
probe-carried = carried
probe-pass = pass
probe-fail = fail
probe-undecided = undecided
# $role, $load, $found: as above. $why: a reason of a verdict.
progress = { $role } { $load }: { $found }, { $achieved } achieved
progress-why = { $role } { $load }: { $found } ({ $why }), { $achieved } achieved
progress-p99 = { $role } { $load }: { $found }, { $achieved } achieved, p99 { $p99 }
progress-why-p99 = { $role } { $load }: { $found } ({ $why }), { $achieved } achieved, p99 { $p99 }

## Why a search ended

reason-interval_narrow_enough = the interval is as narrow as requested
reason-both_held = holds confirmed both ends
reason-line_moves = holds confirmed both ends, but other Runs met or missed the objective beyond them: the line moves, and the interval is that of all Runs
reason-too_close_to_decide = probes nearer to the line stayed undecided within their limits: the interval is wider
reason-probe_limit = the limit on the number of probes was reached: the interval is wider
reason-time_limit = the limit on test time was reached: the interval is wider
reason-client_bound = the client's limit was reached before the target's: the line is at least the low end
reason-no_upper_end = nothing failed within the limits: the line is at least the low end
reason-not_confirmed = no hold has passed at the low end within the limits
reason-objective_not_met = the objective is not met at any rate
reason-above_range = the objective was still met at the highest rate of the range: the line lies above it
reason-below_range = the objective was missed at the lowest rate of the range: the line lies below it
reason-objective_needed = no default objective fits this target
reason-target_changed = the target changed during the search: Runs at the same load contradict each other
reason-machine_disturbed = this machine was stalled for most of the time, so little of the storage was measured
reason-pauses_break_objective = pauses of the storage break the objective at any rate
reason-undecided = no probe could be decided within its limits
reason-read_from_runs = read from stored Runs, without a search
reason-closed_loop_only = there are only closed loops: they bound the line from above
reason-stopped = it was interrupted
reason-failed = the target failed
reason-stopped_answering = the target stopped answering, Run after Run
# $p99: a response time, at the light load of $rate IOPS.
no-pass-not-met = the objective is not met at any rate
no-pass-not-met-p99 = the objective is not met at any rate (p99 at { $rate } IOPS: { $p99 })
no-pass-late = the client was late even at a light load
no-pass-late-p99 = the client was late even at a light load (p99 at { $rate } IOPS: { $p99 })
no-pass-undecided = no probe could be decided within its limits
no-pass-undecided-p99 = no probe could be decided within its limits (p99 at { $rate } IOPS: { $p99 })
no-objective-no-p99 = no default objective: fewer than 1,000 operations at a tenth of the maximum, too few for a p99. Set one with --objective
no-objective = no default objective fits the p99 of { $p99 } at a tenth of the maximum: set one with --objective
nothing-completed = nothing completed in the closed loop

## Remarks beside the answer of a search

# $rate and other rates have their unit, spans have theirs. $because, $reasons: texts of records.
event-objective_chosen-alone = objective: { $objective } (chosen: at least four times the p99 at a tenth of the maximum, { $p99_ns })
event-objective_chosen-intervals = objective: { $objective } (chosen: at least twice the p99 that nine in ten intervals keep at a tenth of the maximum, { $p99_ns })
event-objective_chosen-completion = objective: { $objective } (chosen: at least four times the p99 completion latency at a tenth of the maximum, { $p99_ns }; this machine delayed most operations there)
event-objective_chosen-before = objective: { $objective } (chosen by campaign { $campaign } of this store and kept, so that the answers compare; the p99 at a tenth of the maximum is { $p99_ns })
event-maximum_is_a_lower_bound-most_workers = one more worker raised IOPS by more than 5 %: the maximum is a lower bound
event-maximum_is_a_lower_bound-most_outstanding = IOPS still rose at { $outstanding } outstanding: the maximum is a lower bound
event-started_nearby = the lines of similar workloads lie at { $share } of their maximum: the search starts there
event-horizon_counts = { $rate } met the objective for { $passed_for_s }, and { $failed_at } did not for { $failed_for_s }: the length of the test decides (a cache that fills, burst credits that run out)
event-high_capped = the closed loop reached { $maximum }: the line lies below { $rate }
event-machine_was_busy = other programs, or the hypervisor, used { $others } of this machine's processors and affected { $disturbed } of the operations: the answer is the rate that this machine gets, not the limit of the storage
event-throttle_seen = { $rate } at every depth from { $shallow } to { $deep } outstanding: a throttle, so the search starts at its rate
event-target_changed-reference_moved = the same { $rate } took { $earlier_ns } after { $earlier_at_s } and { $later_ns } after { $later_at_s } of the search
event-target_changed-runs_contradict = { $dismissed } of { $clear } clear Runs contradict the others wherever the line lies
event-machine_disturbed = this machine was stalled or busy with other work for { $disturbed } of the time
event-pauses_seen-one = the storage paused once for { $longest } in { $watched }: { $share } of the time, which the objective allows
event-pauses_seen-several = the storage paused { $pauses } times in { $watched }, for up to { $longest }: { $share } of the time ({ $low } to { $high }), which the objective allows
event-pauses_seen-broken = the storage paused { $pauses } times in { $watched }, for up to { $longest }: { $share } of the time, more than the objective allows
event-pauses_seen-broken_once = the storage paused once for { $longest } in { $watched }: { $share } of the time, more than the objective allows
event-percentile_kept = { $percentile } keeps the bound up to { $rate }
event-more_time = to halve the width of the interval, run four times as long: find --time { $minutes }m
event-read_from_runs-one = read from 1 stored Run of { $length } at { $rate }, without new Runs
event-read_from_runs-one_rate = read from { $runs } stored Runs of { $length } at { $rate }, without new Runs
event-read_from_runs-several = read from { $runs } stored Runs of { $length } at { $rates } offered rates from { $lowest } to { $highest }, without new Runs
event-rejudged-one = 1 Run was not judged by this objective: its histogram gives an estimate of the operations beyond it, not a verdict, and confirms neither end
event-rejudged-several = { $runs } Runs were not judged by this objective: their histograms give an estimate of the operations beyond it, not a verdict, and confirm neither end
event-rejudged-file_one = 1 Run was imported: the figure in its file is compared, which is no verdict and confirms neither end
event-rejudged-file_several = { $runs } Runs were imported: the figures in their files are compared, which is no verdict and confirms neither end
event-between_rows-latencies = { $met_at } met the objective ({ $met_ns }) and { $rate } missed it ({ $missed_ns }); between them the line follows the curve through all rates
event-between_rows-full = { $met_at } met the objective, and more than { $rate } was not carried: the line lies between them
event-between_rows-closed = { $met_at } met the objective, and the closed loop missed it at { $rate }: the line lies between them
event-latency_taken-completion = these files have no response time: completion latency is compared, which { $program } counts from submission; it leaves out the slot wait
event-latency_taken-after_submission = these files have no response time: { $program }'s clat is compared, which begins after submission; it leaves out submission and slot wait
event-latency_taken-total = these files have no response time: { $program }'s lat is compared, which includes submission; it leaves out the slot wait
event-rate_taken = these files do not have the offered rate: the achieved rate is used instead, since far fewer I/Os were outstanding than the loop allows
event-lacking_figure-one = 1 Run was left out: its file does not have the figure of the objective
event-lacking_figure-several = { $runs } Runs were left out: their files do not have the figure of the objective
event-runs_left_out-one = 1 Run is no evidence about the line: { $reasons }
event-runs_left_out-several = { $runs } Runs are no evidence about the line: { $reasons }
event-closed_loop_only = { $because }
event-late = the generator was late at { $rate }: that rate is offered again
event-more_workers = the generator was late: { $workers } workers from here on
event-cached-because = the page cache answered: the figures describe the cache, not the storage ({ $because })
event-cached-seen = the page cache answered: the figures describe the cache, not the storage
event-failure_by_chance-probe = { $rate } failed once and passed when repeated
event-failure_by_chance-hold = { $rate } passed twice when held again, also after overload
event-pass_by_chance = { $rate } passed once, but not when repeated
event-non_monotone-twice = the objective is missed at { $rate } and met at { $met_at }, each twice: it is not met everywhere below the line
event-non_monotone-moved = the objective was missed at { $rate } and met at { $met_at }: the line moved between these Runs
event-non_monotone-moved_often = the objective was missed at { $rate } and met at { $met_at }, and so at { $more } more rates: the line moved between these Runs
event-two_regimes = { $rate } passes after a rest and fails after overload, twice
event-client_bound = the client cannot offer { $rate } for the length of a hold
event-high_passed = the hold at { $rate }, meant as the upper end, passed
event-high_undecided-undecided = the hold at { $rate } was too close to call
event-high_undecided-disturbed = the hold at { $rate } was disturbed by this machine and confirms nothing
event-high_undecided-client = the client could not offer { $rate } for the length of the hold
event-high_not_confirmed = no hold has failed at { $rate }: that end rests on probes
event-low_failed = the hold at { $rate }, meant as the lower end, failed
event-raised_from_below = the hold at { $rate } passed after a lighter test: burst credits or the like, saved up meanwhile, may have helped
event-low_undecided-undecided = the hold at { $rate } was too close to call
event-low_undecided-disturbed = the hold at { $rate } was disturbed by this machine and confirms nothing
event-low_undecided-client = the client could not offer { $rate } for the length of the hold
event-end_not_narrowed = the hold at { $rate }, nearer to the line, was too close to call: the interval stays as wide
event-low_not_confirmed = no hold has passed at { $rate }: do not rely on it

## Why a Point of a campaign has no answer

# $outcome: the outcome of a Run; $because: why, a sentence of its record. $error: an error's sentence.
point-error = { $error }
point-run_ended = { $outcome }: { $because }
point-nothing_completed = nothing completed in the closed loop
point-search_ended = { $because }
point-setting_changed = the setting '{ $setting }' changed from '{ $was }' to '{ $now }'
point-setting_changed-times = the setting '{ $setting }' changed from '{ $was }' to '{ $now }', { $times } times
point-setting_unreadable = the setting '{ $setting }' cannot be read back: { $error }
point-setting_unreadable-times = the setting '{ $setting }' cannot be read back: { $error }, { $times } times
point-time_limit = the time limit of { $limit } was reached before it
point-rounds_steady = steady state was reached in round { $round }
point-rounds_written = { $written } times the capacity was written by round { $round }
point-share_of_lower_bound = { $share } of { $maximum }, which is not the maximum of the target: the generator was saturated there, or the page cache answered

## A line that was read from Runs

no-evidence = none of the Runs is evidence about the target
none-missed = no offered rate missed the objective
none-met = no offered rate met the objective
none-met-silent = no offered rate met the objective; { $silent } of { $runs } Runs are no evidence about it
not-offered = the client could not offer { $rate }: the line is at least the low end
figure-without-distribution = the imported files have this figure but not the distribution that it comes from, and the figure alone does not bound the line
none-clear = no Run clearly met or clearly missed the objective: longer Runs would decide
# Of a Run that has no verdict, in a list of reasons with their numbers.
not-judged = not judged
# How many Runs have that reason.
runs-and-why = { $runs } { $why }
length-unknown = unknown length
lengths = { $shortest } to { $longest }
# A ladder of queue depths in a closed loop. $latency: a statistic and a time, such as p99 1.2 ms.
closed-without-figure = there are only closed loops, and none of them has the figure of the objective
latency-figure = { $statistic } { $value }
latency-range = { $statistic } { $low } to { $high }
step-depth = { $outstanding } outstanding ({ $rate }, { $latency })
step-depth-followed = { $outstanding } outstanding ({ $rate }, { $latency }, which is outstanding ÷ rate)
step-rate = { $rate }, { $latency }
step-rate-followed = { $rate }, { $latency }, which is outstanding ÷ rate
# $met, $missed: a step of the ladder, one of the four messages above.
closed-met-unbound = the closed loop met the objective up to { $met } and never missed it: no open load was run, so its line has no bound
closed-met-missed = the closed loop met the objective up to { $met } and missed it at { $missed }: an open load, which does not wait for completions, misses it there too
closed-met-one-depth = the closed loop met the objective up to { $met } and missed it at { $missed }: an open load, which does not wait for completions, misses it there too; at one depth the latency is no more than depth ÷ rate, so a lighter load may be far faster
closed-met-clearly-unbound = the closed loop clearly met the objective up to { $met } and never missed it: no open load was run, so its line has no bound
closed-met-clearly-missed = the closed loop clearly met the objective up to { $met } and missed it at { $missed }: an open load, which does not wait for completions, misses it there too
closed-met-clearly-one-depth = the closed loop clearly met the objective up to { $met } and missed it at { $missed }: an open load, which does not wait for completions, misses it there too; at one depth the latency is no more than depth ÷ rate, so a lighter load may be far faster
closed-no-depth-unbound = the closed loop neither met nor missed the objective at any depth: no open load was run, so its line has no bound
closed-no-depth-missed = the closed loop met the objective at no depth and missed it at { $missed }: an open load, which does not wait for completions, misses it there too
closed-no-depth-one-depth = the closed loop met the objective at no depth and missed it at { $missed }: an open load, which does not wait for completions, misses it there too; at one depth the latency is no more than depth ÷ rate, so a lighter load may be far faster
closed-no-depth-clearly-unbound = the closed loop neither met nor missed the objective clearly at any depth: no open load was run, so its line has no bound
closed-no-depth-clearly-missed = the closed loop clearly met the objective at no depth and missed it at { $missed }: an open load, which does not wait for completions, misses it there too
closed-no-depth-clearly-one-depth = the closed loop clearly met the objective at no depth and missed it at { $missed }: an open load, which does not wait for completions, misses it there too; at one depth the latency is no more than depth ÷ rate, so a lighter load may be far faster
closed-no-rate-unbound = the closed loop neither met nor missed the objective at any rate: no open load was run, so its line has no bound
closed-no-rate-missed = the closed loop met the objective at no rate and missed it at { $missed }: an open load, which does not wait for completions, misses it there too
closed-no-rate-one-depth = the closed loop met the objective at no rate and missed it at { $missed }: an open load, which does not wait for completions, misses it there too; at one depth the latency is no more than depth ÷ rate, so a lighter load may be far faster
closed-no-rate-clearly-unbound = the closed loop neither met nor missed the objective clearly at any rate: no open load was run, so its line has no bound
closed-no-rate-clearly-missed = the closed loop clearly met the objective at no rate and missed it at { $missed }: an open load, which does not wait for completions, misses it there too
closed-no-rate-clearly-one-depth = the closed loop clearly met the objective at no rate and missed it at { $missed }: an open load, which does not wait for completions, misses it there too; at one depth the latency is no more than depth ÷ rate, so a lighter load may be far faster
# Lines between the rows of files of other programs.
file-steps-too-wide = the distributions in the files are too coarse: the bound lies inside a step, so the share of slower operations is unknown
file-full-at-every-rate = the generator reached its own limit of outstanding I/O at every rate
file-full-above = above that rate the generator reached its own limit of outstanding I/O: the line is at least the low end
file-nothing-carried = no rate in the files was carried
file-none-missed = no rate in the files missed the objective
file-no-upper-end = the rates in the files together show no upper end, though { $missed } of { $runs } Runs missed the objective
file-none-met = no rate in the files met the objective
file-none-clearly-met = no rate in the files clearly met the objective, though { $met } of { $runs } Runs met it
file-too-close = the figures in the files lie too close to the bound
runs-disagree = Runs at the same rate disagree ({ $low } and { $high } at { $rate }), so they are not of one system: choose one with --configuration, or import them separately

## English only

answer-damaged = the answer of a search is not what it should be: { $why }
answer-damaged-now = Restore a copy of it, or read another store; it was left as it is
errors-not-told = these Runs were imported, and their files do not say how many operations failed
errors-not-told-now = Leave errors out of the objective.
not-in-histograms = '{ $objective }' cannot be read from Runs that were not judged by it: their histograms do not have it
not-in-histograms-now = Give a percentile or a mean (p99 <= 5ms, mean <= 1ms) or errors <= 0.1%, or run the sweep again with this objective.
no-response-time = these Runs were imported, and their files do not give response time: other programs start their clock when an operation is submitted
no-response-time-now = Ask for that latency: --objective '{ $objective }'.
only-of-read = this file has { $statistic } of reads only
only-of-write = this file has { $statistic } of writes only
only-of-read-and-write = this file has { $statistic } of reads and of writes, not of both together
only-of-now = Ask for one: --objective '{ $objective }'.
syncs-not-told = these Runs were imported, and their files do not give the latency of syncs
syncs-not-told-now = fio gives it since version 3.4, in its normal and JSON output.
no-syncs = these Runs were imported, and there are no syncs (fsync, fdatasync) in their files
no-syncs-now = Give an objective on writes or on all operations.
file-lacks-read = this file has no { $statistic } of reads
file-lacks-write = this file has no { $statistic } of writes
file-lacks-flush = this file has no { $statistic } of syncs
file-lacks-all = this file has no { $statistic } of all operations together
file-lacks-now = Give an objective on a figure that the file has, such as a mean.
run-lacks = a Run has no { $metric } of { $kind } operations
run-lacks-syncs = a Run has no { $metric } of syncs
run-lacks-at-rate = a Run at { $rate } IOPS has no { $metric } of { $kind } operations
run-lacks-syncs-at-rate = a Run at { $rate } IOPS has no { $metric } of syncs
run-lacks-now = Give an objective on a kind of operation that these Runs did.
