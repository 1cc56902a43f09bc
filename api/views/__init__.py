"""The views by what they are about: systems, rosters, logs, states, matches, tournaments, standings, people, live."""
