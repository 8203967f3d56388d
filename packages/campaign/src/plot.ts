import type { JsonValue } from "@narratoria/protocol";
import { type PlotBeat, unknownMembers } from "@narratoria/protocol/contracts";
import { beatsAsWritten } from "./beats-as-written.js";
import { type BeatConditions, type BeatContext, settleBeats, settleConditions } from "./beats.js";
import type { Campaign, CampaignEnding } from "./campaign.js";
import { conditionsInWords } from "./ending-words.js";
import { fitContract } from "./fit-contract.js";
import { type CampaignFolder, codeOfKeyword, sentence } from "./folder.js";
import type { Matter } from "./front-matter.js";
import { fileTitle, takeTitle } from "./markdown.js";
import type { NameIndex } from "./name-index.js";
import { namedPath } from "./named-path.js";
import { omit } from "./omit.js";
import { START } from "./problems.js";

const BEATS = "plot/beats.json";
const ENDINGS = "plot/endings/";

/** Reads the plot's beats and settles what they refer to. Implements rules CA40 to CA45. */
export async function readBeats(folder: CampaignFolder, names: NameIndex): Promise<Campaign["beats"]> {
  let restore = (beat: PlotBeat): PlotBeat => beat;
  const read = await folder.json("plot-beats", BEATS, (json) => {
    const written = beatsAsWritten(json, BEATS, folder.problems);
    restore = written.restore;
    return written.value;
  });
  if (read === null) return [];
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
  return settleBeats(beats, {
    file: BEATS,
    problems: folder.problems,
    names,
    locate,
    onExpression: (source, at) => folder.expressions.push({ file: BEATS, source, at }),
  });
}

/** Reads the endings: a Markdown file each, with title, tone and conditions in front. Implements rules CA46, CA47 and CA70. */
export async function readEndings(
  folder: CampaignFolder,
  names: NameIndex,
  beatIds: readonly string[],
): Promise<CampaignEnding[]> {
  const endings: CampaignEnding[] = [];
  for (const file of folder.below(ENDINGS)) {
    if (!/\.(md|markdown)$/i.test(file)) continue;
    const matter = await folder.markdown(file, ["title", "tone", "conditions", "breaks_off"]);
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
      onExpression: (source, at) => folder.expressions.push({ file, source, at }),
    };
    const said = conditionsInWords(body, beatIds);
    const conditions =
      endingConditions(matter, beatIds, context) ?? (said && settleConditions(said, "/conditions", beatIds, context));
    const tone = text(matter, "tone", context);
    const breaksOff = isSet(matter, "breaks_off", context);
    endings.push({
      id: file.slice(ENDINGS.length).replace(/\.[^.]*$/, ""),
      title: text(matter, "title", context) ?? heading ?? fileTitle(file),
      ...(tone !== undefined && { tone }),
      ...(conditions !== undefined && { conditions }),
      ...(breaksOff && { breaksOff }),
      body,
    });
  }
  return endings;
}

function text(matter: Matter, name: "title" | "tone", { file, problems }: BeatContext): string | undefined {
  const value = matter.data[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string" && value.trim() !== "") return value.trim();
  if (typeof value === "number") return String(value);
  problems.error(file, matter.locate(`/${name}`), "wrong_type", `The ${name} must be text. It is left out.`);
  return undefined;
}

function isSet(matter: Matter, name: "breaks_off", { file, problems }: BeatContext): boolean {
  const value = matter.data[name];
  if (value === undefined || value === null || typeof value === "boolean") return value === true;
  problems.error(file, matter.locate(`/${name}`), "wrong_type", `"${name}" must be true or false. It is left out.`);
  return false;
}

/** An ending's conditions are a beat's, so a beat's contract judges them. */
function endingConditions(
  matter: Matter,
  beatIds: readonly string[],
  context: BeatContext,
): BeatConditions | undefined {
  const { conditions } = matter.data;
  if (conditions === undefined || conditions === null) return undefined;
  const { file, problems } = context;
  const carrier = { id: "beat_000", title: "ending", description: "an ending's conditions", conditions };
  const fitted = fitContract("plot-beats", { beats: [carrier] });
  const inMatter = (pointer: string): string => pointer.replace(/^\/beats\/0/, "");
  for (const issue of fitted.issues) {
    const at = matter.locate(inMatter(issue.pointer));
    problems.error(
      file,
      at,
      codeOfKeyword(issue.keyword),
      `${sentence(issue.message.replaceAll("beats[0].", ""))} It is left out.`,
    );
  }
  const carried = JSON.parse(JSON.stringify({ beats: [carrier] })) as JsonValue;
  for (const { pointer, message } of unknownMembers("plot-beats", carried))
    problems.warning(file, matter.locate(inMatter(pointer)), "unknown_field", `${sentence(message)} It has no effect.`);
  const valid = fitted.value?.beats[0]?.conditions;
  if (valid === undefined) return undefined;
  const settled = settleConditions(valid, "/conditions", beatIds, context);
  return Object.keys(settled).length === 0 ? undefined : settled;
}
