"""What a store holds of a campaign, gathered for reports: its Points, their figures, in what they
differ."""
