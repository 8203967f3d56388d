import type { JsonObject, ToolInput } from "@narratoria/protocol";
import { deriveSeed } from "@narratoria/protocol/random";
import type { PlannedTool } from "../plan/check-plan.js";
import type { StagedWrite } from "../host/host-grants.js";
import { redactor } from "../trace/redact.js";
import { type Before, type PlanSetting, patched, timeoutOf } from "./tool-run.js";

/** What one try of a script is given, and what it hands in through the host services. */
export interface PreparedInput {
  readonly input: ToolInput;
  /** The input as JSON. */
  readonly text: string;
  /** The writes it has staged so far. */
  readonly writes: readonly StagedWrite[];
  /** Ends its access to the host services; what it stages after that does not count. */
  revoke(): void;
  /** The tool has failed: what it staged makes room for others. */
  discard(): void;
}

/**
 * Puts together what a script is given. Implements rules EX13, EX36 to EX38 and EX65 to EX67.
 *
 * @param before - What the tools came to that this one depends on.
 */
export function prepareInput(tool: PlannedTool, before: Before, setting: PlanSetting): PreparedInput {
  const writes: StagedWrite[] = [];
  const { room } = setting;
  const given = new GivenInput(tool, before, setting);
  const access = openHost(tool, before, setting, given.requestId, writes);
  const input = given.toolInput(access && { socket: access.socket, token: access.token });
  return {
    input,
    text: inputText(input, setting.contextTexts),
    writes,
    revoke: () => access?.revoke(),
    discard: () => room.giveBack(tool.script.skill, writes.splice(0)),
  };
}

/** What a tool is given, part by part: a function that does not look at a part saves its being put together. */
export class GivenInput {
  constructor(
    private readonly tool: PlannedTool,
    private readonly before: Before,
    private readonly setting: PlanSetting,
  ) {}

  /** The same for its retries, so that a service can tell a repeated request from a new one. */
  get requestId(): string {
    return `${this.setting.planId}/${this.tool.toolId}`;
  }

  get input(): JsonObject {
    return this.tool.input;
  }

  get config(): JsonObject {
    return this.tool.script.config;
  }

  /** Direct dependencies only. A tool that failed without being required stands as null. */
  get dependencies(): Record<string, JsonObject | null> {
    const outputs: Record<string, JsonObject | null> = {};
    for (const run of this.before.direct()) outputs[run.tool.toolId] = run.gives?.output ?? null;
    return outputs;
  }

  /** The parts of the view that the manifest asks for, and a seed that no retry and no replan changes: no failure throws the dice again. */
  get context(): JsonObject {
    const { context, seed } = this.setting;
    const { skill, script, context: wanted } = this.tool.script;
    const view: Record<string, JsonObject[string]> = {};
    for (const key of wanted ?? Object.keys(context)) if (Object.hasOwn(context, key)) view[key] = context[key];
    view.seed = deriveSeed(seed, `${skill}/${script}`, this.tool.use);
    return view;
  }

  toolInput(host: ToolInput["host"]): ToolInput {
    return {
      requestId: this.requestId,
      tool: this.tool.script.skill,
      operation: this.tool.script.script,
      input: this.input,
      dependencies: this.dependencies,
      context: this.context,
      config: this.config,
      host: host ?? null,
    };
  }
}

/**
 * Writes an input as JSON. The scripts of a plan are given the same parts of one view, the largest of them tens of kilobytes, so each part is
 * written once.
 *
 * @param known - JSON of the parts that were written before.
 */
export function inputText({ context = {}, ...rest }: ToolInput, known: WeakMap<object, string>): string {
  const members = Object.entries(context).flatMap(([name, part]) => {
    const text = typeof part === "object" && part !== null ? partText(part, known) : JSON.stringify(part);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `${JSON.stringify(rest).slice(0, -1)},"context":{${members.join(",")}}}`;
}

function partText(part: object, known: WeakMap<object, string>): string {
  let text = known.get(part);
  if (text === undefined) known.set(part, (text = JSON.stringify(part)));
  return text;
}

/** A token outlives the time of its tool by so much, for what is under way when it ends. */
const TOKEN_GRACE_MS = 1_000;

function openHost(
  tool: PlannedTool,
  before: Before,
  setting: PlanSetting,
  invocationId: string,
  writes: StagedWrite[],
): { readonly socket: string; readonly token: string; revoke(): void } | null {
  const { host, scope, state, room } = setting;
  const { skill, script, host: services } = tool.script;
  if (!host || services.length === 0 || "call" in tool.script) return null;
  const ancestors = before.all();
  const earlier = ancestors.flatMap(({ gives }) => gives?.writes ?? []);
  let open = true;
  const hide = redactor(tool.script.secrets ?? []);
  const grant = host.grant({
    services,
    hide,
    maxRequests: tool.script.limits?.hostRequests,
    expiresInMs: timeoutOf(tool, setting) + TOKEN_GRACE_MS,
    call: {
      invocationId,
      skill,
      script,
      toolId: tool.toolId,
      scope,
      state: patched(state, ancestors),
      get staged() {
        return [...earlier, ...writes];
      },
      stage: (write) => {
        if (!open) return;
        room.take(skill, write);
        writes.push(write);
      },
    },
  });
  const revoke = (): void => {
    open = false;
    grant.revoke();
  };
  return { socket: host.socketPath, token: grant.token, revoke };
}
