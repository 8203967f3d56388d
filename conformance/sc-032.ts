import type { RecordFilters } from "@narratoria/persistence";
import { createRandom, type Random } from "@narratoria/protocol/random";
import { type Criterion, LONG } from "./support/criterion.js";
import { type BareStory, bareStory, withStory } from "./support/records.js";

const QUERIES = LONG ? 1_000 : 300;
const RECORDS = 300;
const LORE = 40;
const FILES = 8;

/** One record as it was given, and what the store was told of where and when. */
interface Given {
  readonly id: string;
  readonly text: string;
  readonly person: string;
  readonly faction: string;
  readonly tag: string;
  readonly location: string;
  readonly session: string;
  readonly timestamp: number;
  readonly minutes: number;
  readonly pinned: boolean;
}

/** A filter, and what a plain look at a record says of it. */
type Drawn = readonly [RecordFilters, (one: Given) => boolean];

/**
 * Two stories hold the same memories and the same lore; hundreds of random queries, each with some of all the filters there are,
 * are compared with a plain look at every record.
 */
export const sc032: Criterion = {
  id: "SC-032",
  title: "Scope filtering",
  target: "nothing from outside of the scope in filtered queries",
  measure: () =>
    withStory(async (story) => {
      const other = await bareStory(story.store);
      await other.tell(0);
      const random = createRandom("scope");
      const stories = [
        { story, known: await fill(story, random) },
        { story: other, known: await fill(other, random) },
      ];
      let [leaks, missing] = [0, 0];
      for (let query = 0; query < QUERIES; query += 1) {
        const { story: asked, known } = random.pick(stories);
        const [filters, passes] = drawn(random, known);
        const expected = new Set(known.filter(passes).map(({ id }) => id));
        const { records } = await asked.store.exactMatch(asked.id, "memory", filters, { limit: 1000 });
        const found = await asked.store.semanticSearch(asked.id, {
          dataType: "memory",
          query: "bell rope fire house",
          filters,
          limit: 100,
        });
        leaks += [...records, ...found].filter((one) => one.playthroughId !== asked.id || !expected.has(one.id)).length;
        missing += expected.size - records.length + Math.min(expected.size, 100) - found.length;
        // A path is a filter of lore.
        const filePath = `lore/${random.int(FILES + 1)}.md`;
        const lore = await asked.store.exactMatch(asked.id, "lore", { path: filePath }, { limit: 1000 });
        leaks += lore.records.filter(
          (one) => one.playthroughId !== asked.id || one.record.filePath !== filePath,
        ).length;
        missing += (filePath === `lore/${FILES}.md` ? 0 : LORE / FILES) - lore.records.length;
      }
      return {
        met: leaks === 0 && missing === 0,
        found: `${leaks} out of scope, ${missing} missed, in ${QUERIES} queries`,
      };
    }),
};

/** Fills a story over three turns. @returns Its memories as a plain list. */
async function fill({ store, id, tell }: BareStory, random: Random): Promise<Given[]> {
  const known: Given[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    if (turn > 0) await tell(turn * 100);
    const drafts = Array.from({ length: RECORDS / 3 }, (_, n) => ({
      text: `The bell rang at house ${turn}x${n}, and the rope caught fire.`,
      person: `p${random.int(5)}`,
      faction: `f${random.int(3)}`,
      tag: `t${random.int(7)}`,
      location: `l${random.int(4)}`,
      timestamp: Date.UTC(2026, 0, 1 + random.int(20)),
    }));
    const stored = await store.change(
      id,
      drafts.map(({ text, person, faction, tag, location, timestamp }) => ({
        change: "store",
        dataType: "memory",
        record: {
          summary: text,
          characterIds: [person],
          factionIds: [faction],
          semanticTags: [tag],
          location,
          timestamp: new Date(timestamp).toISOString(),
        },
      })),
    );
    for (const [n, draft] of drafts.entries()) {
      const one = stored[n];
      if (!one) continue;
      const pinned = random.chance(0.2);
      if (pinned) await store.pin(id, one.id, true);
      known.push({ ...draft, id: one.id, session: one.sessionId ?? "", minutes: turn * 100, pinned });
    }
  }
  await store.change(
    id,
    Array.from({ length: LORE }, (_, n) => ({
      change: "store",
      dataType: "lore",
      record: {
        filePath: `lore/${n % FILES}.md`,
        chunkIndex: n,
        paragraphId: n,
        content: `Of bell ${n}.`,
        tokenCount: 3,
      },
    })),
  );
  return known;
}

/** Some of all filters of memories, each with chance. */
function drawn(random: Random, known: readonly Given[]): Drawn {
  const like = random.pick(known);
  const [person, faction, tag, location] = [
    `p${random.int(6)}`,
    `f${random.int(3)}`,
    `t${random.int(7)}`,
    `l${random.int(4)}`,
  ];
  const ids = known.filter(() => random.chance(0.5)).map(({ id }) => id);
  const all: readonly Drawn[] = [
    [{ ids }, (one) => ids.includes(one.id)],
    [{ characters: [person, like.person] }, (one) => one.person === person || one.person === like.person],
    [{ npcs: [like.person] }, (one) => one.person === like.person],
    [{ factions: [faction] }, (one) => one.faction === faction],
    [{ tags: [tag, like.tag] }, (one) => one.tag === tag || one.tag === like.tag],
    [{ location }, (one) => one.location === location],
    [{ session: like.session }, (one) => one.session === like.session],
    [{ from: like.timestamp }, (one) => one.timestamp >= like.timestamp],
    [{ to: like.timestamp }, (one) => one.timestamp <= like.timestamp],
    [{ fromMinutes: like.minutes }, (one) => one.minutes >= like.minutes],
    [{ toMinutes: like.minutes }, (one) => one.minutes <= like.minutes],
    [{ pinned: like.pinned }, (one) => one.pinned === like.pinned],
  ];
  const chosen = all.filter(() => random.chance(0.2));
  return [Object.assign({}, ...chosen.map(([filter]) => filter)), (one) => chosen.every(([, passes]) => passes(one))];
}
