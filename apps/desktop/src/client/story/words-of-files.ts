/** Files of a campaign are known by their words alone: which of them is about what. */

const SMALL = new Set(["the", "of", "a", "an", "at", "in", "on"]);

/** Whether the words of a file are those of a name: "salt square" and "The Salt Square". */
export function isAbout(words: string, name: string): boolean {
  const [one, other] = [plain(words), plain(name)];
  if (one.length === 0 || other.length === 0) return false;
  return other.every((word) => one.includes(word));
}

function plain(text: string): string[] {
  const letters = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return (letters.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !SMALL.has(word));
}

/**
 * Who made a file that no person made.
 *
 * @param madeAt - ISO 8601; nothing is said of a moment that cannot be read.
 */
export function machineWords(model: string, madeAt = ""): string {
  const at = new Date(madeAt);
  const day = Number.isNaN(at.getTime())
    ? ""
    : at.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  return `Made by a machine: ${model}${day === "" ? "" : `, ${day}`}`;
}
