/** The files of an enriched campaign, each marked as generated. Implements rules CA1203 to CA1206. */
import { slug } from "@narratoria/protocol/english";
import type { JsonObject, JsonValue } from "@narratoria/protocol";
import type { Campaign } from "../campaign.js";
import type { Part } from "./kit.js";
import type { Plot, PlotDeed, PlotResult } from "./plot.js";
import type { StorySeed } from "./seed.js";
import { canBeTold, matterOf, wholeNote } from "./seed-matter.js";
import { OF_THE_STORY, sentencesOf, spokenToPlayer } from "./seed-sentences.js";
import { capital, filler, PARTS, type Stage, type StagePerson } from "./stage.js";

/** Where generated text comes from. */
export interface Provenance {
  readonly source_model: string;
  /** ISO 8601. */
  readonly generated_at: string;
  readonly seed_data: string;
  readonly version: string;
}

/** A file to be written: its path in the campaign, and its whole text. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

export interface FilesToMake {
  readonly campaign: Campaign;
  /** Paragraphs of the README that tell the story, where no other text does. */
  readonly readme: readonly string[];
  readonly stage: Stage;
  readonly plot: Plot;
  readonly provenance: Provenance;
  /** Whether the author has a file at a path of the format; no generated one then stands in for it. */
  has(path: string): boolean;
  /** Writes front matter as YAML. */
  stringify(matter: JsonObject, options: { readonly lineWidth: number }): string;
}

export function generatedFiles(options: FilesToMake): GeneratedFile[] {
  const { campaign, readme, stage, plot, provenance } = options;
  const has = (path: string): boolean => options.has(path);
  const fill = filler(stage);
  const files: GeneratedFile[] = [];
  const markdown = (path: string, body: string, matter: JsonObject = {}): void => {
    if (has(path)) return;
    const front = options.stringify({ ...matter, generated: true, provenance: { ...provenance } }, { lineWidth: 0 });
    files.push({ path: generatedName(path), text: `---\n${front}---\n\n${body.trim()}\n` });
  };
  const json = (path: string, value: JsonObject): void => {
    if (has(path)) return;
    const marked = { ...value, _provenance: { generated: true, ...provenance } };
    files.push({ path: generatedName(path), text: `${JSON.stringify(marked, null, 2)}\n` });
  };

  markdown("world/setting.md", settingOf(campaign, stage, plot));
  markdown("world/rules.md", RULES);
  const laws = lawsOf(campaign);
  if (laws.length > 0) markdown("world/constraints.md", laws.map((law) => `- ${law}`).join("\n"));
  if (campaign.premise === "")
    markdown("plot/premise.md", premiseOf(openingOf(campaign, readme, stage.seed), stage, fill, plot.plain === true));
  for (const { name, tells } of stage.places)
    markdown(`lore/places/${slug(name.replace(/^the\s/i, ""))}.md`, `# ${capital(name)}\n\n${tells.join(" ")}`);
  const about = plot.about === undefined ? stage.thing.the : plot.about === null ? null : fill(plot.about);
  if (about !== null)
    markdown(
      `lore/${slug(about.replace(/^the\s/, ""))}.md`,
      `# ${capital(about)}\n\n${plot.lore.map(fill).join("\n\n")}`,
    );
  for (const part of PARTS) {
    const person = stage.people[part];
    if (!person.authored) json(`characters/npcs/${person.id}/profile.json`, profileOf(person, stage, plot, fill));
  }
  json("characters/player/template.json", templateOf(stage));
  // A plot of the author's own, however short, is not mixed with another.
  const hasPlot = campaign.beats.length > 0 || campaign.endings.length > 0 || campaign.choices.length > 0;
  if (!hasPlot) {
    const deedOf = deedsOf(campaign, stage, plot, fill);
    const leads = plot.scenes.flatMap((scene, index) =>
      scene.leads.map((lead, at) => leadOf(lead, index, at, stage.places[scene.place]?.name ?? "", deedOf)),
    );
    json("plot/choices.json", { choices: leads });
    json("plot/beats.json", { beats: plot.scenes.map((_, index) => beatOf(index, stage, plot, fill, deedOf)) });
    for (const { id, title, text, epilogue } of [...plot.endings, plot.left]) {
      const isLeft = id === plot.left.id;
      const last = plot.scenes.length - 1;
      const conditions: JsonObject = isLeft ? { scene_count: { min: LAST_SCENE } } : { requires_beat: beatId(last) };
      const choices = (plot.scenes[last]?.deeds ?? []).flatMap((deed, at) =>
        deed.ends === id
          ? [
              {
                ...deedOf(deed, last, `ending-${at + 1}`),
                location: capital(stage.places[plot.scenes[last]?.place ?? 0]?.name ?? ""),
              },
            ]
          : [],
      );
      markdown(
        `plot/endings/${id}.md`,
        flagsInText(`${fill(text)}\n\n## Epilogue\n\n${plot.plain === true ? "" : "{deeds}\n\n"}${fill(epilogue)}`),
        {
          title: fill(title),
          ...(isLeft && { breaks_off: true }),
          conditions,
          ...(choices.length > 0 && { choices }),
        },
      );
    }
  }
  json("reading.json", readingOf(stage, plot, fill));
  if (!has("README.md")) markdown("README.md", readmeOf(campaign, files, provenance));
  return files;
}

/** `plot/beats.json` is `plot/beats_generated.json`. */
function generatedName(path: string): string {
  return path.replace(/(\.[^./]+)$/, "_generated$1");
}

const RULES = `# Rules

Chance decides only what can go wrong. Whoever fails loses time, or a little skin, and the story goes on.`;

function settingOf({ manifest }: Campaign, { places, seed }: Stage, plot: Plot): string {
  if (plot.plain === true) return `# ${manifest.title}\n\n${plot.lore.at(-1) ?? ""}`;
  const names = places.slice(0, 4).map(({ name }) => name);
  const last = names.pop() ?? "";
  return [
    `# ${manifest.title}`,
    seed.deadline === null ? "" : "Whatever is going to happen here happens today.",
    [
      `From ${names[0]} one comes to ${names.slice(1).join(", then to ")}, and in the end to ${last}.`,
      `Whoever goes from ${names[0]} to ${last} comes past ${names.slice(1).join(" and ")}.`,
      `Behind ${names[0]} one finds ${names.slice(1).join(", and then ")}. The furthest one can go is to ${last}.`,
    ][turnOf(manifest.title) % 3] ?? "",
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Sentences of the author's guidance that say what never is. One that shares a word with the author's texts could take those away. */
function lawsOf({ manifest, constraints, texts }: Campaign): string[] {
  if (constraints.length > 0) return [];
  const own = new Set(
    [...texts.values()]
      .join(" ")
      .toLowerCase()
      .match(/\p{L}{4,}/gu),
  );
  return sentencesOf(manifest.hydration_guidance ?? "").filter(
    (sentence) =>
      /^(?:Nobody|No one|Nothing|Never|No \p{L}+|There (?:is|are) no)\b/u.test(sentence) &&
      !(sentence.toLowerCase().match(/\p{L}{4,}/gu) ?? []).some((word) => own.has(word)),
  );
}

/** For whoever is a house or a bridge: how they come to go about. (rule CA5996) */
const GOES_ABOUT =
  "Once in your life you may go about for a day and a night as people do, on two feet, and nobody thinks it strange. This is that day.";

/** "who cut Ada’s score", where it is Ada who asks: "who cut her score". */
function ofTheirs(question: string, client: string, pronoun: StagePerson["pronoun"]): string {
  const word = pronoun === "she" ? "her" : pronoun === "he" ? "his" : null;
  return word === null ? question : question.replace(`${client.split(" ")[0]}’s`, word);
}

const turnOf = (title: string): number =>
  [...title].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);

/** That the player means to know it: not in the same words in each story. (rule CA6558) */
function mean(title: string, question: string, time: string): string {
  const ways = [
    `You have time to find out ${question} <deadline>.`,
    `You want to know ${question}, and you mean to know it <deadline>.`,
    `You have ${time} to find out ${question}.`,
    `You will not go home until you know ${question}. There is time <deadline>.`,
  ];
  return ways[turnOf(title) % ways.length] ?? "";
}

/** How somebody comes to ask of what an author says is odd, where nobody says who the player is. (rule CA6558) */
const ARRIVALS = [
  "You heard of it from somebody who swore that it was true, and you have come to see for yourself.",
  "You have gone past here for years and never stopped. Today you have stopped.",
  "You were asked to come and have a look, by somebody who did not leave a name.",
  "You live near enough to have noticed, and far enough away not to have asked until now.",
  "Somebody once told you a story like it, and you did not believe them. You should like to have listened better.",
  "You came for another reason, and it seems of no importance now.",
] as const;

function premiseOf(
  opening: string,
  { seed, you, oddity, deadline, kit, places, people }: Stage,
  fill: (text: string) => string,
  isPlain: boolean,
): string {
  // "You play Hesper Vane, apprentice to": that is who the player is.
  const told =
    seed.letter !== null && opening === seed.letter.opening
      ? opening
      : opening.replace(/\bYou play (?:as )?(?=\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+)*,)/gu, "You are ");
  const here = places[0] === undefined ? "" : `You are ${places[0].preposition} ${places[0].name}.`;
  const time = deadline.replace(/^before\b/, "until");
  const arrival =
    seed.you === null
      ? seed.oddity !== null && seed.aim === null && !seed.small
        ? ARRIVALS[
            [...seed.title].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) %
              ARRIVALS.length
          ]
        : `You are ${you}. ${kit.arrival}`
      : `You are ${you}.${seed.fixed ? ` ${GOES_ABOUT}` : ""}`;
  if (told !== "") {
    // What the author's sentences say already is not said again.
    const has = (text: string | null): boolean =>
      text !== null && sentencesOf(told).join(" ").toLowerCase().includes(text.replace(/[.]$/, "").toLowerCase());
    const rest = isPlain
      ? [seed.oddity === null || has(seed.oddity) ? "" : seed.oddity]
      : seed.aim === null
        ? [has(oddity) ? "" : oddity, fill(mean(seed.title, questionShort(seed.question), time))]
        : [seed.deadline === null ? `You have time for it ${time}.` : ""];
    // A page on a place says nothing of the player.
    const who = /\byou\b/i.test(told) ? here : `${arrival} ${here}`;
    const goes = seed.fixed && !who.includes(GOES_ABOUT) ? GOES_ABOUT : "";
    return [told, goes, who, ...rest].filter((part) => part !== "").join("\n\n");
  }
  // Beside a question of somebody's, what is odd in a kit is another story.
  const asks =
    seed.client !== null && seed.question !== null && seed.oddity === null
      ? `${seed.client} wants to know ${ofTheirs(seed.question, seed.client, people.helper.pronoun)}, and you have ${time} to find it out.`
      : "";
  const parts = isPlain
    ? [`${arrival} ${here}`, oddity]
    : seed.aim === null
      ? [
          `${arrival} ${here}`,
          asks === "" ? oddity : asks,
          asks !== "" ? "" : fill(mean(seed.title, questionShort(seed.question), time)),
        ]
      : [`${arrival} ${here}`, `You want to ${seed.aim}, and you have time for it ${time}.`];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** The author's description as the story's opening, or what the README tells, where either tells the story. */
export function openingOf(
  { manifest, setting, lore }: Pick<Campaign, "manifest" | "setting" | "lore">,
  readme: readonly string[],
  seed: StorySeed,
): string {
  const told = spokenToPlayer(sentencesOf(manifest.description ?? "").join(" "));
  const sentences = told === null ? [] : sentencesOf(told);
  const isTold =
    sentences.length > 0 &&
    sentences.length <= 6 &&
    !sentences.some((sentence) => OF_THE_STORY.test(sentence)) &&
    sentences.every((sentence) =>
      /\s(?:\p{Ll}+(?:s|ed)|is|are|has|have|had|was|were|must|want|can|will|come|go|came|went|got|stood|left|took|gave|began|knew|saw|fell|found|kept|said|told|ran|sat|lay|grew|wrote|spoke|died|hung|sang|slept|heard|lost)\b/u.test(
        sentence,
      ),
    ) &&
    sentences.every((sentence) => /[.!…]["”’)]*$/.test(sentence));
  if (isTold) return sentences.join(" ");
  if (seed.letter !== null) return seed.letter.opening;
  if (readme.length > 0) return upToNews(readme, seed).join("\n\n");
  const first = firstParagraph(setting !== "" ? setting : (lore[0]?.text ?? ""));
  return first !== "" ? first : firstNotes(seed);
}

/**
 * The first paragraph of a README, and the others as far as what is odd in them and what is said to the player of it: the rest is left for
 * people to say. All of it, where the story is to turn on something else. (rule CA6008)
 */
function upToNews(readme: readonly string[], seed: StorySeed): readonly string[] {
  const { oddity } = seed;
  if (oddity === null || matterOf(seed, "") === null) return readme;
  const at = readme.findIndex((one) => one.includes(oddity.replace(/[.]$/, "")));
  if (at < 0) return readme;
  const sentences = sentencesOf(readme[at] ?? "");
  const odd = sentences.findIndex((one) => one.includes(oddity.replace(/[.]$/, "")));
  const after = sentences.slice(odd + 1);
  const said = after.findIndex((one) => !/^(?:You|Your|It)\b/.test(one));
  const kept = sentences.slice(0, odd + 1 + (said < 0 ? after.length : said)).join(" ");
  return at === 0 ? [readme[0] ?? ""] : [...readme.slice(0, at), kept];
}

/** The notes with which a page of notes begins, as far as its first news. (rule CA6008) */
function firstNotes({ sentences, oddity }: StorySeed): string {
  const told = sentences.map(wholeNote).filter(canBeTold);
  if (told.length < 4) return "";
  const odd = told.findIndex((one) => one === oddity);
  return told.slice(0, Math.min(6, odd < 0 ? 4 : odd + 1)).join(" ");
}

/** What an author's only page opens with, where each of its sentences can be told. */
function firstParagraph(text: string): string {
  const block = text
    .split(/\n\s*\n/)
    .map((one) => one.replace(/^\s*#+\s.*\n?/gm, "").trim())
    .find((one) => one !== "");
  const sentences = block === undefined || /^\s*(?:[-*+>|`]|\d+[.)]|[\w -]+:\s)/.test(block) ? [] : sentencesOf(block);
  const isTold = sentences.every(
    (one) => !OF_THE_STORY.test(one) && /[.!…]["”’)]*$/.test(one) && one.split(" ").length < 40,
  );
  return isTold && sentences.length <= 7 ? sentences.join(" ") : "";
}

const questionShort = (question: string | null): string => question ?? "why";

function profileOf(person: StagePerson, stage: Stage, plot: Plot, fill: (text: string) => string): JsonObject {
  const name = capital(person.name.replace(/^the\s/i, ""));
  const home = stage.places[person.home];
  const bonds = plot.bonds.filter(([of]) => of === person.part);
  const relationships = Object.fromEntries(bonds.map(([, other, text]) => [stage.people[other].id, fill(text)]));
  return {
    name: /^(?:the|your)\s/i.test(person.name) ? capital(person.name) : name,
    // Who goes by a calling is introduced by it alone: "the old sexton, the old sexton" says it twice.
    role: /^(?:the|your)\s/i.test(person.name) ? (person.name.split(" ").at(-1) ?? person.role) : person.role,
    personality: { traits: [...person.traits] },
    motivations: [person.wants],
    speech_patterns: { style: person.traits.join(", "), examples: [...person.lines] },
    ...(person.looks !== null && { appearance: person.looks }),
    background: `${capital(person.name)} can be found ${home?.preposition ?? "at"} ${home?.name ?? ""}.`,
    relationships,
    metadata: { importance: person.part === "witness" ? "supporting" : "major" },
  };
}

function templateOf({ places }: Stage): JsonObject {
  const [start] = places;
  return { character_creation: { mode: "freeform" }, ...(start && { starting_location: capital(start.name) }) };
}

const beatId = (index: number): string => `beat_${String(index + 1).padStart(3, "0")}`;

/** What it costs where it works in part. */
const SLOW = [
  "It takes longer than it should.",
  "By then it has got late.",
  "You have lost some time over it.",
  "It was not done as quietly as you meant to do it.",
] as const;

/** Makes choices of the contract's form of a plot's deeds. */
type DeedOf = (deed: PlotDeed, index: number, tag: string) => JsonObject;

function deedsOf({ stats }: Campaign, stage: Stage, { scenes }: Plot, fill: (text: string) => string): DeedOf {
  const known = new Set(stats.map(({ name }) => name.toLowerCase()));
  return (deed, index, tag) => {
    const next = index + 1 < scenes.length ? flagOf(index + 1) : null;
    const { told } = deed.then;
    const slow: PlotResult = {
      ...deed.then,
      told: `${told} ${SLOW[(told.length + index) % SLOW.length]}`,
      sets: [...(deed.then.sets ?? []), "late"],
    };
    return {
      text: fill(deed.text),
      tag,
      ...(deed.with && { with: stage.people[deed.with].id }),
      ...whenOf(deed.when, index, scenes.length),
      ...(deed.stat !== undefined && {
        roll: { ...(known.has(deed.stat) && { stat: deed.stat }), difficulty: "easy" },
      }),
      // biome-ignore lint/suspicious/noThenProperty: the contract calls it so.
      then: outcome(deed.then, next, stage, fill),
      ...(deed.stat !== undefined && { partial: outcome(slow, next, stage, fill) }),
      ...(deed.fail && { fail: outcome(deed.fail, next, stage, fill) }),
    };
  };
}

/** A deed of a scene is open until the next one has come. */
function whenOf(when: string | undefined, index: number, scenes: number): JsonObject {
  const parts = [
    ...(when === undefined ? [] : [/\|\|/.test(when) ? `(${flagsIn(when)})` : flagsIn(when)]),
    ...(index >= 0 && index + 1 < scenes ? [`!visited("${beatId(index + 1)}")`] : []),
  ];
  return parts.length === 0 ? {} : { when: { custom: { expression: parts.join(" && ") } } };
}

/** A deed that is open from when a scene can come until it has come. */
function leadOf(lead: PlotDeed, index: number, at: number, place: string, deedOf: DeedOf): JsonObject {
  const { then: result, ...choice } = deedOf(lead, index - 1, `lead-${beatId(index)}-${at + 1}`);
  const open = { custom: { expression: `!visited("${beatId(index)}")` } };
  return {
    ...choice,
    ...(lead.then.goes === undefined && { location: capital(place) }),
    when: index === 0 ? open : { ...open, requires_beat: beatId(index - 1), player_choice: flagOf(index) },
    // biome-ignore lint/suspicious/noThenProperty: the contract calls it so.
    then: result ?? {},
  };
}

/** The scene from which a beat comes whatever the player does: all ten have come within an evening. */
const dueAt = (index: number): number => Math.round(1 + SCENES_A_BEAT * index);
const SCENES_A_BEAT = 2.2;
/** The scene at which the story is over for whoever has decided nothing. */
const LAST_SCENE = 25;
const flagOf = (index: number): string => `to_${beatId(index)}`;

function beatOf(
  index: number,
  stage: Stage,
  { scenes }: Plot,
  fill: (text: string) => string,
  deedOf: DeedOf,
): JsonObject {
  const scene = scenes[index];
  if (scene === undefined) throw new RangeError(`no scene ${index}`);
  const place = stage.places[scene.place];
  const deeds = scene.deeds.filter(({ ends }) => ends === undefined);
  return {
    id: beatId(index),
    title: fill(scene.title),
    // A premise of the author's says of nobody that they are the player. (rule CA5997)
    description: `${index === 0 && stage.seed.oneOf !== null ? `You are ${stage.seed.oneOf}. ` : ""}${flagsInText(fill(scene.text))}`,
    ...(place && { location: capital(place.name) }),
    conditions:
      index === 0
        ? { scene_count: { min: 1 } }
        : {
            requires_beat: beatId(index - 1),
            // A player who does something else is overtaken by what happens.
            custom: { expression: `${flagOf(index)} || scene_count >= ${dueAt(index)}` },
          },
    priority: "critical",
    skippable: false,
    ...(deeds.length > 0 && { choices: deeds.map((deed, at) => deedOf(deed, index, `${beatId(index)}-${at + 1}`)) }),
  };
}

function outcome(
  { told, sets = [], feels = {}, goes, moves = {}, takes }: PlotResult,
  next: string | null,
  { people, places, thing }: Stage,
  fill: (text: string) => string,
): JsonObject {
  const flags = Object.fromEntries(
    [...sets.map(flagName), ...(next === null ? [] : [next])].map((flag) => [flag, true]),
  );
  const where = (at: number | undefined): string => capital(places[at ?? 0]?.name ?? "");
  const felt = entries(feels).map(([part, by]) => [people[part].id, by] as const);
  const moved = entries(moves).map(([part, at]) => [people[part].id, { place: where(at) }] as const);
  return {
    told: flagsInText(fill(told)),
    flags,
    ...(felt.length > 0 && { feelings: Object.fromEntries(felt) }),
    ...(moved.length > 0 && { people: Object.fromEntries(moved) }),
    ...(goes !== undefined && { place: where(goes) }),
    ...(takes && { items: { [thing.the.replace(/^the\s/, "")]: 1 } }),
  };
}

function entries<V>(of: Partial<Record<Part, V>>): [Part, V][] {
  return PARTS.flatMap((part): [Part, V][] => {
    const value = of[part];
    return value === undefined ? [] : [[part, value]];
  });
}

/** Names of expressions have no hyphens. */
const flagName = (flag: string): string => flag.replaceAll("-", "_");
const flagsIn = (expression: string): string => expression.replace(/(?<=[a-z])-(?=[a-z])/g, "_");
const flagsInText = (text: string): string =>
  text.replace(
    /\{(if|else if) ([^}]+)\}/g,
    (_, word: string, expression: string) => `{${word} ${flagsIn(expression)}}`,
  );

function readingOf({ people, places }: Stage, plot: Plot, fill: (text: string) => string): JsonObject {
  // Whom the plot brings somewhere can walk.
  const comes = plot.scenes.some(({ leads }) => leads.some(({ then }) => then.moves?.keeper !== undefined));
  const cast = PARTS.map((part) => people[part])
    .filter(({ authored }) => !authored)
    .map(({ id, part, name, pronoun, kind, home }): [string, JsonValue] => [
      id,
      {
        called: name,
        pronoun,
        kind,
        speech: "words",
        mobility: part === "keeper" && !comes ? "fixed" : "walks",
        home: capital(places[home]?.name ?? ""),
      },
    ]);
  const known = places.map(({ name, preposition, indoors }): [string, JsonValue] => [
    capital(name),
    { called: name, preposition, indoors, reach: "foot" },
  ]);
  return { cast: Object.fromEntries(cast), places: Object.fromEntries(known), questions: plot.questions.map(fill) };
}

function readmeOf(
  { manifest }: Campaign,
  files: readonly GeneratedFile[],
  { source_model: model }: Provenance,
): string {
  return `# ${manifest.title}

This campaign had fewer than three files of its own, so a program (${model}) filled in what it needed to be played. All that it made is in the files below, whose names end in \`_generated\`. Each says so in its first lines, with what it was made from and when. No other file was touched.

${files.map(({ path }) => `- \`${path}\``).join("\n")}

Change any of them, or throw it away. To put your own in its place, write the file without \`_generated\` in its name: yours is read then, and the generated one is not.

## Creeds

1. **Respect human artistry.** Generated content is a tool to accelerate creative work, never to replace human authorship.
2. **Radical transparency.** All that a program has made is marked with \`generated: true\` in its metadata.
3. **Human override.** Authors can refine, replace or delete generated content at any time.
4. **Attribution and credit.** When this campaign is shared, the sources of generated content are disclosed.
5. **Preserve intent.** Where something is made up from little, what the author has said comes first.`;
}
