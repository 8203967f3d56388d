import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// Tests run against sources; only what runs as a process of its own (skill scripts, the CLI) needs a build first.
export default defineConfig({
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
    include: [
      "packages/*/test/**/*.test.ts",
      "skills/*/test/**/*.test.ts",
      "apps/*/test/**/*.test.ts",
      "apps/*/test/**/*.test.tsx",
      "test/**/*.test.ts",
      "tools/**/*.test.ts",
    ],
    // Most tests wait for processes that they started: a worker for each core keeps the machine busy, one less leaves it idle.
    maxWorkers: "100%",
    // A test that hangs is found; one on a busy machine is not taken for one.
    testTimeout: 60_000,
  },
});
