// Asks a bare HTTP server for the same over a Unix socket, with node:http as it comes, and says how long each time took.
import { readFileSync } from "node:fs";

const { input, host } = JSON.parse(readFileSync(0, "utf8"));
const times = [];
for (let call = 0; call < input.calls; call++) {
  const startedAt = performance.now();
  const { state } = await ask();
  times.push(performance.now() - startedAt);
  if (state.place !== "mill") throw new Error("the echo said something else");
}
process.stdout.write(`${JSON.stringify({ version: "0", type: "done", ok: true, output: { times } })}\n`, () =>
  process.exit(),
);

/** The client is loaded where it is needed, as the SDK does. */
async function ask() {
  const { request } = await import("node:http");
  return new Promise((resolve, reject) => {
    const at = { socketPath: host.socket, path: "/", method: "POST", headers: { "content-type": "application/json" } };
    const asked = request(at, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
    });
    asked.on("error", reject);
    asked.end("{}");
  });
}
