"""One Run over several hosts: who they are, how they are reached, and the session that a search, a
check or a campaign drives as if it were one machine's.

`generator` is a host's end, `fleet` how the coordinator reaches all of them (here, in threads, or
by Ray: `ray_fleet`), `clocks` how their clocks are set to each other, `ensemble` the session. What
the parts mean is decided where those of one machine's workers are (`execute.Coordinator`).
"""
