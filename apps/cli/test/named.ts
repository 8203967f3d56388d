/** What a process said, with the command called `narratoria` however it was started. */
export const named = (text: string): string =>
  text.replaceAll(/node \S+\/narratoria\.js|npx @narratoria\/cli|npm start --/g, "narratoria");
