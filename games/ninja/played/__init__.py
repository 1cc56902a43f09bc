"""A random match at full detail, for `games.ninja.simulate`: set-up, steps that the rules offer, an intruder's walk."""
