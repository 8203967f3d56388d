/** The `campaign why` command: what a beat or an ending waits for, and a drawing of all of them. */
import { writeFile } from "node:fs/promises";
import type { GraphFormat, WhyAnswer } from "@narratoria/engine";
import { CliError, EXIT } from "./errors.js";
import { writeAnswer } from "./fitted-lines.js";
import type { Terminal } from "./terminal.js";

export interface WhyFlags {
  readonly beat?: string;
  readonly story?: string;
  readonly graph?: string | boolean;
  readonly data?: string;
  readonly json?: boolean;
}

export async function campaignWhy(path: string, flags: WhyFlags, { stdout }: Terminal): Promise<number> {
  const { beat, story, graph, data } = flags;
  if ((beat === undefined) === (graph === undefined))
    throw new CliError("Give --beat with the id of a beat or an ending, or --graph.", EXIT.usage);
  if (graph !== undefined) return draw(path, graph, flags, stdout);
  const { whyNoBeat } = await import("@narratoria/engine");
  const options = { ...(story === undefined ? {} : { story }), ...(data === undefined ? {} : { dataDir: data }) };
  const answer = await whyNoBeat(path, beat ?? "", options);
  writeAnswer(stdout, flags, answer, whyLines(answer));
  return EXIT.done;
}

async function draw(
  path: string,
  graph: string | boolean,
  flags: WhyFlags,
  stdout: NodeJS.WritableStream,
): Promise<number> {
  const { drawPlot } = await import("@narratoria/engine");
  const format = formatOf(graph);
  const drawn = await drawPlot(path, format);
  if (typeof graph !== "string") {
    stdout.write(flags.json === true ? `${JSON.stringify({ format, graph: drawn })}\n` : drawn);
    return EXIT.done;
  }
  await writeFile(graph, drawn).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`The graph cannot be written to "${graph}" (${error.code}).`);
  });
  writeAnswer(stdout, flags, { format, file: graph }, [`Written to ${graph}.`]);
  return EXIT.done;
}

function formatOf(graph: string | boolean): GraphFormat {
  if (typeof graph !== "string" || /\.(mmd|mermaid)$/i.test(graph)) return "mermaid";
  if (/\.svg$/i.test(graph)) return "svg";
  throw new CliError(`"${graph}" must end in .svg or .mmd: the ending says how it is drawn.`, EXIT.usage);
}

const STANDS: Readonly<Record<WhyAnswer["state"], string>> = {
  open: "has not come",
  waiting: "waits",
  due: "is due, and comes as soon as it can",
  fired: "has happened",
  skipped: "was skipped, and does not come any more",
};

/** Returns where a beat or an ending stands, and a line for each of its conditions. Implements rule CL845. */
function whyLines({ id, title, state, since, nextScene, conditions, besides }: WhyAnswer): string[] {
  const when = since === undefined ? "" : state === "fired" ? `, in scene ${since}` : ` since scene ${since}`;
  const rows = conditions.map(({ condition, wants, holds, needs, isLost }) => {
    const mark = holds ? "met     " : isLost ? "lost    " : "missing ";
    return `  ${mark} ${condition}: ${wants}${needs === undefined ? "" : `. ${needs}`}`;
  });
  const none = conditions.length === 0 ? ["  It has no conditions of its own."] : [];
  return [
    `${id} "${title}" ${STANDS[state]}${when}. Scene ${nextScene} comes next.`,
    ...rows,
    ...none,
    ...besides.map((sentence) => `  besides  ${sentence}`),
  ];
}
