import { expect, it } from "vitest";
import { libraryChecks } from "../src/doctor.js";

const runtime = (version: string) => ({
  name: "transformers" as const,
  version,
  dir: "/data/runtimes/transformers",
  entry: "/data/runtimes/transformers/index.js",
  gpu: false,
  bytes: 1,
});

it.each([
  ["what was set up", null, "4.3.1", ["What models run on: transformers 4.3.1, set up in /data/runtimes/transformers"]],
  ["what the app has", "4.9.0", "4.9.0", ["What models run on: transformers 4.9.0, installed beside Narratoria"]],
  [
    "what does not fit, and what is used instead",
    "3.0.0",
    "4.3.1",
    [
      "transformers 3.0.0 is installed beside Narratoria and not used: 4.3.1 is needed, or a newer one of the same major version.",
      "What models run on: transformers 4.3.1, set up in /data/runtimes/transformers",
    ],
  ],
  ["nothing", null, null, []],
])("[CL991] names %s", async (_, app, used, lines) => {
  const ofApp =
    app === null
      ? null
      : { name: "transformers" as const, version: app, wanted: "4.3.1", runtime: app === used ? runtime(app) : null };
  const checks = await libraryChecks({
    ofApp: async (name) => (name === "transformers" ? ofApp : null),
    runtime: async (name) => (name === "transformers" && used !== null ? runtime(used) : null),
  });
  expect(checks.map(({ text }) => text)).toEqual(lines);
});
