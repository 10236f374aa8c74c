## Answer

# $verdict: use-usable, use-limited or use-unusable.
verdict = { $file }: { $verdict } ({ $program })
use-usable = usable
use-limited = usable with these limits
use-unusable = not usable
# $moved: throughput. $latency and $syncs: the means, or none. $workload: 4 KiB random, 100 % read.
result-of-run = { $latency ->
    [none] { $rate } IOPS, { $moved }, no latency; { $workload }; { $length }
   *[other] { $rate } IOPS, { $moved }, { $syncs ->
        [none] mean latency { $latency }
       *[other] mean latency { $latency }, of syncs { $syncs }
    }; { $workload }; { $length }
}
run-refuted = { $at }: the figures contradict each other
# $parts: 2 usable, 1 not usable.
runs-of-file = Runs: { $parts }
runs-usable = { $count } usable
runs-limited = { $count } with limits
runs-unusable = { $count } not usable
steps = { $steps ->
    [one] { $count } other Run led the search to its holds
   *[other] { $count } other Runs led the search to its holds
}, and { $steps ->
    [one] is
   *[other] are
} not judged
reason = { $use ->
    [unusable] Not usable: { $text }
    [limited] Limit: { $text }
   *[usable] Note: { $text }
}
# $places: names of Runs in the file. $more: how many Runs are not named.
reason-of-runs = { $use ->
    [unusable] Not usable
    [limited] Limit
   *[usable] Note
} ({ $n }: { $places }{ $more ->
    [0] {""}
   *[other] {" "}and { $more } more
}): { $text }
more-reasons = { $reasons ->
    [one] { $count } more finding: --json
   *[other] { $count } more findings: --json
}
instead = Measure instead: { $text }
# $items: noun phrases like unchecked-link.
not-checked = Not checked: { $items }
unchecked-steadiness = whether the rate was steady (the file has too few intervals)
unchecked-working-set = how much of the target was addressed (not in the file)
unchecked-link = the link (--link NAME)
stored-run = Run { $run }
left-out = not judged: { $why }
left-out-read-as = not judged: { $why } (read as { $format })
left-out-more = { $files ->
    [one] not judged: { $count } more file, named in --json
   *[other] not judged: { $count } more files, named in --json
}
only-ignored = { $files ->
    [one] nothing to judge: { $count } file is no result of a known program
   *[other] nothing to judge: { $count } files are no results of a known program
}
counters-only = { $file } has recorded counters of { $program }, and no results: plimsoll import lays them beside Runs
link-limit = { $ways ->
    [1] { $mb } MB/s
   *[other] { $mb } MB/s in each direction
}
# $limit: one of the two above. $ops: operations per second.
link-limit-ops = { $limit }, { $ops } IOPS

## Findings on the whole Run

about-through_cache = The file was opened through the operating system's cache: memory may have served a part of the I/O.
about-cache_unknown = The file does not show whether the operating system's cache was bypassed: memory may have served a part of the I/O.
about-no_latency = There is no latency: the rate cannot be checked against the depth, and how long an operation took is unknown.
about-depth_unknown = The file does not show how many operations were outstanding: rate and latency cannot be checked against the depth.
about-null_target = The target was null, which answers by itself: no storage was measured.
about-stack_target = A described stack answered, not hardware.
about-writes_fit_cache = The Run wrote only { $written }: the write cache of a controller, array or disk can hold all of it.
figure-disagrees = The file gives { $told } for { $figure }, and its other figures give { $recomputed }.
own-outcome = Its outcome is { $outcome }: { $why }.
# $link: SATA 6 Gb/s. $rate, $most: 10^9 bytes/s, or IOPS.
above-link = { $direction ->
    [read] { $rate } GB/s of reads are more than { $link } can carry ({ $most } GB/s): a cache in front of the link served the I/O.
    [write] { $rate } GB/s of writes are more than { $link } can carry ({ $most } GB/s): a cache in front of the link took them.
    [ops] { $rate } IOPS are more than { $link } can do ({ $most } IOPS): a cache in front of it served the I/O.
   *[all] { $rate } GB/s are more than { $link } can carry ({ $most } GB/s): a cache in front of the link served the I/O.
}

## What to measure instead

instead-bypass_caches = Bypass the cache (fio direct=1, diskspd -Sh, vdbench openflags=o_direct) and address more than all memory on the way holds.
instead-larger_set = Address several times what memory, controller and disk can cache, filled with data first.
instead-all_latencies = Keep the latency of every direction and of syncs, with its distribution (fio --output-format=json+, elbencho --lathisto).
instead-fill_the_queue = Use an engine that queues (libaio, io_uring, windowsaio), and more jobs until the rate no longer rises.
instead-lower_the_depth = Measure at lower depths too, or at a given rate: plimsoll find searches the highest one within an objective.
instead-longer = Measure for a minute or more after a warm-up, with the rate of every second (fio write_iops_log with log_avg_msec=1000).
instead-real_data = Write data as yours is: fio refill_buffers with buffer_compress_percentage, diskspd -Zr, in the prefill too.
instead-more_clients = Add workers or machines until the rate no longer rises.
instead-repair = Find the cause of the errors first.
instead-keep_latency = Keep the latencies (fio without gtod_reduce, diskspd -L).
instead-whole_output = Judge the program's own full output of one Run, not a part or a summary.
instead-real_target = Name a file or a device.
instead-steady_clock = Keep the clock of the machine steady: let NTP slew it, and do not suspend or migrate the machine meanwhile.

## English only

summary-judge = Judge a result: did the storage answer, and for what can the figures be used?
help-paths = Result files, folders of them, or stores (STORE#3 for a campaign).
help-link = The link between host and storage, such as sata-6g or fc-16g: nothing can move more than it carries.
help-links = List the known links instead.
nothing-named = nothing to judge was named
name-files = Name result files, or folders of them.
no-finished-run = { $store } has no finished Run to judge
no-campaign-number = '{ $given }' names no campaign of a store
name-a-campaign = Write STORE for its newest, or STORE#3.
no-such-link = --link { $name } is no known link
no-such-link-now = Known: { $known }.
