"""Rule sets of the tracker itself, of the same protocol as a game's: tournaments and event days. Pure."""
