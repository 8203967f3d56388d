import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const BIN = fileURLToPath(new URL("../bin/narratoria.js", import.meta.url));
const home = mkdtempSync(join(tmpdir(), "narratoria-read-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function run(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, "campaign", "read", ...args], {
    encoding: "utf8",
    env: { ...process.env, NARRATORIA_HOME: home, NO_COLOR: "1" },
    cwd: home,
  });
  return { code: status, out: stdout, err: stderr };
}

describe("campaign read", () => {
  it("[CL520] shows people, places, beats and acts by name, and how to put them right", () => {
    const { code, out } = run("one-wheel-over");
    expect(code).toBe(0);
    for (const word of ["People", "Places", "Beats", "the Bore", "Barla", "reading.json"]) expect(out).toContain(word);
    // A terminal shows the first words of a law: the page and the JSON have them all.
    for (const [line] of out.matchAll(/^ +forbids: .*$/gm)) expect(line.split(", ").length).toBeLessThanOrEqual(9);
  });

  it("[CL521] writes JSON with names in place of ids", () => {
    const { code, out } = run("one-wheel-over", "--json");
    expect(code).toBe(0);
    const read = JSON.parse(out) as {
      cast: { name: string; called: string; pronoun: string | null; kind: string; certainty: Record<string, string> }[];
      places: { name: string }[];
      beats: { id: string; place: string | null; cast: string[] }[];
      laws: { text: string; forbids: string[] }[];
    };
    const names = new Set(read.cast.map(({ called }) => called));
    const places = new Set(read.places.map(({ name }) => name));
    expect(read.cast.length).toBeGreaterThan(4);
    for (const { cast, place } of read.beats) {
      for (const name of cast) expect(names).toContain(name);
      if (place !== null) expect(places).toContain(place);
    }
    for (const { pronoun } of read.cast) expect(["he", "she", "it", "they", null]).toContain(pronoun);
  });

  it("[CL522] writes one page that needs nothing from elsewhere", () => {
    const { code, out } = run("one-wheel-over", "--html", "page.html");
    expect([code, out]).toEqual([0, "Written to page.html.\n"]);
    const page = readFileSync(join(home, "page.html"), "utf8");
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain("<h2>People</h2>");
    expect(page).not.toMatch(/<script|src=|https?:/);
  });

  it("[CL523] compares with a facts file and shows what differs", () => {
    const facts = join(home, "facts.json");
    writeFileSync(facts, JSON.stringify({ cast: [{ name: "Barla", pronoun: "it" }] }));
    const { out } = run("one-wheel-over", "--facts", facts);
    expect(out).toMatch(/pronoun +0 of 1/);
    expect(out).toContain("it expected, she read");
    expect(run("one-wheel-over", "--facts", join(home, "none.json"))).toMatchObject({ code: 2 });
  });
});
