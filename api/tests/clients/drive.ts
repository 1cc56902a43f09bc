/**
 * A whole event and a match through `openapi-fetch` and the types that `openapi-typescript` makes: node drive.ts HOST TOKEN.
 * Type-checked strictly, and without a cast: `api/tests/test_clients.py` generates, checks and runs it.
 */
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.d.ts";

type Told = components["schemas"]["AppendIn"];
type Report = components["schemas"]["last_battle.match_reported"];

const [host = "", token = ""] = process.argv.slice(2);

function client(bearer: string) {
  return createClient<paths, "application/json">({ baseUrl: host, headers: { Authorization: `Bearer ${bearer}` } });
}

function good<T>({ data, error }: { data?: T; error?: unknown }): NonNullable<T> {
  if (data === undefined || data === null) throw new Error(JSON.stringify(error));
  return data;
}

function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

const report: Report = {
  type: "match_reported",
  data: { turns: 5, result: "serpent", strategy: { serpent: 1, alliance: 0 } },
};

async function event(desk: ReturnType<typeof client>) {
  const players = ["Anna", "Борис", "Clara", "Дина"].map((name) => ({ name }));
  const options = { rounds: 2, list_required: false };
  const made = good(await desk.POST("/api/v1/tournaments/", {
    params: { header: { "Idempotency-Key": "client-event-ts" } },
    body: { name: "By a client", players, check_in: true, options },
  }));
  const tournament = made.tournament.id;
  const drawn = good(await desk.POST("/api/v1/tournaments/{tournament}/rounds/", {
    params: { path: { tournament } }, body: { until: "started" },
  }));
  must(drawn.round?.status === "started", "no round was started");
  for (const round of [1, 2]) {
    const told = good(await desk.POST("/api/v1/tournaments/{tournament}/rounds/{round}/results/", {
      params: { path: { tournament, round } },
      body: {
        results: [1, 2].map((table) => ({ table, events: [report] })),
        then: round === 1 ? "draw" : "finish",
      },
    }));
    must(told.status === "closed" && told.missing.length === 0, "the round is not closed");
  }
  const listed = good(await desk.GET("/api/v1/tournaments/", {
    params: { query: { id: [tournament], expand: ["standings"] } },
  }));
  const ranking = good(await desk.GET("/api/v1/tournaments/{tournament}/standings/", { params: { path: { tournament } } }));
  must(listed.results[0]?.expanded?.standings?.rows.length === ranking.rows.length, "other standings");
  console.log("event", ranking.rows.length, ranking.rows.reduce((sum, row) => sum + (row.figures[0]?.top ?? 0), 0));
}

async function match(desk: ReturnType<typeof client>) {
  const people = [];
  for (const name of ["Anna", "Борис"]) {
    const made = good(await desk.POST("/api/v1/players/", { body: { name } }));
    const claimed = good(await desk.POST("/api/v1/claim/", { body: { code: made.claim_code } }));
    people.push({ id: made.player.id, phone: client(claimed.token) });
  }
  const [anna, boris] = people;
  must(anna !== undefined && boris !== undefined, "nobody plays");
  const made = good(await desk.POST("/api/v1/matches/", {
    body: {
      system: "last_battle",
      events: [{
        type: "table_opened",
        data: { battlefield: "sea", sides: { alliance: [anna.id], serpent: [boris.id] } },
      }],
    },
  }));
  const tell = async (phone: ReturnType<typeof client>, body: Told) =>
    good(await phone.POST("/api/v1/matches/{match}/events/", { params: { path: { match: made.match.id } }, body }));
  await tell(anna.phone, { events: [{ type: "scheme_chosen", data: { player: anna.id, scheme: "trap" } }] });
  await tell(boris.phone, { events: [report] });
  const vp = { serpent: 1, alliance: 0 };
  await tell(anna.phone, { events: [{ type: "result_confirmed", data: { side: "alliance", vp, winner: "serpent" } }] });
  await tell(boris.phone, { events: [{ type: "result_confirmed", data: { side: "serpent", vp, winner: "serpent" } }] });
  const { outcome } = good(await desk.GET("/api/v1/matches/{match}/score/", {
    params: { path: { match: made.match.id } },
  }));
  console.log("match", outcome.status, outcome.winner, outcome.vp.serpent);
}

await event(client(token));
await match(client(token));
