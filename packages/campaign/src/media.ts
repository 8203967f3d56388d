import { CAPS, mebibytes } from "./caps.js";
import type { CampaignFolder } from "./folder.js";
import { isSidecar, readKeywords } from "./lore.js";
import { START } from "./problems.js";

const KINDS = {
  "art/": { endings: /\.(png|jpe?g|webp)$/i, names: "PNG, JPEG and WebP" },
  "music/": { endings: /\.(mp3|ogg|wav|flac)$/i, names: "MP3, OGG, WAV and FLAC" },
} as const;

/** Lists the images or the audio of a campaign, without opening any but their keywords. Implements rule CA58. */
export async function listMedia(folder: CampaignFolder, under: keyof typeof KINDS): Promise<string[]> {
  const { endings, names } = KINDS[under];
  // What they say is of use to a search alone; an author is told of those that say nothing.
  for (const path of folder.below(under)) if (isSidecar(folder, path)) await readKeywords(folder, path, "its name");
  return folder.below(under).filter((path) => {
    if (/\.(keywords\.txt|provenance\.json)$/.test(path)) return false;
    folder.use(path);
    const sizeBytes = folder.listing.files.get(path)?.sizeBytes ?? 0;
    if (!endings.test(path)) {
      folder.problems.warning(
        path,
        START,
        "unsupported_media",
        `Only ${names} files are used here. This one is left out.`,
      );
    } else if (sizeBytes === 0) {
      folder.problems.warning(path, START, "empty_file", "This file is empty, so it is left out.");
    } else if (sizeBytes > CAPS.assetBytes) {
      const size = `${mebibytes(sizeBytes)}, and ${mebibytes(CAPS.assetBytes)} is the most that is used`;
      folder.problems.warning(path, START, "too_large", `This file has ${size}. It is left out.`);
    } else return true;
    return false;
  });
}
