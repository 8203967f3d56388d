import { type SceneFacts, whereAndOn, wordSet } from "./scene-facts.js";

const ROOMS =
  "office|kitchen|cellar|attic|bedroom|bathroom|parlou?r|library|study|chapel|church|cathedral|station|hospital|ward|prison|cell|tavern|inn|warehouse|factory|school|schoolroom|classroom|theatre|courtroom|hotel|lobby|hallway|ballroom|dining-room|surgery|bank|museum|saloon|cabin|balcony|wheelhouse|engine-room|galley|hold|mess|mess room|reading room|waiting-room|waiting room|barn|stable|forge|mill|tower|crypt|vault|nave|overhang|cave|tomb|fort|barracks|greenhouse|laundry|pantry|scullery|bus|tram|train|lorry|truck|shuttle|ferry|stalls|lift|taxi|cab|aeroplane|hangar|loft|bakery|pub|buffet|engine|vault|restaurant|dining-car|smithy|cloister|dungeon|vestry|refectory|dormitory|conservatory|hut|shed|tent|boathouse|farmhouse|sacristy|signal box|lighthouse|gaol|workshop";
/** "The saloon is warm": a room that is told of is where the scene is. */
const OF_ROOM = new RegExp(
  `(?:^|[.!?;:] |“” |, and )[Tt]he (?:[\\p{L}’-]+ ){0,2}?(${ROOMS})(?: (?:of|at) the [\\p{L}’ -]{2,25})? (?:is|are|has|smells?|lies|feels|echoes|rocks|sways|shakes|lifts|drops|rattles|jolts|pitches|rolls)\\b`,
  "gu",
);
/** "In the corner of the fort a wireless crackles." */
const IN_THE_ROOM = new RegExp(
  `\\b(?:[Tt]hrough|[Aa]t|[Ff]rom|[Ii]n|[Bb]y) the (?:[\\p{L}’-]+ )?(?:windows?|doorway|roof|walls?|ceiling|threshold) of the (?:[\\p{L}’-]+ )?(${ROOMS})\\b|\\b[Ff]rom the (?:[\\p{L}’-]+ )?(${ROOMS}) you can (?:see|hear)\\b|^In the (?:[\\p{L}’-]+ )?(${ROOMS}) (?:the|an?|somebody|nothing|it) |\\b(?:in|inside) the (${ROOMS}) of (?:the )?\\p{L}|\\b(?:in|inside) the (?:corner|middle|back|doorway|depths) of the (?:[\\p{L}’-]+ )?(${ROOMS})\\b`,
  "giu",
);

/** Whether narration tells of a room that nothing in the scene has. (rule NA4907) */
export function isOfOtherPlace(words: string, { given, draft, told, story }: SceneFacts): boolean {
  const known = wordSet([whereAndOn(given), draft, ...told].join("\n"));
  return [...words.matchAll(OF_ROOM), ...words.matchAll(IN_THE_ROOM)].some(([said, ...rooms]) => {
    const room = rooms.find((one) => one !== undefined) ?? "";
    const noun = room.toLowerCase().split(" ").at(-1) ?? "";
    return !known.has(noun) && !story.names.keysIn(said).some((key) => key.startsWith("npc:"));
  });
}
