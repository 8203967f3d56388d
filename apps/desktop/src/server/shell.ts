/** What every route of the server works on: the engine, the open stories, and what happens beside them. */
import { chosenModel, type Engine, EngineError, openEngine } from "@narratoria/engine";
import { type Trouble, troubleOf } from "./answers.js";
import { FileLinks } from "./file-links.js";
import { Hub } from "./hub.js";
import { Sittings } from "./sittings.js";

export interface ShellOptions {
  /** Folder that holds all data; the platform's own where left out. */
  readonly dataDir?: string | undefined;
  /** Folders of skills that the player is writing. */
  readonly devSkills?: readonly string[] | undefined;
  readonly version: string;
}

/** The engine, and why the model that was chosen does not tell; null where it does, and where none was chosen. */
interface Opened {
  readonly engine: Engine;
  readonly modelTrouble: Trouble | null;
}

export class Shell {
  readonly hub = new Hub();
  readonly links = new FileLinks();
  readonly sittings: Sittings;

  private constructor(
    readonly version: string,
    private readonly open: () => Promise<Opened>,
    private current: Opened,
  ) {
    this.sittings = new Sittings(this);
  }

  /** @throws As `openEngine`. */
  static async open({ dataDir, devSkills = [], version }: ShellOptions): Promise<Shell> {
    const open = async (): Promise<Opened> => {
      let modelTrouble: Trouble | null = null;
      const chosen = await chosenModel(dataDir).catch((error: unknown) => {
        // A model that is gone holds no story up; nothing can be played in a folder that cannot be used.
        if (error instanceof EngineError) throw error;
        modelTrouble = troubleOf(error).body;
        return null;
      });
      const engine = await openEngine({
        ...(dataDir === undefined ? {} : { dataDir }),
        ...(chosen === null ? {} : { models: { model: chosen.path } }),
        ...(devSkills.length === 0 ? {} : { devSkills }),
        // What the player decides about a skill holds from the next turn.
        watchSkills: true,
        // A folder with a premise alone plays as well.
        enrich: true,
        // The library says so, and why; nothing in the folder is touched.
        withoutHistory: true,
      });
      return { engine, modelTrouble };
    };
    return new Shell(version, open, await open());
  }

  /** It changes when the engine is opened anew: ask for it each time. */
  get engine(): Engine {
    return this.current.engine;
  }

  /** Why the model that was chosen does not tell. */
  get modelTrouble(): Trouble | null {
    return this.current.modelTrouble;
  }

  /**
   * Opens the engine anew, as another model takes it. Open pages open their stories again.
   *
   * @param between - What can only be done while nobody plays; what it throws is thrown once the engine is open again.
   */
  async reopen<T>(between: () => Promise<T>): Promise<T> {
    await this.sittings.closeAll();
    await this.current.engine.close();
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
    await this.current.engine.close();
  }
}
