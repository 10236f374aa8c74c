## Answer

# $limit is one of the messages limit-…, $number is the number of guests with separators.
fit-guests = { $guests ->
        [0] No guest fits: one alone would exceed the { $limit }.
        [one] 1 guest fits; one more would exceed the { $limit }.
       *[other] { $number } guests fit; one more would exceed the { $limit }.
    }
fit-guests-most = { $guests ->
        [0] No guest fits for certain ({ $most } at the line's high end): one alone would exceed the { $limit }.
        [one] 1 guest fits (up to { $most } at the line's high end); one more would exceed the { $limit }.
       *[other] { $number } guests fit (up to { $most } at the line's high end); one more would exceed the { $limit }.
    }
fit-guests-open = { $guests ->
        [0] No guest is known to fit: one alone needs more than the load line is known to carry, and the line has no high end.
        [one] 1 guest fits (the line has no high end: more may fit); one more would exceed what the load line is known to carry.
       *[other] { $number } guests fit (the line has no high end: more may fit); one more would exceed what the load line is known to carry.
    }
# $kinds is a list of numbers and names of guests: 40 web, 23 database.
fit-kinds = { $guests ->
        [0] No guest fits: one alone would exceed the { $limit }.
        [one] 1 guest fits ({ $kinds }); one more would exceed the { $limit }.
       *[other] { $number } guests fit ({ $kinds }); one more would exceed the { $limit }.
    }
fit-kinds-most = { $guests ->
        [0] No guest fits for certain ({ $most } at the line's high end): one alone would exceed the { $limit }.
        [one] 1 guest fits ({ $kinds }; up to { $most } at the line's high end); one more would exceed the { $limit }.
       *[other] { $number } guests fit ({ $kinds }; up to { $most } at the line's high end); one more would exceed the { $limit }.
    }
fit-kinds-open = { $guests ->
        [0] No guest is known to fit: one alone needs more than the load line is known to carry, and the line has no high end.
        [one] 1 guest fits ({ $kinds }; the line has no high end: more may fit); one more would exceed what the load line is known to carry.
       *[other] { $number } guests fit ({ $kinds }; the line has no high end: more may fit); one more would exceed what the load line is known to carry.
    }
wanted-fit = { $guests ->
        [one] The one requested fits.
       *[other] The { $number } requested fit.
    }
wanted-not-shown = { $guests ->
        [one] The one requested was not shown to fit: the end of the load line is unknown.
       *[other] The { $number } requested were not shown to fit: the end of the load line is unknown.
    }
# The limit that they exceed is named before.
wanted-beyond-it = { $guests ->
        [one] One was requested.
       *[other] { $number } were requested.
    }
wanted-not-fit = { $guests ->
        [one] The one requested does not fit: { $limits }.
       *[other] The { $number } requested do not fit: { $limits }.
    }
limit-drives = drives' IOPS
limit-load-line = load line
limit-bandwidth = bandwidth
limit-capacity = capacity
limit-host = host's IOPS
unit-IOPS-on-drives = IOPS on drives
unit-IOPS-on-a-host = IOPS on a host
basis-drives = { $count } drives × { $iops }, a write costs { $penalty }
basis-line = the load line
basis-bandwidth = bytes/s
basis-pool = { $fill } % of the pool
basis-fullest_host = the fullest of { $hosts } hosts
# $sums is one of the messages basis-….
with-one-controller-down = { $sums } with one controller down
with-one-host-down = { $sums } with one host down
share-one-controller-down = { $sums } × { $left }/{ $parts } with one controller down
share-one-host-down = { $sums } × { $left }/{ $parts } with one host down

## Notes

note = note: { $text }
note-assumed-read_percent = not given for the guests, so assumed: all reads; give their read percentage
note-assumed-block_bytes = not given for the guests, so assumed: 4 KiB blocks; give their block size
note-assumed-both = not given for the guests, so assumed: all reads, 4 KiB blocks; give their read percentage and block size
note-assumed-of-profile-read_percent = not given for { $profile }, so assumed: all reads; give their read percentage
note-assumed-of-profile-block_bytes = not given for { $profile }, so assumed: 4 KiB blocks; give their block size
note-assumed-of-profile-both = not given for { $profile }, so assumed: all reads, 4 KiB blocks; give their read percentage and block size
note-host_iops_not_given = the IOPS that each of the { $hosts } hosts can carry are missing (host_iops), so no host limit was applied
note-on_savings = the line was carried for { $held_s } on what { $element } had saved up (burst, credits): in the long run it carries { $lasting_per_s }; size for that with --rate, or give find --horizon the time for which the line has to last
note-planned_lower = planned on the recommended rate, { $planned_per_s }; the line's low end is { $low_per_s }
note-end_not_confirmed-low = no hold confirmed the line's low end
note-end_not_confirmed-high = no hold confirmed the line's high end
note-measured_by_few = { $clients ->
        [one] the line was measured by one client and is taken for all guests together: the rate with more clients, or from several hosts, is a guess until it is measured (plimsoll find --hosts)
       *[other] the line was measured by { $number } clients and is taken for all guests together: the rate with more clients, or from several hosts, is a guess until it is measured (plimsoll find --hosts)
    }
note-measured_by_unknown = { $source } lacks the number of hosts that measured the line: it is taken for all { $hosts } together
note-mix_unknown = { $source } lacks the read percentage and block size at which the line was measured: they must match those of the guests
note-other_reads = the line was measured at { $read_percent } % reads, but the guests together read { $guests_read_percent } %: find the line of their mix
note-other_blocks = the line was measured with { $block_bytes }, but the guests use { $guests_block_bytes }: find the line of their mix
note-scaled_one_down = with one controller down, the line is scaled in proportion to those left, which is a guess. Better: measure it with one down, and give that as low_one_down

## Tables

guests = guests
wanted = wanted
fit = fit
column-limit = limit
column-carried = carried
column-usable = usable
column-used = used
column-left = left
line = the line of { $source }: { $low } to { $high }, { $objective }
line-open = the line of { $source }: { $low } to an end that was not reached, { $objective }
per-host = on the fullest of { $hosts } hosts: { $guests } guests, { $rate }
# $reserve is a list of the messages reserve-….
row-kept-free = Kept free
row-note = Note
badge-fits = Fits
badge-does-not-fit = Does not fit
badge-not-shown = Not shown to fit
badge-sized = Sized
badge-on-savings = { $badge }, as long as saved-up credits last
# In place of `Measured`.
origin-calculated = Calculated
reserve-headroom = { $share } headroom
reserve-growth = demand × { $grown } after { $years } years
reserve-down-none = nothing down
reserve-down-controller = one controller down
reserve-down-host = one host down

## English only

# Verbs in `plimsoll --help`: the first paragraph of the verb's own help.

summary-size = Calculate how many guests fit inside the healthy range, and which limit is reached first.

see-help = See 'plimsoll size --help'.
campaign-of = campaign { $number } of { $store }
no-guests-given = no guests were given
usage = plimsoll size FILE, or flags for one kind of guest: --guest-iops 50 --rate 4000.
find-json = It must be what plimsoll find --json printed.
cannot-read = cannot read { $path }: { $reason }
no-guest-iops = what each guest needs is missing
no-guest-iops-now = Add it in IOPS: --guest-iops 50, say.
several-profiles = { $path } has { $profiles } guest profiles, and the --guest flags describe only one
several-profiles-now = Leave the flags out, or change the file.
line-unreadable = cannot read '{ $line }'
line-unreadable-now = Write the line as STORE#N: plimsoll.db#3 is campaign 3 of it.
is-a-store = { $path } is a store, and may hold several lines
is-a-store-now = Write the line as STORE#N: { $path }#1 is campaign 1 of it.
name-a-campaign = Write a campaign of a store as STORE#N: plimsoll.db#3.
not-a-find = { $path } is not what plimsoll find --json prints: { $reason }
not-a-find-now = Give that, or STORE#N.
no-load-line = { $source } holds no load line
no-load-line-now = Find one first: plimsoll find --store FILE.
line-of-cache = { $source }: the page cache answered, so its load line is not that of the storage
line-of-cache-now = Find one by direct I/O, on more than memory holds, or give a rate: --rate-low.
line-not-safe = { $source }: its load line has no rate that is safe to plan with: no Run met the objective with enough certainty
line-not-safe-now = Search for longer (plimsoll find --time), or give a rate of your own: --rate-low.
too-many-guests = more than { $most } guests fit: check the units of what a guest needs and of what the storage has
growth-implausible = a growth of { $growth } % over { $years } years is not a plausible number
iops-infinite = a guest's IOPS must be a number, not inf
no-guests = no guests: give at least one profile with a count above zero
no-storage = what the storage carries was not given: give a load line, a rate, or drives
line-and-drives = a load line and raw drives are two answers to one question: give one of them
line-ends-crossed = the line's high end ({ $high }) lies below its low end ({ $low })
one-controller-down-of-one = with one controller down nothing is left: give 2 controllers or more, or down = "none"
one-host-down-of-one = with one host down nothing is left: give 2 hosts or more, or down = "none"
host-limit-without-hosts = a limit per host needs the number of hosts: give hosts as well
capacity-without-demand = the pool has a capacity and no guest takes any: give the guests' capacity, or leave the pool's out
not-a-bandwidth = '{ $given }' is not a bandwidth: write it as '2 GiB/s'
no-raid-level = there is no RAID level '{ $given }' here. The levels are: { $levels }
too-few-drives = a RAID { $raid } needs { $least } drives or more, not { $count }
drives-of-pairs = a RAID { $raid } consists of pairs: it needs an even number of drives, at least { $least }, not { $count }
several-answers = line, rate and drives are answers to one question: give one of them
high-end-alone = a high end alone is no line: give its low end, or the rate
help-file = Guests, storage and reserve (TOML; see 'plimsoll schema size file'). Flags override it.
help-guests = Number of guests wanted. Default 1.
help-guest-iops = IOPS of one guest.
help-guest-block-size = I/O size of a guest. Default 4k.
help-guest-read = Percentage of reads. Default 100.
help-guest-capacity = Capacity of one guest.
help-line = The load line of campaign N of a store, or a file with the JSON of plimsoll find.
help-rate = The load line as a number.
help-rate-low = Its low end.
help-rate-high = Its high end.
help-drives = Number of raw drives, instead of a load line.
help-drive-iops = IOPS of one drive.
help-raid = RAID level: 0, 1, 5, 6 or 10 (sets the write penalty).
help-bandwidth = Maximum bandwidth: '2 GiB/s'.
help-capacity = Capacity of the pool.
help-controllers = Controllers that share the load.
help-hosts = Hosts that guests run on.
help-host-iops = IOPS that one host carries.
help-in-hosts = The storage consists of the hosts' own drives.
help-headroom = Headroom to keep free. Default 20.
help-growth = Growth of demand per year. Default 0.
help-years = Planned lifetime in years. Default 0.
help-fill = Maximum pool utilisation. Default 80.
help-down = What may fail. Default: a controller if there are several, else a host, else nothing.
