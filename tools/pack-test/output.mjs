import { spawn } from "node:child_process";

/**
 * Runs a program that reads nothing.
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @param {import("node:child_process").SpawnOptions} options
 * @returns {Promise<string>} What it wrote on standard output.
 * @throws {Error} Where it failed, with all that it wrote.
 */
export function output(file, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...options, stdio: ["ignore", "pipe", "pipe"], windowsHide: true });
    let said = "";
    let told = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      said += text;
      told += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code === 0) resolve(told);
      else reject(new Error(`\`${[file, ...args].join(" ")}\` ended with ${signal ?? code}\n${said}`));
    });
  });
}
