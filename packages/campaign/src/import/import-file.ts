/** Finds out what a file is, and imports it. Implements rules CA2430 to CA2433. */
import { open } from "node:fs/promises";
import { basename, extname } from "node:path";
import { isJsonObject, type JsonObject } from "@narratoria/protocol";
import { capitalise } from "@narratoria/protocol/english";
import { mebibytes } from "../caps.js";
import { parseJsonText } from "../json-text.js";
import { textFault } from "../read-text.js";
import { errno } from "../scan-folder.js";
import { importCard, isCharacterCard } from "./character-card.js";
import { counted, IMPORT_CAPS, type ImportedCampaign, Importing, oneLine, refuse } from "./imported.js";
import { importInk, isInk } from "./ink.js";
import { addLorebook, isLorebook, textIn } from "./lorebook.js";
import { withoutMacros } from "./macros.js";
import { isPng, readPngTexts } from "./png-text.js";
import { importTwine, isTwee, isTwineArchive } from "./twee.js";

/**
 * Reads a character card, a lorebook, a Twine story or an Ink story, and makes the files of a campaign of it. Nothing is written.
 *
 * @throws {CampaignError} `not_found`, `unreadable`, `not_importable`.
 */
export async function importFile(file: string): Promise<ImportedCampaign> {
  return importBytes(await bytesOf(file), basename(file));
}

async function bytesOf(file: string): Promise<Uint8Array> {
  const handle = await open(file, "r").catch((error: unknown) => refuse(`${file} cannot be read (${errno(error)}).`));
  try {
    const { size, isFolder } = await handle.stat().then((stat) => ({ size: stat.size, isFolder: !stat.isFile() }));
    if (isFolder) refuse(`${file} is no file.`);
    const { fileBytes } = IMPORT_CAPS;
    if (size > fileBytes)
      refuse(`${file} has ${mebibytes(size)}, and ${mebibytes(fileBytes)} is the most that is imported.`);
    // No more than that, though the file may grow.
    const bytes = Buffer.alloc(size);
    const { bytesRead } = await handle.read(bytes, 0, size, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * @param name - The file's name: its ending helps to tell what it is, and it names a story without a title.
 * @throws {CampaignError} `not_importable`.
 */
export async function importBytes(bytes: Uint8Array, name: string): Promise<ImportedCampaign> {
  const ending = extname(name).toLowerCase();
  if (isPng(bytes)) return importPicture(bytes);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    refuse("This is a ZIP file, such as a CHARX card. Unpack it, and import the card.json or the story in it.");
  const { textBytes } = IMPORT_CAPS;
  if (bytes.length > textBytes)
    refuse(`This text has ${mebibytes(bytes.length)}, and ${mebibytes(textBytes)} is the most that is imported.`);
  const fault = textFault(bytes);
  if (fault !== null) refuse(`${withoutLeftOut(fault.message)} (line ${fault.at.line}).`);
  const text = new TextDecoder("utf-8").decode(bytes).replace(/\r\n?/g, "\n");
  const title = capitalise(oneLine(basename(name, extname(name)).replace(/[-_]+/g, " "), 100)) || "Untitled";
  if (/^\s*[{[]/.test(text) && ending !== ".ink" && !isTwee(text)) return importJson(text, title);
  if (ending === ".ink") return importInk(text, title);
  if (isTwineArchive(text) || [".twee", ".tw"].includes(ending)) return importTwine(text, title);
  if (ending === ".json") return importJson(text, title);
  if (isTwee(text)) return importTwine(text, title);
  if (isInk(text)) return importInk(text, title);
  return refuse(
    "This file is none of what can be imported: a character card (PNG, JSON), a lorebook (JSON), a Twine story (.twee, .html), an Ink story (.ink).",
  );
}

/** What is wrong with a text, without what loading a campaign does about it. */
const withoutLeftOut = (message: string): string => message.replace(/ (?:It|The file) is left out.*$/, "");

async function importPicture(bytes: Uint8Array): Promise<ImportedCampaign> {
  const { texts, packed, picture } = readPngTexts(bytes);
  // A card of the third version carries one of the second for older programs.
  const coded = texts.get("ccv3") ?? texts.get("chara");
  if (coded === undefined) {
    const instead = packed.some((keyword) => keyword === "ccv3" || keyword === "chara");
    return refuse(
      instead
        ? "The card in this picture is compressed, which no card is by its standard. Save it again in the program that made it."
        : "There is no character card in this picture.",
    );
  }
  const base64 = coded.toString("latin1").replace(/\s+/g, "");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) refuse("The card in this picture is damaged: it is not base64.");
  const json = Buffer.from(base64, "base64");
  const { textBytes } = IMPORT_CAPS;
  if (json.length > textBytes)
    refuse(`The card in this picture has ${mebibytes(json.length)}, and ${mebibytes(textBytes)} is the most.`);
  const fault = textFault(json);
  if (fault !== null) refuse(`The card in this picture is damaged: ${withoutLeftOut(fault.message)}`);
  const value = await objectOf(new TextDecoder("utf-8").decode(json), "The card in this picture");
  if (!isCharacterCard(value)) refuse("The text in this picture is no character card.");
  return importCard(value, picture);
}

async function importJson(text: string, title: string): Promise<ImportedCampaign> {
  const value = await objectOf(text, "This file");
  if (isCharacterCard(value)) return importCard(value);
  if (isLorebook(value)) return importLorebook(value, title);
  return refuse("This JSON file is neither a character card nor a lorebook.");
}

async function objectOf(text: string, what: string): Promise<JsonObject> {
  const read = await parseJsonText(text);
  if (!read.ok) {
    const { line, column } = read.fault.at;
    return refuse(`${what} is damaged at line ${line}, column ${column}: ${read.fault.message}`);
  }
  const { value } = read.json;
  return isJsonObject(value) ? value : refuse(`${what} holds no JSON object.`);
}

/** Entries of a lorebook that become the setting: those that are always in the prompt, else the first. */
const SETTING_ENTRIES = 4;

function importLorebook(book: JsonObject, named: string): ImportedCampaign {
  const into = new Importing();
  const data = isJsonObject(book["data"]) ? book["data"] : book;
  const title = oneLine(textIn(data["name"]), 100) || named;
  const lost = new Set<string>();
  const prose = (text: string): string => withoutMacros(text, "the narrator", (macro) => lost.add(oneLine(macro, 60)));
  const description = oneLine(textIn(data["description"]), 500);
  into.addJson("manifest.json", { title, version: "1.0.0", ...(description.length >= 10 && { description }) });
  const texts = addLorebook(into, book, prose);
  if (texts.length === 0) refuse("This lorebook has no entry that tells something.");
  // A story needs something that can be seen from its first scene on.
  const opening = texts.slice(0, SETTING_ENTRIES);
  into.add("world/setting.md", `# ${title}\n\n${opening.join("\n\n")}\n`);
  into.carried(`${counted(opening.length, "entry", "entries")} became the setting as well.`);
  for (const macro of [...lost].slice(0, 20))
    into.left(`The macro ${macro} was taken out, or read as its first choice.`);
  into.left("A lorebook has no premise: write plot/premise.md, in which somebody wants something.");
  return into.done(title, "a lorebook");
}
