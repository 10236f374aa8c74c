"""Job files of other load generators: read into what a session is asked."""
