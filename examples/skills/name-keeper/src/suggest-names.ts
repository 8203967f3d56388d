/** The `suggest-names` script: makes up names that nobody in the story has. */
import { createRandom } from "@narratoria/protocol/random";
import { defineTool, ToolFailure } from "@narratoria/protocol/skill";
import { likeness, namesOf } from "./alike.js";

const BEGINNINGS = [
  "Al",
  "Be",
  "Cor",
  "Da",
  "El",
  "Fen",
  "Gra",
  "Hel",
  "Io",
  "Jo",
  "Ka",
  "Lin",
  "Mer",
  "Nor",
  "Ro",
  "Tam",
  "Wil",
];
const ENDINGS = ["an", "bert", "da", "el", "en", "ga", "ick", "is", "la", "mund", "na", "or", "ric", "sa", "win"];
/** Where the story has used up what there is, so many tries find that out. */
const MOST_TRIES = 500;

defineTool({
  input: {
    type: "object",
    properties: {
      count: { type: "integer", minimum: 1, maximum: 8 },
      beginning: { type: "string", maxLength: 12, description: "How the names are to begin." },
    },
  },
  run({ count = 3, beginning = "" }, { context }) {
    const random = createRandom(String(context.seed));
    const taken = namesOf(context.people);
    const names: string[] = [];
    for (let tries = 0; names.length < count && tries < MOST_TRIES; tries++) {
      const name = `${beginning || random.pick(BEGINNINGS)}${random.pick(ENDINGS)}`;
      if ([...taken, ...names].every((known) => likeness(name, known) < 0.7)) names.push(name);
    }
    if (names.length === 0)
      throw new ToolFailure("no_names_left", "Every name that could be made is too like one in use.");
    return { names };
  },
});
