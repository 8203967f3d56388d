import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { openSkills, type SettingField, type SettingsForm } from "@narratoria/engine";
import type { Criterion } from "./support/criterion.js";
import { inFreshHome } from "./support/home.js";

const CLI = fileURLToPath(new URL("../apps/cli/bin/narratoria.js", import.meta.url));
const LIMIT_S = 120;

/** How long people take who do this for the first time: reading every word at leisure, thinking at every question, typing with two fingers, fetching keys and addresses from where they stand. */
const PERSON = { secondsAWord: 60 / 180, secondsAQuestion: 1.35, secondsAKey: 0.5, secondsAPaste: 5 };

/** Every setting of every skill we ship is changed by keyboard in the real command, and what a person takes for that is reckoned. */
export const sc003: Criterion = {
  id: "SC-003",
  title: "Skills settings usability",
  target: "any core skill is configured in under 2 minutes",
  measure: () =>
    inFreshHome(async (dataDir) => {
      const skills = await openSkills({ dataDir });
      const times: { readonly name: string; readonly seconds: number }[] = [];
      for (const { name } of skills.list()) {
        const before = fieldsOf(await skills.form(name));
        const wanted = before.map((field) => ({ path: field.path, ...otherValue(field) }));
        const startedAt = performance.now();
        const shown = await configure(
          dataDir,
          name,
          wanted.map(({ typed }) => typed),
        );
        const machine = (performance.now() - startedAt) / 1000;
        const after = fieldsOf(await skills.form(name));
        for (const { path, value } of wanted) {
          const field = after.find((one) => one.path === path);
          const now = field?.value ?? null;
          const changed = isDeepStrictEqual(now, value) && (!field?.sensitive || field.set);
          if (!changed) return { met: false, found: `${name}: ${path} is ${String(now)}, not ${String(value)}` };
        }
        const words = shown.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
        const pasted = before.filter(({ kind, sensitive }) => kind === "uri" || sensitive);
        const keys = wanted
          .filter(({ path }) => !pasted.some((field) => field.path === path))
          .reduce((sum, { typed }) => sum + typed.length + 1, 0);
        const { secondsAWord, secondsAQuestion, secondsAKey, secondsAPaste } = PERSON;
        times.push({
          name,
          seconds:
            machine +
            words * secondsAWord +
            wanted.length * secondsAQuestion +
            keys * secondsAKey +
            pasted.length * secondsAPaste,
        });
      }
      const slowest = times.reduce((a, b) => (b.seconds > a.seconds ? b : a));
      return {
        met: times.length >= 4 && slowest.seconds < LIMIT_S,
        found: `every setting of ${times.length} skills changed by keyboard; ${slowest.name} takes longest, some ${Math.round(slowest.seconds)} s`,
      };
    }),
};

function fieldsOf({ sections }: SettingsForm): SettingField[] {
  return sections.flatMap(({ fields }) => fields.flatMap((field) => (field.kind === "group" ? field.fields : [field])));
}

/** Something else than what is there: what is typed for it, and what is saved then; Enter where there is nothing else. */
function otherValue(field: SettingField): { readonly typed: string; readonly value: SettingField["value"] } {
  const { kind, options, minimum, maximum } = field;
  if (kind === "boolean") return { typed: field.default === true ? "n" : "y", value: field.default !== true };
  if (kind === "choice") {
    const at = (options ?? []).findIndex((option) => option !== field.default);
    return at < 0 ? { typed: "", value: null } : { typed: String(at + 1), value: options?.[at] ?? null };
  }
  if (kind === "number" || kind === "integer") {
    const value = field.default === maximum ? (minimum ?? 1) : (maximum ?? 1);
    return { typed: String(value), value };
  }
  if (kind === "list") return { typed: "lantern", value: ["lantern"] };
  const typed = kind === "uri" ? "http://127.0.0.1:1234/v1" : "lantern";
  // What is secret is saved and never shown.
  return { typed, value: field.sensitive ? null : typed };
}

/** @returns All that was shown. */
function configure(dataDir: string, name: string, typed: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const args = [CLI, "skills", "config", name, "--interactive", "--data", dataDir];
    const child = execFile(process.execPath, args, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${stdout}${stderr}`));
    });
    child.stdin?.end(`${typed.join("\n")}\n`);
  });
}
