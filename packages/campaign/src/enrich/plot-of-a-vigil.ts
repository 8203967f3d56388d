/** Somebody keeps it going, because of one who is no longer there. Implements rule CA6550. */
import type { Plot } from "./plot.js";
import { deed, type PlotWords, scene } from "./plot-words.js";

const DEEDS =
  "{if kept-w}<W> still goes out in the evenings, and greets you.{else if scared}<W> crosses over when you come.{/if}{if promised} You had promised <g> to be gentle, and <g> says that you were.{else if blunt} <G> says that it could have been done more gently.{/if}{if told-h} <H> is sorry for having told the others, and says so too often.{/if}\n\n";

/** @param opens - What is odd as somebody says it, where the premise has not told it. */
export function plotOfVigil({ pick, fact }: PlotWords, it: string, opens: string, why: string): Plot {
  const asks = why === "" ? "Ask <k> for the reason" : `Ask <k> ${why}`;
  const [powder, mark] = pick(
    ["flour", "The flour is trodden down in two places"],
    ["a thread", "The thread has been untied, and tied again with another knot"],
    ["a hair", "The hair is gone, and another has been put in its place, of another colour"],
    ["chalk dust", "Two heels have gone through the chalk dust, and come back"],
  );
  const [who, habit] = pick(
    ["my brother", "He laughed about it. He said that as long as it was so I should know that he was about"],
    ["my wife", "She could not sleep without it. I used to curse it"],
    ["an old friend", "We made it up together one winter, out of boredom, and then it was the one thing that we had"],
    ["my daughter", "She thought it was alive. I never told her that it was not"],
  );
  return {
    id: "secret",
    about: it === "it" ? null : it,
    scenes: [
      scene(
        "Somebody Sees to It",
        0,
        [
          deed(`Look at ${it} from close by`, "You find that you are being watched."),
          deed("Ask the first person whom you meet", "You have picked well, or badly."),
        ],
        `${pick("<H> has come to <p0> as well.", "<H> comes up to you <at p0>.", "<H> is <at p0>, and has seen you come.")} ${opens} ${pick(
          `"Nothing goes on by itself for as long as that," says <h>. "Somebody sees to it. I have told everybody, and they nod and go home."`,
          `"They all speak of it as of the weather," says <h>. "But I have seen that it is looked after."`,
        )}${fact("helper")}`,
        [
          deed(
            "Ask <h> how one can tell",
            `"I have laid a trap," says <h>. "Nothing that bites. Come and look at it, <at p1>."`,
            { with: "helper", feels: { helper: 10 } },
          ),
          deed(
            "Ask <h> whom it could be",
            `"I have an idea, and I should like not to have it," says <h>. "Come to <p1>."`,
            { with: "helper", feels: { helper: 5 } },
          ),
          deed(
            "Say that it is better not to know",
            `"That is what <g> says too," says <h>. "It is strange, how many do. Come and look at something <at p1>, and say it again."`,
            {
              with: "helper",
              sets: ["blunt"],
            },
          ),
        ],
      ),
      scene(
        "The Trap",
        1,
        [deed("Go to <p1> with <h>", "<H> tells you on the way where not to step.", { with: "helper", goes: 1 })],
        `Whoever sees to it has to come through here, and so <h> has laid ${powder} across the way. ${mark}. "Last night," says <h>. "I knew it."`,
        [
          deed(
            "Look at it more closely",
            `Whoever it was is light, and carried something heavy on the way out, and nothing on the way back.`,
            {
              stat: "perception",
              sets: ["light"],
              fail: { told: `By the time that you have looked at it from all sides you have trodden on it yourself.` },
            },
          ),
          deed(
            "Ask <h> where the way leads",
            `"To <p2>," says <h>, "and from there to <p3>, and there is nobody but <k>."`,
            { with: "helper", sets: ["to-k"] },
          ),
          deed("Ask <h> to tell nobody yet", `"Of course," says <h>, much too quickly.`, {
            with: "helper",
            feels: { helper: 5 },
          }),
        ],
      ),
      scene(
        "<G> in the Way",
        2,
        [deed("Follow the way to <p2>", "You do not get further than that for now.", { goes: 2 })],
        `${pick(
          `"Let it be," says <g>. "It does nobody any harm. There are people who have less than that to hold on to."`,
          `<G> stands in front of you before you have looked round. "Whatever you have found," says <g>, "you can put it back."`,
        )}${fact("guard")}`,
        [
          deed(
            "Promise <g> to be gentle",
            `"That is more than I have got from the others," says <g>, and lets you by.`,
            {
              with: "guard",
              feels: { guard: 20 },
              sets: ["promised"],
            },
          ),
          deed("Ask <g> who is meant", `"Nobody," says <g>. "That is the whole trouble: nobody, any more."`, {
            with: "guard",
            feels: { guard: 5 },
          }),
          deed("Say that people have a right to know", `"To what?" says <g>. "To be in the right, for one evening?"`, {
            with: "guard",
            feels: { guard: -10 },
            sets: ["blunt"],
          }),
        ],
      ),
      scene(
        "By Night",
        2,
        [deed("Stay until it is dark", "It becomes dark, and then it becomes late.")],
        `Long after everybody has gone, <w> comes by with a covered basket, and sets it down to rest. Through the cloth one can see the shape of two cups.`,
        [
          deed(
            "Help <w> carry it",
            `<W> is startled, and then lets you take one handle. "You must not ask," says <w>.`,
            { with: "witness", feels: { witness: 20 }, sets: ["carried"] },
          ),
          deed("Go after <w> unseen", `The way leads to <p3>. A light is lit there, and after an hour it is put out.`, {
            stat: "stealth",
            sets: ["saw-light"],
            fail: {
              told: `A stone rolls away under you. <W> stops, and holds the basket tighter.`,
              feels: { witness: -10 },
              sets: ["scared"],
            },
          }),
          deed(
            "Lift the cloth",
            `There are two cups in it, and two spoons, and one piece of cake, cut in half. "That is not yours," says <w>.`,
            {
              with: "witness",
              sets: ["saw-cups"],
            },
          ),
        ],
      ),
      scene(
        "Two Cups",
        2,
        [
          deed("Ask <w> for whom the second cup is", "<W> looks for words that are not forbidden.", {
            with: "witness",
          }),
        ],
        `"I carry it there, and I carry it back," says <w>. "Both are empty then, but I think that <k> drinks both."${fact("witness")}`,
        [
          deed("Promise to tell nobody", `"I have promised that too," says <w>. "So now there are two of us."`, {
            with: "witness",
            feels: { witness: 20 },
            sets: ["kept-w"],
          }),
          deed(
            "Ask what <k> does there",
            `"It has to be seen to each day," says <w>. "Else it would stop. <K> says that it must not stop while <k> is alive."`,
            { with: "witness", sets: ["knows-k"] },
          ),
          deed("Say that <w> should be asleep at this hour", `"So should you," says <w>.`, { with: "witness" }),
        ],
      ),
      scene(
        "It Has Got About",
        2,
        [deed("Wait for the morning", "It comes with a noise of many feet.")],
        `<sign2> <H> has told it after all, and not only to one. "I thought that they would be glad to know," says <h>. "Now they want to go to <p3>, all of them, and see."`,
        [
          deed(
            "Ask <h> to hold them back",
            `"I will say that it was I who trod in it," says <h>. "They will believe that of me."`,
            { with: "helper", feels: { helper: 10 }, sets: ["held"] },
          ),
          deed("Tell <h> what you think of that", `<H> becomes red. "Yes," says <h>. "All of it is true."`, {
            with: "helper",
            feels: { helper: -15 },
            sets: ["told-h"],
          }),
          deed("Say that they were bound to hear of it", `"That is kind," says <h>, "and it does not help."`, {
            with: "helper",
            feels: { helper: 10 },
            sets: ["told-h"],
          }),
        ],
      ),
      scene(
        "A Head Start",
        2,
        [deed("Look for the shortest way to <p3>", "There is no short one.")],
        `"You will be there before them," says <g>. "You have half an hour. Say it so that <k> can still look at them tomorrow."`,
        [
          deed("Go to <p3> at once", "You hear them behind you, not near as yet.", { goes: 3 }),
          deed(
            "Ask <g> to come with you",
            `"I cannot," says <g>. "I knew it from the beginning, and <k> does not know that I did. I will stand <at p2> and be slow."`,
            {
              with: "guard",
              feels: { guard: 10 },
              sets: ["g-knew"],
              goes: 3,
            },
          ),
          deed("Take <w> with you", `<W> comes without a word.`, {
            with: "witness",
            feels: { witness: 15 },
            goes: 3,
            moves: { witness: 3 },
          }),
        ],
      ),
      scene(
        "<K>",
        3,
        [deed("Let <k> see you", "<K> does not seem surprised.", { with: "keeper" })],
        `${pick(
          `"I am not out of my mind," says <k>. "I know very well that the other cup is for nobody. You may have it."`,
          `"You may sit there," says <k>. "It is free. It has been free for six years."`,
        )}`,
        [
          deed("Sit down", `"Nobody has sat there since," says <k>. It is a while until you are offered anything.`, {
            with: "keeper",
            feels: { keeper: 20 },
            sets: ["sat"],
          }),
          deed(
            "Say that the others are coming",
            `"Let them," says <k>. "I have been waiting for it so long that it will be a relief."`,
            { with: "keeper", feels: { keeper: 5 } },
          ),
          deed(
            "Ask how long it has been so",
            `"For them it has always been so," says <k>. "For me there is a day before and a day after."`,
            { with: "keeper", feels: { keeper: 10 } },
          ),
        ],
      ),
      scene(
        "Why It Goes On",
        3,
        [deed(asks, "<K> tells it to the table, and not to you.", { with: "keeper" })],
        `"There was ${who}," says <k>. "${habit}. On the day after the funeral it was quiet, and I stood there, and could not bear it. So I saw to it that it went on. I have done so every day. That is all. It is no riddle. It is only me."`,
        [
          deed(
            "Ask what would be if it stopped",
            `"I think about that every evening," says <k>, "and then I go and see to it."`,
            { with: "keeper", feels: { keeper: 5 }, sets: ["asked-stop"] },
          ),
          deed(
            "Say that <w> is too tired for it",
            `"Yes," says <k>. "I have seen it. I did not want to have seen it."`,
            { with: "keeper", feels: { keeper: 5, witness: 10 }, sets: ["for-w"] },
          ),
          deed(
            "Ask to be told more of those days",
            `That takes some time, and some of it is funny. <K> has not laughed for a long time.`,
            { with: "keeper", feels: { keeper: 20 }, sets: ["stories"] },
          ),
        ],
      ),
      scene(
        "They Are Here",
        3,
        [deed("Go out and meet them", "They have come sooner than you thought.")],
        `<sign3> They have come to <p3>, with <h> in front and <g> beside <h>, and they are not as loud as they meant to be. <W> has put the basket out of sight. <K> looks at you. "Well," says <k>. "You have come first, so say it first."`,
        [
          deed(
            "Tell them that there is nothing to see",
            "You say it from where you stand, so that nobody comes nearer.",
            { ends: "hidden" },
          ),
          deed("Ask <k> to tell it", "You step aside, and leave the place to <k>.", { with: "keeper", ends: "told" }),
          deed("Help <k> to let it end", "You say, so that only <k> can hear it, that today would be a good day.", {
            with: "keeper",
            ends: "ended",
          }),
          deed("Offer to see to it yourself", "You say that you are up early in any case.", {
            with: "keeper",
            ends: "taken",
          }),
        ],
      ),
    ],
    endings: [
      {
        id: "hidden",
        title: "Nothing to See",
        text: `They believe you, because they would like to go home. <H> is the last to leave, and does not believe you, and nods.\n\n"That was a lie," says <k>. "Have some cake."`,
        epilogue: `${DEEDS}It goes on, and they speak of it as of the weather again. Each evening there are three cups in the basket.`,
      },
      {
        id: "told",
        title: "It Is Only Me",
        text: `<K> tells it a second time, and it is shorter. Nobody says a word. Then somebody at the back says that they remember it too, and from when, and another says what they used to do.\n\nIt becomes a long evening.`,
        epilogue: `${DEEDS}They take turns now. There is a sheet with the days of the week on it, and <k> has crossed out Sunday, and written there: “mine”.`,
      },
      {
        id: "ended",
        title: "A Good Day",
        text: `{if stories}"There are the stories left," says <k>. {/if}You go with <k>, and with nobody else, and it is done in a minute. <K> keeps one hand on it until it is quite still.\n\nThe quiet is large. One gets used to it, at the edges first.`,
        epilogue: `${DEEDS}There is one cup in the cupboard now that nobody uses. <W> sleeps until late, and <k> has been seen at table with <g>.`,
      },
      {
        id: "taken",
        title: "Up Early",
        text: `"Every day?" says <k>. You nod. <K> shows you how it is done, and where one has to take care, and twice corrects the way you hold your hands.\n\nThe others stand about for a time. There is nothing that they could be angry at.`,
        epilogue: `${DEEDS}<K> died in the spring, at night, without any trouble. It went on the next morning. You had seen to it.`,
      },
    ],
    left: {
      id: "left",
      title: "Before They Come",
      text: "<sign3> You are gone before they arrive. From far off one can see a small light, and many others that come towards it.",
      epilogue: `${DEEDS}What was said there you never heard. It goes on, people tell you. Or else they say that it does not.`,
    },
    lore: [
      pick(
        "Somebody sees to it that it goes on.",
        "It has never once failed to come, not even on the day of the great storm.",
      ),
      "<W> is out later in the evening than anybody asks.",
      "<K> drinks from one cup and sets out two.",
    ],
    bonds: [
      ["helper", "guard", "Thinks that <g> knows more about it"],
      ["helper", "witness", "Has wondered what <w> carries about"],
      ["guard", "keeper", "Takes care that nobody disturbs <k>"],
      ["guard", "witness", "Looks away when <w> comes by with a basket"],
      ["keeper", "guard", "Is grateful to <g>, and does not say for what"],
      ["keeper", "helper", "Goes indoors when <h> comes"],
      ["witness", "keeper", "Would do anything that <k> asked"],
      ["witness", "helper", "Walks round the place where <h> lays things"],
    ],
    questions: ["Who sees to it that it goes on?", "For whom is the second cup?"],
  };
}
