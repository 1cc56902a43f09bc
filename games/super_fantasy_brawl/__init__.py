"""Super Fantasy Brawl: duels and Superteams of champions in an arena, with drafts, challenges and knock-outs."""

from games.super_fantasy_brawl.rules import SuperFantasyBrawl
from games.super_fantasy_brawl.system import RULES, SYSTEM

__all__ = ["RULES", "SYSTEM", "SuperFantasyBrawl"]
