import { lawsInForce } from "@narratoria/protocol/laws";
import { contentWords, countWords, splitSentences, escapeRegExp } from "@narratoria/protocol/english";
import { getPath, type JsonObject } from "@narratoria/protocol";
import type { StorySource } from "@narratoria/protocol/story";
import { ModelError } from "../errors.js";
import type { StoryIndex } from "../index-story.js";
import type { TextWriter, WriteRequest } from "../model-host/model-host.js";
import type { ToldSentence } from "../scene/composer.js";
import type { SceneDraft } from "../storybook.js";
import { unheardNames } from "../unheard-names.js";
import { checkSentence, type ProseFault } from "./check-sentence.js";
import { type Judgement, judgeScene } from "./judge-scene.js";
import type { CampaignWords, SceneFacts } from "./checks/scene-facts.js";
import { lastingPatch } from "./lasting-things.js";
import type { SceneToTell } from "./model-narrator.js";
import { actorsIn, peopleIn } from "./people-cards.js";
import { matterOfPrompt, ofPlayer, promptFor, type ScenePrompt, scenePrompt } from "./scene-prompt.js";
import { type ReadSentence, SentenceReader } from "./sentence-reader.js";
import { withoutSpeakerLabel } from "./speaker-label.js";
import { holdsWords, missingSteps, type Step } from "./steps.js";
import { type ChoiceWording, wordByModel } from "./word-by-model.js";

export interface CutSentence extends ProseFault {
  readonly sentence: string;
}

/** One generation: what was asked, what came, and what became of it. */
export interface ProseAttempt {
  /** From 1. */
  readonly attempt: number;
  /** What the model was given, and all that it wrote. */
  readonly prompt: string;
  readonly answer: string;
  /** Sentences that were told. */
  readonly told: number;
  /** Sentences that were cut, each with the check that it did not pass. */
  readonly cut: readonly CutSentence[];
  /** Steps that it left out, as the storybook tells them. */
  readonly missing: readonly string[];
  /** A fault of the model's, or no time left. */
  readonly error?: ModelError["code"] | "no_time";
  /** It had been written, or begun, before the choice was taken. */
  readonly ahead?: true;
  readonly tokens?: { readonly prompt: number; readonly evaluated: number; readonly written: number };
  /** From the call to the first sentence that was told, and to the end. */
  readonly timeMs: { readonly firstSentence?: number; readonly total: number };
}

/** How a scene came about: what a trace shows of it. */
export interface Narration {
  /** The same in every scene of a story. */
  readonly system: string;
  readonly attempts: readonly ProseAttempt[];
  readonly choices: ChoiceWording | null;
  /** What the model found in its own sentences, text by text, where it was asked. */
  readonly judged: readonly Judgement[];
  /** Sentences of the scene by who told them. */
  readonly sentences: { readonly model: number; readonly storybook: number };
  /** Sentences that repeat the draft's wording: a warning, and no fault. */
  readonly copied: number;
  readonly recalled: ScenePrompt["recall"] | null;
  readonly timeMs: { readonly total: number };
}

export interface NarratedScene {
  readonly draft: SceneDraft;
  /** `model` where all but the deed is its own, `mixed` where the storybook stepped in, `storybook` where nothing is the model's. */
  readonly narrator: "model" | "mixed" | "storybook";
  readonly narration: Narration;
}

/** How long what may take. */
export interface SceneBudget {
  /** For all generations of a scene; what is not written by then is the storybook's. 45 s when left out. */
  readonly budgetMs: number;
  /** A model from which no sentence is expected by then has the deed told before it by the storybook. 3 s when left out. */
  readonly firstTextMs: number;
  /** When its first sentence is expected; as in the scene before when left out. */
  readonly expectedFirstMs: number;
}

export interface SceneWriterOptions extends SceneBudget {
  readonly host: TextWriter;
  readonly story: StoryIndex;
  readonly source: StorySource;
  readonly words: CampaignWords;
  readonly scene: SceneToTell;
  /** Whether nobody waits for it yet. */
  readonly isAhead?: boolean;
  /** By when a first sentence has to be there; the budget when left out. */
  readonly patienceMs?: number;
  readonly contextTokens: number;
  readonly choicesMs: number;
  /** For the model's own look at what it wrote, before any of it is told; 0 tells each sentence as it comes. */
  readonly judgeMs: number;
  /** Whether the model can judge; asked before it is. */
  readonly canJudge: (host: TextWriter, budgetMs: number, signal: AbortSignal) => Promise<boolean>;
  readonly now: () => number;
  readonly seed: (of: string) => number;
  readonly signal: AbortSignal;
  readonly onSentence: (paragraph: number, text: string) => void;
  /** Told that nothing of the model's has come by the time that a first text may take, and when the wait is over. */
  readonly onWait?: (isWaiting: boolean) => void;
}

/** How fast a model writes, however it counts its tokens. */
export interface WritingPace {
  readonly lettersPerSecond: number;
  /** From the question to the first piece of the answer. */
  readonly firstPieceMs: number;
}

const ATTEMPTS = 2;
/** For the judgement of a scene that was written ahead: most often that is written too. */
const JUDGE_READY_MS = 4_000;
/** Checks of details, of which a sentence may have one that is no fault: it costs that sentence, and not the scene. (rule NA3330) */
const LEAVES_OUT: ReadonlySet<string> = new Set(["numbers", "deeds", "things", "player", "repetition", "tense"]);
const MOST_LEFT_OUT = 2;
/** Fewer letters say little of a pace. */
const LEAST_PACE_LETTERS = 120;
/** Not worth beginning a generation for. */
const LEAST_MS = 400;
const TEMPERATURE = 0.75;
const MIN_P = 0.06;
const TOKENS_A_WORD = 1.7;
/** Words over the bound after which a scene that runs on is ended. */
const RUNS_ON = 90;
/** Words from which a scene with all of its steps is one. */
const LEAST_SCENE = 25;
/** Share of a sentence's content words that one sentence of the draft has: it is copied. */
const COPIED_SHARE = 0.9;
/** Share of the deed's content words that a sentence has which tells it: of one that was written without knowing that it is told, and of one that was not. */
const LATE_SHARE = 0.5;
const REPEATED_SHARE = 0.8;
const SCENES_HEARD = 2;
/** What would be a further one goes on in the last. */
const MOST_PARAGRAPHS = 6;

/** Has one scene written, checked and mended. */
export class SceneWriter {
  readonly #until: number;
  readonly #startedAt: number;
  readonly #told: ToldSentence[] = [];
  /** The same, as texts: one list for all checks. */
  readonly #texts: string[] = [];
  readonly #attempts: ProseAttempt[] = [];
  #prompt: ScenePrompt | null = null;
  /** The first step, once it was told because the model was late. */
  #deedTold: Step | null = null;
  /** Whether the model was given the deed as the beginning that it goes on from. */
  #isDeedGiven = false;
  /** What went wrong with the model, not with its text. */
  fault: ModelError | null = null;
  /** From the start to the model's first sentence that was told. */
  firstMs: number | null = null;
  /** How much of its text there was when the model was first asked. */
  readiness: "whole" | "begun" | null = null;
  /** Whether anything of the model's came, told or not. */
  answered = false;
  /** Its first sentences, kept back until the player's deed is among them. */
  #early: ToldSentence[] = [];
  #isDeedTold = false;
  /** How fast the model wrote; null where it wrote too little to say. */
  pace: WritingPace | null = null;
  readonly #judged: Judgement[] = [];
  /** Sentences of `#told` that `onSentence` has had: all of them, but for those that are still to be judged. */
  #given = 0;
  /** Paragraphs that were put before what the model is writing. */
  #shift = 0;
  #isWaiting = false;

  constructor(readonly options: SceneWriterOptions) {
    this.#startedAt = options.now();
    this.#until = this.#startedAt + options.budgetMs;
  }

  /** How long the model has been waited for. */
  get waitedMs(): number {
    return this.options.now() - this.#startedAt;
  }

  /** The storybook's scene, to the letter. */
  byStorybook(): NarratedScene {
    const { draft } = this.options.scene;
    for (const { paragraph, text } of draft.sentences.filter((one) => one.paragraph < draft.paragraphs.length))
      this.options.onSentence(paragraph, text);
    return { draft, narrator: "storybook", narration: this.#narration(null) };
  }

  async tell(): Promise<NarratedScene> {
    const { options } = this;
    const { scene, story, source, contextTokens } = options;
    const prompt = scenePrompt({ ...scene, story, source, contextTokens, scene: scene.brief.scene });
    this.#prompt = prompt;
    const [deed] = prompt.steps;
    if (deed && prompt.steps.length > 1 && options.expectedFirstMs > options.firstTextMs) {
      this.#sayAll(deed.sentences, 0);
      this.#deedTold = deed;
      this.#isDeedGiven = true;
      this.#wait(true);
    }
    const reasons: string[] = [];
    const late = this.#awaitFirst(prompt);
    try {
      for (let attempt = 1; attempt <= ATTEMPTS && !this.#isWhole(); attempt++) {
        const again = await this.#write(attempt, prompt, reasons);
        if (!again) break;
      }
    } finally {
      clearTimeout(late);
      this.#wait(false);
    }
    if (this.#told.length === 0) return this.byStorybook();
    // A model that copies the steps has told nothing of its own. (rule NA4919)
    const own = new Set(scene.draft.sentences.map(({ text }) => text));
    if (this.#told.every(({ text }) => own.has(text))) return this.#withRest(scene.draft);
    const byModel = this.#byModel();
    if (byModel === 0) return this.#withRest(scene.draft);
    this.#sayMissing(prompt, scene.draft);
    const choices = this.fault || byModel === 0 ? null : await this.#wordChoices(prompt);
    return this.#finished(choices);
  }

  /** Has the deed told once nothing of the model's has come by the time that a first text may take. Implements rule NA3210. */
  #awaitFirst({ steps }: ScenePrompt): NodeJS.Timeout | undefined {
    const { firstTextMs, isAhead } = this.options;
    const [deed] = steps;
    if (isAhead || this.#told.length > 0) return undefined;
    return setTimeout(() => {
      if (this.#given > 0) return;
      if (this.#byModel() === 0) this.#wait(true);
      if (!deed || steps.length < 2) return;
      const held = this.#told.splice(0);
      this.#texts.splice(0);
      this.#sayAll(deed.sentences, 0);
      this.#deedTold = deed;
      this.#shift = held.length > 0 ? 1 : 0;
      for (const one of held)
        if (!this.#tellsDeed(one.text))
          this.#hold({ ...one, paragraph: Math.min(one.paragraph + 1, MOST_PARAGRAPHS - 1) });
    }, firstTextMs);
  }

  #wait(isWaiting: boolean): void {
    if (this.options.isAhead || isWaiting === this.#isWaiting) return;
    this.#isWaiting = isWaiting;
    this.options.onWait?.(isWaiting);
  }

  /**
   * Whether a sentence is the model's own telling of a deed that was told before it came. One who was given the deed may go on with its words:
   * they repeat it where their sentence says nothing else. Implements rule NA6608.
   */
  #tellsDeed(text: string): boolean {
    const deed = this.#deedTold;
    if (deed === null || this.#byModel() > 0) return false;
    this.#deedTold = null;
    const has = contentWords(text);
    const words = [...contentWords(deed.text)];
    const shared = words.filter((word) => has.has(word)).length;
    const isRepeated = shared >= words.length * (this.#isDeedGiven ? REPEATED_SHARE : LATE_SHARE);
    return words.length > 0 && isRepeated && (!this.#isDeedGiven || shared >= has.size * REPEATED_SHARE);
  }

  /** The storybook's scene of which the deed has been told already: the rest follows it. */
  #withRest(draft: SceneDraft): NarratedScene {
    const told = new Set(this.#texts);
    for (const sentence of draft.sentences.filter(({ paragraph }) => paragraph < draft.paragraphs.length))
      if (!told.has(sentence.text)) this.options.onSentence(sentence.paragraph, sentence.text);
    return { draft, narrator: "storybook", narration: this.#narration(null) };
  }

  /** One generation. @returns Whether another is worth while: its reasons have been added. */
  async #write(attempt: number, prompt: ScenePrompt, reasons: string[]): Promise<boolean> {
    const { host, now, signal, seed, contextTokens } = this.options;
    const startedAt = now();
    const asked = promptFor(prompt, { told: this.#text(), reasons });
    const cut: CutSentence[] = [];
    const before = this.#byModel();
    let answer = "";
    let firstSentence: number | undefined;
    let firstPieceAt: number | undefined;
    const note = (more: Pick<ProseAttempt, "error" | "tokens" | "ahead">): void => {
      const timeMs = {
        total: Math.round(now() - startedAt),
        ...(firstSentence === undefined ? {} : { firstSentence }),
      };
      if (ahead === null) this.#learnPace(answer, startedAt, firstPieceAt);
      const missing = this.#missing(prompt).map(({ text }) => text);
      this.#attempts.push({
        attempt,
        prompt: asked,
        answer,
        told: this.#byModel() - before,
        cut,
        missing,
        ...more,
        timeMs,
      });
    };
    const left = this.#until - startedAt;
    if (left < LEAST_MS) {
      note({ error: "no_time" });
      return false;
    }
    const reader = new SentenceReader();
    const enough = new AbortController();
    const facts = this.#facts(prompt);
    const request: WriteRequest = {
      sequence: "prose",
      system: prompt.system,
      prompt: asked,
      temperature: TEMPERATURE,
      minP: MIN_P,
      maxTokens: Math.min(Math.ceil(prompt.mostWords * TOKENS_A_WORD) + RUNS_ON, Math.floor(contextTokens / 4)),
      seed: seed(String(attempt)),
      timeoutMs: Math.max(1, Math.ceil(left)),
    };
    // What was written before it was asked for may have been judged by then, too.
    const ahead = host.writtenAhead?.(request) ?? null;
    if (attempt === 1) this.readiness = ahead;
    const isHeld = this.options.judgeMs > 0 || ahead === "whole";
    this.#shift = 0;
    const from = this.#told.length;
    let base = this.#told.length === 0 ? null : this.#paragraphAfter();
    const take = (sentences: readonly ReadSentence[]): void => {
      for (const { text: written, paragraph } of sentences) {
        if (enough.signal.aborted) return;
        // A model may fall back into "you": that is put right, and no fault of the scene's.
        const text = withoutSpeakerLabel(ofPlayer(written, this.options.story), this.options.story);
        if (this.#repeatsEnd(text) || this.#tellsDeed(text)) continue;
        const wrong = checkSentence(text, facts);
        if (wrong) {
          cut.push({ ...wrong, sentence: text });
          // One detail too many is left out, and what follows it may stand.
          // What the player was quoted with may go on in the next one.
          const isQuote = wrong.check === "player" && text.includes("”");
          const hasBegun = this.#byModel() + this.#early.length > 0;
          if (LEAVES_OUT.has(wrong.check) && !isQuote && cut.length <= MOST_LEFT_OUT && hasBegun) continue;
          return enough.abort();
        }
        // What was told while the model was still silent stands before its own.
        base ??= Math.max(0, this.#paragraphAfter() - paragraph);
        firstSentence ??= Math.round(now() - startedAt);
        this.#tellAfterDeed(prompt, isHeld, {
          text,
          paragraph: Math.min(base + this.#shift + paragraph, MOST_PARAGRAPHS - 1),
          sources: this.#sourcesOf(text, prompt),
          by: "model",
        });
        if (this.#wordsTold() > prompt.mostWords + RUNS_ON) return enough.abort();
      }
    };
    const impatient = new AbortController();
    const { patienceMs } = this.options;
    const patience =
      patienceMs === undefined || this.#byModel() > 0
        ? undefined
        : setTimeout(() => this.#byModel() === 0 && impatient.abort(), Math.max(0, patienceMs - this.waitedMs));
    try {
      const written = await host.write(request, {
        signal: AbortSignal.any([signal, enough.signal, impatient.signal]),
        onText: (piece) => {
          firstPieceAt ??= now();
          this.answered = true;
          answer += piece;
          take(reader.add(piece));
        },
      });
      if (!enough.signal.aborted) take(reader.end());
      note({ tokens: written.tokens, ...(written.ahead ? { ahead: true } : {}) });
    } catch (error) {
      signal.throwIfAborted();
      if (impatient.signal.aborted) {
        note({ error: "no_time" });
        return false;
      }
      if (enough.signal.aborted) note({});
      else {
        const fault = error instanceof ModelError ? error : new ModelError("host_failed", "The model failed.");
        if (fault.code !== "timeout") this.fault = fault;
        note({ error: fault.code === "timeout" ? "no_time" : fault.code });
        return false;
      }
    } finally {
      clearTimeout(patience);
      this.#flushEarly(prompt, isHeld);
      if (isHeld && !signal.aborted) {
        if (this.fault === null) reasons.push(...(await this.#judge(prompt, from)));
        this.#give();
      }
    }
    const missing = this.#missing(prompt);
    const { calls } = prompt;
    const said = (reason: string): string =>
      calls === undefined ? reason : ofPlayer(reason.replace(/“([Yy]ou)”/g, "$1"), this.options.story);
    reasons.push(
      ...cut.map(({ reason }) => said(reason)),
      ...missing.slice(0, 3).map(({ order }) => `Not told yet: ${order}`),
    );
    return cut.length > 0 || missing.length > 0;
  }

  /** Whether every step that matters has been told, and enough around it; where a sentence was cut, the last step as well. (rule NA1115) */
  #isWhole(): boolean {
    const prompt = this.#prompt;
    const isCut = (this.#attempts.at(-1)?.cut.length ?? 0) > 0;
    return (
      prompt !== null &&
      this.#told.some(({ by }) => by === "model") &&
      this.#missing(prompt).length === 0 &&
      this.#wordsTold() >= LEAST_SCENE &&
      !(isCut && missingSteps(this.#texts, prompt.steps.slice(-1)).length > 0)
    );
  }

  #missing({ steps }: ScenePrompt): Step[] {
    const own = new Set(this.#told.map(({ text }) => text));
    return missingSteps(this.#texts, steps).filter(
      ({ matters, sentences }) => matters && !own.has(sentences[0]?.text ?? ""),
    );
  }

  /** What the model has left out, in the storybook's words: from the first thing that is missing on, all that nobody has told. */
  #sayMissing(prompt: ScenePrompt, draft: SceneDraft): void {
    const missing = this.#missing(prompt);
    for (const step of missing) this.#sayAll(step.sentences, this.#paragraphAfter());
    // A choice names nothing that was not heard: what names it in the draft is told.
    const { story, scene } = this.options;
    const here = story.places.get(String(getPath(scene.state, "place") ?? ""))?.name ?? "";
    const heard = (): string[] => [...this.#texts, here, ...scene.past.scenes.slice(-SCENES_HEARD).flat()];
    for (const { text } of draft.choices) {
      const lost = unheardNames(story, text, heard());
      if (lost.length === 0) continue;
      const step = prompt.steps.find(
        (one) => !missing.includes(one) && unheardNames(story, text, [...heard(), one.text]).length < lost.length,
      );
      if (step) this.#sayAll(step.sentences, this.#paragraphAfter());
    }
  }

  #say(sentence: ToldSentence): void {
    this.#hold(sentence);
    this.#give();
  }

  /**
   * Keeps a scene's first sentences back until one of them tells what the player does; after three, the storybook tells it before them.
   * Implements rule NA4910.
   */
  #tellAfterDeed(prompt: ScenePrompt, isHeld: boolean, sentence: ToldSentence): void {
    const [deed] = prompt.steps;
    const isDeed = deed?.sentences[0]?.key?.startsWith("deed ") === true;
    this.#isDeedTold ||= !isDeed || this.#told.length > 0;
    this.#early.push(sentence);
    this.#isDeedTold ||= tellsOfPlayer(sentence.text, prompt.calls);
    if (this.#isDeedTold || this.#early.length > MOST_BEFORE_DEED) this.#flushEarly(prompt, isHeld);
  }

  /** Tells what was kept back. */
  #flushEarly({ steps: [deed] }: ScenePrompt, isHeld: boolean): void {
    const early = this.#early.splice(0);
    if (early.length === 0) return;
    // What is told because the model is late is the deed.
    if (!this.#isDeedTold && this.#told.length === 0 && deed) {
      this.#sayAll(deed.sentences, 0);
      this.#shift++;
      for (const one of early) Object.assign(one, { paragraph: Math.min(one.paragraph + 1, MOST_PARAGRAPHS - 1) });
    }
    this.#isDeedTold = true;
    for (const one of early) {
      if (isHeld) this.#hold(one);
      else this.#say(one);
    }
  }

  /** Puts a sentence into the scene that nobody is told yet. */
  #hold(sentence: ToldSentence): void {
    this.#told.push(sentence);
    this.#texts.push(sentence.text);
  }

  /** Tells all that was held back. */
  #give(): void {
    for (const { paragraph, text, by } of this.#told.slice(this.#given)) {
      if (by === "model") {
        this.firstMs ??= this.waitedMs;
        this.#wait(false);
      }
      this.options.onSentence(paragraph, text);
    }
    this.#given = this.#told.length;
  }

  /**
   * Has the model look at what it wrote before that is told: what it finds is mended or cut.
   *
   * @returns What is to be done otherwise by whoever goes on with the scene.
   */
  async #judge(prompt: ScenePrompt, from: number): Promise<string[]> {
    const { host, now, seed, signal, scene, judgeMs } = this.options;
    const first = Math.max(from, this.#given);
    // A line of the author's is theirs; what stands around it is not.
    const lines = prompt.steps.flatMap(({ kept }) => kept ?? []).map((line) => line.text);
    const isKnown = ({ text }: ToldSentence): boolean =>
      scene.draft.sentences.some((one) => one.text === text) || isLineAlone(text, lines);
    const told = this.#told.map((one, at) => ({
      text: one.text,
      isAsked: at >= first && one.by === "model" && !isKnown(one),
    }));
    const asked = this.#told.filter((_, at) => told[at]?.isAsked);
    const budgetMs = Math.min(judgeMs > 0 ? judgeMs : JUDGE_READY_MS, this.#until - now());
    if (asked.length === 0 || budgetMs < LEAST_MS) return [];
    // What was judged ahead was judged by one who can.
    if (judgeMs > 0 && !(await this.options.canJudge(host, budgetMs, signal))) return [];
    const facts = this.#facts(prompt);
    const judged = await judgeScene(
      {
        host,
        prompt,
        told,
        keptBack: keptBackOf(
          facts,
          untoldSecrets(this.options.source, scene),
          asked.map(({ text }) => text),
        ),
        isSound: (text, instead) =>
          checkSentence(text, { ...facts, told: this.#texts.filter((one) => one !== instead) }) === null,
        seed: seed("judge"),
        budgetMs,
        isReadyOnly: judgeMs === 0,
        now,
      },
      signal,
    );
    if (judged === null) return [];
    this.#judged.push(judged);
    for (const { at, became, instead = "" } of judged.finds) {
      const where = this.#told.findIndex((one) => one === asked[at]);
      const sentence = this.#told[where];
      if (became === "passed" || !sentence || where < this.#given) continue;
      if (became === "mended") {
        this.#told[where] = { ...sentence, text: instead };
        this.#texts[where] = instead;
      } else {
        this.#told.splice(where, 1);
        this.#texts.splice(where, 1);
      }
    }
    return [...new Set(judged.finds.filter(({ became }) => became !== "passed").map(({ order }) => order))];
  }

  #learnPace(answer: string, startedAt: number, firstPieceAt: number | undefined): void {
    if (firstPieceAt === undefined || answer.length < LEAST_PACE_LETTERS) return;
    const seconds = Math.max(0.001, (this.options.now() - firstPieceAt) / 1000);
    this.pace = { lettersPerSecond: answer.length / seconds, firstPieceMs: firstPieceAt - startedAt };
  }

  /** Sentences of the storybook's, in a paragraph of the scene's. */
  #sayAll(sentences: readonly ToldSentence[], paragraph: number): void {
    for (const sentence of sentences) this.#say({ ...sentence, paragraph });
  }

  #byModel(): number {
    return this.#told.filter(({ by }) => by === "model").length;
  }

  #text(): string {
    return this.#paragraphs().join("\n\n");
  }

  #paragraphs(): string[] {
    const last = this.#told.at(-1)?.paragraph ?? -1;
    return Array.from({ length: last + 1 }, (_, at) =>
      this.#told
        .filter(({ paragraph }) => paragraph === at)
        .map(({ text }) => text)
        .join(" "),
    );
  }

  /** The paragraph that what comes next begins. */
  #paragraphAfter(): number {
    const last = this.#told.at(-1);
    return last === undefined ? 0 : Math.min(last.paragraph + 1, MOST_PARAGRAPHS - 1);
  }

  /** A model that goes on may say the last sentence again. */
  #repeatsEnd(text: string): boolean {
    return this.#attempts.length > 0 && this.#texts.includes(text) && countWords(text) > 2;
  }

  #wordsTold(): number {
    return this.#texts.reduce((sum, text) => sum + countWords(text), 0);
  }

  /** An author's line in a model's scene is still the author's. */
  #sourcesOf(text: string, { steps }: ScenePrompt): ToldSentence["sources"] {
    return steps.flatMap(({ kept, sentences }) =>
      kept?.some((line) => holdsWords(text, line.text)) ? sentences.flatMap(({ sources }) => sources) : [],
    );
  }

  #facts(prompt: ScenePrompt): SceneFacts {
    const { story, source, words, scene } = this.options;
    const { brief, state, draft, past } = scene;
    const speakers = draft.sentences.flatMap(({ npc }) => npc ?? []);
    const acting = actorsIn(prompt.steps, story);
    const ids = [...[...peopleIn({ story, brief, state }), ...acting].map(({ id }) => id), ...speakers];
    // Whom the choice is about is there, unless they are known to be elsewhere: "look through Osk's things".
    const isMoved = brief.effects.some(({ kind }) => kind === "move");
    const [here, placeOf] = [getPath(state, "place"), (id: string) => getPath(state, `people.${id}.place`)];
    const bound = [brief.choice?.bind.npc, brief.choice?.bind.npc2].flatMap((id) =>
      id !== undefined && (isMoved || [undefined, null, here].includes(placeOf(id) as string)) ? [id] : [],
    );
    return {
      story,
      words,
      laws: lawsInForce(story.laws, state),
      outcome: brief.outcome,
      effects: brief.effects,
      moved: isMoved,
      present: new Set([...ids, ...bound]),
      given: matterOfPrompt(prompt),
      draft: draft.sentences.map(({ text }) => text).join(" "),
      kept: prompt.steps.flatMap(({ kept }) => kept ?? []),
      told: this.#texts,
      past: [source.premise, ...past.scenes.flat()],
      locked: lockedSentences(story, scene),
      secrets: untoldSecrets(source, scene).map(({ text }) => text),
    };
  }

  #finished(choices: ChoiceWording | null): NarratedScene {
    const { draft } = this.options.scene;
    const paragraphs = this.#paragraphs();
    const epilogue = draft.sentences
      .filter(({ paragraph }) => paragraph >= draft.paragraphs.length)
      .map((one) => ({ ...one, paragraph: one.paragraph - draft.paragraphs.length + paragraphs.length }));
    const model = this.#told.filter(({ by }) => by === "model").length;
    const first = this.#told.findIndex(({ by }) => by === "model");
    const steppedIn = this.#told.some(({ by }, at) => by !== "model" && at > first);
    return {
      draft: {
        ...draft,
        patch: { ...draft.patch, ...this.#lasting() },
        paragraphs,
        sentences: [...this.#told, ...epilogue],
        choices: draft.choices.map((choice) => ({ ...choice, text: choices?.texts.get(choice.id) ?? choice.text })),
      },
      narrator: model === 0 ? "storybook" : steppedIn ? "mixed" : "model",
      narration: this.#narration(choices),
    };
  }

  /** What the model's own sentences leave behind; the author's and the storybook's are known anyhow. */
  #lasting(): JsonObject | null {
    const { story, scene } = this.options;
    const told = this.#told.filter(({ by, sources }) => by === "model" && sources.length === 0);
    return lastingPatch({
      story,
      state: scene.state,
      scene: scene.brief.scene,
      told: told.map(({ text }) => text),
      moved: scene.brief.effects.some(({ kind }) => kind === "move"),
    });
  }

  #narration(choices: ChoiceWording | null): Narration {
    const model = this.#told.filter(({ by }) => by === "model");
    return {
      system: this.#prompt?.system ?? "",
      attempts: this.#attempts,
      choices,
      judged: this.#judged,
      sentences: { model: model.length, storybook: this.#told.length - model.length },
      copied: model.filter(({ text }) => this.#prompt?.steps.some((step) => copies(text, step))).length,
      recalled: this.#prompt?.recall ?? null,
      timeMs: { total: Math.round(this.options.now() - this.#startedAt) },
    };
  }

  async #wordChoices(prompt: ScenePrompt): Promise<ChoiceWording | null> {
    const { host, story, scene, choicesMs, seed, signal } = this.options;
    if (choicesMs === 0) return null;
    return wordByModel(
      {
        host,
        story,
        prompt,
        told: this.#texts,
        before: scene.past.scenes.at(-1) ?? [],
        slots: scene.brief.slots,
        choices: scene.draft.choices,
        laws: lawsInForce(story.laws, scene.state),
        seed: seed("choices"),
        budgetMs: choicesMs,
      },
      signal,
    );
  }
}

/** Sentences of a model's that may stand before the player's deed. */
const MOST_BEFORE_DEED = 2;

/** Whether a sentence tells something that the player does. */
function tellsOfPlayer(text: string, calls: string | undefined): boolean {
  const told = text.replace(/“[^”]*(?:”|$)/g, "");
  const who = calls === undefined ? "you" : escapeRegExp(calls);
  const isObject = "(?<!\\b(?:at|to|of|on|for|by|with|from|behind|before|past|tells|gives|asks|sees|hands|shows) )";
  return new RegExp(`${isObject}\\b${who} (?!are\\b|is\\b|can\\b|could\\b|were\\b)\\p{Ll}{2,}`, "iu").test(told);
}

function copies(sentence: string, { text, kept }: Step): boolean {
  if (kept) return false;
  const words = contentWords(sentence);
  const has = contentWords(text);
  return words.size > 3 && [...words].filter((word) => has.has(word)).length >= COPIED_SHARE * words.size;
}

/** What beats that have not come and endings say, and what nobody has told of what somebody keeps to themselves. */
function lockedSentences(story: StoryIndex, { brief, state, past }: SceneToTell): string[] {
  const learned = new Set(past.story.facts.map(({ id }) => id));
  const coming = [...story.beats.values()].filter(
    ({ id }) => id !== brief.beat?.id && getPath(state, `beats.${id}.state`) !== "fired",
  );
  return [
    ...coming.flatMap(({ told, dialogue }) => [...told, ...dialogue.map(({ line }) => line)]),
    ...[...story.endings.values()].flatMap(({ paragraphs }) => paragraphs.flatMap(splitSentences)),
    ...story.matter.facts.flatMap(({ id, text, confided }) => (confided && !learned.has(id) ? [text] : [])),
  ];
}

/** Whether a sentence is no more than a line of the author's and who says it. */
function isLineAlone(text: string, lines: readonly string[]): boolean {
  const around = text
    .replace(/“[^”]*(?:”|$)/g, "")
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word));
  return (
    around.length <= MOST_OF_TAG &&
    /“/.test(text) &&
    lines.some(
      (line) => holdsWords(text, line) || holdsWords(line, text.replace(/”[^“]*(?:“|$)/g, " ").replace(/^[^“]*“/, "")),
    )
  );
}
const MOST_OF_TAG = 4;

/** What whoever judges a scene is told that it may not tell: letters, and how many sentences of what is to come. */
const KEPT_LETTERS = 2000;
const KEPT_COMING = 8;
/** Words that what is to come has in common with the scene where it is near enough to be hinted at. */
const LEAST_SHARED = 2;

/** What somebody keeps to themselves. */
interface Secret {
  readonly id: string;
  readonly who: string;
  readonly text: string;
}

/** The secrets of whoever is here or is spoken of first, and of the others' and of what is to come what the sentences are nearest to. (rule NA5462) */
function keptBackOf(
  { locked, given, draft, present, story }: SceneFacts,
  secrets: readonly Secret[],
  sentences: readonly string[],
): string[] {
  const open = contentWords(`${given}\n${draft}`);
  const said = contentWords(sentences.join("\n"));
  const shares = (text: string): number => {
    const words = [...contentWords(text)];
    return words.filter((word) => said.has(word)).length / Math.sqrt(Math.max(4, words.length));
  };
  const sharesMatter = (text: string): boolean =>
    [...contentWords(text)].filter((word) => said.has(word)).length >= LEAST_SHARED;
  const nearestFirst = (texts: readonly string[]): string[] =>
    texts.toSorted((one, other) => shares(other) - shares(one));
  const isNew = (text: string): boolean => [...contentWords(text)].some((word) => !open.has(word));
  const coming = nearestFirst([...new Set(locked)].filter((text) => isNew(text) && sharesMatter(text))).slice(
    0,
    KEPT_COMING,
  );
  const named = new Set(story.names.keysIn(`${draft}\n${sentences.join("\n")}`));
  const isNear = ({ id }: Secret): boolean => present.has(id) || named.has(`npc:${id}`);
  const told = (secret: Secret): string[] => splitSentences(secret.text).map((text) => `${secret.who}: ${text}`);
  const near = nearestFirst(secrets.filter(isNear).flatMap(told));
  const others = nearestFirst(secrets.filter((secret) => !isNear(secret)).flatMap(told));
  const ordered = [
    ...near.slice(0, 6),
    ...coming.slice(0, 3),
    ...others.slice(0, 4),
    ...near.slice(6),
    ...coming.slice(3),
    ...others.slice(4),
  ];
  let letters = 0;
  return ordered.filter((text) => (letters += text.length) <= KEPT_LETTERS);
}

/** Share of a secret's content words in the story so far from which it is none any more. */
const OUT_SHARE = 0.7;

/** What people keep to themselves, each in one text, as far as the story so far has not told it. */
function untoldSecrets({ npcs, secrets: kept = {} }: StorySource, { past }: SceneToTell): Secret[] {
  const told = contentWords([...past.story.facts, ...past.story.recent].map(({ text }) => text).join("\n"));
  return (
    npcs
      // Some authors write them in a file of their own.
      .flatMap(({ id, profile: { name, secrets = "" } }) =>
        inPieces(withoutMarkdown(kept[id] ?? secrets)).map((text) => ({ id, who: name, text })),
      )
      .filter(({ text }) => {
        if (/\.md\b/.test(text)) return false;
        const words = [...contentWords(text)];
        return words.length > 2 && words.filter((word) => told.has(word)).length < OUT_SHARE * words.length;
      })
  );
}

/** A secret of more words is several. */
const MOST_OF_SECRET = 70;
const PIECE = 3;

/** A short secret as it is; of a long one each few sentences, as words that meet in a page by chance say nothing. */
function inPieces(text: string): string[] {
  if (countWords(text) <= MOST_OF_SECRET) return [text];
  const sentences = splitSentences(text);
  return Array.from({ length: Math.ceil(sentences.length / PIECE) }, (_, at) =>
    sentences.slice(at * PIECE, (at + 1) * PIECE).join(" "),
  );
}

/** The running text of a Markdown file. */
const withoutMarkdown = (text: string): string =>
  text
    .replace(/^---\n[^]*?\n---\n/u, "")
    .replace(/^#.*$/gmu, "")
    .replace(/^[ \t]*(?:[-*+]|\d+\.)[ \t]+/gmu, "")
    .replace(/[*_`]+/g, "")
    .replace(/\s+/g, " ")
    .trim();
