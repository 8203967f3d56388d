/** Outcomes that are deeds of the player's. */
import { plainDeed } from "./options.js";

/** What happens to somebody, or comes of what they did: nobody chooses it. */
const BEFALLS =
  /^(?:are|is|were|was|be|have|has|had|get|gets|lose|loses|learn|learns|find|finds|see|sees|hear|hears|fall|falls|know|knows|win|wins|fail|fails|escape|escapes|survive|survives|die|dies|gain|gains|receive|receives|notice|notices|discover|discovers|realise|realises|realize|realizes|arrive|arrives|come|comes|wake|wakes|miss|misses|manage|manages|succeed|succeeds|remember|remembers|feel|feels|understand|understands|become|becomes|reach|reaches|need|needs|owe|owes|must|may|can|will|would|could|might|should|do|does|did|never|only|still)$/i;

/**
 * The deeds of the player's that an outcome consists of: "You go forward to the van, or sit down with Osk" is two; what befalls
 * the player is none. (rule CA1501)
 *
 * @param text - What the author says of the outcome, in the second person.
 */
export function chosenIn(text: string): readonly string[] {
  // A tag in brackets is offered as the deed that it names.
  if (/\(\p{Ll}+(?:_\p{Ll}+)+\)/u.test(text)) return [];
  const [, deeds = ""] = /^You ((?:\p{L}+ly )?\p{Ll}+\b[^.!?]*)/u.exec(text.trim()) ?? [];
  const [first = ""] = deeds.split(" ");
  if (deeds === "" || BEFALLS.test(first)) return [];
  const parts = deeds.replace(/\s*\([^()]*\)/g, "").split(/,?\s+or\s+(?:you\s+)?/);
  const found = parts.map((part) => plainDeed(part));
  return found.every((one) => one !== undefined) ? found : [];
}
