import type { BeatMatter, Person } from "@narratoria/protocol/story";
import { getPath, type JsonValue } from "@narratoria/protocol";
import { sentenceKey } from "@narratoria/protocol/english";
import { describe, expect, it } from "vitest";
import { createStorybook } from "../src/index.js";
import { apposition, inPast, ownRole, rolePhrase } from "../src/scene/meet.js";
import { brief, slot, state, textOf } from "./support/briefs.js";
import { story, WEIGHBRIDGE } from "./support/fixture-story.js";
import { lawsAgainst } from "./support/read-index.js";

const jonas = story.people.get("jonas");
if (!jonas) throw new Error("the story has no Jonas");

const seen: Person = { ...jonas, role: "Carter of the Long Yard", looks: ["He is broad, with a singed beard."] };
const { epithet: _, ...nameless } = jonas;
const people = new Map([...story.people, ["jonas", seen]]);
const book = createStorybook({ ...story, people }, WEIGHBRIDGE);
const beat = (told: string[]): BeatMatter => ({
  id: "beat_009",
  title: "He comes",
  told,
  decisions: [],
  dialogue: [],
  people: ["jonas"],
  names: [],
});
const strangers = state({
  people: { orsolya: { place: "weigh-house", met: 0 }, jonas: { place: "weigh-house" } },
  storybook: { met: { orsolya: 0 }, named: { "npc:orsolya": 0 }, stage: { place: "weigh-house", people: ["orsolya"] } },
});
const told = (text: string, at = strangers): string =>
  textOf(book.tell(brief(slot("wait", {}), [], { beat: beat([text]), sceneType: "resolution" }), at));

describe("strangers in a beat", () => {
  it("[NA432] [NA3252] are introduced where they are first named", () => {
    expect(told("Jonas Peel puts a sack on the scales.")).toContain(
      "Jonas Peel, the carter of the Long Yard, puts a sack on the scales. He is broad, with a singed beard.",
    );
  });

  it("[NA3146] are told with who they are where what they do beside a line names them first", () => {
    const [line] = [{ speaker: "jonas", line: "Mind your feet.", before: "Peel drops the sack.", at: 0 }];
    const text = textOf(
      book.tell(
        brief(slot("wait", {}), [], {
          beat: { ...beat(["The scales swing."]), people: ["jonas"], dialogue: line === undefined ? [] : [line] },
          sceneType: "resolution",
        }),
        strangers,
      ),
    );
    expect(text).toContain("Jonas Peel, the carter of the Long Yard, drops the sack.");
    expect(text).not.toMatch(/says [^.]*the carter/);
  });

  it("[NA3252] are told to the letter where the beat's own sentence, or who they are, breaks a law", () => {
    const scene = brief(slot("wait", {}), [], {
      beat: beat(["Jonas Peel puts a sack on the scales."]),
      sceneType: "resolution",
    });
    const said = (...forbidden: string[]): string =>
      textOf(
        createStorybook({ ...story, people, laws: lawsAgainst(...forbidden) }, WEIGHBRIDGE).tell(scene, strangers),
      );
    expect(said("sack")).toContain("Jonas Peel puts a sack");
    expect(said("carter")).toContain("Jonas Peel puts a sack");
    expect(said("wizard")).toContain("Jonas Peel, the carter of the Long Yard, puts a sack");
  });

  it.each([
    [["The scales swing.", "A tall man waits in the door."], "The man is Jonas Peel, the carter of the Long Yard."],
    [["The scales swing.", "One old man waits, and a man sings."], "Jonas Peel, the carter, is here."],
    [["The scales swing.", "A man waits.", "A lad sings."], "Jonas Peel, the carter, is here."],
    [["The scales swing.", "A dog waits in the door."], "Jonas Peel, the carter, is here."],
  ])("[NA3363] are named before a choice names them, by what %j has shown of them", (sentences, words) => {
    const said = (decisions: string[]): string =>
      textOf(
        book.tell(
          brief(slot("wait", {}), [], { beat: { ...beat(sentences), decisions }, sceneType: "resolution" }),
          strangers,
        ),
      );
    expect(said(["sit down by Jonas", "go out"])).toContain(words);
    expect(said(["sit down", "go out"])).not.toContain("Jonas");
  });

  it("[NA3366] are not introduced by what the premise has shown of them", () => {
    const premise = "A broad man in a singed beard has driven you here, and has said nothing.";
    const own = createStorybook({ ...story, people, opening: [premise] }, WEIGHBRIDGE);
    const scene = brief(slot("wait", {}), [], {
      beat: beat(["Jonas Peel puts a sack on the scales."]),
      sceneType: "resolution",
    });
    expect(textOf(own.tell(scene, strangers))).not.toContain("He is broad");
  });

  it("[NA3126] are not introduced by what the beat has shown of them", () => {
    const fox: Person = { ...nameless, role: "", looks: ["Jonas Peel is a fox."] };
    const plain = createStorybook({ ...story, people: new Map([...story.people, ["jonas", fox]]) }, WEIGHBRIDGE);
    const said = (text: string): string =>
      textOf(plain.tell(brief(slot("wait", {}), [], { beat: beat([text]), sceneType: "resolution" }), strangers));
    expect(said("A fox in a coat, Jonas Peel, puts a sack on the scales.")).not.toContain("is a fox");
    expect(said("Jonas Peel puts a sack on the scales.")).toContain("is a fox");
  });

  it("[NA952] are not met by a look of one word", () => {
    const round: Person = { ...nameless, role: "", looks: ["He is round."] };
    const plain = createStorybook({ ...story, people: new Map([...story.people, ["jonas", round]]) }, WEIGHBRIDGE);
    const scene = brief(slot("wait", {}), [], {
      beat: beat(["Jonas Peel puts a sack on the scales."]),
      sceneType: "resolution",
    });
    expect(textOf(plain.tell(scene, strangers))).not.toContain("round");
  });

  it("[NA952] of whom nothing more is known are told of in one sentence with those who are here", () => {
    const plain: Person = { ...nameless, role: "", looks: [] };
    const cast = story.matter.people.map((one) => (one.id === "jonas" ? plain : one));
    const among = createStorybook(
      { ...story, matter: { ...story.matter, people: cast }, people: new Map([...story.people, ["jonas", plain]]) },
      WEIGHBRIDGE,
    );
    const at = state({
      people: { orsolya: { place: "weigh-house", met: 0 }, jonas: { place: "weigh-house" } },
      place: "weigh-house",
      storybook: { met: { orsolya: 0 }, named: { "npc:orsolya": 0 }, stage: { place: "long-yard", people: [] } },
    });
    const text = textOf(
      among.tell(brief(slot("go", { place: "weigh-house" }), [{ kind: "move", place: "weigh-house" }]), at),
    );
    expect(text).toMatch(/(?:Orsolya and Jonas Peel|Jonas Peel and Orsolya) are here\./);
  });

  it("[NA953] are not named twice where they go by a calling", () => {
    const named = (name: string): string => {
      const carter: Person = { ...jonas, name, short: name, role: "carter", epithet: "the carter", looks: [] };
      const cast = story.matter.people.map((one) => (one.id === "jonas" ? carter : one));
      const at = state({
        people: { orsolya: { place: "long-yard", met: 0 }, jonas: { place: "weigh-house" } },
        place: "weigh-house",
        storybook: { met: {}, named: {}, stage: { place: "long-yard", people: [] } },
      });
      return textOf(
        createStorybook(
          {
            ...story,
            matter: { ...story.matter, people: cast },
            people: new Map([...story.people, ["jonas", carter]]),
          },
          WEIGHBRIDGE,
        ).tell(brief(slot("go", { place: "weigh-house" }), [{ kind: "move", place: "weigh-house" }]), at),
      );
    };
    expect(named("Jonas Peel")).toContain("Jonas Peel, the carter, is here.");
    expect(named("The carter")).toContain("The carter is here.");
  });

  it("[NA580] are not described within a quotation that names them", () => {
    for (const [open, close] of ["“”", "‘’", "''"].map((pair) => [...pair] as [string, string])) {
      const text = told(`A bird says back: ${open}Eight, nine, for Jonas Peel. Write nine.${close}`);
      expect(text).toMatch(/Peel\. Write nine\./);
    }
  });

  it("[NA600] are shown where they first speak, and nowhere in the middle of what is told", () => {
    const sentences = ["Jonas Peel puts a sack on the scales.", "He has not said whose.", "Orsolya Fenn waits."];
    const dialogue = [{ speaker: "jonas", line: "It is short again.", at: 2 }];
    const silent = { ...beat(sentences), people: ["jonas", "orsolya"] };
    const scene = (of: BeatMatter) =>
      textOf(book.tell(brief(slot("wait", {}), [], { beat: of, sceneType: "resolution" }), strangers));
    expect(scene({ ...silent, dialogue: [] })).not.toContain("singed");
    // He has been there for three sentences, the second of which goes on from him.
    expect(scene({ ...silent, dialogue })).not.toContain("singed");
    const met = ["Orsolya Fenn waits.", "Jonas Peel puts a sack on the scales."];
    const speaks = [{ speaker: "jonas", line: "It is short again.", at: 1 }];
    expect(scene({ ...silent, told: met, dialogue: speaks })).toMatch(/scales\. He is broad, .* beard\. “It is short/);
    // Where nothing goes on from his coming he is shown as he comes.
    const comes = ["Jonas Peel puts a sack on the scales.", "Orsolya Fenn waits.", "The needle swings, and stops."];
    expect(scene({ ...silent, told: comes, dialogue })).toMatch(/scales\. He is broad, .* beard\. Orsolya/);
  });

  it("[NA601] are described in the past where the beat is told in the past, or not at all", () => {
    expect(told("Jonas Peel put a sack on the scales, and waited.")).toContain(
      "and waited. He was broad, with a singed beard.",
    );
    // What was done before is no past of the telling.
    expect(told("Jonas Peel lets you feel the sack. It was filled elsewhere.")).not.toContain("He was broad");
    expect(inPast("She is tall, with a cat that is blind.")).toBeUndefined();
    expect(inPast("She has a cord for her glasses.")).toBe("She had a cord for her glasses.");
    expect(inPast("She is square, with arms that had never been idle.")).toBe(
      "She was square, with arms that had never been idle.",
    );
  });

  it("[NA601] are described in the past in a story told so, whatever verbs one beat has", () => {
    const inThePast = createStorybook({ ...story, people, happensInPast: true }, WEIGHBRIDGE);
    const short = beat(["Jonas Peel puts a sack on the scales."]);
    const scene = inThePast.tell(brief(slot("wait", {}), [], { beat: short, sceneType: "resolution" }), strangers);
    expect(textOf(scene)).toContain("He was broad, with a singed beard.");
  });

  it("[NA621] have been seen, once their look is told with what they are", () => {
    const ring = (text: string): JsonValue | undefined =>
      getPath(
        book.tell(brief(slot("wait", {}), [], { beat: beat([text]), sceneType: "resolution" }), strangers).patch,
        "storybook.ring",
      );
    const [look = ""] = seen.looks ?? [];
    expect(ring("Jonas Peel puts a sack on the scales.")).toHaveProperty([sentenceKey(look)]);
    expect(ring("Somebody puts a sack on the scales.")).not.toHaveProperty([sentenceKey(look)]);
  });

  it("[NA620] have said what they say in a beat told in the past", () => {
    const line = {
      speaker: "jonas",
      line: "It is short again, and by more than last week. I weighed it twice.",
      at: 0,
    };
    const scene = (text: string): string => {
      const of = { ...beat([text]), dialogue: [line], people: ["jonas"] };
      return textOf(book.tell(brief(slot("wait", {}), [], { beat: of, sceneType: "resolution" }), state()));
    };
    expect(scene("Jonas Peel put a sack on the scales, and waited.")).toMatch(/week,” (?:said Peel|he said)\. “I/);
    expect(scene("Jonas Peel puts a sack on the scales, and waits.")).toMatch(/week,” (?:says Peel|he says)\. “I/);
  });

  it("[NA602] are not called by a role that others have, or that the text says of them", () => {
    const role = (one: Person, others: readonly Person[], text: string): string => {
      const matter = { ...story.matter, people: [one, ...others] };
      const own = createStorybook({ ...story, matter, people: new Map([[one.id, one]]) }, WEIGHBRIDGE);
      return textOf(own.tell(brief(slot("wait", {}), [], { beat: beat([text]), sceneType: "resolution" }), strangers));
    };
    const resident: Person = { ...jonas, role: "Resident", epithet: "the resident", looks: [] };
    const text = "Jonas Peel puts a sack on the scales.";
    expect(role(resident, [], text)).toContain("the resident");
    expect(role(resident, [{ ...resident, id: "other", name: "Ida", short: "Ida" }], text)).not.toContain("resident");
    expect(role({ ...resident, role: "Carter of sacks" }, [], text)).not.toContain("the carter of sacks");
  });

  it("[NA432] are not introduced twice, nor where the beat describes them", () => {
    const known = state();
    expect(told("Jonas Peel puts a sack on the scales.", known)).not.toContain("singed");
    expect(told("Jonas Peel, broad and with a singed beard, comes in.")).not.toContain("He is broad");
  });

  it("[NA432] are shown before they first speak, and not between two who talk", () => {
    const said = (dialogue: { speaker: string; line: string }[]): string => {
      const of = { ...beat(["Somebody knocks at the hatch."]), dialogue, people: ["orsolya", "jonas"] };
      return textOf(book.tell(brief(slot("wait", {}), [], { beat: of, sceneType: "resolution" }), strangers));
    };
    const jonasSays = { speaker: "jonas", line: "It is short again, and I will not have it." };
    expect(said([jonasSays])).toMatch(/hatch\. (?:Jonas )?Peel is the carter .* beard\. “It is short again/);
    expect(said([{ speaker: "orsolya", line: "Come in, whoever you are." }, jonasSays])).not.toContain("singed");
  });

  it("[NA432] are called what they are in words that fit", () => {
    const role = (text: string) => rolePhrase({ ...seen, role: text, epithet: "the carter" }, story);
    expect(role("Clerk to the board, missing")).toBe("the clerk to the board");
    expect(role("Head of St. Anne's, who sweeps")).toBe("the head of St Anne's");
    expect(role("Inspector Hawke of the Yard")).toBe("the carter");
    expect(role("Face. Con man.")).toBe("the carter");
    expect(role("Runs the inn and the mill")).toBe("the carter");
    // Whoever goes by a calling is named by it already.
    expect(rolePhrase({ ...seen, name: "The carter", role: "carter", epithet: "the carter" }, story)).toBeUndefined();
  });

  it("[NA5780] are told by what they do, or whose they are, where they have no noun", () => {
    const { epithet: _none, ...plain } = seen;
    const who = (text: string) => apposition({ ...plain, role: text }, story);
    expect(who("Drives Bishop")).toBe("who drives Bishop");
    expect(who("Keeps the ferry on the Rio Pardo, and the book")).toBe("who keeps the ferry on the Rio Pardo");
    expect(who("Of the Ministry of Food, Divisional Office")).toBe("of the Ministry of Food");
    expect(who("Once engaged to Octavia; called the Widower")).toBe("once engaged to Octavia");
    expect(who("Lord Chamberlain of Caldessa; the client")).toBe("the Lord Chamberlain of Caldessa");
    expect(who("Purser of the Tystie for thirty-one years")).toBe("the purser of the Tystie");
    expect(who("Calloway & Son")).toBeUndefined();
  });

  it("[NA5781] have a role of their own beside another of the kind, and beside whoever is of theirs", () => {
    const own = (role: string, epithet: string, other: string): string | undefined => {
      const one: Person = { ...jonas, role, epithet };
      const people = [one, { ...jonas, id: "other", name: "Ida", short: "Ida", role: other }];
      return ownRole(one, { ...story, matter: { ...story.matter, people } });
    };
    expect(own("Associate conductor", "the associate conductor", "Conductor laureate")).toBe("the associate conductor");
    expect(own("Butcher", "the butcher", "The butcher's daughter")).toBe("the butcher");
    expect(own("Conductor", "the conductor", "Associate conductor")).toBeUndefined();
    expect(own("Butcher", "the butcher", "Baker, and butcher")).toBeUndefined();
  });

  it("[NA5787] are told with who they are behind how they speak", () => {
    const of = {
      ...beat(["The carter fills the doorway."]),
      dialogue: [{ speaker: "jonas", line: "Mind the step.", how: ", quite low" }],
    };
    const plain: Person = { ...jonas, looks: [] };
    const own = createStorybook({ ...story, people: new Map([...story.people, ["jonas", plain]]) }, WEIGHBRIDGE);
    const text = textOf(own.tell(brief(slot("wait", {}), [], { beat: of, sceneType: "resolution" }), strangers));
    expect(text).toMatch(/“Mind the step,” says (?:Jonas )?Peel, the [\p{Ll} ]+, quite low\./u);
  });

  it("[NA5788] are shown in the past with their clauses", () => {
    expect(inPast("He has a wolfskin that has seen better wolves.")).toBe(
      "He had a wolfskin that had seen better wolves.",
    );
    expect(inPast("She is tall because she stands up straight.")).toBeUndefined();
  });

  it("[NA3369] are somebody's with an article where that is no name", () => {
    const role = (text: string) => rolePhrase({ ...seen, role: text }, story);
    expect(role("Ship's carpenter")).toBe("the ship's carpenter");
    expect(role("Orsolya's nephew")).toBe("Orsolya's nephew");
    expect(role("Your aunt")).toBe("your aunt");
  });

  it("[NA6506] are nobody's where somebody tells them of themselves", () => {
    const role = (text: string) => rolePhrase({ ...seen, role: text }, story);
    expect(role("I am factor of the house of Gibb")).not.toMatch(/factor/);
    expect(role("We carry the sacks of the town")).not.toMatch(/carry/);
    expect(role("The factor of the house")).toBe("the factor of the house");
  });

  it("[NA508] joins what a beat calls somebody to their name in the tag, or in what one sees of them", () => {
    const mate: Person = { ...jonas, role: "Mate", looks: [], name: "Jonas Peel", short: "Peel" };
    const of = (one: Person, text: string, line: string): string => {
      const own = createStorybook({ ...story, people: new Map([...story.people, ["jonas", one]]) }, WEIGHBRIDGE);
      const asBeat = { ...beat([text]), dialogue: [{ speaker: "jonas", line }] };
      return textOf(own.tell(brief(slot("wait", {}), [], { beat: asBeat, sceneType: "resolution" }), strangers));
    };
    const answers = of(mate, "The Mate answers for you.", "It was condemned.");
    expect(answers).toMatch(/“It was condemned,” says (?:Jonas )?Peel, the mate\./);
    expect(answers).not.toContain("is the mate");
    const sparks: Person = { ...mate, role: 'Radio Operator ("Sparks")', looks: ["He is thin, with ink on the lip."] };
    expect(of(sparks, "Sparks offers biscuits.", "Nobody has asked.")).toContain(
      "Sparks is Jonas Peel, the carter, thin, with ink on the lip.",
    );
  });
});
