import { statSync } from "node:fs";
import type { JsonObject } from "@narratoria/protocol";
import { createRandom, deriveSeed } from "@narratoria/protocol/random";
import { lawsInForce } from "@narratoria/protocol/laws";
import type { SceneBrief } from "@narratoria/protocol/story";
import { ModelError } from "../errors.js";
import type { StoryIndex } from "../index-story.js";
import type { ModelHost, TextWriter, WriteRequest } from "../model-host/model-host.js";
import type { ToldSentence } from "../scene/composer.js";
import type { SceneDraft } from "../storybook.js";
import type { StorySource } from "@narratoria/protocol/story";
import { checkSentence, type ProseFault } from "./check-sentence.js";
import { campaignWords } from "./checks/campaign-words.js";
import type { CampaignWords, SceneFacts } from "./checks/scene-facts.js";
import { ONE_THING_TOKENS, ONE_THING_TRIES, piecesFor } from "./one-thing.js";
import { outlineOf, type OutlineParagraph } from "./outline.js";
import { paragraphPrompt, scenePrompt, type ScenePrompt, type Style, STYLES } from "./scene-prompt.js";
import { SentenceReader } from "./sentence-reader.js";
import type { PastOfStory } from "./story-so-far.js";
import { ANYTHING, type Subject, subjectsFor } from "./subjects.js";
import { type ChoiceWording, wordByModel } from "./word-by-model.js";

/** A scene as the storybook told it, and what a model needs to know to tell it. */
export interface SceneToTell {
  readonly brief: SceneBrief;
  /** Session state after the outcome. */
  readonly state: JsonObject;
  readonly draft: SceneDraft;
  readonly past: PastOfStory;
  readonly style: Style;
}

export interface CutSentence extends ProseFault {
  readonly sentence: string;
}

/** One generation, or part of one: what became of it. */
export interface ProseAttempt {
  readonly paragraph: number;
  /** From 1. */
  readonly attempt: number;
  /** Sentences that were told. */
  readonly told: number;
  /** Sentences that were cut, each with the check that it did not pass. */
  readonly cut: readonly CutSentence[];
  /** A fault of the model's, or no time left. */
  readonly error?: ModelError["code"] | "no_time";
  readonly tokens?: { readonly prompt: number; readonly evaluated: number; readonly written: number };
  /** From the call to the first sentence that was told, and to the end. */
  readonly timeMs: { readonly firstSentence?: number; readonly total: number };
}

/** How a scene came about: what a trace shows of it. */
export interface Narration {
  readonly attempts: readonly ProseAttempt[];
  readonly choices: ChoiceWording | null;
  /** Paragraphs that hold the model's words, that were its to write and do not, and that were not its to write. */
  readonly paragraphs: { readonly model: number; readonly steppedIn: number; readonly whole: number };
  readonly recalled: ScenePrompt["recall"];
  readonly timeMs: { readonly total: number };
}

/** A scene of which nothing is decided. */
export type NextScene = Pick<SceneToTell, "state" | "past" | "style"> & { readonly scene: number };

export interface NarratedScene {
  readonly draft: SceneDraft;
  /** `model` where it wrote wherever it was asked to, `mixed` where the storybook stepped in, `storybook` where nothing is the model's. */
  readonly narrator: "model" | "mixed" | "storybook";
  readonly narration: Narration;
}

export interface TellOptions {
  readonly signal: AbortSignal;
  /** Told each sentence as it holds, in order. What was told is never taken back. */
  readonly onSentence: (paragraph: number, text: string) => void;
}

/** Tells scenes in a model's words around the storybook's. */
export interface ModelNarrator {
  /**
   * Tells one scene. Whatever the model does, a whole scene comes of it in `budgetMs` and a little more.
   *
   * @throws The signal's reason once it is aborted, and nothing else.
   */
  tell(scene: SceneToTell, options: TellOptions): Promise<NarratedScene>;
  /**
   * Has the beginning of the next scene's prompt read, as far as it is known before a choice is taken. Never rejects; ends when
   * anything is written, or the signal fires.
   */
  readAhead(scene: NextScene, options: { readonly signal: AbortSignal }): Promise<void>;
  /** Why the model is not asked any more, once that is so. */
  readonly gaveUp: ModelError | null;
}

export interface ModelNarratorOptions {
  /** One that cannot read ahead is not asked to. */
  readonly host: TextWriter & Partial<Pick<ModelHost, "preload">>;
  readonly story: StoryIndex;
  readonly source: StorySource;
  /** For all paragraphs of a scene together; what is not written by then is the storybook's. 16 s when left out. */
  readonly budgetMs?: number;
  /** For the wording of choices, after the paragraphs. 5 s when left out; 0 leaves the wording to the storybook. */
  readonly choicesMs?: number;
  /** Milliseconds by a clock that is never set. */
  readonly now?: () => number;
}

/** What does not pass by itself while a story is open. */
const FOR_GOOD: ReadonlySet<string> = new Set([
  "no_runtime",
  "no_model",
  "model_broken",
  "no_memory",
  "host_gave_up",
  "closed",
]);
/** A model of a billion weights in four bits has some 700 MB. */
const SMALL_BYTES = 600 * 2 ** 20;
const BUDGET_MS = 16_000;
const CHOICES_MS = 5_000;
/** Not worth beginning a paragraph for. */
const LEAST_MS = 400;
const ATTEMPTS = 2;
/** So many sentences cut, and a generation is not worth going on with. */
const MOST_CUT = 3;
/** After these nothing good comes. */
const HOPELESS: ReadonlySet<string> = new Set(["markup", "language"]);
/** What leans on the sentence before. */
const LEANS = /^(?:it|its|they|their|he|his|she|her|this|that|these|those|such)\b/i;
const LEFT_ALONE: ProseFault = { check: "leans", reason: "Name what you write about." };
/** Before the same thing is shown again, while there are others. */
const SCENES_APART = 3;
const TOKENS_A_SENTENCE = 34;
const TEMPERATURE = 0.4;
/** Among words that all will do, the likeliest are always the same few. */
const TEMPERATURE_OF_PIECES = 0.9;
/** Until a model has said what it holds. */
const CONTEXT_TOKENS = 2048;

/**
 * Makes a narrator of a model. The storybook's scene is its outline: what happened, what people say and what the author wrote stands
 * in the storybook's words, and the model writes between them, held to every check sentence by sentence. Where it fails twice or
 * takes too long, the storybook's own sentences stand in the same place. Implements rules NA330 to NA352).
 */
export function createModelNarrator(options: ModelNarratorOptions): ModelNarrator {
  const words = campaignWords(options.source);
  let gaveUp: ModelError | null = null;
  return {
    get gaveUp() {
      return gaveUp;
    },
    async tell(scene, telling) {
      const scened = new SceneTelling(options, words, scene, telling, gaveUp !== null);
      const told = await scened.tell();
      gaveUp ??= scened.lost;
      return told;
    },
    async readAhead({ scene, ...next }, { signal }) {
      if (gaveUp !== null || options.host.status.state === "given-up") return;
      const { system, examples, stable } = scenePrompt({
        ...matterFor(options),
        ...next,
        brief: { ...UNDECIDED, scene },
      });
      await options.host.preload?.({ sequence: "prose", system, examples, prompt: stable }, { signal }).catch(() => {});
    },
  };
}

const UNDECIDED: Omit<SceneToTell["brief"], "scene"> = {
  seed: "",
  sceneType: "quiet",
  outcome: "none",
  effects: [],
  recalled: [],
  slots: [],
  bringIn: [],
};

/** What of a prompt hangs on the model and the story alone. */
function matterFor({ host, story, source }: ModelNarratorOptions) {
  const contextTokens = host.status.model?.contextTokens ?? CONTEXT_TOKENS;
  return { story, source, contextTokens, small: isSmall(host) };
}

class SceneTelling {
  readonly #now: () => number;
  readonly #startedAt: number;
  readonly #until: number;
  readonly #prompt: ScenePrompt;
  readonly #small: boolean;
  /** The same lists for every sentence, as the checks look through them once. */
  readonly #heard: Pick<SceneFacts, "past" | "instructions">;
  readonly #told: ToldSentence[] = [];
  readonly #attempts: ProseAttempt[] = [];
  /** The model has failed in a way that no request of this story will mend. */
  lost: ModelError | null = null;
  /** The same, for this scene. */
  #down = false;
  #stepped = 0;
  #written = 0;

  constructor(
    readonly options: ModelNarratorOptions,
    readonly words: CampaignWords,
    readonly scene: SceneToTell,
    readonly telling: TellOptions,
    gaveUp: boolean,
  ) {
    this.#now = options.now ?? (() => performance.now());
    this.#startedAt = this.#now();
    this.#until = this.#startedAt + (options.budgetMs ?? BUDGET_MS);
    this.#small = isSmall(options.host);
    this.#prompt = scenePrompt({ ...scene, ...matterFor(options) });
    const { system, stable, examples } = this.#prompt;
    this.#heard = {
      past: scene.past.scenes.flat(),
      instructions: [system, stable, ...examples.map(({ answer }) => answer)],
    };
    this.#down = gaveUp;
  }

  async tell(): Promise<NarratedScene> {
    const { draft, brief } = this.scene;
    const outline = outlineOf(draft, brief, this.options.story);
    for (const [at, paragraph] of outline.entries()) {
      this.#say(paragraph.before);
      if (paragraph.room) await this.#fill(at, paragraph, outline);
      this.#say(paragraph.after);
    }
    // Sentences of an epilogue are counted on after the paragraphs.
    const epilogue = draft.sentences.filter(({ paragraph }) => paragraph >= draft.paragraphs.length);
    // A model that had nothing to tell, or could not, has no say in what comes next; nor has one that knows no choice from another.
    const choices = this.#down || this.#small || this.#written === 0 ? null : await this.#wordChoices();
    const paragraphs = outline.map((_, at) => this.#textOf(at));
    const { model, whole } = { model: this.#written, whole: outline.filter(({ room }) => room === null).length };
    return {
      draft: {
        ...draft,
        paragraphs,
        sentences: [...this.#told, ...epilogue],
        choices: draft.choices.map((choice) => ({ ...choice, text: choices?.texts.get(choice.id) ?? choice.text })),
      },
      narrator: model === 0 ? "storybook" : this.#stepped > 0 ? "mixed" : "model",
      narration: {
        attempts: this.#attempts,
        choices,
        paragraphs: { model, steppedIn: this.#stepped, whole },
        recalled: this.#prompt.recall,
        timeMs: { total: Math.round(this.#now() - this.#startedAt) },
      },
    };
  }

  #say(sentences: readonly ToldSentence[]): void {
    for (const sentence of sentences) {
      this.#told.push(sentence);
      this.telling.onSentence(sentence.paragraph, sentence.text);
    }
  }

  #textOf(at: number): string {
    return this.#told
      .filter(({ paragraph }) => paragraph === at)
      .map(({ text }) => text)
      .join(" ");
  }

  /** The model's sentences where it has some to tell, else the storybook's. */
  async #fill(at: number, paragraph: OutlineParagraph, outline: readonly OutlineParagraph[]): Promise<void> {
    const own: string[] = [];
    let fault: CutSentence | undefined;
    const open = outline.slice(at).filter(({ room }) => room !== null).length;
    // The first paragraphs leave time for those that follow.
    const until = this.#now() + (this.#until - this.#now()) * (open > 1 ? 0.6 : 1);
    const attempts = this.#small ? ONE_THING_TRIES : ATTEMPTS;
    for (let attempt = 1; attempt <= attempts && own.length === 0 && !this.#down; attempt++) {
      if (until - this.#now() < LEAST_MS) {
        this.#attempts.push({ paragraph: at, attempt, told: 0, cut: [], error: "no_time", timeMs: { total: 0 } });
        break;
      }
      fault = await this.#write({ at, attempt, until, own, after: paragraph.after, ...(fault ? { fault } : {}) });
    }
    if (own.length > 0) this.#written++;
    else {
      this.#stepped++;
      this.#say(paragraph.room ?? []);
    }
  }

  /** One generation: every sentence is told as soon as it is whole and has passed. @returns The first that did not. */
  async #write(asked: Asked): Promise<CutSentence | undefined> {
    const { at, attempt, own } = asked;
    const startedAt = this.#now();
    const since = (): number => Math.round(this.#now() - startedAt);
    const most = this.#small ? 1 : STYLES[this.scene.style].sentences;
    const reader = new SentenceReader();
    const enough = new AbortController();
    const cut: CutSentence[] = [];
    let firstSentence: number | undefined;
    const facts = this.#facts(own, asked.after);
    const subject = this.#subject(asked);
    if (this.#small) reader.add(subject.begins);
    let afterCut = false;
    const wrongWith = (sentence: string): ProseFault | null =>
      checkSentence(sentence, facts) ??
      (own.length === 0 && !subject.holds(sentence) ? aside(subject) : null) ??
      (afterCut && LEANS.test(sentence) ? LEFT_ALONE : null);
    const take = (sentences: readonly string[]): void => {
      for (const sentence of sentences) {
        if (isOver()) break;
        const wrong = wrongWith(sentence);
        afterCut = wrong !== null;
        if (wrong) cut.push({ ...wrong, sentence });
        else {
          own.push(sentence);
          firstSentence ??= since();
          this.#say([{ text: sentence, paragraph: at, sources: [], by: "model" }]);
        }
      }
      if (isOver()) enough.abort();
    };
    const isOver = (): boolean =>
      own.length >= most || cut.length >= (this.#small ? 1 : MOST_CUT) || cut.some(({ check }) => HOPELESS.has(check));
    const note = (more: Pick<ProseAttempt, "error" | "tokens">): void => {
      const timeMs = { total: since(), ...(firstSentence === undefined ? {} : { firstSentence }) };
      this.#attempts.push({ paragraph: at, attempt, told: own.length, cut, ...more, timeMs });
    };
    try {
      const written = await this.options.host.write(
        {
          sequence: "prose",
          system: this.#prompt.system,
          ...this.#asks(asked, subject),
          temperature: this.#small ? TEMPERATURE_OF_PIECES : TEMPERATURE,
          seed: this.#seed(`${at}/${attempt}`),
          stop: ["\n"],
          timeoutMs: Math.max(1, Math.ceil(asked.until - startedAt)),
        },
        {
          signal: AbortSignal.any([this.telling.signal, enough.signal]),
          onText: (piece) => take(reader.add(piece)),
        },
      );
      if (!enough.signal.aborted) take(reader.end());
      note({ tokens: written.tokens });
    } catch (error) {
      this.telling.signal.throwIfAborted();
      if (enough.signal.aborted) note({});
      else {
        const code = error instanceof ModelError ? error.code : "host_failed";
        // Too late is too late for one paragraph; anything else is no better a moment later.
        if (code !== "timeout") this.#down = true;
        if (error instanceof ModelError && FOR_GOOD.has(code)) this.lost = error;
        note({ error: code === "timeout" ? "no_time" : code });
      }
    }
    return cut[0];
  }

  #facts(own: readonly string[], after: readonly ToldSentence[]): SceneFacts {
    const { story } = this.options;
    const { brief } = this.scene;
    return {
      ...this.#heard,
      story,
      words: this.words,
      laws: lawsInForce(story.laws, this.scene.state),
      outcome: brief.outcome,
      effects: brief.effects,
      moved: brief.effects.some(({ kind }) => kind === "move"),
      told: [...this.#told, ...after].map(({ text }) => text),
      own,
    };
  }

  #asks(
    asked: Asked,
    subject: Subject,
  ): Pick<WriteRequest, "examples" | "prompt" | "responsePrefix" | "pieces" | "maxTokens"> {
    const told = this.#told.map(({ text }) => text);
    if (this.#small) {
      const random = createRandom(deriveSeed(this.scene.brief.seed, "pieces", `${asked.at}/${asked.attempt}`));
      return {
        examples: this.#prompt.examples,
        prompt: subject.name,
        responsePrefix: subject.begins,
        pieces: piecesFor(subject, [...this.#heard.past, ...told], this.words, random),
        maxTokens: ONE_THING_TOKENS,
      };
    }
    return {
      prompt: paragraphPrompt(this.#prompt, told, this.#wanted(asked, subject)),
      maxTokens: (STYLES[this.scene.style].sentences + 1) * TOKENS_A_SENTENCE,
    };
  }

  /** The last words of a prompt: what to write, and what was wrong with it the first time. */
  #wanted({ fault }: Asked, { words }: Subject): string {
    const again = fault ? ` ${fault.reason}` : "";
    return `Describe ${words} in ${STYLES[this.scene.style].amount}.${again}`;
  }

  /** Another one at each attempt: what a model has nothing to say of once, it seldom has the second time. */
  #subject({ at, attempt }: Asked): Subject {
    const { brief, state, past } = this.scene;
    const told = [...past.scenes.slice(-SCENES_APART).flat(), ...this.#told.map(({ text }) => text)];
    const random = createRandom(deriveSeed(brief.seed, "subjects", at));
    const subjects = subjectsFor(at, { story: this.options.story, brief, state, told }, random);
    return subjects[(attempt - 1) % subjects.length] ?? ANYTHING;
  }

  #seed(of: string): number {
    return createRandom(deriveSeed(this.scene.brief.seed, "prose", of)).int(2 ** 31);
  }

  async #wordChoices(): Promise<ChoiceWording | null> {
    const budgetMs = this.options.choicesMs ?? CHOICES_MS;
    if (budgetMs === 0) return null;
    const { host, story } = this.options;
    const { draft, brief, past } = this.scene;
    return wordByModel(
      {
        host,
        story,
        prompt: this.#prompt,
        told: this.#told.map(({ text }) => text),
        before: past.scenes.at(-1) ?? [],
        slots: brief.slots,
        choices: draft.choices,
        laws: lawsInForce(story.laws, this.scene.state),
        seed: this.#seed("choices"),
        budgetMs,
      },
      this.telling.signal,
    );
  }
}

/** By its file; a model that is still to be loaded is taken for small, so that its first scene waits for less. */
function isSmall({ status }: TextWriter): boolean {
  if (!status.model) return true;
  return (statSync(status.model.path, { throwIfNoEntry: false })?.size ?? SMALL_BYTES) < SMALL_BYTES;
}

const aside = ({ words }: Subject): ProseFault => ({ check: "subject", reason: `Write about ${words}.` });

interface Asked {
  readonly at: number;
  readonly attempt: number;
  /** Until when the paragraph has to be written. */
  readonly until: number;
  /** Filled with what is told. */
  readonly own: string[];
  readonly after: readonly ToldSentence[];
  /** What was wrong with the attempt before. */
  readonly fault?: CutSentence;
}
