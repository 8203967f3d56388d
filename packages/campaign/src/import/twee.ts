/** Stories in Twee 3 and Twine's HTML archives. Implements rules CA2420 to CA2424. */
import { isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import { type ImportedCampaign, Importing, IMPORT_CAPS, oneLine, refuse } from "./imported.js";
import { addStory, type StoryPassage } from "./story-graph.js";
import { readPassage, unescaped } from "./twine-text.js";

interface Passage {
  readonly name: string;
  readonly tags: readonly string[];
  readonly text: string;
  /** Line of its heading. */
  readonly line: number;
}

interface Twine {
  readonly title: string;
  readonly start: string | null;
  readonly author: string;
  readonly passages: readonly Passage[];
}

/** Passages that a story format uses for itself. */
const OF_THE_FORMAT =
  /^(?:Story(?:Author|Banner|Caption|DisplayTitle|Interface|Menu|Settings|Share|Subtitle|Includes)|Passage(?:Done|Footer|Header|Ready))$/;
const TAGS_OF_THE_FORMAT = new Map([
  ["script", "A script"],
  ["stylesheet", "A style sheet"],
  ["widget", "A widget"],
  ["header", "A header"],
  ["footer", "A footer"],
  ["startup", "A startup passage"],
  ["debug-header", "A header"],
  ["Twine.image", "A picture"],
  ["Twine.audio", "A sound"],
  ["Twine.video", "A film"],
  ["Twine.private", "A private note"],
  ["annotation", "A private note"],
]);

export const isTwee = (text: string): boolean => /^::[ \t]*[^\s:]/m.test(text);
export const isTwineArchive = (text: string): boolean => /<tw-(?:storydata|passagedata)[\s>]/i.test(text);

/** @param name - Title of a story that has none. */
export function importTwine(text: string, name: string): ImportedCampaign {
  const isArchive = isTwineArchive(text);
  const { title, start, author, passages } = isArchive ? readArchive(text, name) : readTwee(text, name);
  if (passages.length > IMPORT_CAPS.parts) refuse(`This story has more than ${IMPORT_CAPS.parts} passages.`);
  const into = new Importing();
  const watched = new Set<string>();
  const story = new Map<string, StoryPassage>();
  let world: JsonObject = {};
  const notes = {
    left: (message: string, line: number) => into.left(message, line),
    watch: (passage: string) => void watched.add(passage),
  };
  for (const { name: own, tags, text: source, line } of passages) {
    const tag = tags.find((one) => TAGS_OF_THE_FORMAT.has(one));
    if (own === "StoryInit") {
      world = { ...world, ...readPassage(source, line + 1, notes).world };
      continue;
    }
    if (tag !== undefined) into.left(`${TAGS_OF_THE_FORMAT.get(tag)}: "${oneLine(own, 60)}".`, line);
    else if (OF_THE_FORMAT.test(own)) into.left(`"${own}" is for the story format it was written in.`, line);
    else if (story.has(own)) into.left(`"${oneLine(own, 60)}" is there twice: the first one counts.`, line);
    else story.set(own, { name: own, line, ...readPassage(source, line + 1, notes) });
  }
  const first = start ?? (story.has("Start") ? "Start" : [...story.keys()][0]);
  if (first === undefined || story.size === 0) return refuse("This story has no passages that tell something.");
  into.addJson("manifest.json", {
    title: oneLine(title, 100) || "Untitled",
    version: "1.0.0",
    ...(author !== "" && { author: oneLine(author, 100) }),
  });
  addStory(into, { start: first, passages: story, world, watched, kind: "passage" });
  return into.done(oneLine(title, 100) || "Untitled", isArchive ? "a Twine story (HTML)" : "a Twine story (Twee 3)");
}

/** `:: Name [tags] {"position":"1,2"}`, then its text. */
function readTwee(text: string, name: string): Twine {
  const passages: Passage[] = [];
  const lines = text.split("\n");
  let title = name;
  let start: string | null = null;
  let author = "";
  let head: { name: string; tags: string[]; line: number } | null = null;
  let body: string[] = [];
  const finish = (): void => {
    if (head === null) return;
    const content = body.join("\n");
    if (head.name === "StoryTitle") title = content.trim() || title;
    else if (head.name === "StoryAuthor") author = content.trim();
    else if (head.name === "StoryData") start = startOf(content);
    else passages.push({ ...head, text: content });
  };
  lines.forEach((line, at) => {
    if (!line.startsWith("::")) return body.push(line);
    finish();
    body = [];
    head = { ...headOf(line.slice(2)), line: at + 1 };
    return undefined;
  });
  finish();
  return { title, start, author, passages };
}

/** Name and tags; a backslash before a bracket makes it part of the name. */
function headOf(header: string): { name: string; tags: string[] } {
  const masked = header.replace(/\\(.)/g, (_, sign: string) => String.fromCharCode(0xe100 + sign.charCodeAt(0)));
  const plain = (text: string): string =>
    text.replace(/[\uE100-\uE1FF]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xe100)).trim();
  const name = /^[^[\]{}]*/.exec(masked)?.[0] ?? "";
  const tags = /^\s*\[([^[\]]*)\]/.exec(masked.slice(name.length))?.[1] ?? "";
  return {
    name: plain(name),
    tags: plain(tags)
      .split(/\s+/)
      .filter((tag) => tag !== ""),
  };
}

function startOf(json: string): string | null {
  try {
    const data = JSON.parse(json) as JsonValue;
    return isJsonObject(data) && typeof data["start"] === "string" ? data["start"] : null;
  } catch {
    // The story begins at "Start" then, as it does without StoryData.
    return null;
  }
}

/** Passages of a published story or an archive. What lies around them is another program's. */
function readArchive(text: string, name: string): Twine {
  const data = /<tw-storydata\b([^>]{0,4000})>/i.exec(text);
  const attributes = attributesOf(data?.[1] ?? "");
  const from = data ? data.index : 0;
  const end = text.indexOf("</tw-storydata>", from);
  const passages: Passage[] = [];
  const open = /<tw-passagedata\b([^>]{0,4000})>/gi;
  open.lastIndex = from;
  let start: string | null = null;
  let line = 1;
  let counted = 0;
  for (let found = open.exec(text); found; found = open.exec(text)) {
    if (end >= 0 && found.index > end) break;
    const close = text.indexOf("</tw-passagedata>", open.lastIndex);
    const own = attributesOf(found[1] ?? "");
    for (; counted < found.index; counted++) if (text[counted] === "\n") line++;
    const content = text.slice(open.lastIndex, close < 0 ? text.length : close);
    const called = own.get("name") ?? `Passage ${passages.length + 1}`;
    if (own.get("pid") !== undefined && own.get("pid") === attributes.get("startnode")) start = called;
    const tags = (own.get("tags") ?? "").split(/\s+/).filter((tag) => tag !== "");
    // Its text begins in the line of its heading.
    passages.push({ name: called, tags, text: unescaped(content), line: line - 1 });
    if (close < 0) break;
    open.lastIndex = close;
  }
  return { title: attributes.get("name") ?? name, start, author: "", passages };
}

function attributesOf(text: string): Map<string, string> {
  const all = new Map<string, string>();
  for (const [, key = "", double, single] of text.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    all.set(key.toLowerCase(), unescaped(double ?? single ?? ""));
  return all;
}
