import {
  type BeatMatter,
  type ChoiceSlot,
  type Fact,
  forwardness,
  isTalk,
  liesIn,
  type Person,
  type Place,
  type SceneBrief,
  standsAlone,
  storyTies,
} from "@narratoria/protocol/story";
import { contentWords, isPlural, isVerb, splitSentences, withoutArticle } from "@narratoria/protocol/english";
import { fillingOf, rememberedBy } from "./bindings.js";
import { closeScene, isKnown } from "./closing.js";
import { echoOf } from "./echo.js";
import { arrive, knownOf, MOST_SIGHTS, untold } from "./arrive.js";
import type { Composer } from "./composer.js";
import { nightsSince, sayTimeBeforeBeat, tellsNights } from "./time-told.js";
import type { EffectUnit } from "./effect-units.js";
import { asksWhatIsMeant, effectUnits, reactionKind } from "./effect-units.js";
import { tellTheWay, WAY_MARK } from "./on-the-way.js";
import { isTellable, MANY_FACTS, passageOf } from "./passage.js";
import { rolePhrase } from "./meet.js";
import type { Unit } from "./frame-tests.js";
import { askedKey, describesHere, isAtHome, putKey, searchedKey } from "./frame-tests.js";
import type { Filling } from "./realise.js";
import { callbackUnit, memoryKey, starved, threadUnit } from "./reminders.js";
import { answersNext, explain, isKept, isOfOwnSecret } from "./explain.js";
import { goesOnAbout, goesWith, lookAt, nearestLine, OCCASION, showPerson } from "./show-person.js";
import { addressesAnother, speaksOfAsking } from "./sound-sentence.js";
import { listOf, tellBeat, withStranger } from "./tell-beat.js";
import { callKey, companionsOf, tellsTheWay, wayThere } from "./way.js";
import { takenAs } from "./taken-as.js";
import { type Ties, tieCount, tiesOf, tiesOfFacts, withoutPeople, withoutPlace } from "./related.js";

/** Words that a scene without a beat should come to, reached with the author's sentences or not at all. */
const ENOUGH_WORDS = 60;
/** A scene of so many words needs nothing more said in it. */
const TOLD_ENOUGH = 40;
/** How closely a fact has to do with a scene for somebody to speak of it unasked. */
const CLOSE_TIES = 3;
/** What a turn's scene used besides frames: for the narrator's memory. */
export interface TurnUse {
  readonly callbacks: ReadonlySet<string>;
  readonly threads: ReadonlySet<string>;
}

/**
 * Writes one turn in its order: the deed, how whoever it touches answers, what changes by it; then where the
 * player has come and who is there; then comings and goings, the beat, and the names that the choices need.
 */
export function composeTurn(composer: Composer, brief: SceneBrief): TurnUse {
  const { story, stage, random } = composer;
  const callbacks = new Set<string>();
  const threads = new Set<string>();
  const { choice } = brief;
  const effects = effectUnits(brief, stage, story, (text) => composer.wasTold(text));
  const inSlot = (slot: EffectUnit["slot"]): Unit[] =>
    effects.filter((entry) => entry.slot === slot).map((entry) => entry.unit);
  const partner: Person | undefined = choice?.bind.npc === undefined ? undefined : story.people.get(choice.bind.npc);

  for (const { verb, bind } of brief.slots) {
    const fact = bind.fact === undefined ? undefined : story.facts.get(bind.fact);
    if (fact) composer.askedNext.facts.add(fact.id);
    if (fact) composer.askedNext.lines.add(fact.text);
    if (verb === "ask" && bind.topic !== undefined) composer.askedNext.topics.add(bind.topic);
  }
  if (choice?.bind.npc !== undefined && choice.bind.topic !== undefined)
    composer.done.add(askedKey(choice.bind.npc, choice.bind.topic));
  if (choice?.verb === "ask" && choice.bind.npc !== undefined && choice.echo !== undefined)
    composer.done.add(putKey(choice.bind.npc, choice.echo));
  if (choice?.bind.prop !== undefined) composer.done.add(searchedKey(choice.bind.prop));

  const later = choice?.verb === "go" ? nightsSince(composer, brief) : undefined;
  if (later !== undefined) composer.openWith(later);

  // P1: the deed, its answer, what it costs, and who looks up at it.
  if (
    choice &&
    (!isAnswered(brief) || isShown(composer, brief)) &&
    !isToldByBeat(brief) &&
    !leansOnBeat(brief) &&
    !isToldByResult(brief)
  )
    composer.say(deedUnit(choice, brief, composer));
  if (stage.moved && !stage.carriedOff) sayTogether(composer, brief);
  // A rest is as long as it is before anybody says how it went.
  const isPause = choice !== undefined && /^(?:rest|wait|watch|listen)$/.test(choice.verb);
  if (isPause && !tellsNights(composer, brief)) for (const unit of inSlot("time")) composer.say(unit);
  // What the author says comes of it stands word for word.
  for (const { fill, sources = [] } of inSlot("result")) {
    const text = fill.text ?? "";
    // A choice that is taken again: what is new of it, and where nothing is, all of it once more.
    const isKnown = composer.wasTold(text);
    const fresh = isKnown ? splitSentences(text).filter((sentence) => !composer.wasTold(sentence)) : [];
    // Whom nothing has named is told with who they are in what comes of a choice, too. (rule NA4316)
    const pieces = splitSentences(text);
    const introduced = pieces.map((sentence) => withStranger(composer, sentence, pieces)).join(" ");
    const isNew = !isKnown && introduced !== pieces.join(" ");
    if (fresh.length === 0)
      composer.tell(
        isNew ? introduced : text,
        sources,
        true,
        undefined,
        isKnown && brief.choice?.bind.beat !== undefined,
      );
    if (isNew) composer.countAsTold(text);
    for (const sentence of fresh) composer.tell(sentence, sources, true);
  }
  // Whoever comes with something to say says it as they come. (rule NA6355)
  const cameWith = new Set<string>();
  for (const unit of inSlot("gain")) {
    const { npc } = unit.fill;
    if (npc && npc.id !== choice?.bind.npc && comes(brief, npc.id)) {
      composer.say({ keys: ["enter"], fill: { npc }, must: true });
      composer.hasCome(npc.id);
      cameWith.add(npc.id);
    }
    if (!composer.say(unit)) sayAlone(composer, unit);
  }
  // A question whose answer the story cannot tell was put all the same. (rule NA5770)
  const isUnanswered = choice !== undefined && composer.words === 0 && isAnswered(brief) && !isShown(composer, brief);
  if (isUnanswered) {
    composer.say(deedUnit(choice, brief, composer));
    if (stage.carriedOff && partner && !goesOnAbout(composer, partner))
      composer.say({ keys: ["turn cut-short"], fill: { npc: partner }, must: false });
  }
  // Whoever is shown a thing, and has nothing to say to it, looks at it. (rule NA5752)
  const shown = choice?.verb === "use" ? fillingOf(choice.bind, stage, story, brief.recalled).item : undefined;
  if (partner && shown && inSlot("gain").length === 0)
    composer.say({ keys: ["react shown"], fill: { npc: partner, item: shown }, must: false });
  if (choice && partner && inSlot("result").length + inSlot("gain").length === 0) sayBack(composer, choice, partner);
  if (partner && choice?.verb === "gossip" && choice.bind.npc2 !== undefined && inSlot("gain").length > 0)
    sayMoreOf(composer, partner, choice.bind.npc2, brief);
  if (inSlot("result").length + inSlot("gain").length === 0) takeUp(composer, brief, partner);
  const isJoined =
    partner !== undefined && !brief.beat && !stage.moved && inSlot("gain").length > 0 && goesWith(composer, partner);
  // A redirect closes a conversation: what else it cost comes before.
  const isRedirect = (unit: Unit): boolean => unit.keys[0] === "turn redirect";
  const turns = inSlot("turn");
  for (const unit of [...turns.filter((unit) => !isRedirect(unit)), ...turns.filter(isRedirect)]) composer.say(unit);
  // "Three days later" says how long it took.
  if (!isPause && later === undefined) for (const unit of inSlot("time")) composer.say(unit);
  const react = (): void => {
    const reactions = inSlot("reaction");
    // Warmth that no gesture shows for now is told by nothing else: it is felt in what is told.
    for (const unit of reactions)
      composer.say(
        unit.keys[0]?.startsWith("react positive") ? { ...unit, keys: unit.keys.slice(0, 1), must: false } : unit,
      );
    // How somebody takes it who feels as before, only a campaign's own frames say.
    if (reactions.length === 0 && partner && stage.onStage.has(partner.id) && choice && isTalk(choice.verb))
      composer.say({ keys: [`react neutral ${reactionKind(brief)}`], fill: { npc: partner }, must: false, choice });
    // Before the story moves on, whoever the deed was meant for has taken it. (rule NA6350)
    if (reactions.length === 0 && (stage.carriedOff || brief.beat !== null)) takeIt(composer, brief, partner);
  };

  // P2: where it is and who is there; a beat has a paragraph of its own, so that all before it is one.
  if (stage.carriedOff) {
    react();
    composer.paragraph();
    composer.arriveThere();
    const untimed = composer.words;
    sayTimeBeforeBeat(composer, brief);
    const way = wayThere(composer, brief, composer.words > untimed);
    if (way) {
      composer.say(way);
      // What happens there comes first: nobody looks round before it.
      sayWhoJoins(composer, brief);
      tellTheWay(composer, brief.beat?.people ?? []);
    }
    composer.moveOn();
    sayWhoIsHere(composer, brief);
  } else if (stage.moved) {
    if (inSlot("gain").length + inSlot("result").length > 0) composer.paragraph();
    if (!tellsTheWay(composer, brief)) {
      sayWhoJoins(composer, brief);
      tellTheWay(composer, brief.beat?.people ?? []);
      arrive(composer);
    }
    if (!brief.beat && composer.paragraphWords > 40) composer.paragraph();
    sayWhoIsHere(composer, brief);
    react();
    if (partner && choice && isLedTo(choice)) meetThere(composer, partner, brief);
  } else {
    react();
    if (!brief.beat) composer.paragraph();
    for (const unit of unexplained(composer, brief).come) composer.say(unit);
  }
  if (!brief.beat) lookUp(composer, brief, partner);
  speak(composer, brief, partner);
  const remembered = callbackUnit(composer, brief);
  // Who has just greeted the player says no more of what was.
  if (
    remembered &&
    !composer.props.has("ground greet") &&
    random.chance(starved(composer) ? 1 : 0.5) &&
    composer.say(remembered.unit)
  )
    callbacks.add(remembered.key);
  if (!brief.beat) {
    goOn(composer, brief);
    giveSomething(composer, brief, partner);
  }

  // P3: comings and goings, the beat or the hour, an open thread, names for the choices.
  composer.paragraph();
  const before = composer.words;
  for (const unit of [...inSlot("exit"), ...unexplained(composer, brief).gone]) composer.say(unit);
  for (const unit of inSlot("enter")) {
    // Whoever had the same way has been told of on it. (rule NA5001)
    if (unit.fill.npc && joined(brief).includes(unit.fill.npc.id)) continue;
    if (unit.fill.npc && cameWith.has(unit.fill.npc.id)) continue;
    // What happens next has its own people: who came by before it is told of after it. (rule NA656)
    if (brief.beat && unit.fill.npc && !brief.beat.people.includes(unit.fill.npc.id)) continue;
    composer.say(unit);
    if (unit.fill.npc) composer.hasCome(unit.fill.npc.id);
    // Whoever comes in has something to say, or is looked at. (rule NA506)
    if (unit.fill.npc && !brief.beat) showPerson(composer, unit.fill.npc, brief, true);
  }
  for (const unit of inSlot("thread")) composer.say(unit);
  if (brief.beat) {
    composer.paragraph();
    const untimed = composer.words;
    if (!stage.carriedOff && later === undefined) sayTimeBeforeBeat(composer, brief);
    if (composer.words > untimed) composer.moveOn();
    tellBeat(composer, brief.beat);
    composer.paragraph();
  } else if (callAway(composer, brief)) {
    // The call is what leads on.
  } else if (composer.words === before && brief.bringIn.every((key) => isKnown(composer, key))) {
    const reminder = random.chance(0.3) ? threadUnit(composer) : null;
    if (reminder && composer.say(reminder.unit)) threads.add(reminder.id);
    else if (random.chance(0.15)) composer.say({ keys: ["time"], fill: {}, must: false });
  }
  closeScene(composer, brief);
  // What the player has just spoken of is not called back soon after.
  const spokenOf = choice?.verb === "recall" ? rememberedBy(choice.bind.memory, brief.recalled) : undefined;
  if (spokenOf) callbacks.add(memoryKey(spokenOf));
  for (const { slot, effect } of effects) if (slot === "thread" && effect.kind === "thread") threads.add(effect.id);
  composer.review();
  composer.settle(3, brief.beat !== undefined);
  const begins = choice !== undefined && !isUnanswered && isAnswered(brief) && !isShown(composer, brief);
  // An answer and what goes with it are one paragraph, after the question. (rule NA5755)
  if (!(isJoined && begins && composer.texts.length < 2) && composer.partInTwo()) {
    // Two paragraphs are enough.
  } else if (begins) composer.sayFirst(deedUnit(choice, brief, composer));
  if (composer.texts.length < 2) {
    composer.paragraph();
    sayLast(composer, brief);
    if (composer.texts.length < 2) {
      composer.paragraph();
      composer.say({ keys: staying(brief), fill: stage.place ? { place: stage.place } : {}, must: true });
    }
  }
  return { callbacks, threads };
}

/** Whether somebody comes in by what was done. */
const comes = ({ effects }: SceneBrief, npc: string): boolean =>
  effects.some((effect) => effect.kind === "arrive" && effect.npc === npc);

/** Those who come to a place together with the player, as they had the same way. (rule NA5001) */
function joined({ choice, effects }: SceneBrief): readonly string[] {
  const to = choice?.verb === "go" ? choice.bind.place : undefined;
  return effects.flatMap((effect) => (effect.kind === "arrive" && effect.place === to ? [effect.npc] : []));
}

/** "On the way Osk falls in with you": told where the way is. */
function sayWhoJoins(composer: Composer, brief: SceneBrief): void {
  for (const id of joined(brief)) {
    const npc = composer.story.people.get(id);
    if (npc === undefined || brief.beat?.people.includes(id) === true) continue;
    composer.say({ keys: ["turn joined", "enter"], fill: { npc }, must: true });
    composer.hasCome(id);
    composer.rest(WAY_MARK);
  }
}

/** What cannot be told with all that its paragraph goes on with is told by itself: an answer is not lost for what stands beside it. (rule NA5756) */
function sayAlone(composer: Composer, unit: Unit): void {
  const { fact, passage, more, ...fill } = unit.fill;
  if (fact === undefined || ((passage?.length ?? 0) < 2 && (more?.length ?? 0) === 0)) return;
  const { tail: _tail, lead: _lead, rest: _rest, ...own } = fact;
  if (composer.say({ ...unit, fill: { ...fill, fact: own, passage: [fact.text], whole: false } })) composer.unmet--;
}

/** Scenes between two words that are said back. */
const ECHO_REST = 4;

/** Whoever hears what a decision says or asks, of which nothing more is written, says the word back that matters in it. (rule NA3145) */
function sayBack(composer: Composer, choice: ChoiceSlot, hearer: Person): void {
  const { stage } = composer;
  if (!isAnswerToBeat(choice) || hearer.speech !== "words" || !composer.hasRested("echo", ECHO_REST)) return;
  const word = echoOf(choice.bind.text ?? "");
  const wasThere = composer.isHere(hearer.id) || composer.memory.stagePeople.includes(hearer.id);
  if (word === undefined || !wasThere || stage.leaving.has(hearer.id)) return;
  if (composer.say({ keys: ["speech"], fill: { npc: hearer, quote: `${word}?` }, must: false })) composer.rest("echo");
}

/** "Go out to the box upon the green": a decision by which the player goes somewhere, and which has moved them to no other place. */
const GOES_OUT =
  /^(?:\p{Ll}+ly )?(?:go|walk|run|step|slip|ride|cross|come|head|hurry|set|climb|follow|stroll|march|creep|steal|rush|row|drive) (?:\p{Ll}+ ){0,3}?(?:out|to|up|down|over|after|across|into|behind|away|outside|along|round|through|past|him|her|them)\b/u;

const goesSomewhere = (choice: ChoiceSlot | undefined): boolean =>
  choice?.verb === "decide" && choice.bind.place === undefined && GOES_OUT.test(lowerFirst(choice.bind.text ?? ""));

/** How it is told that the player is where they were: whoever has gone somewhere is back. (rule NA5945) */
const staying = ({ choice }: SceneBrief): readonly string[] =>
  goesSomewhere(choice) ? ["ground back", "ground stay"] : ["ground stay"];

/** Whoever was there for a deed of which nothing else has come takes it, in one sentence. (rule NA6350) */
function takeIt(composer: Composer, brief: SceneBrief, partner: Person | undefined): void {
  const isDeedAlone = composer.sentences.every(({ key }) => key !== undefined && /^(?:deed |turn time$)/.test(key));
  if (!partner || !isDeedAlone || composer.words === 0) return;
  const wasThere = composer.isHere(partner.id) || composer.memory.stagePeople.includes(partner.id);
  const taken = wasThere ? takenAs(brief) : undefined;
  if (taken !== undefined) composer.say({ keys: [taken], fill: { npc: partner }, must: false });
}

/** A scene of one sentence ends with whoever is here, with who lives here and is not, or with the place. */
function sayLast(composer: Composer, brief: SceneBrief): void {
  const { stage, story } = composer;
  const { choice } = brief;
  const here = stage.present.filter((person) => composer.isHere(person.id));
  // Whoever the deed names or is done with takes notice before anybody else.
  const [meant] = here.filter(({ id, short }) => id === choice?.bind.npc || (choice?.text ?? "").includes(short));
  const witness = meant ?? here[0];
  if (witness) {
    if (stage.moved && greet(composer, witness)) return;
    const own = witness.id === choice?.bind.npc || choice?.bind.npc === undefined ? takenAs(brief) : undefined;
    // What is said to somebody they take before they come to anything else. (rule NA6350)
    if (own !== undefined && composer.say({ keys: [own], fill: { npc: witness }, must: false })) return;
    if (!(choice && isAnswerToBeat(choice)) && goesOnAbout(composer, witness)) return;
    // That somebody is here who was here is no news. (rule NA653)
    const isKnown = composer.named.has(`npc:${witness.id}`) || composer.memory.stagePeople.includes(witness.id);
    // Whoever is asked and has nothing to say to it does not answer. (rule NA1001)
    if (choice && isAskedBy(choice, witness) && sayUnanswered(composer, witness)) return;
    // That somebody looks at the player is the least that can be told of them. (rule NA5903)
    if (!stage.moved && (takesUpDeed(composer, witness, choice) || lookAt(composer, witness))) return;
    const keys = ["react seen", ...(isKnown && !stage.moved ? [] : ["ground here"])];
    if (composer.say({ keys, fill: { npc: witness }, must: false })) return;
  }
  const isKnown = (id: string): boolean => stage.metBefore(id) || composer.memory.named.has(`npc:${id}`);
  // Where somebody else is answers no decision. (rule NA4700)
  const owner = (choice && isAnswerToBeat(choice) ? [] : story.matter.people).find(
    ({ id, home }) => home === stage.place?.id && isKnown(id) && !stage.onStage.has(id),
  );
  // Who has come to where somebody lives sees that they are not there, and nothing tells them where else. (rule NA3501)
  if (owner && stage.moved && composer.say({ keys: ["knowledge npc"], fill: { npc: owner }, must: false })) return;
  // Where one still is, its author shows, unless what was done leads away. (rule NA5904)
  if (!stage.moved && !(choice?.verb === "decide" && LEADS_AWAY.test(choice.bind.text ?? "")) && tellSight(composer))
    return;
  const place = stage.place ? { place: stage.place } : {};
  composer.say({
    keys: [...(stage.present.length === 0 && !goesSomewhere(choice) ? ["ground alone"] : []), ...staying(brief)],
    fill: place,
    must: true,
  });
}

/** Whether a decision has led the player to somebody who was somewhere else. */
const isLedTo = ({ verb, bind }: ChoiceSlot): boolean =>
  verb === "decide" && bind.place !== undefined && bind.npc !== undefined && bind.npc !== bind.npc2;

/** Whom a decision has led the player to takes it: with a line on it, in their manner, or by looking up at least. (rule NA6500) */
function meetThere(composer: Composer, npc: Person, brief: SceneBrief): void {
  if (
    !composer.isHere(npc.id) ||
    composer.sentences.some(({ key }) => key === "speech" || key?.startsWith("react ") === true)
  )
    return;
  const { choice } = brief;
  const deed = tiesOf(composer.story, [choice?.bind.text ?? ""]);
  const best =
    npc.speech === "words" ? nearestLine(composer, npc, { ...deed, names: withoutPeople(deed.names) }) : undefined;
  const sources = [{ kind: "npc" as const, ref: npc.id, text: npc.name }];
  const says = best !== undefined && best.ties >= OCCASION && !speaksOfAsking(best.line) ? best.line : undefined;
  if (says !== undefined && composer.say({ keys: ["speech"], fill: { npc, quote: says }, must: false, sources }))
    return;
  const own = takenAs(brief);
  if (own !== undefined && composer.say({ keys: [own], fill: { npc }, must: false })) return;
  if (!showPerson(composer, npc, brief, true)) composer.say({ keys: ["react seen"], fill: { npc }, must: false });
}

/** "Slip out by the end door", "follow the whistle": whoever does it is elsewhere then. */
const LEADS_AWAY =
  /^(?:go|leave|slip|walk|run|climb|ride|drive|sail|row|cross|follow|head|hurry|sneak|get out|step (?:out|off)|take (?:it|them|him|her|the|\p{Lu}\p{L}+) .*\b(?:to|home|away|out))\b/iu;

/** A line of somebody's that shares a name or two rare words with what was done before them. */
function takesUpDeed(composer: Composer, npc: Person, choice: ChoiceSlot | undefined | null): boolean {
  const { story, stage } = composer;
  if (npc.speech !== "words" || !stage.inTalk.has(npc.id)) return false;
  const deed = tiesOf(story, [choice?.bind.text ?? choice?.text ?? ""]);
  const best = nearestLine(composer, npc, { ...deed, names: withoutPeople(withoutPlace(deed.names, stage.place)) });
  if (best === undefined || best.ties < OCCASION || speaksOfAsking(best.line)) return false;
  const sources = [{ kind: "npc" as const, ref: npc.id, text: npc.name }];
  return composer.say({ keys: ["speech"], fill: { npc, quote: best.line }, must: false, sources });
}

/** A sentence on the place that has not been told and goes on from no other. */
function tellSight(composer: Composer): boolean {
  const { place } = composer.stage;
  if (!place) return false;
  const sources = [{ kind: "place" as const, ref: place.id, text: place.name }];
  const leaning = new Set(place.inside);
  return untold(composer, place.sentences, true).some(
    (sentence) => !leaning.has(sentence) && composer.tell(sentence, sources, false),
  );
}

/** Whether a decision asks somebody something. */
const isAskedBy = ({ verb, bind }: ChoiceSlot, { id }: Person): boolean =>
  bind.npc === id && verb === "decide" && /^ask\b(?! (?:nothing|nobody|no one|no)\b)/i.test(bind.text ?? "");

const sayUnanswered = (composer: Composer, npc: Person): boolean =>
  composer.say({ keys: ["turn refused"], fill: { npc }, must: false });

/** Sentences that say no more than what was done, how long it took, and who is where. */
const BARE =
  /^(?:deed |turn (?:time|move|back|left|fetched|taken|together|all|days|part)|ground |enter|exit|react |time$)/;

/** Words of an arrival to which nothing of whoever is there need be added. */
const ENOUGH_OF_AN_ARRIVAL = 60;

/**
 * A scene of nothing but its deed gives the player something of the author's: a sight that was not told, something that somebody here
 * says, or how they look. A refusal is an answer. Implements rule NA506.
 */
function giveSomething(composer: Composer, brief: SceneBrief, partner: Person | undefined): void {
  const { stage, story } = composer;
  if (brief.outcome === "fail" || isRefused(brief) || isAnswered(brief) || hasAnswered(brief)) return;
  const isBare = composer.sentences.every(({ key }) => key !== undefined && BARE.test(key));
  // A short arrival ends with somebody, not with a wall. (rule NA1002)
  const isShortArrival =
    stage.moved && composer.words < ENOUGH_OF_AN_ARRIVAL && composer.sentences.every(({ key }) => key !== "speech");
  if (!(isBare || isShortArrival) || brief.effects.some(({ kind }) => kind === "arrive")) return;
  const here = [...(partner ? [partner] : []), ...stage.present].filter(({ id }) => composer.isHere(id));
  const isAlone = brief.choice !== undefined && !isTalk(brief.choice.verb);
  const { place } = stage;
  const sights = (): boolean => tellSight(composer);
  const people = [...new Set(here)];
  const isAnswer = brief.choice !== undefined && isAnswerToBeat(brief.choice) && !stage.moved;
  if (!isAnswer && people.some((person) => goesOnAbout(composer, person))) return;
  // Who has shown already how they take it does nothing else besides. (rule NA6350)
  if (isAnswer && composer.sentences.some(({ key }) => key?.startsWith("react ") === true)) return;
  // What the player has answered is taken by whoever hears it: nobody is looked at for it, and no lore comes to mind. (rule NA3102)
  if (isAnswer) {
    const own = takenAs(brief);
    const [hearer] = people;
    if (hearer && own !== undefined && composer.say({ keys: [own], fill: { npc: hearer }, must: false })) return;
    // A line that was written for no such answer answers nothing, and nobody looks round for it; alone one does. (rule NA3142)
    if (hearer === undefined && sights()) return;
    if (hearer && isAskedBy(brief.choice, hearer) && sayUnanswered(composer, hearer)) return;
    if (hearer) composer.say({ keys: ["react seen"], fill: { npc: hearer }, must: false });
    return;
  }
  if (isBare && isAlone && sights()) return;
  if (people.some((person) => showPerson(composer, person, brief))) return;
  if (!isBare || !isAlone || !place) return;
  const sources = [{ kind: "place" as const, ref: place.id, text: place.name }];
  for (const passage of knownOf(composer, place.id, place.topic)) {
    const [first = "", ...rest] = passage;
    if (!composer.tell(first, sources, false)) continue;
    rest.every((one, at) => composer.tell(one, sources, false, passage[at]));
    return;
  }
  // What the author says of the whole setting is true of any day.
  // What it says of another place is told there. (rule NA6357)
  const isOfHere = (sentence: string): boolean =>
    story.names.keysIn(sentence).every((key) => !key.startsWith("place:") || key === `place:${place.id}`);
  const [general] = untold(composer, story.general).filter((sentence) => isOfHere(sentence) && composer.fits(sentence));
  if (general !== undefined && stage.present.length === 0 && brief.choice?.verb !== "go")
    composer.tell(general, [{ kind: "lore", ref: "world/setting.md", text: general }], false);
}

/** A decision, or an answer to what a beat has put to the player. */
const isAnswerToBeat = ({ verb, bind }: ChoiceSlot): boolean =>
  bind.beat !== undefined && /^(?:decide|accept|refuse)$/.test(verb);

/** What a beat asked for or left to decide is taken up: of its matter somebody here says more. (rule NA436) */
function takeUp(composer: Composer, { choice, beat, outcome }: SceneBrief, partner: Person | undefined): void {
  const { story, stage } = composer;
  const asked = choice?.bind.beat === undefined ? undefined : story.beats.get(choice.bind.beat);
  if (!asked || beat || outcome === "fail" || !/^(?:accept|decide)$/.test(choice?.verb ?? "")) return;
  const people = [...(partner ? [partner] : []), ...stage.present];
  explain(composer, asked, people, choice?.verb === "decide" ? { of: choice.bind.text ?? "" } : {});
}

/** Words of an answer about somebody to which nothing is added. */
const SAID_ENOUGH = 35;

/** Who is asked about somebody goes on: in a line of theirs that names them, else with what is known of them. (rule NA461) */
function sayMoreOf(composer: Composer, speaker: Person, other: string, brief: SceneBrief): void {
  const { story, stage } = composer;
  if (composer.words >= SAID_ENOUGH || !composer.isHere(speaker.id)) return;
  const key = `npc:${other}`;
  const quote = speaker.lines.find(
    (line) =>
      story.names.keysIn(line).includes(key) &&
      !composer.wasTold(line) &&
      // What has just been said is not said again, however short. (rule NA3443)
      !composer.hasSaid(line) &&
      !addressesAnother(line, speaker, story.matter.people),
  );
  const own = [{ kind: "npc" as const, ref: speaker.id, text: speaker.name }];
  if (
    quote !== undefined &&
    composer.say({ keys: ["speech"], fill: { npc: speaker, quote }, must: false, sources: own })
  )
    return;
  const name = story.people.get(other)?.short ?? "";
  const fact = story.matter.facts.find(
    (one) =>
      one.inside !== true &&
      [name, story.people.get(other)?.name ?? name].some((form) => one.text.startsWith(form)) &&
      one.names.includes(key) &&
      isTellable(one, speaker.id) &&
      !stage.knowsFact(one.id) &&
      !isKept(composer, one) &&
      !answersNext(composer, one) &&
      !composer.wasTold(one.text) &&
      composer.fits(one.text, true),
  );
  if (!fact || name === "") return;
  const passage = passageOf(fact, speaker, brief, stage, story, (text) => composer.wasTold(text));
  const sources = [{ kind: "lore" as const, ref: fact.id, text: fact.text }];
  const fill = { npc: speaker, fact, whole: true, ...passage };
  if (composer.say({ keys: ["speech fact"], fill, must: false, sources })) composer.named.add(`fact:${fact.id}`);
}

/** Share of a decision's words that its beat says again. */
const RESTATED = 0.6;

/** A decision that the beat tells as its own beginning is not told twice. */
export function isToldByBeat({ choice, beat }: Pick<SceneBrief, "choice" | "beat">): boolean {
  if (choice?.verb !== "decide" || !beat) return false;
  const words = [...contentWords(choice.bind.text ?? "")];
  const told = contentWords(beat.told.slice(0, 6).join(" "));
  return words.length > 0 && words.filter((word) => told.has(word)).length >= RESTATED * words.length;
}

/** A question that is answered begins with its answer: the choice has put it already. (rule NA370) */
function isAnswered({ choice, effects, outcome }: SceneBrief): boolean {
  return (
    choice !== undefined &&
    (choice.verb === "ask" || choice.verb === "gossip") &&
    choice.echo === undefined &&
    (outcome === "success" || outcome === "none") &&
    effects.some(
      (effect) =>
        (effect.kind === "learn" &&
          effect.how === "told" &&
          effect.from === choice.bind.npc &&
          effect.fact !== choice.bind.fact) ||
        (effect.kind === "motive" && effect.npc === choice.bind.npc),
    )
  );
}

/** People who come along that are told one by one. */
const MOST_TOGETHER = 4;
/** Scenes after which it is said again who goes along. */
const TOGETHER_REST = 20;

/** Who travels with the player is said to come along when they set out: once, and again where somebody joins. (rule NA522) */
function sayTogether(composer: Composer, { beat }: SceneBrief): void {
  const { stage, story } = composer;
  const along = companionsOf(stage, story, beat);
  // A whole ship's company is no list. (rule NA4314)
  if (along.length > MOST_TOGETHER) return;
  const mark = `together:${along.map(({ id }) => id).join("+")}`;
  const [first] = along;
  if (!first || !composer.hasRested(mark, TOGETHER_REST)) return;
  composer.rest(mark);
  const fill = along.length === 1 ? { npc: first } : { list: listOf(composer, along, true) };
  composer.say({ keys: ["turn together"], fill, must: true });
}

/** Scenes between two calls: who is called away in every scene is told nothing. */
const CALL_REST = 6;

/**
 * Somebody here says once who asks for the player elsewhere, where a beat waits there and a choice leads to it: only then can they be said
 * to have been sent for. (rules NA523 and NA951)
 */
function callAway(composer: Composer, { slots }: SceneBrief): boolean {
  const { story, stage, memory } = composer;
  if (!composer.hasRested("call", CALL_REST)) return false;
  for (const { verb, bind, sources } of slots) {
    const [source] = sources;
    const place = story.places.get(bind.place ?? "");
    if (verb !== "go" || source?.kind !== "beat" || !place || !stage.isDue(source.ref)) continue;
    const beat = story.beats.get(source.ref);
    const key = callKey(source.ref);
    if (!beat || beat.place !== place.id || memory.done.has(key)) continue;
    const unit = callOf(composer, beat.people, place);
    if (!unit || !composer.say({ ...unit, must: false, sources: [source] })) continue;
    composer.done.add(key);
    composer.rest("call");
    return true;
  }
  return false;
}

/**
 * Who calls: of those here who have to do with somebody of the beat whom the player knows of, somebody who was not with the player in the last
 * scene and so may come from them. Whoever of the beat is here asks nobody elsewhere without a reason. (rule NA3123)
 */
function callOf(composer: Composer, people: readonly string[], place: Place): Pick<Unit, "keys" | "fill"> | undefined {
  const { story, stage, memory } = composer;
  const cast = people.flatMap((id) => story.people.get(id) ?? []).filter(({ speech }) => speech === "words");
  if (cast.some(({ id }) => composer.isHere(id) && !stage.companions.has(id))) return undefined;
  const isKnown = (id: string): boolean =>
    stage.metBefore(id) || memory.named.has(`npc:${id}`) || composer.named.has(`npc:${id}`);
  const sender = cast.find(({ id }) => !composer.isHere(id) && stage.placeOf(id) !== undefined && isKnown(id));
  if (!sender) return undefined;
  const talkers = stage.present.filter(({ id, speech }) => speech === "words" && composer.isHere(id));
  const hasToDo = ({ id, relations }: Person): boolean =>
    relations.some(({ to }) => to === sender.id) || sender.relations.some(({ to }) => to === id);
  // Who has been with the player all the time has heard from nobody.
  const messenger = talkers.find((one) => hasToDo(one) && !memory.stagePeople.includes(one.id));
  return messenger ? { keys: ["turn call"], fill: { npc2: sender, place, npc: messenger } } : undefined;
}

/** What describes the place is shown and not said: the deed is told before it. (rule NA546) */
const isShown = ({ story, place }: Composer, { effects }: SceneBrief): boolean =>
  effects.some((effect) => {
    const fact = effect.kind === "learn" && effect.how === "told" ? story.facts.get(effect.fact) : undefined;
    const teller = effect.kind === "learn" ? story.people.get(effect.from ?? "") : undefined;
    return fact !== undefined && !isAtHome(teller, place) && describesHere(fact, place);
  });

/** Whether words begin with a verb: one that is known, or one with its object or its adverb behind it. */
const opensAsOrder = (text: string): boolean => {
  const [verb = "", next = "the"] = text
    .replace(/^(?:not|never|quietly|openly|only|just|first|then|\p{Ll}+ly) /u, "")
    .split(" ");
  return isVerb(verb.replace(/,$/, "")) || OPENS_OBJECT.test(next);
};
const OPENS_OBJECT =
  /^(?:the|an?|his|her|its|their|your|my|him|it|them|this|that|to|for|at|in|into|on|onto|up|down|out|off|over|under|with|from|about|after|back|away|by|through|all|both|each|every|some|one|two|three|no|nobody|nothing|somebody|everything|whether|what|who|why|how|\p{Lu}.*|\p{Ll}+ly)$/u;

/** What is done to a thing that one can hold. */
const HANDLES =
  "(?:keep|take|give|hand|leave|put|burn|hide|open|read|show|sell|throw|drop|return|bring|carry|pocket|break|tear|lay|set|pass|destroy|wear|accept|refuse|hold|offer|pick|lock|unlock|cut|fold|turn|use|steal|buy|send|pull|push|lift|close|bury)";
/** "Keep it", "hand it to Osk", "put them back": of something that the words do not name. */
const DONE_TO_IT = new RegExp(
  `^(${HANDLES}(?: (?:up|down|out|in|on|off|over|away|back))?) (it|them)(?![\\p{L}'’])`,
  "u",
);
/** "Lay down the button now": what another way of the same beat has for its object. */
const DONE_TO_THING = new RegExp(
  `^${HANDLES}(?: (?:up|down|out|in|on|off|over|away|back))? ((?:the|your|his|her|their) (?:(?!of\\b)\\p{Ll}+ )??(?!be\\b)\\p{Ll}+)(?=$|,| (?:now|then|at|to|on|in|into|for|and|or|back|up|down|out|away|with|from|here|there|tonight|until|before|beside|under|over)\\b)`,
  "u",
);

/** A decision's words with the thing that it is about, where another way of its beat names one and no more. (rule NA5946) */
export function withThing(
  text: string | undefined,
  beat: Pick<BeatMatter, "decisions" | "choices"> | undefined,
): string | undefined {
  const [, , pronoun] = DONE_TO_IT.exec(lowerFirst(text ?? "")) ?? [];
  if (text === undefined || pronoun === undefined || beat === undefined) return text;
  const ways = [...beat.decisions, ...(beat.choices ?? []).map((way) => way.text)];
  const things = new Set(ways.flatMap((way) => (way === text ? [] : (DONE_TO_THING.exec(lowerFirst(way))?.[1] ?? []))));
  const [thing, ...others] = things;
  if (thing === undefined || others.length > 0 || isPlural(thing) !== (pronoun === "them")) return text;
  return lowerFirst(text).replace(DONE_TO_IT, `$1 ${thing}`);
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** "Be there when he does": words that nothing but the beat before them explains. */
const LEANS_ON_BEAT =
  /\b(?:when|if|as|before|after|until|while|where|what) (?:he|she|they|it) (?:does|do|did|is|are|was|were|has|have|had|will|would|can|could)$/u;

/** "You say it, straight.": what comes of a decision tells the deed in its author's words. (rule NA6503) */
const isToldByResult = ({ choice, effects }: SceneBrief): boolean =>
  choice?.verb === "decide" && effects.some((effect) => effect.kind === "authored" && DOES_IT.test(effect.text));

/** The player does something, and is not only done to, or in a state. */
const DOES_IT =
  /^You (?!(?:are|were|have|had|hear|heard|see|saw|know|knew|feel|felt|find|found|learn|learned|learnt|get|got|owe|lose|lost|miss|wake|woke|need|remember|think|thought|notice|noticed|realise|realize|stay|now|also|will|would|can|could|may|might|must|never|do not|did not|don['’]t|didn['’]t)\b)\p{Ll}+/u;

/** A decision in words that lean on the beat before it is not told again where its scene has more to tell. (rule NA5946) */
const leansOnBeat = ({ choice, beat }: SceneBrief): boolean =>
  choice?.verb === "decide" && beat !== undefined && LEANS_ON_BEAT.test(choice.bind.text ?? "");

/** "Tell them now": when it is done it is now. (rule NA3492) */
const NOW = /(?<=\s\S+\s.*)(?<! (?:right|just|until|by|and)) now$/u;

function deedUnit(choice: ChoiceSlot, brief: SceneBrief, composer: Composer): Unit {
  const { outcome } = brief;
  const fill = fillingOf(choice.bind, composer.stage, composer.story, brief.recalled);
  // "You blue feather." is no deed: words that open with no verb are not told as one. (rule NA547)
  const isDeed = choice.verb !== "decide" || opensAsOrder(choice.bind.text ?? "");
  const own = isDeed ? [`deed ${choice.verb} ${outcome}`, `deed ${choice.verb} any`] : [];
  // Who takes the player along is there on the way. (rule NA3500)
  const along = choice.verb === "go" && choice.bind.npc2 !== undefined ? ["deed go with"] : [];
  // Nobody goes to the town from its inn: they leave the inn. (rule NA5303)
  const { from, place: to } = composer.stage;
  const isOut =
    choice.verb === "go" && along.length === 0 && from !== undefined && to !== undefined && liesIn(from, to);
  const meant = asksWhatIsMeant(choice) ? ["deed ask meant"] : [];
  const keys = [...(isOut ? ["turn left"] : []), ...along, ...meant, ...own, `deed any ${outcome}`, "deed any any"];
  // "Be nice about it" is done as "You are nice about it." (rule NA1000)
  const said =
    choice.verb === "decide" ? withThing(fill.text, composer.story.beats.get(choice.bind.beat ?? "")) : fill.text;
  const text = outcome === "fail" ? fill.text : said?.replace(/^be /i, "are ").replace(NOW, "");
  return {
    keys,
    fill: { ...fill, ...(text === undefined ? {} : { text }), deed: choice.label.toLowerCase() },
    must: true,
    bound: true,
    choice,
    sources: choice.sources,
  };
}

/** Whoever the player has set out to find, by the choice or by its words: "Look for Fergus". */
function soughtIn({ story }: Composer, { choice }: SceneBrief): Person | undefined {
  if (choice === undefined || (choice.verb !== "go" && !isLedTo(choice))) return undefined;
  if (choice.bind.npc !== undefined) return story.people.get(choice.bind.npc);
  const words = /\b(?:look for|find|see) (.+)$/iu.exec(choice.text)?.[1];
  return story.matter.people.find(({ short }) => short === words);
}

/** Whether what is told of a beat names somebody of it, or has them speak. */
const isNamedIn = ({ told, dialogue }: NonNullable<SceneBrief["beat"]>, { id, name, short }: Person): boolean =>
  dialogue.some(({ speaker }) => speaker === id) || told.some((text) => text.includes(short) || text.includes(name));

/** People met at once of whom it is told what one sees of them. */
const MOST_LOOKED_AT = 2;

/** Who is here, on coming to a place: each one named once. */
export function sayWhoIsHere(composer: Composer, brief: SceneBrief): void {
  const { stage } = composer;
  const entering = new Set([...stage.arriving, ...(brief.beat?.people ?? [])]);
  const companion = brief.choice?.verb === "follow" ? brief.choice.bind.npc : undefined;
  // Whom the player went to find is here; the deed has only said that they were looked for.
  const sought = soughtIn(composer, brief);
  const isMissed = sought !== undefined && brief.beat !== undefined && !isNamedIn(brief.beat, sought);
  if (isMissed) composer.hasCome(sought.id);
  const here = stage.present.filter(
    (person) =>
      (!entering.has(person.id) || (isMissed && person.id === sought.id)) &&
      !stage.companions.has(person.id) &&
      person.id !== companion &&
      // Of whom the beat says nothing is told that they are there only if the player came for them. (rule NA652)
      (person.id === sought?.id || (!brief.beat && !composer.named.has(`npc:${person.id}`))),
  );
  // Nor is it passed over that whoever was looked for is not there. (rule NA5301)
  if (sought && !stage.onStage.has(sought.id) && (brief.beat === undefined || isMissed)) {
    composer.say({ keys: ["knowledge npc"], fill: { npc: sought }, must: true });
    if (here.length === 0) return;
  }
  if (brief.beat && here.length === 0) return;
  if (here.length === 0) {
    const isDescribed = stage.firstVisit && (stage.place?.sentences.length ?? 0) > 0;
    if (stage.present.length === 0 && !isDescribed)
      composer.say({ keys: ["ground alone"], fill: stage.place ? { place: stage.place } : {}, must: false });
    return;
  }
  const isNew = (person: Person): boolean => !stage.metBefore(person.id);
  const [stranger] = here.filter(isNew);
  // Of whom nothing can be said but that they are here, that is said with the others. (rule NA952)
  const isPlain = here.length > 1 && stranger !== undefined && rolePhrase(stranger, composer.story) === undefined;
  const strangers = isPlain && !here.some(({ id }) => id === sought?.id) ? here : here.filter(isNew);
  // Several at once are one sentence. (rule NA511)
  if (strangers.length > 1)
    composer.say({
      keys: ["ground who"],
      fill: { list: listOf(composer, strangers) },
      must: true,
      sources: strangers.map(({ id, name }) => ({ kind: "npc", ref: id, text: name })),
    });
  for (const npc of strangers.length > 1 ? [] : strangers)
    composer.say({
      keys: ["ground first", "ground who"],
      fill: { npc, ...(stage.place ? { place: stage.place } : {}) },
      must: true,
      sources: [{ kind: "npc", ref: npc.id, text: npc.name }],
    });
  // Whom one meets for the first time one sees. (rule NA5902)
  if (!brief.beat) for (const npc of strangers.slice(0, MOST_LOOKED_AT)) if (isNew(npc)) lookAt(composer, npc);
  const known = here.filter((person) => !strangers.includes(person));
  const [first] = known;
  if (!first) return;
  const isSought = known.length === 1 && first.id === sought?.id;
  // Who was looked for is here: their greeting says so.
  // Who has spoken already has greeted. (rule NA1006)
  const hasSpoken = (id: string): boolean => brief.effects.some((one) => one.kind === "learn" && one.from === id);
  if (isSought && (hasSpoken(first.id) || greet(composer, first))) return;
  composer.say({
    // "You go to the mill to find Osk. He is here." (rule NA5789)
    keys: isSought ? ["ground sought", "ground who"] : ["ground who"],
    fill: known.length > 1 ? { list: listOf(composer, known) } : { npc: first },
    must: true,
    sources: known.map(({ id, name }) => ({ kind: "npc", ref: id, text: name })),
  });
  const wanted = known.find(({ id }) => id === sought?.id);
  if (wanted && !hasSpoken(wanted.id)) greet(composer, wanted);
}

/** How somebody who knows the player takes it that they come: by what they think of them. (rule NA452) */
function greet(composer: Composer, npc: Person): boolean {
  return composer.say({ keys: ["ground greet"], fill: { npc }, must: false });
}

/** People who came or went between the scenes without an effect that says so. */
function unexplained(composer: Composer, brief: SceneBrief): { come: Unit[]; gone: Unit[] } {
  const { stage, memory, story } = composer;
  if (stage.moved || memory.stagePlace === undefined) return { come: [], gone: [] };
  const before = new Set(memory.stagePeople);
  const byBeat = new Set(brief.beat?.people ?? []);
  const come = stage.present
    .filter(
      (person) =>
        !before.has(person.id) &&
        !stage.arriving.has(person.id) &&
        !byBeat.has(person.id) &&
        !composer.named.has(`npc:${person.id}`),
    )
    .map((npc): Unit => ({ keys: ["enter"], fill: { npc }, must: true }));
  const gone = [...before]
    .filter((id) => !stage.onStage.has(id) && !stage.withdrawn.has(id))
    .flatMap((id) => story.people.get(id) ?? [])
    .map((npc): Unit => {
      const to = stage.placeOf(npc.id);
      return { keys: ["exit"], fill: { npc, ...(to && to.id !== stage.place?.id ? { place2: to } : {}) }, must: true };
    });
  return { come, gone };
}

/** What this turn is about: its choice, and what has been told of it so far. */
function aboutNow({ story, texts, stage }: Composer, { choice }: SceneBrief): Ties {
  const { npc, topic, fact, prop, item } =
    choice === undefined ? ({} as Filling) : fillingOf(choice.bind, stage, story);
  return tiesOf(
    story,
    [...texts, ...[topic?.np, fact?.text, prop?.np, item?.name].flatMap((words) => words ?? [])],
    [...(npc ? [`npc:${npc.id}`] : []), ...(topic ? [`topic:${topic.id}`] : [])],
  );
}

/** Somebody here whose wish shares a rare word with what has just been told looks up. (rule NA372) */
function lookUp(composer: Composer, brief: SceneBrief, partner: Person | undefined): void {
  const { story, stage } = composer;
  const gained = brief.effects.flatMap((effect) => (effect.kind === "learn" ? [story.facts.get(effect.fact)] : []));
  const told = tiesOf(
    story,
    gained.flatMap((fact) => (fact ? [fact.text] : [])),
  );
  const touched = stage.present.find(
    (person) =>
      person.id !== partner?.id &&
      composer.isHere(person.id) &&
      stage.metBefore(person.id) &&
      tieCount({ ...tiesOf(story, person.motives), names: new Set() }, told) > 0,
  );
  if (touched) composer.say({ keys: ["react touched"], fill: { npc: touched }, must: false });
}

/** "Do not thank me yet": said to something that has been said or done. (rule NA1005) */
const ANSWERS_SOMETHING =
  /^(?:do not|don[’']t|yes|no|so|then|but|and|well|because|that|this|it|oh|ah, but|sorry|thank)\b|\b(?:yet|either|instead|again|anyway|after all)\b/iu;

/** A line of somebody's: at a first meeting, else one that shares a word with what is being told. */
function speak(composer: Composer, brief: SceneBrief, partner: Person | undefined): void {
  const { stage, story } = composer;
  // An answer to what has happened, or what comes of a decision, is not talked over.
  if (hasAnswered(brief) || isRefused(brief)) return;
  // Where one comes to what happens, that is what one comes to. (rule NA1005)
  if (brief.beat && (stage.moved || stage.carriedOff)) return;
  // Who matters more to the story is heard first. (rule NA5002)
  const here = stage.present
    .filter((person) => composer.isHere(person.id))
    .toSorted((one, other) => forwardness(other) - forwardness(one));
  const stranger = here.find((person) => !stage.metBefore(person.id) && composer.named.has(`npc:${person.id}`));
  const speaker = stranger ?? (partner && composer.isHere(partner.id) ? partner : here[0]);
  if (!speaker || (brief.beat && brief.beat.dialogue.length > 0 && !stranger) || offended(brief, speaker)) return;
  const sources = [{ kind: "npc" as const, ref: speaker.id, text: speaker.name }];
  // Where somebody has come to, what they have just heard elsewhere goes on.
  const now = stage.moved ? tiesOf(story, [...composer.texts, ...composer.memory.lately]) : aboutNow(composer, brief);
  // That one is at a place is no occasion: one is there all the time.
  const occasion = { ...now, names: withoutPeople(withoutPlace(now.names, stage.place)) };
  const best = nearestLine(composer, speaker, occasion);
  if (stranger) {
    // A first word is about what is at hand, or to the player.
    const [first] = speaker.lines.filter(
      (line) =>
        /\b(?:you|your|you['’]\p{Ll}+)\b/iu.test(line) &&
        !ANSWERS_SOMETHING.test(line) &&
        !speaksOfAsking(line) &&
        !composer.wasTold(line) &&
        !addressesAnother(line, speaker, story.matter.people),
    );
    const isFree = best !== undefined && !ANSWERS_SOMETHING.test(best.line) && !speaksOfAsking(best.line);
    const quote = best && best.ties > 0 && isFree ? best.line : first;
    if (quote !== undefined)
      composer.say({ keys: ["speech first", "speech"], fill: { npc: speaker, quote }, must: false, sources });
    return;
  }
  const told = reactionKind(brief) === "told" && brief.outcome !== "fail";
  if (told && composer.say({ keys: ["speech catch"], fill: { npc: speaker }, must: false, sources })) return;
  // An example line needs an occasion; after a refusal there is none.
  if (best && best.ties >= OCCASION && brief.outcome !== "fail") {
    composer.say({ keys: ["speech"], fill: { npc: speaker, quote: best.line }, must: false, sources });
    return;
  }
  tellMore(composer, speaker, now, brief);
}

/** In a story that has enough of it, somebody here says what they know of the very thing that this scene is about. (rule NA374) */
function tellMore(composer: Composer, speaker: Person, now: Ties, brief: SceneBrief): void {
  const { outcome, effects } = brief;
  const { story, stage } = composer;
  const { facts } = story.matter;
  // An answer has been told to the end of its paragraph: another text beside it is none of it. (rule NA609)
  if (effects.some(({ kind }) => kind === "learn")) return;
  if (outcome === "fail" || composer.words >= TOLD_ENOUGH || facts.length < MANY_FACTS) return;
  const names = withoutPeople(now.names);
  // That one has come to a place is no reason to speak of it.
  const about = { ...now, names: stage.moved ? withoutPlace(names, stage.place) : names };
  const ties = tiesOfFacts(story);
  let best: { fact: Fact; score: number } | undefined;
  for (const fact of facts) {
    const own = ties.get(fact.id);
    if (!own || !isTellable(fact, speaker.id) || stage.knowsFact(fact.id) || isKept(composer, fact)) continue;
    // What stands in the middle of a paragraph goes on from what is not told. (rule NA550)
    if (fact.inside === true || answersNext(composer, fact)) continue;
    if (isOfOwnSecret(story, speaker, fact)) continue;
    if (!storyTies(story.matter).knowsOf(speaker, fact) || !standsAlone(fact, story.topics.get(fact.topic))) continue;
    const score = tieCount(own, about);
    if (score >= CLOSE_TIES && score > (best?.score ?? 0) && composer.fits(fact.text))
      if (!composer.wasTold(fact.text)) best = { fact, score };
  }
  if (!best) return;
  const { fact } = best;
  const sources = [{ kind: "lore" as const, ref: fact.id, text: fact.text }];
  const passage = passageOf(fact, speaker, brief, stage, story, (text) => composer.wasTold(text));
  const fill = { npc: speaker, fact, whole: true, ...passage };
  if (composer.say({ keys: ["speech fact"], fill, must: false, sources }))
    for (const { id } of [fact, ...passage.more]) composer.named.add(`fact:${id}`);
}

/** A decision, or a question about the beat that has just been told: its author has said what comes of it. */
const hasAnswered = ({ choice }: SceneBrief): boolean =>
  choice?.verb === "decide" || (choice?.verb === "ask" && choice.sources.some(({ kind }) => kind === "beat"));

/** After a refusal there is nothing more to say. */
const isRefused = ({ effects }: SceneBrief): boolean => effects.some(({ kind }) => kind === "refuse");

const offended = (brief: SceneBrief, npc: Person): boolean =>
  brief.effects.some((effect) => effect.kind === "feeling" && effect.npc === npc.id && effect.delta < 0);

/**
 * A scene with little to tell goes on with the author's sentences: with one of the setting that opens with what was asked about, and for
 * whoever looks with what this place has left to show. Nothing else fills it. (rules NA373 and NA453)
 */
function goOn(composer: Composer, brief: SceneBrief): void {
  const { stage, story } = composer;
  const { place } = stage;
  const looks = brief.choice !== undefined && /^(?:watch|listen|search)$/.test(brief.choice.verb);
  let left = stage.moved || composer.words >= ENOUGH_WORDS ? 0 : looks ? MOST_SIGHTS : 1;
  const sources = place ? [{ kind: "place" as const, ref: place.id, text: place.name }] : [];
  const before = (sentence: string): string | undefined => {
    const list = place?.sentences.includes(sentence) ? place.sentences : story.general;
    return list[list.indexOf(sentence) - 1];
  };
  const tell = (sentence: string): void => {
    if (left > 0 && composer.words < ENOUGH_WORDS && composer.tell(sentence, sources, false, before(sentence))) left--;
  };
  // What a place has left to show is for whoever looks.
  // What goes on from a sentence that nobody has read has lost what it is about. (rule NA6357)
  const inside = new Set(place?.inside);
  const isLed = (sentence: string): boolean => !inside.has(sentence) || composer.wasTold(before(sentence) ?? "");
  if (looks) for (const sentence of untold(composer, place?.sentences ?? [], true)) if (isLed(sentence)) tell(sentence);
  // What the setting says of the very thing that was asked about opens with its name.
  const topic = brief.choice?.bind.topic === undefined ? undefined : story.topics.get(brief.choice.bind.topic);
  const opens = (sentence: string): boolean =>
    topic !== undefined && withoutArticle(sentence).toLowerCase().startsWith(withoutArticle(topic.np).toLowerCase());
  for (const sentence of untold(composer, story.general, true).filter(opens).slice(0, 1)) tell(sentence);
  // Details are the campaign's own.
  if (left > 0 && composer.words < ENOUGH_WORDS)
    composer.say({ keys: [...stage.mood.map((family) => `detail ${family}`), "detail any"], fill: {}, must: false });
}
