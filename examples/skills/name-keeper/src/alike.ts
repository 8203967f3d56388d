/** How alike two names look, from 0 to 1: the share of letter pairs that they have in common, as spelling and sound both go by those. */
export function likeness(a: string, b: string): number {
  const [first, second] = [pairs(a), pairs(b)];
  if (first.length === 0 || second.length === 0) return 0;
  const rest = [...second];
  const common = first.filter((pair) => {
    const at = rest.indexOf(pair);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
  return (2 * common.length) / (first.length + second.length);
}

/** Names that the story knows, of people as `context.people` has them. */
export function namesOf(people: unknown): string[] {
  if (typeof people !== "object" || people === null) return [];
  return Object.values(people).flatMap((person: unknown) => {
    if (typeof person !== "object" || person === null || !("name" in person)) return [];
    return typeof person.name === "string" && person.name.trim() !== "" ? [person.name.slice(0, 80)] : [];
  });
}

/** A space before the name makes a pair of its first letter, by which names are told apart first. */
function pairs(name: string): string[] {
  const letters = [...` ${name.normalize("NFD").toLowerCase()}`].filter((letter) => /[\s\p{L}]/u.test(letter));
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}
