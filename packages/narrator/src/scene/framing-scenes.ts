import type { SceneBrief } from "@narratoria/protocol/story";
import { inThirdPerson, splitSentences } from "@narratoria/protocol/english";
import type { Composer } from "./composer.js";
import { bringInAll } from "./bring-in.js";
import { tellBeat } from "./tell-beat.js";
import { sayWhoIsHere } from "./turn-scene.js";

/** The epilogue names at most this many deeds: more is a list, not an ending. */
const MAX_DEEDS = 4;

/** The first scene: the author's premise, and the names that its choices need. */
export function composeOpening(composer: Composer, brief: SceneBrief): void {
  const { story } = composer;
  for (const paragraph of story.opening) {
    composer.paragraph();
    // What the author says twice in it is said twice. (rule NA3364)
    composer.tell(paragraph, [{ kind: "lore", ref: "premise", text: story.title }], true, undefined, true);
  }
  if (brief.beat) {
    composer.paragraph();
    // Where one is is said before anything happens there. (rule NA4313)
    sayWhereOneIs(composer, [...story.opening, ...brief.beat.told].join(" "));
    tellBeat(composer, brief.beat);
  }
  if (composer.words === 0) {
    for (const sentence of [...(composer.stage.place?.sentences ?? []), ...story.general].slice(0, 4))
      composer.tell(sentence, [], true);
  }
  // A campaign of one paragraph still makes a scene.
  if (composer.texts.length < 2 || composer.words < 40) {
    composer.paragraph();
    for (const sentence of [...(composer.stage.place?.sentences ?? []), ...story.general].slice(0, 3))
      composer.tell(sentence, [], false);
    if (composer.words === 0 || composer.texts.length < 2) composer.say({ keys: ["opening"], fill: {}, must: true });
  }
  if (!brief.beat) sayWhereOneIs(composer, composer.texts.join(" "));
  // Whoever is here from the start and stays unnamed would be met by nobody: there is no arrival at which to name them.
  if (!brief.beat && composer.stage.present.length > 0) sayWhoIsHere(composer, brief);
  bringInAll(
    composer,
    brief.bringIn.filter((key) => !composer.named.has(key)),
    brief.slots,
  );
}

/** Where one is has to be said, if the texts that open the story have not: by name, or by the part of it that is nobody's. */
function sayWhereOneIs(composer: Composer, texts: string): void {
  const { story, stage } = composer;
  const { place } = stage;
  const key = `place:${place?.id ?? ""}`;
  if (!place || composer.named.has(key) || story.names.keysIn(texts).includes(key)) return;
  const [, short] = /^(?:[Tt]he )?((?:\p{Lu}[\p{L}.’']* )*\p{Lu}[\p{L}’']{2,}) \p{Lu}\p{Ll}+$/u.exec(place.name) ?? [];
  if (short !== undefined && texts.replaceAll("’", "'").includes(short.replaceAll("’", "'"))) return;
  const naming = place.sentences.find((sentence) => story.names.keysIn(sentence).includes(key));
  if (naming !== undefined) composer.tell(naming, [], true);
}

/**
 * The last scene: the author's ending, then an epilogue that names what the player did.
 *
 * @returns How many of the paragraphs are the ending: two or three. The others are the epilogue.
 */
export function composeEnding(composer: Composer, brief: SceneBrief): number {
  const { ending } = brief;
  if (!ending) return 0;
  const sources = [{ kind: "ending" as const, ref: ending.id, text: ending.title }];
  const passage = (text: string, again = false): void => {
    composer.paragraph();
    // What the author wrote stands; an ending of ours is told like all else of ours. (rule NA3262)
    const told = composer.story.endings.has(ending.id) ? text : ofPlayer(composer, text);
    for (const sentence of splitSentences(told)) composer.tell(sentence, sources, true, undefined, again);
  };
  for (const text of inTwo(ending.paragraphs)) passage(text);
  // A last page that a beat has told is told all the same: an ending has words.
  if (composer.words === 0) for (const text of inTwo(ending.paragraphs)) passage(text, true);
  // One without a page, or whose page is the teller's alone, is an end all the same.
  if (composer.words === 0) passage(`This is the end of ${composer.story.title}.`, true);
  composer.settle(3);
  const told = composer.texts.length;
  const epilogue = ending.epilogue.includes("{deeds}")
    ? ending.epilogue
    : [...ending.epilogue.slice(0, 1), "{deeds}", ...ending.epilogue.slice(1)];
  for (const text of epilogue) {
    if (text === "{deeds}") tellDeeds(composer, brief.deeds ?? []);
    else passage(text);
  }
  return told;
}

/** An ending of one paragraph is a scene of two: it breaks where its second half begins. */
function inTwo(paragraphs: readonly string[]): readonly string[] {
  const sentences = paragraphs.flatMap(splitSentences);
  if (paragraphs.length !== 1 || sentences.length < 2) return paragraphs;
  const half = Math.ceil(sentences.length / 2);
  return [sentences.slice(0, half).join(" "), sentences.slice(half).join(" ")];
}

function tellDeeds(composer: Composer, deeds: readonly string[]): void {
  const few = deeds.slice(0, MAX_DEEDS);
  if (few.length === 0) return;
  composer.paragraph();
  few.forEach((deed, index) => {
    const sources = [{ kind: "memory" as const, ref: `deed-${index + 1}`, text: deed }];
    composer.tell(ofPlayer(composer, deed), sources, true);
  });
}

const ofPlayer = ({ story: { calls, happensInPast } }: Composer, text: string): string =>
  calls === undefined ? text : inThirdPerson(text, calls, happensInPast);
