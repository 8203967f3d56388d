// SPEC.md ST10 to ST12: who writes, as the settings say.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { chosenProviders, loadsItsModel, patienceOf } from "../src/settings.js";

const names = (config: object) => chosenProviders({ ...config }).ready.map(({ name }) => name);
const codes = (config: object) =>
  chosenProviders({ ...config }).faults.map(({ provider, code }) => `${provider} ${code}`);
const CLAUDE = { provider: "claude", model: "m", apiKey: "k", sendTo: ["api.anthropic.com"] };

it("[ST10] the narrator of this machine writes until somebody else is chosen", () => {
  for (const config of [{}, { provider: "local" }, { provider: "gemini", model: "m" }, { provider: 3 }]) {
    expect(chosenProviders(config)).toEqual({ ready: [], faults: [] });
  }
  const { properties } = JSON.parse(readFileSync(new URL("../config-schema.json", import.meta.url), "utf8"));
  expect([properties.provider.default, properties.fallbackProvider.default, properties.sendTo.default]).toEqual([
    "local",
    "local",
    undefined,
  ]);
  expect(properties.apiKey).toMatchObject({ "x-sensitive": true });
  expect(properties.fallbackApiKey).toMatchObject({ "x-sensitive": true });
});

it("[ST10] each provider is asked at its usual place or at the one that is given, the fallback after the first", () => {
  const config = {
    ...CLAUDE,
    fallbackProvider: "openai",
    fallbackModel: "n",
    fallbackBaseUrl: "http://127.0.0.1:1234/v1/",
    sendTo: ["api.anthropic.com", "127.0.0.1"],
  };
  expect(chosenProviders(config).ready).toEqual([
    { name: "claude", model: "m", apiKey: "k", baseUrl: "https://api.anthropic.com" },
    { name: "openai", model: "n", apiKey: "", baseUrl: "http://127.0.0.1:1234/v1" },
  ]);
  expect(names({ ...config, provider: "local" })).toEqual([]);
  expect(names({ ...config, sendTo: ["127.0.0.1"] })).toEqual(["openai"]);
  expect(names({ provider: "ollama", model: "m", sendTo: ["127.0.0.1:11434"] })).toEqual(["ollama"]);
});

it.each([
  ["nothing is named", { sendTo: undefined }],
  ["another host is", { sendTo: ["api.anthropic.com.example", "anthropic.com"] }],
  ["another port is", { sendTo: ["api.anthropic.com:8443"] }],
  ["its address leads elsewhere", { baseUrl: "https://api.anthropic.com.example" }],
])('[ST11] nobody is asked where %s in "sendTo"', (_, more) => {
  expect([names({ ...CLAUDE, ...more }), codes({ ...CLAUDE, ...more })]).toEqual([[], ["claude not_agreed"]]);
});

it.each([
  ["without a model", { model: " " }, "no_model"],
  ["at an address of another kind", { baseUrl: "file:///etc" }, "bad_address"],
  ["at an address with a password", { baseUrl: "https://osk:pw@api.anthropic.com" }, "bad_address"],
  ["with a key that all could read", { baseUrl: "http://lamp.example", sendTo: ["lamp.example"] }, "unsafe_address"],
])("[ST12] nobody is asked %s", (_, more, code) => {
  const { ready, faults } = chosenProviders({ ...CLAUDE, ...more });
  expect([ready, faults.map((fault) => fault.code)]).toEqual([[], [code]]);
  expect(JSON.stringify(faults)).not.toMatch(/pw@|"k"/);
});

it("[ST12] a key stays unencrypted on this machine alone, and no key needs no encryption", () => {
  for (const host of ["127.0.0.1:1234", "localhost:1234", "[::1]:1234"]) {
    expect(names({ ...CLAUDE, baseUrl: `http://${host}`, sendTo: [host] })).toEqual(["claude"]);
  }
  expect(names({ ...CLAUDE, apiKey: "", baseUrl: "http://lamp.example", sendTo: ["lamp.example"] })).toEqual([
    "claude",
  ]);
});

it("[ST5600] a scene is waited for ten seconds, or as many up to 120 as the settings say", () => {
  const { properties } = JSON.parse(readFileSync(new URL("../config-schema.json", import.meta.url), "utf8"));
  expect(properties.patience).toMatchObject({ type: "integer", minimum: 10, maximum: 120, default: 10 });
  expect([{}, { patience: 45 }, { patience: 3 }, { patience: 900 }, { patience: "60" }].map(patienceOf)).toEqual([
    10_000, 45_000, 10_000, 120_000, 10_000,
  ]);
});

it.each([
  ["Ollama, wherever it runs", { provider: "ollama", model: "m", sendTo: ["127.0.0.1"] }, true],
  [
    "a server that speaks as OpenAI does",
    { provider: "openai", model: "m", baseUrl: "http://127.0.0.1:1234/v1", sendTo: ["127.0.0.1"] },
    true,
  ],
  ["OpenAI itself", { provider: "openai", model: "m", apiKey: "k", sendTo: ["api.openai.com"] }, false],
  ["Anthropic", CLAUDE, false],
])("[ST5601] whether its model has to be loaded: %s", (_, config, loads) => {
  expect(chosenProviders(config).ready.map(loadsItsModel)).toEqual([loads]);
});
