import { expect, it } from "vitest";
import { findAppRuntime } from "@narratoria/narrator/model-store";
import { openModels } from "../src/index.js";
import { installedRuntime } from "../src/story-models.js";
import { tempFolder } from "./support/play.js";

it("[EN1424] looks for what models run on among the app's own dependencies, then in the data folder", async () => {
  const dataDir = await tempFolder();
  const ofApp = await findAppRuntime("transformers");
  const models = openModels(dataDir);
  expect(await models.ofApp("transformers")).toEqual(ofApp);
  // This workspace depends on none; `pack-test` installs one beside the packages.
  expect(ofApp).toBeNull();
  expect(await models.runtime("transformers")).toBeNull();
  expect(await installedRuntime("transformers", dataDir, dataDir)).toBeNull();
});
