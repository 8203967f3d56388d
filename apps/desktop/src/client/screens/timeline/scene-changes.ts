/** What a scene changed, in words for its player: what they feel, carry, know and owe. */

/** As much of a scene as it takes. */
export interface Moment {
  readonly location: string;
  readonly time: string;
  readonly weather?: string;
  readonly situation?: {
    readonly people: readonly { readonly id: string; readonly name: string; readonly feeling?: number }[];
    readonly player: {
      readonly stats: readonly { readonly name: string; readonly value: number }[];
      readonly traits: readonly string[];
      readonly conditions: readonly string[];
    };
    readonly carrying: readonly { readonly id: string; readonly name: string; readonly count: number }[];
    readonly promises: readonly { readonly id: string; readonly text: string }[];
  };
}

export interface SceneChange {
  readonly kind: "added" | "changed" | "removed";
  readonly text: string;
}

/**
 * @param before - The scene before; null for an opening, which changes nothing.
 * @param remembered - What the scene is remembered by.
 */
export function sceneChanges(before: Moment | null, after: Moment, remembered: readonly string[]): SceneChange[] {
  if (before === null) return remembered.map(memory);
  const changes: SceneChange[] = [];
  const changed = (text: string): void => void changes.push({ kind: "changed", text });
  const [was, is] = [before.situation, after.situation];
  if (before.location !== after.location) changed(`place: ${before.location} → ${after.location}`);
  if (before.time !== after.time) changed(`time: ${before.time} → ${after.time}`);
  if (after.weather !== undefined && before.weather !== after.weather) changed(`weather: ${after.weather}`);
  for (const { id, name, feeling } of is?.people ?? []) {
    const then = was?.people.find((one) => one.id === id);
    if (then?.feeling !== undefined && feeling !== undefined && then.feeling !== feeling)
      changed(`${name}’s feeling: ${signed(then.feeling)} → ${signed(feeling)}`);
  }
  for (const { name, value } of is?.player.stats ?? []) {
    const then = was?.player.stats.find((one) => one.name === name);
    if (then && then.value !== value) changed(`${name}: ${then.value} → ${value}`);
  }
  for (const part of ["traits", "conditions"] as const) {
    const [then, now] = [was?.player[part] ?? [], is?.player[part] ?? []];
    changes.push(
      ...comings(
        then,
        now,
        (one) => one,
        (one) => one,
      ),
    );
  }
  changes.push(
    ...comings(
      was?.carrying ?? [],
      is?.carrying ?? [],
      ({ id }) => id,
      ({ name, count }) => (count === 1 ? name : `${count} ${name}`),
    ),
    ...comings(
      was?.promises ?? [],
      is?.promises ?? [],
      ({ id }) => id,
      ({ text }) => `promise: ${text}`,
    ),
  );
  return [...changes, ...remembered.map(memory)];
}

function memory(text: string): SceneChange {
  return { kind: "added", text: `memory: ${text}` };
}

function comings<Thing>(
  then: readonly Thing[],
  now: readonly Thing[],
  idOf: (thing: Thing) => string,
  words: (thing: Thing) => string,
): SceneChange[] {
  const has = (list: readonly Thing[], thing: Thing): boolean => list.some((one) => idOf(one) === idOf(thing));
  return [
    ...now.filter((thing) => !has(then, thing)).map((thing) => ({ kind: "added" as const, text: words(thing) })),
    ...then.filter((thing) => !has(now, thing)).map((thing) => ({ kind: "removed" as const, text: words(thing) })),
  ];
}

function signed(feeling: number): string {
  const whole = Math.round(feeling);
  return whole < 0 ? `−${-whole}` : `${whole}`;
}
