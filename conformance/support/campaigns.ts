import { fileURLToPath } from "node:url";

/** Folder of one of the campaigns that are kept for tests. */
export function testCampaign(name: string): string {
  return fileURLToPath(new URL(`../../test/campaigns/${name}`, import.meta.url));
}
