// A vitest reporter that shows measures of success as one table, each as soon as it is there: measure, target, what was found, whether
// that will do. What a row says comes with the test, as `meta.criterion`.
const WIDTHS = [4, 6, 26, 38];
const GAP = "  ";

/**
 * One row, its cells broken into lines between words; the last cell has the rest of the width.
 *
 * @param {readonly string[]} cells
 * @param {number} width - Columns of the terminal.
 */
export function tableRow(cells, width) {
  const taken = WIDTHS.reduce((sum, one) => sum + one + GAP.length, 0);
  const widths = [...WIDTHS, Math.max(30, width - taken)];
  const columns = cells.map((cell, n) => broken(cell, widths[n]));
  const height = Math.max(...columns.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    columns
      .map((lines, n) => (lines[line] ?? "").padEnd(widths[n]))
      .join(GAP)
      .trimEnd(),
  ).join("\n");
}

/** Lines of at most so many characters; a word that is longer has one of its own. */
function broken(text, width) {
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const line = lines[lines.length - 1];
    if (line === "") lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** @param {{state: string, errors?: readonly {message: string}[]}} result */
export function criterionRow({ id, title, target, found }, { state, errors }) {
  const last = found ?? errors?.[0]?.message ?? "it was not measured";
  const met = state === "passed" ? "yes" : state === "skipped" ? "-" : "NO";
  return [met, id, title, target, last];
}

export default class ConformanceReporter {
  #rows = 0;
  #met = 0;
  #headed = false;

  onTestCaseReady(test) {
    if (!process.stdout.isTTY) return;
    process.stdout.write(`\r\u001b[KMeasuring ${test.name.slice(0, 60)} ...`);
  }

  onTestCaseResult(test) {
    const { criterion } = test.meta();
    const result = test.result();
    if (!criterion) return;
    if (!this.#headed) this.#write(["met", "id", "measure", "target", "found"]);
    this.#headed = true;
    if (result.state !== "skipped") this.#rows += 1;
    if (result.state === "passed") this.#met += 1;
    this.#write(criterionRow(criterion, result));
  }

  onTestRunEnd(modules, strayErrors) {
    const errors = [...strayErrors, ...modules.flatMap((module) => module.errors())];
    for (const { message } of errors) console.error(`Error: ${message}`);
    const words = this.#headed ? `${this.#met} of ${this.#rows} met.` : "There is no such measure.";
    console.log(`${process.stdout.isTTY ? "\r\u001b[K" : ""}\n${words}`);
    if (!this.#headed) process.exitCode = 1;
  }

  #write(cells) {
    console.log(`${process.stdout.isTTY ? "\r\u001b[K" : ""}${tableRow(cells, process.stdout.columns ?? 150)}`);
  }
}
