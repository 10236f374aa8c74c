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
    [one] { $count } file has no results that can be imported:
   *[other] { $count } files have no results that can be imported:
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
format-iometer-csv = its result file
format-diskspd-xml = -Rxml
format-diskspd-text = -Rtext
format-ndisk64-text = what it prints
format-crystaldiskmark-text = copied or saved as text
format-rados-bench-text = what it prints
format-rados-bench-json = --format json
format-rbd-bench-text = what it prints
format-kdiskmark-text = copied or saved as text
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
kind-fiologparser = { $file } is a table of fiologparser.py or fiologparser_hist.py, which counts an operation in every interval that it touches and does not give the unit of its latencies: import the fio logs that it was made of
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
kind-vdbench-page = { $file } is a page of vdbench without results: import its whole output folder
# $program: CloudWatch or Prometheus.
kind-counters-of = { $file } has counters of { $program }, and no results: it is not read
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
folder-unreadable = { $folder } cannot be read: { $why }
no-run-in-it = it is { $program }'s ({ $format }), and there is no Run with results in it
written-meanwhile = it was written while it was read
too-many-runs = it has more than { $most } Runs: split it
run-impossible = { $at } cannot be imported: { $why }
counts-impossible = its distribution has counts that cannot be
no-rate = it gives no rate
reads-impossible = { $percent } % of its operations would be reads, which cannot be
percentile-impossible = it has a percentile of { $percent } %, which cannot be
against-own-counts = { $name } ({ $at }) is left out: the file gives { $told } { $unit } for its { $kind ->
    [read] reads
    [write] writes
    [trim] trims
    [all] reads and writes together
   *[other] { $kind }
}, but its own counts and times give { $recomputed }
against-two-figures = { $name } ({ $at }) is left out: the file gives { $told } IOPS, but two of its other figures (bytes, latency at its depth, or its parts) give { $other }
no-document = there is no JSON document in it
json-too-large = a JSON document is larger than { $most } Mi characters
json-without-end = a JSON document begins here and does not end
json-too-deep = the JSON in it is nested too deeply
# $why: of the JSON reader, in English.
json-damaged = the JSON in it is damaged ({ $why })
damaged = it is damaged ({ $why })
no-csv-row = it is no row of a CSV file ({ $why })
figure-no-number = { $name } is '{ $given }', which is no number
figure-impossible = { $name } is { $given }, which cannot be
is-empty = it is empty
too-large = it is larger than { $most } Mi characters
not-finished = there are no results in it: the program did not finish
results-cut = its results are cut
row-cut = a row has { $columns } columns of { $of }: it is cut
row-before-heading = a row of results comes before its heading
row-below-heading = a row of a table has fewer columns than its heading

# diskspd.
no-totals = { $title } has no totals: the file is cut
no-results-element = it has no Results
no-time-span = it has no TimeSpan with results: the program did not finish
xml-too-deep = its elements are nested too deeply
declares-type = it declares a document type, which no result of diskspd does
xml-not-whole = it is no whole XML document ({ $why })
span-without-time = TimeSpan { $number } has no TestTimeSeconds
span-cut = TimeSpan { $number } has { $threads } of { $of } threads: it is cut
span-idle = TimeSpan { $number } has no operations

# Iometer.
no-row-of-all = there is no row of type ALL in it: the test did not finish
row-without-iops = a row has no IOps
row-idle = { $name } (line { $line }) is left out: it did nothing

# CrystalDiskMark and KDiskMark.
no-test = there is no test in it
cut-before-date = it ends before its date: it is cut
no-test-run = no test in it was run: all of them have 0.000 MB/s
section-lost = the tests under [{ $section }] come twice: the line that begins the next section is missing
test-unreadable = a test has no figures that can be read
test-without-size = the text gives neither IOPS nor the block size of this test
test-without-mix = the text does not give the share of reads of this mixed test

# Ceph.
no-rados-result = there is no result of rados bench in it
rados-cut = rados bench did not end, or its totals are cut: 'Total time run' to 'Min latency' are needed
rbd-without-end = this output of rbd bench does not end
rbd-cut = rbd bench did not end: its last line, 'elapsed:', is missing
rbd-totals-unreadable = this line of totals is not as rbd bench prints it ('elapsed: … ops: … ops/sec: … bytes/sec: …')
rbd-idle = this output of rbd bench did nothing

# Plimsoll's own, and ndisk64.
document-no-record = a JSON document in it is no record of a Run
record-damaged = a record is not what it should be: { $why }
no-record = there is no record in it
processes-cut = it has rows of { $rows } processes of { $of }: it is cut
totals-cut = its row of totals is missing: it is cut
length-unknown = it does not give the length of the Run

# Recorded counters.
time-unknown = '{ $given }' is no time in a known form
iostat-without-times = none of its reports has a time: call iostat with -t, best with S_TIME_FORMAT=ISO
iostat-times-unknown = none of its reports has a time in a known form: call iostat with -t, best with S_TIME_FORMAT=ISO
iostat-without-end = this is no report of iostat: nothing in it ends
sar-column-no-time = the third column is no time
sar-date-unknown = its first line has no date in a known form
row-without-time = the row does not begin with a time
too-many-values = it has more than { $most } values for these Runs: choose names with --only
too-many-times = it holds more than { $most } times: cut it into parts
# $days: several days, each with the order of dates that makes it.
date-of-several-runs = its date { $date } may be { $days }, and there are Runs at several of these times: say which with --dates
date-of-no-run = its date { $date } may be { $days }, and no Run is of any of these: say which with --dates
or-next = { $list } or { $next }

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
offset-invalid-now = Give hours and minutes: +01:00.
dates-invalid = --dates { $given } is no order of dates
dates-invalid-now = Known: { $known }.
no-store-to-match = there is no store { $store }, so there are no Runs to match these counters with
no-store-to-match-now = Import the results with them, or name the store of the Runs: --store FILE.
no-file-named = there is no file in what was named
only-store-named = there is nothing but a store of Plimsoll in what was named
no-result = nothing here is a result of a known program: { $reasons }
no-result-more = nothing here is a result of a known program: { $reasons }; and { $more } more files
no-result-todo = Known are { $programs }: plimsoll import --list has their files.
store-itself = { $path } is the store to import into, or what SQLite keeps beside it
campaign-was-measured = campaign { $campaign } of { $store } was measured, not imported
campaign-was-measured-now = Name one that was imported, or leave --campaign out.
left-out-advice = It was left out, and nothing of it was kept
no-such-file = there is no file { $file }
no-such-file-now = Check the path.
on-pseudo-file-system = { $path } lies on { $kind }, which the kernel makes up: it holds no results
on-pseudo-file-system-now = Name the file or folder of the results.
