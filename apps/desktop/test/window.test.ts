import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Audience } from "../src/window/audience.js";
import { findBrowsers } from "../src/window/browsers.js";
import { type ShowOptions, showPage } from "../src/window/show-page.js";

/** A busy machine is slow, and nothing is wrong with it. */
const PATIENT = { timeout: 20_000 };

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "narratoria-window-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NEVER = new AbortController().signal;
/** Longer than any test runs. */
const AGES = 1_000_000;

describe("browsers", () => {
  const found = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv, there: (path: string) => boolean = () => true) =>
    findBrowsers({ platform, env, isFile: there }).map(({ path }) => path);

  it("[DT45] are looked for where each system has them, Chromium first", () => {
    const linux = found("linux", { PATH: "/opt/bin:relative:/usr/bin" });
    expect(linux.slice(0, 2)).toEqual(["/opt/bin/chromium", "/usr/bin/chromium"]);
    expect(linux).toEqual(
      expect.arrayContaining([
        "/usr/bin/google-chrome",
        "/usr/bin/microsoft-edge",
        "/usr/bin/brave-browser",
        "/snap/bin/chromium",
      ]),
    );
    expect(linux.filter((path) => !path.startsWith("/"))).toEqual([]);
    expect(found("darwin", { HOME: "/Users/player" })).toEqual(
      expect.arrayContaining([
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Users/player/Applications/Brave Browser.app/Contents/MacOS/Brave Browser",
      ]),
    );
    const windows = { PROGRAMFILES: "C:\\Program Files", "PROGRAMFILES(X86)": "C:\\Program Files (x86)" };
    expect(found("win32", { ...windows, LOCALAPPDATA: "" })).toEqual(
      expect.arrayContaining([
        "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
        "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
      ]),
    );
    expect(found("linux", { PATH: "/usr/bin" }, (path) => path === "/usr/bin/google-chrome")).toEqual([
      "/usr/bin/google-chrome",
    ]);
    expect(found("linux", {}, () => false)).toEqual([]);
  });

  it("[DT45] stand behind the one that CHROMIUM_PATH names, if it is there", () => {
    const env = { CHROMIUM_PATH: "/opt/mine/chrome", PATH: "/usr/bin" };
    expect(found("linux", env)[0]).toBe("/opt/mine/chrome");
    expect(found("linux", env, (path) => path.startsWith("/usr"))[0]).toBe("/usr/bin/chromium");
  });
});

describe("who is there", () => {
  it("[DT48] is told by the pages that follow: once none has for so long, and no turn is taken", async () => {
    const audience = new Audience();
    const busy = vi.fn<() => boolean>().mockReturnValueOnce(true).mockReturnValueOnce(true).mockReturnValue(false);
    audience.count(1);
    const left = audience.left(1, busy, NEVER);
    audience.count(0);
    await left;
    expect(busy).toHaveBeenCalledTimes(3);
  });

  it("[DT48] waits for a page that comes back, such as one that is loaded anew", async () => {
    const audience = new Audience();
    audience.count(1);
    let over = false;
    const left = audience
      .left(AGES, () => false, NEVER)
      .then(() => {
        over = true;
      });
    audience.count(0);
    audience.count(1);
    const stop = new AbortController();
    const short = audience.left(0, () => false, stop.signal);
    audience.count(0);
    await short;
    expect(over).toBe(false);
    // Nothing is left that would keep the program.
    const aborted = new AbortController();
    const ended = audience.left(AGES, () => false, aborted.signal);
    aborted.abort();
    await ended;
    void left;
  });
});

describe("the window", () => {
  /** A program that stands in for a browser: it writes down how it was called, and does what the test says. */
  function browser(name: string, script: string): string {
    const path = join(folder, name);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, `#!/bin/sh\nprintf '%s\\n' "$@" > "${path}.called"\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
  }
  beforeAll(() => {
    browser("programs/google-chrome", "exit 4");
    browser("programs/xdg-open", "exit 0");
  });
  const calledWith = (path: string): string[] => readFileSync(`${path}.called`, "utf8").trim().split("\n");

  function options(path: string | undefined, more: Partial<ShowOptions> = {}) {
    const said: string[] = [];
    const control = new AbortController();
    const audience = new Audience();
    return {
      said,
      control,
      audience,
      path: path ?? "",
      options: {
        opens: true,
        invite: () => "http://127.0.0.1:1/#k=nonce",
        audience,
        isBusy: () => false,
        dataDir: folder,
        readsAloud: false,
        // No browser of the machine that the tests run on is found.
        env: { DISPLAY: ":0", CHROMIUM_PATH: path, PATH: `${folder}/programs:/usr/bin:/bin` },
        platform: "linux" as const,
        isFile: (file: string) => file.startsWith(folder) && existsSync(file),
        say: (sentence: string) => void said.push(sentence),
        signal: control.signal,
        idleMs: AGES,
        closingMs: AGES,
        ...more,
      },
    };
  }

  it("[DT46] has a profile of its own that nobody else reads, and gives up no guard of the browser's", async () => {
    const { path, audience, control, options: show } = options(browser("plain", "exec sleep 1000"));
    const shown = showPage(show);
    await vi.waitFor(() => expect(existsSync(`${path}.called`)).toBe(true), PATIENT);
    audience.count(1);
    control.abort();
    await shown;
    const args = calledWith(path);
    expect(args).toEqual(
      expect.arrayContaining([
        "--app=http://127.0.0.1:1/#k=nonce",
        `--user-data-dir=${join(folder, "window")}`,
        "--no-first-run",
        "--disable-extensions",
        "--disable-sync",
      ]),
    );
    expect(args.filter((arg) => /sandbox|security|remote-debugging|^http/.test(arg))).toEqual([]);
    expect(statSync(join(folder, "window")).mode & 0o777).toBe(0o700);
  });

  it("[DT5400] asks for voices only where scenes are read aloud, since Chromium warns above the page of the flag", async () => {
    const flagsOf = async (name: string, readsAloud: boolean): Promise<string[]> => {
      const { path, audience, control, options: show } = options(browser(name, "exec sleep 1000"), { readsAloud });
      const shown = showPage(show);
      await vi.waitFor(() => expect(existsSync(`${path}.called`)).toBe(true), PATIENT);
      audience.count(1);
      control.abort();
      await shown;
      return calledWith(path).filter((arg) => arg.includes("speech"));
    };
    expect(await flagsOf("quiet", false)).toEqual([]);
    expect(await flagsOf("aloud", true)).toEqual(["--enable-speech-dispatcher"]);
  });

  it("[DT47] ends the program when it is closed", async () => {
    const { audience, path, options: show } = options(browser("closed", 'read line < "$0.pipe"'));
    // It is open until the test writes to it.
    execFileSync("mkfifo", [`${path}.pipe`]);
    const shown = showPage(show);
    await vi.waitFor(() => expect(existsSync(`${path}.called`)).toBe(true), PATIENT);
    audience.count(1);
    writeFileSync(`${path}.pipe`, "close\n");
    audience.count(0);
    await shown;
  });

  it("[DT47] is closed by the program when that ends", async () => {
    const {
      audience,
      control,
      path,
      options: show,
    } = options(browser("ended", 'trap "echo gone > $0.gone; exit" TERM\nwhile :; do sleep 0.01; done'));
    const shown = showPage(show);
    await vi.waitFor(() => expect(existsSync(`${path}.called`)).toBe(true), PATIENT);
    audience.count(1);
    control.abort();
    await shown;
    await vi.waitFor(() => expect(existsSync(`${path}.gone`)).toBe(true), PATIENT);
  });

  it("[DT48] ends the program when nobody follows any more, where another program has taken the page", async () => {
    const { audience, options: show } = options(browser("handed", "exit 0"), { idleMs: 1, closingMs: 1 });
    audience.count(1);
    let over = false;
    const shown = showPage(show).then(() => {
      over = true;
    });
    await Promise.resolve();
    expect(over).toBe(false);
    audience.count(0);
    await shown;
  });

  it("[DT49] is opened by the next browser where one fails, and by the player's own where all do; each is told", async () => {
    const failing = browser("failing", "exit 3");
    const { said, control, options: show } = options(failing);
    const shown = showPage(show);
    // The player's own is asked by a program of the system.
    await vi.waitFor(() => expect(existsSync(join(folder, "programs", "xdg-open.called"))).toBe(true), PATIENT);
    control.abort();
    await shown;
    expect(said).toEqual([
      `Chromium (${failing}) could not open a window. Another way is tried.`,
      `Google Chrome (${join(folder, "programs", "google-chrome")}) could not open a window. Another way is tried.`,
    ]);
    expect(calledWith(join(folder, "programs", "xdg-open"))).toEqual(["http://127.0.0.1:1/#k=nonce"]);
  });

  it("[DT49] is left to the player where nothing can open it", async () => {
    const failing = browser("alone", "exit 3");
    const { said, control, options: show } = options(failing);
    const shown = showPage({ ...show, env: { ...show.env, PATH: "/nowhere" } });
    await vi.waitFor(
      () => expect(said).toContain("No browser could be opened. Open the address in one on this machine."),
      PATIENT,
    );
    control.abort();
    await shown;
  });

  it("[DT49] is told why, where Chromium refuses the administrator", async () => {
    const {
      said,
      control,
      options: show,
    } = options(browser("root", "echo 'Running as root without --no-sandbox is not supported.' >&2; exit 1"));
    const shown = showPage(show);
    await vi.waitFor(() => expect(said.length).toBeGreaterThan(0), PATIENT);
    control.abort();
    await shown;
    expect(said[0]).toMatch(/^Chromium opens no window for the administrator .* Start Narratoria as another user, or/);
  });

  it("[DT49] is not tried where there is no screen, or no such program", async () => {
    const none = options(undefined, { env: { PATH: "/nowhere" } });
    const shown = showPage(none.options);
    none.control.abort();
    await shown;
    expect(none.said).toEqual(["There is no screen here. Open the address in a browser on this machine."]);
    const wrong = options(join(folder, "no-such-browser"));
    const tried = showPage(wrong.options);
    await vi.waitFor(() => expect(wrong.said).toContain(`CHROMIUM_PATH names no program: ${wrong.path}.`), PATIENT);
    wrong.control.abort();
    await tried;
  });

  it("[DT50] is left to the player with --no-open: the program goes on until it is ended", async () => {
    const path = browser("unopened", "exit 0");
    const { audience, control, said, options: show } = options(path, { opens: false, idleMs: 0 });
    audience.count(1);
    audience.count(0);
    const shown = showPage(show);
    control.abort();
    await shown;
    expect([said, existsSync(`${path}.called`)]).toEqual([[], false]);
  });
});
