"""One chapter of the rulebook a file: what may be logged, and what it changes."""
