import type { StorySource } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { type FrameProblem, readFrameFile } from "@narratoria/protocol/frame-file";
import { createStorybook } from "../src/index.js";
import { VERBS } from "@narratoria/protocol/story";
import { claimsOf } from "../src/frames/claims.js";
import { FRAME_KEYS } from "../src/frames/frame.js";
import { bundledFrames, loadFrames } from "../src/frames/library.js";
import { mergePatch } from "@narratoria/protocol";
import { createRandom } from "@narratoria/protocol/random";
import { Composer } from "../src/scene/composer.js";
import { readMemory } from "../src/scene/narrator-memory.js";
import { readStage } from "../src/scene/stage.js";
import { brief, slot, state, textOf } from "./support/briefs.js";
import { story, WEIGHBRIDGE } from "./support/fixture-story.js";
import { lawsAgainst } from "./support/read-index.js";

const withFrames = (text: string, more: Partial<StorySource> = {}) =>
  createStorybook(story, { ...WEIGHBRIDGE, frames: [{ file: "own.md", text }], ...more });
const own = (text: string): readonly FrameProblem[] => loadFrames([], [{ file: "own.md", text }], []).problems;

/** The words of one deed as told with these frames of the story's own, under many seeds. */
function deedsWith(
  text: string,
  choice = slot("ask", { npc: "orsolya", topic: "salt-book" }),
  at = state(),
  outcome: "success" | "fail" = "success",
): Set<string> {
  const book = withFrames(text);
  return new Set(
    Array.from(
      { length: 30 },
      (_, seed) => book.tell(brief(choice, [], { seed: String(seed), outcome }), at).sentences[0]?.text ?? "",
    ),
  );
}

describe("frame files", () => {
  it("[NA20] reads headings as keys and list items as frames; other lines are remarks", () => {
    const library = loadFrames(
      [],
      [
        {
          file: "own.md",
          text: "A remark.\n\n# deed ask partial\n- You ask about {topic}.\n  And wait. #talk #w=2\nAnother remark.",
        },
      ],
      [],
    );
    expect(library.frames("deed ask partial")).toMatchObject([
      { weight: 2, own: true, slots: ["topic"], tests: [{ name: "talk" }], source: { line: 4 } },
    ]);
  });

  it.each([
    ["# deed dance success\n- You dance.", 'There is no kind of frame called "deed dance success".', 1],
    ["# exit\n- {Somebody} goes.", "There is no slot {Somebody}.", 2],
    ["# exit\n- {npc.x} goes.", '{npc} has no form ".x"', 2],
    ["# exit\n- {Npc} [goes].", "Write [go] for [goes]", 2],
    ["# exit\n- {Npc} [go]. #sunny", "There is no tag #sunny.", 2],
    ["# exit\n- {Npc} [go]. #mood=green", "#mood=green is not a tone family", 2],
    ["# exit\n- {Npc} [go. #talk", "A bracket is left open", 2],
    ["# exit\n-  #talk", "A frame has no words.", 2],
    ["# lexicon green\n- hush: quiet", '"green" is not a tone family', 1],
  ])("[NA20] reports what is wrong with %j by file and line, and uses the rest", (text, message, line) => {
    const library = loadFrames([], [{ file: "own.md", text: `${text}\n# enter\n- {Npc} [come].` }], []);
    expect(library.problems).toEqual([
      expect.objectContaining({
        file: "own.md",
        line,
        severity: "error",
        message: expect.stringContaining(message) as string,
      }),
    ]);
    expect(library.frames("enter")).toHaveLength(1);
  });

  it("[NA20] passes the campaign's faults on, with file and line", () => {
    expect(withFrames("# exit\n- {who} goes.").problems).toEqual([
      { file: "own.md", line: 2, message: "There is no slot {who}.", severity: "error" },
    ]);
  });

  it.each([
    "You feel better about {topic}.",
    "You decide to ask about {topic}.",
    "You really love {topic}.",
    "You promise to look into {topic}.",
  ])("[NA21] refuses a frame that speaks for the player: %s", (words) => {
    expect(own(`# deed ask any\n- ${words}`)).toEqual([
      expect.objectContaining({
        severity: "error",
        message: expect.stringContaining("speaks for the player") as string,
      }),
    ]);
  });

  it("[NA21] lets people speak of what they feel", () => {
    expect(own('# deed ask any\n- "You promise too much," {npc} [say].')).toEqual([]);
  });

  it("[NA21] warns of words that are true only under a tag", () => {
    expect(own("# time\n- The rain has stopped.")).toMatchObject([{ severity: "warning" }]);
    expect(own("# time\n- The rain has stopped. #weather=rain")).toEqual([]);
  });

  it("[NA21] warns of a subject where an object belongs", () => {
    expect(own("# exit\n- You are left with {npc}.")).toMatchObject([
      { severity: "warning", message: expect.stringContaining("{npc.o}") as string },
    ]);
    expect(own("# exit\n- You are left with {npc.o}.")).toEqual([]);
  });

  it("[NA21] warns of a possessive without a thing, but not in a choice, which says names", () => {
    expect(own("# exit\n- You stand your ground, and {npc} [stand] {npc.p}, for a while.")).toMatchObject([
      { severity: "warning", message: expect.stringContaining("{npc.p}") as string },
    ]);
    expect(own("# exit\n- Somebody calls, and {npc} [turn] {npc.p} head.")).toEqual([]);
    expect(own("# choice search\n- See what is {npc.p}")).toEqual([]);
  });

  it("[NA22] leaves out frames that break a law of the story, and tells the author of their own", () => {
    const frames = [{ file: "a.md", text: "# enter\n- {Npc} [come] with a lantern.\n- {Npc} [come]." }];
    const ours = loadFrames(frames, [], lawsAgainst("lantern"));
    expect(ours.frames("enter")).toHaveLength(1);
    expect(ours.problems).toEqual([]);
    const own = loadFrames([], frames, lawsAgainst("lantern"));
    expect(own.frames("enter")).toHaveLength(1);
    expect(own.problems).toMatchObject([
      { file: "a.md", line: 2, message: expect.stringContaining("lantern") as string },
    ]);
  });
});

describe("choosing a frame", () => {
  it("[NA23] prefers frames made for this person or place", () => {
    const words = deedsWith("# deed ask success\n- Orsolya puts down the scoop for this. #who=orsolya #at=weigh-house");
    expect([...words].filter((text) => text === "Orsolya puts down the scoop for this.")).toHaveLength(1);
    const told = Array.from(
      { length: 40 },
      (_, seed) =>
        withFrames("# deed ask success\n- Orsolya puts down the scoop for this. #who=orsolya #at=weigh-house").tell(
          brief(slot("ask", { npc: "orsolya", topic: "salt-book" }), [], { seed: String(seed), outcome: "success" }),
          state(),
        ).sentences[0]?.text,
    );
    expect(told.filter((text) => text === "Orsolya puts down the scoop for this.").length).toBeGreaterThan(12);
  });

  it("[NA23] lets a campaign's frame win a tie", () => {
    const ours = [{ file: "ours.md", text: "# exit\n- {Npc} [go] one way." }];
    const theirs = [{ file: "own.md", text: "# exit\n- {Npc} [go] another way." }];
    const library = loadFrames(ours, theirs, []);
    const wins = Array.from({ length: 400 }, (_, seed) => {
      const now = readStage(story, brief(slot("wait", {})), state(), readMemory(state()));
      const composer = new Composer(story, now, readMemory(state()), library, createRandom(`tie ${seed}`));
      const orsolya = story.people.get("orsolya");
      composer.say({ keys: ["exit"], fill: orsolya ? { npc: orsolya } : {}, must: true });
      return composer.texts[0]?.includes("another");
    });
    expect(wins.filter(Boolean).length).toBeGreaterThan(230);
  });

  it("[NA24] never uses a frame whose slot has nothing to fill it", () => {
    const words = deedsWith("# deed wait none\n- You wait for {npc.name} with {item}. #w=1000", slot("wait", {}));
    expect([...words].join("\n")).not.toMatch(/with/);
  });

  it.each([
    ["#alone", false],
    ["#solo", true],
    ["#crowd", false],
    ["#indoor", true],
    ["#outdoor", false],
    ["#afternoon", true],
    ["#night", false],
    ["#home", true],
    ["#stranger", false],
    ["#known", true],
    ["#moved", false],
    ["#gain", false],
    ["#nogain", true],
    ["#liked", false],
    ["#nodebt", true],
    ["#weather", false],
    ["#at=long-yard", false],
    ["#who=jonas", false],
    ["#style=formal", true],
    ["#style=brisk", false],
    ["#mood=wry", true],
    ["#genre=mystery", true],
    ["#genre=western", false],
    ["#verb=ask|press", true],
    ["#outcome=fail", false],
  ])("[NA24] tests the world: %s is %s here", (tag, holds) => {
    const words = deedsWith(`# deed ask success\n- This is the one. #w=100000 ${tag}`);
    expect(words.has("This is the one.")).toBe(holds);
  });

  it("[NA24] reads feeling and debt from the state", () => {
    const at = state({
      people: { orsolya: { place: "weigh-house", met: 0, feeling: 60 } },
      threads: { d: { kind: "debt", npc: "orsolya", opened: 1, text: "", state: "open" } },
    });
    expect(
      deedsWith("# deed ask success\n- This is the one. #w=100000 #liked #debt", undefined, at).has("This is the one."),
    ).toBe(true);
  });

  it("[NA24] remembers what has been asked of whom, and looked into", () => {
    const frame =
      "# hook ask\n- Orsolya has not been asked. #w=1000000 #unasked\n# hook search\n- Nobody has looked there. #w=1000000 #unsearched";
    const book = withFrames(frame);
    const asked = slot("ask", { npc: "orsolya", topic: "salt-book" });
    const looked = slot("search", { prop: "the brass scales", place: "weigh-house" });
    const last = (choice: typeof asked, offered: typeof asked, at = state()) =>
      book.tell(brief(choice, [], { slots: [offered], outcome: "success" }), at).sentences.at(-1)?.text;
    expect(last(slot("wait", {}), asked)).toBe("Orsolya has not been asked.");
    expect(last(slot("wait", {}), looked)).toBe("Nobody has looked there.");
    expect(last(asked, asked)).not.toBe("Orsolya has not been asked.");
    expect(last(looked, looked)).not.toBe("Nobody has looked there.");
    const { patch } = book.tell(brief(asked, []), state());
    expect(last(slot("wait", {}), asked, mergePatch(state(), patch))).not.toBe("Orsolya has not been asked.");
  });

  it("[NA25] lets a frame rest after use, the longer the longer it is", () => {
    const frame = "# deed ask success\n- You ask, and there is an answer. #w=100000\n";
    const book = withFrames(frame);
    const [used] = loadFrames([], [{ file: "own.md", text: frame }], []).frames("deed ask success");
    const at = (scene: number) =>
      state({
        storybook: { lastUse: { [used?.id ?? ""]: scene }, stage: { place: "weigh-house", people: ["orsolya"] } },
      });
    const first = (lastUse: number) =>
      book.tell(
        brief(slot("ask", { npc: "orsolya", topic: "salt-book" }), [], { scene: 20, outcome: "success" }),
        at(lastUse),
      ).sentences[0]?.text;
    expect(used?.restScenes).toBe(11);
    expect(first(9)).toBe("You ask, and there is an answer.");
    expect(first(10)).not.toBe("You ask, and there is an answer.");
  });

  it("[NA26] draws a lexicon word that suits the mood", () => {
    const words = deedsWith(
      "# lexicon wry\n- hush: polite doubt\n# lexicon dread\n- hush: wrong quiet\n# deed ask success\n- There is a {hush}. #w=100000",
    );
    expect(
      [...words].filter((text) => text.startsWith("There is a ")).every((text) => text === "There is a polite doubt."),
    ).toBe(true);
    expect(words.has("There is a polite doubt.")).toBe(true);
  });
});

describe("our frames", () => {
  const faults: FrameProblem[] = [];
  const library = loadFrames(bundledFrames(), [], [], (problem) => faults.push(problem));

  it("[NA27] load without a fault", () => {
    expect(faults.filter((fault) => fault.severity === "error" || fault.message.includes("write {npc"))).toEqual([]);
  });

  it("[NA27] are few: every verb has a deed, a choice and a way to fail, no key more than five, every must a floor", () => {
    for (const verb of Object.keys(VERBS)) {
      expect(library.frames(`deed ${verb} any`).length, `deeds of ${verb}`).toBeGreaterThanOrEqual(1);
      expect(library.frames(`choice ${verb}`).length, `choices of ${verb}`).toBeGreaterThanOrEqual(1);
    }
    for (const key of FRAME_KEYS) expect(library.frames(key).length, key).toBeLessThanOrEqual(5);
    const musts = [...FRAME_KEYS].filter(
      (key) =>
        /^(?:deed any|gain|turn|exit|enter|beat line|ground (?:who|here)|knowledge|thread \w+ due)\b/.test(key) &&
        key !== "deed any any",
    );
    for (const key of musts) expect(library.frames(key).length, key).toBeGreaterThanOrEqual(1);
  });

  it("[NA27] have a frame for each must that asks for nothing but what the effect itself brings", () => {
    const given: Record<string, readonly string[]> = {
      "gain told": ["npc", "fact"],
      "gain half": ["npc", "fact"],
      "gain found": ["fact"],
      "gain motive": ["npc", "mot"],
      "gain relation": ["rel"],
      "gain item": ["item"],
      "gain reckon": ["fact", "fact2"],
      "turn owe": ["npc"],
      "turn paid": ["npc"],
      "turn noticed": ["npc"],
      "turn time": ["span", "clock"],
      "turn days": ["span"],
      "turn part": ["part"],
      "turn condition": ["cond"],
      "turn recovered": ["cond"],
      "turn redirect": ["npc", "npc2"],
      "turn hearsay": ["npc", "text"],
      "turn move": ["place"],
      "turn item-lost": ["item"],
      "turn given": ["npc", "item"],
      "turn colder": ["npc"],
      "turn warmer": ["npc"],
      "turn thread": [],
      "turn closed": [],
      exit: ["npc"],
      enter: ["npc"],
    }; // prettier-ignore
    for (const [key, slots] of Object.entries(given)) {
      const free = library.frames(key).filter(
        (frame) =>
          // Whoever tells something has words to do it with.
          frame.tests.every(
            ({ name, values }) => name === "undocumented" || (name === "needs" && `${values}` === "words"),
          ) && frame.slots.every((name) => slots.includes(name)),
      );
      expect(free.length, key).toBeGreaterThanOrEqual(1);
    }
  });

  it("[NA27] tell, and neither comment nor joke: short plain sentences, no player's speech in quotation marks", () => {
    const words = bundledFrames()
      .flatMap(({ text }) => readFrameFile(text))
      .filter(({ heading }) => FRAME_KEYS.has(heading.toLowerCase()))
      .flatMap(({ items }) => items.map(({ text }) => text.replace(/(?:\s+#\S+)+\s*$/, "")));
    expect(words.filter((text) => text.split(/\s+/).length > 16)).toEqual([]);
    expect(words.filter((text) => /["”] you (?:say|ask)|you (?:say|ask)[:,]? ["“]/i.test(text))).toEqual([]);
    expect(words.filter((text) => /\b(?:as if|something gives|seems? to think|you would)\b/i.test(text))).toEqual([]);
  });

  it("[NA360] carry a need for everything that their words take for granted", () => {
    const missing = bundledFrames().flatMap(({ file, text }) =>
      readFrameFile(text).flatMap(({ heading, items }) =>
        !FRAME_KEYS.has(heading.toLowerCase()) || heading.startsWith("choice")
          ? []
          : items.flatMap((item) => {
              const [, words = "", tags = ""] = /^(.*?)((?:\s+#\S+)*)\s*$/.exec(item.text) ?? [];
              const given = /#needs=(\S+)/.exec(tags)?.[1]?.split("|") ?? [];
              return claimsOf(heading.toLowerCase(), words)
                .filter((need) => !given.includes(need))
                .map((need) => `${file}:${item.line} needs ${need}`);
            }),
      ),
    );
    expect(missing).toEqual([]);
  });

  it("[NA360] knows that whoever nods has hands: a dog does not", () => {
    expect(claimsOf("ground greet", "{Npc} [nod] to you.")).toContain("hands");
    expect(claimsOf("ground greet", "{Npc} [look] up.")).not.toContain("hands");
  });

  it("[NA27] leave a scene its words: nothing a story may forbid is beyond doing without", () => {
    const told = createStorybook({ ...story, laws: lawsAgainst("you", "hand", "door", "word") }, WEIGHBRIDGE).tell(
      brief(slot("wait", {}), [{ kind: "time", minutes: 30 }]),
      state(),
    );
    expect(told.paragraphs.length).toBeGreaterThanOrEqual(1);
    expect(textOf(told)).not.toMatch(/\byou\b/i);
  });
});
