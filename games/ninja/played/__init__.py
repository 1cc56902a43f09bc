"""A random match at full detail, for `games.ninja.simulate`: seats, set-up, what is owed, guards, intruders."""
