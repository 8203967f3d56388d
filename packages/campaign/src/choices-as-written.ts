/** Choices that are sound as a story and break the letter of their contract: they are offered all the same, and the author is told. */
import { isJsonObject, type JsonValue } from "@narratoria/protocol";
import type { LocatedJson } from "./json-text.js";
import type { ProblemList } from "./problems.js";

interface Written {
  readonly file: string;
  readonly locate: LocatedJson["locate"];
  readonly problems: ProblemList;
}

/**
 * Lets a difficulty pass that is a number: most games have it so. Implements rule CA3291.
 *
 * @param pointer - Of the list in its file.
 * @returns The choices with the number as text.
 */
export function choicesAsWritten(
  choices: readonly JsonValue[],
  pointer: string,
  { file, locate, problems }: Written,
): JsonValue[] {
  return choices.map((choice, index) => {
    const roll = isJsonObject(choice) ? choice["roll"] : undefined;
    if (!isJsonObject(choice) || roll === undefined || !isJsonObject(roll)) return choice;
    const { difficulty } = roll;
    if (typeof difficulty !== "number") return choice;
    const message = `The difficulty should be in double quotes, "${difficulty}". Other programs may leave it out.`;
    problems.warning(file, locate(`${pointer}/${index}/roll/difficulty`), "loose_form", message);
    return { ...choice, roll: { ...roll, difficulty: String(difficulty) } };
  });
}
