import { defineConfig } from "tsup";
import { skillScripts } from "../../tools/tsup-options.mjs";

export default defineConfig({
  ...skillScripts,
  entry: {
    narrate: "src/narrate.ts",
    warm: "src/warm.ts",
    providers: "src/providers/write.ts",
    claude: "src/providers/claude.ts",
    openai: "src/providers/openai.ts",
    ollama: "src/providers/ollama.ts",
  },
  esbuildOptions: (options, context) => {
    skillScripts.esbuildOptions?.(options, context);
    // A client's warnings repeat what a server sent, and standard output belongs to the protocol.
    options.drop = ["console"];
  },
  esbuildPlugins: [
    {
      name: "files-apart",
      // Providers and each of their clients stay apart, so that a start without them is none the slower.
      setup(build) {
        build.onResolve({ filter: /^\.\/providers\/write\.js$/ }, () => ({ path: "./providers.cjs", external: true }));
        build.onResolve({ filter: /^\.\/(?:claude|openai|ollama)\.js$/ }, ({ path }) => ({
          path: path.replace(/js$/, "cjs"),
          external: true,
        }));
      },
    },
  ],
});
