export { ArchiveError, type ArchiveErrorCode } from "./archive/errors.js";
export type { CheckFolder, FolderVerdict, Kind } from "./archive/folder-kind.js";
export { type InstallFoldersOptions, type Installed, installFrom } from "./archive/install.js";
export { type PackOptions, type Packed, packFolder } from "./archive/pack.js";
export type { Progress } from "./archive/source.js";
