/** Words as a part of a pattern that means these words and nothing else. */
export { escapeRegExp as escape } from "@narratoria/protocol/english";
