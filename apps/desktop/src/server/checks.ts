/** Whether this machine has all that a story needs, a sentence a check. */
import { statfs } from "node:fs/promises";
import { chosenModel, openModels } from "@narratoria/engine";
import type { Shell } from "./shell.js";

export interface Check {
  readonly state: "ok" | "note" | "fails";
  readonly text: string;
}

/** With less than this, a save may not fit. */
const LEAST_FREE_BYTES = 50 * 1024 * 1024;

export async function checksOf({ engine }: Shell): Promise<Check[]> {
  const { dataDir, sandbox } = engine;
  const skills = engine.skills.list();
  const used = skills.filter(({ state }) => state === "ready").length;
  const named = (state: string): string =>
    skills
      .filter((skill) => skill.state === state)
      .map(({ displayName }) => displayName)
      .join(", ");
  const waiting = named("waiting");
  const faulty = named("faulty");
  return [
    await diskCheck(dataDir),
    used > 0
      ? { state: "ok", text: `${used} skills are used.` }
      : { state: "fails", text: "No skill can be used. Install Narratoria again." },
    ...(waiting === "" ? [] : [note(`Off until you allow it: ${waiting}.`)]),
    ...(faulty === "" ? [] : [note(`Cannot be used: ${faulty}.`)]),
    sandbox.tier === "none"
      ? note(`Skills of others are not used here. ${sandbox.sentence}`)
      : { state: "ok", text: "Skills of others run in a sandbox." },
    await narratorCheck(dataDir),
  ];
}

const note = (text: string): Check => ({ state: "note", text });

async function diskCheck(dataDir: string): Promise<Check> {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    const megabytes = Math.floor((bavail * bsize) / 1e6);
    const room = megabytes < 10_000 ? `${megabytes.toLocaleString("en")} MB` : `${Math.floor(megabytes / 1000)} GB`;
    return bavail * bsize < LEAST_FREE_BYTES
      ? { state: "fails", text: `Only ${room} are free where stories are saved. Make some room.` }
      : { state: "ok", text: `${room} are free where stories are saved.` };
  } catch {
    return note("How much room is free where stories are saved is unknown.");
  }
}

async function narratorCheck(dataDir: string): Promise<Check> {
  try {
    const chosen = await chosenModel(dataDir);
    if (chosen === null) return { state: "ok", text: "The storybook tells stories. No model is needed." };
    const runtime = await openModels(dataDir).runtime("node-llama-cpp");
    return runtime === null
      ? note(`${chosen.title} is chosen, but what models run on is not set up.`)
      : { state: "ok", text: `${chosen.title} tells stories, and the storybook where it cannot.` };
  } catch (error) {
    return note(error instanceof Error ? error.message : "Which model tells stories is unknown.");
  }
}
