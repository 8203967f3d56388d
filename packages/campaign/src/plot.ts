import type { JsonValue } from "@narratoria/protocol";
import { type PlotBeat, unknownMembers } from "@narratoria/protocol/contracts";
import { beatsAsWritten } from "./beats-as-written.js";
import { choicesAsWritten } from "./choices-as-written.js";
import { type BeatConditions, type BeatContext, settleBeats, settleConditions } from "./beats.js";
import type { Campaign, CampaignEnding, VariedTexts } from "./campaign.js";
import { type CampaignChoice, type ChoiceContext, settleChoices } from "./choices.js";
import { conditionsInWords, withBeatIds } from "./ending-words.js";
import { fitContract } from "./fit-contract.js";
import { type CampaignFolder, codeOfKeyword, sentence } from "./folder.js";
import type { Matter } from "./front-matter.js";
import { fileTitle, takeTitle } from "./markdown.js";
import type { NameIndex } from "./name-index.js";
import { namedPath } from "./named-path.js";
import { omit } from "./omit.js";
import { START } from "./problems.js";
import { placeOfMark, readVariants, variantsOf } from "./told-variants.js";

const BEATS = "plot/beats.json";
const ENDINGS = "plot/endings/";

/** Beats or endings, and the choices that stand in them. */
interface WithChoices<T> {
  readonly parts: readonly T[];
  readonly choices: readonly CampaignChoice[];
  readonly varied: readonly VariedTexts[];
}

/** Reads the plot's beats and settles what they refer to. Implements rules CA40 to CA45 and CA1000. */
export async function readBeats(
  folder: CampaignFolder,
  names: NameIndex,
  taken: ChoiceContext["taken"],
): Promise<WithChoices<Campaign["beats"][number]>> {
  let restore = (beat: PlotBeat): PlotBeat => beat;
  const read = await folder.json("plot-beats", BEATS, (json) => {
    const written = beatsAsWritten(json, BEATS, folder.problems);
    restore = written.restore;
    return written.value;
  });
  if (read === null) return { parts: [], choices: [], varied: [] };
  const { locate } = read;
  const beats = read.value.beats.map(restore).map((beat, index) => {
    const pointer = `/beats/${index}`;
    let kept: PlotBeat = { ...beat, title: beat.title.trim() };
    for (const name of ["music", "background"] as const) {
      const path = beat[name];
      if (path === undefined) continue;
      const found = namedPath(folder, path, "", { file: BEATS, at: locate(`${pointer}/${name}`) });
      kept = found === null ? omit(kept, name) : { ...kept, [name]: found };
    }
    return { pointer, beat: kept };
  });
  const context: BeatContext = {
    file: BEATS,
    problems: folder.problems,
    names,
    locate,
    onExpression: (source, at, inText) =>
      folder.expressions.push({ file: BEATS, source, at, ...(inText && { inText }) }),
  };
  const settled = settleBeats(beats, context);
  const beatIds = settled.map(({ id }) => id);
  const held = settled.flatMap(({ id, title, location, choices = [] }) => {
    const pointer = beats.find(({ beat }) => beat.id === id)?.pointer ?? "";
    const of = { kind: "beat" as const, id, title };
    const own = settleChoices(choices, `${pointer}/choices`, { ...context, beatIds, taken }, of);
    // What a beat leaves to decide is decided where it happens.
    return own.map((choice) => (location === undefined ? choice : { location, ...choice }));
  });
  const varied: VariedTexts[] = [];
  const parts = settled.map((beat) => {
    const pointer = beats.find((one) => one.beat.id === beat.id)?.pointer ?? "";
    const { texts, ...told } = readVariants(beat, pointer, context);
    if (texts !== null) varied.push({ kind: "beat", id: beat.id, texts });
    return omit({ ...beat, ...told }, "choices");
  });
  return { parts, choices: held, varied };
}

/**
 * Reads the endings: a Markdown file each, with title, tone, conditions and choices in front. Implements rules CA46, CA47, CA70 and CA1000.
 */
export async function readEndings(
  folder: CampaignFolder,
  names: NameIndex,
  beatIds: readonly string[],
  taken: ChoiceContext["taken"],
): Promise<WithChoices<CampaignEnding>> {
  const endings: CampaignEnding[] = [];
  const choices: CampaignChoice[] = [];
  const varied: VariedTexts[] = [];
  for (const file of folder.below(ENDINGS)) {
    if (!/\.(md|markdown)$/i.test(file)) continue;
    const matter = await folder.markdown(file, "ending");
    if (matter === null) continue;
    const { heading, body } = takeTitle(matter.body);
    if (body === "") {
      folder.problems.error(file, START, "empty_file", "This ending says nothing. It is left out.");
      continue;
    }
    const context: BeatContext = {
      file,
      problems: folder.problems,
      names,
      locate: matter.locate,
      onExpression: (source, at, inText) => folder.expressions.push({ file, source, at, ...(inText && { inText }) }),
    };
    const all = variantsOf(body, (mark) => placeOfMark(folder.texts.get(file) ?? "", mark, matter.headLines), context);
    const said = conditionsInWords(withBeatIds(all, beatIds), beatIds);
    const id = file.slice(ENDINGS.length).replace(/\.[^.]*$/, "");
    const title = matter.fields.title ?? heading ?? fileTitle(file);
    const written = matterOfBeat(matter, context);
    const own = settleChoices(
      written.choices ?? [],
      "/choices",
      { ...context, beatIds, taken },
      { kind: "ending", id, title },
    );
    choices.push(...own);
    const given = written.conditions && settleConditions(written.conditions, "/conditions", beatIds, context);
    const stated = given && withoutOwn(given, own);
    const conditions =
      stated && Object.keys(stated).length > 0
        ? stated
        : written.conditions === undefined && said
          ? settleConditions(said, "/conditions", beatIds, context)
          : undefined;
    const { tone, breaks_off: breaksOff = false } = matter.fields;
    const other = breaksOff ? endings.find((ending) => ending.breaksOff) : undefined;
    if (other !== undefined) {
      const message = `"${other.id}" has breaks_off too, and one ending of a campaign is told to whoever leaves. This one never comes.`;
      folder.problems.warning(file, matter.locate("/breaks_off"), "unreachable_ending", message);
    }
    const twin = endings.find((ending) => ending.title.toLowerCase() === title.toLowerCase());
    if (twin !== undefined) {
      const message = `"${twin.id}" has this title too, so the player cannot tell the two apart. Both stay.`;
      folder.problems.warning(file, matter.locate("/title"), "duplicate_name", message);
    }
    endings.push({
      id,
      title,
      ...(tone !== undefined && { tone }),
      ...(conditions !== undefined && { conditions }),
      ...(breaksOff && { breaksOff }),
      body: all,
    });
    if (all !== body) varied.push({ kind: "ending", id, texts: [body] });
  }
  return { parts: endings, choices, varied };
}

/** An ending's conditions and choices are those of a beat, so the contract of beats judges them. */
function matterOfBeat(
  { data, locate }: Matter,
  { file, problems }: BeatContext,
): Pick<PlotBeat, "conditions" | "choices"> {
  const given = ["conditions", "choices"].flatMap((name): [string, JsonValue][] => {
    const value = data[name];
    return value === undefined || value === null ? [] : [[name, value]];
  });
  if (given.length === 0) return {};
  const carrier = {
    id: "beat_000",
    title: "ending",
    description: "what an ending holds",
    ...Object.fromEntries(given),
    ...(Array.isArray(data["choices"]) && {
      choices: choicesAsWritten(data["choices"], "/choices", { file, locate, problems }),
    }),
  };
  const fitted = fitContract("plot-beats", { beats: [carrier] });
  const inMatter = (pointer: string): string => pointer.replace(/^\/beats\/0/, "");
  for (const issue of fitted.issues) {
    const message = `${sentence(issue.message.replaceAll("beats[0].", ""))} It is left out.`;
    problems.error(file, locate(inMatter(issue.pointer)), codeOfKeyword(issue.keyword), message);
  }
  const carried = JSON.parse(JSON.stringify({ beats: [carrier] })) as JsonValue;
  for (const { pointer, message } of unknownMembers("plot-beats", carried))
    problems.warning(file, locate(inMatter(pointer)), "unknown_field", `${sentence(message)} It has no effect.`);
  return fitted.value?.beats[0] ?? {};
}

/** A choice of an ending leads to it by itself: the ending need not wait for its tag. */
function withoutOwn(conditions: BeatConditions, own: readonly CampaignChoice[]): BeatConditions {
  const { player_choice: one, player_choices: all, ...rest } = conditions;
  const isOther = (tag: string): boolean => own.every((choice) => choice.tag !== tag);
  const [first, ...others] = (all ?? []).filter(isOther);
  return {
    ...rest,
    ...(one !== undefined && isOther(one) ? { player_choice: one } : {}),
    ...(first === undefined ? {} : { player_choices: [first, ...others] }),
  };
}
