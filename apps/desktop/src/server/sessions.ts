/** Who may talk to the server: pages that were opened from here. */
import { createHash, randomBytes } from "node:crypto";

/** So long an address that was handed out opens a page. */
const NONCE_MS = 60_000;

export class Sessions {
  /** Nonces by hash, with the moment they end at. */
  readonly #invited = new Map<string, number>();
  /** Hashes of the tokens. */
  readonly #tokens: Set<string>;

  /**
   * @param now - A clock in milliseconds that never goes back.
   * @param known - Hashes of tokens of a run that was killed: its pages go on.
   */
  constructor(
    private readonly now: () => number = () => performance.now(),
    known: readonly string[] = [],
  ) {
    this.#tokens = new Set(known);
  }

  /** Hashes of the tokens there are, the oldest first. */
  hashes(): string[] {
    return [...this.#tokens];
  }

  /** @returns A nonce that admits one page, once, within a minute. */
  invite(): string {
    const nonce = secret();
    for (const [hash, until] of this.#invited) if (until <= this.now()) this.#invited.delete(hash);
    this.#invited.set(hashOf(nonce), this.now() + NONCE_MS);
    return nonce;
  }

  /** Swaps a nonce for the token of a session; null where the nonce is unknown, used or too old. */
  admit(nonce: string): string | null {
    const hash = hashOf(nonce);
    const until = this.#invited.get(hash);
    this.#invited.delete(hash);
    if (until === undefined || until <= this.now()) return null;
    const token = secret();
    this.#tokens.add(hashOf(token));
    return token;
  }

  isSession(token: string): boolean {
    return this.#tokens.has(hashOf(token));
  }
}

const secret = (): string => randomBytes(32).toString("base64url");

/** Secrets are looked up by their hash, so that how long a comparison takes tells nothing of them. */
const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url");
