// SPEC.md DT3039: refusals at a steady pace.
import { Socket } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { RefusalPace } from "../src/server/refusal-pace.js";
import { dial, request, talk, untilClosed } from "./support/raw.js";
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
  // Slow enough that most still wait when the page is answered, and yet each would be answered within the test's time.
  const server = await openServer({ limits: { refusals: { burst: 1, perSecond: 0.2 } } });
  const token = await server.signIn();
  const foreign = request("GET /api/library HTTP/1.1", ["Host: evil.example"]);
  const waiting = await Promise.all(Array.from({ length: 20 }, () => dial(server.port)));
  const closed = waiting.map(untilClosed);
  for (const socket of waiting) socket.write(foreign);
  const own = [`Host: ${server.authority}`, `Authorization: Bearer ${token}`, "Connection: close"];
  expect((await talk(server.port, request("GET /api/stories HTTP/1.1", own))).status).toBe(200);
  await server.close();
  const refused = (await Promise.all(closed)).filter((text) => text !== "");
  expect(refused.length).toBeLessThan(waiting.length);
});

it("[DT3039] refuses all of many in the end", async () => {
  const server = await openServer({ limits: { refusals: { burst: 2, perSecond: 500 } } });
  const foreign = request("GET /api/library HTTP/1.1", ["Host: evil.example"]);
  const answers = await Promise.all(Array.from({ length: 30 }, () => talk(server.port, foreign)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 421));
  await server.close();
});
