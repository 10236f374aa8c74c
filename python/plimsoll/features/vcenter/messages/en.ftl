## English only

# The account. $file: vcenter.toml.
server-invalid = '{ $server }' is not the name of a vCenter server
server-invalid-now = Write its name, with :PORT if that is not 443.
credentials-incomplete = { $variable } names { $server }, but the user or password is missing
credentials-incomplete-now = Set { $user } and { $password }, or unset { $variable }.
no-credentials = there are no credentials for { $server }
no-credentials-now = Write user and password into { $file } under ["{ $server }"], mode 0600; or set { $variables }.
not-toml = { $file } is not TOML
not-toml-now = Correct it.
not-a-table = { $file }: '{ $name }' is not a table
not-a-table-now = Begin it with ["{ $server }"], quoted.
no-key = { $file }: there is no '{ $key }'
no-key-now = Its keys are: { $keys }.
wrong-type = { $file }: { $key } of { $name } is no { $type }
cannot-read = cannot read { $file }: { $why }
not-a-file = { $file } is not a file
not-private = { $file } holds passwords, but others may read it or own it
not-private-now = chmod 600 { $file }, as the user who runs plimsoll.
not-utf-8 = { $file } is not UTF-8 text
no-keyring = the password for { $server } is in a keyring, but the package keyring is not installed
keyring-fails = the keyring cannot be asked: { $why }
not-in-keyring = the keyring has no password for { $user } at { $server }

# The connection.
no-path = { $server } has no { $path }
request-refused = { $server } refused { $method } { $path }: { $why }
certificates-unreadable = the certificates in { $file } cannot be read: { $why }
certificates-unreadable-todo = ca in { $file } is a file in PEM form.
not-trusted = the certificate of { $server } is not trusted: { $why }
not-trusted-now = Name its authority in { $file } (ca = FILE); insecure = true leaves it unchecked.
nobody-answers = nobody answers at { $server }
nobody-answers-now = Is vCenter running?
unreachable = cannot reach { $server }: { $why }
no-vcenter = { $server } does not answer as a vCenter does
no-vcenter-now = Is it the right port?
login-refused = { $server } does not know this user, or the password is wrong
login-refused-now = It is taken from { $variable }… or { $file }.
no-permission = the user may not do that on { $server }: the privilege { $privilege } is missing
no-permission-now = docs/how-to/vcenter.md lists those that are needed.
no-longer = { $server } no longer has { $what }
refused = { $server } refused: { $why } ({ $kind })

# Objects. $what: VM or datastore.
not-shown = { $server } shows this user no { $what } '{ $name }'
not-shown-others = It was deleted or renamed, or the user may not see it: vCenter answers the same in both cases. It shows { $what }s: { $known }.
not-shown-none = It was deleted or renamed, or the user may not see it: vCenter answers the same in both cases. It shows no { $what } at all.
several = { $count } { $what }s of { $server } are called '{ $name }'
several-now = Write the inventory path of one: { $names }.
and-more = { $names } and { $more } more
no-machine = { $server } shows this user no VM with the instance UUID { $uuid }
no-machine-now = It was deleted, or the user may not see it: vCenter answers the same in both cases.
no-disk = the VM '{ $name }' has no disk '{ $disk }'
known-disks = It has: { $disks }.
no-disks = It has: none.
disks-not-shown = { $server } does not show this user the disks of the VM '{ $name }'
disks-not-shown-now = The user may no longer see them, or the VM cannot be reached on its host.
disk-gone = the VM '{ $name }' no longer has that disk (key { $key })

# Storage policies and tags.
rule-unknown = '{ $policy }' has a rule that could not be put back: { $rule }
rule-unknown-now = It is left as it is. Give yours a unique name.
no-component = there is no policy component '{ $component }'
not-deleted = '{ $policy }' was not deleted: { $why }
not-deleted-now = Something else uses it: take it off there first, or keep it.
no-policy = { $server } has no storage policy '{ $policy }'
no-category = there is no tag category '{ $category }'
category-in-use = the tag category '{ $category }' has tags that are not ours: { $tags }
category-in-use-now = Deleting it would delete them as well. Delete those first, or keep it.
tag-in-use = { $objects ->
    [one] the tag '{ $tag }' is on { $objects } object that Plimsoll did not put it on
   *[other] the tag '{ $tag }' is on { $objects } objects that Plimsoll did not put it on
}
tag-in-use-now = Take it off those first, or keep it.
no-tag = there is no tag '{ $tag }' in the category '{ $category }'
tag-in-rules = the tag '{ $tag }' is in rules of storage policies: { $policies }
tag-in-rules-now = Take it out there first, or keep it.
tag-needed = { $things ->
    [one] { $things } disk or VM on that datastore needs the tag '{ $tag }': storage policy '{ $policy }' names it
   *[other] { $things } disks or VMs on that datastore need the tag '{ $tag }': storage policy '{ $policy }' names it
}
tag-needed-now = Give them another policy first, or keep it.
