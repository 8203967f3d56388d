// SPEC.md CL841 to CL843: what `validate` writes for programs, and while an author writes.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkContract } from "@narratoria/protocol/contracts";
import { expect, it, onTestFinished, vi } from "vitest";
import { runCommand } from "../src/main.js";
import { fakeTerminal } from "./fake-terminal.js";

vi.setConfig({ testTimeout: 240_000 });

/** A campaign whose only beat waits for one that there is not. */
function faulty(): string {
  const home = mkdtempSync(join(tmpdir(), "narratoria-validate-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const dir = join(home, "low tide");
  mkdirSync(join(dir, "plot"), { recursive: true });
  writeFileSync(join(dir, "manifest.json"), '{ "title": "Pell", "version": "1.0.0" }\n');
  writeFileSync(join(dir, "plot", "beats.json"), beats("beat_009"));
  return dir;
}

const beats = (requires: string): string => `{ "beats": [
  { "id": "beat_001", "title": "The Bell", "description": "Somebody rings the bell of Pell." },
  { "id": "beat_002", "title": "The Boat", "description": "The boat comes over the river.",
    "conditions": { "requires_beat": "${requires}" } }
] }
`;

async function typed(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const { terminal, out, err } = fakeTerminal();
  const code = await runCommand(args, terminal);
  return { code, out: out(), err: err() };
}

it("[CL841] --json gives a report by its contract, with the remedy of each problem", async () => {
  const { code, out } = await typed("validate", faulty(), "--json");
  const report: unknown = JSON.parse(out);
  expect(code).toBe(1);
  expect(checkContract("validation-report", report)).toEqual([]);
  expect(report).toMatchObject({
    title: "Pell",
    playable: true,
    counts: { error: 1 },
    problems: expect.arrayContaining([
      {
        file: "plot/beats.json",
        line: 4,
        column: 38,
        severity: "error",
        code: "unknown_beat",
        message: expect.stringContaining('This requires "beat_009"'),
        remedy: "Name a beat of plot/beats.json.",
      },
    ]),
  });
});

it("[CL842] --sarif gives a log with a rule for each code, and a place for each result", async () => {
  const { code, out } = await typed("validate", faulty(), "--sarif");
  expect(code).toBe(1);
  const log = JSON.parse(out);
  expect(log).toMatchObject({ version: "2.1.0", $schema: expect.stringContaining("sarif-2.1.0") });
  const [run] = log.runs;
  expect(run.tool.driver).toMatchObject({ name: "narratoria validate", version: expect.stringMatching(/^\d/) });
  expect(run.originalUriBaseIds.CAMPAIGN.uri).toMatch(/^file:\/\/.*low%20tide\/$/);
  const ids = run.tool.driver.rules.map(({ id }: { id: string }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const result of run.results) {
    expect(ids[result.ruleIndex]).toBe(result.ruleId);
    expect(["error", "warning", "note"]).toContain(result.level);
    const [{ physicalLocation }] = result.locations;
    expect(physicalLocation.region.startLine).toBeGreaterThan(0);
    expect(physicalLocation.artifactLocation).toMatchObject({ uriBaseId: "CAMPAIGN", uri: expect.any(String) });
  }
  expect(run.results).toContainEqual({
    ruleId: "unknown_beat",
    ruleIndex: ids.indexOf("unknown_beat"),
    level: "error",
    message: { text: expect.stringContaining('This requires "beat_009"') },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: "plot/beats.json", uriBaseId: "CAMPAIGN" },
          region: { startLine: 4, startColumn: 38 },
        },
      },
    ],
  });
  expect(await typed("validate", faulty(), "--sarif", "--json")).toMatchObject({ code: 2, out: "" });
});

it("[CL843] --watch checks again when a file has changed, and ends with the program", async () => {
  const dir = faulty();
  const { terminal, out } = fakeTerminal();
  const end = new AbortController();
  const reports = (): { counts: { error: number } }[] =>
    out()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  const until = async (count: number): Promise<void> => {
    await vi.waitFor(() => expect(reports().length).toBe(count), { timeout: 30_000, interval: 20 });
  };
  const running = runCommand(["validate", dir, "--watch", "--json"], { ...terminal, signal: end.signal });
  await until(1);
  writeFileSync(join(dir, "plot", "beats.json"), beats("beat_001"));
  await until(2);
  end.abort();
  expect(await running).toBe(130);
  expect(reports().map(({ counts }) => counts.error)).toEqual([1, 0]);
});
