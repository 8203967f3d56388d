/** Deeds by which a player says who they are: what somebody like them makes of what was just told, and what they tell of themselves. */
import { createRandom, deriveSeed, type Random } from "@narratoria/protocol/random";
import { type Effect, type Person, storyTies } from "@narratoria/protocol/story";
import { beatAtHand } from "./aftermath.js";
import type { Candidate } from "./candidate.js";
import { type Facet, facetsOf } from "./facets.js";
import { isPresent } from "./knowledge.js";
import { PAST_MARK } from "./old-times.js";
import { pastSource } from "./own-past.js";
import { isFriendly } from "./regard.js";
import { ownLine } from "./replies.js";
import { personSource } from "./sources.js";
import { sceneTexts } from "./take-up.js";
import type { View } from "./view.js";
import { capitalised, fill } from "./words.js";

/** Under this key session state keeps the scene in which a facet last gave a choice its words. */
export const facetKey = (id: string): string => `own:${id}`;

/** Scenes for which what was offered to be told is not offered again, to anybody. */
const TELLING_REST = 3;

/** What can be said to somebody after a beat by whoever is so: a noun can do more than a clause. */
const VIEWS = ["tell {npc} what {role} makes of it", "tell {npc} how it looks to {role}"] as const;
const HELPS = ["ask {npc} what {role} could do here", "ask {npc} whether {role} could be of use"] as const;

/** Words of a role that can stand before a verb. */
const MOST_LETTERS = 48;

/**
 * Tells facets of which none was used of late, those that share a rare word with what was just told first.
 *
 * @param texts - What was just told.
 */
export function nextFacet(
  view: View,
  facets: readonly Facet[],
  texts: readonly string[],
  random: Random,
): Facet | undefined {
  const told = texts.join(" ");
  const { shared } = storyTies(view.matter);
  const worth = (facet: Facet): number => {
    const last = view.memory.reasons[facetKey(facet.id)];
    const rested = last === undefined ? 1.5 : Math.min(1, (view.scene - last) / 10);
    return (told !== "" && shared(wordsOf(facet), told) > 0 ? 1 : 0) + rested + random.next() * 0.4;
  };
  return facets
    .map((facet) => ({ facet, score: worth(facet) }))
    .reduce<{ readonly facet: Facet; readonly score: number } | undefined>(
      (best, next) => (best === undefined || next.score > best.score ? next : best),
      undefined,
    )?.facet;
}

const wordsOf = ({ role = "", that = "", what = "", entry }: Facet): string => `${role} ${that} ${what} ${entry.text}`;

/** What the player can say for who they are to whoever is here. (rule PC5000) */
export function tellings(view: View, happened: readonly Effect[]): readonly Candidate[] {
  const facets = facetsOf(view);
  if (facets.length === 0) return [];
  const texts = sceneTexts(view, happened);
  // Who has a grudge and nothing of their own to say takes no notice.
  const answers = (id: string): boolean =>
    (view.standing.get(id)?.feeling ?? 0) >= 0 || ownLine(view, id, []) !== undefined;
  const listeners = view.present.filter(
    ({ id, speech }) => speech === "words" && isPresent(view, id) && isFriendly(view, id) && answers(id),
  );
  return [...onBeat(view, facets, listeners, texts), ...ofOneself(view, facets, listeners, texts)];
}

/** "Tell Osk what a drover makes of it": a word on what a beat has just told, to one of its people. (rule PC5000) */
function onBeat(
  view: View,
  facets: readonly Facet[],
  listeners: readonly Person[],
  texts: readonly string[],
): readonly Candidate[] {
  // Where one is still where it happened, also in the scene after it.
  const beat = beatAtHand(view);
  if (beat === undefined || (beat.place !== "" && beat.place !== view.placeId)) return [];
  const random = createRandom(deriveSeed(view.seed, "own-view", beat.id));
  const whom = listeners.filter(({ id }) => beat.people.includes(id));
  const keyOf = (id: string): string => `${PAST_MARK}view:${beat.id}:${id}`;
  const roles = facets.filter(
    ({ id, role = "" }) => role !== "" && role.length <= MOST_LETTERS && view.memory.done[keyOf(id)] === undefined,
  );
  const facet = nextFacet(view, roles, texts, random);
  if (whom.length === 0 || facet?.role === undefined) return [];
  const { id: npc } = random.pick(whom);
  // A question needs somebody who has something to say.
  const mayAsk = facet.isNoun === true && ownLine(view, npc, []) !== undefined;
  const role = facet.role.replace(/^somebody(?= who .*\bsomebody\b)/u, "one");
  const template = random.pick(mayAsk ? [...VIEWS, ...HELPS] : VIEWS).replace("{role}", role);
  const text = fill(template, view, { npc });
  if (text === null) return [];
  return [
    {
      verb: "decide",
      bind: { npc, memory: keyOf(facet.id), text },
      text: capitalised(text),
      sources: [{ kind: "beat", ref: beat.id, text: beat.title }, pastSource(view, facet.entry)],
      salience: 1.1,
      learned: true,
      tags: [],
      own: "deed",
      facet: facet.id,
    },
  ];
}

/**
 * "Tell Osk that you grew up downstream": to whom one meets for the first time, or where what was just told speaks of it; else only for
 * want of anything better. (rule PC5001)
 */
function ofOneself(
  view: View,
  facets: readonly Facet[],
  listeners: readonly Person[],
  texts: readonly string[],
): readonly Candidate[] {
  const { shared } = storyTies(view.matter);
  const told = texts.join(" ");
  return listeners.flatMap((person): readonly Candidate[] => {
    const { id: npc } = person;
    const random = createRandom(deriveSeed(view.seed, "own-telling", npc));
    const open = facets.filter(({ id, that, what, entry }) => {
      const last = view.memory.reasons[facetKey(id)];
      const isRested = last === undefined || view.scene - last > TELLING_REST;
      // Who has to do with a past knows of it.
      const knows = view.past.some(
        (one) => one.kind === "relationship" && one.npc === npc && one.of === entry.of && entry.kind !== "answer",
      );
      return (that ?? what) !== undefined && isRested && !knows && view.memory.done[tellingKey(id, npc)] === undefined;
    });
    const facet = nextFacet(view, open, texts, random);
    if (facet === undefined) return [];
    const met = view.standing.get(npc)?.met;
    const isNew = met === undefined || met >= view.scene;
    const isSpokenOf = told !== "" && shared(wordsOf(facet), told) > 0;
    // What a beat tells is answered first.
    if (view.beat !== null && !isSpokenOf) return [];
    const words = facet.that === undefined ? (facet.what ?? "") : `that ${facet.that}`;
    const text = fill("tell {npc} ", view, { npc });
    if (text === null) return [];
    return [
      {
        verb: "decide",
        bind: { npc, memory: tellingKey(facet.id, npc), text: `${text}${words}` },
        text: capitalised(`${text}${words}`),
        sources: [personSource(view, npc), pastSource(view, facet.entry)],
        salience: isSpokenOf ? 1.6 : isNew ? 1.1 : 0.3,
        learned: false,
        tags: [],
        own: "deed",
        facet: facet.id,
        ...(isSpokenOf || isNew ? {} : { idle: true as const }),
      },
    ];
  });
}

const tellingKey = (facet: string, npc: string): string => `${PAST_MARK}${facet}:${npc}`;
