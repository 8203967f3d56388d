/** The text of a Twine passage, in SugarCube's and Harlowe's markup, as prose and links. Pure. Implements rules CA2421 to CA2423. */
import type { JsonObject } from "@narratoria/protocol";
import { carriedChange, carriedCondition } from "./conditions.js";
import { oneLine, plainText } from "./imported.js";
import { seenCondition, type StoryLink } from "./story-graph.js";

/** What becomes of a passage. */
export interface PassageText {
  readonly text: string;
  readonly links: readonly StoryLink[];
  readonly world: JsonObject;
}

export interface PassageNotes {
  /** Takes what is not carried over. */
  left(message: string, line: number): void;
  /** Takes the name of a passage that a condition asks for. */
  watch(passage: string): void;
}

/** Hooks and blocks within each other; deeper ones are taken as text. */
const MOST_DEPTH = 24;
/** Letters of a link and of a call. */
const MOST_LINK = 2_000;
const MOST_CALL = 10_000;
const MOST_WASTED = 30_000_000;

/** @param firstLine - Where the text begins in its file. */
export function readPassage(source: string, firstLine: number, notes: PassageNotes): PassageText {
  const reader = new PassageReader(source, firstLine, notes);
  const text = plainText(formatted(reader.read(null, 0)));
  return { text, links: reader.links, world: reader.world };
}

type Closer = "block" | "hook" | null;

const SPECIAL = /\[\[|<<|\(|\]|<|\/\*|\/%|\$[A-Za-z]/g;
const TAG_END = /[\s>/]/;

class PassageReader {
  readonly links: StoryLink[] = [];
  world: Record<string, JsonObject[string]> = {};
  #at = 0;
  #lineAt = 0;
  /** Letters that were looked through in vain. */
  #wasted = 0;
  #line: number;
  readonly #conditions: string[] = [];

  constructor(
    private readonly source: string,
    firstLine: number,
    private readonly notes: PassageNotes,
  ) {
    this.#line = firstLine;
  }

  /** Reads on to what closes this part, which is left where it is. */
  read(closer: Closer, depth: number): string {
    const { source } = this;
    let text = "";
    while (this.#at < source.length) {
      SPECIAL.lastIndex = this.#at;
      const found = SPECIAL.exec(source);
      if (!found) {
        text += source.slice(this.#at);
        this.#at = source.length;
        break;
      }
      text += source.slice(this.#at, found.index);
      this.#at = found.index;
      const [sign] = found;
      if (sign === "]" && closer === "hook") return text;
      if (
        sign === "<<" &&
        closer === "block" &&
        /^<<\s*(?:\/|else|elseif|endif)/.test(source.slice(this.#at, this.#at + 20))
      )
        return text;
      text += this.#special(sign, depth);
    }
    return text;
  }

  #special(sign: string, depth: number): string {
    if (sign === "[[") return this.#link();
    if (sign === "<<") return this.#macro(depth);
    if (sign === "(") return this.#call(depth);
    if (sign === "<") return this.#tag();
    if (sign === "/*" || sign === "/%") {
      const end = this.#find(sign === "/*" ? "*/" : "%/", 2);
      if (end < 0) return this.#letters(2);
      this.#at = end + 2;
      return "";
    }
    if (sign.startsWith("$")) {
      const name = /^\$\w+(?:[.[][\w.\]"']*)?/.exec(this.source.slice(this.#at, this.#at + 100))?.[0] ?? "$";
      if (/^\$\d/.test(name)) return this.#letters(1);
      this.notes.left(`The value of ${name} cannot be told. Its sentence is left out.`, this.#lineHere());
      this.#at += name.length;
      return VALUE;
    }
    return this.#letters(1);
  }

  /** Finds what closes a mark. What is looked for in vain is counted: in the end marks that nothing closes are taken as letters. */
  #find(mark: string, from: number, most = this.source.length): number {
    if (this.#wasted > MOST_WASTED) return -1;
    const start = this.#at + from;
    const within = this.source.slice(start, start + most);
    const found = within.indexOf(mark);
    this.#wasted += found < 0 ? within.length : 0;
    return found < 0 ? -1 : start + found;
  }

  #letters(count: number): string {
    const text = this.source.slice(this.#at, this.#at + count);
    this.#at += count;
    return text;
  }

  #lineHere(): number {
    for (; this.#lineAt < this.#at; this.#lineAt++) if (this.source[this.#lineAt] === "\n") this.#line++;
    return this.#line;
  }

  /** `[[Go in]]`, `[[Go in|Cave]]`, `[[Go in->Cave]]`, `[[Cave<-Go in]]`, `[[Go in|Cave][$light to 1]]`. */
  #link(): string {
    const end = this.#find("]]", 2, MOST_LINK);
    const inside = end < 0 ? "" : this.source.slice(this.#at + 2, end);
    if (end < 0 || inside.includes("[[")) return this.#letters(2);
    const line = this.#lineHere();
    this.#at = end + 2;
    const [words = "", setter] = inside.split("][", 2);
    const right = words.lastIndexOf("->");
    const left = words.indexOf("<-");
    const bar = words.lastIndexOf("|");
    const [text, to] =
      right >= 0
        ? [words.slice(0, right), words.slice(right + 2)]
        : left >= 0
          ? [words.slice(left + 2), words.slice(0, left)]
          : bar >= 0
            ? [words.slice(0, bar), words.slice(bar + 1)]
            : [words, words];
    this.#addLink(text, to, line, setter === undefined ? {} : this.#changes(setter, line));
    return "";
  }

  #addLink(text: string, to: string, line: number, world: JsonObject): void {
    const target = to.trim();
    if (/^https?:/i.test(target))
      return this.notes.left(`The link to ${oneLine(target, 80)} leads out of the story.`, line);
    if (/\$|^_\w|\([\w-]+:|["']\s*\+/.test(target))
      return this.notes.left(`The link to ${oneLine(target, 80)} is computed.`, line);
    const when = this.#conditions.map((one) => `(${one})`).join(" && ");
    const words = oneLine(formatted(text).replace(/[*_]{1,2}/g, ""), 125) || target;
    this.links.push({
      text: words,
      to: target,
      line,
      ...(when !== "" && { when: this.#conditions.length === 1 ? (this.#conditions[0] ?? when) : when }),
      ...(Object.keys(world).length > 0 && { world }),
    });
  }

  #changes(source: string, line: number): JsonObject {
    const all: Record<string, JsonObject[string]> = {};
    for (const one of source.split(/[;,](?=\s*\$)/)) {
      const change = carriedChange(one, nameOf);
      if (change === null) this.notes.left(`"${oneLine(one, 60)}" is not carried over.`, line);
      else Object.assign(all, change);
    }
    return all;
  }

  /** SugarCube: `<<if $x>>`, `<<set $x to 1>>`, `<<link "Go in" "Cave">>`. */
  #macro(depth: number): string {
    const end = this.#find(">>", 2);
    if (end < 0) return this.#letters(2);
    const line = this.#lineHere();
    const [, name = "", args = ""] = /^\s*(\/?[\w=-]+)\s*([\s\S]*)$/.exec(this.source.slice(this.#at + 2, end)) ?? [];
    if (name === "if" && depth < MOST_DEPTH) {
      this.#at = end + 2;
      return this.#block(args, line, depth);
    }
    this.#at = end + 2;
    if (name === "set") {
      this.#set(args, line);
      return "";
    }
    if (name === "link" || name === "button") {
      const inner = /^\[\[([^\]]*)\]/.exec(args)?.[1];
      const [, text, to] = /^["']([^"']*)["']\s+["']([^"']*)["']/.exec(args) ?? [];
      if (inner !== undefined) {
        const [words = "", target = words] = inner.split(/->|\|/, 2);
        this.#addLink(words, target, line, {});
        return "";
      }
      if (text !== undefined && to !== undefined) {
        this.#addLink(text, to, line, {});
        return "";
      }
    }
    if (!name.startsWith("/") && !["else", "elseif", "endif"].includes(name)) {
      this.notes.left(`The macro <<${oneLine(name, 30)}>> is not carried over.`, line);
    }
    return "";
  }

  #block(first: string, line: number, depth: number): string {
    const branches: Branch[] = [{ condition: this.#condition(first), text: "" }];
    const before: string[] = [];
    for (;;) {
      const branch = branches.at(-1);
      if (!branch) break;
      branch.text = this.#within(branch.condition, before, () => this.read("block", depth + 1));
      const end = this.source.indexOf(">>", this.#at);
      const [, word = "", args = ""] =
        /^<<\s*(\/?\w+)\s*([\s\S]*)$/.exec(this.source.slice(this.#at, end < 0 ? this.#at : end)) ?? [];
      this.#at = end < 0 ? this.source.length : end + 2;
      if (branch.condition !== null) before.push(branch.condition);
      if (word === "elseif") branches.push({ condition: this.#condition(args), text: "" });
      else if (word === "else") {
        const chained = /^if\s+([\s\S]*)/.exec(args)?.[1];
        branches.push({ condition: chained === undefined ? ELSE : this.#condition(chained), text: "" });
      } else if (word === "" || word === "/if" || word === "endif") break;
    }
    return this.#varied(branches, first, line);
  }

  /** Harlowe: `(if: $x is 1)[...](else:)[...]`, `(set: $x to 1)`, `(link-goto: "Go in", "Cave")`. */
  #call(depth: number): string {
    const head = /^\(([A-Za-z][\w-]{0,30}):/.exec(this.source.slice(this.#at, this.#at + 34));
    const close = head && this.#wasted <= MOST_WASTED ? closing(this.source, this.#at) : -1;
    if (head && close < 0) this.#wasted += MOST_CALL;
    if (!head || close < 0) return this.#letters(1);
    const line = this.#lineHere();
    const name = (head[1] ?? "").toLowerCase();
    const args = this.source.slice(this.#at + head[0].length, close).trim();
    this.#at = close + 1;
    if (name === "set") {
      this.#set(args, line);
      return "";
    }
    if (name === "if" || name === "unless") return this.#hooks(name, args, line, depth);
    if (name === "link-goto") {
      const [, text = "", to = text] = /^["']([^"']*)["'](?:\s*,\s*["']([^"']*)["'])?$/.exec(args) ?? [];
      if (text !== "") {
        this.#addLink(text, to, line, {});
        return "";
      }
    }
    this.notes.left(`The macro (${name}:) is not carried over.`, line);
    // Its hook is text all the same.
    const open = /^\[(?!\[)/.test(this.source.slice(this.#at, this.#at + 2));
    if (!open || depth >= MOST_DEPTH) return "";
    this.#at++;
    const text = this.read("hook", depth + 1);
    this.#at++;
    return text;
  }

  #hooks(name: string, args: string, line: number, depth: number): string {
    const first = this.#condition(args);
    const branches: Branch[] = [{ condition: first !== null && name === "unless" ? `!(${first})` : first, text: "" }];
    const before: string[] = [];
    for (;;) {
      const branch = branches.at(-1);
      const open = /^\s*\[(?!\[)/.exec(this.source.slice(this.#at, this.#at + 100));
      if (!branch || !open || depth >= MOST_DEPTH) break;
      this.#at += open[0].length;
      branch.text = this.#within(branch.condition, before, () => this.read("hook", depth + 1));
      this.#at++;
      if (branch.condition !== null) before.push(branch.condition);
      const next = /^\s*\((else-?if|else):/i.exec(this.source.slice(this.#at, this.#at + 100));
      const start = next ? this.source.indexOf("(", this.#at) : -1;
      const close = next ? closing(this.source, start) : -1;
      if (!next || close < 0) break;
      const words = this.source.slice(this.source.indexOf(":", start) + 1, close).trim();
      this.#at = close + 1;
      branches.push({ condition: next[1]?.toLowerCase() === "else" ? ELSE : this.#condition(words), text: "" });
    }
    return this.#varied(branches, args, line);
  }

  /** Reads a branch; its links are offered where it and none before it holds. */
  #within(condition: string | null, before: readonly string[], read: () => string): string {
    const count = this.#conditions.length;
    if (condition !== null) {
      for (const one of before) this.#conditions.push(`!(${one})`);
      if (condition !== ELSE) this.#conditions.push(condition);
    }
    const text = read();
    this.#conditions.length = count;
    return text;
  }

  #varied(branches: readonly Branch[], first: string, line: number): string {
    if (branches.some(({ condition }) => condition === null)) {
      this.notes.left(`What depends on "${oneLine(first, 60)}" is left out; its links are offered always.`, line);
      return "";
    }
    if (branches.every(({ text }) => text.trim() === "")) return "";
    const parts = branches.map(({ condition, text }, at) =>
      condition === ELSE ? `{else}${text}` : `{${at === 0 ? "" : "else "}if ${condition ?? ""}}${text}`,
    );
    return `${parts.join("")}{/if}`;
  }

  #condition(source: string): string | null {
    // Stands for a passage while the condition is read.
    const passages: string[] = [];
    const seen = (passage: string): string => {
      this.notes.watch(passage);
      return `PASSAGE${passages.push(passage) - 1}`;
    };
    const asked = source
      .replace(/\b(?:hasV|v)isited\(\s*["']([^"']+)["']\s*\)/g, (_, name: string) => seen(name))
      .replace(/\(history:\)\s+contains\s+["']([^"']+)["']/gi, (_, name: string) => seen(name));
    return carriedCondition(asked, (name) => {
      const passage = passages[Number(/^PASSAGE(\d+)$/.exec(name)?.[1] ?? -1)];
      return passage === undefined ? nameOf(name) : seenCondition(passage);
    });
  }

  #set(args: string, line: number): void {
    if (this.#conditions.length > 0) {
      this.notes.left(`"${oneLine(args, 60)}" depends on a condition and is not carried over.`, line);
    } else Object.assign(this.world, this.#changes(args, line));
  }

  #tag(): string {
    const rest = this.source.slice(this.#at, this.#at + 40);
    if (rest.startsWith("<!--")) {
      const end = this.#find("-->", 4);
      this.#at = end < 0 ? this.source.length : end + 3;
      return "";
    }
    const name = /^<\/?([A-Za-z][\w-]*)/.exec(rest)?.[1]?.toLowerCase();
    if (name === undefined && !rest.startsWith("<%")) return this.#letters(1);
    const line = this.#lineHere();
    if (name === "script" || name === "style" || rest.startsWith("<%")) {
      const close = name === undefined ? "%>" : `</${name}>`;
      const end = this.source.indexOf(close, this.#at);
      this.notes.left(`A ${name === "style" ? "style" : "script"} in the text is not carried over.`, line);
      this.#at = end < 0 ? this.source.length : end + close.length;
      return "";
    }
    const end = this.#find(">", 0);
    if (end < 0 || !TAG_END.test(this.source[this.#at + rest.search(/[\s>/]|$/)] ?? ">")) return this.#letters(1);
    if (["img", "audio", "video", "iframe"].includes(name ?? "")) {
      this.notes.left(`<${name}>: pictures and sounds are not carried over.`, line);
    }
    this.#at = end + 1;
    return name === "br" ? "\n" : name === "p" || name === "hr" ? "\n\n" : "";
  }
}

/** The condition of an else. */
const ELSE = "";
/** Stands for a value that only the source could tell. */
export const VALUE = "\uE000";

interface Branch {
  readonly condition: string | null;
  text: string;
}

/** Variables are values of the world; `passage` says where the player is. */
function nameOf(name: string): string | null {
  const bare = name.replace(/^[$_]/, "");
  if (!/^[A-Za-z]\w*$/.test(bare)) return null;
  // A word without its sign is an unknown function or a keyword of the story format.
  if (bare === name) return null;
  return bare === "passage" ? "passage_value" : bare;
}

/** Where the bracket at a place closes; -1 where it does not within the letters that a call may have. */
function closing(source: string, open: number): number {
  let depth = 0;
  let quote = "";
  const most = Math.min(source.length, open + MOST_CALL);
  for (let at = open; at < most; at++) {
    const sign = source[at] ?? "";
    if (quote !== "") quote = sign === quote ? "" : quote;
    else if (sign === '"') quote = sign;
    else if (sign === "(") depth++;
    else if (sign === ")" && --depth === 0) return at;
  }
  return -1;
}

/** Marks of Twine's formats as Markdown; sentences with a value that cannot be told are taken out. */
function formatted(text: string): string {
  const marked = text
    .replace(/''([^'\n]+)''/g, "**$1**")
    .replace(/(^|[^:/])\/\/([^/\n]+)\/\//g, "$1*$2*")
    .replace(/(?:__|~~|==|\^\^)([^_~=^\n]+)(?:__|~~|==|\^\^)/g, "$1")
    .replace(/^!{1,6}\s*/gm, "")
    .replace(/^[-=]{3,}$/gm, "")
    .replace(/\|[\w-]+[>)]\[|\]<[\w-]+\|/g, "")
    .replace(/\\\n/g, "");
  // Signs that are letters stay letters in Markdown, and braces are no conditions.
  return withoutValues(marked).replace(/&[#\w]{1,9};/g, (one) =>
    unescaped(one).replace(/[{}]/g, "").replace(/[*_]/g, "\\$&"),
  );
}

/** Takes out sentences with a value that only the source could tell. */
export function withoutValues(text: string): string {
  if (!text.includes(VALUE)) return text;
  // The marks of conditions stay: they have their other halves elsewhere.
  const told = (line: string): string =>
    line
      .split(/(?<=[.!?…]["”’)]*(?:\{[^{}]*\})*\s)/)
      .map((sentence) => (sentence.includes(VALUE) ? (sentence.match(/\{[^{}]*\}/g) ?? []).join("") : sentence))
      .join("");
  return text
    .split("\n")
    .map((line) => (line.includes(VALUE) ? told(line) : line))
    .join("\n");
}

const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", nbsp: " " };

/** Character references of HTML as the characters. */
export function unescaped(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi,
    (whole, decimal?: string, hex?: string, word?: string) => {
      if (word !== undefined) return NAMED[word.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : "";
    },
  );
}
