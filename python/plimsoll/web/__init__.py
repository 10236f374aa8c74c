"""`plimsoll web`: the shelf of campaigns, the live page of one that runs, and a form that starts
one.

    browser ──guard──▶ app ──┬─ shelf      the stores, and every campaign in a line
                             ├─ moment     what a running campaign does now, by its pulse or store
                             ├─ drawing    downloads, reports: `plimsoll report`, niced, one by one
                             └─ starting   form ▶ TOML ▶ `campaign plan` ▶ `campaign run`, detached

Nothing here measures, judges or draws a report: what is started, planned and drawn is what the
command line does, by the command line, so that its refusals and its figures are the same ones. The
server may die and a campaign goes on. Pages are made on the server; the few scripts in `static/`
move figures and lines and compute none.
"""
