/** Checks that need the whole campaign, and its reading: for authors, not for play. */
import type { Reading } from "@narratoria/protocol/contracts";
import { slug, splitSentences } from "@narratoria/protocol/english";
import { brokenLaws } from "@narratoria/protocol/laws";
import { factionNamed } from "@narratoria/protocol/story";
import type { Campaign } from "../campaign.js";
import { setByChoices } from "../choices.js";
import { FORMAT_MAJOR, isNewerFormat } from "../format-version.js";
import { MANIFEST, TEMPLATE } from "../manifest.js";
import { byPlace, type Problem } from "../problems.js";
import { readingAdvice } from "../reading/advice.js";
import { didYouMean } from "../suggest.js";
import { lawProblems } from "../reading/law-problems.js";
import { conditionWords } from "./condition-words.js";
import { fileNames } from "./file-names.js";
import { mediaFiles, unusedAssets } from "./media-files.js";
import { playerRules, type TemplateFinding } from "./player-rules.js";
import { plotReach } from "./plot-reach.js";
import {
  emptyForbids,
  missingTexts,
  unclosedMarks,
  unknownChoicePlaces,
  unknownPlaces,
  unknownStart,
} from "./told-texts.js";
import { type PlotFinding, WrittenFiles } from "./written-files.js";

/**
 * Finds all that loading does not: what nothing can reach, wait for or use, what is missing, what contradicts itself, and what the reading
 * makes of the texts.
 *
 * @param factions - Names of the factions that a story of the campaign has; called where a choice names one.
 * @returns Problems by file and line.
 */
export async function checkCampaign(
  campaign: Campaign,
  reading: Reading,
  factions?: () => readonly string[],
): Promise<Problem[]> {
  const written = new WrittenFiles(campaign.texts);
  const plot = [
    ...plotReach(campaign),
    ...conditionWords(campaign, reading),
    ...unknownPlaces(campaign, reading),
    ...unknownChoicePlaces(campaign, reading),
    ...choiceRolls(campaign),
    ...(factions === undefined ? [] : unknownFactions(campaign, factions)),
  ];
  const problems = [
    ...readingAdvice({ ...reading, acts: madeUp(reading.acts, campaign) }),
    ...lawProblems(campaign, reading),
    ...contradictingLaws(reading.laws),
    ...opposedLaws(reading.laws),
    ...missingTexts(campaign),
    ...unclosedMarks(campaign),
    ...emptyForbids(campaign),
    ...fileNames(campaign),
    ...(await mediaFiles(campaign)),
    ...(await statsOfPeople(campaign, written)),
    ...(await firstAppearances(campaign, written)),
    ...unusedAssets(campaign, reading),
  ];
  for (const finding of plot) problems.push(await written.place(finding));
  for (const { pointer, ...rest } of [...playerRules(campaign), ...unknownStart(campaign, reading)])
    problems.push({ file: TEMPLATE, ...rest, ...(await written.at(TEMPLATE, pointer)) });
  for (const { pointer, ...rest } of manifestRules(campaign))
    problems.push({ file: MANIFEST, ...rest, ...(await written.at(MANIFEST, pointer)) });
  const lying = problems.map((one) => ({ ...one, file: campaign.elsewhere.get(one.file) ?? one.file }));
  return lying.sort(byPlace);
}

/** Deeds that stand for themselves: an author's own choice is offered in place of one that was made up for its tag. */
function madeUp(acts: Reading["acts"], { choices }: Campaign): Reading["acts"] {
  const own = new Set(setByChoices(choices).tags.map(slug));
  return acts.filter(({ id }) => !own.has(slug(id)));
}

/** What a law demands. Most laws only forbid, and what they name they forbid as well. */
const DEMANDS = /\b(?:always|must|every|everybody|everyone|each|all)\b/i;
const DENIES = /\b(?:no|not|never|nobody|nothing|none|neither|nor|without|cannot|forbid\w*)\b|n['’]t\b/i;

/** A statement without its denial, and whether it was denied: "Ebba is alive" denies "Ebba is dead". */
function statementOf(sentence: string): { readonly claim: string; readonly denied: boolean } {
  let denied = false;
  const flip = (): string => {
    denied = !denied;
    return " ";
  };
  const claim = sentence
    .toLowerCase()
    .replace(/\b(?:alive|living)\b/g, () => `${flip()}dead`)
    .replace(/\bcannot\b|\bcan['’]t\b/g, () => `can${flip()}`)
    .replace(/n['’]t\b/g, flip)
    .replace(/\b(?:nobody|no one)\b/g, () => `${flip()}somebody`)
    .replace(/\b(?:everybody|everyone|anybody|anyone)\b/g, "somebody")
    .replace(/\b(?:not|never|no)\b/g, flip)
    .replace(/\b(?:always|a|an|the)\b/g, " ");
  return { claim: claim.match(/[\p{L}\p{N}]+/gu)?.join(" ") ?? "", denied };
}

/** Laws of which one states what the other denies, in the same words. Implements rule CA5505. */
function opposedLaws(laws: Reading["laws"]): Problem[] {
  const known = new Map<string, { readonly denied: boolean; readonly line: number; readonly file: string }>();
  return laws.flatMap(({ file, line, text }): Problem[] =>
    splitSentences(text).flatMap((sentence): Problem[] => {
      const { claim, denied } = statementOf(sentence);
      const other = known.get(claim);
      if (other === undefined) known.set(claim, { denied, line, file });
      if (other === undefined || other.denied === denied || claim.split(" ").length < 3) return [];
      const message = `This law says the opposite of the one on line ${other.line} of ${other.file}: "${sentence.trim()}".`;
      return [{ file, line: Math.max(1, line), column: 1, code: "contradicting_laws", severity: "warning", message }];
    }),
  );
}

/** Laws that demand what another law forbids. Implements rule CA749. */
function contradictingLaws(laws: Reading["laws"]): Problem[] {
  return laws.flatMap(({ file, line, text }): Problem[] => {
    const demands = splitSentences(text).filter((sentence) => DEMANDS.test(sentence) && !DENIES.test(sentence));
    const [broken] = demands
      .flatMap((sentence) => brokenLaws(sentence, laws))
      .filter(({ law, passing }) => !passing && (law.file !== file || law.line !== line));
    if (broken === undefined) return [];
    const { law, words } = broken;
    const message = `This law demands what another forbids ("${words}"), on line ${law.line} of ${law.file}.`;
    return [{ file, line: Math.max(1, line), column: 1, code: "contradicting_laws", severity: "warning", message }];
  });
}

const OUTCOMES = ["then", "partial", "fail"] as const;

const pointerPart = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** Words for how hard a roll is, as players' choices weigh them, and words for neither hard nor easy. */
const DIFFICULTY =
  /\d|\b(?:very hard|desperate|extreme|hard|difficult|tough|tricky|challenging|easy|simple|trivial|normal|medium|average|moderate|fair|standard|ordinary|usual)/i;

/** Rolls of choices that try a stat which there is not, or are hard in a word that says nothing. Implements rule CA1007. */
function choiceRolls({ choices, stats }: Campaign): PlotFinding[] {
  const names = stats.map(({ name }) => name);
  return choices.flatMap(({ tag: id, at, roll }): PlotFinding[] => {
    const findings: PlotFinding[] = [];
    const add = (pointer: string, code: PlotFinding["code"], message: string): void => {
      findings.push({ of: { kind: "choice", id, at }, pointer, code, severity: "warning", message });
    };
    const { stat, difficulty } = roll ?? {};
    if (stat !== undefined && !names.some((name) => name.toLowerCase() === stat.trim().toLowerCase()))
      add(
        "/roll/stat",
        "unknown_stat",
        `There is no stat "${stat}".${didYouMean(stat, names) || oneOf(names)} The roll is made without one.`,
      );
    if (difficulty !== undefined && !DIFFICULTY.test(difficulty))
      add(
        "/roll/difficulty",
        "wrong_value",
        `The difficulty "${difficulty}" counts as neither easy nor hard. Write "easy", "hard", "very hard" or a number.`,
      );
    return findings;
  });
}

/** Says which names there are, where none of them is near to what was written. */
const oneOf = (names: readonly string[]): string =>
  names.length === 0 ? "" : ` The stats are ${names.slice(0, 12).join(", ")}.`;

/** Standings that choices change with factions that there are not. Implements rule CA4601. */
function unknownFactions({ choices }: Campaign, factions: () => readonly string[]): PlotFinding[] {
  const changes = choices.flatMap((choice) =>
    OUTCOMES.flatMap((outcome) =>
      Object.keys(choice[outcome]?.factions ?? {}).map((name) => ({ choice, outcome, name })),
    ),
  );
  if (changes.length === 0) return [];
  const known = factions();
  const ids = Object.fromEntries(known.map((name) => [slug(name), name]));
  return changes.flatMap(({ choice: { tag, at }, outcome, name }): PlotFinding[] =>
    factionNamed(ids, name) !== undefined
      ? []
      : [
          {
            of: { kind: "choice", id: tag, at },
            pointer: `/${outcome}/factions/${pointerPart(name)}`,
            code: "unknown_faction",
            severity: "warning",
            message: `There is no faction "${name}", or more than one could be meant.${didYouMean(name, known)} It has no effect.`,
          },
        ],
  );
}

/** Stats of people that the campaign's own `stat_schema` does not have. Implements rules CA762, CA5982 and CA6560. */
async function statsOfPeople({ manifest, npcs, stats }: Campaign, written: WrittenFiles): Promise<Problem[]> {
  // Without a schema of their own, authors write down what they like.
  if (manifest.stat_schema === undefined) return [];
  const names = stats.map(({ name }) => name);
  const found = npcs.flatMap(({ id, profile }) =>
    Object.entries(profile.stats ?? {}).map(([stat, value]) => ({
      file: `characters/npcs/${id}/profile.json`,
      stat,
      value,
      known: stats.find(({ name }) => name.toLowerCase() === stat.trim().toLowerCase()),
    })),
  );
  return Promise.all(
    found
      .filter(
        ({ known, value }) =>
          known === undefined || typeof value !== "number" || value < known.min || value > known.max,
      )
      .map(async ({ file, stat, known, value }): Promise<Problem> => {
        const pointer = `/stats/${stat.replaceAll("~", "~0").replaceAll("/", "~1")}`;
        const place = await written.at(file, pointer, "key");
        if (known !== undefined && typeof value === "number") {
          const message = `"${stat}" is ${value}, and the campaign's own stats have it from ${known.min} to ${known.max}.`;
          return { file, ...place, code: "out_of_range", severity: "warning", message };
        }
        if (known !== undefined) {
          const message = `The value of "${stat}" is not a number, so no roll counts it.`;
          return { file, ...place, code: "wrong_type", severity: "warning", message };
        }
        const message = `There is no stat "${stat}".${didYouMean(stat, names) || oneOf(names)} No roll tries it.`;
        return { file, ...place, code: "unknown_stat", severity: "warning", message };
      }),
  );
}

/** Whoever comes in with a beat that there is not. Implements rule CA5504. */
async function firstAppearances({ npcs, beats }: Campaign, written: WrittenFiles): Promise<Problem[]> {
  const ids = beats.map(({ id }) => id);
  const found = npcs.flatMap(({ id, profile }) => {
    const first = profile.metadata?.first_appearance?.trim() ?? "";
    return /^beat[_-]?\d+$/i.test(first) && !ids.includes(first)
      ? [{ file: `characters/npcs/${id}/profile.json`, first }]
      : [];
  });
  return Promise.all(
    found.map(async ({ file, first }): Promise<Problem> => {
      const message = `There is no beat "${first}" to come in with.${didYouMean(first, ids)}`;
      const place = await written.at(file, "/metadata/first_appearance");
      return { file, ...place, code: "unknown_beat", severity: "warning", message };
    }),
  );
}

/** Fields of the manifest that say what cannot be. */
function manifestRules({ manifest }: Campaign): TemplateFinding[] {
  const { player_count: players, campaign_format_version: format } = manifest;
  const findings: TemplateFinding[] = [];
  if (players?.min !== undefined && players.max !== undefined && players.min > players.max)
    findings.push({
      pointer: "/player_count/max",
      code: "contradiction",
      severity: "warning",
      message: `At most ${players.max} may play, and at least ${players.min} must.`,
    });
  if (format !== undefined && isNewerFormat(format))
    findings.push({
      pointer: "/campaign_format_version",
      code: "wrong_value",
      severity: "warning",
      message: `Format ${format} is newer than ${FORMAT_MAJOR}.x, which this program reads.`,
    });
  return findings;
}
