"""The pages of a campaign: made with a preview, played on a phone, decided at the desk."""

from __future__ import annotations

import re
from html import unescape
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from tracker import commands
from tracker.identity import Identity
from tracker.models import ChronicleRow, Player, SamePerson
from tracker.rulesets.chronicle.templates import templates
from tracker.tests.chronicle import club
from tracker.tests.hall import acting, caught_up, organiser

pytestmark = pytest.mark.django_db


def signed_in(who: Identity) -> Client:
    client = Client()
    client.force_login(who.user)
    return client


def page(client: Client, name: str, *args: object, language: str = "en") -> str:
    answer = client.get(reverse(f"pages:{name}", args=args), headers={"accept-language": language})
    assert answer.status_code == 200, answer.content.decode()[:2000]
    return answer.content.decode()


def test_a_campaign_is_looked_at_before_it_is_made() -> None:
    client = signed_in(organiser())
    assert "War for the river" in page(client, "chronicle-new")
    url = reverse("pages:chronicle-new")
    broken = templates()["river-war"].replace("max = 60", "most = 60")
    answer = client.post(url, {"definition": broken, "name": "War", "do": "preview"})
    told, line = answer.content.decode(), broken[: broken.index("most =")].count("\n") + 1
    assert answer.status_code == 422 and "CHR-DEF-04" in told and f"Line {line}" in told
    assert "most = 60" in told and not ChronicleRow.objects.exists()
    seen = client.post(
        url, {"definition": templates()["road-of-ash"], "name": "Ash", "do": "preview", "key": "k"}
    )
    told = seen.content.decode()
    assert seen.status_code == 200 and "The gate" in told and "Peace." in told and "60 times" in told
    sent = {"definition": templates()["road-of-ash"], "name": "Ash", "do": "create", "key": "k"}
    made = client.post(url, sent)
    assert made.status_code == 302 and client.post(url, sent)["Location"] == made["Location"]
    told = client.get(made["Location"]).content.decode()
    assert "The gate" in told and "A feud" not in told, "what lies behind a choice is not told before"


def test_a_campaign_that_nobody_has_joined_says_what_to_do() -> None:
    who = organiser()
    stream, _nobody = club.opened(who)
    arbitrator, visitor = signed_in(who), Client()
    public = page(arbitrator, "chronicle", stream)
    assert f"{reverse('pages:chronicle-desk', args=[stream])}#enter" in public
    assert "Players join with a code" in page(visitor, "chronicle", stream)
    desk = page(arbitrator, "chronicle-desk", stream)
    assert 'id="enter"' in desk and "Close cycle" not in desk and 'id="adjust"' not in desk


def test_a_fighter_that_cannot_be_read_is_named_and_what_was_typed_stays() -> None:
    who = organiser()
    stream, _nobody = club.opened(who)
    client, url = signed_in(who), reverse("pages:chronicle-decide", args=[stream, "enter"])
    sent = {"new_player": "Kira", "name": "River Foxes", "fighters": "Hiro\nМика: Mika the Small", "key": "k"}
    refused = unescape(client.post(url, sent).content.decode())
    assert "who “Mika the Small” is" in refused and "not as “Мика”" in refused and "regex" not in refused
    assert "Fighters:" in refused and "fighters:" not in refused
    assert all(text in refused for text in ('value="Kira"', 'value="River Foxes"', "Hiro\nМика: Mika"))
    assert client.post(url, {**sent, "fighters": "Hiro\nmika: Mika the Small"}).status_code == 302
    assert "Close cycle 1" in page(client, "chronicle-desk", stream)


def test_two_phones_play_and_sign_in_ten_taps() -> None:
    """Check 22, without a browser: every POST is a tap, and so is each box and choice in it."""
    who = organiser()
    stream, (ann, bob) = club.opened(who, "Ann", "Bob")
    one, two = acting(Client(), ann), acting(Client(), bob)
    assert "Play a match" in page(one, "chronicle", stream)
    opened = one.post(
        reverse("pages:chronicle-act", args=[stream, "r1", "play"]),
        {"opponent": "r2", "stake": "mill", "key": "k"},
    )
    match = UUID(opened["Location"].strip("/").split("/")[1])
    commands.append(who, match, club.report("a")[:1])
    now = club.report("a")[1]
    commands.report_match(who, match, now["data"], type_=now["type"])
    link = next(iter(club.state(stream).links))
    url = reverse("pages:chronicle-aftermath", args=[stream, link, "r1"])
    assert "Tell what happened" in page(one, "chronicle-aftermath", stream, link, "r1")
    mine = page(one, "my-day").partition('id="campaigns"')[2].partition("</section>")[0]
    assert "After the battle" in mine and mine.count("River") == 1, "the campaign stands there once"
    taps = 0
    tick = {"do": "tell", "model_removed:r1/hiro-1": "1", "model_removed:r1/hiro-1:by": "r2/mika-2"}
    for sent in (tick, {"do": "roll"}, {"do": "sign"}):
        assert one.post(url, sent).status_code == 302
        taps += len(sent)
    assert taps <= 10
    told = page(one, "chronicle-aftermath", stream, link, "r1")
    assert "Signed." in told and "What of the fallen, die" in told and "2 steps" not in told
    assert "1 step is open" in told, "the opponent's step is seen"
    other = reverse("pages:chronicle-aftermath", args=[stream, link, "r2"])
    assert one.post(other, {"do": "sign"}).status_code == 403
    unready = two.post(other, {"do": "sign"})
    assert unready.status_code == 422 and "CHR-SIG-02" in unready.content.decode()
    two.post(other, {"do": "tell"})
    assert "not signed yet" in page(one, "chronicle-aftermath", stream, link, "r1"), (
        "no step is left, and no name"
    )
    assert two.post(other, {"do": "sign"}).status_code == 302
    assert (
        not club.world(stream).steps
        and club.world(stream).rosters["r2"].fighters["mika-2"].tallies["xp"] == 1
    )
    assert "The mill" in page(two, "chronicle", stream, language="en")
    told = page(two, "chronicle", stream, language="ru")
    assert "Мельница" in told and "Ранжир" not in told
    for language in ("en", "ru"):
        page(two, "chronicle-roster", stream, "r1", language=language)
        page(two, "chronicles", language=language)


def test_the_shop_notes_and_leaving() -> None:
    who = organiser()
    stream, (ann, bob) = club.opened(who, "Ann", "Bob")
    client = acting(Client(), ann)
    buy = reverse("pages:chronicle-act", args=[stream, "r1", "buy"])
    for _tap in range(2):
        assert (
            client.post(
                buy, {"item": "hire", "recruit": "Kaito", "recruit_id": "kaito", "key": "k"}
            ).status_code
            == 302
        )
    assert club.world(stream).rosters["r1"].tallies["koku"] == 5
    assert client.post(buy, {"item": "moon", "key": "l"}).status_code == 422
    note = reverse("pages:chronicle-act", args=[stream, "r1", "note"])
    assert client.post(note, {"text": "", "key": "n"}).status_code == 400
    assert (
        client.post(note, {"text": "He was <b>brave</b>", "fighter": "kaito", "key": "n"}).status_code == 302
    )
    told = page(client, "chronicle-roster", stream, "r1")
    assert "He was &lt;b&gt;brave&lt;/b&gt;" in told and "Kaito" in told
    story = told.partition("Story of the roster")[2]
    assert re.search(r"buys: [^<(]+ \(−\d+ koku\)", story), "what it cost"
    assert "<strong>Kaito</strong> joins" in story, "whom it hired"
    leave = reverse("pages:chronicle-act", args=[stream, "r1", "leave"])
    assert client.post(leave, {"key": "x"}).status_code == 302
    left = page(client, "chronicle-roster", stream, "r1")
    assert "has left" in left and buy not in left, "who has left is offered no shop"
    alone = page(acting(Client(), bob), "chronicle", stream)
    assert "Nobody is free for a match against you now" in alone and "Play a match" not in alone
    assert "Nobody is free for a match now." in page(signed_in(who), "chronicle", stream), "staff do not play"


def test_the_desk_decides() -> None:
    who = organiser()
    stream, _players = club.opened(who, "Ann", "Bob")
    client = signed_in(who)
    decide = lambda action: reverse("pages:chronicle-decide", args=[stream, action])
    sent = {"what": "add:koku", "subject": "r1", "amount": "-3", "reason": "", "key": "k"}
    assert client.post(decide("adjust"), sent).status_code == 400
    for wrong in ({"what": ""}, {"subject": ""}, {"amount": ""}, {"amount": "0"}):
        answer = client.post(decide("adjust"), {**sent, "reason": "late again", **wrong})
        told = answer.content.decode()
        assert answer.status_code == 400 and 'value="late again"' in told, "what was typed stays"
        assert ('value="add:koku" selected' in told) == ("what" not in wrong)
        assert ('value="r1" selected' in told) == ("subject" not in wrong)
    assert client.post(decide("adjust"), {**sent, "amount": "−3", "reason": "late again"}).status_code == 302
    assert club.world(stream).rosters["r1"].tallies["koku"] == 7
    assert "late again" in page(client, "chronicle-roster", stream, "r1")
    sent = {"new_player": "Cid", "name": "Third", "fighters": "akio: Akio\nRen", "key": "e"}
    assert client.post(decide("enter"), sent).status_code == 302
    assert [one.name for one in club.world(stream).rosters["r3"].fighters.values()] == ["Akio", "Ren"]
    told = page(client, "chronicle-desk", stream)
    assert "Cid" in told and "Close cycle 1" in told
    assert client.post(decide("close"), {"cycle": "1", "version": "1"}).status_code == 409
    assert client.post(decide("close"), {"cycle": "1"}).status_code == 302
    assert client.post(decide("fly"), {}).status_code == 404
    for language in ("en", "ru"):
        page(client, "chronicle-desk", stream, language=language)
        page(client, "correct", stream, stream, language=language)
        page(client, "staff", stream, language=language)
    told = reverse("pages:console-archive", args=[stream])
    assert told not in page(client, "correct", stream, stream) and client.get(told).status_code == 404


SAID = {
    ("river-war", "en"): (
        "after a match, each roster (it depends on: ",
        "+3 honour, +4 koku, takes the place at stake",
        "after a match, each fighter (it depends on: ",
        "+1 experience each time",
        "at the end of a cycle, who holds a place: what the place brings",
        "of a roster, 10 at the start, from 0 to 60",
        "2–3 a scar (gets: scar, gets: resting)",
        "−5 koku, a fighter joins",
        "40, +5 for each cycle",
        "until the cycle ends; ",
        "number 3: is dead",
        "6; days in each: 7; matches of a roster in each: 2 at most",
        "days to answer: 3; silence declines",
        "begins with the middle of the others' koku",
        "honour, places held, koku",
    ),
    ("river-war", "ru"): (
        "после партии, для каждого отряда",
        "честь +3, коку +4, занимает: место, за которое идёт бой",
        "в начале 10, от 0 до 60",
        "коку −5, приходит новый боец",
        "40, +5 за каждый цикл",
        "6; дней в каждом: 7; партий отряда в каждом: не больше 2",
        "дней на ответ: 3; молчание — отказ",
        "до конца цикла 4: начинает со средним (медианой) остальных по показателям: коку",
        "после последнего цикла",
        "честь, занятые места, коку",
    ),
    ("road-of-ash", "en"): ("won: ", "lost: ", "chapter opens: ", "once anybody's resolve is down to 0"),
    ("road-of-ash", "ru"): ("победа: ", "поражение: ", "показатель «решимость» опустится до 0"),
}


@pytest.mark.parametrize(("key", "language"), SAID)
def test_a_look_at_a_campaign_says_what_its_rules_do(key: str, language: str) -> None:
    """Every rule, tally, place, table and price in a sentence, before anything is made."""
    client = signed_in(organiser())
    sent = {"definition": templates()[key], "do": "preview"}
    answer = client.post(reverse("pages:chronicle-new"), sent, headers={"accept-language": language})
    assert answer.status_code == 200
    shown = unescape(answer.content.decode()).partition('id="preview"')[2].partition("</dl>")[0]
    assert not [one for one in SAID[key, language] if one not in shown], shown


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", ("takes The ford", "gives up The ford", "is dead")), ("ru", ("занимает: Брод", "погиб", "Кого"))],
)
def test_the_desk_offers_everything_that_can_be_done_by_hand(language: str, told: tuple[str, ...]) -> None:
    who = organiser()
    stream, _players = club.opened(who, "Ann", "Bob")
    shown = page(signed_in(who), "chronicle-desk", stream, language=language)
    acts = shown.partition('id="what"')[2].partition("</select>")[0]
    values = re.findall(r'<option value="(\w*):?\w*"', acts)
    assert set(values) == {"", "add", "mark", "clear", "hold", "release", "remove", "revive"}
    assert values.count("add") == 3 and values.count("hold") == values.count("release") == 3
    assert all(one in shown.partition('id="adjust"')[2] for one in told)
    whom = shown.partition('id="subject"')[2].partition("</select>")[0]
    assert 'value="r1"' in whom and 'value="r1/' in whom


def test_a_correction_is_seen_and_accepted_at_the_desk() -> None:
    who = organiser()
    stream, match, link = club.spent(who)
    club.turn_round(who, match, "b")
    client = signed_in(who)
    told = page(client, "chronicle-desk", stream)
    assert "A match says something else now" in told and "never earned" in told and "The ford" in told
    waiting = club.state(stream)
    seen = club.correction(waiting, link)
    sent = {"link": link, "preview": seen.fingerprint, f"answer:{seen.questions[0].id}": "forgiven"}
    url = reverse("pages:chronicle-decide", args=[stream, "accept"])
    assert client.post(url, {**sent, "version": "3"}).status_code == 409
    assert client.post(url, {**sent, "preview": "old"}).status_code == 422
    assert client.post(url, sent).status_code == 302
    assert club.world(stream).places["ford"].holder == "r2" and not club.state(stream).waiting


@pytest.mark.parametrize(
    ("language", "said"), [("en", "corrected after the roster had signed"), ("ru", "исправлен после того")]
)
def test_whoever_signed_is_told_what_a_correction_changed(language: str, said: str) -> None:
    """Their tallies were others from one day to the next, and nobody said why."""
    who = organiser()
    stream, _players = club.opened(who, "Ann", "Bob")
    match = club.play(who, stream, "a")
    link = next(iter(club.state(stream).links))
    club.settled(who, stream, link, "r1")
    caught_up()
    client = Client()
    assert said not in page(client, "chronicle-roster", stream, "r1", language=language)
    club.turn_round(who, match, "b")
    assert not club.state(stream).waiting
    told = page(client, "chronicle-roster", stream, "r1", language=language)
    assert said in told and f'href="/matches/{match}/"' in told
    lost = {"en": "wins", "ru": "победы"}[language]
    assert re.search(rf'{lost}: <span class="number">1 → 0<', told), "a win less"
    assert said not in page(client, "chronicle-roster", stream, "r2", language=language), (
        "they have not signed"
    )
    club.turn_round(who, match, "a")
    assert said not in page(client, "chronicle-roster", stream, "r1", language=language), (
        "it is as they signed it"
    )


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "A match was corrected after you"), ("ru", "Партию исправили после того")],
)
def test_my_day_tells_whoever_had_signed_of_a_correction(language: str, said: str) -> None:
    """It stood on the page of the roster alone, where nobody looks between two evenings."""
    who = organiser()
    stream, (ann, bob) = club.opened(who, "Ann", "Bob")
    match = club.play(who, stream, "a")
    club.settled(who, stream, next(iter(club.state(stream).links)), "r1")
    caught_up()
    phones = acting(Client(), ann), acting(Client(), bob)
    assert said not in page(phones[0], "my-day", language=language)
    club.turn_round(who, match, "b")
    told = page(phones[0], "my-day", language=language)
    way = reverse("pages:chronicle-roster", args=[stream, "r1"]) + "#corrected"
    assert said in told and f'href="{way}"' in told and told.count(said) == 1
    assert said not in page(phones[1], "my-day", language=language), "they have not signed"
    assert 'id="corrected"' in page(phones[0], "chronicle-roster", stream, "r1")
    club.turn_round(who, match, "a")
    assert said not in page(phones[0], "my-day", language=language), "it is as they signed it"


def of_ash(fighters: list[tuple[str, str]]) -> tuple[UUID, Client, UUID]:
    """A story for one, joined by a player, with a lost and confirmed first match."""
    who = organiser()
    stream = commands.create_chronicle(who, name="Ash", definition=templates()["road-of-ash"])
    (ann,) = club.players("Ann")
    commands.join_chronicle(club.of(ann), stream, player=ann.id, name="Ravens", fighters=fighters)
    match = commands.link_match(who, stream, ("r1",), chapter="gate")
    chosen = {"type": "side_registered", "data": {"player": str(ann.id), "character": "ronin"}}
    commands.append(who, match, [chosen])
    lost = {"winner": "vo", "defeats": [{"player": str(ann.id), "cause": "wounds"}]}
    commands.report_match(who, match, lost, type_="match_finished")
    caught_up()
    return stream, acting(Client(), ann), match


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", ("who won: The opponents", "Ronin")), ("ru", ("кто победил: Противники", "Ронин"))],
)
def test_what_is_known_after_a_battle_is_said_in_words(language: str, told: tuple[str, ...]) -> None:
    """The page said "who won: vo" and "wounds of a character: ronin 0"."""
    stream, ann, _match = of_ash([("hiro", "Hiro")])
    link = next(iter(club.state(stream).links))
    shown = page(ann, "chronicle-aftermath", stream, link, "r1", language=language)
    for text in told:
        assert text in shown
    assert ": vo" not in shown and "ronin" not in shown


def test_nobody_is_pressed_to_a_match_before_the_last_one_is_finished() -> None:
    """The red button opened a match, and was answered with a rule and the id of the last one."""
    stream, ann, _match = of_ash([("ronin", "Hiro")])
    link = next(iter(club.state(stream).links))
    shown = page(ann, "chronicle", stream)
    assert reverse("pages:chronicle-aftermath", args=[stream, link, "r1"]) in shown
    assert "After the battle" in shown and "Play a match" not in shown
    refused = ann.post(
        reverse("pages:chronicle-act", args=[stream, "r1", "play"]), {"chapter": "gate", "key": "k"}
    )
    told = refused.content.decode()
    assert (
        refused.status_code == 422
        and "has not finished the last match" in told
        and f"match {link}" not in told
    )


def test_who_is_busy_is_no_opponent() -> None:
    who = organiser()
    stream, (ann, _bob, cid) = club.opened(who, "Ann", "Bob", "Cid")
    commands.link_match(who, stream, ("r1", "r2"))
    playing, free = (page(acting(Client(), one), "chronicle", stream) for one in (ann, cid))
    assert "Play a match" not in playing and "To the match</a>" in playing
    assert "Play a match" not in free, "both others play"


def test_a_campaign_says_which_game_it_is_and_how_one_joins_it() -> None:
    who = organiser()
    stream = commands.create_chronicle(who, name="Ash", definition=templates()["road-of-ash"])
    (ann,) = club.players("Ann")
    phone = acting(Client(), ann)
    for shown in (
        page(phone, "chronicle", stream),
        page(phone, "chronicles"),
        page(signed_in(who), "chronicle-new"),
    ):
        assert "Senjutsu" in shown
    russian = page(phone, "chronicle", stream, language="ru")
    assert "Вступить в кампанию" in russian and "Объединить" not in russian
    assert "ronin = Ронин" in russian, "whom one may bring is named"


def test_a_match_of_a_campaign_leads_back_to_it_and_presses_nothing_ready_made() -> None:
    who = organiser()
    stream, (ann, _bob) = club.opened(who, "Ann", "Bob", definition=templates()["river-war"])
    match = commands.link_match(who, stream, ("r1", "r2"))
    shown = page(acting(Client(), ann), "match", match)
    assert f'href="{reverse("pages:chronicle", args=[stream])}">Campaign</a>' in shown
    assert "ready-made" not in shown.partition("main-action")[2][:200]
    pad = page(acting(Client(), ann), "score-pad", match)
    assert 'data-step="ready-' not in pad, "its fighters stand in the form of the warband"
    assert 'data-step="warband_registered"' in pad and "Hiro 1" in pad


def test_a_confirmed_match_leads_to_what_follows_it_until_that_is_signed() -> None:
    """Both pages ended with the result: only My day and the campaign knew of the steps after it."""
    who = organiser()
    stream, (ann, _bob) = club.opened(who, "Ann", "Bob")
    match = club.play(who, stream, "a")
    link = next(iter(club.state(stream).links))
    after = f'href="{reverse("pages:chronicle-aftermath", args=[stream, link, "r1"])}"'
    phone = acting(Client(), ann)
    for name in ("match", "score-pad"):
        assert after in page(phone, name, match)
    assert after not in page(Client(), "match", match)
    club.settled(who, stream, link, "r1")
    caught_up()
    for name in ("match", "score-pad"):
        assert after not in page(phone, name, match)


def test_a_die_that_cannot_fall_stays_as_it_was_typed() -> None:
    """CHR-DIE-02: the fold closed over an empty field."""
    who = organiser()
    stream, (ann, _bob) = club.opened(who, "Ann", "Bob")
    club.play(who, stream, "a")
    link = next(iter(club.state(stream).links))
    commands.state_facts(who, stream, link, "r1", (club.fell("r1", "hiro-1"),))
    (step,) = [one for one in club.world(stream).steps if one.kind == "die"]
    url, phone = reverse("pages:chronicle-aftermath", args=[stream, link, "r1"]), acting(Client(), ann)
    assert '<details class="folded" open>' not in page(phone, "chronicle-aftermath", stream, link, "r1")
    answer = phone.post(url, {"do": "type", "effect": step.id, "die": "7"})
    told = answer.content.decode()
    assert answer.status_code == 422 and '<details class="folded" open>' in told
    assert 'name="die" value="7"' in told


def test_a_match_whose_opponent_left_the_campaign_says_that_nobody_waits_for_it() -> None:
    """It went on waiting for the opponent, while My day and the campaign called it broken off."""
    who = organiser()
    stream, (ann, bob) = club.opened(who, "Ann", "Bob")
    match = commands.link_match(who, stream, ("r1", "r2"))
    phone = acting(Client(), ann)
    assert "Nobody waits for this match" not in page(phone, "match", match)
    commands.leave_chronicle(club.of(bob), stream, "r2")
    for name in ("match", "score-pad"):
        told = page(phone, name, match)
        assert "Has left the campaign: Bob. Nobody waits for this match." in told
    assert "Waiting for" not in page(phone, "match", match)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_log_of_a_campaign_calls_rosters_and_matches_by_name(language: str) -> None:
    """It said "Roster r2 leaves" and "Match m1-a30a6761 is heard"."""
    who = organiser()
    stream, _players = club.opened(who, "Ann", "Bob")
    club.play(who, stream)
    told = page(signed_in(who), "correct", stream, stream, language=language)
    assert "1 (Ann – Bob)" in told and not re.search(r"\br[12]\b|\bm1-", re.sub(r"<[^>]*>", " ", told))


def test_an_arbitrator_finds_the_way_to_correct_a_match() -> None:
    who = organiser()
    stream, (ann, _bob) = club.opened(who, "Ann", "Bob")
    match = club.play(who, stream)
    way = reverse("pages:correct", args=[stream, match])
    arbitrator = signed_in(who)
    assert way in page(arbitrator, "match", match) and way in page(arbitrator, "score-pad", match)
    assert arbitrator.get(way).status_code == 200
    assert way not in page(acting(Client(), ann), "match", match)


def result_form(winner: str) -> dict[str, str]:
    """What an arbitrator fills in: the loser of the river gave up."""
    told = {
        "last_turn": "0",
        "reason": "3",
        "vp.a": "0",
        "vp.b": "0",
        "by_side": "1" if winner == "a" else "0",
    }
    return {f"told-{name}": value for name, value in told.items()}


@pytest.mark.parametrize(
    ("language", "follows", "asks", "done"),
    [
        ("en", "In the campaign this would follow", "that were never earned", "The campaign asks you before"),
        ("ru", "В кампании тогда изменится", "потрачено и не заработано", "Кампания сначала спрашивает вас"),
    ],
)
def test_the_result_of_a_campaigns_match_is_edited_and_says_what_follows_in_the_campaign(
    language: str, follows: str, asks: str, done: str
) -> None:
    """It had to be taken back entry by entry in the log of the match, and reported once more."""
    who = organiser()
    stream, match, _link = club.spent(who)
    arbitrator = Client(headers={"accept-language": language})
    arbitrator.force_login(who.user)
    way = reverse("pages:edit-result", args=[stream, match])
    assert way in page(arbitrator, "match", match)
    stands = {"en": "now 0 : 0 · Side A wins", "ru": "сейчас 0 : 0 · Победа: Сторона А"}
    assert stands[language] in page(arbitrator, "edit-result", stream, match, language=language)
    seen = arbitrator.post(way, {**result_form("b"), "how": "preview", "because": "x"}).content.decode()
    assert follows in seen and asks in seen and club.world(stream).places["ford"].holder == "r1"
    sent = {**result_form("b"), "how": "save", "because": "typed wrongly", "key": "k", "seen": seen_in(seen)}
    told = arbitrator.post(way, sent, follow=True).content.decode()
    assert done in told and club.state(stream).waiting
    back = {**result_form("a"), "because": "it was right"}
    again = arbitrator.post(way, {**back, "how": "preview"}).content.decode()
    arbitrator.post(way, {**back, "how": "save", "key": "l", "seen": seen_in(again)})
    assert not club.state(stream).waiting and club.world(stream).places["ford"].holder == "r1"


def seen_in(text: str) -> str:
    found = re.search(r'name="seen" value="([^"]*)"', text)
    assert found is not None
    return found[1]


def test_a_match_of_no_campaign_is_not_edited_at_one() -> None:
    who = organiser()
    stream, _players = club.opened(who, "Ann", "Bob")
    other, _players = club.opened(who, "Cid", "Dan")
    match = club.play(who, other)
    assert signed_in(who).get(reverse("pages:edit-result", args=[stream, match])).status_code == 404


def test_the_log_of_a_campaign_speaks_in_the_words_of_its_definition() -> None:
    """No key of the definition, no id of an effect and no "1 facts" is read by anybody."""
    who = organiser()
    stream, _people = club.opened(who, "Ann", "Bob")
    match = club.play(who, stream)
    link = next(iter(club.state(stream).links))
    club.settled(who, stream, link, "r1", club.fell("r1", "hiro-1", "r2/mika-2"))
    club.settled(who, stream, link, "r2")
    commands.adjust(who, stream, verb="add", target="honour", reason="painted", roster="r1", amount=2)
    commands.adjust(
        who, stream, verb="mark", target="scar", reason="an old one", roster="r1", fighter="mika-1"
    )
    assert match
    for language, told in {
        "en": ("By hand: Ann: +2 honour. painted", "By hand: Mika 1: gets: scar. an old one", "1 fact."),
        "ru": ("Вручную: Ann: честь +2. painted", "Вручную: Mika 1: получает: шрам. an old one", "1 факт."),
    }.items():
        log = page(signed_in(who), "correct", stream, stream, language=language)
        desk = page(signed_in(who), "chronicle-desk", stream, language=language)
        assert [one for one in told if one not in unescape(log)] == []
        assert told[0].split(": ")[-1].split(".")[0] in desk and f"{link}/" not in log
        assert "Hiro 1 (" in log, "whom the die is for, and why"
        assert "add honour" not in log + desk and "mark scar" not in log + desk


def test_whoever_was_not_in_the_match_felled_nobody_in_it() -> None:
    who = organiser()
    stream, (ann, _bob, _cat) = club.opened(who, "Ann", "Bob", "Cat")
    club.play(who, stream)
    link = next(iter(club.state(stream).links))
    told = page(acting(Client(), ann), "chronicle-aftermath", stream, link, "r1")
    assert 'value="r2/mika-2"' in told and 'value="r3/mika-3"' not in told


def test_equal_rosters_share_a_place_and_the_end_names_who_is_first() -> None:
    who = organiser()
    short = club.river_war().replace("count = 6", "count = 1").replace("until_cycle = 4", "until_cycle = 1")
    stream, (ann, _bob, _cat) = club.opened(who, "Ann", "Bob", "Cat", definition=short)
    places = re.compile(
        r'<td class="num" data-label="Place">(\d+)(?:<span class="quiet" title="shared place">(=)</span>)?</td>'
    )
    client = acting(Client(), ann)
    assert places.findall(page(client, "chronicle", stream)) == [("1", "=")] * 3
    assert "Next list" in page(client, "chronicle-roster", stream, "r1")
    club.play(who, stream, "b")
    for roster in ("r1", "r2"):
        club.settled(who, stream, next(iter(club.state(stream).links)), roster)
    commands.close_cycle(who, stream, 1)
    caught_up()
    told = page(client, "chronicle", stream)
    assert places.findall(told) == [("1", ""), ("2", ""), ("3", "")] and "First place: Bob." in told
    assert "Next list" not in page(client, "chronicle-roster", stream, "r1"), "no match follows"


def test_who_leaves_in_the_middle_of_a_match_keeps_nobody_waiting() -> None:
    """Whoever stayed could open no match any more, and was told to go on with the one that the other had left."""
    who = organiser()
    stream, (ann, bob, _cid) = club.opened(who, "Ann", "Bob", "Cid")
    one, two = acting(Client(), ann), acting(Client(), bob)
    url = reverse("pages:chronicle-act", args=[stream, "r1", "play"])
    assert one.post(url, {"opponent": "r2", "key": "k"}).status_code == 302
    caught_up()
    assert "Then the next match can be opened." in page(two, "chronicle", stream)
    assert "main-action" in page(two, "my-day")
    assert "Your open match is broken off" in page(one, "chronicle-roster", stream, "r1")
    assert one.post(reverse("pages:chronicle-act", args=[stream, "r1", "leave"])).status_code == 302
    caught_up()
    campaign = page(two, "chronicle", stream)
    assert "Open the match" in campaign and "Then the next match can be opened." not in campaign
    assert "broken off" in campaign and "Has left the campaign:" in campaign
    for phone in (one, two):
        day = page(phone, "my-day")
        assert "broken off" in day and "main-action" not in day
    assert "Nobody waits for this match." in page(signed_in(who), "chronicle-desk", stream)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_roster_is_of_a_new_player_or_of_a_known_one(language: str) -> None:
    """Both at once made a new player, and who was chosen below was passed over without a word."""
    who = organiser()
    stream, _players = club.opened(who, "Ann", "Bob")
    cid = club.players("Cid")[0]
    client = Client(headers={"accept-language": language})
    client.force_login(who.user)
    Player.objects.update(made_by=who.user)
    url = reverse("pages:chronicle-decide", args=[stream, "enter"])
    said = {"en": "either a new player or one who is known", "ru": "либо новый игрок, либо уже известный"}
    both = {"new_player": "Zoe", "player": str(cid.pk), "name": "Foxes", "fighters": "Ren", "key": "k"}
    for sent in (both, {**both, "new_player": " ", "player": ""}):
        refused = client.post(url, sent)
        shown = refused.content.decode()
        assert refused.status_code == 400 and said[language] in shown and "Ren</textarea>" in shown
    assert f'<option value="{cid.pk}" selected>' in client.post(url, both).content.decode()
    assert len(club.world(stream).rosters) == 2 and not Player.objects.filter(name="Zoe").exists()
    assert client.post(url, {**both, "player": ""}).status_code == 302
    assert len(club.world(stream).rosters) == 3


def test_the_desk_offers_nobody_who_plays_already() -> None:
    """Who has a roster could be chosen for another one, which was refused (CHR-ROS-01)."""
    who = organiser()
    stream, (ann, bob) = club.opened(who, "Ann", "Bob")
    cid, once = club.players("Cid", "Annie")
    Player.objects.update(made_by=who.user)
    SamePerson.objects.create(player=once, person=ann)
    told = page(signed_in(who), "chronicle-desk", stream)
    assert f'value="{cid.pk}"' in told
    assert not any(f'value="{one.pk}"' in told for one in (ann, bob, once))
    SamePerson.objects.filter(player=once).delete()
    SamePerson.objects.create(player=ann, person=once)
    assert f'value="{once.pk}"' not in page(signed_in(who), "chronicle-desk", stream)
    commands.leave_chronicle(club.of(bob), stream, "r2")
    assert f'value="{bob.pk}"' in page(signed_in(who), "chronicle-desk", stream), "who left may come back"


def test_before_the_first_match_nobody_has_signed_anything() -> None:
    """The desk said that everybody had."""
    who = organiser()
    stream, _players = club.opened(who, "Ann", "Bob")
    told = page(signed_in(who), "chronicle-desk", stream)
    assert "No match has been opened yet." in told and "Everybody has signed" not in told


@pytest.mark.parametrize("language", ["en", "ru"])
def test_my_day_names_the_campaign_of_a_match(language: str) -> None:
    """It stood among the matches outside events without a word of where it belongs."""
    who = organiser()
    stream, (ann, _bob) = club.opened(who, "Ann", "Bob")
    club.play(who, stream, "a")
    caught_up()
    day = page(acting(Client(), ann), "my-day", language=language)
    row = day.partition("Ann – Bob")[2].partition("</li>")[0]
    assert f'<a href="{reverse("pages:chronicle", args=[stream])}">River</a>' in row


@pytest.mark.parametrize(
    ("language", "entered", "closed", "bought", "left"),
    [
        (
            *(
                "en",
                "Herons: the roster is in the campaign",
                "Cycle 1 is closed. All cycles are played. First place: ",
            ),
            *("Bought: Hire a fighter.", "The roster has left the campaign."),
        ),
        (
            *("ru", "Herons: отряд в кампании", "Цикл 1 закрыт. Все циклы сыграны. Первое место: "),
            *("Куплено: Нанять бойца.", "Отряд вышел из кампании."),
        ),
    ],
)
def test_whoever_did_something_reads_what_they_did_and_how_it_ended(
    language: str, entered: str, closed: str, bought: str, left: str
) -> None:
    """Everything answered "Done", and the desk of a campaign that was over looked as before."""
    who = organiser()
    short = club.river_war().replace("count = 6", "count = 1").replace("until_cycle = 4", "until_cycle = 1")
    stream, (ann, bob) = club.opened(who, "Ann", "Bob", definition=short)
    match = club.play(who, stream, "a")
    link = next(iter(club.state(stream).links))
    for roster in ("r1", "r2"):
        club.settled(who, stream, link, roster)
    desk = Client(headers={"accept-language": language})
    desk.force_login(who.user)

    def told(client: Client, way: str, *args: str, **sent: str) -> str:
        return client.post(reverse(way, args=[stream, *args]), sent, follow=True).content.decode()

    new = {"new_player": "Dora", "name": "Herons", "fighters": "Sora", "key": "h"}
    assert match and entered in told(desk, "pages:chronicle-decide", "enter", **new)
    phones = [acting(Client(headers={"accept-language": language}), one) for one in (ann, bob)]
    assert bought in told(phones[0], "pages:chronicle-act", "r1", "buy", item="hire", recruit="Jun", key="b")
    assert left in told(phones[1], "pages:chronicle-act", "r2", "leave", key="l")
    assert closed not in page(desk, "chronicle-desk", stream, language=language)
    over = told(desk, "pages:chronicle-decide", "close", cycle="1", key="c")
    assert closed + "Ann." in over and over.count("Ann.") == 2, "the message, and from then on the page"


def test_namesakes_without_a_club_are_told_apart_at_the_desk() -> None:
    who = organiser()
    stream, _players = club.opened(who, "Ann", "Bob")
    for name in ("Spring cup", "Autumn cup"):
        event = commands.create_tournament(who, name=name)
        commands.register_players(who, event, [commands.NewPlayer("Gleb"), commands.NewPlayer(name[:3])])
    caught_up()
    told = page(signed_in(who), "chronicle-desk", stream)
    assert "Gleb · Spring cup</option>" in told and "Gleb · Autumn cup</option>" in told
    assert "Aut</option>" in told
