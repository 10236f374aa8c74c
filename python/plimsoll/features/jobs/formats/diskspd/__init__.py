"""diskspd's command line (`command`) and XML profile (`profile`), read into timespans
(`profile_model`); `plan` says which Runs of a campaign they are.

A flag or element is known by `names`: honoured, noted, without a meaning here, or refused with the
reason. None is ignored silently.
"""
