import { capitalise } from "@narratoria/protocol/english";
import { isSpeechless } from "@narratoria/protocol/laws";
import type { BeatMatter, Person } from "@narratoria/protocol/story";
import type { StoryIndex } from "../index-story.js";
import type { Composer } from "./composer.js";
import type { Stage } from "./stage.js";

/** Who comes by the author's own words need not be brought in by ours. */
const COMES_BY_ITSELF =
  /\b(?:comes?|arrives?|walks?|steps?|climbs?|enters?|stands?|sits?|waits?|appears?|returns?|runs?|is (?:standing|sitting|waiting|at|in|on|there|here)|has (?:come|been)|turns up|looks up|kneels?|leans?)\b/i;

/** Nor is whoever the player comes upon in them. */
const IS_FOUND = /\b(?:find|see|meet|discover|come (?:up)?on|there is|here is)\b[^.!?]*$/i;

/** Several people in one breath, strangers by their full names. */
export function listOf(
  stage: Stage,
  people: readonly Person[],
): { readonly words: string; readonly keys: readonly string[] } {
  const names = people.map(({ id, short, name }) => (stage.metBefore(id) ? short : name));
  return {
    words: `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`,
    keys: people.map(({ id }) => `npc:${id}`),
  };
}

/** "(two strokes of the gong)" is what is heard or done; other words stand as a quotation that nobody says. */
function withoutSpeaker(line: string): string {
  const deed = /^[([*](.+?)[)\]*]\.?$/.exec(line.trim())?.[1];
  if (deed === undefined) return `“${line.trim()}”`;
  return capitalise(/[.!?…]$/.test(deed) ? deed : `${deed}.`);
}

/** Whoever has just been said to come in is "he" in the sentence that follows, where nobody else can be meant. */
function withPronoun(sentence: string, { id, name, short, pronoun }: Person, text: string, story: StoryIndex): string {
  const form = [name, short].find((known) => sentence.startsWith(`${known} `));
  if (form === undefined || (pronoun !== "he" && pronoun !== "she")) return sentence;
  const others = story.names.keysIn(text).filter((key) => key.startsWith("npc:") && key !== `npc:${id}`);
  const isAlone = others.every((key) => story.people.get(key.slice(4))?.pronoun !== pronoun);
  return isAlone ? `${capitalise(pronoun)}${sentence.slice(form.length)}` : sentence;
}

type Line = BeatMatter["dialogue"][number];

/** Lines of one speaker that follow each other are one speech. */
function joined(lines: readonly Line[]): Line[] {
  const speeches: Line[] = [];
  for (const { speaker, line, before } of lines) {
    const last = speeches.at(-1);
    const whole = /[.!?…]["”’']?$/.test(last?.line.trim() ?? "") && !/^[([*]/.test(line.trim());
    if (last?.speaker === speaker && whole && before === undefined)
      speeches[speeches.length - 1] = { ...last, line: `${last.line.trim()} ${line}` };
    else speeches.push({ speaker, line, ...(before === undefined ? {} : { before }) });
  }
  return speeches;
}

/** The beat, in the author's words; whoever it names is brought on stage first, unless its own words do that. */
export function tellBeat(composer: Composer, beat: BeatMatter): void {
  const { story, stage, memory } = composer;
  const sources = [{ kind: "beat" as const, ref: beat.id, text: beat.title }];
  const text = beat.told.join(" ");
  const entering = beat.people.flatMap((id) => {
    const npc = story.people.get(id);
    if (!npc || composer.named.has(`npc:${id}`) || memory.stagePeople.includes(id) || stage.moved) return [];
    const at = [npc.name, npc.short].map((name) => text.indexOf(name)).filter((found) => found >= 0);
    const first = at.length === 0 ? -1 : Math.min(...at);
    const after = first < 0 ? "" : text.slice(first, first + npc.name.length + 30);
    const before = first < 0 ? "" : text.slice(Math.max(0, first - 60), first);
    return COMES_BY_ITSELF.test(after) || IS_FOUND.test(before) ? [] : [npc];
  });
  const [first] = entering;
  if (entering.length > 1)
    composer.say({ keys: ["enter all"], fill: { list: listOf(stage, entering) }, must: true, sources });
  else if (first) composer.say({ keys: ["enter"], fill: { npc: first }, must: true, sources });
  for (const id of beat.people) composer.hasCome(id);
  for (const [at, sentence] of beat.told.entries()) {
    const alone = at === 0 && entering.length === 1 ? first : undefined;
    composer.tell(alone ? withPronoun(sentence, alone, text, story) : sentence, sources, true);
  }
  const spoken = beat.dialogue.filter(({ speaker }) => story.people.has(speaker));
  for (const { speaker, line, before } of joined(spoken)) {
    const npc = story.people.get(speaker);
    if (!npc) continue;
    if (before !== undefined) composer.tell(before, sources, true);
    // Whom a law forbids to speak makes themselves understood otherwise.
    if (isSpeechless([npc.name, npc.short], composer.laws)) {
      composer.tell(withoutSpeaker(line), sources, true);
      continue;
    }
    composer.say({ keys: ["beat line"], fill: { npc, quote: line }, must: true, sources });
  }
}
