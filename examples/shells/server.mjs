// A story over HTTP: choices are posted, events come as server-sent events, and a client that was cut off in mid-turn goes on where it was.
// It listens on this machine alone, and asks for a token that only the one who started it knows.
import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { openEngine } from "@narratoria/engine";

/** @returns The address of the server, its token, and what closes it. */
async function serve(campaign) {
  const engine = await openEngine();
  const story = await engine.play(campaign);
  await story.begin();
  const token = randomBytes(24).toString("base64url");

  const routes = {
    "GET /scene": () => story.scene,
    "GET /events": (request, response) => stream(story, request, response),
    "POST /choose": async (request) => ({ turn: taken(story.choose((await json(request)).choice)) }),
    "POST /undo": () => ({ turn: taken(story.undo()) }),
    // What a notice offers: its action is sent back as it came.
    "POST /act": async (request) => ({ turn: taken(story.act(await json(request))) }),
  };

  const server = createServer(async (request, response) => {
    try {
      if (request.headers.host !== `127.0.0.1:${server.address().port}`)
        return answer(response, 421, { error: "host" });
      if (!isToken(request, token)) return answer(response, 401, { error: "token" });
      const route = routes[`${request.method} ${request.url}`];
      if (!route) return answer(response, 404, { error: "path" });
      const body = await route(request, response);
      if (!response.headersSent) answer(response, 200, body);
    } catch (error) {
      // `code` is for programs, `message` and `action` are for people.
      if (!response.headersSent)
        answer(response, 400, { error: error.code, message: error.message, action: error.action });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    token,
    async close() {
      // Closing the story ends every stream of events.
      await engine.close();
      server.close();
    },
  };
}

/** A turn goes on whoever listens; what it fails of is told to those who do. */
function taken(events) {
  events.then(undefined, () => {});
  return events.turn;
}

/** The last event that the client has is `turn:seq`, as `Last-Event-ID` says after a break. */
async function stream(story, request, response) {
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  const [turn, seq] = String(request.headers["last-event-id"] ?? "").split(":");
  const after = turn ? { turn, seq: Number(seq) || 0 } : undefined;
  for await (const event of story.events({ after, signal: gone.signal })) {
    const sent = response.write(
      `id: ${event.turn}:${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
    );
    // A client that reads slowly is waited for, and holds up nobody else.
    if (!sent && !gone.signal.aborted) await Promise.race([once(response, "drain"), once(response, "close")]);
  }
  response.end();
}

function isToken({ headers }, token) {
  const given = Buffer.from(String(headers.authorization ?? ""));
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

const MOST_BYTES = 16 * 1024;

async function json(request) {
  if (request.headers["content-type"] !== "application/json") throw new Error("The body must be JSON.");
  let text = "";
  for await (const chunk of request) {
    text += chunk;
    if (text.length > MOST_BYTES) throw new Error("The body is too long.");
  }
  return JSON.parse(text);
}

function answer(response, status, body) {
  response.writeHead(status, { "content-type": "application/json", "x-content-type-options": "nosniff" });
  response.end(JSON.stringify(body ?? null));
}

/** A client that is cut off in the middle of a turn, and reconnects. */
export async function main(print = console.log) {
  const server = await serve("one-wheel-over");
  const headers = { authorization: `Bearer ${server.token}`, "content-type": "application/json" };
  const post = (path, body) => fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  try {
    const { turn } = await (await post("/choose", { choice: 1 })).json();
    const seen = [];
    for (let last = "", breaks = 0; !seen.some((event) => event.turn === turn && event.type === "scene"); ) {
      const cut = new AbortController();
      const response = await fetch(`${server.url}/events`, {
        headers: { ...headers, ...(last && { "last-event-id": last }) },
        signal: cut.signal,
      });
      for await (const event of eventsOf(response.body)) {
        seen.push(event);
        last = `${event.turn}:${event.seq}`;
        if (event.turn === turn && (event.type === "scene" || (event.type === "prose" && breaks++ < 3))) break;
      }
      cut.abort();
    }
    const told = seen.filter((event) => event.turn === turn);
    print(`${told.length} events of one turn, in order, over several connections.`);
    print(told.at(-1).paragraphs.join("\n"));
    return told.every(({ seq }, place) => seq === place + 1);
  } finally {
    await server.close();
  }
}

async function* eventsOf(body) {
  let text = "";
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const data = text
        .slice(0, end)
        .split("\n")
        .find((line) => line.startsWith("data: "));
      text = text.slice(end + 2);
      if (data) yield JSON.parse(data.slice("data: ".length));
    }
  }
}
