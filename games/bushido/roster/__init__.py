"""Warbands: every violation of the construction rules at once, and warnings where a fact is unknown."""

from games.bushido.roster.body import Body
from games.bushido.roster.check import list_report

__all__ = ["Body", "list_report"]
