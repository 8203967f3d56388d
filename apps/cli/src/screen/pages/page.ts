/** A page over the play screen that takes keys of its own. */
import type { EngineEvent, Story, StoryAsset, StoryHistory, StoryMemories } from "@narratoria/engine";
import { errorWords } from "../../errors.js";
import type { TerminalSettings } from "../../settings-table.js";
import type { ListPage } from "../list-page.js";
import type { Key } from "../player.js";

export interface Page {
  readonly view: ListPage;
  /** @returns Whether the key means something there. */
  key(key: Key, page: number): boolean;
}

/** What the pages reach beside the story. */
export interface Beside {
  history(): Promise<StoryHistory>;
  memories(): Promise<StoryMemories>;
  assets(): Promise<readonly StoryAsset[]>;
  /** Writes the story to a file whose ending says the format. @throws {Error} Where that cannot be. */
  exportTo(file: string): Promise<void>;
  settings(): Promise<TerminalSettings>;
  /** Changes one, for good and on this screen. */
  set(key: keyof TerminalSettings, value: string): Promise<TerminalSettings>;
}

/** What a page can have done. */
export interface PageHost {
  readonly story: Story;
  readonly beside: Beside;
  /** Draws the page as it is now. */
  show(): void;
  /** Closes the page and runs a turn. */
  run(tell: (signal: AbortSignal) => AsyncIterable<EngineEvent>): void;
}

/** A list with a mark that keys move. */
export abstract class ListKeys implements Page {
  protected marked = 0;
  private field: { label: string; text: string; done(text: string): void } | null = null;
  /** Said in the last line, until the next key. */
  private said = "";

  constructor(protected readonly host: PageHost) {}

  protected abstract list(): Omit<ListPage, "marked" | "field">;
  /** Keys of this page alone. */
  protected abstract own(key: Key): boolean;

  get view(): ListPage {
    const list = this.list();
    return { ...list, marked: this.marked, field: this.field, hint: this.said || list.hint };
  }

  key(key: Key, page: number): boolean {
    this.said = "";
    if (this.field) return this.typed(key);
    const last = this.list().rows.length - 1;
    const step = stepOf(key, page, last);
    if (step === null) return this.own(key);
    this.marked = Math.max(0, Math.min(this.marked + step, last));
    this.host.show();
    return true;
  }

  /** Asks for a line of text. @param done - Is given it; nothing where it was left with Esc. */
  protected ask(label: string, text: string, done: (text: string) => void): void {
    this.field = { label, text, done };
    this.host.show();
  }

  private typed(key: Key): boolean {
    const { field } = this;
    if (!field) return false;
    if (key.kind === "letter") field.text += key.letter;
    else if (key.kind === "erase") field.text = [...field.text].slice(0, -1).join("");
    else if (key.kind === "enter" || key.kind === "escape") {
      this.field = null;
      if (key.kind === "enter") field.done(field.text);
    }
    this.host.show();
    return true;
  }

  /** Does what may fail: why it did is said, and the page stays as it was. */
  protected attempt(work: Promise<unknown>): void {
    work.then(
      () => this.host.show(),
      (error: unknown) => this.say(errorWords(error)),
    );
  }

  protected say(text: string): void {
    this.said = text;
    this.host.show();
  }
}

function stepOf(key: Key, page: number, rows: number): number | null {
  if (key.kind === "letter") return key.letter === " " ? page : null;
  const steps: Partial<Record<Key["kind"], number>> = {
    up: -1,
    down: 1,
    "page-up": -page,
    "page-down": page,
    home: -rows,
    end: rows,
  };
  return steps[key.kind] ?? null;
}
