// SPEC.md PR110 to PR115.
import { readFileSync, readdirSync } from "node:fs";
import {
  checkJson,
  encodeEvent,
  EventReader,
  type JsonObject,
  LIMITS,
  mergePatch,
  ProtocolError,
  parseEvent,
  type ToolEvent,
} from "@narratoria/protocol";
import { type ContractName, type ContractTypes, encodeDocument, parseDocument } from "@narratoria/protocol/contracts";
import { describe, expect, it } from "vitest";
import { HOSTILE, isPolluted } from "./hostile.js";

const folder = new URL("../../../contracts/cases/", import.meta.url);
const NAMES = readdirSync(folder).map((file) => file.replace(".cases.json", "") as ContractName);
const casesOf = (name: string): { description: string; data: unknown; valid: boolean }[] =>
  JSON.parse(readFileSync(new URL(`${name}.cases.json`, folder), "utf8"));

function failure(run: () => unknown): ProtocolError {
  try {
    run();
  } catch (error) {
    if (error instanceof ProtocolError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe.each(NAMES)("%s", (name) => {
  it("[PR110] is read where it is valid, and what was read can be written and read again", () => {
    for (const { data, valid } of casesOf(name)) {
      const text = JSON.stringify(data);
      if (!valid) {
        expect(() => parseDocument(name, text)).toThrow(ProtocolError);
        continue;
      }
      const read = parseDocument(name, Buffer.from(`\ufeff${text}\n`));
      expect(read).toEqual(data);
      expect(parseDocument(name, encodeDocument(name, read))).toEqual(data);
    }
  });

  it("[PR110] that is not valid is neither read nor written; the error points at the first fault", () => {
    for (const { data, valid } of casesOf(name)) {
      if (valid || data === undefined) continue;
      const error = failure(() => parseDocument(name, JSON.stringify(data)));
      expect(error.pointer).toMatch(/^(\/.*)?$/);
      expect(error.rule).toMatch(/^PR\d+$/);
      expect(() => encodeDocument(name, data as ContractTypes[typeof name])).toThrow(ProtocolError);
    }
  });

  it.each(HOSTILE)("[PR115] lets no key in that reaches prototypes: %s", (_, text) => {
    const good = casesOf(name).find(({ data, valid }) => valid && typeof data === "object" && !Array.isArray(data));
    const members = JSON.stringify(good?.data).slice(1, -1);
    // Beside its own members, and inside one that nobody knows.
    for (const hostile of [
      `{${members}${members ? "," : ""}${text.slice(1)}`,
      `{${members}${members ? "," : ""}"x":${text}}`,
    ]) {
      const error = failure(() => parseDocument(name, hostile));
      expect(error.code).toBe("forbidden_key");
      expect(error.pointer).toMatch(/\/(__proto__|constructor|prototype)$/);
      expect(failure(() => encodeDocument(name, JSON.parse(hostile))).code).toBe("forbidden_key");
    }
    expect(isPolluted()).toBe(false);
  });
});

const plan = { requestId: "8d0f7a52-3a7c-4f0e-9a53-0f2b3f8d9d11", tools: [], narrative: "x" };

describe("a document", () => {
  it("[PR111] holds no more than its kind may", () => {
    const long = { ...plan, narrative: "x".repeat(LIMITS.planBytes) };
    expect(failure(() => parseDocument("plan-json", JSON.stringify(long)))).toMatchObject({
      code: "too_long",
      rule: "PR111",
    });
    expect(failure(() => encodeDocument("plan-json", long)).code).toBe("too_long");
    const deep = (depth: number): string =>
      `${JSON.stringify(plan).slice(0, -1)},"x":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    expect(parseDocument("plan-json", deep(31))).toMatchObject(plan);
    expect(failure(() => parseDocument("plan-json", deep(32))).code).toBe("too_deep");
    expect(failure(() => parseDocument("plan-json", deep(10_000))).code).toBe("too_deep");
  });

  it("[PR112] that its contract forbids is refused in words, each fault named", () => {
    const error = failure(() => parseDocument("plan-json", '{"tools":[{"toolId":"a"}],"paralel":true}'));
    expect(error).toMatchObject({ code: "invalid_document", rule: "PR112", pointer: "" });
    expect(error.message).toContain('"requestId" is missing');
    expect(error.message).toContain('"toolPath" is missing');
  });

  it("[PR113] is JSON in UTF-8, strictly; the error names the line and quotes it", () => {
    expect(failure(() => parseDocument("plan-json", '{\n"a": 1,\n"b": x\u0007}\n'))).toMatchObject({
      code: "invalid_json",
      line: 3,
      excerpt: '"b": x\\u0007}',
    });
    expect(failure(() => parseDocument("plan-json", '{\n"a":')).line).toBe(2);
    const latin1 = Buffer.from('{\n"é": 1}', "latin1");
    expect(failure(() => parseDocument("plan-json", latin1))).toMatchObject({
      code: "invalid_utf8",
      line: 2,
      excerpt: '"\\xe9": 1}',
    });
    expect(failure(() => parseDocument("plan-json", "\ufeff\ufeff{}")).code).toBe("invalid_json");
    expect(parseDocument("plan-json", JSON.stringify(plan).replace('"x"', '"\\ud800"')).narrative).toBe("\ufffd");
    expect(failure(() => parseDocument("plan-json", JSON.stringify(plan).replace('"x"', "1e400"))).pointer).toBe(
      "/narrative",
    );
  });

  it("[PR113] is not written with what JSON cannot say", () => {
    const result = (value: unknown) => ({ ...plan, x: value });
    expect(failure(() => encodeDocument("plan-json", result(Number.NaN))).pointer).toBe("/x");
    expect(encodeDocument("plan-json", result("\ud800"))).toContain('"x":"\\ufffd"');
    const circle: { x?: unknown } = {};
    circle.x = circle;
    expect(failure(() => encodeDocument("plan-json", result(circle))).code).toBe("too_deep");
  });
});

describe("an event to be sent", () => {
  const eventNames = NAMES.filter((name) => name.endsWith("-event") && name !== "engine-event");

  it.each([...eventNames, "ui-event"])("[PR114] of the cases of %s is written exactly when it is valid", (name) => {
    for (const { data, valid } of casesOf(name)) {
      const send = (): string => encodeEvent(data as ToolEvent);
      if (valid) {
        const text = send();
        expect(text.endsWith("}\n")).toBe(true);
        expect(new EventReader().push(Buffer.from(text))).toEqual([data]);
      } else {
        let type: unknown;
        try {
          type = JSON.parse(send()).type;
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError);
        }
        // What is written all the same is a good event of another type.
        expect(type).not.toBe(name.replace("-event", "").replace("-", "_"));
      }
    }
  });

  it("[PR114] holds no number that JSON cannot write, and fits a line", () => {
    const patch = (value: object) => ({ version: "0", type: "state_patch", patch: value as JsonObject }) as const;
    expect(failure(() => encodeEvent(patch({ hp: Number.NaN })))).toMatchObject({
      code: "number_out_of_range",
      pointer: "/patch/hp",
    });
    expect(
      failure(() => encodeEvent({ version: "0", type: "log", level: "info", message: "x".repeat(LIMITS.lineBytes) }))
        .code,
    ).toBe("line_too_long");
    expect(encodeEvent({ version: "0", type: "log", level: "info", message: "a\ud800" })).toContain("a\\ufffd");
    expect(encodeEvent(patch({ id: 9007199254740993 }))).toContain("9007199254740992");
  });
});

describe("hostile keys", () => {
  const line = (patch: string): string => `{"version":"0","type":"state_patch","patch":${patch}}\n`;

  it.each(HOSTILE)("[PR115] are refused in events, patches and values: %s", (_, text) => {
    const value: JsonObject = JSON.parse(text);
    const reader = new EventReader();
    reader.push(Buffer.from(line(text)));
    expect(reader.fault?.code).toBe("forbidden_key");
    expect(failure(() => parseEvent(JSON.parse(line(text)))).code).toBe("forbidden_key");
    expect(failure(() => encodeEvent(JSON.parse(line(text)))).code).toBe("forbidden_key");
    expect(failure(() => mergePatch({ a: { b: {} } }, value)).code).toBe("forbidden_key");
    expect(failure(() => checkJson(value, { refuseForbiddenKeys: true })).code).toBe("forbidden_key");
    expect(isPolluted()).toBe(false);
  });
});
