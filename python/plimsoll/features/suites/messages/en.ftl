## Answer

headline-measured = { $suite }: { $count } of { $total } tests measured.
# $where says between which rounds the target rested.
headline-saturated = { $rounds ->
        [one] { $suite }: capacity written { $written } times in { $rounds } round.
       *[other] { $suite }: capacity written { $written } times in { $rounds } rounds.
    }
headline-saturated-rest = { $rounds ->
        [one] { $suite }: capacity written { $written } times in { $rounds } round, with a rest of { $rest } { $where }.
       *[other] { $suite }: capacity written { $written } times in { $rounds } rounds, with a rest of { $rest } { $where }.
    }
headline-saturated-rests = { $rounds ->
        [one] { $suite }: capacity written { $written } times in { $rounds } round, with a rest of { $rest } { $where }, the last of { $rests } rests.
       *[other] { $suite }: capacity written { $written } times in { $rounds } rounds, with a rest of { $rest } { $where }, the last of { $rests } rests.
    }
# $drift is one of the messages drift-….
headline-steady = { $rounds ->
        [one] { $suite }: steady after { $rounds } round by the standard's test; { $drift }.
       *[other] { $suite }: steady after { $rounds } rounds by the standard's test; { $drift }.
    }
headline-steady-rest = { $rounds ->
        [one] { $suite }: steady after { $rounds } round by the standard's test, with a rest of { $rest } { $where }; { $drift }.
       *[other] { $suite }: steady after { $rounds } rounds by the standard's test, with a rest of { $rest } { $where }; { $drift }.
    }
headline-steady-rests = { $rounds ->
        [one] { $suite }: steady after { $rounds } round by the standard's test, with a rest of { $rest } { $where }, the last of { $rests } rests; { $drift }.
       *[other] { $suite }: steady after { $rounds } rounds by the standard's test, with a rest of { $rest } { $where }, the last of { $rests } rests; { $drift }.
    }
headline-not_steady = { $rounds ->
        [one] { $suite }: not steady in { $rounds } round, so there is no result: the figures are those of the last rounds; { $drift }.
       *[other] { $suite }: not steady in { $rounds } rounds, so there is no result: the figures are those of the last rounds; { $drift }.
    }
headline-not_steady-rest = { $rounds ->
        [one] { $suite }: not steady in { $rounds } round, with a rest of { $rest } { $where }, so there is no result: the figures are those of the last rounds; { $drift }.
       *[other] { $suite }: not steady in { $rounds } rounds, with a rest of { $rest } { $where }, so there is no result: the figures are those of the last rounds; { $drift }.
    }
headline-not_steady-rests = { $rounds ->
        [one] { $suite }: not steady in { $rounds } round, with a rest of { $rest } { $where }, the last of { $rests } rests, so there is no result: the figures are those of the last rounds; { $drift }.
       *[other] { $suite }: not steady in { $rounds } rounds, with a rest of { $rest } { $where }, the last of { $rests } rests, so there is no result: the figures are those of the last rounds; { $drift }.
    }
headline-partial = { $suite }: { $count } of { $total } tests have an answer.
headline-running = { $suite }: still running: { $count } of { $total } tests have an answer so far.
headline-nothing = { $suite }: no test has an answer.
drift-steady = the last rounds show no drift
drift-drifting = the last rounds drift
drift-unknown = drift in the last rounds undecided
drift-too-few = too few rounds to judge
drift-too-few-since = too few rounds since the rest to judge
window-passes = { $mean }; range { $range }, slope { $slope } ({ $low } to { $high }): passes, { $steadiness }
window-does-not-pass = { $mean }; range { $range }, slope { $slope } ({ $low } to { $high }): does not pass, { $steadiness }
steadiness-steady = steady
steadiness-drifting = drifting
steadiness-unknown = unknown
purged = The target was purged before: { $purged }.
too-few-rounds = { $test }: too few rounds to judge.
too-few-rounds-since = { $test }: too few rounds since the target rested to judge.
# A test with its judgement, or a mark with the tests that have it.
marked = { $mark }: { $tests }.
title = { $suite } on { $target }
title-with-deviations = { $suite } on { $target }, with deviations: { $deviations }
# In lists of reports.
title-suite = Test suite
about-suite = a standard suite: its tests in its own order, its rounds to steady state, what deviates

## Deviations

# Of the campaign, by code; a suite's file and the store have codes and figures. $key is a key of the suite's file.
deviation-key = { $key } { $value } instead of { $usual }
deviation-not-purged = not purged before
deviation-write-cache-not-on = write cache not confirmed to be on
deviation-write-cache-not-off = write cache not confirmed to be off
deviation-without-small-blocks = without { $sizes }: the target's blocks have { $block } bytes
# Of Plimsoll's own suites.
deviation-one-file = one file of { $size } instead of { $files }
deviation-one-file-of-parts = one file of { $size } instead of { $files } of { $each }
deviation-file-of = a file of { $size }
deviation-shared-file = all workers share one file of { $size }
deviation-no-mixed-test = without the test of reads and writes at once
deviation-caches-not-warmed = host caches not warmed up
deviation-written-before = writes to a file that was written in full before, not to new files
deviation-written-before-etcd = writes to a file that was written in full before, where etcd (server/storage/wal: segments of 64 MB, preallocated with fallocate) and fio (fallocate=native) write each byte of an allocated file for the first time: a disk that misses 10 ms here is too slow for etcd, but one that meets it may still miss, since a file system such as ext4 then commits its journal with every sync
deviation-written-before-kubestr = writes to a file that was written in full before, where kubestr's go to a new file, which ext4 takes more slowly
deviation-on-linux = driven by Plimsoll on Linux instead of DiskSpd on Windows
deviation-in-rounds = tests in rounds instead of five times each in a row
deviation-no-pause = no pause between tests
deviation-no-fsync = no fsync at the end
deviation-one-device = one device instead of two
deviation-whole-device = threads write all over the device instead of each in its sixteenth
deviation-reads-by-libaio = reads at queue depth 1 submitted by libaio instead of pread
deviation-laid-out = the file is made and filled before the test writes it
deviation-whole-file = random reads go all over the file instead of each thread in its sixteenth
deviation-writes-by-libaio = writes submitted by libaio instead of pwrite
deviation-longer = for { $time } over the same { $size }, where the original ends after { $size }
deviation-no-batches = operations submitted as they come free instead of in batches of the queue depth
deviation-worker-per-disk = one worker for each disk that is named, instead of { $vms } VMs for each host with { $disks } disks each
deviation-disks-as-they-are = disks as they are, not deployed and filled
deviation-one-after-another = one test after another on one file, where kubestr runs its four jobs at the same time on a file each: IOPS are not comparable with kubestr's own
deviation-one-client-of-hosts = one client instead of { $hosts } hosts
deviation-older-text = this test as of PTS-E 1.1: its text of 2.0.2 was not readable
deviation-one-client-of-vms = one client instead of a fleet of VMs
deviation-write-shares = write shares 0, 10 and 30 %, which the profile leaves to the user
deviation-data-then-log = data and log one after the other
deviation-reads-then-writes = reads and writes one after the other
deviation-evenly = evenly over the data instead of 95 % to 5 % of it
deviation-not-throttled = not throttled
deviation-dsync-cached = dsync is through the page cache, where pg_test_fsync opens with O_DIRECT
deviation-block-in-turn = writes { $size } in turn, where pg_test_fsync writes its first block again and again
# When it ran.
rested = rested for { $rest } { $where }
none = none

## First screen

badge-measured = Complete
badge-missed = Levels missed
badge-saturated = Saturated
badge-steady = Steady by the standard's test
badge-drifting = Steady by the standard's test, and drifting
badge-not_steady = Not steady: no result
badge-partial = Partly complete
badge-running = No answer yet
badge-nothing = No answer
head-measured = { $suite }: complete.
head-missed = { $suite }: levels missed.
head-saturated = { $suite }: saturated.
head-steady = { $suite }: steady by the standard's test.
head-drifting = { $suite }: steady by the standard's test, and drifting.
head-not_steady = { $suite }: not steady: no result.
head-partial = { $suite }: partly complete.
head-running = { $suite }: no answer yet.
head-nothing = { $suite }: no answer.
todo-partial = Continue: plimsoll campaign resume. Reason: plimsoll campaign status.
todo-not_steady = See the convergence below; more rounds: --set campaign.repeats=50.
mean-of-rounds = mean of rounds { $first } to { $last }
highest = Highest
row-levels = Levels
row-throughput = Highest throughput
rounds = Rounds
rounds-of-at-most = { $rounds } of at most { $most }

## Tables

facts = The suite and the sources of its values
fact-suite = Suite
suite-version = { $suite }, version { $version }
fact-origin = Origin
fact-repeats = Repeats
repeats-best = the best of them
repeats-mean = their mean
head-of-test = test
head-of-iops = IOPS
head-of-throughput = throughput
head-of-mean = mean
head-of-p99 = p99
rate-and-commits = { $rate } ({ $commits } durable commits a second)
head-of-commits = commits/s
head-of-commit-mean = commit mean
head-of-write-p99 = write p99
head-of-sync-p99 = sync p99
head-of-outcome = outcome
tests = Tests
test = Test
column-spread = Lowest .. highest
column-throughput = Throughput
column-mean = Mean { $latency }
column-longest = Longest { $latency }
column-outcome = Outcome
caption-best = Figures are the best repeat.
caption-mean = Figures are means over the repeats, percentiles of their merged distributions.
caption-rounds = Figures are means over the rounds that are judged, percentiles of their merged distributions.
steady-state = Steady state
tracked = Tracked
mean = Mean
column-range = Range
column-rise = Rise
standards-test = Standard's test
passes = passes
does-not-pass = does not pass
rise-interval = Rise, 95 % interval
drift = Drift
column-too-few = too few rounds
range = { $low } to { $high }
caption-steadiness = The standard passes where the range is at most { $range } of the mean and the straight line rises or falls at most { $slope } over the rounds that are judged. Noise of 10 % passes now and then, and so does a slow decline: the interval beside it shows how certain these rounds are.
matrix = IOPS by block size and mix
block-size = Block size
matrix-caption = Means over the rounds that are judged.

## Charts

unit-rate = IOPS
unit-bytes = Bytes per second
unit-latency = Mean response time
chart-tests-rate = IOPS of each test
chart-tests-bytes = Throughput of each test
bars-best = Each bar is the best repeat.
bars-mean = Each bar is the mean over the repeats.
chart-convergence = Convergence: every round
chart-window = The rounds that are judged
chart-by-block-size-rate = IOPS over block size
chart-by-block-size-latency = Mean response time over block size
chart-matrix-rate = IOPS by mix and block size
chart-matrix-latency = Mean response time by mix and block size
chart-saturation-time = Write saturation over time
chart-saturation-written = Write saturation over what was written
axis-saturation-time = Time of writing, minutes
axis-saturation-written = Written in all, GiB
axis-mix = Read/write mix
round = Round
rule-rest = rest of { $rest }
rule-above-mean = 110 % of the mean
rule-below-mean = 90 % of the mean
mark-round = round
mark-judged = judged
line-straight = straight line
hover-value = value
hover-mix = mix
hover-block-size = block size
no-figure = no figure
note-until-steady = Rounds end when the target is steady.
note-until-full = Rounds end when { $times } times the capacity was written.
note-mean-of-rounds = Each point is the mean over the rounds that are judged.
note-matrix = The standard's three-dimensional chart, as a map.
# The straight line through the judged rounds; $slope begins with its sign.
judgement-passes = { $test }: y = { $start } { $slope } × (round - { $round }); range { $range } of the mean (at most { $most_range }), rise { $rise } (at most { $most_rise }): passes. 95 % interval of the rise { $low } to { $high }: { $steadiness }.
judgement-does-not-pass = { $test }: y = { $start } { $slope } × (round - { $round }); range { $range } of the mean (at most { $most_range }), rise { $rise } (at most { $most_rise }): does not pass. 95 % interval of the rise { $low } to { $high }: { $steadiness }.
no-suite = it is no standard suite
no-points = it has no Points

## Before it runs

run-it = Run it: leave out --plan.
would-make = It would make and fill { $files }.
would-not-run = At the moment it would not run: { $reason }
time-rounds = { $tests ->
        [one] time: { $tests } test a round, { $first } to { $last } rounds: { $least } to { $most }
       *[other] time: { $tests } tests a round, { $first } to { $last } rounds: { $least } to { $most }
    }
time-rounds-virtual = { $tests ->
        [one] time: { $tests } test a round, { $first } to { $last } rounds: { $least } to { $most } of virtual time, computed faster
       *[other] time: { $tests } tests a round, { $first } to { $last } rounds: { $least } to { $most } of virtual time, computed faster
    }
time-tests = time: { $tests } tests: about { $time }
time-tests-virtual = time: { $tests } tests: about { $time } of virtual time, computed faster
time-repeats = time: { $tests } tests, { $repeats } times each: about { $time }
time-repeats-virtual = time: { $tests } tests, { $repeats } times each: about { $time } of virtual time, computed faster
writes-nothing = writes: nothing
writes-described = writes: to described storage only
# $parts is a list of the messages part-….
writes = writes: { $parts }
writes-and-wears = writes: { $parts } ({ $times } times its { $size } at that rate)
part-fill = { $size } to fill it
part-at-rate = { $size } at { $rate }, more if the target is faster
cost-deviates = deviates from the suite: { $deviations }
filling = filling { $path }
filled = { $done } of { $total }

## History

history-title = { $name } over time
figure-rate = IOPS
figure-throughput = Throughput
figure-mean = Mean latency
figure-p99 = p99 latency
not-decided = { $tests ->
        [one] { $name }: not decided: the newest campaign has no values, or fewer than { $least } of a test (a changed setting begins a new series); { $judged } of { $tests } test could be judged, without a change for the worse.
       *[other] { $name }: not decided: the newest campaign has no values, or fewer than { $least } of a test (a changed setting begins a new series); { $judged } of { $tests } tests could be judged, without a change for the worse.
    }
not-enough = { $name }: not enough history: { $most } of the { $least } campaigns that are needed.
became-worse = { $tests ->
        [one] { $name }: { $count } of { $tests } test became worse recently: { $worse }.
       *[other] { $name }: { $count } of { $tests } tests became worse recently: { $worse }.
    }
none-worse = { $tests ->
        [one] { $name }: none of { $tests } test became worse recently.
       *[other] { $name }: none of { $tests } tests became worse recently.
    }
none-worse-older = { $name }: none of { $tests ->
        [one] { $tests } test
       *[other] { $tests } tests
    } became worse recently ({ $older ->
        [one] { $older } earlier change
       *[other] { $older } earlier changes
    }).
and-more = { $names } and { $count } more
target-host = host { $name }
target-path = { $name }
target-disk = disk { $name }
not-recorded = not recorded
several-targets = { $name } is { $count } targets, each with its own history: { $targets }. --by-name treats them as one.
reach-test = The test has only { $values } values at the present level. A change of { $change } or more would be reported within { $campaigns } more campaigns in about { $cases } of cases; smaller ones take more campaigns or longer Runs.
reach-one = One of the tests has only { $values } values at the present level. A change of { $change } or more would be reported within { $campaigns } more campaigns in about { $cases } of cases; smaller ones take more campaigns or longer Runs.
reach-several = { $count } of the tests have only { $values } values at the present level. A change of { $change } or more would be reported within { $campaigns } more campaigns in about { $cases } of cases; smaller ones take more campaigns or longer Runs.
several-engines = Measured with several engines ({ $engines }): { $tests }. A change of engine alone can change the figures.
left-out = left out: { $reason }
# $state is a state of a campaign, such as running.
left-out-not_finished = campaign { $campaign } of { $store }: it is { $state }
left-out-archived = campaign { $campaign } of { $store }: it is archived
left-out-not_steady = campaign { $campaign } of { $store }: the target was not steady, so it has no result
left-out-no_value = campaign { $campaign } of { $store }, { $test }: { $reason }
no-such-figure = no such figure
short-not-enough = Not enough history to tell.
short-none-worse = None of { $tests } tests became worse recently.
short-worse = { $count } of { $tests } tests became worse recently.
change-worse = { $test }: { $before } until then, { $after } since { $date } (campaign { $campaign } of { $store }), { $change }: worse; no recorded setting changed at that time.
change-better = { $test }: { $before } until then, { $after } since { $date } (campaign { $campaign } of { $store }), { $change }: better; no recorded setting changed at that time.
change-worse-with = { $test }: { $before } until then, { $after } since { $date } (campaign { $campaign } of { $store }), { $change }: worse; changed at that time: { $differences }.
change-better-with = { $test }: { $before } until then, { $after } since { $date } (campaign { $campaign } of { $store }), { $change }: better; changed at that time: { $differences }.
# The name of a test of which nothing else is known.
as-asked = as asked
axis-campaigns = Campaign, in the order of time
chart-series = { $test } on { $target }
no-change = No change of level.
hover-date = date
mark-campaign = campaign
campaign-of = { $campaign } of { $store }
every-test = Every test
target = Target
campaigns = Campaigns
newest-rate = Newest IOPS
newest-throughput = Newest throughput
newest-mean = Newest mean latency
newest-p99 = Newest p99 latency
last-change = Last change
since = Since
standing = Standing
standing-steady = steady
standing-worse = worse
standing-better = better
standing-too_few = too few
history-caption = Worse or better: by a change among the newest { $recent } values.
history-left-out = Left out
badge-history-steady = Not worse
badge-history-worse = Worse
badge-history-too_few = Too few campaigns
changed-by = Changed by
date = Date
todo-changed = Settings that changed with it are listed below.
head-of-target = target
head-of-campaigns = campaigns
head-newest-rate = newest IOPS
head-newest-throughput = newest throughput
head-newest-mean = newest mean latency
head-newest-p99 = newest p99 latency
head-of-last-change = last change
too-few-values = too few values

## English only

# Verbs in `plimsoll --help`: the first paragraph of the verb's own help.

summary-suite = Run a standard suite by its name: SNIA PTS, HCIBench's easy run, KDiskMark, kubestr, kbench, VMFleet, the recipes of the clouds.
summary-history = Follow a suite or campaign over time: changes of level, when they came, which version or setting changed with them.

history-name-another = Name another file with --output.
the-report = the report
not-a-form = a history is not written as '{ $name }'
not-a-form-now = Name a file that ends with .html or .pdf.
no-campaign = { $count ->
        [one] { $stores } holds no campaign and no suite
       *[other] { $stores } hold no campaign and no suite
    }
no-campaign-now = Run one several times: plimsoll suite run, or campaign run.
no-campaign-but = { $count ->
        [one] { $stores } holds no campaign and no suite, but { $counts }
       *[other] { $stores } hold no campaign and no suite, but { $counts }
    }
jobs-of = { $count ->
        [one] { $count } job of plimsoll { $program }
       *[other] { $count } jobs of plimsoll { $program }
    }
campaigns-of = { $count } of plimsoll { $verb }
no-campaign-but-todo = A history needs the same campaign again and again: make one (plimsoll suite run, or a file for plimsoll campaign run) and run it each time.
no-campaign-jobs-todo = A history needs the same campaign again and again: make one (plimsoll { $program } … --campaign OUT.toml writes one of a job file) and run it each time.
no-such-name = no campaign or suite is called '{ $name }' in { $stores }
no-such-name-now = There are: { $names }.
no-such-suite = there is no suite '{ $suite }'
no-such-suite-now = Known: { $suites }; see 'plimsoll suite list'.
no-such-version = the suite '{ $suite }' has no version '{ $version }'
no-such-version-now = There is: { $suites }.
name-missing = { $verb } needs the name of a suite
name-missing-now = Known: { $suites }.
target-missing = run needs a target
target-missing-now = Name it: --target test.dat.
filling-interrupted = interrupted while { $path } was filled: nothing was measured
filling-interrupted-now = Run it again after: plimsoll prepare { $path } --resume
no-suite-table = { $path } has no [suite] table, so it is a campaign and no suite
no-suite-table-now = Run it with 'plimsoll campaign run', or give it that table.
suites-file = suite's file
writes-to-device = this suite writes to { $path }, which has no serial number
writes-to-serial = this suite writes to { $path }, which has the serial number { $serial }
size-without-file = --size is for a file, which { $target } is not
leave-it-out = Leave it out.
no-such-device = there is no device { $path }
no-such-device-now = See lsblk for those there are.
no-such-folder = there is no folder { $folder }
no-such-folder-now = Make it first.
file-missing = { $path } does not exist, and this suite uses the whole target
file-missing-now = Give the size of the file to make: --size 10g.
size-too-small = --size { $size } is too small: this suite addresses { $needed }
size-too-small-now = Leave --size out, or give as much.
file-too-small = { $path } has { $size }, but this suite addresses { $needed }
file-too-small-now = Name another file (it is made), or give the suite less: --set workload.0.working_set=1g.
not-a-target = { $path } is neither a file nor a block device
not-a-target-now = Name another target.
writes-nothing-to-lose = { $flag }: this suite writes nothing
confirm-loss = If all data on it may be lost: { $flag } { $key }
confirmed-no-target = { $flag } { $name } names none of the targets ({ $targets })
confirmed-no-target-now = A device is named by its serial number, a file by its path.
smallest-invalid = --smallest { $smallest } is invalid
smallest-invalid-now = Give a percentage below 100.
help-name = NAME, NAME@VERSION, or your own file (TOML) with a [suite] table.
help-size = Size of the test file, if it has to be created. Default: what the suite needs; a suite that uses the whole target has no default.
help-set = Change a key of the suite: campaign.measure_for=5s. The title then names it as a deviation. Repeatable.
help-purged = For suites that ask for an erased target: how you erased it, such as 'nvme format -s 1'. Without it, the title states that it was not purged before.
help-virtual = On the virtual clock: for stack: targets only.
help-plan = Print what it would do and cost, and do nothing.
help-stores = Stores to read. Default: the one where results are kept.
help-of = Suite (kubestr, kubestr@2026-08) or campaign. Default: what the stores hold most of.
help-figure = Figure of each test that is followed.
help-recent = A change for the worse among the newest N values ends with exit code 1.
help-by-name = Treat targets of the same name as one. Default: on another host, at another path or on another disk it is another target, with its own history.
help-smallest = Do not report smaller changes of level.
help-output = Write the report with its charts: an .html or .pdf file.
help-chart = Draw the first series that changed: .svg or .png.
help-force = Overwrite a file that Plimsoll did not make.
