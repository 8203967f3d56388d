/** The state with which a story begins, from a file. */
import { readFile } from "node:fs/promises";
import { isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import { CliError, EXIT } from "../errors.js";

/** @throws {CliError} If it cannot be read, or holds no JSON object. */
export async function readStart(file: string): Promise<JsonObject> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`--with cannot read "${file}" (${error.code}).`, EXIT.usage);
  });
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new CliError(`"${file}" is no JSON: ${error instanceof Error ? error.message : ""}`, EXIT.usage);
  }
  if (!isJsonObject(value))
    throw new CliError(`"${file}" must hold a JSON object, such as {"flags": {"door-open": true}}.`, EXIT.usage);
  return value;
}
