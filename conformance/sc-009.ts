import { createServer, type Server, type ServerResponse } from "node:http";
import { type Engine, openEngine } from "@narratoria/engine";
import type { Criterion } from "./support/criterion.js";
import { inFreshHome } from "./support/home.js";

/** For all of the scene. */
const LIMIT_MS = 10_000;
/** Whoever waits for a slow server sets so many seconds; the server answers after fewer. */
const PATIENCE_S = 20;
const SLOW_MS = 11_000;

/** Ways in which a provider fails; null is one that is not there. */
const FAILURES: Readonly<Record<string, ((response: ServerResponse) => void) | null>> = {
  "a key that is not taken": (response) => response.writeHead(401).end("{}"),
  "too many requests": (response) => response.writeHead(429, { "retry-after": "60" }).end("{}"),
  "a fault of its own": (response) => response.writeHead(500).end("{}"),
  "a redirect": (response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
  "no answer": () => {},
  "an answer that stops": (response) =>
    void response.writeHead(200).write('{"message":{"content":"The"},"done":false}\n'),
  "an answer that breaks off": (response) => {
    response.writeHead(200).write('{"message":{"content":"The bell"},"done":false}\n', () => response.destroy());
  },
  "a word now and then": (response) => {
    response.writeHead(200).write('{"message":{"content":"The bell hums. "},"done":false}\n');
    const timer = setInterval(() => response.write('{"message":{"content":"on "},"done":false}\n'), 500);
    response.once("close", () => clearInterval(timer));
  },
  "no JSON": (response) => response.writeHead(200).end("<html>\n"),
  "no words": (response) => response.writeHead(200).end('{"message":{"content":""},"done":true}\n'),
  "no end": (response) =>
    response.writeHead(200).end(`{"message":{"content":"${"on ".repeat(20_000)}"},"done":true}\n`),
  "nobody there": null,
};

/** Tells the scene that was asked for, after a while. */
const tellsLate = (response: ServerResponse): void => {
  setTimeout(() => {
    const content = "You look around. The bell hums in the yard. A draught goes along the wall.";
    response.writeHead(200).end(`${JSON.stringify({ message: { content }, done: true })}\n`);
  }, SLOW_MS);
};

/** The storyteller's own script with Ollama on this machine, which fails in every way there is; the storybook steps in. */
export const sc009: Criterion = {
  id: "SC-009",
  title: "Storyteller fallback",
  target: "a scene within 10 s whatever a server does; who sets a patience waits for it, and sees for whom",
  measure: () =>
    inFreshHome(async (dataDir) => {
      const slow: string[] = [];
      let longest = 0;
      const engine = await openEngine({ dataDir });
      try {
        for (const [failure, answer] of Object.entries(FAILURES)) {
          const { asked, ms, whole } = await fallback(engine, answer);
          longest = Math.max(longest, ms);
          if (ms >= LIMIT_MS || !whole || (answer !== null && asked === 0)) slow.push(failure);
        }
        const { ms, heard, waited } = await fallback(engine, tellsLate, PATIENCE_S);
        if (ms < SLOW_MS || ms >= PATIENCE_S * 1000 || !heard || waited !== PATIENCE_S * 1000)
          slow.push("a slow server that is waited for");
      } finally {
        await engine.close();
      }
      const kinds = Object.keys(FAILURES).length;
      const found = `${kinds} kinds of failure, the longest scene after ${(longest / 1000).toFixed(1)} s; a slow server was waited for`;
      return {
        met: slow.length === 0,
        found:
          slow.length === 0
            ? found
            : `not: ${slow.join(", ")}; the longest scene after ${(longest / 1000).toFixed(1)} s`,
      };
    }),
};

/** Plays a story of its own for each. @returns How long the scene took, and whether it is whole and said who failed. */
async function fallback(engine: Engine, answer: ((response: ServerResponse) => void) | null, patience?: number) {
  let asked = 0;
  const server = createServer((request, response) => {
    asked++;
    request.resume();
    answer?.(response);
  });
  const port = await listening(server);
  if (answer === null) await closed(server);
  const story = await engine.play("one-wheel-over", { seed: "7", fresh: true });
  try {
    // No provider is asked for an opening.
    for await (const _ of story.begin());
    const host = `127.0.0.1:${port}`;
    const server = { provider: "ollama", model: "m", baseUrl: `http://${host}`, sendTo: [host] };
    const settings = { ...server, ...(patience === undefined ? {} : { patience }) };
    await engine.skills.configure("storyteller", settings);
    const startedAt = performance.now();
    let said = false;
    let waited: number | null = null;
    for await (const event of story.choose(1)) {
      if (event.type === "notice" && /^storyteller_(?:silent|slow)$/.test(event.code)) said = true;
      if (event.type === "progress" && event.waiting) waited = event.waiting.mostMs;
    }
    const ms = performance.now() - startedAt;
    return {
      asked,
      ms,
      waited,
      heard: story.scene?.sentences?.some(({ by }) => by === "model") === true,
      whole: said && story.scene?.narrator !== "template" && (story.scene?.paragraphs.length ?? 0) > 0,
    };
  } finally {
    await story.close();
    if (answer !== null) await closed(server);
  }
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
