"""Lists of this game: what they hold, how they are checked, built and written as text."""
