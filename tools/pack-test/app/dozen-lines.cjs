const { openEngine } = require("@narratoria/engine");

main();

async function main() {
  const engine = await openEngine();
  const story = await engine.play("one-wheel-over");
  for await (const event of story.begin()) if (event.type === "scene") show(event);
  for await (const event of story.choose(1)) if (event.type === "scene") show(event);
  await engine.close();
}

function show({ paragraphs, choices }) {
  console.log([...paragraphs, ...choices.map(({ text }, index) => `${index + 1}. ${text}`)].join("\n"));
}
