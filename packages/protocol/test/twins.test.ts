import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { judgeStream } from "../src/judge-stream.js";

const folder = mkdtempSync(join(tmpdir(), "narratoria-twins-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
for (const twin of ["narratoria.py", "narratoria.sh"]) {
  cpSync(fileURLToPath(new URL(`../twins/${twin}`, import.meta.url)), join(folder, twin));
}

const ENV = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  LANG: "C.UTF-8",
  HOME: folder,
  TMPDIR: folder,
  PYTHONDONTWRITEBYTECODE: "1",
};
const python = ["/usr/local/bin", "/usr/bin", "/bin"].some((path) => existsSync(join(path, "python3")));
const curl = spawnSync("curl", ["--version"], { env: ENV }).error === undefined;

/** The same script in both languages: `main` in sh, the body of `run(input, tool)` in Python. */
interface Script {
  readonly sh: string;
  readonly py: string;
  /** The shape of the input, for Python; sh asks for each field. */
  readonly shape?: string;
}

let count = 0;

function written(language: "sh" | "py", script: Script): { program: string; file: string } {
  const file = join(folder, `script-${++count}.${language}`);
  if (language === "sh") {
    writeFileSync(file, `. "$(dirname "$0")/narratoria.sh"\nmain() {\n${script.sh}\n}\nnarratoria_run main\n`);
    return { program: "sh", file };
  }
  const body = script.py.replaceAll("\n", "\n  ");
  const start = "import os, signal, sys, time\nfrom narratoria import ToolFailure, define_tool";
  writeFileSync(
    file,
    `${start}\ndef run(input, tool):\n  ${body}\ndefine_tool(run, input=${script.shape ?? "None"})\n`,
  );
  return { program: "python3", file };
}

function run(language: "sh" | "py", script: Script, input: object | string | Uint8Array) {
  const { program, file } = written(language, script);
  const stdin = typeof input === "string" || input instanceof Uint8Array ? input : JSON.stringify(input);
  const { status, stdout, stderr } = spawnSync(program, [file], { input: stdin, env: ENV, cwd: folder });
  return { ...judgeStream(stdout, { code: status }), status, stderr: stderr.toString("utf8") };
}

const languages = [["sh"], ...(python ? [["py"]] : [])] as ["sh" | "py"][];

describe.each(languages)("the twin in %s", (language) => {
  const echo: Script = {
    sh: 'narratoria_output "$(narratoria_object text "$(narratoria_string "$(narratoria_text input.text; echo .)")")"',
    py: 'return {"text": input["text"] + "."}',
    shape: '{"properties": {"text": {"type": "string"}}, "required": ["text"]}',
  };

  it("[PR250] sends events of every type, and an output", () => {
    const script: Script = {
      sh: `narratoria_log info "It's \\"here\\""
        narratoria_state_patch '{"flags":{"torch":true}}'
        narratoria_asset map image image/png map.png
        narratoria_ui_event bell '{"strokes":3}'
        narratoria_error lost "A shoe"
        narratoria_output '{"a":1}'`,
      py: `tool.log("info", "It's \\"here\\"")
tool.state_patch({"flags": {"torch": True}})
tool.asset("map", "image", "image/png", "map.png")
tool.ui_event("bell", {"strokes": 3})
tool.error("lost", "A shoe")
return {"a": 1}`,
    };
    const { outcome, events, output, warnings } = run(language, script, { input: {} });
    expect({ outcome, output, warnings }).toEqual({ outcome: "success", output: { a: 1 }, warnings: [] });
    expect(events.slice(0, 5)).toEqual([
      { version: "0", type: "log", level: "info", message: `It's "here"` },
      { version: "0", type: "state_patch", patch: { flags: { torch: true } } },
      { version: "0", type: "asset", assetId: "map", kind: "image", mediaType: "image/png", path: "map.png" },
      { version: "0", type: "ui_event", event: "bell", payload: { strokes: 3 } },
      { version: "0", type: "error", errorCode: "lost", errorMessage: "A shoe" },
    ]);
  });

  it("[PR251] hands every text on as it is", () => {
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({
        unit: fc.constantFrom("'", '"', "\\", "$", "`", "\n", "\t", "é", "漢", "\u{1F514}", "%", " ", "\u007f"),
      }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const { outcome, output } = run(language, echo, { input: { text } });
        const expected = language === "sh" ? text.replaceAll("\0", "\ufffd") : text;
        expect({ outcome, output }).toEqual({ outcome: "success", output: { text: `${expected}.` } });
      }),
      { numRuns: process.env["NARRATORIA_LONG"] === "1" ? 40 : 12 },
    );
  });

  it("[PR251] makes up for halves of pairs and bytes that are no text", () => {
    const { outcome, output } = run(language, echo, '{"input":{"text":"a\\ud83d b\\udd14"}}');
    expect({ outcome, output }).toEqual({ outcome: "success", output: { text: "a\ufffd b\ufffd." } });
    const bytes: Script = {
      sh: `narratoria_log info "$(printf 'a\\303b\\355\\240\\200c\\377')"`,
      py: 'tool.log("info", b"a\\xc3b\\xed\\xa0\\x80c\\xff".decode("utf-8", "surrogateescape"))',
    };
    const [event] = run(language, bytes, { input: {} }).events;
    expect(event).toMatchObject({ message: "a\ufffdb\ufffd\ufffd\ufffdc\ufffd" });
  });

  it("[PR251] hands on a text of half a megabyte", () => {
    const text = `${"A long tale. ".repeat(40_000)}"\n`;
    expect(run(language, echo, { input: { text } }).output).toEqual({ text: `${text}.` });
  });

  it.each([
    ["", "Standard input must hold the tool input, one JSON object: nothing came."],
    ['{"input":{"text":"half', "Standard input must hold the tool input, one JSON object: "],
    ['{"input":{}} {}', "Standard input must hold the tool input, one JSON object: "],
    ["{'input':{}}", "Standard input must hold the tool input, one JSON object: "],
    ["[1]", "The tool input must be a JSON object."],
    ['{"input":[]}', '"input" must be an object.'],
    ['{"input":{"text":7}}', '"input.text" must be text'],
    ['{"input":{}}', '"input.text" is missing.'],
  ])("[PR252] refuses %j in words", (input, words) => {
    const { outcome, error, events, status } = run(language, echo, input);
    expect({ outcome, code: error?.code, status }).toEqual({ outcome: "failed", code: "invalid_input", status: 0 });
    expect(error?.message).toContain(language === "py" ? words.replace("input.", "") : words);
    expect(events.map(({ type }) => type)).toEqual(["error", "done"]);
  });

  it.each<[string, Script, string]>([
    ["breaks off", { sh: "false; narratoria_log info unreached", py: "raise KeyError('x')" }, "unexpected"],
    ["leaves", { sh: "exit 3", py: "sys.exit(3)" }, language === "sh" ? "unexpected" : "unfinished"],
    [
      "fails on purpose",
      { sh: 'narratoria_fail no_rope "There is no rope."', py: 'raise ToolFailure("no_rope", "There is no rope.")' },
      "no_rope",
    ],
  ])("[PR252] a script that %s has one error and one done", (_what, script, code) => {
    const { outcome, error, events, status } = run(language, script, { input: {} });
    expect({ outcome, code: error?.code, status }).toEqual({ outcome: "failed", code, status: 0 });
    expect(events.map(({ type }) => type)).toEqual(["error", "done"]);
  });

  it("[PR252] what a script prints goes to standard error", () => {
    const { outcome, events, stderr } = run(language, { sh: "echo stray", py: 'print("stray")' }, { input: {} });
    expect([outcome, events.length, stderr]).toEqual(["success", 1, "stray\n"]);
  });

  it.skipIf(language === "sh" && !curl)("[PR253] asks the host with its token, and fails when it refuses", async () => {
    const asked: unknown[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        asked.push([
          request.method,
          request.url,
          request.headers.authorization,
          JSON.parse(Buffer.concat(chunks).toString("utf8")),
        ]);
        response.statusCode = request.url === "/v0/state" ? 200 : 403;
        response.end(
          JSON.stringify(
            response.statusCode === 200
              ? { state: { mood: 'wary "of" \\ you' } }
              : { error: { code: "not_granted", message: "No." } },
          ),
        );
      });
    });
    const socket = join(folder, `${language}.sock`);
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    const input = JSON.stringify({ input: {}, host: { socket, token: "secret-token" } });
    const asks = async (script: Script) => {
      const { program, file } = written(language, script);
      const child = spawn(program, [file], { env: ENV, cwd: folder });
      const chunks: Buffer[] = [];
      child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
      child.stdin.end(input);
      const [code] = await once(child, "close");
      return judgeStream(Buffer.concat(chunks), { code });
    };
    const state = await asks({
      sh: `narratoria_host state '{"path":"people.osk \\"x\\""}'
        narratoria_output "$(narratoria_object mood "$(narratoria_string "$(narratoria_text host.state.mood)")")"`,
      py: 'return {"mood": tool.host.state("people.osk \\"x\\"")["mood"]}',
    });
    expect(state.output).toEqual({ mood: 'wary "of" \\ you' });
    const refused = await asks({ sh: "narratoria_host embed", py: 'tool.host.call("embed")' });
    expect(refused).toMatchObject({
      outcome: "failed",
      error: { code: language === "sh" ? "host_error" : "not_granted" },
    });
    expect(asked).toEqual([
      ["POST", "/v0/state", "Bearer secret-token", { path: 'people.osk "x"' }],
      ["POST", "/v0/embed", "Bearer secret-token", {}],
    ]);
    await new Promise((resolve) => server.close(resolve));
  });
});

describe.skipIf(!python)("the twin in Python, without a network", () => {
  it.each([
    ["a refused connection", "raise ConnectionRefusedError(111, 'Connection refused')", "ConnectionRefusedError"],
    [
      "a name that nobody knows, as urllib tells it",
      "import socket, urllib.error\nraise urllib.error.URLError(socket.gaierror(-2, 'Name or service not known'))",
      "gaierror",
    ],
    ["a network that is down", "import errno\nraise OSError(errno.ENETUNREACH, 'Network is unreachable')", "OSError"],
  ])("[PR480] tells %s apart from other failures", (_what, py, cause) => {
    const { error, stderr } = run("py", { sh: "", py }, { input: {} });
    expect(error).toMatchObject({ code: "network_error", details: { cause } });
    expect(stderr).toBe("");
  });

  it("[PR480] takes a broken pipe and a missing file for what they are", () => {
    for (const py of ["raise BrokenPipeError(32, 'Broken pipe')", "open('/nowhere/at/all')"]) {
      expect(run("py", { sh: "", py }, { input: {} }).error?.code).toBe("unexpected");
    }
  });
});

describe.skipIf(!python)("the twin in Python, told to stop", () => {
  const stop = async (body: string) => {
    const { program, file } = written("py", { sh: "", py: body });
    const child: ChildProcess = spawn(program, [file], { env: ENV, cwd: folder });
    const chunks: Buffer[] = [];
    child.stdin?.end('{"input":{}}');
    child.stdout?.on("data", (chunk: Buffer) => {
      if (chunks.length === 0) child.kill("SIGTERM");
      chunks.push(chunk);
    });
    const [code, signal] = await once(child, "close");
    return { ...judgeStream(Buffer.concat(chunks), { code, signal }), signal };
  };

  it("[PR254] says that it was cancelled", async () => {
    expect(await stop('tool.log("info", "working")\ntime.sleep(30)')).toMatchObject({
      outcome: "failed",
      error: { code: "cancelled" },
    });
  });

  it("[PR254] is ended after a second when it goes on regardless", async () => {
    const body =
      'while True:\n  try:\n    tool.log("info", "working")\n    time.sleep(30)\n  except BaseException: pass';
    expect((await stop(body)).signal).toBe("SIGALRM");
  });
});
