// What a manifest says that a player should know before the first scene.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { manifestNotices } from "../src/notices.js";
import { smallCampaign } from "./support/campaign.js";
import { collect, engineOn, tempFolder } from "./support/play.js";

const manifest = { title: "The Bell", version: "1.0.0" };

it("[EN2110] a story for two players or more says that it is played alone, and one for one player says nothing", () => {
  const [notice] = manifestNotices({ ...manifest, player_count: { min: 3, max: 5 } });
  expect(notice).toMatchObject({ code: "for_several", severity: "info" });
  expect(notice?.message).toContain("for 3 players or more");
  expect(manifestNotices({ ...manifest, player_count: { min: 1, max: 4 } })).toEqual([]);
  expect(manifestNotices({ ...manifest, player_count: { max: 4 } })).toEqual([]);
});

it.each(["1.0.0", "1.9.2", "0.4.0"])("[EN2111] format %s is not told of", (format) => {
  expect(manifestNotices({ ...manifest, campaign_format_version: format })).toEqual([]);
});

it("[EN2110] [EN2111] a campaign of a newer format is told of and played, once before the first scene", async () => {
  const dir = await smallCampaign(join(await tempFolder(), "newer"));
  const written = JSON.parse(await readFile(join(dir, "manifest.json"), "utf8")) as object;
  const newer = { ...written, campaign_format_version: "2.1.0", player_count: { min: 2 }, a_field_to_come: true };
  await smallCampaign(dir, { "manifest.json": JSON.stringify(newer) });
  const engine = await engineOn(await tempFolder());
  const story = await engine.play(dir, { seed: "1" });
  const events = await collect(story.begin());
  const told = events.flatMap((event) => (event.type === "notice" ? [event.code] : []));
  expect(told.filter((code) => code === "newer_format" || code === "for_several")).toEqual([
    "newer_format",
    "for_several",
  ]);
  expect(events.at(-1)).toMatchObject({ type: "scene", scene: 0 });
  await story.close();
  const again = await collect((await engine.resume(story.id)).begin());
  expect(again.some((event) => event.type === "notice" && event.code === "newer_format")).toBe(false);
});
