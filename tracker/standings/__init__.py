"""Who stands where, and why: games in, exact ranks and figures out, each with the rows that add up to it. Pure.

`book` turns games into columns, `tiebreaks` holds one small object per tie-breaker, `order` ranks by a chosen list.
Called by the tournament rule set (`tracker.rulesets.tournament.scoring`), projections and the bench.
"""
