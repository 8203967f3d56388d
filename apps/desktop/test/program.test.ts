import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readArguments, readFlags } from "../src/flags.js";
import { signIn } from "./support/server.js";

// The program as it is built, in a process of its own.
const DESKTOP = fileURLToPath(new URL("../bin/narratoria-desktop.js", import.meta.url));
const CLI = fileURLToPath(new URL("../../cli/bin/narratoria.js", import.meta.url));

let home = "";
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "narratoria-program-"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function run(program: string, ...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...args], { cwd: home }, (_, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    );
    child.stdin?.end();
  });
}

/** Starts the program and waits for the address that it prints. */
async function start(program: string, ...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], { cwd: home, stdio: ["ignore", "pipe", "pipe"] });
  started.push(child);
  let out = "";
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const ended = new Promise<Ended>((resolve) => child.once("close", (code) => resolve({ code, out, err })));
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      const [, found] = /^Narratoria is open at (\S+)\n/.exec(out) ?? [];
      if (found) resolve(found);
    });
    child.once("close", () => reject(new Error(`it ended: ${err}`)));
  });
  return { child, address, ended };
}

it("[DT5108] asks for few files before the first screen is there", () => {
  const page = readFileSync(new URL("../dist/client/index.html", import.meta.url), "utf8");
  const files = page.match(/"\/assets\/[^"]+"/g) ?? [];
  expect(files.length).toBeGreaterThan(0);
  expect(files.length).toBeLessThanOrEqual(6);
});

describe("the command line", () => {
  const faults: readonly (readonly [string[], string])[] = [
    [["--bogus"], "Unknown option '--bogus'."],
    [["-x"], "Unknown option '-x'."],
    [["--port"], "--port needs a value."],
    [["--port", "--no-open"], "--port needs a value."],
    [["--data"], "--data needs a value."],
    [["--no-open=yes"], "Option '--no-open' does not take an argument."],
    [["a-story"], "Unexpected argument 'a-story'."],
    [["--port", "1", "--port", "2"], "Give --port once."],
    [["--port", "abc"], "--port takes a number from 0 to 65535."],
    [["--port", "99999"], "--port takes a number from 0 to 65535."],
    [["--port=-1"], "--port takes a number from 0 to 65535."],
    [["--port", "80x"], "--port takes a number from 0 to 65535."],
  ];
  const read = (args: readonly string[]) => {
    const flags = readArguments(args, "1.2.3");
    return "print" in flags ? flags : readFlags(flags);
  };

  it.each(faults)("[DT33] refuses %j in one sentence", (args, sentence) => {
    expect(() => read(args)).toThrow(expect.objectContaining({ code: "usage", message: sentence }));
  });

  it("[DT33] takes its options, and helps", () => {
    expect(read([])).toEqual({ port: 0, host: "127.0.0.1", name: "127.0.0.1", data: undefined, dev: [], open: true });
    expect(read(["--port", "8080", "--no-open", "--data=my stories"])).toMatchObject({
      port: 8080,
      open: false,
      data: "my stories",
    });
    expect(read(["--version"])).toEqual({ print: "1.2.3\n" });
    expect(read(["-h"])).toEqual({ print: expect.stringMatching(/^Usage: narratoria-desktop .*--no-open/s) });
  });

  it("[DT248] takes folders of skills that are being written, as often as there are some", () => {
    expect(read(["--dev", home, "--dev", "."])).toMatchObject({ dev: [home, process.cwd()] });
    expect(() => read(["--dev", join(home, "nowhere")])).toThrow(
      /^There is no folder .*nowhere to take skills from\.$/,
    );
  });

  it("[DT34] listens on this machine alone", () => {
    expect(read(["--host", "localhost"])).toMatchObject({ host: "127.0.0.1", name: "localhost" });
    expect(read(["--host", "::1"])).toMatchObject({ host: "::1", name: "[::1]" });
    for (const host of ["0.0.0.0", "::", "192.168.0.2", "example.org", "127.0.0.1.example.org", "*", ""])
      expect(() => read(["--host", host])).toThrow("Narratoria serves this machine alone.");
  });
});

describe("the program", () => {
  it("[DT33, DT34] ends with 2 and one line on a slip, and makes nothing", async () => {
    const data = join(home, "nothing");
    const slips = await Promise.all([
      run(DESKTOP, "--data", data, "--bogus"),
      run(DESKTOP, "--data", data, "--host", "0.0.0.0"),
      run(CLI, "ui", "--data", data, "--host", "0.0.0.0"),
      run(CLI, "ui", "--data", data, "--port", "x"),
    ]);
    for (const { code, out, err } of slips)
      expect([code, out, err]).toEqual([2, "", expect.stringMatching(/^Error: .+\n$/)]);
    expect(slips[1]?.err).toBe(slips[2]?.err);
    expect(existsSync(data)).toBe(false);
  });

  it("[DT35] says that a port is in use, and what to do", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as AddressInfo;
    const refused = await run(DESKTOP, "--no-open", "--port", String(port), "--data", join(home, "port"));
    other.close();
    expect(refused).toEqual({
      code: 1,
      out: "",
      err: `Error: Port ${port} is in use by another program. Choose another by --port, or leave it out.\n`,
    });
  });

  it("[DT36] prints an address that opens the page, and ends cleanly when it is told to", async () => {
    const { child, address, ended } = await start(DESKTOP, "--no-open", "--data", join(home, "a folder with blanks"));
    const { origin } = new URL(address);
    expect(await (await fetch(origin)).text()).toContain('<div id="root">');
    const headers = { authorization: `Bearer ${await signIn(address)}` };
    // A page that follows does not keep it.
    const events = await fetch(`${origin}/api/events`, { headers });
    child.kill("SIGTERM");
    expect(await ended).toEqual({ code: 143, out: `Narratoria is open at ${address}\n`, err: "" });
    await expect(events.text()).rejects.toThrow();
    await expect(fetch(origin)).rejects.toThrow();
  });

  it("[DT37] plays in no folder that is none", async () => {
    writeFileSync(join(home, "a-file"), "");
    const { code, err } = await run(DESKTOP, "--no-open", "--data", join(home, "a-file"));
    expect([code, err]).toEqual([2, expect.stringMatching(/^Error: The data folder .+ cannot be used.+\n$/)]);
  });

  /** What the library says is amiss, and that a story can be begun. */
  const playedWithoutHistory = async (address: string): Promise<string> => {
    const { origin } = new URL(address);
    const headers = {
      authorization: `Bearer ${await signIn(address)}`,
      "content-type": "application/json",
      origin,
    };
    const body = JSON.stringify({ campaign: "one-wheel-over", seed: "7" });
    const begun = await fetch(`${origin}/api/stories`, { method: "POST", headers, body });
    expect(begun.status).toBeLessThan(300);
    return (await fetch(`${origin}/api/findings`, { headers })).text();
  };

  it("[DT2101] opens without history where another plays with the data folder", async () => {
    const data = join(home, "held");
    const first = await start(DESKTOP, "--no-open", "--data", data);
    const second = await start(DESKTOP, "--no-open", "--data", data);
    expect(await playedWithoutHistory(second.address)).toMatch(/Another Narratoria .* is playing/);
    first.child.kill("SIGINT");
    expect((await first.ended).code).toBe(130);
  });

  it("[DT2101] opens without history where the file of all stories is damaged, and leaves it as it is", async () => {
    const data = join(home, "damaged");
    mkdirSync(data);
    const noDatabase = "no database at all ".repeat(1000);
    writeFileSync(join(data, "narratoria.db"), noDatabase);
    const { child, address, ended } = await start(DESKTOP, "--no-open", "--data", data);
    expect(await playedWithoutHistory(address)).toContain("is damaged or is not a Narratoria database");
    child.kill("SIGTERM");
    expect((await ended).code).toBe(143);
    expect(readFileSync(join(data, "narratoria.db"), "utf8")).toBe(noDatabase);
  });

  it("[DT38] is opened by narratoria ui just the same", async () => {
    const { child, address, ended } = await start(
      CLI,
      "ui",
      "--no-open",
      "--data",
      join(home, "ui"),
      "--host",
      "localhost",
    );
    expect(address).toMatch(/^http:\/\/localhost:\d+\/#k=/);
    expect(await (await fetch(new URL(address).origin)).text()).toContain('<div id="root">');
    child.kill("SIGTERM");
    expect((await ended).code).toBe(143);
    const [help, man, words] = await Promise.all([
      run(CLI, "ui", "--help"),
      run(CLI, "man"),
      run(CLI, "complete", "--", "ui", "--"),
    ]);
    for (const option of ["--port", "--no-open", "--host", "--data", "--dev"]) {
      expect(help.out).toContain(option);
      expect(man.out.replaceAll("\\", "")).toContain(option);
      expect(words.out).toContain(option);
    }
  });
});

describe("what is built", () => {
  const client = fileURLToPath(new URL("../dist/client/", import.meta.url));

  it("[DT10] has nothing inline in its page", () => {
    const page = readFileSync(join(client, "index.html"), "utf8");
    expect(page).not.toMatch(/<style|style=|<script(?![^>]*\bsrc=)[^>]*>|\son[a-z]+=|javascript:|data:/i);
    expect([...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, target = ""]) => target[0])).not.toContain("h");
    expect(statSync(join(client, "assets")).isDirectory()).toBe(true);
  });
});
