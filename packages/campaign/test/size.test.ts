import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createNameIndex, indexPhrases } from "@narratoria/protocol/english";
import { createRandom } from "@narratoria/protocol/random";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Campaign, loadCampaign, withReadLore } from "../src/index.js";
import { lineOf } from "../src/reading/locate.js";
import { READ_LETTERS, withinBudget } from "../src/reading/within-budget.js";
import { readSource, type ReadingSource, WEIGHBRIDGE } from "../src/testing.js";

/** Names found by one pattern of all of them: slow, and plainly right. */
function plainSearch(forms: readonly string[], text: string): string[] {
  const bare = (form: string): string => form.replace(/^(?:the|an?)\s+/i, "").replace(/’/g, "'");
  const known = new Map<string, string>();
  for (const form of forms.map(bare))
    if (form.length > 1 && !known.has(form.toLowerCase())) known.set(form.toLowerCase(), form);
  const longest = [...known.values()].sort((a, b) => b.length - a.length);
  if (longest.length === 0) return [];
  const escaped = longest.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join("|")})(?=(?:s|es)?(?![\\p{L}\\p{N}]))`, "giu");
  const found = [...text.matchAll(pattern)].flatMap(({ 0: match }) => {
    const form = known.get(match.toLowerCase());
    return form === undefined || (/\p{Lu}/u.test(form) && !/\p{Lu}/u.test(match)) ? [] : [form.toLowerCase()];
  });
  return [...new Set(found)];
}

const words = fc.constantFrom(
  "bell",
  "Bell",
  "rope",
  "ropes",
  "glass",
  "es",
  "s",
  "the",
  "d'Arc",
  "Old",
  "Osk",
  "bus",
  "of",
  "3",
  "ö",
  "-",
  "’s",
  ".",
);
const phrase = fc.array(words, { minLength: 1, maxLength: 4 }).map((list) => list.join(" "));

/** A story whose lore is so many times as long, with as many more headings. */
function storyOf(files: number): ReadingSource {
  const random = createRandom("size");
  const word = (): string =>
    `${"bdfgklmnprst".charAt(random.int(12))}${"aeiou".charAt(random.int(5))}${"dlmnrst".charAt(random.int(7))}${random.int(40)}`;
  const name = (): string => word().replace(/^./, (letter) => letter.toUpperCase());
  const names = Array.from({ length: files }, () => `${name()} ${name()}`);
  const sentence = (): string =>
    `The ${word()} of ${names[random.int(files)]} was weighed by ${names[random.int(files)]} in the year of the ${word()}.`;
  return {
    ...WEIGHBRIDGE,
    lore: names.map((title, at) => ({
      file: `lore/${at}.md`,
      text: `# ${title}\n\n${Array.from({ length: 12 }, sentence).join(" ")}\n\n## The ${word()} ledger\n\n${Array.from({ length: 12 }, sentence).join(" ")}`,
    })),
  };
}

/** Processor time, which other programs have little part in. */
function workOf(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

const lettersOf = (source: ReadingSource): number => source.lore.reduce((sum, { text }) => sum + text.length, 0);

/** Lore of so many files, of so many letters each. */
function shelf(files: number, letters: number): ReadingSource["lore"] {
  return Array.from({ length: files }, (_, at) => {
    const paragraph = `The clerk of the ${at}th office counted the lamps in the yard and wrote them down.`;
    const text = `# Book ${at}\n\n${`${`${paragraph} `.repeat(6)}\n\n`.repeat(Math.ceil(letters / 480))}`;
    return { file: `lore/book-${at}.md`, text: text.slice(0, letters) };
  });
}

describe("what of a campaign is read into its story", () => {
  it("[CA292] is all of it up to 300 kB of lore", () => {
    const source = { ...WEIGHBRIDGE, lore: shelf(4, 70_000) };
    const bounded = withinBudget(source);
    expect(bounded.source).toEqual({ ...source });
    expect(bounded.leftOut).toEqual([]);
  });

  it("[CA292] is of a larger one the opening of every file, whole paragraphs, and says so once", () => {
    const source = { ...WEIGHBRIDGE, lore: shelf(200, 40_000) };
    const { source: read, leftOut } = withinBudget(source);
    expect(lettersOf(read)).toBeLessThanOrEqual(READ_LETTERS.lore);
    expect(lettersOf(read)).toBeGreaterThan(READ_LETTERS.lore / 2);
    for (const { text } of read.lore) expect(text).toMatch(/^# Book \d+\n\n[^]*wrote them down\.\s*$/);
    expect(leftOut.map(({ why }) => why)).toEqual([expect.stringContaining("The lore comes to 8000 kB.")]);
  });

  it("[CA292] is more of the files that the rest of the campaign names", () => {
    const lore = shelf(300, 20_000);
    const source = { ...WEIGHBRIDGE, premise: "Nobody has opened Book 217 since the flood.", lore };
    const read = new Map(withinBudget(source).source.lore.map(({ file, text }) => [file, text.length]));
    expect(read.get("lore/book-217.md")).toBe(20_000);
    expect(read.get("lore/book-216.md")).toBeLessThan(2_000);
  });

  it("[CA3206] is what whole texts are searched in, and an ordinary campaign stays as it is", async () => {
    const dir = mkdtempSync(join(tmpdir(), "narratoria-size-"));
    try {
      const write = (file: string, text: string): void => {
        mkdirSync(dirname(join(dir, file)), { recursive: true });
        writeFileSync(join(dir, file), text);
      };
      const load = async (): Promise<Campaign> => {
        const { campaign } = await loadCampaign(dir);
        if (campaign === null) throw new Error("no campaign");
        return campaign;
      };
      write("manifest.json", JSON.stringify({ title: "The Shelf", version: "1.0.0" }));
      write("plot/premise.md", "You have come to count the books.");
      write("lore/short.md", "# Short\n\nThe bell rope is new.\n");
      const ordinary = await load();
      expect(withReadLore(ordinary)).toBe(ordinary);
      for (const { file, text } of shelf(3, 400_000)) write(file, text);
      const large = await load();
      const read = withReadLore(large);
      const letters = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);
      expect(letters(read.lore.map(({ text }) => text))).toBeLessThanOrEqual(READ_LETTERS.lore);
      expect(letters([...read.texts.values()])).toBeLessThan(READ_LETTERS.lore + 1_000);
      expect(read.texts.get("lore/short.md")).toContain("The bell rope is new.");
      expect(read.texts.get("plot/premise.md")).toBe(large.texts.get("plot/premise.md"));
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });

  it("[CA292] leaves short files whole, and finds the lines of what was read", () => {
    const lore = [...shelf(2, 2_000_000), { file: "lore/short.md", text: "# Short\n\nThe bell rope is new." }];
    const texts = new Map(lore.map(({ file, text }) => [file, `\n\n${text}`]));
    const { source: read } = withinBudget({ ...WEIGHBRIDGE, lore, text: (file) => texts.get(file) });
    expect(read.lore.at(-1)).toEqual(lore.at(-1));
    expect(lineOf(read, "lore/short.md", "The bell rope is new.")).toBe(5);
    expect(read.text?.("lore/book-0.md")?.length).toBeLessThan(400_000);
  });

  it.each(["premise", "setting", "npcs", "beats", "endings", "frames", "constraints"] as const)(
    "[CA292] has a bound for %s as well, and cuts no name",
    (part) => {
      const long = "The bell has no rope. ".repeat(60_000);
      const [person] = WEIGHBRIDGE.npcs;
      const large = {
        premise: long,
        setting: long,
        npcs: WEIGHBRIDGE.npcs.map(({ id, profile }) => ({ id, profile: { ...profile, background: long } })),
        beats: [{ id: "beat_001", title: "The Open Drawer", description: long }],
        endings: [{ id: "true-weight", title: "True Weight", body: long }],
        frames: [{ file: "storybook/own.md", text: long }],
        constraints: [long],
      }[part];
      const { source } = withinBudget({ ...WEIGHBRIDGE, [part]: large });
      expect(JSON.stringify(source[part]).length).toBeLessThan(450_000);
      expect(source.npcs[0]?.profile.name).toBe(person?.profile.name);
    },
  );

  it("[CA292] depends on the texts alone", () => {
    const source = { ...WEIGHBRIDGE, lore: shelf(90, 30_000) };
    expect(withinBudget(source).source.lore).toEqual(withinBudget(structuredClone(source)).source.lore);
  });
});

describe("reading a long campaign", () => {
  it("[CA290] finds names by their words as a search for each of them would", () => {
    fc.assert(
      fc.property(fc.array(phrase, { maxLength: 8 }), fc.array(words, { maxLength: 14 }), (forms, text) => {
        const index = createNameIndex(
          forms.map((form) => ({
            form,
            key: form
              .replace(/^(?:the|an?)\s+/i, "")
              .replace(/’/g, "'")
              .toLowerCase(),
          })),
        );
        const given = text.join(" ");
        // Names that open with a mark stand in no campaign.
        fc.pre(forms.every((form) => /^[\p{L}\p{N}]/u.test(form.replace(/^(?:the|an?)\s+/i, ""))));
        expect(index.keysIn(given)).toEqual(plainSearch(forms, given.replace(/[’‘]/g, "'")));
      }),
      { numRuns: 300 },
    );
  });

  it("[CA290] finds where a phrase stands as reading the text through would", () => {
    fc.assert(
      fc.property(phrase, fc.array(words, { maxLength: 30 }), fc.boolean(), (wanted, text, anyCase) => {
        const given = text.join(" ");
        const [within, sought] = anyCase ? [given.toLowerCase(), wanted.toLowerCase()] : [given, wanted];
        const expected: number[] = [];
        for (let at = within.indexOf(sought); at >= 0; at = within.indexOf(sought, at + 1)) {
          const wordBefore = /[\p{L}\p{N}]$/u.test(given.slice(0, at)) && /^[\p{L}\p{N}]/u.test(wanted);
          const single = (wanted.match(/[\p{L}\p{N}]+/gu) ?? []).length === 1;
          const goesOn =
            single && /[\p{L}\p{N}]$/u.test(wanted) && /^[\p{L}\p{N}]/u.test(given.slice(at + wanted.length));
          if (!wordBefore && !goesOn) expected.push(at);
        }
        fc.pre(/[\p{L}\p{N}]/u.test(wanted) && /^[\p{L}\p{N}]/u.test(wanted));
        expect(indexPhrases(given).offsetsOf(wanted, anyCase)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it("[CA291] takes work in proportion to its length, not to its square", () => {
    const [small, large] = [storyOf(40), storyOf(320)];
    readSource(small);
    const once = Math.min(...[1, 2].map(() => workOf(() => readSource(small))));
    // Eight times the text, eight times the names: in square it would be sixty-four times the work.
    expect(workOf(() => readSource(large)) / once).toBeLessThan(24);
  });
});
