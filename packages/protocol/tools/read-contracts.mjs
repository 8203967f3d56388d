import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../contracts/", import.meta.url));

/**
 * All contracts, in order of their names.
 *
 * @returns {{ name: string, schema: Record<string, unknown> }[]} `name` is the file's name without `.schema.json`.
 */
export function readContracts() {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".schema.json"))
    .sort()
    .map((file) => ({
      name: file.slice(0, -".schema.json".length),
      schema: JSON.parse(readFileSync(`${folder}${file}`, "utf8")),
    }));
}
