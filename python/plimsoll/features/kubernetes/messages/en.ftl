## English only

# Verbs in `plimsoll --help`: the first paragraph of the verb's own help.

summary-kubernetes = Measure a claim of a Kubernetes cluster as a Job, and turn a load line into a class.

# Above the manifests, as comments. $verb: find or check.
head = plimsoll { $version }: { $verb } on the claim { $claim }.
head-apply = kubectl apply -f FILE, then: kubectl logs --follow { $job } --container measure
head-apply-namespace = kubectl apply --namespace { $namespace } -f FILE, then: kubectl logs --namespace { $namespace } --follow { $job } --container measure
head-reads-only = Reads only. Blocks that were never written are answered without the storage: fill the volume first.

no-driver = there is no driver '{ $driver }' here
known-drivers = Known: { $drivers }.
line-or-rate = a class needs either a load line or a rate
line-or-rate-now = Give --from STORE#N, or --rate PER_S.
time-too-short = --time { $given } is too short to search in
time-too-short-now = Give it { $least }s or more; 5m is usual.
not-with-promise = { $flags } cannot be combined with --promise
not-with-promise-now = { $promise } has its own.
about-described-storage = { $promise } is about described storage, not about a volume
about-described-storage-now = Write a promise file whose target is a file or a device.
workload-unconfirmed = this workload writes, and nobody has confirmed that the block volume may be overwritten
promise-unconfirmed = { $promise } writes, and nobody has confirmed that the block volume may be overwritten
unconfirmed-todo = Read only (--read 100), or confirm it: { $flag } CLAIM.
not-for-files = { $flag } is for block volumes (--block)
not-for-files-now = On a file system the Job writes to a file of its own.
other-claim = you confirmed '{ $given }', but the claim is '{ $claim }'
other-claim-now = Name the claim again.
no-file-on-block = --file-size is for a volume with a file system
no-file-on-block-now = A block volume (--block) is measured as a whole.
claim-exists = --claim-size is for a claim that is made together with the Job
claim-exists-now = Name its class (--storage-class), or leave the size out.
storage-class-name-invalid = '{ $name }' cannot name a StorageClass
claim-name-invalid = '{ $name }' cannot name a claim
# $what: Job, pod, class or namespace.
name-invalid = '{ $name }' cannot name a { $what }
characters = Its characters are a to z, 0 to 9, '-' and '.'.
label-todo = Its characters are a to z, 0 to 9 and '-', at most 52 of them.
label-todo-flag = Give another: { $flag }. Its characters are a to z, 0 to 9 and '-', at most 52 of them.
file-too-large = a test file of { $size } does not fit on a claim of { $claim_size }: a file system needs a tenth for itself
file-too-large-now = Give a smaller --file-size, or a larger --claim-size.
image-invalid = '{ $image }' is no reference to an image
image-invalid-now = Write REGISTRY/NAME:TAG, or REGISTRY/NAME@sha256:DIGEST.
line-invalid = cannot read '{ $given }'
line-invalid-now = Write the line as STORE#N: plimsoll.db#3 is campaign 3 of it.
nothing-to-plan-with = campaign { $campaign } of { $store }: its load line has no rate that is safe to plan with
nothing-to-plan-with-now = Search for longer (plimsoll find --time), or give a rate: --rate.

help-namespace = Namespace of everything. Default: that of kubectl.
help-image = The container image, as the cluster pulls it.
help-claim = The PersistentVolumeClaim to measure.
help-block = The claim is a raw block volume (volumeMode: Block).
help-objective = What must hold: 'p99 <= 5ms'. Repeatable. Default: chosen from the latency at a light load.
help-promise = Check this promise file (plimsoll check) instead of searching the load line. Its target is replaced by the claim.
help-workload = Workload file (TOML), or a name from 'plimsoll workload': oltp.
help-block-size = I/O size: 4k. Default 8k.
help-read = Percentage of reads. Default 70, or 100 on a block volume that may not be written.
help-time = Time budget of the search. Default { $default }.
help-file-size = Size of the test file on the volume. Default { $default }.
help-storage-class = Make the claim, of this StorageClass, together with the Job.
help-claim-size = With --storage-class: size of the claim. Default { $default }.
help-results = An existing claim for the store. Default: NAME-results is made.
help-name = Name of the Job. Default: plimsoll-CLAIM.
help-lose = Confirm that the block volume of this claim may be overwritten.
help-json = The pod prints its answer as JSON (find --json).
help-page-results = The claim that holds the store.
help-page-name = Name of the pod.
help-class-name = Name of the class; '-v1' is added to it.
help-from = The load line of campaign N: its rate to plan with is the limit.
help-rate = The limit in IOPS, instead of a load line.
help-driver = The CSI driver: ebs.csi.aws.com, pd.csi.storage.gke.io or disk.csi.azure.com.
help-type = The type of disk: gp3, io2, hyperdisk-balanced.
help-patch = Also print the patch that gives a claim the class.
