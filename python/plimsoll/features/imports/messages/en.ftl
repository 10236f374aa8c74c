## Answer

imported = { $runs ->
    [one] { $count } Run imported ({ $programs }) into campaign { $campaign } of { $store }
   *[other] { $count } Runs imported ({ $programs }) into campaign { $campaign } of { $store }
}
nothing-imported = nothing imported
# $count: Runs that came from this program.
runs-of-program = { $count } of { $program }
# $list: one part or several, each like runs-of-program.
and-next = { $list } and { $next }
configurations = { $count } configurations, which are not repeats of each other: { $names }. To make them one: --as NAME
configurations-more = { $count } configurations, which are not repeats of each other: { $names } and { $more } more. To make them one: --as NAME
files-known = { $files ->
    [one] { $count } file was imported before
   *[other] { $count } files were imported before
}
# $why: one of the sentences on a file further down.
left-out = left out: { $why }
left-out-read-as = left out: { $why } (read as { $format })
left-out-more = { $files ->
    [one] left out: { $count } more file, named by --json
   *[other] left out: { $count } more files, named by --json
}
nothing-kept-of-it = nothing of a file that was left out is kept: copy it again from where it was written, or mend the line, and import it again
files-no-result = { $files ->
    [one] { $count } file is no result of a known program:
   *[other] { $count } files are no results of a known program:
}
files-more = and { $count } more; --json names them
# A figure that the user should look at.
check = check: { $text }
disagreement = { $file }, { $at }: { $figure } is { $told } in the file and { $recomputed } recomputed
findings-more = { $findings ->
    [one] { $count } more finding of this kind: --json
   *[other] { $count } more findings of this kind: --json
}
# Time of which a file has no figures.
gap = gap: { $text }
report-command = Report:  { $command }
compare-command = Compare: { $command }

## Counters

# $values, $counters and $runs: the phrases values, counters and runs.
matched = { $values } of { $counters } of { $program } matched with { $runs }
# $rest: one of the phrases cut and names-left, or both.
matched-but = { $values } of { $counters } of { $program } matched with { $runs }; { $rest }
values = { $values ->
    [one] { $count } value
   *[other] { $count } values
}
counters = { $counters ->
    [one] { $count } counter
   *[other] { $count } counters
}
runs = { $runs ->
    [one] { $count } Run
   *[other] { $count } Runs
}
cut = { $reports ->
    [one] { $count } report that also covered time outside a Run left out
   *[other] { $count } reports that also covered time outside a Run left out
}
names-left = { $count } more left out: choose with --only
counters-known = { $file }: the Runs have its counters already
no-values = { $file }: there are no values in it
all-cut = { $file }: each of its { $reports } reports during a Run also covers time outside it; record at a shorter interval
none-matches = { $file }: --only matches none of its counters; leave it out to see their names
# $low and $high: UTC.
no-run-then = { $file }: no Run of { $store } was measured between { $low } and { $high } UTC. If its times are of another zone, say --utc-offset.

## Formats

format-plimsoll-record = what plimsoll run --json printed
format-fio-json = json and json+, one status or many, of one host or several
format-fio-terse = versions 3 to 5
format-fio-text = the normal output
format-vdbench-flatfile = flatfile.html
format-vdbench-report = summary.html, totals.html, logfile.html, what it prints
format-hcibench-result = the result file of a test case (-res.txt)
format-iometer-csv = its result file
format-diskspd-xml = -Rxml
format-diskspd-text = -Rtext
format-ndisk64-text = what it prints
format-crystaldiskmark-text = copied or saved as text
format-rados-bench-text = what it prints
format-rados-bench-json = --format json
format-rbd-bench-text = what it prints
format-kdiskmark-text = copied or saved as text
format-elbencho-csv = --csvfile
format-elbencho-text = what it prints, --resfile
format-elbencho-live-csv = --livecsv
format-elbencho-json = --jsonfile
format-hcibench-folder = the folder of a test case
format-vdbench-folder = an output folder: flatfile, histogram, parameters
format-fio-logs = bw, iops, lat and hist logs of a prefix, beside their JSON or alone
format-iostat-text = iostat -t: disks and processors
format-iostat-json = iostat -t -o JSON
format-sar-text = sar, and sadf -d: disks, processors and the rest
format-esxtop-csv = esxtop -b, resxtop -b
format-perfmon-csv = performance logs of Windows as CSV, with PhysicalDisk or LogicalDisk

## Files without results that can be imported

kind-empty = { $file } is empty
kind-gzip = { $file } is packed with gzip: unpack it and import what is in it
kind-zip = { $file } is a zip archive, a workbook or a document: unpack it and import what is in it
kind-bzip2 = { $file } is packed with bzip2: unpack it and import what is in it
kind-xz = { $file } is packed with xz: unpack it and import what is in it
kind-zstd = { $file } is packed with zstd: unpack it and import what is in it
kind-7zip = { $file } is a 7-Zip archive: unpack it and import what is in it
kind-rar = { $file } is a RAR archive: unpack it and import what is in it
kind-database = { $file } is a database, maybe a store of Plimsoll: name a store with --store
kind-pdf = { $file } is a PDF document: figures are not read out of it
kind-picture = { $file } is a picture: figures are not read out of it
kind-old-office = { $file } is an old Office document: save its table as CSV or text
kind-sar-binary = { $file } is a binary file of sar: sadf -d FILE -- -A > FILE.csv, and import that
kind-program = { $file } is a program
kind-blg = { $file } is a binary performance log of Windows: relog FILE -f CSV -o FILE.csv, and import that
kind-not-text = { $file } is of no known program, and not text
kind-fiologparser = { $file } is a table of fiologparser_hist.py, which has percentiles only: import the clat_hist logs that it was made of
kind-clat2csv = { $file } is a table of fio_jsonplus_clat2csv: import the json+ file that it was made of
kind-iometer-configuration = { $file } is a configuration of Iometer, not a result: plimsoll iometer FILE --campaign OUT.toml makes a campaign of it
kind-diskspd-profile = { $file } is a profile of diskspd, not a result: plimsoll diskspd -XFILE --campaign OUT.toml makes a campaign of it
kind-perfmon-without-disks = { $file } is a performance log of Windows (perfmon) without a counter of PhysicalDisk or LogicalDisk: record those too
kind-hdrhistogram = { $file } is a log of HdrHistogram: its results are not read
kind-nmon = { $file } is a file of nmon: its results are not read
kind-dd = { $file } is the output of dd: its results are not read
kind-hdparm = { $file } is the output of hdparm: its results are not read
kind-vmstat = { $file } is the output of vmstat: its results are not read
kind-dstat = { $file } is a table of dstat: its results are not read
# $program: IOzone, bonnie++, ioping and the like.
kind-result-of = { $file } is a result of { $program }: its results are not read
kind-sqlio = { $file } is a result of SQLIO: measure again with diskspd, its successor
kind-script = { $file } is a script
kind-hcibench-configuration = { $file } is a configuration of HCIBench, not a result: plimsoll hcibench FILE --campaign OUT.toml makes a campaign of it
kind-vdbench-parameters = { $file } is a parameter file of vdbench, not a result: plimsoll vdbench -f FILE runs it, unless it drives a file system
kind-fio-job = { $file } is a job file of fio, not a result: plimsoll fio FILE runs it
kind-blank = { $file } is of no known program (there are only blanks in it)
kind-json = { $file } is of no known program (JSON with { $keys })
kind-begins = { $file } is of no known program (it begins with '{ $begin }')
# $what: one of the sentences above.
known-programs = { $what }. Known programs: { $programs }

## Files that cannot be read

# $text: one of the clauses below.
bad-file = { $file }: { $text }
bad-line = { $file }, line { $line }: { $text }
at-place = { $file }, { $at }: { $text }
line-too-long = a line is longer than { $most } Mi characters
line-cut = the file ends in the middle of this line
not-regular = it is not a regular file
unreadable = it cannot be read: { $why }
no-run-in-it = it is { $program }'s ({ $format }), and there is no Run with results in it
written-meanwhile = it was written while it was read
too-many-runs = it has more than { $most } Runs: split it
run-impossible = { $at } cannot be imported: { $why }
counts-impossible = its distribution has counts that cannot be
no-rate = it gives no rate
reads-impossible = { $percent } % of its operations are reads, it says, which cannot be
percentile-impossible = it has a percentile of { $percent } %, which cannot be
against-own-counts = { $name } ({ $at }) is left out: the file gives { $told } { $unit } for its { $kind ->
    [read] reads
    [write] writes
    [trim] trims
    [all] reads and writes together
   *[other] { $kind }
}, but its own counts and times give { $recomputed }
against-two-figures = { $name } ({ $at }) is left out: the file gives { $told } IOPS, but two of its other figures (bytes, latency at its depth, or its parts) give { $other }

## English only

# Verbs in `plimsoll --help`: the first paragraph of the verb's own help.

summary-import = Import results of other programs, so that report, compare, find --from and size can use them.

help-paths = Result files, or folders of them.
help-store = Keep them in this store.
help-as = Name for all of these results in reports and compare, such as mtu-1500: Runs of the same question are then repeats. Default: each folder by its own name.
help-campaign = Add to this campaign. Default: the campaign that an earlier import of the same paths made, else a new one.
help-only = Of recorded counters (iostat, sar, esxtop, perfmon), keep only the names that match this regular expression.
help-utc-offset = UTC offset of recorded times that name no zone. Default: that of this machine.
help-dates = How iostat and sar wrote dates: dmy (25/11/26), mdy (11/25/26) or ymd (26/11/25). Default: the order that places the file at the time of a Run.
help-list = List the formats that can be imported instead.
nothing-named = nothing to import was named
name-files = Name result files, or folders of them.
nothing-was-imported = nothing was imported
nothing-was-imported-left = nothing was imported: { $left }
counters-need-runs = Counters alone are laid beside the Runs of a store: read them with store=.
offset-invalid = --utc-offset { $given } is not an offset
offset-todo = Give hours and minutes: +01:00.
dates-invalid = --dates { $given } is no order of dates
dates-todo = Known: { $known }.
no-store-to-match = there is no store { $store }, so there are no Runs to match these counters with
no-store-to-match-todo = Import the results with them, or name the store of the Runs: --store FILE.
no-file-named = there is no file in what was named
only-store-named = there is nothing but a store of Plimsoll in what was named
no-result = nothing here is a result of a known program: { $reasons }
no-result-more = nothing here is a result of a known program: { $reasons }; and { $more } more files
no-result-todo = Known are { $programs }: plimsoll import --list has their files.
store-itself = { $path } is the store to import into, or what SQLite keeps beside it
campaign-was-measured = campaign { $campaign } of { $store } was measured, not imported
name-imported-campaign = Name one that was imported, or leave --campaign out.
left-out-advice = It was left out, and nothing of it was kept
no-such-file = there is no file { $file }
check-path = Check the path.
