"""Job files of other load generators."""
