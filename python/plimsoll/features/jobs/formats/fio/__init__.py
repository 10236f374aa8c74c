"""fio's job language. `reader` parses job files and command lines into settings, `job` interprets
those, `plan` turns jobs into Runs. `outcome` combines the results, and the `*_form` modules print
them in fio's formats.

`names` has the treatment of every option: honoured, without a meaning here, or refused with the
reason. None is ignored silently."""
