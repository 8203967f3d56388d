import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dial, type RawAnswer, request, talk, untilClosed } from "./support/raw.js";
import { openServer, SECRET, type TestServer } from "./support/server.js";

// Each request goes over a socket of its own, as bytes: a client would put most of them right.
let server: TestServer;
let token = "";
beforeAll(async () => {
  server = await openServer();
  token = await server.signIn();
});
afterAll(() => server.close());

/** Sends a request that is in order but for what is changed; null leaves a header out. */
function send(
  line: string,
  changes: Readonly<Record<string, string | readonly string[] | null>> = {},
  body = "",
): Promise<RawAnswer> {
  const headers: Record<string, string | readonly string[] | null> = {
    Host: server.authority,
    Authorization: `Bearer ${token}`,
    Connection: "close",
    ...changes,
  };
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((one) => `${name}: ${one}`),
  );
  return talk(server.port, request(line, lines, body));
}

const own = (): string => `http://${server.authority}`;

/** So many at once stay below the limit of connections. */
async function inTurns<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < items.length; at += 32) done.push(...(await Promise.all(items.slice(at, at + 32).map(act))));
  return done;
}

describe("who may ask", () => {
  it("[DT2, DT4, DT5, DT6, DT7] answers the first fault of 432 combinations, and routes those without one", async () => {
    const cases = ["own", "name", "port"].flatMap((host) =>
      ["absent", "own", "null", "foreign"].flatMap((origin) =>
        ["absent", "same-origin", "cross-site", "none"].flatMap((site) =>
          ["good", "absent", "wrong"].flatMap((session) =>
            ["GET", "POST", "TRACE"].map((method) => ({ host, origin, site, session, method })),
          ),
        ),
      ),
    );
    const hosts: Record<string, string> = {
      own: server.authority,
      name: `evil.example:${server.port}`,
      port: `127.0.0.1:${server.port + 1}`,
    };
    const origins: Record<string, string | null> = {
      absent: null,
      own: own(),
      null: "null",
      foreign: "http://evil.example",
    };
    const sessions: Record<string, string | null> = {
      good: `Bearer ${token}`,
      absent: null,
      wrong: `Bearer ${token.replace(/^./, (one) => (one === "A" ? "B" : "A"))}`,
    };
    const expected = ({ host, origin, site, session, method }: (typeof cases)[number]): number => {
      if (host !== "own") return 421;
      if (site !== "absent" && site !== "same-origin") return 403;
      if (origin === "absent" ? method !== "GET" : origin !== "own") return 403;
      if (session !== "good") return 401;
      return method === "TRACE" ? 405 : 200;
    };
    server.reached.length = 0;
    const statuses = await inTurns(cases, async ({ host, origin, site, session, method }) => {
      const { status } = await send(`${method} /api/stories HTTP/1.1`, {
        Host: hosts[host] ?? "",
        Origin: origins[origin] ?? null,
        "Sec-Fetch-Site": site === "absent" ? null : site,
        Authorization: sessions[session] ?? null,
      });
      return status;
    });
    const wrong = cases.flatMap((one, at) =>
      statuses[at] === expected(one) ? [] : [{ ...one, expected: expected(one), status: statuses[at] }],
    );
    expect(wrong).toEqual([]);
    expect(cases).toHaveLength(432);
    expect(server.reached).toHaveLength(statuses.filter((status) => status === 200).length);
    expect(server.reached.length).toBeGreaterThan(5);
  });

  it("[DT2] answers under no other spelling of its own name", async () => {
    const { port } = server;
    const names = [
      "127.0.0.1",
      `localhost:${port}`,
      `localhost.:${port}`,
      `127.0.0.1.:${port}`,
      `127.1:${port}`,
      `0x7f000001:${port}`,
      `2130706433:${port}`,
      `[::ffff:127.0.0.1]:${port}`,
      `[::1]:${port}`,
      `0.0.0.0:${port}`,
      `127.0.0.1:0${port}`,
      `127.0.0.1:${port}@evil.example`,
      `user@127.0.0.1:${port}`,
      `127.0.0.1:${port},evil.example`,
      "",
    ];
    expect(await inTurns(names, async (name) => (await send("GET / HTTP/1.1", { Host: name })).status)).toEqual(
      names.map(() => 421),
    );
    expect((await send("GET / HTTP/1.1", { Host: null })).status).toBe(421);
  });

  it("[DT1] refuses HTTP/1.0, a version that is none, and a header twice that may stand once", async () => {
    expect((await send("GET / HTTP/1.0")).status).toBe(400);
    expect((await send("GET / HTTP/1.0", { Host: null })).status).toBe(400);
    expect((await send("GET / HTTP/3.7")).status).toBe(400);
    expect((await send("GET /")).status).toBe(400);
    const doubled = {
      Host: [server.authority, "evil.example"],
      Origin: [own(), own()],
      Authorization: [`Bearer ${token}`, "Bearer x"],
      "Sec-Fetch-Site": ["same-origin", "cross-site"],
    };
    for (const [name, values] of Object.entries(doubled))
      expect([name, (await send("GET /api/stories HTTP/1.1", { [name]: values })).status]).toEqual([name, 400]);
  });

  it("[DT4] lets the player type an address of the page, and none of the stories", async () => {
    const typed = { "Sec-Fetch-Site": "none", Authorization: null };
    expect((await send("GET / HTTP/1.1", typed)).status).toBe(200);
    expect((await send("GET /story/one HTTP/1.1", typed)).status).toBe(200);
    expect((await send("HEAD / HTTP/1.1", typed)).status).toBe(403);
    expect((await send("GET /api/stories HTTP/1.1", { "Sec-Fetch-Site": "none" })).status).toBe(403);
    for (const site of ["cross-site", "same-site", "", "same-origin, none"])
      expect((await send("GET / HTTP/1.1", { "Sec-Fetch-Site": site })).status).toBe(403);
  });

  it("[DT6] takes a token from its one header alone, as it was given", async () => {
    const spellings = [
      `bearer ${token}`,
      `Basic ${token}`,
      `Bearer  ${token}`,
      `Bearer ${token} `.replace(/ $/, ".x"),
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${token}, Bearer ${token}`,
      "Bearer ",
      "",
    ];
    for (const value of spellings)
      expect([value, (await send("GET /api/stories HTTP/1.1", { Authorization: value })).status]).toEqual([value, 401]);
    const elsewhere = await send(`GET /api/stories?token=${token}&s=${token} HTTP/1.1`, {
      Authorization: null,
      Cookie: `token=${token}`,
    });
    expect(elsewhere.status).toBe(401);
    expect(JSON.parse(elsewhere.body)).toMatchObject({ code: "no_session", action: "Open Narratoria again." });
    const other = await openServer();
    try {
      expect(
        (await send("GET /api/stories HTTP/1.1", { Authorization: `Bearer ${await other.signIn()}` })).status,
      ).toBe(401);
    } finally {
      await other.close();
    }
    expect((await send("GET / HTTP/1.1", { Authorization: null })).status).toBe(200);
  });

  it("[DT7] knows no other methods, and none that writes outside the API", async () => {
    const methods = ["OPTIONS", "TRACE", "PROPFIND", "LINK", "PURGE", "SEARCH"];
    for (const method of methods)
      expect([method, (await send(`${method} /api/stories HTTP/1.1`, { Origin: own() })).status]).toEqual([
        method,
        405,
      ]);
    for (const method of ["POST", "PUT", "DELETE", "PATCH"])
      expect([method, (await send(`${method} / HTTP/1.1`, { Origin: own() })).status]).toEqual([method, 405]);
    expect((await send("GET /api/session HTTP/1.1")).status).toBe(405);
    expect((await send("BREW / HTTP/1.1")).status).toBe(400);
  });

  it("[DT24] opens no tunnel and changes to no other protocol", async () => {
    expect((await send("CONNECT evil.example:80 HTTP/1.1", { Host: "evil.example:80" })).status).toBe(405);
    const upgrade = { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13" };
    expect((await send("GET /api/events HTTP/1.1", { ...upgrade, Authorization: null })).status).toBe(401);
    expect((await send("POST /api/stories HTTP/1.1", { Origin: own(), Expect: "300-later" })).status).toBe(417);
    const waiting = await send("POST /api/stories HTTP/1.1", {
      Expect: "100-continue",
      "Content-Length": "2",
      "Content-Type": "application/json",
    });
    expect(waiting.status).toBe(403);
  });

  it("[DT9] refuses in a few constant words, and reads no more from that connection", async () => {
    const refused = await Promise.all([
      send("GET / HTTP/1.1", { Host: "evil.example", Connection: "keep-alive" }),
      send("GET /api/stories HTTP/1.1", { Authorization: null, Connection: "keep-alive" }),
      send("GET /nowhere.js HTTP/1.1", { Connection: "keep-alive" }),
      send("GET /../etc/passwd HTTP/1.1", { Connection: "keep-alive" }),
    ]);
    for (const { body, headers } of refused) {
      expect(body.length).toBeLessThan(200);
      expect(body).not.toMatch(/passwd|nowhere|evil|at .*:\d+/);
      expect(headers.get("content-type")).toBe("application/json");
      expect(headers.get("connection")).toBe("close");
    }
    const second = request("GET / HTTP/1.1", [`Host: ${server.authority}`]);
    const first = request("GET / HTTP/1.1", ["Host: evil.example"]);
    const socket = await dial(server.port);
    socket.write(first + second);
    expect((await untilClosed(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 421"]);
  });

  it("[DT10] tells the browser what a page may do on every answer, also to what is no request", async () => {
    const answers = await Promise.all([
      send("GET / HTTP/1.1"),
      send("GET /api/stories HTTP/1.1"),
      send("GET /api/stories HTTP/1.1", { Authorization: null }),
      send("GET /assets/main-1a2b.js HTTP/1.1"),
      send("GET /assets/other.js HTTP/1.1"),
      talk(server.port, "nonsense\r\n\r\n"),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 200, 404, 400]);
    for (const { headers } of answers) {
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'; require-trusted-types-for 'script'");
      expect(policy).not.toMatch(/unsafe|data:|http/);
      expect(Object.fromEntries(headers)).toMatchObject({
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "referrer-policy": "no-referrer",
      });
      expect(headers.get("permissions-policy")).toContain("camera=()");
    }
    expect(answers.map(({ headers }) => headers.get("cache-control"))).toEqual([
      "no-store",
      "no-store",
      "no-store",
      "public, max-age=31536000, immutable",
      "no-store",
      "no-store",
    ]);
  });
});

describe("paths", () => {
  it("[DT3, DT13] serves nothing for 165 spellings of what lies elsewhere", async () => {
    const tricks = [
      "../secret.txt",
      "../../../../../../etc/passwd",
      "..",
      ".",
      "./",
      "/",
      "..%2fsecret.txt",
      "%2e%2e/secret.txt",
      "%2e%2e%2fsecret.txt",
      "%2E%2E%5Csecret.txt",
      ".%2e/secret.txt",
      "%252e%252e%252fsecret.txt",
      "%252e%252e%252fsecret",
      "%c0%ae%c0%ae/secret.txt",
      "%c0%afsecret",
      "%e0%80%af",
      "%uff0e%uff0e/secret",
      "..\\secret.txt",
      "..%5csecret.txt",
      "secret.txt%00.js",
      "index.html%00",
      "%00",
      "index.html::$DATA",
      "index.html.",
      "secret.txt",
      "notes.txt",
      "C:/secret.txt",
      "C%3A%5Csecret",
      "//secret.txt",
      "secret.txt;.js",
      "index%0d%0aSet-Cookie",
      ".env",
      ".git/config",
    ];
    const paths = ["/", "/assets/", "/a/", "/story/", "/client/"].flatMap((below) =>
      tricks.map((trick) => below + trick),
    );
    const answers = await inTurns(paths, async (path) => ({ path, ...(await send(`GET ${path} HTTP/1.1`)) }));
    const wrong = answers.filter(({ status, body }) => ![400, 404].includes(status) || body.includes(SECRET));
    expect(wrong.map(({ path, status }) => `${status} ${path}`)).toEqual([]);
    expect(paths).toHaveLength(165);
  });

  it("[DT3] refuses a target that is no path", async () => {
    const targets = [
      `http://${server.authority}/`,
      "http://evil.example/",
      "*",
      "//evil.example/",
      "/#k=x",
      "/?a\u0001",
      "/\u00e4",
    ];
    for (const target of targets)
      expect([target, (await send(`GET ${target} HTTP/1.1`)).status]).toEqual([target, 400]);
    expect((await send("OPTIONS * HTTP/1.1", { Origin: own() })).status).toBe(400);
  });

  it("[DT3, DT6] routes no other spelling of the API, with or without a token", async () => {
    server.reached.length = 0;
    const spellings = [
      "/%61pi/stories",
      "/API/stories",
      "/api;/stories",
      "/api%2fstories",
      "/x/../api/stories",
      "/api//stories",
      "/api/./stories",
      "/api/",
    ];
    for (const spelling of spellings) await send(`GET ${spelling} HTTP/1.1`);
    expect(server.reached).toEqual([]);
  });
});

describe("bodies", () => {
  const json = { "Content-Type": "application/json" };
  const post = (headers: Readonly<Record<string, string | null>>, body = "") =>
    send("POST /api/stories HTTP/1.1", { Origin: own(), ...headers }, body);

  it("[DT8] takes JSON alone, whatever a form of a page could send", async () => {
    expect((await post({ ...json, "Content-Length": "2" }, "{}")).status).toBe(200);
    expect(
      (await post({ "Content-Type": "application/json; charset=utf-8", "Content-Length": "2" }, "{}")).status,
    ).toBe(200);
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/jsonx",
      "application/json, text/plain",
      "application/json; charset=utf-7",
      null,
    ])
      expect([type, (await post({ "Content-Type": type, "Content-Length": "2" }, "{}")).status]).toEqual([type, 415]);
    expect((await send("GET /api/stories HTTP/1.1", { ...json, "Content-Length": "2" }, "{}")).status).toBe(400);
    expect(
      (await send("PUT /api/install?name=x HTTP/1.1", { Origin: own(), "Content-Length": "2" }, "PK")).status,
    ).toBe(200);
    expect((await send("POST /api/install HTTP/1.1", { Origin: own(), "Content-Length": "2" }, "PK")).status).toBe(415);
  });

  it("[DT8] refuses 10 GB at once, announced or streamed", async () => {
    expect((await post({ ...json, "Content-Length": String(10 * 1024 ** 3) }, "x".repeat(4096))).status).toBe(413);
    expect((await post({ ...json, "Content-Length": String(1024 ** 2 + 1) })).status).toBe(413);
    expect((await post({ ...json, "Transfer-Encoding": "chunked" }, `1000\r\n${"x".repeat(4096)}\r\n`)).status).toBe(
      411,
    );
    const door = { Authorization: null, Origin: own(), ...json };
    expect((await send("POST /api/session HTTP/1.1", { ...door, "Content-Length": "1025" })).status).toBe(413);
    expect(server.reached).not.toContain("/api/session");
  });

  it("[DT23] reads no body whose length is told in two ways", async () => {
    const faults = [
      ["Content-Length: 2", "Transfer-Encoding: chunked"],
      ["Content-Length: 2", "Content-Length: 3"],
      ["Content-Length: 2", "Content-Length: 2"],
      ["Content-Length: -1"],
      ["Content-Length: 0x2"],
      ["Content-Length: 2, 2"],
      ["Transfer-Encoding: chunked, identity"],
      ["Transfer-Encoding: xchunked"],
      ["Transfer-Encoding : chunked"],
      ["Content-Length: 99999999999999999999999"],
    ];
    for (const lines of faults) {
      const headers = [
        `Host: ${server.authority}`,
        `Origin: ${own()}`,
        `Authorization: Bearer ${token}`,
        "Content-Type: application/json",
        ...lines,
      ];
      const { status } = await talk(server.port, request("POST /api/stories HTTP/1.1", headers, "{}"));
      // What follows a head of unknown length is refused as well, by whichever of the two comes first.
      const refused = lines.includes("Transfer-Encoding: xchunked") ? [400, 411] : [400];
      expect(refused, lines.join()).toContain(status);
    }
  });
});
