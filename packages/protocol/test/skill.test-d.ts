// SPEC.md PR55 and PR87: checked by the compiler alone; nothing here runs.
import type {
  ChoiceOdds,
  ChoiceSource,
  EngineEvent,
  OfferedChoice,
  RollModifier,
  SceneBriefDocument,
  SceneEvent,
  ToolEvent,
} from "@narratoria/protocol/contracts";
import { defineTool, type InputOf } from "@narratoria/protocol/skill";
import type { DirectedBrief, Modifier, Odds, Outcome, SceneType, SourceRef } from "@narratoria/protocol/story";
import { expectTypeOf, it } from "vitest";
import { z } from "zod";

it("[PR55] the input's type follows from a shape that is written in place", () => {
  defineTool({
    input: {
      type: "object",
      properties: {
        formula: { type: "string" },
        times: { type: "integer" },
        mode: { type: "string", enum: ["sum", "best"] },
        tags: { type: "array", items: { type: "string" } },
        target: { type: "object", properties: { dc: { type: "number" }, name: { type: "string" } }, required: ["dc"] },
        rest: { type: "object" },
      },
      required: ["formula", "tags"],
    },
    run(input, { context, emit, dependencies, host, signal }) {
      expectTypeOf(input.formula).toEqualTypeOf<string>();
      expectTypeOf(input.times).toEqualTypeOf<number | undefined>();
      expectTypeOf(input.mode).toEqualTypeOf<"sum" | "best" | undefined>();
      expectTypeOf(input.tags).toEqualTypeOf<readonly string[]>();
      expectTypeOf(input.target?.dc).toEqualTypeOf<number | undefined>();
      expectTypeOf(input.target?.name).toEqualTypeOf<string | undefined>();
      expectTypeOf(input.rest).toEqualTypeOf<{ readonly [key: string]: unknown } | undefined>();
      expectTypeOf(dependencies.roll).toEqualTypeOf<unknown>();
      expectTypeOf(context.weather).toEqualTypeOf<string | undefined>();
      expectTypeOf(context.clock?.minutes).toEqualTypeOf<number | undefined>();
      expectTypeOf(context.people?.["osk"]?.feeling).toEqualTypeOf<number | undefined>();
      expectTypeOf(context.tide).toEqualTypeOf<unknown>();
      expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
      expectTypeOf(host).not.toBeAny();
      // @ts-expect-error A level that the protocol does not have.
      emit.log("fatal", "x");
      // @ts-expect-error A field that the shape does not have.
      input.other;
      return { total: 9 };
    },
  });
});

it("[PR55] or it is stated, with or without a shape", () => {
  defineTool<{ way: string }>({ run: ({ way }) => ({ way }) });
  defineTool<{ way: string }>({
    input: { type: "object", properties: { way: { type: "string" } } },
    run: ({ way }) => void expectTypeOf(way).toEqualTypeOf<string>(),
  });

  // @ts-expect-error A tool gives an object or nothing.
  defineTool({ run: () => 9 });
  // @ts-expect-error A type that inputs cannot have.
  defineTool({ input: { type: "object", properties: { a: { type: "date" } } }, run: () => ({}) });

  expectTypeOf<InputOf<{ properties: { a: { type: "boolean" } }; required: ["a"] }>>().toEqualTypeOf<{
    readonly a: boolean;
  }>();
});

it("[PR87] the vocabulary of scenes and the contracts of the wire say the same", () => {
  expectTypeOf<ChoiceSource>().toEqualTypeOf<SourceRef>();
  expectTypeOf<ChoiceOdds>().toEqualTypeOf<Odds>();
  expectTypeOf<RollModifier>().toEqualTypeOf<Modifier>();
  expectTypeOf<SceneEvent["sceneType"]>().toEqualTypeOf<SceneType>();
  expectTypeOf<Extract<EngineEvent, { type: "roll" }>["outcome"]>().toEqualTypeOf<Outcome>();
  expectTypeOf<OfferedChoice["sources"]>().toEqualTypeOf<readonly SourceRef[]>();
  const asDocument = (brief: DirectedBrief): SceneBriefDocument => brief;
  expectTypeOf(asDocument).returns.toEqualTypeOf<SceneBriefDocument>();
  expectTypeOf<ToolEvent["type"]>().toEqualTypeOf<"log" | "state_patch" | "asset" | "ui_event" | "error" | "done">();
});

it("[PR860] [PR861] types of input and settings follow from schemas", () => {
  defineTool({
    input: z.object({ query: z.string(), limit: z.int().default(5) }),
    settings: z.object({ mood: z.enum(["calm", "uneasy"]).default("calm") }),
    run(input, { config }) {
      expectTypeOf(input).toEqualTypeOf<{ query: string; limit: number }>();
      expectTypeOf(config.mood).toEqualTypeOf<"calm" | "uneasy">();
    },
  });
  defineTool({
    input: { type: "object", properties: {} },
    settings: z.object({ wicks: z.int() }),
    run(_input, { config }) {
      expectTypeOf(config.wicks).toEqualTypeOf<number>();
    },
  });
});
