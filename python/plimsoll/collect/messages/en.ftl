## Problems of collectors

# A collector by its number on the command line and what it runs or reads. $words: one of the messages below.
collector = collector { $number } ({ $name })
collector-reports = { $collector }: { $words }
problem-ended = { $why }; its counters end here
problem-failed = { $why }; it will be tried again
problem-bad = it prints lines that cannot be read: { $why }
problem-over-rate = it sends too many values: at most { $most } per second are kept
problem-over-names = it has more than { $most } names: the first { $most } are kept
problem-over-names-choose = it has more than { $most } names: the first { $most } are kept; choose with URL#PATTERN
ended-early-code = it ended early (exit code { $code })
ended-early-code-and-said = it ended early (exit code { $code }): { $text }
ended-early-signal = it ended early (signal { $signal })
ended-early-signal-and-said = it ended early (signal { $signal }): { $text }
# $losses: the messages below, separated by semicolons.
collected-with-losses = { $collector }: { $values } values collected; { $losses }
collected-nothing = { $collector }: no values were collected
lost-bad = { $count } unreadable
lost-failed = { $count } requests without counters
lost-over-rate = at least { $count } values or lines beyond { $most } per second dropped
lost-over-names = { $count } values of names beyond the first { $most } dropped
lost-not-numbers = { $count } that are not finite numbers skipped
no-counters = the reply holds no counters
no-counters-that-match = the reply holds no counters that match '{ $pattern }'

## What can be collected

exporter-node_exporter = disks, I/O wait and load of a Linux host
exporter-ceph = a Ceph cluster: its OSDs' latencies, its pools' operations and bytes
exporter-netapp = an ONTAP cluster through Harvest: volumes, aggregates and nodes
exporter-snmp = ports of a switch through snmp_exporter: bytes, errors and discards
reader-iostat = iostat of sysstat: disks, and processors where it prints them
reader-esxtop = the batch mode of esxtop, resxtop: counters of an ESXi host
reader-snmp = snmpget, snmpwalk and snmpbulkwalk: switches, arrays, PDUs

## Why lines and replies cannot be read

not-started = it could not be started: { $why }
reading-failed = reading it failed: { $why }
line-too-long = a line of more than { $most } KiB: { $text }
line-no-object = JSON, but not an object of names and numbers
line-no-utf8 = not UTF-8 text
line-no-json = not JSON
line-too-deep = JSON that is nested too deeply or has a number too long to read
reply-no-prometheus = not Prometheus' text format ({ $why })
reply-too-long = the reply is longer than { $most } MiB
no-reply = no answer within { $limit } s

## English only

not-an-exporter = --scrape { $text } is not the address of a { $name } exporter
not-an-exporter-now = Write --scrape { $example }, with :PORT if it is not { $port } and #PATTERN for other names.
every-without-scrape = --collect-every sets the interval of --scrape, which was not given
every-without-scrape-now = Add --scrape URL, or leave it out.
nothing-after-host = { $flag } { $text }: after @ a host and what it is to run are wanted
nothing-after-host-now = Write { $flag } '@vm1 …' for one host of the hosts file, '@* …' for all of them.
collect-nothing = --collect was given no command
collect-nothing-now = Give one that prints JSON lines: 'vmstat-as-json 1'.
every-invalid = --collect-every { $seconds } s is invalid
every-invalid-now = Give a time from 100ms to 1h.
not-an-address = --scrape { $text } is not the address of an exporter
not-an-address-now = Give http:// or https://, a host and a path: http://127.0.0.1:9100/metrics; or a known exporter and its host: { $exporters }.
not-a-pattern = --scrape: '{ $pattern }' is not a pattern: { $why }
not-a-pattern-now = Put a regular expression for the names after #: http://127.0.0.1:9100/metrics#^node_disk_.
