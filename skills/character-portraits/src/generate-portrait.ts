/** The `generate-portrait` script: somebody's portrait, drawn unless there is one already. */
import { defineTool } from "@narratoria/protocol/skill";
import { findPortrait, hashOf, meaningOf, PortraitCache } from "./cache.js";
import { announce, checkAsked, giveWay, makePortrait, outputOf, SITTER } from "./make-portrait.js";
import { readSettings } from "./settings.js";

defineTool({
  input: { type: "object", properties: SITTER, required: ["character"] },
  async run(input, kit) {
    giveWay();
    checkAsked(input);
    const settings = readSettings(kit.config);
    const { character, name = "", description = "" } = input;
    const cache = new PortraitCache(settings.folder, input.story);
    const known = cache.all();
    const vector = known.length === 0 ? [] : await meaningOf(kit.host, description);
    const found = findPortrait(known, { character, name, description, vector }, settings.manner);
    // Somebody who was drawn from other words has changed.
    const isSame = found && (found.character !== character || hashOf(found.description) === hashOf(description));
    if (found && isSame && found.source !== "silhouette") {
      announce(found, cache, kit);
      return outputOf(found, { cached: true });
    }
    return outputOf(await makePortrait(input, kit), { cached: false });
  },
});
