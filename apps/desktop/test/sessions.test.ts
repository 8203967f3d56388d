import { afterAll, beforeAll, expect, it } from "vitest";
import { openServer, signIn, swap, type TestServer } from "./support/server.js";

let server: TestServer;
let nowMs = 0;
beforeAll(async () => {
  server = await openServer({ now: () => nowMs });
});
afterAll(() => server.close());

const asks = (token: string, path = "/api/stories", method = "GET") =>
  fetch(server.origin + path, { method, headers: { authorization: `Bearer ${token}`, origin: server.origin } });

it("[DT11] an address opens one page, once, within a minute", async () => {
  const [used, late] = [server.invite(), server.invite()];
  expect(used).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#k=[\w-]{43}$/);
  nowMs += 59_999;
  expect((await swap(used)).status).toBe(200);
  const again = await swap(used);
  expect(again.status).toBe(401);
  expect(await again.json()).toMatchObject({ code: "no_session", action: "Open Narratoria again." });
  nowMs += 1;
  expect((await swap(late)).status).toBe(401);
  expect((await swap(`${server.origin}/#k=guessed`)).status).toBe(401);
  expect((await swap(`${server.origin}/`)).status).toBe(422);
});

it("[DT12] every page has a token of its own, which holds as long as the program runs", async () => {
  const tokens = [await server.signIn(), await server.signIn()];
  expect(new Set(tokens).size).toBe(2);
  nowMs += 24 * 60 * 60 * 1000;
  for (const token of tokens) expect((await asks(token)).status).toBe(200);
});

it("[DT12] a page asks for an address that opens another page", async () => {
  const first = await server.signIn();
  const answer = await asks(first, "/api/invitations", "POST");
  const { address } = (await answer.json()) as { address: string };
  expect((await asks(await signIn(address))).status).toBe(200);
  expect((await asks("guessed", "/api/invitations", "POST")).status).toBe(401);
  expect((await asks(first, "/api/invitations")).status).toBe(405);
});

it("[DT32] a body that is no JSON is refused in words", async () => {
  const answer = await fetch(`${server.origin}/api/session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.origin },
    body: "{",
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ code: "invalid_request", message: "The request cannot be read.", action: "" });
  expect(server.faults).toEqual([]);
});
