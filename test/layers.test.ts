import { posix } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { type Package, read, repositoryFiles, workspacePackages } from "./repository-files.js";

/** Who may import whom of ours. A wider table is a change of the architecture, and shows in the diff as one. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  "packages/protocol": [],
  "packages/executor": ["protocol"],
  "packages/skills": ["protocol"],
  "packages/persistence": ["protocol"],
  "packages/narrator": ["protocol"],
  "packages/campaign": ["protocol"],
  "packages/engine": ["protocol", "executor", "skills", "persistence", "narrator", "campaign"],
  "skills/*": ["protocol"],
  "apps/*": ["engine", "protocol"],
  // One command opens the other player.
  "apps/cli": ["engine", "protocol", "desktop"],
  "examples/*": ["protocol", "executor", "skills", "persistence", "narrator", "campaign", "engine", "cli"],
  benchmarks: ["protocol", "executor", "skills", "persistence", "narrator", "campaign", "engine", "cli"],
  conformance: ["protocol", "executor", "skills", "persistence", "narrator", "campaign", "engine", "cli"],
};

/** What a package finds as Node finds packages, where it is installed: read as data, never imported. */
const FINDS: Readonly<Record<string, readonly string[]>> = {
  "packages/engine": [
    "skill-storyteller",
    "skill-dice-roller",
    "skill-character-portraits",
    "skill-memory",
    "skill-npc-perception",
    "skill-player-choices",
    "skill-reputation",
  ],
};

/** What the tests of a package take as it is, beside what its sources may import: stories to tell are read, not made up. */
const TESTED_WITH: Readonly<Record<string, readonly string[]>> = {
  "packages/narrator": ["campaign"],
};

const SCOPE = "@narratoria/";
const files = repositoryFiles();
const packages = workspacePackages(files);
const sources = files.filter((path) => /\.(ts|tsx|mts|js|mjs|cjs)$/.test(path) && ownerOf(path) !== undefined);

/** One `import`, `export ... from`, `import()`, `require()` or `import()` type. */
interface Import {
  readonly from: string;
  readonly specifier: string;
  /** Nothing of it is left when the types are gone. */
  readonly typeOnly: boolean;
}

const imports = sources.flatMap(importsOf);

function ownerOf(path: string): Package | undefined {
  return packages.find(({ folder }) => path.startsWith(`${folder}/`));
}

function allowed(folder: string): readonly string[] {
  const layer = LAYERS[folder] ?? LAYERS[folder.replace(/\/[^/]+$/, "/*")];
  if (layer === undefined) throw new Error(`${folder} stands in no layer: add it to the table.`);
  return layer.map((name) => SCOPE + name);
}

function importsOf(path: string): Import[] {
  const found: Import[] = [];
  const add = (node: ts.Expression | undefined, typeOnly: boolean): void => {
    if (node !== undefined && ts.isStringLiteralLike(node)) found.push({ from: path, specifier: node.text, typeOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const clause = node.importClause;
      const named = clause?.namedBindings;
      const onlyTypes =
        clause !== undefined &&
        clause.name === undefined &&
        named !== undefined &&
        ts.isNamedImports(named) &&
        named.elements.length > 0 &&
        named.elements.every((element) => element.isTypeOnly);
      add(node.moduleSpecifier, clause?.phaseModifier === ts.SyntaxKind.TypeKeyword || onlyTypes);
    } else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      if (ts.isStringLiteral(node.argument.literal)) add(node.argument.literal, true);
    } else if (ts.isCallExpression(node)) {
      const called = node.expression;
      const loads =
        called.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(called) && called.text === "require");
      if (loads) add(node.arguments[0], false);
    }
    ts.forEachChild(node, visit);
  };
  const endings = { tsx: ts.ScriptKind.TSX, ts: ts.ScriptKind.TS, mts: ts.ScriptKind.TS };
  const ending = path.slice(path.lastIndexOf(".") + 1);
  const kind = Object.entries(endings).find(([name]) => name === ending)?.[1] ?? ts.ScriptKind.JS;
  visit(ts.createSourceFile(path, read(path), ts.ScriptTarget.ES2022, false, kind));
  return found;
}

/** The file that a relative specifier means, by the endings that sources have. */
function targetOf({ from, specifier }: Import): string | undefined {
  const base = posix.join(posix.dirname(from), specifier);
  const stem = base.replace(/\.(js|mjs|cjs)$/, "");
  return [base, `${stem}.ts`, `${stem}.tsx`, `${base}.ts`, `${base}/index.ts`].find((path) => sources.includes(path));
}

const shown = ({ from, specifier }: Import): string => `${from}: ${specifier}`;

describe("layers", () => {
  it("finds the imports at all", () => {
    const known = imports.filter(({ from }) => from === "packages/campaign/src/lore-chunks.ts");
    expect(known.map(({ specifier }) => specifier)).toContain("gpt-tokenizer/encoding/cl100k_base");
    expect(packages.length).toBeGreaterThanOrEqual(12);
    expect(sources.length).toBeGreaterThan(100);
  });

  it("declare no package of ours but those below", () => {
    const wrong = packages.flatMap(({ folder, manifest }) => {
      const { dependencies, peerDependencies, optionalDependencies, devDependencies } = manifest;
      const found = (FINDS[folder] ?? []).map((name) => SCOPE + name);
      const testedWith = (TESTED_WITH[folder] ?? []).map((name) => SCOPE + name);
      return [
        ...[dependencies, peerDependencies].flatMap((group) => Object.keys(group ?? {})),
        ...Object.keys(optionalDependencies ?? {}).filter((name) => !found.includes(name)),
        ...Object.keys(devDependencies ?? {}).filter((name) => !testedWith.includes(name)),
      ]
        .filter((name) => name.startsWith(SCOPE) && !allowed(folder).includes(name))
        .map((name) => `${folder}: ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  it("import no package of ours but those below, tests included", () => {
    const wrong = imports.filter(({ from, specifier }) => {
      if (!specifier.startsWith(SCOPE)) return false;
      const owner = ownerOf(from);
      const name = specifier.split("/").slice(0, 2).join("/");
      if (owner === undefined) return true;
      const inTest = from.startsWith(`${owner.folder}/test/`);
      const withTests = inTest ? (TESTED_WITH[owner.folder] ?? []).map((one) => SCOPE + one) : [];
      return name !== owner.manifest.name && ![...allowed(owner.folder), ...withTests].includes(name);
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it("import what they declare", () => {
    const wrong = imports.filter(({ from, specifier }) => {
      if (!specifier.startsWith(SCOPE)) return false;
      const { manifest } = ownerOf(from) ?? {};
      const name = specifier.split("/").slice(0, 2).join("/");
      const declared = { ...manifest?.dependencies, ...manifest?.devDependencies };
      return name !== manifest?.name && !Object.hasOwn(declared, name);
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it("reach into each other by published entries only", () => {
    const wrong = imports.filter(({ specifier }) => {
      const owner = packages.find(({ manifest: { name } }) => specifier === name || specifier.startsWith(`${name}/`));
      if (owner === undefined) return specifier.startsWith(SCOPE);
      const entry = `.${specifier.slice(owner.manifest.name.length)}`;
      return !Object.hasOwn(owner.manifest.exports ?? {}, entry);
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it("keep relative imports inside their package", () => {
    const wrong = imports.filter(({ from, specifier }) => {
      if (!specifier.startsWith(".")) return false;
      const target = posix.join(posix.dirname(from), specifier);
      // How a package is built is no part of it, and the same for all.
      if (posix.basename(from) === "tsup.config.ts" && target === "tools/tsup-options.mjs") return false;
      return ownerOf(target) !== ownerOf(from);
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it("leave tests, fixtures and tools out of sources", () => {
    const wrong = imports.filter((one) => {
      if (!/^(packages|skills|apps)\/[^/]+\/src\//.test(one.from) || !one.specifier.startsWith(".")) return false;
      return !/\/src\//.test(posix.join(posix.dirname(one.from), one.specifier));
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it("have no cycles among files", () => {
    const next = new Map<string, string[]>();
    for (const one of imports) {
      const target = one.specifier.startsWith(".") && !one.typeOnly ? targetOf(one) : undefined;
      if (target !== undefined) next.set(one.from, [...(next.get(one.from) ?? []), target]);
    }
    expect(next.size).toBeGreaterThan(50);
    expect(cycles(next)).toEqual([]);
  });

  it("have no cycles among packages", () => {
    const next = new Map(
      packages.map(({ folder, manifest }) => [
        folder,
        packages
          .filter(({ manifest: { name } }) =>
            Object.hasOwn({ ...manifest.dependencies, ...manifest.devDependencies }, name),
          )
          .map((other) => other.folder),
      ]),
    );
    expect(cycles(next)).toEqual([]);
  });

  it("finds a cycle where there is one", () => {
    const next = new Map([
      ["a", ["b"]],
      ["b", ["c", "d"]],
      ["c", []],
      ["d", ["b"]],
    ]);
    expect(cycles(next)).toEqual(["b \u2192 d \u2192 b"]);
  });
});

/** Every cycle that a walk in depth runs into, as a path. */
function cycles(next: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (node: string, path: readonly string[]): void => {
    const seen = path.indexOf(node);
    if (seen >= 0) found.push([...path.slice(seen), node].join(" \u2192 "));
    if (seen >= 0 || done.has(node)) return;
    for (const target of next.get(node) ?? []) walk(target, [...path, node]);
    done.add(node);
  };
  for (const node of next.keys()) walk(node, []);
  return found;
}
