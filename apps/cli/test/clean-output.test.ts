// SPEC.md CL420: every command is run with words of strangers that would take hold of a terminal, and all that it prints is searched.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { cleanOutput } from "../src/clean-output.js";
import { narratoria, runCommand } from "../src/main.js";
import { openLineInput } from "../src/play/line-input.js";
import { createPainter } from "../src/screen/painter.js";
import { fakeTerminal } from "./fake-terminal.js";

/** Retitles the window, clears the screen, goes back in the line, and turns what follows around. */
const EVIL = "\u001b]0;pwned\u0007\u001b[2J\u009b31m\rgone\b\u202etfel\u2066\u200f\u061c\u2028\ufeff";
const OBEYED = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/u;

const PIANO = fileURLToPath(new URL("../../../campaigns/the-piano-on-the-third-landing/", import.meta.url));
let home = "";
let data = "";

interface Said {
  readonly code: number;
  readonly all: string;
}

async function run(...args: string[]): Promise<Said> {
  const { terminal, out, err } = fakeTerminal();
  const code = await runCommand(args, terminal);
  return { code, all: out() + err() };
}

function write(path: string, content: string | object): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

/** A skill without programs whose every word is a stranger's. */
function evilSkill(name: string): string {
  write(`${name}/skill.json`, {
    name,
    version: "1.0.0",
    displayName: `Lamp${EVIL}`,
    description: `Lights${EVIL} lamps.`,
    author: `Somebody${EVIL}`,
    license: `None${EVIL}`,
    network: [`api${EVIL}.example`],
    [`unknown${EVIL}`]: EVIL,
    scripts: [{ name: "light", path: `scripts/none${EVIL}.mjs` }],
  });
  write(`${name}/config-schema.json`, {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    title: `Settings${EVIL}`,
    properties: {
      [`key${EVIL}`]: { type: "string", title: `Key${EVIL}`, description: EVIL, default: EVIL, "x-category": EVIL },
      choice: { type: "string", enum: [`a${EVIL}`, "b"], default: EVIL },
    },
  });
  write(`${name}/config.json`, { [`key${EVIL}`]: 7, [`other${EVIL}`]: EVIL });
  return join(home, name);
}

/** A campaign that can be played, with such words in its title, people, places and everything. */
function evilCampaign(): string {
  const dir = join(home, "evil tale");
  cpSync(PIANO, dir, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(dir, "manifest.json"), "utf8"));
  write("evil tale/manifest.json", { ...manifest, title: `The Piano${EVIL}`, author: EVIL, description: EVIL });
  write("evil tale/lore/attic.md", `---\ntitle: "Attic"\n---\n\n# The attic ${EVIL}\n\nThe attic ${EVIL} is dry.\n`);
  write("evil tale/lore/faulty.md", `---\n${EVIL}: [\n---\n`);
  return dir;
}

const NONE = `none${EVIL}`;
let story = "";
let exported = "";
/** Commands that printed some of it, shown. */
const shownBy = new Set<string>();

/** How each command is called, by its words. */
const CALLS: Readonly<Record<string, () => readonly (readonly string[])[]>> = {
  play: () => [
    ["play", join(home, "evil tale"), "--choose", "first", "--turns", "1", "--seed", "3", "--data", data],
    ["play", join(home, "evil tale"), "--turns", "0", "--json", "--data", data],
    ["play", NONE, "--data", data],
    [NONE, "--data", data],
  ],
  validate: () => [
    ["validate", join(home, "evil tale")],
    ["validate", NONE],
  ],
  test: () => [
    ["test", join(home, "evil tale"), "--walks", "1", "--turns", "1", "--data", data],
    ["test", NONE, "--data", data],
  ],
  "campaign list": () => [["campaign", "list", "--data", data]],
  "campaign show": () => [
    ["campaign", "show", join(home, "evil tale"), "--data", data],
    ["campaign", "show", NONE, "--data", data],
  ],
  "campaign uninstall": () => [["campaign", "uninstall", NONE, "--yes", "--data", data]],
  "campaign provenance": () => [
    ["campaign", "provenance", join(home, "evil tale")],
    ["campaign", "provenance", NONE],
  ],
  "campaign import": () => [
    [
      "campaign",
      "import",
      write("evil.twee", `:: Start\nA cave${EVIL}.\n[[In${EVIL}|Cave]]\n[[Out|Gone${EVIL}]]\n:: Cave\nDark.`),
      join(home, "cave"),
    ],
    ["campaign", "import", NONE],
  ],
  "campaign enrich": () => [["campaign", "enrich", join(home, "evil tale"), "--preview"]],
  "campaign read": () => [
    ["campaign", "read", join(home, "evil tale")],
    ["campaign", "read", join(home, "evil tale"), "--json"],
    ["campaign", "read", NONE],
  ],
  "campaign stage": () => [["campaign", "stage", join(home, "evil tale")]],
  "campaign why": () => [
    ["campaign", "why", join(home, "evil tale"), "--beat", NONE],
    ["campaign", "why", join(home, "evil tale"), "--graph"],
    ["campaign", "why", NONE, "--beat", NONE, "--story", NONE],
  ],
  pack: () => [
    ["pack", join(home, "evil tale"), "--out", join(home, `x${"\u001b[2J"}.narratoria`)],
    ["pack", join(home, "evil-lamp"), "--out", home],
    ["pack", NONE],
  ],
  install: () => [
    ["install", join(home, "plain-lamp"), "--data", data],
    ["install", join(home, "evil-lamp"), "--data", data],
    ["install", NONE, "--data", data],
  ],
  config: () => [
    ["config", "--data", data],
    ["config", NONE, "--data", data],
    ["config", "lang", NONE, "--json", "--data", data],
  ],
  completion: () => [
    ["completion", "bash"],
    ["completion", NONE],
  ],
  complete: () => [["complete", "--", "skills", "show", "--data", data, ""]],
  man: () => [["man"]],
  help: () => [
    ["help", NONE],
    ["help", "play"],
  ],
  bench: () => [["bench", "--model", NONE, "--data", data]],
  ui: () => [
    ["ui", "--host", NONE, "--data", data],
    ["ui", "--port", NONE, "--data", data],
  ],
  doctor: () => [
    ["doctor", "--data", data],
    ["doctor", "--repair", "--data", data],
  ],
  replay: () => [
    ["replay", NONE, "--data", data],
    ["replay", story, "--branch", "9", "--data", data],
  ],
  "playthroughs list": () => [
    ["playthroughs", "list", "--data", data],
    ["playthroughs", "list", "--json", "--data", data],
    ["playthroughs", NONE],
  ],
  "playthroughs resume": () => [
    ["playthroughs", "resume", story, "--turns", "0", "--data", data],
    ["playthroughs", "resume", NONE, "--data", data],
  ],
  "playthroughs undo": () => [["playthroughs", "undo", story, "--data", data]],
  "playthroughs redo": () => [["playthroughs", "redo", story, "--json", "--data", data]],
  "playthroughs branch": () => [["playthroughs", "branch", story, "0", "--name", `Other${EVIL}`, "--data", data]],
  "playthroughs branches": () => [
    ["playthroughs", "branches", story, "--data", data],
    ["playthroughs", "branches", story, "--json", "--data", data],
  ],
  "playthroughs switch": () => [["playthroughs", "switch", story, "1", "--data", data]],
  "playthroughs export": () => [
    ["playthroughs", "export", story, "--data", data],
    ["playthroughs", "export", story, "--format", "html", "--data", data],
    ["playthroughs", "export", story, "--format", "json", "--data", data],
    ["playthroughs", "export", story, "--format", "json", "--out", exported, "--data", data],
    ["playthroughs", "export", story, "--out", join(home, NONE, "x.md"), "--data", data],
  ],
  "playthroughs import": () => [
    ["playthroughs", "import", exported, "--data", data],
    ["playthroughs", "import", exported, "--json", "--data", data],
    ["playthroughs", "import", write("faulty.json", { format: EVIL }), "--data", data],
    ["playthroughs", "import", NONE, "--data", data],
  ],
  "playthroughs delete": () => [
    ["playthroughs", "delete", NONE, "--data", data],
    ["playthroughs", "delete", story, "--data", data],
    ["playthroughs", "delete", story, "--yes", "--data", data],
  ],
  "memories list": () => [
    ["memories", "list", "--data", data],
    ["memories", "list", "--json", "--data", data],
  ],
  "memories search": () => [["memories", "search", EVIL, "--data", data]],
  "memories pin": () => [["memories", "pin", NONE, "--data", data]],
  "memories edit": () => [["memories", "edit", NONE, EVIL, "--data", data]],
  "memories forget": () => [["memories", "forget", NONE, "--data", data]],
  "memories keep": () => [["memories", "keep", "--at-most", NONE, "--data", data]],
  "models list": () => [
    ["models", "list", "--data", data],
    ["models", "list", "--json", "--data", data],
  ],
  "models pull": () => [["models", "pull", NONE, "--data", data]],
  "models add": () => [
    ["models", "add", NONE, "--data", data],
    ["models", "add", write(`model${"\u001b[2J"}.gguf`, EVIL), "--data", data],
  ],
  "models use": () => [["models", "use", NONE, "--data", data]],
  "models verify": () => [["models", "verify", NONE, "--data", data]],
  "models remove": () => [["models", "remove", NONE, "--data", data]],
  // It fetches what models run on, and prints nothing that comes from elsewhere.
  "models setup": () => [],
  "skills list": () => [
    ["skills", "list", "--data", data],
    ["skills", "list", "--json", "--data", data],
  ],
  "skills show": () => [
    ["skills", "show", "plain-lamp", "--data", data],
    ["skills", "show", "evil-lamp", "--data", data],
    ["skills", "show", "evil-lamp", "--json", "--data", data],
    ["skills", "show", NONE, "--data", data],
  ],
  "skills agree": () => [
    ["skills", "agree", "evil-lamp", "--yes", "--data", data],
    ["skills", "agree", NONE, "--data", data],
  ],
  "skills withdraw": () => [["skills", "withdraw", "evil-lamp", "--data", data]],
  "skills enable": () => [["skills", "enable", NONE, "--data", data]],
  "skills disable": () => [["skills", "disable", "evil-lamp", "--data", data]],
  "skills config": () => [
    ["skills", "config", "evil-lamp", "--data", data],
    ["skills", "config", "evil-lamp", "--json", "--data", data],
    ["skills", "config", "evil-lamp", "--set", `choice=${EVIL}`, "--set", `${NONE}=1`, "--data", data],
  ],
  "skills test": () => [
    ["skills", "test", NONE, "--data", data],
    ["skills", "test", join(home, "evil-lamp"), "--data", data],
  ],
  "skills inspect": () => [
    ["skills", "inspect", NONE, "--data", data],
    ["skills", "inspect", join(home, "evil-lamp"), "--data", data],
  ],
  "new campaign": () => [
    ["new", "campaign", join(home, NONE)],
    ["new", "campaign", join(home, "a-new-one"), "--title", EVIL],
    ["new", "campaign", join(home, "evil-lamp")],
  ],
  "skills new": () => [["skills", "new", NONE]],
  "skills install": () => [["skills", "install", join(home, "evil-lamp"), "--replace", "--data", data]],
  "skills remove": () => [
    ["skills", "remove", NONE, "--data", data],
    ["skills", "remove", "evil-lamp", "--yes", "--data", data],
  ],
};

function leavesOf(command: Command, before: readonly string[] = []): string[] {
  return command.commands.flatMap((one) => {
    const words = [...before, one.name()];
    return one.commands.length === 0 ? [words.join(" ")] : leavesOf(one, words);
  });
}

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "narratoria-clean-"));
  data = join(home, "data");
  exported = join(home, "story.json");
  vi.stubEnv("NARRATORIA_HOME", join(home, "unused"));
  evilCampaign();
  evilSkill("evil-lamp");
  write("plain-lamp/SKILL.md", `---\nname: plain-lamp\ndescription: "Lights lamps.\\u001b[2J"\n---\n\nLight it.\n`);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

describe("the output of commands", () => {
  it("[CL420] is searched for every command there is", () => {
    const { terminal } = fakeTerminal();
    expect(Object.keys(CALLS).sort()).toEqual(leavesOf(narratoria(terminal, () => {})).sort());
  });

  // In their order: a story is begun first and deleted late.
  it.each(Object.keys(CALLS))("[CL420] holds nothing that a terminal obeys: %s", async (command) => {
    for (const args of CALLS[command]?.() ?? []) {
      const { all } = await run(...args);
      expect(all, args.join(" ")).not.toBe("");
      expect(OBEYED.exec(all)?.[0], `${JSON.stringify(args)}: ${JSON.stringify(all.slice(0, 600))}`).toBeUndefined();
      if (all.includes("\\u001b")) shownBy.add(command);
      if (command === "play" && story === "") story = await firstStory();
      if (args.includes(exported) && command === "playthroughs export") poison();
    }
  });
});

it("[CL420] is searched where it would be found", () => {
  for (const command of ["play", "validate", "pack", "install", "playthroughs list", "playthroughs import"]) {
    expect([...shownBy]).toContain(command);
  }
  expect(shownBy.size).toBeGreaterThan(20);
});

async function firstStory(): Promise<string> {
  const { all } = await run("playthroughs", "list", "--json", "--data", data);
  const [first] = JSON.parse(all) as { id: string }[];
  return first?.id ?? "";
}

/** What was exported comes back with such words in every sentence that a scene has. */
function poison(): void {
  const text = readFileSync(exported, "utf8");
  const evil = JSON.stringify(EVIL).slice(1, -1);
  writeFileSync(exported, text.replaceAll("piano", `piano${evil}`).replaceAll("Piano", `Piano${evil}`));
}

describe("a cleaned stream", () => {
  const chunks = (): { readonly stream: PassThrough; readonly text: () => string } => {
    const stream = new PassThrough();
    let text = "";
    stream.on("data", (chunk) => {
      text += chunk;
    });
    return { stream, text: () => text };
  };

  it("[CL420] shows what a terminal would obey, in texts and bytes, and does what is its own", () => {
    const { stream, text } = chunks();
    const output = cleanOutput(stream);
    output.write("a\u001b[31m\n\tb\r\n");
    output.write(Buffer.from("c\u0007\u202e\u009b"));
    output.control?.("\u001b[K");
    expect(text()).toBe("a\\u001b[31m\n\tb\nc\\u0007\\u202e\\u009b\u001b[K");
  });

  it("[CL420] keeps JSON the same JSON, and the letters of all scripts", () => {
    const { stream, text } = chunks();
    const words = "Žluťoučký кон 鐘 ქ שלום مرحبا नमस्ते 👩‍🚀 “–”…\u00a0";
    cleanOutput(stream).write(JSON.stringify({ words, evil: EVIL }));
    expect(JSON.parse(text())).toEqual({ words, evil: EVIL });
    expect(text()).toContain(words);
  });

  it("[CL420] is otherwise the stream it wraps", () => {
    const { stream } = chunks();
    const tty = Object.assign(stream, { isTTY: true, columns: 66, rows: 20 });
    const output = cleanOutput(tty);
    expect([output.isTTY, output.columns, output.rows]).toEqual([true, 66, 20]);
    let resized = 0;
    const count = (): void => void resized++;
    output.on("resize", count);
    stream.emit("resize");
    output.off("resize", count);
    stream.emit("resize");
    expect(resized).toBe(1);
  });

  it("[CL420] draws nothing but the looks of text and its own moves of the cursor", () => {
    const { stream, text } = chunks();
    const painter = createPainter(cleanOutput(stream), { columns: 80, rows: 2 });
    painter.frames.write(`\u001b[1mBold\u001b[22m${EVIL}\nplain`);
    painter.close();
    const moves = /\u001b\[(\?\d+[hl]|2J|\d+;1H|K|[\d;]*m)/g;
    expect(text()).toContain("\u001b[1mBold\u001b[22m");
    expect(OBEYED.exec(text().replace(moves, ""))?.[0]).toBeUndefined();
    expect(text()).toContain("\\u001b]0;pwned\\u0007\\u001b[2J");
  });

  it("[CL420] asks with prompts that do nothing else", async () => {
    const { stream, text } = chunks();
    const stdin = new PassThrough();
    const stdout = cleanOutput(Object.assign(stream, { isTTY: true, columns: 80 }));
    const input = openLineInput({ stdin, stdout, interactive: true, onInterrupt: () => {} });
    const line = input.read(`Name${EVIL}: `);
    stdin.write("Ada\n");
    expect(await line).toBe("Ada");
    input.close();
    expect(text()).toContain("Name\\u001b]0;pwned");
    expect(text()).not.toContain("\u001b]0;");
  });
});
