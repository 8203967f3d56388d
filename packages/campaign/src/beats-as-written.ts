/** Beats that are sound as a story and break the letter of their contract: they happen all the same, and the author is told. */
import { isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import type { PlotBeat } from "@narratoria/protocol/contracts";
import { choicesAsWritten } from "./choices-as-written.js";
import type { LocatedJson } from "./json-text.js";
import type { ProblemList } from "./problems.js";

/** Bounds of a beat's texts in its contract. */
const TITLE = { least: 3, most: 100 } as const;
const DESCRIPTION = { least: 10, most: 1000 } as const;
const ID = /^beat_[0-9]{3,}$/;
/** What no author writes by hand is not let pass: a file made to cost time must not have its way. */
const LONGEST = 20_000;
const MOST_MENDED = 500;

export interface BeatsAsWritten {
  /** The file's value with what its contract allows in the place of what it does not. */
  readonly value: JsonValue;
  /** The beat as its author wrote it. */
  restore(beat: PlotBeat): PlotBeat;
}

/**
 * Lets ids of any form pass, and titles and descriptions that are too short or too long. Implements rules CA402 and CA660.
 *
 * @param file - Its path in the campaign's folder.
 */
export function beatsAsWritten({ value, locate }: LocatedJson, file: string, problems: ProblemList): BeatsAsWritten {
  const given = isJsonObject(value) ? value["beats"] : null;
  if (!isJsonObject(value) || !Array.isArray(given)) return { value, restore: (beat) => beat };
  const written = new Map<string, Pick<PlotBeat, "id" | "title" | "description">>();
  const ids = new Set(given.flatMap((beat: JsonValue) => (isJsonObject(beat) ? [beat["id"]] : [])));
  let free = 0;
  const freeId = (): string => {
    let id: string;
    do id = `beat_${String(free++).padStart(6, "0")}`;
    while (ids.has(id));
    return id;
  };
  const withChoices = given.map((beat: JsonValue, index) => {
    if (!isJsonObject(beat) || !Array.isArray(beat["choices"])) return beat;
    return {
      ...beat,
      choices: choicesAsWritten(beat["choices"], `/beats/${index}/choices`, { file, locate, problems }),
    };
  });
  const beats = withChoices.map((beat: JsonValue, index) => {
    if (!isWritten(beat) || written.size >= MOST_MENDED) return beat;
    const { id, title, description } = beat;
    const fitting = {
      id: ID.test(id) ? id : freeId(),
      title: fitted(title, TITLE),
      description: fitted(description, DESCRIPTION),
    };
    const tell = (field: keyof typeof fitting, what: string): void => {
      if (fitting[field] === beat[field]) return;
      const message = `${what} Other programs may leave this beat out.`;
      problems.warning(file, locate(`/beats/${index}/${field}`), "loose_form", message);
    };
    tell("id", `The id "${id.slice(0, 60)}" should be beat_ and at least three digits, such as beat_001.`);
    tell("title", `The title "${title.trim().slice(0, 60)}" ${lengthWords(title, TITLE)}.`);
    tell("description", `The description ${lengthWords(description, DESCRIPTION)}.`);
    if (fitting.id === id && fitting.title === title && fitting.description === description) return beat;
    written.set(fitting.id, { id, title, description });
    return { ...beat, ...fitting };
  });
  return { value: { ...value, beats }, restore: (beat) => ({ ...beat, ...written.get(beat.id) }) };
}

type Written = JsonObject & { readonly id: string; readonly title: string; readonly description: string };

/** A beat that says all that one must say. */
function isWritten(beat: JsonValue): beat is Written {
  if (!isJsonObject(beat)) return false;
  return [beat["id"], beat["title"], beat["description"]].every(
    (text) => typeof text === "string" && text.trim() !== "" && text.length <= LONGEST,
  );
}

/** A text of an allowed length; what it stands for is put back. */
function fitted(text: string, { least, most }: { readonly least: number; readonly most: number }): string {
  const { length } = text.trim();
  if (length < least) return text.trim().padEnd(least, ".");
  return text.length > most ? text.slice(0, most) : text;
}

function lengthWords(text: string, { least, most }: { readonly least: number; readonly most: number }): string {
  const { length } = text.trim();
  return length < least ? `has fewer than ${least} letters` : `has ${length} letters, more than ${most}`;
}
