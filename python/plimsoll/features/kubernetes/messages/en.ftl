## English only

# Verbs in `plimsoll --help`: the first paragraph of the verb's own help.

summary-kubernetes = Measure a claim of a Kubernetes cluster as a Job, and turn a load line into a class.
