/** What a console shows of the tools of a turn: their logs and errors, and what each came to. */
import type { EngineEvent } from "@narratoria/engine";
import type { JsonObject } from "@narratoria/protocol";
import type { Printer } from "./printers.js";
import { plainWords } from "@narratoria/engine/shell";

const MOST_CHARS = 1_000;

/** An event as one line; null for one that is not for a console. Implements rule CL480. */
export function consoleLine(event: EngineEvent): string | null {
  switch (event.type) {
    case "log":
      return line(event.level, event.toolPath, event.message, event.fields);
    case "error":
      return line("error", event.toolPath, `${event.message} (${event.code})`, event.details);
    case "tool":
      return line("tool", event.toolPath, `${event.state}, ${event.executionTimeMs} ms`);
    default:
      return null;
  }
}

function line(level: string, toolPath: string | undefined, message: string, data?: JsonObject): string {
  const details = data === undefined ? "" : ` ${JSON.stringify(data)}`;
  const text = plainWords(`${level.padEnd(5)} ${toolPath ?? "plan"}: ${message}${details}`);
  return text.length <= MOST_CHARS ? text : `${text.slice(0, MOST_CHARS - 3)}...`;
}

/** A printer that also writes the lines of a console, as the events come. */
export function withConsole(printer: Printer, stderr: NodeJS.WritableStream): Printer {
  return {
    ...printer,
    event(event) {
      const said = consoleLine(event);
      if (said !== null) stderr.write(`${said}\n`);
      printer.event(event);
    },
  };
}
