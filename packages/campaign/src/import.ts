/** Campaigns from stories in other formats: character cards, lorebooks, Twine, Ink. */
export { importBytes, importFile } from "./import/import-file.js";
export type { ImportedCampaign, ImportedFile, LeftOut } from "./import/imported.js";
