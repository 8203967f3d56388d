// Copies what travels with the engine into `bundled/`: the built skills without their sources, and the campaigns with what they mean and what their pictures measure.
import { cp, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadCampaign, shipMedia, shipReading } from "@narratoria/campaign";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const bundled = fileURLToPath(new URL("../bundled/", import.meta.url));
const SKILL_FILES = ["skill.json", "SKILL.md", "config-schema.json", "LICENSE", "scripts"];

await rm(bundled, { recursive: true, force: true });
for (const name of await folders(join(root, "skills"))) {
  const from = join(root, "skills", name);
  if (!(await exists(join(from, "skill.json")))) continue;
  await mkdir(join(bundled, "skills", name), { recursive: true });
  for (const file of SKILL_FILES) {
    if (await exists(join(from, file)))
      await cp(join(from, file), join(bundled, "skills", name, file), { recursive: true });
  }
}
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

async function exists(path) {
  return stat(path).then(
    () => true,
    () => false,
  );
}
