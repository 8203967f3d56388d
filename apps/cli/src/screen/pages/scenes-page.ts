/** The scenes of a branch, each with the roads it offered: taken, taken elsewhere, never taken. */
import type { EngineEvent, Road, StoryHistory, TreeTurn } from "@narratoria/engine";
import { capitalised, sceneName } from "@narratoria/engine/shell";
import type { ListPage } from "../list-page.js";
import type { Key } from "../player.js";
import { ListKeys, type Page, type PageHost } from "./page.js";

/** @param branchId - The branch; the one the story stands on where it is left out. */
export async function scenesPage(host: PageHost, branchId?: string): Promise<Page> {
  const history = await host.beside.history();
  const { turns, branches } = await history.tree();
  const branch = branches.find(({ id, current }) => (branchId === undefined ? current : id === branchId));
  const tip = branchId === undefined ? turns.find(({ current }) => current)?.id : branch?.tip.turnId;
  const way = wayTo(turns, tip);
  const page = new ScenesPage(host, history, branch?.title ?? "Scenes", way);
  await page.look();
  return page;
}

/** The turns that led to one, the opening first. */
function wayTo(turns: readonly TreeTurn[], tip: string | undefined): TreeTurn[] {
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  const way: TreeTurn[] = [];
  for (let turn = byId.get(tip ?? ""); turn; turn = byId.get(turn.parentId ?? "")) way.push(turn);
  return way.reverse();
}

class ScenesPage extends ListKeys {
  private readonly roads = new Map<string, readonly Road[]>();

  constructor(
    host: PageHost,
    private readonly history: StoryHistory,
    private readonly title: string,
    private readonly way: readonly TreeTurn[],
  ) {
    super(host);
    const current = way.findIndex((turn) => turn.current);
    this.marked = Math.max(0, current === -1 ? way.length - 1 : current);
  }

  /** Reads the roads of the marked scene. */
  async look(): Promise<void> {
    const turn = this.way[this.marked];
    if (!turn || this.roads.has(turn.id)) return;
    this.roads.set(turn.id, await this.history.roads(turn.id));
  }

  protected list(): Omit<ListPage, "marked" | "field"> {
    return {
      title: this.title,
      rows: this.way.map((turn) => ({
        text: `${capitalised(sceneName(turn.scene))}. ${turn.firstLine}`,
        label: markOf(turn),
        bold: turn.current,
        more: this.roadLines(turn),
      })),
      empty: "One scene so far. Every choice you make adds to this line.",
      hint: "Enter goes to the scene, 1-4 takes a road, Esc closes",
    };
  }

  override key(key: Key, page: number): boolean {
    const before = this.marked;
    const taken = super.key(key, page);
    if (this.marked !== before) this.attempt(this.look());
    return taken;
  }

  protected own(key: Key): boolean {
    const turn = this.way[this.marked];
    if (!turn) return false;
    if (key.kind === "enter") {
      this.host.run(() => this.host.story.goTo(turn.id));
      return true;
    }
    const road = key.kind === "letter" ? this.roads.get(turn.id)?.[Number(key.letter) - 1] : undefined;
    if (!road) return false;
    const { story } = this.host;
    const [known] = road.taken;
    // A road that was never taken begins with the next choice at its scene.
    this.host.run((signal) =>
      known === undefined
        ? inTurn(
            () => story.goTo(turn.id),
            () => story.choose(road.choice.id, { signal }),
          )
        : story.goTo(known),
    );
    return true;
  }

  private roadLines(turn: TreeTurn): string[] {
    return (this.roads.get(turn.id) ?? []).map(({ choice, taken, onTheWay }, index) => {
      const here = this.way.some(({ id }) => taken.includes(id));
      const how = here ? "taken" : onTheWay || taken.length > 0 ? elsewhere(taken.length) : "never taken";
      return `${index + 1}  ${how}: ${choice.text}`;
    });
  }
}

const elsewhere = (times: number): string => (times === 1 ? "taken elsewhere" : `taken elsewhere, ${times} times`);

/** Shapes of scenes: a turn of the plot, a roll that worked or failed, an ending. */
function markOf({ purpose, outcome, ended }: TreeTurn): string {
  if (ended) return "■";
  if (outcome === "fail") return "✗";
  if (outcome === "success" || outcome === "partial") return "○";
  return purpose === "beat" ? "◆" : "·";
}

async function* inTurn(...tell: readonly (() => AsyncIterable<EngineEvent>)[]): AsyncGenerator<EngineEvent> {
  for (const one of tell) yield* one();
}
