// What a story remembers, put right while it is played: the next scene knows it in the new words.
import { openEngine } from "@narratoria/engine";

export async function main(print = console.log) {
  const engine = await openEngine();
  const story = await engine.play("one-wheel-over", { fresh: true });
  await story.begin();
  await story.choose(1);

  const memories = await engine.memories(story.id);
  const [first] = await memories.list();
  print(`It remembers: ${first.summary}`);
  await memories.edit(first.id, "The lamp of the count went out at the lowest shelf.");
  await memories.pin(first.id);
  await story.choose(1);

  const [found] = await memories.search("which lamp went out?");
  print(`Now it remembers: ${found.summary}${found.pinned ? " (pinned)" : ""}`);
  await memories.forget(first.id);
  const left = await memories.list();
  await engine.close();
  return left.every(({ id }) => id !== first.id);
}
