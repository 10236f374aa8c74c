## Progress and events

# Of a campaign that another process runs, as its store shows it.
doing-measuring = measuring
doing-between-runs = between Runs
repeat = repeat { $repeat }
# A workload or a load without keys of its own.
defaults = defaults
# $latency: at queue depth 1, after $seconds of settling. $at_start, $noise: its mean and noise at the start of the campaign.
point-unsettled = Point { $point } began unsettled: { $latency } at queue depth 1 after { $seconds } s, { $at_start } ± { $noise } at the start
point-unsettled-without-operation = Point { $point } began unsettled: no operation at queue depth 1 after { $seconds } s, { $at_start } ± { $noise } at the start
measuring-maximum = measuring the maximum (the offered rates are shares of it)
point-again = Point { $point } is measured again: { $why }
clearing-caches = clearing caches
applying-configuration = applying configuration { $configuration }
measuring-latency = measuring the reference latency for settling
settling = settling
settling-failed = settling before Point { $point } failed: { $why }
figures-include-faults = mean and percentiles include the effect of the faults; plimsoll timeline shows outage and recovery
rounds-anew = the rounds begin anew: the state of described storage is not kept

## Marks on the time line

fault = fault '{ $name }'
fault-undone = fault '{ $name }' undone
fault-failed = fault '{ $name }': { $why }
collector-ended = collector { $number } ({ $name }): { $why }

## Plan

# What varies in a plan, as in the product of their numbers: 2 block size × 3 read.
factor-configuration = configuration
factor-target = target
factor-test = test
factor-workload = workload
factor-load = load
factor-repeat = repeat
factor-hosts = hosts

## Answers of Points

# Beside the rate of a Point whose verdict is not known.
not-judged = objective not judged
no-answer = no answer
answer = { $rate } IOPS
answer-range = { $low } to { $high } IOPS
grade-estimated = estimated
grade-bounded = bounded
beside-cpu = CPU { $time } per I/O
beside-mean = mean { $time }
beside-p99 = p99 { $time }

## English only

permission-needed-now = It may overwrite the data on: { $names }. Begin a new campaign for another target.
permission-needed-now-none = It may overwrite the data on: nothing. Begin a new campaign for another target.
delete-needs-name = deleting campaign { $campaign } needs its name: it is called '{ $name }'
delete-other-name = deleting campaign { $campaign } is not called '{ $given }': it is called '{ $name }'
not-restored = the setting '{ $setting }' was not restored to '{ $original }': { $why }
not-restored-and-more = the setting '{ $setting }' was not restored to '{ $original }' (and { $more } more): { $why }
not-restored-now = Fix that, then: plimsoll campaign restore { $store }
# $output: what a command printed, or the next message.
command-ended-code = `{ $command }` ended with code { $number } and printed: { $output }
command-ended-signal = `{ $command }` ended with signal { $number } and printed: { $output }
command-nothing = nothing
# Parts of a store that may be damaged, and what is wrong with one.
part-document = the document of campaign { $campaign }
part-session = the document of campaign { $campaign }, session
part-result = the result of campaign { $campaign }
part-record = the record of Run { $run }
part-request = the request of Run { $run }
part-interval = interval { $interval } of Run { $run }
part-distribution = the distribution { $name } of Run { $run }
part-target = the target of Point { $point } of campaign { $campaign }
part-workload = the workload of Point { $point } of campaign { $campaign }
part-load = the load of Point { $point } of campaign { $campaign }
part-point-result = the result of Point { $point } of campaign { $campaign }
part-settles-to = the reference latency of the target of Point { $point } of campaign { $campaign }
damaged-mismatch = { $part } is not what it should be: { $difference }
damaged-unreadable = { $part } cannot be read ({ $why })
damaged-objective = the objective of campaign { $campaign } is not a valid one
damaged-rate = a rate of Run { $run } is not a number
damaged-strategy = the strategy of Point { $point } of campaign { $campaign } is not a known one
damaged-length = the expected length of Point { $point } of campaign { $campaign } is not a number
# $does: set, read, restore and the like. $what: a command, an address or a target.
act = { $does }: { $what }
act-of-setting = { $does } of setting { $setting } of configuration { $configuration }: { $what }
act-of-setting-with-value = { $does } of setting { $setting } of configuration { $configuration }, with the value { $value }: { $what }
unsigned-commands = { $commands ->
    [one] { $store } contains 1 command that { $user } did not sign; it was not run
   *[other] { $store } contains { $command_count } commands that { $user } did not sign; none was run
}
unsigned-permissions = { $permissions ->
    [one] { $store } contains 1 permission to overwrite data that { $user } did not sign; nothing was done
   *[other] { $store } contains { $permission_count } permissions to overwrite data that { $user } did not sign; nothing was done
}
unsigned-both = { $store } contains { $commands ->
    [one] 1 command
   *[other] { $command_count } commands
} and { $permissions ->
    [one] 1 permission to overwrite data
   *[other] { $permission_count } permissions to overwrite data
} that { $user } did not sign; nothing was done
# $text: one of the messages above.
unsigned-file-differs = { $text }, and the campaign's file differs
unsigned-other-digest = { $text }, and { $digest } is not the digest of them
unsigned-trouble = { $text } ({ $why })
unsigned-now = Read what is listed above and, if every line should run, repeat the command with --confirm { $digest }
unsigned-now-file = Name the campaign's own file ({ $again } FILE.toml --store { $store }), or read what is listed above and, if every line should run, repeat the command with --confirm { $digest }
command-empty = an empty command: give a program, or 'true' where nothing is to be done
command-nul = a command cannot hold a NUL character
command-not-text = `{ $command }` printed bytes that are not text, so they could not be restored as they were
command-lock-unopened = `{ $command }` was not run: cannot open { $lock }: { $why }
command-not-run = cannot run `{ $command }`: { $why }
command-killed = `{ $command }` did not end within { $limit } s and was killed
command-lock-taken = `{ $command }` was not run: a command started by an earlier process was still running after { $limit } s
other-target-was-missing = nothing was there when that was confirmed
permission-needed = this campaign was not started with permission to overwrite the data on { $name }
other-target = { $path } is not what was confirmed for this campaign: { $difference }
other-target-now = If the data on it now may be lost as well: plimsoll campaign resume { $store } --i-will-lose-the-data-on { $path }
store-in-use = { $path } could not be read while process { $writers } writes to it ({ $why })
store-in-use-now = Try again; if it fails again, wait until that process has ended
delete-now = Nothing was deleted. Confirm with exactly that name.
delete-folder-of-others = { $folder } is a link, or belongs to another user
delete-folder-of-others-now = Nothing was deleted. Move it away.
delete-no-folder = cannot make the folder { $folder } ({ $why })
delete-no-folder-now = Nothing was deleted. Make the folder of the store writable.
fault-not-injected = the fault '{ $name }' could not be injected: { $why }
range-step-or-times = a range has either step or times: { "{" } from = 10, to = 100, step = 10 { "}" }
range-step-zero = the step of a range must be above 0; a range may fall: from > to
range-times-small = times must be above 1: 2 doubles
range-times-ends = a range with times begins and ends above 0
range-too-long = a range has at most { $most } values: give a larger step
range-endless = a range has finite ends
restore-without-effect = `{ $command }` reported success, but the setting reads '{ $now }'
journal-unsigned = the journal of { $store } holds commands for the setting { $setting } that { $user } did not sign: they were not run
journal-unsigned-now = Look at them: plimsoll campaign restore { $store }
set-changed-nothing = after `{ $command }` it reads '{ $original }', as before: it was so already, or nothing was done
set-without-effect = after `{ $command }` the setting '{ $setting }' reads '{ $now }', not '{ $expect }'
jobs-on-real-clock = --jobs { $jobs }: on the real clock Points would disturb each other
jobs-on-real-clock-now = Leave it out: several at a time are for virtual = true.
commands-refused = the store { $store } holds commands that would be run, and --no-commands was given
commands-refused-now = See them without that flag.
data-loss-refused = the campaign in the store { $store } overwrites data on its target, and --no-data-loss was given
data-loss-refused-now = See what it overwrites without that flag.
file-commands-refused = { $file } contains commands ({ $commands }), and --no-commands was given
file-commands-refused-now = Leave that flag out to run them.
file-data-loss-refused = { $file } overwrites data on its target, and --no-data-loss was given
file-data-loss-refused-now = Leave that flag out to let it.
no-campaign = the store { $store } holds no campaign
no-campaign-now = Start one: plimsoll campaign run.
same-name-fault = two faults are called '{ $name }': give each its own name
same-name-load = two loads are called '{ $name }': give each its own name
same-name-setting = two settings are called '{ $name }': give each its own name
same-name-target = two targets are called '{ $name }': give each its own name
same-name-workload = two workloads are called '{ $name }': give each its own name
name-needed = where there are several [[{ $kind }]], each needs a name
load-unknown = workload.loads: there is no [[load]] called '{ $name }'; known: { $known }
load-unknown-nameless = workload.loads: there is no [[load]] called '{ $name }'; known: none has a name
strategy-named = strategy { $strategy }
no-campaign-named = the store { $store } holds no campaign called '{ $name }'
no-campaign-numbered = the store { $store } holds no campaign { $campaign }
no-campaign-numbered-named = the store { $store } holds no campaign { $campaign } called '{ $name }'
store-holds = It holds: { $campaigns }.
store-holds-none = It holds: none.
store-holds-others = It holds only what other verbs made, which no campaign file describes: { $campaigns }. Report: plimsoll report.
given-a-store = { $path } is a store
given-a-store-now = Give the campaign's file; 'resume' takes a store.
campaign-file = campaign file
set-unreadable = --set { $text } is not KEY=VALUE
set-unreadable-now = Write --set campaign.measure_for=5s, say.
set-several-tables = --set { $text }: there are several tables '{ $table }'
set-several-tables-now = Number them: { $table }.0.{ $key }=…
set-no-table = --set { $text }: there is no table '{ $table }'
set-no-table-now = Name a table of the file and a key of it.
setting-pasted = { $path }: the setting '{ $setting }' pastes { "{" }original{ "}" } into the text of a shell, which would run what it holds
setting-pasted-now = Pass it as an argument: ["sh", "-c", 'echo "$1" > FILE', "sh", "{ "{" }original{ "}" }"]; or use "$PLIMSOLL_ORIGINAL".
no-points = this campaign has no Points: a list is empty
no-points-now = Give it a value, or leave the key out.
too-many-points = this campaign has { $count } Points, more than the { $most } that one may have: they would take { $memory } MiB of memory and { $store } MiB of store before the first of them runs
too-many-points-now = Shorten a list, or split it into several campaigns.
same-points = two Points are the same: { $workload }; { $load }; on { $target }
same-points-now = Remove the duplicate from its list, or set campaign.repeats.
not-on-virtual-clock = target { $target } cannot be measured on the virtual clock
not-on-virtual-clock-now = virtual = true is for stack: targets; leave it out.
faults-of-grid = { "[" }[fault]] is for strategy grid, whose Runs have a set length; strategy { $strategy } would take what a fault does for the target's own answer
faults-on-real-clock = { "[" }[fault]] runs commands, which take real time: leave out campaign.virtual. Described storage has faults of its own while it is served: 'plimsoll switch'
configuration-faults = a configuration cannot be called '{ $name }' where there is a [[fault]]
workload-unknown = there is no workload '{ $name }'; known: { $known }
no-target = there is no target: add targets = ["PATH"] above all tables, or a [target] with a path
stack-without-target = { "[" }stack] sets parameters of described storage, and no target is stack:FILE.toml
objective-needed = { $strategy } needs campaign.objective: 'p99 <= 1ms', say
objective-empty = campaign.objective is an empty list: leave it out, or say what must hold
hosts-needed = load.hosts needs the hosts file: --hosts FILE, or campaign.hosts
stack-has-clients = described storage has its clients in its own file and is not driven by hosts: leave out campaign.hosts, or serve the stack and name its NBD export as target
collect-on-virtual-clock = collect and scrape cannot be used with virtual: counters exist in real time only
load-keys-of-grid = load.passes and load.measure_for are for strategy grid alone
rounds-need-grid = rounds need strategy = "grid", order = "as_written" and one target: what a round does to a target is part of the next
rounds-without = rounds have no configurations, no [stack] and no clear_caches: nothing may happen to the target between them
rounds-on-virtual-clock = rounds on described storage need the virtual clock: campaign.virtual = true
fault-undone-before = fault '{ $name }' is undone at { $undo_at }, which is not after { $at }
fault-undone-late = fault '{ $name }' is undone at { $undo_at }, and a Run ends at { $measure_for }: let campaign.measure_for be longer, so that the recovery is seen
track-unknown = rounds.tracks: there is no [[workload]] called '{ $workload }'; known: { $join }
load-key-chosen = load.{ $key } has no meaning with { $strategy }, which chooses it: leave it out, or take { $other }
configuration-failed = configuration { $name }: { $why }
point-refused = { $workload }; { $load }; on { $target }: { $why }
