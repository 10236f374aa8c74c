"""`plimsoll web`: the shelf of campaigns, the live page of one that runs, and a form that starts
one.

                             browser ──guard──▶ app ──┬─ shelf         the stores, and every
                             campaign in a line ├─ live_view     a running campaign, from its pulse
                             or its store ├─ report_files  reports by `plimsoll report`, one
                             at a time └─ launcher      form ▶ TOML ▶ `campaign plan` ▶ `campaign
                             run`, detached

Nothing here measures, judges or draws a report. Planning, starting and drawing are done by the
command line, so that its refusals and figures are the same. A campaign survives the server. Pages
are made on the server; the few scripts in `static/` move figures and compute none.
"""
