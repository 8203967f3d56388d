import { openEngine, type SceneEvent } from "@narratoria/engine";

async function main(): Promise<void> {
  const engine = await openEngine();
  const story = await engine.play("one-wheel-over");
  for await (const event of story.begin()) if (event.type === "scene") show(event);
  await engine.close();
}

function show({ paragraphs }: SceneEvent): void {
  console.log(paragraphs.join("\n"));
}

void main();
