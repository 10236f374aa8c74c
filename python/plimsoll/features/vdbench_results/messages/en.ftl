## Formats

format-vdbench-flatfile = flatfile.html
format-vdbench-report = summary.html, totals.html, logfile.html, what it prints
format-hcibench-result = the result file of a test case (-res.txt)
format-hcibench-folder = the folder of a test case
format-vdbench-folder = an output folder: flatfile, histogram, parameters

## Files that cannot be read

row-cut-or-damaged = a row has { $columns } columns of { $of }: the file is cut or damaged

# vdbench. $name: of a Run definition (RD).
no-file-systems = file system workloads of vdbench (FSD, FWD) are not imported: only raw I/O (SD, WD) is, whose rows have an I/O rate and the response time of reads and writes
no-column = its heading has no column { $column }
heading-short = a heading has fewer words in its second line
row-without-rate = a row has no i/o rate
row-of-few-words = a row has { $words } words only: the file is cut or damaged
bucket-before-heading = a bucket comes before its heading
ended-in-first-interval = RD={ $name } is left out: it ended within its first interval, which vdbench counts in no average
nothing-in-average = RD={ $name } is left out: it did nothing that its average counts
stopped-in-warmup = RD={ $name } is left out: it was stopped within its warm-up, of which it has { $intervals } of { $of } intervals
run-cut = RD={ $run } begins and has no interval: vdbench did not end, or the file is cut

# HCIBench. $name: of a test; empty where the file has none.
no-figure = { $name } is { $given }, which is no figure
no-unit = { $name } has no unit: the file is cut in this line
test-without-iops = { $named ->
    [no] a test has no IOPS: the file is cut
   *[other] { $name } has no IOPS: the file is cut
}
test-cut = { $named ->
    [no] a test does not end: the file is cut
   *[other] { $name } does not end: the file is cut
}
