/** The `narrate` script: asks the host's narrator for a scene and hands it on as it comes. */
import { defineTool, type Emit, ToolFailure } from "@narratoria/protocol/skill";
import { WriteAnswers, type WriterFault } from "./answer-writes.js";
import { buildBrief, record } from "./scene-brief.js";
import { chosenProviders, patienceOf } from "./settings.js";

defineTool({
  input: { type: "object", properties: {} },
  async run(input, { emit, context, dependencies, config, host }) {
    if (!host)
      throw new ToolFailure(
        "no_host",
        "Scenes are told by the runtime's narrator, and this script was run without one.",
      );
    const brief = buildBrief(context, dependencies, input);
    const style = typeof config.style === "string" ? { style: config.style } : {};
    const { ready, faults } = chosenProviders(config);
    for (const fault of faults) logFault(emit, fault);
    const names = ready.map(({ name }) => name);
    const writer = names.length + faults.length === 0 ? {} : { writer: { providers: names, faults } };
    const patienceMs = patienceOf(config);
    const answers = new WriteAnswers(host, ready, (fault) => logFault(emit, fault), patienceMs);
    let result: Readonly<Record<string, unknown>> | null = null;
    try {
      for await (const piece of host.generate({ kind: "scene", brief, patienceMs, ...style, ...writer })) {
        if (piece.type === "delta") passOn(emit, piece);
        else if (piece.type === "result") result = piece;
        else answers.take(piece);
      }
    } finally {
      answers.close();
    }
    if (!result) throw new ToolFailure("unfinished_scene", "The narrator stopped before the scene was finished.");
    return finish(emit, result);
  },
});

function passOn(emit: Emit, piece: Readonly<Record<string, unknown>>): void {
  const { paragraph, text } = piece;
  if (typeof text !== "string" || text === "") return;
  emit.uiEvent("prose", { paragraph: Number.isInteger(paragraph) ? paragraph : 0, delta: text });
}

function logFault(emit: Emit, { provider, code, message }: WriterFault): void {
  emit.log("warn", `The provider ${provider} does not write: ${message} The narrator of this machine steps in.`, {
    provider,
    code,
  });
}

/** Checks the finished scene, so that half of one is never taken for a whole, and keeps what the narrator notes for later. */
function finish(emit: Emit, result: Readonly<Record<string, unknown>>): object {
  const { paragraphs, choices, narrator, narration, patch } = result;
  const told = Array.isArray(paragraphs)
    ? paragraphs.filter((one) => typeof one === "string" && one.trim() !== "")
    : [];
  if (told.length === 0) throw new ToolFailure("empty_scene", "The narrator sent a scene without a word in it.");
  if (Object.keys(record(patch)).length > 0) emit.statePatch(record(patch));
  return {
    paragraphs: told,
    choices: Array.isArray(choices) ? choices : [],
    narrator: typeof narrator === "string" ? narrator : "storybook",
    ...(Object.keys(record(narration)).length > 0 ? { narration: record(narration) } : {}),
  };
}
