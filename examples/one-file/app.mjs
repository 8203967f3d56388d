// A program that is bundled into one file. What it reads at run time lies in the folder `bundled` beside it, where it is found by itself.
import { openEngine } from "@narratoria/engine";

main();

async function main() {
  const { NODE_PATH_OF_APP: nodePath, BUNDLED_DIR_OF_APP: bundledDir } = process.env;
  const engine = await openEngine({
    // For a program whose own binary is not Node, such as an app that was packed into one: the Node that runs the scripts of skills.
    ...(nodePath && { nodePath }),
    // Where the folder lies elsewhere, as in the resources of an Electron app.
    ...(bundledDir && { bundledDir }),
  });
  const story = await engine.play("one-wheel-over");
  for await (const event of story.begin()) if (event.type === "scene") console.log(event.paragraphs.join("\n"));
  for await (const event of story.choose(1)) if (event.type === "scene") console.log(event.paragraphs.join("\n"));
  await engine.close();
}
