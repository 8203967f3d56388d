// A story as Markdown, as one HTML page and as a file that can be taken in again.
import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkContract } from "@narratoria/protocol/contracts";
import { SaxesParser } from "saxes";
import { expect, it } from "vitest";
import { fromBuffer } from "yauzl";
import { importBytes } from "@narratoria/campaign/import";
import type { Engine, ExportOptions, Story } from "../src/index.js";
import { asHtml } from "../src/timeline/as-html.js";
import { asMarkdown } from "../src/timeline/as-markdown.js";
import { smallCampaign } from "./support/campaign.js";
import { collect, engineOn, sceneIn, tempFolder, walk } from "./support/play.js";
import { toldOnce } from "./support/told-once.js";

const CAMPAIGN = "one-wheel-over";

async function textOf(engine: Engine, id: string, options: ExportOptions): Promise<string> {
  let text = "";
  for await (const piece of engine.export(id, options)) text += piece;
  return text;
}

/** Pictures that a page brings along are not fetched. */
const withoutPictures = (page: string): string =>
  page.replace(/<img src="data:image\/[^"]*" alt="[^"]*" \/>/g, "").replace("img-src data:; ", "");

const PORTRAIT = {
  dataType: "portrait",
  id: "p",
  record: {
    characterId: "osk",
    imagePath: "assets/osk.png",
    descriptionHash: "x",
    generatedAt: "2026-01-01T00:00:00Z",
  },
  pinned: false,
  timestamp: 1,
  minutes: 0,
  sessionId: null,
};

/** Four scenes, and a branch of two with a name that no format may take for its own. */
const told = toldOnce(async (dataDir) => {
  const engine = await engineOn(dataDir);
  const story = await engine.play(CAMPAIGN, { seed: "7" });
  await walk(story, "7", 3);
  const tip = story.scene?.turnId ?? "";
  await collect(story.branch(1, `</style><script>alert(1)</script> *bold* & "quoted"`));
  await collect(story.choose(1));
  await collect(story.leave());
  await collect(story.goTo(tip));
  await engine.close();
  return { id: story.id };
});

async function branched(): Promise<{ readonly engine: Engine; readonly dataDir: string; readonly story: Story }> {
  const { dataDir, id } = await told();
  const engine = await engineOn(dataDir);
  return { engine, dataDir, story: await engine.resume(id) };
}

it("[EN198] Markdown tells every scene of every branch, and takes no word of the story for a mark", async () => {
  const { engine, story } = await branched();
  const text = await textOf(engine, story.id, { format: "markdown" });
  expect(text).toMatch(
    /^# One Wheel Over\n\n- \*\*As it was first told\*\*: from the opening to scene 3\. The story stands here\.\n/,
  );
  expect(text).toContain('## \\</style\\>\\<script\\>alert(1)\\</script\\> \\*bold\\* \\& "quoted"\n');
  expect(text.match(/^### /gm)).toHaveLength(6);
  const { paragraphs, choice } = sceneIn(await collect(story.goTo(story.scene?.turnId ?? "")));
  expect(text).toContain(`\n\n> ${choice}\n\n`);
  for (const paragraph of paragraphs) expect(text).toContain(`\n${paragraph}\n`);
  expect(text).toMatch(/\n\*\*Afterwards\*\*\n/);
  const [, branch] = await engine.branches(story.id);
  const alone = await textOf(engine, story.id, { format: "markdown", branch: branch?.id ?? "" });
  expect(alone.match(/^### /gm)).toHaveLength(4);
  await expect(textOf(engine, story.id, { format: "markdown", branch: "x" })).rejects.toMatchObject({
    code: "no_such_turn",
  });
  await expect(textOf(engine, "nobody", { format: "markdown" })).rejects.toMatchObject({
    code: "playthrough_not_found",
  });
});

it("[EN198] a line that begins like a list or a heading stays a sentence", async () => {
  const dir = await smallCampaign(join(await tempFolder(), "marks"));
  const manifest = JSON.parse(await readFile(join(dir, "manifest.json"), "utf8")) as object;
  await writeFile(join(dir, "manifest.json"), JSON.stringify({ ...manifest, title: "1. # _One_ <b>" }));
  const engine = await engineOn(await tempFolder());
  const story = await engine.play(dir, { seed: "1" });
  await collect(story.begin());
  expect(await textOf(engine, story.id, { format: "markdown" })).toContain("# 1\\. # \\_One\\_ \\<b\\>\n");
});

const SET_APART = {
  "plot/premise.md":
    "You came up in the *Wren*, with the mail, and it was **not** 2 * 3 o'clock.\n\n> june: hi <b>house</b>\n> june: nobody is at home\n\nThe lamp was out by then.\n",
};

it("[EN2107] [EN2108] exports set what the author sets apart, and the plain paragraphs have no marks", async () => {
  const dir = await smallCampaign(join(await tempFolder(), "apart"), SET_APART);
  const engine = await engineOn(await tempFolder());
  const story = await engine.play(dir, { seed: "1" });
  const { paragraphs, formatted = [] } = sceneIn(await collect(story.begin()));
  expect(paragraphs.join(" ")).not.toMatch(/\*[\p{L}]|^>|_/u);
  expect(paragraphs.slice(0, 2)).toEqual([
    "You came up in the Wren, with the mail, and it was not 2 * 3 o’clock.",
    expect.stringMatching(/^June: hi <b>house<\/b> june: nobody is at home/),
  ]);
  for (const { paragraph, blocks } of formatted) {
    const words = blocks.map(({ lines }) => lines.map((runs) => runs.map(({ text }) => text).join("")).join(" "));
    expect(words.join(" ")).toBe(paragraphs[paragraph]);
  }
  const markdown = await textOf(engine, story.id, { format: "markdown" });
  expect(markdown).toContain("\nYou came up in the *Wren*, with the mail, and it was **not** 2 \\* 3 o’clock.\n");
  expect(markdown).toContain("\n> June: hi \\<b\\>house\\</b\\>\\\n> june: nobody is at home\n");
  const page = await textOf(engine, story.id, { format: "html" });
  expect(page).toContain("<p>You came up in the <em>Wren</em>, with the mail, and it was <strong>not</strong> 2 * 3");
  expect(page).toContain(
    '<blockquote class="quote"><p>June: hi &lt;b&gt;house&lt;/b&gt;<br />june: nobody is at home</p></blockquote>',
  );
});

it("[EN199] HTML is one page without script or anything fetched, under a policy that allows neither", async () => {
  const { engine, story } = await branched();
  const page = await textOf(engine, story.id, { format: "html" });
  const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? "";
  const hash = createHash("sha256").update(style).digest("base64");
  expect(page).toContain(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">`,
  );
  expect(withoutPictures(page)).not.toMatch(
    /<script|<img|<link|<iframe|\bsrc=|\bstyle=|\bon\w+=|https?:|url\(|@import/i,
  );
  expect(page).toContain("&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt; *bold* &amp; &quot;quoted&quot;");
  // Every element is closed, and every link leads somewhere.
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, target] of page.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(target);
  const open: string[] = [];
  for (const [, end, name, self] of page
    .replace(/<!doctype html>|<style>[^]*?<\/style>/g, "")
    .matchAll(/<(\/?)([a-z0-9]+)[^>]*?(\/?)>/g)) {
    if (self === "/" || name === "meta") continue;
    if (end === "/") expect(open.pop()).toBe(name);
    else open.push(name ?? "");
  }
  expect(open).toEqual([]);
  expect(page.match(/<article /g)).toHaveLength(6);
  expect(page).toMatch(/<nav aria-label="Branches">[^]*<svg /);
});

it("[EN5940] Markdown and HTML head what is told where and when the story moves on within a scene", async () => {
  const { story } = await branched();
  const { scene: event } = story;
  if (!event) throw new Error("no scene");
  const begins = { location: "The Long Yard", time: "Ninth noon", paragraphs: 1 };
  const scene = { ...event, begins, location: "The weir", time: "Ninth evening", paragraphs: ["One.", "Two."] };
  const told = {
    playthrough: { id: story.id, title: "A story", branch: "b" },
    branches: [
      {
        branch: { id: "b", title: "As it was first told", start: null, tip: scene, turns: 1, ended: false },
        scenes: [{ turnId: scene.turnId, scene: scene.scene, event: { ...scene, formatted: [] }, leaves: [] }],
      },
    ],
  };
  expect([...asMarkdown(told as never)].join("")).toContain("One.\n\n**The weir**\n\n*Ninth evening*\n\nTwo.");
  expect([...asHtml(told as never)].join("")).toContain(
    '<p>One.</p>\n<p class="when">Ninth evening</p><h3>The weir</h3>\n<p>Two.</p>',
  );
});

it("[EN901] the page of an ending has no place and no time above it", async () => {
  const { story } = await branched();
  const { scene: event } = story;
  if (!event) throw new Error("no scene");
  const last = {
    ...event,
    location: "The Long Yard",
    time: "Ninth noon",
    ending: "All home",
    ended: true,
    choices: [],
  };
  const toldStory = (scene: typeof event) => ({
    playthrough: { id: story.id, title: "A story", branch: "b" },
    branches: [
      {
        branch: { id: "b", title: "As it was first told", start: null, tip: scene, turns: 1, ended: true },
        scenes: [{ turnId: scene.turnId, scene: scene.scene, event: scene, leaves: [] }],
      },
    ],
  });
  for (const write of [asMarkdown, asHtml]) {
    const page = (scene: typeof event) => [...write(toldStory(scene) as never)].join("");
    expect(page({ ...event, location: "The Long Yard", time: "Ninth noon" })).toMatch(
      /Long Yard[^]*Ninth noon|Ninth noon[^]*Long Yard/,
    );
    expect(page(last)).toContain("All home");
    expect(page(last)).not.toMatch(/Long Yard|Ninth noon/);
  }
});

it("[EN199] keys and readers go by the list of branches: nothing in the drawing is a stop, and a branch without a scene says so", async () => {
  const engine = await engineOn(await tempFolder());
  const story = await engine.play(CAMPAIGN, { seed: "7", fresh: true });
  await walk(story, "7", 2);
  await collect(story.branch(1, "Not gone yet"));
  const page = await textOf(engine, story.id, { format: "html" });
  const drawing = /<svg [^]*<\/svg>/.exec(page)?.[0] ?? "";
  const links = drawing.match(/<a [^>]*>/g) ?? [];
  // Three scenes and two names.
  expect(links).toHaveLength(5);
  expect(links.filter((link) => !link.includes('tabindex="-1"'))).toEqual([]);
  expect(page).toContain(
    '<a href="#branch-2">Not gone yet</a>: <span class="quiet">begins at scene 1, nothing told yet.',
  );
  expect(page).toContain('Follows <a href="#scene-1-1">scene 1</a>; nothing is told of it yet.');
  expect(await textOf(engine, story.id, { format: "markdown", pictures: false })).toMatch(
    /\n## Not gone yet\n\n\*Follows scene 1; nothing is told of it yet\.\*\n$/,
  );
  // By night a page is printed as by day.
  expect(page).toContain("@media screen and (prefers-color-scheme:dark)");
});

it("[EN199] a story of one line has no tree, and what hides or turns text around is left out", async () => {
  const dir = await smallCampaign(join(await tempFolder(), "turned"));
  const manifest = JSON.parse(await readFile(join(dir, "manifest.json"), "utf8")) as object;
  await writeFile(join(dir, "manifest.json"), JSON.stringify({ ...manifest, title: "A\u202eB\u0007C" }));
  const engine = await engineOn(await tempFolder());
  const story = await engine.play(dir, { seed: "1" });
  await collect(story.begin());
  const page = await textOf(engine, story.id, { format: "html" });
  expect(page).toContain("<h1>ABC</h1>");
  expect(page).not.toContain("<nav");
});

it("[EN200] JSON is taken in elsewhere, whole: every branch plays, replays and exports as it did", async () => {
  const { engine, story } = await branched();
  const text = await textOf(engine, story.id, { format: "json" });
  expect(checkContract("playthrough-file", JSON.parse(text))).toEqual([]);
  expect(text).not.toContain(engine.dataDir);
  const file = join(await tempFolder(), "story.json");
  await writeFile(file, text);

  const elsewhere = await engineOn(await tempFolder());
  const imported = await elsewhere.import(file);
  expect(imported).toMatchObject({ title: "One Wheel Over", scene: 3, seed: "7", campaign: CAMPAIGN });
  expect(await textOf(elsewhere, imported.id, { format: "html" })).toBe(
    await textOf(engine, story.id, { format: "html" }),
  );
  expect(await elsewhere.replay(imported.id)).toEqual({ turns: 4, taken: [], difference: null });
  const [again, here] = [await elsewhere.resume(imported.id), await engine.resume(story.id)];
  await collect(again.begin());
  await collect(here.begin());
  const texts = async (one: Story) => sceneIn(await collect(one.choose(2))).paragraphs;
  expect(await texts(again)).toEqual(await texts(here));
  expect((await elsewhere.import(file)).id).not.toBe(imported.id);
});

it("[EN200] what is no export of ours, or not as it was, is refused with a sentence, and nothing is kept", async () => {
  const { engine, dataDir, story } = await branched();
  const text = await textOf(engine, story.id, { format: "json" });
  const file = join(await tempFolder(), "story.json");
  type Doc = {
    version: number;
    playthrough: { campaign: string; head: string };
    branches: { start: string | null }[];
    turns: { id: string; parentId: string | null; sceneRecord: object; sessionId: string }[];
    sessions: object[];
    records: object[];
    sha256: string;
  };
  const changed = (change: (doc: Doc) => void, honest = true): string => {
    const doc = JSON.parse(text) as Doc;
    change(doc);
    const sum = createHash("sha256");
    for (const part of [doc.playthrough, doc.branches, doc.sessions, ...doc.turns, ...doc.records])
      sum.update(`${JSON.stringify(part)}\n`);
    return JSON.stringify(honest ? { ...doc, sha256: sum.digest("hex") } : doc);
  };
  const last = <T>(list: readonly T[]): T => list[list.length - 1] as T;
  for (const [content, why] of [
    ["", /no JSON/],
    [text.slice(0, 900), /cut short/],
    ['{"format":"narratoria-campaign"}', /no playthrough/],
    [changed((doc) => void (doc.version = 3)), /newer Narratoria/],
    [changed((doc) => void Object.assign(doc, { more: 1 })), /more/],
    [changed((doc) => void (doc.playthrough.campaign = "other"), false), /has changed/],
    [changed((doc) => void (doc.playthrough.campaign = "../../etc")), /no name of a campaign/],
    [
      changed((doc) => void (last(doc.turns).parentId = "elsewhere")),
      /\/turns\/5\/parentId: there is no turn before it elsewhere/,
    ],
    [changed((doc) => void (last(doc.turns).parentId = null)), /\/turns\/5\/parentId: it would be a second opening/],
    [
      changed((doc) => void (last(doc.turns).sessionId = "elsewhere")),
      /\/turns\/5\/sessionId: there is no session elsewhere/,
    ],
    [changed((doc) => void (doc.playthrough.head = "elsewhere")), /\/playthrough\/head: there is no turn elsewhere/],
    [changed((doc) => void doc.branches.pop()), /on no branch/],
    [changed((doc) => void (last(doc.turns).sceneRecord = { paragraphs: [] })), /Scene 3|Scene 2/],
    [changed((doc) => void doc.turns.push(last(doc.turns))), /\/turns\/6\/id: .*twice/],
    // Two turns that each follow the other: the first of them stands behind nothing.
    [changed((doc) => void Object.assign(doc.turns[1] ?? {}, { parentId: doc.turns[2]?.id })), /\/turns\/1\/parentId/],
    [changed((doc) => void Object.assign(doc.turns[1] ?? {}, { createdAt: 1e300 })), /\/turns\/1\/createdAt/],
    [changed((doc) => void Object.assign(doc.turns[1] ?? {}, { scene: 1e15 })), /\/turns\/1\/scene/],
    [text.replace('"rolls":[]', '"rolls":[1e400]'), /\/turns\/0\/rolls\/0: a number is too large/],
    [
      text.replace('"state":{', '"state":{"__proto__":{"ended":true},'),
      /\/state\/__proto__: the key "__proto__" is not allowed/,
    ],
    [text.replace('"rolls":[]', `"rolls":${"[".repeat(9_000)}${"]".repeat(9_000)}`), /nested too deeply/],
    [changed((doc) => void doc.records.push(PORTRAIT, PORTRAIT)), /\/records\/\d+: the portrait p is there twice/],
    [changed((doc) => void doc.records.push({ ...PORTRAIT, dataType: "perception" })), /\/records\/\d+\/dataType/],
    [changed((doc) => void doc.records.push({ ...PORTRAIT, record: {} })), /\/records\/\d+: The field "characterId"/],
    [
      changed((doc) => void doc.records.push({ ...PORTRAIT, sessionId: "x" })),
      /\/records\/\d+\/sessionId: there is no session/,
    ],
  ] as const) {
    await writeFile(file, content);
    await expect(engine.import(file)).rejects.toMatchObject({
      code: "import_failed",
      message: expect.stringMatching(why),
    });
  }
  await expect(engine.import(join(dataDir, "nothing.json"))).rejects.toMatchObject({ code: "import_failed" });
  await mkdir(join(dataDir, "folder"));
  await expect(engine.import(join(dataDir, "folder"))).rejects.toMatchObject({ code: "import_failed" });
  expect(await engine.playthroughs()).toHaveLength(1);
  // As it was, a mark at its beginning and other white space included, it is taken.
  await writeFile(file, `\ufeff${JSON.stringify(JSON.parse(text), null, 2)}`);
  expect(await engine.import(file)).toMatchObject({ scene: 3 });
});

/** The files of a ZIP archive by another program's reader, in their order. */
function unzipped(bytes: Buffer): Promise<Map<string, { text: string; method: number; extra: number }>> {
  return new Promise((resolve, reject) => {
    const files = new Map<string, { text: string; method: number; extra: number }>();
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on("entry", (entry) => {
        zip.openReadStream(entry, (fault, stream) => {
          if (fault) return reject(fault);
          const pieces: Buffer[] = [];
          stream.on("data", (piece: Buffer) => pieces.push(piece));
          stream.on("end", () => {
            const extra = bytes.readUInt16LE(entry.relativeOffsetOfLocalHeader + 28);
            files.set(entry.fileName, {
              text: Buffer.concat(pieces).toString("utf8"),
              method: entry.compressionMethod,
              extra,
            });
            zip.readEntry();
          });
        });
      });
      zip.on("end", () => resolve(files));
      zip.readEntry();
    });
  });
}

/** Elements of a well-formed XML text with their attributes; one that is not well-formed fails. */
function elements(text: string): { name: string; attributes: Record<string, string> }[] {
  const found: { name: string; attributes: Record<string, string> }[] = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => found.push({ name, attributes }));
  parser.write(text).close();
  return found;
}

async function epubOf(engine: Engine, id: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of engine.export(id, { format: "epub" })) {
    if (typeof piece === "string") throw new Error("text in an EPUB");
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

it("[EN2613] EPUB holds all that its standard asks for, well-formed, and is the same each time", async () => {
  const { engine, story } = await branched();
  const bytes = await epubOf(engine, story.id);
  expect(await epubOf(engine, story.id)).toEqual(bytes);
  const files = await unzipped(bytes);
  expect([...files.keys()][0]).toBe("mimetype");
  expect(files.get("mimetype")).toEqual({ text: "application/epub+zip", method: 0, extra: 0 });
  const read = (path: string): string => files.get(path)?.text ?? "";
  const [rootfile] = elements(read("META-INF/container.xml")).filter(({ name }) => name === "rootfile");
  const opf = elements(read(rootfile?.attributes["full-path"] ?? ""));
  for (const name of ["dc:identifier", "dc:title", "dc:language"]) expect(opf.map((one) => one.name)).toContain(name);
  const packaged = read("EPUB/package.opf");
  expect(packaged).toMatch(/<meta property="dcterms:modified">\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ<\/meta>/);
  expect(packaged).toMatch(/>urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}</);
  const items = opf.filter(({ name }) => name === "item").map(({ attributes }) => `EPUB/${attributes["href"]}`);
  expect(items.toSorted()).toEqual([...files.keys()].filter((path) => /^EPUB\/(?!package)/.test(path)).toSorted());
  const text = elements(read("EPUB/story.xhtml"));
  const ids = text.flatMap(({ attributes }) => attributes["id"] ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  // Every link, in the text and in the contents, leads to an element.
  const links = [...text, ...elements(read("EPUB/nav.xhtml"))].flatMap(({ name, attributes }) =>
    name === "a" ? [attributes["href"]?.replace(/^story\.xhtml/, "").slice(1)] : [],
  );
  expect(links.length).toBeGreaterThan(4);
  for (const link of links) expect(ids).toContain(link);
  for (const paragraph of story.scene?.paragraphs ?? [])
    expect(read("EPUB/story.xhtml")).toContain(paragraph.slice(0, 20));
  expect(read("EPUB/story.xhtml")).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
});

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==",
  "base64",
);

/** A story in a place with a picture, one with a damaged picture, and a person with a portrait. */
async function pictured(
  file = "kiln.png",
  picture: Uint8Array = PIXEL,
): Promise<{ engine: Engine; id: string; dir: string }> {
  const dir = await tempFolder();
  const dataDir = await tempFolder();
  for (const folder of ["art/locations", "art/characters", "plot", "world", "characters/npcs/osk"])
    await mkdir(join(dir, folder), { recursive: true });
  const files: Record<string, string | Uint8Array> = {
    "manifest.json": JSON.stringify({ title: "Two Rooms", version: "1.0.0" }),
    "plot/premise.md": "You are in the kiln, and Osk Tarn is at the stove.\n",
    "world/setting.md":
      "# Rooms\n\n## The Kiln\n\nThe kiln is warm. Bricks lie on its floor.\n\n## The Loft\n\nThe loft is cold. A rope hangs from its beam.\n",
    "characters/npcs/osk/profile.json": JSON.stringify({
      name: "Osk Tarn",
      role: "Potter in the kiln",
      personality: { traits: ["dry"] },
      background: "Osk lives in the kiln.",
    }),
    [`art/locations/${file}`]: picture,
    [`art/locations/${file}.provenance.json`]: JSON.stringify({
      generated: true,
      provenance: { source_model: "brush <1>", generated_at: "2026-01-01T00:00:00Z", seed_data: "kiln" },
    }),
    "art/locations/loft.png": PIXEL.subarray(0, 30),
  };
  for (const [path, content] of Object.entries(files)) await writeFile(join(dir, path), content);
  const engine = await engineOn(dataDir);
  const story = await engine.play(dir, { seed: "7" });
  await walk(story, "7", 3);
  await story.close();
  return { engine, id: story.id, dir };
}

it("[EN2617] pictures stand once, where they were first shown, with their words and what made them", async () => {
  const { engine, id, dir } = await pictured();
  const data = `data:image/png;base64,${PIXEL.toString("base64")}`;
  const count = (text: string, part: string): number => text.split(part).length - 1;
  for (const format of ["html", "gamebook-html", "twee", "markdown", "gamebook"] as const) {
    const text = await textOf(engine, id, { format });
    expect(count(text, data), format).toBe(1);
    expect(text, format).toMatch(/Picture made by brush (?:&lt;1&gt;|&#60;1&#62;|\\<1\\>)/);
    const without = await textOf(engine, id, { format, pictures: false });
    expect(without, format).not.toMatch(/data:image|img-src|!\[/);
  }
  expect(await textOf(engine, id, { format: "html" })).toMatch(
    /img-src data:; style-src[^]*<figure><img src="data:[^"]+" alt="[^"]*[Kk]iln[^"]*" \/>/,
  );
  expect(await textOf(engine, id, { format: "markdown" })).toMatch(
    /\n!\[[^\]]*[Kk]iln[^\]]*\]\[picture-1\]\n[^]*\n\[picture-1\]: data:/,
  );
  const files = await unzipped(await epubOf(engine, id));
  expect([...files.keys()].filter((path) => path.includes("picture"))).toEqual(["EPUB/picture-1.png"]);
  expect(files.get("EPUB/package.opf")?.text).toContain(
    '<item id="picture-1" href="picture-1.png" media-type="image/png"/>',
  );
  const images = elements(files.get("EPUB/story.xhtml")?.text ?? "").filter(({ name }) => name === "img");
  expect(images.map(({ attributes }) => attributes["src"])).toEqual(["picture-1.png"]);
  // A story can be exported whose campaign is gone.
  await rm(dir, { recursive: true });
  expect(await textOf(engine, id, { format: "html" })).not.toMatch(/data:image|img-src/);
});

/** A picture of one dot, in WebP. */
const WEBP = Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64");

it("[EN3204] a WebP picture in an EPUB has its words as a picture to fall back on", async () => {
  const { engine, id } = await pictured("kiln.webp", WEBP);
  const files = await unzipped(await epubOf(engine, id));
  expect([...files.keys()].filter((path) => path.includes("picture"))).toEqual([
    "EPUB/picture-1.webp",
    "EPUB/picture-1.svg",
  ]);
  const items = elements(files.get("EPUB/package.opf")?.text ?? "").filter(({ name }) => name === "item");
  const fallback = items.find(({ attributes }) => attributes["id"] === "picture-1")?.attributes["fallback"];
  expect(items.find(({ attributes }) => attributes["id"] === fallback)?.attributes).toMatchObject({
    href: "picture-1.svg",
    "media-type": "image/svg+xml",
  });
  const drawn = files.get("EPUB/picture-1.svg")?.text ?? "";
  expect(elements(drawn)[0]?.name).toBe("svg");
  expect(drawn).toMatch(/<text [^>]*>[^<]*kiln/i);
  // Of a size in a root's own units, epubcheck 4 says that it is none.
  expect(files.get("EPUB/style.css")?.text).toMatch(/font:100%\/1\.58 /);
  expect(await textOf(engine, id, { format: "html" })).toContain("font:1.1875rem/1.58 ");
});

it("[EN2614] Twee has a passage for each scene and a link for each way, and can be imported", async () => {
  const { engine, story } = await branched();
  // Pictures are not taken in, and an import says so.
  const text = await textOf(engine, story.id, { format: "twee", pictures: false });
  expect(text).toMatch(/^:: StoryTitle\nOne Wheel Over\n\n:: StoryData\n/);
  const data = JSON.parse(/:: StoryData\n(\{[^]*?\n\})/.exec(text)?.[1] ?? "");
  expect(data).toMatchObject({
    start: "The opening",
    ifid: expect.stringMatching(/^[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}$/),
  });
  const names = [...text.matchAll(/^:: (.+?)(?: \[ending\])?$/gm)].map(([, name]) => name);
  const targets = [...text.matchAll(/\[\[.+->(.+)\]\]/g)].map(([, name]) => name);
  // Each scene but the opening has one way that leads to it.
  expect(targets.toSorted()).toEqual(names.filter((name) => !/^Story|^The opening/.test(name ?? "")).toSorted());
  const { title, left, files } = await importBytes(Buffer.from(text), "story.twee");
  expect({ title, left }).toEqual({ title: "One Wheel Over", left: [] });
  const premise = String(files.find(({ path }) => path === "plot/premise.md")?.content);
  const opening = /^:: The opening\n(.{40})/m.exec(text)?.[1];
  expect(premise.slice(0, 40)).toBe(opening);
});

it("[EN2615] a gamebook has a numbered section for each scene, and ways to turn to", async () => {
  const { engine, story } = await branched();
  const markdown = await textOf(engine, story.id, { format: "gamebook" });
  const sections = [...markdown.matchAll(/^## (\d+)$/gm)].map(([, number]) => number);
  expect(sections.slice(0, 3)).toEqual(["1", "2", "3"]);
  const turns = [...markdown.matchAll(/turn to \[(\d+)\]\(#\1\)/g)].map(([, number]) => number);
  expect(turns.toSorted()).toEqual(sections.slice(1).toSorted());
  expect(markdown).toContain("*The story was left here.*");
  const page = await textOf(engine, story.id, { format: "gamebook-html" });
  const ids = [...page.matchAll(/ id="section-(\d+)"/g)].map(([, number]) => number);
  expect(ids).toEqual(sections);
  const links = [...page.matchAll(/href="#section-(\d+)"/g)].map(([, number]) => number);
  expect(links).toEqual(turns);
  expect(withoutPictures(page)).not.toMatch(/<script|\bsrc=|https?:|url\(/i);
  elements(page.replace(/^<!doctype html>|<meta [^>]*>|<style>[^]*<\/style>/g, ""));
});
