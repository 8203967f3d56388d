/** What can be done at the end of a story: what was rolled and promised, and a file to keep. */
import type { SceneEvent } from "@narratoria/engine";
import { capitalised, endWords, outcomeWords, type Roll, rollTitle, sceneName } from "@narratoria/engine/shell";
import type { ListPage, ListRow } from "../list-page.js";
import type { Key } from "../player.js";
import { ListKeys, type Page, type PageHost } from "./page.js";

/** All dice of a story counted: "6 rolls: 3 worked, 2 at a cost, 1 failed"; empty where none was thrown. */
export function rolledWords(scenes: readonly Pick<SceneEvent, "roll">[]): string {
  const outcomes = scenes.flatMap(({ roll }) => (roll ? [roll.outcome] : []));
  if (outcomes.length === 0) return "";
  const count = (wanted: Roll["outcome"], words: string): string[] => {
    const found = outcomes.filter((one) => one === wanted).length;
    return found === 0 ? [] : [`${found} ${words}`];
  };
  const parts = [...count("success", "worked"), ...count("partial", "at a cost"), ...count("fail", "failed")];
  const rolls = outcomes.length === 1 ? "1 roll" : `${outcomes.length} rolls`;
  return parts.length === 0 ? rolls : `${rolls}: ${parts.join(", ")}`;
}

/** Promises of a story, each with the scene that first told of it. */
export function promisesOf(scenes: readonly Pick<SceneEvent, "scene" | "beside">[]): { scene: number; text: string }[] {
  const known = new Map<string, number>();
  for (const { scene, beside } of scenes) {
    for (const text of beside?.promises ?? []) if (!known.has(text)) known.set(text, scene);
  }
  return [...known].map(([text, scene]) => ({ scene, text }));
}

export async function summaryPage(host: PageHost): Promise<Page> {
  return new SummaryPage(host, await (await host.beside.history()).scenes());
}

class SummaryPage extends ListKeys {
  constructor(
    host: PageHost,
    private readonly scenes: readonly SceneEvent[],
  ) {
    super(host);
  }

  protected list(): Omit<ListPage, "marked" | "field"> {
    const rolled = rolledWords(this.scenes);
    const rolls = this.scenes.flatMap(({ scene, roll }): ListRow[] =>
      roll ? [{ label: `${scene}`, text: `${rollTitle(roll)}: ${roll.total}. ${outcomeWords(roll.outcome)}` }] : [],
    );
    const promises = promisesOf(this.scenes).map(({ scene, text }): ListRow => ({ label: `${scene}`, text }));
    const last = this.scenes.at(-1);
    return {
      title: "What was rolled and promised",
      rows: [
        ...(last?.ended ? [{ text: endWords(last), bold: true }] : []),
        { text: rolled === "" ? "No dice were thrown." : `${rolled}.`, bold: true },
        ...rolls,
        { text: promises.length === 0 ? "Nothing was promised." : "Promised, by the scene:", bold: true },
        ...promises,
      ],
      hint: "Esc closes",
    };
  }

  protected own(): boolean {
    return false;
  }
}

const FORMATS = [
  [".md", "Markdown, to be read"],
  [".html", "one page, to be read in a browser"],
  [".json", "to be taken in elsewhere"],
] as const;

export async function exportPage(host: PageHost): Promise<Page> {
  return new ExportPage(host);
}

class ExportPage extends ListKeys {
  protected list(): Omit<ListPage, "marked" | "field"> {
    return {
      title: "Export this story",
      rows: FORMATS.map(([ending, about]) => ({ label: ending, text: about })),
      hint: "Enter asks for the file, Esc closes",
    };
  }

  protected own(key: Key): boolean {
    const [ending] = FORMATS[this.marked] ?? FORMATS[0];
    if (key.kind !== "enter") return false;
    const { scene } = this.host.story;
    const name = `${fileName(this.host.story.title)}-${fileName(sceneName(scene?.scene ?? 0))}${ending}`;
    this.ask("File", name, (text) => {
      const file = text.trim();
      if (file === "") return;
      this.attempt(this.host.beside.exportTo(file).then(() => this.say(capitalised(`exported to ${file}.`))));
    });
    return true;
  }
}

/** "The Salt Clock" is "the-salt-clock". */
function fileName(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-+|-+$/g, "") || "story"
  );
}
