"""What was said of an event, as the row of its pages holds it: beside the options, under a name of its own."""

from __future__ import annotations

from typing import Any

import msgspec

from tracker.rulesets.campaign.state import CampaignState
from tracker.rulesets.tournament.state import TournamentState


def said(state: TournamentState | CampaignState) -> dict[str, Any]:
    """When, where and for how much, once somebody has said it."""
    told = msgspec.to_builtins(state.described)
    return {"described": told} if told else {}
