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
    const [, speaker = "", words = ""] = /^(.*?) says, in words of their own: (.*)$/.exec(step) ?? [];
    if (words !== "") return `“${words.replace(/\.$/, ",")}” says ${speaker}.`;
    if (/\(the speech (?:word for word|in words of their own)\)$/.test(step)) {
      return step.replace(/ \(the speech [^)]*\)$/, "");
    }
    if (!step.includes("(word for word, below)")) return step;
    const [, who = "To be read"] = /^(.*) says \(word for word/.exec(step) ?? [];
    const at = kept.findIndex((one) => one.startsWith(`${who}: `));
    const [, wording = ""] = /: “?(.*?)”?$/.exec(kept.splice(at, 1)[0] ?? "") ?? [];
    return who === "To be read" ? wording : `“${wording}” ${who} waits.`;
  });
  return [...told, gesture].join("\n\n");
}
