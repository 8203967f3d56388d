import type { OpenPage } from "./open-page.js";

/** A machine that does much else is waited for. */
export const PATIENT = { timeout: 60_000 };

/** Begins a story as the shelf would, and goes to it. @returns Its id. */
export async function beginStory(
  { ask, page, origin }: Pick<OpenPage, "ask" | "page" | "origin">,
  campaign = "one-wheel-over",
): Promise<string> {
  const { body } = await ask("POST", "/stories", { campaign, seed: "7", character: { name: "Wren" } });
  const id = typeof body === "object" && body !== null && "id" in body ? String(body.id) : "";
  await page.goto(`${origin}/story/${id}`);
  await page.locator("#scene-0").waitFor();
  await page.locator("[data-choice]").first().waitFor();
  return id;
}
