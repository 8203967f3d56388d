// SPEC.md PC5900 to PC5906. What is left open by what was told, and what nothing speaks for.
import type { BeatMatter, Hook } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import type { Candidate } from "../src/candidate.js";
import { candidatesFor } from "../src/candidates.js";
import { hiddenBy } from "../src/hidden-things.js";
import { isAtIssue } from "../src/issues.js";
import { makeOffer } from "../src/offer.js";
import { bids, putToPlayer } from "../src/put-to-player.js";
import { RICH } from "./fixture-story.js";
import { type Given, SETTINGS, staged } from "./support.js";

const beat = (change: Partial<BeatMatter> = {}): BeatMatter => ({
  id: "beat_004",
  title: "The lid",
  told: ["Orsolya closes the lid."],
  decisions: [],
  dialogue: [],
  people: ["orsolya"],
  names: ["npc:orsolya"],
  ...change,
});
const candidates = (given: Given): readonly Candidate[] => candidatesFor(staged(given), []);
const verbs = (given: Given): readonly string[] =>
  makeOffer(staged(given), [], [], SETTINGS).slots.map(({ verb }) => verb);
const PASTIMES = ["rest", "wait", "listen", "search", "watch"];

describe("a topic", () => {
  it.each([
    ["Ada names the letter once and goes on. The cart stops. Rain comes. Nobody speaks. It is late.", "letter", false],
    ["Ada reads the letter. The cart stops. The letter is short. Nobody speaks. It is late.", "letter", true],
    ["Ada looks at the long box. The cart stops. Rain comes. Nobody speaks. It is late.", "box", true],
    ["The cart stops at the mill. Rain comes. It is late. Ada puts down the letter.", "letter", true],
  ])("[PC5900] is at issue where what was told stays with it: %s", (told, name, expected) => {
    expect(isAtIssue([told], name)).toBe(expected);
  });

  it("[PC5900] of a beat that only names it is no question about the beat", () => {
    const about = (told: readonly string[]): boolean =>
      candidates({ beat: beat({ told, names: ["topic:toll", "npc:orsolya"], people: ["orsolya"] }) }).some(
        ({ about: of, bind }) => of !== undefined && bind.topic === "toll",
      );
    const rest = ["The cart stops.", "Rain comes down.", "Nobody speaks.", "It is late."];
    expect(about(["The toll is a penny.", "Orsolya counts the toll.", ...rest])).toBe(true);
    expect(about(["Orsolya goes by behind the toll with a basket of plums.", ...rest])).toBe(false);
  });
});

describe("a way", () => {
  it("[PC3302] back to whoever was left not long ago counts as filler", () => {
    const visit = (choices: object): Candidate | undefined =>
      candidates({
        state: {
          people: { benedek: { met: 1, place: "kiln" } },
          threads: {},
          world: { choices: { ...choices } },
          storybook: { named: { "npc:benedek": 7 } },
        },
      }).find(({ verb, bind }) => verb === "go" && bind.npc === "benedek");
    expect(visit({ came: { from: "kiln", scene: 6 } })?.idle ?? true).toBe(true);
  });

  const called: Hook = { kind: "beat-elsewhere", beat: "b", title: "T", place: "orchard", people: [], when: "soon" };
  const way = (hooks: readonly Hook[]): Candidate | undefined =>
    candidates({
      hooks,
      state: {
        world: { known: { facts: { "frost-year-3": 2 } } },
        storybook: { named: { "place:kiln": 7 } },
        people: { benedek: { place: "kiln" } },
      },
    }).find(({ verb, bind }) => verb === "go" && bind.place === "kiln" && bind.npc === undefined);

  it("[PC5901] to anywhere else counts as filler while the story waits for the player somewhere", () => {
    expect(way([])?.idle).toBeUndefined();
    expect(way([called])?.idle ?? true).toBe(true);
  });
});

describe("somebody who says nothing", () => {
  const stood = (given: Given): readonly Candidate[] =>
    candidates(given).filter(({ text = "" }) => /^Go and stand beside Orsolya/u.test(text));

  it("[PC5722] is stood by in a beat, and elsewhere only for want of anything else", () => {
    const silent: Given = { state: { people: { orsolya: { met: 1 } } } };
    expect(stood({ ...silent, beat: beat() }).map(({ spare }) => spare)).toEqual([true]);
    expect(stood(silent).every(({ idle }) => idle === true)).toBe(true);
  });
});

describe("filler", () => {
  it("[PC5902] is no help with nothing in particular while something happens", () => {
    const people = RICH.people.map((one) => (one.id === "orsolya" ? { ...one, motives: ["to mend the toll"] } : one));
    const state = { people: { orsolya: { met: 1 } }, storybook: { named: { "topic:toll": 8 } } };
    const help = (given: Given): readonly Candidate[] =>
      candidates({ matter: { ...RICH, people }, state, ...given }).filter(
        ({ verb, bind, idle }) => verb === "help" && bind.text === undefined && idle !== true,
      );
    expect(help({ beat: beat({ told: ["The toll is short.", "Orsolya counts the toll."] }) })).toEqual([]);
  });

  it("[PC5903] passes no time in the scene of a beat while anything else can be done", () => {
    const ending: Hook = { kind: "ending", ending: "two", title: "Two wheels" };
    for (const seed of ["a", "b", "c", "d", "e", "f"]) {
      const now = verbs({ seed, beat: beat({ decisions: ["burn the page", "sign the page"] }) });
      expect(now.filter((verb) => PASTIMES.includes(verb))).toEqual([]);
      expect(verbs({ seed, hooks: [ending] }).filter((verb) => PASTIMES.includes(verb)).length).toBeLessThan(2);
    }
  });

  it("[PC5904] gives way before the end to standing by somebody", () => {
    const last: Hook = { kind: "ending", ending: "two", title: "Two wheels", presses: true, last: true };
    const given: Given = { hooks: [last], beat: beat({ told: ["Orsolya shuts the ledger."], people: ["orsolya"] }) };
    const set = makeOffer(staged(given), [], [], SETTINGS).slots;
    expect(set.some(({ text }) => /Orsolya/.test(text))).toBe(true);
  });
});

describe("what somebody gives away", () => {
  const hidden = (told: readonly string[]): readonly string[] => {
    const view = staged({ beat: beat({ told, people: ["orsolya"] }) });
    const person = view.people.get("orsolya");
    return person === undefined ? [] : hiddenBy(view, person);
  };

  it.each([
    ["Orsolya looks at the long box, and then sees that you saw.", ["long box"]],
    ["Orsolya looks at her satchel. She looks away.", ["satchel"]],
    ["Orsolya puts her hand over the letter.", ["letter"]],
    ["Orsolya does not look at the drawer.", ["drawer"]],
    ["Orsolya looks at the floor. She looks away.", []],
    ["Orsolya looks at her satchel and takes out the tally.", []],
    ["The wind turns over the leaves. Somebody hides the key.", []],
  ])("[PC5905] by a look or a hand is asked about: %s", (told, expected) => {
    expect(hidden([told])).toEqual(expected);
  });

  it("[PC5905] is asked about once, and met with silence where they have nothing to say of it", () => {
    const ask = (state: Given["state"] = {}): Candidate | undefined =>
      candidates({
        state: { people: { orsolya: { met: 1 } }, ...state },
        beat: beat({ told: ["Orsolya looks at the long box, and then sees that you saw."], people: ["orsolya"] }),
      }).find(({ text }) => text === "Ask Orsolya about the long box");
    expect(ask()).toMatchObject({ takesUp: true, cause: "said", bind: { npc: "orsolya", prop: "the long box" } });
    expect(ask({ world: { choices: { done: { "unspoken:orsolya:long box": 4 } } } })).toBeUndefined();
  });
});

describe("whoever bids the player ask", () => {
  const ada = { id: "ada", short: "Ada", name: "Ada Brink", pronoun: "she", speech: "words" } as const;

  it.each([
    ["Ask me how long. Nobody asks how long.", "ask Ada how long"],
    ["Four hundred hooks are full. Ask me why.", "ask Ada why"],
    ["Ask me what you owe me.", undefined],
  ])("[PC5906] is asked: %s", (line, yes) => {
    const put = putToPlayer({ told: ["Ada sits down."], dialogue: [{ speaker: "ada", line, how: "says" }] }, [ada]);
    expect(put?.yes.startsWith("ask Ada what she means") ? undefined : put?.yes).toBe(yes);
    expect(bids(line.split(". ").at(-1) ?? "")).toBe(false);
  });
});
