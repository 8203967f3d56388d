import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { removeTree } from "@narratoria/protocol/files";
import {
  checkForm,
  openForm,
  type SaveOutcome,
  saveForm,
  type SettingChanges,
  type SettingFault,
  type SettingsForm,
  type SettingsOwner,
} from "./config-form/settings-form.js";
import {
  type DiscoverOptions,
  type Discovery,
  type FoundSkill,
  inOrder,
  pickSkills,
  readSkillFolders,
} from "./discover-skills.js";
import { SkillError } from "./errors.js";
import {
  type FolderChanges,
  type FolderPrint,
  type FolderStamp,
  printFolder,
  stampFolder,
  UnfitFolder,
} from "./folder-print.js";
import { type Problem, reportTo, START } from "./problems.js";
import { createRegistry, type SkillRegistry } from "./registry.js";
import { removeInstalled } from "./remove-installed.js";
import { isTrusted, type SandboxPolicy, type Skill, type SkillOrigin } from "./skill.js";
import {
  type AgreeOptions,
  agree,
  disable,
  enable,
  fill,
  forget,
  hasFilled,
  judgeSkill,
  noteCrash,
  readStandings,
  type Standings,
  withdraw,
  writeStandings,
} from "./standings.js";
import { plainText, type SandboxNote, type SkillWishes, wishesOf } from "./wishes.js";

/**
 * `ready`: it is used. `waiting`: it waits for the player's agreement. `disabled`: the player turned it off. `off`: it
 * crashed natively three times and has not changed since. `unheld`: it runs in a sandbox only, and there is none on this
 * machine. `replaced`: another one of its name is used. `faulty`: it cannot be used.
 */
export type SkillState = "ready" | "waiting" | "disabled" | "off" | "unheld" | "replaced" | "faulty";

/** A skill as it is shown to the player. Its own words hold no control characters. */
export interface SkillEntry
  extends Pick<Skill, "name" | "displayName" | "description" | "version" | "author" | "license" | "origin" | "dir"> {
  readonly state: SkillState;
  /** What an agreement is bound to; null where none is needed or possible. */
  readonly hash: string | null;
  /** What is different from what was agreed to before; null unless it waits because it changed. */
  readonly changes: FolderChanges | null;
  /** Null of a faulty skill. */
  readonly wishes: SkillWishes | null;
  /** What is wrong with its saved settings, as a sentence; null where nothing is. */
  readonly misconfigured: string | null;
  readonly problems: readonly Problem[];
}

export type SkillStanding = Pick<
  SkillEntry,
  "name" | "displayName" | "state" | "changes" | "misconfigured" | "problems"
>;

export interface LibraryOptions extends DiscoverOptions {
  /** Keeps what the player decided. */
  readonly standingsFile: string;
  /** Whether the skills we ship must run in a sandbox; `preferred` unless given. */
  readonly ours?: SandboxPolicy;
  /** How a skill with this policy and these wishes is held on this machine. */
  readonly sandbox: (skill: Pick<Skill, "sandbox" | "network" | "scripts">) => SandboxNote;
}

/** What a reload came to, for one skill. `kept`: it cannot be read as it is now, so that it stays as it was. */
export interface SkillNews {
  readonly name: string;
  readonly displayName: string;
  readonly what: "added" | "changed" | "removed" | "kept";
  readonly state: SkillState | null;
}

/** The skills of a machine with what the player decided about each. */
export interface SkillLibrary {
  /** All of them by name, faulty ones included. */
  list(): SkillEntry[];
  /**
   * The skill of a name that stands before others of that name.
   *
   * @throws {SkillError} `unknown_skill`
   */
  show(name: string): SkillEntry;
  /**
   * The player agrees that a skill runs, as it was shown.
   *
   * @param hash - As the entry had it that they saw.
   * @param options.withoutSandbox - It may run without a sandbox, which they were told the meaning of. An agreement without
   * this asks for one again.
   * @throws {SkillError} `unknown_skill`; `skill_changed` where the folder is not what was shown; `skill_faulty`;
   * `no_agreement_needed` for a skill we ship.
   */
  agree(name: string, hash: string, options?: AgreeOptions): Promise<SkillEntry>;
  /** Takes an agreement back. @throws {SkillError} `unknown_skill` */
  withdraw(name: string): Promise<SkillEntry>;
  /** Turns a skill on or off. @throws {SkillError} `unknown_skill` */
  setEnabled(name: string, on: boolean): Promise<SkillEntry>;
  /**
   * The settings of a skill as a form, read anew.
   *
   * @throws {SkillError} `unknown_skill`, `skill_faulty`
   */
  form(name: string): Promise<SettingsForm>;
  /**
   * Checks changes of a skill's settings and saves all of them or none; they hold from its next use.
   *
   * @throws {SkillError} `unknown_skill`, `skill_faulty`, `settings_unwritable`
   */
  configure(name: string, changes: SettingChanges): Promise<SaveOutcome>;
  /**
   * What is wrong with changes of a skill's settings, before anybody saves them.
   *
   * @throws {SkillError} `unknown_skill`, `skill_faulty`
   */
  check(name: string, changes: SettingChanges): Promise<readonly SettingFault[]>;
  /**
   * Deletes a skill that was installed, with its settings and its data, and forgets what the player decided about it.
   *
   * @throws {SkillError} `unknown_skill`; `not_installed` for one that lies elsewhere; what the file system reports.
   */
  remove(name: string): Promise<void>;
  /** Looks at the folders anew, after an installation or a change. */
  reload(): Promise<SkillNews[]>;
  /** Skills that are used. */
  usable(): readonly Skill[];
  /** How every skill stands, for less than `list` costs. */
  states(): SkillStanding[];
  /** What is wrong, by file. */
  problems(): Problem[];
  /** Opens the registry of a session; it follows every change. */
  registry(): SkillRegistry;
  /** Settles when all that was decided is on the disk. */
  saved(): Promise<void>;
}

/** A sound skill with what its folder held when it was read. */
interface Known extends FoundSkill {
  readonly stamp: FolderStamp | null;
  /** Null of a skill we ship that never crashed: nobody has to look at what nobody has to agree to. */
  readonly print: FolderPrint | null;
  readonly unfit: string | null;
  /** It cannot be read as it lies there now. */
  readonly kept?: boolean;
}

/**
 * Reads the skills of some folders, and what the player decided about them.
 * Implements rules SK70 to SK85.
 */
export async function openLibrary(options: LibraryOptions): Promise<SkillLibrary> {
  const { standings, fault } = await readStandings(options.standingsFile);
  const library = new Library(options, standings, fault);
  await library.reload();
  return library;
}

class Library implements SkillLibrary {
  #known: readonly Known[] = [];
  #rest: Pick<Discovery, "faulty" | "problems"> = { faulty: [], problems: [] };
  #usable: readonly Skill[] = [];
  #between: readonly Problem[] = [];
  #saving: Promise<void> = Promise.resolve();
  /** Whether something was decided that is not on the disk. */
  #unsaved = false;
  #reloading: Promise<SkillNews[]> = Promise.resolve([]);

  constructor(
    private readonly options: LibraryOptions,
    private standings: Standings,
    private readonly fault: string | null,
  ) {}

  list(): SkillEntry[] {
    const all = [...this.#known.map((known) => this.#entryOf(known)), ...this.#faulty()];
    return all.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  states(): SkillStanding[] {
    return [...this.#known.map((known) => this.#standingOf(known)), ...this.#faulty()];
  }

  show(name: string): SkillEntry {
    const known = this.#find(name);
    if (known) return this.#entryOf(known);
    const faulty = this.list().find((entry) => entry.name === name);
    if (faulty) return faulty;
    const names = this.list().map((entry) => entry.name);
    throw new SkillError("unknown_skill", `There is no skill "${plainText(name)}".`, `There are: ${names.join(", ")}.`);
  }

  form(name: string): Promise<SettingsForm> {
    return openForm(this.#ownerOf(name), this.options.env);
  }

  check(name: string, changes: SettingChanges): Promise<readonly SettingFault[]> {
    return checkForm(this.#ownerOf(name), changes, this.options.env);
  }

  async configure(name: string, changes: SettingChanges): Promise<SaveOutcome> {
    const outcome = await saveForm(this.#ownerOf(name), changes, this.options.env);
    if (outcome.saved) await this.reload();
    return outcome;
  }

  async remove(name: string): Promise<void> {
    const { origin, dir, displayName } = this.show(name);
    const folder = this.options.folders.find((one) => one.origin === "user");
    if (origin !== "user" || folder === undefined) {
      const message = `${displayName} was not installed: it lies in ${plainText(dir)}.`;
      throw new SkillError("not_installed", message, "It can be turned off.");
    }
    await removeInstalled(resolve(folder.path), basename(dirname(this.#find(name)?.file ?? join(dir, "skill.json"))));
    const others = this.#known.filter(({ skill }) => skill.name === name).length > 1;
    if (!others) await removeTree(join(resolve(this.options.dataRoot), name));
    await this.#save((standings) => forget(standings, name));
    await this.reload();
  }

  async agree(name: string, hash: string, options: AgreeOptions = {}): Promise<SkillEntry> {
    const entry = this.show(name);
    const known = this.#soundOne(name);
    const { origin } = known.skill;
    if (isTrusted(origin)) {
      const why = origin === "bundled" ? "comes with Narratoria" : "is being worked on";
      const message = `${entry.displayName} ${why} and needs no agreement.`;
      throw new SkillError("no_agreement_needed", message, "It can be turned on.");
    }
    // What lies there now is what will run, whatever was read before.
    const now = readPrint(known.skill.dir);
    if (now.print === null || now.print.hash !== hash || now.stamp !== known.stamp) {
      await this.reload();
      const message = `${entry.displayName} has changed since it was shown.`;
      throw new SkillError("skill_changed", message, "Look at it again before you agree.");
    }
    const { print } = now;
    return this.#decide(name, (standings) => agree(standings, name, print, options));
  }

  withdraw(name: string): Promise<SkillEntry> {
    this.show(name);
    return this.#decide(name, (standings) => withdraw(standings, name));
  }

  setEnabled(name: string, on: boolean): Promise<SkillEntry> {
    this.show(name);
    return this.#decide(name, (standings) => (on ? enable(standings, name) : disable(standings, name)));
  }

  reload(): Promise<SkillNews[]> {
    // One after the other: what is read later is newer.
    this.#reloading = this.#reloading.catch(() => []).then(() => this.#read());
    return this.#reloading;
  }

  usable(): readonly Skill[] {
    return this.#usable;
  }

  problems(): Problem[] {
    const file: Problem[] = [];
    if (this.fault !== null) reportTo(file, this.options.standingsFile)("warning", START, this.fault);
    const { faulty, problems } = this.#rest;
    const ofSkills = [...this.#known, ...faulty].flatMap((one) => one.problems);
    return inOrder([...file, ...problems, ...ofSkills, ...this.#between]);
  }

  registry(): SkillRegistry {
    return createRegistry({
      skills: () => this.#usable,
      recheck: (skill) => this.#recheck(skill),
      crashed: (skill) => this.#crashed(skill),
    });
  }

  saved(): Promise<void> {
    return this.#saving;
  }

  /** Another program may have decided something; what was decided here and could not be written counts for the session. */
  async #readStandings(): Promise<void> {
    await this.#saving.catch(() => {});
    if (this.#unsaved) return;
    const { standings, fault } = await readStandings(this.options.standingsFile);
    if (fault === null && !this.#unsaved) this.standings = standings;
  }

  async #read(): Promise<SkillNews[]> {
    await this.#readStandings();
    const before = this.#known;
    const read = await readSkillFolders({
      ...this.options,
      mayBeFilled: (name, filled) => hasFilled(this.standings, name, filled),
    });
    const old = new Map(before.map((known) => [known.skill.dir, known]));
    const news: SkillNews[] = [];
    const now = read.found.map((one): Known => {
      const found = this.#held(one);
      const printed = readPrint(found.skill.dir, this.#needsPrint(found.skill), found.skill.origin);
      const last = old.get(found.skill.dir);
      old.delete(found.skill.dir);
      const problems = [...found.problems];
      if (printed.unfit !== null && found.skill.origin !== "dev") {
        reportTo(problems, found.file)("error", START, `${printed.unfit} Nobody can agree to such a skill.`);
      }
      // The same object for the same skill: whoever holds it sees whether anything changed.
      const same = last && last.stamp === printed.stamp && JSON.stringify(last.skill) === JSON.stringify(found.skill);
      if (!same) news.push(this.#newsOf(found.skill, last ? "changed" : "added"));
      const { stamp, unfit } = printed;
      const skill = same ? last.skill : found.skill;
      return { ...found, skill, stamp, print: printed.print ?? (same ? last.print : null), unfit, problems };
    });
    for (const last of old.values()) {
      // Copied by halves, or being edited: until it can be read again it stays what it was.
      const half = read.faulty.some((faulty) => faulty.dir === dirname(last.file));
      if (half) now.push({ ...last, kept: true });
      if (!half || !last.kept) news.push(this.#newsOf(last.skill, half ? "kept" : "removed"));
    }
    this.#known = now;
    this.#rest = read;
    this.#pick();
    const states = new Map(this.states().map(({ name, state }) => [name, state]));
    return news.map((one) => ({ ...one, state: one.what === "removed" ? null : (states.get(one.name) ?? null) }));
  }

  #newsOf({ name, displayName }: Skill, what: SkillNews["what"]): SkillNews {
    return { name, displayName: plainText(displayName), what, state: null };
  }

  #needsPrint(skill: Skill): boolean {
    return !isTrusted(skill.origin) || this.standings.get(skill.name)?.crashes !== undefined;
  }

  /** The same with the policy that follows from what was decided; the same object where nothing changes. */
  #held<T extends FoundSkill>(found: T): T {
    const { skill } = found;
    const sandbox = this.#policyOn(skill);
    return skill.sandbox === sandbox ? found : { ...found, skill: { ...skill, sandbox } };
  }

  #policyOn({ name, origin }: Skill): SandboxPolicy {
    if (origin === "bundled") return this.options.ours ?? "preferred";
    // Its author trusts it, and should see what a player's sandbox makes of it.
    if (origin === "dev") return "preferred";
    return this.standings.get(name)?.withoutSandbox ? "off" : "required";
  }

  #pick(): void {
    this.#known = this.#known.map((known) => this.#held(known));
    const mayRun = (skill: Skill): boolean => {
      const known = this.#known.find((one) => one.skill === skill);
      return known !== undefined && this.#verdictOn(known).state === "ready";
    };
    const { skills, problems } = pickSkills(this.#known, mayRun);
    const unchanged = skills.length === this.#usable.length && skills.every((skill, at) => skill === this.#usable[at]);
    if (!unchanged) this.#usable = skills;
    this.#between = problems;
  }

  #verdictOn({ skill, print, unfit }: Known): { state: SkillState; changes: FolderChanges | null } {
    if (unfit !== null && !isTrusted(skill.origin)) return { state: "faulty", changes: null };
    const verdict = judgeSkill(this.standings.get(skill.name), skill.origin, print);
    if (verdict.state === "ready" && !this.#canBeHeld(skill)) return { state: "unheld", changes: null };
    return { changes: null, ...verdict };
  }

  /** One of words alone has nothing to hold back. */
  #canBeHeld(skill: Skill): boolean {
    if (skill.sandbox !== "required" || skill.scripts.length === 0) return true;
    return this.options.sandbox(skill).tier !== "none";
  }

  #entryOf(known: Known): SkillEntry {
    const { skill, print } = known;
    const standing = this.#standingOf(known);
    // What was agreed to before does not hold for what it has become.
    const held = standing.state === "waiting" ? { ...skill, sandbox: "required" as const } : skill;
    return {
      ...standing,
      description: plainText(skill.description),
      version: skill.version,
      author: skill.author === null ? null : plainText(skill.author),
      license: skill.license === null ? null : plainText(skill.license),
      origin: skill.origin,
      dir: skill.dir,
      hash: isTrusted(skill.origin) ? null : (print?.hash ?? null),
      wishes: wishesOf(skill, this.options.sandbox(held)),
    };
  }

  #standingOf(known: Known): SkillStanding {
    const { skill, problems, misconfigured } = known;
    const { state, changes } = this.#verdictOn(known);
    const inUse = this.#usable.find(({ name }) => name === skill.name);
    return {
      name: skill.name,
      displayName: plainText(skill.displayName),
      state: state === "ready" && inUse !== skill ? "replaced" : state,
      changes,
      misconfigured: misconfigured === null ? null : plainText(misconfigured),
      problems,
    };
  }

  #faulty(): SkillEntry[] {
    return this.#rest.faulty
      .filter(({ dir }) => !this.#known.some(({ file }) => dirname(file) === dir))
      .map(({ dir, origin, problems }) => {
        const name = plainText(basename(dir));
        const about = { name, displayName: name, description: "", version: "", author: null, license: null };
        return {
          ...about,
          origin,
          dir,
          state: "faulty",
          hash: null,
          changes: null,
          wishes: null,
          misconfigured: null,
          problems,
        };
      });
  }

  /** @throws {SkillError} `unknown_skill`, `skill_faulty` */
  #soundOne(name: string): Known {
    const entry = this.show(name);
    const known = this.#find(name);
    if (known && known.unfit === null) return known;
    const why = entry.problems.find(({ severity }) => severity === "error")?.message ?? "It cannot be used.";
    throw new SkillError("skill_faulty", `${entry.displayName} cannot be used. ${why}`, "Ask whoever made it.");
  }

  #ownerOf(name: string): SettingsOwner {
    const { skill, places } = this.#soundOne(name);
    // What lies elsewhere is the player's in any case.
    const inFolder = places.saved.at(-1)?.root === skill.dir;
    const keepFilled: SettingsOwner["keepFilled"] = (filled) =>
      inFolder ? this.#save((standings) => fill(standings, name, filled)) : Promise.resolve();
    return { name, displayName: skill.displayName, places, keepFilled };
  }

  #find(name: string): Known | undefined {
    return this.#known.find(({ skill }) => skill.name === name);
  }

  async #decide(name: string, change: (standings: Standings) => Standings): Promise<SkillEntry> {
    await this.#save(change);
    return this.show(name);
  }

  /** Changes what is on the disk by then: somebody else may have decided something beside whoever plays. */
  #save(change: (standings: Standings) => Standings): Promise<void> {
    this.standings = change(this.standings);
    this.#unsaved = true;
    this.#pick();
    this.#saving = this.#saving
      .catch(() => {})
      .then(async () => {
        const { standings, fault } = await readStandings(this.options.standingsFile);
        await writeStandings(this.options.standingsFile, fault === null ? change(standings) : this.standings);
        this.#unsaved = false;
      });
    return this.#saving;
  }

  #recheck(skill: Skill): { code: string; message: string } | null {
    const known = this.#known.find((one) => one.skill === skill);
    // What we ship is not looked at again: whoever can write there can write into the runtime as well. Nor is what its author works on.
    if (isTrusted(skill.origin) || known === undefined) return null;
    const { stamp, gone } = readPrint(skill.dir, false);
    if (stamp !== null && stamp === known.stamp) return null;
    // So that it waits for the player from now on, and no further plan counts on it.
    void this.reload().catch(() => {});
    if (gone) {
      return {
        code: "SKILL_SCRIPT_NOT_FOUND",
        message: `the folder of the skill "${skill.name}" is not there any more`,
      };
    }
    return { code: "SKILL_CHANGED", message: `the skill "${skill.name}" is not what the player agreed to any more` };
  }

  #crashed(skill: Skill): void {
    const known = this.#known.find((one) => one.skill === skill);
    const print = known?.print ?? readPrint(skill.dir, true, skill.origin).print;
    if (!known || !print) return;
    this.#known = this.#known.map((one) => (one === known ? { ...one, print } : one));
    // What cannot be written down counts for this session at least.
    this.#save((standings) => noteCrash(standings, skill.name, print.hash)).catch(() => {});
  }
}

const PACKAGES = ["node_modules"];

/** What a folder holds, or in a sentence why nobody can agree to it. */
function readPrint(
  dir: string,
  wanted = true,
  origin: SkillOrigin = "user",
): Pick<Known, "stamp" | "print" | "unfit"> & { readonly gone: boolean } {
  // In a checkout there are links to the libraries that a package is built with. Nobody has to agree to what we ship.
  const leaveOut = origin === "bundled" ? PACKAGES : [];
  try {
    // The stamp comes first: a change while the bytes are read makes it stale.
    const stamp = stampFolder(dir, leaveOut);
    return { stamp, print: wanted ? printFolder(dir, leaveOut) : null, unfit: null, gone: false };
  } catch (error) {
    const nothing = { stamp: null, print: null };
    if (error instanceof UnfitFolder) return { ...nothing, unfit: error.message, gone: false };
    if (!(error instanceof Error && "code" in error)) throw error;
    const unfit = `A file of it cannot be read (${String(error.code)}).`;
    return { ...nothing, unfit, gone: !existsSync(dir) };
  }
}
