import { nodeEnvironment } from "./host-program.js";

/** Where programs are looked for first. Fixed, so that the player's own PATH cannot change what a skill runs. */
export function programFolders(platform: NodeJS.Platform, env: Readonly<NodeJS.ProcessEnv>): readonly string[] {
  if (platform === "win32") {
    const root = env.SYSTEMROOT ?? env.SystemRoot ?? "C:\\Windows";
    return [`${root}\\System32`, root];
  }
  const folders = ["/usr/local/bin", "/usr/bin", "/bin"];
  return platform === "darwin" ? ["/opt/homebrew/bin", ...folders] : folders;
}

/**
 * The environment of a tool, built from nothing: what the player's shell exports (keys, proxies, loader settings) is none of
 * a skill's business, and a certificate variable passed through costs 37 ms at every start of Node. Implements rule EX34 of the executor.
 *
 * @param scratchDir - The invocation's own folder, which is its home and its temporary folder.
 * @param dataDir - The skill's private `data/` folder.
 * @param platform - `process.platform`.
 * @param env - The runtime's own environment; only the time zone and what Windows cannot start without are taken over.
 */
export function toolEnvironment(
  scratchDir: string,
  dataDir: string,
  platform: NodeJS.Platform,
  env: Readonly<NodeJS.ProcessEnv>,
): Record<string, string> {
  const windows = platform === "win32";
  const result: Record<string, string> = {
    PATH: programFolders(platform, env).join(windows ? ";" : ":"),
    HOME: scratchDir,
    TMPDIR: scratchDir,
    LANG: "C.UTF-8",
    NARRATORIA_DATA_DIR: dataDir,
    NARRATORIA_PROTOCOL: "0",
    PYTHONUTF8: "1",
    PYTHONUNBUFFERED: "1",
    // Python would keep what it compiles in the skill's folder, whose hash the player's consent is bound to.
    PYTHONDONTWRITEBYTECODE: "1",
    NODE_NO_WARNINGS: "1",
    ...nodeEnvironment(),
  };
  // A path in TZ would make the C library open that file.
  if (env.TZ && /^[A-Za-z0-9_+/-]{1,64}$/.test(env.TZ) && !env.TZ.startsWith("/")) result.TZ = env.TZ;
  if (windows) {
    result.SYSTEMROOT = env.SYSTEMROOT ?? env.SystemRoot ?? "C:\\Windows";
    result.TEMP = scratchDir;
    result.TMP = scratchDir;
    result.USERPROFILE = scratchDir;
    result.PATHEXT = ".COM;.EXE";
  }
  return result;
}
