/** What an import gives: the files of a campaign, what of the source they hold, and what they do not. */
import { slug } from "@narratoria/protocol/english";
import { type JsonObject, withoutControls } from "@narratoria/protocol";
import { CampaignError } from "../errors.js";

/** A file of the new campaign. */
export interface ImportedFile {
  /** Relative to the campaign's folder, with slashes; made of small letters, digits, hyphens and dots. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** Something of the source that the campaign does not hold. */
export interface LeftOut {
  /** Line of the source, from 1; absent where the source has no lines that a person reads, such as a picture. */
  readonly line?: number;
  /** A sentence. */
  readonly message: string;
}

export interface ImportedCampaign {
  readonly title: string;
  /** What the source is, such as "a character card (V2)". */
  readonly source: string;
  readonly files: readonly ImportedFile[];
  /** What was carried over, one sentence each. */
  readonly carried: readonly string[];
  readonly left: readonly LeftOut[];
}

/** Most that is read of a source, and most that is made of it. */
export const IMPORT_CAPS = {
  fileBytes: 32 * 1024 * 1024,
  textBytes: 8 * 1024 * 1024,
  /** Entries of a lorebook, passages, knots. */
  parts: 4_000,
  links: 20_000,
} as const;

/** @throws {CampaignError} Always: the source cannot be imported. */
export function refuse(message: string): never {
  throw new CampaignError("not_importable", message);
}

/**
 * The most that is left out one by one. Of a source in which more is, the rest is counted.
 */
const MOST_LEFT = 200;

/** Collects files under paths that cannot leave the folder, and notes. */
export class Importing {
  readonly #files = new Map<string, ImportedFile>();
  readonly #carried: string[] = [];
  readonly #left: LeftOut[] = [];
  #more = 0;

  /** @param path - Made of names that {@link freeName} gives, and fixed ones. */
  add(path: string, content: string | Uint8Array): void {
    this.#files.set(path, { path, content });
  }

  addJson(path: string, value: JsonObject): void {
    this.add(path, `${JSON.stringify(value, null, 2)}\n`);
  }

  /** @param message - A sentence. */
  carried(message: string): void {
    this.#carried.push(message);
  }

  /** @param message - A sentence. */
  left(message: string, line?: number): void {
    if (this.#left.length >= MOST_LEFT) this.#more++;
    else this.#left.push({ message: oneLine(message, 300), ...(line !== undefined && { line }) });
  }

  /** Adds a lore file with its keywords. */
  addLore(title: string, text: string, keywords: readonly string[] = []): void {
    const path = `lore/${this.freeName(title, "lore/", "entry")}.md`;
    this.add(path, `# ${title}\n\n${text}\n`);
    const kept = [...new Set(keywords.map((word) => oneLine(word, 64)))].filter((word) => /^[^#]/.test(word));
    if (kept.length > 0) this.add(`${path}.keywords.txt`, `${kept.slice(0, 256).join("\n")}\n`);
  }

  /**
   * A file name of a title that no file in a folder has yet, whatever their endings.
   *
   * @param folder - Ends in a slash.
   * @param instead - The name of a title without a letter or digit that file systems agree on.
   */
  freeName(title: string, folder: string, instead: string): string {
    const base = fileName(title) || instead;
    for (let at = 1; ; at++) {
      const name = at === 1 ? base : `${base}-${at}`;
      const key = folder + name;
      if (this.#names.has(key)) continue;
      this.#names.add(key);
      return name;
    }
  }

  readonly #names = new Set<string>();

  done(title: string, source: string): ImportedCampaign {
    const left: LeftOut[] =
      this.#more === 0
        ? this.#left
        : [...this.#left, { message: `${this.#more} more things of these kinds are left out.` }];
    return { title, source, files: [...this.#files.values()], carried: this.#carried, left };
  }
}

/** Names that Windows keeps for devices. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** A name of small Latin letters, digits and hyphens; "" where nothing of the title is left. */
export function fileName(title: string): string {
  const name = slug(title.slice(0, 200))
    .replace(/[^a-z0-9-]+/g, "")
    .replace(/-{2,}/g, "-")
    .slice(0, 60)
    .replace(/^-+|-+$/g, "");
  return DEVICES.test(name) ? `${name}-1` : name;
}

/** Text of a source as prose: line ends made `\n`, nothing that a terminal obeys, at most one blank line between paragraphs. */
export function plainText(text: string): string {
  const lines = withoutControls(text.replace(/\r\n?|[\u2028\u2029]/g, "\n").replaceAll("\t", " ")).split("\n");
  // By line: a pattern for blanks before a line's end takes the square of their number where no end follows.
  return lines
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Text on one line, cut at a word where it is longer than `most`. */
export function oneLine(text: string, most: number): string {
  const line = plainText(text).replace(/\s+/g, " ");
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1);
  const word = cut.lastIndexOf(" ");
  return `${(word > most / 2 ? cut.slice(0, word) : cut).replace(/[\s,;:\uD800-\uDBFF]+$/u, "")}…`;
}

/** "1 passage", "3 passages". */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
