/** Rules of character creation that nobody can follow. Implements rule CA748. */
import type { PlayerTemplate } from "@narratoria/protocol/contracts";
import type { Campaign, Stat } from "../campaign.js";
import type { ProblemCode } from "../problem-codes.js";
import type { Problem } from "../problems.js";
import { kindOfNoun } from "../reading/kinds.js";
import { didYouMean } from "../suggest.js";

/** A problem of the template, by the JSON pointer of the value at fault. */
export interface TemplateFinding {
  readonly pointer: string;
  readonly code: ProblemCode;
  readonly severity: Problem["severity"];
  readonly message: string;
}

const MAGIC = /\b(?:magic|magical|wizard|witch|sorcer\w*|warlock|mage|enchant\w*|spell\w*|necromanc\w*|conjur\w*)\b/i;
/** Kinds of which a name says that they are no people. */
const NO_HUMANS = ["animal", "machine", "spirit", "other"];

export function playerRules({ playerTemplate: template, stats, npcs }: Campaign): TemplateFinding[] {
  if (template === null) return [];
  return [
    ...modeOf(template),
    ...lists(template),
    ...attributes(template),
    ...presets(template, stats),
    ...constraints(template),
    ...(template.allowed_backgrounds ?? []).flatMap(({ starting_relationships: known = {} }, index) =>
      Object.keys(known).flatMap((name): TemplateFinding[] => {
        const names = npcs.flatMap(({ id, profile }) => [id, profile.name]);
        const isKnown = names.some((one) =>
          one
            .toLowerCase()
            .split(/[\s_-]+/)
            .join(" ")
            .includes(
              name
                .toLowerCase()
                .split(/[\s_-]+/)
                .join(" "),
            ),
        );
        return isKnown
          ? []
          : [
              {
                pointer: `/allowed_backgrounds/${index}/starting_relationships/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
                code: "unknown_character",
                severity: "warning",
                message: `"${name}" is the name of no character.${didYouMean(name, names)}`,
              },
            ];
      }),
    ),
  ];
}

function modeOf({ character_creation: creation, presets = [] }: PlayerTemplate): TemplateFinding[] {
  if (creation?.mode !== "preset" || presets.length > 0) return [];
  const message = 'The mode is "preset", and there are no presets to choose from.';
  return [{ pointer: "/character_creation/mode", code: "character_rules", severity: "warning", message }];
}

function lists(template: PlayerTemplate): TemplateFinding[] {
  const named = ["allowed_races", "allowed_classes", "allowed_backgrounds", "presets"] as const;
  const twins = named.flatMap((list) => {
    const seen = new Set<string>();
    return (template[list] ?? []).flatMap(({ name }, index): TemplateFinding[] => {
      const key = name.trim().toLowerCase();
      if (!seen.has(key)) {
        seen.add(key);
        return [];
      }
      return [
        {
          pointer: `/${list}/${index}/name`,
          code: "duplicate_name",
          severity: "warning",
          message: `"${name}" stands in this list twice; only the first can be chosen.`,
        },
      ];
    });
  });
  const required = template.required_attributes ?? [];
  const both = (template.optional_attributes ?? []).flatMap((name, index): TemplateFinding[] =>
    required.includes(name)
      ? [
          {
            pointer: `/optional_attributes/${index}`,
            code: "contradiction",
            severity: "warning",
            message: `"${name}" is required as well as optional.`,
          },
        ]
      : [],
  );
  return [...twins, ...both];
}

function attributes({ starting_stats: start }: PlayerTemplate): TemplateFinding[] {
  const findings: TemplateFinding[] = [];
  const all = start?.attributes ?? [];
  for (const [index, { name, min, max, default: value }] of all.entries()) {
    const at = `/starting_stats/attributes/${index}`;
    if (all.findIndex((other) => other.name === name) < index)
      findings.push({
        pointer: `${at}/name`,
        code: "duplicate_name",
        severity: "warning",
        message: `"${name}" stands in this list twice; write its bounds and its default once.`,
      });
    if (min !== undefined && max !== undefined && min > max)
      findings.push({
        pointer: `${at}/max`,
        code: "out_of_range",
        severity: "error",
        message: `"${name}" has a max of ${max} below its min of ${min}.`,
      });
    else if (value !== undefined && (value < (min ?? value) || value > (max ?? value)))
      findings.push({
        pointer: `${at}/default`,
        code: "out_of_range",
        severity: "warning",
        message: `The default of "${name}", ${value}, lies outside ${min ?? "its min"} to ${max ?? "its max"}.`,
      });
  }
  const least = all.reduce((sum, { min }) => sum + (min ?? 0), 0);
  if (start?.point_pool !== undefined && least > start.point_pool)
    findings.push({
      pointer: "/starting_stats/point_pool",
      code: "character_rules",
      severity: "warning",
      message: `The pool has ${start.point_pool} points, and the least values of the attributes come to ${least}.`,
    });
  return findings;
}

function presets(template: PlayerTemplate, stats: readonly Stat[]): TemplateFinding[] {
  const { attributes: bounds = [], point_pool: pool } = template.starting_stats ?? {};
  const named = {
    race: template.allowed_races,
    class: template.allowed_classes,
    background: template.allowed_backgrounds,
  };
  return (template.presets ?? []).flatMap((preset, index) => {
    const findings: TemplateFinding[] = [];
    const add = (part: string, severity: Problem["severity"], message: string): void => {
      const pointer = `/presets/${index}/${part}`;
      const end = severity === "error" ? `"${preset.name}" cannot be played.` : `"${preset.name}" has it all the same.`;
      findings.push({ pointer, code: "preset", severity, message: `${message} ${end}` });
    };
    for (const part of ["race", "class", "background"] as const) {
      const given = preset[part];
      const names = (named[part] ?? []).map(({ name }) => name);
      if (given !== undefined && !names.some((name) => name.toLowerCase() === given.trim().toLowerCase()))
        add(part, "warning", `"${given}" is no ${part} that the template allows.${didYouMean(given, names)}`);
    }
    const values = new Map(stats.map(({ name, default: value }) => [name, value]));
    for (const [name, value] of Object.entries(preset.stats ?? {})) {
      const stat = stats.find((one) => one.name === name);
      const own = bounds.find((one) => one.name === name);
      const [min, max] = [own?.min ?? stat?.min ?? value, own?.max ?? stat?.max ?? value];
      if (stat === undefined)
        add(`stats/${name}`, "error", `There is no stat "${name}".${didYouMean(name, [...values.keys()])}`);
      else if (!Number.isInteger(value) || value < min || value > max)
        add(`stats/${name}`, "error", `${value} lies outside ${min} to ${max}.`);
      values.set(name, value);
    }
    const isSound = findings.every(({ severity }) => severity !== "error");
    const spent = [...values.values()].reduce((sum, value) => sum + value, 0);
    if (pool !== undefined && preset.stats !== undefined && isSound && spent > pool)
      add("stats", "warning", `These stats come to ${spent} points, and the pool has ${pool}.`);
    return findings;
  });
}

/** Where somebody is from says nothing against them: "River-born", "From over the water". (rule CA5000) */
const OF_ORIGIN = /(?:^(?:from|of|off|out of|born|raised) )|\b(?:born|bred|raised|folk|people|kin|dwellers?)$/;

function isNoHuman(race: string): boolean {
  const name = race.trim().toLowerCase();
  const words = name.split(/[^a-z]+/);
  if (OF_ORIGIN.test(name) || kindOfNoun(words.at(-1) ?? "") === "human") return false;
  return words.some((word) => NO_HUMANS.includes(kindOfNoun(word) ?? ""));
}

const hasMagic = (name: string, abilities: readonly string[]): boolean => MAGIC.test([name, ...abilities].join(" "));

/**
 * Returns the names in a template's lists that its own constraints rule out: peoples that are not human, callings with magic, and every past
 * but a fixed one..
 */
export function ruledOut(template: PlayerTemplate): {
  readonly race: readonly string[];
  readonly class: readonly string[];
  readonly background: readonly string[];
} {
  const { constraints: rules, allowed_races = [], allowed_classes = [], allowed_backgrounds = [] } = template;
  const fixed = typeof rules?.fixed_background === "string" ? rules.fixed_background.toLowerCase() : undefined;
  const isKnown = allowed_backgrounds.some(({ name }) => name.toLowerCase() === fixed);
  const names = (list: readonly { readonly name: string }[]): string[] => list.map(({ name }) => name);
  return {
    race: rules?.must_be_human === true ? names(allowed_races.filter(({ name }) => isNoHuman(name))) : [],
    class:
      rules?.no_magic === true
        ? names(allowed_classes.filter(({ name, abilities = [] }) => hasMagic(name, abilities)))
        : [],
    background: isKnown ? names(allowed_backgrounds.filter(({ name }) => name.toLowerCase() !== fixed)) : [],
  };
}

function constraints(template: PlayerTemplate): TemplateFinding[] {
  const {
    constraints: rules,
    allowed_races: races = [],
    allowed_classes: classes = [],
    allowed_backgrounds: backgrounds = [],
  } = template;
  const findings: TemplateFinding[] = [];
  if (rules?.must_be_human === true)
    for (const [index, { name }] of races.entries())
      if (isNoHuman(name))
        findings.push({
          pointer: `/allowed_races/${index}/name`,
          code: "contradiction",
          severity: "warning",
          message: `"${name}" is allowed, and must_be_human says that the player is human.`,
        });
  if (rules?.no_magic === true)
    for (const [index, { name, abilities = [] }] of classes.entries())
      if (hasMagic(name, abilities))
        findings.push({
          pointer: `/allowed_classes/${index}/name`,
          code: "contradiction",
          severity: "warning",
          message: `"${name}" has magic, and no_magic says that there is none.`,
        });
  const fixed = rules?.fixed_background;
  if (
    typeof fixed === "string" &&
    backgrounds.length > 0 &&
    !backgrounds.some(({ name }) => name.toLowerCase() === fixed.toLowerCase())
  )
    findings.push({
      pointer: "/constraints/fixed_background",
      code: "contradiction",
      severity: "warning",
      message: `"${fixed}" is none of the backgrounds that are allowed.${didYouMean(
        fixed,
        backgrounds.map(({ name }) => name),
      )}`,
    });
  return findings;
}
