"""Parts that several reports share: the answer, charts and tables of Runs, curves over each
other."""
