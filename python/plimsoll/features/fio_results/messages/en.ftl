## Formats

format-fio-json = json and json+, one status or many, of one host or several
format-fio-terse = versions 3 to 5
format-fio-text = the normal output
format-fio-logs = bw, iops, lat and hist logs of a prefix, beside their JSON or alone

## Files that cannot be read

no-number = '{ $given }' is no number
number-impossible = '{ $given }' cannot be
nothing-in-it = there is nothing in it

# $job: its name, as the file has it. $at: where in the file, such as jobs[0].
fio-no-count = '{ $name }' of job { $job } is no count or span
fio-too-many-jobs = it has { $jobs } jobs, and at most { $most } are imported: split it
fio-foreign-document = a JSON document in it is not one of fio's
fio-without-jobs = this document of fio has no jobs
fio-did-not-run = { $at }, job { $job }, did not run: its runtime is 0
fio-too-many-bins = a distribution of job { $job } has { $bins } bins: fio has at most { $most }
fio-no-bin = '{ $value }' is no bin of job { $job }
fio-log-too-long = it has averages of more than { $most } times: a larger log_avg_msec makes a log that can be imported
fio-no-log-line = it is no line of a log of fio's, or is cut
fio-log-line-impossible = a line of the log cannot be
fio-no-histogram-line = it is no line of a log of histograms, or is cut
fio-bins-impossible = a histogram has { $bins } bins, which fio never writes
fio-log-packed = it is a log that fio stored compressed (log_store_compressed=1): unpack it with `fio --inflate-log={ $packed } > { $unpacked }` and import that
fio-log-goes-back = its times go back, and it is of job { $job } alone: a clock was set back, lines were put in another order, or several logs into one file. Split it where the times go back
fio-log-of-ones = every window of this log of IOPS is 1: with log_compression fio averages single operations there, not the rate. Put the JSON result of the run beside it
fio-rate-log-missing = the log of IOPS of job { $jobs } is missing
fio-logs-without-rate = these logs give no rate: the log of IOPS is missing. Put the JSON result of the run beside them
fio-no-job-line = there is no line of a job in it
fio-job-idle = job { $job } did nothing
fio-did-nothing = { $at }, { $job }, did nothing
fio-terse-cut = a line of version { $version } of fio's terse output has { $fields } fields: it is cut
fio-no-job = there is no job in it
fio-job-cut = what is said of job { $job } is cut
fio-job-without-figures = job { $job } has no figures: it is cut, or did nothing
fio-job-did-not-run = job { $job } did not run: its runtime is 0
fio-line-missing = job { $job } issued { $issued } { $kind }s, but the line of its { $kind }s is missing
