/**
 * Words that a law means though it does not name them: whoever writes "no firearms" means no pistol either. A family is meant
 * as a whole where a law names one of its heads, or two of its members; a single member stands for itself. A member that the
 * author's own text goes on using is left out again.
 */
import { nounForms, singular, verbForms, verbLemmas } from "@narratoria/protocol/english";

interface Family {
  readonly heads: ReadonlySet<string>;
  /** Lemmas by which a law may name a member. */
  readonly members: ReadonlySet<string>;
  /** What told text may not hold, in all its forms. */
  readonly words: readonly string[];
}

/** `heads | nouns | verbs | words that have no other forms`, comma-separated; a head is forbidden only where it is named again. */
const TABLE = `
ghost, supernatural, spirit, haunting, undead, haunt | ghost, spectre, specter, apparition, phantom, wraith, poltergeist, haunting | haunt | ghostly, haunted, spectral
gun, firearm, cannon, weapon, armed, shooting, gunfire | gun, pistol, rifle, musket, revolver, shotgun, gunshot, firearm, handgun, gunman, carbine, blunderbuss, machine gun, gunfire, bullet | |
weapon, armed, arms | sword, dagger, spear, speargun, harpoon, taser, crossbow, bayonet, cannon, cannonball, grenade, machete, rapier, sabre, knife fight, pistol, gun, rifle, bomb, cutlass, cudgel | |
sword, blade | sword, dagger, rapier, sabre, cutlass, scimitar, broadsword | |
explosive, explosion, bomb, explode | bomb, explosion, dynamite, grenade, explosive, gunpowder, landmine | explode, detonate |
magic, magical, sorcery, witchcraft, enchantment, spell, magician, wizard | wizard, witch, sorcerer, sorceress, warlock, mage, magic wand, magic spell, enchantment, enchanter, enchantress, incantation, potion, wand, hex, sorcery, witchcraft, jinn, djinn, genie, spellbook | enchant, bewitch, conjure, levitate, teleport | magic, magical, magically, enchanted, bewitched, cast a spell, casts a spell, casting a spell
jinn, djinn, genie | jinn, djinn, genie | |
god, deity, divine, miracle, gods | god, goddess, deity, miracle, angel, demon | | divine
demon, devil, angel | demon, devil, angel, hell | | demonic
fairy, fae, elf | fairy, elf, pixie, goblin, gnome, dwarf, faerie | |
vampire, werewolf, zombie, monster | vampire, werewolf, zombie, troll, ogre, mermaid, sea serpent, sea monster, leviathan, monster, kraken, beast man | | monstrous
alien, extraterrestrial, ufo | alien, extraterrestrial, flying saucer, martian | | ufo
robot, android, artificial | robot, android, cyborg, hologram, artificial intelligence | |
telephone, phone | telephone, phone, phone call, telephone call, payphone | telephone, phone |
mobile phone, mobile, cell phone, smartphone, cellphone | mobile phone, cell phone, smartphone, cellphone, voicemail, text message, video call, selfie, touchscreen | |
computer | computer, laptop, tablet computer | |
internet, online, computer, email, website, web, wifi | website, email, e-mail, search engine, hashtag, podcast, livestream, video call, modem, browser, chatroom, blog, smartphone | google, download, upload | internet, online, wifi, wi-fi, social media, viral, facebook, twitter, instagram
viral, social media | hashtag, influencer | | viral, social media, goes viral, went viral, going viral, trending, crowdfunding
electricity, electric, electrical, electrics | telegraph, telephone, dynamo, light bulb, lightbulb, light switch, electric light, electric lamp, electric torch, electrician, torchlight bulb, socket | | electricity, electric, electrical, electrically
wireless, radio, broadcast | radio, wireless, broadcast, transmitter, walkie-talkie, loudspeaker | |
aeroplane, airplane, plane, aircraft, aviation, helicopter | aeroplane, airplane, aircraft, helicopter, airship, zeppelin, biplane, airport, airstrip, runway | |
motor car, motorcar, automobile, car, motor, vehicle, lorry, motor vehicle | motor car, motorcar, automobile, lorry, truck, motorcycle, motorbike, motor sledge, motor van, taxi, minibus, tractor, car | |
train, railway, railroad, locomotive | train, railway, railroad, locomotive, steam train, railway station | |
camera, photograph, photography, photo | camera, photograph, photo, snapshot, footage, selfie, photographer | | cctv
television, cinema, film | television, cinema, telly, movie, tv set | | tv
engine, machine, machinery | engine, motor, piston | |
clock, timepiece, wristwatch | clock, wristwatch, pocket watch, stopwatch, alarm clock | | o'clock
rain, drizzle, raining | rain, raindrop, drizzle, downpour, rainstorm, rainwater, rainfall, cloudburst | rain, drizzle | rainy, raining
thunder, lightning, storm, thunderstorm | thunder, thunderstorm, thunderclap, lightning, lightning bolt | thunder |
storm, gale, tempest | storm, gale, tempest, hurricane, typhoon, squall | | stormy
snow, snowing, snowfall | snow, snowflake, snowfall, blizzard, snowdrift, snowball, snowstorm, snowman | snow | snowy, snowing
fog, mist | fog, mist, haze | | foggy, misty
sun, sunlight, sunshine, daylight, sunny | sunbeam, sunrise, sunset, sunray, sun | | sunlight, sunshine, sunlit, sunny, blue sky, blue skies, daylight
daylight, day, daytime, dawn, noon, morning | sunrise, sunbeam | | daylight, sunlight, sunshine, broad daylight
moon, moonlight | moon, moonbeam | | moonlight, moonlit
star, starlight | star, constellation | | starlight, starlit, starry
night, darkness, nightfall | nightfall, midnight, moonlight | |
blood, bleed, bleeding, gore, bloodshed | bloodstain, bloodbath | bleed | blood, gore, gory, bloody, bloodied, bloodstained, bleeding
die, death, dead, kill, killed, corpse, killing, dying | corpse, dead body, cadaver, fatality | drop dead, murder | was killed, were killed, is killed, are killed, been killed, gets killed, got killed, found dead, shot dead, dropped dead, dead man, dead woman, is dead, are dead, was dead, were dead, lies dead
murder, murderer, murdered, killer, homicide | murder, murderer, murderess, killer, homicide | murder | murderous, was murdered, were murdered
suicide | suicide | | killed himself, killed herself, kills himself, kills herself, took his own life, took her own life
drown, drowning | | drown | drowned, drowning
funeral, burial, grave | funeral, coffin, burial, grave, hearse, undertaker | bury |
drink, alcohol, liquor, alcoholic, booze, drunk, drinking, spirits | whisky, whiskey, beer, wine, dram, rum, gin, brandy, ale, cider, vodka, sherry, champagne, cocktail, lager, liquor, liqueur, mead, booze | | alcohol, drunk, drunken, tipsy
tobacco, smoking, cigarette, smoke | cigarette, cigar, tobacco, cigarillo, cheroot, ashtray, snuffbox | |
drug, narcotic, opium | drug, cocaine, heroin, opium, morphine, cannabis, laudanum, narcotic | |
violence, fight, hit, fighting, punch, brawl, fisticuff, blow | brawl, fistfight, punch-up, headbutt, scuffle, fistfight, fist fight, black eye | punch, headbutt, thump | throws a punch, threw a punch, throw a punch
torture, torment | torturer, thumbscrew | torture | torture, tortured
lynching, lynch, hanging, gallows, noose, execution | noose, gallows, lynch mob, lynching, hangman, scaffold | lynch | hanged, lynched
prison, jail, gaol, dungeon, imprison, prisoner | prison, prisoner, dungeon, jail, gaol, jailer, gaoler, handcuff, convict | imprison, jail |
flog, whip, lash, flogging | flogging, whipping | flog | flogged
slave, slavery | slave, slaver | enslave | slavery
king, queen, royalty, royal, monarch | king, queen, prince, princess, monarch | | royal
police, policeman, constable, detective | policeman, policewoman, constable, police officer, police car, detective, cop, police station | | police
soldier, army, military, war, warfare | soldier, army, regiment, battle, battlefield | |
reporter, journalist, press, newspaper | reporter, journalist, newspaper, headline | |
hospital, ambulance | hospital, ambulance, paramedic | |
lawyer, court, trial | lawyer, solicitor, barrister, courtroom, judge, lawsuit | |
swear, swearing, profanity, obscenity, curse word, swearword, swear word, bad language, foul language, oath, cursing | bastard, bugger, swearword | | damn, damned, bloody, shit, piss, pissed, arse, arsehole, asshole, fuck, fucking, fucked, crap, bitch, goddamn, bollocks
kiss, romance, romantic, love affair, lover, kissing | kiss, lover, love affair, sweetheart, love letter | kiss | falls in love, fell in love, fall in love, in love with, romantic
sex, nudity, naked, nude, sexual | nudity | | sex, naked, nude, sexual, sexy, undresses
marry, wedding, marriage | wedding, bride, bridegroom, engagement ring | marry, wed |
religion, church, prayer, pray, religious | prayer, priest, church | pray | religious
billionaire, millionaire, rich, wealthy, riches | billionaire, millionaire, tycoon, multimillionaire | |
lottery, jackpot | lottery, jackpot, lottery ticket | |
celebrity, famous, fame, influencer | celebrity, film star, pop star, movie star | |
cannibal, cannibalism, human flesh | cannibal, human flesh | | cannibalism
leak, breach, flood, implode, burst | hull breach, leak | implode | implosion, springs a leak, sprang a leak, spring a leak, water pours in, water poured in, water bursts in, bursting in
mirror, looking-glass, reflection | mirror, looking glass, looking-glass | |
fire, flame, blaze | bonfire, campfire, flame, blaze, inferno | | ablaze
bonfire, torch, lantern, flame | bonfire, torch, lantern, campfire | |
candle, candlelight | candle, candlestick, candelabra | | candlelight, candlelit
time travel, time machine | time machine, time traveller, time traveler | | time travel
boat, ship, vessel | boat, ship, ferry, rowing boat, canoe, raft, yacht, dinghy, sailboat, rowboat | |
sea, ocean, seaside | sea, ocean, seashore, seaside | |
horse, pony | horse, pony, mare, stallion, foal | |
wolf, wolves | wolf, wolf pack, she-wolf | |
bear, polar bear | polar bear, white bear | |
dog | dog, puppy, hound | |
cat | cat, kitten | |
snake, serpent | snake, serpent, viper, adder | |
spider | spider, cobweb, tarantula | |
rat, mouse, vermin | rat, mouse | |
poison, poisoned, poisoning | poison, venom | poison | poisoned, poisonous
metric, kilometre, kilometer, metre, kilogram | kilometre, kilometer, centimetre, centimeter, millimetre, kilogram, kilogramme, litre, liter | | celsius, centigrade
dollar, cent, dollars | dollar, cent, dollar bill | |
euro, pound, sterling | euro, banknote | |
plastic, nylon | plastic, nylon, polythene, polyester | |
slang, modern slang, modernism | | | ok, okay, guys, dude, awesome, cool, yeah
prophecy, destiny, chosen one, prophet | prophecy, prophet, chosen one | prophesy | prophesied
plague, disease, epidemic, illness | plague, epidemic, pandemic, fever | |
revenge, vengeance | revenge, vengeance | avenge |
treasure, gold | treasure, treasure chest, treasure map | |
pirate | pirate, buccaneer, corsair | |
spy, espionage | spy, secret agent | |
tunnel | tunnel, underpass | |
bridge | bridge, footbridge | |
airport, airstrip, runway | airstrip, runway, airport, airfield | |
horn, foghorn, siren | foghorn, siren, klaxon | |
name | | | my name is, your name is, his name is, her name is, their name is, is named, was named, are named, whose name is, named after
american, yankee, americanism | | | sidewalk, elevator, trashcan, cellphone
elf, goblin, orc | elf, goblin, orc, dwarf | |
winter | icicle, frost | |
summer | | | midsummer, summertime
red | scarlet, crimson | | red, reddish, reddened
green | | | green, greenish, emerald
blue | | | blue, bluish, azure
white | | | white, whitish
black | | | black, blackish
yellow | | | yellow, yellowish
calendar, date | calendar, almanac | |
america, american, americans | american | |
child, children | child, baby, infant, toddler, schoolboy, schoolgirl | |
iron, steel, metal | iron, steel | |
window | window, windowpane | |
map, chart | map | |
book, reading | book, library | |
tear, crying, weep | | | tears, sobbing, weeping
music, song, singing | song, tune, melody | sing |
`;

/** Words that can take each other's place one for one. */
const SAME = new Map(
  (
    "motor car:motorcar,automobile,motor-car|automobile:motor car,motorcar,car|aeroplane:airplane,aircraft|airplane:aeroplane,aircraft|telephone:phone|wireless:radio|radio:wireless|" +
    "whisky:whiskey|whiskey:whisky|jail:gaol|gaol:jail|spectre:specter,ghost,apparition,phantom|apparition:ghost,spectre,phantom|phantom:ghost,spectre,apparition|corpse:dead body,cadaver|dead body:corpse|" +
    "kilometre:kilometer|kilometer:kilometre|metre:meter|film:movie|motorbike:motorcycle|motorcycle:motorbike|mobile phone:mobile,cell phone,cellphone,smartphone|cell phone:cellphone,mobile phone,smartphone|" +
    "jinn:djinn,genie|djinn:jinn,genie|sorcery:sorcerer,sorceress|enchantment:enchanted|wizard:sorcerer|hologram:holographic|fight:brawl,fistfight|lottery win:lottery,jackpot|knife fight:knife-fight|" +
    "television:telly,tv|tunnel:underpass|airstrip:runway,airfield|policeman:police officer,constable|wolf:wolf pack|native inhabitant:native|train:railway,locomotive|" +
    "grey:gray|gray:grey|celsius:centigrade|centigrade:celsius|polar bear:white bear|torch:torchlight|lantern:lantern light|electric lamp:electric light,light bulb|electric light:electric lamp,electric torch,light bulb|" +
    "cannibal:cannibalism,human flesh|email:e-mail|viral:trending|billionaire:millionaire,tycoon|celebrity:film star,pop star|ship:vessel|dagger:knife fight|murderer:killer|killer:murderer"
  )
    .split("|")
    .map((line) => line.split(":") as [string, string])
    .map(([word, others]) => [word, others.split(",")] as const),
);

/** Verbs that a law means along with the first of each row. */
const VERB_RINGS = `
laugh, chuckle, giggle, snigger, snicker, guffaw, titter, cackle, chortle
smile, grin, beam, smirk
cry, weep, sob, wail
weep, cry, sob, wail
sing, croon, hum
fly, soar, glide, take flight, take to the air, take wing, rise into the air
sleep, doze, nap, slumber, snore
eat, swallow, devour, gobble, gulp, gobble up, eat up
hit, strike, punch, kick, slap, beat, thump, headbutt
hurt, harm, injure, wound, hit, strike, kick, beat, kill
harm, hurt, injure, wound, hit, strike, kick, beat, kill
kill, murder, slay, stab, strangle, shoot
murder, kill
steal, rob, thieve, pilfer
ring, toll, chime, peal, sound, clang
sound, blow, blare, ring, toot, hoot, honk, blast, boom
blow, sound, blare, toot, hoot
lift, clear, disperse, thin
walk, stroll, stride, run
shine, glow, gleam, be lit, light up
kiss, embrace
marry, wed
leak, spring a leak, burst in, pour in
crack, shatter, break, splinter
break, cut, open, burst, slit, tear, split
burn, catch fire, go up in flames, be burnt, be burned
explode, blow up, detonate
run, sprint, bolt
dream, have a dream
shout, yell, bellow, scream
drink, sip, gulp, get drunk
vanish, disappear
come out, shine, break through, appear
rise, come up
die, be dead, drop dead, pass away, be killed, perish
drown, be drowned, go under
swear, curse, cuss
leave, depart, walk out, sail away
open, unlock, unseal, slit
remove, take off, pull off, slip off
take off, remove, pull off
see, look, watch, gaze, stare, glance, read
hear, listen
read, unfold
learn, discover
find, discover, recover
answer, reply
stop, cease, end, ease
light, strike, kindle, be lit, shine
arrive, turn up
smoke, puff
move, stir
move about, stir
talk, speak, say
come back, return
`
  .trim()
  .split("\n")
  .map((line) => line.split(",").map((verb) => verb.trim()));

const split = (list: string | undefined): string[] =>
  (list ?? "")
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);

const FAMILIES: readonly Family[] = TABLE.trim()
  .split("\n")
  .map((line) => {
    const [heads, nouns, verbs, fixed] = line.split("|");
    const words = [...split(nouns).flatMap(nounForms), ...split(verbs).flatMap(verbForms), ...split(fixed)];
    const members = [...split(nouns), ...split(verbs), ...split(fixed).filter((word) => !word.includes(" "))];
    return { heads: new Set(split(heads)), members: new Set(members), words: [...new Set(words)] };
  });

/**
 * Returns the words that a law means along with those that it names.
 *
 * @param named - Nouns and verbs that the law forbids, in the singular and the bare form.
 */
export function meantAlong(named: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  for (const { heads, members, words } of FAMILIES) {
    const headed = [...named].some((word) => heads.has(word));
    const own = [...named].filter((word) => members.has(word));
    // Who writes "no pistol, no rifle" means guns, and not all weapons.
    const narrower = FAMILIES.some(
      (other) =>
        other.words.length < words.length &&
        other.members !== members &&
        own.every((word) => other.members.has(word) || other.heads.has(word)),
    );
    if (!headed && (own.length < 2 || narrower)) continue;
    for (const word of words) found.add(word);
  }
  for (const word of named)
    for (const other of SAME.get(word) ?? []) for (const form of nounForms(other)) found.add(form);
  return [...found];
}

/** Whether a noun stands for a whole family: to have, use or see one is to have one in the story. */
export function isHead(noun: string): boolean {
  return FAMILIES.some(({ heads, members }) => heads.has(noun) || members.has(noun));
}

/** Heads of the families of what there is not outside of tales. */
const UNREAL = /^(?:ghost|magic|jinn|demon|fairy|vampire|alien|elf)$/;

/** Whether a noun is of what there is not outside of tales: a ghost that walks nowhere is none. */
export function isUnreal(noun: string): boolean {
  return FAMILIES.some(
    ({ heads, members }) => (heads.has(noun) || members.has(noun)) && [...heads].some((head) => UNREAL.test(head)),
  );
}

/** Returns the verbs that a law means along with one, without it. */
export function verbsAlong(verb: string): string[] {
  const rings = VERB_RINGS.filter(([first]) => first === verb);
  return [...new Set(rings.flat())].filter((other) => other !== verb);
}

/** The parts of a body that go with one. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  body: "body hand face eye finger arm leg foot head shoulder mouth lip fist brow cheek chin elbow knee palm".split(
    " ",
  ),
  hand: "hand finger fist palm thumb".split(" "),
  face: "face cheek brow chin mouth lip".split(" "),
  eye: "eye eyelid eyebrow".split(" "),
  mouth: "mouth lip tongue".split(" "),
  hair: "hair".split(" "),
  voice: ["voice"],
};

/** Returns what a body is without that lacks this, in all its forms. */
export function partsOf(thing: string): string[] {
  const lemma = nounForms(thing).find((form) => PARTS[form] !== undefined);
  return (lemma === undefined ? [thing] : (PARTS[lemma] ?? [thing])).flatMap(nounForms);
}

/** Somebody or some animal, as the object of a verb. */
export const ANIMATE: readonly string[] =
  "him her them you me us himself herself somebody someone anybody anyone everybody people person man woman boy girl child baby guard soldier king queen stranger visitor neighbour friend sister brother mother father husband wife son daughter crowd animal creature".split(
    " ",
  );

/** Animals, as those that do not talk. */
export const ANIMALS: readonly string[] =
  "animal dog cat horse bird crow raven owl mouse rat fox wolf bear hare rabbit goose duck hen cock cow goat sheep pig donkey mule camel fish frog toad newt snake bee spider parrot monkey elephant lion tiger dragon otter seal octopus crab squirrel badger hedgehog stag deer puppy kitten pony".split(
    " ",
  );

/** Verbs of speech in their bare form. */
export const SPEECH: readonly string[] =
  "say ask reply answer respond whisper speak talk tell murmur mutter mumble shout yell remark explain announce declare exclaim retort inquire enquire admit stammer".split(
    " ",
  );

/** What only the living do, in a scene. */
export const LIVING: readonly string[] = [
  ...SPEECH,
  ..."smile nod laugh grin shrug frown sigh wink wave look turn walk stand sit enter step stride run come arrive return appear wake breathe reach point chuckle lean kneel rise eat drink grip".split(
    " ",
  ),
  "open his eyes",
  "open her eyes",
  "walk in",
  "be alive",
  "live on",
];

/** Lemmas of a word as a noun and as a verb. */
export function lemmasOf(word: string): string[] {
  const lower = word.toLowerCase();
  return [...new Set([lower, singular(lower), ...verbLemmas(lower)])];
}
