/** The code's own wording of choices and labels. A narrator may reword a choice; these stand where none does. */
import type { Random } from "@narratoria/protocol/random";
import { type Bindings, liesIn, type Verb } from "@narratoria/protocol/story";
import { knowsPlace } from "./knowledge.js";
import { stopsAhead } from "./roads.js";
import type { View } from "./view.js";
import { capitalised, clauseOf, fill } from "./words.js";

/** The longest text of a choice that is still taken in at a glance. */
export const CHOICE_LETTERS = 125;

/** A fact longer than this is named by its topic, not quoted. */
const FACT_LETTERS = 80;

/**
 * Templates by verb. One whose slots cannot be filled is passed over, and among those that can, the ones that say most are
 * drawn from.
 */
const TEXTS: Readonly<Record<Verb, readonly string[]>> = {
  ask: [
    "Ask {npc} about {topic}",
    "Find out what {npc} knows about {topic}",
    "Ask {npc} straight out about {topic}",
    "Bring up {topic} with {npc}",
    "Ask {npc} what {npc.s wants|want}",
  ],
  gossip: [
    "Ask {npc} about {npc2}",
    "Find out what {npc} makes of {npc2}",
    "Bring the talk with {npc} round to {npc2}",
    "Let {npc} talk, and see where it goes",
  ],
  listen: [
    "Keep quiet and listen to what goes on around you",
    "Stand still and listen",
    "Say nothing for a while, and listen",
    "Hold your breath and listen",
    "Listen until you can tell one sound from the next",
    "Close your eyes and listen",
  ],
  press: [
    "Hold {npc} to it: {fact}",
    "Put it to {npc} again: {fact}",
    "Press {npc} about {topic}",
    "Do not let {npc} get away from {topic}",
    "Ask {npc} about {topic} until there is an answer",
    "Come back to {topic}, and do not let {npc} change the subject",
    "Press {npc} for more",
  ],
  confront: [
    "Tell {npc} to {npc.p} face what you know of {npc.o} and {npc2}",
    "Ask {npc} to {npc.p} face about {npc2}",
    "Stand in {npc.p} way until {npc} answers for it",
    "Stop {npc} and ask {npc.o} what {npc.s wants|want} from you",
  ],
  bluff: [
    "Let {npc} think that you know all about {topic}",
    "Tell {npc} that somebody has already told you about {topic}",
    "Act as if {topic} held no secrets for you, and watch {npc}",
    "Speak of {topic} to {npc} as of something settled",
    "Say to {npc} that the rest know about {topic} too",
  ],
  help: ["Help {npc} {text}", "Offer {npc} your help: {npc.s means|mean} to {text}", "Lend {npc} a hand"],
  give: [
    "Give {npc} {item}",
    "Hand {item} over to {npc}",
    "Let {npc} have {item}",
    "Make {npc} a present of {item}",
    "Give {npc} what you have",
  ],
  trust: [
    "Tell {npc} {text}",
    "Tell {npc} what you know about {topic}",
    "Let {npc} in on what you have heard about {topic}",
    "Share what you know about {topic} with {npc}",
    "Take {npc} aside and speak of {topic}",
    "Tell {npc} what lies among {npc2.p} things",
    "Tell {npc} what you have found",
  ],
  settle: [
    "Pay {npc} what you owe",
    "Settle up with {npc}",
    "Ask {npc} what would make you even",
    "Make good what you owe {npc}",
    "Be done with your debt to {npc}",
  ],
  warn: [
    "Warn {npc} about {npc2}",
    "Tell {npc} to keep an eye on {npc2}",
    "Warn {npc} that {npc.s is|are} being watched",
  ],
  recall: [
    "Remind {npc} how you {text}",
    "Ask {npc} whether {npc.s remembers|remember} how you {text}",
    "Speak with {npc} of how you {text}",
    "Bring up with {npc} how you {text}",
  ],
  search: [
    "Look behind {prop}",
    "Go over {prop} inch by inch",
    "See what there is to {prop}",
    "Take a closer look at {prop}",
    "Run a hand along {prop}",
    "Search {place}",
    "Look around {place}",
    "Go through {place} from end to end",
    "See what {place} has that you have missed",
    "Take a second look at {place}",
    "Look around you",
    "See what there is to be found",
    "Look closer at what lies about",
  ],
  watch: [
    "Say nothing, and watch {npc}",
    "Keep an eye on {npc} for a while",
    "Watch what {npc} does when nobody asks {npc.o} anything",
    "Watch {npc} from where you are",
    "Keep watch at {place}",
    "Find a corner of {place} and keep watch",
    "See who comes and goes at {place}",
    "Sit where you can see all of {place}",
    "Keep watch",
    "Keep your eyes open and stay out of sight",
  ],
  read: ["Read {item} again, slowly", "Read {item}", "Read what stands on {prop}", "Read what there is to read"],
  wait: [
    "Wait, and see who comes",
    "Let an hour go by",
    "Wait a while where you are",
    "Stay put until something happens",
    "Do nothing for once, and see what that brings",
    "Give it time",
    "Sit down and let the hour pass",
  ],
  reckon: [
    "Go over what you know so far",
    "Lay what you have heard side by side",
    "Think it all through, one thing after the other",
    "Put together what you have been told",
    "Count up what you know, and what you do not",
  ],
  go: ["Go to {place} and find {npc}", "Go to {place}"],
  follow: [
    "Follow {npc} to {place}",
    "Let {npc} leave, and follow to {place}",
    "Go after {npc}, as far as {place}",
    "Go after {npc}",
  ],
  flee: ["Get away from {npc}, to {place}", "Get away from here, to {place}", "Get out while you can, to {place}"],
  use: [
    "Show {npc} {item}",
    "Put {item} in front of {npc}",
    "Let {npc} catch sight of {item}",
    "Ask {npc} what {npc.s makes|make} of {item}",
    "Take out {item} where {npc} can see",
  ],
  face: [
    "Turn round and face {npc}",
    "Let {npc} know that you have noticed",
    "Wait for {npc} in the open",
    "Ask {npc} what there is to look at",
    "Look back at {npc} until one of you speaks",
  ],
  sneak: [
    "Look through {npc.p} things while {npc} is busy",
    "Slip past {npc} and look where you are not meant to",
    "Wait until {npc} turns round, and look behind {npc.p} back",
    "Go where you are not meant to",
  ],
  force: ["Force {prop} open", "Break {prop} open", "Put your shoulder to {prop}"],
  rest: [
    "Rest until you are yourself again",
    "Sit down and rest for a few hours",
    "Find somewhere to lie down",
    "Sleep, if sleep will come",
    "Put your feet up and shut your eyes",
    "Leave it until you have rested",
  ],
  decide: ["{text}"],
  accept: [
    "Promise {npc} that you will help {npc.o} {text}",
    "Give {npc} your word that you will help {npc.o} {text}",
    "Promise {npc} your help",
    "Say yes",
  ],
  refuse: [
    "Take back your word to {npc}",
    "Tell {npc} that {npc.s has|have} to do without you",
    "Tell {npc} no",
    "Say no",
  ],
  end: ["Bring it to its end: {text}", "Let it come to this: {text}", "See it through"],
};

const LABELS: Readonly<Record<Verb, readonly string[]>> = {
  ask: ["Ask {npc}", "Ask"],
  gossip: ["Talk with {npc}", "Talk"],
  listen: ["Listen"],
  press: ["Press {npc}", "Press"],
  confront: ["Confront {npc}", "Confront"],
  bluff: ["Bluff {npc}", "Bluff"],
  help: ["Help {npc}", "Help"],
  give: ["Give to {npc}", "Give"],
  trust: ["Trust {npc}", "Trust"],
  settle: ["Settle with {npc}", "Settle"],
  warn: ["Warn {npc}", "Warn"],
  recall: ["Remind {npc}", "Remind"],
  search: ["Search"],
  watch: ["Watch {npc}", "Keep watch"],
  read: ["Read"],
  wait: ["Wait"],
  reckon: ["Think"],
  go: ["Travel"],
  follow: ["Follow {npc}", "Follow"],
  flee: ["Get away"],
  use: ["Show {npc}", "Show"],
  face: ["Face {npc}", "Turn round"],
  sneak: ["Go unseen"],
  force: ["Force it"],
  rest: ["Rest"],
  decide: ["Decide"],
  accept: ["Promise", "Say yes"],
  refuse: ["Refuse"],
  end: ["End"],
};

/**
 * Words a choice.
 *
 * @param random - Draws among the wordings that say most.
 * @returns At most 125 letters where any wording is that short, without a full stop.
 */
export function wordChoice(view: View, verb: Verb, bind: Bindings, random: Random): string {
  const words = plainBindings(view, bind);
  // What a beat leaves to the player is worded by its author.
  const templates =
    bind.beat !== undefined && words.text !== undefined
      ? ["{text}"]
      : verb === "go"
        ? wayTexts(view, bind)
        : TEXTS[verb];
  const fitting = templates.flatMap((template) => {
    const text = fill(template, view, words);
    return text === null || text.length > CHOICE_LETTERS ? [] : [{ text: capitalised(text), says: saysOf(template) }];
  });
  const most = Math.max(0, ...fitting.map((one) => one.says));
  const best = fitting.filter((one) => one.says === most);
  return best.length > 0 ? random.pick(best).text : (fill(LABELS[verb].at(-1) ?? verb, view, bind) ?? verb);
}

/** A journey says what it is for: on along the road, back to where one was, to whom and what about, or to see for oneself. */
function wayTexts(view: View, { place = "", npc, topic }: Bindings): readonly string[] {
  const wasThere = view.visited[place] !== undefined;
  const goesOn = (stopsAhead(view, place) ?? 0) > 0;
  // Nobody sets out for what they have not heard of: they look for somebody, or go on. (rule PC3210)
  if (isVague(view, place)) return npc === undefined ? [leaving(view)] : ["Look for {npc}", "Go and find {npc}"];
  const way = wasThere ? "Go back to {place}" : goesOn ? "Go on to {place}" : "Go to {place}";
  if (npc !== undefined)
    return [
      // Nobody goes to the mill to ask about the mill.
      ...(topic !== undefined && view.places.get(place)?.topic === topic ? [] : [`${way} to see {npc} about {topic}`]),
      `${way} and find {npc}`,
      ...(wasThere || goesOn ? [] : ["Look for {npc} at {place}"]),
    ];
  return [way];
}

/** A place of a kind that goes without saying: "the infirmary", "the wireless room". */
const PLAIN_PLACE =
  /^the (?:\p{Ll}+[ -])?(?:rooms?|kitchen|inn|pub|tavern|café|cafe|canteen|church|chapel|churchyard|cemetery|hall|school|schoolhouse|schoolroom|classroom|station|harbour|harbor|quay|docks?|market|market-place|shop|store|office|infirmary|hospital|clinic|surgery|library|galley|saloon|deck|bridge|garden|yard|courtyard|stables?|barn|cellar|basement|attic|mill|bakery|laundry|workshop|garage|bathhouse|dormitory)$/u;

/**
 * Whether nobody could name where a way leads: no text has, and its name is one of its own, or it is what the player is in already.
 * (rules PC3210 and PC5301)
 */
export function isVague(view: View, place: string): boolean {
  if (isInside(view, place)) return true;
  if (knowsPlace(view, place) || (stopsAhead(view, place) ?? 0) > 0) return false;
  return !PLAIN_PLACE.test(view.places.get(place)?.name ?? "");
}

/** Whether the player is in a part of a place: nobody goes to the town from its inn. */
export function isInside({ place: here, places }: View, place: string): boolean {
  const whole = places.get(place);
  return here !== undefined && whole !== undefined && liesIn(here, whole);
}

/** Of so many one takes one's leave by name. */
const MOST_LEFT = 2;

/** Who sets out for where nobody has named leaves whoever is here, by name where they are few and do not come along. (rule PC3210) */
function leaving({ present, standing, place }: View): string {
  const others = present.filter(({ speech, kind }) => speech === "words" && kind === "human");
  const stay = others.every(({ id, travels }) => travels !== true && standing.get(id)?.follows !== true);
  if (!stay || others.length === 0 || others.length > MOST_LEFT || others.length < present.length)
    return place === undefined || place.road !== undefined ? "Go on" : `Leave ${place.name}`;
  return `Take your leave of ${others.map(({ short }) => short).join(" and ")}`;
}

/** The way to a place in words: "Go to the hall", "Go back to the hall", "Go on" where no text has named it. */
export function wayTo(view: View, place: string): string {
  const [template = "{place}"] = wayTexts(view, { place });
  return capitalised(fill(template, view, { place }) ?? "Go on");
}

export function labelOf(view: View, verb: Verb, bind: Bindings): string {
  return LABELS[verb].map((template) => fill(template, view, bind)).find((label) => label !== null) ?? verb;
}

function plainBindings(view: View, bind: Bindings): Bindings {
  const { fact, ...others } = bind;
  const clause = clauseOf(view.facts.get(fact ?? ""));
  return {
    ...others,
    ...(fact !== undefined && clause !== null && clause.length <= FACT_LETTERS ? { fact } : {}),
  };
}

/** How much a template says: each thing that it names, and more for a thing than for the place where it stands. */
function saysOf(template: string): number {
  const slots = new Set([...template.matchAll(/\{(\w+)/g)].map(([, slot]) => slot));
  return [...slots].reduce((sum, slot) => sum + (slot === "place" ? 1 : 2), 0);
}
