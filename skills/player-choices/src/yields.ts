/** Whether a deed would give the player anything: something to see, to find, to hear, or somebody who comes. */
import { isDocumented, type Person, type Place, standsAlone } from "@narratoria/protocol/story";
import { mayArrive } from "./costs.js";
import { canTake } from "./gains.js";
import * as knowledge from "./knowledge.js";
import { type View, wasTold } from "./view.js";

/** Sentences on what a place looks like that the last thirty scenes have not told. */
function untoldSights(view: View, place: Place): readonly string[] {
  return place.sentences.filter((sentence) => !wasTold(view.told, sentence));
}

/**
 * Whether there is anything to see or anybody to meet at a place: whoever goes there is told more than that they have come.
 * (rule PC495)
 */
export function canBeShown(view: View, id: string): boolean {
  const place = view.places.get(id);
  if (place === undefined) return false;
  // Whom the player knows there is visited for what they have to say, and not for being there.
  const isNew = view.visited[id] === undefined;
  const isThere = ({ id: npc }: Person): boolean => {
    const how = view.standing.get(npc);
    return how?.alive === true && how.place === id && (isNew || how.met === undefined);
  };
  return (
    view.matter.people.some(isThere) ||
    view.hooks.some((hook) => hook.kind !== "ending" && hook.kind !== "beat-later" && hook.place === id) ||
    (isNew && untoldSights(view, place).length > 0) ||
    view.unlearned.some(
      (fact) =>
        isNew &&
        fact.knownBy === "common" &&
        !isDocumented(fact) &&
        standsAlone(fact, view.topics.get(fact.topic)) &&
        (fact.names.includes(`place:${id}`) || (place.topic !== undefined && fact.topic === place.topic)),
    )
  );
}

/** Whether a search where the player stands would show or find anything. (rule PC495) */
export function canBeSearched(view: View): boolean {
  const { place } = view;
  if (place === undefined) return false;
  const isKept = view.matter.people.some(
    ({ id, home }) => home === place.id && knowledge.stillKept(view, id).length > 0,
  );
  return (
    untoldSights(view, place).length > 0 ||
    knowledge.seenHere(view).length > 0 ||
    (view.present.length === 0 && isKept) ||
    place.props.some((prop) => canTake(view, prop))
  );
}

/** Whether anybody here talks of what the player does not know. */
const isTalkedHere = (view: View): boolean =>
  view.present.some(({ speech }) => speech === "words") && knowledge.overhearable(view).length > 0;

/** Whether somebody who stands and listens would hear or see anything, or somebody would come. (rule PC495) */
export function canBeHeard(view: View): boolean {
  const { place } = view;
  return isTalkedHere(view) || (place !== undefined && untoldSights(view, place).length > 0) || mayArrive(view);
}

/** Whether somebody who keeps watch or waits would see somebody come, or learn something. (rule PC495) */
export const canBeAwaited = (view: View): boolean => mayArrive(view) || isTalkedHere(view);
