"""The first screen of a report: badge, headline, main number, obstacle and next step. Decided
here, drawn by each form."""
