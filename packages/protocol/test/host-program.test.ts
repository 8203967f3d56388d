import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { modulePath, packagePath } from "../src/host-program.js";

it("[PR303] a package's file is found beside its module, beside the program, and where the package is installed", () => {
  const folder = mkdtempSync(join(tmpdir(), "narratoria-host-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const make = (path: string): string => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), "{}");
    return join(folder, path);
  };
  const asked = {
    moduleUrl: pathToFileURL(join(folder, "app", "dist", "app.mjs")).href,
    beside: ["../assets/words.bin"],
    bundled: "assets/words.bin",
    installed: ["@example/words", "assets/words.bin"],
  } as const;
  expect(packagePath(asked)).toBeNull();
  make("node_modules/@example/words/package.json");
  const installed = make("node_modules/@example/words/assets/words.bin");
  expect(packagePath(asked)).toBe(installed);
  // A package's own folder of that name is not the program's.
  make("app/bundled/assets/words.bin");
  expect(packagePath(asked)).toBe(installed);
  const near = make("app/dist/bundled/assets/words.bin");
  expect(packagePath(asked)).toBe(near);
  const beside = make("app/assets/words.bin");
  expect(packagePath(asked)).toBe(beside);
});

it("[PR303] a module without a URL of its own, as in a CommonJS bundle, is still somewhere", () => {
  expect(modulePath(undefined)).toMatch(/[/\\]/);
  expect(modulePath(pathToFileURL("/a b/c.js").href)).toMatch(/a b[/\\]c\.js$/);
});
