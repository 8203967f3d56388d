// SPEC.md PR1 to PR9 and PR423.
import { encodeEvent, LIMITS, NdjsonDecoder, ProtocolError, type ToolEvent } from "@narratoria/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Decodes a whole stream given in these chunks. */
function decode(chunks: readonly (string | Uint8Array)[], options?: { maxLineBytes: number }): unknown[] {
  const decoder = new NdjsonDecoder(options);
  const lines = chunks.flatMap((chunk) => decoder.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk));
  return [...lines, ...decoder.end()].map(({ value }) => value);
}

function failure(run: () => unknown): ProtocolError {
  try {
    run();
  } catch (error) {
    if (error instanceof ProtocolError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

/** Cuts bytes after each of these positions. */
function cut(bytes: Buffer, positions: readonly number[]): Buffer[] {
  const ends = [...new Set(positions.map((position) => position % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...ends, bytes.length].map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end));
}

describe("chunks", () => {
  it("[PR1] may be cut anywhere", () => {
    const anyStream = fc.array(fc.jsonValue(), { maxLength: 8 });
    fc.assert(
      fc.property(anyStream, fc.array(fc.nat()), fc.boolean(), (values, positions, lastNewline) => {
        const lines = values.map((value) => JSON.stringify(value));
        const text = lines.join("\n") + (lastNewline ? "\n" : "");
        const expected = lines.map((line) => JSON.parse(line));
        expect(decode(cut(Buffer.from(text), positions))).toEqual(expected);
      }),
    );
  });

  it("[PR1] may be single bytes, in the middle of characters", () => {
    const bytes = Buffer.from('{"text":"Öl, 鐘, 🔔"}\r\n{"n":1}');
    expect(decode([...bytes].map((byte) => Buffer.of(byte)))).toEqual([{ text: "Öl, 鐘, 🔔" }, { n: 1 }]);
  });

  it("[PR1] may be reused by their owner once they have been pushed", () => {
    const decoder = new NdjsonDecoder();
    const chunk = Buffer.from('{"a":');
    decoder.push(chunk);
    chunk.fill(0);
    expect(decoder.push(Buffer.from("1}\n"))).toEqual([{ line: 1, value: { a: 1 }, text: '{"a":1}' }]);
  });

  it("[PR1] may be a part of a larger buffer", () => {
    const whole = new Uint8Array(Buffer.from('xx{"a":1}\nyy'));
    expect(new NdjsonDecoder().push(whole.subarray(2, 10))).toEqual([{ line: 1, value: { a: 1 }, text: '{"a":1}' }]);
  });
});

describe("lines", () => {
  it("[PR2] end with LF or CRLF; blank ones count and are skipped; the last needs no end", () => {
    const decoder = new NdjsonDecoder();
    const lines = decoder.push(Buffer.from('{"a":1}\r\n\n \t\r\n  {"a":2}  \n{"a":3}'));
    expect([...lines, ...decoder.end()]).toEqual([
      { line: 1, value: { a: 1 }, text: '{"a":1}\r' },
      { line: 4, value: { a: 2 }, text: '  {"a":2}  ' },
      { line: 5, value: { a: 3 }, text: '{"a":3}' },
    ]);
  });

  it("[PR2] do not end at U+2028, U+2029, U+0085 or a lone CR", () => {
    expect(decode(['{"a":"x\u2028y\u2029z\u0085"\r,"b":1}\n'])).toEqual([{ a: "x\u2028y\u2029z\u0085", b: 1 }]);
  });

  it("[PR2] of nothing are no lines", () => {
    expect(decode([])).toEqual([]);
    expect(decode(["", "\n", "\r\n"])).toEqual([]);
  });

  it("[PR3] may follow a byte order mark at the very start, whole or in pieces", () => {
    const marked = Buffer.from('\ufeff{"a":1}\n{"a":2}\n');
    expect(decode([marked])).toEqual([{ a: 1 }, { a: 2 }]);
    expect(decode([...marked].map((byte) => Buffer.of(byte)))).toEqual([{ a: 1 }, { a: 2 }]);
    expect(decode([Buffer.from("\ufeff")])).toEqual([]);
  });

  it.each([
    ["on a later line", '{"a":1}\n\ufeff{"a":2}\n'],
    ["twice at the start", '\ufeff\ufeff{"a":1}\n'],
    ["alone on a later line", '{"a":1}\n\ufeff\n'],
    ["after a space", ' \ufeff{"a":1}\n'],
  ])("[PR3] are refused with a byte order mark %s", (_, text) => {
    expect(failure(() => decode([text])).code).toBe("invalid_json");
    const lines = text.split(/(?<=\n)/);
    expect(failure(() => decode(lines)).code).toBe("invalid_json");
  });
});

describe("UTF-8", () => {
  it.each([
    ["Latin-1", [0xe9]],
    ["a continuation alone", [0x80]],
    ["an overlong slash", [0xc0, 0xaf]],
    ["a surrogate", [0xed, 0xa0, 0x80]],
    ["a character cut short", [0xe9, 0x90]],
    ["more than there is", [0xf5, 0x80, 0x80, 0x80]],
  ])("[PR4] refuses %s and names the line", (_, bad) => {
    const stream = [Buffer.from('{"a":1}\n\n{"a":"'), Buffer.from(bad), Buffer.from('"}\n{"a":2}\n')];
    for (const chunks of [stream, [Buffer.concat(stream)]]) {
      const error = failure(() => decode(chunks));
      expect([error.code, error.line]).toEqual(["invalid_utf8", 3]);
    }
  });

  it("[PR4] refuses it in a line that never ends, too", () => {
    expect(failure(() => decode([Buffer.from([0x7b, 0xff])])).code).toBe("invalid_utf8");
  });

  it("[PR4] refuses UTF-16", () => {
    expect(failure(() => decode([Buffer.from('{"a":1}\n', "utf16le")])).code).toBe("invalid_json");
  });
});

describe("the cap", () => {
  it("[PR5] ends a line that is too long before its newline comes", () => {
    const decoder = new NdjsonDecoder({ maxLineBytes: 100 });
    decoder.push(Buffer.alloc(100, 0x20));
    const error = failure(() => decoder.push(Buffer.of(0x20)));
    expect([error.code, error.line]).toEqual(["line_too_long", 1]);
  });

  it("[PR5] is one mebibyte unless told otherwise, and counts bytes", () => {
    const text = "é".repeat(524_284);
    expect(decode([`{"a":"${text}"}\n`])).toHaveLength(1);
    expect(failure(() => decode([`{"a":"${text}é"}\n`])).code).toBe("line_too_long");
  });

  it("[PR5] holds for each line, not for a chunk or a stream", () => {
    const line = `{"a":"${"x".repeat(90)}"}\n`;
    expect(decode([line.repeat(50), line, line.repeat(2)], { maxLineBytes: 100 })).toHaveLength(53);
    const error = failure(() => decode([`{"a":1}\n{"a":"${"x".repeat(100)}"}\n`], { maxLineBytes: 100 }));
    expect([error.code, error.line, error.decoded.length]).toEqual(["line_too_long", 2, 1]);
  });

  it("[PR5] holds for a line whose end comes in a later chunk", () => {
    const error = failure(() => decode([`{"a":"${"x".repeat(80)}`, `${"x".repeat(20)}"}\n`], { maxLineBytes: 100 }));
    expect([error.code, error.line]).toEqual(["line_too_long", 1]);
  });
});

describe("the number of values", () => {
  const list = (values: number, one = "1"): string => `[${Array(values).fill(one).join(",")}]`;
  const most = LIMITS.lineValues;

  it.each([
    ["numbers", list(most - 1)],
    ["empty lists", list(most - 1, "[ ]")],
    ["lists within lists", list((most - 2) / 2, "[[]]")],
  ])("[PR423] of a line is at most 50,000: %s", (_, text) => {
    expect(decode([`${text}\n`])).toHaveLength(1);
    const error = failure(() => decode(["{}\n", `${text.slice(0, -1)},1,1]\n`]));
    expect(error).toMatchObject({ code: "too_many_values", line: 2, rule: "PR423" });
  });

  it.each([
    [
      "in one object",
      (members: number) => Object.fromEntries(Array.from({ length: members }, (_, at) => [`k${at}`, 1])),
    ],
    ["in an object each", (members: number) => Array.from({ length: members }, () => ({ a: 1 }))],
  ])("[PR423] of a line are members 12,000 times at most: %s", (_, value) => {
    expect(decode([`${JSON.stringify(value(LIMITS.lineMembers))}\n`])).toHaveLength(1);
    const error = failure(() => decode([`${JSON.stringify(value(LIMITS.lineMembers + 1))}\n`]));
    expect(error).toMatchObject({ code: "too_many_values", line: 1, rule: "PR423" });
  });

  it("[PR423] of a line does not count what stands in a text", () => {
    const text = String.raw`,[{:\",[:\\`;
    expect(decode([`{"a":"${text.repeat(40_000)}"}\n`])).toEqual([{ a: JSON.parse(`"${text.repeat(40_000)}"`) }]);
  });

  it("[PR423] of an event that is to be sent is at most as many", () => {
    const event = (values: number): ToolEvent => ({
      version: "0",
      type: "done",
      ok: true,
      output: { list: Array<number>(values).fill(1) },
    });
    expect(encodeEvent(event(most - 6))).toContain("1]");
    expect(failure(() => encodeEvent(event(most))).code).toBe("too_many_values");
  });
});

describe("anything but one JSON value", () => {
  it.each([
    "Loading model…",
    '{"a":1}{"a":2}',
    '{"a":1',
    "{'a':1}",
    '{"a":NaN}',
    '{"a":Infinity}',
    '{"a":1,}',
    "// comment",
    "data: {}",
    "Content-Length: 12",
    '{"a":"\t"}',
    '{"a":"\0"}',
    "\u001b[1mbold\u001b[0m",
    '{"a":1}\r{"a":2}\r',
  ])("[PR6] is refused: %j", (line) => {
    const error = failure(() => decode(["\n", `${line}\n`]));
    expect([error.code, error.line]).toEqual(["invalid_json", 2]);
  });

  it("[PR6] is shown in the error, without control characters and never more than 200 characters", () => {
    expect(failure(() => decode(["\u001b[31mred\u0007\n"])).excerpt).toBe("\\u001b[31mred\\u0007");
    expect(failure(() => decode([`${"🔔".repeat(300)}\n`])).excerpt).toBe("🔔".repeat(100));
    const cutInTheMiddle = failure(() => decode([`x${"🔔".repeat(300)}\n`])).excerpt ?? "";
    expect(cutInTheMiddle).toBe(`x${"🔔".repeat(99)}`);
    expect(failure(() => decode(["\u0007".repeat(500)])).excerpt).toHaveLength(200);
  });

  it.each<[string, string, Uint8Array, string]>([
    ["PR3", "invalid_json", Buffer.from(" \ufeff{}\n"), " \\ufeff{}"],
    ["PR4", "invalid_utf8", Buffer.from([0x61, 0xe9, 0x00, 0x0a]), "a\\xe9\\u0000"],
    ["PR5", "line_too_long", Buffer.from(`é\u202e${"x".repeat(300)}\n`), `é\\u202e${"x".repeat(193)}`],
    ["PR6", "invalid_json", Buffer.from("Loading\u001b[0m…\n"), "Loading\\u001b[0m…"],
  ])("[PR106] says which rule was broken, %s, and quotes the line", (rule, code, bad, excerpt) => {
    for (const size of [1, 5, bad.length]) {
      const chunks = Array.from({ length: Math.ceil(bad.length / size) }, (_, n) =>
        bad.subarray(n * size, (n + 1) * size),
      );
      const error = failure(() => decode([`{"a":1}\n`, ...chunks], { maxLineBytes: 250 }));
      expect(error).toMatchObject({ rule, code, line: 2, pointer: "", excerpt });
    }
  });

  it("[PR7] takes nothing from the lines before it in the same chunk", () => {
    for (const bad of [Buffer.from("oops\n"), Buffer.from([0xff, 0x0a]), Buffer.alloc(60, 0x20)]) {
      const chunk = Buffer.concat([Buffer.from('{"a":1}\n{"a":2}\n'), bad]);
      const error = failure(() => new NdjsonDecoder({ maxLineBytes: 50 }).push(chunk));
      expect(error.decoded).toEqual([
        { line: 1, value: { a: 1 }, text: '{"a":1}' },
        { line: 2, value: { a: 2 }, text: '{"a":2}' },
      ]);
    }
    const decoder = new NdjsonDecoder();
    decoder.push(Buffer.from("{"));
    expect(failure(() => decoder.end()).code).toBe("invalid_json");
  });
});

describe("lone surrogates", () => {
  it.each([
    ["a high one", String.raw`"\ud83d"`, "\ufffd"],
    ["a low one", String.raw`"\uDD14"`, "\ufffd"],
    ["two high ones", String.raw`"\ud83d\ud83d"`, "\ufffd\ufffd"],
    ["a high one before text", String.raw`"\ud83dx"`, "\ufffdx"],
    ["the wrong way round", String.raw`"\udd14\ud83d"`, "\ufffd\ufffd"],
    ["a high one before a pair", String.raw`"\ud83d\ud83d\udd14"`, "\ufffd🔔"],
  ])("[PR8] become U+FFFD: %s", (_, text, expected) => {
    expect(decode([text])).toEqual([expected]);
    expect(decode([`{${text}:1}`])).toEqual([{ [expected]: 1 }]);
  });

  it("[PR8] are not pairs, escaped backslashes or other escapes", () => {
    expect(decode([String.raw`"\ud83d\udd14 \\ud83d \u00e9 \\\ud83d\udd14"`])).toEqual(["🔔 \\ud83d é \\🔔"]);
  });

  it("[PR8] leave every string as it was after a way through JSON and back", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const escaped = JSON.stringify(text).replace(
          /[^ -~]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
        );
        expect(decode([escaped])).toEqual([text]);
      }),
    );
  });
});

/** Processor time since then, which a busy machine does not stretch as it stretches the clock. */
function spentMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

it("[PR9] costs no more when a chunk holds many lines, blank ones or ones that never end", () => {
  const before = process.cpuUsage();
  expect(decode([Buffer.alloc(8_000_000, "\n")])).toEqual([]);
  expect(failure(() => decode([Buffer.alloc(10_000_000, "x")])).code).toBe("line_too_long");
  const pieces = Array.from({ length: 153 }, () => Buffer.alloc(65_536, "x"));
  expect(failure(() => decode(pieces)).code).toBe("line_too_long");
  // With a higher cap the ten megabytes are one line, gathered piece by piece.
  expect(failure(() => decode(pieces, { maxLineBytes: 2 ** 24 })).code).toBe("invalid_json");
  expect(spentMs(before)).toBeLessThan(3_000);
});

it("[PR9] costs the same for each byte, however they are cut", () => {
  // A decoder that copies what it holds at every chunk would move 45 GB here, which takes many seconds, not a tenth of one.
  const line = Buffer.from(`"${"x".repeat(299_998)}"`);
  const decoder = new NdjsonDecoder();
  const before = process.cpuUsage();
  for (let index = 0; index < line.length; index++) decoder.push(line.subarray(index, index + 1));
  expect(decoder.end()).toHaveLength(1);
  expect(spentMs(before)).toBeLessThan(3_000);
});
