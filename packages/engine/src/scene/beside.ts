/** The situation of a scene in ready lines, for a shell that has room for them. */
import type { EngineEvent, Feels, SceneSituation } from "@narratoria/protocol/contracts";

type Beside = NonNullable<Extract<EngineEvent, { type: "scene" }>["beside"]>;

/** Words the situation; only a stat in the upper third of its range is worth a line. */
export function besideOf({ people, player, carrying, promises }: SceneSituation): Beside {
  const strong = player.stats
    .filter(({ value, min, max }) => value >= min + ((max - min) * 2) / 3)
    .map(({ name, value }) => `${name} ${value}`);
  return {
    here: people.map(({ name, feels }) => (feels ? `${name}, ${FEELS[feels]}` : name)),
    you: [
      ...(player.name ? [player.name] : []),
      ...(strong.length > 0 ? [strong.join(", ")] : []),
      ...player.traits,
      ...player.conditions,
    ],
    carrying: carrying.map(
      ({ name, count, isNew }) => `${name}${count > 1 ? `, ${count}` : ""}${isNew ? "  (new)" : ""}`,
    ),
    promises: promises.map(({ text }) => text),
  };
}

const FEELS: Readonly<Record<Feels, string>> = {
  devoted: "devoted",
  fond: "fond",
  warming: "warming to you",
  wary: "wary",
  cold: "cold",
  hostile: "hostile",
};
