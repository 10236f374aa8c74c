"""A vCenter, as policies and counters need it: who logs in, its inventory, tags, storage policies
and performance counters. Nothing here decides, keeps or prints anything.

pyVmomi is an extra (`plimsoll-storage[vcenter]`), imported late: only `session` and what works on
a session know it.
"""
