import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pack } from "@narratoria/engine";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { request, talk } from "./support/raw.js";
import { openPlay, Page, type PlayServer, type Scene, type Told } from "./support/page.js";

/** A busy machine is slow, and nothing is wrong with it. */
const PATIENT = { timeout: 20_000 };

const PIANO = fileURLToPath(new URL("../../../campaigns/the-piano-on-the-third-landing/", import.meta.url));

// A story with the real engine, played as a page does it.
let server: PlayServer;
let page: Page;
let other: Page;
let story = "";
beforeAll(async () => {
  server = await openPlay();
  [page, other] = [await Page.open(server), await Page.open(server)];
  const begun = await page.ask("POST", "/api/stories", {
    campaign: "the-piano-on-the-third-landing",
    character: { name: "Wren" },
    seed: "7",
  });
  expect(begun.status).toBe(200);
  story = begun.json.id;
  await page.follow({ story }, isScene);
});
afterAll(() => server.close());

const isScene = ({ data }: Told): boolean => data.type === "scene";

async function newest(): Promise<Scene> {
  const scene = (await page.ask("GET", `/api/stories/${story}`)).json.scenes.at(-1);
  if (!scene) throw new Error("there is no scene");
  return scene;
}

/** Takes the first choice; the answer comes before the turn is over. */
async function choose(): Promise<string> {
  const { scene, choices } = await newest();
  const { status, json } = await page.ask("POST", `/api/stories/${story}/turns`, {
    do: "choose",
    choice: choices[0]?.id,
    scene,
  });
  expect([status, json]).toEqual([200, { turn: expect.any(String) }]);
  return json.turn;
}

describe("a story over the socket", () => {
  it("[DT25, DT26] is followed by two pages, of which one is cut off in the middle and takes it up again", async () => {
    const before = await newest();
    const whole = await other.listen({ story }, ({ data }) => isScene({ data } as Told) && data.scene !== before.scene);
    const turn = await choose();
    const first = await page.follow({ story }, ({ data }) => data.turn === turn);
    const last = first.at(-1)?.id ?? "";
    const rest = await page.follow({ story, after: last }, isScene);
    const seen = [...first, ...rest].filter(({ event, data }) => event === "turn" && data.turn === turn);
    const all = (await whole.told).filter(({ event, data }) => event === "turn" && data.turn === turn);
    expect(seen).toEqual(all);
    expect(seen.map(({ id }) => id)).toEqual(seen.map((_, at) => `${turn}:${at + Number(seen[0]?.id.split(":")[1])}`));
    expect(seen.map(({ data }) => data.type)).toEqual(expect.arrayContaining(["prose", "choices", "scene"]));
    expect(JSON.stringify(all)).not.toContain(server.shell.engine.dataDir);
  });

  it("[DT27] loses nothing where a page is loaded anew in the middle of a turn", async () => {
    const turn = await choose();
    // All that a page had is gone: it asks what there is, and follows.
    const { json } = await page.ask("GET", `/api/stories/${story}`);
    const told = await page.follow({ story }, (one) => isScene(one) && one.data.turn === turn);
    expect([turn, null]).toContain(json.running);
    const ofTurn = told.filter(({ event, data }) => event === "turn" && data.turn === turn);
    expect(ofTurn[0]?.id).toBe(`${turn}:${ofTurn[0]?.id.split(":")[1]}`);
    const scene = ofTurn.at(-1)?.data.scene;
    const after = await page.ask("GET", `/api/stories/${story}`);
    expect(after.json.scenes.at(-1)?.scene).toBe(scene);
    const numbers = after.json.scenes.map((one) => one.scene);
    expect(numbers).toEqual(numbers.map((_, at) => at + (numbers[0] ?? Number.NaN)));
  });

  it("[DT28] refuses a choice of a scene that another page has gone on from", async () => {
    const before = await newest();
    await choose();
    await page.follow({ story }, (told) => isScene(told) && told.data.scene === before.scene + 1);
    const stale = await other.ask("POST", `/api/stories/${story}/turns`, {
      do: "choose",
      choice: before.choices[0]?.id,
      scene: before.scene,
    });
    expect(stale.status).toBe(409);
    expect(stale.json).toMatchObject({ code: "stale_scene", action: "Choose among the choices that are shown now." });
    expect((await newest()).scene).toBe(before.scene + 1);
  });

  it("[DT3033] tells of a story that is gone in words, without its number", async () => {
    const { status, json } = await page.ask("GET", "/api/stories/01NOBODY");
    expect([status, json]).toEqual([
      404,
      {
        code: "playthrough_not_found",
        message: "This story is not on this computer any more.",
        action: "The library has those that are.",
      },
    ]);
  });

  it("[DT32] [DT195] answers what cannot be asked with a code and a sentence", async () => {
    const refused = [
      await page.ask("GET", "/api/nothing"),
      await page.ask("GET", "/api/stories/nobody"),
      await page.ask("POST", `/api/stories/${story}/turns`, { do: "fly" }),
      await page.ask("POST", `/api/stories/${story}/turns`, {
        do: "choose",
        choice: "none",
        scene: (await newest()).scene,
      }),
      await page.ask("POST", "/api/stories", { campaign: "../../etc" }),
      await page.ask("POST", "/api/stories", { campaign: tmpdir() }),
      await page.ask("GET", `/api/events?story=${story}&after=x`),
      await page.ask("POST", "/api/stories", []),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 422, 404, 404, 404, 422, 422]);
    for (const { json } of refused)
      expect(json).toEqual({
        code: expect.stringMatching(/^[a-z_]+$/),
        message: expect.stringMatching(/[.]$/),
        action: expect.any(String),
      });
    expect(server.faults).toEqual([]);
  });
});

describe("what belongs to no story", () => {
  it("[DT29] keeps preferences, and tells every page", async () => {
    const news = await other.listen({}, ({ data }) => data.what === "preferences");
    expect((await page.ask("PATCH", "/api/preferences", { theme: "paper", size: 20 })).json).toEqual({
      theme: "paper",
      size: 20,
    });
    expect((await page.ask("PATCH", "/api/preferences", { size: null })).json).toEqual({ theme: "paper" });
    expect((await other.ask("GET", "/api/preferences")).json).toEqual({ theme: "paper" });
    expect((await news.told).at(-1)).toMatchObject({ event: "news", data: { type: "changed", what: "preferences" } });
    expect((await page.ask("PATCH", "/api/preferences", { long: "x".repeat(70_000) })).status).toBe(422);
    expect((await page.ask("PATCH", "/api/preferences", "x".repeat(1024 ** 2))).status).toBe(413);
  });

  it("[DT30] installs a file that was dropped on the page", async () => {
    const folder = mkdtempSync(join(tmpdir(), "narratoria-drop-"));
    try {
      cpSync(PIANO, join(folder, "second-piano"), { recursive: true });
      await pack(join(folder, "second-piano"), { file: join(folder, "piano.narratoria") });
      const bytes = readFileSync(join(folder, "piano.narratoria"));
      const drop = async (sent: Uint8Array<ArrayBuffer>, rest = "") => {
        const answer = await page.fetch("PUT", `/api/install?name=piano${rest}`, sent, "application/octet-stream");
        return (await answer.json()) as { readonly id: string };
      };
      const over = async ({ id }: { readonly id: string }) => {
        const jobs = async () => (await page.ask<{ id: string; state: string }[]>("GET", "/api/jobs")).json;
        return vi.waitFor(async () => {
          const job = (await jobs()).find((one) => one.id === id && one.state !== "running");
          if (!job) throw new Error("it is still running");
          return job;
        }, PATIENT);
      };
      expect(await over(await drop(bytes))).toMatchObject({ state: "done", result: "second-piano", trouble: null });
      const { json } = await page.ask<{ name: string }[]>("GET", "/api/campaigns");
      expect(json.map(({ name }) => name)).toContain("second-piano");
      expect(await over(await drop(bytes))).toMatchObject({ state: "failed", trouble: { code: "exists" } });
      expect(await over(await drop(bytes, "&replace=true"))).toMatchObject({ state: "done" });
      expect(await over(await drop(new Uint8Array([1, 2, 3])))).toMatchObject({
        state: "failed",
        trouble: { code: "not_an_archive", message: expect.stringMatching(/\.$/) },
      });
      expect((await page.fetch("PUT", "/api/install?name=piano")).status).toBe(422);
      expect((await page.fetch("PUT", "/api/install", bytes)).status).toBe(422);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("[DT30] takes no file of more than 512 MB, by what is announced", async () => {
    const headers = [
      `Host: ${server.authority}`,
      `Origin: ${server.origin}`,
      `Authorization: Bearer ${await server.signIn()}`,
      "Connection: close",
      `Content-Length: ${10 * 1024 ** 3}`,
    ];
    const { status, body } = await talk(server.port, request("PUT /api/install?name=x HTTP/1.1", headers, "PK"));
    expect(status).toBe(413);
    expect(JSON.parse(body).message).toContain("512 MB");
  });

  it("[DT31] makes backups, and puts back none but those", async () => {
    const made = await page.ask("POST", "/api/backups");
    expect(made.status).toBe(200);
    const { json } = await page.ask("GET", "/api/data");
    expect(json.backups.map(({ file }) => file)).toContain(made.json.file);
    for (const file of ["/etc/passwd", "../../secret", `${made.json.file}.x`]) {
      const refused = await page.ask("POST", "/api/backups/restore", { file });
      expect([refused.status, refused.json.code]).toEqual([404, "no_such_backup"]);
    }
    const scene = (await newest()).scene;
    const closed = await other.listen({ story }, ({ event }) => event === "closed");
    expect((await page.ask("POST", "/api/backups/restore", { file: made.json.file })).status).toBe(200);
    expect((await closed.told).at(-1)?.event).toBe("closed");
    expect((await newest()).scene).toBe(scene);
  });
});
