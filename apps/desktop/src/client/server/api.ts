/** What the server is asked. */
import { type ClientResponse, hc } from "hono/client";
import type { Api } from "../../server/api.js";
import type { Trouble } from "../../server/answers.js";
import { ask } from "./session.js";

/** The server's routes, with the types of what they take and give. */
export const { api } = hc<Api>(location.origin, { fetch: ask });

/** What the server could not do: a sentence for the player, and what can be done. */
export class ServerTrouble extends Error {
  readonly code: string;
  readonly action: string;
  constructor(trouble: Trouble) {
    super(trouble.message);
    this.name = "ServerTrouble";
    this.code = trouble.code;
    this.action = trouble.action;
  }
}

/** Nobody is there to be asked. */
export const UNREACHED: Trouble = {
  code: "unreached",
  message: "Narratoria does not answer.",
  action: "If it was closed, start it again. Your story is saved.",
};

/** What an answer holds where it went well; the fields of a refusal are no part of it. */
type Good<Answer> =
  Answer extends ClientResponse<infer Body, infer Status, "json">
    ? Status extends 404 | 413 | 422 | 409 | 500
      ? never
      : Sent<Body>
    : never;

/** As it comes out of JSON, which knows no field that is there and holds nothing. */
type Sent<Value> = Value extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : Value extends object
    ? { [Key in keyof Value]: Sent<undefined extends Value[Key] ? Exclude<Value[Key], undefined> : Value[Key]> }
    : Value;

/**
 * The body of an answer.
 *
 * @throws {ServerTrouble} Where the server refuses, or is not there.
 */
export async function got<Answer extends ClientResponse<unknown, number, "json">>(
  asked: Promise<Answer>,
): Promise<Good<Answer>> {
  const answer = await asked.catch(() => null);
  if (answer === null) throw new ServerTrouble(UNREACHED);
  if (!answer.ok) throw new ServerTrouble(troubleIn(await answer.json().catch(() => null)));
  return answer.json() as Promise<Good<Answer>>;
}

/** Trouble of any kind, in words for the player. */
export function troubleIn(value: unknown): Trouble {
  if (value instanceof ServerTrouble) return { code: value.code, message: value.message, action: value.action };
  if (typeof value === "object" && value !== null && "message" in value && typeof value.message === "string") {
    return {
      code: "code" in value && typeof value.code === "string" ? value.code : "",
      message: value.message,
      action: "action" in value && typeof value.action === "string" ? value.action : "",
    };
  }
  return { code: "", message: "Something went wrong. Your story is safe.", action: "Try again." };
}
