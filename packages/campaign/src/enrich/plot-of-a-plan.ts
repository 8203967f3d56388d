/** What the player wants takes several people, and one of them has talked. Implements rule CA6553. */
import type { Plot } from "./plot.js";
import { deed, type PlotWords, scene } from "./plot-words.js";
import type { StorySeed } from "./seed.js";

const DEEDS =
  "{if trust-g}<G> has not forgotten that you named another, and would never say so.{else if trust-w}<W> has not forgotten that you named another.{else if trust-none}You have made nobody your friend on the way, and nobody your enemy.{/if}{if kept-h} <H> has had a share of it, as agreed.{else if cut-h} <H> says that a share had been agreed on.{/if}\n\n";

export function plotOfPlan({ pick, fact }: PlotWords, { client, thing }: Pick<StorySeed, "client" | "thing">): Plot {
  const has = thing !== null;
  const drawn = pick(
    "in spilled salt, with a spoon",
    "on the back of an old bill",
    "with crumbs, and moves them about as it goes on",
    "in the dust, and wipes it out again at once",
  );
  const share = pick("half of whatever comes of it", "to be there when it happens", "to be named when it is told");
  return {
    id: "aim",
    about: null,
    scenes: [
      scene(
        "It Takes Three",
        0,
        [
          deed("Look for somebody who can help", "You are not the only one who is looking for somebody."),
          deed("Think it through alone", "You come as far as the first difficulty."),
        ],
        client === null
          ? `${pick("<H> has come to <p0> as well.", "<H> comes up to you <at p0>.", "<H> is <at p0>, and has seen you come.")} ${pick(
              `"Alone you will not manage to <aim>," says <h>. "You will not get as far as <p2>. It takes three: one who knows when, one who knows how, and one to whom it would not be put down."`,
              `"I know that you want to <aim>," says <h>. "I have thought about it for longer than you have, and I have only ever lacked one person."`,
            )}${fact("helper")}`
          : `${pick("<H> has come to <p0> as well.", "<H> comes up to you <at p0>.", "<H> is <at p0>, and has seen you come.")} "You said that you would <aim>," says <h>. "Now hear what it takes. It takes three: one who knows when, one who knows how, and one to whom it would not be put down."${fact("helper")}`,
        [
          deed(
            "Ask <h> who the three are",
            `"<G> knows when," says <h>. "<W> knows how. And you are the third. Come with me to <p1>. I will draw it for you."`,
            {
              with: "helper",
              feels: { helper: 10 },
            },
          ),
          deed("Ask what <h> wants for it", `"I want ${share}," says <h>. "Say yes or no, and come with me to <p1>."`, {
            with: "helper",
            sets: ["share"],
          }),
          deed(
            "Say that you can do it alone",
            `"Then tell me what time it is done at," says <h>, and waits. "You see. Come with me to <p1>."`,
            {
              with: "helper",
              feels: { helper: -5 },
            },
          ),
        ],
      ),
      scene(
        "The Plan",
        1,
        [deed("Go to <p1> with <h>", "<H> looks round twice on the way.", { with: "helper", goes: 1 })],
        `<H> draws it ${drawn}: <p2> here, <p3> there${has ? ", with <t>" : ""}, and <k> in between. "Everybody else can be got round," says <h>. "<K> has to be looking the other way, and has to do it <deadline>."`,
        [
          deed(
            "Promise <h> what was asked for",
            `"I would have helped you in any case," says <h>. "But it is nice to hear."`,
            {
              with: "helper",
              when: "share",
              feels: { helper: 20 },
              sets: ["kept-h"],
            },
          ),
          deed(
            "Look for what can go wrong",
            `There is one thing. In the plan four people know of it, and a thing that four people know is known to five.`,
            {
              stat: "intelligence",
              sets: ["careful"],
              fail: { told: `It looks quite simple. That alone ought to trouble you.` },
            },
          ),
          deed(
            "Ask <h> why it has never been done",
            `"Because each of those who tried it took the shortest way," says <h>. "I am proposing a long one."`,
            {
              with: "helper",
              feels: { helper: 5 },
            },
          ),
        ],
      ),
      scene(
        "<G> Knows When",
        2,
        [
          deed("Go to <p2> and speak to <g>", "It is not the first time today that <g> is asked for something.", {
            goes: 2,
          }),
        ],
        `"I know when <k> is not looking," says <g>. "I know it to the minute. Why should I tell you?"${fact("guard")}`,
        [
          deed(
            "Tell <g> what you mean to do",
            `"To <aim>," says <g>. "At last somebody who says so." And then you are told when it is: <deadline>, and not a minute sooner.`,
            {
              with: "guard",
              feels: { guard: 20 },
              sets: ["told-g"],
            },
          ),
          deed(
            "Say that <h> has sent you",
            `"<H>," says <g>. "Then it is a plan with a spoon in it." But you get your answer: <deadline>, and not a minute sooner.`,
            {
              with: "guard",
            },
          ),
          deed(
            "Find it out by watching",
            `You see it for yourself: shortly <deadline> there is a time when <k> turns away, and it is always the same.`,
            {
              stat: "perception",
              sets: ["watched"],
              fail: {
                told: `"You could simply have asked," says <g>, and tells you. <Deadline>.`,
                feels: { guard: -5 },
              },
            },
          ),
        ],
      ),
      scene(
        "<W> Knows How",
        2,
        [deed("Look for <w>", "<W> has been standing there all the time.", { with: "witness" })],
        `${pick(
          `"I have been in there," says <w>. "Twice. One has to leave the third step out, and one has to come back by another way."`,
          `"There is a way in that nobody uses," says <w>. "It is low, and one gets dirty. I can show it to you, but I will not go first."`,
        )}${fact("witness")}`,
        [
          deed(
            "Have <w> show you",
            `<W> shows it to you with one finger, from far off. "There," says <w>. "Do not look at it for so long."`,
            {
              with: "witness",
              feels: { witness: 10 },
              sets: ["way"],
            },
          ),
          deed("Ask what <w> was doing there", `"Nothing that you have to know for this," says <w>.`, {
            with: "witness",
            feels: { witness: -5 },
          }),
          deed("Ask <w> to come along", `"If I am allowed to be the first to run," says <w>.`, {
            with: "witness",
            feels: { witness: 15 },
            sets: ["w-comes"],
          }),
        ],
      ),
      scene(
        "Somebody Has Talked",
        2,
        [deed("Go over it once more with <h>", "You are interrupted.", { with: "helper" })],
        `<sign1> <H> comes in with a face that says it before a word is said. "<K> knows," says <h>. "Somebody has talked. <K> has asked for you by name."`,
        [
          deed("Say that it was <g>", `"It could be," says <h>. "I should not like to be the one who asks."`, {
            with: "helper",
            feels: { guard: -10 },
            sets: ["trust-w"],
          }),
          deed("Say that it was <w>", `"It could be," says <h>. "I should have looked after that better."`, {
            with: "helper",
            feels: { witness: -10 },
            sets: ["trust-g"],
          }),
          deed("Say that it does not matter who it was", `"It will," says <h>, "when it is over."`, {
            with: "helper",
            feels: { helper: 5 },
            sets: ["trust-none"],
          }),
        ],
      ),
      scene(
        "Who It Was",
        2,
        [deed("Wait and see who does not look at you", "It is not the one whom you were watching.")],
        pick(
          `"It was me," says <g>. "<K> asked me straight out, and I do not lie. I am not proud of it. I only want you to have it from me."`,
          `"I have to tell you something," says <w>. "<K> was kind to me. I had said half of it before I noticed that I was talking."`,
        ),
        [
          deed(
            "Say that it might have happened to you",
            `It is quiet for a moment. "No," is the answer. "But thank you."`,
            { feels: { guard: 10, witness: 10 }, sets: ["forgave"] },
          ),
          deed(
            "Ask how much <k> knows",
            `"That it is to be, and who," you are told. "Not when, and not by which way."`,
            { sets: ["knows-little"] },
          ),
          deed("Say nothing to that", "It is worse than if you had shouted.", { feels: { guard: -5, witness: -5 } }),
        ],
      ),
      scene(
        "Now or Never",
        2,
        [deed("Ask <h> whether it is off", "<H> has been asking that as well.", { with: "helper" })],
        `<sign2> "We can leave it," says <h>. "Or you go to <p3> by the front, as you have been asked to, and the rest of us by the back. I do not know which is the more stupid."`,
        [
          deed("Go to <p3> by the front", "You walk slowly, so as to be seen.", { sets: ["front"], goes: 3 }),
          deed(
            "Go to <p3> by the back with <w>",
            `You have to bend down, and it takes long, and you come out where nobody expects you.`,
            {
              with: "witness",
              sets: ["back"],
              goes: 3,
              moves: { witness: 3 },
            },
          ),
          deed("Leave <h> out of it, and go", `"I see," says <h>.`, {
            with: "helper",
            feels: { helper: -20 },
            sets: ["cut-h"],
            goes: 3,
          }),
        ],
      ),
      scene(
        "<K>",
        3,
        [deed("Let <k> see you", "It saves time.", { with: "keeper" })],
        `{if back}"I expected you at the front," says <k>. "That was clever. There is room for two here."{else}"You come by the door," says <k>. "I had not thought of that. There is room for two here."{/if} <K> moves up. "So you want to <aim>. Everybody tells me how you mean to do it. Nobody has told me why."`,
        [
          deed(
            "Tell <k> why",
            `You say it, and it sounds smaller than it is. "I have heard worse reasons," says <k>. "I have had worse ones."`,
            {
              with: "keeper",
              feels: { keeper: 20 },
              sets: ["why"],
            },
          ),
          deed(
            "Ask <k> what it would cost to look away",
            `"Not what you have," says <k>. "But it is civil of you to ask."`,
            { with: "keeper", feels: { keeper: 5 } },
          ),
          deed(
            "Keep <k> talking until it is time",
            `"You look past me all the time," says <k>. "I know how late it is."`,
            {
              with: "keeper",
              stat: "charisma",
              sets: ["stalled"],
              fail: { told: `"You are no talker," says <k>. "Nor am I. Let us wait for it together."` },
            },
          ),
        ],
      ),
      scene(
        "What <K> Wants",
        3,
        [deed("Ask <k> what happens now", "<K> has thought about that.", { with: "keeper" })],
        `"I could stop you," says <k>. "I have stopped the others, and each time I have lain awake. ${pick(
          "Once, a long time ago, I wanted to do the very thing that you want to do, and I was stopped.",
          "I keep what I was told to keep, and whoever told me so has been dead for years.",
          "I have guarded it for so long that I no longer know from whom.",
        )} I am asking you to say it to my face: that you are going to do it."`,
        [
          deed("Say it", `"Good," says <k>. "That is how one does it."`, {
            with: "keeper",
            feels: { keeper: 20 },
            sets: ["said"],
          }),
          deed("Ask <k> to do it with you", `<K> looks at you for a long time. "I am out of practice," says <k>.`, {
            with: "keeper",
            feels: { keeper: 25 },
            sets: ["with-k"],
          }),
          deed("Say that you have not decided", `"Then decide," says <k>. "It is nearly time."`, { with: "keeper" }),
        ],
      ),
      scene(
        "The Minute",
        3,
        [deed("Look for the others", "They are where they were to be, which is a wonder.")],
        `<sign3> This is the minute. <H> and <g> have come to <p3> and stand where they were to stand, and <w> holds open what has to be held open. <K> turns round, slowly, and looks out at nothing at all.`,
        [
          deed("Do it", "You do not look round any more.", { ends: "done" }),
          deed("Do it, and take <k> along", "You ask <k> to come.", {
            with: "keeper",
            when: "with-k || why",
            ends: "with-k",
          }),
          deed("Let <h> be the one", `You step aside for <h>.`, { with: "helper", ends: "given" }),
          deed("Call it off", "You shake your head, so that all of them can see it.", { ends: "off" }),
        ],
      ),
    ],
    endings: [
      {
        id: "done",
        title: "The Minute",
        text: `It goes as it was drawn, but for one thing, and nobody will ever agree on what that was. You <doaim>. It takes less time than it takes to tell it.\n\n"Was that all?" says <w>. "That was all," says <h>, and begins to laugh and cannot stop.`,
        epilogue: `${DEEDS}${has ? "You have <t>, and you look at it more often than you thought you would. " : ""}<K> has said to everybody who asked that there was nothing to be seen from that side.`,
      },
      {
        id: "with-k",
        title: "Out of Practice",
        text: `<K> comes, and is quicker than any of you, and knows a way that stood in no plan. You <doaim>, and <k> was there, and did the difficult part.\n\n"I ought to have done that forty years ago," says <k>, out of breath. "I should have been better at it."`,
        epilogue: `${DEEDS}Nobody watches over <p3> any more. <K> has moved, and sends cards, each with a small drawing on it: arrows, and a cross.`,
      },
      {
        id: "given",
        title: "Somebody Else’s Wish",
        text: `<H> has drawn it so often, and has never thought of being the one. It is done badly, and loudly, and it is done.\n\n"You wanted it," says <h> afterwards. "Why did you let me?" You have no answer to that, and <h> does not press you for one.`,
        epilogue: `${DEEDS}<H> tells it differently each time, and in each telling you are there, at the edge, holding something.`,
      },
      {
        id: "off",
        title: "Called Off",
        text: `The minute goes by. One can hear it. Then <k> turns back, and sees that all of you are still standing there, and that everything is where it was.\n\n"Thank you," says <k>. It does not sound like thanks. It sounds like somebody who had hoped for something else.`,
        epilogue: `${DEEDS}You did not <aim>. There will be another minute, and you know when. You have told nobody.`,
      },
    ],
    left: {
      id: "too-late",
      title: "After the Minute",
      text: "<sign3> The minute has gone by, and you were not there. The others waited for as long as they could.",
      epilogue: `${DEEDS}"The plan was good," says <h>, to anybody who will hear it. "It lacked one person."`,
    },
    lore: [
      "<K> looks away once, and always at the same time.",
      pick("There is a way to <p3> that nobody uses.", "Those who have tried it took the shortest way."),
      "What four people know is known to five.",
    ],
    bonds: [
      ["helper", "guard", "Has more respect for <g> than <h> shows"],
      ["helper", "keeper", "Has been drawing plans round <k> for years"],
      ["guard", "keeper", "Does not lie to <k>"],
      ["guard", "helper", "Finds the plans of <h> funny"],
      ["keeper", "guard", "Trusts <g>, and asks straight out"],
      ["keeper", "witness", "Is kind to <w>"],
      ["witness", "keeper", "Cannot keep a thing from <k>"],
      ["witness", "guard", "Thinks that <g> is braver than the others"],
    ],
    questions: ["Will you <aim> <deadline>?", "Who has talked?"],
  };
}
