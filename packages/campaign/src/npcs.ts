import type { NpcProfile } from "@narratoria/protocol/contracts";
import type { CampaignNpc } from "./campaign.js";
import type { CampaignFolder, JsonFile } from "./folder.js";
import { createNameIndex, foldName, type NameIndex } from "./name-index.js";
import { namedPath } from "./named-path.js";
import { type Place, START } from "./problems.js";
import type { StatedTraits } from "@narratoria/protocol/story";
import { profileAsWritten } from "./profile-as-written.js";
import { fileTitle } from "./markdown.js";
import { didYouMean } from "./suggest.js";

const NPCS = "characters/npcs/";
const IMAGE_ENDINGS = [".png", ".jpg", ".jpeg", ".webp"];

/**
 * Reads every character: profile, secrets and portrait. A character whose profile cannot be used is left out. Implements
 * rules CA35 to CA39.
 *
 * @returns The characters by folder name, and the index that finds them by any of their names.
 */
export async function readNpcs(folder: CampaignFolder): Promise<{ npcs: CampaignNpc[]; names: NameIndex }> {
  const read: { id: string; profile: JsonFile<NpcProfile>; stated: StatedTraits }[] = [];
  for (const id of npcFolders(folder)) {
    const path = `${NPCS}${id}/profile.json`;
    if (!folder.has(path)) {
      folder.problems.warning(
        `${NPCS}${id}`,
        START,
        "no_profile",
        "This character has no profile.json, so it is left out.",
      );
      continue;
    }
    const found = await readProfile(folder, id, path);
    if (found !== null) read.push({ id, ...found });
  }
  const people = read.map(({ id, profile, stated }) => ({
    id,
    name: profile.value.name,
    others: [...stated.labels, ...stated.nicknames],
  }));
  const names = createNameIndex(people);
  warnOfTwins(folder, read);
  const npcs: CampaignNpc[] = [];
  for (const { id, profile, stated } of read)
    npcs.push({ ...(await completeNpc(folder, id, profile, names)), ...(isSaid(stated) && { stated }) });
  return { npcs, names };
}

async function readProfile(
  folder: CampaignFolder,
  id: string,
  path: string,
): Promise<{ profile: JsonFile<NpcProfile>; stated: StatedTraits } | null> {
  let restore = (profile: NpcProfile): NpcProfile => profile;
  let stated: StatedTraits = { labels: [], nicknames: [] };
  const read = await folder.json("npc-profile", path, (json) => {
    const written = profileAsWritten(json, path, titleCase(fileTitle(id)), folder.problems);
    ({ restore, stated } = written);
    return written.value;
  });
  return read === null ? null : { profile: { ...read, value: restore(read.value) }, stated };
}

const isSaid = ({ labels, nicknames, pronoun, kind }: StatedTraits): boolean =>
  labels.length + nicknames.length > 0 || pronoun !== undefined || kind !== undefined;

const titleCase = (words: string): string => words.replace(/(?<!\p{L})\p{Ll}/gu, (letter) => letter.toUpperCase());

/** Folder names become ids, and ids become parts of dotted state paths. */
function npcFolders(folder: CampaignFolder): string[] {
  const found = [...folder.listing.folders]
    .filter((path) => path.startsWith(NPCS) && !path.slice(NPCS.length).includes("/"))
    .map((path) => path.slice(NPCS.length))
    .sort();
  return found.filter((id) => {
    if (!["__proto__", "constructor", "prototype"].includes(id)) {
      if (!/^[\p{L}\p{N}_-]+$/u.test(id)) {
        const message = "A character's folder is best named in letters, digits and hyphens: conditions refer to it.";
        folder.problems.warning(`${NPCS}${id}`, START, "odd_name", message);
      }
      return true;
    }
    folder.problems.error(
      `${NPCS}${id}`,
      START,
      "forbidden_key",
      `A character cannot be called "${id}". It is left out.`,
    );
    return false;
  });
}

function warnOfTwins(folder: CampaignFolder, people: readonly { id: string; profile: JsonFile<NpcProfile> }[]): void {
  const first = new Map<string, string>();
  for (const { id, profile } of people) {
    const { name } = profile.value;
    const twin = first.get(foldName(name));
    if (twin === undefined) first.set(foldName(name), id);
    else {
      const message = `"${twin}" has this name too. Both stay, and are told apart by their folders only.`;
      folder.problems.warning(`${NPCS}${id}/profile.json`, profile.locate("/name"), "duplicate_name", message);
    }
  }
}

async function completeNpc(
  folder: CampaignFolder,
  id: string,
  { value, locate }: JsonFile<NpcProfile>,
  names: NameIndex,
): Promise<CampaignNpc> {
  const home = `${NPCS}${id}`;
  const file = `${home}/profile.json`;
  const { relationships, portrait: named, secrets: told, voice, ...rest } = value;
  const related: { [id: string]: string } = {};
  for (const [name, text] of Object.entries(relationships ?? {})) {
    const other = names.resolve(name);
    if (other === null) {
      const hint = didYouMean(name, names.spellings);
      const at = locate(`/relationships/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, "key");
      folder.problems.warning(
        file,
        at,
        "unknown_character",
        `"${name}" is the name of no character, or of more than one.${hint}`,
      );
    }
    if (other === id) {
      const at = locate(`/relationships/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, "key");
      const message = `"${name}" is the character's own name, so this is a relation to themselves. Nobody speaks of it.`;
      folder.problems.notice(file, at, "refers_to_itself", message);
    }
    related[other ?? name] = text;
  }
  const portrait = portraitOf(folder, id, home, named, { file, at: locate("/portrait") });
  const heard = voice === undefined ? null : namedPath(folder, voice, "", { file, at: locate("/voice") });
  const secrets = await secretsOf(folder, home, told, { file, at: locate("/secrets") });
  return {
    id,
    profile: {
      ...rest,
      ...(relationships && { relationships: related }),
      ...(told !== undefined && { secrets: told }),
      ...(portrait !== null && { portrait }),
      ...(heard !== null && { voice: heard }),
    },
    ...(secrets !== "" && { secrets }),
    ...(portrait !== null && { portrait }),
  };
}

type Where = { file: string; at: Place };

/** The profile's own word first, then an image beside it, then one of the same name in `art/characters/`. */
function portraitOf(
  folder: CampaignFolder,
  id: string,
  home: string,
  named: string | undefined,
  where: Where,
): string | null {
  if (named !== undefined) {
    const base = named.includes("/") && !named.startsWith("./") ? "" : home;
    return namedPath(folder, named, base, where);
  }
  const candidates = [`${home}/portrait`, `art/characters/${id}`, `art/characters/npc_${id}`];
  for (const candidate of candidates) {
    const found = IMAGE_ENDINGS.map((ending) => candidate + ending).find((path) => folder.has(path));
    if (found === undefined) continue;
    folder.use(found);
    return found;
  }
  return null;
}

/** Inline text, a file that the profile names, and a `secrets.md` that it does not. */
async function secretsOf(
  folder: CampaignFolder,
  home: string,
  told: string | undefined,
  where: Where,
): Promise<string> {
  const usual = `${home}/secrets.md`;
  const path = told === undefined ? undefined : /^(?:see\s+)?([^\n]*\.md)\.?$/i.exec(told.trim())?.[1];
  const named = path === undefined ? null : namedPath(folder, path, home, where);
  const inline = told !== undefined && path === undefined && !/\bsecrets\.md\b/i.test(told) ? told.trim() : "";
  const parts = [inline];
  for (const file of new Set([named ?? usual, usual])) {
    if (!folder.has(file)) continue;
    const read = await folder.markdown(file);
    const body = read?.body.trim() ?? "";
    if (read !== null && body === "") folder.problems.notice(file, START, "empty_file", "This file holds no text.");
    parts.push(body);
  }
  return parts.filter((part) => part !== "").join("\n\n");
}
