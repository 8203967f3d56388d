import { type Check, unquoted } from "./scene-facts.js";

const SPEAKS =
  /\byou(?:’ve|’d)? (?!(?:cannot|can’t) (?:yet |quite )?tell(?: (?:from|what|who|where|whether|how)\b|[,.]))(?:\w+ ){0,2}?(?:say|said|reply|replied|answer|ask|asked|tell|told|whisper|murmur|mutter|shout|call|speak|spoke|explain|greet|beg|swear|laugh|cry|sigh|nod|smile|shrug)\b/i;
const DECIDES =
  /\byou(?:’ve|’d|’re|’ll)? (?:\w+ ){0,2}?(?:decide|choose|resolve|want|wish|hope|feel|felt|think|thought|believe|realise|realize|wonder|know|knew|remember|recall|love|hate|fear|intend|plan|refuse|accept|agree|promise|regret|trust|suspect|imagine|understand|like|enjoy|need|try|prefer|expect|dream|can’t help)\b/i;
const FEELS =
  /\byour (?:\w+ )?(?:heart|mind|thoughts?|feelings?|stomach|soul|memory|memories|hopes?|fears?|decision|choice|life|voice|eyes?)\b|\byou are (?:\w+ )?(?:afraid|scared|happy|sad|angry|glad|proud|sure|certain|worried|nervous|ready|tired|determined|surprised)\b/i;
const FIRST_PERSON = /\b(?:I|I’m|I’ve|I’ll|I’d|me|my|mine|myself|we|us|our|ours)\b/;

/** The player's character is the player's: no word, thought, feeling or deed of theirs is made up, and nobody else says "I". */
export const player: Check = (sentence) => {
  const words = unquoted(sentence);
  if (SPEAKS.test(words)) return "Do not let “you” speak or act: what “you” do is not yours to write.";
  if (DECIDES.test(words) || FEELS.test(words)) return "Do not write what “you” think, feel or want.";
  return FIRST_PERSON.test(words) ? "Do not write “I” or “we”." : null;
};

/** What people say is the author's to write: a model's speech is a claim that nobody can check. */
export const speech: Check = (sentence, { story }) => {
  const quotes = sentence.match(/“[^”]*(?:”|$)/g) ?? [];
  const authored = (quote: string): boolean => {
    const line = quote.replace(/^“|[,.!?…]*”?$/g, "");
    return line.length > 3 && [...story.people.values()].some(({ lines }) => lines.some((one) => one.includes(line)));
  };
  return quotes.every(authored) ? null : "Nobody speaks: write no speech.";
};
