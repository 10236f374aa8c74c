## Formats

format-elbencho-csv = --csvfile
format-elbencho-text = what it prints, --resfile
format-elbencho-live-csv = --livecsv
format-elbencho-json = --jsonfile

## Files that cannot be read

row-cut-file = a row has { $columns } columns of { $of }: the file is cut
no-phase = there is no phase in it
line-no-document = a line is no whole JSON document
line-no-object = a line is no JSON object
phase-without-figures = a phase has no 'last_done' or no 'config'
bucket-without-range = a bucket of its histogram has no range
phase-lines-missing = phase { $phase } does not end: lines are missing
phase-cut = phase { $phase } does not end: the file is cut
command-cut = this command has no result: it did not end, or the file is cut
phase-without-average = the { $latency } latency of a phase has no average
bytes-go-back = DoneBytes is less than in the line before
no-data-phase = there is no phase in it that read or wrote data
