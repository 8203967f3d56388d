/** What every route of the server works on: the engine, the open stories, and what happens beside them. */
import { chosenModel, type Engine, openEngine } from "@narratoria/engine";
import { FileLinks } from "./file-links.js";
import { Hub } from "./hub.js";
import { Sittings } from "./sittings.js";

export interface ShellOptions {
  /** Folder that holds all data; the platform's own where left out. */
  readonly dataDir?: string | undefined;
  readonly version: string;
}

export class Shell {
  readonly hub = new Hub();
  readonly links = new FileLinks();
  readonly sittings: Sittings;

  private constructor(
    readonly version: string,
    private readonly open: () => Promise<Engine>,
    private current: Engine,
  ) {
    this.sittings = new Sittings(this);
  }

  /** @throws As `openEngine`. */
  static async open({ dataDir, version }: ShellOptions): Promise<Shell> {
    const open = async (): Promise<Engine> => {
      const chosen = await chosenModel(dataDir);
      return openEngine({
        ...(dataDir === undefined ? {} : { dataDir }),
        ...(chosen === null ? {} : { models: { model: chosen.path } }),
        // What the player decides about a skill holds from the next turn.
        watchSkills: true,
      });
    };
    return new Shell(version, open, await open());
  }

  /** It changes when the engine is opened anew: ask for it each time. */
  get engine(): Engine {
    return this.current;
  }

  /**
   * Opens the engine anew, as another model takes it. Open pages open their stories again.
   *
   * @param between - What can only be done while nobody plays; what it throws is thrown once the engine is open again.
   */
  async reopen<T>(between: () => Promise<T>): Promise<T> {
    await this.sittings.closeAll();
    await this.current.close();
    try {
      return await between();
    } finally {
      this.current = await this.open();
      this.hub.tell({ type: "changed", what: "library" });
    }
  }

  async close(): Promise<void> {
    this.hub.close();
    await this.sittings.closeAll();
    await this.current.close();
  }
}
