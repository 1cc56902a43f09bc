"""An event for everyone: pairings, standings and their figures, teams, the hall, what leaves it as a file."""
