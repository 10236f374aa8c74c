## English only

# Verbs in `plimsoll --help`: the first paragraph of the verb's own help.

summary-import = Import results of other programs, so that report, compare, find --from and size can use them.
