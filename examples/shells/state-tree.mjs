// Session state as a tree in which what the last turn changed is marked, with the tool that did it, and how one value came to be.
import { openEngine } from "@narratoria/engine";

export async function main(print = console.log) {
  const engine = await openEngine();
  const story = await engine.play("one-wheel-over");
  await story.begin();
  const before = await story.state();
  const patches = [];
  for await (const event of story.choose(1)) if (event.type === "state_patch") patches.push(event);

  const { storybook: _, ...state } = await story.state();
  for (const line of tree(state, before, patches)) print(line);

  const history = await engine.history(story.id);
  for (const { scene, value, toolId } of await history.values("clock.minutes"))
    print(`scene ${scene}: the clock stands at ${value}${toolId ? `, by ${toolId}` : ""}`);
  await engine.close();
  return patches.length > 0;
}

/** One line a value, with the mark of what became of it. */
function* tree(value, before, patches, path = []) {
  for (const [key, one] of Object.entries(value)) {
    const at = [...path, key];
    const then = before?.[key];
    const isTree = typeof one === "object" && one !== null && !Array.isArray(one);
    if (isTree) {
      yield `${"  ".repeat(path.length)}  ${key}`;
      yield* tree(one, typeof then === "object" ? then : undefined, patches, at);
      continue;
    }
    const same = JSON.stringify(one) === JSON.stringify(then);
    const mark = same ? " " : then === undefined ? "+" : "~";
    const by = same ? "" : `  (${patches.findLast(({ patch }) => has(patch, at))?.toolId ?? "the engine"})`;
    yield `${"  ".repeat(path.length)}${mark} ${key}: ${JSON.stringify(one)}${by}`;
  }
}

function has(patch, [key, ...rest]) {
  if (typeof patch !== "object" || patch === null || !(key in patch)) return false;
  return rest.length === 0 || has(patch[key], rest);
}
