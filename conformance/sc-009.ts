import { createServer, type Server, type ServerResponse } from "node:http";
import { type Engine, openEngine } from "@narratoria/engine";
import type { Criterion } from "./support/criterion.js";
import { inFreshHome } from "./support/home.js";

/** For the first of the scene, which the storyteller of this machine tells, and for all of it. */
const LIMIT_MS = 10_000;
const WHOLE_MS = 20_000;

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
  "no JSON": (response) => response.writeHead(200).end("<html>\n"),
  "no words": (response) => response.writeHead(200).end('{"message":{"content":""},"done":true}\n'),
  "no end": (response) =>
    response.writeHead(200).end(`{"message":{"content":"${"on ".repeat(20_000)}"},"done":true}\n`),
  "nobody there": null,
};

/** The storyteller's own script with Ollama on this machine, which fails in every way there is; the storybook steps in. */
export const sc009: Criterion = {
  id: "SC-009",
  title: "Storyteller fallback",
  target: "the storyteller of this machine steps in within 10 s",
  measure: () =>
    inFreshHome(async (dataDir) => {
      const slow: string[] = [];
      let longest = 0;
      const engine = await openEngine({ dataDir });
      try {
        for (const [failure, answer] of Object.entries(FAILURES)) {
          const { asked, firstMs, ms, whole } = await fallback(engine, answer);
          longest = Math.max(longest, ms);
          if (firstMs >= LIMIT_MS || ms >= WHOLE_MS || !whole || (answer !== null && asked === 0)) slow.push(failure);
        }
      } finally {
        await engine.close();
      }
      const kinds = Object.keys(FAILURES).length;
      const found = `${kinds - slow.length} of ${kinds} kinds of failure, the longest turn ${(longest / 1000).toFixed(1)} s`;
      return { met: slow.length === 0, found: slow.length === 0 ? found : `${found}; not: ${slow.join(", ")}` };
    }),
};

/** Plays a story of its own for each. @returns How long the scene took, and whether it is whole and said who failed. */
async function fallback(engine: Engine, answer: ((response: ServerResponse) => void) | null) {
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
    const settings = { provider: "ollama", model: "m", baseUrl: `http://${host}`, sendTo: [host] };
    await engine.skills.configure("storyteller", settings);
    const startedAt = performance.now();
    let said = false;
    let firstMs = Number.POSITIVE_INFINITY;
    for await (const event of story.choose(1)) {
      if (event.type === "notice" && event.code === "storyteller_silent") said = true;
      if (event.type === "prose" || event.type === "scene") firstMs = Math.min(firstMs, performance.now() - startedAt);
    }
    const ms = performance.now() - startedAt;
    return {
      asked,
      firstMs,
      ms,
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
