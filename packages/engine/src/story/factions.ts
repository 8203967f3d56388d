/** Groups of people that hear of what is done to one of them. */
import { escapeRegExp } from "@narratoria/protocol/english";
import type { Campaign } from "@narratoria/campaign";
import type { Matter } from "@narratoria/protocol/story";

export interface Faction {
  readonly id: string;
  /** As its author writes it: "The Guild of Measures". */
  readonly name: string;
  /** Ids of people. */
  readonly members: readonly string[];
}

/** A name in bold type where a paragraph or an entry of a list begins. */
const BOLD_OPENING = /^(?:[-*+]\s+)?\*\*([^*\n]{2,60}?)[.:]?\*\*/gmu;
const FACTION_FOLDER = /^lore\/(?:factions?|groups?|organi[sz]ations?|guilds?|clans?|parties)\//iu;
const MOST_WORDS = 6;

/**
 * Finds the factions of a campaign: what the setting or a folder of factions names and somebody belongs to by a tag of that name or
 * by role. What nobody belongs to is none. (rule EN601)
 */
export function factionsOf(
  { setting, lore, npcs }: Pick<Campaign, "setting" | "lore" | "npcs">,
  { places, people }: Pick<Matter, "places" | "people">,
): Faction[] {
  const bold = [...setting.matchAll(BOLD_OPENING)].map(([, name = ""]) => name.trim());
  const titles = lore.filter(({ file }) => FACTION_FOLDER.test(file)).map(({ title }) => title);
  const taken = new Set([...places.map(({ name }) => slug(name)), ...people.map(({ name }) => slug(name))]);
  const named = new Map([...bold, ...titles].filter(isName).map((name) => [slug(name), name]));
  return [...named].flatMap(([id, name]) => {
    if (id === "" || taken.has(id)) return [];
    const inRole = new RegExp(`(?<![\\p{L}\\p{N}])${escapeRegExp(withoutArticle(name))}(?![\\p{L}\\p{N}])`, "u");
    const members = npcs
      .filter(
        ({ profile }) => profile.metadata?.tags?.some((tag) => slug(tag) === id) || inRole.test(profile.role ?? ""),
      )
      .map((npc) => npc.id);
    return members.length === 0 ? [] : [{ id, name, members }];
  });
}

function isName(text: string): boolean {
  return text.split(/\s+/).length <= MOST_WORDS && !/[?!,;]/.test(text);
}

function withoutArticle(name: string): string {
  return name.replace(/^the\s+/i, "");
}

function slug(name: string): string {
  return withoutArticle(name)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
