"""Super Fantasy Brawl: duels and Superteams of champions in an arena, with drafts, challenges and knock-outs."""

from games.super_fantasy_brawl.rules import SuperFantasyBrawl

RULES = SuperFantasyBrawl()

__all__ = ["RULES", "SuperFantasyBrawl"]
