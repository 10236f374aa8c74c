## Lists

form-fio = the Runs as fio's json+, with the distributions in bins

## English only

# Verbs in `plimsoll --help`: the first paragraph of the verb's own help.

summary-fio = Run fio jobs unchanged, and print what fio prints.
summary-vdbench = Run vdbench parameter files unchanged, and print vdbench's columns.
summary-diskspd = Write a campaign that does what a diskspd command line or profile does.
summary-ndisk = Run an ndisk64 command line unchanged, and print what ndisk64 prints.
summary-hcibench = Write a campaign that does what HCIBench's parameter files do in each VM.
summary-iometer = Write a campaign that does what an Iometer configuration does.
