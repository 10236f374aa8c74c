## Notes

# Of several load lines, by what they differ in.
line-of-block-size = block size { $size }
line-of-read-share = read { $share } %
line-as-asked = as asked
line-begins = { $line }:
# Kept in the store as what a grid says.
grid-crossed = a grid run beside campaign { $campaign } crossed the objective at { $rate } IOPS; no hold confirms it
grid-not-crossed = a grid run beside campaign { $campaign } did not cross the objective; no hold confirms it
share-of-maximum = { $share } of the maximum of { $maximum } IOPS: { $rate } IOPS offered
share-of-saturated-maximum = { $share } of the maximum of { $maximum } IOPS or more (the generator was saturated): { $rate } IOPS offered
# $question is what the scaling Run is to show.
scaling-run = { $run }: { $rate } IOPS ({ $question })
scaling-run-refused = { $run }: refused: judged without this Run ({ $question })
left-out = left out: { $line }: { $reason }
point = Point { $number }
not-told = unknown
store-on-target = { $store } is on the device under test ({ $devices }): results that are written during a Run are measured too. Keep them on another device with --store, or once for all with 'plimsoll config store PATH'

## English only

not-a-number = { $flag } { $value } is not a number
not-a-number-advice = Give a share in percent: 70.
several-shares = Only find takes several, one load line for each.
invalid-number = { $flag } { $value } is invalid
give-finite = Give a finite number.
give-finite-above = Give a finite number above { $least }.
invalid-rate = --rate: { $reason }
not-a-pattern = --only: '{ $pattern }' is not a pattern: { $reason }
maximum-unmeasured = the maximum was not measured: { $reason }
nothing-completed = the maximum was not measured: nothing completed in the closed loop
share-simulated = --rate { $rate }: a share of the maximum is measured by plimsoll run
horizon-sets-time = A horizon sets its own test time: leave --time out.
horizon-needs-maximum = A horizon needs the maximum, which --between does not measure: leave one of them out.
bursts-exceed = --between bounds the average rate, and bursts exceed it: leave one of them out.
one-line-at-a-time = Search one line at a time between two rates.
not-with-values = { $flag } cannot be combined with a list of values
not-together = { $flag } cannot be combined with { $other }
interrupted = interrupted
measured-until-then = The Runs until then are in { $store }
no-such-choice = no Run in the store is of that choice
no-such-choice-now = There are: { $choices }.
in-store = { $store }: { $reason }
in-store-now = Read the line for the objective you want, and give the result to size as a file: plimsoll find --from STORE#N --objective 'p99 <= 5ms' --json > line.json.
name-another = Name another file, or overwrite it: force=True.
time-without-unit = --{ $argument } { $value } has no unit
time-without-unit-now = Give a time as a text: '60s'.
neither-true-nor-false = --{ $argument } { $value } is neither True nor False
neither-true-nor-false-now = Give one of them.
not-a-whole-number = --{ $argument } { $value } is not a whole number above 0
not-a-whole-number-now = Give one: 4.
unknown-argument = there is no argument '{ $name }'
unknown-argument-now = The arguments are: { $names }.
no-counters-virtual = { $flag } cannot be used with --virtual: counters exist in real time only
no-counters-virtual-now = Leave one of them out.
counters-without-store = { $flag } needs a store to keep the counters in
counters-without-store-now = Add --store FILE, and leave out --no-store; the report then draws them.
several-lines = { $lines } load lines are asked for at once: { $first } and more
several-lines-now = Call find once for each value: it gives one line.
no-variant = no variant is named
no-variant-now = Name two: compare('before.db', 'after.db').
nothing-named = nothing to read was named
nothing-named-now = Name result files, folders or a store.
empty-store = the store { $store } holds no campaign yet
empty-store-now = Measure something into it first: plimsoll demo.
two-lists = --read and --block-size can't both be lists
two-lists-now = A family of lines differs in one thing.
twice = { $line } is given twice
twice-now = Each line of a family is searched once.
read-not-a-percentage = --read { $list }: { $text } is not a percentage from 0 to 100
read-not-a-percentage-now = Write a list as 100,70,0.
read-not-a-number = --read { $list }: '{ $text }' is not a number
read-not-a-number-now = Write a list as 100,70,0.
no-stack-file = no stack file is named
no-stack-file-now = Name one: stack.toml, or stack:stack.toml.
unknown-statistic = there is no statistic '{ $statistic }'
unknown-statistic-now = There are: { $names }.
no-effect = there is no effect to draw
no-effect-now = Save the document: a .json file.
objective-over-periods = { $limit } cannot be combined with an objective on 'max over { $period }': a Run that judges it takes { $run_time }, and a search needs several such Runs
objective-over-periods-now = Use find without --time, or an objective without a period, such as a percentile.
time-of-single-search = --time applies only to a single search on the real clock
time-of-single-search-now = Leave it out: on the virtual clock, with a list of values and with --horizon, a search ends when it is sure, or at its own limit.
time-too-short = --time { $time } is too short to search in
time-too-short-now = Give it { $least }s or more; 5m is usual.
not-a-range = --between { $range } is not a range of rates
not-a-range-now = Write the lowest and the highest IOPS to try: --between 5000..20000.
range-too-close = --between { $range }: the two rates are too close together to search between
range-too-close-now = Leave 10 % or more between them, or judge one rate: plimsoll run --rate --objective.
range-without-objective = --between needs an --objective
range-without-objective-now = Add --objective 'p99 <= 5ms', say: the default is chosen at a tenth of the maximum, which --between does not measure.
several-stored-lines = { $store } holds { $count } load lines: { $lines }
several-stored-lines-now = Give the one you want as numbers: --rate-low and --rate-high.
judged-by-several = the Runs were judged by { $count } objectives: { $objectives }
judged-by-several-now = Say which one the line is for: --objective.
part-of-campaign = '{ $source }' names a part of a campaign
part-of-campaign-now = Write STORE, STORE#3, STORE#1,4-6 or STORE#all.
no-finished-run = campaign { $campaigns } of { $store } has no finished Run to read a line from
no-finished-run-now = Measure at several offered rates first: a campaign with a list after [load] rate, or plimsoll run --rate.
not-judged = these Runs were not judged by any objective, and a load line needs one
not-judged-now = Add one: --objective 'p99 <= 5ms'. The line is then estimated from the histograms of the Runs.
no-read-percentage = --read { $read } is no percentage of reads
no-read-percentage-now = Write --read 70, or --read 100,70.
a-comparison = a comparison
a-judgement = a judgement
judgement-form = { $file } is no name for a judgement
judgement-form-now = Name a file that ends with .json.
none-judged = there are no results to judge
nothing-to-judge = nothing to judge was named
nothing-to-judge-now = Name result files, or folders of them.
setting-not-restored = campaign { $campaign } has not restored the setting '{ $setting }' (it was '{ $original }')
setting-not-restored-now = First: plimsoll campaign restore { $store }
hosts-not-used = this campaign loads from this machine, not from hosts
hosts-not-used-now = Leave --hosts out.
commands-not-signed = the commands and permissions of this campaign are not signed: { $why }. To resume it after a kill, name its file: plimsoll campaign resume { $file } --store { $path }
resume-advice = Go on with: plimsoll campaign resume { $store }
stop-late = campaign { $campaign } was asked to stop and has not ended within { $limit } s
stop-late-now = It ends after the Run in progress; check with 'plimsoll campaign status'.
settings-in-use = campaign { $campaign } is running with its settings changed
settings-in-use-now = It puts them back when it ends; end it with: plimsoll campaign stop { $store }
