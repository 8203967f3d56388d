import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.js";
import type { ScriptUnderTest, SkillUnderTest } from "./read-skill.js";
import { sampleFromSchema } from "./sample-from-schema.js";

/** A tool input that a script should be able to work with. */
export interface GoodInput {
  /** Where it comes from, in words. */
  readonly from: string;
  readonly input: JsonObject;
  /** The author wrote it, so the script must succeed with it; one made up by the kit it may turn down. */
  readonly promised: boolean;
}

/** More would only take longer. */
const MOST_EXAMPLES = 5;

/**
 * The good inputs of a script: `examples/<script>.json` and `examples/<script>-*.json` of the skill, else JSON of its
 * SKILL.md, else one made from its input schema, else a scene of a story.
 *
 * @param given - An input to take instead of all these.
 * @returns At least one. Each is whole: what an example leaves out is filled in as the runtime would.
 */
export function goodInputs(skill: SkillUnderTest, script: ScriptUnderTest, given?: JsonObject): GoodInput[] {
  if (given !== undefined)
    return [{ from: "the input that was given", input: whole(skill, script, given), promised: false }];
  const only = skill.scripts.length === 1;
  const files = exampleFiles(skill.dir, script.name);
  const fenced = skill.examples
    .filter(({ operation }) => operation === script.name || (operation === undefined && only))
    .map((value, index) => ({ from: `example ${index + 1} of SKILL.md`, value }));
  const written = [...files, ...fenced].slice(0, MOST_EXAMPLES);
  if (written.length > 0) {
    return written.map(({ from, value }) => ({ from, input: whole(skill, script, value), promised: true }));
  }
  const schema = script.inputSchema;
  const sample = schema === undefined ? {} : sampleFromSchema(schema);
  const from = schema === undefined ? "a scene of a story" : "made from its input schema";
  const promised = isJsonObject(schema) && Array.isArray(schema.examples);
  return [{ from, input: whole(skill, script, isJsonObject(sample) ? { input: sample } : {}), promised }];
}

function exampleFiles(dir: string, script: string): { from: string; value: JsonObject }[] {
  let names: string[];
  try {
    names = readdirSync(join(dir, "examples")).sort();
  } catch {
    return [];
  }
  return names
    .filter((name) => name === `${script}.json` || (name.startsWith(`${script}-`) && name.endsWith(".json")))
    .flatMap((name) => {
      try {
        const value = JSON.parse(readFileSync(join(dir, "examples", name), "utf8")) as JsonValue;
        return isJsonObject(value) ? [{ from: `examples/${name}`, value }] : [];
      } catch {
        return [];
      }
    });
}

/** @param given - A whole tool input, or only what belongs in its `input`. */
function whole(skill: SkillUnderTest, script: ScriptUnderTest, given: JsonObject): JsonObject {
  const parts = isJsonObject(given.input) ? given : { input: given };
  const settings = Object.entries(skill.settings).flatMap(([name, field]) => {
    if (!isJsonObject(field)) return [];
    if (field["x-sensitive"] === true) return [[name, SECRET]];
    return field.default === undefined ? [] : [[name, field.default]];
  });
  const story: JsonObject = STORY;
  const context = Object.fromEntries(script.context.flatMap((key) => (key in story ? [[key, story[key]]] : [])));
  return {
    requestId: "check-1",
    tool: skill.name,
    operation: script.name,
    dependencies: {},
    host: null,
    ...parts,
    config: { ...Object.fromEntries(settings), ...(isJsonObject(parts.config) ? parts.config : {}) },
    context: { seed: "a-rainy-evening", ...context, ...(isJsonObject(parts.context) ? parts.context : {}) },
  };
}

/** Stands for every setting that is marked `x-sensitive`, and must come out nowhere. */
export const SECRET = "kit-secret-5b1f0c7e92";

/** A scene of a story, in the layout of session state. */
const STORY = {
  seed: "a-rainy-evening",
  scene: 7,
  clock: { minutes: 1_110 },
  weather: "rain",
  place: "the-mill",
  player: {
    name: "Wren",
    stats: { strength: 9, dexterity: 12, charisma: 14, perception: 11 },
    traits: ["stubborn"],
    conditions: [],
  },
  inventory: { rope: { name: "a rope", count: 1 } },
  people: { osk: { name: "Osk", place: "the-mill", alive: true, met: true, feeling: 10 } },
  factions: { millers: 5 },
  flags: { torchLit: true },
  world: { bridge: "down" },
  threads: { "the-debt": { state: "open" } },
  beats: [],
  choice: { id: "s6-2", text: "Ask Osk for the rope", tags: ["talk"] },
  scenes: ["You came to the mill in the rain. Osk did not look up from his rope."],
  facts: ["The bridge is down since the flood."],
  hooks: [],
  constraints: [],
} satisfies JsonObject;
