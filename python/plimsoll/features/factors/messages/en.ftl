## Answer

not-ranked = Not ranked: { $bounded } of { $runs } Runs, which have no level in common, have only a bound ({ $bound }).
not-ranked-short = Not ranked: { $bounded } of { $runs } Runs have only a bound.
level-without-figure = Not decided: no Run at { $levels } has a figure, and that level may be the worst.
level-without-figure-short = Not decided: a level has no figure at all.
no-factor-matters = No factor changes the { $response } by { $limit } or more.
no-effect-seen = No factor was seen to change the { $response }; a change below { $limit } would not be seen.
no-effect-seen-short = No effect was seen; one below { $limit } would not be.
prediction-failed = Do not rely on these effects: { $predicted } was predicted, and Runs there gave { $measured }.
prediction-failed-short = Not as predicted: { $measured } instead of { $predicted }.
# $most is one of the messages most, most-of-factor, most-together.
matter = { $count ->
        [one] { $count } of { $factors } factors matters.
       *[other] { $count } of { $factors } factors matter.
    }
matter-names = { $count ->
        [one] { $count } of { $factors } factors matters: { $names }.
       *[other] { $count } of { $factors } factors matter: { $names }.
    }
matter-most = { $count ->
        [one] { $count } of { $factors } factors matters; { $most }.
       *[other] { $count } of { $factors } factors matter; { $most }.
    }
matter-names-most = { $count ->
        [one] { $count } of { $factors } factors matters: { $names }; { $most }.
       *[other] { $count } of { $factors } factors matter: { $names }; { $most }.
    }
most = most: { $name }
most-of-factor = most: { $factor }, { $change } { $response } from { $low } to { $high }
most-together = most: { $name }, { $change }
or-alike = { $names } (or an interaction that looks the same)
or-other = { $factor } (or { $other })
or-others = { $factor } (or { $other } or { $second })
bound-at_least = at least { $value }
bound-at_most = at most { $value }
response-bound-at_least = { $response } at least { $value }
response-bound-at_most = { $response } at most { $value }
# Levels of two factors at once: queue 32 with policy fixed.
levels-with = { $levels } with { $more }
# A factor whose middle level lies off the line between its ends.
curve = { $factor } (curve)
and-more = { $names } and { $count } more
and-others = { $names } and more
range = { $low } to { $high }
bounded = { $count } Runs have only a bound: { $bound } ({ $reason }). They have no level in common; the effects below are those of the other Runs. Offer a lower rate, or choose levels that are closer together.
bounded-at = At { $levels }, { $count } of the { $runs } Runs have only a bound: { $bound } ({ $reason }). All other effects come from Runs with a figure.
bounded-at-all = At { $levels }, all { $runs } Runs have only a bound: { $bound } ({ $reason }). All other effects come from Runs with a figure.
factors-alone = May be left alone, since it changes the { $response } by less than { $limit }: { $names }.
factors-small = Seen, but less than { $limit }: { $names }.
factors-not-decided = Not decided: { $names }. To decide whether they change the { $response } by { $limit }, use more Runs, longer Runs, or a design that separates main effects from interactions.
factors-not-told = Not determined by the remaining Runs: { $names }.
interaction-curved = { $names } is curved: its middle lies off the line between its ends ({ $change }; { $interval }).
interaction-curved-alike = { $names } is curved: its middle lies off the line between its ends ({ $change }; { $interval }); the design cannot tell it from { $others }.
interaction-together = { $names }: the effect of one depends on the other ({ $change }; { $interval }).
interaction-together-alike = { $names }: the effect of one depends on the other ({ $change }; { $interval }); the design cannot tell it from { $others }.
# The levels of the factors that matter, and the factors of which either level will do.
setting-either = { $levels }; either level of { $factors }
best-not-confirmed = Best setting: { $setting }: { $predicted } predicted ({ $low } to { $high }), not confirmed by a separate Run.
best-as-predicted = { $runs ->
        [one] Best setting: { $setting }: { $predicted } predicted ({ $low } to { $high }); { $runs } Run there gave { $measured }, as predicted.
       *[other] Best setting: { $setting }: { $predicted } predicted ({ $low } to { $high }); { $runs } Runs there gave { $measured }, as predicted.
    }
best-not-as-predicted = { $runs ->
        [one] Best setting: { $setting }: { $predicted } predicted ({ $low } to { $high }); { $runs } Run there gave { $measured }, outside the prediction: the factors act together in a way that this design does not show. Trust the Runs, not the prediction.
       *[other] Best setting: { $setting }: { $predicted } predicted ({ $low } to { $high }); { $runs } Runs there gave { $measured }, outside the prediction: the factors act together in a way that this design does not show. Trust the Runs, not the prediction.
    }
# $names may be empty: what its Runs are for.
spent-screening = { $runs ->
        [one] screening { $runs } Run ({ $time })
       *[other] screening { $runs } Runs ({ $time })
    }
spent-tell_apart = { $runs ->
        [one] { $runs } Run to tell apart { $names } ({ $time })
       *[other] { $runs } Runs to tell apart { $names } ({ $time })
    }
spent-narrow = { $runs ->
        [one] { $runs } Run to decide on { $names } ({ $time })
       *[other] { $runs } Runs to decide on { $names } ({ $time })
    }
spent-confirm = { $runs ->
        [one] { $runs } Run to confirm ({ $time })
       *[other] { $runs } Runs to confirm ({ $time })
    }
# $parts is a list of the messages spent-….
time-so-far = Spent { $spent } of { $time }: { $parts }.
time-decided = Spent { $spent } of { $time }: { $parts }; ended because more Runs would change nothing.
time-time = Spent { $spent } of { $time }: { $parts }; ended because the time is used up.
time-no_rows = Spent { $spent } of { $time }: { $parts }; ended because no further Run is possible.
noise-pure = Noise of a Run: { $noise } (the part that main effects and interactions do not explain); intervals hold for all effects together with { $confidence } confidence.
noise-sparse = Noise of a Run: { $noise } (assuming that most effects are zero); intervals hold for all effects together with { $confidence } confidence.
valid-resolution-2 = In the valid Runs, main effects are mixed with each other: see the aliases.
valid-resolution-3 = In the valid Runs, main effects are clear of each other, but mixed with interactions of two factors: see the aliases.
lost = { $count ->
        [one] { $count } of { $runs } Runs has no usable result and is left out: { $reason }.
       *[other] { $count } of { $runs } Runs have no usable result and are left out: { $reason }.
    }
lost-at = Every lost Run was at { $levels }: they were not lost by chance, and the result for that factor may look too good.
waiting = { $count } of { $runs } Runs are still to come.
drifted = The figures drifted by { $change } over the study ({ $interval }); this is removed.
carried-over = The residuals of successive Runs are correlated ({ $correlation }): let the target settle longer between Runs.
no-answer-yet = no answer yet: too few valid Runs of the design to tell effects from noise
# In lists of reports.
title-factors = Factors
about-factors = which of several settings matters, by how much, how they act together, the best setting

## Design

design-full = full factorial
design-fraction = fractional factorial
design-plackett_burman = Plackett-Burman
design-folded_plackett_burman = folded Plackett-Burman
design-definitive_screening = definitive screening
resolution-2 = main effects are mixed with each other
resolution-3 = main effects are clear of each other, but mixed with interactions of two factors
resolution-4 = main effects are clear of interactions of two factors
resolution-5 = main effects and interactions of two factors are all clear of each other
# $parts begins with design-runs, $resolution is a clause of its own.
design = { $design }, { $parts }: { $resolution }
design-runs = { $runs } Runs
design-replicates = { $count } replicates in all
design-centre-points = { $count } centre points
design-blocks = { $count } blocks
design-plots = { $count } whole plots
judged-more = { $response }, more is better; effects are ratios
judged-less = { $response }, less is better; effects are ratios
power = { $chance } chance to see an effect of { $effect }, if identical Runs differ by { $noise }
power-too-low = { $chance } chance to see an effect of { $effect }, if identical Runs differ by { $noise }; an effect of { $wanted } must be seen: use more study.replicates, longer Runs or a larger study.effect
plan-time = in { $time }: these Runs first, then more where they change the answer
plan-time-virtual = in { $time } of virtual time: these Runs first, then more where they change the answer
plan-design = design: { $design }
plan-judged = judged: { $response }
plan-power = power: { $power }
plan-block = block
plan-plot = plot

## Responses and reasons

response-iops = achieved IOPS
response-maximum = maximum IOPS
response-load_line = load line
response-mean = mean response time
response-p99 = p99 response time
response-cpu_per_io = CPU per I/O
verdict-matters = matters
verdict-small = seen, but small
verdict-leave_alone = may be left alone
verdict-not_decided = below the noise
verdict-not_told = not determined by these Runs
missing-not_asked_yet = not run yet
# The Point's own reason.
missing-point_has_no_answer = { $told }
missing-no_run = no Run
missing-no_record = no record
missing-nothing_completed = nothing completed
missing-no_processor_time = no processor time on the virtual clock
# $told is the response: mean, p99.
missing-too_few_operations = too few operations for a { $told }
missing-no_maximum = no maximum
missing-no_load_line = no load line
missing-generator_full = the generator was at its limit, so the target may do more
missing-backlog_grows = the target does not keep up with the rate, so response times keep growing
missing-never_finished = operations never finished
missing-carries_every_rate = it carries every rate that was tried
missing-carries_no_rate = it carries no rate that was tried

## First screen

number-bounded = Runs at one of these levels have only a bound
number-interval = { $interval }, all effects together at { $confidence }
row-predicted = Predicted there
row-together = Act together
row-alone = Leave alone
row-not-decided = Not decided
row-not-confirmed = { $predicted }, not confirmed
row-as-predicted = { $predicted }; Runs there: { $measured }
row-not-as-predicted = { $predicted }; Runs there: { $measured }, not as predicted
badge-waiting = No answer yet
badge-confirmed = Confirmed
badge-not-as-predicted = Not as predicted
badge-decided-in-part = Decided in part
badge-estimated = Estimated
obstacle-bounded = { $count } Runs have only a bound: { $reason }.
obstacle-bounded-at = { $count } Runs at { $levels } have only a bound: { $reason }.
obstacle-lost-at = Every lost Run was at { $levels }.
obstacle-lost = { $count } of { $runs } Runs have no usable result: { $reason }.
obstacle-carried-over = Runs influenced the Runs after them.
todo-resume = Continue the campaign: plimsoll campaign resume.
todo-more-runs = More Runs would decide on { $names }.

## Tables

page-title = Factors of { $campaign }
number-of-factors-name = Factors that matter
number-of-factors = { $count } of { $factors }
number-of-factors-note = by { $limit } or more, alone or with another, at { $confidence }
noise-note = a factor that changes less than { $limit } is not seen
best-setting = Best setting
best-setting-note = predicted: { $low } to { $high }
factor = Factor
low = Low
high = High
effect = Effect
effect-on = Effect on { $response }
interval = Interval
share-of-variation = Share of variation
verdict = Verdict
mixed-with = Mixed with
table-factors = Factors ({ $count })
table-factors-caption = Effect: the change from low to high, on average over the other factors. The intervals hold for all effects together with { $confidence }. Share of variation: the importance of a factor over these levels. The interval shows whether its effect is real.
table-interactions = Interactions that are seen ({ $count })
table-interactions-caption = Effect: how much stronger the effect of one factor is at the high level of the other than on average.
interaction = Interaction
not-told-from = Not separable from
best-none = No effect is seen: no setting is better.
either-level = either (here { $level })
predicted = Predicted
predicted-between = { $predicted } ({ $low } to { $high })
confirmed = Confirmed
confirmed-no-run = no: no Run was made for it
confirmed-as-predicted = { $runs } Runs: { $measured }, as predicted
confirmed-not-as-predicted = { $runs } Runs: { $measured }, not as predicted
checks = Design and checks
check-design = Design
check-judged = Judged
check-power = Planned for
check-time = Time
noise = Noise of a Run
check-noise-sparse = { $noise }, sparse (Lenth), from { $contrasts } contrasts
check-noise-pure = { $noise }, pure, from { $contrasts } contrasts
check-order = Order
order-at-random = at random, seed { $seed }; kept after an interruption
check-drift = Drift over the study
drift-unknown = too few Runs to tell
drift-seen = { $change } ({ $interval }): seen, and taken out
drift-not-seen = { $change } ({ $interval }): none seen
check-carry-over = Carry-over from Run to Run
correlation-seen = correlation { $correlation }, p = { $chance }: seen
correlation-not-seen = correlation { $correlation }, p = { $chance }: none seen
check-bounded = Bounded Runs
bounded-anywhere = { $points }: { $bound }, anywhere; left out of the effects
bounded-at-levels = { $points }: { $bound }, at { $levels }; left out of the effects
check-lost = Lost Runs
lost-none = none
table-time = Where the time went
spent-on = Spent on
about = About
runs = Runs
test-time = Test time
purpose-screening = screening
purpose-tell_apart = tell interactions apart
purpose-narrow = decide on factors
purpose-confirm = confirm the best setting
table-aliases = Aliases ({ $count })
table-aliases-caption = Share of the second effect in the figure of the first. 1.00: the two cannot be told apart. Small shares come from Runs that are left out.
aliases-left-out = { $count } more are left out.
term = Term
share = Share
table-runs = Runs of the design ({ $count })
point = Point
block = Block
plot = Plot
# Beside a Run at the best setting that was made to confirm it.
confirms = confirms

## Charts

chart-effects = Effects, the largest first
axis-effects = Factor or interaction
panel-effects = Change of { $response } from low to high
axis-ratio = Ratio, high over low (1 is no change)
mark-seen = seen
hover-change = From low to high
hover-mean = Mean
mark-no-change = no change
chart-whiskers = Whiskers hold for all effects together with { $confidence } (simulated on this design).
chart-half-normal = Effects against noise (half-normal)
axis-quantile = Half-normal quantile
panel-half-normal = Size of each effect
axis-change = Change from low to high, %
note-half-normal = Pure noise lies on a straight line through zero. Effects above the line are real.
chart-together = { $names }: the effect of one depends on the other
panel-mean = Mean { $response }
note-together = Geometric means of the Runs. Parallel lines: no interaction.

## Progress

best-setting-not-set = the best setting ({ $name }) was not confirmed: the plan cannot set it
trying = trying { $name }
step-tell_apart = step { $step }: { $runs } more Runs to tell apart { $names }
step-narrow = step { $step }: { $runs } more Runs to decide on { $names }
step-spent = { $step }; { $spent } of { $time } are spent

## What has no answer

no-factor-study = it is no factor study (campaign.strategy = "factors")
too-few-runs = { $valid } of { $runs } Runs are valid: too few to tell effects from noise

## The strategy

design-label = factors
design-summary = which of several settings matters
design-each = a design over the factors
design-question = Which of these settings matters, and by how much?

## English only

factor-cannot-be-set = a factor cannot be set: { $reason }
factor-cannot-be-set-now = Nothing was measured, and everything is as it was. Correct its set, read or levels, and begin again.
study-cannot-be = the study cannot be: { $reason }
study-too-long = the { $runs } Runs of this study take { $time }, and { $key } is { $limit }, enough for { $fit }: { $shown }
study-too-long-now = Allow more time, shorten campaign.measure_for, or set study.effect to what such a design shows.
hours-and-minutes = { $hours } h { $minutes } min
minutes = { $minutes } min
no-design-with-so-few = no design separates { $factors } factors with so few
effects-with-so-few = { $runs } Runs would only show effects of { $effect } % with { $power } %
no-noise-to-tell = { $runs } Runs of this design leave no way to tell noise from effects: set study.replicates = 2 or more, or choose another study.design
centre-points-need-middle = factor '{ $factor }' has no middle, which study.centre_points need: give it three levels, or leave centre points out and set study.replicates
screening-needs-middle = factor '{ $factor }' has no middle level, which definitive_screening needs: give it three levels, or take folded_plackett_burman
three-levels = factor '{ $factor }' has three levels, but the design would use only two of them: use study.design = "definitive_screening", set study.centre_points, or leave the middle out
hard-whole-plots = factor '{ $factor }' is hard to change, so whole plots are the slices of time: leave study.blocks and study.centre_points out
hard-added-runs = factor '{ $factor }' is hard to change, and Runs that are added as it goes would change it often: leave study.time out, or let it be changed freely
all-hard = every factor is hard to change: leave at least one to be changed freely
forbid-unknown-factor = study.forbid names '{ $name }'; factors are { $factors }
forbid-unknown-level = study.forbid names level { $level } of '{ $name }', which has { $levels }
forbid-too-many = study.forbid is for up to { $most } factors, and here are { $factors }
forbidden-stuck = with { $combinations } forbidden, { $factors } cannot be changed: forbid less, or leave that factor out
forbidden-not-apart = with { $combinations } forbidden, { $runs } Runs do not tell the factors apart: forbid less, or set study.design = "full"
tables-without-study = { "[" }factor], [study] and --time are for strategy factors, and this is { $strategy }: set campaign.strategy = "factors"
nothing-to-study = strategy factors has nothing to study: add a [factor.NAME] with levels
no-processor-time = study.response cpu_per_io is processor time, which the virtual clock has not: leave out campaign.virtual, or judge another response
time-with-search = study.time on the virtual clock is for Runs of a set length, and study.response { $response } searches: judge iops, mean or p99, or leave study.time out
one-workload-one-load = a study has one target, one [workload] and one [load]; what varies is a [factor]
list-in-study = { $key } is a list: with strategy factors what varies is a [factor]; give it one value, or make it a factor
no-repeats = strategy factors repeats its design: set study.replicates, not repeats
both-set = both factors '{ $factor }' and '{ $other }' set { $key }
not-described = factor '{ $factor }' sets { $key }, but the target is not described storage
no-such-key = factor '{ $factor }' sets { $key }, which is not a key of [{ $table }]; known: { $known }
response-chooses = study.response { $response }
response-alternative = study.response iops
no-configuration = { $path }: [configuration] has no meaning with strategy factors
no-configuration-now = A setting is a [factor.NAME] with levels, set, read and restore.
sets-or-set = a factor has sets or set, not both
setting-incomplete = { $key } is missing: a setting is set, read back and restored, or it is not a factor
level-in-text = in a text the level is "$PLIMSOLL_LEVEL"; { "{" }level{ "}" } is for a list
set-missing = read and restore belong to set, which is missing
sets-nothing = it sets nothing: give sets (a key such as stack.multipath.switch_after, workload.block_size, load.queue_depth), or set, read and restore
levels-differ = its levels set different keys: each must set the same ones
key-cannot-be = '{ $key }' cannot be a factor: a key begins with { $tables } or { $last }.; or it is { $policy }, and the levels are policy files
entries-differ = { $listed } has { $given } entries, levels { $levels }
levels-equal = two levels are equal ({ $level }): nothing would change between them
policy-by-itself = sets = "policy" applies, reads and removes the policy files by itself: leave out set, read and restore
policy-files = the levels of sets = "policy" are policy files: "gold.toml"
full-too-large = a full factorial of { $factors } factors takes { $runs } Runs; it is possible with up to { $most } factors: choose another design
no-fraction-in = there is no fraction of { $factors } factors in { $runs } Runs here: set study.runs to one of { $listed }, or choose another design
fraction-too-large = a fraction is possible with up to { $most } factors, and there are { $factors }: use folded_plackett_burman
no-fraction-of-resolution = there is no fraction of resolution { $resolution } of { $factors } factors here: ask for a resolution from 3 to 5
no-plackett-burman-of = a Plackett-Burman design has 12, 16, 20 … { $most } Runs, not { $runs }: set study.runs to one of those, from { $least } for { $factors } factors
plackett-burman-too-small = { $factors } factors need a Plackett-Burman design of at least { $least } Runs, and study.runs is { $runs }
plackett-burman-too-large = a Plackett-Burman design has at most { $most } factors, and here are { $factors }
screening-too-small = definitive screening is for 4 factors and more, and here are { $factors }: take full
help-time = For strategy factors: time budget of the study, 2h. It screens first, then adds Runs where they change the answer.
blocks-too-small = { $blocks } blocks of { $runs } Runs: give each at least two
none-known = none
