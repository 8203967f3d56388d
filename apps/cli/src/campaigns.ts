/** The `campaign list`, `show` and `uninstall` commands: what there is to play, and how an installed campaign goes again. */
import type { CampaignCard, PlaythroughSummary } from "@narratoria/engine";
import { sizeText } from "@narratoria/engine/shell";
import { CliError, EXIT } from "./errors.js";
import { writeAnswer } from "./fitted-lines.js";
import { whileListing } from "./opening.js";
import { OWN } from "./own-command.js";
import type { Terminal } from "./terminal.js";
import { askYesNo } from "./yes-no.js";

export interface CampaignPlace {
  readonly data?: string;
  readonly json?: boolean;
}

export interface UninstallFlags extends CampaignPlace {
  /** Uninstalls without a question. */
  readonly yes?: boolean;
}

/** A campaign with how it is named at the command line. */
interface Listed extends CampaignCard {
  /** What to type to play it: its name, or the path of its folder. */
  readonly play: string;
  readonly stories: number;
}

const HEADINGS: Readonly<Record<CampaignCard["origin"], string>> = {
  installed: "Installed",
  bundled: "Come with Narratoria",
  folder: "Folders in which you have stories",
};

/** Implements rule CL2320. */
export async function listCampaigns(flags: CampaignPlace, terminal: Terminal): Promise<number> {
  const { openCampaigns } = await import("@narratoria/engine");
  const campaigns = openCampaigns(placeOf(flags));
  const stories = await storiesOf(flags);
  const cards = await whileListing(terminal, (listing) => campaigns.list(listing));
  if (!cards) return EXIT.interrupted;
  const own = await campaigns.own();
  const listed: Listed[] = [
    ...cards.map((card) => ({ ...card, play: card.name, stories: countIn(stories, card) })),
    ...own.map(({ dir, card }) => ({ ...card, play: dir, stories: countIn(stories, card) })),
  ];
  const lines = (["installed", "bundled", "folder"] as const).flatMap((origin) => {
    const found = listed.filter((one) => one.origin === origin);
    return found.length === 0 ? [] : [HEADINGS[origin], ...found.map((one) => `  ${one.play}: ${factsOf(one)}`), ""];
  });
  writeAnswer(terminal.stdout, flags, listed, [...lines, `To play one: ${OWN} play NAME`]);
  return EXIT.done;
}

/** Implements rule CL2321. */
export async function showCampaign(name: string, flags: CampaignPlace, { stdout }: Terminal): Promise<number> {
  const { openCampaigns } = await import("@narratoria/engine");
  const card = await openCampaigns(placeOf(flags)).show(name);
  const stories = (await storiesOf(flags)).filter(({ campaign }) => campaign === card.name);
  const {
    title,
    description,
    origin,
    author,
    version,
    genre,
    tone,
    content_rating: rating,
    problems,
    generatedAssets,
    sizeBytes,
    estimated_playtime_hours: hours,
  } = card;
  const fact = (label: string, value: string | number | undefined): string[] =>
    value === undefined || value === "" ? [] : [`  ${label}: ${value}`];
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const lines = [
    title,
    ...(description ? [`  ${description}`] : []),
    ...fact("Where", origin === "folder" ? name : HEADINGS[origin].toLowerCase()),
    ...fact("Version", version),
    ...fact("Author", author),
    ...fact("Genre", genre),
    ...fact("Tone", tone),
    ...fact("Rating", rating),
    ...fact("Length", hours === undefined ? undefined : hours === 1 ? "about an hour" : `about ${hours} hours`),
    ...fact("Size", sizeText(sizeBytes)),
    ...fact(
      "Made by machines",
      generatedAssets === 0 ? undefined : `${generatedAssets} ${generatedAssets === 1 ? "file" : "files"}`,
    ),
    ...fact("Faults", errors === 0 ? undefined : `${errors}; ${OWN} validate lists them`),
    ...stories.map(
      ({ id, scene, ended }) =>
        `  Story ${id}: ${ended ? "ended" : scene === null ? "not begun" : `at scene ${scene}`}`,
    ),
  ];
  writeAnswer(stdout, flags, { ...card, stories: stories.map(({ id }) => id) }, lines);
  return EXIT.done;
}

/** Uninstalls a campaign, after a question where there are stories in it. Implements rules CL2322 and CL2323. */
export async function uninstallCampaign(name: string, flags: UninstallFlags, terminal: Terminal): Promise<number> {
  const { openCampaigns } = await import("@narratoria/engine");
  const campaigns = openCampaigns(placeOf(flags));
  // A folder of that name here, such as the one that it was packed from, is not what was installed.
  const onShelf = (await campaigns.list()).find((card) => card.name === name && card.origin === "installed");
  const { title, origin } = onShelf ?? (await campaigns.show(name));
  if (origin !== "installed") {
    const why = origin === "bundled" ? "comes with Narratoria" : "is a folder of its own";
    throw new CliError(`${title} ${why}, so it cannot be uninstalled.`, EXIT.usage);
  }
  const count = countIn(await storiesOf(flags), { name });
  if (count > 0 && flags.yes !== true) {
    const data = flags.data === undefined ? "" : ` --data "${flags.data}"`;
    const stories = count === 1 ? "a story" : `${count} stories`;
    const question = `You have ${stories} in ${title}. They can still be read, but go on only when it is installed again. Uninstall it?`;
    if (!(await askYesNo(question, `${OWN} campaign uninstall ${name} --yes${data}`, terminal, flags))) {
      terminal.stdout.write("Nothing was removed.\n");
      return EXIT.done;
    }
  }
  const removed = await campaigns.uninstall(name);
  writeAnswer(terminal.stdout, flags, { name, title, removed, stories: count }, [`Uninstalled ${title}.`]);
  return EXIT.done;
}

const placeOf = ({ data }: CampaignPlace): { readonly dataDir?: string } =>
  data === undefined ? {} : { dataDir: data };

async function storiesOf({ data }: CampaignPlace): Promise<readonly PlaythroughSummary[]> {
  const { listPlaythroughs } = await import("@narratoria/engine");
  return listPlaythroughs(data);
}

const countIn = (stories: readonly PlaythroughSummary[], { name }: Pick<CampaignCard, "name">): number =>
  stories.filter(({ campaign }) => campaign === name).length;

/** Title, version, size, stories and faults in one line. */
function factsOf({ title, version, sizeBytes, stories, playable }: Listed): string {
  return [
    title,
    ...(version === undefined ? [] : [`version ${version}`]),
    sizeText(sizeBytes),
    ...(stories === 0 ? [] : [stories === 1 ? "1 story" : `${stories} stories`]),
    ...(playable ? [] : ["cannot be played"]),
  ].join(", ");
}
