/** A story as it is played. */
import type { Engine, PlayerCharacter, SceneEvent, SceneRange, Story } from "@narratoria/engine";
import { Hono } from "hono";
import { z } from "zod";
import { onShelf } from "../answers.js";
import { body, query } from "../body.js";
import type { TurnAim } from "../hub.js";
import { linkedPicture, linkedScene } from "../linked-files.js";
import type { Shell } from "../shell.js";

export const CHARACTER = z.object({
  name: z.string().optional(),
  preset: z.string().optional(),
  race: z.string().optional(),
  class: z.string().optional(),
  background: z.string().optional(),
  stats: z.record(z.string(), z.number()).optional(),
  answers: z.record(z.string(), z.string()).optional(),
});

const NEW_STORY = z.object({
  campaign: z.string().min(1),
  character: CHARACTER.optional(),
  seed: z.string().min(1).max(100).optional(),
});

/** What a notice offers and the story does; it comes back as it was sent. */
const ACTION = z.discriminatedUnion("do", [
  z.object({ do: z.literal("retry_tool"), label: z.string(), toolId: z.string() }),
  z.object({ do: z.literal("tell_again"), label: z.string() }),
  z.object({ do: z.literal("plain_scene"), label: z.string() }),
  z.object({ do: z.literal("restart_from"), label: z.string(), turnId: z.string(), scene: z.number().int() }),
]);

const TURN = z.discriminatedUnion("do", [
  z.object({ do: z.literal("choose"), choice: z.union([z.string(), z.number().int()]), scene: z.number().int() }),
  z.object({ do: z.literal("undo") }),
  z.object({ do: z.literal("redo") }),
  z.object({ do: z.literal("leave") }),
  z.object({ do: z.literal("tell_again") }),
  z.object({
    do: z.literal("branch"),
    at: z.union([z.string(), z.number().int()]).optional(),
    name: z.string().optional(),
  }),
  z.object({ do: z.literal("go_to"), to: z.string() }),
  z.object({ do: z.literal("act"), action: ACTION }),
]);

/** Base64 of a picture; null gives the portrait back. */
const PICTURE = z.object({ picture: z.string().nullable() });

const RANGE = z.object({
  from: z.coerce.number().int().min(0).optional(),
  to: z.coerce.number().int().min(0).optional(),
  branch: z.string().optional(),
});

/** So many scenes are drawn at first; earlier ones are asked for. */
const NEWEST = 20;

export function storyRoutes(shell: Shell) {
  const { sittings, links, hub } = shell;
  return new Hono()
    .post("/", body(NEW_STORY), async (context) => {
      const { campaign, character, seed } = context.req.valid("json");
      const sitting = await sittings.start(onShelf(campaign), { character: given(character), seed });
      hub.tell({ type: "changed", what: "library" });
      return context.json({ id: sitting.story.id, turn: sitting.running });
    })
    .get("/:id", async (context) => {
      const id = context.req.param("id");
      const { story, running, aim } = await sittings.of(id);
      const newest = story.scene;
      const scenes =
        newest === null ? [] : await scenesOf(shell.engine, id, { from: Math.max(0, newest.scene - NEWEST + 1) });
      return context.json({
        id,
        title: story.title,
        campaign: story.campaign,
        campaignChanges: story.campaignChanges,
        running,
        ...aim,
        scenes: scenes.map((scene) => linkedScene(scene, links)),
        portraits: story.portraits().map(({ path, ...portrait }) => ({ ...portrait, url: linkedPicture(path, links) })),
        health: story.skillHealth(),
      });
    })
    .get("/:id/scenes", query(RANGE), async (context) => {
      const { from, to, branch } = context.req.valid("query");
      const range = {
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
        ...(branch === undefined ? {} : { branch }),
      };
      const scenes = await scenesOf(shell.engine, context.req.param("id"), range);
      return context.json(scenes.map((scene) => linkedScene(scene, links)));
    })
    .post("/:id/turns", body(TURN), async (context) => {
      const sitting = await sittings.of(context.req.param("id"));
      const wanted = context.req.valid("json");
      const aim = aimOf(sitting.story, wanted);
      const turn = sitting.take((story, signal) => {
        switch (wanted.do) {
          case "choose":
            // Another page may have gone on since this one showed the choices.
            if (story.scene?.scene !== wanted.scene) throw new StaleScene();
            return story.choose(wanted.choice, { signal });
          case "undo":
            return story.undo({ signal });
          case "redo":
            return story.redo({ signal });
          case "leave":
            return story.leave({ signal });
          case "tell_again":
            return story.tellAgain({ signal });
          case "branch":
            return story.branch(wanted.at, wanted.name, { signal });
          case "go_to":
            return story.goTo(wanted.to, { signal });
          case "act":
            return story.act(wanted.action, { signal });
        }
      }, aim);
      return context.json({ turn });
    })
    .put("/:id/portraits/:person", body(PICTURE), async (context) => {
      const { story } = await sittings.of(context.req.param("id"));
      const { picture } = context.req.valid("json");
      await story.replacePortrait(
        context.req.param("person"),
        picture === null ? null : Buffer.from(picture, "base64"),
      );
      return context.json({ replaced: picture !== null });
    })
    .delete("/:id/turn", async (context) => {
      (await sittings.of(context.req.param("id"))).stop();
      return context.json({ stopped: true });
    })
    .delete("/:id", async (context) => {
      const id = context.req.param("id");
      await sittings.close(id);
      const deleted = await shell.engine.deletePlaythrough(id);
      hub.tell({ type: "changed", what: "library" });
      return context.json({ deleted });
    });
}

/** What a turn takes or tells. */
function aimOf(story: Pick<Story, "scene">, wanted: z.output<typeof TURN>): TurnAim {
  if (wanted.do === "choose") return { chosen: choiceText(story, wanted.choice), retells: null };
  const again = wanted.do === "act" ? wanted.action.do : wanted.do;
  // The scene on the table is told once more, under the same choice.
  if (again === "retry_tool" || again === "tell_again")
    return { chosen: story.scene?.choice ?? null, retells: story.scene?.turnId ?? null };
  return { chosen: null, retells: null };
}

/** @param choice - Its id, or its number from 1 on. */
function choiceText({ scene }: Pick<Story, "scene">, choice: string | number): string | null {
  return scene?.choices.find(({ id }, place) => id === choice || place + 1 === choice)?.text ?? null;
}

class StaleScene extends Error {
  readonly code = "stale_scene";
  readonly action = "Choose among the choices that are shown now.";
  constructor() {
    super("The story has gone on since these choices were shown.");
  }
}

async function scenesOf(engine: Engine, id: string, range: SceneRange): Promise<SceneEvent[]> {
  return (await engine.history(id)).scenes(range);
}

/** Without what was not given: a field that holds nothing is another thing than none. */
export function given(character: z.output<typeof CHARACTER> | undefined): PlayerCharacter | undefined {
  return character && Object.fromEntries(Object.entries(character).filter(([, value]) => value !== undefined));
}
