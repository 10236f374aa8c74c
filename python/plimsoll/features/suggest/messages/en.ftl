## Answer

headline = { $system } for { $of }: { $rules }.
headline-unnamed = { $system }: { $rules }.
headline-cost = io.cost for { $of }: a linear model and latency targets from six lines.
badge-kept = Proven
badge-estimated = Proven, from an estimated line
badge-broken = Not kept
badge-inconclusive = Not proven
origin = Simulated
row-basis = Basis
row-headroom = Headroom
row-proof = Proof
proof-kept = the cap is proven on the model, at { $points ->
    [one] one Point
   *[other] all { $points } Points
}
row-note = Note
row-reads = Reads
row-writes = Writes
headroom = { $share } of each line is kept free
cost = { $random } random, { $sequential } sequential, { $bytes }
basis-of-line = campaign { $campaign }, { $workload }: { $plan } to plan with, { $interval }
basis-of-campaigns = the lines of campaigns { $numbers } in { $store }; their intervals stand in the text
workload = { $pattern } { $block }, { $mix }
interval = line { $low } to { $high }, { $grade ->
     [confirmed] confirmed
     [estimated] estimated
    *[bounded] a bound
    }
interval-open = line at least { $low }, { $grade ->
     [confirmed] confirmed
     [estimated] estimated
    *[bounded] a bound
    }
verify-there = This proves the text on the model. Apply it, then measure on the system itself whether it holds: plimsoll policy verify.
search-there = This proves the text on the model. It is no limit, so policy verify cannot check it: apply it, then search the same lines on the system itself again. They must not fall: plimsoll find.
written-to = Written to { $path }
lines-missing = { $system } needs { $count ->
     [one] a line that { $store } does not have
    *[other] { $count } lines that { $store } does not have
    }: { $flags }. Search { $count ->
     [one] it
    *[other] them
    } with:
line-open = no policy for { $system }: campaign { $campaign } of { $store } ({ $workload }) has no rate to plan with. Search it again with:

## Remarks

# What a user of the policy should know.
remark-estimated = A line is estimated: the true one lies within its interval, and may move.
remark-one_mix = Holds for the mix of reads and writes that was searched. Another mix may carry less: search it, too (find --read).
remark-lowest_mix = Reads and writes count alike, so the limit is that of the mix that carries least.
remark-large_only = Found with blocks of 64k or more: smaller I/O may carry more than this.
remark-no_bytes = No limit of bytes: no line of these reads and writes with blocks of 64k or more was found (find --block-size 1m).
remark-together = Reads and writes have a limit each: both at once may ask for more than the storage carries. A line of your mix gives limits that hold together (find --read 70).
remark-no_reads = Reads have no limit: no line of reads was found (find --read 100).
remark-no_writes = Writes have no limit: no line of writes was found (find --read 0).
remark-counted_in_32k = Counted in I/Os of 32 KiB, as ESXi does from 7.0 U3q and 8.0 U3. Earlier ones count every I/O as one: write the rate of the line itself there.
remark-mean_objective = The objective has no percentile, so io.cost does not look at latency: only the model holds.
remark-capacity = The capacity that mClock divides among clients and recovery: no limit of its own. An OSD carries less than its bare device, so the line must be one through the OSD: compare it with ceph tell osd.N bench.
remark-whole_units = Bytes per second are rounded down to the unit of the system.
remark-one_mix_of_bytes = The IOPS are those of the mix that carries least. Bytes per second were searched with one mix only, and another may carry less: search it, too (find --read).
remark-small_unsearched = An I/O of up to 32 KiB counts as one, so that small I/O is let through at this rate, which was never searched. Search it first: find --block-size 4k.
remark-capacity_unusual = Ceph's own benchmark would not believe this: it takes 50 to 500 IOPS of an hdd and 1,000 to 80,000 of an ssd.
remark-allows_more = { $workload }: this lets { $allowed } through, and campaign { $campaign } has { $plan } to plan with. It does not protect the storage from that workload.

## English only

# Above the text, as comments.
comment-head = plimsoll { $version }: { $system }, from load lines of { $target } in { $store }.
comment-basis = { $figure } { $value }: { $plan } to plan with less { $headroom } % headroom; campaign { $campaign }, { $workload }, { $objective }: { $interval }.
figure-iops = IOPS
figure-bytes = bytes/s
figure-read_iops = reads/s
figure-read_bytes = bytes read/s
figure-write_iops = writes/s
figure-write_bytes = bytes written/s
figure-read_sequential_iops = sequential reads/s
figure-write_sequential_iops = sequential writes/s

unknown-system = no policy can be written for '{ $system }'
unknown-system-now = Known: { $names }.
headroom-invalid = { $given } % is no headroom
headroom-invalid-now = Write a percentage from 0 to below 100.
part-of-campaign = '{ $source }' names a part of a campaign
part-of-campaign-now = Write STORE, STORE#3 or STORE#1,4-6.
line-left-out = campaign { $campaign } is left out: its workload is not known, or has trims, syncs or blocks of several sizes
line-newer-left-out = campaign { $campaign } is left out, though newer than campaign { $kept }: its working set is smaller or not known, so that caches may have answered more of it. Name campaigns to choose yourself: STORE#{ $campaign }
no-line-stored = no load line in { $store }
no-line-stored-now = Search one: plimsoll find.
several-targets = { $store } has lines of { $count } targets, and a policy is for one
several-targets-now = Name the campaigns of one, as STORE#1,2: { $campaigns }.
campaign-of = campaign { $campaign } of { $store }
no-such-line = no line of { $store } is of this block size and share of reads
no-such-line-now = It has: { $lines }.
option-missing = { $target } needs --{ $option }
option-of-no-use = --{ $option } means nothing for { $target }
option-of-no-use-now = See plimsoll policy suggest --help.
name-unprintable = --{ $option } is empty, longer than { $most } letters, or has signs that cannot be printed
option-for = Name what gets the policy: the cgroup, group, VM, osd.N, class, QoS or policy.
option-device = Name the block device: /dev/nvme1n1 or 259:0.
option-disk = Name the disk: 'Hard disk 1'.
option-driver = Name the CSI driver: ebs.csi.aws.com, pd.csi.storage.gke.io or disk.csi.azure.com.
option-type = Name the type: hdd or ssd of an OSD, gp3 and the like of a volume.
no-cgroup = '{ $name }' is not a cgroup that can be limited
no-qemu-id = '{ $name }' cannot be the id of a throttle group
no-qemu-id-now = Begin with a letter; letters, digits, '-', '.' and '_' may follow, 127 in all.
no-osd = '{ $name }' is not an OSD
no-osd-now = Write osd.N.
no-scope = '{ $name }' is not a scope of a limit
scope = Write together or apart.
name-long = a name has { $most } letters at most
no-osd-type = '{ $name }' is not a type of OSD
no-osd-type-now = Write hdd or ssd.
no-driver = there is no driver '{ $driver }' here
known-drivers = Known: { $drivers }.
no-class-name = '{ $name }' cannot name a class
no-class-name-now = Its characters are a to z, 0 to 9 and '-', at most 52 of them.
output-there = { $path } is already there
output-another = Name another file.

help-system = io.max, io.cost, qemu, libvirt, vsphere, ceph-mclock, volume-attributes-class, cinder or policy.
help-from = The load lines: all of a store, or those of the campaigns that are named.
help-for = What gets the policy: a cgroup, a throttle group, a VM, osd.3, a class, a QoS, a policy.
help-device = Of io.max and io.cost: the block device, as a path or as 259:0.
help-disk = Of vsphere: the disk of the VM. Default 'Hard disk 1'.
help-driver = Of volume-attributes-class: the CSI driver.
help-type = Of ceph-mclock: hdd or ssd. Of volume-attributes-class: the type of volume, gp3. Of policy: together or apart, of reads and writes.
help-read = Only lines of this share of reads.
help-block-size = Only lines of this block size.
help-headroom = Percent of each line that is kept free. Default 0.
help-output = Write the text into this file, which must not exist yet.
