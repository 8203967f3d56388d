import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { JsonObject } from "@narratoria/protocol";

/** Something that a tool asked to be kept, changed or forgotten. It joins the turn only when the tool succeeds. */
export type StagedWrite = { readonly id: string; readonly dataType: string } & (
  | { readonly change: "store"; readonly record: JsonObject }
  /** `changes` is a merge patch of the record. */
  | { readonly change: "update"; readonly changes: JsonObject }
  | { readonly change: "delete" }
);

/** What a host service knows of its caller. All of it comes from the runtime, none from the request. */
export interface HostCall {
  /** The `requestId` of the invocation, the same for its retries. */
  readonly invocationId: string;
  readonly skill: string;
  readonly script: string;
  readonly toolId: string;
  /** Whatever the caller of `executePlan` gave as `scope`, such as the id of the playthrough. */
  readonly scope: string | undefined;
  /** The base state with the patches of the tools that this one depends on. */
  readonly state: JsonObject;
  /** The writes of the tools that this one depends on, then its own so far. */
  readonly staged: readonly StagedWrite[];
  /**
   * Keeps a write until it is known whether the tool succeeds. Without effect once the invocation is over.
   *
   * @throws {HostError} `quota_exceeded` when the invocation has staged as much as it may.
   */
  stage(write: StagedWrite): void;
  /** Aborted when the invocation ends or its connection closes. */
  readonly signal: AbortSignal;
}

/** What `executePlan` gives for one try of one tool. */
export interface HostGrant {
  /** Leaves out of a request what nobody is to know of the skill's settings; nothing is left out unless given. */
  readonly hide?: (<T>(value: T) => T) | undefined;
  readonly call: Omit<HostCall, "signal">;
  readonly services: readonly string[];
  /** Requests it may make. */
  readonly maxRequests?: number | undefined;
  /** Milliseconds after which the token is good no longer, revoked or not. */
  readonly expiresInMs?: number | undefined;
}

/** One live token. */
export interface LiveGrant extends HostGrant {
  readonly digest: Buffer;
  readonly over: AbortController;
  /** On the clock of the table. */
  readonly expiresAt: number;
  requests: number;
  /** Requests that are being answered. */
  inFlight: number;
}

/** The tokens that count at this moment. A token is never kept, only its hash. Implements rules EX62, EX63 and EX280. */
export class GrantTable {
  readonly #live = new Set<LiveGrant>();
  readonly #now: () => number;

  /** @param now - A clock in milliseconds that is never set. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @returns A token of 32 random bytes for one try of one tool, and how to end it. */
  issue(grant: HostGrant): { readonly token: string; readonly live: LiveGrant; readonly revoke: () => void } {
    const token = randomBytes(32).toString("base64url");
    const expiresAt = this.#now() + (grant.expiresInMs ?? Number.POSITIVE_INFINITY);
    const digest = hash(token);
    const live: LiveGrant = { ...grant, digest, over: new AbortController(), expiresAt, requests: 0, inFlight: 0 };
    this.#live.add(live);
    const revoke = (): void => {
      this.#live.delete(live);
      live.over.abort();
    };
    return { token, live, revoke };
  }

  /**
   * Looks at every live token, whatever is asked for: how long it takes says nothing of how near a guess has come.
   *
   * @param authorization - The request's headers of that name as they came; more than one counts as none.
   */
  find(authorization: readonly string[] = []): LiveGrant | null {
    const token = /^Bearer ([^ ]+)$/i.exec(authorization.length === 1 ? (authorization[0] ?? "") : "")?.[1] ?? "";
    const digest = hash(token);
    let found: LiveGrant | null = null;
    for (const live of this.#live) if (timingSafeEqual(live.digest, digest)) found = live;
    return found !== null && this.#now() <= found.expiresAt ? found : null;
  }

  revokeAll(): void {
    for (const live of this.#live) live.over.abort();
    this.#live.clear();
  }
}

function hash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
