/** Who the player is as a reason for choices: their people, calling, past, things, nature and answers. */
import { createRandom, deriveSeed } from "@narratoria/protocol/random";
import { type PastEntry, relationshipWords, type SourceRef, type Verb, VERBS } from "@narratoria/protocol/story";
import type { Candidate } from "./candidate.js";
import { entryOf, type Nature, naturesOf } from "./nature.js";
import type { View } from "./view.js";
import { fill } from "./words.js";

/** Where a choice comes from that who the player is speaks for. */
export function pastSource(view: View, entry: PastEntry): SourceRef {
  const { kind, of = "", text, npc } = entry;
  const said = text.replace(/\.$/, "");
  const person = npc === undefined ? undefined : view.people.get(npc);
  const words: Readonly<Record<PastEntry["kind"], string>> = {
    race: `${of}: ${said}`,
    class: `${of}: ${said}`,
    ability: `${of}: ${said}`,
    background: `${of}: ${said}`,
    thing: `yours from before: ${said}`,
    trait: `your nature: ${said}`,
    relationship: person === undefined ? said : relationshipWords(person.short, said),
    answer: `you said: ${said}`,
    theme: `your story is about: ${said}`,
  };
  return { kind: "player", ref: `${kind}:${npc ?? of}`, text: words[kind] };
}

/** How much each kind of entry speaks for a choice. */
const WEIGHT = { relationship: 1, thing: 1, names: 1.1, theme: 0.7, nature: 0.9 } as const;

/** What of a choice can be named in somebody's past; whoever it is done to is there, and no subject of it. */
const subjectsOf = ({ verb, bind }: Candidate): readonly string[] => [
  ...(bind.topic === undefined ? [] : [`topic:${bind.topic}`]),
  ...(bind.npc2 === undefined ? [] : [`npc:${bind.npc2}`]),
  ...(VERBS[verb].class === "move" && bind.place !== undefined ? [`place:${bind.place}`] : []),
  ...(VERBS[verb].class === "move" && bind.npc !== undefined ? [`npc:${bind.npc}`] : []),
];

/** Deeds that one does for somebody's sake. */
const FOR_SOMEBODY: readonly Verb[] = ["help", "give", "trust", "accept", "go", "recall", "settle"];

/** The entry that speaks most for a choice, and how much. */
function entryFor(view: View, one: Candidate): readonly [PastEntry, number] | undefined {
  const { verb, bind } = one;
  const subjects = subjectsOf(one);
  const thing = bind.item === undefined ? undefined : view.inventory.find(({ id }) => id === bind.item)?.name;
  const weighed = view.past.flatMap((entry): readonly (readonly [PastEntry, number])[] => {
    if (subjects.some((key) => entry.names?.includes(key)))
      return [[entry, entry.kind === "theme" ? WEIGHT.theme : WEIGHT.names]];
    if (entry.kind === "relationship") {
      const isTheirs = FOR_SOMEBODY.includes(verb) && (entry.npc === bind.npc || entry.npc === bind.npc2);
      return isTheirs ? [[entry, WEIGHT.relationship]] : [];
    }
    const isThing = entry.kind === "thing" && thing !== undefined && entry.text.startsWith(thing);
    return isThing ? [[entry, WEIGHT.thing]] : [];
  });
  const nature = naturesOf(view).find(({ verbs }) => verbs.includes(verb) && verb !== "ask" && verb !== "gossip");
  const looks =
    verb === "decide" && bind.prop !== undefined && bind.npc === undefined ? entryOf(view, "keen") : undefined;
  const natural = looks ?? nature?.entry;
  const all = [...weighed, ...(natural === undefined ? [] : [[natural, WEIGHT.nature] as const])];
  return all.reduce<readonly [PastEntry, number] | undefined>(
    (best, next) => (best === undefined || next[1] > best[1] ? next : best),
    undefined,
  );
}

/**
 * A choice with who the player is among its reasons, where that speaks for it: never what the story offers to everybody. (rule PC2800)
 */
export function inCharacter(view: View, one: Candidate): Candidate {
  const { due, insists, closes, answers, own, rows, bind } = one;
  if (view.past.length === 0 || due || insists || closes || own || answers !== undefined || rows !== undefined)
    return one;
  // An answer to what a beat has put to the player is anybody's.
  if (bind.beat !== undefined) return one;
  const asked = inManner(view, one);
  if (asked !== one) return asked;
  const found = entryFor(view, one);
  if (found === undefined) return one;
  const [entry, weight] = found;
  const { idle, ...rest } = one;
  return {
    ...rest,
    // What somebody would say for who they are is not said for want of anything else.
    ...(idle === undefined || SPOKEN.includes(one.verb) ? {} : { idle }),
    salience: one.salience + weight,
    own: "reason",
    sources: [...one.sources, pastSource(view, entry)],
  };
}

/** Verbs by which somebody is spoken of, told something or promised help. */
const SPOKEN: readonly Verb[] = ["gossip", "trust", "accept"];

/** How players of each nature put a question; `{about}` is what or whom it is about. */
const MANNERS: Readonly<Partial<Record<Nature, readonly string[]>>> = {
  bold: [
    "Ask {npc} straight out about {about}",
    "Ask {npc} about {about}, and wait for the answer",
    "Have it out of {npc} about {about}",
  ],
  sociable: [
    "Get {npc} to talk about {about}",
    "Bring the talk with {npc} round to {about}",
    "Let {npc} tell you about {about}",
  ],
  keen: [
    "Ask {npc} exactly what {npc.s knows|know} about {about}",
    "Find out how much {npc} knows about {about}",
    "Ask {npc} what there is to know about {about}",
  ],
  sly: ["Sound {npc} out about {about}", "Bring up {about} with {npc} as if by chance", "Draw {npc} out about {about}"],
  kind: ["Ask {npc} gently about {about}", "Ask {npc}, without hurry, about {about}"],
};

/** A question as a player of this nature puts it. (rule PC2805) */
function inManner(view: View, one: Candidate): Candidate {
  const { verb, bind, text, sources } = one;
  const about = verb === "ask" ? bind.topic : verb === "gossip" ? bind.npc2 : undefined;
  if (about === undefined || text !== undefined) return one;
  const manners = naturesOf(view).filter(({ nature }) => MANNERS[nature] !== undefined);
  const random = createRandom(deriveSeed(view.seed, "manner", bind.npc ?? "", about));
  const own = manners.length === 0 ? undefined : random.pick(manners);
  const templates = own === undefined ? [] : (MANNERS[own.nature] ?? []);
  const slot = verb === "ask" ? "{topic}" : "{npc2}";
  const words =
    templates.length === 0 ? null : fill(random.pick(templates).replace("{about}", slot), view, bind, "name");
  if (own === undefined || words === null) return one;
  return { ...one, text: words, own: "reason", sources: [...sources, pastSource(view, own.entry)] };
}
