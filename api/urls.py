"""Every address below `/api/v1/`, by what it is about."""

from django.urls import path, re_path

from api.plain_views import nowhere
from api.views import (
    campaigns,
    chronicles,
    feed,
    ladders,
    leagues,
    live,
    matches,
    people,
    ratings,
    rosters,
    rounds,
    rule_fixes,
    runs,
    seals,
    seasons,
    stages,
    standings,
    states,
    systems,
    teams,
    tournaments,
    webhooks,
    what_ifs,
)
from api.views.documents import DocsView, RootView, SchemaView
from api.views.logs import events
from tracker.models.rosters import KINDS
from tracker.systems import CAMPAIGN, CHRONICLE, MATCH, SEASON, TOURNAMENT

app_name = "api"

SEALS = [
    path("seals/", seals.SealView.as_view(), name="seals"),
    path("seals/<int:number>/", seals.SealView.as_view(), name="seal"),
]

SYSTEMS = [
    path("systems/", systems.SystemsView.as_view(), name="systems"),
    path("systems/<slug:system>/", systems.SystemView.as_view(), name="system"),
    path("systems/<slug:system>/rules/", systems.RulesView.as_view(), name="system-rules"),
    path("systems/<slug:system>/catalogue/", systems.CatalogueView.as_view(), name="system-catalogue"),
    path("systems/<slug:system>/catalogue/<str:edition>/", systems.EditionView.as_view(), name="edition"),
    path("systems/<slug:system>/schemas/", systems.SchemasView.as_view(), name="system-schemas"),
    path("scenarios/", systems.ScenariosView.as_view(), name="scenarios"),
]

ROSTERS = [
    found
    for kind in KINDS
    for found in (
        path(f"{kind}s/", rosters.RostersView.as_view(kind=kind), name=f"{kind}s"),
        path(f"{kind}s/validate/", rosters.ValidateView.as_view(kind=kind), name=f"{kind}-validate"),
        path(f"{kind}s/<uuid:roster>/", rosters.RosterView.as_view(kind=kind), name=kind),
        path(
            f"{kind}s/<uuid:roster>/revisions/",
            rosters.RevisionsView.as_view(kind=kind),
            name=f"{kind}-revisions",
        ),
    )
]

MATCHES = [
    path("matches/", matches.MatchesView.as_view(), name="matches"),
    path("matches/<uuid:stream>/", matches.MatchView.as_view(), name="match"),
    path("matches/<uuid:stream>/events/", events(MATCH), name="match-events"),
    path("matches/<uuid:stream>/state/", states.StateView.as_view(), name="match-state"),
    path("matches/<uuid:stream>/score/", states.ScoreView.as_view(), name="match-score"),
    path("matches/<uuid:stream>/next/", states.NextView.as_view(), name="match-next"),
    path("matches/<uuid:stream>/verify/", states.VerifyView.as_view(), name="match-verify"),
    path("matches/<uuid:stream>/audit/", states.AuditView.as_view(), name="match-audit"),
]

TOURNAMENTS = [
    path("tournaments/", tournaments.TournamentsView.as_view(), name="tournaments"),
    path("tournaments/<uuid:stream>/", tournaments.TournamentView.as_view(), name="tournament"),
    path("tournaments/<uuid:stream>/players/", rounds.EntrantsView.as_view(), name="tournament-players"),
    path(
        "tournaments/<uuid:stream>/players/<uuid:player>/",
        rounds.EntrantView.as_view(),
        name="tournament-player",
    ),
    path("tournaments/<uuid:stream>/rounds/", rounds.RoundsView.as_view(), name="tournament-rounds"),
    path(
        "tournaments/<uuid:stream>/rounds/<int:round>/", rounds.RoundView.as_view(), name="tournament-round"
    ),
    path(
        "tournaments/<uuid:stream>/rounds/<int:round>/results/",
        rounds.ResultsView.as_view(),
        name="tournament-results",
    ),
    path("tournaments/<uuid:stream>/teams/", teams.TeamsView.as_view(), name="tournament-teams"),
    path("tournaments/<uuid:stream>/stages/", stages.StagesView.as_view(), name="tournament-stages"),
    path("tournaments/<uuid:stream>/pairings/", rounds.PairingsView.as_view(), name="tournament-pairings"),
    path("tournaments/<uuid:stream>/standings/", standings.view, name="tournament-standings"),
    path(
        "tournaments/<uuid:stream>/standings.csv",
        standings.view,
        {"form": "csv"},
        name="tournament-standings-csv",
    ),
    path(
        "tournaments/<uuid:stream>/standings/<uuid:player>/",
        standings.explain_view,
        name="tournament-explain",
    ),
    path("tournaments/<uuid:stream>/events/", events(TOURNAMENT), name="tournament-events"),
    path(
        "tournaments/<uuid:stream>/state/",
        states.StateView.as_view(kind=TOURNAMENT),
        name="tournament-state",
    ),
    path("tournaments/<uuid:stream>/next/", states.NextView.as_view(kind=TOURNAMENT), name="tournament-next"),
    path(
        "tournaments/<uuid:stream>/verify/",
        states.VerifyView.as_view(kind=TOURNAMENT),
        name="tournament-verify",
    ),
]

CAMPAIGNS = [
    path("campaigns/", campaigns.CampaignsView.as_view(), name="campaigns"),
    path("campaigns/<uuid:stream>/", campaigns.CampaignView.as_view(), name="campaign"),
    path("campaigns/<uuid:stream>/players/", campaigns.DayPlayersView.as_view(), name="campaign-players"),
    path(
        "campaigns/<uuid:stream>/players/<uuid:player>/",
        campaigns.DayPlayerView.as_view(),
        name="campaign-player",
    ),
    path("campaigns/<uuid:stream>/tables/", campaigns.DayTablesView.as_view(), name="campaign-tables"),
    path("campaigns/<uuid:stream>/arcana/", campaigns.ArcanaView.as_view(), name="campaign-arcana"),
    path("campaigns/<uuid:stream>/fallen/", campaigns.FallenView.as_view(), name="campaign-fallen"),
    path("campaigns/<uuid:stream>/result/", campaigns.DayResultView.as_view(), name="campaign-result"),
    path("campaigns/<uuid:stream>/events/", events(CAMPAIGN), name="campaign-events"),
    path("campaigns/<uuid:stream>/state/", states.StateView.as_view(kind=CAMPAIGN), name="campaign-state"),
    path("campaigns/<uuid:stream>/next/", states.NextView.as_view(kind=CAMPAIGN), name="campaign-next"),
    path("campaigns/<uuid:stream>/verify/", states.VerifyView.as_view(kind=CAMPAIGN), name="campaign-verify"),
]

CHRONICLES = [
    path("chronicles/", chronicles.ChroniclesView.as_view(), name="chronicles"),
    path("chronicles/<uuid:stream>/", chronicles.ChronicleView.as_view(), name="chronicle"),
    path("chronicles/<uuid:stream>/world/", chronicles.ChronicleWorldView.as_view(), name="chronicle-world"),
    path(
        "chronicles/<uuid:stream>/rosters/",
        chronicles.ChronicleRostersView.as_view(),
        name="chronicle-rosters",
    ),
    path(
        "chronicles/<uuid:stream>/matches/",
        chronicles.ChronicleMatchesView.as_view(),
        name="chronicle-matches",
    ),
    path(
        "chronicles/<uuid:stream>/challenges/",
        chronicles.ChronicleChallengesView.as_view(),
        name="chronicle-challenges",
    ),
    path(
        "chronicles/<uuid:stream>/challenges/<str:challenge>/",
        chronicles.ChronicleChallengeView.as_view(),
        name="chronicle-challenge",
    ),
    path(
        "chronicles/<uuid:stream>/amendments/",
        chronicles.ChronicleAmendmentsView.as_view(),
        name="chronicle-amendments",
    ),
    path("chronicles/<uuid:stream>/what-ifs/", what_ifs.WhatIfsView.as_view(), name="chronicle-what-ifs"),
    path(
        "chronicles/<uuid:stream>/what-ifs/<uuid:what_if>/",
        what_ifs.WhatIfView.as_view(),
        name="chronicle-what-if",
    ),
    path(
        "chronicles/<uuid:stream>/what-ifs/<uuid:what_if>/events/",
        what_ifs.WhatIfEventsView.as_view(),
        name="chronicle-what-if-events",
    ),
    path(
        "chronicles/<uuid:stream>/what-ifs/<uuid:what_if>/matches/",
        what_ifs.WhatIfMatchesView.as_view(),
        name="chronicle-what-if-matches",
    ),
    path("chronicles/<uuid:stream>/rolls/", chronicles.ChronicleRollsView.as_view(), name="chronicle-rolls"),
    path("chronicles/<uuid:stream>/events/", events(CHRONICLE), name="chronicle-events"),
    path("chronicles/<uuid:stream>/state/", states.StateView.as_view(kind=CHRONICLE), name="chronicle-state"),
    path("chronicles/<uuid:stream>/next/", states.NextView.as_view(kind=CHRONICLE), name="chronicle-next"),
    path(
        "chronicles/<uuid:stream>/verify/", states.VerifyView.as_view(kind=CHRONICLE), name="chronicle-verify"
    ),
]

RANKED = [
    path("ratings/<slug:system>/", ratings.RatingsView.as_view(), name="ratings"),
    path(
        "players/<uuid:player>/ratings/<slug:system>/",
        ratings.PlayerRatingsView.as_view(),
        name="player-ratings",
    ),
    path("statistics/<slug:system>/", ratings.StatisticsView.as_view(), name="statistics"),
    path("ladders/", ladders.LaddersView.as_view(), name="ladders"),
    path("ladders/<slug:system>/<slug:board>/", ladders.view, name="ladder"),
    path("ladders/<slug:system>/<slug:board>.csv", ladders.view, {"form": "csv"}, name="ladder-csv"),
    path("runs/", runs.RunsView.as_view(), name="runs"),
    path("runs/<uuid:stream>/", runs.RunView.as_view(), name="run"),
    path("seasons/", seasons.SeasonsView.as_view(), name="seasons"),
    path("seasons/<uuid:stream>/", seasons.SeasonView.as_view(), name="season"),
    path("seasons/<uuid:stream>/league/", leagues.LeagueView.as_view(), name="season-league"),
    path("seasons/<uuid:stream>/events/", events(SEASON), name="season-events"),
    path("seasons/<uuid:stream>/verify/", states.VerifyView.as_view(kind=SEASON), name="season-verify"),
]

PEOPLE = [
    path("players/", people.PlayersView.as_view(), name="players"),
    path("players/<uuid:player>/", people.PlayerView.as_view(), name="player"),
    path("tokens/", people.TokensView.as_view(), name="tokens"),
    path("tokens/<uuid:token>/", people.TokenView.as_view(), name="token"),
    path("claim/", people.ClaimView.as_view(), name="claim"),
]

RULE_FIXES = [
    path("rule-fixes/", rule_fixes.RuleFixesView.as_view(), name="rule-fixes"),
    path("rule-fixes/<uuid:fix>/", rule_fixes.RuleFixView.as_view(), name="rule-fix"),
    path("rule-fixes/<uuid:fix>/matches/", rule_fixes.RuleFixMatchesView.as_view(), name="rule-fix-matches"),
]

WEBHOOKS = [
    path("webhooks/", webhooks.WebhooksView.as_view(), name="webhooks"),
    path("webhooks/<uuid:webhook>/", webhooks.WebhookView.as_view(), name="webhook"),
    path(
        "webhooks/<uuid:webhook>/deliveries/",
        webhooks.WebhookDeliveriesView.as_view(),
        name="webhook-deliveries",
    ),
]

urlpatterns = [
    path("", RootView.as_view(), name="root"),
    *SEALS,
    *SYSTEMS,
    *ROSTERS,
    *MATCHES,
    *TOURNAMENTS,
    *CAMPAIGNS,
    *CHRONICLES,
    *RANKED,
    *PEOPLE,
    *RULE_FIXES,
    *WEBHOOKS,
    path("live/<uuid:stream>/", live.view, name="live"),
    path("live/<uuid:stream>/token/", live.token_view, name="live-token"),
    path("feed/", feed.poll_view, name="feed"),
    path("feed/live/", feed.live_view, name="feed-live"),
    path("schema/", SchemaView.as_view(), name="schema"),
    path("docs/", DocsView.as_view(), name="docs"),
    re_path("", nowhere),  # whatever it is, also with a line feed
]
