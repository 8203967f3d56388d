/** Requests as bytes on a socket, where `fetch` would put them right. */
import { connect, type Socket } from "node:net";

export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Sends bytes, and reads until the other side closes. */
export async function talk(port: number, ...pieces: readonly (string | Buffer)[]): Promise<RawAnswer> {
  const socket = await dial(port);
  for (const piece of pieces) socket.write(piece);
  return parseAnswer(await untilClosed(socket));
}

export function dial(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port }, () => {
      socket.off("error", reject);
      // What was read before the other side cut the connection is what counts.
      socket.on("error", () => {});
      resolve(socket);
    });
    socket.once("error", reject);
  });
}

export function untilClosed(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let read = "";
    socket.setEncoding("latin1").on("data", (text: string) => {
      read += text;
    });
    socket.once("close", () => resolve(read));
    if (socket.destroyed) resolve(read);
  });
}

/** A request line and its headers, each as written here. */
export function request(line: string, headers: readonly string[], body = ""): string {
  return `${[line, ...headers].join("\r\n")}\r\n\r\n${body}`;
}

export function parseAnswer(text: string): RawAnswer {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [line = "", ...lines] = head.split("\r\n");
  return {
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1] ?? 0),
    headers: new Map(
      lines.map((one) => [one.slice(0, one.indexOf(":")).toLowerCase(), one.slice(one.indexOf(":") + 2)]),
    ),
    body: rest.join("\r\n\r\n"),
  };
}
