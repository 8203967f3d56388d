/** Conditions that wait for what nothing in the story brings about, or for two things that exclude each other. Pure. */
import { isJsonObject, type JsonObject, type JsonValue, nearest } from "@narratoria/protocol";
import type { Reading } from "@narratoria/protocol/contracts";
import { isLemma, slug } from "@narratoria/protocol/english";
import type { BeatConditions } from "../beats.js";
import type { Campaign } from "../campaign.js";
import { outcomesIn, setByChoices } from "../choices.js";
import { didYouMean } from "../suggest.js";
import { STATE } from "../check-expressions.js";
import type { PlotFinding, PlotPart } from "./written-files.js";

const BANDS = ["trusts", "likes", "neutral", "dislikes", "hates"];

/** What the conditions of beats and endings can wait for. */
interface Offered {
  /** Paths of the world that something changes, without `world.`. */
  readonly paths: readonly string[];
  /** Tags that choices have, as slugs. */
  readonly tags: readonly string[];
  /** Answers to one decision each, as slugs. */
  readonly decisions: readonly (readonly string[])[];
  /** Tags and states that beats wait for, as slugs. */
  readonly awaited: readonly string[];
  /** All text of the campaign in small letters, without its beats and front matter. */
  readonly text: string;
}

/** Checks what each condition waits for. Implements rules CA754 to CA757. */
export function conditionWords(campaign: Campaign, reading: Reading): PlotFinding[] {
  const { beats, endings, choices } = campaign;
  const parts: { of: PlotPart; under?: "/when"; conditions: BeatConditions }[] = [
    ...beats.map(({ id, conditions = {} }) => ({ of: { kind: "beat" as const, id }, conditions })),
    ...endings.map(({ id, conditions = {} }) => ({ of: { kind: "ending" as const, id }, conditions })),
    ...choices.map(({ tag: id, at, when = {} }) => ({
      of: { kind: "choice" as const, id, at },
      under: "/when" as const,
      conditions: when,
    })),
  ];
  const offered = offeredBy(campaign, reading);
  return parts.flatMap(({ of, under = "/conditions", conditions }) =>
    [
      ...worldState(of, conditions, campaign, offered),
      ...npcState(of, conditions, offered),
      ...tagsOf(of, conditions, offered),
    ].map((finding) => ({ ...finding, pointer: `${under}${finding.pointer}` })),
  );
}

function offeredBy(campaign: Campaign, reading: Reading): Offered {
  const effects = reading.beats.flatMap(({ opens, outcomes }) => [
    ...opens,
    ...outcomes.flatMap(({ effects: own }) => own),
  ]);
  const set = setByChoices(campaign.choices);
  const flags = new Set(
    campaign.choices.flatMap(outcomesIn).flatMap(({ flags: own = {} }) => Object.keys(own).map(slug)),
  );
  // Of a beat's own choices one is taken, unless one can be taken again or its tag is a flag as well. (rule CA5513)
  const owned = campaign.beats.map(({ id }) =>
    campaign.choices.flatMap(({ of, tag, again }) =>
      of?.kind === "beat" && of.id === id && again !== true && !flags.has(slug(tag)) ? [slug(tag)] : [],
    ),
  );
  const decisions = [...reading.beats.map(({ decisions: answers }) => answers.map(slug)), ...owned];
  const waiting = campaign.beats.map(({ conditions = {} }) => conditions);
  const texts = [...campaign.texts].filter(([file]) => !file.endsWith("beats.json")).map(([, text]) => text);
  return {
    paths: [...effects.flatMap(({ path }) => (path === undefined ? [] : path.replace(/^world\./, ""))), ...set.world],
    tags: [...decisions.flat(), ...set.tags.map(slug)],
    decisions,
    awaited: waiting
      .flatMap(({ player_choice: one, player_choices: all = [] }) => [...(one ? [one] : []), ...all])
      .map(slug),
    text: texts.join("\n").toLowerCase(),
  };
}

/** Values by dotted path. */
function flat(value: JsonObject, before = ""): [string, JsonValue][] {
  return Object.entries(value).flatMap(([key, member]): [string, JsonValue][] => {
    const path = before === "" ? key : `${before}.${key}`;
    return isJsonObject(member) ? flat(member, path) : [[path, member ?? null]];
  });
}

function worldState(
  of: PlotPart,
  { world_state: wanted }: BeatConditions,
  { npcs, beats }: Campaign,
  { paths, tags, awaited }: Offered,
): PlotFinding[] {
  if (wanted === undefined || !isJsonObject(wanted)) return [];
  const findings: PlotFinding[] = [];
  const seen = new Map<string, string>();
  for (const [written, value] of flat(wanted)) {
    const [key = ""] = Object.keys(wanted).filter((one) => written === one || written.startsWith(`${one}.`));
    const add = (code: PlotFinding["code"], severity: PlotFinding["severity"], message: string): void => {
      findings.push({ of, pointer: `/world_state/${escaped(key)}`, code, severity, message });
    };
    const path = written.replace(/^world\./, "");
    const before = seen.get(path);
    if (before !== undefined && before !== JSON.stringify(value)) {
      add("contradiction", "warning", `"${path}" cannot be ${before} and ${JSON.stringify(value)} at once.`);
      continue;
    }
    seen.set(path, JSON.stringify(value));
    const [root = "", second = ""] = path.split(".");
    if (paths.includes(path)) continue;
    if (root === "people" && second !== "") {
      const ids = npcs.map(({ id }) => id);
      if (!ids.includes(second))
        add(
          "unknown_character",
          "warning",
          `There is no character "${second}".${didYouMean(second, ids)} This never holds.`,
        );
    } else if (root === "beats" && second !== "") {
      const ids = beats.map(({ id }) => id);
      if (!ids.includes(second))
        add("unknown_beat", "warning", `There is no beat "${second}".${didYouMean(second, ids)} This never holds.`);
    } else if (root === "flags" && second !== "") {
      const known = [...tags, ...awaited];
      if (!known.includes(slug(second)))
        add(
          "unknown_tag",
          "warning",
          `No choice has the tag "${second}".${didYouMean(slug(second), known)} This never holds.`,
        );
    } else if (!STATE.includes(root)) {
      const near = nearest(path, paths);
      const nearRoot = path.includes(".") ? nearest(root, STATE) : null;
      if (near !== null) add("unknown_path", "warning", `Nothing sets "${path}". Did you mean "${near}"?`);
      else if (nearRoot !== null)
        add("unknown_path", "warning", `Nothing sets "${path}". Did you mean "${path.replace(root, nearRoot)}"?`);
      else
        add("constant_state", "notice", `Nothing in the story changes "${path}", so it counts as true from the start.`);
    }
  }
  return findings;
}

function npcState(of: PlotPart, { npc_state: wanted = {} }: BeatConditions, { text }: Offered): PlotFinding[] {
  return Object.entries(wanted).flatMap(([npc, state]): PlotFinding[] => {
    const finding = (message: string): PlotFinding[] => [
      { of, pointer: `/npc_state/${escaped(npc)}`, code: "npc_state", severity: "warning", message },
    ];
    const words = state.toLowerCase().match(/[\p{L}'’-]+/gu) ?? [];
    const [first = ""] = words;
    if (BANDS.includes(first)) return [];
    const band = words.length <= 3 ? nearest(first, BANDS) : null;
    if (band !== null) return finding(`"${state}" is none of ${BANDS.join(", ")}. Did you mean "${band}"?`);
    const isKnown = (word: string): boolean => isLemma(word) || COMMON.has(word) || text.includes(word);
    if (words.length === 0 || !words.some((word) => word.length > 2 && isKnown(word)))
      return finding(
        `"${state}" says nothing that the story can bring about: no other text of the campaign has a word of it.`,
      );
    return [];
  });
}

/** Words of a state that no campaign need hold. */
const COMMON: ReadonlySet<string> = new Set(
  "knows known told seen heard angry afraid alive dead gone here there asleep awake drunk sober ready friendly hostile the player".split(
    " ",
  ),
);

function tagsOf(
  of: PlotPart,
  { player_choice: one, player_choices: all = [] }: BeatConditions,
  offered: Offered,
): PlotFinding[] {
  const findings: PlotFinding[] = [];
  const wanted = [
    ...(one === undefined ? [] : [{ tag: one, pointer: "/player_choice" }]),
    ...all.map((tag, index) => ({ tag, pointer: `/player_choices/${index}` })),
  ];
  const exclusive = offered.decisions.find(
    (answers) => wanted.filter(({ tag }) => answers.includes(slug(tag))).length > 1,
  );
  if (exclusive) {
    const both = wanted.filter(({ tag }) => exclusive.includes(slug(tag)));
    findings.push({
      of,
      pointer: both[1]?.pointer ?? "",
      code: "contradiction",
      severity: "warning",
      message: `${both.map(({ tag }) => `"${tag}"`).join(" and ")} are answers to one decision, and the player gives one of them.`,
    });
  }
  for (const { tag, pointer } of wanted) {
    const key = slug(tag);
    if (offered.tags.includes(key)) continue;
    const near = offered.tags.find((other) => isSlip(key, other)) ?? null;
    if (near !== null)
      findings.push({
        of,
        pointer,
        code: "unknown_tag",
        severity: "warning",
        message: `No choice has the tag "${tag}". Did you mean "${near}"?`,
      });
    else if (of.kind === "ending" && !offered.awaited.includes(key))
      findings.push({
        of,
        pointer,
        code: "unknown_tag",
        severity: "notice",
        message: `No beat leaves "${tag}" to the player: it is offered near the end, in words made from the tag.`,
      });
    else if (of.kind === "choice" && !offered.awaited.includes(key)) {
      const hint = didYouMean(key, offered.tags);
      findings.push({
        of,
        pointer,
        code: "unknown_tag",
        severity: hint === "" ? "notice" : "warning",
        message: `No choice has the tag "${tag}", and no choice sets it, so this choice is never offered.${hint}`,
      });
    }
  }
  return findings;
}

/** Whether two tags are one but for a slip of the pen in one of their words, or for words left out at the end. */
function isSlip(tag: string, other: string): boolean {
  const [words, others] = [tag.split("-"), other.split("-")];
  if (words.join("") === others.join("")) return true;
  if (words.length > 2 && words.length < others.length && words.every((word, index) => word === others[index]))
    return true;
  const odd = words.flatMap((word, index) => (word === others[index] ? [] : [[word, others[index] ?? ""] as const]));
  const [[word, meant] = ["", ""]] = odd;
  return words.length === others.length && odd.length === 1 && word.length > 2 && nearest(word, [meant]) !== null;
}

const escaped = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");
