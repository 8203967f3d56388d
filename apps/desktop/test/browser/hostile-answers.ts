/** Has every text that the server answers be one that somebody brings who wants the page to run something. */
import type { Page } from "playwright-core";
import { HOSTILE } from "./made-up-story.js";

/** All of them at once, in the place of each text. */
const ALL = HOSTILE.join(" ");

/** Keys whose values are texts whatever they look like; others are where they hold a blank. */
const TEXTS = new Set([
  "alt",
  "author",
  "caption",
  "description",
  "displayName",
  "feeling",
  "genre",
  "hint",
  "label",
  "license",
  "location",
  "message",
  "name",
  "summary",
  "text",
  "time",
  "title",
  "tone",
  "version",
]);
/** By their names these are asked for. */
const NAMED = /\/(campaigns|skills|models)(\/|$|\?)/;

export async function makeAnswersHostile(page: Page): Promise<void> {
  await page.route("**/api/**", async (route) => {
    const url = route.request().url();
    if (route.request().method() !== "GET" || /\/(events|preferences)/.test(url)) return route.fallback();
    // The server may close a connection that was idle just as it is used again: a browser asks once more then.
    const response = await route.fetch({ maxRetries: 3 });
    if (!(response.headers()["content-type"] ?? "").includes("json")) return route.fulfill({ response });
    const json: unknown = await response.json();
    await route.fulfill({ response, json: hostile(json, "", NAMED.test(url)) });
  });
}

function hostile(value: unknown, key: string, named: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => hostile(one, key, named));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, hostile(one, name, named)]));
  if (typeof value !== "string" || value === "") return value;
  if (key === "url" || key === "cover" || key === "file" || key === "hash") return value;
  const isText = /\s/.test(value) || (TEXTS.has(key) && !(named && key === "name"));
  return isText ? ALL : value;
}
