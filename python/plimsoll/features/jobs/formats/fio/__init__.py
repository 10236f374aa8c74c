"""fio's job language: `reader` and `command_line` read it into settings, `job` gives them their
meaning, `plan` says which Runs they are, `figures` and the `*_form` modules tell what came of them
in fio's shape.

An option is known by `names`: honoured, without a meaning here, or refused with the reason. None is
ignored silently.
"""
