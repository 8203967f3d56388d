/** Which places nobody simply walks to, and what it takes to get there. */
import type { PlaceEntry } from "@narratoria/protocol/contracts";
import type { Gazetteer, KnownPlace, PlaceMention } from "./gazetteer.js";
import { VESSELS } from "./lexicon.js";
import type { Sentence, Span } from "./texts.js";

/** What a place takes that cannot be walked to, before its line in its file is known. */
export interface FoundReach {
  readonly by: NonNullable<PlaceEntry["reach"]>["by"];
  readonly needs?: string;
  readonly beat?: string;
  readonly certainty: "stated" | "inferred" | "guessed";
  readonly sign: { readonly file: string; readonly text: string; readonly why: string };
}

const CRAFT = `(?:boat|launch|ferry|rowing[- ]boat|rowboat|dinghy|punt|canoe|raft|ship|tender|barge|cutter|sledge|sleigh|cable[- ]car|lift|rope|ladder|helicopter|shuttle|plane|train|submarine|pod|guide|pilot|mule|camel)`;
/** "Only by boat", "can be reached with a guide alone". */
const ONLY_BY = new RegExp(
  `\\b(?:only|solely)\\s+(?:be (?:reached|got to|come to)\\s+)?(?:by|with|in|aboard|on)\\s+((?:an? |the |some )?(?:[a-zà-ž]+ )?${CRAFT})\\b|\\b(?:reached|got to|approached|supplied)\\s+(?:only\\s+)?(?:by|with)\\s+((?:an? |the )?(?:[a-zà-ž]+ )?${CRAFT})(?:\\s+(?:only|alone))?\\b|\\b(?:by|with) ((?:an? )?${CRAFT}) (?:only|alone)\\b|\\bnot without ((?:an? |the )?${CRAFT})\\b`,
  "i",
);
const NO_WAY =
  /\b(?:there is |has |with )?no (?:road|path|bridge|track|way|causeway) (?:to|over to|across to|leads|goes|runs|there|over|across|reaches)\b|\bcannot be (?:reached|walked to|got to)\b|\b(?:nobody|no one|no-one|no boat|none) (?:now |ever |any longer )?(?:goes|can go|gets|can get|crosses|can cross|walks) (?:there|over|across|out|to it|that far|past (?:it|the middle))\b|\bcut off (?:by|since|from)\b/i;
const FAR_OUT =
  /\b(?:miles?|leagues?|cables?|fathoms|hours?['’]? (?:row|sail))\s+(?:out|off|offshore|away (?:over|across) the (?:water|sea|bay|lake))\b|\b(?:out (?:in|on) the (?:bay|sea|lake|river|channel|roads|stream|estuary)|off the (?:coast|shore|point|headland)|(?:moored|anchored|at anchor) (?:in|off|on|out)|(?:across|beyond|over|on the (?:far|other|opposite) (?:side|bank|shore) of) the (?:water|river|gorge|ravine|strait|sound|lake|channel|estuary|chasm|abyss|fjord|sea))\b/i;
const SHUT =
  /^(?:,[^,.;]{2,40},)?\s+(?:(?:is|has been|was|stands|stays|remains|are|have been)\s+)(?:now |still |always |kept |permanently )?(?:locked|sealed|shut up|barred|walled up|bricked up|boarded up|nailed shut|off limits|out of bounds|forbidden to|closed to)\b/i;
const OPENED =
  /\b(?:the player|you|anybody|anyone|the party|visitors)\b[^.;]{0,30}\b(?:may|can)\s+(?:now |at last )?(?:enter|go (?:in|into|to|down|up|over|out)|be let into|come and go|cross|get (?:in|into|to)|climb|descend)\b|\b(?:may|can) (?:now |at last )?be (?:entered|reached|crossed)\b|\b(?:is|stands|lies) (?:now |at last )?(?:open|unlocked|unsealed)\b/i;
const CROSSES =
  /\b(?:leave|permission|means|key|pass|boat|launch|ferry|ticket|guide|way)\b[^.;]{0,30}\b(?:to|for|into|over|across)\s+(?:the\s+)?$/i;
/** What lies in the water or the sky by what it is. */
const AFLOAT_NOUN =
  /\b(?:buoy|lightship|light-vessel|skerry|islet|atoll|sandbank|satellite|moon|asteroid|space station|oil rig|sea fort)$/i;
const FAR_SIDE = /^(?:the )?(?:other|far|opposite) (?:side|shore|bank|shoulder|coast)\b/i;

/** "One does not cross the Loud Edge": what lies beyond it is reached by nobody on foot. */
const NOBODY_CROSSES =
  /\b(?:one|nobody|no one|no-one|nothing|none of us|you|they) (?:does not|do not|don['’]t|never|must not|mustn['’]t|cannot|can['’]t|may not|dares? not|dare) (?:ever )?(?:cross|pass|go (?:over|past|beyond|across))(?:es)?\s+(?:over |beyond )?(?:the\s+)?$|\b(?:nobody|no one|no-one|nothing) (?:ever )?(?:crosses|passes|goes (?:over|past|beyond|across))\s+(?:the\s+)?$/i;
const BEYOND_IT =
  /^[^.;]{0,60}\b(?:beyond|over|across|past|on the (?:other|far) side of) it,?\s+(?:is\s+|lies\s+|there is\s+)?(?:the\s+)?$/i;
const OVER = /\b(?:over|beyond|across|past|on the (?:other|far) side of)\s+(?:the\s+)?$/i;
const WHERE_THEN = /^,?\s*(?:and\s+)?(?:on|in|at|to)\s+(?:the\s+)?$/i;
/** What is full of water or fallen in is entered by nobody. */
const FILLED =
  /\b(?:has been|have been|is|are|lies|stands|was) (?:now |still |all )?(?:(?:full of|under|beneath|filled with) (?:the )?(?:water|brine|sea|sand|rubble|lava)\b|(?:flooded|drowned|caved in|fallen in|collapsed)(?=[.,;]| since| from| to| with| by))(?! (?:at|every|each|in (?:winter|spring|summer|autumn)))/i;

/** Texts that say what is so, and not what happens. */
const LASTING: ReadonlySet<Span["kind"]> = new Set(["setting", "lore", "premise", "role", "background", "law"]);

/**
 * Finds places that nobody simply walks to: what lies over water or a gorge, what only a boat or a guide reaches, what is shut, and what
 * a beat opens. A place of which nothing is said can be walked to.
 *
 * @param beats - What they wait for may be leave to go somewhere.
 */
export function findReach(
  gazetteer: Gazetteer,
  spans: readonly Span[],
  beats: readonly { readonly id: string; readonly conditions?: unknown }[],
): ReadonlyMap<string, FoundReach> {
  const found = new Map<string, FoundReach>();
  const note = (place: KnownPlace, reach: FoundReach): void => {
    if (!place.region && !found.has(place.id)) found.set(place.id, reach);
  };
  const openers = new Map<string, { readonly beat: string; readonly sentence: Sentence }>();
  /** What stands in a place, by its own words: "the toll-house on the Other Shoulder". */
  const standsIn = new Map<string, string>();
  const placeOfFile = new Map(
    gazetteer.places.flatMap((place) => (place.file === undefined ? [] : [[place.file, place] as const])),
  );
  const firstOf = new Map(spans.toReversed().map((span) => [span.file, span]));
  const barriers = new Set<string>();
  const beyond: { readonly place: string; readonly barrier: string; readonly sentence: Sentence }[] = [];
  for (const span of spans) {
    for (const sentence of span.sentences) {
      const mentions = gazetteer.mentions(sentence).filter(({ spoken }) => !spoken);
      const [first] = mentions;
      // "Level four has been full of brine since 1887" opens the file on the Drowned Level.
      const own = span === firstOf.get(span.file) && sentence.at === 0 ? placeOfFile.get(span.file) : undefined;
      if (own !== undefined && FILLED.test(sentence.plain)) {
        const sign = { file: span.file, text: sentence.text, why: "the text says what fills it" };
        note(own, { by: "closed", certainty: "inferred", sign });
      }
      if (first === undefined) continue;
      if (span.kind === "consequence" && span.beat !== undefined && OPENED.test(sentence.plain)) {
        for (const { id } of mentions) if (!openers.has(id)) openers.set(id, { beat: span.beat, sentence });
        continue;
      }
      for (const [index, { id, start, end }] of mentions.entries()) {
        const next = mentions[index + 1];
        const before = sentence.plain.slice(0, start);
        if (LASTING.has(span.kind) && NOBODY_CROSSES.test(before)) barriers.add(id);
        if (next === undefined || next.id === id) continue;
        const between = sentence.plain.slice(end, next.start);
        const isOver = (OVER.test(before) && WHERE_THEN.test(between)) || BEYOND_IT.test(between);
        if (isOver && (LASTING.has(span.kind) || span.kind === "beat"))
          beyond.push({ place: next.id, barrier: id, sentence });
      }
      if (!LASTING.has(span.kind)) continue;
      for (const [index, mention] of mentions.entries()) {
        const next = mentions[index + 1];
        if (next !== undefined && next.id !== mention.id && ON_IT.test(sentence.plain.slice(mention.end, next.start)))
          standsIn.set(mention.id, next.id);
      }
      const place = gazetteer.byId.get(first.id);
      if (place === undefined || span.kind === "role" || first.possessive) continue;
      const reach = fromSentence(sentence, first, place);
      if (reach !== undefined) note(place, reach);
    }
  }
  for (const place of gazetteer.places) {
    const sign = { ...place.sign, why: "what the place is" };
    const named = [place.name, ...place.aliases].find((name) => AFLOAT_NOUN.test(name) || FAR_SIDE.test(name));
    if (named !== undefined) note(place, { by: "means", certainty: "inferred", sign });
  }
  for (const { id, conditions } of beats) {
    const { player_state: state } = (conditions ?? {}) as { player_state?: unknown };
    if (typeof state !== "string") continue;
    for (const mention of gazetteer.find(state)) {
      const place = gazetteer.byId.get(mention.id);
      if (place === undefined || !CROSSES.test(state.slice(0, mention.start))) continue;
      const sign = { file: "plot/beats.json", text: state, why: "a beat waits for leave to go there" };
      note(place, { by: "beat", beat: id, certainty: "inferred", sign });
    }
  }
  for (const { place: id, barrier, sentence } of beyond) {
    const place = gazetteer.byId.get(id);
    if (place === undefined || !barriers.has(barrier)) continue;
    const sign = { file: sentence.span.file, text: sentence.text, why: "it lies beyond what nobody crosses" };
    note(place, { by: "means", certainty: "inferred", sign });
  }
  // What stands beyond the water is beyond it, too.
  for (const [id, whole] of standsIn) {
    const reach = found.get(whole);
    const place = gazetteer.byId.get(id);
    if (reach !== undefined && place !== undefined) note(place, reach);
  }
  for (const [id, { beat, sentence }] of openers) {
    const place = gazetteer.byId.get(id);
    const before = found.get(id);
    if (place === undefined || place.region) continue;
    const sign = { file: "plot/beats.json", text: sentence.text, why: "a beat opens it" };
    found.set(id, { by: "beat", beat, certainty: before === undefined ? "guessed" : "inferred", sign });
  }
  return found;
}

/** What comes between a place and the one in which it stands. */
const ON_IT = /^\s+(?:on|in|aboard|beyond|across)\s+(?:the\s+)?$/i;

/** What a sentence of which a place is the subject says of the way to it. */
function fromSentence(sentence: Sentence, mention: PlaceMention, place: KnownPlace): FoundReach | undefined {
  const { plain, text, span } = sentence;
  const before = plain.slice(0, mention.start);
  const after = plain.slice(mention.end);
  const sign = { file: span.file, text, why: "the text says how one gets there" };
  if (
    SHUT.test(after) &&
    !/\b(?:(?:at|by) (?:night|dusk|nine|ten|six|five)|(?:on|every) (?:[a-z]+days?|holidays)|never|not)\b/i.test(
      after.slice(0, 60),
    )
  )
    return { by: "closed", certainty: "inferred", sign };
  const subject = /^(?:[^,.;:]{0,30},\s+)?(?:the\s+|and\s+|to\s+(?:the\s+)?)?$/i.test(before);
  const only = /\b(?:only|solely|alone|reached|got to|approached|supplied|not without)\b/i.test(plain)
    ? ONLY_BY.exec(plain)
    : null;
  const needs = only?.slice(1).find((one) => one !== undefined);
  if (only !== null && (subject || only.index > mention.end - 1))
    return { by: "means", certainty: "inferred", sign, ...(needs === undefined ? {} : { needs }) };
  const none = NO_WAY.exec(plain);
  if (none !== null) {
    // "No road leads to the light" is of the light alone, "the light has no road to it" of its subject.
    const end = none.index + none[0].length;
    const toIt = mention.start >= end && mention.start - end < 12;
    const leads = /\b(?:to|leads|goes|runs|reaches)$/i.test(none[0]);
    const itself =
      subject && (!leads || /^\s*(?:(?:over |across |up |out )?to\s+)?(?:it|there|them)\b/i.test(plain.slice(end)));
    if (toIt || itself) return { by: "means", certainty: "inferred", sign };
  }
  if (!subject) return undefined;
  const what =
    /^(?:,| is| was| lies| stands)?\s+(?:an?|the) (?:[a-zà-ž]+ ){0,2}(buoy|lightship|islet|skerry|rock|wreck|reef|island|rig)\b/i.exec(
      after,
    );
  if (what !== null)
    return { by: "means", certainty: "inferred", sign: { ...sign, why: `the text calls it ${what[1]}` } };
  const aboard = VESSELS.has(place.name.split(" ").at(-1) ?? "");
  return FAR_OUT.test(after.slice(0, 80)) && !aboard ? { by: "means", certainty: "inferred", sign } : undefined;
}
