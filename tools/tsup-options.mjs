/** How the packages of the workspace are built; each config names its entries beside these. */

/** @type {import("tsup").Options} */
const NODE = { target: "node20", platform: "node", clean: true };

/**
 * A library: ES modules, with what its entries share in chunks of its own.
 *
 * @type {import("tsup").Options}
 */
export const library = { ...NODE, format: ["esm"], sourcemap: true };

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
  splitting: false,
  // Half the text is read in less than half the time, at every start; names stay, for whoever reads a stack trace.
  esbuildOptions: (options) => {
    options.minifyWhitespace = true;
    options.minifySyntax = true;
  },
};
