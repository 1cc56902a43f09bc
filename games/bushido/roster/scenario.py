"""What a scenario with lists of its own asks of them: Honbasho, The Duel, Bavarian Botoku (BUS-SCN-16 to -18)."""

from __future__ import annotations

from games.bushido.roster.keywords import any_of, has_trait, has_type
from games.bushido.roster.price import first_form, model_rice, special_rice
from games.bushido.roster.warband import Found, Model, Said, Unknown
from games.bushido.scenarios import SCENARIOS

MOST_RICE = 17
"""BUS-SCN-18: what a model may cost before enhancements."""
ALONE = {"Rise": "one_rise", "Last Stand": "one_last_stand"}
"""BUS-SCN-18: traits that one model of a warband may have -> the word that says so."""


def check_scenario_list(found: Found) -> Said:
    """Nothing of a list without models: an open one is built later (BUS-TOUR-25)."""
    if found.models:
        yield from CHECKS.get(found.terms.scenario or "", _nothing)(found)


def _nothing(found: Found) -> Said:
    yield from ()


def _honbasho(found: Found) -> Said:
    """BUS-SCN-16: at least one model that may be the VIM."""
    may = [_may_be_vim(model) for model in found.models]
    if True not in may:
        for model, answer in zip(found.models, may, strict=True):
            if answer is None:
                yield Unknown("BUS-SCN-16", model.name, _lacking(model))
    if any_of(may) is False:
        yield found.refuse("BUS-SCN-16", {"recruit": "a_vim"}, what="vim", stated="no_vim", due="a_vim")


def _duel(found: Found) -> Said:
    """BUS-SCN-17: the list names its VIM, which may cost no more than the organisers say, enhancements and all."""
    named = next((model for model in found.models if model.id == found.told.vim), None)
    if named is None:
        legal = [model.name for model in found.models if _may_be_vim(model) is not False]
        repair = {"name_vim": legal or "a_vim"}
        told = found.name_of(found.told.vim) if found.told.vim else "no_vim"
        yield found.refuse("BUS-SCN-17", repair, what="vim", stated=told, due="vim_of_the_list")
        return
    if (may := _may_be_vim(named)) is None:
        yield Unknown("BUS-SCN-17", named.name, _lacking(named))
    if may is False:
        legal = [model.name for model in found.models if _may_be_vim(model)]
        other = {"name_vim": legal or "a_vim"}
        yield found.refuse("BUS-SCN-17", other, what="vim", stated=named.name, due="a_vim")
    yield from _vim_rice(found, named)


def _vim_rice(found: Found, vim: Model) -> Said:
    most = found.terms.vim_rice
    prices = [model_rice(found, vim), *(special_rice(found, one) for one in vim.fitted)]
    if most is None:
        return
    known = [one for one in prices if one is not None]
    if sum(known) > most:
        over = sum(known) - most
        stated = {vim.name: sum(known)}
        yield found.refuse("BUS-SCN-17", {"rice_less": over}, what="rice_of_vim", stated=stated, due=most)
    elif len(known) < len(prices):
        yield Unknown("BUS-SCN-17", vim.name, "fact_cost")


def _bavarian(found: Found) -> Said:
    """BUS-SCN-18: cheap models, few of them, and no second one that rises or makes a last stand."""
    most, first = SCENARIOS["bavarian_botoku"].most_models or 0, _first_forms(found)
    number = sum(model.count for model in first)
    if number > most:
        repair = {"models_less": number - most}
        yield found.refuse("BUS-SCN-18", repair, what="most_models", stated=number, due=most)
    for model in first:
        rice = model_rice(found, model)
        ours = model.known.cost is not None and model.known.cost.kind == "Ea"
        each = rice // model.count if rice is not None and ours and model.count else rice
        if each is None:
            yield Unknown("BUS-SCN-18", model.name, "fact_cost")
        elif each > MOST_RICE:
            stated = {model.name: each}
            dear = {"leave_out": model.name}
            yield found.refuse("BUS-SCN-18", dear, what="rice_of_model", stated=stated, due=MOST_RICE)
    for trait, word in ALONE.items():
        having = [model for model in first if _has_in_a_form(found, model, trait)]
        if sum(model.count for model in having) > 1:
            names = {model.name: model.count for model in having}
            one = {"keep_one_of": [*names]}
            yield found.refuse("BUS-SCN-18", one, what=word, stated=names, due="one_model_only")
    for model in found.models:
        if model.known.traits is None:
            yield Unknown("BUS-SCN-18", model.name, "fact_traits")


def _first_forms(found: Found) -> list[Model]:
    """BUS-ROSTER-21: cards of one model count once."""
    return [model for model in found.models if first_form(found, model) is model]


def _has_in_a_form(found: Found, model: Model, trait: str) -> bool:
    """BUS-ROSTER-21: whether any card of a model has the trait."""
    return any(first_form(found, one) is model and has_trait(one.known, trait) for one in found.models)


def _may_be_vim(model: Model) -> bool | None:
    """BUS-VIM-02; None if what is known does not decide it."""
    card = model.known
    barred = any_of([has_type(card, "Animal"), has_trait(card, "Insignificant")])
    if card.unique is False or barred:
        return False
    return None if card.unique is None or barred is None else True


def _lacking(model: Model) -> str:
    """The first fact that would decide whether it may be the VIM."""
    if model.known.unique is None:
        return "fact_unique"
    return "fact_types" if model.known.types is None else "fact_traits"


CHECKS = {"honbasho": _honbasho, "duel": _duel, "bavarian_botoku": _bavarian}
