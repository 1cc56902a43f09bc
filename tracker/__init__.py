"""Warledger's Django project and its one app. The way of the data, in order:

1. a page form (`pages/`), a REST request (`api/`) or a file (`management/commands/`) makes a command (`commands/`);
2. `handle.py` loads the stream (warm state, or snapshot and tail), lets the rules judge, and appends;
3. the rules are `games/<system>` for a match and `rulesets/` for a tournament or a campaign: pure functions;
4. `log.py` writes the events, the hash chain and the stream's own score row in one transaction: nothing else does;
5. after the commit `appended.py` hands the stream and its version to `jobs.py` (Celery): work that is safe to run twice
   or late, done by `after/follow_up.py`;
6. `projections/` turn streams into read models; `after/reactions.py` carries a match's result into its tournament;
7. `selectors/` holds every read query; pages, REST, exports and live streams show what it returns, redacted;
8. `proof/verify.py` proves the log, its seals and the projections against each other.
"""
