## Answer

found = Found: { $because }.
absent = No limit found: { $because }.
inconclusive = Inconclusive: { $because }.
# The verdict of the page.
verdict-found = found
verdict-absent = absent
verdict-inconclusive = inconclusive
absent-short = No limit found up to the highest load tried.
inconclusive-short = Inconclusive: no cap is proven.
over-the-sizes = By volume size: { $law }
only-seen = In { $unproven } of { $cells } cases the cap was seen, but not proven.
ties = { $laws ->
     [one] { $laws } other law fits
    *[other] { $laws } other laws fit
    } as well.
# In lists of reports.
title-limits = Limits
about-limits = what cap was found, which laws the data refutes and which are tied

## First screen

# Several caps, as of reads and of writes, are joined by it.
either = { $first } or { $other }
# What no block reaches: 8,661 IOPS, if bytes were free.
less-than = less than { $cap }
cap-read = { $cap } of reads
cap-write = { $cap } of writes
head-capped-at = Capped at { $caps }.
head-policy_cap-at = Capped at { $caps } by a throttle.
head-cache-at = Capped at { $caps } by a cache.
head-target-at = The target is full at { $caps }.
head-capped-at-of = Capped at { $caps }; { $volumes } volumes.
head-policy_cap-at-of = Capped at { $caps } by a throttle; { $volumes } volumes.
head-cache-at-of = Capped at { $caps } by a cache; { $volumes } volumes.
head-target-at-of = The target is full at { $caps }; { $volumes } volumes.
head-capped-law = Capped: { $law }.
head-policy_cap-law = Capped by a throttle: { $law }.
head-cache-law = Capped by a cache: { $law }.
head-target-law = The target is full: { $law }.
head-capped-law-of = Capped: { $law }; { $volumes } volumes.
head-policy_cap-law-of = Capped by a throttle: { $law }; { $volumes } volumes.
head-cache-law-of = Capped by a cache: { $law }; { $volumes } volumes.
head-target-law-of = The target is full: { $law }; { $volumes } volumes.
head-short-capped = Capped.
head-short-policy_cap = Capped by a throttle.
head-short-cache = Capped by a cache.
head-short-target = The target is full.
badge-proven = Cap proven
badge-seen = Cap seen, not proven
badge-proven-at = Cap proven in { $proven } of { $cells } cases
badge-absent = No cap in reach
badge-inconclusive = Inconclusive
todo-decide-between-laws = Test more of the range to decide between the laws that fit.
todo-more-outstanding = Ask for more outstanding I/O: --most-outstanding, --workers.
row-law = Law
row-limited-by = Limited by
row-budget = Budget
holder-policy_cap = a throttle
holder-target = the target, saturated
holder-cache = a cache
holder-not-determined = not determined
holder-not-known = not known
row-fits-as-well = Fits as well
row-ruled-out = Ruled out
row-caveat = Caveat
ties-in-table = { $laws ->
     [one] { $laws } other law
    *[other] { $laws } other laws
    }, in the table below
ties-with-why = { $laws ->
     [one] { $laws } other law
    *[other] { $laws } other laws
    }; --why lists them
cap-of-both = Cap
cap-of-read = Cap of reads
cap-of-write = Cap of writes
figure-ops_per_s = Cap, operations
figure-bytes_per_s = Cap, bytes
figure-read_ops_per_s = Cap, operations of reads
figure-write_ops_per_s = Cap, operations of writes
figure-read_bytes_per_s = Cap, bytes of reads
figure-write_bytes_per_s = Cap, bytes of writes
figure-write_cost = Write cost
figure-burst = Credits
figure-burst_rate = Burst rate
figure-refill_rate = Refill rate
figure-slice = Slice
figure-quantum = Quantum
within-95 = 95 %: { $ends }

## Laws

# A law is a noun phrase, which stands in other sentences: as `the rates fit LAW`. Its figures are rates.

law-flat = a cap of { $first } at any block size
law-bytes = a cap of { $first }
law-linear = a cap of { $first } that counts an I/O larger than { $unit } as its size / { $unit }
law-linear-at-most = a cap of { $first } that counts an I/O larger than { $unit } as its size / { $unit } (at most { $most })
law-ceil = a cap of { $first } that counts an I/O once for each { $unit }, rounded up
law-both = a cap of { $first } and of { $second }, whichever is reached first
law-base_plus_bytes = one shared budget for IOPS and bandwidth ({ $first } if bytes were free, { $second } if operations were free)
law-constant = { $first } at any volume size
law-per_gb = { $first } per GB
law-per_gb_floor = { $first } per GB, at least { $second }
law-per_gb_ceiling = { $first } per GB, at most { $second }
law-base_per_gb = { $first }, and { $second } per GB on top
law-per_gb_floor_ceiling = { $first } per GB, at least { $second } and at most { $third }
law-per-gib = { $law } ({ $rate } per GiB)
law-apart = reads: { $reads }; writes: { $writes }
law-priced = one budget for both; reads alone: { $reads }; writes alone: { $writes }
law-weighted = { $law }; a write counts as { $cost } reads
law-weighted-unknown = { $law }; a write counts as an unknown number of reads
law-steady = granted evenly (no slice longer than { $slice } was seen)
law-credits = credits for { $burst }, spent at { $burst_rate } and regained at { $refill_rate }
law-credits-without-refill = credits for { $burst }, spent at { $burst_rate }
law-slices = granted in slices: { $quantum } every { $slice }
number-of-operations = { $count } operations
or-more = { $number } or more
or-less = { $number } or less
# Instead of a rate in a law.
unknown-rate = an unknown rate
unknown-bandwidth = an unknown bandwidth

# The short names of laws, in the legend of a chart and in the table.

name-flat = IOPS alone
name-bytes = bytes/s alone
name-linear = size / { $unit }
name-ceil = started units of { $unit }
name-both = IOPS and bytes/s
name-base_plus_bytes = base + bytes
name-flat_and_bytes = reads by number, writes by bytes
name-constant = constant
name-per_gb = per GB
name-per_gb_floor = per GB, floor
name-per_gb_ceiling = per GB, ceiling
name-base_per_gb = base + per GB
name-per_gb_floor_ceiling = per GB, floor and ceiling
scope-apart = { $law }, reads and writes apart
scope-priced = { $law }, one budget for both
scope-weighted = { $law }, writes weighted

# The numbers of laws, in a range.

number-ops_per_s = rate
number-bytes_per_s = bandwidth
number-read_ops_per_s = read rate
number-write_ops_per_s = write rate
number-read_bytes_per_s = read bandwidth
number-write_bytes_per_s = write bandwidth
number-unit_bytes = unit bytes
number-write_cost = write cost
number-cap = cap
number-per_gb = per gb
number-floor = floor
number-ceiling = ceiling
number-base = base
number-burst = credits
number-burst_rate = burst rate
number-refill_rate = refill rate
number-slice = slice
number-quantum = quantum
no-bound = no bound on { $number }
at-least = { $number } at least { $low }
at-most = { $number } at most { $high }
from-to = { $number } from { $low } to { $high }
interval = { $low } to { $high }

# The same numbers without a range, in the table of laws.

bare-ops_per_s = rate { $value }
bare-bytes_per_s = bandwidth { $value }
bare-read_ops_per_s = read rate { $value }
bare-write_ops_per_s = write rate { $value }
bare-read_bytes_per_s = read bandwidth { $value }
bare-write_bytes_per_s = write bandwidth { $value }
bare-write_cost = write cost { $value }
bare-cap = cap { $value }
bare-per_gb = per gb { $value }
bare-floor = floor { $value }
bare-ceiling = ceiling { $value }
bare-base = base { $value }

# Systems that are known to count so.

known-from-io-filter = an IOPS limit by I/O filter (SIOC v2) and blkio count this way
known-from-esxi = ESXi's mClock (from 7.0 U3q and 8.0 U3) and vSAN count this way
known-from-ebs = EBS counts this way
known-from-ibm-vpc = IBM VPC's lower tiers are capped this way
known-from-qemu = QEMU's iops-size = 32768 counts this way; so does a bandwidth cap of IOPS x 32 KiB

## Reasons

# A question, which stands in other sentences: `4k reads`, `4k 70 % reads`.
operations = { $size } { $mix }
volume-of-size = { $volume } ({ $size })
a-volume-of-size = a volume of { $size }
rate-with = { $rate } with { $question }

# Of a volume: which law fits. They are joined by semicolons.

reason-still_rises_everywhere = no limit up to { $rate } at { $block_size }: more outstanding I/O still raised the rate at every size
reason-no_law_fits = none of the known laws fits: the limit at each size is the rate measured there
reason-throttled = { $law }, set by a throttle
reason-saturated = the target itself is saturated ({ $held }), and no throttle limits it; its rates fit { $law }
reason-cached = a cache served the I/O ({ $held }); its rates fit { $law }
reason-fits = no cap is proven, though the rates fit { $law }
reason-tied_with = equally possible: { $law }
reason-tied_with-more = equally possible: { $law }, and { $others ->
     [one] one other law
    *[other] { $others } other laws
    }

# How far it is proven, and for how long it was seen.

reason-held_everywhere = the rates held for { $duration } at each size: more outstanding I/O raised the latency in proportion, but not the rate
# Further questions, as in `held-for`, follow with commas.
reason-held_at = proven only where it held while more outstanding I/O raised the latency in proportion: { $held }
held-for = { $question } for { $duration }
reason-burst_not_excluded = bursts longer than { $duration } would not show
reason-after_the_burst = this is the sustained rate after a burst
reason-granted = budget: { $granted }
reason-not_proven = no test showed a cap (more outstanding I/O, the same rate, latency up in proportion, spare capacity at the client): measure with twice the queue depth, or with more workers
reason-would_decide-one = to tell it from the one other law that fits, measure { $question }
reason-would_decide = to tell it from the { $of } other laws that fit, measure { $question }
reason-would_decide-some = to tell it from { $laws } of the { $of } other laws that fit, measure { $question }
reason-size_not_excluded = not excluded: { $law }
reason-size_not_excluded-more = not excluded: { $law }, and { $others ->
     [one] one other law
    *[other] { $others } other laws
    }
no-size-law = no known law of the volume's size fits
no-size-law-but = no known law of the volume's size fits; not excluded: { $law }

# Of a law: why it is found, tied or refuted.

reason-within_errors = every measurement lies within { $errors } standard errors of it
fits-as-well = fits as well
fits-as-well-with = fits as well with { $ranges }
# Two ranges of numbers after `with`.
ranges = { $first } with { $other }
reason-same_everywhere = predicts the same everywhere it could be tested
reason-differs_only_where_measured = differs only at what was measured, and by less than these Runs can resolve: measure there for longer
reason-differs_elsewhere = to tell them apart, measure { $question }: the law found predicts { $found }, this one { $this }, { $factor } times apart
reason-differs_elsewhere-at-bound = to tell them apart, measure { $question }: the law found predicts { $found }, this one { $this } at its bound, { $factor } times apart
reason-allows_less = { $question } reached { $measured }, but it allows { $predicted }
reason-allows_more = { $question } did only { $measured }, but it predicts { $predicted }
reason-fits_if_burst = { $question } reached { $measured }, but it allows { $predicted }: possible in a burst longer than { $duration }
reason-cap_set_by = its cap is set by { $question }, which did { $measured }

# Of Runs.

reason-rose = { $question }: the rate rose during the Run; the rate it reached is used
reason-disturbed = { $question }: a Run was left out as disturbed: its rate fell to { $rate }, and that of the next one did not
reason-credits_lasted = { $runs ->
     [one] one Run was
    *[other] { $runs } Runs were
    } left out: the credits had not run out yet, so only the burst's rate was seen
reason-coarse_for_slices = { $runs ->
     [one] one Run was
    *[other] { $runs } Runs were
    } left out: intervals of { $interval } do not show how many slices passed, and the question was measured again with shorter ones
reason-nothing_to_judge = there is no closed-loop Run to judge
reason-left_out = { $runs ->
     [one] one Run was
    *[other] { $runs } Runs were
    } left out ({ $why })
outcome-stopped_answering = the target stopped responding during the Run
outcome-not_finished = the Run did not finish
# The outcome of a Run, and its reason from the record.
outcome-told = { $outcome }: { $told }
burst = { $question } ran at { $rate } for { $duration }, then at { $stays }: { $beyond } operations beyond the sustained rate
burst-began = { $question } began with { $beyond } operations beyond the sustained { $stays }

## Charts and tables

chart-absent = No limit up to the rates that were reached
chart-no-law = No known law fits: measured rate at each block size
chart-not-proven = Fits, but no cap is proven: { $law }
of-volume = { $finding } of { $volume }
finding-aside = { $finding } ({ $aside })
finding-of-volume = { $volume }: { $finding }
at-mix = { $finding }, { $mix }
chart-horizon = The longest Run took { $duration }: longer bursts would not show, and laws are refuted for that time only.
chart-noise = Whiskers: 95 %, the scatter of intervals and the noise between Runs of { $noise }.
chart-not-measured = Not measured: { $sizes }.
chart-more-refuted = { $laws } more refuted laws are in the table.
axis-rate = Rate, IOPS, log scale
axis-bytes = The same in bytes per second
legend-burst = burst: the rate while it lasted
legend-refuted = { $law }, refuted
legend-tied = { $law }, tied
legend-found = { $law }, found
legend-fits = { $law }, fits
# `4k refutes: IOPS alone`: the rate at this block size refutes these laws.
legend-refutes = { $size } refutes: { $laws }
legend-measured = measured: { $cap }
rule-would-tell = { $size } decides: { $laws }
hover-refutes = refutes
hover-law = law
hover-says = predicts
hover-measured = measured
hover-outstanding = outstanding
hover-cap = cap
hover-volume = volume
hover-burst = burst
axis-volume-size = Size of the volume
axis-cap-bytes = Cap, bytes per second
axis-cap-iops = Cap, IOPS
legend-cap = cap that was found, with its 95 % interval
table-measured = What was measured on { $volume }
table-measured-caption = Rates exclude any initial burst.
table-size-laws-ops_per_s = Laws of the volume's size, ops/s
table-size-laws-bytes_per_s = Laws of the volume's size, bytes/s
table-laws = Laws tested on { $volume }
table-laws-caption = A law is refuted by a measurement farther from it than chance explains. σ: standard errors of that measurement.
table-bursts = Bursts on { $volume }
bursts-kept-out = Kept out of the rates above.
bursts-kept-out-granted = Kept out of the rates above: { $granted }.
column-block-size = Block size
column-of = Of
column-outstanding = Outstanding
column-rate = Rate, IOPS
column-error = ± 95 %
column-bytes = Bytes/s
column-cap = Cap
column-shown-by = Shown by
column-runs = Runs
column-standing = Standing
column-law = Law
column-numbers = Numbers, 95 %
column-because = Because
column-deviation = Largest deviation
column-burst-rate = Burst rate, IOPS
column-seconds = Seconds
column-beyond = Operations beyond
column-sustained = Sustained rate, IOPS
column-run = Run
column-in-words = In words
standing-found = found
standing-fits = fits, not proven
standing-tied = tied
standing-not-excluded = not excluded
standing-refuted = refuted
# What more outstanding I/O did at one block size.
proof-held = held { $duration }
proof-proven = proven
proof-not-tested = not tested
proof-rising = rising
proof-undecided = undecided
held = held
at-least-this = at least this
cell-rising = rate still rises
cell-undecided = undecided
cell-untested = not tested at two depths
report-does-not-fit = it did not look for limits; to find limits from its closed-loop Runs: plimsoll limits --store { $store } --campaign { $campaign }

## The kind of campaign

kind-question = Which cap limits the target, and by which law?
kind-title = Limits of { $where }
kind-work = A search for limits
kind-elsewhere = Every law with its evidence: plimsoll limits --store { $store } --campaign { $number }.

## On the terminal

line-over-the-sizes = over the sizes of volumes ({ $subject }): { $law }
line-burst = burst: { $burst }
line-more-bursts = ({ $bursts } more bursts: --json has them)
line-budget = budget: { $granted }
line-budget-ranges = budget: { $granted } ({ $ranges })
line-noise = assumed noise between Runs: { $noise }
line-note = note: { $note }
line-holder-policy_cap = limited by a throttle (confidence { $confidence }): { $because }
line-holder-target = limited by the target itself, which is saturated (confidence { $confidence }): { $because }
line-holder-cache = answered by a cache (confidence { $confidence }): { $because }
line-holder-unknown = not known whether a throttle or the target itself is the limit: { $because }
line-law = law: { $law } ({ $ranges }; { $because })
line-fits = fits, not proven: { $law } ({ $ranges }; { $because })
line-hint = hint: { $hint }
line-tied = tied: { $law }: { $because }
line-tied-units = tied: { $law } (and with units of { $units }): { $because }
line-not-excluded = not excluded: { $law }: { $because }
line-refuted = refuted: { $law }: { $because }
line-refuted-for = refuted for these { $duration }: { $law }: { $because }
line-more-refuted = ({ $laws } more refuted { $laws ->
     [one] law
    *[other] laws
    }: --json has them)
line-more-of-mixes = ({ $laws } more laws of reads against writes: --json has them)
terminal-block-size = block size
terminal-of = mix
terminal-outstanding = outstanding
terminal-rate = rate
terminal-bytes = bytes
terminal-error = error
terminal-cap = cap

## Progress

step = { $target }: { $size }, { $read } % reads
step-pacing = { $target }: { $size } with little outstanding I/O, to see how the budget is granted
step-rest = { $target }: { $size } began with a burst; the target rests, then is measured again

## English only

# Verbs in `plimsoll --help`: the first paragraph of the verb's own help.

summary-limits = Find the limits of a target: what they count, which explanations the data refutes, what would decide the rest.

# Progress.


# Errors, and what to do.

nothing-to-do = there is nothing to measure and nothing to read
nothing-to-do-now = Give --target, or --store without --no-store.
campaign-and-target = --campaign names what is in the store, --target what is to be measured
campaign-and-target-now = Give one of them.
two-depths = proving a limit takes Runs at two depths
two-depths-now = Give --queue-depth or --workers above 1.
measure-for-invalid = --measure-for { $measure_for } is invalid
measure-for-invalid-now = Give a time above 0.
measured-until-then = The Runs until then are in { $store }
no-block-size = --block-size names no size
no-block-size-now = Give some, with commas between: { $sizes }.
mix-of-sizes = --block-size { $mix } is a mix
mix-of-sizes-now = A limit is found from one size at a time: 4k,64k.
read-no-list = --read { $typed } is not a list of percentages
read-no-list-now = Give some, with commas between: 100,0.
read-invalid = --read { $typed } is invalid
read-invalid-now = Give percentages from 0 to 100, with commas between: 100,0.
not-whole = the finding about limits is not what it should be: { $why }

# Flags.

help-target = Target, as for run; repeat it for several volumes, measured one after the other. Without it: judge what the store holds.
help-block-size = Block sizes, comma-separated.
help-read = Read percentages, comma-separated: 100,0,50 shows whether reads and writes share one budget.
help-queue-depth = Queue depth per worker. Half of it is measured too, and more while the rate still rises.
help-workers = Workers, each with its own queue.
help-most-outstanding = Maximum outstanding I/O over all workers.
help-measure-for = Length of each Run. A burst is detected only by a Run that outlasts it.
help-rest-for = After a Run that began with a burst: how long to let the target rest before measuring again; 0s: do not rest. Default: a quarter of --measure-for.
help-store = Where every Run is kept. Default { $store }.
help-campaign = Without --target: judge only this campaign.
