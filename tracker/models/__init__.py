"""Tables of the tracker: the log, people, rosters, scenarios, imported catalogues and disposable read models."""

from tracker.models.campaigns import ArcanumRow, CampaignRow, DayTableRow, FallenRow
from tracker.models.catalogues import Card, Edition
from tracker.models.faults import Fault
from tracker.models.ladders import LadderEntry, RunRow, SeasonRow
from tracker.models.log import Event, Seal, SealedHead, Snapshot, Stream
from tracker.models.people import ApiToken, Claim, Membership, OneTimePassword, Player, SeasonKeeper
from tracker.models.readmodels import EntrantRow, MatchRow, PairingRow, StandingRow, TournamentRow
from tracker.models.rosters import Deck, DeckRevision, Warband, WarbandRevision
from tracker.models.scenarios import Scenario

__all__ = [
    "ApiToken",
    "ArcanumRow",
    "CampaignRow",
    "Card",
    "Claim",
    "DayTableRow",
    "Deck",
    "DeckRevision",
    "Edition",
    "EntrantRow",
    "Event",
    "FallenRow",
    "Fault",
    "LadderEntry",
    "MatchRow",
    "Membership",
    "OneTimePassword",
    "PairingRow",
    "Player",
    "RunRow",
    "Scenario",
    "Seal",
    "SealedHead",
    "SeasonKeeper",
    "SeasonRow",
    "Snapshot",
    "StandingRow",
    "Stream",
    "TournamentRow",
    "Warband",
    "WarbandRevision",
]
