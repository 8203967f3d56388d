/** Where the player can go, whom they can follow, and what they can get away from. */
import type { Candidate } from "./candidate.js";
import * as knowledge from "./knowledge.js";
import { factSource, personSource, placeSource, threadSource } from "./sources.js";
import type { View } from "./view.js";

/** Scenes after a journey in which nobody would think of turning back. */
const TURN_BACK = 2;

/** Scenes in one place from which on leaving it is favoured, more so with each that follows. */
const DWELL = 4;

export function journeys(view: View): readonly Candidate[] {
  const stayed = view.scene - view.memory.arrived;
  const restless = stayed >= DWELL ? 1 + 0.3 * (stayed - DWELL) : 0;
  const travels = view.matter.places
    .filter((place) => place.id !== view.placeId)
    .map((place): Candidate => {
      const naming = view.learned.find((fact) => fact.names.includes(`place:${place.id}`));
      const fresh = view.visited[place.id] === undefined;
      const familiar = knowledge.knowsPlace(view, place.id);
      return {
        verb: "go",
        bind: { place: place.id },
        sources: [naming ? factSource(naming) : placeSource(view, place.id)],
        salience: 0.6 + (fresh ? 0.8 : 0) + restless - (familiar ? 0 : 0.4) - (turnsBack(view, place.id) ? 1 : 0),
        learned: naming !== undefined,
        tags: [],
      };
    });
  const visits = view.matter.people.flatMap((person): Candidate[] => {
    const how = view.standing.get(person.id);
    if (!how?.alive || how.place === view.placeId || !view.places.has(how.place)) return [];
    if (knowledge.isPresent(view, person.id) || !knowledge.knowsPerson(view, person.id)) return [];
    const debt = view.threads.find((thread) => thread.npc === person.id && thread.kind !== "watcher");
    const pointed = view.memory.redirect?.npc === person.id && view.scene - view.memory.redirect.scene <= 6;
    // Only where they live can they be looked for: nobody knows where somebody else has wandered off to.
    if (how.place !== person.home) return [];
    return [
      {
        verb: "go",
        bind: { place: how.place, npc: person.id },
        sources: [debt ? threadSource(debt) : personSource(view, person.id)],
        salience: 0.8 + restless - (turnsBack(view, how.place) ? 1 : 0) + (pointed ? 1.5 : 0) + (debt ? 0.6 : 0),
        learned: debt !== undefined || pointed || how.met !== undefined,
        tags: [],
      },
    ];
  });
  const { left } = view.memory;
  const gone = left && left.scene === view.scene ? view.people.get(left.npc) : undefined;
  const follows: Candidate[] =
    gone && left && view.places.has(left.place) && left.place !== view.placeId
      ? [
          {
            verb: "follow",
            bind: { npc: gone.id, place: left.place },
            sources: [personSource(view, gone.id)],
            salience: 1.6,
            learned: view.standing.get(gone.id)?.met !== undefined,
            tags: [],
          },
        ]
      : [];
  return [...travels, ...visits, ...follows, ...flights(view)];
}

/** True for the way back to where the player has only just come from. */
export function turnsBack(view: View, place: string): boolean {
  const { came } = view.memory;
  return came?.from === place && view.scene - came.scene <= TURN_BACK;
}

/** Getting away is offered from somebody who hates the player, and from whoever has shown that they watch. */
function flights(view: View): readonly Candidate[] {
  const hostile = view.present.find((person) => (view.standing.get(person.id)?.feeling ?? 0) < -45);
  const watcher = view.threads.find(
    (thread) =>
      thread.kind === "watcher" &&
      thread.state === "due" &&
      thread.npc !== undefined &&
      knowledge.isPresent(view, thread.npc),
  );
  const npc = watcher?.npc ?? hostile?.id;
  const refuge = view.matter.places.find((place) => place.id !== view.placeId && view.visited[place.id] !== undefined);
  if (npc === undefined || !refuge) return [];
  return [
    {
      verb: "flee",
      bind: { npc, place: refuge.id, ...(watcher ? { thread: watcher.id } : {}) },
      sources: [watcher ? threadSource(watcher) : personSource(view, npc)],
      salience: 1,
      learned: true,
      tags: [],
    },
  ];
}
