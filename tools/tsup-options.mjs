/** How the packages of the workspace are built; each config names its entries beside these. */
import { letterClasses } from "./letter-classes.mjs";

/**
 * Keeps regular expressions with `\p{...}` as literals. esbuild takes no Node.js for one that knows every such name, and writes
 * `new RegExp("...")` in their place, which makes a new object wherever it stands in a function.
 *
 * @param {import("esbuild").BuildOptions} options
 */
export function keepRegExpLiterals(options) {
  options.supported = { ...options.supported, "regexp-unicode-property-escapes": true };
}

/** @type {import("tsup").Options} */
const NODE = { target: "node20", platform: "node", clean: true, esbuildOptions: keepRegExpLiterals };

/**
 * A library: ES modules, with what its entries share in chunks of its own.
 *
 * @type {import("tsup").Options}
 */
export const library = { ...NODE, format: ["esm"], sourcemap: true, esbuildPlugins: [letterClasses] };

/**
 * Scripts of a skill, each in one self-contained CommonJS file: that starts faster than an ES module, and the folder runs
 * wherever it is copied.
 *
 * @type {import("tsup").Options}
 */
export const skillScripts = {
  ...NODE,
  format: ["cjs"],
  outExtension: () => ({ js: ".cjs" }),
  outDir: "scripts",
  noExternal: [/.*/],
  esbuildPlugins: [letterClasses],
  splitting: false,
  // Half the text is read in less than half the time, at every start; names stay, for whoever reads a stack trace.
  esbuildOptions: (options) => {
    keepRegExpLiterals(options);
    options.minifyWhitespace = true;
    options.minifySyntax = true;
  },
};
