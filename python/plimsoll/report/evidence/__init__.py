"""Evidence: the stored data of a campaign, gathered for reports."""
