/** Puts text where the player can paste it or keep it. */
import { announce } from "../frame/announcer.js";
import { toast } from "../frame/toasts.js";

/** @param what - What it is, as the beginning of a sentence: "The path". */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ text: `${what} is copied.` });
  } catch {
    announce(`${what} could not be copied.`);
    toast({ text: `${what} could not be copied: the window does not allow it.` });
  }
}

/** Has the player keep a text as a file. */
export function saveText(text: string, name: string, mediaType: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
