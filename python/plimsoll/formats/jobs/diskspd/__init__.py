"""diskspd's command line (`command`) and XML profile (`profile`), read into `asked`; `plan`
says which Runs a timespan is, `report` prints diskspd's text.

A flag or element is known by `names`: honoured, told, without a meaning here, or refused with the
reason. None is ignored silently.
"""
