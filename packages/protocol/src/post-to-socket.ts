import type { Socket } from "node:net";
import { HttpResponseReader } from "./http-response.js";

/** An answer whose head has come. Its body must be read to the end or given up, which closes the connection. */
export interface SocketResponse {
  readonly status: number;
  readonly body: AsyncIterable<Buffer>;
}

/** So much of an answer waits to be read; then the sender is held up. */
const MOST_WAITING_BYTES = 256 * 1024;

/**
 * HTTP/1.1 requests over a Unix domain socket or a named pipe, at a third of the time that `node:http` takes to load. A
 * connection is used again once its answer has been read to the end. Implements rules PR53, PR57 and PR260.
 */
export class SocketClient {
  readonly #path: string;
  readonly #idle: Connection[] = [];

  /** @param path - Of the socket, or name of the pipe. */
  constructor(path: string) {
    this.#path = path;
  }

  /**
   * @param request.path - Of the URL, escaped.
   * @param request.signal - Gives the request up.
   * @throws The reason of the signal; `BadResponse` where the peer does not answer in HTTP; else what the system says, such as
   * ENOENT, or that the connection was cut. Reading the body throws the same.
   */
  async post(request: {
    readonly path: string;
    readonly token: string;
    readonly body: string;
    readonly signal: AbortSignal;
  }): Promise<SocketResponse> {
    const { signal } = request;
    signal.throwIfAborted();
    const connection = this.#take();
    const giveUp = (): void => connection.close();
    signal.addEventListener("abort", giveUp, { once: true });
    const reader = new HttpResponseReader();
    const over = (): void => {
      signal.removeEventListener("abort", giveUp);
      if (reader.finished && reader.reusable && connection.rest()) this.#idle.push(connection);
      else connection.close();
    };
    const next = async (): Promise<Buffer[]> => {
      try {
        const bytes = await connection.next();
        signal.throwIfAborted();
        if (bytes !== null) return reader.push(bytes);
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      }
      reader.end();
      return [];
    };
    const body = Buffer.from(request.body);
    const head = [
      `POST ${request.path} HTTP/1.1`,
      "host: narratoria",
      `authorization: Bearer ${request.token}`,
      "content-type: application/json",
      `content-length: ${body.length}`,
    ];
    connection.write(Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]));
    try {
      let pieces = await next();
      while (reader.status === null) pieces = await next();
      return { status: reader.status, body: bodyOf(pieces, reader, next, over) };
    } catch (error) {
      over();
      throw error;
    }
  }

  #take(): Connection {
    for (let one = this.#idle.pop(); one !== undefined; one = this.#idle.pop()) if (one.wake()) return one;
    return new Connection(this.#path);
  }
}

async function* bodyOf(
  first: readonly Buffer[],
  reader: HttpResponseReader,
  next: () => Promise<Buffer[]>,
  over: () => void,
): AsyncGenerator<Buffer> {
  try {
    yield* first;
    while (!reader.finished) yield* await next();
  } finally {
    over();
  }
}

/** One connection, read piece by piece. */
class Connection {
  readonly #socket: Socket;
  readonly #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #fault: Error | null = null;
  #over = false;
  #notify: () => void = () => {};

  constructor(path: string) {
    // Loaded where a script calls the host, and not by `import`, which would start the loader of modules in a CommonJS script.
    const { connect } = process.getBuiltinModule("node:net");
    this.#socket = connect({ path });
    this.#socket.on("data", (bytes: Buffer) => {
      this.#waiting.push(bytes);
      this.#waitingBytes += bytes.length;
      if (this.#waitingBytes >= MOST_WAITING_BYTES) this.#socket.pause();
      this.#notify();
    });
    this.#socket.on("error", (error) => {
      this.#fault = error;
      this.#notify();
    });
    for (const end of ["end", "close"]) {
      this.#socket.on(end, () => {
        this.#over = true;
        this.#notify();
      });
    }
  }

  write(bytes: Buffer): void {
    this.#socket.write(bytes);
  }

  /**
   * @returns The bytes that came next; null at the end.
   * @throws What the system says of a connection that broke.
   */
  async next(): Promise<Buffer | null> {
    for (;;) {
      const bytes = this.#waiting.shift();
      if (bytes !== undefined) {
        this.#waitingBytes -= bytes.length;
        if (this.#waitingBytes < MOST_WAITING_BYTES) this.#socket.resume();
        return bytes;
      }
      // A server that has said all it has to say may end before it has read all that we had to say.
      if (this.#fault !== null) throw this.#fault;
      if (this.#over) return null;
      await new Promise<void>((resolve) => {
        this.#notify = resolve;
      });
    }
  }

  /** Nobody waits for it, nor is the process held open by it. @returns False where it is of no further use. */
  rest(): boolean {
    this.#socket.unref();
    return this.#usable();
  }

  /** @returns False where it has ended meanwhile. */
  wake(): boolean {
    this.#socket.ref();
    return this.#usable();
  }

  close(): void {
    this.#socket.destroy();
  }

  #usable(): boolean {
    return !this.#over && this.#fault === null && !this.#socket.destroyed && this.#waiting.length === 0;
  }
}
