import { type Engine, EngineError, openEngine, type SceneEvent, type Story } from "@narratoria/engine";

const engine: Engine = await openEngine();
try {
  const story: Story = await engine.play("one-wheel-over");
  for await (const event of story.begin()) if (event.type === "scene") show(event);
  for await (const event of story.choose(1)) if (event.type === "scene") show(event);
} catch (error) {
  if (error instanceof EngineError) console.error(error.code, error.message, error.action);
  throw error;
} finally {
  await engine.close();
}

function show({ paragraphs, choices }: SceneEvent): void {
  console.log([...paragraphs, ...choices.map(({ text }, index) => `${index + 1}. ${text}`)].join("\n"));
}
