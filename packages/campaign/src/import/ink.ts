/** Stories in Ink. Implements rules CA2425 to CA2428. */
import type { JsonObject } from "@narratoria/protocol";
import { carriedCondition } from "./conditions.js";
import { type ImportedCampaign, Importing, oneLine, plainText, refuse } from "./imported.js";
import { type InkFile, type InkFlow, type InkItem, readInk } from "./ink-lines.js";
import { addStory, seenCondition, type StoryLink, type StoryPassage } from "./story-graph.js";
import { VALUE, withoutValues } from "./twine-text.js";

export const isInk = (text: string): boolean =>
  /^[ \t]*={2,}[ \t]*(?:function[ \t]+)?[\p{L}_]/mu.test(text) ||
  /^[ \t]*(?:->[ \t]*\w|[*+][ \t]*\S|VAR[ \t]+\w)/m.test(text);

/** @param name - Title of a story that has none. */
export function importInk(text: string, name: string): ImportedCampaign {
  const into = new Importing();
  const file = readInk(text, (message, line) => into.left(message, line));
  const story = new InkStory(into, file);
  for (const flow of file.flows) story.add(flow);
  const { passages, watched } = story.finished();
  const title = oneLine(file.title ?? name, 100) || "Untitled";
  into.addJson("manifest.json", {
    title,
    version: "1.0.0",
    ...(file.author !== null && { author: oneLine(file.author, 100) }),
  });
  addStory(into, { start: START, passages, world: story.world(), watched, kind: "knot" });
  return into.done(title, "an Ink story");
}

const START = "The beginning";
/** Weaves within each other. */
const MOST_LEVELS = 20;
/** Letters that a choice tells before its passage; more is a passage of its own. */
const MOST_TOLD = 450;

/** A passage while its diverts are not resolved. */
interface Part {
  readonly name: string;
  readonly flow: string;
  readonly line: number;
  text: string;
  links: Link[];
  /** Where it leads without a choice: a target as written, or a part behind its sign; null for the end. */
  to: string | null;
  world: JsonObject;
}

interface Link {
  readonly text: string;
  readonly told: string;
  readonly line: number;
  readonly once: boolean;
  readonly when?: string;
  readonly world: JsonObject;
  /** As `to` of a part. */
  readonly to: string | null;
  readonly flow: string;
}

/** What a run of lines comes to. */
interface Run {
  readonly text: string;
  readonly links: Link[];
  readonly to: string | null;
  readonly world: JsonObject;
}

/** Stands before the name of a part where a target as written may stand. */
const PART = "=";

class InkStory {
  readonly #parts = new Map<string, Part>();
  /** Parts by what diverts call them: "knot", "knot.stitch", "knot.label". */
  readonly #targets = new Map<string, string>();
  readonly #names = new Set<string>();

  constructor(
    private readonly into: Importing,
    private readonly file: InkFile,
  ) {
    for (const { name } of file.flows) this.#names.add(name).add(name.split(".").at(-1) ?? name);
    for (const { items } of file.flows) for (const { label } of items) if (label !== undefined) this.#names.add(label);
  }

  add(flow: InkFlow): void {
    const isStart = flow.name === "";
    const name = isStart ? START : this.#free(titleOf(flow.name));
    if (isStart) this.#taken.add(START);
    this.#targets.set(flow.name, name);
    const knot = flow.name.split(".")[0] ?? "";
    // A knot that holds stitches alone begins with the first.
    if (flow.name !== knot && this.#parts.get(this.#targets.get(knot) ?? "")?.to === null) {
      const first = this.#parts.get(this.#targets.get(knot) ?? "");
      if (first && first.text === "" && first.links.length === 0) first.to = flow.name;
    }
    const part = this.#part(name, flow.name, flow.line);
    Object.assign(part, this.#run(flow.items, 0, null, flow.name));
  }

  /** Values at the beginning. */
  world(): JsonObject {
    const start = this.#parts.get(START);
    return { ...Object.fromEntries(this.file.variables), ...start?.world };
  }

  finished(): { readonly passages: Map<string, StoryPassage>; readonly watched: ReadonlySet<string> } {
    const passages = new Map<string, StoryPassage>();
    const ends = new Map<string, StoryPassage>();
    const start = this.#parts.get(START);
    if (!start) return refuse("This Ink story is empty.");
    this.#intoStart(start);
    for (const part of this.#parts.values()) {
      if (part !== start && part.links.length === 0 && part.to !== null && part.text.length <= MOST_TOLD) continue;
      const onward: Link[] =
        part.links.length === 0 && part.to !== null
          ? [{ text: "Go on", told: "", line: part.line, once: false, world: {}, to: part.to, flow: part.flow }]
          : part.links;
      const links = onward.flatMap((link) => this.#resolved(link, ends));
      passages.set(part.name, { name: part.name, line: part.line, text: part.text, links, world: part.world });
    }
    for (const [name, end] of ends) passages.set(name, end);
    // What is told in the beginning, and nowhere else, is no lore besides.
    const led = new Set([...passages.values()].flatMap(({ links }) => links.map(({ to }) => to)));
    for (const { name } of this.#opening) if (!led.has(name)) passages.delete(name);
    const watched = [...this.#asked].flatMap((name) => this.#find(name, "")?.name ?? []);
    return { passages, watched: new Set(watched) };
  }

  /** Whatever the beginning leads to without a choice belongs to the premise. */
  #intoStart(start: Part): void {
    const seen = new Set<Part>();
    while (start.links.length === 0 && start.to !== null) {
      const next = this.#find(start.to, start.flow);
      if (!next) {
        this.into.left(`The divert to "${oneLine(start.to, 60)}" leads nowhere.`, start.line);
        start.to = null;
      } else if (seen.has(next)) {
        start.to = null;
      } else {
        seen.add(next);
        this.#opening.add(next);
        start.text = joined(start.text, next.text);
        start.links = next.links;
        start.to = next.to;
        start.world = { ...start.world, ...next.world };
      }
    }
  }

  /** Follows a link through parts without choices. */
  #resolved(link: Link, ends: Map<string, StoryPassage>): StoryLink[] {
    let { told, to, flow, world } = link;
    const through: string[] = [];
    const seen = new Set<Part>();
    const line = link.line;
    for (;;) {
      if (to === null) {
        const name = this.#free(oneLine(link.text, 80));
        ends.set(name, { name, line, text: told, links: [], world: {} });
        return [this.#story(link, name, "", world, through)];
      }
      const part = this.#find(to, flow);
      if (!part) {
        this.into.left(`"${oneLine(link.text, 60)}" leads to "${oneLine(to, 60)}", which is not there.`, line);
        return [];
      }
      const passes = part.links.length === 0 && part.to !== null && part.text.length <= MOST_TOLD;
      if (!passes || seen.has(part)) {
        if (seen.has(part))
          this.into.left(`"${oneLine(link.text, 60)}" leads round in a circle without a choice.`, line);
        return seen.has(part) ? [] : [this.#story(link, part.name, told, world, through)];
      }
      seen.add(part);
      through.push(part.name);
      told = joined(told, part.text);
      world = { ...world, ...part.world };
      ({ to, flow } = part);
    }
  }

  #story({ text, line, once, when }: Link, to: string, told: string, world: JsonObject, through: string[]): StoryLink {
    return {
      text,
      to,
      line,
      once,
      ...(told !== "" && { told }),
      ...(when !== undefined && { when }),
      ...(Object.keys(world).length > 0 && { world }),
      ...(through.length > 0 && { through }),
    };
  }

  #find(target: string, flow: string): Part | undefined {
    if (target.startsWith(PART)) return this.#parts.get(target.slice(1));
    const knot = flow.split(".")[0] ?? "";
    for (const key of [`${flow}.${target}`, `${knot}.${target}`, target, `.${target}`]) {
      const part = this.#parts.get(this.#targets.get(key) ?? "");
      if (part) return part;
    }
    return undefined;
  }

  #part(name: string, flow: string, line: number): Part {
    const part: Part = { name, flow, line, text: "", links: [], to: null, world: {} };
    this.#parts.set(name, part);
    return part;
  }

  #free(title: string): string {
    const base = title.trim() || "Passage";
    for (let at = 1; ; at++) {
      const name = at === 1 ? base : `${base} ${at}`;
      if (this.#parts.has(name) || this.#taken.has(name)) continue;
      this.#taken.add(name);
      return name;
    }
  }

  readonly #taken = new Set<string>();
  /** What the beginning tells. */
  readonly #opening = new Set<Part>();

  /**
   * Reads lines up to their end: prose, then choices, each with what lies within it, then the gather at which they meet again.
   *
   * @param after - Where the lines lead that do not say so.
   */
  #run(items: readonly InkItem[], depth: number, after: string | null, flow: string): Run {
    let text = "";
    let world: JsonObject = {};
    let at = 0;
    for (; at < items.length; at++) {
      const item = items[at];
      if (!item || item.kind === "choice") break;
      // A gather with a label can be come back to.
      if (item.label !== undefined) {
        const part = this.#labelled(item, flow);
        Object.assign(part, this.#run([withoutLabel(item), ...items.slice(at + 1)], depth, after, flow));
        return { text, links: [], to: PART + part.name, world };
      }
      if (item.kind === "set") world = { ...world, ...item.world };
      else text = joined(text, this.#prose(item));
      if (item.divert !== undefined) return { text, links: [], to: target(item.divert), world };
    }
    const choices = items.slice(at);
    const first = choices[0];
    if (!first) return { text, links: [], to: after, world };
    if (depth >= MOST_LEVELS)
      refuse(`Choices in this Ink story lie more than ${MOST_LEVELS} deep (line ${first.line}).`);
    const level = first.level;
    const meet = choices.findIndex(({ kind, level: own }) => kind === "gather" && own <= level);
    let onward = after;
    if (meet >= 0) {
      const gather = choices[meet];
      const part =
        gather?.label === undefined
          ? this.#part(
              this.#free(`${flow.replaceAll("_", " ") || START}, line ${gather?.line}`),
              flow,
              gather?.line ?? 0,
            )
          : this.#labelled(gather, flow);
      const rest = gather ? [withoutLabel(gather), ...choices.slice(meet + 1)] : [];
      Object.assign(part, this.#run(rest, depth + 1, after, flow));
      onward = PART + part.name;
    }
    const own = meet >= 0 ? choices.slice(0, meet) : choices;
    const links: Link[] = [];
    for (let start = 0; start < own.length; ) {
      const choice = own[start];
      const next = own.findIndex((item, index) => index > start && item.kind === "choice" && item.level <= level);
      const end = next < 0 ? own.length : next;
      if (choice) links.push(...this.#choice(choice, own.slice(start + 1, end), depth, onward, flow));
      start = end;
    }
    return { text, links, to: null, world };
  }

  #labelled(item: InkItem, flow: string): Part {
    const label = item.label ?? "";
    const part = this.#part(this.#free(label.replaceAll("_", " ")), flow, item.line);
    this.#targets.set(`${flow}.${label}`, part.name);
    const knot = flow.split(".")[0] ?? "";
    if (knot !== flow) this.#targets.set(`${knot}.${label}`, part.name);
    return part;
  }

  #choice(item: InkItem, inside: readonly InkItem[], depth: number, after: string | null, flow: string): Link[] {
    const [, before = "", only, behind = ""] = /^([^[\]]*)(?:\[([^[\]]*)\])?([\s\S]*)$/.exec(item.text) ?? [];
    const text = plainText(
      withoutValues(this.#inline(`${before}${only ?? ""}`, item.line)).replace(/\{[^{}]*\}/g, ""),
    ).replace(/\s+/g, " ");
    if (text === "") {
      this.into.left("A choice without words, which is taken when no other is left, is not carried over.", item.line);
      return [];
    }
    const said = only === undefined ? "" : this.#prose({ ...item, text: `${before}${behind}` });
    const when: string[] = [];
    for (const condition of item.conditions ?? []) {
      const carried = this.#condition(condition);
      if (carried === null)
        this.into.left(`"${oneLine(text, 60)}" is offered always, not only if "${oneLine(condition, 60)}".`, item.line);
      else when.push(carried);
    }
    const run: Run =
      item.divert === undefined
        ? this.#run(inside, depth + 1, after, flow)
        : { text: "", links: [], to: target(item.divert), world: {} };
    const link = {
      text,
      line: item.line,
      once: item.sticky !== true,
      flow,
      ...(when.length > 0 && { when: when.length === 1 ? when.join() : when.map((one) => `(${one})`).join(" && ") }),
    };
    const told = joined(said, run.text);
    if (run.links.length === 0 && item.label === undefined && told.length <= MOST_TOLD)
      return [{ ...link, told, to: run.to, world: run.world }];
    const part =
      item.label === undefined
        ? this.#part(this.#free(oneLine(text, 80)), flow, item.line)
        : this.#labelled(item, flow);
    Object.assign(part, { ...run, text: told });
    return [{ ...link, told: "", to: PART + part.name, world: {} }];
  }

  #prose(item: InkItem): string {
    const text = withoutValues(this.#inline(item.text, item.line)).replaceAll("<>", " ");
    return plainText(text)
      .replace(/\\([#{}[\]|~>])/g, "$1")
      .replace(/[^\S\n]{2,}/g, " ");
  }

  /** Conditions in braces as a campaign has them; of other alternatives the first. */
  #inline(text: string, line: number): string {
    let result = text;
    // From the inside out; what is carried stands in signs of its own until all is done.
    for (let round = 0; round < MOST_LEVELS && /\{[^{}]*\}/.test(result); round++)
      result = result.replace(/\{([^{}]*)\}/g, (_, inside: string) => this.#braces(inside.trim(), line));
    return result.replace(/[{}]/g, "").replaceAll(OPEN, "{").replaceAll(CLOSE, "}");
  }

  #braces(inside: string, line: number): string {
    const carriesFlow = /->|^\s*[~*+]\s/m.test(inside);
    const switched = /^(?:-\s*)?([^:|\n]+):([\s\S]*)$/.exec(inside);
    if (switched && !carriesFlow && !/^(?:stopping|cycle|shuffle|once)\b/.test(inside))
      return this.#conditional(inside, line);
    if (carriesFlow) {
      this.into.left(`The logic in braces is not carried over: "${oneLine(inside, 80)}".`, line);
      return "";
    }
    if (/^\w+$/.test(inside)) {
      const constant = this.file.constants.get(inside);
      if (constant !== undefined) return String(constant);
    }
    const alternatives = /^(?:stopping|cycle|shuffle|once)\b[^:]*:/.test(inside)
      ? inside.replace(/^[^:]*:\s*-?/, "").split(/\n\s*-/)
      : inside.replace(/^[&!~$]/, "").split("|");
    if (alternatives.length > 1) {
      this.into.left(`Of the alternatives "${oneLine(inside, 60)}" the first is told.`, line);
      return (alternatives[0] ?? "").trim();
    }
    this.into.left(`The value of "${oneLine(inside, 60)}" cannot be told. Its sentence is left out.`, line);
    return VALUE;
  }

  /** `x: a|b`, and the form of several lines with `- x:` and `- else:`. */
  #conditional(inside: string, line: number): string {
    const branches: { readonly condition: string; readonly text: string }[] = [];
    if (inside.includes("\n") || inside.startsWith("-")) {
      for (const piece of inside.replace(/^-\s*/, "").split(/\n\s*-\s*/)) {
        const [, condition = "", text = ""] = /^([^:\n]*):([\s\S]*)$/.exec(piece) ?? [];
        branches.push({ condition: condition.trim(), text: text.trim().replace(/\n+/g, "\n\n") });
      }
    } else {
      const [, condition = "", text = ""] = /^([^:]*):([\s\S]*)$/.exec(inside) ?? [];
      const [yes = "", no] = text.split("|", 2);
      branches.push(
        { condition: condition.trim(), text: yes },
        ...(no === undefined ? [] : [{ condition: "else", text: no }]),
      );
    }
    const parts: string[] = [];
    for (const { condition, text } of branches) {
      const carried = condition === "else" ? "" : this.#condition(condition);
      if (carried === null) {
        this.into.left(`What depends on "${oneLine(condition, 60)}" is left out.`, line);
        return "";
      }
      const word = carried === "" ? "else" : parts.length === 0 ? `if ${carried}` : `else if ${carried}`;
      parts.push(`${OPEN}${word}${CLOSE}${text}`);
    }
    return `${parts.join("")}${OPEN}/if${CLOSE}`;
  }

  #condition(source: string): string | null {
    const compares = /[<>=]/.test(source);
    return carriedCondition(source, (name) => {
      if (this.file.variables.has(name)) return name;
      const constant = this.file.constants.get(name);
      if (constant !== undefined) return typeof constant === "string" ? `"${constant}"` : String(constant);
      // A knot by its name is how often it was seen, of which a campaign knows whether it was.
      if (compares || !this.#names.has(name) || name === "") return null;
      this.#asked.add(name);
      return seenCondition(titleOf(name));
    });
  }

  readonly #asked = new Set<string>();
}

const OPEN = "\uE001";
const CLOSE = "\uE002";

const target = (divert: string): string | null => (divert === "END" ? null : divert);
function withoutLabel(item: InkItem): InkItem {
  const { label, ...rest } = item;
  return label === undefined ? item : rest;
}

/** What a knot or stitch is called as a passage. */
const titleOf = (name: string): string => name.replaceAll("_", " ").replace(".", ": ");

function joined(before: string, text: string): string {
  if (before === "" || text === "") return before + text;
  return `${before}\n\n${text}`;
}
