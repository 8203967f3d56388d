// SPEC.md DT80–DT86. The download is made as `npm run package` makes it: once whole, without its archives, and once with a small file in
// the place of Node, as packing that one takes seconds.
import { execFile, execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";

const RUN = fileURLToPath(new URL("../../../tools/package/run.mjs", import.meta.url));
const LICENCE = fileURLToPath(new URL("../../../LICENSE", import.meta.url));
const LINUX = process.platform === "linux";
/** A Node that was built to use libraries of its machine is never shipped, and nothing can be tried with it. */
const isShippable = !Object.entries(process.config.variables).some(
  ([name, value]) => /^node_shared/.test(name) && value === true,
);

const work = mkdtempSync(join(tmpdir(), "narratoria-download-test-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));

async function make(out: string, ...args: readonly string[]): Promise<string> {
  const flags = ["--out", join(work, out), "--node-licence", LICENCE, ...args];
  // One time for all, as the checkout may be no git.
  const env = { ...process.env, SOURCE_DATE_EPOCH: "1700000000" };
  return (await promisify(execFile)(process.execPath, [RUN, ...flags], { env })).stdout;
}

/** Paths below a folder, `/` between their parts. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    );
}

describe.skipIf(!isShippable)("the folder of the download", () => {
  let making: Promise<{ readonly folder: string; readonly files: readonly string[] }> | undefined;
  const made = () => {
    making ??= make("whole", "--folder-only").then(() => {
      const [name = ""] = readdirSync(join(work, "whole"));
      const folder = join(work, "whole", name);
      return { folder, files: filesIn(folder) };
    });
    return making;
  };

  it("[DT81] holds what is loaded and nothing else", async () => {
    const { folder, files } = await made();
    // A package of others' may be loaded from its sources.
    const isFromSources = (path: string): boolean => {
      const root = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/src\/)/.exec(path)?.[0];
      if (root === undefined) return false;
      const { main = "" } = JSON.parse(readFileSync(join(folder, root, "package.json"), "utf8"));
      return /^(?:\.\/)?src\//.test(main);
    };
    // An author's files, which are copied as they are.
    const own = files.filter((path) => !/\/(?:bundled|templates|twins?)\//.test(path) && !isFromSources(path));
    expect(own.filter((path) => /\.(?:map|[cm]?tsx?)$|\/(?:src|tests?|docs|contracts)\//.test(path))).toEqual([]);
    expect(files.filter((path) => /\.(?:node|wasm)$/.test(path)).map((path) => path.split("/").at(-1))).toEqual(
      expect.arrayContaining(["better_sqlite3.node", "resvg.wasm"]),
    );
    expect(files.filter((path) => path.endsWith(".node"))).toHaveLength(1);
    for (const name of ["typescript", "esbuild", "vite", "prebuild-install", "react"]) {
      expect(files.filter((path) => path.startsWith(`app/node_modules/${name}/`))).toEqual([]);
    }
  });

  it("[DT80] plays, checks itself, makes skills and opens its page where there is no Node, and stays as it was", async () => {
    await made();
    const said = await make("whole", "--folder-only", "--check-only");
    expect(said).toMatch(/^It plays five turns/m);
    expect(said).toMatch(/^The doctor finds all that a story needs\.$/m);
    expect(said).toMatch(/^It makes skills and tests one\.$/m);
    expect(said).toMatch(/^The desktop app gives its page and the \d+ files that it names\.$/m);
    expect(said).toMatch(/^Its folder is as it was\.$/m);
  });

  it("[DT84] carries the licences of all that others wrote, also of what a build put into files of ours", async () => {
    const { folder, files } = await made();
    const notices = readFileSync(join(folder, "THIRD-PARTY-NOTICES.txt"), "utf8");
    const shipped = files
      .filter((path) => /^app\/node_modules\/(?!@narratoria)(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path))
      .map((path) => JSON.parse(readFileSync(join(folder, path), "utf8")));
    expect(shipped.length).toBeGreaterThan(10);
    const builtIn = ["react", "ink", "hono", "@resvg/resvg-wasm", "@fontsource-variable/literata"];
    const titles = [...notices.matchAll(/^-{80}\n(\S+)(?: (\S+))?$/gm)].map(([, name]) => name);
    expect(titles).toEqual(expect.arrayContaining([...shipped.map(({ name }) => name), ...builtIn, "Node.js"]));
    expect(existsSync(join(folder, "LICENSE"))).toBe(true);
  });

  it.skipIf(process.platform === "win32")(
    "[DT85] is started by a link to a link, from any folder, whatever is meant for another Node",
    async () => {
      const { folder } = await made();
      const bin = join(work, "a bin");
      mkdirSync(bin);
      symlinkSync(join(folder, "narratoria"), join(bin, "first"));
      symlinkSync("first", join(bin, "narratoria"));
      const env = {
        PATH: `${bin}${delimiter}/bin${delimiter}/usr/bin`,
        HOME: work,
        NODE_OPTIONS: "--no-such-option",
        NODE_PATH: "/none",
      };
      expect(
        execFileSync("sh", ["-c", '"$0" --version', "narratoria"], { cwd: tmpdir(), env, encoding: "utf8" }),
      ).toMatch(/^\d+\.\d+/);
      expect(execFileSync("sh", ["narratoria", "--version"], { cwd: folder, env, encoding: "utf8" })).toMatch(/^\d+\./);
    },
  );

  it.skipIf(!LINUX)("[DT86] has an entry for desktops, and its icon in every size that they ask for", async () => {
    const { folder } = await made();
    const entry = readFileSync(join(folder, "share", "applications", "narratoria.desktop"), "utf8");
    expect(entry).toMatch(/^\[Desktop Entry\]\nType=Application\nName=Narratoria\n/);
    expect(entry).toMatch(/^Exec=narratoria-desktop$/m);
    const icons = join(folder, "share", "icons", "hicolor");
    for (const size of [16, 24, 32, 48, 64, 128, 256, 512]) {
      const picture = readFileSync(join(icons, `${size}x${size}`, "apps", "narratoria.png"));
      expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([size, size]);
    }
    expect(readFileSync(join(icons, "scalable", "apps", "narratoria.svg"), "utf8")).toContain("<svg");
  });
});

describe.skipIf(!LINUX)("the archives of the download", () => {
  let making: Promise<readonly string[]> | undefined;
  const made = () => {
    const node = join(work, "node");
    writeFileSync(node, "GLIBC_2.28\0");
    making ??= make("small", "--node", node).then(() => readdirSync(join(work, "small")));
    return making;
  };
  const listing = (tar: Buffer): string[] =>
    execFileSync("tar", ["--numeric-owner", "-tvzf", "-"], {
      input: tar,
      encoding: "utf8",
      env: { ...process.env, TZ: "UTC" },
    })
      .trim()
      .split("\n");

  it("[DT82] hold sorted entries of one owner and one time, so that a commit always gives the same bytes", async () => {
    const name = (await made()).find((one) => one.endsWith(".tar.gz")) ?? "";
    const lines = listing(readFileSync(join(work, "small", name)));
    expect(lines.filter((line) => !/^\S{10} 0\/0 +\d+ 2023-11-14 22:13 /.test(line))).toEqual([]);
    const paths = lines.map((line) => line.replace(/^(?:\S+ +){5}/, ""));
    expect(paths).toEqual(paths.toSorted((a, b) => (a < b ? -1 : 1)));
    const folder = name.replace(/\.tar\.gz$/, "");
    expect(paths.filter((path) => !path.startsWith(`${folder}/`))).toEqual([]);
    expect(lines.filter((line) => /^-..x/.test(line)).map((line) => line.split(`${folder}/`)[1])).toEqual([
      "narratoria",
      "narratoria-desktop",
      "runtime/node",
    ]);
  });

  it("[DT83] are a Debian package too, which puts the folder in /opt, its commands in /usr/bin, and runs nothing", async () => {
    const name = (await made()).find((one) => one.endsWith(".deb")) ?? "";
    const members = membersOf(readFileSync(join(work, "small", name)));
    expect([...members.keys()]).toEqual(["debian-binary", "control.tar.gz", "data.tar.gz"]);
    const control = members.get("control.tar.gz") ?? Buffer.alloc(0);
    expect(listing(control).map((line) => line.split("./")[1])).toEqual(["control", "md5sums"]);
    const fields = execFileSync("tar", ["-xzOf", "-", "./control"], { input: control, encoding: "utf8" });
    expect(fields).toMatch(/^Package: narratoria\nVersion: \d+\.\d+\.\d+\+20231114\.221320\n/);
    expect(fields).toMatch(/^Depends: libc6 \(>= 2\.\d+\), libstdc\+\+6 .*libgcc-s1$/m);
    const paths = listing(members.get("data.tar.gz") ?? Buffer.alloc(0)).map((line) => line.split(" ./")[1]);
    expect(paths).toEqual(
      expect.arrayContaining([
        "opt/narratoria/narratoria",
        "opt/narratoria/runtime/node",
        "usr/bin/narratoria -> ../../opt/narratoria/narratoria",
        "usr/bin/narratoria-desktop -> ../../opt/narratoria/narratoria-desktop",
        "usr/share/applications/narratoria.desktop",
        "usr/share/doc/narratoria/copyright",
        "usr/share/icons/hicolor/256x256/apps/narratoria.png",
        "usr/share/man/man1/narratoria.1.gz",
      ]),
    );
    const elsewhere = /^(?!opt\/(?:narratoria\/)?|usr\/(?:$|bin\/|share\/))/;
    expect(paths.filter((path) => elsewhere.test(path ?? ""))).toEqual([]);
  });
});

/** The members of an archive of `ar`, by name. */
function membersOf(archive: Buffer): Map<string, Buffer> {
  const members = new Map<string, Buffer>();
  for (let at = 8; at < archive.length; ) {
    const size = Number(archive.toString("latin1", at + 48, at + 58));
    members.set(archive.toString("latin1", at, at + 16).trim(), archive.subarray(at + 60, at + 60 + size));
    at += 60 + size + (size % 2);
  }
  return members;
}
