/** Saves what the server gives as a file of the player's: the page's right to ask goes with the question, and with no link. */
import { ServerTrouble, troubleIn } from "./api.js";
import { ask } from "./session.js";

/**
 * @param address - On this server.
 * @param name - Of the file.
 * @throws {ServerTrouble} Where the server refuses.
 */
export async function saveFile(address: string, name: string): Promise<void> {
  const answer = await ask(address).catch(() => null);
  if (answer === null || !answer.ok)
    throw new ServerTrouble(troubleIn(answer === null ? null : await answer.json().catch(() => null)));
  const url = URL.createObjectURL(await answer.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by the time that anything else happens; later is safer still.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A name that every file system takes. */
export function fileName(title: string, ending: string): string {
  const plain = title
    .normalize("NFKD")
    .replaceAll(/[^\w\s-]/g, "")
    .trim()
    .replaceAll(/\s+/g, "-")
    .toLowerCase()
    .slice(0, 80);
  return `${plain === "" ? "story" : plain}.${ending}`;
}
