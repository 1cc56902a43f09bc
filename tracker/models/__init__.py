"""Tables of the tracker: the log, people, rosters, scenarios, imported catalogues and disposable read models."""

from tracker.models.campaigns import ArcanumRow, CampaignRow, DayTableRow, FallenRow
from tracker.models.catalogues import Card, Edition
from tracker.models.chronicles import ChronicleMatchRow, ChronicleRow, WhatIf
from tracker.models.faults import Fault
from tracker.models.feed import FeedHead, FeedRow
from tracker.models.ladders import LadderEntry, RunRow, SeasonRow
from tracker.models.log import Anchor, Event, Seal, SealedHead, Snapshot, Stream
from tracker.models.people import (
    ApiToken,
    Claim,
    Membership,
    OneTimePassword,
    Player,
    RecoveryCode,
    SamePerson,
    SeasonKeeper,
    SecondFactor,
)
from tracker.models.pulses import Pulse
from tracker.models.ratings import ConfirmedMatch, RatedGame, RatingChange, RatingRow
from tracker.models.readmodels import EntrantRow, MatchRow, PairingRow, StandingRow, TournamentRow
from tracker.models.rehearsals import Rehearsal
from tracker.models.rosters import Deck, DeckRevision, Warband, WarbandRevision
from tracker.models.rule_fixes import RuleFix, RuleFixMatch
from tracker.models.scenarios import Scenario
from tracker.models.webhooks import Webhook, WebhookDelivery

__all__ = [
    "Anchor",
    "ApiToken",
    "ArcanumRow",
    "CampaignRow",
    "Card",
    "ChronicleMatchRow",
    "ChronicleRow",
    "Claim",
    "ConfirmedMatch",
    "DayTableRow",
    "Deck",
    "DeckRevision",
    "Edition",
    "EntrantRow",
    "Event",
    "FallenRow",
    "Fault",
    "FeedHead",
    "FeedRow",
    "LadderEntry",
    "MatchRow",
    "Membership",
    "OneTimePassword",
    "PairingRow",
    "Player",
    "Pulse",
    "RatedGame",
    "RatingChange",
    "RatingRow",
    "RecoveryCode",
    "Rehearsal",
    "RuleFix",
    "RuleFixMatch",
    "RunRow",
    "SamePerson",
    "Scenario",
    "Seal",
    "SealedHead",
    "SeasonKeeper",
    "SeasonRow",
    "SecondFactor",
    "Snapshot",
    "StandingRow",
    "Stream",
    "TournamentRow",
    "Warband",
    "WarbandRevision",
    "Webhook",
    "WebhookDelivery",
    "WhatIf",
]
