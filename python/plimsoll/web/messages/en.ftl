## Shelf

# The links at the top of every page, also used as titles of their pages.
place-shelf = Campaigns
place-trend = Trend
place-start = Start a campaign
to-content = To the content
campaigns = Campaigns
# Pages are HTML. In messages that end in a page, write & and < as &amp; and &lt;.
shelf-note = In { $stores }. Tick two or more to compare them.
search = Search
search-example = name, target, answer, tag, note
column-campaign = Campaign
column-answer = Answer
runs-counted = { $runs ->
    [one] { $count } Run
    *[other] { $count } Runs
    }
column-key-number = Key number
column-against-baseline = Against baseline
column-state = State
column-runs = Runs
column-began = Began
tag = Tag
any = any
compare-selected = Compare selected
compare = Compare
edit = Edit
show-archived = Show archived ({ $count })
found-campaigns = { $campaigns ->
    [one] { $count } campaign
    *[other] { $count } campaigns
    }
found-some = { $campaigns ->
    [one] { $shown } of { $count } campaign
    *[other] { $shown } of { $count } campaigns
    }
compare-count = Compare { $count }
state-running = running
state-finished = finished
state-interrupted = interrupted
state-abandoned = abandoned
# $kind is the verb that measured, such as find.
place = { $kind } { $number }
place-in-store = { $kind }, { $store } { $number }
where-and-when = { $kind } { $number } in { $store }, { $dates }
began = began { $at }
imported-undated = { $dates }, imported { $at }
measured-imported = measured { $dates }, imported { $at }
compare-one = Compare { $campaign }
edit-one = Edit { $campaign }
is-baseline = Baseline
is-archived = Archived
note-and-more = { $note } (and { $more } more)
baseline-here = baseline
against = against { $baseline }
curve = p99 response time over offered rate
baseline-no-number = baseline has no number
baseline-number = baseline: { $number }
intervals-overlap = intervals overlap
beyond-intervals = beyond both intervals
the-stores-of = the stores of { $folder }
# $command is to be typed.
trend-note = The key number of campaigns with the same question and the same target, by start date. A mark links to its campaign; the square is the baseline. To find out whether and when a level changed: { $command }.
trends-left-out = { $trends } more are not drawn.
no-trend = A trend needs two campaigns with the same question, the same target and a key number. Repeat a campaign to begin one.
trend-newest = { $figure }: { $value } in the newest of { $campaigns } campaigns.
trend-newest-against = { $figure }: { $value } in the newest of { $campaigns } campaigns, { $change } against { $baseline }.
as-table = As a table
trend-label = { $figure } over { $campaigns } campaigns, { $newest } the newest
trend-mark = { $campaign }, { $at }: { $value }
trend-mark-baseline = { $campaign }, { $at }: { $value }, baseline

## Comparison

nothing-to-compare = Nothing to compare
tick-two = Tick two or more campaigns in the list.
different-stores = These campaigns are in different stores, and a report covers only one. In a terminal: { $command }
no-joint-report = No report covers these campaigns together.
campaigns-compared = { $campaigns } campaigns compared
compared = Compared

## Reports

reports = Reports
reports-so-far = Reports so far
drawing-disturbs = { $campaigns }: measuring on this machine now. Drawing a report takes processor time from the measurement, even at low priority.
download = Download
column-report = Report
report-as = { $report } as { $form }
report-heading = Report: { $report }
report-frame = Report { $report }
copy-link = Copy link
link-copied = Link copied.
copy-link-by-hand = Copy this address:
run-again = Run it again
compare-with = Compare…
report-alone = Open it alone
download-more = More
drawing = Drawing the report; a large one takes a few seconds.
too-many-reports = too many reports are being drawn
too-many-reports-now = Try again in a moment.
drawing-too-long = drawing took longer than { $seconds } s
drawing-too-long-now = Draw it with 'plimsoll report'.
drawing-failed = drawing failed with code { $exit_code }

## Campaign

log-of-process = Log of the process
live-title = { $campaign } (live)
resume = Resume
resume-note = It continues where it stopped; in a terminal: { $command }
against-baseline = Against the baseline, { $baseline }: { $change }.
against-baseline-rest = Against the baseline, { $baseline }: { $change } ({ $rest }).
edit-labels = Name, tags, notes, baseline, archive, delete

## Campaign that runs

plot-rate = Offered, issued, achieved rate
plot-rate-unit = IOPS
plot-bytes = Bytes per second
plot-bytes-unit = bytes/s, read and written
plot-time = Response time of each interval
plot-time-unit = p50, p99, max; logarithmic
plot-heat = Response time, all operations
plot-heat-unit = stronger: more of an interval's operations; logarithmic
plot-load = System load
plot-load-unit = of this machine, share
worker-worker = worker
worker-iops = IOPS
worker-share = share
worker-p50 = p50
worker-p99 = p99
worker-errors = errors
worker-bytes = bytes/s
worker-outstanding = outstanding
worker-own-lag = own lag p99
host-plot-rate = Achieved IOPS
host-plot-p99 = Response time p99
host-plot-lag = Own lag p99
host-plot-cpu = Processors of the host
stop-question = Stop it? Results so far are kept, but it cannot be resumed.
mark = Mark
mark-example = pulled path A
mark-button = Add mark
progress-label = Progress
waiting-for-figures = Waiting for the first figures.
stop = Stop
search-so-far = The search so far
search-plot = Response time over offered rate
grid-so-far = The grid so far
# $source is from-process or from-store.
newest-interval = Newest interval of the Run in progress; { $source }. For orientation only: verdicts are in the report.
over-time = Over time: test time of the newest intervals in seconds; a thin line is a new Run, shaded is warm-up, a flag is a mark.
hosts = Hosts
hosts-note = Figures of each host since this page was opened, on one scale; the totals are above and below. Choose a host to enlarge it. A dash: too few operations for that figure.
all-hosts = All hosts
workers = Workers
workers-note = Rate and response times of each worker in the newest interval; errors since the Run began. A bar shows the rate relative to the busiest worker. A dash: too few operations for that figure.
show-span = Show
span-newest = the newest intervals
span-run = the whole Run
show-all = Show all
plot-hint = Point at a plot for its figures (or focus it and use the arrow keys); drag across it to zoom.
what-happened = What happened
nothing-happened = Nothing yet.
points = Points
column-point = Point
column-asks = test
column-point-state = state
column-point-answer = answer
from-process = live, twice a second
from-store = read from the store, up to 5 s late: no live figures from the measuring process
role-run = a Run
role-maximum = the maximum
role-reference = the reference
role-probe = a probe
role-hold_low = a hold
role-hold_high = a hold above the line
role-settle = settling
role-rest = rest
role-scaling = a Run to find the limiter
role-grid = grid
role-check = check
# $test: its name.
role-holder = a Run to find the limiter: { $test }
# $figure is a percentile or mean.
search-note = { $figure } response time over offered rate, a mark for each Run.
search-key = Disc: met the objective; cross: missed it; ring: undecided; large: a retest.
curve-plan = plan with { $rate }
curve-fails = { $rate } fails
curve-maximum = maximum { $rate }
point-planned = planned
point-running = running
point-valid = valid
point-not-valid = not valid
point-failed = failed
point-skipped = skipped
remark-mark = mark
remark-note = note
remark-step = step
remark-event = event
# Of a Run.
phase-warmup = Warmup
phase-measure = Measure
phase-drain = Drain
# Names of lines in plots.
line-offered = offered
line-issued = issued
line-achieved = achieved
line-bytes = read and written
line-max = max
line-cpu = processors
line-core = busiest core
line-pressure = I/O pressure
line-disk = busiest disk
host-lag = own lag
host-cpu = CPU
host-not-in-run = Not in the Run under way.
host-stands-out = ▲ stands out
worker-meter = share of the busiest
# The row of a grid whose rows have no property of their own.
grid-rate = rate
answer-why = { $answer } ({ $why })
live-title-share = { $share } { $campaign } (live)
readout = { $time }, { $phase }: { $figures }
readout-none = { $time }, { $phase }: not read
readout-figure = { $name } { $figure }
reading-run = Reading the Run from the store…
whole-run = The whole Run; what lies close together is drawn as one step, with its worst response times.
before-end-seconds = seconds of test time before the end
before-end-minutes = minutes of test time before the end
before-end-hours = hours of test time before the end
nothing-to-draw = Nothing to draw: not read, or the virtual clock; of several hosts it is drawn with each of them.
no-operation-yet = No operation has ended yet.
offered-iops = offered IOPS
stopping = Stopping.
# $state is one of state-finished and so on.
it-has-ended = It has ended: { $state }.
# The title of the tab and of the notification.
ended-title = Ended: { $campaign }
notify-button = Tell me when it ends
notify-on = A notification will come when it ends, if this page stays open.
notify-title-only = This browser shows no notification of this page. The tab's title will show the end.
server-silent = The server does not answer. What it started keeps running.
server-silent-again = The server does not answer; trying again. What it started keeps running.
server-no-answer = The server does not answer.
no-live-figures = The server gives no live figures: load the page again.
# Follows what is wrong.
asking-again = Asking again.
# $elapsed and $left are spans (span-seconds and so on).
progress = { $elapsed } since it began
progress-left = { $elapsed } since it began, about { $left } left
progress-points = { $ended } of { $points } Points, { $elapsed } since it began
progress-points-left = { $ended } of { $points } Points, { $elapsed } since it began, about { $left } left
# For those who listen to the page.
heard-elapsed = { $elapsed } since it began
heard-elapsed-stopping = { $elapsed } since it began, stopping
heard-points = { $ended } of { $points } Points
heard-points-stopping = { $ended } of { $points } Points, stopping
span-seconds = { $seconds } s
span-minutes = { $minutes } min { $seconds } s
span-hours = { $hours } h { $minutes } min
doing-point = Point { $number }: { $asks }
# $role is one of role-run and so on, $phase is Warmup, Measure or Drain.
doing-closed-loop = { $role } (closed loop)
doing-closed-loop-phase = { $role } (closed loop, { $phase })
doing-offered = { $role } ({ $rate } IOPS offered)
doing-offered-phase = { $role } ({ $rate } IOPS offered, { $phase })
doing-between-runs = between two Runs
achieved = Achieved
# The number of operations that an interval's figures rest on.
interval-basis = n = { $operations } in { $length }, { $phase }
issued = Issued
not-finished = { $operations } not finished at the end of the interval
offered = Offered
closed-loop = closed loop
open-loop = open loop
bytes = Bytes
interval-errors = { $errors } errors
p50-and-max = p50 { $p50 }, max { $max }
p50-and-max-few = p50 { $p50 }, max { $max }; n is too small for a p99
outstanding = Outstanding I/O
mean-of-interval = mean of the interval
processors = Processors of this machine
core-and-pressure = busiest core { $core }, I/O pressure { $pressure }
virtual-clock = virtual clock
not-read = not read
processors-of-hosts = Processors of the hosts
busiest-host = of { $host }, the busiest of { $hosts }
lag-warmup = Warmup
lag-few-operations = too few operations per worker, or not reported
lag-before-submission = before submission { $mean } mean
lag-of-host = the latest host's
lag-of-worker = the latest worker's
lag-limit = limit { $limit }
lag-limit-passed = limit { $limit }, passed
map-empty = Achieved rate, IOPS. No Point has a result yet.
map-same = Achieved rate, IOPS: all within 2 % of { $rate }.
map-linear = Achieved rate, IOPS; stronger is more: { $low } to { $high }.
map-logarithmic = Achieved rate, IOPS; stronger is more: { $low } to { $high }, logarithmic.
more-maps = { $maps } more maps are in the report.
cell-absent = not planned
cell-running = under way
cell-planned = not run yet
cell-valid = valid
cell-not-valid = not valid
# $state is one of the above, or why the Point is not valid.
cell-repeats = { $state }; { $done } of { $repeats } repeats

## Actions

done = Done
back-to-campaign = Back to the campaign
not-running = It is not running any more.
asked-to-stop = Stopping: it ends after the Run in progress.
asked-to-stop-already = Already stopping: it ends after the Run in progress.
interrupted = Stopping, as with Ctrl-C: the Run in progress ends cleanly and is kept.
unknown-process = the process of campaign { $number } is unknown or belongs to another user
other-users-process = process { $pid } belongs to another user
end-it-there = End it with Ctrl-C where it was started.
empty-mark = the mark has no text
empty-mark-advice = Describe what happened: pulled path A.
long-mark = a mark has at most { $most } characters
long-mark-now = Shorten it.
mark-without-run = campaign { $number } does not run
mark-without-run-now = Put a note on it with 'plimsoll mark --campaign'.
mark-virtual = it runs on the virtual clock, which has no time of day
mark-virtual-advice = Mark Runs on the real clock.
marked = Marked '{ $text }' at { $at }.
# $campaigns are those that run, with their processes.
busy = { $campaigns }: measuring on this machine now; two measurements disturb each other
busy-now = Wait until that has ended, or tick 'Start it anyway'.
running-process = { $name } (process { $pid })
campaign-of-process = a campaign (process { $pid })

## Labels of a campaign

its-answer = Its answer
all-campaigns = All campaigns
edit-title = Edit { $campaign }
deleted-name = Deleted: { $campaign }
deleted-to = It was moved from { $store } to a separate store:
deleted-look = Open it with { $command }; delete that file to free the space.
deleted = Deleted
name = Name
name-empty = Leave it empty to restore the original name.
name-measured = This is the original name. Reports and comparisons use a new name, too.
rename = Rename
tags = Tags
tags-label = Tags, separated by commas
tags-example = array-7, before
save-tags = Save tags
notes = Notes
note = Note
note-example = firmware 7.2, cache battery replaced
add-note = Add note
remove-note = Remove the note of { $at }
remove = Remove
baseline = Baseline
unpin = Unpin
pin = Pin as baseline
baseline-this = { $others ->
    [one] This is the baseline: { $count } other campaign of the same question are compared with it.
    *[other] This is the baseline: { $count } other campaigns of the same question are compared with it.
    }
# Other campaigns of the same question, without a baseline among them.
baseline-none = { $others ->
    [0] No other campaign has the same question and the same target. Pin this one to compare later ones with it, here and in comparisons.
    [one] { $count } other campaign has the same question and the same target. Pin this one to compare them with it, here and in comparisons.
    *[other] { $count } other campaigns have the same question and the same target. Pin this one to compare them with it, here and in comparisons.
    }
baseline-theirs = { $others ->
    [one] { $count } other campaign has the same question and the same target. Their baseline is { $baseline }.
    *[other] { $count } other campaigns have the same question and the same target. Their baseline is { $baseline }.
    }
baseline-theirs-against = { $others ->
    [one] { $count } other campaign has the same question and the same target. Their baseline is { $baseline }, and this one is at { $change }.
    *[other] { $count } other campaigns have the same question and the same target. Their baseline is { $baseline }, and this one is at { $change }.
    }
archive = Archive
unarchive = Bring back
archived-already = It is archived: hidden from the list and from trends.
archive-effect = Hides it from the list and from trends until you choose Show archived.
delete = Delete…
delete-effect = { $runs ->
    [one] Takes it out of { $store } with its { $count } Run, its notes and marks. It is moved to a separate store in the folder { $folder } beside this one, and stays there until you remove that file.
    *[other] Takes it out of { $store } with its { $count } Runs, its notes and marks. It is moved to a separate store in the folder { $folder } beside this one, and stays there until you remove that file.
    }
delete-confirm = Type its name, { $name }, to confirm
delete-it = Delete it
unknown-form = unknown form
unknown-form-now = Load the page again.
tags-in-use = In use: { $tags }.

## Ways in

demo = Try it in 10 seconds
demo-about = A simulated array: watch the search find its load line. Touches no disk.
demo-run = Run the demo
disk = Measure this disk
disk-about = Makes a test file of 1 GiB in a folder, finds how many IOPS the disk under it carries, and removes the file. About a minute and a half.
choose-folder = Choose a folder…
device = Measure a device or a file
set-up = Set it up
question = How much load does your storage carry while it keeps its promise?
ways-note = Choose how to start. Plimsoll writes only to files that it made, unless you confirm otherwise.
other-ways = Or { $paste } · { $sample }
paste-file = paste a campaign file
see-sample = see a sample report
results-go-into = Results go into { $stores }. To see those of another store: { $command }.
ways-in = Ways in
any-path = A block device, a file or an NBD export.
first-devices = { $devices } · or a file
first-devices-more = { $devices } and { $more } more · or a file
use-free = free
use-mounted = mounted
use-in-use = in use
use-file = file
use-reads-only = mounted: reads only
devices-and-files = Devices and files of this machine
devices-label = Devices and files
column-target = Target
column-size = Size
column-what = What
column-use = Use
choose = Choose
devices-note = Free means not visibly in use; the device may still hold data. Reading changes nothing. Before it writes, Plimsoll checks the device again, and you confirm the loss of its data by name.
more-devices = and { $more } more devices
users-and-more = { $users } and { $more } more
mounted-on = on { $places }: writes are refused
used-by = { $users }: writes are refused
read-only = read-only
array = Try a simulated array
array-about = Simulating touches no disk, but it takes processor time for some ten seconds.
start-it = Start it
back = Back
disk-note = A test file is made in the folder, filled, measured and removed. Nothing else in the folder is touched.
where = Where
folder = Folder on the disk to measure
folder-hint = Any folder where the user of this server may write.
size = Size of the test file
size-hint = e.g. 1g; at most half of the free space. On an array: larger than its cache.
objective = Objective
objective-hint = p99 &lt;= 5ms; empty: chosen from the latency at a light load
what-happens = What happens
happens-fill = { $file } is made in that folder and filled: all of it is written once.
happens-measure = The maximum is measured, then the load line: 8 KiB random, 70 % reads, for about a minute. The writes go into the file only.
happens-remove = The file is removed, also after Stop. The results stay in { $store }.
folders = Folders on this machine’s disks
folders-label = Folders
beside = { $campaigns }: running on this machine now. Two at a time disturb each other.
start-anyway = Start it anyway
starting = Starting.
filling-heading = Measuring the disk under { $folder }
filling-note = The search is shown here as soon as the file is filled. It continues when this page is closed.
file-is-removed = The file is removed.
look-again = Look again
filling = Filling the test file
sample-takes = Simulating and drawing it takes a few seconds.
sample-frame = Sample report
sample-disturbs = { $campaigns }: measuring on this machine now. Simulating and drawing the sample takes processor time from the measurement, even at low priority.
sample-anyway = Show it anyway
sample = A sample report
sample-about = Guests of a simulated cluster while it loses a host. Reports of real measurements look the same: answer, badge, curve and evidence.
free = { $size } free
free-on = { $size } free, on { $device }
no-folder = no folder is given
choose-on-disk = Choose one on the disk to be measured.
folder-missing = there is no folder { $folder }
file-too-small = a test file of { $size } would fit the disk's cache
file-too-small-now = Take { $least } or more; 1g is usual.
folder-not-writable = { $folder } cannot be written to by the user of this server
folder-not-writable-now = Choose a folder where it may write.
file-exists = { $file } exists already
file-exists-now = Another measurement may be using it, or one was killed: wait, delete it, or choose another folder.
file-too-large = a test file of { $size } would take more than half of the { $free } that are free in { $folder }
file-too-large-now = Choose a smaller file or another folder.
ended-before-measuring = It ended before it measured anything.
cannot-write = cannot write { $path }: { $reason }
cannot-write-now = Make room, or give access.
no-free-name = no free name in { $folder }
no-free-name-now = Move its older files away.
sample-too-long = simulating the sample took too long
try-again-later = Try again later.
sample-failed = the sample could not be simulated

## Start form

table-campaign = Campaign
table-target = Target
table-workload = Workload
table-load = Load
plan-first = You see the plan first: Points, time, bytes written. Nothing runs until you start it. New here? { $ways }.
new-here-ways = A simulated array, or this disk, with its own test file
relative-paths = Relative paths start at { $folder }.
show-plan = Show the plan
from-file = Or from a file
read-file = Read a file
campaign-toml = The campaign (TOML)
show-its-plan = Show its plan
kept-in-one = Results: { $store }.
kept-in = Results in
field-lose-data = I will lose the data on
field-lose-data-hint = the target’s path once more, if writing would destroy its content
field-path = Path of the target
field-path-hint = a file, a block device, nbd://…, null: or stack:FILE.toml
field-name = Name
field-name-hint = name of the campaign
field-strategy = Strategy
field-objective = Objective
field-objective-hint = e.g. p99 <= 1ms; needed by the load line
field-repeats = Repeats
field-repeats-hint = of every Point
field-warmup_for = Warm-up
field-warmup_for-hint = e.g. 1s; empty: the default of the strategy
field-measure_for = Measure for
field-measure_for-hint = each Run of a grid
field-effort = Effort of a search
field-effort-hint = quick: about a minute each, a wider interval
effort-thorough = thorough
effort-quick = quick
field-time_limit = Time limit
field-time_limit-hint = e.g. 30m: no new Point starts after this much test time
field-expected_rate = Expected rate
field-expected_rate-hint = IOPS, for the arithmetic of the plan only
field-like = Named workload
field-like-hint = gives every key that is left empty below
like-none = none
switch-off = no
switch-on = yes
several-values = Several values in a field, such as 4k 64k, are measured one after the other: each combination is a Point.
more-keys = More keys
example = e.g. { $example }
field-out-of-bounds = '{ $text }' is out of bounds in the field '{ $field }'
field-empty = the field '{ $field }' is empty
field-only-commas = the field '{ $field }' has only commas
field-one-value = the field '{ $field }' takes one value
field-one-value-now = Give one.
field-not-a-number = '{ $text }' in the field '{ $field }' is not a number
# $hint is what a field takes, as it is shown below it.
field-takes = Expected: { $hint }.
new-store-in = a new store in { $folder }
no-such-store = there is no such store
no-such-store-now = Choose one that is listed.
confirm-beside = Another campaign is running on this machine: confirm that this one is to start anyway.
the-campaign = the campaign
planning-too-long = planning took longer than { $seconds } s
planning-too-long-now = Plan it with 'plimsoll campaign plan'.
commands-not-allowed = this campaign contains commands ({ $keys }), and this page may not run them
commands-not-allowed-now = Run it with 'plimsoll campaign run', or start the server with --allow-commands.
loss-not-allowed = this campaign overwrites data on its target, and this page may not do that
loss-not-allowed-now = Run it with 'plimsoll campaign run', or start the server with --allow-data-loss.
settings-left-changed = this campaign left settings changed; the commands that restore them are in its store, and this page may not run them
settings-left-changed-now = Continue in a terminal: { $command }. Or start the server with --allow-commands.
not-signed = this campaign runs commands or overwrites data, and { $user } did not sign that in this store: this page cannot continue it
not-signed-now = Check it in a terminal: { $command }
target-missing = There is nothing at { $path }. Make a file to test with: plimsoll prepare { $path } --size 1g
target-unreadable = { $path } cannot be read: { $reason }.
target-folder = { $path } is a folder. Make a file to test with: plimsoll prepare { $file } --size 1g
target-strange = { $path } is neither a file nor a block device.
target-file = { $path }: a file of { $size }.
target-device = { $path }: a block device of { $size }.
not-begun = it has not begun within { $seconds } s
not-begun-now = Look for it in the list of campaigns.
exited-silently = it exited before it started, without a message

## Plan

plan-of = Plan of { $campaign }
plan-points = { $points ->
    [one] { $count } Point
    *[other] { $count } Points
    }
# $factors are such as '2 block size × 3 read'.
plan-points-factors = { $points ->
    [one] { $count } Point = { $factors }
    *[other] { $count } Points = { $factors }
    }
plan-factor = { $factor } ({ $values })
plan-time = Time
plan-about = about { $time }
plan-at-most = at most about { $time }
plan-searches-computed = virtual clock: each search takes a few seconds to compute
plan-virtual-time = of virtual time, computed far faster
plan-settling = { $time } of it for settling
plan-no-settling = no settling
plan-written = Written
plan-nothing = nothing
plan-reads-only = reads only
plan-described-only = described storage only
plan-wear = { $times } times the size of { $target }
plan-expected-rate = at the expected rate
plan-bytes-per-rate = { $size } per 1,000 IOPS
plan-give-rate = enter an expected rate to see the total
plan-target-size = Size of the target
plan-full-grid = Full grid
plan-grid-runs = { $runs } Runs of { $seconds } s per Point
plan-must-hold = must hold
plan-repeat = repeat { $number }
ask-another = Back
goes-into = Results go into { $store }. The campaign keeps running when this server ends; its file and its log are kept beside the store.
its-file = Its file
keep-file = Editable: it starts with your changes. The same file also runs with { $command }.
campaign-file = The campaign's file
copy = Copy
copied = Copied.
copy-by-hand = Selected: copy it with Ctrl-C.
plan-of-changed = Show the plan of my changes
points-in-order = Points, in order
column-expected = expected
more-points = and { $count } more

## Login and errors

asks-for-token = Enter the token of this server: it was printed at its start, or given to it.
token = Token
log-in = Log in
did-not-work = That did not work
to-shelf = To all campaigns
page-missing = Page not found
page-missing-why = The store may have been moved, or the campaign may be in another store.
page-failed = This page failed
try-again = Try again
# An address that a form is sent to was opened.
form-address = This address only takes what a form sends.
form-stale = This server was restarted after the page of this form was loaded. Load that page again.
form-too-large = The form is larger than { $size } MiB.
wrong-token-login = Wrong token.

## English only

reading-retried = Reading, which then succeeded,
live-page = A live page
internal-error = internal error: { $kind }: { $error }
internal-error-now = This server has written { $logs } logs and writes no more: restart it.
# $request is such as 'GET /', reading-retried or live-page.
failed = { $request } failed: { $error }
refused = refused: { $reason }
not-our-name = this server does not answer to that name: open it by the address that it printed, or see --host
length-required = Content-Length is required, and chunked bodies are not accepted
body-too-large = the request body is larger than { $size } MiB
origin-required = a write needs the Origin header that every browser sends; a script sends the token as Authorization: Bearer instead
body-too-slow = it took longer than { $seconds } s to arrive
wrong-token = wrong token
token-needed = the token is needed: log in, or send it as Bearer
stale-page = this did not come from a page of this server as it runs now: load the page again
other-site-proxy = this came from a page of another site. (Behind a TLS proxy: have it send X-Forwarded-Proto.)
other-site = this came from a page of another site
listen-invalid = --listen { $where } is not HOST:PORT
listen-invalid-now = Write --listen 127.0.0.1:8080, say; port 0 is one that is free.
listen-name = --listen { $where }: not a valid host name
listen-name-now = Name an address of this machine.
listen-failed = cannot listen on { $where }: { $reason }
listen-failed-now = Give another address with --listen.
too-many-live = too many live pages are open: close one
not-found = not found
