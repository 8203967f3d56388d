// Plays from a download as on a machine without Node: another home, a PATH that holds next to nothing, no network where that can be had.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join, relative, sep } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { output } from "../pack-test/output.mjs";

const WINDOWS = process.platform === "win32";
/** All that is on PATH. Launchers follow links by `readlink`, and skills are confined by `bwrap` where there is one. */
const ON_PATH = ["readlink", "bwrap"];

/** Plays from a copy of a folder. @param {string} folder */
export function checkFolder(folder) {
  return inWorkFolder(async (work) => {
    const copy = join(work, "a folder", basename(folder));
    cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
    await checkProgram(work, (name) => join(copy, name), copy);
  });
}

/** Unpacks a tarball and plays from there. @param {string} tarball */
export function checkTarball(tarball) {
  return inWorkFolder(async (work) => {
    const place = join(work, "a folder");
    mkdirSync(place);
    // By a pipe, as some take the colon of a Windows path for that of a host.
    execFileSync("tar", ["-xzf", "-"], { cwd: place, input: readFileSync(tarball) });
    const [name, ...others] = readdirSync(place);
    if (others.length > 0) throw new Error(`The tarball unpacks into more than one folder: ${[name, ...others]}`);
    const folder = join(place, name);
    await checkProgram(work, (command) => join(folder, command), folder);
    await opensInBrowser(work, (command) => join(folder, command));
  });
}

/**
 * Compares what dpkg reads in a package with the folder of the download, and plays by the link in /usr/bin.
 *
 * @param {string} file
 * @param {string} folder
 */
export async function checkDebianPackage(file, folder) {
  if (spawnSync("dpkg-deb", ["--version"]).status !== 0) {
    told("There is no dpkg-deb: the Debian package is not checked.");
    return;
  }
  const listed = execFileSync("dpkg-deb", ["-c", file], { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  const found = listed
    .trim()
    .split("\n")
    .filter((line) => !line.startsWith("d"))
    .map((line) => /^(\S+) root\/root\s+(\d+) \S+ \S+ \.\/(.*)$/.exec(line)?.slice(1).join(" ") ?? line);
  const expected = [
    ...filesOf(folder).map(({ path, size, mode }) => {
      const place = path.startsWith("share/") ? `usr/${path}` : `opt/narratoria/${path}`;
      return `${(mode & 0o111) === 0 ? "-rw-r--r--" : "-rwxr-xr-x"} ${size} ${place}`;
    }),
    ...["narratoria", "narratoria-desktop"].map(
      (name) => `lrwxrwxrwx 0 usr/bin/${name} -> ../../opt/narratoria/${name}`,
    ),
  ];
  const different = [
    ...expected.filter((line) => !found.includes(line)).map((line) => `missing: ${line}`),
    ...found
      .filter((line) => !expected.includes(line) && !line.endsWith(" usr/share/doc/narratoria/copyright"))
      .map((line) => `not expected: ${line}`),
  ];
  if (different.length > 0) throw new Error(`The Debian package differs:\n${different.join("\n")}`);
  told(`The Debian package holds its ${found.length} files.`);
  await inWorkFolder(async (work) => {
    const system = join(work, "system");
    execFileSync("dpkg-deb", ["-x", file, system]);
    const program = programIn(work, (name) => join(system, "usr", "bin", name));
    await playsAStory(program);
    told("The Debian package plays a story by its command in /usr/bin.");
  });
}

async function checkProgram(work, fileOf, folder) {
  const program = programIn(work, fileOf);
  const before = stateOf(folder);
  await playsAStory(program);
  told(
    `It plays five turns${program.isOffline ? " without network" : ", with network, as no namespace can be had here"}.`,
  );
  const doctor = await program.run("narratoria", ["doctor"]);
  if (!doctor.includes("Everything that a story needs is here.")) throw new Error(`The doctor said\n${doctor}`);
  if (/\b(?:node|npm|npx) /.test(doctor)) throw new Error(`The doctor advises what this machine has not\n${doctor}`);
  told("The doctor finds all that a story needs.");
  for (const template of ["js", "python"]) {
    await program.run("narratoria", ["skills", "new", `lamp-${template}`, "--template", template, "--out", work]);
  }
  await program.run("narratoria", ["skills", "test", join(work, "lamp-js")]);
  told("It makes skills and tests one.");
  await servesPage(program);
  const changed = stateOf(folder).filter((line) => !before.includes(line));
  if (changed.length > 0) throw new Error(`Playing changed the program's folder:\n${changed.join("\n")}`);
  told("Its folder is as it was.");
}

async function playsAStory({ run }) {
  const story = await run("narratoria", ["--choose", "random", "--turns", "5", "--seed", "7", "--plain"]);
  const lists = story.match(/^1\. /gm)?.length ?? 0;
  if (lists < 5) throw new Error(`There are ${lists} lists of choices in\n${story}`);
}

/** The window's server says its address, gives its page and ends when it is asked to. */
async function servesPage({ start }) {
  const child = start("narratoria-desktop", ["--no-open"]);
  try {
    const address = await addressOf(child);
    const page = await textAt(address);
    const parts = [...page.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, path]) => new URL(path, address));
    if (parts.length === 0) throw new Error(`There is no program in the page at ${address}\n${page}`);
    for (const part of parts) await textAt(part);
    told(`The desktop app gives its page and the ${parts.length} files that it names.`);
  } finally {
    const ended = child.exitCode ?? new Promise((resolve) => child.once("close", resolve));
    child.kill();
    await ended;
  }
}

/** A browser without a screen shows the page in the window that the program opens; when the browser ends, so does the program. */
async function opensInBrowser(work, fileOf) {
  const browser = BROWSERS.map(onPath).find((file) => file !== undefined);
  if (WINDOWS || browser === undefined) {
    told("No browser was found that can be tried without a screen: the window is not checked.");
    return;
  }
  const { start } = programIn(work, fileOf);
  const data = join(work, "data");
  const wrapper = join(work, "browser.sh");
  const pid = join(work, "browser.pid");
  const flags = ["--headless=new", "--remote-debugging-port=0", ...(process.getuid() === 0 ? ["--no-sandbox"] : [])];
  // Some of them are started by a script that calls other programs.
  writeFileSync(
    wrapper,
    `#!/bin/sh\necho $$ >"${pid}"\nPATH=/usr/bin:/bin exec "${browser}" ${flags.join(" ")} "$@"\n`,
    { mode: 0o755 },
  );
  // Without a display it takes the machine for one that can show no window.
  const child = start("narratoria-desktop", ["--data", data], {
    CHROMIUM_PATH: wrapper,
    DISPLAY: process.env.DISPLAY || ":0",
  });
  let ended = false;
  const end = new Promise((resolve) => child.once("close", resolve)).finally(() => (ended = true));
  try {
    await until(() => ended || openedPage(data));
    const page = await openedPage(data);
    if (page === null) throw new Error(`The window did not show the page${ended ? ", and the program ended" : ""}.`);
    process.kill(Number(readFileSync(pid, "utf8")));
    const code = await end;
    if (code !== 0) throw new Error(`The program ended with ${code} when its window was closed.`);
    told(`The desktop app opens its window ("${page.title}") and ends when that is closed.`);
  } finally {
    child.kill();
    await end;
  }
}

const BROWSERS = ["chromium", "chromium-browser", "google-chrome"];

/** The page in the window, as the browser tells it, once its program runs: that takes the key out of the address. Else null. */
async function openedPage(data) {
  const file = join(data, "window", "DevToolsActivePort");
  if (!existsSync(file)) return null;
  const [port] = readFileSync(file, "utf8").split("\n");
  const answer = await fetch(`http://127.0.0.1:${port}/json`).catch(() => null);
  const pages = answer === null ? [] : await answer.json();
  return pages.find(({ url }) => /^http:[^#]*(?:#(?!k=)|$)/.test(url)) ?? null;
}

async function until(holds) {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await holds()) return;
    await delay(100);
  }
}

async function textAt(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} gave ${answer.status}`);
  return answer.text();
}

function addressOf(child) {
  return new Promise((resolve, reject) => {
    let said = "";
    const read = (text) => {
      said += text;
      const [address] = /http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+\S*/.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    };
    child.stdout.setEncoding("utf8").on("data", read);
    child.stderr.setEncoding("utf8").on("data", read);
    child.once("error", reject);
    child.once("close", (code) => reject(new Error(`narratoria-desktop ended with ${code} and no address\n${said}`)));
  });
}

/**
 * The program with a home and a PATH of its own.
 *
 * @param {string} work
 * @param {(name: string) => string} fileOf - Path of a launcher.
 */
function programIn(work, fileOf) {
  const home = mkdtempSync(join(work, "home "));
  const path = join(work, "path");
  mkdirSync(path, { recursive: true });
  for (const name of WINDOWS ? [] : ON_PATH) {
    const found = onPath(name);
    if (found !== undefined && !existsSync(join(path, name))) symlinkSync(found, join(path, name));
  }
  const system = WINDOWS ? `${process.env.SystemRoot}\\System32` : path;
  const env = { HOME: home, PATH: system, NODE_OPTIONS: "--no-such-option", LANG: "C.UTF-8" };
  if (WINDOWS) {
    Object.assign(env, { SystemRoot: process.env.SystemRoot, USERPROFILE: home, LOCALAPPDATA: home, TEMP: work });
  }
  const withoutNetwork = offline();
  const commandOf = (name, args) => (WINDOWS ? [`"${fileOf(name)}.cmd"`, ...args] : [fileOf(name), ...args]);
  return {
    isOffline: withoutNetwork.length > 0,
    run: (name, args) => {
      const [file, ...rest] = [...withoutNetwork, ...commandOf(name, args)];
      return output(file, rest, { cwd: work, env, shell: WINDOWS });
    },
    /** With the network of this machine: a namespace has not even an address of its own to listen on. */
    start: (name, args, more = {}) => {
      const [file, ...rest] = commandOf(name, args);
      return spawn(file, rest, {
        cwd: work,
        env: { ...env, ...more },
        shell: WINDOWS,
        stdio: ["ignore", "pipe", "pipe"],
        windowsHide: true,
      });
    },
  };
}

/** What is put before a command to take the network from it: nothing where that is not allowed. */
function offline() {
  const unshare = onPath("unshare");
  if (unshare === undefined) return [];
  const ways = [
    [unshare, "--net"],
    [unshare, "--map-root-user", "--net"],
  ];
  return ways.find(([file, ...args]) => spawnSync(file, [...args, process.execPath, "-e", "0"]).status === 0) ?? [];
}

function onPath(name) {
  const places = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name));
  return places.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** One line for each file: its path, size and time. */
function stateOf(folder) {
  return filesOf(folder).map(({ path, size, mtimeMs }) => `${path} ${size} ${mtimeMs}`);
}

function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const { size, mode, mtimeMs } = statSync(file);
      return { path: relative(folder, file).split(sep).join("/"), size, mode, mtimeMs };
    });
}

async function inWorkFolder(act) {
  const work = mkdtempSync(join(tmpdir(), "narratoria-download-"));
  try {
    await act(work);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function told(line) {
  process.stdout.write(`${line}\n`);
}
