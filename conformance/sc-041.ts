import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeSizedCampaign } from "@narratoria/engine/testing";
import { type Criterion, LONG } from "./support/criterion.js";
import { inFreshHome } from "./support/home.js";
import { slowdownInWords, withSlowdown } from "./support/slowdown.js";

const LIMIT_MS = 2_000;
/** A world book of sixty files, and with `--long` one of a thousand. */
const SIZES = LONG ? [300_000, 100_000_000] : [300_000];
/** Files with one fault each, beside the sound ones. */
const FAULTS: Readonly<Record<string, string>> = {
  "characters/npcs/no-json/profile.json": '{ "name": "Ada Crane", ',
  "characters/npcs/no-name/profile.json": '{ "role": "innkeeper" }',
  "plot/endings/unclosed.md": "---\ntitle: The end\n",
};

export interface Seen041 {
  readonly ms: number;
  /** Files that are named as faulty. */
  readonly named: readonly string[];
}

export function judge041(seen: readonly Seen041[], slowdown = 1) {
  const longest = Math.max(0, ...seen.map(({ ms }) => ms));
  const faulty = Object.keys(FAULTS);
  const missed = seen.flatMap(({ named }) => faulty.filter((file) => !named.includes(file)));
  return {
    met: seen.length > 0 && longest < LIMIT_MS * slowdown && missed.length === 0,
    found: `${seen.length} campaigns, the longest ${(longest / 1000).toFixed(1)} s, ${missed.length} of ${seen.length * faulty.length} faulty files not named${slowdownInWords(slowdown)}`,
  };
}

/** The command is run as an author runs it, from the start of its process to its end. */
export const sc041: Criterion = {
  id: "SC-041",
  title: "Validation speed",
  target: "what is wrong in 60 files (1,000 with `--long`) is named within 2 s",
  measure: () =>
    inFreshHome(async (dataDir) => {
      const campaigns = SIZES.map((bytes, at) => ({ bytes, campaign: join(dataDir, `campaign-${at}`) }));
      for (const { bytes, campaign } of campaigns) {
        await writeSizedCampaign(campaign, { bytes });
        await breakIt(campaign);
      }
      const { result, slowdown } = await withSlowdown(async () => {
        const seen: Seen041[] = [];
        for (const { campaign } of campaigns) seen.push(await validated(campaign));
        return seen;
      });
      return judge041(result, slowdown);
    }),
};

async function breakIt(campaign: string): Promise<void> {
  for (const [file, text] of Object.entries(FAULTS)) {
    await mkdir(dirname(join(campaign, file)), { recursive: true });
    await writeFile(join(campaign, file), text);
  }
}

/** Whatever the command ends with: it ends with 1 where something is wrong. */
function validated(campaign: string): Promise<Seen041> {
  const command = fileURLToPath(new URL("../apps/cli/bin/narratoria.js", import.meta.url));
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [command, "validate", campaign, "--json"],
      { maxBuffer: 64 * 1024 * 1024 },
      (_, stdout, stderr) => {
        const ms = performance.now() - startedAt;
        if (stdout === "") {
          reject(new Error(stderr));
          return;
        }
        const { problems } = JSON.parse(stdout) as { readonly problems: readonly { readonly file: string }[] };
        resolve({ ms, named: problems.map(({ file }) => file) });
      },
    );
  });
}
