import { describe, expect, it } from "vitest";
import { read, repositoryFiles, workspacePackages } from "./repository-files.js";

const files = repositoryFiles();
const packages = workspacePackages(files);
const OWN = "test/repository.test.ts";
const texts = files.filter((path) => !/\.(png|jpe?g|webp|ico|woff2?|onnx|gguf|wasm|ogg|mp3)$/.test(path));

/** What gives away the place where something was written. Put together here, so that this file does not hold it. */
const PLACES = [
  ["a home folder", ["(?<![\\w.~-])/(ro", "ot|home|Users)/(?!player\\b)[\\w.-]+"]],
  ["a folder of one machine", ["(?<![\\w.~-])/(wo", "rk|tmp/brief|mnt)/[\\w.-]+"]],
  [
    "the host of a package registry",
    ["\\b(regis", "try|npm|pkgs?|artifactory|nexus)\\.[\\w-]+\\.(com|org|net|io|dev|internal|local)\\b"],
  ],
  ["a ticket that a reader cannot open", ["\\(iss", "ue[: ]\\s*\\w+ \\w|\\bissue #?\\d"]],
] as const;

describe("the repository", () => {
  it.each(PLACES)("names nowhere %s", (_, parts) => {
    const pattern = new RegExp(parts.join(""));
    const found = texts.flatMap((path) =>
      read(path)
        .split("\n")
        .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${pattern.exec(line)?.[0]}`] : [])),
    );
    expect(found).toEqual([]);
  });

  it("locks its libraries by version and hash, not by address", () => {
    const lockfile = read("pnpm-lock.yaml");
    expect(lockfile).not.toMatch(/https?:|tarball:/);
    expect(lockfile.match(/integrity: sha512-/g)?.length).toBeGreaterThan(100);
  });

  it("pins its own libraries to exact versions", () => {
    const loose = packages.flatMap(({ folder, manifest }) =>
      Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies })
        .filter(([, version]) => version !== "workspace:^" && !/^\d+\.\d+\.\d+$/.test(version))
        .map(([name, version]) => `${folder}: ${name} ${version}`),
    );
    expect(loose).toEqual([]);
  });

  it("is under the MIT licence, whole", () => {
    expect(read("LICENSE")).toMatch(/^MIT License\n\nCopyright \(c\) \d{4} Narratoria contributors\n/);
    const others = packages.filter(({ manifest: { license, private: kept } }) => license !== "MIT" && kept !== true);
    expect(others.map(({ folder }) => folder)).toEqual([]);
  });

  it.each(["README.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE", ".editorconfig", ".changeset/config.json"])(
    "has %s",
    (path) => {
      expect(files).toContain(path);
    },
  );

  it.each(packages.map(({ folder }) => folder).filter((folder) => /^(packages|skills|apps)\//.test(folder)))(
    "says what %s is, and by which rules",
    (folder) => {
      expect(files).toContain(`${folder}/README.md`);
      expect(files).toContain(`${folder}/SPEC.md`);
    },
  );

  it("has no dead links from one of its pages to another", () => {
    const dead = files
      .filter((path) => path.endsWith(".md") && !path.startsWith("campaigns/"))
      .flatMap((path) =>
        [...read(path).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g)]
          .map(([, link = ""]) => new URL(link, `file:///${path}`).pathname.slice(1).replace(/\/$/, ""))
          .filter((target) => !files.some((file) => file === target || file.startsWith(`${target}/`)))
          .map((target) => `${path}: ${target}`),
      );
    expect(dead).toEqual([]);
  });

  it("shows the example in its README, whole", () => {
    expect(read("README.md")).toContain(`\`\`\`js\n${read("examples/engine-in-a-dozen-lines/main.mjs")}\`\`\``);
  });

  it("names only commands that there are", () => {
    const named = files
      .filter((path) => path.endsWith(".md") && !path.startsWith("campaigns/"))
      .flatMap((path) => [...read(path).matchAll(/\bnpm run ([\w-]+)/g)].map(([, name = ""]) => ({ path, name })));
    expect(named.length).toBeGreaterThan(0);
    const wrong = named.filter(({ path, name }) => {
      const own = packages.find(({ folder }) => path.startsWith(`${folder}/`))?.folder;
      const homes = ["package.json", ...(own === undefined ? [] : [`${own}/package.json`])];
      return !homes.some((home) => Object.hasOwn(JSON.parse(read(home)).scripts ?? {}, name));
    });
    expect(wrong).toEqual([]);
  });

  // Test files share their workers: what one leaves in the place of a global is what the next one finds.
  it.each([
    ["globals", "vi.stubGlobal(", "vi.unstubAllGlobals("],
    ["the environment", "vi.stubEnv(", "vi.unstubAllEnvs("],
    ["the clock", "vi.useFakeTimers(", "vi.useRealTimers("],
  ])("has no test that leaves %s changed for others", (_, changes, restores) => {
    const changing = files.filter((path) => /\.test\.tsx?$/.test(path) && path !== OWN && read(path).includes(changes));
    expect(changing.length).toBeGreaterThan(0);
    expect(changing.filter((path) => !read(path).includes(restores))).toEqual([]);
  });

  it("promises nothing in its code", () => {
    const words = new RegExp(["\\b(TO", "DO|FIX", "ME)\\b"].join(""));
    const found = texts
      .filter((path) => /\.(ts|tsx|js|mjs|cjs|sh)$/.test(path))
      .filter((path) => words.test(read(path)));
    expect(found).toEqual([]);
  });
});
