/** What must hold for each verb, said again and otherwise than the source says it. */
import { type ChoiceSlot, isTalk } from "@narratoria/protocol/story";
import { attitudeOf } from "../src/attitude-words.js";
import { hiddenMotives, personKnows } from "../src/knowledge.js";
import type { View } from "../src/view.js";

/** Why a choice should not have been offered, or null. */
export function brokenPrecondition(view: View, slot: ChoiceSlot): string | null {
  const { verb, bind } = slot;
  const here = (id: string | undefined): boolean => view.present.some((person) => person.id === id);
  const item = bind.item === undefined || view.inventory.some(({ id }) => id === bind.item);
  const openThread = (kind: string): boolean =>
    view.threads.some((thread) => thread.id === bind.thread && thread.kind === kind && thread.npc === bind.npc);
  // A watcher is faced wherever they are.
  const needsPerson = isTalk(verb) && verb !== "face";
  if (needsPerson && !here(bind.npc)) return "nobody there";
  if (bind.npc && view.standing.get(bind.npc)?.alive === false) return "dead";
  if (
    bind.topic &&
    view.known.topics[bind.topic] === undefined &&
    view.facts.get(bind.fact ?? "")?.topic !== bind.topic &&
    view.place?.topic !== bind.topic &&
    // What somebody cares for is seen by whoever talks to them.
    view.people.get(bind.npc ?? "")?.topics.includes(bind.topic) !== true
  ) {
    return "unheard topic";
  }
  if (!item) return "not carried";
  // What has just been named in a text can be asked about: it need not stand here.
  if (bind.prop && bind.fact === undefined && !view.place?.props.some(({ np }) => np === bind.prop))
    return "no such thing here";
  const motiveFound = bind.text !== undefined && view.known.motives[bind.npc ?? ""]?.[bind.text] !== undefined;
  switch (verb) {
    case "ask":
    case "bluff":
      // What somebody wants.
      if (bind.topic === undefined) return hiddenMotives(view, bind.npc ?? "").length > 0 ? null : "nothing to want";
      return view.matter.facts.some(
        (fact) => view.known.facts[fact.id] === undefined && personKnows(view, bind.npc ?? "", fact),
      )
        ? null
        : "nothing left to tell";
    case "help":
      // Whoever is only offered help says what they want.
      if (bind.text === undefined) return hiddenMotives(view, bind.npc ?? "").length > 0 ? null : "nothing to want";
      return motiveFound ? null : "motive not found out";
    case "accept":
      return bind.beat !== undefined || motiveFound ? null : "nothing to accept";
    case "refuse":
      return bind.beat !== undefined || openThread("promise") || motiveFound ? null : "nothing to refuse";
    case "settle":
      return openThread("debt") ? null : "no debt";
    case "face":
      return openThread("watcher") ? null : "no watcher";
    case "trust":
      if (bind.npc2 !== undefined && bind.fact === undefined)
        return Object.keys(view.known.motives[bind.npc2] ?? {}).length > 0 ? null : "motive not found out";
      return bind.fact !== undefined && view.known.facts[bind.fact] !== undefined ? null : "fact not known";
    case "press":
      return bind.fact !== undefined && view.known.facts[bind.fact] !== undefined ? null : "fact not known";
    case "go":
    case "follow":
    case "flee":
      return bind.place !== undefined && bind.place !== view.placeId && view.places.has(bind.place)
        ? null
        : "nowhere to go";
    case "decide":
      if (bind.fact !== undefined) return view.known.facts[bind.fact] === undefined ? null : "nothing left to tell";
      // Where one stands towards what was said needs nothing but whoever said it.
      return bind.beat !== undefined || attitudeOf(bind) !== undefined ? null : "nothing to decide";
    case "end":
      return bind.ending !== undefined ? null : "no ending";
    default:
      return null;
  }
}
