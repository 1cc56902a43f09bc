"""Rules of a game, its tools for the table, mended rules, and the check of an exported log."""
