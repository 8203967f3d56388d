/** The sections of a scene's prompt that a dutiful answer is made of. */
const SECTION = (title: string): RegExp => new RegExp(`# ${title}[^\\n]*\\n([^]*?)(?:\\n\\n# |$)`);

/**
 * Answers the prompt of a scene as a model does that does all that it is told to and no more: every step in its order, every kept line
 * once. For scripted hosts in tests: it has no manner of its own but `gesture`.
 *
 * @param prompt - As `WriteRequest.prompt`.
 * @param gesture - A harmless sentence at the scene's end.
 */
export function dutifulAnswer(prompt: string, gesture = "The light moves a little on the floor."): string {
  const linesOf = (title: string): string[] => (SECTION(title).exec(prompt)?.[1] ?? "").split("\n").filter(Boolean);
  const kept = linesOf("WORD FOR WORD");
  const told = linesOf("WHAT HAPPENS").map((line) => {
    const step = line.replace(/^\d+\. /, "").replace(/ \(The dice say: [^)]*\)$/, "");
    const [, before = "", speaker = "", words = ""] =
      /^(.*?)([^.]*?) says, in words of their own: (.*)$/.exec(step) ?? [];
    if (words !== "") return `${before}“${words.replace(/\.$/, ",")}” says ${speaker.trim()}.`;
    if (!step.endsWith("(word for word, below)")) return step;
    const [, name = "", wording = ""] = /^(.*?): “?(.*?)”?$/.exec(kept.shift() ?? "") ?? [];
    const lead = step.replace(/[^.]* says \(word for word, below\)$/, "");
    return name === "To be read" ? `*${wording}*` : `${lead}“${wording}” ${name} waits.`;
  });
  return [...told, gesture].join("\n\n");
}
