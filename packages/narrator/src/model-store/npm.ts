/** npm: where it is, what of the environment it gets, and what it means when it fails. */
import { access } from "node:fs/promises";
import { dirname, join } from "node:path";
import { nodeEnvironment, nodeProgram } from "@narratoria/protocol/launch";
import { ModelError } from "../errors.js";

/** How npm is started: a program and what comes before its own arguments. */
export interface NpmCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly shell?: boolean;
}

/** The npm that came with this Node, else the one on the path. */
export async function findNpm(node: string = nodeProgram()): Promise<NpmCommand> {
  const home = dirname(node);
  for (const folder of [join(home, "..", "lib", "node_modules"), join(home, "node_modules")]) {
    const script = join(folder, "npm", "bin", "npm-cli.js");
    const found = await access(script).then(
      () => true,
      () => false,
    );
    if (found) return { file: node, args: [script] };
  }
  return { file: "npm", args: [], shell: process.platform === "win32" };
}

/** What belongs to the run of a script that we may stand in, and would lead npm astray. */
const NOT_HANDED_ON =
  /^(npm_(package|lifecycle|command|execpath|node)|npm_config_(prefix|local_prefix|global|workspace|omit|include|dry_run|ignore_scripts|offline)|node_options|hf_token|init_cwd)/i;

/** Settings of proxies, certificates and registries stay; they are the player's. */
export function npmEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const handedOn = Object.fromEntries(Object.entries(env).filter(([name]) => !NOT_HANDED_ON.test(name)));
  return { ...handedOn, ...nodeEnvironment() };
}

/** The sentence for what npm has written before it failed. */
export function npmSaysWhy(tail: readonly string[]): ModelError {
  const text = tail.join("\n");
  const has = (...signs: readonly string[]): boolean => signs.some((sign) => text.includes(sign));
  if (has("spawn npm ENOENT", "npm: not found", "not recognized as an internal")) {
    return failed("npm is missing, which comes with Node.", "Install Node from https://nodejs.org with all its parts.");
  }
  if (has("ENOSPC")) return failed("There is not enough room on the disk.", "Free some space, then run it again.");
  if (has("ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "ENETUNREACH", "network request to")) {
    return failed(
      "There is no network, or it does not reach npm's packages.",
      "Check the connection, then run it again.",
    );
  }
  if (has("EACCES", "EPERM")) return failed("A folder that npm needs cannot be written.", "Check its rights.");
  const line = tail.findLast((one) => /^npm (error|ERR!) (?!A complete log|code )\S/.test(one));
  const why = line?.replace(/^npm (error|ERR!) /, "").trim();
  return failed(`npm could not fetch it${why === undefined ? "." : `: ${why}`}`, "Run the same command again.");
}

const failed = (message: string, action: string): ModelError => new ModelError("install_failed", message, action);
