// SPEC.md DT3039: refusals at a steady pace.
import { createHash } from "node:crypto";
import { Socket } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { RefusalPace } from "../src/server/refusal-pace.js";
import { dial, request, talk } from "./support/raw.js";
import { openServer } from "./support/server.js";

afterEach(() => void vi.useRealTimers());

it("[DT3039] answers as many as are allowed at once, and the others in their turn", () => {
  vi.useFakeTimers();
  const pace = new RefusalPace({ burst: 2, perSecond: 10 }, () => Date.now());
  const answered: number[] = [];
  for (let at = 0; at < 5; at++) pace.refuse(new Socket(), () => answered.push(at));
  expect(answered).toEqual([0, 1]);
  vi.advanceTimersByTime(120);
  expect(answered).toEqual([0, 1, 2]);
  vi.advanceTimersByTime(200);
  expect(answered).toEqual([0, 1, 2, 3, 4]);
  vi.advanceTimersByTime(10_000);
  for (let at = 5; at < 8; at++) pace.refuse(new Socket(), () => answered.push(at));
  expect(answered).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

it("[DT3039] keeps one for each connection, and none of a connection that is gone", () => {
  vi.useFakeTimers();
  const pace = new RefusalPace({ burst: 1, perSecond: 10 }, () => Date.now());
  const answered: string[] = [];
  const [first, gone, last] = [new Socket(), new Socket(), new Socket()];
  pace.refuse(first, () => answered.push("first"));
  pace.refuse(gone, () => answered.push("gone"));
  pace.refuse(last, () => answered.push("last"));
  pace.refuse(last, () => answered.push("last again"));
  gone.destroy();
  vi.advanceTimersByTime(120);
  expect(answered).toEqual(["first", "last"]);
  vi.advanceTimersByTime(1_000);
  expect(answered).toEqual(["first", "last"]);
});

it("[DT3039] lets the page's own request pass those that wait to be refused", async () => {
  // A session of an earlier run: nothing is asked for before those who wait.
  const token = "t".repeat(43);
  const sessions = [createHash("sha256").update(token).digest("base64url")];
  const server = await openServer({ sessions, limits: { refusals: { burst: 1, perSecond: 0.2 } } });
  const foreign = request("GET /api/library HTTP/1.1", ["Host: evil.example"]);
  const waiting = await Promise.all(Array.from({ length: 5 }, () => dial(server.port)));
  const answered = new Set<number>();
  for (const [at, socket] of waiting.entries()) {
    socket.on("data", () => answered.add(at));
    socket.write(foreign);
  }
  const own = [`Host: ${server.authority}`, `Authorization: Bearer ${token}`, "Connection: close"];
  expect((await talk(server.port, request("GET /api/stories HTTP/1.1", own))).status).toBe(200);
  expect(answered.size).toBeLessThan(waiting.length);
  for (const socket of waiting) socket.destroy();
  await server.close();
});

it("[DT3039] refuses all of many in the end", async () => {
  const server = await openServer({ limits: { refusals: { burst: 2, perSecond: 500 } } });
  const foreign = request("GET /api/library HTTP/1.1", ["Host: evil.example"]);
  const answers = await Promise.all(Array.from({ length: 30 }, () => talk(server.port, foreign)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 421));
  await server.close();
});
