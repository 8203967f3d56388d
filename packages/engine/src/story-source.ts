import type { Campaign } from "@narratoria/campaign";
import type { StorySource } from "@narratoria/narrator";

/** What the narrator needs of a campaign, in its own terms. */
export function sourceOf(campaign: Campaign): StorySource {
  const { manifest, playerTemplate } = campaign;
  return {
    title: manifest.title,
    premise: campaign.premise,
    setting: campaign.setting,
    lore: campaign.lore.map(({ file, text, knownBy }) => ({ file, text, ...(knownBy ? { knownBy } : {}) })),
    npcs: campaign.npcs.map(({ id, profile }) => ({ id, profile })),
    beats: campaign.beats,
    endings: campaign.endings.map(({ id, title, tone, body }) => ({ id, title, body, ...(tone ? { tone } : {}) })),
    constraints: campaign.constraints.map(({ text }) => text),
    forbidden: campaign.forbidden,
    frames: campaign.storybook,
    ...(manifest.tone ? { tone: manifest.tone } : {}),
    ...(manifest.genre ? { genre: manifest.genre } : {}),
    ...(playerTemplate?.starting_location ? { startingLocation: playerTemplate.starting_location } : {}),
  };
}
