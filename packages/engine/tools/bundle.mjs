// Copies what travels with the engine into `bundled/`: the campaigns, with what they mean and what their pictures measure.
import { cp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadCampaign, shipMedia, shipReading } from "@narratoria/campaign";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const bundled = fileURLToPath(new URL("../bundled/", import.meta.url));

await rm(bundled, { recursive: true, force: true });
const campaigns = [];
for (const name of await folders(join(root, "campaigns"))) {
  await cp(join(root, "campaigns", name), join(bundled, "campaigns", name), { recursive: true });
  const { campaign } = await loadCampaign(join(bundled, "campaigns", name), { hardLinks: true });
  if (campaign === null) throw new Error(`campaigns/${name} cannot be read`);
  await shipReading(campaign, join(bundled, "readings"));
  campaigns.push(campaign);
}
await shipMedia(campaigns, join(bundled, "readings", "media.json"));

await cp(join(root, "campaigns", "README.md"), join(bundled, "campaigns", "README.md"));

async function folders(path) {
  const entries = await readdir(path, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}
