import fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/cl100k_base";
import { describe, expect, it } from "vitest";
import { type LoreChunk, loreChunks } from "../src/index.js";

const chunk = (text: string, file = "lore/a.md"): Promise<LoreChunk[]> =>
  loreChunks({ lore: [{ file, title: "A", text }] });
const count = (text: string): number => countTokens(text, { disallowedSpecial: new Set() });
/** Everything but the white space between words, by which pieces may be parted. */
const bare = (text: string): string => text.replace(/\s+/g, "");

describe("chunks", () => {
  it("[CA60] are paragraphs, with where they come from and how long they are", async () => {
    const chunks = await loreChunks({
      lore: [
        { file: "lore/a.md", title: "A", text: "# The scale\n\nIt is old.\nIt creaks.\n \t\n\n\nIt waits." },
        { file: "lore/b.md", title: "B", text: "Rain." },
      ],
    });
    expect(chunks).toEqual(
      [
        ["lore/a.md", 0, "# The scale"],
        ["lore/a.md", 1, "It is old.\nIt creaks."],
        ["lore/a.md", 2, "It waits."],
        ["lore/b.md", 0, "Rain."],
      ].map(([filePath, index, content]) => ({
        filePath,
        title: filePath === "lore/a.md" ? "A" : "B",
        chunkIndex: index,
        paragraphId: index,
        content,
        tokenCount: count(String(content)),
        chunkMethod: "paragraph",
      })),
    );
    expect(await loreChunks({ lore: [] })).toEqual([]);
  });

  it("[CA3290] carry their file's title and, where its author gave keywords, these", async () => {
    const lore = [
      { file: "lore/a.md", title: "The scale", text: "It is old.\n\nIt creaks.", keywords: ["weights", "Osk"] },
      { file: "lore/b.md", title: "Weather", text: "Rain." },
    ];
    expect((await loreChunks({ lore })).map(({ title, tags }) => [title, tags])).toEqual([
      ["The scale", ["weights", "Osk"]],
      ["The scale", ["weights", "Osk"]],
      ["Weather", undefined],
    ]);
  });

  it("[CA60] count tokens as cl100k_base does, words for a model's control included", async () => {
    const [first] = await chunk("tiktoken is great!");
    expect(first?.tokenCount).toBe(6);
    expect(await chunk("The sign reads <|endoftext|> backwards.")).toHaveLength(1);
  });

  it("[CA61] keep a paragraph of 512 tokens, and cut one of more at its sentences", async () => {
    const fits = `${"old ".repeat(511).trim()}.`;
    expect(count(fits)).toBe(512);
    expect(await chunk(fits)).toMatchObject([{ content: fits, tokenCount: 512 }]);

    const sentence = (index: number): string =>
      `Number ${index} was weighed at dawn, "for the last time!" And then? It was not.`;
    const long = Array.from({ length: 60 }, (_, index) => sentence(index)).join(" ");
    const chunks = await chunk(`Short.\n\n${long}\n\nShort again.`);
    expect(chunks.map(({ chunkIndex }) => chunkIndex)).toEqual(chunks.map((_, index) => index));
    expect(chunks.map(({ paragraphId }) => paragraphId)).toEqual([0, ...chunks.slice(2).map(() => 1), 2]);
    const cut = chunks.slice(1, -1);
    expect(cut.map(({ content }) => content).join(" ")).toBe(long);
    for (const { content, tokenCount } of cut) {
      expect(tokenCount).toBe(count(content));
      expect(tokenCount).toBeLessThanOrEqual(512);
      expect(content).toMatch(/[.?!]"?$/);
    }
    // As many to a chunk as fit: the next sentence would have been too much.
    for (const [index, { content }] of cut.slice(0, -1).entries()) {
      const next = cut[index + 1]?.content.split(/(?<=[.!?]"?)\s/)[0] ?? "";
      expect(count(`${content} ${next}`)).toBeGreaterThan(512);
    }
  });

  it.each([
    ["between words", "weighing ".repeat(3_000).trim()],
    ["inside a word without end", "weighing".repeat(3_000)],
    ["inside writing without spaces", "\u6f22\u5b57\u306e\u79e4".repeat(1_500)],
    ["between whole characters", "\u{1f3b2}".repeat(2_000)],
    ["through a long row of spaces", `a${" ".repeat(9_000)}b ${"weighing ".repeat(600)}`],
  ])("[CA62] are never longer than 512 tokens: cut %s", async (_, text) => {
    const chunks = await chunk(text);
    for (const { content, tokenCount } of chunks) {
      expect(tokenCount).toBe(count(content));
      expect(tokenCount).toBeLessThanOrEqual(512);
      expect(content).not.toMatch(/\p{Surrogate}/u);
    }
    expect(bare(chunks.map(({ content }) => content).join(""))).toBe(bare(text));
    const longest = Math.max(...chunks.map(({ tokenCount }) => tokenCount));
    expect(longest).toBeGreaterThan(400);
  });

  it("[CA63] together hold the text, nothing lost and nothing doubled", async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "The scale creaks. ",
        "Why? ",
        "\n\n",
        "\n",
        '"No!" ',
        "3.14 ",
        "word ".repeat(700),
        "x".repeat(3_000),
        "\u3002",
      ),
      fc.string({ unit: "grapheme", maxLength: 20 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const text = pieces.join("");
        const chunks = await chunk(text);
        expect(bare(chunks.map(({ content }) => content).join(""))).toBe(bare(text));
        for (const { content, tokenCount } of chunks) {
          expect(text).toContain(content);
          expect(content.trim()).toBe(content);
          expect(content).not.toBe("");
          expect(tokenCount).toBeLessThanOrEqual(512);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("[CA64] of a long campaign let other work through", async () => {
    const text = Array.from({ length: 8_000 }, (_, index) => `Paragraph ${index} about the scale and its keeper.`).join(
      "\n\n",
    );
    let turns = 0;
    let running = true;
    const tick = (): void => {
      turns++;
      if (running) setImmediate(tick);
    };
    await chunk("Loads the tokenizer.");
    setImmediate(tick);
    const chunks = await chunk(text);
    running = false;
    expect(chunks).toHaveLength(8_000);
    expect(turns).toBeGreaterThan(1);
  });
});
