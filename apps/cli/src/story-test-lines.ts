/** What walks through a campaign came to, in lines. */
import type { PlotCoverage, StoryTest, WalkFinding } from "@narratoria/engine";
import { OWN } from "./own-command.js";

/** More would bury the rest; `--json` and `--html` have all. */
const MOST = 12;

/** What walks came to, in lines. Implements rule CL2301. */
export function testLines(test: StoryTest, path: string): string[] {
  const { title, walks, scenes, elapsedMs, beats, endings, choices, lore, people, places } = test;
  const idle = choices.filter(({ offered }) => offered === 0);
  const taken = choices.filter((choice) => choice.taken > 0).length;
  const unused = lore.filter(({ told }) => told === 0);
  const perMinute = Math.round((scenes / Math.max(1, elapsedMs)) * 60_000);
  return [
    `${title}: ${walks.length} ${walks.length === 1 ? "walk" : "walks"}, ${scenes} scenes in ${timeWords(elapsedMs)}, ${perMinute} a minute.`,
    ...section(
      "Walks",
      walks.map(({ walk, name, scenes: told, ending, ended }) => {
        const end = ending ? `ends with ${ending.id}` : ended ? "ends" : "has not ended";
        return `${walk}. ${name}: ${told} scenes, ${end}`;
      }),
    ),
    ...table("Endings", endings, test),
    ...table("Beats", beats, test),
    ...section(
      `The author's choices: ${choices.length - idle.length} of ${choices.length} offered, ${taken} taken`,
      idle.map(({ kind, text, of }) => `never offered: ${KINDS[kind]} "${text}"${of === undefined ? "" : ` (${of})`}`),
      choices.length === 0,
    ),
    ...section(
      `Lore: ${lore.length - unused.length} of ${lore.length} files used`,
      unused.map(({ file }) => `never used: ${file}`),
      lore.length === 0,
    ),
    ...met("People", "met", people),
    ...met("Places", "seen", places),
    ...section(
      "Dead ends",
      test.deadEnds.flatMap((end) => [
        found(end),
        ...end.waits
          .slice(0, 3)
          .flatMap(({ id, conditions }) =>
            conditions.filter(({ holds }) => !holds).map(({ wants }) => `  ${id} waits for ${wants}`),
          ),
        `  ${again(test, path, end)}`,
      ]),
    ),
    ...section(
      "Broken",
      test.broken.flatMap((one) => [found(one), `  ${again(test, path, one)}`]),
    ),
    ...section("Failed here", test.failures.map(found)),
    ...section("Told twice", test.repeats.map(found)),
    ...transcriptLines(test),
  ];
}

const KINDS: Readonly<Record<StoryTest["choices"][number]["kind"], string>> = {
  own: "choice",
  decision: "decision",
  menu: "way",
  act: "act",
};

function section(heading: string, lines: readonly string[], leaveOut = lines.length === 0): string[] {
  if (leaveOut) return [];
  const more = lines.length - MOST;
  return ["", heading, ...lines.slice(0, MOST).map((line) => `  ${line}`), ...(more > 0 ? [`  and ${more} more`] : [])];
}

function table(heading: string, all: readonly PlotCoverage[], { walks }: StoryTest): string[] {
  if (all.length === 0) return [];
  const width = Math.max(...all.map(({ id }) => id.length));
  const rows = all.map(({ id, title, reached, first }) => {
    const where = first === null ? "never      " : `${reached} of ${walks.length}`.padEnd(11);
    const path =
      first === null
        ? ""
        : `, first in scene ${first.scene} of walk ${first.walk} (${walks[first.walk - 1]?.name ?? ""})`;
    return `  ${id.padEnd(width)}  ${where}  ${title}${path}`;
  });
  return ["", `${heading}: ${all.filter(({ reached }) => reached > 0).length} of ${all.length} reached`, ...rows];
}

function met(heading: string, done: string, all: StoryTest["people"]): string[] {
  const missed = all.filter((one) => one.met === 0).map(({ name }) => name);
  const names = missed.length === 0 ? "" : `; never: ${missed.join(", ")}`;
  return all.length === 0 ? [] : ["", `${heading}: ${all.length - missed.length} of ${all.length} ${done}${names}`];
}

const found = ({ walk, scene, text }: WalkFinding): string => `walk ${walk}, scene ${scene}: ${text}`;

/** How to come to a scene of a walk again. Implements rule CL2303. */
export function again(
  { walks }: StoryTest,
  path: string,
  { walk, scene }: Pick<WalkFinding, "walk" | "scene">,
): string {
  const { seed = "1", choices = [] } = walks[walk - 1] ?? {};
  const numbers = choices.slice(0, scene);
  const choose = numbers.length === 0 ? "" : ` --choose ${numbers.join(",")}`;
  const word = /[^\w./\\:@-]/.test(path) ? `"${path}"` : path;
  return `${OWN} play ${word} --new --seed ${seed}${choose} --turns ${numbers.length}`;
}

function transcriptLines({ transcripts: { folder, compared, changed, written } }: StoryTest): string[] {
  if (written > 0) return ["", `Kept ${written} transcripts in ${folder}.`];
  if (compared === 0) return [];
  if (changed.length === 0) return ["", `Transcripts: none of ${compared} has changed.`];
  const lines = changed.flatMap(({ name, changes }) => [`  ${name}`, ...changes.map((change) => `    ${change}`)]);
  return [
    "",
    `Transcripts: ${changed.length} of ${compared} have changed. To keep them as they are now, add --bless.`,
    ...lines,
  ];
}

function timeWords(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
