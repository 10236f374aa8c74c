"""What several reports show: the answer, charts and tables of Runs, curves over each other."""
