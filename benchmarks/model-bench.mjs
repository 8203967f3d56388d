// What the model host costs: text by it beside the same text by node-llama-cpp alone, in turns; MiniLM by it beside MiniLM
// alone. Usage: npm run model-bench -- [--rounds 3] [--tokens 32] [--threads 1]. Weights and libraries are found as tests find them.
import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { openModelHost } from "@narratoria/narrator";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const RUNTIMES = process.env.NARRATORIA_RUNTIMES || join(ROOT, "node_modules", ".cache", "narratoria", "runtimes");
const MODELS = process.env.NARRATORIA_TEST_MODELS || join(ROOT, "..", "shared", "models");
const runtime = join(RUNTIMES, "node-llama-cpp-3.22.1");
const model = join(MODELS, "smollm2-135m-instruct-q4_1.gguf");
const miniLm = {
  runtime: join(RUNTIMES, "transformers-4.3.1"),
  model: join(MODELS, "sentence-transformers", "all-MiniLM-L6-v2"),
};

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    tokens: { type: "string", default: "32" },
    threads: { type: "string", default: "1" },
    alone: { type: "boolean", default: false },
  },
});
const [rounds, maxTokens, threads] = [values.rounds, values.tokens, values.threads].map(Number);
const { signal } = new AbortController();
const SYSTEM = `You tell stories. ${"The village of Low Hope lies by the sea, and nobody met the last boat. ".repeat(12)}`;
const prompt = (round) => `Tell of the lantern, scene ${round}.`;
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

if (values.alone) await beAlone();
else await measure();

async function measure() {
  for (const path of [runtime, model]) {
    if (existsSync(path)) continue;
    console.error(`There is nothing at ${path}: see CONTRIBUTING.md for the model libraries.`);
    process.exit(1);
  }
  const load = loadavg()[0].toFixed(1);
  console.log(
    `${rounds} rounds of ${maxTokens} tokens, ${threads} threads, ${availableParallelism()} cores, load ${load}`,
  );
  await writing();
  if (existsSync(miniLm.runtime) && existsSync(miniLm.model)) await embedding();
}

/** node-llama-cpp alone, with nothing of ours around it: it is given prompts and says how many tokens a second it wrote. */
async function beAlone() {
  const write = await rawLlama();
  process.on("message", async (text) => process.send(await write(text)));
  process.on("disconnect", () => process.exit(0));
  process.send("ready");
}

/** Tokens a second of writing alone: the prompt has been read. Both write the same text, as both take the likeliest word. */
async function writing() {
  const host = openModelHost({ model, runtime, threads });
  const loadedAt = performance.now();
  await host.countTokens(["x"]);
  row("load, ms", performance.now() - loadedAt);
  // In a session of its own, as the host's process is: on a busy machine the kernel shares its time among sessions.
  const other = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), "--alone"], { detached: true });
  await once(other, "message");
  const alone = async (text) => {
    other.send(text);
    return (await once(other, "message"))[0];
  };
  const ratios = [];
  const shares = [];
  const firsts = [];
  for (let round = 0; round <= rounds; round++) {
    // Who goes first changes, as a busy machine seldom is busy evenly.
    const byHost = async () => {
      const ask = { sequence: "prose", system: SYSTEM, prompt: prompt(round), maxTokens };
      const { tokens, timeMs } = await host.write(ask, { signal });
      if (round > 0) shares.push(tokens.evaluated / tokens.prompt);
      if (round > 0) firsts.push(timeMs.firstText);
      return ((tokens.written - 1) * 1000) / (timeMs.total - timeMs.firstText);
    };
    const byHand = () => alone(prompt(round));
    let host1;
    let raw1;
    if (round % 2 === 0) [host1, raw1] = [await byHost(), await byHand()];
    else [raw1, host1] = [await byHand(), await byHost()];
    if (round > 0) ratios.push(host1 / raw1);
    if (round > 0) console.log(`  round ${round}: host ${host1.toFixed(1)} tokens/s, alone ${raw1.toFixed(1)}`);
  }
  row("tokens/s, host / alone", median(ratios), 0.95);
  row("share of the prompt read from turn 2 on", median(shares), undefined, 0.35);
  row("first text from turn 2 on, ms", median(firsts), undefined, 1500);
  row("from a cancel to the next request begun, ms", median(await cancels(host)), undefined, 100);
  other.disconnect();
  await host.close();
}

async function cancels(host) {
  const times = [];
  for (let round = 0; round < Math.max(3, rounds); round++) {
    const stop = new AbortController();
    const ask = { sequence: "prose", system: SYSTEM, prompt: `At length, scene ${round}.`, maxTokens: 300 };
    await new Promise((resolve) => {
      host.write(ask, { signal: stop.signal, onText: resolve }).catch(() => {});
    });
    stop.abort();
    // It is begun when the process has stopped the other.
    const { timeMs } = await host.write({ ...ask, maxTokens: 1 }, { signal });
    times.push(timeMs.queued);
  }
  return times;
}

async function rawLlama() {
  const module = join(runtime, "node_modules", "node-llama-cpp", "dist", "index.js");
  const { getLlama, LlamaChatSession, resolveChatWrapper } = await import(pathToFileURL(module).href);
  const llama = await getLlama({ gpu: false, build: "never", skipDownload: true, maxThreads: threads });
  const loaded = await llama.loadModel({ modelPath: model });
  const context = await loaded.createContext({ contextSize: 4096, sequences: 2, threads });
  const session = new LlamaChatSession({
    contextSequence: context.getSequence(),
    systemPrompt: SYSTEM,
    chatWrapper: resolveChatWrapper(loaded),
  });
  return async (text) => {
    session.resetChatHistory();
    let first;
    let tokens = 0;
    await session.prompt(text, {
      maxTokens,
      onTextChunk: () => {
        first ??= performance.now();
      },
      onToken: (some) => {
        tokens += some.length;
      },
    });
    return ((tokens - 1) * 1000) / (performance.now() - first);
  };
}

/** The same 64 texts, other ones each round: both keep what they have embedded. */
async function embedding() {
  const host = openModelHost({ miniLm, threads });
  const module = join(miniLm.runtime, "node_modules", "@huggingface", "transformers", "dist", "transformers.node.mjs");
  const { env, pipeline } = await import(pathToFileURL(module).href);
  Object.assign(env, { allowRemoteModels: false, allowLocalModels: true, localModelPath: MODELS });
  const embed = await pipeline("feature-extraction", "sentence-transformers/all-MiniLM-L6-v2", {
    dtype: "q8",
    device: "cpu",
    session_options: { intraOpNumThreads: threads },
  });
  const texts = (round) =>
    Array.from({ length: 64 }, (_, at) => `In scene ${round} Marta told you of the ${at}th boat that nobody met.`);
  const ratios = [];
  for (let round = 0; round <= rounds; round++) {
    const hostMs = await timed(() => host.embed(texts(round)));
    const aloneMs = await timed(() => embed(texts(round), { pooling: "mean", normalize: true }));
    if (round > 0) ratios.push(aloneMs / hostMs);
    if (round > 0)
      console.log(`  round ${round}: host ${hostMs.toFixed(0)} ms for 64 texts, alone ${aloneMs.toFixed(0)}`);
  }
  row("MiniLM texts/s, host / alone in one batch", median(ratios), 0.9);
  await host.close();
}

async function timed(work) {
  const begunAt = performance.now();
  await work();
  return performance.now() - begunAt;
}

function row(name, value, atLeast, atMost) {
  const missed = (atLeast !== undefined && value < atLeast) || (atMost !== undefined && value > atMost);
  const target = atLeast !== undefined ? `>= ${atLeast}` : atMost !== undefined ? `<= ${atMost}` : "";
  console.log(`${missed ? "!" : " "} ${name.padEnd(46)} ${value.toFixed(2).padStart(10)}  ${target}`);
}
