/** The thread that reads a long campaign: one task, one answer. */
import { parentPort, workerData } from "node:worker_threads";
import { type BoundedTexts, readBounded } from "./read-story.js";
import type { Answer } from "./reading-thread.js";

// As text: that is copied to the other thread in a moment, and objects are not.
const answer: Answer = { reading: JSON.stringify(readBounded(workerData as BoundedTexts)) };
parentPort?.postMessage(answer);
