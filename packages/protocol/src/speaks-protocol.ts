/**
 * Whether the source of a program looks like that of a skill script: it names Narratoria, as each SDK does, or writes a `done` event of its own.
 * Folders by the Agent Skills standard bring programs of every kind, which read arguments and print words.
 */
export function speaksProtocol(source: string): boolean {
  if (/narratoria/i.test(source)) return true;
  return /["'\\]done\b/.test(source) && /\btype\b/.test(source) && /\bversion\b/.test(source);
}
