/** How a deed is remembered: its template for callbacks, how it was taken, and the sentence that sums the scene up. */
import { pastTense, pronounForms, secondPersonFrom, withSecondDeed, escapeRegExp } from "@narratoria/protocol/english";
import type {
  Bindings,
  ChoiceSlot,
  Deed,
  Effect,
  Outcome,
  Person,
  StoryMemory,
  Verb,
} from "@narratoria/protocol/story";
import { attitudeOf } from "./attitude-words.js";
import type { View } from "./view.js";
import { capitalised, definite, fill, infinitive, objectPronoun } from "./words.js";

interface DeedWords {
  /** Filled after "you", "how you", "when you". The first whose slots can be filled is taken. */
  readonly done: readonly string[];
  /** The same for an act that failed. */
  readonly failed: readonly string[];
}

const DEED_WORDS: Readonly<Record<Verb, DeedWords>> = {
  ask: {
    done: ["[ask] {npc.o} about {topic}", "[ask] {npc.o} a question"],
    failed: ["could get nothing out of {npc.o} about {topic}", "could get nothing out of {npc.o}"],
  },
  gossip: {
    done: ["[ask] {npc.o} about {npc2.name}", "[let] {npc.o} talk"],
    failed: ["could not get {npc.o} to talk"],
  },
  listen: { done: ["[stand] and [listen] at {place}", "[stand] and [listen]"], failed: ["[listen] for nothing"] },
  press: {
    done: ["[press] {npc.o} about {topic}", "[press] {npc.o}"],
    failed: ["[press] {npc.o} about {topic} for nothing", "[press] {npc.o} for nothing"],
  },
  confront: { done: ["[stand] in {npc.p} way"], failed: ["[stand] in {npc.p} way and [have] to step aside"] },
  bluff: {
    done: ["[let] {npc.o} think you knew all about {topic}", "[let] {npc.o} think you knew more than you did"],
    failed: ["[try] to fool {npc.o} about {topic}", "[try] to fool {npc.o}"],
  },
  help: { done: ["[help] {npc.o} {text}", "[offer] {npc.o} your help"], failed: ["could not help {npc.o}"] },
  give: { done: ["[give] {npc.o} {item}", "[give] {npc.o} what you had"], failed: ["could not give {npc.o} {item}"] },
  trust: {
    done: ["[tell] {npc.o} what you knew about {topic}", "[tell] {npc.o} {text}", "[tell] {npc.o} what you knew"],
    failed: ["could not bring yourself to tell {npc.o}"],
  },
  settle: { done: ["[pay] {npc.o} what you owed"], failed: ["could not pay {npc.o} what you owed"] },
  warn: {
    done: ["[warn] {npc.o} about {npc2.name}", "[warn] {npc.o}"],
    failed: ["could not make {npc.o} heed a warning"],
  },
  recall: { done: ["[bring] up the past with {npc.o}"], failed: ["[bring] up the past with {npc.o} in vain"] },
  search: {
    done: ["[look] closely at {prop}", "[search] {place}", "[look] around you"],
    failed: ["[look] closely at {prop} in vain", "[search] {place} in vain", "[look] around you in vain"],
  },
  watch: {
    done: ["[watch] {npc.o}", "[keep] watch at {place}", "[keep] watch"],
    failed: ["were caught watching {npc.o}", "[keep] watch for nothing"],
  },
  read: {
    done: ["[read] {item}", "[read] what stood on {prop}", "[read] what there was"],
    failed: ["could not read it"],
  },
  wait: { done: ["[wait] at {place}", "[wait]"], failed: ["[wait] for nothing"] },
  reckon: { done: ["[put] two things together"], failed: ["could make nothing of it"] },
  go: { done: ["[go] to {place}"], failed: ["could not get to {place}"] },
  follow: { done: ["[follow] {npc.o} to {place}", "[follow] {npc.o}"], failed: ["[lose] sight of {npc.o}"] },
  flee: { done: ["[get] away from {npc.o}", "[get] away"], failed: ["could not get away"] },
  use: {
    done: ["[show] {npc.o} {item}", "[show] {npc.o} what you had"],
    failed: ["[show] {npc.o} {item} for nothing", "[show] {npc.o} what you had for nothing"],
  },
  face: { done: ["[turn] and [face] {npc.o}", "[turn] round"], failed: ["[turn] round too late"] },
  sneak: {
    done: ["[go] through {npc.p} things", "[slip] past everybody at {place}", "[slip] past everybody"],
    failed: ["were caught going through {npc.p} things", "were caught where you should not have been"],
  },
  force: { done: ["[break] open {prop}", "[use] force"], failed: ["could not force {prop}", "[use] force in vain"] },
  rest: { done: ["[rest] at {place}", "[rest]"], failed: ["found no rest"] },
  decide: { done: ["[make] up your mind"], failed: ["could not make up your mind"] },
  accept: { done: ["[give] {npc.o} your word", "[say] yes"], failed: ["could not say yes"] },
  refuse: { done: ["[turn] {npc.o} down", "[say] no"], failed: ["could not say no"] },
  end: { done: ["[see] it through"], failed: ["could not see it through"] },
};

const GOOD: readonly Verb[] = ["help", "give", "trust", "settle", "warn", "accept", "recall"];
const HARSH: readonly Verb[] = ["press", "confront", "bluff", "sneak", "force", "refuse", "watch", "follow"];

/** Deeds that somebody else would still speak of. */
const TELLING: readonly Verb[] = [
  "help",
  "give",
  "trust",
  "settle",
  "warn",
  "use",
  "confront",
  "decide",
  "accept",
  "refuse",
  "sneak",
];

/** Bindings of a deed as they were when it was done: its place is where it happened. */
function bindAt(view: View, slot: ChoiceSlot): Bindings {
  return { place: view.placeId, ...slot.bind };
}

/** The deed template with slots left open, for the words that fit when it is called back. */
function deedOf(view: View, slot: ChoiceSlot, outcome: Outcome): Deed {
  const bind = bindAt(view, slot);
  return {
    verb: slot.verb,
    bind,
    // What needed no dice and touched somebody was done, and can be called back as such.
    outcome: outcome === "none" && TELLING.includes(slot.verb) ? "success" : outcome,
    polarity: polarityOf(slot.verb, outcome),
    template: templateOf(view, slot.verb, bind, outcome),
  };
}

/** How the person it concerns will have taken it. */
export function polarityOf(verb: Verb, outcome: Outcome): Deed["polarity"] {
  if (outcome === "fail") return "bad";
  if (outcome === "partial") return "mixed";
  if (GOOD.includes(verb)) return "good";
  return HARSH.includes(verb) ? "bad" : "mixed";
}

function templateOf(view: View, verb: Verb, bind: Bindings, outcome: Outcome): string {
  if ((bind.beat !== undefined || verb === "decide") && bind.text !== undefined)
    return decisionTemplate(bind.text, view.people.get(bind.npc ?? "")?.short, outcome === "fail");
  const { done, failed } = DEED_WORDS[verb];
  const words = outcome === "fail" ? failed : done;
  return words.find((template) => fill(template, view, bind) !== null) ?? "[do] what you could";
}

/** "sell the drawing to Placi" is remembered as sold: its first word is the verb, as in every bare infinitive; what failed was tried. */
function decisionTemplate(text: string, name: string | undefined, failed: boolean): string {
  // Whoever it was done to is named when it is told: "how you told him", "told Placi"; "what Placi asks" becomes "what he asked".
  const open =
    name === undefined
      ? text
      : asSubject(text, name)
          .replaceAll(`${name}’s`, "{npc.p}")
          .replaceAll(`${name}'s`, "{npc.p}")
          .replaceAll(name, "{npc.o}");
  if (!/^[a-z]+(?= |$)/.test(open)) return "[choose] to {text}";
  if (failed) return `[try] to ${open}`;
  // "Open the tin and ask Stroud" are two deeds.
  return withSecondDeed(open.replace(/^[a-z]+/, "[$&]"), (verb) => `[${verb}]`);
}

/** Puts somebody who is the subject of a subordinate clause, with its verb, into a slot that agrees. */
function asSubject(text: string, name: string): string {
  const escaped = escapeRegExp(name);
  const clause = new RegExp(`\\b(what|how|that|whether|where|when|why|as|if) ${escaped} (\\p{Ll}+s)\\b`, "gu");
  return text.replace(clause, (_, word: string, verb: string) => {
    const [one, many] =
      verb === "is" ? ["was", "were"] : [pastTense(secondPersonFrom(verb)), pastTense(secondPersonFrom(verb))];
    return `${word} {npc.s ${one}|${many}}`;
  });
}

/** A remembered deed in words: "how you showed her the letter" without its "how". Null where its names are gone. */
export function deedInWords(view: View, deed: Deed, names: "pronoun" | "name"): string | null {
  // The item may be gone since, and its name with it; what it was is in the memory's own bindings.
  const item = deed.bind.item === undefined ? undefined : definite(deed.bind.item.replaceAll("-", " "));
  const template = item === undefined ? deed.template : deed.template.replace("{item}", item);
  return fill(template, view, deed.bind, names);
}

/** The memory of a scene. */
export function memoryOf(view: View, slot: ChoiceSlot, outcome: Outcome, effects: readonly Effect[]): StoryMemory {
  const deed = deedOf(view, slot, outcome);
  const moved = effects.find((effect) => effect.kind === "move");
  return {
    summary: summaryOf(view, slot, deed, effects),
    scene: view.scene,
    characters: peopleIn(slot, effects),
    location: slot.verb === "go" && moved?.kind === "move" ? moved.place : view.placeId,
    significance: significanceOf(slot, outcome, effects),
    tags: tagsOf(slot, outcome, effects),
    deed,
  };
}

/** One sentence in the past tense: what the player did, and what came of it. */
function summaryOf(view: View, slot: ChoiceSlot, deed: Deed, effects: readonly Effect[]): string {
  const did = summaryOpening(view, slot, deed, effects);
  const results = effects.flatMap((effect) => resultOf(view, effect, slot, did) ?? []).slice(0, 2);
  // "But" is for what a failure brought all the same.
  const allTheSame = effects.some((effect) => ["redirect", "learn", "thread"].includes(effect.kind));
  const joint = deed.outcome === "fail" && allTheSame ? ", but " : ", and ";
  const whole = capitalised(results.length > 0 ? `${did}${joint}${results.join(", and ")}` : did);
  return /[.!?…]”$/.test(whole) ? whole : `${whole}.`;
}

function summaryOpening(view: View, slot: ChoiceSlot, deed: Deed, effects: readonly Effect[]): string {
  const pair = effects.find((effect) => effect.kind === "reckon");
  if (slot.verb === "reckon" && pair?.kind === "reckon") {
    const [one, other] = pair.facts.map((id) => view.topics.get(view.facts.get(id)?.topic ?? "")?.np);
    if (one && other) return `you laid what you knew of ${one} beside what you knew of ${other}`;
  }
  return `you ${fill(deed.template, view, deed.bind, "name") ?? "did what you could"}`;
}

/**
 * True for a memory that somebody can be reminded of: one that had an effect on them (helped, trusted, harmed, owed).

 */
export function isTelling(memory: StoryMemory): boolean {
  const { deed } = memory;
  // Where one stood towards a remark is nothing that anybody is reminded of.
  if (
    !deed ||
    deed.verb === "recall" ||
    attitudeOf(deed.bind) !== undefined ||
    (deed.verb === "decide" && deed.bind.fact !== undefined)
  )
    return false;
  const left = ["effect:owe", "effect:paid", "effect:noticed"].some((tag) => memory.tags.includes(tag));
  return TELLING.includes(deed.verb) || (left && HARSH.includes(deed.verb));
}

/** @param did - What it follows: a pronoun is for whom that names. */
function resultOf(view: View, effect: Effect, slot: ChoiceSlot, did: string): string | null {
  const { npc: bound } = slot.bind;
  const short = bound === undefined ? undefined : view.people.get(bound)?.short;
  const npc = short !== undefined && did.includes(short) ? bound : undefined;
  const name = (id: string): string => view.people.get(id)?.short ?? "somebody";
  const they = (id: string): string => {
    const person = view.people.get(id);
    return id === npc && person ? pronounForms(person).subject : name(id);
  };
  const them = (id: string): string => {
    const person = view.people.get(id);
    return id === npc && person ? objectPronoun(person) : name(id);
  };
  switch (effect.kind) {
    case "learn": {
      const fact = view.facts.get(effect.fact);
      if (fact === undefined) return null;
      const { clause } = fact;
      if (fact.said !== undefined) return `${they(fact.said)} said: “${fact.text}”`;
      if (effect.how === "told" && effect.from !== undefined) {
        const own = ofTeller(view.people.get(effect.from), clause);
        return own === null ? null : `${they(effect.from)} told you that ${own}`;
      }
      return effect.how === "overheard" ? `you overheard that ${clause}` : `you found out that ${clause}`;
    }
    case "motive":
      return `you saw that ${they(effect.npc)} wanted to ${infinitive(effect.text)}`;
    case "relation":
      return `you learned that ${name(effect.npc)} ${effect.text.replace(/\.$/, "")}`;
    case "owe":
      return `you were left in debt to ${them(effect.npc)}`;
    case "paid":
      return `that made you even with ${them(effect.npc)}`;
    case "redirect":
      return `${they(effect.npc)} sent you to ${name(effect.to)}`;
    case "noticed":
      return `${name(effect.by)} noticed`;
    case "arrive":
      return `${name(effect.npc)} came in`;
    case "leave":
      return `${they(effect.npc)} left`;
    case "item":
      // The deed has said so.
      if (slot.verb === "give" || (effect.gained && did.endsWith(`took ${definite(effect.name)}`))) return null;
      if (effect.gained) return `you took ${definite(effect.name)}`;
      return effect.npc === undefined
        ? `you lost ${definite(effect.name)}`
        : `${they(effect.npc)} kept ${definite(effect.name)}`;
    case "condition":
      return effect.gained ? `it left you ${effect.name}` : null;
    case "feeling":
      if (Math.abs(effect.delta) < 10) return null;
      return effect.delta > 0 ? `${they(effect.npc)} warmed to you` : `${they(effect.npc)} turned cooler`;
    case "thread":
      // Who gives their word has promised.
      return effect.state === "opened" && !did.includes("your word") ? "you promised to help" : null;
    default:
      return null;
  }
}

/** A clause as whoever it opens with tells it; null for one that only leads up to their words ("the Doc says, what of it"). (rule PC5553) */
function ofTeller(person: Person | undefined, clause: string): string | null {
  const named = [person?.name, person?.short].find(
    (name) => name !== undefined && clause.toLowerCase().startsWith(`${name.toLowerCase()} `),
  );
  if (person === undefined || named === undefined) return clause;
  const rest = clause.slice(named.length + 1);
  if (/^(?:says?|said|asks?|asked)[,:]/.test(rest)) return null;
  return person.pronoun === "he" || person.pronoun === "she" ? `${person.pronoun} ${rest}` : clause;
}

function peopleIn(slot: ChoiceSlot, effects: readonly Effect[]): readonly string[] {
  const people = new Set<string>();
  if (slot.bind.npc) people.add(slot.bind.npc);
  if (slot.bind.npc2) people.add(slot.bind.npc2);
  for (const effect of effects) {
    if ("npc" in effect && effect.npc !== undefined) people.add(effect.npc);
    if (effect.kind === "noticed") people.add(effect.by);
    if (effect.kind === "learn" && effect.from !== undefined) people.add(effect.from);
    if (effect.kind === "redirect" || effect.kind === "relation") people.add(effect.to);
  }
  return [...people];
}

function significanceOf(slot: ChoiceSlot, outcome: Outcome, effects: readonly Effect[]): StoryMemory["significance"] {
  const weighty = effects.some(
    (effect) =>
      effect.kind === "paid" ||
      effect.kind === "flag" ||
      (effect.kind === "thread" && effect.state !== "due") ||
      (effect.kind === "feeling" && Math.abs(effect.delta) >= 15),
  );
  if (weighty || slot.class === "end") return "high";
  // Only what had an effect on somebody, or brought something to light, is worth being reminded of.
  const telling = effects.some((effect) =>
    ["learn", "motive", "relation", "owe", "feeling", "item", "noticed"].includes(effect.kind),
  );
  return telling || outcome === "fail" ? "medium" : "low";
}

function tagsOf(slot: ChoiceSlot, outcome: Outcome, effects: readonly Effect[]): readonly string[] {
  const tags = new Set<string>([slot.verb, slot.class, outcome, ...slot.tags]);
  if (slot.bind.topic) tags.add(`topic:${slot.bind.topic}`);
  for (const effect of effects) tags.add(`effect:${effect.kind}`);
  return [...tags];
}
