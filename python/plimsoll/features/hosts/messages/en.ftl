## Runs

# What ends a Run over several hosts, or the collecting on one: it stands in records and reports.
target-not-opened = { $name }: the target was not opened: { $why }
lost-earlier = { $hosts }: lost in an earlier Run
lost-earlier-now = Bring the host back, or take it out of the hosts file.
no-clock = its clock could not be read
late-start = { $name }: the start signal was sent { $seconds } s ahead, but arrived too late
overloaded = The host or the network to it is overloaded: plimsoll hosts doctor.
look-at-host = Look at the host: plimsoll hosts status.
not-heard = no contact with the coordinator for { $seconds } s, so its load was stopped
no-answer = no answer within { $seconds } s
host-lost = its host was lost ({ $why })

## English only

# Verbs in `plimsoll --help`: the first paragraph of the verb's own help.

summary-hosts = Set up and look at the hosts that generate a load together (--hosts of run, find, limits, check and campaign).

# hosts status and doctor.

column-host = Host
column-address = Address
column-ended = Processes ended
column-removed = Removed
column-left = Left, not ours
there = there
missing = missing
wrong = wrong
look = look
nothing = nothing
this-machine = this machine
hosts-there = { $there } of { $hosts } { $hosts ->
     [one] host is
    *[other] hosts are
    } there.
all-this-machine = All of them are this machine: good for trying hosts out, not for measuring.
did-not-answer = { $name } did not answer
nothing-in-the-way = Nothing is in the way of generating load from these hosts together.
fact-plimsoll = Plimsoll
fact-kernel = Kernel
fact-processors = Processors
fact-engines = Engines
fact-ceiling_per_s = Generator's ceiling on null, IOPS
fact-clock_known_ns = Clock known to
fact-round_trip_ns = Round trip
fact-path_mtu = MTU to the coordinator
fact-target = Target
fact-target_error = Target cannot be used
fact-target_bytes = Target size
fact-target_identity = Target identity
fact-scheduler = I/O scheduler
fact-nr_requests = nr_requests
fact-queue_depth = Device queue depth
fact-logical_block_size = Logical block size
fact-layers = Devices beneath
meaning-plimsoll = hosts with different versions do not understand each other's parts
meaning-target_error = this host cannot drive its target
meaning-target_bytes = targets differ in size: the working sets are not the same
meaning-scheduler = the scheduler changes latency and merging
meaning-nr_requests = queue settings change how much the device sees at once
meaning-queue_depth = queue settings change how much the device sees at once
meaning-logical_block_size = the device presents other sectors
meaning-layers = the path to the storage has other layers
meaning-engines = another engine costs other processor time
meaning-path_mtu = a smaller MTU on the way costs network storage throughput
slow-generator = the slowest generator reaches its ceiling first: give it less weight
far-apart = hosts may start and end a Run this far apart
different-targets = the hosts file states that the target is shared; these are different
same-target = the hosts file states that the targets are different; this is one device
some-share = some hosts have the same device, and some do not

# hosts init, up and down.

written = { $file } is written: name your hosts in it, then: plimsoll hosts up { $file } --wheel dist
all-in = all in { $where } on each host, and gone with: plimsoll hosts down { $file }
nothing-to-do = Nothing to do: plimsoll hosts up made nothing for { $file } from this machine.
starting-head = starting the head of the Ray cluster
connecting = connecting
starting-node = starting its node of Ray
installing = installing Plimsoll and Ray: a minute or two
ending = ending Ray, and removing what was made
step-failed = { $host }: { $step } failed: { $why }.
hosts-failed = { $failed } of { $outcomes } failed: { $names }
done-stays = What is done stays: fix the cause and run plimsoll hosts up { $file } again, or undo it: plimsoll hosts down { $file }.
down-again = Once they can be reached, run plimsoll hosts down { $file } again: it knows what is left.
not-ours = { $address } is not an address of this machine
ray-is-the-address = In the hosts file ray is the address by which hosts reach this machine.
other-python = { $python } is Python { $found }, and this machine has { $own }
interrupted = interrupted
no-ssh = ssh is not installed here
install-ssh = Install openssh-client.
too-long = it took too long
try-again = Try again.
unreadable-answer = its answer cannot be read
old-python = { $python } is Python { $found }, and 3.11 is needed
no-python = there is no { $python }
name-python = Install it, or name it in the hosts file: python = "{ $python }".
ssh-failed = ssh failed
exit-code = it ended with exit code { $exit }
accept-key = Look at its key and accept it once: ssh { $to }
let-key-in = Let your key in: ssh-copy-id { $to }; and load it: ssh-add.
try-by-hand = Try by hand: ssh { $to }

# Errors, and what to do: the hosts file.

hosts-file = hosts file
invalid-key = '{ $given }' is not a valid { $field }: use letters, digits, '.', '_' and '-'
invalid-name = '{ $given }' is not a valid host name: use letters, digits, '.', '_' and '-', starting with a letter or digit
invalid-address = '{ $given }' is no host name or IP address
no-head = '{ $given }' is no head of a Ray cluster: write HOST:PORT, or auto
invalid-lease = a lease of { $given }: write 1s to 60s
same-name = two hosts have the name { $value }
same-address = two hosts have the address { $value }
same-loopback = two hosts have the address { $value }: to try two hosts on one machine, give them 127.0.0.11 and 127.0.0.12, and a head at 127.0.0.10 (docs/how-to/several-hosts.md, 'Two hosts on one machine')
head-not-said = the hosts file does not name the head of the cluster
head-not-said-now = Write the address by which hosts reach this machine: ray = "10.0.0.1:6379".
head-without-address = { $host }, the head, has no address: { $error }
head-loopback = { $head }, the head, is this machine's loopback, which { $host } does not reach
head-replaced = { $head }, the head, is an address that Ray replaces with another
name-an-interface = Name the address of an interface; for hosts that all are on this machine 127.0.0.10, say (docs/how-to/several-hosts.md, 'Two hosts on one machine').
token-elsewhere = the hosts file names a token that is not beside it: { $place }
token-elsewhere-now = Put it into { $parent }, or leave token_file out.
token-readable = others may read the token in { $place }
token-readable-now = Make it yours: chmod 600 { $place }
no-token = there is no token in { $place }
no-token-now = Check token_file.
token-unreadable = the token in { $place } cannot be read: { $error }
too-few-hosts = { $key } asks for { $count }, and { $path } has { $hosts }
too-few-hosts-now = Add hosts to that file, or ask for fewer.
other-hosts = the hosts file has other hosts, targets or weights than when this campaign was begun
other-hosts-now = Its Points would answer another question: restore that file, or begin a new campaign.

# Driving hosts.

hosts-missing = { $hosts }: missing
hosts-missing-now = See plimsoll hosts status, then continue with plimsoll campaign resume.
no-described-storage = described storage has its clients in its own file and is not driven by hosts
no-described-storage-now = Leave --hosts out, or serve the stack and name its NBD export as target.
not-said-writing = writing from several hosts: the hosts file does not state whether their targets are the same storage
not-said-reading = reading in order from several hosts: the hosts file does not state whether their targets are the same storage
set-shared = Set it in the hosts file: shared = true gives each host its own part, shared = false means different storage.
no-block-for-each = a working set of { $size } bytes has no block for each of { $hosts } hosts
no-block-for-each-now = Use a larger target or fewer hosts.
run-in-progress = a Run is in progress on this host
another-load = another plimsoll loads from this host
another-load-now = Wait until it has ended: the two would disturb each other.
no-target-open = no target is open on this host
cannot-join = the Ray cluster at { $address } cannot be joined: { $error }
cannot-join-now = Is it started, is the address right, and does it ask for a token (token_file, or RAY_AUTH_MODE=token)?
not-in-cluster = not in the Ray cluster at { $address }: { $names }
not-in-cluster-now = Its nodes are: { $known }.
no-generator = { $name }: no generator started: { $why }
no-generator-now = Is Plimsoll installed there, in the same version, and has the host a processor to spare?
node-missing = { $name } ({ $address }) is not in the Ray cluster
node-missing-now = Bring it back.
on-needs-hosts = @{ $on } names a host to collect on, but only this machine measures
on-needs-hosts-now = Add --hosts FILE, or leave @ and the name out.
no-such-label = @{ $on }: the hosts file has no host or label of that name
no-such-label-now = It has: { $known }. '@*' stands for all hosts.
another-up = another plimsoll hosts up or down is at work with { $file }
wait-for-it = Wait until it has ended.
journal-unreadable = the journal { $journal } cannot be read: { $error }
journal-unreadable-now = Look at it: what it names has to be removed by hand.

# Wheels.

no-wheel-of-version = there is no wheel of Plimsoll { $version } for { $machine } in { $folder }
build-one = Build one with make wheel; it is then in dist/.
not-a-wheel = { $wheel } is not a Plimsoll wheel
other-version = { $wheel } is Plimsoll { $version }, but this machine has { $own }
other-version-now = Hosts need the same version: make wheel.
no-folder = there is no folder { $folder }
no-folder-now = Fill one: pip download --dest FOLDER 'plimsoll_storage-….whl[hosts]'.
no-wheel = there is no { $wheel }
wheel-unreadable = { $wheel } cannot be read: { $error }
file-exists = { $file } is there already
file-exists-now = Choose another name.
cannot-write = { $file } cannot be written: { $error }
up-needs-wheel = up needs --wheel FILE
up-needs-wheel-now = Make one: make wheel; it is in dist/ then.

# Flags.

help-file = The hosts file.
help-ssh-config = Use this ssh config file instead of ~/.ssh/config.
help-wheel = The wheel that 'make wheel' made, or the folder that it is in.
help-wheelhouse = Wheels of everything else, for hosts that reach no package index.
