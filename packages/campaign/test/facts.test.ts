import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { checkContract, type Reading } from "@narratoria/protocol/contracts";
import { beforeAll, describe, expect, it } from "vitest";
import {
  compareWithFacts,
  FACT_ROWS,
  type FactRow,
  type FactsComparison,
  loadCampaign,
  readStory,
} from "../src/index.js";
import { must } from "./campaign-folder.js";

const folder = fileURLToPath(new URL("../../../test/campaigns", import.meta.url));
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".facts.json"))
  .map((file) => file.slice(0, -".facts.json".length));

/** Share that is right over all campaigns of `test/campaigns`: no change may fall below it. */
const MEASURED: Readonly<Record<FactRow, number>> = {
  called: 1,
  pronoun: 1,
  kind: 1,
  presentFrom: 0.93,
  home: 0.88,
  place: 0.91,
  castFound: 0.975,
  castRight: 0.98,
};

/** What each campaign for itself must reach, as a stranger's is judged alone. */
const OF_EACH: Partial<Record<FactRow, number>> = { called: 0.95, pronoun: 0.95, kind: 0.95, castRight: 0.9 };

describe("the reading of whole campaigns", () => {
  const compared = new Map<string, FactsComparison>();
  const readings = new Map<string, Reading>();

  beforeAll(async () => {
    for (const name of names) {
      const { campaign } = must(await loadCampaign(`${folder}/${name}`));
      const facts = JSON.parse(readFileSync(`${folder}/${name}.facts.json`, "utf8"));
      const reading = readStory(campaign);
      readings.set(name, reading);
      compared.set(name, compareWithFacts(reading, facts));
    }
  }, 400_000);

  // A kept reading that is not valid is thrown away, and made anew at every opening.
  it.each(names)("[CA200] is valid against its contract: %s", (name) => {
    expect(checkContract("reading", JSON.parse(JSON.stringify(readings.get(name))))).toEqual([]);
  });

  it.each(FACT_ROWS)("[CA255] is right about %s as often as measured", (row) => {
    let right = 0;
    let of = 0;
    const missed: string[] = [];
    for (const [name, { rows, differences }] of compared) {
      right += rows[row].right;
      of += rows[row].of;
      for (const one of differences)
        if (one.row === row) missed.push(`${name} ${one.about}: ${one.expected}, read as ${one.read}`);
    }
    expect(of).toBeGreaterThan(60);
    expect(right / of, missed.join("\n")).toBeGreaterThanOrEqual(MEASURED[row]);
  });

  it.each(names)("[CA255] is right about who is who in each campaign, and states nothing wrong: %s", (name) => {
    const { rows, statedWrong } = compared.get(name) ?? { rows: undefined, statedWrong: [] };
    for (const [row, least] of Object.entries(OF_EACH)) {
      const { right = 0, of = 1 } = rows?.[row as FactRow] ?? {};
      expect(right / of, row).toBeGreaterThanOrEqual(least);
    }
    expect(statedWrong).toEqual([]);
  });
});
