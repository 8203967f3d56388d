/** Who the player is in a new story: one or two questions, every one of them answered by Enter, and more for those who want it. */
import type { PlayerCharacter, PlayerTemplate } from "@narratoria/engine";
import type { LineInput } from "./line-input.js";
import { rangeWords, withStop } from "@narratoria/engine/shell";

export interface WhoAreYou {
  readonly template: PlayerTemplate;
  readonly input: Pick<LineInput, "read">;
  /** Shows a paragraph. */
  say(text: string): void;
}

/** @returns The character, empty for the story's own; null when the player went away. */
export async function askWhoYouAre({ template, input, say }: WhoAreYou): Promise<PlayerCharacter | null> {
  const { presets = [], character_creation: creation = {} } = template;
  const guided = creation.mode !== "preset" && moreQuestions(template).length > 0;
  if (presets.length === 0 && !guided) return named({}, input);

  say("Who are you?");
  if (creation.guidance) say(creation.guidance);
  if (presets.length > 0) say(numbered(presets));
  const ways = [
    "Enter begins as the story has you",
    ...(presets.length > 0 ? [`${rangeWords(presets.length)} takes one of these`] : []),
    ...(guided ? ["m makes your own"] : []),
  ];
  const prompt = `${ways.join(", ")}: `;
  for (;;) {
    const line = await input.read(prompt);
    if (line === null) return null;
    const answer = line.trim().toLowerCase();
    if (answer === "") return named({}, input);
    if (guided && answer === "m") return make({ template, input, say });
    const preset = /^\d{1,4}$/.test(answer) ? presets[Number(answer) - 1] : undefined;
    if (preset) return named({ preset: preset.name }, input);
    say(`That is none of these. ${prompt.slice(0, -2)}.`);
  }
}

async function named(character: PlayerCharacter, input: Pick<LineInput, "read">): Promise<PlayerCharacter | null> {
  const line = await input.read("Your name, or Enter to leave it unsaid: ");
  if (line === null) return null;
  return line.trim() === "" ? character : { ...character, name: line.trim() };
}

interface Question {
  /** Shown above the prompt. */
  readonly text: string;
  readonly prompt: string;
  /** The story needs an answer. */
  readonly needed?: boolean;
  /** The character with the answer in it, or what is wrong with the answer. */
  take(character: PlayerCharacter, answer: string): PlayerCharacter | string;
}

/** What is asked of whoever makes a character of their own, as far as the template has it. */
function moreQuestions(template: PlayerTemplate): Question[] {
  const fromList = (
    key: "race" | "class" | "background",
    title: string,
    list: readonly { readonly name: string; readonly description?: string }[] = [],
  ): Question[] => {
    if (list.length === 0) return [];
    return [
      {
        text: `${title}\n${numbered(list)}`,
        prompt: `${rangeWords(list.length)}, or Enter for none of these: `,
        take(character, answer) {
          const one = /^\d{1,4}$/.test(answer) ? list[Number(answer) - 1] : undefined;
          return one ? { ...character, [key]: one.name } : `There is no ${answer} here.`;
        },
      },
    ];
  };
  const inOwnWords = (question: string, text: string): Question => ({
    text,
    prompt: "In your own words, or Enter to leave it unsaid: ",
    take: (character, answer) => ({ ...character, answers: { ...character.answers, [question]: answer } }),
  });
  const prompts = template.prompts ?? [];
  return [
    ...requiredOf(template).flatMap((name): Question[] => {
      // What is asked in a better way is asked so.
      if (prompts.some(({ question }) => isSame(question, name))) return [];
      const question = inOwnWords(name, `${capitalised(name)}?`);
      return [{ ...question, prompt: "In your own words: ", needed: true }];
    }),
    ...(template.character_creation?.mode === "freeform" ? [inOwnWords("Who are you?", "Say who you are.")] : []),
    ...fromList("race", "Your people", template.allowed_races),
    ...fromList("class", "Your way", template.allowed_classes),
    ...fromList("background", "Where you come from", template.allowed_backgrounds),
    ...statsQuestion(template),
    ...prompts.map(({ question, guidance, examples }): Question => {
      const text = [question, guidance, examples?.[0] === undefined ? undefined : `Such as: ${examples[0]}`]
        .filter((part) => part !== undefined)
        .join(" ");
      const isNeeded = requiredOf(template).some((name) => isSame(question, name));
      return { ...inOwnWords(question, text), ...(isNeeded ? { prompt: "In your own words: ", needed: true } : {}) };
    }),
    ...(template.optional_attributes ?? []).map((name) => inOwnWords(name, `${capitalised(name)}?`)),
  ];
}

/** What a character must say that no list of the template asks for; the name is asked for last. */
function requiredOf({ required_attributes: required = [] }: PlayerTemplate): readonly string[] {
  const asked = ["name", "race", "class", "background"];
  return required.filter((name) => name.trim() !== "" && !asked.some((one) => isSame(one, name)));
}

const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();
const capitalised = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}`;

function statsQuestion({ starting_stats: starting }: PlayerTemplate): Question[] {
  const attributes = (starting?.attributes ?? []).filter((one) => one.default !== undefined);
  if (attributes.length === 0) return [];
  const pool = starting?.point_pool;
  const list = attributes.map(
    ({ name, min, max, default: value }) =>
      `${name} ${value}${min === undefined || max === undefined ? "" : ` (${min} to ${max})`}`,
  );
  return [
    {
      text: `What you are good at${pool === undefined ? "" : `, in ${pool} points`}: ${list.join(", ")}.`,
      prompt: "Changes such as charisma 14, strength 6, or Enter to keep them: ",
      take(character, answer) {
        const changes = answer.split(",").map((part) => /^\s*(\D*?)\s*(\d{1,3})\s*$/.exec(part));
        const stats: Record<string, number> = {};
        for (const change of changes) {
          const attribute = attributes.find(({ name }) => name.toLowerCase() === change?.[1]?.toLowerCase());
          const value = Number(change?.[2]);
          if (!attribute) return `Name one of: ${attributes.map(({ name }) => name).join(", ")}.`;
          const { name, min = value, max = value } = attribute;
          if (value < min || value > max) return `${name} goes from ${min} to ${max}.`;
          stats[name] = value;
        }
        const sum = attributes.reduce((all, { name, default: value = 0 }) => all + (stats[name] ?? value), 0);
        if (pool !== undefined && sum > pool) return `That comes to ${sum} points, and there are ${pool}.`;
        return { ...character, stats };
      },
    },
  ];
}

async function make({ template, input, say }: WhoAreYou): Promise<PlayerCharacter | null> {
  let character: PlayerCharacter = {};
  for (const { text, prompt, needed, take } of moreQuestions(template)) {
    say(text);
    for (;;) {
      const line = await input.read(prompt);
      if (line === null) return null;
      if (line.trim() === "" && needed) {
        say("The story needs to know this.");
        continue;
      }
      if (line.trim() === "") break;
      const taken = take(character, line.trim());
      if (typeof taken !== "string") {
        character = taken;
        break;
      }
      say(taken);
    }
  }
  return named(character, input);
}

function numbered(list: readonly { readonly name: string; readonly description?: string }[]): string {
  return list
    .map(
      ({ name, description }, at) =>
        `${at + 1}. ${withStop(name)}${description === undefined ? "" : ` ${description}`}`,
    )
    .join("\n");
}
