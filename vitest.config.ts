import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification, type Vite } from "vitest/node";

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const TESTS = [
  "packages/*/test/**/*.test.ts",
  "skills/*/test/**/*.test.ts",
  "apps/*/test/**/*.test.ts",
  "apps/*/test/**/*.test.tsx",
  "test/**/*.test.ts",
  "tools/**/*.test.ts",
];

/** They put something in the place of a module, or see when one is loaded: nobody may have loaded it before, or have it afterwards. */
const ALONE = [
  "packages/campaign/test/front-matter.test.ts",
  "packages/engine/test/skills.test.ts",
  "packages/executor/test/host-hostile.test.ts",
];

/** Where the files begin that take longest, in the order in which they are run. */
const LONGEST = [
  "test/conformance.test",
  "packages/protocol/test/our-skills",
  "packages/protocol/test/check",
  "apps/",
  "skills/character-portraits/",
  "packages/engine/",
  "packages/persistence/test/durability",
];

/** What plays whole stories takes longest and comes first, so that no worker is left with it when the others are done. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const path = moduleId.slice(source(".").length);
      return LONGEST.findIndex((start) => path.startsWith(start));
    };
    const last = files.length;
    const place = (file: TestSpecification): number => (rank(file) < 0 ? last : rank(file));
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

/** A transformed file names the files that it imports: one that was kept is of no use once such a file is called otherwise. */
const importedFilesInKey: Vite.Plugin = {
  name: "imported-files-in-cache-key",
  configureVitest({ experimental_defineCacheKeyGenerator: define }) {
    define(({ id, sourceCode }) => {
      const folder = dirname(id);
      const stems = [...sourceCode.matchAll(/["'](\.{1,2}\/[^"'\n]+)\.jsx?["']/g)].map(([, stem = ""]) => stem);
      const endings = [".ts", ".tsx", ".js", ".jsx"];
      return stems
        .flatMap((stem) => endings.map((ending) => stem + ending).filter((path) => existsSync(join(folder, path))))
        .join("\0");
    });
  },
};

// Tests run against sources; only what runs as a process of its own (skill scripts, the CLI) needs a build first.
export default defineConfig({
  plugins: [importedFilesInKey],
  resolve: {
    alias: [
      {
        find: /^@narratoria\/(protocol|executor|skills|persistence|narrator|campaign|engine)\/(.+)$/,
        replacement: `${source("./packages")}/$1/src/$2.ts`,
      },
      {
        find: /^@narratoria\/(protocol|executor|skills|persistence|narrator|campaign|engine)$/,
        replacement: `${source("./packages")}/$1/src/index.ts`,
      },
    ],
  },
  test: {
    projects: [
      // Loading all that a test imports took longer than most tests: the files that one worker runs share what they load.
      {
        extends: true,
        test: { name: "shared", isolate: false, include: TESTS, exclude: [...configDefaults.exclude, ...ALONE] },
      },
      { extends: true, test: { name: "alone", include: ALONE } },
    ],
    sequence: { sequencer: LongestFirst },
    // Reuses what an earlier run made of each source file, as long as its text and this configuration are the same.
    experimental: { fsModuleCache: true },
    // Many tests wait for processes and pages that they started: with a worker for each core, a fifth of a small machine is idle.
    maxWorkers: availableParallelism() + 1,
    // A test that hangs is found; one on a busy machine is not taken for one.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
