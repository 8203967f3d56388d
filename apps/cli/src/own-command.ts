/** How this program is called from where it runs, so that advice can be typed as it stands. */
import { accessSync, constants, realpathSync } from "node:fs";
import { basename, delimiter, join } from "node:path";

export interface Invocation {
  /** Path of the script that runs, as in `process.argv[1]`. */
  readonly script: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
}

/**
 * Returns what to type in front of a command: `narratoria` where that is found on PATH, else the way that this process was started.
 * Implements rule CL722.
 */
export function ownCommand({ script, env, platform }: Invocation): string {
  if (env["npm_lifecycle_event"] === "start" && env["npm_package_name"] === "narratoria") {
    return env["npm_config_user_agent"]?.startsWith("pnpm") === true ? "pnpm start" : "npm start --";
  }
  // The launcher of a download (`tools/package`), whose Node is on no PATH.
  const launcher = env["NARRATORIA_LAUNCHER"];
  if (launcher) return isOnPath(launcher, env["PATH"] ?? "", platform) ? "narratoria" : quoted(launcher);
  // Whoever loads the command line as a library knows better how it is called.
  if (script === undefined || !/^narratoria(?:\.js)?$/.test(basename(script))) return "narratoria";
  if (env["npm_command"] === "exec") return "npx @narratoria/cli";
  if (isOnPath(script, env["PATH"] ?? "", platform)) return "narratoria";
  return `node ${quoted(script)}`;
}

/** In quotation marks where a shell would part it. */
function quoted(path: string): string {
  return /[^\w./\\:@-]/.test(path) ? `"${path}"` : path;
}

function isOnPath(script: string, path: string, platform: NodeJS.Platform): boolean {
  const names = platform === "win32" ? ["narratoria.cmd", "narratoria.exe"] : ["narratoria"];
  return path
    .split(delimiter)
    .filter((folder) => folder !== "")
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .some((file) => {
      try {
        accessSync(file, constants.X_OK);
        // On Windows it is a script that calls this one.
        return platform === "win32" || realpathSync(file) === realpathSync(script);
      } catch {
        return false;
      }
    });
}

/** What to type in front of a command of this process. */
export const OWN = ownCommand({ script: process.argv[1], env: process.env, platform: process.platform });
