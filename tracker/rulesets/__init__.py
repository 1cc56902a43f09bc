"""Rule sets of the tracker itself, of the same protocol as a game's: tournaments, event days, seasons. Pure."""
