"""Tests of the features, a folder each as in `plimsoll/features`. Each folder runs alone."""
