"""The forms of full detail that no schema makes: what logs several events at once, or asks for facts on the table.

Called by `tracker.pages.match_forms.last_battle.steps`; all other steps are made by the generic pad.
"""

from __future__ import annotations

from tracker.pages.match_forms.last_battle.full import act_forms, change_forms, claim_forms, mark_forms
from tracker.pages.match_forms.last_battle.full.damage_form import DamageForm
from tracker.pages.match_forms.last_battle.full.form import FullForm

FORMS: dict[str, type[FullForm | DamageForm]] = {
    form.step: form
    for form in (
        DamageForm,
        act_forms.AttackForm,
        act_forms.MoveForm,
        act_forms.ChargeForm,
        mark_forms.InteractForm,
        claim_forms.StrategyForm,
        claim_forms.ClaimForm,
        change_forms.FreeForm,
        change_forms.SummonForm,
    )
}
