// The tree of a story with the choices that nobody took, one of which is then tried, and the two branches beside each other.
import { openEngine } from "@narratoria/engine";

export async function main(print = console.log) {
  const engine = await openEngine();
  const story = await engine.play("one-wheel-over", { fresh: true });
  await story.begin();
  for (let turn = 0; turn < 3; turn++) await story.choose(1);

  const history = await engine.history(story.id);
  const road = (await history.roads(1)).find(({ taken }) => taken.length === 0);
  await story.branch(1, "The road not taken");
  await story.choose(road.choice.id);

  const { turns, branches } = await history.tree();
  for (const turn of turns) {
    const shape = turn.ended
      ? "■"
      : turn.purpose === "beat"
        ? "◆"
        : turn.outcome === "fail"
          ? "✕"
          : turn.outcome
            ? "○"
            : "·";
    const here = turn.current ? "  <- here" : turn.onTheWay ? "" : "  (another branch)";
    print(`${"  ".repeat(turn.scene)}${shape} ${turn.choice?.text ?? "The opening"}${here}`);
    for (const { choice, taken } of await history.roads(turn.id))
      if (taken.length === 0) print(`${"  ".repeat(turn.scene + 1)}? ${choice.text}`);
  }

  const [one, other] = branches;
  const { parting, left, right } = await history.compare(one.id, other.id);
  print(
    `"${one.title}" and "${other.title}" part after scene ${parting.scene}: ${left.length} and ${right.length} scenes.`,
  );
  await engine.close();
  return right.length === 1 && right[0].choice === road.choice.text;
}
