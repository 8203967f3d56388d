/** A member of the value that a JSON pointer (RFC 6901) names. */
export function memberPointer(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
