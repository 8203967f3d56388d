// Tapes of scenes: the requests by which a model is asked for them, written to files, answered by whoever writes well, and read back
// through the real prompts and checks.
// Usage: npm run model-tape -- write FOLDER [CAMPAIGN ...] [--scenes 15] [--seed 8] [--choose random|dice|N,N,...] [--from 1]
//        npm run model-tape -- read FOLDER [--print]
// `write` plays each campaign and puts, for every scene that a model would tell, NN.scene.json (what the narrator was given) and NN-1.prompt.txt
// into FOLDER/CAMPAIGN; the system's text stands in system.txt. `dice` takes what is rolled for where that is offered, at the worst odds; scenes
// before `--from` are played, and not written. An answer goes beside its prompt, as NN-1.answer.txt. `read` says what of the
// answers was told, mended or turned away, and why; a scene that has to be mended and has no second answer gets NN-2.prompt.txt.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { openEngine } from "@narratoria/engine";
import { narratedCampaign } from "@narratoria/engine/testing";
import { createModelNarrator, ModelError } from "@narratoria/narrator";
import { createScriptedHost } from "@narratoria/narrator/testing";
import { createRandom } from "@narratoria/protocol/random";

const BUNDLED = ["one-wheel-over", "the-piano-on-the-third-landing"];
/** What of session state a prompt or a check looks at. */
const STATE = ["place", "clock", "people", "inventory", "beats", "threads"];
const PAST_SCENES = 2;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scenes: { type: "string", default: "15" },
    seed: { type: "string", default: "8" },
    choose: { type: "string", default: "random" },
    from: { type: "string", default: "1" },
    print: { type: "boolean", default: false },
  },
});
const [verb, folder, ...campaigns] = positionals;
if ((verb !== "write" && verb !== "read") || folder === undefined) {
  console.error("Usage: npm run model-tape -- write FOLDER [CAMPAIGN ...] | read FOLDER [--print]");
  process.exit(2);
}
if (verb === "write") for (const campaign of campaigns.length > 0 ? campaigns : BUNDLED) await write(campaign);
else await read();

async function write(campaign) {
  const into = join(folder, basename(campaign));
  mkdirSync(into, { recursive: true });
  const home = mkdtempSync(join(tmpdir(), "narratoria-tape-"));
  let scene = null;
  let engine = null;
  const silent = () => ({ error: new ModelError("timeout", "A tape is being written.") });
  const host = createScriptedHost(silent, { onScene: (given) => (scene = given) });
  try {
    engine = await openEngine({ dataDir: home, modelHost: host, narrator: "model" });
    const story = await engine.play(existsSync(campaign) ? resolve(campaign) : campaign, { seed: values.seed });
    const random = createRandom(`tape ${values.seed}`);
    const picks = /^\d/.test(values.choose) ? values.choose.split(",").map(Number) : null;
    const pick = () =>
      (values.choose === "dice" && riskiest(story.scene.choices)) || 1 + random.int(story.scene.choices.length);
    for await (const _ of story.begin());
    const turns = picks?.length ?? Number(values.scenes);
    writeFileSync(join(into, "campaign.txt"), `${campaign}\n`);
    for (let turn = 0; turn < turns && !story.scene?.ended; turn++) {
      const asked = host.writes.length;
      for await (const _ of story.choose(picks?.[turn] ?? pick()));
      const request = host.writes.slice(asked).find(({ sequence, schema }) => sequence === "prose" && !schema);
      if (!request || !scene || scene.brief.scene < Number(values.from)) continue;
      const name = String(scene.brief.scene).padStart(2, "0");
      writeFileSync(join(into, "system.txt"), `${request.system}\n`);
      writeFileSync(join(into, `${name}.scene.json`), `${JSON.stringify(pruned(scene, request.prompt))}\n`);
      writeFileSync(join(into, `${name}-1.prompt.txt`), `${request.prompt}\n`);
    }
    console.log(`${into}: ${readdirSync(into).filter((file) => file.endsWith("-1.prompt.txt")).length} scenes`);
  } finally {
    await engine?.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Number of the choice whose roll is the least likely to succeed; undefined where nothing is rolled for. */
function riskiest(choices) {
  const oddsOf = ({ odds }) => odds?.success ?? 101;
  const rolled = choices.map((choice, at) => ({ at: at + 1, odds: oddsOf(choice) })).filter(({ odds }) => odds <= 100);
  return rolled.sort((a, b) => a.odds - b.odds)[0]?.at;
}

/** Of a scene what its prompt and its checks look at. */
function pruned({ brief, state, draft, past, style }, prompt) {
  const { patch: _, ...told } = draft;
  const { because: __, hooks: ___, recalled, slots, ...directed } = brief;
  const kept = Object.fromEntries(STATE.flatMap((key) => (key in state ? [[key, state[key]]] : [])));
  const people = Object.entries(state.people ?? {}).map(([id, { place, alive, feeling }]) => [
    id,
    { place, alive, feeling },
  ]);
  const isInPrompt = ({ text }) => prompt.includes(text);
  const story = {
    ...past.story,
    facts: past.story.facts.filter(isInPrompt),
    recent: past.story.recent.filter(isInPrompt),
    chapters: past.story.chapters.map((one) => ({ ...one, lines: one.lines.filter(isInPrompt) })),
  };
  return {
    brief: {
      ...directed,
      recalled: recalled
        .filter(({ summary }) => prompt.includes(summary))
        .map(({ summary, scene, tags, relevance }) => ({ summary, scene, tags, relevance })),
      slots: slots.map(({ id, verb, class: kind, bind, text }) => ({
        id,
        verb,
        class: kind,
        bind,
        sources: [],
        text,
        tags: [],
      })),
    },
    state: { ...kept, people: Object.fromEntries(people) },
    draft: { ...told, sentences: draft.sentences.map(({ tags: _tags, own: _own, ...one }) => one), patch: {} },
    past: { scenes: past.scenes.slice(-PAST_SCENES), story },
    style,
  };
}

async function read() {
  const report = [];
  for (const name of readdirSync(folder).filter((one) => existsSync(join(folder, one, "campaign.txt")))) {
    const from = join(folder, name);
    const campaign = readFileSync(join(from, "campaign.txt"), "utf8").trim();
    const { story, source } = await narratedCampaign(campaign, tmpdir());
    for (const file of readdirSync(from).filter((one) => one.endsWith(".scene.json"))) {
      const number = file.slice(0, file.indexOf("."));
      const answerOf = (attempt) => join(from, `${number}-${attempt}.answer.txt`);
      if (!existsSync(answerOf(1))) continue;
      const waiting = [];
      const host = createScriptedHost(({ prompt }, index) => {
        if (existsSync(answerOf(index + 1))) return readFileSync(answerOf(index + 1), "utf8").trim();
        writeFileSync(join(from, `${number}-${index + 1}.prompt.txt`), `${prompt}\n`);
        waiting.push(index + 1);
        return { error: new ModelError("timeout", "There is no answer.") };
      });
      const narrator = createModelNarrator({ host, story, source, choicesMs: 0 });
      const scene = JSON.parse(readFileSync(join(from, file), "utf8"));
      const told = await narrator.tell(scene, { signal: new AbortController().signal, onSentence() {} });
      const { attempts, copied } = told.narration;
      const cut = attempts.flatMap((attempt) => attempt.cut);
      const missing = attempts.at(-1)?.missing ?? [];
      const became =
        told.narrator !== "model"
          ? "stepped in"
          : attempts.length > 1
            ? "mended"
            : cut.length > 0
              ? "cut at its end"
              : "as written";
      report.push({ scene: `${name} ${number}`, became, waiting: waiting.length > 0 });
      console.log(
        `${name} ${number}: ${became}${waiting.length > 0 ? " (an answer is missing)" : ""}${copied > 0 ? `, ${copied} copied` : ""}`,
      );
      for (const { check, reason, sentence } of cut) console.log(`   ${check}: ${sentence}\n      ${reason}`);
      for (const text of missing) console.log(`   missing: ${text}`);
      for (const [thing, one] of Object.values(told.draft.patch.asTold ?? {}).flatMap(Object.entries))
        console.log(`   remembered of ${thing}: ${one?.text ?? "nothing more"}`);
      writeFileSync(join(from, `${number}.told.txt`), `${told.draft.paragraphs.join("\n\n")}\n`);
      if (values.print) console.log(`\n${told.draft.paragraphs.join("\n\n")}\n`);
    }
  }
  const count = (became) => report.filter((one) => one.became === became).length;
  const kinds = ["as written", "cut at its end", "mended", "stepped in"];
  console.log(`\n${report.length} scenes: ${kinds.map((kind) => `${count(kind)} ${kind}`).join(", ")}`);
}
