/** How much of a campaign is read at most. */
export const CAPS = {
  files: 5_000,
  totalBytes: 512 * 1024 * 1024,
  textBytes: 8 * 1024 * 1024,
  jsonBytes: 4 * 1024 * 1024,
  assetBytes: 50 * 1024 * 1024,
  jsonDepth: 64,
  folderDepth: 16,
  keywords: 256,
  keywordLength: 64,
  frontMatterChars: 64 * 1024,
  chunkTokens: 512,
} as const;

/** "4 MiB": for messages. */
export function mebibytes(bytes: number): string {
  return `${Math.round((bytes / 1024 / 1024) * 10) / 10} MiB`;
}
