/** What a test of a model came to, in words. */
import type { ModelBench } from "@narratoria/engine";
import { secondsText, writingPace } from "@narratoria/engine/shell";

export function measuredText({
  loadMs,
  firstTextMs,
  tokensPerSecond,
}: Pick<ModelBench, "loadMs" | "firstTextMs" | "tokensPerSecond">): string {
  const { words, scene, keepsUp } = writingPace(tokensPerSecond);
  const works = `It works here: ready after ${secondsText(loadMs)}, first words after ${secondsText(firstTextMs)}, then about ${words} a second.`;
  return keepsUp
    ? `${works} A scene takes it about ${scene}.`
    : `${works} That is slower than most people read: a scene takes it about ${scene}. What is not written in time, the storybook tells.`;
}
