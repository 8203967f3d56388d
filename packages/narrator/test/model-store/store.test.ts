import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
  chmodSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CatalogueModel, catalogueFaults, catalogueModels } from "../../src/model-store/catalogue.js";
import catalogue from "../../src/model-store/catalogue.json" with { type: "json" };
import { brokenModelsIn } from "../../src/model-host/broken-models.js";
import { chosenModel, type ModelStoreOptions, openModelStore } from "../../src/model-store/store.js";
import { type Mischief, serveFile, sha256 } from "../fixtures/file-server.js";
import { ggufFile } from "../fixtures/gguf-file.js";

const FILE = ggufFile();
let dataDir: string;
let close: () => Promise<void> = async () => {};
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "narratoria-models-"));
});
afterEach(async () => {
  await close();
  rmSync(dataDir, { recursive: true, force: true });
});

const [PHI] = catalogueModels();
const model = (file: Partial<CatalogueModel["files"][number]> = {}): CatalogueModel => {
  if (PHI === undefined) throw new Error("no catalogue");
  return {
    ...PHI,
    name: "tiny",
    title: "Tiny",
    repository: "some/tiny",
    files: [{ path: "tiny.gguf", bytes: null, sha256: null, ...file }],
  };
};

async function storeOf(options: Partial<ModelStoreOptions> = {}, mischief?: Mischief, file = FILE) {
  const server = await serveFile(file, mischief);
  close = server.close;
  const env = { HF_ENDPOINT: new URL(server.url).origin, HF_TOKEN: "hf_secret" };
  const store = openModelStore({
    dataDir,
    modelsDir: join(dataDir, "models"),
    takeLock: () => () => {},
    env,
    catalogue: [model()],
    ...options,
  });
  return { store, server };
}

describe("the catalogue", () => {
  it("[NA230] is sound, has Phi first, and invents no checksum", () => {
    expect(catalogueFaults(catalogue)).toEqual([]);
    expect(catalogueModels().map(({ name }) => name)).toEqual([
      "phi-3.5-mini",
      "qwen-2.5-3b",
      "llama-3.2-3b",
      "gemma-2-2b",
      "smollm2-135m",
      "minilm",
    ]);
    const first = catalogue.models[0];
    for (const [key, wrong] of Object.entries({
      name: "../x",
      files: [{ path: "../../x", bytes: null, sha256: null }],
      repository: "x",
      revision: "a b",
      licenceUrl: "http://x",
      weights: 0,
      kind: "cook",
      folder: "/etc",
      known: [{ what: "x", sha256: "1" }],
    })) {
      expect(catalogueFaults({ version: 1, models: [{ ...first, [key]: wrong }] })).toEqual([`models[0].${key}`]);
    }
    expect(catalogueFaults({ version: 1, models: [first, first] })).toEqual(["models[1].name comes twice"]);
    expect(catalogueFaults(null)).not.toEqual([]);
  });
});

describe("the models of a data folder", () => {
  it("[NA230] [NA231] are fetched from the endpoint though nobody knows their size, recorded, and not fetched twice", async () => {
    const { store, server } = await storeOf();
    const unknown = { bytes: null, memoryBytes: null, contextTokens: null, sha256: null };
    expect(await store.list()).toMatchObject([{ name: "tiny", state: "missing", chosen: false, ...unknown }]);
    const pulled = await store.pull("tiny");
    expect(pulled).toMatchObject({
      state: "ready",
      bytes: FILE.length,
      sha256: sha256(FILE),
      path: join(dataDir, "models", "tiny.gguf"),
    });
    const asked = server.requests.length;
    expect(server.requests[0]?.headers.authorization).toBe("Bearer hf_secret");
    await store.pull("tiny");
    expect(server.requests.length).toBe(asked);
    await expect(store.pull("tinny")).rejects.toMatchObject({ code: "unknown_model", action: "Did you mean tiny?" });
  });

  it("[NA231] are not fetched while a story is played", async () => {
    const { store, server } = await storeOf({ takeLock: () => null });
    await expect(store.pull("tiny")).rejects.toMatchObject({ code: "busy" });
    expect(server.requests).toEqual([]);
  });

  it("[NA891] tell how far a download came that was stopped, also in another process, and are given up by removing them", async () => {
    const { store } = await storeOf();
    const part = join(dataDir, "models", "tiny.gguf.part");
    mkdirSync(join(dataDir, "models"));
    writeFileSync(part, FILE.subarray(0, 200_000));
    const kept = {
      url: "http://x",
      totalBytes: FILE.length,
      etag: null,
      sha256: null,
      pieceBytes: 100_000,
      done: [0, 1],
    };
    writeFileSync(`${part}.json`, JSON.stringify(kept));
    const paused = { doneBytes: 200_000, totalBytes: FILE.length };
    expect(await store.find("tiny")).toMatchObject({ state: "partial", paused });
    await store.remove("tiny");
    expect(await store.find("tiny")).toMatchObject({ state: "missing", paused: null });
    expect(await store.pull("tiny")).toMatchObject({ state: "ready", paused: null });
  });

  it("[NA232] whose hash is wrong, or which are no models, never come to be used", async () => {
    const pinned = await storeOf({ catalogue: [model({ sha256: "0".repeat(64) })] });
    await expect(pinned.store.pull("tiny")).rejects.toMatchObject({ code: "wrong_file" });
    await expect(pinned.store.use("tiny")).rejects.toMatchObject({ code: "no_model" });
    writeFileSync(join(dataDir, "models", "tiny.gguf"), FILE);
    await expect(pinned.store.use("tiny")).rejects.toMatchObject({ code: "wrong_file" });
    rmSync(join(dataDir, "models"), { recursive: true });
    await close();
    const cut = await storeOf({}, undefined, FILE.subarray(0, 300_000));
    await expect(cut.store.pull("tiny")).rejects.toMatchObject({ code: "model_broken" });
    expect(existsSync(join(dataDir, "models", "tiny.gguf"))).toBe(false);
    expect(await chosenModel(dataDir)).toBeNull();
  });

  it("[NA233] are chosen from, and the choice holds only while the file is the same", async () => {
    const { store } = await storeOf();
    expect(await chosenModel(dataDir)).toBeNull();
    await store.pull("tiny");
    expect(await store.use("tiny")).toMatchObject({ chosen: true });
    const path = join(dataDir, "models", "tiny.gguf");
    expect(await chosenModel(dataDir)).toEqual({ name: "tiny", title: "Tiny", path, sha256: sha256(FILE) });
    // The same bytes with another time are the same file.
    utimesSync(path, 1, 1);
    expect(await chosenModel(dataDir)).toMatchObject({ name: "tiny" });
    chmodSync(path, 0o644);
    const other = Buffer.from(FILE);
    other[other.length - 1] = 1;
    writeFileSync(path, other);
    await expect(chosenModel(dataDir)).rejects.toMatchObject({ code: "wrong_file" });
    expect(await store.verify("tiny")).toBe(false);
    expect(await store.use(null)).toBeNull();
    expect(await chosenModel(dataDir)).toBeNull();
    expect((await store.pull("tiny")).sha256).toBe(sha256(FILE));
    expect(await store.verify("tiny")).toBe(true);
  });

  it("[NA290] that a process died over are tried again once they are chosen anew, or found to be sound", async () => {
    const { store } = await storeOf();
    const { path } = await store.pull("tiny");
    if (path === null) throw new Error("not here");
    const died = () => brokenModelsIn(dataDir).faultOf(path);
    for (const way of [() => store.use("tiny"), () => store.verify("tiny")]) {
      brokenModelsIn(dataDir).add(path, "It died.");
      expect(died()).toBe("It died.");
      await way();
      expect(died()).toBeNull();
    }
  });

  it("[NA234] can be files of the player's own, which are left where they are", async () => {
    const { store } = await storeOf();
    const own = join(dataDir, "My Model (v2).gguf");
    writeFileSync(own, FILE);
    expect(await store.add(own)).toMatchObject({
      name: "my-model-v2",
      title: "Tiny",
      added: true,
      licence: "unknown",
      contextTokens: 2048,
      path: own,
    });
    expect((await store.add(own)).name).toBe("my-model-v2");
    await store.use("my-model-v2");
    expect(await chosenModel(dataDir)).toMatchObject({ path: own });
    await store.remove("my-model-v2");
    expect(existsSync(own)).toBe(true);
    expect(await chosenModel(dataDir)).toBeNull();
    writeFileSync(own, "nonsense");
    await expect(store.add(own)).rejects.toMatchObject({ code: "model_broken" });
    await expect(store.add(join(dataDir, "none.gguf"))).rejects.toMatchObject({ code: "no_model" });
  });

  it("[NA234] that were put there by hand are looked at before they are used; a removed one is gone", async () => {
    const { store } = await storeOf();
    await store.pull("tiny");
    rmSync(join(dataDir, "models.json"));
    expect(await store.find("tiny")).toMatchObject({ state: "unchecked" });
    expect(await store.use("tiny")).toMatchObject({ state: "ready" });
    await store.remove("tiny");
    expect(await store.find("tiny")).toMatchObject({ state: "missing" });
    expect(JSON.parse(readFileSync(join(dataDir, "models.json"), "utf8"))).toEqual({ chosen: null, models: {} });
  });

  it("[NA234] are remembered anew where the memory of them is damaged", async () => {
    const { store } = await storeOf();
    for (const damaged of ["", "{", "[]", '{"chosen":1,"models":{}}', '{"chosen":"tiny","models":{"tiny":{}}}']) {
      writeFileSync(join(dataDir, "models.json"), damaged);
      expect(await chosenModel(dataDir)).toBeNull();
      expect(await store.list()).toHaveLength(1);
    }
  });
});
