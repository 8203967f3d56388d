/** The name that a skill's own files give it, before it lies in a folder. */
import { isJsonObject, type JsonValue } from "@narratoria/protocol";
import { nameFault } from "../manifest.js";
import { plainValue, splitSkillMd } from "../skill-md.js";

/**
 * Returns the name in `skill.json`, else the one in the front matter of `SKILL.md`; null where neither can be read or it is none that a
 * skill may have.
 */
export function declaredName(skillJson: string | null, skillMd: string | null): string | null {
  const name = skillJson === null ? nameInSkillMd(skillMd ?? "") : nameInJson(skillJson);
  return typeof name === "string" && nameFault(name) === null ? name : null;
}

function nameInJson(text: string): unknown {
  try {
    const value: JsonValue = JSON.parse(text);
    return isJsonObject(value) ? value["name"] : null;
  } catch {
    return null;
  }
}

function nameInSkillMd(text: string): string | null {
  const { head } = splitSkillMd(text);
  return head === null ? null : plainValue(head, "name");
}
