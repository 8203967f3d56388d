/** Which factions there are, and who belongs to them. */
import { escapeRegExp } from "@narratoria/protocol/english";
import { list, record, text } from "./json-reading.js";

export interface Faction {
  readonly id: string;
  readonly name: string;
}

type Context = Readonly<Record<string, unknown>>;

/** People by the listed factions that they belong to beside those that session state names. */
export type Members = ReadonlyMap<string, readonly string[]>;

/** Factions of session state. */
export function factionsIn({ factions, world }: Context): Faction[] {
  return Object.keys(record(factions)).map((id) => {
    const { name } = record(record(record(world).factions)[id]);
    return { id, name: text(name) || id.replaceAll("-", " ") };
  });
}

/** All factions: those of session state, and those that the player lists. */
export function allFactions(context: Context, listed: readonly string[]): Faction[] {
  const known = factionsIn(context);
  const fresh = listed.map((name) => ({ id: slug(name), name }));
  return [
    ...known,
    ...fresh.filter(({ id }, at) => id !== "" && [...known, ...fresh.slice(0, at)].every((one) => one.id !== id)),
  ];
}

export function factionsOf({ people }: Context, members: Members, npc: string): string[] {
  const own = list<unknown>(record(record(people)[npc]).factions).map(text);
  return [...new Set([...own, ...(members.get(npc) ?? [])])];
}

/** Who is of a listed faction: those whose role, motives or relations name it. (rule RP7) */
export function membersOf({ facts }: Context, listed: readonly string[]): Members {
  const members = new Map<string, string[]>();
  if (listed.length === 0) return members;
  for (const person of list<unknown>(record(facts).people).map(record)) {
    const written = [
      text(person.role),
      ...list<unknown>(person.motives).map(text),
      ...list<unknown>(person.relations).map((one) => text(record(one).text)),
    ].join(" ");
    const own = listed.filter((name) => names(written, name)).map(slug);
    if (own.length > 0) members.set(text(person.id), own);
  }
  return members;
}

/** Whether a text has the name as whole words, with or without its article. */
function names(written: string, name: string): boolean {
  const core = escapeRegExp(name.replace(/^the\s+/i, ""));
  return core !== "" && new RegExp(`(?<![\\p{L}\\p{N}])${core}(?![\\p{L}\\p{N}])`, "iu").test(written);
}

function slug(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/^the\s+/, "")
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}
