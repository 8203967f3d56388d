/** The `roll-dice` script: rolls a formula, shows the roll and says what it came to. */
import { createRandom } from "@narratoria/protocol/random";
import { defineTool, ToolFailure } from "@narratoria/protocol/skill";
import type { Modifier } from "@narratoria/protocol/story";
import { type Draw, rollFormula } from "./roll.js";

defineTool({
  input: {
    type: "object",
    properties: {
      formula: {
        type: "string",
        minLength: 1,
        description: "Dice and what is added to them, such as 2d6+1, 4d6kh3, 3d6!, 2d6r1, 6d10>=7 or 4dF.",
      },
      modifiers: { type: "object", description: "Numbers that words of the formula stand for: {dexterity: 2}." },
      modifiersFrom: { type: "string", description: "The toolId of a dependency whose modifiers are added." },
      label: { type: "string", description: "What is being tried." },
      stat: { type: "string", description: "The stat that is tried." },
    },
    required: ["formula"],
  },
  run(input, { emit, dependencies, context, config }) {
    const source = input.modifiersFrom === undefined ? undefined : dependencies[input.modifiersFrom];
    if (input.modifiersFrom !== undefined && !isRecord(source)) {
      throw new ToolFailure(
        "missing_dependency",
        `There is no output of "${input.modifiersFrom}" to take modifiers from.`,
      );
    }
    const given = isRecord(source) ? source : {};
    const seed = seedOf(config.randomSource, context.seed, emit.log);
    // Whoever says what counts may also say which dice are thrown, and what they come to.
    const formula = firstText(given.dice, input.formula) ?? input.formula;
    const outcome = rollFormula(formula, {
      ...(isWhole(given.partialFrom) && isWhole(given.successFrom)
        ? { bands: { partial: Number(given.partialFrom), success: Number(given.successFrom) } }
        : {}),
      draw: seed === null ? unforeseeable() : seededDraw(seed),
      named: namedModifiers(input.modifiers ?? {}),
      modifiers: listedModifiers(given.modifiers),
    });
    if ("problem" in outcome) {
      const { message, at } = outcome.problem;
      throw new ToolFailure("invalid_formula", `${message} (character ${at + 1} of "${shorten(formula)}")`, {
        formula,
        at,
      });
    }
    const label = firstText(input.label, given.label, context.choice?.label);
    const stat = firstText(input.stat, given.stat);
    const roll = { ...outcome.roll, ...(label ? { label } : {}), ...(stat ? { stat } : {}) };
    // The total and what it came to are always shown; single dice only where the player wants them.
    const isHidden = config.showIndividualRolls === false;
    emit.uiEvent("dice_roll", isHidden ? { ...roll, dice: [], kept: [] } : roll);
    const output = { ...roll, ...(isHidden ? { diceHidden: true } : {}) };
    // Whoever tells the story again has to know that these dice do not fall so twice.
    return seed === null ? { ...output, source: "crypto" } : output;
  },
});

/** Loaded here, as it would add a fifth to the start of a script that hardly ever needs it. */
function unforeseeable(): Draw {
  const { randomInt } = process.getBuiltinModule("node:crypto");
  return (sides) => randomInt(sides);
}

/** Null where the dice are to fall as no seed says. */
function seedOf(source: unknown, seed: unknown, log: (level: "warn", message: string) => void): string | null {
  if (source === "crypto") return null;
  if (typeof seed === "string" && seed !== "") return seed;
  log("warn", "No seed was given, so this roll cannot be repeated.");
  return null;
}

function seededDraw(seed: string): Draw {
  const random = createRandom(seed);
  return (sides) => random.int(sides);
}

function namedModifiers(value: object): Record<string, number> {
  const named: Record<string, number> = {};
  for (const [name, amount] of Object.entries(value)) {
    if (!isWhole(amount)) throw new ToolFailure("invalid_input", `The modifier "${name}" must be a whole number.`);
    named[name] = amount;
  }
  return named;
}

function listedModifiers(value: unknown): Modifier[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) => {
    const { label, value: amount } = isRecord(one) ? one : {};
    return typeof label === "string" && isWhole(amount) ? [{ label, value: amount }] : [];
  });
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(Number(value)) <= 1_000_000;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === "string" && value !== "");
}

function shorten(formula: string): string {
  return formula.length > 40 ? `${formula.slice(0, 37)}...` : formula;
}
