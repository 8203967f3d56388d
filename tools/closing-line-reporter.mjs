// A vitest reporter that has the last word of a run: what failed, by name, and `N passed, N failed`, and `, N skipped` where some were.
import { writeSync } from "node:fs";
import { relative } from "node:path";

/**
 * The closing line. A file that could not be loaded and an error outside any test count as failures: nothing that went
 * wrong may hide behind "0 failed".
 *
 * @param {Iterable<{children: {allTests(): Iterable<{result(): {state: string}}>}, errors(): readonly unknown[]}>} modules
 * @param {readonly unknown[]} strayErrors
 */
export function closingLine(modules, strayErrors) {
  const count = { passed: 0, failed: strayErrors.length, skipped: 0, pending: 0 };
  for (const module of modules) {
    count.failed += module.errors().length;
    for (const test of module.children.allTests()) count[test.result().state] += 1;
  }
  // A test that never came to a result was cut off.
  const failed = count.failed + count.pending;
  return `${count.passed} passed, ${failed} failed${count.skipped > 0 ? `, ${count.skipped} skipped` : ""}`;
}

/**
 * What failed, a line each, so that the end of a long log tells it.
 *
 * @param {Iterable<{moduleId: string, children: {allTests(): Iterable<{fullName: string, result(): {state: string, errors?: readonly {message: string}[]}}>}, errors(): readonly {message: string}[]}>} modules
 * @param {readonly {message: string}[]} strayErrors
 * @returns {string[]}
 */
export function failedLines(modules, strayErrors) {
  const lines = [];
  const tell = (name, errors = []) => lines.push(`failed: ${name}: ${firstLine(errors[0])}`);
  for (const module of modules) {
    const file = relative(process.cwd(), module.moduleId);
    for (const error of module.errors()) tell(file, [error]);
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      if (state === "failed") tell(`${file} > ${test.fullName}`, errors);
      if (state === "pending") tell(`${file} > ${test.fullName}`, [{ message: "it did not come to its end" }]);
    }
  }
  for (const error of strayErrors) tell("outside any test", [error]);
  return lines;
}

const firstLine = (error) => (error?.message ?? "").split("\n")[0].slice(0, 200);

export default class ClosingLineReporter {
  onTestRunEnd(modules, strayErrors) {
    const lines = [...failedLines(modules, strayErrors), closingLine(modules, strayErrors)];
    // At the very end, so that no other reporter can write after it.
    process.once("exit", () => writeSync(1, `${lines.join("\n")}\n`));
  }
}
