## Warnings during a Run

# What the process does before its first Run, in `plimsoll watch` and on the live page.
starting = starting
# $name is a number or a kind of client.
late-worker = LATE: own lag p99 of worker { $name } is { $lag }, past the limit of { $limit }: response times include this machine's delays, not only the target's
late-host = LATE: own lag p99 of host { $name } is { $lag }, past the limit of { $limit }: response times include that host's delays, not only the target's
waiting = WAITING: { $before } of a mean response time of { $mean } passed before submission, as backlog or as own lag (limit { $limit }): the record of the Run will show which
# One of the above, before sentences on hosts.
late-sentence = { $warning }.
host-slower-mean = { $host } is slower than the others: its mean response time, without the generator's lateness, is { $figure }, the others' { $others }.
host-slower-median = { $host } is slower than the others: its median response time, without the generator's lateness, is { $figure }, the others' { $others }.
host-behind = { $host } had { $share } of the IOPS that the other hosts had for each worker (median).
host-late = The generator on { $host } was late: p99 of own lag { $figure }, the others' { $others }.
more-odd-hosts = { $hosts } more hosts stand out.

## English only

no-live-view = no live view of this from outside: { $error }; what is measured is not affected. For one, set XDG_RUNTIME_DIR to a folder in memory
no-folder-in-memory = no folder in memory
folder-on-disk = { $folder } is on a disk, and may be what is measured
folder-of-others = { $folder } is not this user's alone
metrics-address = --metrics { $address } is not an address and port
metrics-address-now = Write :9464, or 0.0.0.0:9464 for all interfaces.
metrics-failed = cannot serve metrics at { $host }:{ $port }: { $reason }
metrics-failed-now = Name another port or address with --metrics.
