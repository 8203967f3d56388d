/** The process that walks: one walk after another, until its parent lets go of it. */
import { type Ground, openWalker, type WalkMessage, type WalkRequest } from "./walkers.js";

const ground = JSON.parse(process.argv[2] ?? "{}") as Ground;
const over = new AbortController();
const opening = openWalker(ground, over.signal);

process.on("message", ({ plan }: WalkRequest) => {
  const send = (message: WalkMessage): void => void process.send?.(message, () => {});
  opening
    .then((walker) => walker.walk(plan, { signal: over.signal, onScene: () => send({ scene: true }) }))
    .then((walked) => send({ walked }))
    // Whoever asked takes the walk itself, and hears what is wrong.
    .catch(() => process.disconnect?.());
});

process.once("disconnect", () => {
  over.abort();
  opening
    .then((walker) => walker.close())
    .catch(() => {})
    .finally(() => process.exit());
});
