import type { Random } from "@narratoria/protocol/random";
import type { Person, Prop } from "@narratoria/protocol/story";
import { clockWords, contentWords, slug, withoutArticle } from "@narratoria/protocol/english";
import type { Frame } from "../frames/frame.js";
import type { FrameLibrary } from "../frames/library.js";
import type { Moment, Unit } from "./frame-tests.js";
import { greetsAtAnotherHour } from "./said-hours.js";
import { type Filling, saysAlready } from "./realise.js";

const WORN_REST = 4;
const PROP_REST = 2;

/** Fills the slots that the unit leaves open: things of the place, lines of the person, the hour. */
export function fillSlots(
  frame: Frame,
  unit: Unit,
  moment: Moment,
  lexicons: FrameLibrary["lexicons"],
  random: Random,
): Filling | null {
  const add: { -readonly [K in keyof Filling]: Filling[K] } = { ...unit.fill };
  const uses = frame.tests.filter((test) => test.name === "use").flatMap((test) => test.values);
  const { stage, place } = moment;
  for (const slot of frame.slots) {
    switch (slot) {
      case "prop": {
        if (add.prop) break;
        if (unit.bound) return null;
        const props = (place?.props ?? []).filter(
          (prop) =>
            (uses.length === 0 ? prop.use !== "area" : uses.includes(prop.use)) &&
            rested(moment, propKey(prop), PROP_REST),
        );
        if (props.length === 0) return null;
        add.prop = random.pick(props);
        break;
      }
      case "nprop": {
        const person = add.npc;
        if (!person) return null;
        const props = person.props.filter(
          (prop) => (uses.length === 0 || uses.includes(prop.use)) && rested(moment, propKey(prop, person), WORN_REST),
        );
        if (props.length === 0) return null;
        add.nprop = random.pick(props);
        break;
      }
      case "npc2": {
        if (add.npc2) break;
        if (unit.bound) return null;
        const others = stage.present.filter((person) => person.id !== add.npc?.id && moment.isHere(person.id));
        if (others.length === 0) return null;
        add.npc2 = random.pick(others);
        break;
      }
      case "quote": {
        if (add.quote !== undefined) break;
        const line = add.npc && lineOf(add.npc, add, moment, random);
        if (line === undefined) return null;
        add.quote = line;
        break;
      }
      case "catch": {
        const person = add.npc;
        const lines = (person?.catchphrases ?? []).filter(
          (line) => !moment.wasTold(line) && !greetsAtAnotherHour(line, stage.minutes),
        );
        if (!person || lines.length === 0 || (moment.memory.spoken.get(person.id) ?? 0) % 10 !== 9) return null;
        add.catch = random.pick(lines);
        break;
      }
      case "place":
        if (!add.place) {
          if (!place) return null;
          add.place = place;
        }
        break;
      case "from":
        if (!stage.from) return null;
        add.from = stage.from;
        break;
      case "clock":
        add.clock = clockWords(stage.minutes);
        break;
      case "part":
        add.part = stage.part;
        break;
      case "weather":
        if (stage.weatherWords === undefined) return null;
        add.weather = stage.weatherWords;
        break;
      case "npc":
      case "topic":
      case "topic2":
      case "fact":
      case "fact2":
      case "place2":
      case "item":
      case "mem":
      case "mot":
      case "rel":
      case "span":
      case "cond":
      case "text":
      case "deed":
      case "list":
        if (add[slot] === undefined) return null;
        break;
      default: {
        const lists = lexicons.get(slot) ?? [];
        const fitting = lists.filter((list) => stage.mood.includes(list.family as never));
        const words = (fitting.length > 0 ? fitting : lists).flatMap((list) => list.words);
        if (words.length === 0) return null;
        add.lexicon = new Map([...(add.lexicon ?? []), [slot, random.pick(words)]]);
      }
    }
  }
  // {npc.np} needs an epithet that is more than their name: "The miller, the miller, is here."
  const hasNoEpithet = (person: Person | undefined): boolean =>
    person?.epithet === undefined || saysAlready(person.name, person.epithet);
  if (
    frame.parts.some(
      (part) => part.kind === "slot" && part.form === "np" && hasNoEpithet(part.name === "npc" ? add.npc : add.npc2),
    )
  )
    return null;
  const prop = add.prop;
  if (uses.length > 0 && prop && frame.slots.includes("prop") && !uses.includes(prop.use)) return null;
  return add;
}

/** A line of this person's not heard for thirty scenes, the one nearest to what is being talked about. */
function lineOf(person: Person, filling: Filling, moment: Moment, random: Random): string | undefined {
  const about = contentWords([filling.topic?.np, filling.fact?.text].filter(Boolean).join(" "));
  const lines = person.lines.filter(
    (line) => !moment.wasTold(line) && !greetsAtAnotherHour(line, moment.stage.minutes),
  );
  if (lines.length === 0) return undefined;
  const score = (line: string): number =>
    [...contentWords(line)].filter((word) => about.has(word)).length + 0.9 * random.next();
  return lines.map((line) => ({ line, score: score(line) })).sort((a, b) => b.score - a.score)[0]?.line;
}

function rested(moment: Moment, key: string, scenes: number): boolean {
  const last = moment.memory.propUse.get(key);
  return !moment.props.has(key) && (last === undefined || moment.stage.scene - last >= scenes);
}

/** One key for a thing wherever it is met. */
export function propKey(prop: Prop, owner?: Person): string {
  return `${owner ? `${owner.id}/` : ""}${slug(withoutArticle(prop.np))}`;
}
