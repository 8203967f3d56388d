/** The `keep-name` script: keeps a name, and names those it could be mistaken for. */
import { defineTool } from "@narratoria/protocol/skill";
import { likeness, namesOf } from "./alike.js";

defineTool({
  input: {
    type: "object",
    properties: {
      name: { type: "string", minLength: 1, maxLength: 80 },
      kind: { type: "string", enum: ["person", "place", "thing"] },
      note: { type: "string", maxLength: 500, description: "What tells it from others." },
    },
    required: ["name"],
  },
  async run({ name, kind = "person", note = "" }, { emit, context, config, host }) {
    const bound = typeof config.alike === "number" ? config.alike : 0.4;
    const alike = namesOf(context.people).filter((known) => known !== name && likeness(name, known) > bound);
    if (alike.length > 0) emit.log("warn", `"${name}" is easily taken for ${alike.join(", ")}`);
    if (host === null) return { name, kind, alike, kept: false };
    const summary = note === "" ? `There is a ${kind} called ${name}.` : `There is a ${kind} called ${name}: ${note}.`;
    const { id } = await host.store({ dataType: "memory", record: { summary, significance: "low" } });
    return { name, kind, alike, kept: true, id };
  },
});
