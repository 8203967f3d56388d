import type { JsonObject } from "@narratoria/protocol";
import { getPath } from "@narratoria/protocol";
import type { Random } from "@narratoria/protocol/random";
import type { Person, Place, SceneBrief } from "@narratoria/protocol/story";
import { capitalise, isPlural, pronounForms, withoutArticle } from "@narratoria/protocol/english";
import type { StoryIndex } from "../index-story.js";
import { namesThing } from "../unheard-names.js";
import { moodWords } from "./in-plain-words.js";
import { peopleHere } from "./scene-prompt.js";

/** What a model is asked to show: one thing, so that it has something to keep to. */
export interface Subject {
  readonly kind: "thing" | "place" | "light" | "sounds" | "smell" | "hands" | "face";
  /** "the iron stove", "the hands of Lareida". */
  readonly words: string;
  /** The same in a few words: "The iron stove", "Lareida’s hands". */
  readonly name: string;
  /** The first words of a sentence about it: "The iron stove is". */
  readonly begins: string;
  /** Whether a sentence is about it. */
  holds(sentence: string): boolean;
}

/** Where nothing is known of a place. */
export const ANYTHING: Subject = {
  kind: "place",
  words: "what can be seen here",
  name: "The place",
  begins: "The place is",
  holds: () => true,
};

/**
 * What there is to show in a paragraph, in the order in which to try it: first whomever the choice was about, then the things that the
 * author has put here, then light, sounds and smell. What has just been told of comes last.
 *
 * @param at - Which paragraph; the first is about people where there are some.
 */
export function subjectsFor(
  at: number,
  { story, brief, state, told }: { story: StoryIndex; brief: SceneBrief; state: JsonObject; told: readonly string[] },
  random: Random,
): Subject[] {
  const here = peopleHere(story, state);
  const partner = here.find(({ id }) => id === brief.choice?.bind.npc) ?? here[at % Math.max(1, here.length)];
  const place = story.places.get(String(getPath(state, "place") ?? ""));
  const things = random.shuffle(place ? ofPlace(place, told) : []);
  const feeling = partner ? getPath(state, `people.${partner.id}.feeling`) : 0;
  const ofPartner = random.shuffle(partner ? ofPerson(partner, typeof feeling === "number" ? feeling : 0) : []);
  const shown = ({ holds }: Subject): boolean => told.some(holds);
  const people = [...ofPartner.filter((one) => !shown(one)), ...ofPartner.filter(shown)];
  const mixed = at === 0 ? [...people.slice(0, 1), ...things, ...people.slice(1)] : [...things, ...people];
  return mixed.length > 0 ? mixed : [ANYTHING];
}

function ofPlace({ name, props }: Place, told: readonly string[]): Subject[] {
  const text = told.join(" ");
  const fresh = props.filter(({ np, use }) => use !== "area" && !namesThing(text, np));
  const shown = (fresh.length > 0 ? fresh : props).slice(0, 6);
  return [
    ...shown.map(
      ({ np }): Subject => ({ kind: "thing", words: np, ...named(np), holds: (sentence) => namesThing(sentence, np) }),
    ),
    {
      kind: "light",
      words: `the light in ${name}`,
      name: "The light",
      begins: "The light is",
      holds: (sentence) =>
        /\b(?:light|lamps?|lit|dark|darkness|shadows?|sun|window|dim|bright|glow\w*)\b/i.test(sentence),
    },
    {
      kind: "sounds",
      words: `the sounds in ${name}`,
      name: "The sounds",
      begins: "What can be heard is",
      holds: (sentence) =>
        /\b(?:sounds?|hear|heard|noise|silence|silent|quiet|echo\w*|creaks?|drips?|ticks?|wind)\b/i.test(sentence),
    },
    {
      kind: "smell",
      words: `the smell of ${name}`,
      name: "The smell",
      begins: "It smells of",
      holds: (sentence) => /\b(?:smell\w*|scent|odou?r|air|stinks?|reeks?)\b/i.test(sentence),
    },
  ];
}

function ofPerson({ short, props, pronoun }: Person, feeling: number): Subject[] {
  const mood = moodWords(feeling);
  const own = pronoun === null ? short : pronounForms({ short, pronoun, plural: false }).possessive;
  const isOf = (sentence: string): boolean =>
    sentence.includes(short) || new RegExp(`\\b(?:${own}|${pronoun ?? short})\\b`, "i").test(sentence);
  return [
    {
      kind: "hands",
      words: `the hands of ${short}`,
      ...named("hands", short),
      holds: (sentence) => isOf(sentence) && /\b(?:hands?|fingers?|fists?|palms?|knuckles)\b/i.test(sentence),
    },
    {
      kind: "face",
      words: `the face of ${short}${mood === "" ? "" : `, who is ${mood}`}`,
      ...named("face", short),
      holds: (sentence) =>
        isOf(sentence) && /\b(?:face|eyes?|mouth|brows?|lips|cheeks?|looks?|smiles?|frowns?)\b/i.test(sentence),
    },
    ...props
      .filter(({ use }) => use === "worn" || use === "carried")
      .slice(0, 3)
      .map(
        ({ np }): Subject => ({
          kind: "thing",
          words: `${np} of ${short}`,
          ...named(np, short),
          holds: (sentence) => namesThing(sentence, np),
        }),
      ),
  ];
}

/** "The benches", "The benches are"; "Orsolya’s apron", "Orsolya’s apron is". */
function named(np: string, owner?: string): Pick<Subject, "name" | "begins"> {
  const thing = withoutArticle(np);
  const name = owner === undefined ? capitalise(`the ${thing}`) : `${owner}’s ${thing}`;
  return { name, begins: `${name} ${isPlural(thing) ? "are" : "is"}` };
}
