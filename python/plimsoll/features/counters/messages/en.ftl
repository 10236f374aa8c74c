## First screen

badge-short = Held by a limit
badge-held = Held by a limit
badge-finer_first = Finer counter first
badge-tight = Headroom missing
badge-doubtful = Counters in doubt
badge-unknown = Unknown type
badge-latency_open = No documented latency
badge-oversized = More was bought than is needed
badge-right = Right size
badge-read = Counters read
origin-counted = Counted, not measured here
about-time = Time
# $length: 60 s, or 60 s–300 s.
time-covered = { $began } to { $ended }, means of { $length }
headline-one = { $volume }: { $mean } IOPS on average, { $busiest } in the busiest { $length }
headline-all = { $volumes } volumes: { $n ->
    [0] none was held by a limit that the counters show
    [one] { $held } was held by a limit
   *[other] { $held } were held by a limit
}
# $parts: 2 oversized, 1 short.
headline-sized = { $volumes } volumes: { $parts }
count-short = { $count } held
count-tight = { $count } without headroom
count-oversized = { $count } too large
count-finer_first = { $count } need a finer counter
count-doubtful = { $count } in doubt
count-unknown = { $count } of unknown type
count-latency_open = { $count } whose latency is open
count-right = { $count } right
# No volume of the file has counters.
headline-unsized = { $volumes } volumes, none of which the file of volumes has
row-load = Load
row-limit = Limit
row-hidden = Hidden
row-hidden-bytes = Hidden bytes
row-bought = Bought
row-needs = Needs
row-money = Money
row-finer = Finer first
row-short = Held
row-tight = Headroom
row-unknown = Unknown type
row-latency_open = Latency open
row-doubtful = In doubt
row-held = Held
row-absent = No counters
row-note = Note
todo-short = How much load was held back is unknown: raise the limit, or record every second while it is busy.
todo-finer_first = Record every second of a busy hour (iostat -xt 1, or the provider's detailed metrics), and ask again with those files.
todo-doubtful = Export operations, bytes and times as sums (Stat=Sum) over one period, and check what the file of volumes has.
name-and-money = { $name } (up to { $money })
and-more = { $list } and { $more } more
money = { $amount } { $currency } a month
amount = { $amount } { $currency }
# $price, $sure, $possible: 40.00 USD.
money-of-all = { $price } a month now; { $sure } can be saved whatever the intervals hide, and at most { $possible } more if finer counters show no bursts
idle = { $n ->
    [one] { $count } volume did nothing: { $names }
   *[other] { $count } volumes did nothing: { $names }
}
one-direction = Only reads or only writes are in the files, so no rate is known: { $names }
incomplete = { $n ->
    [one] { $count } interval without possible figures of reads and of writes was left out
   *[other] { $count } intervals without possible figures of reads and of writes were left out
}
gaps = counters cover { $share } of that time

## A volume

load-size = { $size } per operation
load-reads = { $share } reads
load-latency = mean latency { $latency }, { $outstanding } outstanding
load-no-latency = no latency in the files
# $ratio: outstanding I/O by Little over the counted queue.
contradiction = Times and operations give { $ratio } times the queue that was counted: they are no sums over the period, and the rates may be wrong by as much.
# $level: 3,000 IOPS. $most: the busiest interval, 12,000 IOPS.
above-limit = Intervals have up to { $most }, above the limit of { $level }.
above-why = The file of volumes is not of that time, the provider let more pass, or the counters are no sums over their period.
not-held = No interval reached a limit of the volume.
not-held-flat = Latency did not rise with the load, so nothing held it back for a whole interval.
open-limits = Open: the limits of the volume are not known (--volumes), and the counters do not show one.
# $level: 3,000 IOPS, 125 MiB/s, or none.
held-volume_iops = { $level ->
    [none] The limit of the volume in IOPS held it in { $count } of { $of } intervals of { $length }.
   *[other] The volume's { $level } held it in { $count } of { $of } intervals of { $length }.
}
held-volume_throughput = { $level ->
    [none] The limit of the volume in throughput held it in { $count } of { $of } intervals of { $length }.
   *[other] The volume's { $level } held it in { $count } of { $of } intervals of { $length }.
}
held-instance_iops = { $level ->
    [none] The machine's limit in IOPS held it in { $count } of { $of } intervals of { $length }.
   *[other] The machine's { $level } held it in { $count } of { $of } intervals of { $length }.
}
held-instance_throughput = { $level ->
    [none] The machine's limit in throughput held it in { $count } of { $of } intervals of { $length }.
   *[other] The machine's { $level } held it in { $count } of { $of } intervals of { $length }.
}
held-credits = { $level ->
    [none] Its burst credits were spent in { $count } of { $of } intervals of { $length }.
   *[other] Its burst credits were spent in { $count } of { $of } intervals of { $length }, which leaves { $level }.
}
held-throttled = The provider held operations back in { $count } of { $of } intervals of { $length }.
held-plateau_iops = It stayed at { $level } in { $count } of { $of } intervals of { $length } while more and more I/O waited: something holds it there.
held-plateau_throughput = It stayed at { $level } in { $count } of { $of } intervals of { $length } while more and more I/O waited: something holds it there.
hidden-nothing = nothing: intervals are no longer than { $window }, and the busiest { $window } had { $low }
hidden-at-limit = nothing: the busiest interval was at the limit all the time, with { $low }
hidden-unbounded = the busiest { $window } had between { $low } and { $high }; no limit is known that would narrow it
hidden = the busiest { $window } had between { $low } and { $high }; within one interval of { $length } it can have been at the limit for { $at_limit } at most
configuration = { $type }, { $size } GiB, { $iops }, { $throughput }
without-price = { $what } (no price in the table)
with-price = { $what }: { $money }
type-unknown = { $type }, which is not in the table of offers
# $enough: what to buy. $low: the smallest for the busiest interval alone.
verdict-right = { $enough ->
    [none] no offer in the table carries it with { $headroom } kept free
   *[other] what was bought, with { $headroom } kept free
}
verdict-oversized = { $enough }; that carries whatever the intervals can hide
verdict-tight = { $enough ->
    [none] more, and no offer in the table carries the busiest interval with { $headroom } kept free
   *[other] { $enough }, to keep { $headroom } free
}
verdict-short = { $low ->
    [none] more than was bought; how much is unknown, as a limit held it
   *[other] at least { $low }; how much more is unknown, as a limit held it
}
verdict-finer_first = { $low } if bursts are no higher than the means; { $enough } if they are as high as they can be
verdict-doubtful = open, because the counters contradict each other or what was bought
verdict-unknown = open, because nothing is known of its type
verdict-latency_open = { $why ->
    [counted] open: its mean latency was { $latency }, above { $asked }, whatever is documented
    [documented] { $low }, whose documented latency is below { $asked }; its own type documents one below { $latency }
    [documented-alone] no offer of its provider documents a latency below { $asked }; its type documents one below { $latency }
    [undocumented] { $low }, whose documented latency is below { $asked }; there is no documented latency for its own type
   *[other] open: no documented latency for its type, nor one below { $asked } for any other of its provider
}

## Table

column-volume = Volume
column-bought = Bought
column-mean = Mean IOPS
column-busiest = Busiest interval
column-second = Burst bounds
column-throughput = Throughput
column-size = Per operation
column-reads = Reads
column-latency = Latency
column-outstanding = Outstanding
column-limit = Limit
column-needs = Result
column-enough = Enough in any case
column-price = A month
column-price-then = A month then
column-saving = Saved
column-possible = At most more
short-right = right
short-oversized = too large
short-tight = no headroom
short-short = held
short-finer_first = finer counter
short-doubtful = in doubt
short-unknown = unknown type
short-latency_open = latency open
short-held = held
short-not_held = not held
short-open = open
more-volumes = { $n ->
    [one] { $count } more volume: --report or --json
   *[other] { $count } more volumes: --report or --json
}
written = Report: { $file }

## Report

page-title = Volumes by their counters
page-footer = Plimsoll { $version }. Counters were recorded by other programs; nothing was measured here.
because-bounds = A mean over an interval hides the bursts in it. The busiest { $window } lies between the mean of the busiest interval and what its operations and the known limits allow; the counters do not show where.
because-need = A volume needs at least its busiest interval with { $headroom } kept free, and at most what it let pass so far. Where both ends lead to one offer, that is the answer.
because-span = Only this time was seen: a load that comes once a month needs counters of a month.
table-needs = Bought against needed
table-loads = Load and limits
# $currency: USD.
caption-needs = Prices in { $currency } a month. Enough in any case: the smallest offer for the highest that bursts can have been.
table-finer = Finer counters first
caption-finer = Whether the smaller offer is enough depends on bursts that these means hide. The most money first.
facts-offers = Offers and prices
caption-offers = A price that is not in the table is left open. A file of your own takes the place of the table: --offers FILE.
# $date: date of the rules. $sources: addresses.
offer-source = Rules of { $date }: { $sources }
offer-latency = Documented latency below { $below }: { $source }.
offer-no-latency = No documented latency.
offer-priced = Rules of { $date }, prices of { $region } as of { $priced }: { $sources }
chart-title = { $volume } over time
chart-x = Time since { $began } (h)
chart-rate = IOPS
chart-throughput = Throughput
chart-latency = Mean latency
chart-mean = mean of each interval
chart-busiest = highest of { $n } intervals
chart-limit = limit of the volume
chart-note = Each point is the mean of one interval of { $length }: bursts within it are not visible.
chart-note-thinned = Each point is the highest of { $n } intervals of { $length } that follow each other: bursts within an interval are not visible.
figure-now = Now
figure-sure = Saved in any case
figure-possible = Saved at most beyond it
basis-now = of all volumes with counters
basis-sure = whatever the intervals hide
basis-possible = if finer counters show no bursts

## English only

summary-counters = Find in recorded counters the limits that held volumes back, and the size that they need.
help-files = Files with counters.
help-volumes = Volumes as they were bought, CSV or TOML: id, type, size_gib, and iops and throughput where they are bought.
help-offers = A table of offers in place of ours (TOML; plimsoll schema counters).
help-headroom = Share of a limit that must stay free over the busiest interval.
help-window = Length of time over which a burst counts: a shorter one may wait.
help-latency = Latency in milliseconds that an offer must document to stay below. An offer without a documented latency keeps none.
help-report = Write a report: .html, .xlsx, .pdf or .md by its name; may be given several times.
help-force = Replace a file that is no report of Plimsoll.
help-utc-offset = UTC offset of recorded times that name no zone. Default: that of this machine; of CloudWatch CSV, UTC.
help-dates = How iostat and sar wrote dates: dmy (25/11/26), mdy (11/25/26) or ymd (26/11/25).
nothing-named = no file with counters was named
name-files = Name files with counters.
expected = { $place }: { $what }
expected-object = an object is expected here
expected-list = a list is expected here
expected-text = a text is expected here
expected-number = a finite number that is not negative is expected here
expected-value = this value is missing
expected-time = a time such as 2026-11-01T00:00:00Z is expected here
expected-duration = a duration such as PT1M is expected here
expected-as-many = as many values as times are expected here
expected-pair = a pair of time and value is expected here
expected-ascending = times in ascending order are expected here
expected-complete = the state Complete is expected here: the answer of the service is a part
expected-success = an answer with the status success is expected
expected-rate = a count that was aligned as a rate (ALIGN_RATE) or a sum (ALIGN_DELTA) is expected here
expected-matrix = the answer of a range query (matrix) is expected; an instant query has no intervals
json-cut = the document ends too early, in column { $column }
json-broken = the document is damaged from column { $column } on
too-large = it is larger than { $most } MiB
more-pages = it is one page of several ({ $key }): export all pages
no-sum = { $metric } is not exported as { $statistic }: operations, bytes and times must be sums over the period, queues, latencies and credits means
no-metric = the label "{ $label }" names no known metric, such as { $known }
no-metric-of = it has no known metric of disks, such as { $known }
no-average = { $metric } is exported without the aggregation Average
rate-query = { $place } has no metric name: query the counters themselves, not rate() of them
csv-time = "{ $given }" is no time
csv-number = "{ $given }" is no number of operations, bytes or seconds
twice = { $volume } has { $figure } twice with different values: two statistics of one metric, or two volumes of one name
two-periods = "{ $label }" has a value every { $own } s, others every { $other } s: export all metrics with one period
two-times = at least two times are needed to know the length of an interval
uneven-times = the times are no multiples of one period
negative = { $volume } has a negative value
no-disks = it has no rates of disks by { $program } (for sar: -d; for iostat: -x)
too-many-times = it has more than 4,000,000 times
empty-file = the file is empty
unknown-format = no known counters. Read: { $known }
no-values = it has metrics without a single value
no-rates = no volume has both reads and writes in these files: { $names }
no-rates-now = Export operations of both directions over the same intervals.
volume-twice = { $path } has the volume { $id } twice
volume-cells = line { $line } of { $path } has more or fewer cells than the head
volume-row = line { $line } of { $path }: { $why }
volume-outside = { $given ->
    [none] volume { $id } has no { $key }, which { $type } does not have without a purchase (at most { $most })
   *[other] volume { $id } has { $key } { $given }, and { $type } has { $most } at most
}
volume-outside-now = Write it in the unit of its provider, or name newer rules: --offers FILE.
no-bursting-on-demand = volume { $id }: there is no bursting on demand for { $type } of this size
no-bursting-on-demand-now = It is for Premium SSD of more than 512 GiB: leave it out.
no-volumes = { $path } has no volumes
volumes-todo = Columns: id, type, size_gib, iops, throughput, bursting, instance_iops, instance_throughput; only the first three must have values.
all-idle = no volume in these files did anything
all-idle-now = Name files of a time with load.
bad-todo = Export it again as a whole, or leave it out.
