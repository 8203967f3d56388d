/** Problems of a campaign as a SARIF 2.1.0 log, which code hosts and editors show beside the lines. */
import type { Problem, PROBLEM_KINDS } from "@narratoria/engine";

const LEVEL = { error: "error", warning: "warning", notice: "note" } as const;

/**
 * Returns the log of one run. Implements rule CL842.
 *
 * @param folder - Address of the campaign's folder, ending with a slash.
 */
export function sarifLog(
  problems: readonly Problem[],
  kinds: typeof PROBLEM_KINDS,
  version: string,
  folder: string,
): object {
  const codes = [...new Set(problems.map(({ code }) => code))].sort();
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "narratoria validate",
            version,
            rules: codes.map((id) => ({
              id,
              shortDescription: { text: kinds[id].title },
              help: { text: kinds[id].remedy },
            })),
          },
        },
        originalUriBaseIds: { CAMPAIGN: { uri: folder } },
        columnKind: "utf16CodeUnits",
        results: problems.map(({ file, line, column, code, severity, message }) => ({
          ruleId: code,
          ruleIndex: codes.indexOf(code),
          level: LEVEL[severity],
          message: { text: `${message} ${kinds[code].remedy}` },
          locations: [
            {
              physicalLocation: {
                artifactLocation: {
                  uri: file.split("/").map(encodeURIComponent).join("/") || ".",
                  uriBaseId: "CAMPAIGN",
                },
                region: { startLine: Math.max(1, line), startColumn: Math.max(1, column) },
              },
            },
          ],
        })),
      },
    ],
  };
}
