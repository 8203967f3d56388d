import {
  type ChoiceSlot,
  type Effect,
  type Fact,
  isTalk,
  type Person,
  saysLittle,
  type SceneBrief,
  type SourceRef,
  storyTies,
  type Topic,
} from "@narratoria/protocol/story";
import type { StoryIndex } from "../index-story.js";
import { contentWords, countWords, isPlural } from "@narratoria/protocol/english";
import { itemName, spanOf } from "./bindings.js";
import type { Unit } from "./frame-tests.js";
import { type Passage, passageOf } from "./passage.js";
import type { Filling } from "./realise.js";
import type { Stage } from "./stage.js";

/** A find in spite of a failure is told as one. */
const ALL_THE_SAME = ["All the same", "Even so", "And yet", "Still"];

/** Deeds for which somebody gives thanks. */
const THANKED: ReadonlySet<string> = new Set(["give", "help", "accept", "settle", "warn"]);
/** "Take the humbug": nobody gives thanks for what they have given. */
const TAKEN = /^(?:take|have|eat|drink|keep|borrow|sit|accept)\b/i;

/** "Ask Osk what he means to do", as against what he wants. (rule NA3440) */
export const asksWhatIsMeant = (choice: ChoiceSlot | undefined | null): boolean =>
  choice?.verb === "ask" && /\bmeans? to do$/u.test(choice.text);

/** Whether a choice is about somebody: it is bound to them, or names them. */
const concerns = ({ bind, text = "" }: ChoiceSlot, npc: string, { names }: StoryIndex): boolean =>
  bind.npc2 === npc || names.keysIn([text, bind.text ?? ""].join("\n")).includes(`npc:${npc}`);

/** Where in the scene an effect is told. */
export type EffectSlot = "result" | "gain" | "turn" | "reaction" | "exit" | "enter" | "time" | "thread";

export interface EffectUnit {
  readonly slot: EffectSlot;
  readonly unit: Unit;
  readonly effect: Effect;
}

const person = (id: string | undefined, story: StoryIndex): Filling => {
  const npc = id === undefined ? undefined : story.people.get(id);
  return npc ? { npc } : {};
};

const source = (kind: SourceRef["kind"], ref: string, text: string): readonly SourceRef[] => [{ kind, ref, text }];

/**
 * What must be said because it happened: each effect once. An opened or closed thread is told by the effect that opened or
 * closed it where there is one (a debt by `owe`, a watcher by `noticed`, a condition by `condition`); a flag is told by its deed.
 */
export function effectUnits(
  brief: SceneBrief,
  stage: Stage,
  story: StoryIndex,
  wasTold: (text: string) => boolean = () => false,
): EffectUnit[] {
  const units: EffectUnit[] = [];
  const { effects, choice } = brief;
  const wasOwed = new Set(effects.flatMap((effect) => (effect.kind === "owe" ? [effect.npc] : [])));
  const wasPaid = new Set(effects.flatMap((effect) => (effect.kind === "paid" ? [effect.npc] : [])));
  const wasNoticed = new Set(effects.flatMap((effect) => (effect.kind === "noticed" ? [effect.by] : [])));
  const conditions = effects.some((effect) => effect.kind === "condition");
  const add = (
    slot: EffectSlot,
    effect: Effect,
    keys: readonly string[],
    fill: Filling,
    sources: readonly SourceRef[] = [],
    more: Partial<Unit> = {},
  ): void => {
    units.push({ slot, effect, unit: { keys, fill, must: true, sources, ...(choice ? { choice } : {}), ...more } });
  };
  for (const effect of effects) {
    switch (effect.kind) {
      case "learn": {
        const fact = story.facts.get(effect.fact);
        if (!fact) break;
        const asked = choice?.bind.topic === undefined ? undefined : story.topics.get(choice.bind.topic);
        const topic = story.topics.get(fact.topic);
        const teller = person(effect.from, story);
        const astray =
          effect.how === "told" &&
          asked !== undefined &&
          choice !== undefined &&
          /^(?:ask|press|bluff)$/.test(choice.verb) &&
          topic !== undefined &&
          asked.id !== topic.id &&
          !fact.names.includes(`topic:${asked.id}`);
        const prop =
          choice?.bind.prop === undefined
            ? undefined
            : (stage.place?.props.find((known) => known.np === choice.bind.prop) ?? {
                np: choice.bind.prop,
                plural: false,
                use: "fixture" as const,
              });
        const owner = fact.keptBy === undefined ? undefined : story.people.get(fact.keptBy);
        // Where the story moves on after the deed, whoever is there then was not heard before, and what nobody is heard saying is left out;
        // nobody is heard on what is not theirs. (rule NA5916)
        const ties = storyTies(story.matter);
        if (effect.how === "overheard" && stage.carriedOff) break;
        const talking = stage.present.filter(({ id }) => !stage.awaited.has(id));
        const speaker =
          effect.how === "overheard"
            ? (teller.npc ??
              talking.find((one) => one.speech === "words" && !saysLittle(one) && ties.knowsOf(one, fact)))
            : (owner ?? teller.npc);
        const passage = effect.whole ? passageOf(fact, speaker, brief, stage, story, wasTold) : undefined;
        const fill: Filling = {
          ...(speaker ? { npc: speaker } : {}),
          ...untoldOf(fact, passage, wasTold),
          whole: effect.whole,
          ...(astray ? { topic: asked, topic2: topic } : topic ? { topic } : {}),
          ...(effect.how === "found" && prop ? { prop } : {}),
          ...(effect.how === "told" && asked !== undefined && asked.id === topic?.id ? { isAsked: true } : {}),
        };
        const told = teller.npc ? [effect.whole ? "gain told" : "gain half", "gain told"] : ["gain overheard"];
        const keys =
          effect.how === "told"
            ? astray && teller.npc
              ? ["gain bridge", ...told]
              : told
            : fact.keptBy === undefined
              ? [`gain ${effect.how}`]
              : ["gain kept"];
        add(
          "gain",
          effect,
          keys,
          fill,
          source("lore", fact.id, fact.text),
          brief.outcome === "fail" ? { lead: ALL_THE_SAME } : {},
        );
        break;
      }
      case "motive":
        add(
          "gain",
          effect,
          ["gain motive"],
          // "Wants to not to be asked" is no sentence.
          {
            ...person(effect.npc, story),
            mot: effect.text.replace(/^to (?=not to\b)/, ""),
            // "What do you mean to do?" is answered by "I mean to ...". (rule NA3440)
            ...(asksWhatIsMeant(choice) ? { isMeant: true } : {}),
          },
          source("npc", effect.npc, effect.text),
        );
        break;
      case "relation": {
        const of = story.people.get(effect.npc);
        const to = story.people.get(effect.to);
        if (!of) break;
        // The teller, where somebody told it, is whom the player talks to; the relation may be about another.
        const teller = choice?.bind.npc === undefined ? undefined : story.people.get(choice.bind.npc);
        add(
          "gain",
          effect,
          ["gain relation"],
          {
            ...(teller ? { npc: teller } : {}),
            ...(to ? { npc2: to } : {}),
            rel: { of, text: effect.text, ...spokenOf(of, effect.text) },
          },
          source("npc", effect.npc, effect.text),
        );
        break;
      }
      case "reckon": {
        const fact = story.facts.get(effect.facts[0]);
        const fact2 = story.facts.get(effect.facts[1]);
        if (!fact || !fact2) break;
        const topic = story.topics.get(fact.topic);
        const topic2 = story.topics.get(fact2.topic);
        add(
          "gain",
          effect,
          ["gain reckon"],
          { fact, fact2, ...(topic ? { topic } : {}), ...(topic2 ? { topic2 } : {}) },
          source("lore", fact.id, fact.text),
        );
        break;
      }
      case "item": {
        const fill: Filling = {
          ...person(effect.npc, story),
          item: { id: effect.id, name: effect.name || itemName(effect.id, stage, story), fresh: effect.gained },
        };
        const sources = source("item", effect.id, effect.name);
        // "You take the card." has told it.
        const isOfDeed = choice?.bind.item === effect.id;
        if (effect.gained && isOfDeed && (choice.verb === "decide" || choice.verb === "accept")) break;
        if (effect.gained) add("gain", effect, ["gain item"], fill, sources);
        // A gift is told by its deed; else it was kept by somebody, or is gone.
        else if (!isOfDeed || (choice.verb !== "give" && choice.verb !== "accept")) {
          add("turn", effect, fill.npc ? ["turn given", "turn item-lost"] : ["turn item-lost"], fill, sources);
        }
        break;
      }
      case "feeling": {
        const fill = person(effect.npc, story);
        if (!fill.npc || effect.delta === 0) break;
        // What somebody elsewhere thinks, nobody sees. (rule NA503)
        if (!stage.onStage.has(effect.npc)) break;
        const reacts = choice?.bind.npc === effect.npc;
        // Nobody gives thanks for being asked about somebody. (rule NA503)
        if (reacts && effect.delta > 0 && /^(?:gossip|listen)$/.test(choice.verb)) break;
        const feeling = effect.delta > 0 ? "positive" : "negative";
        const turn = effect.delta > 0 ? "turn warmer" : "turn colder";
        const kind = reactionKind(brief);
        // Thanks are for what somebody was given or done; a gesture of a third is for a deed that was done to them. (rule NA3128)
        const isTaken = choice?.verb === "accept" && TAKEN.test(choice.bind.text ?? "");
        if (reacts && effect.delta > 0 && kind === "done" && (!THANKED.has(choice.verb) || isTaken)) break;
        if (!reacts && choice !== undefined && !concerns(choice, effect.npc, story)) break;
        add(
          reacts ? "reaction" : "turn",
          effect,
          reacts ? [`react ${feeling} ${kind}`, turn] : [turn],
          fill,
          source("npc", effect.npc, fill.npc.name),
        );
        break;
      }
      case "owe":
        add("turn", effect, ["turn owe"], person(effect.npc, story), source("memory", `debt:${effect.npc}`, "a debt"));
        break;
      case "paid":
        add(
          "turn",
          effect,
          ["turn paid"],
          person(effect.npc, story),
          source("memory", `debt:${effect.npc}`, "a debt paid"),
        );
        break;
      case "redirect": {
        const npc2 = story.people.get(effect.to);
        const topic = story.topics.get(effect.topic);
        if (!npc2) break;
        add(
          "turn",
          effect,
          ["turn redirect"],
          { ...person(effect.npc, story), npc2, ...(topic ? { topic } : {}) },
          source("npc", effect.to, npc2.name),
        );
        break;
      }
      case "hearsay": {
        // Whoever has just answered says nothing else in the same breath. (rule NA5754)
        if (effects.some((one) => one.kind === "learn" && one.how === "told")) break;
        const npc2 = story.people.get(effect.from);
        const where = story.places.get(effect.place);
        // What others tell of is what was done to somebody by name. (rule NA607)
        const deed = heardClause(effect.text);
        const isToSomebody = story.names
          .keysIn(deed)
          .some((key) => key.startsWith("npc:") && key !== `npc:${effect.npc}`);
        if (!isToSomebody || countWords(deed) > MOST_HEARD) break;
        add(
          "turn",
          effect,
          ["turn hearsay"],
          { ...person(effect.npc, story), ...(where ? { place: where } : {}), text: deed },
          [
            ...source("memory", `scene-${effect.scene}`, effect.text),
            ...(npc2
              ? source("npc", npc2.id, `${npc2.short} told ${story.people.get(effect.npc)?.short ?? "them"}`)
              : []),
          ],
        );
        break;
      }
      case "arrive":
        if (stage.place !== undefined && effect.place !== stage.place.id) break;
        // Whoever is faced has come already: the deed goes up to them.
        if (choice?.verb === "face" && choice.bind.npc === effect.npc) break;
        add(
          "enter",
          effect,
          ["enter"],
          person(effect.npc, story),
          source("npc", effect.npc, story.people.get(effect.npc)?.name ?? effect.npc),
        );
        break;
      case "leave": {
        const to = story.places.get(effect.place);
        // Who is followed has left already: the deed tells it.
        if (!stage.leaving.has(effect.npc) || (choice?.verb === "follow" && choice.bind.npc === effect.npc)) break;
        add(
          "exit",
          effect,
          ["exit"],
          { ...person(effect.npc, story), ...(to ? { place2: to } : {}) },
          source("npc", effect.npc, story.people.get(effect.npc)?.name ?? effect.npc),
        );
        break;
      }
      case "move":
        // A deed of going names where it went; where the story carried the player off, the way is told with the arrival.
        break;
      case "time":
        if (effect.minutes <= 0) break;
        add("time", effect, ["turn time"], { span: spanOf(effect) }, [], { minutes: effect.minutes });
        break;
      case "condition":
        add(
          "turn",
          effect,
          [effect.gained ? "turn condition" : "turn recovered"],
          { cond: effect.name.replace(/[-_]/g, " ") },
          source("stat", effect.name, effect.name),
        );
        break;
      case "noticed":
        add(
          "turn",
          effect,
          ["turn noticed"],
          person(effect.by, story),
          source("npc", effect.by, story.people.get(effect.by)?.name ?? effect.by),
        );
        break;
      case "thread": {
        const thread = stage.threads.find((entry) => entry.id === effect.id);
        const npc = effect.npc ?? thread?.npc;
        const kind = thread?.kind ?? effect.id.split(/[-:]/)[0] ?? "";
        const toldElsewhere =
          npc !== undefined &&
          (effect.state === "opened"
            ? wasOwed.has(npc) || wasNoticed.has(npc)
            : effect.state === "closed"
              ? wasPaid.has(npc)
              : false);
        // Who gives their word has promised: the deed says so.
        const given = kind === "promise" && effect.state === "opened" && choice?.verb === "accept";
        if (toldElsewhere || given || (kind === "condition" && conditions)) break;
        // Whoever is helped has had the player's word for it.
        const isKept = kind === "promise" && effect.state === "closed" && choice?.verb === "help";
        const fill: Filling = {
          ...person(npc, story),
          ...(thread && thread.text !== "" ? { text: thread.text } : {}),
          ...(thread && kind === "condition" ? { cond: thread.text.replace(/^you are /i, "") } : {}),
        };
        if (effect.state === "due")
          add(
            "thread",
            effect,
            [`thread ${kind} due`, `thread ${kind}`],
            fill,
            source("memory", effect.id, thread?.text || effect.id),
          );
        else
          add(
            "turn",
            effect,
            effect.state === "opened" ? ["turn thread"] : [...(isKept ? ["turn kept-word"] : []), "turn closed"],
            fill,
            source("memory", effect.id, thread?.text || effect.id),
          );
        break;
      }
      case "authored": {
        const text = withoutRules(effect.text);
        if (text !== undefined)
          add("result", effect, [], { text }, source("beat", choice?.bind.beat ?? "", effect.text));
        break;
      }
      case "refuse": {
        const fill = person(effect.npc, story);
        // The beat that a question waited for answers it.
        if (effect.until !== undefined && effect.until === brief.beat?.id) break;
        const before = effect.before === undefined ? undefined : story.people.get(effect.before);
        if (effect.until !== undefined && fill.npc) {
          const keys = [...(before === undefined ? [] : ["turn put-off before"]), "turn put-off"];
          const filling = { ...fill, ...(before === undefined ? {} : { npc2: before }) };
          add("turn", effect, keys, filling, source("npc", effect.npc, fill.npc.name));
          break;
        }
        const topic = effect.topic === undefined ? undefined : story.topics.get(effect.topic);
        if (!fill.npc || (effect.topic !== undefined && !topic)) break;
        // A question about a thing that has no page of its own is refused by the name that the question gave it.
        const thing = effect.topic === undefined && choice?.bind.npc === effect.npc ? choice.bind.prop : undefined;
        const because = reasonOf(effect.reason);
        if (thing !== undefined) {
          const asked = { id: "", np: thing, plural: isPlural(thing), facts: [] };
          const keys = [...(because === undefined ? [] : ["turn refused because"]), "turn refused thing"];
          add("turn", effect, keys, { ...fill, topic: asked, ...because }, source("npc", effect.npc, thing));
          break;
        }
        const quote = topic && lineOn(fill.npc, topic, wasTold);
        const deedTells = brief.outcome === "fail" && choice !== undefined && /^(?:ask|press|bluff)$/.test(choice.verb);
        const keys = [
          ...(quote === undefined ? [] : ["speech"]),
          ...(because === undefined ? [] : ["turn refused because"]),
          // The deed of a question that failed has told the refusal itself.
          ...(deedTells ? [] : ["turn refused"]),
        ];
        if (keys.length > 0)
          add(
            "turn",
            effect,
            keys,
            { ...fill, ...(topic ? { topic } : {}), ...(quote === undefined ? {} : { quote }), ...because },
            source("npc", effect.npc, effect.reason ?? fill.npc.name),
          );
        break;
      }
      case "flag":
        break;
    }
  }
  return units;
}

/** A fact and what is told with it, without the sentences beside it that have been told already. (rule NA3448) */
function untoldOf(
  fact: Fact,
  passage: Passage | undefined,
  wasTold: (text: string) => boolean,
): Pick<Filling, "fact" | "more" | "passage"> {
  const { tail, ...alone } = fact;
  const own = tail === undefined || !wasTold(tail) ? fact : alone;
  const said = passage?.passage?.filter((one) => one === fact.text || !wasTold(one));
  return { fact: own, ...passage, ...(said === undefined ? {} : { passage: said }) };
}

/** Words of a deed that others tell of. */
const MOST_HEARD = 12;

/** "You helped Osk with the sacks, and he warmed to you." as others tell it: "you helped Osk with the sacks". */
function heardClause(text: string): string {
  const [deed = text] = text.split(/, (?:and|but) /);
  return deed.replace(/^You\b/, "you").replace(/[.!?]$/, "");
}

/** Dice, "+1" and difficulties: for whoever keeps the rules. */
const OF_RULES = /\b\d*d\d+\b|(?:^|\s)[-+−]\d+\b|\b(?:DC|TN|difficulty)\s*\d+/i;

/** A result without its clauses of rules, with a stop at its end; undefined where nothing else is left. (rule NA518) */
function withoutRules(text: string): string | undefined {
  const clauses = OF_RULES.test(text)
    ? text.split(/[,;]\s+(?:and\s+)?|(?<=[.!?])\s+/).filter((one) => !OF_RULES.test(one))
    : [text];
  const told = clauses.join(", ").trim();
  if (countWords(told) < 2) return undefined;
  return /[.!?…][”"’']?$/.test(told) ? told : `${told.replace(/[,;:]$/, "")}.`;
}

/** An example line of somebody's that shares a word with a topic and has not been told. */
function lineOn({ lines }: Person, { np }: Topic, wasTold: (text: string) => boolean): string | undefined {
  const words = contentWords(np);
  return lines.find((line) => !wasTold(line) && [...contentWords(line)].some((word) => words.has(word)));
}

/** Words of a reason that still makes a plain sentence. */
const MOST_REASON_WORDS = 12;

/** A reason that can be told after a name: a wish ("to keep the lamps lit") or a fear ("fears the sea"); nothing of a secret. */
function reasonOf(reason: string | undefined): Filling | undefined {
  const words = reason?.replace(/[.!]$/, "") ?? "";
  if (countWords(words) > MOST_REASON_WORDS || /\bsecret|[.!?;:]/i.test(words)) return undefined;
  if (/^to (?!not\b|never\b)\p{Ll}/u.test(words)) return { mot: words };
  return /^(?:fears|dreads|mistrusts|hates|loves|owes|protects) \p{L}/u.test(words) ? { text: words } : undefined;
}

/** What somebody says of a relationship of theirs, where the reading has it. */
function spokenOf({ relations }: Person, text: string): { spoken?: string } {
  const spoken = relations.find((relation) => relation.text === text)?.spoken;
  return spoken === undefined ? {} : { spoken };
}

/** What a reaction answers: something told, something refused, something done. */
export function reactionKind(brief: SceneBrief): "told" | "refused" | "done" {
  const spokenWith = brief.choice === undefined || isTalk(brief.choice.verb);
  const told = brief.effects.some(
    (effect) =>
      (effect.kind === "learn" && effect.how === "told") ||
      (spokenWith && (effect.kind === "motive" || effect.kind === "relation")),
  );
  if (told) return "told";
  const refuses = brief.effects.some(({ kind }) => kind === "refuse");
  return brief.outcome === "fail" || refuses ? "refused" : "done";
}
