import { hostGenerator, ModelError } from "@narratoria/narrator";
import { createScriptedHost } from "@narratoria/narrator/testing";
import { expect, it } from "vitest";

const { signal } = new AbortController();

it("[NA155] gives what the host writes, piece by piece", async () => {
  const host = createScriptedHost(() => "The door opens slowly.");
  const pieces: string[] = [];
  const generator = hostGenerator(host);
  for await (const piece of generator.generate({ prompt: "On.", maxTokens: 9 }, { signal })) pieces.push(piece);
  expect(pieces.join("")).toBe("The door opens slowly.");
  expect(pieces.length).toBeGreaterThan(2);
  expect(generator.id).toBe("scripted");
  expect(host.writes).toEqual([{ sequence: "prose", system: "", prompt: "On.", maxTokens: 9 }]);
});

it("[NA155] fails as the host does, after what came before", async () => {
  const error = new ModelError("host_failed", "It died.");
  const generator = hostGenerator(createScriptedHost(() => ({ text: "Half of it", error })));
  const pieces: string[] = [];
  const reading = (async () => {
    for await (const piece of generator.generate({ prompt: "", maxTokens: 9 }, { signal })) pieces.push(piece);
  })();
  await expect(reading).rejects.toBe(error);
  expect(pieces.join("")).toBe("Half of it");
});
