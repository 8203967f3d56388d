import type { Reading } from "@narratoria/protocol/contracts";
import type { Problem } from "../problems.js";
import { CORRECTIONS } from "../corrections.js";

/**
 * What an author should know of a reading: whom it cannot speak of, what it cannot stage, what nobody can do. Each says how
 * to put it right in `reading.json`. Implements rule CA348.
 */
export function readingAdvice(reading: Reading): Problem[] {
  const problems: Problem[] = [];
  const add = (
    file: string,
    line: number,
    code: Problem["code"],
    message: string,
    severity: Problem["severity"] = "notice",
  ): void => {
    problems.push({ file, line: Math.max(1, line), column: 1, code, message, severity });
  };
  for (const { id, name, pronoun, evidence } of reading.cast) {
    const file = `characters/npcs/${id}/profile.json`;
    if (pronoun === null || evidence.pronoun.certainty === "guessed")
      add(
        file,
        1,
        "no_pronoun",
        `Nothing in the campaign shows whether ${name} is he, she, it or they, so the name is repeated. Say it in ${CORRECTIONS}: {"cast": {"${id}": {"pronoun": "she"}}}.`,
      );
  }
  for (const { id, title, place, evidence } of reading.beats) {
    if (place !== undefined) continue;
    add(
      "plot/beats.json",
      evidence.place.line,
      "no_location",
      `Beat ${id} ("${title}") names no place, so it happens wherever the player is. Give it a "location" if it has one.`,
    );
  }
  for (const act of reading.acts) {
    if (act.evidence.certainty !== "guessed" || act.measure !== undefined) continue;
    const waits = act.for.map(({ kind, id }) => `${kind} ${id}`).join(", ");
    add(
      act.evidence.file,
      act.evidence.line,
      "guessed_deed",
      `${waits} waits for "${act.id}". The player is offered "${act.text}". Word it in ${CORRECTIONS} if it should read otherwise: {"acts": {"${act.id}": {"text": "..."}}}.`,
    );
  }
  for (const { file, line, text, why } of reading.leftOut)
    if (file === CORRECTIONS) add(file, line, "correction", why, "error");
    else if (text === "") add(file, line, file.startsWith("storybook/") ? "frame" : "left_out", why, "warning");
  return problems;
}
