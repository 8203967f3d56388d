/** All forms of a verb or a noun, for looking them up in a text. */
import { memoizeText } from "./memoize-text.js";
import { isLemma, pastTense, thirdPerson } from "./verbs.js";

/** Participles that are not the past tense, by lemma. */
const PARTICIPLES = new Map(
  (
    "be:been become:become begin:begun bite:bitten blow:blown break:broken choose:chosen come:come do:done draw:drawn drink:drunk drive:driven " +
    "eat:eaten fall:fallen fly:flown forbid:forbidden forget:forgotten forgive:forgiven freeze:frozen give:given go:gone grow:grown hide:hidden " +
    "know:known lie:lain ride:ridden ring:rung rise:risen run:run see:seen shake:shaken show:shown sing:sung sink:sunk speak:spoken spring:sprung " +
    "steal:stolen strike:struck swear:sworn swim:swum take:taken tear:torn throw:thrown tread:trodden wake:woken wear:worn weave:woven write:written " +
    "bear:born overhear:overheard undo:undone hang:hung sew:sewn sow:sown swell:swollen mow:mown slay:slain"
  )
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);

/** Irregular pasts that the narrator has no use for, by lemma. */
const MORE_PASTS = new Map(
  "leap:leapt dream:dreamt spell:spelt smell:smelt burn:burnt learn:learnt dwell:dwelt kneel:kneeled light:lighted hang:hanged slay:slew forsake:forsook outrun:outran rebuild:rebuilt foretell:foretold mislead:misled withdraw:withdrew arise:arose awake:awoke bleed:bled breed:bred"
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);

/** Lemmas by their irregular forms. */
const LEMMAS_OF = new Map<string, string[]>();
for (const table of [PARTICIPLES, MORE_PASTS])
  for (const [lemma, form] of table) LEMMAS_OF.set(form, [...(LEMMAS_OF.get(form) ?? []), lemma]);
const IRREGULAR = new Set(
  (
    "be become begin bend bind bite bleed blow break bring build burst buy catch choose cling come creep deal dig do draw drink drive eat fall feed feel " +
    "fight find flee fling fly forbid forget forgive freeze get give go grind grow hang have hear hide hold keep kneel know lay lead leave lend lie light lose " +
    "make mean meet pay ride ring rise run say see seek sell send shake shine shoot sing sink sit sleep slide speak spend spill spin spring stand steal stick " +
    "sting strike swear sweep swim swing take teach tear tell think throw tread understand wake wear weave weep win wind wring write"
  ).split(" "),
);
for (const lemma of IRREGULAR)
  LEMMAS_OF.set(pastTense(lemma), [...new Set([...(LEMMAS_OF.get(pastTense(lemma)) ?? []), lemma])]);
for (const [form, lemma] of [
  ["is", "be"],
  ["are", "be"],
  ["was", "be"],
  ["has", "have"],
  ["does", "do"],
  ["goes", "go"],
  ["dying", "die"],
  ["lying", "lie"],
  ["tying", "tie"],
] as const)
  LEMMAS_OF.set(form, [lemma]);

/** Verbs of prose that are not among the everyday ones: their forms in -ed, -ing and -s lead back to them. */
const MORE_LEMMAS = new Set(
  (
    "abandon abduct abolish abuse accuse ache admire admit adopt advise age aim alter amuse announce annoy apologise apologize applaud approach arm arrange arrest " +
    "assault assume attack attend avenge avoid awake award babble bake ban banish bark bathe bawl beam beat beg behead bellow bet betray bewitch bless blare " +
    "blaze bleat bleed bless blind blink blister bloom blush board boast bob boil bolt bomb boom bother bounce bow bray breathe breed brew bribe brush bubble " +
    "bully bump burgle burst buzz cackle camp capsize capture caress cast caution cease celebrate chant chase chat chatter cheat cheer chew chide chime " +
    "chip chirp choke chop chuckle clang clap clash clatter clear click cling clip close clothe coax collapse collide combine comfort command comment commit compare compete " +
    "complete compose conceal concede conclude condemn conduct confess confirm confuse conjure conquer consent consider console consume contact continue control converse " +
    "convict convince cool cope cough crack crackle crane crash crawl creak create creep cremate croak crouch crow crowd crown cruise crumble crush cure curl curse curtsy " +
    "damage damn dare dart dash date dawn dazzle decay deceive declare decline decorate defeat defend defy delay demand demolish demonstrate depart descend describe desert deserve " +
    "design destroy detect determine detonate devour dictate dim dine dip direct disagree disapprove discover discuss dismiss disobey display dissolve distract dive divorce dodge doubt doze " +
    "drain drift drill drizzle drool drone droop duel dust echo eject embrace emerge employ enchant encounter encourage endanger endure engage enjoy enlist ensure entertain entrap erupt " +
    "evacuate evict examine exchange exclaim excuse execute exist expand expire explode explore expose express extinguish faint falter fan fancy fast fetch fiddle file fire fish flap flare flash flatter flicker " +
    "flinch flip flirt flock flog flood flourish flutter foam foil forge fracture free frighten frown fry fumble gallop gamble gape gasp gaze gesture giggle glance glare gleam glide " +
    "glimpse glitter gloat glow gnaw gobble govern grab grant grasp graze greet grieve grimace grin groan grope growl grumble grunt guess guide gulp gun guzzle hail halt hammer hand handle " +
    "harm harpoon harvest hatch haul haunt headbutt heal heave hesitate hijack hiss hitch hobble hoist honk hoot hop howl hug humiliate hunt hurl hurry hush hypnotise hypnotize ignite ignore imagine " +
    "imitate implode imply impress imprison improve infect inform injure injure inquire insult intend interfere interrupt introduce invade invent invite irritate itch jab jail jam jeer jerk jest jingle jog joke " +
    "jolt judge juggle jump kick kidnap kiss knight knit lament land lash laugh launch leak leap leer lick liken limp linger lisp loan lock loot lower lull lunge lurch lurk lynch maim " +
    "manage march mask massacre melt mention meow mew migrate mime mimic mislead misplace mistake moan mock molest mourn mouth mow mug mumble murder murmur mutter neglect neigh nibble nudge " +
    "number oath object occur offend oink ooze operate oppose order overflow overhear overturn paint pant pardon park parole part pat patrol pause peck peep peer penetrate perch perform perish permit persuade " +
    "phone photograph pinch pity place plead please pledge plot plunge poach point poison poke polish ponder pop pose possess postpone pound pout practise practice praise preach preen prepare present preside " +
    "pretend prevent prick print proclaim produce propose protect protest prowl punch punish purr pursue puzzle quack quake quarrel quiver quote race radio rage raid rain ransom rap rape ration rattle recall " +
    "recite reckon recognise recognize record recover reflect refuse reign reject rejoice relax release rely remark remind repent replace reprimand request require rescue resemble resent resign resist resolve respond restore restrain " +
    "resurrect retire retort retreat reveal revenge revive revolt reward rhyme rip roam roar roast rob rock rotate rouse row rule rumble rush rustle sack sacrifice sail salute sand sap satisfy saunter savour scamper " +
    "scare scatter scold score scorn scowl scrape scream screech scribble scrub search season seduce seep seize sentence separate shatter shave shed shell shelter shift shine shiver shock shoot shop shove shriek shrink shrivel shrug " +
    "shudder shuffle sicken sigh signal silence simmer sin sip sizzle skate ski skid skip skulk slam slap slash slaughter slay sleep slice slink slit slump slur smash smear smirk smother smuggle snap snarl snatch sneak sneer " +
    "sneeze sniff snigger snooze snore snort snow soak soar sob solve soothe sound spank spare spark sparkle spear spit splash sponsor spot sprain sprinkle sprint sprout spy squawk squeak squeal squeeze squirm stab stagger stammer " +
    "stamp starve state steam steer sting stink stir stoop storm straddle strangle stray stride strip strive stroke stroll struggle stumble stun stutter submit succeed suck suffer suffocate suggest sulk summon sunbathe surface surrender " +
    "surround survive suspect swallow swap sway sweat swerve swoop tackle tame tangle tattoo taunt tease telegraph telephone tempt terrify testify thank thaw threaten thrill thrive throb thump thunder tick tickle tighten tingle tinkle tip tire " +
    "toast toll topple torment torture toss totter tow track trail train trample transform translate trap tread treat tremble trespass trick trickle trip trot trouble tumble tutor tut twirl twist twitch type unlock unmask " +
    "untie upset urge utter vanish venture video vomit vow vote wade wag wail waltz wander wave weaken weep weigh welcome whimper whine whinny whip whirl whisk whistle wield wince wink wither withdraw witness wobble wonder woo wound " +
    "wrap wreck wrestle wriggle wring yap yawn yell yelp zoom acknowledge assist attempt address analyse bandage bargain bid blackmail blame blackmail boot brag bray browse burgle cable cancel chain challenge charm clutch coin collar " +
    "compete compass confront contradict convert correct corrupt crucify cuddle dwell drown duck eavesdrop elope email embalm exorcise exorcize extend fade fart fax foretell forgive format gossip graduate gut gasp guffaw hang hint hijack hex imprison " +
    "interpret intervene journey justify lecture levitate loosen marry materialise materialize narrate overthrow oversleep paralyse patch pilot pray predict privatise prophesy prosecute provoke quench quit reappear reassure rehearse relieve reply resurface retaliate rot ruin sack " +
    "scald sedate shackle sink sketch skin slap slumber smoulder sober stalk startle stifle stitch strand swear swoon teleport thieve throttle thump topple trade transmit tranquillise trust unite unleash unveil unwrap usurp vandalise vow waft waken wallow wane warble wed wheeze " +
    "dump publish borrow secure shred sift soften splice strengthen sue tuck unload unpack unplug untangle uproot vacate " +
    "veto withhold worship yank yield abort absorb accelerate accompany adapt adjust administer advertise allow appeal appoint authorise authorize " +
    "await barter barricade befriend belay budge bypass camouflage carve certify classify compile compromise confiscate consult cram dedicate deflate " +
    "delete denounce detain devise dilute dismantle dispatch distribute divert donate douse dub edit elect embark emigrate endorse enrol " +
    "erase expel falsify feign forage furnish hire impersonate improvise include inflate inject inspect insure intercept interrogate invest investigate " +
    "jettison lure maim maintain merge misdirect negotiate nominate notarise notify outbid outrun outvote override overrule preserve quieten reclaim " +
    "recycle redirect reduce refit refuel reload rename repay replant resell reset resume retract retrieve rewind rewrite rinse sabotage " +
    "wrinkle yearn betroth boot cackle chortle crochet dawdle fiddle fidget hover intone jabber mewl natter ogle pace prance prattle quip rasp reminisce sermonise shimmer simper sidle snicker stroke titter twinkle twitter warble whoop"
  ).split(" "),
);

/** Whether the word is known as a verb in its bare form. */
export function isVerb(word: string): boolean {
  const lower = word.toLowerCase();
  return isLemma(lower) || MORE_LEMMAS.has(lower) || IRREGULAR.has(lower) || LEMMAS_OF.has(lower);
}

const ENDS_IN_E = /(?:[aiou][kmvgc]|[aiou]r|[bdfgkptz]l|[cvzu]|[aiu]t|ns|rs|th|rg|dg|[aou]d)$/;

/**
 * Returns the lemmas that a form of a verb may belong to, the likeliest first: "strikes" and "struck" give "strike".
 *
 * @param form - One word, any case.
 */
export function verbLemmas(form: string): string[] {
  const word = form.toLowerCase();
  const known = LEMMAS_OF.get(word);
  if (known) return known;
  const found: string[] = isLemma(word) || MORE_LEMMAS.has(word) || IRREGULAR.has(word) ? [word] : [];
  const stems: string[] = [];
  if (/[^aeiou]ies$/.test(word)) stems.push(word.length <= 4 ? word.slice(0, -1) : `${word.slice(0, -3)}y`);
  else if (/(?:ss|x|zz|ch|sh|o)es$/.test(word)) stems.push(word.slice(0, -2));
  else if (/[a-z]s$/.test(word) && !/(?:ss|us|is)$/.test(word)) stems.push(word.slice(0, -1));
  if (/[^aeiou]ied$/.test(word)) stems.push(word.length <= 4 ? word.slice(0, -1) : `${word.slice(0, -3)}y`);
  else if (/[a-z]{2}ed$/.test(word)) stems.push(...bareStems(word.slice(0, -2)));
  else if (/[a-z]{2}ing$/.test(word)) stems.push(...bareStems(word.slice(0, -3)));
  for (const stem of stems) if (!found.includes(stem)) found.push(stem);
  return found.length > 0 ? found : [word];
}

/** A stem without its ending: with an "e", with one letter for two, or as it is. */
function bareStems(stem: string): string[] {
  const single = /([bdfgklmnprtvz])\1$/.test(stem) ? stem.slice(0, -1) : stem;
  for (const one of [stem, `${stem}e`, single])
    if (isLemma(one) || MORE_LEMMAS.has(one) || IRREGULAR.has(one)) return [one];
  if (single !== stem && !/(?:ll|ff|zz)$/.test(stem)) return [single];
  return [ENDS_IN_E.test(stem) ? `${stem}e` : stem];
}

/** The participle: "strike" gives "struck", "write" gives "written". */
export function participle(lemma: string): string {
  const [verb = "", ...rest] = lemma.split(" ");
  return [PARTICIPLES.get(verb) ?? regularPast(verb), ...rest].join(" ");
}

/** Returns every form of a verb: bare, third person, past, participle, -ing. A particle stays behind: "come out", "came out". */
export function verbForms(lemma: string): string[] {
  const [verb = "", ...rest] = lemma.split(" ");
  const after = rest.length === 0 ? "" : ` ${rest.join(" ")}`;
  const past = verb === "be" ? ["was", "were"] : [regularPast(verb), MORE_PASTS.get(verb)];
  const present = verb === "be" ? ["be", "is", "are", "am"] : [verb, thirdPerson(verb)];
  const forms = [...present, ...past, PARTICIPLES.get(verb), gerund(verb)];
  return [...new Set(forms.filter((form) => form !== undefined))].map((form) => form + after);
}

/** The past tense, with the last letter of a short verb doubled: "flog" gives "flogged". */
function regularPast(verb: string): string {
  const past = pastTense(verb);
  return past === `${verb}ed` && SHORT.test(verb) ? `${verb}${verb.at(-1)}ed` : past;
}

const SHORT = /^[^aeiou]*(?:qu)?[aeiou][bdfgklmnprtvz]$/;

/** The form in -ing: "strike" gives "striking", "hit" gives "hitting". */
export function gerund(verb: string): string {
  if (verb === "be") return "being";
  if (/ie$/.test(verb)) return `${verb.slice(0, -2)}ying`;
  if (/[^eoy]e$/.test(verb)) return `${verb.slice(0, -1)}ing`;
  if (SHORT.test(verb) || /(?:begin|forget|forbid|upset|admit|commit)$/.test(verb)) return `${verb}${verb.at(-1)}ing`;
  const past = regularPast(verb);
  return past.endsWith("ed") ? `${past.slice(0, -2).replace(/i$/, "y")}ing` : `${verb}ing`;
}

const PLURALS = new Map(
  (
    "man:men woman:women child:children person:people mouse:mice goose:geese foot:feet tooth:teeth knife:knives wife:wives life:lives leaf:leaves " +
    "thief:thieves loaf:loaves half:halves wolf:wolves calf:calves shelf:shelves elf:elves dwarf:dwarves ox:oxen louse:lice die:dice sheep:sheep deer:deer " +
    "reindeer:reindeer fish:fish aircraft:aircraft spacecraft:spacecraft whisky:whiskies hero:heroes potato:potatoes tomato:tomatoes echo:echoes " +
    "policeman:policemen policewoman:policewomen fireman:firemen gunman:gunmen stowaway:stowaways gallows:gallows series:series species:species"
  )
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);
const SINGULARS = new Map([...PLURALS].map(([one, many]) => [many, one] as const));

/** Returns a noun's singular and plural, from either of them; of several words the last is inflected. */
export function nounForms(noun: string): string[] {
  const at = noun.search(/[\p{L}\p{N}'’]+$/u);
  if (at < 0) return [noun];
  const before = noun.slice(0, at);
  const last = noun.slice(at);
  const one = singularOf(last);
  return [...new Set([last, one, pluralOf(one)])].map((form) => before + form);
}

/** Letters of nouns whose singular is kept. */
const NOUN_LETTERS = 50_000;

/** The singular of a noun; of several words the last is changed. */
export const singular = memoizeText((noun): string => {
  const at = noun.search(/[\p{L}\p{N}'’]+$/u);
  return at < 0 ? noun : noun.slice(0, at) + singularOf(noun.slice(at));
}, NOUN_LETTERS);

function singularOf(word: string): string {
  const known = SINGULARS.get(word.toLowerCase());
  if (known !== undefined) return known;
  if (/[^aeiou]ies$/i.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|zz|ch|sh)es$/i.test(word)) return word.slice(0, -2);
  if (/s$/i.test(word) && !/(?:ss|us|is|news|['’]s)$/i.test(word) && word.length > 3) return word.slice(0, -1);
  return word;
}

function pluralOf(word: string): string {
  const known = PLURALS.get(word.toLowerCase());
  if (known !== undefined) return known;
  if (/[^aeiou]y$/i.test(word) && !/^\p{Lu}/u.test(word)) return `${word.slice(0, -1)}ies`;
  if (/(?:s|x|zz|ch|sh)$/i.test(word)) return `${word}es`;
  return `${word}s`;
}
