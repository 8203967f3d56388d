// A vitest reporter whose only word is the last line of the run: `N passed, N failed`, and `, N skipped` where some were.
import { writeSync } from "node:fs";

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

export default class ClosingLineReporter {
  onTestRunEnd(modules, strayErrors) {
    const line = closingLine(modules, strayErrors);
    // At the very end, so that no other reporter can write after it.
    process.once("exit", () => writeSync(1, `${line}\n`));
  }
}
