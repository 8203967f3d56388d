/** Somebody did it: who has said what of where they were, and who stands in for whom. Implements rule CA6552. */
import type { Plot } from "./plot.js";
import { deed, type PlotWords, scene } from "./plot-words.js";

const DEEDS =
  "{if kept-w}<W> was never named, and knows whom to thank.{else if w-named}<W> had to say it twice, before strangers.{/if}{if unjust} <G> has not forgiven you the word that you used.{else if fair} <G> tips a finger to you across the room.{/if}\n\n";

/** @param q - The question: "who took your part". */
export function plotOfDeed({ pick, fact }: PlotWords, q: string): Plot {
  const [late, when] = pick(
    ["until midnight", "that night"],
    ["from seven to eight", "at that hour"],
    ["the whole evening", "that evening"],
  );
  const [where, secret] = pick(
    ["I owe money", "I went to ask for another month"],
    ["I have been learning to read", "I went to my lesson. Nobody is to know that I could not"],
    ["there is a child", "I went to see the child, for the first time in four years"],
  );
  const why = pick(
    "It was going to happen in any case, and by somebody who would have enjoyed it. I thought that if I did it there would at least be an end of it",
    "I was asked to. There was nobody left who could say no for me, and I found that I could not say it myself",
    "I wanted to know whether I could. That is the truth, and I have tried on better ones, and they do not fit",
    "I did it so that another should not have to. Do not ask me who. I have forgotten it on purpose",
  );
  return {
    id: "secret",
    about: null,
    scenes: [
      scene(
        "The First to Ask",
        0,
        [
          deed("Ask the first person who looks at you", "It is somebody who has been wanting to be asked."),
          deed("Look at the place where it happened", "There is not much left to be seen of it."),
        ],
        `${pick("<H> has come to <p0> as well.", "<H> comes up to you <at p0>.", "<H> is <at p0>, and has seen you come.")} ${pick(
          `"Everybody knows it, of course," says <h>. "Everybody knows somebody else. I have heard four names since this morning, and mine was one."`,
          `"You want to know <q>," says <h>. "Then you are the only one. The others want it to be over."`,
        )}${fact("helper")}`,
        [
          deed(
            "Ask <h> for the four names",
            `"<G>, <k>, <w> and I," says <h>. "Come to <p1>, and I will tell you what is wrong with each of them."`,
            {
              with: "helper",
              feels: { helper: 10 },
            },
          ),
          deed(
            "Ask <h> for an alibi",
            `"Where I always am," says <h>, "<at p1>. Come along, and see whether one can get out of there without being noticed."`,
            { with: "helper" },
          ),
          deed(
            "Ask <h> who is glad that it happened",
            `"That is a better question," says <h>. "Come to <p1> with it."`,
            { with: "helper", feels: { helper: 15 } },
          ),
        ],
      ),
      scene(
        "Where They Were",
        1,
        [deed("Go to <p1> with <h>", "<H> speaks of other things until you are there.", { with: "helper", goes: 1 })],
        `"This is what they say," says <h>. "<G> was <at p2> ${late}, and <w> saw it. <W> was there too, and <g> saw that. And <k> does not say where <k he> was, and nobody has liked to ask."`,
        [
          deed(
            "Look for what does not fit",
            `Two people who saw only each other have seen nobody. If one of them went away for a time, the other would have to know it.`,
            {
              stat: "intelligence",
              sets: ["pair"],
              fail: { told: "It all fits. It fits like something that has been made to." },
            },
          ),
          deed(
            "Ask <h> what <g> is like",
            `"Honest to the point of rudeness," says <h>. "That is why everybody believes it. It is also why I do not: there was a please in it."`,
            {
              with: "helper",
              sets: ["pair"],
            },
          ),
          deed("Ask <h> about <k>", `"One does not suspect <k>," says <h>, and hears what that sounds like.`, {
            with: "helper",
            feels: { helper: 5 },
          }),
        ],
      ),
      scene(
        "<G> Was There",
        2,
        [deed("Go to <p2> and ask <g>", "You get an answer before you have put the question.", { goes: 2 })],
        `"I was here ${late}," says <g>. "<W> can tell you so. Please ask <w>."${fact("guard")}`,
        [
          deed(
            "Ask <g> what there was to be seen from here",
            `"Nothing," says <g>, and looks, a moment too late, to see whether that can be right.`,
            { with: "guard", sets: ["slip"] },
          ),
          deed("Thank <g>, and go on", `"You are very welcome," says <g>. It does not suit <g>.`, {
            with: "guard",
            feels: { guard: 10 },
          }),
          deed("Call <g> a liar", `"Say that again when you know it," says <g>.`, {
            with: "guard",
            feels: { guard: -20 },
            sets: ["unjust"],
          }),
        ],
      ),
      scene(
        "What Was Swept Up",
        2,
        [deed("See what has been thrown away", "People are careless with what they throw away.")],
        `${pick(
          "Among what has been swept up lies a key, wiped, and with a new piece of string on it.",
          "Among what has been swept up lies a glove, the left one, and quite new.",
          "Among what has been swept up lies a card on which a time has been written, and crossed out, and written again.",
        )} It belongs neither to <g> nor to <w>. It is too good for either.`,
        [
          deed("Take it with you", "Nobody asks what you have there.", { sets: ["has-it"] }),
          deed(
            "Ask <w> whose it is",
            `<W> looks at it as one looks at an animal that may bite. "I do not know," says <w>. "I should have burnt it."`,
            { with: "witness", sets: ["has-it"] },
          ),
          deed("Put it where <g> will find it", `<G> finds it, looks round, and puts it away, quickly.`, {
            sets: ["g-has"],
          }),
        ],
      ),
      scene(
        "<W> Was Asked",
        2,
        [deed("Ask <w> about <g>", "<W> wants to go somewhere else for that, and then does not.", { with: "witness" })],
        `"<G> was not here the whole time," says <w>. "I was asked to say so. I was asked so nicely that I could not get out of it."${fact("witness")}`,
        [
          deed(
            "Promise not to name <w>",
            `"Then ask who went by here," says <w>, "and went by with both hands hidden. It was not <g>."`,
            {
              with: "witness",
              feels: { witness: 20 },
              sets: ["kept-w"],
            },
          ),
          deed("Ask how long <g> was gone", `"Long enough," says <w>. "But from the other direction."`, {
            with: "witness",
          }),
          deed(
            "Say that <w> will have to repeat that",
            `"I knew it," says <w>. "I can do it once, if nobody looks at me."`,
            { with: "witness", sets: ["w-named"] },
          ),
        ],
      ),
      scene(
        "<G> Again",
        2,
        [deed("Tell <g> what you have heard", "<G> lets you say it to the end.", { with: "guard" })],
        `<sign2> "Very well," says <g>. "I was not here. The matter is that ${where}. ${secret}. I was a long way off ${when}, and you can ask there. I would sooner hang than have it talked about."`,
        [
          deed(
            "Say that it need not be talked about",
            `"You are a decent person," says <g>. "Then here is something for it: I met <k> on the way back, where <k> never walks."`,
            {
              with: "guard",
              feels: { guard: 25 },
              sets: ["fair", "saw-k"],
            },
          ),
          deed(
            "Ask whom <g> met on the way",
            `"<K>," says <g>, after a silence, "and we both pretended that we had not."`,
            { with: "guard", sets: ["saw-k"] },
          ),
          deed(
            "Say that <g> ought to have said so at once",
            `"Yes," says <g>. "One ought to have done all kinds of things."`,
            { with: "guard", feels: { guard: 5 } },
          ),
        ],
      ),
      scene(
        "<H> Wants to Begin",
        2,
        [deed("Tell <h> how things stand", "<H> has already heard half of it.", { with: "helper" })],
        `"They are going to settle it <deadline>," says <h>, "and they are going to settle on <g>. It would be easy. I could begin it myself. Or you go to <p3> first, and ask the one whom nobody has liked to ask."`,
        [
          deed("Go to <p3> and ask", "You go by the way that <k> never walks.", { goes: 3 }),
          deed("Ask <h> to come as a witness", `"I will stand where I can hear it," says <h>, and comes along.`, {
            with: "helper",
            feels: { helper: 15 },
            goes: 3,
            moves: { helper: 3 },
          }),
          deed("Ask <h> to speak for <g> meanwhile", `"I can try to like <g> for an hour," says <h>.`, {
            with: "helper",
            feels: { guard: 10 },
            sets: ["fair"],
            goes: 3,
          }),
        ],
      ),
      scene(
        "Nobody Has Asked",
        3,
        [deed("Go up to <k>", "<K> offers you a seat, and you remain standing.", { with: "keeper" })],
        `"You have come to ask <q>," says <k>. "Others have come as far as this. They asked me how I was."`,
        [
          deed(
            "Ask <k> where <k> was",
            `"There," says <k>. "You know that. You have only come to see whether I should say it."`,
            { with: "keeper", feels: { keeper: 10 } },
          ),
          deed(
            "Put what was swept up in front of <k>",
            `"It was a present," says <k>. "I could not make myself burn it. One is sentimental at the wrong moment."`,
            {
              with: "keeper",
              when: "has-it",
              sets: ["showed"],
            },
          ),
          deed("Say that <g> is to be blamed for it", `"<G>?" says <k>. "No. That was not what I had in mind."`, {
            with: "keeper",
            feels: { keeper: 10 },
            sets: ["k-moved"],
          }),
        ],
      ),
      scene(
        "It Was I",
        3,
        [deed("Ask <k> <q>", "<K> takes the time that it needs.", { with: "keeper" })],
        `"It was I," says <k>. "${why}. The rest was easy. It is dreadful, how easy the rest is."`,
        [
          deed(
            "Ask who helped",
            `"<W> looked away," says <k>. "One can call that help. I should not like it to be called that."`,
            { with: "keeper", sets: ["knows-w"] },
          ),
          deed("Ask whether <k> is sorry", `"Every morning until about ten," says <k>.`, {
            with: "keeper",
            feels: { keeper: 5 },
          }),
          deed(
            "Ask what <k> means to do now",
            `"I meant to be found out," says <k>, "by somebody who would know what to do. Do you?"`,
            { with: "keeper", feels: { keeper: 10 } },
          ),
        ],
      ),
      scene(
        "It Is to Be Settled",
        3,
        [deed("Open to those who are outside", "They come in one by one, and stand along the wall.")],
        `<sign3> <H>, <g> and <w> have come to <p3>. "We have agreed that it was <g>," says <h>, "unless somebody says something now." <G> looks straight ahead. <K> looks at you.`,
        [
          deed("Say that it was <k>", "You say it without raising your voice.", { ends: "said" }),
          deed("Ask <k> to say it", "You say nothing. You only do not look away.", { with: "keeper", ends: "owned" }),
          deed("Let it be <g>", "You look at the floor.", { ends: "wrong" }),
          deed("Say that it will never be known", "You say that all of them have lied a little, and you the least.", {
            ends: "open",
          }),
        ],
      ),
    ],
    endings: [
      {
        id: "said",
        title: "Said Aloud",
        text: `Nobody cries out. They turn round to <k>, one after another, as one turns to a clock that has stopped.\n\n"Yes," says <k>. "Thank you. It was getting heavy."`,
        epilogue: `${DEEDS}When they ask now <q>, there is an answer, and it makes nobody any happier. <K> writes to you. You have not opened it yet.`,
      },
      {
        id: "owned",
        title: "Found Out",
        text: `It takes so long that somebody coughs. Then <k> gets up. "You were all very good to me," says <k>, "and I let <g> stand there." And then the rest of it, in the order in which it happened.\n\n<G> is the first who says something. "Sit down," says <g>. "You are quite white."`,
        epilogue: `${DEEDS}It went better for <k> than it might have, since nobody had to be the one who said it.`,
      },
      {
        id: "wrong",
        title: "The Easy One",
        text: `<G> does not say a word about that other place, and where it is, and for whom. It would have been enough.\n\n"That is not what I had in mind," says <k>, very low, and does not say it louder.`,
        epilogue: `${DEEDS}<G> was gone within the week. Somebody still goes to that other place every month now, and leaves something there. It is you.`,
      },
      {
        id: "open",
        title: "Four Names",
        text: `They argue until they are tired. In the end each of them believes what they believed before, and nobody can be made to leave.\n\n<K> is the last to go out, and stops beside you. "So you did not know either," says <k>. "What to do."`,
        epilogue: `${DEEDS}Whoever comes new asks <q>, and gets four answers. The fifth is yours, and you keep it.`,
      },
    ],
    left: {
      id: "left",
      title: "Unless Somebody Says Something",
      text: "<sign3> You are on your way before they are all there. Nobody said anything, as far as you heard.",
      epilogue: `${DEEDS}It was <g>, you hear later. It is said there as one says a date.`,
    },
    lore: [
      "<G> and <w> saw nobody but each other.",
      "Nobody has liked to ask where <k> was.",
      pick(
        "There are four names for it, and each has somebody who swears by it.",
        "Most people would be content for it to be over.",
      ),
    ],
    bonds: [
      ["helper", "guard", "Finds <g> rude, and rather likes it"],
      ["helper", "witness", "Thinks that <w> looks ill"],
      ["guard", "keeper", "Greets <k> first, and gets no further"],
      ["guard", "witness", "Has asked a favour of <w>"],
      ["keeper", "guard", "Would not have <g> come to harm"],
      ["keeper", "helper", "Is amused by <h>"],
      ["witness", "keeper", "Looked away when <k> went by"],
      ["witness", "helper", "Is afraid that <h> will ask"],
    ],
    questions: [`${q.slice(0, 1).toUpperCase()}${q.slice(1)}?`, "Where was <g>?"],
  };
}
