// How fast a tool's output is read, with every check of the protocol, beside the least that anybody would write: chunks to
// text, a split, JSON.parse. Both see the same bytes in 64 KiB chunks in the same rounds. Alone: node ndjson-bench.mjs
import { cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { EventReader, LIMITS } from "@narratoria/protocol";
import { createRandom } from "@narratoria/protocol/random";

const EVENTS = 263_716;
const CHUNK_BYTES = 64 * 1024;
/** One line in seven holds letters beyond ASCII. */
const ACCENTED = 7;
const WORDS =
  "the ferryman waits by the river with a lantern while nobody counts the strokes of the bell in the mill".split(" ");

/** Names of what is timed → a function that reads all chunks and gives the number of events. */
const READERS = {
  "split + JSON.parse": (chunks) => {
    let rest = "";
    let count = 0;
    for (const chunk of chunks) {
      const lines = (rest + chunk.toString()).split("\n");
      rest = lines.pop();
      for (const line of lines) if (JSON.parse(line) !== undefined) count++;
    }
    return count;
  },
  "EventReader: strict UTF-8, caps, every check": (chunks) => {
    // As it runs, but for the caps on one invocation, which no tool could reach these sizes under.
    const reader = new EventReader({ limits: { ...LIMITS, stdoutBytes: Infinity, events: Infinity } });
    let count = 0;
    for (const chunk of chunks) count += reader.push(chunk).length;
    count += reader.end().length;
    if (reader.fault !== null || reader.warnings.length > 0) throw reader.fault ?? new Error(reader.warnings[0]);
    return count;
  },
};

/** Prints MB/s of processor time, and the ratio: the median of the rounds' own ratios, which a busy machine moves least. */
export function ndjsonBench(rounds = 9) {
  const bytes = Buffer.from(stream());
  const chunks = [];
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) chunks.push(bytes.subarray(at, at + CHUNK_BYTES));
  const speeds = Object.fromEntries(Object.keys(READERS).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    const order = Object.keys(READERS);
    // Neither always pays for what the other left to be collected.
    if (round % 2 === 1) order.reverse();
    for (const name of order) {
      const before = process.cpuUsage();
      const count = READERS[name](chunks);
      const { user, system } = process.cpuUsage(before);
      if (count !== EVENTS) throw new Error(`${name} read ${count} events instead of ${EVENTS}`);
      speeds[name].push(bytes.length / (user + system));
    }
  }
  const [bare, ours] = Object.values(speeds);
  const ratios = ours.map((speed, round) => speed / bare[round]);
  console.log(
    `\nNDJSON: ${(bytes.length / 1e6).toFixed(1)} MB, ${EVENTS} events of ${Math.round(bytes.length / EVENTS)} bytes, 64 KiB chunks,`,
  );
  console.log(`${rounds} rounds, ${cpus()[0]?.model.trim()}, load ${loadavg()[0].toFixed(1)}. MB/s, median [range].\n`);
  for (const [name, all] of Object.entries(speeds)) console.log(`${name.padEnd(48)}${shown(all, 0)}`);
  console.log(`${"ratio (to reach: 1.0)".padEnd(48)}${shown(ratios, 2)}`);
}

function stream() {
  const random = createRandom("ndjson-bench");
  const text = (words) => {
    const plain = Array.from({ length: words }, () => random.pick(WORDS)).join(" ");
    return random.int(ACCENTED) === 0 ? `Läutet — 鐘: ${plain}` : plain;
  };
  const envelope = {
    version: "0",
    requestId: "8d0f7a52-3a7c-4f0e-9a53-0f2b3f8d9d11",
    timestamp: "2026-02-03T10:30:00Z",
  };
  const kinds = [
    (n) => ({ type: "log", level: "info", message: text(16), fields: { turn: n, ms: 1.5 } }),
    (n) => ({
      type: "state_patch",
      patch: {
        flags: { [`met.${random.int(50)}`]: true },
        people: { osk: { feeling: random.int(100), place: "mill" } },
        clock: { minutes: n },
        note: text(6),
      },
    }),
    () => ({ type: "ui_event", event: "prose", payload: { attempt: 1, paragraph: random.int(3), delta: text(14) } }),
    (n) => ({
      type: "asset",
      assetId: `a${n}`,
      kind: "image",
      mediaType: "image/png",
      path: `art/${n}.png`,
      metadata: { width: 512, height: 512, alt: text(6) },
    }),
    (n) => ({ type: "error", errorCode: "no_such_door", errorMessage: text(12), details: { door: n } }),
  ];
  // Logs, patches and prose are what tools send most.
  const weights = [0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 4];
  const events = Array.from({ length: EVENTS - 1 }, (_, n) => ({ ...envelope, ...kinds[random.pick(weights)](n) }));
  events.push({ ...envelope, type: "done", ok: true });
  return `${events.map((event) => JSON.stringify(event)).join("\n")}\n`;
}

function shown(values, digits) {
  const sorted = [...values].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  return `${median.toFixed(digits).padStart(7)} [${sorted[0].toFixed(digits)} to ${sorted.at(-1).toFixed(digits)}]`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) ndjsonBench();
