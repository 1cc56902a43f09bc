"""A claim at full detail: the scheme scores by its facts, after its reveal where it is still secret (LB-SCH, LB-FACT).

The number follows from the facts; only where they leave it open, the owner says it.
"""

from __future__ import annotations

from typing import Any

from games.codec import codec_for
from games.last_battle.full.claimed import amount_of, moment_of
from games.last_battle.full.scores import HIDDEN
from games.last_battle.state import Held, Squad
from games.words import StepWords
from tracker.pages.match_forms.generic.fields_step import FieldsStep
from tracker.pages.match_forms.last_battle.base import opening
from tracker.pages.match_forms.last_battle.words import scheme_name
from tracker.pages.match_forms.pad import Payload, payload


class ClaimForm(FieldsStep):
    """`scheme_scored`, after the reveal where the scheme is still secret. `player` is `player:scheme`."""

    step, event, may_wait = "claim", "scheme_scored", True

    def build(self) -> None:
        super().build()
        if self.reveals_only:
            self.parts = {}
            self.fields.clear()

    def wait(self) -> None:
        self.may_wait = True

    @property
    def squad(self) -> Squad:
        return self.desk.play.squads[self.player.partition(":")[0]]

    @property
    def held(self) -> Held:
        held = self.squad.held(self.player.partition(":")[2])
        assert held is not None
        return held

    @property
    def reveals_only(self) -> bool:
        """LB-COMM-11: Hidden Secrets is revealed at the start of a turn and scores later."""
        return self.held.scheme == HIDDEN and not self.held.public

    @property
    def moment(self) -> str:
        """The moment at which the scheme can score now."""
        return moment_of(self.desk.play, self.squad.player, self.held.scheme)

    @property
    def words(self) -> StepWords:
        named = "reveals_only" if self.reveals_only else "scheme_scored" if self.held.public else "secret"
        found = self.desk.reader.step(named, named)
        assert found is not None
        return found

    @property
    def whose(self) -> str:
        return self.desk.names.player(self.squad.player)

    @property
    def secret(self) -> str:
        """The name of a scheme that is still secret, to be held to look."""
        return "" if self.held.public else scheme_name(self.held.scheme, self.desk.names.language)

    @property
    def single(self) -> str:
        return ""

    def payloads(self) -> list[Payload]:
        opened = opening(self.squad, self.held)
        if self.reveals_only:
            return opened
        (told,) = super().payloads()
        facts = told["data"]["facts"]
        amount = told["data"].get("amount") or self._amount(opened, facts)
        whose = {"player": self.squad.player, "scheme": self.held.scheme}
        return [*opened, payload(self.event, **whose, moment=self.moment, amount=amount, facts=facts)]

    def _amount(self, opened: list[Payload], facts: dict[str, Any]) -> int:
        """What the facts come to, once the scheme is open."""
        play, codec = self.desk.play, codec_for(self.desk.rules)
        for told in opened:
            play = self.desk.rules.evolve(play, codec.from_payload(told["type"], told["data"]))
        return amount_of(play, self.squad.player, self.held.scheme, self.moment, facts)
