import { sentenceKey } from "@narratoria/protocol/english";
import type { StorySource } from "@narratoria/protocol/story";
import { readIndex } from "./support/read-index.js";
import { describe, expect, it } from "vitest";
import { withoutStamp } from "../src/scene/days-later.js";
import { getPath, type JsonObject, mergePatch } from "@narratoria/protocol";
import type { Deed, Effect, Fact, SceneBrief, StoryMemory } from "@narratoria/protocol/story";
import { splitPieces } from "@narratoria/protocol/english";
import { createRandom } from "@narratoria/protocol/random";
import { loadFrames } from "../src/frames/library.js";
import { Composer } from "../src/scene/composer.js";
import { readMemory } from "../src/scene/narrator-memory.js";
import { readStage } from "../src/scene/stage.js";
import { openersOf, runsOn } from "../src/scene/openers.js";
import { createStorybook } from "../src/index.js";
import { brief, slot, state, tell, tellings, textOf } from "./support/briefs.js";
import { story, storybook, WEIGHBRIDGE } from "./support/fixture-story.js";
import { kindsIn } from "./support/frame-kinds.js";

const ask = slot("ask", { npc: "orsolya", topic: "salt-book" });

describe("what comes of a decision", () => {
  const decided = "You weigh it again, in front of everybody, and it is short by a thumb.";
  const own: StorySource = {
    ...WEIGHBRIDGE,
    frames: [
      ...WEIGHBRIDGE.frames,
      { file: "storybook/decisions.md", text: `# deed decide none\n- ${decided} #text=weigh-the-salt-again\n` },
    ],
  };
  const ownStory = readIndex(own);
  const ownBook = createStorybook(ownStory, own);
  const first = (text: string, seed: number): string | undefined =>
    ownBook.tell(brief(slot("decide", { beat: "beat_001", text }), [], { seed: `seed ${seed}` }), state()).sentences[0]
      ?.text;

  it("[NA28] is told in the words that the author wrote for it, whatever else would fit", () => {
    for (let seed = 0; seed < 20; seed++) {
      expect(first("weigh the salt again", seed)).toBe(decided);
      expect(first("leave the salt alone", seed)).not.toBe(decided);
    }
  });
});

describe("gestures", () => {
  it("[NA372] are made once in five scenes, whoever makes them", () => {
    const effect: Effect = { kind: "feeling", npc: "orsolya", delta: 10 };
    const gestures = (propUse: JsonObject): number => {
      const at = state();
      const storybook = { ...(at.storybook as JsonObject), propUse };
      const drafts = tellings(slot("give", { npc: "orsolya" }), [effect], {}, { ...at, storybook });
      return drafts.filter((draft) => kindsIn(draft).some((kind) => /^react (?:positive|seen|touched)/.test(kind)))
        .length;
    };
    expect(gestures({ gesture: 1 })).toBeGreaterThan(0);
    expect(gestures({ gesture: 2 })).toBe(0);
  });
});

describe("what a choice comes to", () => {
  const sentences = (choice: Parameters<typeof brief>[0], effects: readonly Effect[], seed: number): string[] =>
    storybook.tell(brief(choice, effects, { seed: `seed ${seed}` }), state()).sentences.map(({ text }) => text);

  it("[NA378] tells an author's result word for word after its deed", () => {
    const text = "The lid comes up. Nr. 14 is scratched inside it.";
    for (let seed = 0; seed < 10; seed++) {
      const decide = slot("decide", { beat: "beat_001", text: "lift the lid" });
      const told = storybook.tell(brief(decide, [{ kind: "authored", text }], { seed: `seed ${seed}` }), state());
      expect(textOf(told).replace(/\s+/g, " ")).toContain(`You lift the lid. ${text}`);
    }
  });

  it.each([
    ["Solidarity -1, and 1d6 times ten stopgaps turn up for work", undefined],
    ["Solidarity +1; the march sits down", "the march sits down."],
    ["The date is 36", "The date is 36."],
  ])("[NA518] tells %j without what is of the rules", (text, left) => {
    const decide = slot("decide", { beat: "beat_001", text: "lift the lid" });
    const told = textOf(storybook.tell(brief(decide, [{ kind: "authored", text }]), state())).toLowerCase();
    expect(told).not.toMatch(/solidarity|1d6/);
    if (left !== undefined) expect(told).toContain(left.toLowerCase());
  });

  it("[NA33] cuts no speech before a figure", () => {
    for (const line of [
      "My mother wrote salt as Nr. 14. She kept the book until the flood.",
      "In the salt it is row no. 14. You will not find it there.",
    ]) {
      const people = story.matter.people.map((one) => (one.id === "orsolya" ? { ...one, lines: [line] } : one));
      const book = createStorybook({ ...story, people: new Map(people.map((one) => [one.id, one])) }, WEIGHBRIDGE);
      const quoted = { kind: "refuse", npc: "orsolya", topic: "salt-book" } as const;
      const text = textOf(book.tell(brief(ask, [quoted]), state()));
      expect(text).toMatch(/(?:Nr|no)\. 14,”/);
    }
  });

  it("[NA378] tells a refusal once, with its reason where that makes a plain sentence", () => {
    const silent = sentences({ ...ask, verb: "decide" }, [{ kind: "refuse", npc: "orsolya" }], 1).join(" ");
    expect(silent).toMatch(/Orsolya does not answer\./);
    const refuse = { kind: "refuse", npc: "orsolya", topic: "salt-book" } as const;
    for (let seed = 0; seed < 10; seed++) {
      const plain = sentences(ask, [refuse], seed).join(" ");
      const because = sentences(ask, [{ ...refuse, reason: "to keep her licence" }], seed).join(" ");
      expect(plain.match(/will not speak of|does not answer|“/g)).toHaveLength(1);
      expect(because).toMatch(/will not speak of the Salt Book\. \S+ wants to keep her licence\.|“/);
      for (const reason of ["not to be asked", "to keep a secret of long standing", "to not be asked"])
        expect(sentences(ask, [{ ...refuse, reason }], seed).join(" ")).not.toContain(reason);
    }
  });
});

describe("what somebody keeps", () => {
  const own: StorySource = {
    ...WEIGHBRIDGE,
    frames: [
      ...WEIGHBRIDGE.frames,
      { file: "storybook/things.md", text: "# keeps Orsolya\n- A ticket lies in a cup.\n" },
    ],
  };
  const ownBook = createStorybook(readIndex(own), own);

  it("[NA124] is told whole, as a thing that lies there", () => {
    for (let seed = 0; seed < 20; seed++) {
      const found: Effect = { kind: "learn", fact: "orsolya-keeps-1", whole: true, how: "found" };
      const told = ownBook.tell(
        brief(slot("sneak", { npc: "orsolya" }), [found], { seed: `seed ${seed}`, outcome: "success" }),
        state(),
      );
      expect(told.sentences.find(({ key }) => key === "gain kept")).toBeDefined();
      expect(told.paragraphs.join(" ")).toMatch(/\ba ticket lies in a cup\b/i);
    }
  });
});

describe("what a beat leaves to be asked", () => {
  const question = "Ask Orsolya who wrote it";
  const answer = 'You ask who wrote it. "Somebody with ink," says Orsolya.';
  const own: StorySource = {
    ...WEIGHBRIDGE,
    frames: [
      ...WEIGHBRIDGE.frames,
      {
        file: "storybook/aftermath.md",
        text: `# choice ask\n- ${question} #after=beat_001 #who=orsolya #echo=ink\n# deed ask none\n- ${answer} #after=beat_001 #who=orsolya #echo=ink\n`,
      },
    ],
  };
  const ownBook = createStorybook(readIndex(own), own);
  const about = (...beats: string[]) => ({
    sources: beats.map((ref) => ({ kind: "beat" as const, ref, text: "A beat" })),
  });

  it("[NA121] is put and answered in the words that the author wrote for it, and nothing is said on top", () => {
    const asked = { ...ask, ...about("beat_001") };
    for (let seed = 0; seed < 20; seed++) {
      const told = ownBook.tell(brief(slot("wait", {}), [], { seed: `seed ${seed}`, slots: [asked] }), state());
      expect(told.choices[0]).toMatchObject({ text: question, echo: "ink" });
      const after = ownBook.tell(brief({ ...asked, echo: "ink" }, [], { seed: `seed ${seed}` }), state());
      expect(after.sentences[0]?.text).toContain("You ask who wrote it");
      expect(after.sentences.some(({ key }) => key?.startsWith("speech"))).toBe(false);
      const other = ownBook.tell(
        brief(slot("wait", {}), [], { seed: `seed ${seed}`, slots: [{ ...ask, ...about("b2") }] }),
        state(),
      );
      expect(other.choices[0]?.text).not.toBe(question);
    }
  });

  it("[NA123] stands until it has been put, and nothing general takes its place before", () => {
    const asked = { ...ask, ...about("beat_001") };
    const worded = (seed: string, patch: JsonObject) =>
      ownBook.tell(
        brief(slot("wait", {}), [], { seed, scene: 7, slots: [asked] }),
        mergePatch(state(), patch) as JsonObject,
      ).choices[0];
    for (let seed = 0; seed < 20; seed++) {
      const first = ownBook.tell(brief(slot("wait", {}), [], { seed: `seed ${seed}`, slots: [asked] }), state());
      expect(worded(`again ${seed}`, first.patch)?.text).toBe(question);
      const put = ownBook.tell(brief({ ...asked, echo: "ink" }, [], { seed: `seed ${seed}` }), state());
      const after = worded(`again ${seed}`, put.patch);
      expect(after?.text).not.toBe(question);
    }
  });
});

describe("what happened", () => {
  const kinds: [string, Effect, RegExp, Partial<SceneBrief>?][] = [
    ["learn, told", { kind: "learn", fact: "salt-book-1", from: "orsolya", whole: true, how: "told" }, /^gain told/],
    ["learn, half", { kind: "learn", fact: "salt-book-1", from: "orsolya", whole: false, how: "told" }, /^gain half/],
    [
      "learn, beside the question",
      { kind: "learn", fact: "short-weight-3", from: "orsolya", whole: true, how: "told" },
      /^gain (?:bridge|told)/,
    ],
    ["learn, found", { kind: "learn", fact: "short-weight-3", whole: true, how: "found" }, /^gain found/],
    ["learn, overheard", { kind: "learn", fact: "short-weight-3", whole: true, how: "overheard" }, /^gain overheard/],
    ["motive", { kind: "motive", npc: "orsolya", text: "to find the missing page" }, /^gain motive/],
    [
      "relation",
      {
        kind: "relation",
        npc: "orsolya",
        to: "jonas",
        text: "weighs for Jonas last and never looks up while doing it",
      },
      /^gain relation/,
    ],
    ["reckon", { kind: "reckon", facts: ["salt-book-1", "short-weight-2"] }, /^gain reckon/],
    ["item gained", { kind: "item", id: "tin-scoop", name: "tin scoop", gained: true }, /^gain item/],
    ["item lost", { kind: "item", id: "tin-scoop", name: "tin scoop", gained: false }, /^turn item-lost/],
    [
      "item kept",
      { kind: "item", id: "tin-scoop", name: "tin scoop", gained: false, npc: "orsolya" },
      /^turn (?:given|item-lost)/,
    ],
    [
      "feeling, better",
      { kind: "feeling", npc: "orsolya", delta: 10 },
      /^react positive|^turn warmer/,
      { choice: slot("help", { npc: "orsolya", text: "keep the scales true" }) },
    ],
    ["feeling, worse", { kind: "feeling", npc: "orsolya", delta: -10 }, /^react negative|^turn colder/],
    ["owe", { kind: "owe", npc: "orsolya" }, /^turn owe/],
    ["paid", { kind: "paid", npc: "orsolya" }, /^turn paid/],
    ["redirect", { kind: "redirect", npc: "orsolya", to: "jonas", topic: "salt-book" }, /^turn redirect/],
    ["a question put off", { kind: "refuse", npc: "orsolya", until: "beat_009" }, /^turn put-off$/],
    [
      "a question put off before somebody",
      { kind: "refuse", npc: "orsolya", until: "beat_009", before: "jonas" },
      /^turn put-off before$/,
    ],
    [
      "hearsay",
      {
        kind: "hearsay",
        npc: "orsolya",
        from: "jonas",
        place: "long-yard",
        text: "You paid Jonas what you owed, and that made you even.",
        scene: 2,
      },
      /^turn hearsay/,
    ],
    ["arrive", { kind: "arrive", npc: "jonas", place: "weigh-house" }, /^enter/],
    ["leave", { kind: "leave", npc: "orsolya", place: "long-yard" }, /^exit/],
    ["time", { kind: "time", minutes: 45 }, /^turn time/],
    ["condition", { kind: "condition", name: "tired", gained: true }, /^turn condition/],
    ["condition gone", { kind: "condition", name: "tired", gained: false }, /^turn recovered/],
    ["noticed, by somebody here", { kind: "noticed", by: "orsolya" }, /^turn noticed/],
    ["noticed, by somebody who will hear", { kind: "noticed", by: "jonas" }, /^turn noticed/],
    ["thread opened", { kind: "thread", id: "promise-orsolya", npc: "orsolya", state: "opened" }, /^turn thread/],
    ["thread closed", { kind: "thread", id: "watcher-orsolya", npc: "orsolya", state: "closed" }, /^turn closed/],
    ["thread due", { kind: "thread", id: "debt-orsolya", npc: "orsolya", state: "due" }, /^thread debt due/],
  ];

  it.each(kinds)("[NA40] tells %s once, with a sentence of its own kind", (_, effect, kind, more) => {
    const at = state({
      threads: { "debt-orsolya": { kind: "debt", npc: "orsolya", opened: 6, text: "", state: "due" } },
    });
    for (const draft of tellings(ask, [effect], { outcome: "partial", ...more }, at)) {
      expect(kindsIn(draft).filter((used) => kind.test(used))).toHaveLength(1);
    }
  });

  it("[NA40] refuses a question about a thing by the name that the question gave it", () => {
    const about = {
      ...ask,
      verb: "decide",
      bind: { npc: "orsolya", prop: "the coat", text: "ask Orsolya about the coat" },
    } as const;
    for (const draft of tellings(about, [{ kind: "refuse", npc: "orsolya" }])) {
      expect(kindsIn(draft)).toContain("turn refused thing");
      expect(textOf(draft)).toContain("about the coat");
    }
  });

  it("[NA5750] asks what somebody means to do in the words of the choice", () => {
    const wish = { kind: "motive", npc: "orsolya", text: "to sell the scales" } as const;
    const text = "Ask Orsolya what she means to do";
    for (const draft of tellings({ ...ask, bind: { npc: "orsolya" }, text }, [wish])) {
      expect(textOf(draft)).not.toContain("wants");
      expect(textOf(draft)).toMatch(/You ask (?:Orsolya|her) what she means to do\./);
    }
  });

  it("[NA5755] looks at whoever has answered in a few words, in the paragraph of the answer", () => {
    const wish = { kind: "motive", npc: "orsolya", text: "to sell the scales" } as const;
    const [told] = tellings({ ...ask, bind: { npc: "orsolya" }, text: "Ask Orsolya what she wants" }, [wish]);
    expect(told?.paragraphs).toEqual([
      "You ask Orsolya what she wants.",
      expect.stringMatching(/^“I want to sell the scales,” says Orsolya\. (?:She|Orsolya) is a tall woman/),
    ]);
  });

  it("[NA5754] has nobody who has just answered say what others say of the player", () => {
    const heard = {
      kind: "hearsay",
      npc: "orsolya",
      from: "jonas",
      place: "long-yard",
      text: "You gave Jonas a lamp, and he warmed to you.",
      scene: 2,
    } as const;
    const learn: Effect = { kind: "learn", fact: "salt-book-1", from: "orsolya", whole: true, how: "told" };
    for (const draft of tellings(ask, [heard], {})) expect(kindsIn(draft)).toContain("turn hearsay");
    for (const draft of tellings(ask, [learn, heard], {})) expect(kindsIn(draft)).not.toContain("turn hearsay");
  });

  it("[NA3440] says what somebody means to do where that was asked, and else what they want", () => {
    const wish = { kind: "motive", npc: "orsolya", text: "to sell the scales" } as const;
    const asked = (text: string) => ({ ...ask, bind: { npc: "orsolya" }, text });
    for (const draft of tellings(asked("Ask Orsolya what she means to do"), [wish]))
      expect(textOf(draft)).toContain("“I mean to sell the scales,”");
    for (const draft of tellings(asked("Ask Orsolya what she wants"), [wish]))
      expect(textOf(draft)).toContain("“I want to sell the scales,”");
  });

  it("[NA3444] says why somebody will not speak of a thing, by a wish of theirs", () => {
    const about = {
      ...ask,
      verb: "decide",
      bind: { npc: "orsolya", prop: "the coat", text: "ask Orsolya about the coat" },
    } as const;
    for (const draft of tellings(about, [{ kind: "refuse", npc: "orsolya", reason: "to get her coat mended" }])) {
      expect(textOf(draft)).toContain("will not speak of the coat");
      expect(textOf(draft)).toContain("to get her coat mended");
    }
  });

  it("[NA3101] tells no putting off of a question that the beat of the scene answers", () => {
    const [told] = [...story.beats.values()];
    if (!told) throw new Error("the story has no beat");
    const kinds = (until: string) =>
      tellings(ask, [{ kind: "refuse", npc: "orsolya", until }], { beat: told }).flatMap(kindsIn);
    expect(kinds(told.id).filter((kind) => kind.startsWith("turn put-off"))).toEqual([]);
    expect(kinds("beat_009").filter((kind) => kind.startsWith("turn put-off")).length).toBeGreaterThan(0);
  });

  it("[NA591] tells hearsay as such, without what came of the deed, and says who told it", () => {
    const text = "You paid Jonas what you owed, and that made you even.";
    const heard = { kind: "hearsay", npc: "orsolya", from: "jonas", text, scene: 2 } as const;
    for (const draft of tellings(ask, [{ ...heard, place: "long-yard" }])) {
      const told = draft.sentences.find(({ key }) => key === "turn hearsay");
      expect(told?.text).toMatch(
        /(?:They say (?:at|in|on) the Long Yard|I have heard) that you paid Jonas what you owed,”/,
      );
      expect(told?.sources.map((one) => one.text)).toEqual([text, "Peel told Orsolya"]);
    }
  });

  it("[NA40] tells a move by the deed that goes there, else by a sentence of its own", () => {
    const at = state({ place: "long-yard" });
    const move: Effect = { kind: "move", place: "long-yard" };
    for (const draft of tellings(slot("go", { place: "long-yard" }), [move], {}, at)) {
      expect(
        draft.sentences
          .filter((sentence) => sentence.frameId !== undefined && sentence.paragraph === 0)
          .map((sentence) => sentence.text)
          .join(" "),
      ).toContain("Long Yard");
      expect(kindsIn(draft).some((kind) => kind === "turn move")).toBe(false);
    }
    for (const draft of tellings(slot("rest", {}), [move], {}, at))
      expect(kindsIn(draft).filter((kind) => kind === "turn move")).toHaveLength(1);
  });

  it("[NA40] does not tell again what another effect or the deed has told", () => {
    const debt: Effect[] = [
      { kind: "owe", npc: "orsolya" },
      { kind: "thread", id: "debt-orsolya", npc: "orsolya", state: "opened" },
    ];
    for (const draft of tellings(ask, debt, { outcome: "partial" }))
      expect(kindsIn(draft).filter((kind) => /^turn (?:owe|thread)$/.test(kind))).toEqual(["turn owe"]);
    const gift = slot("give", { npc: "orsolya", item: "tin-scoop" });
    for (const draft of tellings(gift, [
      { kind: "item", id: "tin-scoop", name: "tin scoop", gained: false, npc: "orsolya" },
    ])) {
      expect(kindsIn(draft).filter((kind) => /^turn (?:given|item-lost)$/.test(kind))).toEqual([]);
      expect(textOf(draft)).toMatch(/tin scoop/);
    }
  });

  it("[NA40] tells no more than happened: without effects no gain, no turn, no exit", () => {
    for (const draft of tellings(ask, [], { outcome: "fail" })) {
      expect(
        kindsIn(draft).filter((kind) => /^(?:gain|turn|exit|enter|react (?:positive|negative)|thread)/.test(kind)),
      ).toEqual([]);
    }
  });

  it("[NA40] tells an author's fact word for word", () => {
    const draft = tell(ask, [{ kind: "learn", fact: "salt-book-1", from: "orsolya", whole: true, how: "told" }], {
      outcome: "success",
    });
    expect(textOf(draft)).toMatch(/very cart of salt since the flood is entered in the Salt Book/);
  });

  it("[NA41] tells the deed by its outcome", () => {
    for (const outcome of ["success", "partial", "fail"] as const) {
      for (const draft of tellings(ask, [], { outcome }))
        expect(kindsIn(draft)[0]).toMatch(new RegExp(`^deed (?:ask|any) (?:${outcome}|any)$`));
    }
  });

  it("[NA41] tells a find in spite of a failure as one", () => {
    for (const draft of tellings(
      slot("search", { place: "weigh-house" }),
      [{ kind: "learn", fact: "short-weight-3", whole: true, how: "found" }],
      { outcome: "fail" },
    )) {
      expect(textOf(draft)).toMatch(/All the same,|Even so,|And yet,|Still,|“The short weight/);
    }
  });

  it("[NA370] a question that is answered begins with its answer, tagged after its first sentence", () => {
    const told: Effect = { kind: "learn", fact: "salt-book-1", from: "orsolya", whole: true, how: "told" };
    for (const draft of tellings(ask, [told], { outcome: "success" })) {
      // Where its answer is one speech the scene needs the deed as well: it has two paragraphs.
      const isAlone = /^You ask [^.]+\.$/.test(draft.paragraphs[0] ?? "");
      if (!isAlone) expect(kindsIn(draft).filter((kind) => kind.startsWith("deed"))).toEqual([]);
      expect(draft.paragraphs[isAlone ? 1 : 0]).toMatch(/^“Every cart of salt since the flood .*” says Orsolya\./);
    }
  });

  it("[NA41] a wording variant picks the deed that goes with it", () => {
    const frames = [{ file: "own.md", text: "# deed press fail\n- You stand in {npc.p} way. #echo=stand" }];
    const own = createStorybook(story, { ...WEIGHBRIDGE, frames });
    const stand = slot("press", { npc: "orsolya", topic: "salt-book", fact: "salt-book-1" }, { echo: "stand" });
    for (let seed = 0; seed < 10; seed++)
      expect(own.tell(brief(stand, [], { outcome: "fail", seed: `${seed}` }), state()).sentences[0]?.text).toBe(
        "You stand in Orsolya’s way.",
      );
  });
});

describe("the shape of a scene", () => {
  const learn: Effect = { kind: "learn", fact: "salt-book-1", from: "orsolya", whole: true, how: "told" };

  it("[NA42] has two or three paragraphs, whatever happened, and no words to fill them", () => {
    const turns: [Parameters<typeof tell>[0], Effect[]][] = [
      [ask, [learn]],
      [slot("wait", {}), []],
      [
        slot("search", { prop: "the brass scales", place: "weigh-house" }),
        [
          { kind: "owe", npc: "orsolya" },
          { kind: "time", minutes: 90 },
          { kind: "noticed", by: "jonas" },
        ],
      ],
      [
        slot("rest", { place: "weigh-house" }),
        [
          { kind: "time", minutes: 180 },
          { kind: "condition", name: "tired", gained: false },
        ],
      ],
    ];
    for (const [choice, effects] of turns) {
      for (const draft of tellings(choice, effects, { slots: [ask], outcome: "partial" })) {
        expect(draft.paragraphs.length).toBeGreaterThanOrEqual(2);
        expect(draft.paragraphs.length).toBeLessThanOrEqual(3);
        expect(kindsIn(draft).filter((kind) => /^(?:detail|hook)/.test(kind))).toEqual([]);
      }
    }
  });

  it("[NA42] keeps the author's beat whole beside a long deed, in three paragraphs at most", () => {
    const beat = story.beats.get("beat_001");
    for (const draft of tellings(
      ask,
      [
        learn,
        { kind: "owe", npc: "orsolya" },
        { kind: "time", minutes: 60 },
        { kind: "feeling", npc: "orsolya", delta: 10 },
      ],
      { outcome: "partial", ...(beat ? { beat } : {}) },
    )) {
      expect(draft.paragraphs.length).toBeLessThanOrEqual(3);
      expect(textOf(draft)).toContain(
        "You come on the drawer under the scales, and it stands open. Orsolya shuts it with her hip and says nothing.",
      );
      // Her line may come before what is decided, and is told in the beat. (rule NA5701)
      expect(textOf(draft)).toMatch(/That drawer sticks/);
    }
  });

  it("[NA42] joins what would be a fourth paragraph", () => {
    const beat = story.beats.get("beat_001");
    const at = state({
      people: { orsolya: { place: "weigh-house", met: 0 }, jonas: { place: "weigh-house", met: 0 } },
      storybook: { met: { jonas: 0 }, stage: { place: "long-yard", people: ["jonas"] } },
    });
    const much: Effect[] = [
      learn,
      { kind: "owe", npc: "jonas" },
      { kind: "time", minutes: 60 },
      { kind: "arrive", npc: "jonas", place: "weigh-house" },
      { kind: "thread", id: "debt-jonas", npc: "jonas", state: "due" },
    ];
    for (const draft of tellings(
      slot("ask", { npc: "jonas", topic: "salt-book" }),
      much,
      { outcome: "partial", bringIn: ["topic:short-weight", "topic:night-carts"], ...(beat ? { beat } : {}) },
      at,
    )) {
      expect(draft.paragraphs.length).toBeLessThanOrEqual(3);
    }
  });

  it("[NA43] names what the choices will name in a sentence of the author's, else not", () => {
    const bringIn = ["npc:jonas", "topic:short-weight", "place:long-yard", "item:brass-tally", "prop:a tin scoop"];
    const at = state({ inventory: { "brass-tally": { name: "brass tally", count: 1 } } });
    const offered = [
      slot("ask", { npc: "orsolya", topic: "short-weight" }),
      slot("go", { place: "long-yard", npc: "jonas" }),
      slot("use", { npc: "orsolya", item: "brass-tally" }),
      slot("search", { place: "weigh-house", prop: "a tin scoop" }),
    ];
    const general = ["The short weight was first spoken of at the quay."];
    const own = createStorybook({ ...story, general }, WEIGHBRIDGE);
    for (const draft of tellings(slot("wait", {}), [], { bringIn, slots: offered }, at)) {
      expect(kindsIn(draft).filter((kind) => kind.startsWith("knowledge"))).toEqual([]);
      expect(textOf(draft)).not.toContain("brass tally");
    }
    expect(textOf(own.tell(brief(slot("wait", {}), [], { bringIn, slots: offered }), at))).toContain(general[0]);
  });

  it("[NA43] leaves it to a beat's own choices to name somebody", () => {
    const beat = story.beats.get("beat_001");
    if (!beat) throw new Error("the story has no such beat");
    const at = mergePatch(state(), {
      storybook: { named: { "npc:orsolya": 1 } },
      people: { jonas: { place: "long-yard" } },
    });
    const told = (more: object) =>
      textOf(
        tell(
          slot("wait", {}),
          [],
          { slots: [slot("decide", { beat: "beat_001", text: "settle it with Jonas Peel" })], ...more },
          at,
        ),
      );
    expect(
      told({ beat: { ...beat, people: ["orsolya"], told: ["Orsolya lifts the lid."], dialogue: [] } }),
    ).not.toContain("Peel");
  });

  it("[NA44] closes with a hook only where the story's author wrote one, on a choice about to be offered", () => {
    const offered = [slot("ask", { npc: "orsolya", topic: "short-weight" }), slot("go", { place: "long-yard" })];
    for (const draft of tellings(slot("wait", {}), [], { slots: offered }))
      expect(kindsIn(draft).some((kind) => kind.startsWith("hook "))).toBe(false);
    const frames = [{ file: "own.md", text: "# hook ask\n- {Npc} [have] not been asked yet." }];
    const own = createStorybook(story, { ...WEIGHBRIDGE, frames });
    const at = mergePatch(state(), { storybook: { named: { "place:long-yard": 1 } } });
    const told = own.tell(brief(slot("wait", {}), [], { slots: offered }), at);
    expect(told.sentences.at(-1)).toMatchObject({ key: "hook ask" });
    const none = own.tell(brief(slot("wait", {}), [], { slots: offered.slice(1) }), state());
    expect(kindsIn(none)).not.toContain("hook ask");
  });

  it("[NA45] gives the same words for the same seed and state, and others for another seed", () => {
    expect(tell(ask, [learn])).toEqual(tell(ask, [learn]));
    expect(new Set(tellings(ask, [], { outcome: "fail" }).map(textOf)).size).toBeGreaterThan(2);
  });

  it("[NA45] remembers in its patch alone: nothing is kept between two calls", () => {
    const first = tell(ask, [learn], { seed: "a" });
    tell(ask, [learn], { seed: "b" });
    expect(tell(ask, [learn], { seed: "a" })).toEqual(first);
  });
});

describe("repetition", () => {
  const turn = (scene: number, at: Parameters<typeof storybook.tell>[1]) =>
    storybook.tell(
      brief(slot("wait", {}), [{ kind: "time", minutes: 60 }], { scene, seed: `r${scene}`, slots: [ask] }),
      at,
    );

  it("[NA46] never tells an author's sentence twice within thirty scenes, and a joint as often as it must", () => {
    let at = state();
    let waits = 0;
    const last = new Map<string, number>();
    for (let scene = 6; scene < 66; scene++) {
      const draft = turn(scene, at);
      for (const piece of draft.sentences
        .filter(({ key }) => key === undefined)
        .flatMap(({ text }) => splitPieces(text))) {
        const before = last.get(piece.toLowerCase());
        expect(before === undefined || scene - before > 30, `${scene}: ${piece}`).toBe(true);
        last.set(piece.toLowerCase(), scene);
      }
      if (kindsIn(draft)[0] === "deed wait any") waits++;
      at = mergePatch(at, draft.patch);
    }
    expect(waits).toBe(60);
  });

  it("[NA46] lets another attempt at the same scene use its sentences again", () => {
    const beat = story.beats.get("beat_001");
    const attempt = (at: Parameters<typeof storybook.tell>[1]) =>
      textOf(storybook.tell(brief(slot("wait", {}), [], beat ? { beat } : {}), at));
    const first = storybook.tell(brief(slot("wait", {}), [], beat ? { beat } : {}), state());
    expect(attempt(mergePatch(state(), first.patch))).toContain("You come on the drawer under the scales");
  });

  const learnt: Effect = { kind: "learn", fact: "salt-book-1", from: "orsolya", whole: true, how: "told" };
  const varied = tellings(ask, [learnt], { outcome: "success", slots: [ask] }, state(), 120);

  it("[NA47] opens no three sentences in a row alike, where there is a choice", () => {
    const names = new Set(["Orsolya", "Jonas", "Peel"]);
    expect(
      varied.filter((draft) => runsOn([], openersOf(draft.paragraphs.join(" "), names))).length,
    ).toBeLessThanOrEqual(2);
  });

  it("[NA47] makes one comparison a scene, and sets no two quotations side by side, where there is a choice", () => {
    const text =
      '# turn warmer\n- {Npc} [nod] like a clerk. #w=100000\n- {Npc} [nod]. #w=0.01\n# exit\n- {Npc} [go] like a cart. #w=100000\n- After that {npc} [go].\n# speech\n- "Well." #w=100000\n# beat line\n- "Now." #w=100000\n- {Npc} [say]: "Now."';
    const library = loadFrames([], [{ file: "own.md", text }], []);
    const orsolya = story.people.get("orsolya");
    const fill = orsolya ? { npc: orsolya } : {};
    for (let seed = 0; seed < 20; seed++) {
      const memory = readMemory(state());
      const composer = new Composer(
        story,
        readStage(story, brief(ask), state(), memory),
        memory,
        library,
        createRandom(`${seed}`),
      );
      for (const key of ["turn warmer", "exit", "speech", "beat line"])
        composer.say({ keys: [key], fill, must: false });
      expect(composer.texts[0]).toBe("Orsolya nods like a clerk. After that she goes. “Well.” She says: “Now.”");
    }
  });

  it("[NA501] gives two speeches of one speaker in a row one tag, and one paragraph", () => {
    const orsolya = story.people.get("orsolya");
    const memory = readMemory(state());
    const stage = readStage(story, brief(ask), state(), memory);
    const library = loadFrames(
      [],
      [
        {
          file: "own.md",
          text: "# speech\n- {quote.said}\n# beat line\n- {quote.said}\n# speech first\n- {quote.said}\n# speech catch\n- {quote.said}",
        },
      ],
      [],
    );
    const composer = new Composer(story, stage, memory, library, createRandom("1"));
    const say = (key: string, quote: string): boolean =>
      composer.say({ keys: [key], fill: { ...(orsolya ? { npc: orsolya } : {}), quote }, must: true });
    say("speech", "It was short by a thumb.");
    composer.paragraph();
    say("beat line", "I weighed it again. It was still short.");
    const they = "They sold me water to walk past a well.";
    expect(
      composer.say({
        keys: ["speech catch"],
        fill: { ...(orsolya ? { npc: orsolya } : {}), quote: they },
        must: false,
      }),
    ).toBe(false);
    say("speech first", "Nobody asked me. I said nothing.");
    expect(composer.texts).toEqual([
      "“It was short by a thumb,” says Orsolya. “I weighed it again. It was still short. Nobody asked me. I said nothing.”",
    ]);
    const other = new Composer(story, stage, memory, library, createRandom("1"));
    const fill = (quote: string) => ({ ...(orsolya ? { npc: orsolya } : {}), quote });
    other.say({ keys: ["speech"], fill: fill("There you are."), must: true });
    other.say({ keys: ["beat line"], fill: fill("The book says: 'It is where I put it.'"), must: true });
    expect(other.texts[0]).toMatch(/where I put it\.[’']”$/);
  });

  it("[NA48] changes state by a patch of what is new, and forgets what has grown old", () => {
    const old = state({
      storybook: {
        ring: { old: 1, recent: 30 },
        lastUse: { gone: 1 },
        stage: { place: "weigh-house", people: ["orsolya"] },
      },
    });
    const { patch } = turn(40, old);
    expect(patch).toMatchObject({
      storybook: { ring: { old: null }, stage: { place: "weigh-house", people: ["orsolya"] } },
    });
    const after = mergePatch(old, patch) as {
      storybook: { ring: Record<string, number>; named: Record<string, number> };
    };
    expect(after.storybook.ring.old).toBeUndefined();
    expect(after.storybook.ring.recent).toBe(30);
    expect(Object.keys(patch)).toEqual(["storybook"]);
  });

  it("[NA48] notes whom and what it has named, by scene", () => {
    const { patch } = tell(ask, [], { outcome: "success" });
    expect(patch).toMatchObject({ storybook: { named: { "npc:orsolya": 6, "topic:salt-book": 6 } } });
  });
});

describe("people", () => {
  it("[NA54] has each line of a beat followed by the name of its speaker, and nothing said about it", () => {
    const beat = {
      id: "beat_009",
      title: "Two of them",
      told: ["The drawer is opened."],
      decisions: [],
      dialogue: [
        { speaker: "orsolya", line: "That is mine. It was always mine, and it was my mother's before me." },
        { speaker: "jonas", line: "So you have said." },
      ],
      people: ["orsolya", "jonas"],
      names: [],
    };
    for (const draft of tellings(slot("wait", {}), [], { beat, sceneType: "resolution" }))
      expect(textOf(draft)).toMatch(
        /“That is mine,” says Orsolya\. “It was always mine, and it was my mother’s before me\.” “So you have said,” says (?:Jonas )?Peel\./,
      );
  });

  it("[NA376] joins what one speaker of a beat says in a row", () => {
    const beat = {
      id: "beat_009",
      title: "He offers",
      told: ["Jonas Peel offers you a cart."],
      decisions: [],
      dialogue: [
        { speaker: "jonas", line: "Take it." },
        { speaker: "jonas", line: "It was my father's, and it has carried salt for forty years." },
      ],
      people: ["jonas"],
      names: [],
    };
    for (const draft of tellings(slot("wait", {}), [], { beat, sceneType: "resolution" })) {
      expect(textOf(draft)).toMatch(/Jonas Peel offers you a cart\. “Take it,” says Peel\. “It was my/);
    }
  });

  it("[NA50] says who came or went between the scenes", () => {
    const came = state({
      people: { orsolya: { place: "weigh-house", met: 0 }, jonas: { place: "weigh-house", met: 0 } },
    });
    for (const draft of tellings(slot("wait", {}), [], {}, came, 10)) expect(kindsIn(draft)).toContain("enter");
    const went = state({ people: { orsolya: { place: "long-yard", met: 0 }, jonas: { place: "long-yard", met: 0 } } });
    for (const draft of tellings(slot("wait", {}), [], {}, went, 10)) expect(kindsIn(draft)).toContain("exit");
  });

  it("[NA50] says who is here where the player comes to", () => {
    const at = state({ place: "long-yard" });
    for (const draft of tellings(
      slot("go", { place: "long-yard" }),
      [{ kind: "move", place: "long-yard" }],
      {},
      at,
      10,
    )) {
      expect(textOf(draft)).toMatch(/Peel|carter/);
    }
  });

  it("[NA50] gives a stranger's full name and a line of theirs", () => {
    const at = state({
      place: "long-yard",
      people: { orsolya: { place: "weigh-house", met: 0 }, jonas: { place: "long-yard" } },
      storybook: { stage: { place: "weigh-house", people: [] } },
    });
    for (const draft of tellings(
      slot("go", { place: "long-yard" }),
      [{ kind: "move", place: "long-yard" }],
      {},
      at,
      10,
    )) {
      expect(textOf(draft)).toContain("Jonas Peel");
      expect(textOf(draft)).toMatch(/A cart does not care what it carries|Ask me something I can lift/);
    }
  });

  it("[NA50] has nobody act who is not here yet", () => {
    const arrives: Effect = { kind: "arrive", npc: "jonas", place: "weigh-house" };
    const at = state({
      people: { orsolya: { place: "long-yard" }, jonas: { place: "weigh-house", met: 0 } },
      storybook: { met: { jonas: 0 }, named: { "npc:jonas": 0 }, stage: { place: "weigh-house", people: [] } },
    });
    for (const draft of tellings(slot("wait", {}), [arrives], {}, at)) {
      const kinds = kindsIn(draft);
      const before = kinds.slice(0, kinds.indexOf("enter"));
      expect(before.filter((kind) => /^(?:speech|react|callback|ground (?:who|first|here))/.test(kind))).toEqual([]);
    }
  });

  it("[NA51] lets whoever a beat names or lets speak come by that", () => {
    const beat = story.beats.get("beat_001");
    const at = state({
      people: { orsolya: { place: "weigh-house", met: 0 } },
      storybook: { met: { orsolya: 0 }, named: { "npc:orsolya": 0 }, stage: { place: "weigh-house", people: [] } },
    });
    const dialogue = [{ speaker: "orsolya", line: "That drawer sticks." }];
    const silent = beat && { ...beat, dialogue, told: ["The drawer under the scales stands open."] };
    for (const draft of tellings(slot("wait", {}), [], silent ? { beat: silent } : {}, at, 10)) {
      expect(kindsIn(draft).filter((kind) => kind.startsWith("enter"))).toEqual([]);
      expect(textOf(draft)).toContain("says Orsolya");
    }
  });

  it("[NA51] names those of a beat without a word of them in one sentence", () => {
    const beat = story.beats.get("beat_001");
    const at = state({
      people: { orsolya: { place: "weigh-house", met: 0 }, jonas: { place: "weigh-house", met: 0 } },
      storybook: {
        met: { orsolya: 0, jonas: 0 },
        named: { "npc:orsolya": 0, "npc:jonas": 0 },
        stage: { place: "weigh-house", people: [] },
      },
    });
    const silent = beat && {
      ...beat,
      people: ["orsolya", "jonas"],
      told: ["Everybody stands before the open drawer."],
      dialogue: [],
    };
    for (const draft of tellings(slot("wait", {}), [], silent ? { beat: silent } : {}, at, 10)) {
      expect(kindsIn(draft).filter((kind) => kind.startsWith("enter"))).toEqual(["enter all"]);
      expect(textOf(draft)).toContain("open drawer. Orsolya and Peel are here.");
    }
  });

  it("[NA511] calls no roll: not one whom a beat leaves out, nor many", () => {
    const beat = story.beats.get("beat_001");
    const at = state({
      people: { orsolya: { place: "weigh-house", met: 0 }, jonas: { place: "long-yard", met: 0 } },
      storybook: { met: { orsolya: 0, jonas: 0 }, named: {}, stage: { place: "weigh-house", people: ["orsolya"] } },
    });
    const kinds = (people: string[], told: string) =>
      tellings(slot("wait", {}), [], beat ? { beat: { ...beat, people, told: [told], dialogue: [] } } : {}, at, 5)
        .flatMap(kindsIn)
        .filter((kind) => kind.startsWith("enter"));
    expect(kinds(["jonas"], "The drawer stands open.")).toEqual([]);
    expect(kinds(["orsolya", "jonas"], "Orsolya stands before the drawer.")).toEqual([]);
  });

  it("[NA652] says on the way to a beat of nobody that they are there of whom it says nothing", () => {
    const beat = story.beats.get("beat_001");
    const at = state({
      people: { orsolya: { place: "weigh-house", met: 0 }, jonas: { place: "weigh-house", met: 0 } },
      storybook: {
        met: { orsolya: 0, jonas: 0 },
        named: { "npc:orsolya": 0, "npc:jonas": 0 },
        stage: { place: "long-yard", people: [] },
      },
    });
    const goes = (bind: Parameters<typeof slot>[1]) =>
      tellings(
        slot("go", { place: "weigh-house", ...bind }),
        [{ kind: "move", place: "weigh-house" }],
        beat
          ? { beat: { ...beat, people: ["jonas"], told: ["Peel stands alone before the drawer."], dialogue: [] } }
          : {},
        at,
        5,
      ).map(textOf);
    for (const text of goes({})) expect(text).not.toContain("Orsolya");
    for (const text of goes({ npc: "orsolya" })) expect(text).toContain("Orsolya");
  });

  it("[NA512] goes on elsewhere without a summons where nobody is known who could send", () => {
    const beat = story.beats.get("beat_001");
    const at = state({ storybook: { met: {}, named: {}, seen: {}, stage: { place: "long-yard", people: [] } } });
    for (const draft of tellings(slot("wait", {}), [], beat ? { beat: { ...beat, people: [] } } : {}, at, 8))
      expect(textOf(draft)).not.toContain("sent for");
  });

  it("[NA512] has nobody say where somebody is to be found", () => {
    const at = state({
      storybook: {
        met: { orsolya: 0 },
        named: { "npc:orsolya": 0 },
        stage: { place: "weigh-house", people: ["orsolya"] },
      },
      people: { orsolya: { place: "weigh-house", met: 0 }, jonas: { place: "long-yard" } },
    });
    const told = (choice: ReturnType<typeof slot>, of = at) =>
      textOf(tell(slot("wait", {}), [], { slots: [choice], bringIn: ["npc:jonas"] }, of));
    expect(told(slot("go", { place: "long-yard", npc: "jonas" }))).not.toContain("Peel");
    expect(told(slot("gossip", { npc: "orsolya", npc2: "jonas" }))).not.toContain("Long Yard");
    // Whoever is nowhere yet is said to be nowhere.
    const nowhere = state({ people: { orsolya: { place: "" }, jonas: { place: "" } }, place: "weigh-house" });
    expect(told(slot("decide", { beat: "beat_001", text: "settle with Jonas" }), nowhere)).not.toContain("Peel");
  });

  it("[NA547] tells no deed of words that open with no verb", () => {
    const deed = (text: string): string => textOf(tell(slot("decide", { beat: "beat_001", text }), [], {}, state()));
    expect(deed("blue feather")).not.toMatch(/You blue/i);
    expect(deed("denounce the weigher")).toContain("You denounce the weigher.");
  });

  it("[NA3130] tells an hour in figures that a beat opens with", () => {
    const beat = story.beats.get("beat_001");
    const told = ["02:00.", "Then it is three."];
    const draft = tell(slot("wait", {}), [], beat ? { beat: { ...beat, told, dialogue: [] } } : {}, state());
    expect(textOf(draft)).toContain("02:00. Then it is three.");
  });

  it.each([
    ["Two in the morning is your own hour.", 1560, false],
    ["The bell rings.", 1320, false],
    ["The bell rings.", 1080, true],
  ])("[NA6535] before a beat with %s at minute %d, an hour of waiting is told: %s", (told, minutes, isTold) => {
    const [beat] = story.beats.values();
    const stage = { place: "weigh-house", people: ["orsolya"], minutes: 900 };
    const text = textOf(
      tell(
        slot("wait", {}),
        [{ kind: "time", minutes: 60 }],
        beat ? { beat: { ...beat, told: [told], dialogue: [], clock: { minutes: minutes % 1440 } } } : {},
        state({ clock: { minutes }, storybook: { met: { orsolya: 0 }, named: { "npc:orsolya": 0 }, stage } }),
      ),
    );
    expect(/[Aa]n hour/.test(text)).toBe(isTold);
  });

  it("[NA3368] tells no hours of waiting where nights go by before the beat", () => {
    const [beat] = story.beats.values();
    const scene = (day: number): string =>
      textOf(
        tell(
          slot("wait", {}),
          [{ kind: "time", minutes: 60 }],
          beat ? { beat: { ...beat, told: ["The bell rings."], dialogue: [], clock: { day, minutes: 960 } } } : {},
          state({
            clock: { minutes: (day - 1) * 1440 + 960 },
            storybook: {
              met: { orsolya: 0, jonas: 0 },
              named: { "npc:orsolya": 0, "npc:jonas": 0 },
              stage: { place: "weigh-house", people: ["orsolya"], minutes: 900 },
            },
          }),
        ),
      );
    expect(scene(1)).toMatch(/[Aa]n hour/);
    expect(scene(4)).toContain("hree days");
    expect(scene(4)).not.toMatch(/[Aa]n hour/);
  });

  it.each([
    [{ minutes: 900 }, true],
    [{ day: 1, minutes: 960 }, true],
    [{ day: 2, minutes: 900 }, false],
    [{ minutes: 120 }, false],
  ])("[NA3361] tells the hour of a beat at %j where it is just then: %j", (clock, isTold) => {
    const [beat] = story.beats.values();
    const told = ["Thursday afternoon.", "Then it is three."];
    const draft = tell(slot("wait", {}), [], beat ? { beat: { ...beat, told, dialogue: [], clock } } : {});
    expect(textOf(draft).includes("Thursday afternoon.")).toBe(isTold);
    expect(textOf(draft)).toContain("Then it is three.");
  });

  it("[NA6505] leaves out a day and an hour that have gone by at the head of a sentence", () => {
    const [beat] = story.beats.values();
    const told = ["Monday, 6:15 PM, the last truck gone.", "Then it is three."];
    const at = (clock: { day: number; minutes: number }): string =>
      textOf(tell(slot("wait", {}), [], beat ? { beat: { ...beat, told, dialogue: [], clock } } : {}));
    expect(at({ day: 1, minutes: 960 })).toContain("Monday, 6:15 PM, the last truck gone.");
    expect(at({ day: 4, minutes: 960 })).toContain("The last truck gone.");
    expect(at({ day: 4, minutes: 960 })).not.toContain("Monday");
    expect(withoutStamp("Friday, 1:20 PM, a hundred in the shade.")).toBe("A hundred in the shade.");
    expect(withoutStamp("On Monday morning, Osk comes.")).toBe("Osk comes.");
    expect(withoutStamp("Monday is washing day, as ever.")).toBe("Monday is washing day, as ever.");
  });

  it("[NA6503] tells a decision by what its author says of it, where that is the player's deed", () => {
    const led = slot("decide", { beat: "beat_001", text: "write it down" });
    const text = (result: string): string => textOf(tell(led, [{ kind: "authored", text: result }], {}, state()));
    expect(text("You put a figure in ink. Orsolya nods.")).not.toContain("You write it down.");
    expect(text("You are seen by Orsolya.")).toContain("You write it down.");
    expect(text("Orsolya nods.")).toContain("You write it down.");
  });

  it("[NA1001] says so where nothing comes of a decision", () => {
    const decided = (text: string): string =>
      textOf(tell(slot("decide", { beat: "beat_001", npc: "orsolya", text }), [], {}, state()));
    expect(decided("ask Orsolya what she saw")).toMatch(/does not answer\./);
    const looks = Object.fromEntries((story.people.get("orsolya")?.looks ?? []).map((one) => [sentenceKey(one), 4]));
    const plain = tell(
      slot("decide", { beat: "beat_001", npc: "orsolya", text: "stand by the stove" }),
      [],
      { scene: 5 },
      state({ storybook: { ring: looks } }),
    );
    expect(textOf(plain)).toMatch(/(?:says nothing|looks at you|waits)\./);
  });

  it("[NA1118] has what is said heard, and what is given taken", () => {
    const decided = (text: string): string =>
      textOf(tell(slot("decide", { beat: "beat_001", npc: "orsolya", text }), [], {}, state()));
    expect(decided("tell Orsolya about the tally")).toMatch(
      /(?:hears you out|hears it to the end|listens, and says nothing)\./,
    );
    expect(decided("give Orsolya the tally")).toMatch(/Orsolya takes it\./);
    expect(decided("hand the tally to Orsolya")).toMatch(/Orsolya takes it\./);
    expect(decided("give Orsolya the key and the lamp")).not.toMatch(/takes it/);
  });

  it.each([
    ["tell Orsolya that you will see to it", /shakes your hand on it|says that this will do|will be kept to it/],
    [
      "tell Orsolya that you will not help her",
      /makes no answer to that|says no more about it|hears it without a word/,
    ],
    ["let Orsolya see that you have your doubts", /lets it pass|has nothing to add|shrugs/],
    ["tell Orsolya that you believe her", /seems easier for it|thanks you for that|nods/],
    ["go and stand beside Orsolya", /lets you stay|moves up for you/],
    ["thank Orsolya for telling you", /not to mention it|waves it away|nods/],
  ])("[NA6350] has whoever it is said to take it before a beat comes: %s", (text, taken) => {
    const beat = story.beats.get("beat_001");
    const before = state({ storybook: { stage: { place: "weigh-house", people: ["orsolya"] } } });
    const scene = beat ? { beat: { ...beat, people: ["jonas"], told: ["The drawer opens."], dialogue: [] } } : {};
    const told = textOf(tell(slot("decide", { npc: "orsolya", text }), [], scene, before));
    expect(told).toMatch(taken);
    expect(told.search(taken)).toBeLessThan(told.indexOf("The drawer opens."));
  });

  it("[NA6350] has an answer in words heard by whoever asked", () => {
    const beat = story.beats.get("beat_001");
    const answer = slot("accept", { beat: "beat_001", npc: "orsolya", text: "say that you have a level voice" });
    const before = state({ storybook: { stage: { place: "weigh-house", people: ["orsolya"] } } });
    const scene = beat ? { beat: { ...beat, people: ["jonas"], told: ["The drawer opens."], dialogue: [] } } : {};
    expect(textOf(tell(answer, [], scene, before))).toMatch(
      /(?:hears you out|hears it to the end|listens, and says nothing)\.[^]*The drawer opens/,
    );
  });

  it("[NA6350] has nobody take twice what they have shown how they take", () => {
    const cold: Effect = { kind: "feeling", npc: "orsolya", delta: -10 };
    const draft = tell(
      slot("refuse", { beat: "beat_001", npc: "orsolya", text: "refuse the week" }),
      [cold],
      {},
      state(),
    );
    expect(kindsIn(draft).filter((kind) => kind.startsWith("react ")).length).toBeLessThan(2);
  });

  it("[NA6355] has whoever comes say what they want as they come", () => {
    const comes: Effect[] = [
      { kind: "time", minutes: 60 },
      { kind: "arrive", npc: "jonas", place: "weigh-house" },
      { kind: "motive", npc: "jonas", text: "to keep the lamps lit" },
    ];
    const kinds = kindsIn(tell(slot("wait", {}), comes, {}, state({ people: { jonas: { place: "quay", met: 0 } } })));
    expect(kinds.filter((kind) => kind === "enter")).toHaveLength(1);
    expect(kinds.indexOf("gain motive")).toBe(kinds.indexOf("enter") + 1);
  });

  it("[NA3129] has a yes and a no taken as answers", () => {
    const decided = (text: string): string =>
      textOf(tell(slot("decide", { beat: "beat_001", npc: "orsolya", text }), [], {}, state()));
    expect(decided("say yes over a bit of bread")).toMatch(/Orsolya (?:nods|is content with that)\./);
    expect(decided("say no")).toMatch(/Orsolya (?:asks no more|lets it be)\./);
  });

  it("[NA3102] has an answer to a beat taken by whoever hears it, else shows how they look, with no lore", () => {
    for (const draft of tellings(
      slot("decide", { beat: "beat_001", npc: "orsolya", text: "stay" }),
      [],
      {},
      state(),
      8,
    )) {
      const isLook = story.people.get("orsolya")?.looks?.some((look) => textOf(draft).includes(look.slice(4))) === true;
      expect(isLook || /^(?:speech|react seen)/.test(kindsIn(draft).slice(1).join(" "))).toBe(true);
    }
  });

  it("[NA5904] shows something of where one still is to whoever is alone, unless the deed leads away", () => {
    const people = Object.fromEntries(
      story.matter.people.map(({ id }) => [id, { place: "long-yard", met: 1, alive: true }]),
    );
    const alone = mergePatch(state({ people }), { storybook: { stage: { place: "weigh-house", people: [] } } });
    const sights = story.places.get("weigh-house")?.sentences ?? [];
    const shows = (text: string): boolean =>
      tellings(slot("decide", { text }), [], { scene: 6 }, alone, 4).some((draft) =>
        sights.some((sight) => textOf(draft).includes(sight)),
      );
    expect(shows("keep the tally")).toBe(true);
    expect(shows("slip out by the back door")).toBe(false);
  });

  it("[NA3142] has no line answer a decision that was written for something else", () => {
    const lines = story.people.get("orsolya")?.lines ?? [];
    const told = tellings(slot("decide", { beat: "beat_001", npc: "orsolya", text: "stay" }), [], {}, state(), 12);
    for (const draft of told) for (const line of lines) expect(textOf(draft)).not.toContain(line.slice(0, 24));
  });

  it("[NA3142] shows nobody the place who has just answered somebody", () => {
    const sights = new Set(story.places.get("weigh-house")?.sentences);
    const told = tellings(slot("decide", { beat: "beat_001", npc: "orsolya", text: "stay" }), [], {}, state(), 12);
    for (const draft of told) expect(draft.sentences.filter(({ text }) => sights.has(text))).toEqual([]);
  });

  it("[NA5752] has whoever is shown a thing look at it, where they have nothing to say to it", () => {
    const at = state({ inventory: { "brass-tally": { name: "brass tally", count: 1 } } });
    const warm: Effect = { kind: "feeling", npc: "orsolya", delta: 2 };
    for (const draft of tellings(slot("use", { npc: "orsolya", item: "brass-tally" }), [warm], {}, at, 8))
      expect(textOf(draft)).toMatch(/Orsolya looks at the brass tally|She looks at the brass tally/);
  });

  it("[NA4700] answers no decision with where somebody else is", () => {
    const sights = story.places.get("weigh-house")?.sentences ?? [];
    const ring = Object.fromEntries(sights.flatMap(splitPieces).map((text) => [sentenceKey(text), 5]));
    const before = state();
    const storybook = { ring };
    const people = Object.fromEntries(
      story.matter.people.map(({ id }) => [id, { place: "long-yard", met: 1, alive: true }]),
    );
    const away = { ...before, place: "weigh-house", people, storybook };
    const kinds = (verb: "decide", bind: object) =>
      tellings(slot(verb, bind), [], { scene: 6 }, away, 12).flatMap((draft) => kindsIn(draft));
    expect(kinds("decide", { beat: "beat_001", text: "run for nine" })).not.toContain("knowledge npc");
  });

  it("[NA3145] has the word said back that matters in what is said, once in four scenes", () => {
    const said = slot("decide", { beat: "beat_001", npc: "orsolya", text: "say that it was rope" });
    expect(textOf(tell(said, [], {}, state()))).toMatch(/[“"]Rope\?[”"],? says Orsolya/);
    const rested = state();
    const storybook = { ...(rested.storybook as JsonObject), propUse: { echo: Number(rested["scene"] ?? 6) } };
    const lately = { ...rested, storybook: { ...storybook, propUse: { echo: 5 } } };
    expect(textOf(tell(said, [], { scene: 6 }, lately))).not.toContain("Rope?");
  });

  it("[NA1002] ends a short arrival with whoever is there", () => {
    const at = state({ place: "long-yard", people: { orsolya: { place: "long-yard" } } });
    const move = { kind: "move", place: "long-yard" } as const;
    const told = textOf(tell(slot("go", { place: "long-yard" }), [move], {}, at));
    expect(told).not.toMatch(/Orsolya is here\.$/);
    expect(told).toMatch(/["”]|\bOrsolya\b[^.]*\./);
  });

  it("[NA1000] tells a way to be as the player's", () => {
    const told = textOf(tell(slot("decide", { beat: "beat_001", text: "be nice about it" }), [], {}, state()));
    expect(told).toContain("You are nice about it.");
  });

  it("[NA546] [NA910] shows what describes the place instead of having it said, but by whoever lives there", () => {
    const place = story.places.get("long-yard");
    const about = story.matter.facts.find(({ topic }) => topic === place?.topic && place?.topic !== undefined);
    const toldBy = (npc: string): string => {
      const at = state({
        storybook: {
          met: { [npc]: 0 },
          named: { [`npc:${npc}`]: 0 },
          seen: {},
          stage: { place: "long-yard", people: [npc] },
        },
        scene: { place: "long-yard" },
        people: {
          orsolya: { place: "weigh-house" },
          jonas: { place: "weigh-house" },
          [npc]: { place: "long-yard", met: 0 },
        },
      });
      const learn = { kind: "learn", fact: about?.id ?? "", from: npc, how: "told", whole: true } as const;
      return textOf(tell(slot("ask", { npc, topic: place?.topic ?? "" }), [learn], {}, at));
    };
    expect(about).toBeDefined();
    expect(story.people.get("jonas")?.home).toBe("long-yard");
    expect(toldBy("jonas")).toContain(`“${about?.text.slice(0, 20)}`);
    expect(toldBy("orsolya")).toContain(about?.text);
    expect(toldBy("orsolya")).not.toContain(`“${about?.text.slice(0, 20)}`);
  });

  it("[NA548] tells nothing again that a beat has told", () => {
    const beats = { beat_001: { state: "fired", scene: 1 } };
    const at = { ...state(), beats };
    const memory = readMemory(at);
    const beat = story.beats.get("beat_001");
    const told = beat?.told[0] ?? "";
    const composer = new Composer(
      story,
      readStage(story, brief(ask, [], { scene: 9 }), at, memory),
      memory,
      loadFrames([], [], []),
      createRandom("1"),
    );
    expect(told).not.toBe("");
    expect(composer.isInBeats(told, 0.5)).toBe(true);
    expect(composer.fits(told)).toBe(false);
    expect(composer.isInBeats("A white goat with a bell of vinegar.", 0.5)).toBe(false);
  });

  it("[NA512] introduces no place that a choice leads to by a custom of it", () => {
    const general = ["When somebody dies the Long Yard is swept from end to end."];
    const own = createStorybook({ ...story, general }, WEIGHBRIDGE);
    const slots = [slot("go", { place: "long-yard" })];
    expect(
      textOf(own.tell(brief(slot("wait", {}), [], { slots, bringIn: ["place:long-yard"] }), state())),
    ).not.toContain("somebody dies");
  });

  it("[NA51] [NA3290] [NA5940] tells the deed where it was done, and then the way to where the beat is, with why one goes", () => {
    const beat = story.beats.get("beat_001");
    const at = state({
      storybook: {
        met: { orsolya: 0, jonas: 0 },
        named: {},
        seen: {},
        stage: { place: "long-yard", people: ["jonas"] },
      },
    });
    for (const draft of tellings(
      slot("ask", { npc: "jonas", topic: "salt-book" }),
      [],
      { outcome: "fail", ...(beat ? { beat } : {}) },
      at,
      15,
    )) {
      const kinds = kindsIn(draft);
      expect(kinds[0]).toMatch(/^deed/);
      expect(kinds).toContain("turn parted");
      expect(textOf(draft)).toMatch(/You take your leave of (?:Jonas|Peel|him)[^.]*, and go on to/);
      expect(textOf(draft)).toContain("You come on the drawer under the scales");
      // [NA5940] The story moves on with a paragraph of its own.
      const moved = draft.sentences.filter(({ movesOn }) => movesOn === true);
      expect(moved.map(({ text }) => text)).toEqual(["You come on the drawer under the scales, and it stands open."]);
      expect(draft.paragraphs[moved[0]?.paragraph ?? 0]).toMatch(/^You come on the drawer/);
      expect(draft.paragraphs.length).toBeLessThanOrEqual(3);
    }
  });

  it("[NA5916] tells nothing that nobody is heard saying where the story moves on", () => {
    const beat = story.beats.get("beat_001");
    if (!beat) throw new Error("the story has no such beat");
    const stage = { place: "long-yard", people: ["jonas"] };
    const at = state({ storybook: { met: { jonas: 0 }, named: { "npc:jonas": 0 }, seen: {}, stage } });
    const learn: Effect = { kind: "learn", fact: "salt-book-1", whole: true, how: "overheard" };
    const kinds = (draft: (typeof drafts)[number]): string => kindsIn(draft).join(" ");
    const drafts = tellings(slot("wait", {}), [learn], { beat }, at, 6);
    for (const draft of drafts) expect(kinds(draft)).not.toContain("gain overheard");
    const stays = tellings(slot("wait", {}), [learn], {}, state(), 6);
    expect(stays.map(kinds).join(" ")).toContain("gain overheard");
  });

  it("[NA5770] tells a question whose answer cannot be told, and whoever was asked has no time where the story moves on", () => {
    const beat = story.beats.get("beat_001");
    if (!beat) throw new Error("the story has no such beat");
    const stage = { place: "long-yard", people: ["jonas"] };
    const at = state({ storybook: { met: { jonas: 0 }, named: { "npc:jonas": 0 }, seen: {}, stage } });
    const learn: Effect = { kind: "learn", fact: "no-such-fact", from: "jonas", whole: true, how: "told" };
    for (const draft of tellings(slot("ask", { npc: "jonas", topic: "salt-book" }), [learn], { beat }, at, 10)) {
      const kinds = kindsIn(draft);
      expect(kinds[0]).toMatch(/^deed ask/);
      expect(kinds.slice(1, 3).join(" ")).toMatch(/speech|turn cut-short/);
    }
  });

  it("[NA3290] says why one goes on where a deed has not led there: not after waiting, nor after what the beat waited for", () => {
    const beat = story.beats.get("beat_001");
    if (!beat) throw new Error("the story has no such beat");
    const stage = { place: "long-yard", people: [] };
    const at = state({ storybook: { met: {}, named: {}, seen: {}, stage } });
    const kindsAfter = (choice: ReturnType<typeof slot>, told = beat.told): string =>
      tellings(choice, [], { beat: { ...beat, people: [], told } }, at, 4)
        .flatMap(kindsIn)
        .filter((kind) => kind.startsWith("turn"))
        .join(" ");
    expect(kindsAfter(slot("search", {}))).toMatch(/turn spent/);
    expect(kindsAfter(slot("wait", {}))).not.toMatch(/turn spent/);
    expect(kindsAfter(slot("decide", { beat: "beat_001", text: "climb the stair" }))).not.toMatch(/turn spent/);
    // A beat that tells the way itself has the reason before it.
    expect(kindsAfter(slot("search", {}), ["Up you go, all of you.", ...beat.told])).toMatch(/turn spent here/);
    expect(kindsAfter(slot("search", {}), ["Peel takes you down the steps.", ...beat.told])).not.toMatch(/turn spent/);
  });

  it("[NA3291] has nobody speak, come or leave who sleeps or has gone out by the author's words", () => {
    const asleep = { how: "asleep", minutes: 500 };
    const at = mergePatch(
      state({
        storybook: {
          met: { jonas: 0 },
          named: { "npc:jonas": 0 },
          seen: {},
          stage: { place: "weigh-house", people: [] },
        },
      }),
      { place: "long-yard", people: { jonas: { place: "long-yard", met: 0, withdrawn: asleep } } },
    );
    const going = slot("go", { place: "long-yard" });
    for (const draft of tellings(going, [], {}, at, 20)) expect(textOf(draft)).not.toMatch(/Jonas|Peel/);
    const awake = mergePatch(at, { people: { jonas: { withdrawn: null } } });
    expect(tellings(going, [], {}, awake, 20).map(textOf).join(" ")).toMatch(/Jonas|Peel/);
  });

  it("[NA99] [NA5300] is taken along by somebody of the beat, goes where they were called by somebody known, or goes on", () => {
    const beat = story.beats.get("beat_001");
    if (!beat) throw new Error("the story has no such beat");
    const carried = (
      people: string[],
      named: Record<string, number>,
      done: JsonObject = {},
      where: JsonObject = {},
      told: readonly string[] = [],
    ) =>
      tellings(
        slot("wait", {}),
        [],
        { beat: { ...beat, people, told: [...told, ...beat.told] } },
        mergePatch(
          state({ storybook: { met: {}, named, seen: {}, done, stage: { place: "long-yard", people: ["jonas"] } } }),
          { people: where },
        ),
        12,
      );
    const shows = ["Jonas Peel shows you the sacks."];
    for (const draft of carried(["jonas"], {}, {}, {}, shows)) expect(kindsIn(draft)).toContain("turn taken");
    // Nor does anybody whom its words do not name: they may be there in other words.
    const unnamed = ["A man with a lantern has watched you from the sacks."];
    for (const draft of carried(["jonas"], {}, {}, {}, unnamed)) expect(kindsIn(draft)).not.toContain("turn taken");
    // Whom the beat shows there takes nobody along.
    const there = { ...beat, people: ["jonas"], told: ["Jonas Peel sits on the sacks.", ...beat.told] };
    const stage = { place: "long-yard", people: ["jonas"] };
    for (const draft of tellings(
      slot("wait", {}),
      [],
      { beat: there },
      state({ storybook: { met: {}, named: {}, seen: {}, stage } }),
      6,
    ))
      expect(kindsIn(draft)).not.toContain("turn taken");
    const fetched = (drafts: ReturnType<typeof carried>) =>
      drafts.map((draft) =>
        draft.sentences
          .filter(({ key }) => key === "turn fetched")
          .map(({ text }) => text)
          .join(" "),
      );
    const called = { "call:beat_001": 4 };
    for (const text of fetched(carried(["orsolya"], { "npc:orsolya": 3 }, called))) expect(text).toContain("Orsolya");
    for (const text of fetched(carried(["orsolya"], {}, called))) expect(text).toMatch(/^(?!.*Orsolya).+/);
    // Nobody sends for the player who has not called: who is known is looked for.
    for (const draft of carried(["orsolya"], { "npc:orsolya": 3 }, {}, { orsolya: { place: "kiln" } })) {
      expect(kindsIn(draft)).not.toContain("turn fetched");
      expect(textOf(draft)).toMatch(/You go on to [^.]*, to look for Orsolya\./);
    }
    for (const draft of carried(["orsolya"], {})) expect(kindsIn(draft)).toContain("turn back");
  });

  it("[NA3144] [NA3160] [NA3161] tells the way to a beat unless its first sentence tells the going", () => {
    const beat = story.beats.get("beat_001");
    if (!beat) throw new Error("the story has no such beat");
    const kindsOf = (first: string, people = ["jonas"], world: JsonObject = {}): string =>
      tellings(
        slot("wait", {}),
        [],
        { beat: { ...beat, people, told: [first, ...beat.told] } },
        {
          ...state({ storybook: { met: {}, named: {}, seen: {}, stage: { place: "long-yard", people: ["jonas"] } } }),
          ...("visited" in world ? { world } : {}),
        },
        4,
      )
        .map((draft) => kindsIn(draft).join(" "))
        .join(" ");
    expect(kindsOf("Peel shows you the sacks.")).toMatch(/turn taken/);
    // That a sentence names the place brings nobody there.
    const here = story.places.get(String(state()["place"]))?.name ?? "";
    expect(kindsOf(`Peel shows you the sacks in ${here}.`)).toMatch(/turn taken/);
    expect(kindsOf(`Jonas receives you in ${here}.`, [])).toMatch(/turn back/);
    expect(kindsOf(`In ${here} the morning is cold.`, [])).toMatch(/turn left/);
    expect(kindsOf("The morning is cold.", [], { visited: {} })).toMatch(/turn move/);
    for (const going of [
      "Peel takes you down the steps.",
      "She asks you in and shuts the door.",
      "Up you go, all of you, and nobody speaks.",
      "Then you climb down to the water.",
      `So they came to ${here}, and it was cold.`,
      `The road went through ${here}.`,
    ])
      expect(kindsOf(going)).not.toMatch(/turn (?:taken|move|back|left)/);
  });

  const withCompanions = (more: JsonObject = {}): JsonObject =>
    mergePatch(state(), { place: "long-yard", people: { jonas: { place: "weigh-house", follows: true } }, ...more });

  it("[NA522] says once that whoever travels with the player comes along, and finds them nowhere", () => {
    const go = slot("go", { place: "long-yard" });
    const move: Effect = { kind: "move", place: "long-yard" };
    for (const draft of tellings(go, [move], {}, withCompanions(), 8)) {
      expect(kindsIn(draft)).toContain("turn together");
      expect(textOf(draft)).toMatch(/(?:Jonas|Peel) comes with you\./);
      expect(textOf(draft)).not.toMatch(/(?:Jonas|Peel)[^.]* is here/);
    }
    const again = withCompanions({
      storybook: { propUse: { "together:jonas": 1 }, stage: { place: "weigh-house", people: ["jonas"] } },
    });
    for (const draft of tellings(go, [move], {}, again, 8)) expect(kindsIn(draft)).not.toContain("turn together");
  });

  it("[NA6456] has nobody come along whom the beat shows coming there another way", () => {
    const beat = story.beats.get("beat_001");
    if (!beat) throw new Error("the story has no such beat");
    const go = slot("go", { place: "long-yard" });
    const move: Effect = { kind: "move", place: "long-yard" };
    const kindsWith = (first: string): string => {
      const told = [first, "The bell rings."];
      const here = { ...beat, place: "long-yard", people: ["jonas"], told, dialogue: [] };
      return tellings(go, [move], { beat: here }, withCompanions(), 4).flatMap(kindsIn).join(" ");
    };
    expect(kindsWith("Jonas Peel has come up by the other path.")).not.toContain("turn together");
    expect(kindsWith("Jonas Peel counts the sacks.")).toContain("turn together");
  });

  it("[NA6530] [NA6531] names who comes along to a beat elsewhere, and takes leave of whoever stays behind", () => {
    const beat = story.beats.get("beat_001");
    if (!beat) throw new Error("the story has no such beat");
    const at = (follows: readonly string[], people: readonly string[]) =>
      mergePatch(
        state({
          storybook: {
            met: { orsolya: 0, jonas: 0 },
            named: {},
            seen: {},
            stage: { place: "long-yard", people: [...people] },
          },
        }),
        {
          people: Object.fromEntries(
            people.map((id) => [
              id,
              follows.includes(id) ? { place: "weigh-house", follows: true } : { place: "long-yard" },
            ]),
          ),
        },
      ) as JsonObject;
    const told = ["The lamp has been lit.", ...beat.told];
    const ask = slot("ask", { npc: "jonas", topic: "salt-book" });
    const own = { ...beat, people: [], told };
    const both = at(["orsolya", "jonas"], ["orsolya", "jonas"]);
    for (const draft of tellings(slot("wait", {}), [], { beat: own }, both, 6)) {
      expect(kindsIn(draft).join(" ")).toMatch(/turn with/);
      expect(textOf(draft)).toMatch(/You go (?:on|back) to [^.]* with [^.]* and [^.]*\./);
      expect(textOf(draft)).not.toContain("You all");
    }
    for (const draft of tellings(ask, [], { beat: own, outcome: "fail" }, at([], ["jonas"]), 6))
      expect(textOf(draft)).toMatch(/You take your leave of [^.]*, and go on to/);
    // Of nobody else's company is leave taken: who comes along, and whom the beat brings in there.
    for (const draft of tellings(
      ask,
      [],
      { beat: { ...own, people: ["jonas"] }, outcome: "fail" },
      at([], ["jonas"]),
      6,
    ))
      expect(kindsIn(draft)).not.toContain("turn parted");
    const followed = { ...own, told: ["It was dark when you had followed Jonas Peel out.", ...told] };
    for (const draft of tellings(ask, [], { beat: followed, outcome: "fail" }, at([], ["jonas"]), 6))
      expect(kindsIn(draft)).not.toContain("turn parted");
    for (const draft of tellings(slot("search", {}), [], { beat: own }, at([], []), 6))
      expect(textOf(draft)).toMatch(/After a while you leave [^.]* and go on to/);
  });

  it.each([
    ["You take Jonas out by the gate, and he trots before you.", false],
    ["Jonas comes for you before seven.", false],
    ["On the Monday you set out with a lamp.", false],
    ["Jonas Peel wakes you at five.", false],
    ["You take the letter out and read it.", true],
    ["Jonas has called for you twice, and sits on the sacks.", true],
    ["You take your hat off.", true],
  ])("[NA6532] a beat that begins with %s has a joint to its place: %s", (first, isTold) => {
    const beat = story.beats.get("beat_001");
    if (!beat) throw new Error("the story has no such beat");
    const stage = { place: "long-yard", people: [] };
    const at = state({ storybook: { met: {}, named: {}, seen: {}, stage } });
    const own = { ...beat, people: [], told: [first, "The lamp has been lit."] };
    const kinds = tellings(slot("wait", {}), [], { beat: own }, at, 3).flatMap(kindsIn).join(" ");
    expect(/turn (?:move|back|left|sought|fetched)/.test(kinds)).toBe(isTold);
  });

  it("[NA6500] tells who takes a decision that leads to them, and no way besides", () => {
    const at = mergePatch(state(), {
      place: "long-yard",
      people: { jonas: { place: "long-yard" } },
      storybook: { named: { "npc:jonas": 1 }, stage: { place: "weigh-house", people: [] } },
    });
    const move: Effect = { kind: "move", place: "long-yard" };
    const led = slot("decide", { beat: "beat_001", text: "take the tin to Jonas", place: "long-yard", npc: "jonas" });
    for (const draft of tellings(led, [move], {}, at, 8)) {
      expect(textOf(draft)).toMatch(/^You take the tin to Jonas\./);
      expect(kindsIn(draft).join(" ")).not.toMatch(/turn (?:move|back|spent|left)|ground back/);
      expect(textOf(draft).split("Jonas").length + textOf(draft).split("Peel").length).toBeGreaterThan(3);
    }
    const elsewhere = mergePatch(at, { people: { jonas: { place: "weigh-house" } } }) as JsonObject;
    expect(tellings(led, [move], {}, elsewhere, 1).flatMap(kindsIn).join(" ")).toContain("knowledge npc");
  });

  it("[NA523] [NA951] has somebody who may know say once who asks for the player where a beat waits", () => {
    const beat = story.beats.get("beat_001");
    if (!beat) throw new Error("the story has no such beat");
    const way = {
      ...slot("go", { place: beat.place ?? "" }),
      sources: [{ kind: "beat" as const, ref: "beat_001", text: "One" }],
    };
    const there = (due: string, more: JsonObject = {}): JsonObject =>
      mergePatch(state(), {
        place: "long-yard",
        beats: { beat_001: { state: due, scene: 2 } },
        people: { jonas: { place: "long-yard" }, orsolya: { place: beat.place ?? "" } },
        storybook: { named: { "npc:orsolya": 3 }, stage: { place: "long-yard", people: [] }, ...more },
      });
    const kinds = (at: JsonObject) =>
      tellings(slot("wait", {}), [], { slots: [way] }, at, 8).map((draft) => kindsIn(draft).join(" "));
    const told = (at: JsonObject): string =>
      tellings(slot("wait", {}), [], { slots: [way] }, at, 8)
        .map(textOf)
        .join("\n");
    expect(told(there("due"))).toMatch(/“Orsolya is asking for you [^”]+,” says Peel/);
    for (const at of [
      there("waiting"),
      there("due", { done: { "call:beat_001": 3 } }),
      // Another call was heard a scene ago; he has been with the player all the time.
      there("due", { propUse: { call: 5 } }),
      there("due", { stage: { place: "long-yard", people: ["jonas"] } }),
    ])
      expect(kinds(at).join(" ")).not.toMatch(/turn (?:call|invite)/);
  });

  const wayTo = (place: string, more: object) => ({
    ...slot("go", { place, ...more }),
    sources: [{ kind: "beat" as const, ref: "beat_001", text: "One" }],
  });
  const inTheYard = (more: JsonObject = {}): JsonObject =>
    mergePatch(state(), {
      place: "long-yard",
      people: { jonas: { place: "long-yard" } },
      storybook: { stage: { place: "long-yard", people: ["jonas"] }, ...more },
    });

  it("[NA3501] does not say where somebody is who is not here, though a choice leads to them", () => {
    const unheard = inTheYard({ named: { "npc:orsolya": null }, met: { orsolya: null } });
    const slots = [wayTo("weigh-house", { npc: "orsolya" })];
    const told = (given: JsonObject): string[] =>
      tellings(slot("wait", {}), [], { slots, bringIn: ["npc:orsolya"] }, given, 8).map(textOf);
    const at = (place: string) => mergePatch(unheard, { people: { orsolya: { place, met: null } } });
    const alone = { people: { jonas: { place: "weigh-house" } }, storybook: { stage: { people: [] } } };
    for (const given of [at(""), at("weigh-house"), mergePatch(at(""), alone), inTheYard()])
      for (const text of told(given)) expect(text).not.toMatch(/Orsolya[^.]* is (?:at|in|on) /u);
    // Whoever comes to where she lives sees that she is out.
    const cameTo = mergePatch(inTheYard(), {
      place: "weigh-house",
      people: { orsolya: { place: "long-yard" }, jonas: { place: "long-yard" } },
      storybook: {
        ring: Object.fromEntries(
          (story.places.get("weigh-house")?.sentences ?? []).flatMap(splitPieces).map((one) => [sentenceKey(one), 5]),
        ),
      },
    });
    const move = { kind: "move", place: "weigh-house" } as const;
    for (const draft of tellings(slot("go", { place: "weigh-house" }), [move], { scene: 6 }, cameTo, 8))
      expect(textOf(draft)).not.toMatch(/Orsolya[^.]* is (?:at|in|on) /u);
  });

  it("[NA3500] goes with whoever takes the player along", () => {
    const way = wayTo("weigh-house", { npc2: "jonas" });
    const gone = mergePatch(inTheYard(), { place: "weigh-house", people: { jonas: { place: "weigh-house" } } });
    for (const draft of tellings(way, [{ kind: "move", place: "weigh-house" }], {}, gone, 8))
      expect(textOf(draft)).toContain("You go with Peel to the Weigh House");
  });

  it("[NA5303] leaves a part of a place, and does not go to where one is", () => {
    const places = story.matter.places.map((one) => (one.id === "long-yard" ? { ...one, within: "weigh-house" } : one));
    const whole = { ...story, places: new Map(places.map((one) => [one.id, one])) };
    const way = slot("go", { place: "weigh-house" });
    const at = mergePatch(inTheYard(), { place: "weigh-house" });
    const text = (of: typeof story): string =>
      textOf(createStorybook(of, WEIGHBRIDGE).tell(brief(way, [{ kind: "move", place: "weigh-house" }], {}), at));
    expect(text(story)).toContain("the Weigh House");
    expect(text(whole)).toContain("You leave the Long Yard.");
    expect(text(whole)).not.toContain("go to the Weigh House");
  });

  it("[NA5789] says of whoever was looked for that they are there without their name, where only they can be meant", () => {
    const at = mergePatch(inTheYard(), {
      place: "weigh-house",
      people: { orsolya: { place: "weigh-house" } },
      storybook: { propUse: { "ground greet": 5 }, seen: { "weigh-house": 0 } },
    });
    const way = { ...wayTo("weigh-house", {}), bind: { place: "weigh-house", npc: "orsolya" }, text: "Find Orsolya" };
    const told = tellings(way, [{ kind: "move", place: "weigh-house" }], {}, at, 6);
    expect(told.flatMap(({ sentences }) => sentences.map(({ key }) => key))).toContain("ground sought");
    for (const text of told.map(textOf))
      if (/to find Orsolya\. \S+ is here/u.test(text)) expect(text).toContain("She is here.");
  });

  it("[NA5301] says of whoever was looked for that they are there, or are not", () => {
    const beat = story.beats.get("beat_001");
    if (beat === undefined) throw new Error("the story has no beat");
    const other = { ...beat, told: ["The scales have stuck."], dialogue: [], decisions: [], people: ["orsolya"] };
    const named = { ...other, told: ["Orsolya has stuck the scales."] };
    const at = (place: string): JsonObject =>
      mergePatch(inTheYard(), { place: "weigh-house", people: { orsolya: { place } } });
    const told = (text: string, more: Partial<SceneBrief>, given: JsonObject): string[] => {
      const way = { ...wayTo("weigh-house", {}), text };
      return tellings(way, [{ kind: "move", place: "weigh-house" }], more, given, 6).map(textOf);
    };
    for (const text of told("Look for Orsolya", { beat: other }, at("weigh-house")))
      expect(text).toMatch(/Orsolya (?:nods|is here)[^]*The scales have stuck/u);
    for (const text of told("Look for Orsolya", { beat: named }, at("weigh-house")))
      expect(text).not.toMatch(/nods|is here/u);
    for (const text of told("Go to the Weigh House", { beat: other }, at("weigh-house")))
      expect(text).not.toMatch(/nods|is here/u);
    for (const text of told("Look for Orsolya", {}, at("long-yard"))) expect(text).toContain("Orsolya is not here.");
  });

  it("[NA4314] calls no roll of a whole company", () => {
    const [one] = story.matter.people;
    if (one === undefined) throw new Error("the story has nobody");
    const crew = ["Abel", "Bruna", "Celia", "Dorn", "Edda"].map((id) => ({ ...one, id, name: id, short: id }));
    const people = [...story.matter.people, ...crew];
    const own = { ...story, matter: { ...story.matter, people }, people: new Map(people.map((npc) => [npc.id, npc])) };
    const company = (ids: readonly string[]): string =>
      textOf(
        createStorybook(own, WEIGHBRIDGE).tell(
          brief(slot("go", { place: "long-yard" }), [{ kind: "move", place: "long-yard" }], {}),
          mergePatch(state(), {
            place: "long-yard",
            people: Object.fromEntries(ids.map((id) => [id, { place: "weigh-house", follows: true, alive: true }])),
          }),
        ),
      );
    expect(company(["Abel", "Bruna"])).toMatch(/Abel and Bruna come with you/);
    expect(company(["Abel", "Bruna", "Celia", "Dorn", "Edda"])).not.toContain("come with you");
  });

  it("[NA4316] says who somebody is whom nothing has named, in what comes of a choice too", () => {
    const text = "It is sealed, and by evening Jonas Peel has heard.";
    const unknown = mergePatch(state(), {
      people: { jonas: { met: null } },
      storybook: { named: { "npc:jonas": null }, met: { jonas: null } },
    });
    const decide = slot("decide", { text: "seal it" });
    const told = (at: JsonObject): string =>
      textOf(createStorybook(story, WEIGHBRIDGE).tell(brief(decide, [{ kind: "authored", text }]), at));
    expect(told(unknown)).toMatch(/by evening Jonas Peel, the [\p{Ll} ]+, has heard/u);
    const known = mergePatch(unknown, { storybook: { named: { "npc:jonas": 1 } } });
    expect(told(known)).toContain(text);
    const spokenOf = mergePatch(known, { storybook: { named: { "spoken-of:jonas": 1 } } });
    expect(told(spokenOf)).toMatch(/by evening Jonas Peel, the [\p{Ll} ]+, has heard/u);
  });

  it("[NA5784] keeps of whom only a speech has spoken that they are not introduced", () => {
    const unknown = mergePatch(state(), {
      people: { jonas: { met: null } },
      storybook: { named: { "npc:jonas": null }, met: { jonas: null } },
    });
    const named = (text: string): readonly string[] => {
      const told = createStorybook(story, WEIGHBRIDGE).tell(
        brief(slot("decide", { text: "seal it" }), [{ kind: "authored", text }]),
        unknown,
      );
      return Object.keys(getPath(told.patch, "storybook.named") as JsonObject);
    };
    expect(named("“Jonas Peel will hear of it,” says somebody.")).toContain("spoken-of:jonas");
    expect(named("By evening Jonas Peel has heard.")).not.toContain("spoken-of:jonas");
    expect(named("By evening Jonas Peel has heard.")).toContain("as:jonas:Jonas Peel");
  });

  it("[NA5785] says of two or three strangers in one breath who they are", () => {
    const [one] = story.matter.people;
    if (one === undefined) throw new Error("the story has nobody");
    const crew = ["Abel", "Bruna"].map((id, at) => ({
      ...one,
      id,
      name: id,
      short: id,
      role: ["Medic", "Cook"][at] ?? "",
      epithet: ["the medic", "the cook"][at] ?? "",
    }));
    const people = [...story.matter.people, ...crew];
    const own = { ...story, matter: { ...story.matter, people }, people: new Map(people.map((npc) => [npc.id, npc])) };
    const text = textOf(
      createStorybook(own, WEIGHBRIDGE).tell(
        brief(slot("go", { place: "long-yard" }), [{ kind: "move", place: "long-yard" }], {}),
        mergePatch(state(), {
          place: "long-yard",
          people: {
            ...Object.fromEntries(story.matter.people.map(({ id }) => [id, { place: "weigh-house" }])),
            Abel: { place: "long-yard", alive: true },
            Bruna: { place: "long-yard", alive: true },
          },
        }),
      ),
    );
    expect(text).toContain("Abel, the medic, and Bruna, the cook, are here.");
  });

  it("[NA3123] has nobody of a beat who is here ask the player to its place without a reason", () => {
    const place = story.beats.get("beat_001")?.place ?? "";
    const way = {
      ...slot("go", { place }),
      sources: [{ kind: "beat" as const, ref: "beat_001", text: "One" }],
    };
    const here = mergePatch(state(), {
      place: "long-yard",
      beats: { beat_001: { state: "due", scene: 2 } },
      people: { jonas: { place: "long-yard" }, orsolya: { place: "long-yard" } },
      storybook: { named: { "npc:orsolya": 3 }, stage: { place: "long-yard", people: [] } },
    });
    for (const draft of tellings(slot("wait", {}), [], { slots: [way] }, here, 8)) {
      expect(kindsIn(draft).join(" ")).not.toMatch(/turn (?:call|invite)/);
      expect(textOf(draft)).not.toContain("Come to");
    }
  });
});

describe("an answer out of a list", () => {
  const saying = (text: string, more: object = {}) => {
    const facts = story.matter.facts.map((one) =>
      one.id === "salt-book-1" ? { ...one, text, names: [], lead: [], rest: [], inside: false } : one,
    );
    const book = createStorybook(
      { ...story, matter: { ...story.matter, facts }, facts: new Map(facts.map((one) => [one.id, one])), ...more },
      WEIGHBRIDGE,
    );
    const told: Effect = { kind: "learn", fact: "salt-book-1", from: "orsolya", whole: false, how: "told" };
    return textOf(book.tell(brief(ask, [told], { outcome: "success" }), state()));
  };

  it("[NA507] takes up what was asked about where its first sentence has no verb", () => {
    expect(saying("Vellum and iron, 1755.")).toContain("“The Salt Book? Vellum and iron, 1755,” says Orsolya.");
    expect(saying("It has three columns.")).not.toContain("?");
  });

  it("[NA501] says a speech that ends in a quotation with its comma inside", () => {
    expect(saying("Peel calls the pans 'quick.'")).toContain("'quick,’” says".replace("'", "‘"));
  });
});

describe("a scene of nothing but its deed", () => {
  const peopled = (more: object) => {
    const people = story.matter.people.map((one) => (one.id === "orsolya" ? { ...one, ...more } : one));
    const places = story.matter.places.map((one) => ({ ...one, sentences: [] }));
    const matter = { ...story.matter, people, places, facts: [] };
    const byId = <T extends { id: string }>(all: readonly T[]) => new Map(all.map((one) => [one.id, one]));
    return createStorybook(
      { ...story, general: [], matter, people: byId(people), places: byId(matter.places) },
      WEIGHBRIDGE,
    );
  };
  const waits = (more: object, choice = slot("wait", {})) => textOf(peopled(more).tell(brief(choice), state()));

  it.each([
    ["a line that stands alone", { lines: ["Salt keeps its own weather."], looks: [] }, "Salt keeps its own weather"],
    [
      "no line that answers somebody",
      { lines: ["No. Not that."], looks: ["She is broad, with a chalked sleeve."] },
      "chalked",
    ],
    [
      "no line about somebody who has not been named",
      { lines: ["He weighed it twice."], looks: ["She is broad, with a chalked sleeve."] },
      "chalked",
    ],
  ])("[NA506] gives %s", (_, more, words) => {
    expect(waits(more)).toContain(words);
    expect(waits(more, slot("help", { npc: "orsolya" }))).toContain(words);
  });

  it("[NA550] has nobody say unasked what stands in the middle of a paragraph, or what a place looks like", () => {
    const volunteer = (more: Partial<Fact>): string => {
      const text = "The Salt Book has a page of tin.";
      const salt: Fact = {
        id: "aside-1",
        topic: "salt-book",
        file: "lore/salt.md",
        knownBy: ["orsolya"],
        names: [],
        text,
        clause: text,
        ...more,
      };
      const facts = [salt];
      const people = story.matter.people.map((one) => ({ ...one, lines: [], looks: [] }));
      const matter = {
        ...story.matter,
        facts,
        people,
        places: story.matter.places.map((one) => ({ ...one, sentences: [] })),
      };
      const byId = <T extends { id: string }>(all: readonly T[]) => new Map(all.map((one) => [one.id, one]));
      const book = createStorybook(
        { ...story, general: [], matter, facts: byId(facts), people: byId(people), places: byId(matter.places) },
        WEIGHBRIDGE,
      );
      const now = brief(slot("wait", {})).scene - 1;
      const at = mergePatch(state(), { storybook: { named: { "topic:salt-book": now, "topic:long-yard": now } } });
      return textOf(book.tell(brief(slot("wait", {})), at));
    };
    expect(volunteer({})).toContain("page of tin");
    expect(volunteer({ inside: true })).not.toContain("page of tin");
    expect(volunteer({ topic: "long-yard" })).not.toContain("page of tin");
  });

  it("[NA5902] shows at once whom the player meets where they come to, in their own name behind another's", () => {
    const going = slot("go", { place: "weigh-house" });
    const met = (people: JsonObject): string =>
      textOf(
        peopled({ lines: [], looks: ["She counts the weights aloud."] }).tell(
          brief(going, [{ kind: "move", place: "weigh-house" }]),
          state({
            people,
            storybook: { met: { orsolya: null }, named: { "npc:orsolya": null }, stage: { place: "quay", people: [] } },
          }),
        ),
      );
    const away = { place: "long-yard", alive: true };
    expect(met({ orsolya: { place: "weigh-house", alive: true, met: null }, jonas: away })).toMatch(
      /Orsolya Brandt, the weigher, is here\.\sShe counts the weights aloud\./,
    );
    expect(
      met({ orsolya: { place: "weigh-house", alive: true, met: null }, jonas: { place: "weigh-house", alive: true } }),
    ).toContain("Orsolya counts the weights aloud.");
  });

  it("[NA5903] has whoever is by take up a deed that they have a line on, else shows how they look, else has them take notice", () => {
    const decide = (text: string, person: Parameters<typeof peopled>[0]): string =>
      textOf(peopled(person).tell(brief(slot("decide", { beat: "beat_001", npc: "orsolya", text })), state()));
    const look = "She keeps a thimble on her thumb.";
    const line = "The brass tally and the ledger never leave this house.";
    expect(decide("put the brass tally on the ledger", { lines: [line], looks: [look] })).toContain("never leave this");
    expect(decide("sit down by the wall", { lines: [line], looks: [look] })).toContain(
      "Orsolya keeps a thimble on her thumb.",
    );
    expect(decide("sit down by the wall", { lines: [line], looks: [] })).toMatch(
      /(?:says nothing|looks at you|waits)\./,
    );
  });

  it("[NA653] has the one notice whom the deed names", () => {
    const at = state({
      people: { jonas: { place: "weigh-house", met: 0 } },
      storybook: {
        met: { jonas: 0 },
        named: { "npc:orsolya": 0, "npc:jonas": 0 },
        ring: Object.fromEntries((story.people.get("jonas")?.looks ?? []).map((look) => [sentenceKey(look), 0])),
        stage: { place: "weigh-house", people: ["orsolya", "jonas"] },
      },
    });
    const deed = slot("decide", { text: "speak to Peel outside" });
    const told = textOf(peopled({ lines: [], looks: [] }).tell(brief({ ...deed, text: "Speak to Peel outside" }), at));
    expect(told).toMatch(/Peel (?:looks at you|waits|says nothing)\./);
  });

  it("[NA656] has nobody come in before a beat that they are not in", () => {
    const beat = story.beats.get("beat_001");
    const arrives: Effect = { kind: "arrive", npc: "jonas", place: "weigh-house" };
    const at = state({ people: { jonas: { place: "quay", met: 0 } } });
    const of = (people: string[]) =>
      kindsIn(
        tell(
          slot("wait", {}),
          [arrives],
          beat ? { beat: { ...beat, people, told: ["The drawer opens."], dialogue: [] } } : {},
          at,
        ),
      ).filter((kind) => kind === "enter");
    expect(of(["orsolya"])).toEqual([]);
  });

  it("[NA653] says of nobody who was here that they are here", () => {
    const at = state({
      storybook: { named: { "npc:orsolya": 0 }, stage: { place: "weigh-house", people: ["orsolya"] } },
    });
    const told = textOf(
      peopled({ lines: [], looks: [] }).tell(brief(slot("decide", { text: "speak to the room" })), at),
    );
    expect(told).toMatch(/Orsolya (?:looks at you|waits|says nothing)\./);
    expect(told).not.toMatch(/(?:is|are) here\./);
  });

  it("[NA506] has whoever comes in say something", () => {
    const arrives: Effect = { kind: "arrive", npc: "orsolya", place: "weigh-house" };
    const at = state({ people: { orsolya: { place: "long-yard", met: 0 }, jonas: { place: "quay", met: 0 } } });
    const alone = mergePatch(at, { storybook: { stage: { place: "weigh-house", people: [] } } });
    const told = peopled({ lines: ["Salt keeps its own weather."], looks: [] }).tell(
      brief(slot("wait", {}), [arrives]),
      alone,
    );
    expect(textOf(told)).toMatch(/Orsolya[\s\S]*Salt keeps its own weather/);
  });
});

describe("the author's sentences", () => {
  const gone = { orsolya: { alive: false }, jonas: { alive: false } };
  const house = story.places.get("weigh-house")?.sentences ?? [];

  it("[NA371] describe a place in their own order, a paragraph on a first visit, and later on go on where it stopped", () => {
    const go = slot("go", { place: "weigh-house" });
    const move: Effect[] = [{ kind: "move", place: "weigh-house" }];
    const away = { stage: { place: "long-yard", people: [] } };
    const told = (at: ReturnType<typeof state>) =>
      house.filter((sentence) => textOf(tell(go, move, {}, at)).includes(sentence));
    expect(told(state({ people: gone, world: { visited: {} }, storybook: away }))).toEqual(house.slice(0, 4));
    const settled = { ...away, seen: { "weigh-house": 1 } };
    const company = { orsolya: { place: "weigh-house", met: 0, alive: true }, jonas: { alive: false } };
    const lately = { "0": ["Every cart is entered in the salt book."] };
    expect(told(state({ people: company, storybook: { ...settled, lately } }))).toEqual(house.slice(0, 3));
    const ring = Object.fromEntries(house.slice(0, 3).map((sentence) => [sentenceKey(sentence), 0]));
    expect(told(state({ people: gone, scenes: 3, storybook: { ...settled, ring } }))).not.toContain(house[0]);
  });

  it("[NA372] are heard by somebody whose wish they touch, who has one gesture for it", () => {
    const jonas = { place: "weigh-house", met: 0, alive: true };
    const at = state({ people: { orsolya: { place: "weigh-house", met: 0 }, jonas } });
    const people = story.matter.people.map((person) => ({
      ...person,
      motives: person.id === "jonas" ? ["to see every cart entered"] : [],
    }));
    const book = createStorybook(
      { ...story, matter: { ...story.matter, people }, people: new Map(people.map((one) => [one.id, one])) },
      WEIGHBRIDGE,
    );
    const touched = (fact: string) => {
      const learn: Effect = { kind: "learn", fact, from: "orsolya", whole: true, how: "told" };
      const settled = mergePatch(at, { storybook: { stage: { place: "weigh-house", people: ["orsolya", "jonas"] } } });
      return kindsIn(book.tell(brief(ask, [learn], { outcome: "success" }), settled)).includes("react touched");
    };
    expect(touched("salt-book-1")).toBe(true);
    expect(touched("short-weight-3")).toBe(false);
  });

  it("[NA453] are for whoever looks, in their author's order, and one for who waits", () => {
    const look = slot("search", { place: "weigh-house", prop: "ledgers" });
    const told = (choice: typeof look) => textOf(tell(choice, [], { outcome: "success" }, state({ people: gone })));
    expect(told(look)).toContain(house.slice(0, 2).join(" "));
    expect(house.filter((sentence) => told(slot("rest", {})).includes(sentence))).toHaveLength(1);
  });

  it("[NA6357] leave out what goes on from a sentence that nobody has read", () => {
    const sights = ["The Long Yard is paved.", "It was paved twice over.", "Nobody was lost but a cat, who was found."];
    const places = story.matter.places.map((place) =>
      place.id === "weigh-house" ? { ...place, sentences: sights.slice(2), inside: sights.slice(1) } : place,
    );
    const own = { ...story, matter: { ...story.matter, places }, places: new Map(places.map((one) => [one.id, one])) };
    const look = brief(slot("search", { place: "weigh-house" }), [], { outcome: "success" });
    expect(textOf(createStorybook(own, WEIGHBRIDGE).tell(look, state({ people: gone })))).not.toContain("a cat");
  });

  it("[NA373] follow what was told only where much ties them to it", () => {
    const general = ["Every cart in the salt book has a rope-maker's knot.", "Frost is early in the valley."];
    const told = (choice: ReturnType<typeof slot>) =>
      textOf(createStorybook({ ...story, general }, WEIGHBRIDGE).tell(brief(choice, []), state({ people: gone })));
    expect(told(slot("wait", {}))).not.toContain("Frost");
    expect(told(slot("wait", {}))).not.toContain("rope-maker");
  });

  it("[NA3448] are left out of an answer where they have been told", () => {
    const fact = {
      id: "salt-9",
      text: "The salt has a rule of its own.",
      tail: "It is weighed before it is paid for.",
      clause: "the salt has a rule of its own",
      topic: "salt-book",
      file: "lore/salt.md",
      knownBy: "common" as const,
      names: [],
    };
    const facts = [...story.matter.facts, fact];
    const matter = { ...story.matter, facts };
    const book = createStorybook({ ...story, matter, facts: new Map(facts.map((one) => [one.id, one])) }, WEIGHBRIDGE);
    const learn: Effect = { kind: "learn", fact: "salt-9", from: "orsolya", whole: true, how: "told" };
    const text = (told: readonly string[]): string => {
      const before = state();
      const ring = Object.fromEntries(told.map((one) => [sentenceKey(one), 4]));
      const at = { ...before, storybook: { ...(before.storybook as object), ring } };
      return textOf(book.tell(brief(ask, [learn], { outcome: "success" }), at));
    };
    expect(text([])).toContain("It is weighed before it is paid for.");
    expect(text([fact.tail])).toContain("rule of its own");
    expect(text([fact.tail])).not.toContain("weighed before");
  });

  it("[NA3449] begin with what stands before the first of a page that is asked about, though it is long", () => {
    const lead = [
      "Stand in the middle of the yard and you will see that you are on a kind of wave.",
      "The ground goes up and down, in long low ripples, and here and there is a boulder the size of a cart with no reason to be there.",
    ];
    const fact: Fact = {
      id: "salt-9",
      text: "The surveyors of that year camped at the bridge and not on the salt, although it was flat and dry and had feed for their horses, and the book of their journey says that the carter would not stop.",
      clause: "the surveyors camped at the bridge",
      topic: "salt-book",
      file: "lore/salt.md",
      knownBy: "common",
      names: [],
      lead,
    };
    const text = (more: Partial<Fact>, topic = "salt-book"): string => {
      const one = { ...fact, ...more };
      const facts = [...story.matter.facts, one];
      const matter = { ...story.matter, facts };
      const book = createStorybook({ ...story, matter, facts: new Map(facts.map((of) => [of.id, of])) }, WEIGHBRIDGE);
      const learn: Effect = { kind: "learn", fact: one.id, from: "orsolya", whole: true, how: "told" };
      return textOf(
        book.tell(brief({ ...ask, bind: { npc: "orsolya", topic } }, [learn], { outcome: "success" }), state()),
      );
    };
    expect(text({})).toContain("on a kind of wave");
    expect(text({})).toContain("with no reason to be there");
    // In the middle of its page it is told as before.
    expect(text({ inside: true })).not.toContain("on a kind of wave");
  });

  it("[NA374] run on after an answer, in a story that has many, and count as known", () => {
    const salt = ["One.", "Two.", "Three."].map((text, at) => ({
      id: `salt-${at}`,
      text: `The salt has a rule of its own, and it is number ${text}`,
      clause: `the salt has a rule of its own, and it is number ${text}`,
      topic: "salt-book",
      file: "lore/salt.md",
      knownBy: at === 2 ? ["jonas"] : ("common" as const),
      names: [],
    }));
    const facts = [...salt, ...Array.from({ length: 60 }, (_, at) => ({ ...salt[0], id: `more-${at}`, file: "x" }))];
    const matter = { ...story.matter, facts: facts as typeof story.matter.facts };
    const book = createStorybook(
      { ...story, matter, facts: new Map(matter.facts.map((one) => [one.id, one])) },
      WEIGHBRIDGE,
    );
    const learn: Effect = { kind: "learn", fact: "salt-0", from: "orsolya", whole: true, how: "told" };
    const draft = book.tell(brief(ask, [learn], { outcome: "success" }), state());
    expect(draft.paragraphs.join(" ")).toContain(
      "number One,” says Orsolya. “The salt has a rule of its own, and it is number Two.”",
    );
    expect(draft.paragraphs.join(" ")).not.toContain("Three");
    expect(draft.patch).toMatchObject({ storybook: { named: { "fact:salt-1": 6 } } });
    const known = book.tell(
      brief(ask, [learn], { outcome: "success" }),
      state({ world: { visited: {}, known: { facts: { "salt-1": 1 } } } }),
    );
    expect(known.paragraphs.join(" ")).not.toContain("Two");
  });
});

describe("callbacks and threads", () => {
  const help = slot("help", { npc: "orsolya", text: "to keep the scales true" });
  const deed = (polarity: Deed["polarity"]): Deed => ({
    verb: "give",
    bind: { npc: "orsolya" },
    outcome: polarity === "bad" ? "fail" : "success",
    polarity,
    template: "[stand] by {npc.o} in the rain",
  });
  const memory = (scene: number, polarity: Deed["polarity"]): StoryMemory => ({
    id: `m${scene}`,
    summary: "You stood by her.",
    scene,
    characters: ["orsolya"],
    location: "weigh-house",
    significance: "high",
    tags: [],
    deed: deed(polarity),
  });
  const callbacks = (recalled: StoryMemory[], more: Partial<SceneBrief> = {}, at = state()) =>
    tellings(help, [], { scene: 12, recalled, outcome: "success", ...more }, at).filter((draft) =>
      kindsIn(draft).some((kind) => kind.startsWith("callback")),
    ).length;

  it("[NA52] calls an earlier deed back to whom it was done, in words that fit now", () => {
    const told = tellings(help, [], { scene: 12, recalled: [memory(4, "good")], outcome: "success" });
    expect(
      told.filter((draft) =>
        /I have not forgotten that you stood by me in the rain(?:,” (?:she says|says Orsolya)|\.”)/.test(textOf(draft)),
      ).length,
    ).toBeGreaterThan(7);
  });

  it("[NA52] only deeds four scenes old, about somebody here, of the polarity of this outcome, and not called back lately", () => {
    expect(callbacks([memory(9, "good")])).toBe(0);
    expect(callbacks([memory(4, "bad")])).toBe(0);
    expect(callbacks([memory(4, "good")], { outcome: "fail" })).toBe(0);
    expect(callbacks([memory(4, "bad")], { outcome: "fail" })).toBeGreaterThan(12);
    expect(callbacks([{ ...memory(4, "good"), deed: { ...deed("good"), bind: { npc: "jonas" } } }])).toBe(0);
    expect(callbacks([memory(4, "good")], {}, mergePatch(state(), { storybook: { callbacks: { m4: 5 } } }))).toBe(0);
  });

  it("[NA5302] calls no other deed to mind after a question that was answered", () => {
    const after = (given: JsonObject, outcome: "success" | "fail", polarity: Deed["polarity"]): number =>
      tellings(ask, [], { scene: 12, recalled: [memory(4, polarity)], outcome }, mergePatch(state(), given)).filter(
        (draft) => kindsIn(draft).some((kind) => kind.startsWith("callback")),
      ).length;
    expect(after({}, "success", "good")).toBe(0);
    expect(after({}, "fail", "bad")).toBeGreaterThan(12);
  });

  it("[NA503] gives no thanks for a question", () => {
    const told = tellings(slot("gossip", { npc: "orsolya", npc2: "jonas" }), [
      { kind: "feeling", npc: "orsolya", delta: 5 },
    ]);
    expect(told.map(textOf).join(" ")).not.toContain("thanks");
  });

  it("[NA3128] gives thanks for what was done or given, and has no third nod at what is not about them", () => {
    const warmer = (npc: string): Effect => ({ kind: "feeling", npc, delta: 5 });
    const both = state({ people: { orsolya: { place: "weigh-house" }, jonas: { place: "weigh-house" } } });
    const said = (choice: ReturnType<typeof slot>, npc: string): string =>
      tellings(choice, [warmer(npc)], {}, both, 8)
        .map((draft) => kindsIn(draft).join(" "))
        .join(" ");
    for (const verb of ["listen", "trust", "ask"] as const)
      expect(said(slot(verb, { npc: "orsolya" }), "orsolya")).not.toContain("react positive done");
    expect(said(slot("help", { npc: "orsolya", text: "to keep the scales true" }), "orsolya")).toContain(
      "react positive done",
    );
    const take = slot("accept", { npc: "orsolya", beat: "beat_001", text: "take the humbug" });
    expect(said(take, "orsolya")).not.toContain("react positive done");
    expect(said(slot("ask", { npc: "orsolya", topic: "salt-book" }), "jonas")).not.toContain("turn warmer");
    expect(said(slot("decide", { beat: "beat_001", text: "give the sack to Peel" }), "jonas")).toContain("turn warmer");
  });

  it("[NA514] tells nobody to leave whom the beat before has sent away", () => {
    const beat = story.beats.get("beat_001");
    const gone = beat && { ...beat, people: ["orsolya"], presence: [{ npc: "orsolya", state: "missing" as const }] };
    const draft = tell(slot("wait", {}), [], gone ? { beat: gone } : {}, state());
    expect((draft.patch["storybook"] as { stage: { people: string[] } }).stage.people).toEqual([]);
  });

  it("[NA502] calls back no talk, and nothing in a scene with a beat", () => {
    const talked: StoryMemory = { ...memory(4, "good"), deed: { ...deed("good"), verb: "trust" } };
    expect(callbacks([talked])).toBe(0);
    // Nor what was only found out by a decision.
    const heard: StoryMemory = {
      ...memory(4, "good"),
      deed: {
        ...deed("mixed"),
        verb: "decide",
        template: "[let] {npc.o} talk",
        bind: { npc: "orsolya", fact: "x", text: "let her talk" },
      },
    };
    expect(callbacks([heard])).toBe(0);
    const beat = { ...story.beats.values().next().value };
    expect(callbacks([memory(4, "good")], { beat } as Partial<SceneBrief>)).toBe(0);
  });

  it.each([
    ["[take] the tally from {npc.o}", "I have not forgotten that you took the tally from me"],
    ["[answer] the knocking", "I have not forgotten that you answered the knocking"],
    ["[answer] {npc.o}", null],
    ["[say] yes to {npc.o}", null],
    ["[ask] {npc.o} what the ticket cost", null],
    ["[choose] to let it be", null],
    ["[haul] him before the guild", null],
    ["[lift] one (no roll) with {npc.o}", null],
    ["[hold] the pen until {npc.o} has found it", null],
  ])("[NA502] [NA782] a decision %j is called back as %j", (template, said) => {
    const decided: StoryMemory = {
      ...memory(4, "good"),
      deed: {
        ...deed("mixed"),
        verb: "decide",
        outcome: "success",
        template,
        bind: { npc: "orsolya", beat: "beat_001" },
      },
    };
    const told = tellings(help, [], { scene: 12, recalled: [decided] })
      .map(textOf)
      .join(" ");
    if (said === null) expect(told).not.toContain("have not forgotten");
    else expect(told).toContain(said);
  });

  it("[NA503] tells no feeling of somebody who is elsewhere", () => {
    for (const delta of [10, -10]) {
      const told = tellings(ask, [{ kind: "feeling", npc: "jonas", delta }], { scene: 12 });
      expect(told.flatMap(kindsIn).filter((kind) => /^(?:turn (?:warmer|colder)|react)/.test(kind))).toEqual([]);
    }
  });

  it("[NA52] does not call back to somebody who leaves before the scene is over", () => {
    const gone = mergePatch(state(), { people: { orsolya: { place: "quay" } } });
    const leaves = { kind: "leave", npc: "orsolya", place: "quay" } as const;
    const told = tellings(ask, [leaves], { scene: 12, recalled: [memory(4, "good")], outcome: "success" }, gone);
    expect(told.flatMap(kindsIn)).toContain("exit");
    expect(told.flatMap(kindsIn).filter((kind) => kind.startsWith("callback"))).toEqual([]);
  });

  it("[NA53] speaks of an open thread at most every third scene, and not when it was only just opened", () => {
    const thread = { "debt-orsolya": { kind: "debt", npc: "orsolya", opened: 2, text: "", state: "open" } };
    const reminders = (at: ReturnType<typeof state>) =>
      tellings(slot("wait", {}), [], { scene: 12 }, at, 40).filter((draft) => kindsIn(draft).includes("thread debt"))
        .length;
    expect(reminders(state({ threads: thread }))).toBeGreaterThan(6);
    expect(reminders(mergePatch(state({ threads: thread }), { storybook: { threads: { "debt-orsolya": 10 } } }))).toBe(
      0,
    );
    expect(reminders(state({ threads: { "debt-orsolya": { ...thread["debt-orsolya"], opened: 11 } } }))).toBe(0);
  });
});

it("[NA36] a description that tells a fact of the story says so", () => {
  const source = { ...WEIGHBRIDGE, lore: [], npcs: [], frames: [] };
  const mined = readIndex(source);
  const book = createStorybook(mined, source);
  let facts = 0;
  for (let seed = 0; seed < 30; seed++) {
    const look = slot("search", { place: "weigh-house", prop: "ledgers" });
    const draft = book.tell(brief(look, [], { seed: `${seed}` }), state({ people: {} }));
    const told = mined.matter.facts.filter(({ text }) => draft.paragraphs.join(" ").includes(text)).map(({ id }) => id);
    facts += told.length;
    const { named } = draft.patch.storybook as { named: Record<string, number> };
    expect(
      Object.keys(named)
        .filter((key) => key.startsWith("fact:"))
        .map((key) => key.slice(5))
        .sort(),
    ).toEqual(told.sort());
  }
  expect(facts).toBeGreaterThan(0);
});

describe("a paper, a place in gaps and a greeting", () => {
  const withFacts = (texts: readonly string[]) => {
    const facts = texts.map((text, at) => ({
      id: `log-${at}`,
      text: `In the log it says: “${text}”`,
      clause: `in the log it says: “${text}”`,
      topic: "salt-book",
      file: "lore/log.md",
      knownBy: ["orsolya"],
      names: [],
    }));
    return createStorybook(
      { ...story, matter: { ...story.matter, facts }, facts: new Map(facts.map((one) => [one.id, one])) },
      WEIGHBRIDGE,
    );
  };

  it("[NA450] is shown, and read on in one quotation from where the player has got to", () => {
    const learn: Effect = { kind: "learn", fact: "log-1", from: "orsolya", whole: true, how: "told" };
    const draft = withFacts(["One came.", "Two stayed.", "Three left."]).tell(
      brief(ask, [learn], { outcome: "success" }),
      state(),
    );
    expect(textOf(draft)).toContain("Orsolya shows you the Salt Book. It says: “Two stayed. Three left.”");
  });

  it("[NA451] ends at the first gap once two sentences are told", () => {
    const sentences = [
      "Beams hold the roof of the house.",
      "Chalk lies on every sill.",
      "Tomorrow the floor is swept.",
      "Dust hangs in the doorway.",
    ];
    const places = story.matter.places.map((place) => (place.id === "weigh-house" ? { ...place, sentences } : place));
    const book = createStorybook({ ...story, places: new Map(places.map((place) => [place.id, place])) }, WEIGHBRIDGE);
    const at = state({
      people: { orsolya: { alive: false }, jonas: { alive: false } },
      world: { visited: {} },
      storybook: { stage: { place: "long-yard", people: [] } },
    });
    const move: Effect[] = [{ kind: "move", place: "weigh-house" }];
    const told = textOf(book.tell(brief(slot("go", { place: "weigh-house" }), move), at));
    expect(sentences.filter((sentence) => told.includes(sentence))).toEqual(sentences.slice(0, 2));
  });

  it("[NA455] leaves out what goes on from a sentence that is not told, unless it names the place", () => {
    const sentences = ["Beams hold the roof.", "Every peg was in.", "The Weigh House was a barn."];
    const places = story.matter.places.map((place) =>
      place.id === "weigh-house" ? { ...place, sentences, inside: sentences.slice(1) } : place,
    );
    const book = createStorybook({ ...story, places: new Map(places.map((place) => [place.id, place])) }, WEIGHBRIDGE);
    const arrival = (told: readonly string[]) => {
      const at = state({
        people: { orsolya: { alive: false }, jonas: { alive: false } },
        world: { visited: {} },
        storybook: {
          stage: { place: "long-yard", people: [] },
          ring: Object.fromEntries(told.map((sentence) => [sentenceKey(sentence), 2])),
        },
      });
      const move: Effect[] = [{ kind: "move", place: "weigh-house" }];
      const text = textOf(book.tell(brief(slot("go", { place: "weigh-house" }), move), at));
      return sentences.filter((sentence) => text.includes(sentence));
    };
    expect(arrival([])).toEqual(sentences);
    expect(arrival(sentences.slice(0, 1))).toEqual(sentences.slice(2));
  });

  it("[NA456] leaves out what the beat of the scene will say, and what the last scenes have said in other words", () => {
    const sentences = [
      "There are nine worn steps of marble and a green pool.",
      "Beams of black oak hold the low roof.",
    ];
    const places = story.matter.places.map((place) => (place.id === "weigh-house" ? { ...place, sentences } : place));
    const book = createStorybook({ ...story, places: new Map(places.map((place) => [place.id, place])) }, WEIGHBRIDGE);
    const beat = story.beats.get("beat_001");
    if (!beat) throw new Error("the story has no such beat");
    const arrival = (storybook: object, more: Partial<SceneBrief> = {}) => {
      const at = state({
        people: { orsolya: { alive: false }, jonas: { alive: false } },
        world: { visited: {} },
        storybook: { stage: { place: "long-yard", people: [] }, ...storybook },
      });
      const move: Effect[] = [{ kind: "move", place: "weigh-house" }];
      const draft = book.tell(brief(slot("go", { place: "weigh-house" }), move, more), at);
      return { text: textOf(draft), lately: (draft.patch.storybook as { lately: Record<string, string[]> }).lately };
    };
    const plain = arrival({});
    expect(sentences.filter((sentence) => !plain.text.includes(sentence))).toEqual([]);
    const coming = {
      ...beat,
      people: [],
      dialogue: [],
      told: ["Down nine marble steps, worn and green, lies a pool."],
    };
    expect(arrival({}, { beat: coming }).text).not.toContain(sentences[0]);
    expect(arrival({ lately: plain.lately }).text).not.toContain(sentences[1]);
  });

  it("[NA370] tells the deed of a question as the choice puts it, where the answer would be the whole scene", () => {
    const wish: Effect = { kind: "motive", npc: "orsolya", text: "to see every cart entered" };
    const draft = tell(slot("ask", { npc: "orsolya" }), [wish], { outcome: "none" });
    expect(draft.paragraphs[0]).toBe("You ask Orsolya what she wants.");
    expect(draft.paragraphs[1]).toMatch(/^“I want to see every cart entered,”/);
  });

  it("[NA46] takes no title and no short sentence for one that was told", () => {
    const beatOf = (told: string[]) => ({
      id: "b",
      title: "B",
      told,
      decisions: [],
      dialogue: [],
      people: [],
      names: [],
    });
    const first = storybook.tell(
      brief(slot("wait", {}), [], { beat: beatOf(["Mrs. Lind counts the sacks once more.", "Then snow."]) }),
      state(),
    );
    const told = ["Mrs. Lind goes out by the yard door.", "Then snow."];
    const second = storybook.tell(
      brief(slot("wait", {}), [], { scene: 8, beat: beatOf(told) }),
      mergePatch(state(), first.patch) as JsonObject,
    );
    expect(textOf(second)).toContain(told.join(" "));
  });

  it("[NA46] takes no name at the end of a speech for a sentence told twice", () => {
    const people = story.matter.people.map((person) =>
      person.id === "orsolya" ? { ...person, name: "Mrs. Orsolya Kint", short: "Mrs. Kint", pronoun: null } : person,
    );
    const matter = { ...story.matter, people };
    const book = createStorybook(
      { ...story, matter, people: new Map(people.map((one) => [one.id, one])) },
      WEIGHBRIDGE,
    );
    const learn: Effect = { kind: "learn", fact: "salt-book-1", from: "orsolya", whole: true, how: "told" };
    const ring = Object.fromEntries(["“Aye,” says Mrs.", "Kint."].map((piece) => [sentenceKey(piece), 5]));
    const at = mergePatch(state(), { storybook: { ring } });
    expect(textOf(book.tell(brief(ask, [learn], { outcome: "success" }), at))).toMatch(/says Mrs\. Kint/);
  });

  it("[NA457] has nobody speak who is elsewhere", () => {
    const learn: Effect = { kind: "learn", fact: "salt-book-1", whole: true, how: "overheard" };
    const away = state({ people: { orsolya: { place: "long-yard", alive: true, met: 0 }, jonas: { alive: false } } });
    expect(textOf(tell(slot("listen", {}), [learn], {}, away))).not.toMatch(/says Orsolya/);
  });

  it("[NA5002] has whoever matters more speak first, of those who were not spoken to", () => {
    const spoken = (importance?: "protagonist" | "minor"): string[] => {
      const people = story.matter.people.map((one) => ({
        ...one,
        lines: [`The salt book has no page for ${one.id === "jonas" ? "ropes" : "sacks"}.`],
        ...(one.id === "jonas" && importance !== undefined ? { importance } : {}),
      }));
      const matter = { ...story.matter, people };
      const own = { ...story, matter, people: new Map(people.map((one) => [one.id, one])) };
      const book = createStorybook(own, WEIGHBRIDGE);
      const learn: Effect = { kind: "learn", fact: "salt-book-1", whole: true, how: "overheard" };
      const here = { place: "weigh-house", alive: true, met: 0, feeling: 0 };
      const at = state({ people: { orsolya: here, jonas: here } });
      const seeds = Array.from({ length: 12 }, (_, at) => `seed ${at}`);
      const texts = seeds.map((seed) => textOf(book.tell(brief(slot("listen", {}), [learn], { seed }), at)));
      return texts.flatMap((text) => /page for (ropes|sacks)/.exec(text)?.[1] ?? []);
    };
    expect(spoken("protagonist")).toContain("ropes");
    expect(spoken("protagonist")).not.toContain("sacks");
    expect(spoken("minor")).not.toContain("ropes");
  });

  it("[NA452] comes from whoever was looked for, by how they stand to the player", () => {
    const at = (feeling: number) =>
      state({
        people: { orsolya: { place: "weigh-house", alive: true, met: 0, feeling }, jonas: { alive: false } },
        storybook: {
          ...(state().storybook as object),
          stage: { place: "long-yard", people: [] },
        },
      });
    const go = slot("go", { place: "weigh-house", npc: "orsolya" });
    const told = (feeling: number) => textOf(tell(go, [{ kind: "move", place: "weigh-house" }], {}, at(feeling)));
    expect(told(0)).toMatch(/(?:Orsolya|She) nods (?:when you come in|to you)\./);
    expect(told(60)).toMatch(/(?:Orsolya|She) is glad to see you\./);
    expect(told(-60)).toMatch(/(?:Orsolya|She) does not greet you\./);
  });
});

it("[NA3492] a deed is told without the hour at which it is done", () => {
  const told = (text: string) =>
    storybook.tell(brief(slot("decide", { beat: "beat_001", text }), [], { seed: "seed" }), state()).sentences[0]?.text;
  expect(told("report it to the Canon now")).toBe("You report it to the Canon.");
  expect(told("show the tally right now")).toBe("You show the tally right now.");
});
