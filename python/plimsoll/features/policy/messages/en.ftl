## Rules

# The rules of a volume, joined by commas: `limit 3,000 IOPS, shares 500`.

rule-limit = limit { $rates }
rule-reads = reads { $rates }
rule-writes = writes { $rates }
rule-counted-up = counted in { $unit }, rounded up
rule-counted = counted in { $unit }, in proportion
rule-burst = burst { $rates } for { $span }
rule-reservation = reservation { $rates }
rule-shares = shares { $shares }
rule-per-vm = for all volumes of a VM together
no-rules = no rules
and = { $names } and { $last }
or = { $first } or { $other }

# What a system does otherwise and the file accepts.

accepted-apart = reads and writes each have the limit
accepted-no_reservation = no reservation
accepted-no_shares = no shares
accepted-no_burst = no burst
accepted-plain_iops = every I/O counts as one
accepted-in_proportion = an I/O counts in proportion to its size

## What is set

configured-compliant = compliant
configured-drifted = drifted
configured-out_of_date = out of date
configured-unknown = unknown
not-set = not set
not-set-removed = not set (removed { $at })
differs-from-before = now { $now }, was { $wanted } before the policy
differs-from-policy = now { $now }, should be { $wanted } by the policy
badge-plan-unread = Not known
badge-plan-pending = Planned
badge-plan-by-others = For others to apply
badge-plan-same = Nothing to change
plan = { $changes ->
     [one] { $changes } change
    *[other] { $changes } changes
    } to make; nothing was changed.
plan-by-others = { $volumes ->
     [one] { $volumes } volume is for others to apply: from here it can neither be read nor set.
    *[other] { $volumes } volumes are for others to apply: from here they can neither be read nor set.
    }
plan-unread = { $unread ->
     [one] { $unread } volume
    *[other] { $unread } volumes
    } could not be read, so the changes are not known. Nothing was changed.
plan-unread-others = { $unread ->
     [one] { $unread } volume
    *[other] { $unread } volumes
    } could not be read; on the others { $changes ->
     [one] { $changes } change
    *[other] { $changes } changes
    } to make. Nothing was changed.
the-disk-itself = the disk itself
storage-policy = storage policy { $name }
stale = the setting or the policy has changed since

## Findings of a policy file

finding-reservation_above_limit = the reservation of { $reservation } is above the limit of { $limit }: they cannot both be kept
finding-reservations_above_line = its { $volumes } volumes reserve { $reserved }, but its proven load line is only { $line }
finding-line_unknown = { $volumes } volumes have reservations, but no load line has been proven, so it is not known whether they can be kept. Measure it (plimsoll find), then set load_line
# `why`: one of those below.
finding-misplaced = lies on '{ $datastore }', which does not fit policy '{ $policy }': { $why }
finding-unverified = the certificate of { $server } is not checked (insecure in vcenter.toml)
finding-no_system = has policy '{ $policy }', but no system enforces it
finding-no_rules = policy '{ $policy }' has no rules that its system enforces
finding-cannot_apart = the system '{ $system }' ({ $kind }) limits reads and writes separately, so that together they get twice the limit, but policy '{ $policy }' requires otherwise. To accept this, set accept = ["apart"] in [system.{ $system }]
finding-cannot_no_reservation = the system '{ $system }' ({ $kind }) has no reservations, but policy '{ $policy }' requires otherwise. To accept this, set accept = ["no_reservation"] in [system.{ $system }]
finding-cannot_no_shares = the system '{ $system }' ({ $kind }) has no shares here, but policy '{ $policy }' requires otherwise. To accept this, set accept = ["no_shares"] in [system.{ $system }]
finding-cannot_no_burst = the system '{ $system }' ({ $kind }) has no bursts, but policy '{ $policy }' requires otherwise. To accept this, set accept = ["no_burst"] in [system.{ $system }]
finding-cannot_plain_iops = the system '{ $system }' ({ $kind }) counts every I/O as one, whatever its size, but policy '{ $policy }' requires otherwise. To accept this, set accept = ["plain_iops"] in [system.{ $system }]
finding-cannot_in_proportion = the system '{ $system }' ({ $kind }) counts an I/O in proportion to its size, without rounding up, but policy '{ $policy }' requires otherwise. To accept this, set accept = ["in_proportion"] in [system.{ $system }]

# Why a datastore does not fit, and what is left on one.

miss-tag = its tag '{ $category }' is { $have }, not { $wanted }
miss-capability = its { $name } is { $have }, not { $wanted }
miss-capacity_unknown = its capacity is not stated
miss-space = { $left } are left, but the volume needs { $need }
miss-line_unknown = no load line has been proven there, so nothing can be reserved
miss-rate = { $left } of its load line are left, but the policy reserves { $need }
room-rates = { $left } of { $line } not reserved
room-bytes = { $left } free
room-unknown = capacity and load line not stated
not-stated = not stated

## What was proven

# Parts of the sentences below. A result is `2,987 IOPS with 64k 70 % reads`.

badge-kept = Kept
badge-broken = Broken
badge-inconclusive = Inconclusive
head-proven = { $volumes ->
     [1] { $verdict ->
         [kept] The volume is set as the policy says, and its limits hold.
         [broken] The volume is not as the policy says.
        *[inconclusive] Nothing shows whether the volume is as the policy says.
        }
    *[other] { $proven } of { $volumes } volumes are set as the policy says, and their limits hold.
    }
length = Runs
length-total = { $time } in all
set-them = Set the policy: plimsoll policy apply { $file }
verdict-kept = kept
verdict-broken = broken
verdict-inconclusive = inconclusive
point = { $size } { $mix }
result = { $rate } with { $point }
nothing-measured = nothing was measured
pair = driven together with '{ $neighbour }', the two got { $together } ({ $own } and { $other }); the limit is { $limit }
together = with all { $volumes } volumes behind its scheduler driven at once, it got { $got }
together-between = with all { $volumes } volumes behind its scheduler driven at once, it got { $got } ({ $low } to { $high })
# `together`: one of the two above.
against = { $together }, where mClock would give it { $mclock }
burst-rate = { $rate } with { $size } reads
burst-rule = a burst of { $rate } for { $span }
# `got` and `burst`: the two above.
burst-run = after a rest of { $rest } it got { $got } for { $span }, then { $after }; { $burst } lasts { $shortest } to { $longest }, because it refills meanwhile

# Limits.

proven-kept = { $result }, { $limit } allowed; the cap is proven, and holds at { $points ->
     [one] one Point
    *[other] all { $points } Points
    }
proven-kept-unknown = { $result }, { $limit } allowed; a cap, not shown to be the policy's, holds at { $points ->
     [one] one Point
    *[other] all { $points } Points
    }
proven-not_enforced = the limit is set but not enforced: { $result }, { $limit } allowed
proven-other_setting = the setting is not the policy's: { $result }, { $limit } allowed
proven-higher_cap = a higher cap holds it, not this limit: { $result }, proven; { $limit } allowed
proven-apart = reads and writes each have the limit: { $result }, { $limit } allowed for both together
proven-counts_units = the limit counts an I/O by its size, in units of { $unit }: { $result }, where the policy allows { $limit } whatever the size
proven-counts_units-up = the limit counts an I/O by its size, in units of { $unit }, rounded up: { $result }, where the policy allows { $limit } whatever the size
proven-size_blind = the limit counts every I/O as one: { $result }, where the policy counts by size and allows { $limit }
proven-counts_less = the limit charges less for larger I/Os than the policy does: { $result }, { $limit } allowed
proven-lower_at_size = a limit that is not in the policy holds back larger I/Os: { $result }, { $limit } allowed
proven-writes_twice = a write is charged twice: { $result }, { $limit } allowed. Is the limit beneath a mirror, or enforced in two places?
proven-twice = the limit is enforced twice, or an I/O is charged twice: { $result }, half of the { $limit } allowed
proven-lower_cap = another limit is lower than the policy's: { $result }, proven; { $limit } allowed
proven-lower_open = { $result }, { $limit } allowed, and more outstanding I/O does not raise it: the cause is another limit or the storage itself; these Runs do not show which. Run plimsoll limits on a quiet machine, or measure for longer (--measure-for)
proven-target_full = the storage itself is saturated at { $result }, below the limit of { $limit }, so the limit was not tested
proven-open = { $point }: { $because }
proven-open-decide = { $point }: { $because }. What would decide it: { $decide }
proven-nothing_to_ask = the policy has no limit that may be measured here
proven-no_target = the file names no target to measure it through (target = …)
proven-unreadable = the current setting cannot be read: { $why }
proven-changed_meanwhile = the setting changed while it was being verified, so nothing is proven. Verify again

# Volumes of one VM.

proven-shared_by_vm = the volumes of the VM share the limit, but the policy gives it to each: { $pair }
proven-one_limit = it shares one limit with '{ $neighbour }' (at is the same for both), but the policy gives it to each: { $pair }. Give each its own limit, or write per = "vm" in the component
proven-per_disk = every volume of the VM has the limit to itself, but the policy gives it to all together: { $pair }
proven-neighbour_open = it is not known whether the volumes of the VM share the limit: { $pair }
proven-neighbour_failed = it is not known whether the volumes of the VM share the limit: the Run together with '{ $neighbour }' failed

# Shares and reservations.

proven-contention_kept-shares = { $against }: its shares hold
proven-contention_kept-reservation = { $against }: its reservation holds
proven-contention_kept-both = { $against }: its shares and reservation hold
proven-rules_not_shown-shares = { $together }, as mClock would give it, but it would have got about the same without its shares, so nothing shows that a scheduler enforces them
proven-rules_not_shown-reservation = { $together }, as mClock would give it, but it would have got about the same without its reservation, so nothing shows that a scheduler enforces them
proven-rules_not_shown-both = { $together }, as mClock would give it, but it would have got about the same without its shares and reservation, so nothing shows that a scheduler enforces them
proven-held_elsewhere = { $against }; but another limit in the path held volumes back, or may have, so this is no evidence against the scheduler. Drive the volumes without that limit, or measure for longer (--measure-for)
proven-machine_full = { $against }; but { $used } of this machine's CPU was in use, so it may have sent too few requests for the volume's share. Verify again on an idle machine (plimsoll doctor)
proven-held_alone = { $together }, and no more than { $alone } when driven alone: a limit or its own storage holds it, not the scheduler. To find out which: plimsoll limits
proven-limit_elsewhere = a limit of { $alone } elsewhere holds it even when it is driven alone, so it cannot get its share: { $together }
proven-reservation_missed = { $together }, but { $reserved } are reserved for it
proven-shares_otherwise = { $against } by shares and reservations. Is the scheduler's depth larger than the backlog, or does something behind it decide the order?
proven-shares_by_demand = { $against } by shares and reservations: the rates follow the volumes' demand, as from a first-in, first-out queue. Is the scheduler switched on, and does it let in fewer requests than are waiting?
proven-shares_open = { $against }: too few seconds to tell. Measure for longer (--measure-for)
proven-not_scarce = { $together }: every volume got its limit, so nothing was scarce, and shares and reservations had no effect
proven-contention_failed = it is not known whether its shares and reservation hold: when all were driven together, { $volume } gave no result: { $why }
with-another = another volume could not be driven
processors-were-full = this machine's processors were full
nothing-completed = nothing completed

# Bursts.

proven-burst_endless = the burst does not end: after a rest of { $rest } it got { $got } for { $span } and was not back at its limit of { $limit }; { $burst } lasts { $longest } at most
proven-burst_missing = there is no burst: after a rest of { $rest } it got { $got }, which is the limit; the policy has { $burst }
proven-burst_faster = the burst is faster than in the policy: { $run }
proven-burst_shorter = the burst is shorter than in the policy: { $run }
proven-burst_longer = the burst is longer than in the policy: { $run }
proven-burst_slower = it is not known whether the burst holds: after a rest of { $rest } it got { $got } at most; the policy has { $burst }. Its storage or the client may not give more: measure them without the limit (plimsoll find)
proven-burst_failed = it is not known whether the burst holds: { $because }

# Notes.

note-together-both = { $pair } for both together
note-together-each = { $pair } for each
note-burst_kept = the burst holds: { $run }
note-reads_only = writes were not tested
note-reservation_not_asked = the reservation was not tested: it shows only under contention
note-shares_not_asked = the shares were not tested: they show only under contention
note-reservation_not_shown = the reservation was not tested: without it the volume would have got about the same
note-shares_not_shown = the shares were not tested: without them the volume would have got about the same
note-held_in_contention = with all { $volumes } volumes behind its scheduler driven at once, it got { $got } IOPS, where mClock would give it { $mclock } by shares and reservations
note-burst_not_asked = the burst was not tested
note-one_of_vm = proven with one of the VM's { $others } other volumes: the rest were not driven with it
note-alone_in_vm = no other volume of the VM was driven, so whether they share the limit was not tested

## Simulation

no-needs = no guest here has an objective or a reservation: state their needs (objective = …)
estate-miss = { $names } { $count ->
     [one] misses what it needs
    *[other] miss what they need
    }
estate-undecided = whether { $names } { $count ->
     [one] gets what it needs
    *[other] get what they need
    } is undecided
estate-get = all guests get what they need
badge-guests-met = Met
badge-guests-missed = Missed
badge-guests-undecided = Undecided
badge-guests-none = Complete, no needs stated
of-datastore = { $datastore }: { $answer }
sentence = { $text }.
in-all = { $rate } in all
# `now`: one of the two that follow.
limit-none_needed = no limit needed: all guests get what they need without one ({ $now })
limit-now = now { $limit }
no-limit-now = no limit now
limit-always_harm = no limit helps: with every limit tried some guests miss what they need; without one, { $names } { $count ->
     [one] does
    *[other] do
    } ({ $now })
limit-largest = at most { $low } for each volume; without a limit, { $names } { $count ->
     [one] misses what it needs
    *[other] miss what they need
    } ({ $now })
limit-largest-at = at most { $low } for each volume; at { $high }, { $names } { $count ->
     [one] misses what it needs
    *[other] miss what they need
    } ({ $now })
no-limit = none
guests-met = met
guests-missed = missed
guests-undecided = undecided
simulated-held_by_limit = its own limit lies at or below the rate it offers, so its backlog keeps growing
simulated-held_by_pool = the storage does not keep up with the rate it offers, so its backlog keeps growing
simulated-held_in_some_runs = in some Runs the storage did not keep up with the rate it offers, so its backlog may keep growing
simulated-burst_outlasts_warmup = its burst lasts { $span }, longer than the warm-up: the figures hold only while it lasts. For what comes after it: --warmup-for { $warmup }
simulated-residents = clients of the stack file run beside them: { $rates }
simulated-no_capacity_left = { $element } has no capacity left
simulated-sums_fit = by the sums of plimsoll size, with no headroom, { $fitting ->
     [one] 1 guest of this mix fits
    *[other] { $fit } guests of this mix fit
    } below the load line of { $line }; the { $wanted } here fit
simulated-sums_do_not_fit = by the sums of plimsoll size, with no headroom, { $fitting ->
     [one] 1 guest of this mix fits
    *[other] { $fit } guests of this mix fit
    } below the load line of { $line }; the { $wanted } here do not fit

## Page

page-title = Policies
page-no-file = This server was started without a policy file. Name one:
page-about = A limit that is set may still not hold: this page shows both the setting and the measurement.
page-no-volume = No volume in this file has a policy.
page-loose = Without a policy: { $names }
# A command follows.
page-verify = To measure whether it holds:
# Settings that cannot be read: $volumes of them.
page-unknown = { $volumes ->
     [one] The setting of { $volumes } volume cannot be read from here.
    *[other] The settings of { $volumes } volumes cannot be read from here.
    }
page-summary = { $set } of { $volumes } set as in the file, { $proven } of those proven.
file-version = { $file }, version { $version }
finding-wrong = wrong: { $finding }
table-volumes = Volumes of { $file }
column-volume = Volume
column-configured = Configured
column-proven = Proven
column-last-proof = Last proof
column-setting = Setting
column-now = now
column-applied = applied
about-policy = policy { $policy }, { $rules }
about-accepted = accepted: { $accepted }
about-leaves = no longer in the file
about-drifted = changed by somebody since it was applied
version-applied = version { $version } is applied
differs = { $key }: now { $now }, should be { $wanted }
never-measured = never measured
# Another setting than the one that it was proven of follows.
stale-kept = kept, then
stale-broken = broken, then
stale-inconclusive = inconclusive, then
documents-for-others = Documents to apply
documents-by-command = Who manages these systems applies them; { $command } prints the same.
download-documents = Download for { $system }
page-plan-title = Plan of policies
table-changes = Changes
button-plan = Show what applying would change
button-back = Back to the policies
button-apply = Apply it
button-policies = To the policies
# A command follows.
page-may-not-apply = This page may not apply it: the server was started without --allow-policies. In a terminal:
page-kept-first = The present settings are saved first: { $command } restores them, even after a crash.
page-applied = Version { $version } is applied
page-applied-title = Applied
page-measures-it = The limits are set but not yet proven: { $command } measures whether they hold.
step-set = set
step-put_back = put back
step-same = already so
step-left = not reached
plan-changed = The plan has changed since it was shown. Nothing was applied.

## On a terminal

# A head names an item and what it is for.
head = { $name } ({ $kind }): policy '{ $policy }', { $rules }
head-for-policy = { $name } ({ $kind }): for policy '{ $policy }'
head-leaves = { $name } ({ $kind }): no longer in the file; what was there before
rules-accepted = { $rules } (accepted: { $accepted })
state-version = { $state } (version { $version } is applied)
state-by-others = { $state } (applied by others)
state-not-from-here = { $state } (not applied from here)
line-beside = note: also limited by { $where } ({ $settings })
line-with-others = note: one limit for it and { $others }
line-wrong = wrong: { $finding }
line-note = note: { $finding }
line-unreadable = cannot be read: { $error }
line-for-others = for others to apply: --print writes the documents
line-nothing-to-change = nothing to change
line-drifted = changed by somebody since it was applied:
line-proven = proven: { $proof }
line-never = never
line-no-policy = { $name }: no policy
line-set = set: { $what }
line-put-back = put back: { $what }
line-already-so = already so: { $names }
line-not-reached = not reached: { $names }
line-applied = Version { $version } is applied.
line-kept = kept, needed by { $by }: { $names }
line-left = changed by somebody since, left: { $names }
line-forgotten = forgotten, not put back: { $names }
line-had = it had { $settings }
line-had-none = it had no limit
line-last-set-nothing = Nothing to put back: the last apply set nothing, or what it set was put back already. Without --last, everything that this file changed is put back.
line-nothing-to-put-back = Nothing to put back: this file changed nothing, or it was put back already.
place = { $volume } (policy '{ $policy }'): { $datastores }
no-datastore-fits = no datastore fits
there-now = { $datastore } (it is there now)
line-fits = { $datastore }: fits
line-does-not-fit = { $datastore }: does not fit
least-time = measuring { $volumes ->
     [one] one volume
    *[other] { $volumes } volumes
    } takes at least { $time }
proof-of = { $volume } (policy '{ $policy }'): { $rules }
line-configured = configured: { $state }
line-law = law found: { $law }
limited-by-policy_cap = limited by: a throttle
limited-by-target = limited by: the storage itself, which is saturated
limited-by-cache = limited by: a cache
limited-by-unknown = limited by: not known: a throttle, or the storage itself
simulated-how = In virtual time, { $runs } Runs of { $length } with the seeds { $first } to { $last }. IOPS are those of one guest, p99 that of all guests of a kind.
of-stack = { $datastore } ({ $stack })
harmless-limits = The largest limit that harms nobody, with the other policies as they are:
outstanding = { $queue_depth } outstanding
reserved = { $rates } reserved
terminal-block-size = block size
terminal-mix = mix
terminal-allowed = allowed
terminal-measured = measured
terminal-verdict = verdict
terminal-guests = guests
terminal-policy = policy
terminal-wants = wants
terminal-gets = gets
terminal-least = least
terminal-p99 = p99
terminal-needs = needs

## English only

# Verbs in `plimsoll --help`: the first paragraph of the verb's own help.

summary-policy = Apply storage policies (limits, reservations, shares, placement) to the system that enforces them, and prove that they hold.

# Progress.

step-setting = setting { $name }
step-putting-back = putting back { $name }
step-contention = all { $volumes } volumes behind the scheduler at once
step-burst = { $volume }: at rest for { $rest }, then its burst
step-together = { $volume } and { $other } together
step-estate = { $datastore } as described in the file
step-harmless = the largest limit of { $policy } on { $datastore }
# The name of a promise that a proof is made of.
promise-of = policy { $policy } on { $volume }, { $rules }

# Errors, and what to do: policy files.

policy-file = policy file
stack-file = stack file
rate-of-the-volume = { $key } = '{ $text }': write the rate of the volume, not one per { $per }
two-rates = { $key }: two rates in { $unit }
no-rate = { $key } is empty: write '3000 IOPS', '200 MiB/s' or both in a list
no-unit = { $given } has no unit: write '{ $given } IOPS' or '{ $given } MiB/s'
limit-apart-empty = a limit of reads and writes apart needs read, write or both
rounding-alone = rounding has no effect without normalised_at
normalised-alone = normalised_at has no effect without a limit in IOPS
burst-apart = a burst belongs to a limit of reads and writes together
burst-without-limit = a burst in { $unit } needs a limit in { $unit }
burst-not-above = the burst of { $own } { $unit } is not above the limit of { $limit } { $unit }
burst-unreadable = burst = '{ $text }': write it as '6000 IOPS for 10s'
burst-lengths = the bursts of a component have one length
name-invalid = { $name } is not a valid name: use up to { $longest } printable characters
no-reference = { $place } names the { $kind } '{ $wanted }', which does not exist; known: { $known }
no-category = { $place } names the tag category '{ $category }', which does not exist; known: { $known }
no-tag = { $place } names the tag '{ $value }' of '{ $category }', which does not exist; known: { $known }
no-such-key = volume.{ $name }: a system of kind { $kind } has no at.{ $key }; its keys are: { $keys }
key-missing = volume.{ $name }: at.{ $key } is missing ({ $kind } needs it)
no-latency-bound = '{ $text }' is not a bound on a latency over the whole Run: use one such as 'p99 <= 5ms'
iops-or-queue-depth = a guest has iops or queue_depth: give one of them
components-differ = the components '{ $first }' and '{ $second }' differ in { $rule }: { $own } and { $other }
components-apart = the component '{ $first }' limits reads and writes together, but '{ $second }' limits each separately
differ-in-shared = the components '{ $first }' and '{ $second }' differ in the limit: { $own } and { $other } { $unit }
differ-in-read = the components '{ $first }' and '{ $second }' differ in the limit of reads: { $own } and { $other } { $unit }
differ-in-write = the components '{ $first }' and '{ $second }' differ in the limit of writes: { $own } and { $other } { $unit }
differ-in-burst = the components '{ $first }' and '{ $second }' differ in the burst: { $own } and { $other } { $unit }
differ-in-reservation = the components '{ $first }' and '{ $second }' differ in the reservation: { $own } and { $other } { $unit }

# Applying and removing.

plan-outdated = what would be changed has changed since it was shown
plan-outdated-now = Nothing was changed. See what it is now: plimsoll policy plan { $file }
cannot-be-read = { $name } cannot be read: { $error }
cannot-be-read-now = Nothing was changed. Fix that, then apply again.
under-policies-of = { $name } is under the policies of { $owner }
take-it-out = Take it out there first: plimsoll policy remove { $file }
shares-limit = { $name } shares a limit with { $other }, which is under the policies of { $file }
same-place = '{ $name }' and '{ $other }' name the same place with different rules
same-place-now = One of them would overwrite the other.
no-back-end = no back end of this version reads a { $kind }
not-written-to = a system of kind { $kind } is not written to
reads-otherwise = it was written, but { $key } reads { $now }, not { $wanted }
reads-otherwise-now = Does something else set it?
no-policy = '{ $volume }' has no policy
no-policy-now = Give it one: policy = "…".
no-volume = there is no volume '{ $volume }' in { $file }
no-volume-named = no volume was named in { $file }
its-volumes = Its volumes are: { $volumes }.
no-documents-for = '{ $system }' is not a system in { $file } that documents are made for
no-documents-for-now = These are: { $names }.
nothing-applied-from-here = nothing of { $file } is applied from here
nothing-applied-from-here-now = plimsoll policy plan --print SYSTEM writes what others apply.
partly-applied = { $done } of { $total } changes were made; { $name }: { $why }
partly-applied-now = Fix that, then continue (plimsoll policy apply { $file }) or put back what was changed (plimsoll policy remove --last { $file }).
forget-gone = If it is gone for good: --forget-gone.
forget-name = If you know that it is gone: --forget '{ $name }' (--forget-gone keeps it).
fix-then-remove = Fix that, then: plimsoll policy remove { $file }. { $gone }
overwrite-drift = To put it back anyway: --overwrite-drift.
nothing-recorded = nothing is recorded about '{ $name }' for { $file }
recorded = Recorded: { $names }.
recorded-nothing = Recorded: nothing.
and-more-findings = { $finding } (and { $more } more: plimsoll policy show { $file })
not-put-back = { $name } was not put back: { $error }
not-put-back-more = { $name } was not put back (and { $more } more): { $error }
changed-since = { $name } has been changed by somebody else since, and was left as it is
changed-since-more = { $name } and { $more } more has been changed by somebody else since, and was left as it is
changed-since-now = To put it back anyway: plimsoll policy remove --overwrite-drift { $file }
same-target = '{ $other }' and '{ $volume }' have the same target, { $target }: one of them would be measured for both
same-target-now = Give each volume the target that it is reached by.
other-export = the limit of '{ $volume }' is set for the stack's volume '{ $stack_volume }', but its target is the export '{ $export }'
other-export-now = Let both name one volume: at.volume and target.
no-volume-under-policy = no volume of { $file } is under a policy
no-volume-under-policy-now = There is nothing to verify.
proof-not-kept = the proof was not kept for policy show: { $error }
overwrites-data = Testing the write limit of { $volume } overwrites data on { $target }
overwrites-data-now = Confirm it with --i-will-lose-the-data-on '{ $target }', or prove reads alone: --reads-only.
invalid-lengths = --warmup-for { $warmup_for } --measure-for { $measure_for }: { $why }
invalid-lengths-now = Give Runs that length, or leave both out (5s, 20s).
page-may-not = this page may not apply policies
page-may-not-now = Apply it with 'plimsoll policy apply { $path }', or start the server with --allow-policies.
took-too-long = plimsoll policy { $action } took longer than { $seconds } s
took-too-long-now = A system does not answer. Look with 'plimsoll policy show { $path }'.
ended-with = it ended with { $returncode }
allow-without-policy = --allow-policies has no effect without --policy
allow-without-policy-now = Name the files.

# The journal.

cannot-write = cannot write { $place }: { $error }
cannot-write-now = Nothing more was changed.
cannot-open = cannot open { $place }: { $error }
cannot-read = cannot read { $path }: { $error }
journal-ends = { $place } ends within a line, and it has no copy: what policies changed later is not known
journal-ends-copy = { $place } ends within a line, and so does its copy: what policies changed later is not known
compare-and-move = Compare each volume with its policy (plimsoll policy show FILE), put back what was changed by hand, and move { $place } and { $copy } away.
journal-mended = { $place } was damaged ({ $whole } of { $all } bytes were whole) and was completed from { $copy }
journal-damaged = { $place }:{ $line } is damaged
journals-disagree = { $place } and { $copy } disagree
restore-both = They record how to put back what policies changed: restore them from a backup, or put things back by hand and move both away.
journal-damaged-now = It records how to put back what policies changed: restore it from a copy, or put things back by hand and move the file away.
another-process = another plimsoll policy is changing things (process { $process })
wait-for-it = Wait for it to end.
journal-too-large = { $place } is larger than { $most } MiB

# Back ends.

known = Known: { $names }.
no-hierarchy = no cgroup hierarchy with the io or blkio controller is mounted on this machine
no-hierarchy-at = no cgroup hierarchy with the io or blkio controller is mounted at { $mount }
mount-v1 = For v1: mount -t cgroup -o blkio cgroup /sys/fs/cgroup/blkio.
no-weights = '{ $scheduler }' is not a scheduler that has weights in cgroup v{ $version }
weight-out-of-range = { $shares } shares come to a weight of { $weight }, but { $file } takes whole numbers from { $least } to { $most }
shares-multiple = Write shares as a multiple of { $step } from { $least } to { $most }: { $shares } are the kernel's own weight of { $normal }.
iocost-off = iocost is not enabled on { $name }, and without it a weight does nothing
iocost-off-now = Enable it, for everybody on that disk: echo '{ $device } enable=1' > { $at }.
other-scheduler = the scheduler of { $name } is { $now }, and without { $wanted } a weight does nothing
choose-scheduler = Choose it, for everybody on that disk: echo { $wanted } > /sys/block/{ $name }/queue/scheduler.
no-such-scheduler = { $name } has no { $wanted }. Load it (modprobe { $wanted }), or name the disk beneath as at.device.
lacks-file = { $folder } has no { $file }
enable-io-controller = Enable the io controller in the cgroups above it (cgroup.subtree_control).
weights-need-linux = Weights for a single disk need Linux 5.4 or later.
not-absolute = '{ $path }' is not an absolute path
not-absolute-now = Write at.device from the root.
no-file-or-device = there is no file or device { $path }
no-file-or-device-now = at.device names the disk, or what lies on it: make that first (plimsoll prepare).
no-block-device = no block device lies beneath { $path }
no-block-device-now = A cgroup limits block devices: not tmpfs, NFS or ZFS.
one-of-three = a volume in a cgroup needs exactly one of at.cgroup, at.unit and at.container
not-a-limitable-cgroup = '{ $value }' is not a cgroup that can be limited
not-a-limitable-cgroup-now = Write its path from the root of the hierarchy, as /proc/PID/cgroup shows it.
not-a-unit = '{ $value }' is not a systemd unit
not-a-unit-now = Write it as db.service.
not-a-container = '{ $value }' is not a container id
not-a-container-now = Write all 64 digits: docker inspect shows them.
several-cgroups = several cgroups are called { $name } in { $mount }
no-cgroup-called = no cgroup is called { $name } in { $mount }
running-or-path = Is it running? Or name its path: at.cgroup.
no-cgroup = there is no cgroup { $cgroup } in { $mount }
is-it-running = Is it running?
cannot-look-at = cannot look at { $folder }: { $error }
other-device = the device { $device } is no longer { $device_name }
other-device-now = After a reboot numbers may change: plan and apply again.
cannot-write-to = cannot write '{ $text }' to { $path }: { $error }
in-no-cgroup = this process is in no cgroup of that hierarchy
not-a-ceph-name = '{ $part }' is not a valid name of a pool, namespace or image
limits-together = { $driver } limits reads and writes together, but policy '{ $policy }' each
no-class-name = '{ $policy }' cannot name a class in Kubernetes
no-class-name-now = Name the policy with a to z, 0 to 9 and '-'.
not-a-kubernetes-name = '{ $text }' is not a valid name of a { $key } in Kubernetes
qmp-ended = { $path } ended the connection, or is no QMP socket
no-qmp-socket = { $path } is no QMP socket
qemu-refused = QEMU at { $path } refused { $command }: { $why }
cannot-reach-qmp = cannot reach QMP at { $path }: { $error }
cannot-reach-qmp-now = Is QEMU running?
qmp-no-answer = { $path } did not answer within { $seconds } s
qmp-no-answer-now = QMP serves one client at a time: is another connected?
no-throttle-group-id = '{ $group }' is not the id of a throttle group
no-throttle-group-id-now = Write the id of its object.
group-without-node = no block node uses the throttle group '{ $group }'
group-without-node-now = A limit there would be set and limit nothing.
throttle-group = throttle group { $group }
no-element = no { $type } element is called '{ $element }' behind { $control }
no-stack-volume = no volume is called '{ $volume }' behind { $control }
element-not-passed = the requests of the volume '{ $volume }' do not pass the { $type } '{ $element }'
element-not-passed-now = It would be set there and do nothing.
several-instances = the volume '{ $volume }' passes several instances of '{ $element }'
name-one = Name one: { $names }.
shares-among-vms = '{ $scheduler }' shares among VMs, not volumes
shares-among-vms-now = Give it per = "disk" in the stack file.
vcenter-together = vCenter limits reads and writes together, but policy '{ $policy }' each separately
vcenter-together-now = Give it one limit for both.
vcenter-iops-only = vCenter limits IOPS, but policy '{ $policy }' bytes/s
vcenter-iops-only-now = Leave that limit out, or set it where it is enforced.
home-has-no-limit = the home of '{ $vm }' cannot have a limit
home-has-no-limit-now = Name a disk.
cannot-start-process = cannot start a process in { $file }: { $error }
process-ended = a process in { $folder } ended before its Run

# Simulation.

no-guests = { $file } has no guests to simulate
no-guests-now = Describe some: [guests.NAME] with count, iops and datastore. See docs/how-to/policies.md.
too-short = { $flag } { $given } is too short to measure anything
too-short-now = Give 1ms or more.
guests-without-stack = { $policy_file }: datastore.{ $name } has guests but no stack, so nothing describes what it would do
guests-without-stack-now = Name its stack file: stack = "pool.toml". See docs/how-to/describe-a-stack.md.
see-stacks = See docs/concepts/stacks.md.
no-path = { $stack }: volume.{ $name } has no path
no-path-now = A path lists elements, the last a device.
no-path-of = { $stack } has no volume '{ $path_of }', whose path the guests were to take
stack-without-volume = { $stack } has no volume, so there is no path for the guests
stack-without-volume-now = Describe one: [volume.NAME] with size and path.
different-paths = the volumes of { $stack } have different paths
different-paths-now = Say which the guests take: path_of = "…" in the datastore's table, of: { $known }.
name-of-guests = guests.{ $name }: its name contains '{ $wrong }', which names of described clients must not
name-of-guests-now = Rename them.
name-taken = guests.{ $name }: { $stack } has a { $table } of that name already
name-taken-now = Rename one of them.
reserves-bytes = { $policy_file }: policy '{ $policy }' reserves bytes/s, but a described scheduler reserves operations
reserves-bytes-now = Write the reservation in IOPS.
no-scheduler = { $policy_file }: policy '{ $policy }' has { $rules }, but no scheduler is on the path of { $stack }, so nothing there would enforce that
no-scheduler-now = Put an element of type shares into the path (plimsoll elements shares), or accept it: a system of datastore.{ $datastore } with accept = { $accept }.
stack-with-guests = { $stack } with the guests on it: { $why }

# Flags.

help-file = The policy file (TOML).
help-warmup-for = Warm-up of each Run.
help-measure-for = How long each Run measures.
help-print = Print the manifests or commands for you to apply (Kubernetes, Ceph).
help-seen = Refuse unless what would be changed has this SHA-256, as of a plan shown before (the web page applies with it).
help-reads-only = Write nothing, and prove the limits of reads alone.
help-no-store = Keep nothing; print the verdict only.
help-junit = Also write the verdicts as JUnit XML, for CI.
help-volume = The volume.
help-last = Only what the last apply changed, back to what it found.
help-overwrite-drift = Also put back what somebody else has changed since it was applied.
help-forget-gone = Drop the records of systems that no longer exist.
help-forget = Drop the record of this volume if it cannot be read, because you know that it is gone (a deleted VM, say). Repeatable.
help-policy = Policy file to show under Policies. Repeatable.
help-allow-policies = Let the page apply those policy files: set limits on the systems they name.
