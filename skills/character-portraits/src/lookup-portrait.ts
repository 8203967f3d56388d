/** The `lookup-portrait` script: the portrait that there is of somebody. */
import { defineTool } from "@narratoria/protocol/skill";
import { findPortrait, meaningOf, PortraitCache } from "./cache.js";
import { announce, outputOf } from "./make-portrait.js";
import { readSettings } from "./settings.js";

defineTool({
  input: {
    type: "object",
    properties: {
      character: { type: "string", maxLength: 200 },
      story: { type: "string", maxLength: 200 },
      name: { type: "string", maxLength: 200 },
      description: { type: "string", maxLength: 4000 },
    },
  },
  async run({ character = "", story = "", name = "", description = "" }, kit) {
    const settings = readSettings(kit.config);
    const cache = new PortraitCache(settings.folder, story);
    const vector = await meaningOf(kit.host, description);
    const found = findPortrait(cache.all(), { character, name, description, vector }, settings.manner);
    if (!found) return { found: false };
    announce(found, cache, kit);
    return outputOf(found, { found: true });
  },
});
