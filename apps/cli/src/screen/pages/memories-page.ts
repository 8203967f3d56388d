/** What the story remembers: read, searched, pinned, put into other words and forgotten while it is played. */
import type { Memory, StoryMemories } from "@narratoria/engine";
import { capitalised, sceneName } from "@narratoria/engine/shell";
import type { ListPage } from "../list-page.js";
import type { Key } from "../player.js";
import { ListKeys, type Page, type PageHost } from "./page.js";

export async function memoriesPage(host: PageHost): Promise<Page> {
  const memories = await host.beside.memories();
  return new MemoriesPage(host, memories, newestFirst(await memories.list()));
}

const newestFirst = (memories: readonly Memory[]): Memory[] => memories.toReversed();

class MemoriesPage extends ListKeys {
  private query = "";

  constructor(
    host: PageHost,
    private readonly memories: StoryMemories,
    private shown: readonly Memory[],
  ) {
    super(host);
  }

  protected list(): Omit<ListPage, "marked" | "field"> {
    const { query } = this;
    const empty =
      query === ""
        ? "Nothing to remember yet. After your first choice, what happened is kept here."
        : `Nothing close to “${query}”. Try fewer words.`;
    return {
      title: query === "" ? "Memories" : `Memories of “${query}”`,
      rows: this.shown.map(({ summary, scene, pinned }) => ({
        text: `${summary}${pinned ? " (pinned)" : ""}`,
        bold: pinned,
        more: scene === null ? [] : [capitalised(sceneName(scene))],
      })),
      empty,
      hint: "/ search  p pin  e edit  f forget  m closes",
    };
  }

  protected own(key: Key): boolean {
    if (key.kind !== "letter") return false;
    const memory = this.shown[this.marked];
    if (key.letter === "/") {
      this.ask("Search", "", (text) => this.attempt(this.search(text.trim())));
      return true;
    }
    if (!memory) return false;
    if (key.letter === "p") this.attempt(this.changed(this.memories.pin(memory.id, !memory.pinned)));
    else if (key.letter === "e") {
      this.ask("Remember", memory.summary, (text) => {
        if (text.trim() !== "") this.attempt(this.changed(this.memories.edit(memory.id, text)));
      });
    } else if (key.letter === "f") {
      // For good: no undo takes it back.
      this.ask("Forget it for good? Type yes", "", (text) => {
        if (text.trim().toLowerCase() === "yes") this.attempt(this.changed(this.memories.forget(memory.id)));
      });
    } else return false;
    return true;
  }

  private async search(query: string): Promise<void> {
    this.marked = 0;
    await this.reload(query);
  }

  private async changed(work: Promise<unknown>): Promise<void> {
    await work;
    await this.reload();
  }

  private async reload(query = this.query): Promise<void> {
    const { memories } = this;
    this.shown = query === "" ? newestFirst(await memories.list()) : await memories.search(query);
    this.query = query;
    this.marked = Math.max(0, Math.min(this.marked, this.shown.length - 1));
  }
}
