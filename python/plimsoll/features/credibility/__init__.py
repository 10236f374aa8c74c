"""For what a result can be used: rules, links, and `plimsoll judge`."""
