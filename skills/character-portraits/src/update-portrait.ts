/** The `update-portrait` script: somebody drawn anew, where their description has changed enough or it is asked for. */
import { defineTool } from "@narratoria/protocol/skill";
import { findPortrait, hashOf, PortraitCache } from "./cache.js";
import { announce, checkAsked, giveWay, makePortrait, outputOf, SITTER } from "./make-portrait.js";
import { readSettings } from "./settings.js";

defineTool({
  input: {
    type: "object",
    properties: { ...SITTER, force: { type: "boolean", description: "Draw anew also where nothing has changed." } },
    required: ["character"],
  },
  async run(input, kit) {
    giveWay();
    checkAsked(input);
    const settings = readSettings(kit.config);
    const cache = new PortraitCache(settings.folder, input.story);
    const { character, description = "" } = input;
    const wanted = { character, name: "", description: "", vector: [] };
    const found = findPortrait(cache.all(), wanted, settings.manner);
    if (found && input.force !== true && hashOf(found.description) === hashOf(description)) {
      announce(found, cache, kit);
      return outputOf(found, { changed: false });
    }
    return outputOf(await makePortrait(input, kit), { changed: true });
  },
});
