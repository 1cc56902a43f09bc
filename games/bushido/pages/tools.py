"""The wound table, damage and tests for the table, and every scenario on a sheet. Called through the descriptor.

The wound table stands in `full.wounds`, scenarios in `scenarios`; nothing of them is written a second time.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.bushido.full.dice import final, kept, tied
from games.bushido.full.fighting import wounds as table
from games.bushido.full.state import Figure
from games.bushido.scenarios import LAYOUTS, SCENARIOS, Award, Scenario
from games.rulebook import Text
from games.tools import Dice, Grid, Mark, Number, Numbers, Reference, Tool, Worked

BOARD = 24
"""Inches on each side of the battlefield."""

LEVEL = Number(key="level", title=Text("Success level", "Уровень успеха"), low=0, high=20, start=2)
PLUS = Number(
    key="plus",
    title=Text("Modifiers: Strength, Armour", "Модификаторы: Сила, Броня"),
    low=-12,
    high=12,
)
AFTER = (
    Number(key="half", title=Text("Halved", "Пополам"), low=0, high=1),
    Number(key="tough", title=Text("Tough", "Крепкий"), low=-5, high=5),
    Number(key="durable", title=Text("Durable", "Прочный"), low=0, high=1),
)


def wounded(told: Numbers) -> Worked:
    """The wounds of a damage roll that lies on the table (BUS-DMG-03, -04, -05)."""
    return _wounds(told, told["roll"], Text(f"Dice: {told['roll']}", f"Кубики: {told['roll']}"))


def damage(told: Numbers, dice: Dice) -> Worked:
    """Two dice, or two of three (BUS-DMG-01), and their wounds."""
    fell = sorted(dice["damage"], reverse=True)
    counted = fell[:2] if told["strong"] or len(fell) < 3 else fell[-2:]
    roll, faces = sum(int(one) for one in counted), ", ".join(counted)
    return _wounds(
        told, roll, Text(f"Dice that count: {faces} = {roll}", f"Считаются кубики: {faces} = {roll}")
    )


def damage_pool(told: Numbers) -> dict[str, int]:
    """Strong and Weak roll a third die; both together cancel out."""
    return {"damage": 3 if told["strong"] != told["weak"] else 2}


def _wounds(told: Numbers, roll: int, first: Text) -> Worked:
    after, level = roll + told["plus"], told["level"]
    row, column = table.row_of(after), max(0, min(table.MOST_COLUMN, level))
    number = table.wounds(after, level)
    steps = [first]
    steps.append(Text(f"With modifiers {after}: row {row}", f"С модификаторами {after}: строка {row}"))
    steps.append(Text(f"Success level {level}: column {column}", f"Уровень успеха {level}: столбец {column}"))
    steps.append(Text(f"In the table: {number}", f"В таблице: {number}"))
    number = _reduced(told, number, steps)
    return Worked(
        result=Text(f"Wounds: {number}", f"Ран: {number}"), steps=tuple(steps), grid=_grid(row, column)
    )


def _reduced(told: Numbers, number: int, steps: list[Text]) -> int:
    """BUS-DMG-04, -05: halved, less Tough, at most 1 for Durable; Tough below 0 adds only to a wound."""
    if told["half"]:
        number //= 2
        steps.append(Text(f"Halved: {number}", f"Пополам: {number}"))
    if told["tough"] and number:
        number = max(0, number - told["tough"])
        steps.append(Text(f"Tough ({told['tough']}): {number}", f"Крепкий ({told['tough']}): {number}"))
    if told["durable"] and number > 1:
        number = 1
        steps.append(Text("Durable: 1", "Прочный: 1"))
    return number


def _grid(row: int, column: int) -> Grid:
    return Grid(
        row_title=Text("Damage roll", "Бросок урона"),
        column_title=LEVEL.title,
        rows=tuple(range(table.LEAST_ROW, table.MOST_ROW + 1)),
        columns=tuple(range(table.MOST_COLUMN + 1)),
        cells=table.TABLE,
        row=row - table.LEAST_ROW,
        column=column,
    )


def challenged(told: Numbers, dice: Dice) -> Worked:
    """A test against a value (BUS-TEST-02, -03, -07)."""
    result, steps = _final(dice["own"], told["plus"], told["support"])
    level = result - told["value"]
    if level < 0:
        return Worked(result=Text(f"Failed with {result}", f"Не пройдена: {result}"), steps=steps)
    return Worked(
        result=Text(
            f"Passed with {result}, success level {level}", f"Пройдена: {result}, уровень успеха {level}"
        ),
        steps=steps,
    )


def opposed(told: Numbers, dice: Dice) -> Worked:
    """A test against another model (BUS-TEST-02, -03, -06): ties go to more dice, then to the active player."""
    own, steps = _final(dice["own"], told["plus"], told["support"])
    other, others = _final(dice["other"], told["other_plus"], told["other_support"])
    counted = len(kept(dice["own"])), len(kept(dice["other"]))
    lead = tied((own, counted[0]), (other, counted[1]))
    level = abs(own - other)
    score = f"{own} : {other}"
    if lead >= 0:
        result = Text(f"The active player wins, {score}", f"Побеждает активный игрок, {score}")
    else:
        result = Text(f"The opponent wins, {score}", f"Побеждает соперник, {score}")
    last = Text(f"Success level: {level}", f"Уровень успеха: {level}")
    named = (Text(f"Active player. {one.en}", f"Активный игрок. {one.ru}") for one in steps)
    theirs = (Text(f"Opponent. {one.en}", f"Соперник. {one.ru}") for one in others)
    return Worked(result=result, steps=(*named, *theirs, last))


def _final(dice: str, plus: int, support: int) -> tuple[int, tuple[Text, ...]]:
    left = kept(dice)
    value = final(left, Figure(plus), support).value
    shown, signed = ", ".join(left), f", {plus:+d}" if plus else ""
    if not left:
        return value, (Text("No die is left but 1s: 0", "Остались только единицы: 0"),)
    helped = min(support, len(left) - 1)
    help_en = f", {helped} supporting" if helped else ""
    help_ru = f", вспомогательных: {helped}" if helped else ""
    told = Text(
        f"Dice that count: {shown}{help_en}{signed} = {value}",
        f"Считаются кубики: {shown}{help_ru}{signed} = {value}",
    )
    return value, (told,)


def own_pool(told: Numbers) -> dict[str, int]:
    """BUS-TEST-04: of a pool of 0 or less one die is rolled."""
    return {"own": max(1, told["pool"])}


def both_pools(told: Numbers) -> dict[str, int]:
    """BUS-TEST-04: both sides add dice one for one until each has at least one."""
    add = max(0, 1 - told["pool"], 1 - told["other_pool"])
    return {"own": told["pool"] + add, "other": told["other_pool"] + add}


POOL = Number(key="pool", title=Text("Dice", "Кубиков"), low=-3, high=12, start=3)
ADDED = Number(key="plus", title=Text("Modifier", "Модификатор"), low=-9, high=9)
SUPPORT = Number(
    key="support", title=Text("Supporting dice", "Вспомогательных кубиков"), low=0, high=5, start=2
)
TOOLS = (
    Tool(
        key="wounds",
        title=Text("Wounds", "Раны"),
        about=Text("From the dice that lie on the table.", "По кубикам, которые лежат на столе."),
        inputs=(
            Number(key="roll", title=Text("Sum of the dice", "Сумма кубиков"), low=2, high=12, start=7),
            LEVEL,
            PLUS,
            *AFTER,
        ),
        worked=wounded,
    ),
    Tool(
        key="damage",
        title=Text("Roll damage", "Бросить урон"),
        about=Text(
            "The server rolls, and shows row, column and wounds.",
            "Бросает сервер: видны строка, столбец и раны.",
        ),
        inputs=(
            LEVEL,
            PLUS,
            Number(key="strong", title=Text("Strong", "Сильный"), low=0, high=1),
            Number(key="weak", title=Text("Weak", "Слабый"), low=0, high=1),
            *AFTER,
        ),
        pools=damage_pool,
        rolled=damage,
    ),
    Tool(
        key="challenge",
        title=Text("Challenge test", "Проверка сложности"),
        about=Text("Against a value.", "Против значения."),
        inputs=(
            POOL,
            ADDED,
            SUPPORT,
            Number(key="value", title=Text("Value", "Сложность"), low=-3, high=15, start=4),
        ),
        pools=own_pool,
        rolled=challenged,
    ),
    Tool(
        key="opposed",
        title=Text("Opposed test", "Встречная проверка"),
        about=Text(
            "The active player's dice against the opponent's.",
            "Кубики активного игрока против кубиков соперника.",
        ),
        inputs=(
            POOL,
            ADDED,
            SUPPORT,
            Number(
                key="other_pool",
                title=Text("Opponent's dice", "Кубиков у соперника"),
                low=-3,
                high=12,
                start=3,
            ),
            Number(
                key="other_plus", title=Text("Opponent's modifier", "Модификатор соперника"), low=-9, high=9
            ),
            Number(
                key="other_support",
                title=Text("Opponent's supporting dice", "Вспомогательных у соперника"),
                low=0,
                high=5,
                start=2,
            ),
        ),
        pools=both_pools,
        rolled=opposed,
    ),
)

LENGTHS = {
    "fixed": Text("fixed, {turns} turns", "постоянная, ходов: {turns}"),
    "variable": Text(
        "variable: a die from turn {turns} on, at most 7", "переменная: кубик с хода {turns}, не больше 7"
    ),
    "clock": Text("by the clock", "по времени"),
}
DEPLOYED = {
    "baseline": Text("baseline", "базовая линия"),
    "corner_square": Text("corner square", "угловой квадрат"),
    "corner_edge": Text("corner edge", "угол вдоль края"),
}
CONDITIONS = {
    "more_sp": Text("most scenario points", "больше очков сценария"),
    "more_friendly_objectives": Text("most friendly objectives", "больше дружественных целей"),
    "own_vim_closest": Text("own VIM closest", "своя VIM ближе"),
    "vim_kills_vim": Text("one's VIM kills the enemy VIM", "своя VIM убивает вражескую"),
}
CLOSE_TO = {
    "opponent_edge": Text("to the opponent's table edge", "к краю соперника"),
    "objective": Text("to an objective", "к цели"),
    "centre": Text("to the centre", "к центру"),
}
KINDS = {
    "open": Text("open", "открытая"),
    "hidden": Text("hidden", "скрытая"),
    "nominated": Text("nominated by the opponent", "назначает соперник"),
    "list": Text("named in the list", "указана в списке"),
}
INFLUENCES = {
    "simple": Text("simple action", "простое действие"),
    "complex": Text("complex action", "сложное действие"),
}
DECREASING = {
    "loser": Text("who did not score removes an objective", "кто не получил очко, убирает цель"),
    "scorer": Text("the scorer removes an objective of their own", "получивший очко убирает свою цель"),
}


def references() -> Iterator[Reference]:
    """Every scenario, in the order of its rules."""
    for key, one in SCENARIOS.items():
        yield Reference(
            key=key, title=one.name, lines=tuple(_lines(one)), board=BOARD, marks=tuple(_marks(one))
        )


def _lines(one: Scenario) -> Iterator[tuple[Text, Text]]:
    """The awards, then what is told of it; what a scenario does not have has no line."""
    yield from map(_award, one.awards)
    yield from ((title, said) for title, said in _told(one) if said is not None)
    yield from _of_zones(one)
    for title, limit in (
        (Text("Rice limit", "Лимит стоимости"), one.rice_limit),
        (Text("Most models", "Моделей не больше"), one.most_models),
    ):
        if limit:
            yield title, _numbers((limit,))


def _told(one: Scenario) -> Iterator[tuple[Text, Text | None]]:
    turns, anew = str(one.turns), one.reset_alignment
    length = LENGTHS[one.length]
    first = INFLUENCES["complex"] if one.first_influence_complex else None
    yield (
        Text("Length", "Длина"),
        Text(length.en.replace("{turns}", turns), length.ru.replace("{turns}", turns)),
    )
    yield Text("Deployment", "Выставление"), _joined([DEPLOYED[key] for key in one.deployments])
    yield Text("Influence", "Влияние"), INFLUENCES[one.influence] if one.influence else None
    yield Text("First influence", "Первое влияние"), first
    yield Text("Prayer tokens", "Жетоны молитвы"), _numbers((one.prayer,)) if one.prayer else None
    yield Text("VIM", "VIM"), _joined([KINDS[kind] for kind in one.vim]) if one.vim else None
    yield Text("Decreasing", "Убывание"), DECREASING[one.decreasing] if one.decreasing else None
    yield (
        Text("Scenario points start at 0 in turns", "Очки сценария обнуляются в ходы"),
        _numbers(one.reset_sp) if one.reset_sp else None,
    )
    yield (
        Text("Alignment starts anew in turns", "Принадлежность обновляется в ходы"),
        _numbers(anew) if anew else None,
    )


def _of_zones(one: Scenario) -> Iterator[tuple[Text, Text]]:
    """What counts in or around the zones of the community's scenarios."""
    if one.kill_sp:
        points = Text(f"scenario points: {one.kill_sp}", f"очки сценария: {one.kill_sp}")
        yield Text("Enemy killed in melee in a zone", "Враг убит врукопашную в зоне"), points
    if one.vim_ring:
        yield (
            Text("The ring", "Круг"),
            Text(
                "VIM fight inside, without Last Stand; others are removed from it in the End phase",
                "VIM сражаются внутри, без Последнего рубежа; остальных убирают из него в завершающей фазе",
            ),
        )
    if one.scouts:
        yield (
            Text("Scouts", "Разведчики"),
            Text(f"every model, to {one.scouts} inches", f"все модели, до {one.scouts} дюймов"),
        )


def _award(award: Award) -> tuple[Text, Text]:
    told = CONDITIONS[award.condition]
    near = CLOSE_TO[award.to] if award.to else Text(" ", " ")
    when = {
        "last": Text("Last turn", "Последний ход"),
        "at_once": Text("At once", "Сразу"),
    }.get(str(award.due), Text(f"Turn {award.due}", f"Ход {award.due}"))
    points = Text(f"{award.vp} VP", f"{award.vp} ПО")
    return (
        Text(f"{when.en}, {points.en}", f"{when.ru}, {points.ru}"),
        Text(f"{told.en} {near.en}".strip(), f"{told.ru} {near.ru}".strip()),
    )


def _marks(one: Scenario) -> Iterator[Mark]:
    layout = LAYOUTS[one.layout]
    for zone in layout.zones.values():
        yield Mark(x=zone.x, y=zone.y, diameter=zone.diameter, home=zone.home, zone=True)
    for objective in layout.objectives.values():
        yield Mark(x=objective.x, y=objective.y, diameter=(one.base_mm or 40) / 25.4, home=objective.home)


def _joined(texts: list[Text]) -> Text:
    return Text(", ".join(one.en for one in texts), ", ".join(one.ru for one in texts))


def _numbers(numbers: tuple[int, ...]) -> Text:
    told = ", ".join(str(one) for one in numbers)
    return Text(told, told)
