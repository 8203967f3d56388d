// The main process of an Electron app. It takes Electron 35 or newer, whose Node lets `require` load ES modules.
const { join } = require("node:path");
const { app, BrowserWindow } = require("electron");
const { openEngine } = require("@narratoria/engine");

app.whenReady().then(async () => {
  const window = new BrowserWindow();
  const engine = await openEngine({
    dataDir: join(app.getPath("userData"), "stories"),
    // In a packed app the folder lies beside the archive (`extraResources`), as scripts are started from it.
    ...(app.isPackaged && { bundledDir: join(process.resourcesPath, "bundled") }),
    // Scripts run in Electron's own binary with ELECTRON_RUN_AS_NODE. An app whose `runAsNode` fuse is off ships a Node instead.
    ...(process.env.NODE_OF_APP && { nodePath: process.env.NODE_OF_APP }),
  });
  const story = await engine.play("one-wheel-over");
  for await (const event of story.begin()) if (event.type === "scene") await show(window, event);
  app.once("before-quit", () => void engine.close());
});

function show(window, { paragraphs }) {
  const escaped = paragraphs.map((text) => `<p>${text.replace(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</p>`);
  return window.loadURL(`data:text/html;charset=utf-8,${encodeURIComponent(escaped.join("\n"))}`);
}
