import { ModelError } from "@narratoria/narrator";
import { createScriptedHost } from "@narratoria/narrator/testing";
import { expect, it } from "vitest";

const ask = { sequence: "prose", system: "You tell.", prompt: "Tell.", maxTokens: 20 } as const;
const { signal } = new AbortController();

it("[NA126] writes its script in pieces that make the whole", async () => {
  const host = createScriptedHost((_, index) => ({ text: ` Scene ${index}: the door\nopens. `, ended: "stop" }));
  const pieces: string[] = [];
  const first = await host.write(ask, { signal, onText: (piece) => pieces.push(piece) });
  const second = await host.write({ ...ask, prompt: "On." }, { signal });
  expect(first).toMatchObject({ text: " Scene 0: the door\nopens. ", ended: "stop" });
  expect(pieces.join("")).toBe(first.text);
  expect(pieces.length).toBeGreaterThan(3);
  expect(second.text).toBe(" Scene 1: the door\nopens. ");
  expect(host.writes.map(({ prompt }) => prompt)).toEqual(["Tell.", "On."]);
});

it("[NA126] fails after its text, rejects with the reason of an abort, and not at all once closed", async () => {
  const host = createScriptedHost(({ prompt }) =>
    prompt === "fail"
      ? { text: "Half a", error: new ModelError("host_failed", "It died.") }
      : { text: "never", waitFor: new Promise(() => {}) },
  );
  const pieces: string[] = [];
  const failing = host.write({ ...ask, prompt: "fail" }, { signal, onText: (piece) => pieces.push(piece) });
  await expect(failing).rejects.toMatchObject({ code: "host_failed" });
  expect(pieces.join("")).toBe("Half a");
  const stop = new AbortController();
  const waiting = host.write(ask, { signal: stop.signal });
  stop.abort(new Error("The player chose."));
  await expect(waiting).rejects.toThrow("The player chose.");
  await host.close();
  await expect(host.write(ask, { signal })).rejects.toMatchObject({ code: "closed" });
  expect(host.status).toEqual({ state: "off", restarts: 0 });
});
