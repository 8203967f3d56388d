// How stories read and are directed, over seeded walks with every skill a process of its own: the table of what a story should reach,
// with a mark where it does not. It shows regressions, not quality: for that, read.
// Usage: npm run story-report -- [FOLDER or NAME ...] [--scenes 40] [--seeds 5] [--player random] [--html FILE] [--goals]
// With --goals a seeker also means to reach each ending of the campaign in turn.
// Players: random; seeker, who follows open questions; kind and ruthless, who deal with one person throughout in their way.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { walkStory } from "@narratoria/engine/testing";
import {
  beatTiming,
  journeysIn,
  callbacksIn,
  falseClaims,
  lintScene,
  measureChoices,
  measureDirection,
  measureScenes,
} from "@narratoria/narrator";

const BUNDLED = ["one-wheel-over", "the-piano-on-the-third-landing"];
const PLAYERS = ["random", "seeker", "kind", "ruthless"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scenes: { type: "string", default: "40" },
    seeds: { type: "string", default: "5" },
    campaign: { type: "string", multiple: true, default: [] },
    player: { type: "string", multiple: true, default: PLAYERS },
    html: { type: "string" },
    goals: { type: "boolean", default: false },
  },
});
const turns = wholeNumber("scenes");
const seeds = wholeNumber("seeds");
const unknown = values.player.find((player) => !PLAYERS.includes(player));
if (unknown !== undefined) {
  console.error(`Error: there is no player "${unknown}"; there are ${PLAYERS.join(", ")}.`);
  process.exit(2);
}
const chosen = [...values.campaign, ...positionals];
const home = mkdtempSync(join(tmpdir(), "narratoria-report-"));
const pages = [];

try {
  for (const campaign of chosen.length > 0 ? chosen : BUNDLED) {
    for (const player of values.player) {
      const walks = [];
      for (let seed = 1; seed <= seeds; seed++) {
        walks.push(measured(await walkStory({ dataDir: home, campaign, seed: String(seed), turns, player })));
      }
      print(campaign, player, walks);
      pages.push({ campaign, player, walks });
    }
    if (values.goals) await printGoals(campaign);
  }
  if (values.html !== undefined) {
    writeFileSync(values.html, pageOf(pages));
    console.log(`\nWritten: ${values.html}`);
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** Which endings a seeker comes to who means to. */
async function printGoals(campaign) {
  const first = await walkStory({ dataDir: home, campaign, seed: "1", turns: 0 });
  const reached = [];
  for (const goal of first.story.endings.keys()) {
    const { scenes } = await walkStory({ dataDir: home, campaign, seed: "1", turns, player: "seeker", goal });
    const { ending } = measureDirection(first.story, scenes);
    reached.push(`${goal} ${ending === undefined ? "never" : ending.id === goal ? ending.scene : `(${ending.id})`}`);
  }
  console.log(`\n${basename(campaign)}, endings on purpose: ${reached.join(", ")}`);
}

function wholeNumber(name) {
  const number = Number(values[name]);
  if (Number.isInteger(number) && number > 0) return number;
  console.error(`Error: --${name} is a whole number from 1.`);
  process.exit(2);
}

function measured({ story, scenes, notices }) {
  return {
    scenes,
    notices,
    prose: measureScenes(scenes.map(({ paragraphs }) => paragraphs)),
    campaignWords: campaignShare(scenes),
    choices: measureChoices(story, scenes),
    beats: beatTiming(scenes),
    journeys: journeysIn(story, scenes),
    direction: measureDirection(story, scenes),
    callbacks: callbacksIn(scenes),
    lint: scenes.flatMap(({ scene, paragraphs }) =>
      lintScene(paragraphs, story.authored).map(({ rule, excerpt }) => `${scene} ${rule}: ${excerpt}`),
    ),
    claims: scenes.flatMap((scene) =>
      falseClaims(scene, story.places).map((one) => `${one.scene} ${one.about} ${one.why}: ${one.text}`),
    ),
    misshapen: scenes.filter(
      ({ paragraphs, slots, ended }) =>
        paragraphs.length < 2 ||
        paragraphs.length > 3 ||
        (ended ? slots.length > 0 : slots.length < 3 || slots.length > 4),
    ).length,
  };
}

/** Share of the words that are the campaign's own: told as written, or in the slots of a frame. */
function campaignShare(scenes) {
  const own = scenes.flatMap(({ sentences }) => sentences).reduce((sum, one) => sum + (one.own ?? 0), 0);
  const all = scenes.flatMap(({ paragraphs }) => paragraphs).reduce((sum, text) => sum + text.split(/\s+/).length, 0);
  return own / Math.max(1, all);
}

/** A row of the table: name, what was reached, what is wanted in words, and whether it is reached. */
function rowsOf(walks, complete) {
  const mean = (of) => walks.reduce((sum, walk) => sum + of(walk), 0) / walks.length;
  const sum = (of) => walks.reduce((all, walk) => all + of(walk), 0);
  const most = (of) => Math.max(...walks.map(of));
  const percent = (number) => `${(100 * number).toFixed(1)}%`;
  const none = (name, of) => [name, String(sum(of)), "0", sum(of) === 0];
  const share = (name, of, target, holds) => [name, percent(mean(of)), target, holds(mean(of))];
  const within = (number, from, to) => number >= from && number <= to;
  const prose = (of) => mean((walk) => of(walk.prose));
  const between = (number, digits) => number.toFixed(digits);
  const words = [prose((one) => one.wordsMean), prose((one) => one.wordsSd)];
  const sentence = [prose((one) => one.sentenceMean), prose((one) => one.sentenceSd)];
  const firstWords = prose((one) => one.firstWordEntropy);
  const distinct = prose((one) => one.distinct2);
  const run = most((walk) => walk.prose.longestRun);
  const verbs = mean((walk) => walk.choices.verbEntropy);
  const callbacks = Math.min(...walks.map((walk) => walk.callbacks.filter(({ untrue }) => untrue === null).length));
  return [
    none("sentences repeated within 30 scenes", (walk) => walk.prose.repeated.length),
    none("lint hits", (walk) => walk.lint.length),
    none("told against dice, deeds or world", (walk) => walk.claims.length),
    none("scenes of another shape than 2-3 paragraphs, 3-4 choices", (walk) => walk.misshapen),
    none("notices of something failed", (walk) => walk.notices.length),
    share(
      "4-grams repeated within 30 scenes",
      (walk) => walk.prose.fourGrams,
      "under 5%",
      (one) => one < 0.05,
    ),
    ["distinct-2", between(distinct, 2), "0.65", distinct >= 0.65],
    [
      "words a scene (sd)",
      `${between(words[0], 0)} (${between(words[1], 0)})`,
      "80 to 130 (25)",
      within(words[0], 80, 130) && words[1] >= 25,
    ],
    [
      "words a sentence (sd)",
      `${between(sentence[0], 1)} (${between(sentence[1], 1)})`,
      "10 to 14 (6)",
      within(sentence[0], 10, 14) && sentence[1] >= 6,
    ],
    share(
      "words from the campaign",
      (walk) => walk.campaignWords,
      "40%, small 30%",
      (one) => one >= (walks[0].beats.told > 0 ? 0.4 : 0.3),
    ),
    ["first-word entropy", `${between(firstWords, 1)} bits`, "4.5 bits", firstWords >= 4.5],
    share(
      "sentences that open with You",
      (walk) => walk.prose.openingYou,
      "under 25%",
      (one) => one < 0.25,
    ),
    ["longest run of one opening", String(run), "3", run <= 3],
    ["verb entropy of the choices", `${between(verbs, 1)} bits`, "3.5 bits", verbs >= 3.5],
    [
      "fewest verbs used in a walk",
      String(Math.min(...walks.map((walk) => walk.choices.verbs))),
      "14",
      walks.every((walk) => walk.choices.verbs >= 14),
    ],
    none("scenes with two choices of one verb", (walk) => walk.choices.twinScenes),
    share(
      "choice text seen in the last 5 scenes",
      (walk) => walk.choices.seenAgain,
      "under 5%",
      (one) => one < 0.05,
    ),
    share(
      "choices with a story source",
      (walk) => walk.choices.sourced,
      "90%",
      (one) => one >= 0.9,
    ),
    share(
      "choices learned in play",
      (walk) => walk.choices.learned,
      "75%",
      (one) => one >= 0.75,
    ),
    share(
      "choices from a memory",
      (walk) => walk.choices.fromMemory,
      "",
      () => true,
    ),
    none("names in choices that no text has said", (walk) => walk.choices.unheard.length),
    share(
      "choices whose names stand in the last two scenes",
      (walk) => walk.choices.namedLately,
      "100%",
      (one) => one === 1,
    ),
    ["fewest true callbacks in a walk", String(callbacks), complete ? "3" : "", !complete || callbacks >= 3],
    none("callbacks that are not true", (walk) => walk.callbacks.filter(({ untrue }) => untrue !== null).length),
    none("beats over two scenes late", (walk) => walk.beats.late.length),
    [
      "journeys that met with something",
      `${sum((walk) => walk.journeys.met)} of ${sum((walk) => walk.journeys.made)}`,
      "",
      true,
    ],
    [
      "those between places far apart",
      `${sum((walk) => walk.journeys.far.met)} of ${sum((walk) => walk.journeys.far.made)}`,
      "",
      true,
    ],
    [
      "scenes told; beats (ended)",
      `${between(
        mean((walk) => walk.scenes.length),
        0,
      )}; ${between(
        mean((walk) => walk.beats.told),
        0,
      )} (${walks.filter((walk) => walk.scenes.at(-1)?.ended).length} of ${walks.length})`,
      "",
      true,
    ],
  ];
}

/** How the story was directed: the same form of rows. */
function directionRows(walks) {
  const of = (pick) => walks.map(({ direction }) => pick(direction));
  const sum = (pick) => of(pick).reduce((all, one) => all + one, 0);
  const mean = (pick) => sum(pick) / walks.length;
  const percent = (number) => `${(100 * number).toFixed(1)}%`;
  const ended = walks.filter(({ direction }) => direction.ending !== undefined);
  const counted = (part, whole) => `${part} of ${whole}`;
  return [
    [
      "questions answered, sent on or refused",
      counted(
        sum((one) => one.answered),
        sum((one) => one.asked),
      ),
      "90%",
      sum((one) => one.answered) >= 0.9 * sum((one) => one.asked),
    ],
    [
      "offers that could be taken or refused",
      counted(
        sum((one) => one.takeable),
        sum((one) => one.offers),
      ),
      "all",
      sum((one) => one.takeable) === sum((one) => one.offers),
    ],
    [
      "choices that rest, wait, listen, search, watch",
      percent(mean((one) => one.filler)),
      "under 10%",
      mean((one) => one.filler) < 0.1,
    ],
    ["choices that begin with Ask", percent(mean((one) => one.asks)), "under 34%", mean((one) => one.asks) < 0.34],
    [
      "rolls that changed nothing",
      counted(
        sum((one) => one.idleRolls),
        sum((one) => one.rolls),
      ),
      "0",
      sum((one) => one.idleRolls) === 0,
    ],
    ["sentences without link", percent(mean((one) => one.unlinked)), "under 15%", mean((one) => one.unlinked) < 0.15],
    [
      "endings reached, and at which scene",
      `${ended.length} of ${walks.length}: ${ended.map(({ direction }) => `${direction.ending.id} ${direction.ending.scene}`).join(", ")}`,
      "",
      true,
    ],
    [
      "beats, and at which scene",
      walks
        .map(({ direction }) =>
          Object.entries(direction.beats)
            .sort(([, a], [, b]) => a - b)
            .map(([id, scene]) => `${id.replace(/^beat_0*/, "")}@${scene}`)
            .join(" "),
        )
        .join(" | "),
      "",
      true,
    ],
  ];
}

const escaped = (text) =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);

/** One page with the tables and the scenes of the first walk of each player. */
function pageOf(reports) {
  const table = (rows) =>
    `<table>${rows.map(([name, value, target, reached]) => `<tr${reached ? "" : ' class="missed"'}><th scope="row">${escaped(name)}</th><td>${escaped(value)}</td><td>${escaped(target)}</td></tr>`).join("")}</table>`;
  const told = ({ scene, paragraphs, choice, slots }) =>
    `<section><h3>Scene ${scene}${choice ? `: ${escaped(choice.text)}` : ""}</h3>${paragraphs.map((text) => `<p>${escaped(text)}</p>`).join("")}<ol>${slots.map(({ text }) => `<li>${escaped(text)}</li>`).join("")}</ol></section>`;
  const parts = reports.map(
    ({ campaign, player, walks }) =>
      `<article><h2>${escaped(basename(campaign))}, ${player}</h2>${table([...rowsOf(walks, campaign === BUNDLED[0]), ...directionRows(walks)])}<details><summary>The first walk, scene by scene</summary>${walks[0].scenes.map(told).join("")}</details></article>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>How stories read</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}th{text-align:left;font-weight:normal;padding-right:1rem}.missed{font-weight:bold}</style><h1>How stories read</h1>${parts.join("")}</html>\n`;
}

function print(campaign, player, walks) {
  // What one player alone is judged by stands once: prose and choices by chance, direction by each.
  const rows = [...(player === "random" ? rowsOf(walks, campaign === BUNDLED[0]) : []), ...directionRows(walks)];
  const width = Math.max(...rows.map(([name]) => name.length));
  console.log(
    `\n${basename(campaign)}, ${player}: ${walks.length} seeds of up to ${turns} choices (target at the right, ! where missed)`,
  );
  for (const [name, value, target, reached] of rows) {
    console.log(`${reached ? " " : "!"} ${name.padEnd(width)}  ${value.padEnd(16)}  ${target}`.trimEnd());
  }
  walks.forEach(({ prose, lint, claims, callbacks, beats, choices }, at) => {
    const lines = [
      ...prose.repeated.map((one) => `again: ${one}`),
      ...lint.map((one) => `lint: ${one}`),
      ...claims.map((one) => `untrue: ${one}`),
      ...callbacks.flatMap(({ scene, text, untrue }) =>
        untrue === null ? [] : [`callback: ${scene} ${untrue}: ${text}`],
      ),
      ...beats.late.map((one) => `late: ${one}`),
      ...choices.unheard.map((one) => `never mentioned: ${one}`),
    ];
    for (const line of lines) console.log(`  seed ${at + 1} ${line}`);
  });
}
