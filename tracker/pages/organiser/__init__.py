"""What the staff of an event see and do: console, desk, draws, rounds from elsewhere, stages, prints."""
