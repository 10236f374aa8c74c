"""Results of other programs: from their files to Runs of a store.

    FILE ──results.sources: its format, by its content──▶ Source
                           │ read of the format, `results/<name>.py` or of another feature
                           ▼
                         Result (`results/run_result.py`): the figures as the file has them
                           │ `results/record.py` derives and checks (`results/agreement.py`,
                           │ `results/plausibility.py`)
                           ▼
                         record, with the source of each figure in its `imported`
                           │ `reading.py`, of a large file in a process of its own
                           ▼
              importing.import_results ──▶ `store/imports.py`, a file in one transaction

From there an imported Run is read as any other: `RunFigures`, the columns of `FIELDS`, every form.
Counters that were recorded beside it (`recordings/`) go to the Runs of their time by
`counter_import.py`.
"""
