/** Doubles for tests of whoever uses a model. */
export { createScriptedHost, type ScriptedAnswer, type ScriptedHost } from "./model-host/scripted-host.js";
export { dutifulAnswer } from "./model-host/dutiful-answer.js";
export { JUDGE_SAMPLE } from "./prose/judge-scene.js";
