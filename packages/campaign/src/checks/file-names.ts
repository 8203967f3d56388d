/** Names of files that other systems cannot hold, that hide what they are, or that say something about their origin. */
import type { Campaign } from "../campaign.js";
import { type Problem, START } from "../problems.js";

const LONGEST_NAME_BYTES = 255;
const DEVICE = /^(?:con|prn|aux|nul|com[1-9]|lpt[1-9])(?:\.|$)/i;
/** Control characters, and marks that turn the direction of writing or have no width. */
const INVISIBLE = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;
const GENERATED = /_generated(?:\.[^./]+)+$/i;

/** Implements rules CA758 and CA742. */
export function fileNames({ texts, art, music, generated, elsewhere }: Campaign): Problem[] {
  const files = [...new Set([...texts.keys(), ...art, ...music])];
  return files.flatMap((file): Problem[] => {
    const problems: Problem[] = [];
    const fault = faultOf(file);
    if (fault !== null) problems.push({ file, ...START, code: "odd_name", severity: "warning", message: fault });
    if (
      GENERATED.test(elsewhere.get(file) ?? file) &&
      !/\.provenance\.json$/.test(file) &&
      ![file, `${file}.provenance.json`].some((one) => generated.has(one))
    ) {
      const message = 'The name ends in "_generated", and nothing says how the file was made.';
      problems.push({ file, ...START, code: "generated_name", severity: "notice", message });
    }
    return problems;
  });
}

function faultOf(file: string): string | null {
  for (const name of file.split("/")) {
    if (INVISIBLE.test(name)) return "This name holds an invisible character, which can make it look like another.";
    if (/[<>:"\\|?*]/.test(name)) return `Windows cannot hold a name with ${/[<>:"\\|?*]/.exec(name)?.[0]} in it.`;
    if (DEVICE.test(name)) return "Windows keeps this name for a device.";
    if (/[. ]$/.test(name)) return "Windows drops the blank or full stop at the end of this name.";
    if (/^[-~]/.test(name)) return "A name that begins with - or ~ is taken for something else by many programs.";
    if (Buffer.byteLength(name) > LONGEST_NAME_BYTES) return "This name is longer than many systems can hold.";
  }
  return null;
}
