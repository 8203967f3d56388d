/** What the page is answered where something cannot be done: a code for programs, a sentence and a way on for people. */
import { EngineError } from "@narratoria/engine";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";

export interface Trouble {
  readonly code: string;
  readonly message: string;
  /** What can be done about it; empty where nothing can. */
  readonly action: string;
}

const NOT_FOUND = /not_found$|^no_such_/;
const IN_THE_WAY = new Set(["story_busy", "stale_scene", "story_elsewhere", "story_ended", "locked"]);

/** @returns The trouble, with the status that fits its code. What is no error of ours tells nothing of itself: the log has it. */
export function troubleOf(error: unknown): { readonly status: ContentfulStatusCode; readonly body: Trouble } {
  if (error instanceof HTTPException)
    return { status: 400, body: { code: "invalid_request", message: "The request cannot be read.", action: "" } };
  const { code, message, action } = fieldsOf(error);
  if (code === null) {
    return {
      status: 500,
      body: {
        code: "internal",
        message: "Something went wrong inside Narratoria. Your story is safe.",
        action: "Try again. If it happens again, start Narratoria anew.",
      },
    };
  }
  // The number of a story says nothing to a player.
  if (code === "playthrough_not_found") return { status: 404, body: { code, ...NO_STORY } };
  const status = NOT_FOUND.test(code) ? 404 : IN_THE_WAY.has(code) ? 409 : 422;
  return { status, body: { code, message, action } };
}

const NO_STORY = {
  message: "This story is not on this computer any more.",
  action: "The library has those that are.",
};

export const NOT_HERE: Trouble = { code: "not_found", message: "There is nothing here.", action: "" };

/** @returns What answers an error of a route. @param onFault - Told of what is no error of ours. */
export function answerTrouble(onFault: (error: unknown) => void) {
  return (error: unknown, context: Context): Response => {
    const { status, body } = troubleOf(error);
    // Whoever went away in the middle is no fault.
    if (status === 500 && !context.req.raw.signal.aborted) onFault(error);
    return context.json(body, status);
  };
}

/**
 * @param name - A campaign as the page names it.
 * @returns The same. A page plays what is on the shelf, and names no folder of the machine.
 * @throws {EngineError} `campaign_not_found` where it is a path.
 */
export function onShelf(name: string): string {
  if (!/[\\/]|^\.{1,2}$/.test(name)) return name;
  throw new EngineError("campaign_not_found", "There is no such campaign on the shelf.", "Install it first.");
}

/** Refuses a request. */
export function refuse<Status extends 404 | 409 | 413 | 422>(
  context: Context,
  status: Status,
  message: string,
  action = "",
) {
  const trouble: Trouble = { code: "refused", message, action };
  return context.json(trouble, status);
}

function fieldsOf(error: unknown): { readonly code: string | null; readonly message: string; readonly action: string } {
  if (!(error instanceof Error)) return { code: null, message: "", action: "" };
  const code =
    "code" in error && typeof error.code === "string" && /^[a-z][a-z_]*$/.test(error.code) ? error.code : null;
  const action = "action" in error && typeof error.action === "string" ? error.action : "";
  return { code, message: error.message, action };
}
