import { describe, expect, it, onTestFinished, vi } from "vitest";
import { executePlan } from "../src/plan/execute-plan.js";
import { toolEnvironment } from "@narratoria/protocol/launch";
import { options, outputOf, planOf, tool } from "./support.js";

describe("the environment of a tool", () => {
  it("[EX34] is built from nothing: no variable of the player's reaches it", async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const [name, value] of Object.entries({
      API_KEY: "secret",
      NODE_OPTIONS: "--no-warnings",
      NODE_EXTRA_CA_CERTS: "/etc/ssl/cert.pem",
      LD_LIBRARY_PATH: "/tmp",
      HTTPS_PROXY: "http://proxy",
      HOME: "/home/player",
    })) {
      vi.stubEnv(name, value);
    }
    const { result } = await executePlan(planOf([tool("a", "echoes")]), options());
    const { env, cwd } = outputOf(result.toolResults, "a");
    const names = ["HOME", "LANG", "NARRATORIA_DATA_DIR", "NARRATORIA_PROTOCOL", "NODE_NO_WARNINGS", "PATH"];
    const all = [
      ...names,
      "PYTHONDONTWRITEBYTECODE",
      "PYTHONUNBUFFERED",
      "PYTHONUTF8",
      "TMPDIR",
      ...(process.env.TZ ? ["TZ"] : []),
    ];
    expect(Object.keys(env ?? {}).sort()).toEqual(all);
    expect(env).toMatchObject({ HOME: cwd, TMPDIR: cwd, LANG: "C.UTF-8", NARRATORIA_PROTOCOL: "0" });
  });

  it("[EX34] has the player's time zone, if it is the name of one", () => {
    const zone = (TZ: string): string | undefined => toolEnvironment("/s", "/d", "linux", { TZ }).TZ;
    expect(zone("Europe/Vienna")).toBe("Europe/Vienna");
    expect(zone("/etc/passwd")).toBeUndefined();
    expect(zone(":/etc/passwd")).toBeUndefined();
    expect(zone("")).toBeUndefined();
  });

  it("[EX34] has what Windows cannot start without, on Windows only", () => {
    const env = toolEnvironment("C:\\s", "C:\\d", "win32", {
      SYSTEMROOT: "C:\\Win",
      PATH: "C:\\evil",
      APPDATA: "C:\\a",
    });
    expect(env).toMatchObject({
      SYSTEMROOT: "C:\\Win",
      TEMP: "C:\\s",
      PATH: "C:\\Win\\System32;C:\\Win",
      PATHEXT: ".COM;.EXE",
    });
    expect(env.APPDATA).toBeUndefined();
    expect(toolEnvironment("/s", "/d", "darwin", {}).PATH).toBe("/opt/homebrew/bin:/usr/local/bin:/usr/bin:/bin");
  });
});
