// Child processes of the workspace commands. Quiet ones write to a log and show one calm line; the others own the terminal.
import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join, relative } from "node:path";

const TAIL_LINES = 15;

/** The exit code that a shell gives for a child that ended so. */
export function exitCodeOf(code, signal) {
  return signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1);
}

/**
 * Runs a program that owns the terminal.
 *
 * @returns {Promise<number>} Its exit code.
 */
export function runVisibly(command, { root, env }) {
  return run(command, { cwd: root, env, stdio: "inherit" });
}

/**
 * Runs a program out of sight: one line that says what is being done, everything else in a log.
 *
 * @param {{file: string, args: string[], shell?: boolean}} command
 * @param {{root: string, env: NodeJS.ProcessEnv, title: string, name: string, advice: string}} options - `title` says what is done ("Building"),
 *   `name` names the log, `advice` what to try when it fails.
 * @returns {Promise<number>} Its exit code. When it failed by itself, the end of the log and the log's name have been shown.
 */
export async function runQuietly(command, { root, env, title, name, advice }) {
  const log = join(root, ".narratoria", "log", `${name}.log`);
  mkdirSync(dirname(log), { recursive: true });
  const fd = openSync(log, "w");
  const line = progressLine(process.stderr, title);
  let code;
  try {
    code = await run(command, { cwd: root, env, stdio: ["ignore", fd, fd] });
  } finally {
    line.end();
    closeSync(fd);
  }
  // Somebody who pressed Ctrl-C knows why it ended.
  if (code !== 0 && code < 128) {
    process.stderr.write(failureText({ title, advice, log: relative(root, log), text: readFileSync(log, "utf8") }));
  }
  return code;
}

/** What is said when a quiet step failed: the end of its log, and where the rest is. */
export function failureText({ title, advice, log, text }) {
  const lines = text
    .replace(/\u001b\[[0-9;]*m/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const tail = lines
    .slice(-TAIL_LINES)
    .map((line) => `  ${line}\n`)
    .join("");
  return `Error: ${title} failed.\n${tail}The full log is in ${log}. ${advice}\n`;
}

/** One line: on a terminal it counts the seconds and goes away, elsewhere it is printed once. */
export function progressLine(stream, title) {
  if (!stream.isTTY) {
    stream.write(`${title} ...\n`);
    return { end() {} };
  }
  const startedAt = performance.now();
  const draw = () => stream.write(`\r\u001b[K${title}, ${Math.round((performance.now() - startedAt) / 1000)} s`);
  draw();
  const timer = setInterval(draw, 1000);
  return {
    end() {
      clearInterval(timer);
      stream.write("\r\u001b[K");
    },
  };
}

function run({ file, args, shell = false }, options) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { ...options, shell, windowsHide: true });
    // A terminal sends Ctrl-C to both; `kill` reaches only this process. Either way the child decides how it ends, and this one waits for it.
    let asked = null;
    const pass = (signal) => {
      asked ??= signal;
      child.kill(signal);
    };
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
    for (const signal of signals) process.on(signal, pass);
    const done = (code) => {
      for (const signal of signals) process.off(signal, pass);
      resolve(code);
    };
    child.once("error", (error) => {
      process.stderr.write(`Error: ${file} could not be started: ${error.message}\n`);
      done(1);
    });
    // Package managers end an interrupted run with codes of their own.
    child.once("close", (code, signal) => done(code === 0 ? 0 : exitCodeOf(code, asked ?? signal)));
  });
}
