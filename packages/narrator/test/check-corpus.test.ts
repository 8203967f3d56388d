import { readIndex } from "./support/read-index.js";
// SPEC.md NA332 to NA343: sound sentences pass, and the same sentences with a fault planted in them do not.
import { describe, expect, it } from "vitest";
import { createStorybook } from "../src/index.js";
import { type CheckName, checkSentence } from "../src/prose/check-sentence.js";
import { campaignWords } from "../src/prose/checks/campaign-words.js";
import type { SceneFacts } from "../src/prose/checks/scene-facts.js";
import { facts } from "./support/prose-scenes.js";
import { readCampaign } from "./support/read-campaign.js";
import { walk } from "./support/simulate.js";

/** What tells nothing but how things are: deeds, gains, speech, comings and goings are the storybook's to tell. */
const DESCRIBES = /^(?:detail|react|time$|thread|knowledge|ground (?:stay|arrive|alone|here|who))/;

interface Sound {
  readonly sentence: string;
  readonly facts: SceneFacts;
}

/** All that stories of a campaign describe, in the author's words and in those of our frames, each sentence once. */
function soundOf(name: string): Sound[] {
  const source = readCampaign(new URL(`../../../campaigns/${name}`, import.meta.url).pathname);
  const story = readIndex(source);
  const told = {
    ...facts(),
    story,
    words: campaignWords(source),
    laws: story.laws,
    past: [],
    // Everything has been spoken of: what can be named when is tried elsewhere.
    instructions: [...story.matter.places, ...story.matter.people].map(({ name: called }) => called),
  };
  const all = new Map<string, Sound>();
  for (const seed of ["1", "2"]) {
    for (const { brief, draft } of walk(story, createStorybook(story, source), seed, 50)) {
      if (!brief.choice || brief.ending || brief.beat) continue;
      const { outcome, effects } = brief;
      const moved = effects.some(({ kind }) => kind === "move");
      for (const { text, key, frameId } of draft.sentences) {
        // Speech and all that has to do with “you” are the storybook's, and so is what goes on from speech.
        if (/[“”]|\byou/i.test(text) || /^\p{Ll}/u.test(text) || !(key === undefined || DESCRIBES.test(key))) continue;
        // Sentences of one frame may play on each other's words.
        const others = draft.sentences.filter((one) => one.text !== text && (!frameId || one.frameId !== frameId));
        const scene = { outcome, effects, moved, told: others.map((one) => one.text), own: [] };
        all.set(text, { sentence: text, facts: { ...told, ...scene } });
      }
    }
  }
  for (const sentence of [...story.general, ...story.matter.places.flatMap(({ sentences }) => sentences)]) {
    if (!all.has(sentence)) all.set(sentence, { sentence, facts: { ...told, told: [], own: [] } });
  }
  return [...all.values()];
}

const small = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);
const joined = (sentence: string, end: string): string => `${sentence.replace(/[.!?]$/, "")}, ${end}.`;

/** Ways to spoil a sound sentence, and the check that is to see it; null where it cannot be spoiled so. */
const SPOILT: readonly (readonly [CheckName, string, (sentence: string) => string | null])[] = [
  ["outcome", "something changes hands", (s) => joined(s, "and you pocket the key")],
  ["outcome", "somebody is hurt", (s) => joined(s, "and there is blood on all of it")],
  ["outcome", "the player goes", (s) => joined(s, "and you walk out into the rain")],
  ["outcome", "somebody goes", (s) => joined(s, "and she leaves")],
  ["player", "the player speaks", (s) => joined(s, "and you tell them so")],
  ["player", "the player decides", (s) => joined(s, "and you decide to stay")],
  ["player", "the player feels", (s) => joined(s, "and your heart is heavy")],
  ["player", "somebody says I", (s) => joined(s, "as I have seen myself")],
  ["speech", "somebody speaks", (s) => `“${joined(s, "I think").replace(/\.$/, "")},” says somebody.`],
  ["names", "a stranger", (s) => joined(s, "and old Brunhold Klint looks on")],
  ["names", "another place", (s) => joined(s, "as it is in Birmingham")],
  ["language", "another language", () => "Der Ofen steht kalt neben dem Fenster und keiner sieht hin."],
  ["markup", "marks of a chat", (s) => `<|im_end|>${s}`],
  ["markup", "bold", (s) => s.replace(/(\p{L}{4,})/u, "**$1**")],
  ["markup", "a list", (s) => `- ${s}`],
  ["markup", "a heading", (s) => `Scene: ${small(s)}`],
  ["markup", "a word on the task", (s) => joined(s, "as the player can see")],
  ["slips", "a word doubled", (s) => s.replace(/\b(the|a|is|of)\b/, "$1 $1")],
  ["slips", "cut off", (s) => (/\bthe \p{L}+[^.]*\.$/u.test(s) ? s.replace(/\bthe (?!.*\bthe\b).*$/u, "the.") : null)],
  ["length", "endless", (s) => joined(s, Array.from({ length: 40 }, () => "and so on").join(" "))],
];

describe.each([
  ["one-wheel-over", 0.015],
  ["the-piano-on-the-third-landing", 0.05],
])("what %s describes", (name, most) => {
  const corpus = soundOf(name);
  const passing = corpus.filter(({ sentence, facts: scene }) => checkSentence(sentence, scene) === null);

  it("[NA332] [NA340] [NA341] is hardly ever taken for unsound", () => {
    const alarms = corpus.flatMap(({ sentence, facts: scene }) => {
      const fault = checkSentence(sentence, scene);
      return fault ? [`${fault.check}: ${sentence}`] : [];
    });
    expect(corpus.length).toBeGreaterThan(40);
    expect(alarms.length / corpus.length, alarms.join("\n")).toBeLessThanOrEqual(most);
  });

  it.each(SPOILT)("[NA332] [NA334] [NA335] [NA338] [NA339] [NA342] [NA343] is caught by %s: %s", (check, _, spoil) => {
    const missed = passing.flatMap(({ sentence, facts: scene }) => {
      const spoilt = spoil(sentence);
      if (spoilt === null || spoilt === sentence) return [];
      const moved = check === "outcome" ? { moved: false, effects: [] } : {};
      return checkSentence(spoilt, { ...scene, ...moved }) === null ? [spoilt] : [];
    });
    expect(missed, check).toEqual([]);
  });

  it("[NA336] is not told a second time", () => {
    for (const { sentence, facts: scene } of passing)
      expect(checkSentence(sentence, { ...scene, own: [sentence] })?.check).toBe("repetition");
  });
});
