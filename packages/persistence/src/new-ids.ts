/** Ids and names that nothing else has. `randomInt` fetches chance for many at once, which costs a thirtieth of a fetch for each letter. */
import { randomInt } from "node:crypto";
import { ulid } from "ulid";

/** A ULID of this moment. */
export function newUlid(): string {
  return ulid(undefined, () => randomInt(32) / 32);
}

/** What the journal calls a memory's text: 16 hexadecimal digits. */
export function newName(): string {
  const half = (): string =>
    randomInt(2 ** 32)
      .toString(16)
      .padStart(8, "0");
  return half() + half();
}
