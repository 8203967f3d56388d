/** From when somebody can be met, and between which beats they cannot. */
import type { CastEntry, Evidence } from "@narratoria/protocol/contracts";
import type { PlotBeat } from "@narratoria/protocol/contracts";
import { actsThere } from "./beat-cast.js";
import { comingOf } from "./comings.js";
import type { Subject } from "./kinds.js";
import { escape } from "./patterns.js";
import type { PeopledSentence } from "./people-mentions.js";
import type { Decision } from "./tally.js";

export type Presence = CastEntry["presence"];

const DEAD =
  /\b(?:dead|died|deceased|killed|drowned|murdered|hanged|executed|buried|(?:the|his|her) late)\b(?! (?:language|letter|end|reckoning|calm|slow|centre|center|weight|heat|tired|sure|serious|straight|on time|level|wood|man['’]s))/i;
const NOT_DEAD =
  /\b(?:thought|believed|supposed|presumed|said|reported|listed as|declared|feared|almost|nearly|half|not|never|as good as|dies in|will die|whose|according to|officially|legally|on paper|supposedly|allegedly|of (?:his|her|their)|widow(?:er)? of|for (?:a|the) dead|speaks? (?:to|for|with) the|undead|left for)\b/i;
const MISSING =
  /\b(?:missing|vanished|disappeared|lost (?:at sea|since|in)|not seen since|failed to (?:sign out|come (?:back|home))|gone since|listed as gone|kidnapped|abducted|in hiding|hidden away)\b/i;
const ABSENT =
  /\b(?:absent|away (?:from|until|till|at)|abroad until|not yet (?:come|here|arrived|born)|(?:still|not yet) on (?:his|her|its|their|the) (?:way|road)|(?:not|n['’]t) (?:come|arrived|here|back) yet|still to (?:come|arrive)|will (?:come|arrive|return) (?:later|on|in|with|when)|arrives (?:later|on|in|with)|expected|due (?:on|to arrive)|on the way (?:here|down|up|to)|has not (?:come|arrived))\b/i;
/** What says of somebody that they are still to come. */
const NOT_COME =
  /^(?:,[^,.;]{2,40},|,)?\s+(?:(?:has|have|had)(?: not|n['’]t)(?: yet| ever)? (?:(?:come|arrived)(?! (?:down|up|out|in|home|back|round|near|off|through)\b)|been (?:seen|here|born|built)|returned|turned up|landed|appeared|set foot)|(?:is|are)(?: not|n['’]t) (?:yet )?(?:here|come|arrived|back|born|in town|in the (?:valley|town|village|city|house))(?: yet)?|(?:is|are) (?:still )?(?:expected|awaited|due|on (?:his|her|its|their) way|at sea|abroad|overseas|away)|(?:will|['’]ll|is to|are to) (?:only )?(?:come|arrive|return|be here|land|turn up) (?:on|by|at|in|only|tomorrow|tonight|next|before|after|when|later|with)|(?:comes|arrives|returns|appears|turns up) (?:only|later|with the|on (?:the )?(?:\p{Lu}|last|third|second|next|morning)|in (?:act|chapter|the (?:second|third|last))))/iu;
/** What a role says of somebody who is away as the story opens. (rule CA612) */
const AWAY =
  /\b(?:in (?:prison|gaol|jail|hospital|exile|custody|quarantine)(?=$|[.,;]| (?:since|until|till|for|after|with|on|awaiting))|doing (?:\p{Ll}+ )?(?:years|months|time)|serving (?:\p{Ll}+ ){0,2}(?:years|months|sentence|time)|awaiting (?:trial|release)|(?:now|currently|at present) (?:abroad|overseas|away|at sea|travelling))\b|,\s*(?:now |away )?(?:at sea|abroad|overseas)(?=$|[.,;])/iu;
/** A role that says how somebody comes: "flying in from Tucson", "a girl who walked in along the loop". */
/** "Crown assessor, arrives day six": the day on which somebody comes. */
const ARRIVES_ON =
  /\b(?:arrives?|comes|lands|turns up|due|expected)(?: (?:in|back|home|here))? (?:only )?(?:on |by |at )?(?:the )?(?:day \p{L}+|day \d+|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:second|third|fourth|fifth|sixth|seventh|last) (?:day|night|morning|evening))\b/iu;
const ON_THE_WAY =
  /^(?:comes|comes? (?:up|down|in|over|across|back)|walks in|rides in|drives in|sails in|blows in|flies in)\b[^.;]*\b(?:from|out of|off|along|over)\b|\b(?:flying|driving|coming|riding|walking|sailing|travelling|traveling) (?:in|up|down|home|over|back|out)?\s?(?:from|along)\b|\bwho (?:walks|walked|comes|came|rides|rode|drives|drove|flies|flew|turns up|turned up|blows|blew) (?:in|up|down|out|over)\b/i;
/** What a profile says of somebody who went away before the story. */
const WENT_AWAY =
  /^\s+(?:(?:has|had) )?(?:left|went away|sailed|emigrated|ran (?:away|off)|walked out|shipped out|was (?:sent away|deported|transported|evacuated|called up))(?: (?:home|town|the (?:village|town|island|house|valley|city|farm|parish|country)))?(?: for (?:the )?\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?)?,? (?:last (?:spring|summer|autumn|fall|winter|year|month|week|night|\p{Lu}\p{Ll}+day)|(?:in|since|at) (?:the )?(?:spring|summer|autumn|fall|winter|new year|\p{Lu}\p{Ll}+)|(?:an?|\p{Ll}+) (?:year|month|week|day)s? ago)\b/u;
const CAME_BACK = /\b(?:(?:came|come|is|has been) (?:back|home)|returned|back again|and is (?:here|home))\b/i;
/** What says when somebody who is away is let go. */
const LET_GO =
  /^\s+(?:gets out|comes out|is (?:let out|released|freed|discharged|(?:due|expected) (?:back|home|out)))(?= (?:on|in|at|by|next|tomorrow|after|when|the))/i;
/** Whoever rings or writes is not there. */
const FROM_AFAR = /^\s+(?:rings|phones|telephones|cables|wires|radios|writes|calls (?:up|from|at|again|on the))\b/i;
/** "Not before b3", "arrives in b4": a first appearance that says that somebody comes with that beat. */
const COMES_WITH =
  /^(?:not (?:before|until|till)|(?:he |she |they |it )?(?:arrives?|comes?|enters?|turns? up|appears?|walks? in|will (?:arrive|come|enter|appear)) (?:only )?(?:in|at|with|during|on)|only (?:in|from|after)|absent (?:until|till|before)|away (?:until|till))\b/i;
/** What says of somebody in a law or their own profile that they are dead. */
const IS_DEAD =
  /^(?:,[^,.;]{2,40},)?\s+(?:is|was|are|has been)\s+(?:already |long |now )?dead\b|^\s+(?:died|drowned|was (?:killed|murdered|hanged|drowned|buried))\b/i;
const VISITOR = /^(?:visitor|newcomer|stranger|arrival|arrives?[-_ ].*|late[-_ ]?comer|comes[-_ ]later)$/i;

/** Verbs by which somebody comes for the first time. */
const ARRIVES =
  /^(?:\s+(?:then|now|at last|finally|suddenly|never|once|slowly|alone))*\s+(?:arrives?|arrived|walks? in|walked in|(?:turns?|turned) up(?!\s+(?:his|her|its|their|the|a|an|my|your)\b)|steps? (?:ashore|off|down from|out of)|stepped (?:ashore|off)|climbs? out|climbed out|gets? (?:off|down from)|got (?:off|down from)|rides? in|rode in|comes? (?:ashore|in from|down from the|off the|over the (?:pass|border|hill|river|sea)|home|back from)|came (?:ashore|home|back from)|lands?|landed|drives? (?:up|in)|sails? in|appears?|appeared|returns?|returned)\b/i;
const FIRST_TIME =
  /\bfor the first time (?:in|since|ever)\b|\bhas(?:n['’]t| not) set foot\b|\b(?:his|her|their|a) name is [A-Z]|\bintroduces (?:himself|herself|themselves|itself)\b/;
const MET_FROM_NOW =
  /\b(?:may|can) (?:now |again )?be (?:met|found|visited|talked to|spoken (?:to|with)|seen)\b[^.]*\b(?:from (?:now|here|this|then)(?: on)?|again|now)\b|\b(?:may|can) (?:from (?:now|here) on|now) be (?:met|found)\b|\bfrom (?:now|here|this [a-zà-ž]+) on\b[^.]*\b(?:may|can) be (?:met|found|in any scene)\b|\bmay be in any scene\b|\bcan be met from\b/i;
const IS_MET = /^\s+(?:has|have) (?:now |at last )?been (?:met|introduced)\b|^\s+is (?:now )?(?:met|introduced)\b/i;
const PLAYER_MEETS = /^(?:the player|you) (?:has |have )?(?:now |at last )?(?:met|meets?)\s+(?:the )?$/i;
const FOUND =
  /^\s+(?:is|are|was|has been) (?:found|back|rescued|freed|let out|brought (?:back|home)|released|returned)\b|^\s+(?:comes?|goes|returns?|is) (?:home|back)\b/i;
const NOW_MISSING =
  /^\s+(?:(?:is|are|has|have) (?:now |then |from (?:now|here) on )?(?:missing|gone missing|gone(?=\s*(?:[.,;]|and|until|from|with|$))|vanished|disappeared|been taken|lost)|goes missing|disappears|vanishes)\b(?! (?:from the|a|the|her|his|its|their) (?!story|scene))/i;
const NOW_DEAD =
  /^\s+(?:(?:is|are) (?:now )?dead|dies|died|has died|is killed|was killed|is drowned|drowns|has drowned)\b/i;
/** "Frère Osk has died in the night": what a beat itself tells of whoever it opens with. (rule CA1679) */
const HAS_DIED = /^\s+(?:has died|has been killed|has drowned|is dead|is found dead|lies dead)\b/i;
const OPENS_SENTENCE =
  /^(?:(?:And|But|So|Then|Now|In the night|In the morning|By morning|That night|At dawn),? )?(?:[Tt]he )?$/u;
const NOW_AWAY =
  /^\s+(?:has left (?:the (?:island|town|village|city|story|valley)|for good)|leaves (?:the (?:island|town|village|city|story|valley)|for good)|is away|is in (?:prison|gaol|jail|hospital|the cells)|has gone (?:away|home|to))\b/i;
const TAG_SPAN =
  /(missing|absent|away|gone|dead|dies|killed)\s+(?:from|in|at|since|after)\s+(beat[\w-]*)(?:\s+(?:to|until|till)\s+(beat[\w-]*))?/i;

/** "Absent until beat_080", "not before beat_3". */
const TAG_UNTIL =
  /(missing|absent|away|hidden|hiding|gone|asleep|imprisoned|unseen|not (?:here|seen|met)|not)\s+(?:until|till|before)\s+(?:the\s+)?([\w-]+)/i;
/** Somebody who is there and whom nobody may meet. */
const HIDDEN =
  /^(?:hidden|hiding|in[- ]hiding|stowaway|concealed|secret guest|locked up|imprisoned|captive|prisoner|kidnapped|asleep|dormant|hibernating|comatose|in[- ]stasis|unborn|not[- ]yet[- ]born)$/i;

/** What a beat says about somebody, in the order of the beats. */
export interface BeatSentences {
  readonly beat: PlotBeat;
  readonly sentences: readonly PeopledSentence[];
}

/**
 * Decides from when somebody can be met.
 *
 * @param past - Whether the beats are told in the past tense.
 */
export function decidePresence(
  subject: Subject,
  beats: readonly BeatSentences[],
  earlier: readonly PeopledSentence[],
  past: boolean,
): Decision<string> & { presence: Presence } {
  const { profile, file } = subject;
  const ids = new Map(beats.map(({ beat }) => [beat.id, beat]));
  const tags = profile.metadata?.tags ?? [];
  const first = profile.metadata?.first_appearance ?? "";
  const { firstBeat, inPerson } = beatsIn(first, ids);
  const enters = firstBeat === beats[0]?.beat.id || isNeededBefore(subject, firstBeat, beats) ? undefined : firstBeat;
  const gone = goneIn(subject, beats, tags, ids);
  const answer = (
    from: string,
    state: Presence["state"],
    certainty: Evidence["certainty"],
    text: string,
    why: string,
    where = file,
  ) => ({
    value: from,
    certainty,
    score: 1,
    sign: { file: where, text, why },
    presence: {
      from,
      state,
      ...(enters === undefined || from !== "start" ? {} : { enters }),
      gone: from === "never" ? [] : gone,
    },
  });
  const role = profile.role;
  const age = String(profile.age ?? "");
  const dead = (text: string): boolean =>
    DEAD.test(text) &&
    !NOT_DEAD.test(
      text
        .slice(0, (DEAD.exec(text)?.index ?? 0) + 40)
        .split(/[.;]/)
        .at(-1) ?? "",
    );
  const deadTag = tags.find((tag) => /^(?:dead|deceased|ghost-only)(?:$|[- ](?:before|since))/i.test(tag));
  const whole = `${role} ${tags.join(" ")}`;
  if (inPerson && firstBeat !== undefined && firstBeat !== beats[0]?.beat.id)
    return answer(firstBeat, "later", "stated", first, "the profile says when they come in person");
  for (const text of [...tags, ...role.split(/[.;,]/)]) {
    const [, state = "", until = ""] = TAG_UNTIL.exec(text) ?? [];
    if (!ids.has(until) || until === beats[0]?.beat.id) continue;
    return answer(until, /missing/i.test(state) ? "missing" : "absent", "stated", text, `"${text.trim()}"`);
  }
  // Whom the author has act in beat after beat is there, dead or not. (rule CA1681)
  const walks = isDeadAndActs(subject, beats, past);
  if (!walks && !/\b(?:ghost|spirit|spectre|revenant|undead|vampire)\b/i.test(whole)) {
    if (deadTag !== undefined) return answer("never", "dead", "stated", deadTag, `tagged "${deadTag}"`);
    if (/\bwhen (?:he|she|they|it) (?:died|was killed)\b|^\s*(?:dead|deceased)\b/i.test(age))
      return answer("never", "dead", "stated", age, "the age says so");
    for (const [index, clause] of role.split(/[.;,]/).entries())
      if (
        dead(clause) &&
        !NOT_DEAD.test(role.split(/[.;,]/)[index + 1] ?? "") &&
        /^\s*(?:who (?:is|was) )?(?:now )?(?:dead|died|deceased|the late|drowned|killed|murdered|hanged|buried)/i.test(
          clause,
        )
      )
        return answer("never", "dead", "stated", role, "the role says so");
    if (/^never\b/i.test(first.trim()))
      return answer(
        "never",
        dead(whole) || tags.some((tag) => /^dead/i.test(tag)) ? "dead" : "absent",
        "stated",
        first,
        "the first appearance says never",
      );
  } else if (/^never\b/i.test(first.trim()))
    return answer("never", "absent", "stated", first, "the first appearance says never");
  const missing = isMissing(role)
    ? role
    : tags.find((tag) =>
        /^(?:(?:missing|vanished|disappeared|in-hiding|absent)|(?:missing|absent|away)[- ](?:at|from|in)[- ](?:the[- ])?(?:first|start|beginning|outset))$/i.test(
          tag,
        ),
      );
  const deedIn = firstDeed(subject, beats);
  const actIn = firstAct(subject, beats, past);
  const start = firstBeat ?? actIn?.beat.id ?? deedIn?.beat.id;
  const hidden = tags.find((tag) => HIDDEN.test(tag));
  if (hidden !== undefined && start !== undefined && start !== beats[0]?.beat.id)
    return answer(start, "absent", firstBeat === undefined ? "inferred" : "stated", hidden, `tagged "${hidden}"`);
  if (missing !== undefined && start !== undefined && !TAG_SPAN.test(missing)) {
    const state = /absent/i.test(missing) ? ("absent" as const) : ("missing" as const);
    return answer(start, state, firstBeat === undefined ? "inferred" : "stated", missing, `"${missing}"`);
  }
  if (
    (ABSENT.test(role) || ON_THE_WAY.test(role) || ARRIVES_ON.test(role)) &&
    start !== undefined &&
    start !== beats[0]?.beat.id
  )
    return answer(start, "absent", "inferred", role, "the role says so");
  const away = AWAY.test(role) && !OTHERS.test(role.slice(0, AWAY.exec(role)?.index ?? 0)) ? role : undefined;
  const opens = new RegExp(
    `^(?:He|She|They|${subject.parts.words
      .filter((word) => word.length > 1)
      .map(escape)
      .join("|")})((?:\\s|,).*)$`,
    "su",
  );
  const sentences = (profile.background ?? "").split(/(?<=[.!?])\s+/);
  const awaySaid =
    away ??
    sentences.find((text) => {
      const said = opens.exec(text)?.[1] ?? "";
      return LET_GO.test(said) || (WENT_AWAY.test(said) && !CAME_BACK.test(profile.background ?? ""));
    });
  if (awaySaid !== undefined) {
    if (start !== undefined && start !== beats[0]?.beat.id)
      return answer(start, "absent", "inferred", awaySaid, "the profile has them away");
    if (start === undefined && beats.length > 0)
      return answer("never", "absent", "inferred", awaySaid, "the profile has them away, and no beat has them come");
  }
  if (actIn === undefined && !speaks(subject, beats)) {
    const lost = subject.named.find(({ sentence, mentions }) => {
      const { kind, owner } = sentence.span;
      const told = kind === "premise" || kind === "setting" || kind === "lore";
      if (kind !== "law" && !told && !(owner === subject.id && kind === "background")) return false;
      const mention = mentions.find(({ id, spoken, possessive }) => id === subject.id && !spoken && !possessive);
      return mention !== undefined && IS_DEAD.test(sentence.plain.slice(mention.end));
    })?.sentence;
    const own = (profile.background ?? "")
      .split(/(?<=[.!?])\s+/)
      .find((text) => /^(?:He|She|They) (?:died|drowned|is dead|was (?:killed|murdered|hanged|drowned))\b/.test(text));
    if (lost !== undefined && !/\b(?:if|until|supposed|thought|believed|said)\b/i.test(lost.plain))
      return answer("never", "dead", "stated", lost.text, "the text says so", lost.span.file);
    if (own !== undefined) return answer("never", "dead", "stated", own, "the profile says so");
  }
  // "The inspector has not come yet" in lore, in the premise or in others' profiles.
  if (start !== undefined && start !== beats[0]?.beat.id) {
    const awaited = subject.named.find(({ sentence, mentions }) => {
      const { kind } = sentence.span;
      if (kind === "beat" || kind === "outcome" || kind === "consequence" || kind === "ending" || kind === "context")
        return false;
      const mention = mentions.find(({ id, possessive }) => id === subject.id && !possessive);
      if (mention === undefined || /\b(?:if|unless)\b/i.test(sentence.text.slice(0, mention.start))) return false;
      return NOT_COME.test(sentence.text.slice(mention.end));
    })?.sentence;
    const own = (profile.background ?? "")
      .split(/(?<=[.!?])\s+/)
      .find((text) => NOT_COME.test(/^(?:He|She|They|It)(\s.*)$/s.exec(text)?.[1] ?? ""));
    if (awaited !== undefined)
      return answer(start, "absent", "inferred", awaited.text, "still to come", awaited.span.file);
    if (own !== undefined) return answer(start, "absent", "inferred", own, "still to come");
  }
  // "X may be met from now on."
  for (const { beat, sentences } of beats) {
    for (const { sentence, mentions } of sentences) {
      if (sentence.span.kind !== "consequence" && sentence.span.kind !== "outcome") continue;
      const mention = mentions.find(({ id }) => id === subject.id);
      if (mention === undefined || !MET_FROM_NOW.test(sentence.text)) continue;
      if (gone.some(({ until }) => until === beat.id)) continue;
      if (firstBeat !== undefined && firstBeat !== beat.id) continue;
      return answer(beat.id, "later", "stated", sentence.text, "the author says from when", sentence.span.file);
    }
  }
  // "X has been met" among the consequences of the beat in which they first appear: before it nobody meets them.
  if (firstBeat !== undefined && firstBeat !== beats[0]?.beat.id && deedIn?.beat.id !== beats[0]?.beat.id) {
    const met = beats
      .find(({ beat }) => beat.id === firstBeat)
      ?.sentences.find(({ sentence, mentions }) => {
        if (sentence.span.kind !== "consequence") return false;
        const mention = mentions.find(({ id, possessive }) => id === subject.id && !possessive);
        if (mention === undefined) return false;
        return (
          IS_MET.test(sentence.plain.slice(mention.end)) || PLAYER_MEETS.test(sentence.plain.slice(0, mention.start))
        );
      })?.sentence;
    if (met !== undefined) return answer(firstBeat, "later", "inferred", met.text, "is met there", met.span.file);
  }
  // Somebody who comes in the beat of their first appearance, and whom nothing before that puts there.
  if (start !== undefined && start !== beats[0]?.beat.id) {
    const visitor = tags.find((tag) => VISITOR.test(tag));
    const own = beats.find(({ beat }) => beat.id === start);
    const comes = own?.sentences.find(({ sentence, mentions }) => {
      if (sentence.span.kind !== "beat") return false;
      const mention = mentions.find(({ id, spoken }) => id === subject.id && !spoken);
      return mention !== undefined && !mention.possessive && ARRIVES.test(sentence.plain.slice(mention.end));
    });
    const before = earlier.some(({ mentions }) => mentions.some(({ id }) => id === subject.id));
    const firstTime = own?.sentences.find(
      ({ sentence, mentions }) =>
        sentence.span.kind === "beat" &&
        mentions.some(({ id }) => id === subject.id) &&
        FIRST_TIME.test(sentence.plain),
    );
    const set = (profile.background ?? "")
      .split(/(?<=[.!?])\s+/)
      .find(
        (sentence) =>
          /\b(?:hasn['’]t|has not|never) set foot\b/i.test(sentence) && /\b(?:till|until)\b/i.test(sentence),
      );
    if (visitor !== undefined) return answer(start, "later", "inferred", visitor, `tagged "${visitor}"`);
    if (firstTime !== undefined && firstBeat !== undefined)
      return answer(
        start,
        "later",
        "inferred",
        firstTime.sentence.text,
        "comes for the first time",
        firstTime.sentence.span.file,
      );
    if (set !== undefined && firstBeat !== undefined)
      return answer(start, "later", "inferred", set, "has not been there before");
    if (comes !== undefined && !before && firstBeat !== undefined)
      return answer(start, "later", "inferred", comes.sentence.text, "arrives there", comes.sentence.span.file);
  }
  const coming = comingOf(
    profile,
    beats.map(({ beat }) => beat),
    start,
  );
  if (coming !== undefined) return answer(coming.beat, coming.state, "inferred", coming.text, coming.why);
  return answer("start", "here", "inferred", first, "nothing says that they come later");
}

/** "beat_101 as a voice on the radio; in person beat_203", "beat_012. Until then she is a porch light." */
function beatsIn(
  first: string,
  ids: ReadonlyMap<string, unknown>,
): { readonly firstBeat?: string; readonly inPerson: boolean } {
  if (ids.has(first)) return { firstBeat: first, inPerson: false };
  const idIn = (text: string): string | undefined => text.match(/[\p{L}\p{N}_-]+/gu)?.find((word) => ids.has(word));
  // "Not before b3" has them come with that beat; "b2, but heard from the start" does not.
  const comes = COMES_WITH.test(first.trim()) ? idIn(first) : undefined;
  if (comes !== undefined) return { firstBeat: comes, inPerson: true };
  const bodily = idIn(/\b(?:in person|in the flesh|bodily)\b(.*)$/is.exec(first)?.[1] ?? "");
  const firstBeat = bodily ?? (/^never\b/i.test(first.trim()) ? undefined : idIn(first));
  if (firstBeat === undefined) return { inPerson: false };
  return { firstBeat, inPerson: bodily !== undefined || /\b(?:until|before|till) (?:then|that)\b/i.test(first) };
}

/** Whether a beat waits for what somebody feels before, or as, they come in: then they are met before it. */
function isNeededBefore({ id, parts }: Subject, first: string | undefined, beats: readonly BeatSentences[]): boolean {
  const at = beats.findIndex(({ beat }) => beat.id === first);
  const own = new Set([id, ...parts.words.map((word) => word.toLowerCase())]);
  return beats
    .slice(0, at + 1)
    .some(({ beat }) => Object.keys(beat.conditions?.npc_state ?? {}).some((key) => own.has(key.toLowerCase())));
}

/** "Wife of the missing skipper", "sister of the man lost at sea": it is somebody else who is not there. */
const OTHERS =
  /\b(?:of|to|for|by|about|from)\s+(?:(?:the|a|an|his|her|their|\p{Lu}[\p{L}'’-]+)\s+)[^.;]*$|\b(?:whose|looks? for|seeks?|searching for|hunts?)\b[^.;]*$/iu;

function isMissing(role: string): boolean {
  return role.split(/[.;]|,\s+(?!who\b)/).some((clause) => {
    const at = MISSING.exec(clause)?.index;
    return at !== undefined && !OTHERS.test(clause.slice(0, at));
  });
}

/** The first beat in whose description somebody is there and does something. */
function firstAct(subject: Subject, beats: readonly BeatSentences[], past: boolean): BeatSentences | undefined {
  return beats.find(({ sentences }) =>
    sentences.some(
      ({ sentence, mentions }) =>
        sentence.span.kind === "beat" &&
        mentions.some(
          (mention) =>
            mention.id === subject.id &&
            actsThere(mention, sentence, past) >= 1 &&
            !FROM_AFAR.test(sentence.plain.slice(mention.end)),
        ),
    ),
  );
}

/** Beats in which the dead act in the flesh, at least, so that they are known to walk. */
const FEWEST_ACTED = 3;

/** Whether beats have somebody act again and again. */
function isDeadAndActs(subject: Subject, beats: readonly BeatSentences[], past: boolean): boolean {
  const acted = beats.filter((beat) => firstAct(subject, [beat], past) !== undefined || speaks(subject, [beat]));
  return acted.length >= FEWEST_ACTED;
}

/** Whether somebody says a line in any beat. */
function speaks({ id, parts }: Subject, beats: readonly BeatSentences[]): boolean {
  const own = new Set([id, parts.plain, ...parts.words].map((word) => word.toLowerCase()));
  return beats.some(({ beat }) =>
    (beat.dialogue ?? []).some(({ speaker }) =>
      [speaker, ...speaker.split(/\s+/)].some((word) => own.has(word.toLowerCase())),
    ),
  );
}

/** The first beat in whose description or dialogue somebody is. */
function firstDeed(subject: Subject, beats: readonly BeatSentences[]): BeatSentences | undefined {
  return beats.find(({ sentences }) =>
    sentences.some(
      ({ sentence, mentions }) =>
        sentence.span.kind === "beat" &&
        mentions.some(({ id, spoken, possessive }) => id === subject.id && !spoken && !possessive),
    ),
  );
}

/** Whether somebody speaks in a beat or a later one. */
function actsFrom(id: string, from: string, beats: readonly BeatSentences[]): boolean {
  const first = beats.findIndex(({ beat }) => beat.id === from);
  return beats.slice(first).some(({ beat }) => beat.dialogue?.some(({ speaker }) => speaker === id) === true);
}

const KIN =
  /\b(?:father|dad|daddy|papa|mother|mum|mam|mama|mom|brother|sister|husband|wife|son|daughter|uncle|aunt|grandfather|grandmother|grandson|granddaughter|nephew|niece|widow|widower)\b/i;
const TITLED = /\b(?:Mr|Mrs|Miss|Ms|Old|Young|Dr|Captain|Father|Mother|Sir|Dame|Lady|Lord|Uncle|Aunt)\.? $/u;

/**
 * Whether a sentence may mean another bearer of the name: "Mr Ellery has died" beside Gareth Ellery, whose father nobody else of the cast
 * is. (rule CA1693)
 */
function isNamesake(
  { profile, parts }: Subject,
  plain: string,
  { start, end }: { start: number; end: number },
): boolean {
  const [first = "", ...others] = parts.plain.split(" ");
  const named = plain.slice(start, end);
  if (others.length === 0 || named.includes(first) || !named.includes(others.at(-1) ?? "\0")) return false;
  const title = /^(\p{Lu}\p{L}*\.? )/u.exec(named)?.[1] ?? "";
  if (!TITLED.test(plain.slice(0, start)) && !TITLED.test(title)) return false;
  if (title !== "" && profile.name.startsWith(title.trim())) return false;
  const { role, motivations = [], background = "", relationships = {} } = profile;
  return KIN.test([role, ...motivations, background, ...Object.values(relationships)].join(" "));
}

/** Stretches in which somebody cannot be met, as tags and prose declare them. */
function goneIn(
  subject: Subject,
  beats: readonly BeatSentences[],
  tags: readonly string[],
  ids: ReadonlyMap<string, unknown>,
): Presence["gone"] {
  type Gone = Presence["gone"][number];
  const gone: Gone[] = [];
  const order = beats.map(({ beat }) => beat.id);
  for (const tag of [...tags, subject.profile.role]) {
    const match = TAG_SPAN.exec(tag);
    const from = match?.[2];
    if (match === null || from === undefined || !ids.has(from)) continue;
    const state = /dead|dies|killed/i.test(match[1] ?? "")
      ? ("dead" as const)
      : /missing|gone/i.test(match[1] ?? "")
        ? ("missing" as const)
        : ("absent" as const);
    const until = match[3];
    gone.push({ from, ...(until !== undefined && ids.has(until) ? { until } : {}), state });
  }
  for (const { beat, sentences } of beats) {
    for (const { sentence, mentions } of sentences) {
      const { kind } = sentence.span;
      if (kind !== "consequence" && kind !== "beat") continue;
      const mention = mentions.find(({ id, spoken }) => id === subject.id && !spoken);
      if (mention === undefined || mention.possessive || isNamesake(subject, sentence.plain, mention)) continue;
      const after = sentence.plain.slice(mention.end);
      const before = sentence.plain.slice(0, mention.start);
      const declared = /\bfrom (?:now|here|this [a-zà-ž]+|that [a-zà-ž]+)(?: on)?\b/i.test(sentence.plain);
      const conditional =
        /\b(?:if|unless|when|may|might|could|would|that|whether|nobody|says?|said|thinks?|believes?|hears?)\b/i.test(
          before,
        );
      const hasDied =
        kind === "beat" && OPENS_SENTENCE.test(before) && HAS_DIED.test(after) && !actsFrom(subject.id, beat.id, beats);
      if (conditional || (kind === "beat" && !declared && !hasDied)) continue;
      const state =
        hasDied || NOW_DEAD.test(after)
          ? ("dead" as const)
          : NOW_MISSING.test(after)
            ? ("missing" as const)
            : NOW_AWAY.test(after)
              ? ("absent" as const)
              : undefined;
      const open = gone.find(
        ({ until, from, state: of }) =>
          until === undefined && of !== "dead" && order.indexOf(from) < order.indexOf(beat.id),
      );
      if (state !== undefined) {
        if (!gone.some(({ from }) => from === beat.id)) gone.push({ from: beat.id, state });
      } else if (open !== undefined && (FOUND.test(after) || MET_FROM_NOW.test(sentence.text)))
        gone[gone.indexOf(open)] = { ...open, until: beat.id };
    }
  }
  return gone;
}
