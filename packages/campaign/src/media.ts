import { CAPS, mebibytes } from "./caps.js";
import type { CampaignFolder } from "./folder.js";
import { START } from "./problems.js";

const KINDS = {
  "art/": { endings: /\.(png|jpe?g|webp)$/i, names: "PNG, JPEG and WebP" },
  "music/": { endings: /\.(mp3|ogg|wav|flac)$/i, names: "MP3, OGG, WAV and FLAC" },
} as const;

/** Lists the images or the audio of a campaign, without opening them. Implements rule CA58. */
export function listMedia(folder: CampaignFolder, under: keyof typeof KINDS): string[] {
  const { endings, names } = KINDS[under];
  return folder.below(under).filter((path) => {
    if (/\.(keywords\.txt|provenance\.json)$/.test(path)) return false;
    folder.use(path);
    const sizeBytes = folder.listing.files.get(path)?.sizeBytes ?? 0;
    if (!endings.test(path)) {
      folder.problems.warning(path, START, `Only ${names} files are used here. This one is left out.`);
    } else if (sizeBytes === 0) {
      folder.problems.warning(path, START, "This file is empty, so it is left out.");
    } else if (sizeBytes > CAPS.assetBytes) {
      const size = `${mebibytes(sizeBytes)}, and ${mebibytes(CAPS.assetBytes)} is the most that is used`;
      folder.problems.warning(path, START, `This file has ${size}. It is left out.`);
    } else return true;
    return false;
  });
}
