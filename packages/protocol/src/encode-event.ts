import { ProtocolError } from "./errors.js";
import { findFault, faultError } from "./check-json.js";
import type { ToolEvent } from "./generated/contracts.js";
import { MOST_VALUES, valuesFault } from "./line-values.js";
import { LIMITS } from "./limits.js";
import { replaceLoneSurrogates } from "./lone-surrogates.js";
import { parseEvent } from "./parse-event.js";

/**
 * Writes an event as a line of a stream, with its line end. Stricter than reading: a member that would be dropped with a
 * warning is refused. Implements rule PR114.
 *
 * @param event - Members that are undefined are left out.
 * @throws {ProtocolError} As `parseEvent` does; `number_out_of_range` also for a NaN, which would silently become null;
 * `line_too_long` over 1 MiB; `too_many_values` over 50,000 values or 12,000 members.
 */
export function encodeEvent(event: ToolEvent): string {
  const fault = findFault(event, LIMITS.jsonDepth, false);
  if (fault !== null) throw faultError(fault, "");
  const text = replaceLoneSurrogates(JSON.stringify(event));
  const bytes = Buffer.byteLength(text);
  if (bytes > LIMITS.lineBytes) {
    throw new ProtocolError("line_too_long", `an event of ${bytes} bytes is over the limit of ${LIMITS.lineBytes}`);
  }
  if (valuesFault(Buffer.from(text)) !== null) {
    throw new ProtocolError("too_many_values", `an event holds at most ${MOST_VALUES}`);
  }
  const [warning] = parseEvent(JSON.parse(text), { text }).warnings;
  if (warning !== undefined && /^"\w+" was ignored/.test(warning)) {
    const [, name = "", reason = ""] = /^"(\w+)" was ignored: (.*)$/.exec(warning) ?? [];
    throw new ProtocolError("invalid_field", `"${name}" cannot be sent: ${reason}`, { pointer: `/${name}` });
  }
  return `${text}\n`;
}
