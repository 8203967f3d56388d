/**
 * A story of passages and links as a campaign. Implements rules CA2415 to CA2419.
 *
 * The value `passage` of the world says where the player is. A passage that one link leads to and that nobody comes to twice is a beat
 * with its links as choices. One that several links lead to, or that can be come to again, is told by the choices that lead there, as a
 * beat happens once. A passage without links is an ending.
 */
import { isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import { isVerb } from "@narratoria/protocol/english";
import { evaluateExpression } from "@narratoria/protocol/expression";
import { renderVaried } from "../varied-text.js";
import { counted, fileName, IMPORT_CAPS, type Importing, oneLine, refuse } from "./imported.js";

export interface StoryLink {
  readonly text: string;
  /** Name of a passage. */
  readonly to: string;
  readonly line: number;
  /** What is told of the choice before the passage. */
  readonly told?: string;
  /** The expression that must hold. */
  readonly when?: string;
  /** Values of the world that it changes. */
  readonly world?: JsonObject;
  /** Whether it is taken at most once, though its passage is come to again. */
  readonly once?: boolean;
  /** Passages that it tells on its way. */
  readonly through?: readonly string[];
}

export interface StoryPassage {
  readonly name: string;
  readonly line: number;
  /** Prose, with conditions in `{if ...}`. */
  readonly text: string;
  readonly links: readonly StoryLink[];
  /** Values of the world that change where it is told. */
  readonly world?: JsonObject;
}

export interface StoryGraph {
  readonly start: string;
  readonly passages: ReadonlyMap<string, StoryPassage>;
  /** Values of the world at the start. */
  readonly world?: JsonObject;
  /** Passages that expressions ask for, by {@link seenFlag}. */
  readonly watched: ReadonlySet<string>;
  /** What the source calls a passage, such as "knot". */
  readonly kind: string;
}

/** Set by the first choice. As a flag it is asked for by `count`: a bare name would be taken for a deed that the story has to offer. */
const BEGUN = "left_the_start";

/** Whether a passage has been told, as an expression asks for it. */
export const seenCondition = (name: string): string => `count("${seenFlag(name)}")`;

/** The flag that is set when a passage has been told. */
const seenFlag = (name: string): string => `seen_${fileName(name).replaceAll("-", "_") || "passage"}`;

const LIMITS = { beat: 1000, told: 1500, title: 100, choices: 12, text: 125 } as const;
const GO_ON = "Go on";
/** Characters of a passage that are told at once; what a choice tells before it finds room as well. */
const PAGE = 950;

interface Node {
  readonly name: string;
  readonly line: number;
  readonly text: string;
  readonly links: readonly StoryLink[];
  readonly world: JsonObject;
  /** Of the world's `passage`. */
  readonly id: string;
  readonly seen: string | null;
}

/** Adds premise, beats, choices and endings of a story, and what no link leads to as lore. */
export function addStory(into: Importing, graph: StoryGraph): void {
  const nodes = paged(into, graph);
  const start = nodes.get(graph.start);
  if (start === undefined) return refuse(`The first ${graph.kind}, "${graph.start}", is not there.`);
  const links = [...nodes.values()].reduce((sum, node) => sum + node.links.length, 0);
  if (links > IMPORT_CAPS.links) refuse(`This story has more than ${IMPORT_CAPS.links} links.`);

  const reached = reachable(nodes, start.name);
  const again = cyclic(nodes, reached);
  const leads = new Map<string, number>();
  for (const name of reached)
    for (const { to } of nodes.get(name)?.links ?? []) leads.set(to, (leads.get(to) ?? 0) + 1);

  const isEnding = (node: Node): boolean => node.links.length === 0 && node !== start;
  const beats = new Map<string, string>();
  for (const name of reached) {
    const node = nodes.get(name);
    if (!node || node === start || isEnding(node) || again.has(name) || leads.get(name) !== 1) continue;
    const { length } = node.text;
    if (length < 10 || length > LIMITS.beat || node.links.length > LIMITS.choices) continue;
    beats.set(name, `beat_${String(beats.size + 1).padStart(3, "0")}`);
  }
  new Emission(into, graph, nodes, { reached, again, beats, isEnding }, start).write();
}

interface Shape {
  readonly reached: ReadonlySet<string>;
  readonly again: ReadonlySet<string>;
  /** Ids of beats by passage. */
  readonly beats: ReadonlyMap<string, string>;
  isEnding(node: Node): boolean;
}

class Emission {
  readonly #tags = new Set<string>();
  /** The tag of the link that leads to a beat, and what that changes. */
  readonly #calls = new Map<string, { readonly tag: string; readonly known: JsonObject }>();
  readonly #free: JsonObject[] = [];
  readonly #endings = new Map<string, JsonObject[]>();
  readonly #own = new Map<string, JsonObject[]>();
  /** Values with which the story begins: the first choice sets them. */
  readonly #known: JsonObject;
  /** Links whose words are no deed, as they were put. */
  readonly #reworded: string[] = [];
  /** From where endings are come to. */
  readonly #leaving = new Map<string, Node[]>();

  constructor(
    private readonly into: Importing,
    private readonly graph: StoryGraph,
    private readonly nodes: ReadonlyMap<string, Node>,
    private readonly shape: Shape,
    private readonly start: Node,
  ) {
    this.#known = combined(graph.world ?? {}, start.world);
  }

  write(): void {
    const { into, graph, nodes, shape, start } = this;
    if (start.text === "") into.left(`The first ${graph.kind} tells nothing, so the story has no premise.`, start.line);
    else into.add("plot/premise.md", `${asAtStart(start.text, this.#known)}\n`);
    for (const name of shape.reached) {
      const node = nodes.get(name);
      if (node) for (const link of node.links) this.#link(node, link);
    }
    const beats = [...shape.beats].map(([name, id]) => this.#beat(name, id));
    if (beats.length > 0) into.addJson("plot/beats.json", { beats });
    if (this.#free.length > 0) into.addJson("plot/choices.json", { choices: this.#free });
    let endings = 0;
    for (const [name, choices] of this.#endings) {
      const node = nodes.get(name);
      if (!node) continue;
      const file = into.freeName(name, "plot/endings/", "the-end");
      const matter = JSON.stringify({ title: oneLine(name, 100), conditions: this.#reach(name), choices }, null, 2);
      // JSON is YAML, and a text in it cannot become a mark of the front matter.
      into.add(`plot/endings/${file}.md`, `---\n${matter}\n---\n\n${node.text || "The end."}\n`);
      endings++;
    }
    const told = [...shape.reached].filter((name) => !shape.beats.has(name) && !this.#endings.has(name)).length - 1;
    const { kind } = graph;
    into.carried(`"${oneLine(start.name, 60)}" became the premise.`);
    if (beats.length > 0)
      into.carried(
        `${counted(beats.length, kind)} became ${beats.length === 1 ? "a beat" : "beats"}, with the links as choices.`,
      );
    if (told > 0)
      into.carried(`${counted(told, kind)}, come to on several ways or again: told by the choices that lead there.`);
    if (endings > 0)
      into.carried(`${counted(endings, kind)} without a way on became ${endings === 1 ? "an ending" : "endings"}.`);
    const [example] = this.#reworded;
    if (example !== undefined)
      into.carried(
        `${this.#reworded.length === 1 ? "1 link is" : `${this.#reworded.length} links are`} put as what the player does or says, such as "${oneLine(example, 60)}".`,
      );
    this.#leaveLoose();
  }

  /** An ending is in reach where one of its choices stands, and nowhere else. */
  #reach(name: string): JsonObject {
    const from = new Set(this.#leaving.get(name));
    const places = [...from].map((node) => standing(node, this.#isOnce(node), node === this.start));
    const any = places.map(({ expression, state }) => expression ?? `passage == "${state ?? ""}"`);
    return { custom: { expression: any.join(" || ") } };
  }

  /** What nothing leads to is kept as lore. */
  #leaveLoose(): void {
    let loose = 0;
    for (const { name, text, line } of this.nodes.values()) {
      if (this.shape.reached.has(name)) continue;
      if (text.length < 10) this.into.left(`Nothing leads to "${oneLine(name, 60)}", and it tells nothing.`, line);
      else {
        this.into.addLore(oneLine(name, 90), text.replace(/\{[^{}]*\}/g, ""));
        loose++;
      }
    }
    if (loose > 0) this.into.carried(`${counted(loose, this.graph.kind)} that nothing leads to became lore.`);
  }

  #isOnce(node: Node): boolean {
    return node === this.start && !this.shape.again.has(node.name);
  }

  #link(from: Node, link: StoryLink): void {
    const { start } = this;
    const to = this.nodes.get(link.to);
    if (!to) return;
    const isBeat = this.shape.beats.has(to.name);
    const isEnding = this.shape.isEnding(to);
    const tag = this.#tag(from, to);
    const entry = isBeat || isEnding ? "" : to.text;
    const told = toldWhole([link.told ?? "", entry].filter((text) => text !== "").join("\n\n"));
    const own = combined(link.world ?? {}, to.world);
    const changes: JsonObject = { ...(from === start ? combined(this.#known, own) : own), passage: to.id };
    const seen = [
      ...(from === start ? [BEGUN] : []),
      ...(to.seen === null ? [] : [to.seen]),
      ...(link.through ?? []).filter((name) => this.graph.watched.has(name)).map(seenFlag),
    ];
    const words = asDeed(oneLine(link.text, LIMITS.text - 10));
    if (words !== oneLine(link.text, LIMITS.text - 10)) this.#reworded.push(words);
    const choice: Record<string, JsonValue> = { text: words, tag };
    const place = this.shape.beats.has(from.name) ? null : standing(from, this.#isOnce(from), from === start);
    const needs = [from === start ? this.#needAtStart(link.when) : (link.when ?? ""), place?.expression ?? ""].filter(
      (part) => part !== "",
    );
    const custom = needs.length > 1 ? needs.map((part) => `(${part})`).join(" && ") : needs[0];
    // An ending's choice stands in the ending: it says where it is offered.
    const state = place?.state ?? (isEnding && this.shape.beats.has(from.name) ? from.id : undefined);
    if (state !== undefined || custom !== undefined) {
      choice["when"] = {
        ...(state !== undefined && { world_state: { passage: state } }),
        ...(custom !== undefined && { custom: { expression: custom } }),
      };
    }
    if (this.shape.again.has(from.name) && link.once !== true) choice["again"] = true;
    if (!isEnding) {
      choice["then"] = {
        ...(seen.length > 0 && { flags: Object.fromEntries(seen.map((flag) => [flag, true])) }),
        world: changes,
      };
    }
    // What is told with a choice is told by the state before it: what the choice changes is put into the conditions.
    const known = { ...changes, ...Object.fromEntries(seen.map((flag) => [flag, true])) };
    const then = choice["then"];
    if (told !== "") choice["then"] = { ...(isJsonObject(then) ? then : {}), told: withChanges(told, known) };
    if (isBeat) this.#calls.set(to.name, { tag, known });
    if (isEnding) {
      listAt(this.#endings, to.name).push(choice);
      listAt(this.#leaving, to.name).push(from);
    } else if (this.shape.beats.has(from.name)) listAt(this.#own, from.name).push(choice);
    else this.#free.push(choice);
  }

  /** What a link of the first passage asks for: no choice has set the values yet when it is looked at first. */
  #needAtStart(when = ""): string {
    const first = withKnown(when, this.#known);
    if (when === "" || first === when) return when;
    return this.#isOnce(this.start) ? first : `count("${BEGUN}") == 0 && (${first}) || (${when})`;
  }

  #beat(name: string, id: string): JsonObject {
    const text = this.nodes.get(name)?.text ?? "";
    const title = oneLine(name.replaceAll("_", " "), LIMITS.title);
    const choices = this.#own.get(name) ?? [];
    const call = this.#calls.get(name);
    return {
      id,
      title: title.length < 3 ? `Part ${title}` : title,
      description: call ? withChanges(text, call.known) : text,
      conditions: { player_choice: call?.tag ?? "" },
      priority: "high",
      skippable: true,
      ...(choices.length > 0 && { choices }),
    };
  }

  #tag(from: Node, to: Node): string {
    const base = `${from.id}-to-${to.id}`;
    for (let at = 1; ; at++) {
      const tag = at === 1 ? base : `${base}-${at}`;
      if (this.#tags.has(tag)) continue;
      this.#tags.add(tag);
      return tag;
    }
  }
}

/** Where a choice is offered that belongs to no beat. */
function standing(
  from: Node,
  first: boolean,
  isStart: boolean,
): { readonly expression?: string; readonly state?: string } {
  const fresh = `count("${BEGUN}") == 0`;
  if (first) return { expression: fresh };
  return isStart ? { expression: `${fresh} || passage == "${from.id}"` } : { state: from.id };
}

/** Puts what a choice changes into the conditions of a text that is told with it. */
function withChanges(text: string, changes: JsonObject): string {
  return text.replace(
    /\{(if|else if) ([^{}]*)\}/g,
    (_, word: string, condition: string) => `{${word} ${withKnown(condition, changes)}}`,
  );
}

/** Puts values that are known into an expression. */
function withKnown(condition: string, changes: JsonObject): string {
  const asked = condition.replace(/count\("(\w+)"\)/g, (call, flag: string) =>
    Object.hasOwn(changes, flag) ? "1" : call,
  );
  return asked.replace(/"[^"]*"|[A-Za-z_]\w*/g, (name) => {
    const value = Object.hasOwn(changes, name) ? changes[name] : undefined;
    if (value === undefined || name.startsWith('"')) return name;
    if (typeof value !== "string") return String(value);
    return isSum(value) ? `(${name} ${value[0]} ${value.slice(1)})` : JSON.stringify(value);
  });
}

const isSum = (value: JsonValue | undefined): value is string => typeof value === "string" && /^[+-]\d/.test(value);

/** What two changes come to, one after the other: a sum is added to the number or the sum before it. */
function combined(first: JsonObject, then: JsonObject): JsonObject {
  const all: Record<string, JsonValue | undefined> = { ...first };
  for (const [name, value] of Object.entries(then)) {
    const before = all[name];
    if (!isSum(value) || (typeof before !== "number" && !isSum(before))) all[name] = value;
    else {
      const sum = Number(before) + Number(value);
      all[name] = typeof before === "number" ? sum : sum < 0 ? `${sum}` : `+${sum}`;
    }
  }
  return all;
}

/** A premise is told once, before anything is chosen: of what varies in it stays what holds then. */
function asAtStart(text: string, known: JsonObject): string {
  const nothing = { lookup: () => undefined, visited: () => false, count: () => 0 };
  return renderVaried(withChanges(text, known), (condition) => {
    const result = evaluateExpression(condition, nothing);
    return result.ok && result.value;
  });
}

const WAYS =
  /^(?:back|onwards?|forwards?|inside|outside|upstairs|downstairs|up|down|through|into|across|along|towards?|out|home|away|to|left|right|(?:north|south)(?:east|west)?|east|west|on|in)(?=$|[\s.,!])/i;
const IN_WORDS =
  /^(?:yes|no|ok|okay|maybe|perhaps|hello|hi|hey|thanks|thank you|sorry|why|what|who|where|how|when|i|i['’](?:m|ll|ve|d)|we|you|he|she|it|it['’]s|they|that|this|there)\b|[?!]$/i;

/** The words of a link as something that the player does, as choices are told: "Back" goes back, "Yes" is said. */
function asDeed(words: string): string {
  const first = /^[\p{L}’'-]+/u.exec(words)?.[0] ?? "";
  const small = words.replace(/^\p{Lu}(?=\p{Ll}|\s)/u, (letter) => letter.toLowerCase());
  if (/["“]/.test(words)) return words;
  if (words.length < 2 || first === "") return /^[.…>»→\s]*$/u.test(words) ? GO_ON : `Choose “${words}”`;
  if (WAYS.test(words) && !/^(?:on|in|to)\s(?!(?:the|a|my|your)\b)/i.test(words)) return `Go ${small}`;
  if (isVerb(first) || /^(?:do not|don['’]t|never|please|go)\b/i.test(words)) return words;
  if (IN_WORDS.test(words)) return `“${words}${/[.?!…]$/.test(words) ? "" : "."}”`;
  if (/^(?:next|more|and then|then|so)\b/i.test(words)) return GO_ON;
  return `Turn to ${/^(?:The|A|An|My|Your|His|Her|Their|Our|Some)\s/.test(words) ? small : words}`;
}

function listAt<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** Passages with ids; one that is too long to be told at once goes on behind a choice, and links to nothing are taken away. */
function paged(into: Importing, graph: StoryGraph): Map<string, Node> {
  const nodes = new Map<string, Node>();
  const ids = new Set<string>();
  const idOf = (name: string): string => {
    const base = fileName(name).replaceAll("-", "_") || "passage";
    for (let at = 1; ; at++) {
      const id = at === 1 ? base : `${base}_${at}`;
      if (ids.has(id)) continue;
      ids.add(id);
      return id;
    }
  };
  if (graph.passages.size > IMPORT_CAPS.parts) refuse(`This story has more than ${IMPORT_CAPS.parts} ${graph.kind}s.`);
  for (const { name, line, text, links, world = {} } of graph.passages.values()) {
    const kept = links.filter(({ to, text: words, line: at }) => {
      if (graph.passages.has(to)) return words !== "";
      into.left(`The link "${oneLine(words, 60)}" leads to "${oneLine(to, 60)}", which is not there.`, at);
      return false;
    });
    const isLong = kept.length > 0 && name !== graph.start;
    const pages = isLong ? pagesOf(text, PAGE) : [text];
    pages.forEach((page, at) => {
      const own = at === 0 ? name : `${name} (${at + 1})`;
      const last = at === pages.length - 1;
      const next: StoryLink = { text: GO_ON, to: `${name} (${at + 2})`, line };
      nodes.set(own, {
        name: own,
        line,
        text: page,
        links: last ? kept : [next],
        world: at === 0 ? world : {},
        id: idOf(own),
        seen: at === 0 && graph.watched.has(name) ? seenFlag(name) : null,
      });
    });
  }
  return nodes;
}

/** Cuts a text at paragraphs, else at sentences, else at words. Conditions are never cut. */
function pagesOf(text: string, most: number): string[] {
  if (text.length <= most) return [text];
  const pages: string[] = [];
  let page = "";
  for (const piece of piecesOf(text, most)) {
    if (page !== "" && page.length + piece.length > most) {
      pages.push(page.trim());
      page = "";
    }
    page += piece;
  }
  if (page.trim() !== "") pages.push(page.trim());
  return pages;
}

function piecesOf(text: string, most: number): string[] {
  const pieces: string[] = [];
  let open = 0;
  for (const paragraph of text.split(/(?<=\n\n)/)) {
    const within = open > 0;
    open += (paragraph.match(/\{if /g)?.length ?? 0) - (paragraph.match(/\{\/if\}/g)?.length ?? 0);
    if (within) pieces.push(`${pieces.pop() ?? ""}${paragraph}`);
    else if (paragraph.length <= most || paragraph.includes("{if ")) pieces.push(paragraph);
    else {
      for (const one of paragraph.split(/(?<=[.!?…]["”’)*]?\s)/)) {
        for (let at = 0; at < one.length; at += most) pieces.push(one.slice(at, at + most));
      }
    }
  }
  return pieces;
}

/** What a choice can tell at once. Where the text is longer for its conditions, what depends on them is left away. */
function toldWhole(text: string): string {
  if (text.length <= LIMITS.told) return text;
  return (
    pagesOf(
      renderVaried(text, () => false),
      LIMITS.told,
    )[0] ?? ""
  );
}

function reachable(nodes: ReadonlyMap<string, Node>, start: string): Set<string> {
  const reached = new Set([start]);
  for (const name of reached) for (const { to } of nodes.get(name)?.links ?? []) if (nodes.has(to)) reached.add(to);
  return reached;
}

/** Passages on a circle of links, by Tarjan's algorithm without recursion: stories of others may be deep. */
function cyclic(nodes: ReadonlyMap<string, Node>, reached: ReadonlySet<string>): Set<string> {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const result = new Set<string>();
  const linksOf = (name: string): string[] => (nodes.get(name)?.links ?? []).map(({ to }) => to);
  for (const root of reached) {
    if (index.has(root)) continue;
    const work: { readonly name: string; at: number }[] = [{ name: root, at: 0 }];
    for (let frame = work.at(-1); frame; frame = work.at(-1)) {
      const { name } = frame;
      if (frame.at === 0) {
        index.set(name, index.size);
        low.set(name, index.get(name) ?? 0);
        stack.push(name);
        onStack.add(name);
      }
      const to = linksOf(name)[frame.at++];
      if (to !== undefined) {
        if (to === name) result.add(name);
        if (!index.has(to)) work.push({ name: to, at: 0 });
        else if (onStack.has(to)) low.set(name, Math.min(low.get(name) ?? 0, index.get(to) ?? 0));
        continue;
      }
      work.pop();
      const above = work.at(-1);
      if (above) low.set(above.name, Math.min(low.get(above.name) ?? 0, low.get(name) ?? 0));
      if (low.get(name) !== index.get(name)) continue;
      const ring: string[] = [];
      for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
        onStack.delete(one);
        ring.push(one);
        if (one === name) break;
      }
      if (ring.length > 1) for (const one of ring) result.add(one);
    }
  }
  return result;
}
