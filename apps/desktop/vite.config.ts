import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: "src/client",
  publicDir: "public",
  plugins: [react()],
  build: {
    outDir: "../../dist/client",
    emptyOutDir: true,
    // Nothing may be written into the page itself: its policy forbids inline scripts, styles and data addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    sourcemap: false,
    rolldownOptions: {
      output: {
        // What several screens share comes in one file: a file of its own for each icon takes a request each.
        advancedChunks: { groups: [{ name: "shared", minShareCount: 2 }] },
      },
    },
  },
});
