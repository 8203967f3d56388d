/** Somebody began it without meaning to, and another is about to be blamed. Implements rule CA6550. */
import type { Plot } from "./plot.js";
import { deed, type PlotWords, scene } from "./plot-words.js";
import type { SeedThing } from "./seed-aim.js";

const DEEDS =
  "{if signed}Your name stands on the sheet of <g>, under a sentence that you would like to have back.{else if refused}<G> remembers that you would not sign.{/if}{if spoke} <H> tells everybody that you spoke up when nobody else did.{else if silent} <H> knows who was in the room and said nothing.{/if}\n\n";

/** @param opens - What is odd as somebody says it, where the premise has not told it. */
export function plotOfSlip(
  { pick, fact }: PlotWords,
  it: string,
  opens: string,
  why: string,
  thing: SeedThing | null,
): Plot {
  const [trace, traceThe]: readonly [string, string] =
    thing !== null
      ? [thing.one, thing.the]
      : pick<readonly [string, string]>(
          ["a burnt match", "the match"],
          ["half a button", "the half button"],
          ["a torn corner of paper", "the corner of paper"],
          ["a thread of blue wool", "the thread"],
        );
  const wish = pick(
    "I was alone, and I was angry, and I said aloud what I wished for. I did not mean it. The next time I looked it was so",
    "I was trying something out. It was only to see whether anybody would notice. I put it back as it was, and it did not stay as it was",
    "I leaned on something that I should not have touched. It moved a little. I went home and said nothing, and in the morning it had begun",
  );
  return {
    id: "secret",
    about: it === "it" ? null : it,
    scenes: [
      scene(
        "A Name Is to Be Had",
        0,
        [
          deed("Listen to what people say", "They speak lower when you come near."),
          deed(`Ask somebody about ${it}`, "You are looked at before you are answered."),
        ],
        `${pick("<H> has come to <p0> as well.", "<H> comes up to you <at p0>.", "<H> is <at p0>, and has seen you come.")} ${opens} ${pick(
          `"Somebody is going to be blamed for it," says <h>. "<G> has promised everybody a name <deadline>. I should like it to be the right one, or none."`,
          `"<G> wants a name for it <deadline>," says <h>, "and any name will do. You have only just come into this. You have no friends here to spare."`,
        )}${fact("helper")}`,
        [
          deed(
            "Ask <h> whose name it will be",
            `"Mine, as things are," says <h>, and laughs a little. "Come to <p1>. I have thought it through, and I need somebody to tell me where I am wrong."`,
            {
              with: "helper",
              feels: { helper: 10 },
            },
          ),
          deed(
            "Offer <h> your help",
            `"You have a kind face," says <h>. "Use it on <g>. But come to <p1> first, and hear what I know."`,
            {
              with: "helper",
              feels: { helper: 20 },
              sets: ["friend"],
            },
          ),
          deed(
            "Ask whether <h> did it",
            `"You are the first who has asked me to my face," says <h>. "No. Come to <p1>, and I will show you why not."`,
            {
              with: "helper",
            },
          ),
        ],
      ),
      scene(
        "Who Could Have",
        1,
        [deed("Go with <h> to <p1>", "<H> shuts out the noise behind you.", { with: "helper", goes: 1 })],
        `"Four of us could have begun it," says <h>. "<G> had no reason. <K> had no need. <W> had no chance. And the fourth one is me."`,
        [
          deed(
            "Look for the weak point in it",
            `<W> did have a chance. On the evening before it began <w> was the last one there, and <h> has left that out without noticing.`,
            {
              stat: "intelligence",
              sets: ["saw-gap"],
              fail: { told: `You go through it twice, and each time it comes out at <h>.` },
            },
          ),
          deed(
            "Ask <h> who has the good of it",
            `"Nobody," says <h>. "That is what troubles me. One can find out who did a thing for money."`,
            {
              with: "helper",
            },
          ),
          deed(
            "Ask <h> about <k>",
            `"<K> saw something," says <h>. "One can tell, because <k> alone has no opinion."`,
            {
              with: "helper",
              sets: ["saw-gap"],
            },
          ),
        ],
      ),
      scene(
        "The Sheet",
        2,
        [deed("Go to <p2> and find <g>", "It is a short way, and you are expected.", { goes: 2 })],
        `<G> has a sheet of paper ready <at p2>. On it stands that <h> began it. Two people have signed. "You may be the third," says <g>.${fact("guard")}`,
        [
          deed("Refuse to sign", `"Then you know of somebody better," says <g>. "I am listening."`, {
            with: "guard",
            feels: { guard: -15, helper: 10 },
            sets: ["refused"],
          }),
          deed(
            "Sign it, to be trusted",
            `"That was sensible," says <g>. Nobody has ever said that to you in such a way.`,
            {
              with: "guard",
              feels: { guard: 25, helper: -20 },
              sets: ["signed"],
            },
          ),
          deed(
            "Ask <g> for what proof there is",
            `"That it has to be somebody," says <g>, and does not seem to find that little.`,
            {
              with: "guard",
              feels: { guard: 5 },
            },
          ),
        ],
      ),
      scene(
        "A Small Thing",
        0,
        [
          deed(`Go back to <p0>, and look more closely`, "One has to get down on one’s knees for it.", {
            goes: 0,
            moves: { witness: 0 },
          }),
        ],
        `${it === "it" ? "Where nobody has looked" : `Not far from ${it}, where nobody has looked,`} lies ${trace}. It is clean, so it has not lain there for long. ${thing === null ? "You have seen where it comes from: <w> has the rest of it." : "You have seen it before: <w> had it."}`,
        [
          deed(`Keep ${traceThe}, and say nothing`, "It weighs nothing, and you feel it at every step.", {
            sets: ["has-trace"],
          }),
          deed("Show it to <w>", `<W> looks at it, and then round at the others. "Not here," says <w>.`, {
            with: "witness",
            feels: { witness: 10 },
            sets: ["has-trace"],
          }),
          deed(`Leave ${traceThe} where it lies`, "Whoever finds it now, it was not you.", { sets: ["left-it"] }),
        ],
      ),
      scene(
        "It Was Only Once",
        0,
        [
          deed(why === "" ? "Go after <w>" : `Ask <w> ${why}`, "<W> has stopped where nobody can hear you.", {
            with: "witness",
          }),
        ],
        `"${wish}," says <w>. "I have waited ever since for somebody to see it in my face."${fact("witness")}`,
        [
          deed("Say that anybody might have done it", `"But it was me," says <w>.`, {
            with: "witness",
            feels: { witness: 20 },
            sets: ["kind"],
          }),
          deed(
            "Say that <h> is to be blamed for it",
            `<W> has not heard that. "<H>?" says <w>. "But <h> has been good to me."`,
            {
              with: "witness",
              sets: ["w-knows"],
            },
          ),
          deed("Ask why <w> has said nothing", `"At first it was small," says <w>. "Then it was too big to say."`, {
            with: "witness",
            feels: { witness: 10 },
          }),
        ],
      ),
      scene(
        "Somebody Is Named",
        0,
        [deed("Go where the voices are", "Everybody is there, or nearly.")],
        `<sign2> <G> has read out the sheet before all who would listen. "Has anybody something to say for <h>?" says <g>. <H> looks at the ground, and at nobody.`,
        [
          deed(
            "Speak up for <h>",
            `You say what there is to say. "That is a feeling," says <g>, "and no proof." But two of those who have signed have begun to look at each other.`,
            {
              stat: "charisma",
              feels: { helper: 25 },
              sets: ["spoke"],
              fail: {
                told: `You begin well. "Whose friend are you?" says <g>, and somebody laughs.`,
                feels: { helper: 15 },
                sets: ["spoke"],
              },
            },
          ),
          deed("Say nothing yet", `<H> waits for one breath longer than the others. Then it is over.`, {
            feels: { helper: -20 },
            sets: ["silent"],
          }),
          deed("Ask for time <deadline>", `"You have until then," says <g>. "So has <h>."`, {
            with: "guard",
            sets: ["spoke"],
          }),
        ],
      ),
      scene(
        "Sent For",
        0,
        [deed("Go out for some air", "Somebody has been waiting for you to do just that.")],
        `<H> takes you by the sleeve. "<K> wants to see you," says <h>. "At once, and <at p3>, and I am not to come."`,
        [
          deed("Go to <p3>", "Nobody stops you.", { goes: 3 }),
          deed("Ask <h> to come all the same", `"I have not been asked," says <h>, and comes.`, {
            with: "helper",
            feels: { helper: 15 },
            goes: 3,
            moves: { helper: 3 },
          }),
          deed("Let <k> wait for a little", `You walk up and down for a while. It does not help.`, {
            sets: ["slow"],
            goes: 3,
          }),
        ],
      ),
      scene(
        "<K> Saw It",
        3,
        [deed("Say to <k> that you have come", "You need not have said it.", { with: "keeper" })],
        `"It was <w>," says <k>. "I stood by and saw it. I have told <g> that I saw nothing, and I have told it so often that I nearly did."`,
        [
          deed("Ask <k> why", `"Because <g> would have sent <w> away," says <k>. "I was sent away once, for less."`, {
            with: "keeper",
            feels: { keeper: 10 },
          }),
          deed("Ask <k> to tell <g> now", `"And be believed?" says <k>. "I have used that up."`, { with: "keeper" }),
          deed(
            "Say that <h> pays for it",
            `"I know it," says <k>. "That is why I have sent for you, and not for a quiet night."`,
            {
              with: "keeper",
              feels: { keeper: 5 },
              sets: ["k-ashamed"],
            },
          ),
        ],
      ),
      scene(
        "How It Stops",
        3,
        [deed("Ask <k> whether it can be stopped", "<K> thinks about how to say it.", { with: "keeper" })],
        `"It will not stop by itself," says <k>. "Whoever began it has to say so, aloud, in the place where it was begun, and with others there to hear. ${pick(
          "My grandmother knew of two cases, and in both it was as simple as that, and in one of them nobody did it.",
          "It is written nowhere. I have found it out by being the other kind of person for a long time.",
          "I should have told <w> on the first day. Now there is a crowd.",
        )}"`,
        [
          deed("Ask what becomes of <w> then", `"That depends on who stands beside <w>," says <k>.`, {
            with: "keeper",
            feels: { keeper: 5 },
            sets: ["beside"],
          }),
          deed(
            "Ask whether another could say it",
            `"One could try," says <k>. "<G> would be content. It would not be."`,
            { with: "keeper", sets: ["knows-sham"] },
          ),
          deed("Ask <k> to come with you", `"Yes," says <k>. "That is the least."`, {
            with: "keeper",
            feels: { keeper: 10 },
          }),
        ],
      ),
      scene(
        "Where It Began",
        0,
        [
          deed("Go back to <p0>", "<K> comes with you.", {
            goes: 0,
            moves: { keeper: 0, helper: 0, witness: 0, guard: 0 },
          }),
        ],
        `<sign3> They have all come to <p0>. <H> has a bag packed. <G> has the sheet, and a pen. <W> stands at the very back, and does not take a step forward and does not go. "For the last time," says <g>. "Who began it?"`,
        [
          deed("Go and stand beside <w>", "You do not say anything. You stand there.", {
            with: "witness",
            ends: "said",
          }),
          deed("Say that it was <w>", "Everybody turns round.", { ends: "told" }),
          deed("Say that it was you", "You say it before you have thought about it, and <g> begins to write.", {
            ends: "taken",
          }),
          deed("Let <h> go", "You look at the bag, like everybody.", { ends: "gone" }),
        ],
      ),
    ],
    endings: [
      {
        id: "said",
        title: "Aloud",
        text: `"It was me," says <w>. It is hardly to be heard, so <w> says it once more. "I did not mean it. But it was me."\n\nFor as long as one holds one’s breath nothing is different. Then it stops, so quietly that <g> is the last to notice.`,
        epilogue: `${DEEDS}<G> has torn up the sheet. <W> was not sent away, for too many would have had to look. It is said that <k> has become quite talkative.`,
      },
      {
        id: "told",
        title: "Said by Another",
        text: `"Is it so?" says <g>. <W> nods, and that is all, and it is not enough. It goes on as before.\n\n"You had to say it yourself," says <k> to <w>, across all of them. It is too late for that.`,
        epilogue: `${DEEDS}<H> has unpacked the bag. <W> went with one that was much too big. It has not stopped, and nobody asks any more who began it.`,
      },
      {
        id: "taken",
        title: "Somebody Else’s Sentence",
        text: `You sign where <g> points. <H> looks at you as if you had grown. <W> is about to say something, and does not.\n\nIt does not stop. "I thought not," says <k>, only for you. "But it was well meant."`,
        epilogue: `${DEEDS}You were given until evening. A week later somebody sent a letter after you, without a name. It says: “I have told them now.” And below that: “It is over.”`,
      },
      {
        id: "gone",
        title: "A Bag",
        text: `<H> takes up the bag, and goes. At the corner there is no looking back. <G> folds the sheet and is content.\n\nThat night it begins an hour sooner than it ever has.`,
        epilogue: `${DEEDS}Everybody agrees that it will take a while until it stops, now that <h> has gone. <W> no longer comes to <p0>.`,
      },
    ],
    left: {
      id: "left",
      title: "Before the Name",
      text: "<sign3> You go before a name is read out. As long as you can hear anything there is no shouting.",
      epilogue: `${DEEDS}It was the name of <h>, in the end. It was the easiest.`,
    },
    lore: [
      pick(
        "Nobody has owned up to having begun it.",
        "On the evening before it began nothing was out of the ordinary.",
      ),
      "<G> has said that there will be a name for it.",
      "<K> alone has no opinion on it.",
    ],
    bonds: [
      ["helper", "guard", "Does not believe that <g> means it ill"],
      ["helper", "witness", "Has been good to <w>"],
      ["guard", "keeper", "Has asked <k> three times what there was to be seen"],
      ["guard", "witness", "Has never thought of asking <w>"],
      ["keeper", "guard", "Has told <g> that there was nothing to be seen"],
      ["keeper", "helper", "Would be sorry to see <h> go"],
      ["witness", "keeper", "Feels that <k> is watching"],
      ["witness", "helper", "Owes <h> a great deal"],
    ],
    questions: ["Who began it?", "What did <k> see?"],
  };
}
