import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { JsonObject } from "@narratoria/protocol";

/** A record that a tool asked to be kept. It joins the turn only when the tool succeeds. */
export interface StagedWrite {
  readonly id: string;
  readonly dataType: string;
  readonly record: JsonObject;
}

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
  /** Keeps a write until it is known whether the tool succeeds. Without effect once the invocation is over. */
  stage(write: StagedWrite): void;
  /** Aborted when the invocation ends or its connection closes. */
  readonly signal: AbortSignal;
}

/** What `executePlan` gives for one try of one tool. */
export interface HostGrant {
  readonly call: Omit<HostCall, "signal">;
  readonly services: readonly string[];
  /** Requests it may make. */
  readonly maxRequests?: number | undefined;
}

/** One live token. */
export interface LiveGrant extends HostGrant {
  readonly digest: Buffer;
  readonly over: AbortController;
  requests: number;
}

/** The tokens that count at this moment. A token is never kept, only its hash. Implements rules EX62 and EX63. */
export class GrantTable {
  readonly #byHash = new Map<string, LiveGrant>();

  /** @returns A token of 32 random bytes for one try of one tool, and how to end it. */
  issue(grant: HostGrant): { readonly token: string; readonly live: LiveGrant; readonly revoke: () => void } {
    const token = randomBytes(32).toString("base64url");
    const digest = hash(token);
    const live: LiveGrant = { ...grant, digest, over: new AbortController(), requests: 0 };
    const key = digest.toString("hex");
    this.#byHash.set(key, live);
    const revoke = (): void => {
      this.#byHash.delete(key);
      live.over.abort();
    };
    return { token, live, revoke };
  }

  /** @param authorization - The request's header as it came. */
  find(authorization: string | undefined): LiveGrant | null {
    const token = /^Bearer ([A-Za-z0-9_-]{43})$/i.exec(authorization ?? "")?.[1];
    if (token === undefined) return null;
    const digest = hash(token);
    const live = this.#byHash.get(digest.toString("hex"));
    // The look-up compares hashes and so tells an attacker nothing; this keeps it so if the table ever changes.
    return live && timingSafeEqual(live.digest, digest) ? live : null;
  }

  revokeAll(): void {
    for (const live of this.#byHash.values()) live.over.abort();
    this.#byHash.clear();
  }
}

function hash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
