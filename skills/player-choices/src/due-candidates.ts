/** What the story waits for: answers to a beat, tags of waiting beats, endings in reach. */
import { pronounForms } from "@narratoria/protocol/english";
import type { Hook, Verb } from "@narratoria/protocol/story";
import type { Candidate } from "./candidate.js";
import { turnsBack } from "./journey-candidates.js";
import * as knowledge from "./knowledge.js";
import { DECISION_SCENES, type View } from "./view.js";
import { bare, infinitive } from "./words.js";

/** What the last beat, waiting beats and endings want offered. */
export function decisions(view: View): readonly Candidate[] {
  const open = view.beat ? { ...view.beat, scene: view.scene, place: view.placeId } : view.memory.beat;
  // Nobody measures a ladle two streets away from it.
  const fresh = open && view.scene - open.scene < DECISION_SCENES && open.place === view.placeId ? open : undefined;
  const ofBeat = (fresh?.decisions ?? []).map((text): Candidate => {
    const words = infinitive(text);
    const npc = fresh?.people.find((id) => knowledge.isPresent(view, id));
    const verb: Verb = /^(?:refuse|decline|reject|deny|turn down)\b/i.test(words)
      ? "refuse"
      : /^(?:accept|agree|promise|say yes)\b/i.test(words)
        ? "accept"
        : "decide";
    return {
      verb,
      bind: { beat: fresh?.id ?? "", text: words, ...(npc === undefined ? {} : { npc }) },
      sources: [{ kind: "beat", ref: fresh?.id ?? "", text: fresh?.title ?? "" }],
      salience: view.beat ? 2.2 : 1.4,
      learned: true,
      tags: [],
      // Asked now, answered now; later it may wait its turn.
      ...(view.beat && fresh ? ({ answers: fresh.id, due: true } as const) : {}),
    };
  });
  const hooks = view.hooks.flatMap((hook): Candidate[] => {
    if (hook.kind === "ending") {
      const source = { kind: "ending", ref: hook.ending, text: hook.title } as const;
      return [
        {
          verb: "end",
          bind: { ending: hook.ending, text: hook.title },
          sources: [source],
          salience: 3,
          learned: true,
          tags: [],
          due: true,
        },
      ];
    }
    const source = { kind: "beat", ref: hook.beat, text: hook.title } as const;
    if (hook.kind === "beat-elsewhere") {
      if (hook.place === view.placeId || !view.places.has(hook.place)) return [];
      return [{ sources: [source], learned: true, tags: [], ...summons(view, hook) }];
    }
    const whereabouts = hook.npc === undefined ? undefined : view.standing.get(hook.npc)?.place;
    const npcAway = hook.npc !== undefined && !knowledge.isPresent(view, hook.npc);
    const place = hook.place ?? (npcAway ? whereabouts : undefined);
    if (place !== undefined && place !== view.placeId && view.places.has(place)) {
      const bind = { place, ...(npcAway && whereabouts === place ? { npc: hook.npc } : {}) };
      return [
        { verb: "go", bind, sources: [source], salience: 1.6, learned: true, tags: [], ...dueThere(view, place) },
      ];
    }
    // A feeling is not decided.
    if (npcAway || hook.measure !== undefined) return [];
    const text = hook.text ?? tagInWords(view, hook.tag);
    return [
      {
        verb: "decide",
        bind: { beat: hook.beat, text, ...(hook.npc === undefined ? {} : { npc: hook.npc }) },
        sources: [source],
        salience: 1.9,
        learned: true,
        tags: [hook.tag, ...(hook.also ?? [])],
        due: true,
      },
    ];
  });
  return [...ofBeat, ...hooks];
}

/**
 * The journey to a beat: to whoever is in it and is known to be there, and with the reason once it presses. What is still to
 * come is offered like any journey that the story waits for; what waits goes before everything else.
 */
function summons(
  view: View,
  hook: Extract<Hook, { kind: "beat-elsewhere" }>,
): Pick<Candidate, "verb" | "bind" | "salience" | "due" | "insists" | "reason"> {
  const person = (hook.people ?? [])
    .flatMap((id) => view.people.get(id) ?? [])
    .find(
      ({ id }) =>
        knowledge.knowsPerson(view, id) &&
        !knowledge.isPresent(view, id) &&
        view.standing.get(id)?.alive === true &&
        view.standing.get(id)?.place === hook.place,
    );
  const bind = { place: hook.place, ...(person ? { npc: person.id } : {}) };
  if (hook.when === "soon") return { verb: "go", bind, salience: 2, ...dueThere(view, hook.place) };
  const reason = person
    ? `since ${pronounForms(person).subject} ${pronounForms(person).plural ? "have" : "has"} sent for you`
    : "since you are wanted there";
  return { verb: "go", bind, salience: 2.5, due: true, insists: true, ...(hook.when === "last" ? { reason } : {}) };
}

/** A journey that the story waits for; but two things that wait in two places do not send the player to and fro. */
function dueThere(view: View, place: string): Pick<Candidate, "due"> {
  return turnsBack(view, place) ? {} : { due: true };
}

/** "side-with-osk" as "side with Osk": names get back the form that they are known by. */
export function tagInWords(view: View, tag: string): string {
  let words = tag.replaceAll(/[-_]+/g, " ").trim();
  const proper = [
    ...view.matter.people.flatMap((person) => [person.name, person.short]),
    ...view.matter.topics.map((topic) => bare(topic.np)),
    ...view.matter.places.map((place) => bare(place.name)),
  ].filter((name) => /\p{Lu}/u.test(name));
  for (const name of proper.sort((a, b) => b.length - a.length)) {
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    words = words.replace(new RegExp(`(?<![\\p{L}])${escaped}(?![\\p{L}])`, "giu"), name);
  }
  return words;
}
