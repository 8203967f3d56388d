/** Why an answer cannot be read: the peer does not speak HTTP/1.1 as it should. */
export class BadResponse extends Error {}

/** As the host services themselves allow; more than any of their answers has. */
const MOST_HEAD_BYTES = 16 * 1024;
const LF = 10;

type State = "head" | "sized" | "chunk size" | "chunk" | "chunk end" | "trailers" | "until close" | "finished";

/**
 * Reads one HTTP/1.1 response (RFC 9112) from bytes cut anywhere: a length, chunks with extensions and trailers, or a body
 * that ends with the connection; interim answers are passed over. Implements rule PR57.
 */
export class HttpResponseReader {
  /** The status code, once the head has come. */
  status: number | null = null;
  /** Whether the connection can take another request once the answer is finished. */
  reusable = true;
  #state: State = "head";
  /** Of the body or the chunk under way. */
  #bytesLeft = 0;
  /** A line or a head that has begun. */
  #begun = "";

  /** Whether all of the answer has come. */
  get finished(): boolean {
    return this.#state === "finished";
  }

  /**
   * @param bytes - What came next. The pieces of the body refer to them.
   * @returns The pieces of the body in them. What comes after the end of the answer is ignored.
   * @throws {BadResponse} When this is no response, its head is too long, or its length is ambiguous.
   */
  push(bytes: Buffer): Buffer[] {
    const pieces: Buffer[] = [];
    let at = 0;
    while (at < bytes.length && this.#state !== "finished") {
      if (this.#state === "until close") {
        pieces.push(bytes.subarray(at));
        at = bytes.length;
        break;
      }
      if (this.#state === "sized" || this.#state === "chunk") {
        const piece = bytes.subarray(at, at + this.#bytesLeft);
        pieces.push(piece);
        at += piece.length;
        this.#bytesLeft -= piece.length;
        if (this.#bytesLeft === 0) this.#state = this.#state === "sized" ? "finished" : "chunk end";
        continue;
      }
      const newline = bytes.indexOf(LF, at);
      const end = newline === -1 ? bytes.length : newline + 1;
      this.#begun += bytes.toString("latin1", at, end);
      if (this.#begun.length > MOST_HEAD_BYTES) throw new BadResponse("its head is too long");
      at = end;
      if (newline !== -1) this.#takeLine();
    }
    // Whoever says more than was asked cannot be followed any further.
    if (at < bytes.length) this.reusable = false;
    return pieces;
  }

  /**
   * The connection has ended.
   *
   * @throws {Error} When that cut the answer short.
   */
  end(): void {
    if (this.#state === "until close") this.#state = "finished";
    if (this.#state !== "finished") throw new Error("the connection was cut before the answer was whole");
  }

  #takeLine(): void {
    if (this.#state === "head") {
      if (!/\r?\n\r?\n$/.test(this.#begun)) return;
      const head = this.#begun;
      this.#begun = "";
      this.#takeHead(head);
      return;
    }
    const line = this.#begun.replace(/\r?\n$/, "");
    if (this.#state === "trailers") {
      // The cap holds for all trailers together.
      if (line === "" || /\n\r?\n$/.test(this.#begun)) this.#state = "finished";
      return;
    }
    this.#begun = "";
    if (this.#state === "chunk end") {
      if (line !== "") throw new BadResponse("a chunk is longer than it says");
      this.#state = "chunk size";
      return;
    }
    const [, size] = /^([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\r\n]*)?$/.exec(line) ?? [];
    if (size === undefined) throw new BadResponse("a chunk has no length");
    this.#bytesLeft = Number.parseInt(size, 16);
    this.#state = this.#bytesLeft === 0 ? "trailers" : "chunk";
  }

  #takeHead(head: string): void {
    const [first = "", ...lines] = head.trimEnd().split(/\r?\n/);
    const [, digits] = /^HTTP\/1\.[01] ([1-5]\d\d)(?: .*)?$/.exec(first) ?? [];
    if (digits === undefined) throw new BadResponse("it is no HTTP/1.1 response");
    const status = Number(digits);
    // Interim: the answer itself follows.
    if (status < 200) return;
    const { length, codings, closes } = framing(lines);
    this.status = status;
    // Before HTTP/1.1 a connection served once.
    this.reusable = !closes && first.startsWith("HTTP/1.1");
    if (codings.length > 0) {
      if (length !== null || codings.at(-1) !== "chunked" || codings.length > 1) {
        throw new BadResponse("its length is ambiguous");
      }
      this.#state = "chunk size";
    } else if (status === 204 || status === 304 || length === 0) this.#state = "finished";
    else if (length === null) {
      this.reusable = false;
      this.#state = "until close";
    } else {
      this.#bytesLeft = length;
      this.#state = "sized";
    }
  }
}

function framing(lines: readonly string[]): { length: number | null; codings: string[]; closes: boolean } {
  let length: number | null = null;
  let closes = false;
  const codings: string[] = [];
  for (const line of lines) {
    const [, name, value = ""] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    if (name === undefined) throw new BadResponse("a header cannot be read");
    const lower = name.toLowerCase();
    if (lower === "transfer-encoding") codings.push(...value.toLowerCase().split(/[ \t]*,[ \t]*/));
    if (lower === "connection" && /(^|,)[ \t]*close[ \t]*(,|$)/i.test(value)) closes = true;
    if (lower !== "content-length") continue;
    if (!/^\d{1,15}$/.test(value) || (length !== null && length !== Number(value))) {
      throw new BadResponse("its length is ambiguous");
    }
    length = Number(value);
  }
  return { length, codings, closes };
}
