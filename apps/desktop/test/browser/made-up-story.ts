/** A story that no engine told, with everything that a scene can have: what the page makes of it is looked at. */
import type { Page } from "playwright-core";

/** Texts as somebody might bring them who wants the page to run something. */
export const HOSTILE = [
  `<img src=x onerror="window.hacked=1">`,
  `<script>window.hacked=1</script>`,
  `"><svg onload=window.hacked=1>`,
  `javascript:window.hacked=1`,
  `{{constructor.constructor('window.hacked=1')()}}`,
  `<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>`,
  `<style>@import 'http://evil.example/x.css'</style>`,
  `<a href="javascript:window.hacked=1">go</a>`,
  `![x](http://evil.example/beacon.png)`,
  `\u202Egnp.exe\u0000\u001B[2J`,
  `<math><mtext></form><form><mglyph><style></math><img src onerror=window.hacked=1>`,
  `<details open ontoggle=window.hacked=1>`,
] as const;

interface Words {
  /** Stands in the place of every text; each use asks anew. */
  readonly text?: (plain: string) => string;
  /** What the second scene looks and sounds like, with addresses. */
  readonly stage?: object;
  /** Whether Odo speaks in the first paragraph of all, which has a large letter. */
  readonly speaksFirst?: boolean;
  /** Whether Odo and Marta answer each other in a line each, in the last two paragraphs. */
  readonly banter?: boolean;
}

/** Two scenes: the second with a roll, a speaker, a notice, odds and reasons. */
function madeUpStory({ text = (plain) => plain, stage, speaksFirst = false, banter = false }: Words = {}) {
  const roll = {
    formula: "2d6",
    dice: [3, 5],
    modifiers: [
      { label: text("charisma 14"), value: 1 },
      { label: text("he trusts you"), value: 1 },
    ],
    total: 10,
    outcome: "success",
    label: text("Win Odo over"),
    stat: "charisma",
  };
  const choice = (id: string, words: string, more: object = {}) => ({
    id,
    text: text(words),
    label: text("Persuade"),
    sources: [
      { kind: "memory", ref: "scene-0", text: text("You let Marta go at the weir") },
      { kind: "place", ref: "weir", text: text("You have been to the weir twice, and it is low water") },
      { kind: "stat", ref: "perception", text: text("Perception 14") },
    ],
    ...more,
  });
  const scene = {
    type: "scene",
    sceneType: "dialogue",
    present: [text("Odo Marsh")],
    narrator: "storybook",
    title: text("The Salt Clock"),
    ended: false,
    assets: [],
  };
  return {
    id: "made-up",
    title: text("The Salt Clock"),
    campaign: "salt-clock",
    campaignChanges: null,
    running: null,
    portraits: [{ person: "odo", name: text("Odo Marsh"), alt: text("Odo"), source: "silhouette", url: null }],
    health: {},
    scenes: [
      {
        ...scene,
        scene: 0,
        turnId: "t0",
        location: text("The Weir at Low Light"),
        time: text("Second night"),
        ...(speaksFirst && { speakers: [{ paragraph: 0, person: "odo", name: text("Odo Marsh") }] }),
        paragraphs: [
          // Long enough to stand beside a large letter.
          text(
            "Rain makes the weir talk. Under it, or behind it, somebody is breathing. The planks are slick, the lamp on the far post has gone out, and the water that ought to go down the race stands still and listens with you, as if the river had been told to wait.",
          ),
          text("You hold your own breath to hear better, and hear only the rain."),
        ],
        choices: [choice("a", "Go to the ferry")],
      },
      {
        ...scene,
        ...(stage === undefined ? {} : { stage }),
        scene: 1,
        turnId: "t1",
        choice: text("You told Odo what you found in the tower"),
        location: text("The Drowned Ferry Stage"),
        time: text("Third evening"),
        weather: text("slack water"),
        roll,
        speakers: banter
          ? ["Odo Marsh", "Marta Keel"].map((name, place) => ({
              paragraph: place + 1,
              person: name,
              name,
              feels: "warming",
            }))
          : [{ paragraph: 1, person: "odo", name: text("Odo Marsh"), feels: "warming" }],
        assets: [
          {
            assetId: text("tower.glb"),
            kind: "model",
            mediaType: text("model/gltf"),
            toolId: "t",
            sizeBytes: 1,
            checksum: `sha256:${"0".repeat(64)}`,
            url: null,
            alt: null,
            caption: text("The tower"),
          },
        ],
        paragraphs: [
          text(
            "The tide has gone out further than anyone in Hallow Staithe remembers, and the ferry lies on her side in the mud like an animal that has decided not to get up. Odo sits on the gunwale, boots over nothing.",
          ),
          text(
            "‘Clock’s stopped,’ he says. ‘You’ll have heard. Eleven minutes to four, and the water’s keeping to it.’",
          ),
          text("For a while there is only the mud, ticking as it dries. Then he reaches inside his coat."),
        ],
        choices: [
          choice("b", "Ask Odo to row you to the tower before the tide remembers itself"),
          choice("c", "Show him the Warden’s seal and ask who paid Marta to be careless", {
            odds: { success: 28, partial: 44, fail: 28 },
            bonus: 1,
            hint: text("He has not forgiven the Wardens."),
          }),
          choice("d", "Go back to the weir, where you let her go, and read the mud", {
            odds: { success: 8, partial: 33, fail: 59 },
            bonus: -1,
            difficulty: text("Long odds"),
          }),
          choice("e", "Close your hand on the weight and say nothing of it to anyone"),
        ],
      },
    ],
  };
}

/** Notices and notes as events of the last turn bring them. */
function madeUpEvents(words: Words = {}) {
  const { text = (plain) => plain } = words;
  const stamp = (seq: number) => ({ turn: "t1", seq, at: 1_700_000_000_000 + seq });
  const [, last] = madeUpStory(words).scenes;
  return [
    {
      ...stamp(1),
      type: "story",
      playthroughId: "made-up",
      campaign: "salt-clock",
      title: text("The Salt Clock"),
      seed: "1",
      resumed: true,
      soFar: [text("Odo gave you the weight that Marta paid him to lose."), text("The tide is out.")],
    },
    {
      ...stamp(2),
      type: "notice",
      code: "narrator_slow",
      severity: "degraded",
      message: text("The narrator took too long, so the storybook wrote this scene."),
      action: text("Your choice and your roll count as usual."),
      cause: text("no first word in 30 s"),
      actions: [{ do: "tell_again", label: text("Tell it again") }],
    },
    { ...stamp(3), type: "note", event: text("shake_screen"), payload: { how: text("hard") }, toolId: "t" },
    { ...last, ...stamp(4) },
  ];
}

/** Has the page shown the made-up story in the place of a real one. */
export async function showMadeUp(page: Page, origin: string, words: Words = {}): Promise<void> {
  await page.route("**/api/stories/made-up", (route) => route.fulfill({ json: madeUpStory(words) }));
  const events = madeUpEvents(words).map(
    (event) => `id: ${event.turn}:${event.seq}\nevent: turn\ndata: ${JSON.stringify(event)}\n\n`,
  );
  await page.route(/\/api\/events\?.*story=made-up/, (route) =>
    // The stream is cut off at its end: what came is there, and whoever asks for what comes after it gets nothing more. A page that was
    // open before and asks again takes nothing away from this one.
    new URL(route.request().url()).searchParams.has("after")
      ? route.fulfill({ contentType: "text/event-stream", body: ": beat\n\n" })
      : route.fulfill({ contentType: "text/event-stream", body: events.join("") }),
  );
  await page.goto(`${origin}/story/made-up`);
  await page.locator("#scene-1").waitFor();
}
