/** What is odd is meant for one of them, who has stayed away from it. Implements rule CA6550. */
import type { Plot } from "./plot.js";
import { deed, type PlotWords, scene } from "./plot-words.js";

const DEEDS =
  "{if named}<W> has not forgotten who gave the name.{else if lied}<W> has told everybody by now that it was not you.{else if kept-w}<W> leaves the folded papers to you from now on.{/if}{if held} <H> says that it is no small thing, to keep <g> talking for an hour.{/if}\n\n";

/**
 * @param it - What is odd by its author's noun, else "it".
 * @param opens - What is odd as somebody says it, where the premise has not told it.
 */
export function plotOfCall({ pick, fact }: PlotWords, it: string, opens: string, why: string): Plot {
  const count = pick(
    ["beans in two jars", "bean", "beans"],
    ["strokes of chalk on the inside of a lid", "stroke", "strokes"],
    ["knots in a long string", "knot", "knots"],
    ["matches laid out in rows", "match", "matches"],
  );
  const [promise, asks] = pick(
    [
      "I told somebody that I would come back. It was a small thing to say, and it was believed. I did come back, and I came by another way, so that I need not be seen. I have gone that way ever since",
      "where I am",
    ],
    [
      "I told somebody that I would keep a place free. I kept it for a year, and then I gave it away for an ordinary evening, and I did not say so",
      "whether the place is still free",
    ],
    [
      "I told somebody to wait, and that I should not be long. I was long. I stood where I could see them wait, and I could not make myself walk across",
      "how much longer it is to be",
    ],
  );
  return {
    id: "secret",
    about: it === "it" ? null : it,
    scenes: [
      scene(
        "For Whom",
        0,
        [
          deed(`Look for somebody to ask about ${it}`, "You are not the only one who is looking."),
          deed(
            why === "" ? "Stand still, and look about you" : `Ask somebody ${why}`,
            "Somebody has been waiting to be asked.",
          ),
        ],
        `${pick("<H> has come to <p0> as well.", "<H> comes up to you <at p0>.", "<H> is <at p0>, and has seen you come.")} ${opens} ${pick(
          `"Everybody here asks how," says <h>. "I should like to know for whom."`,
          `"They have measured it, and they have sworn at it," says <h>. "It has crossed nobody’s mind that it could be meant for one of us."`,
          `"An accident does not come back to the same place," says <h>. "This does. Somebody is meant by it."`,
        )}${fact("helper")}`,
        [
          deed(
            "Ask <h> for whom it could be",
            `"Not for me," says <h>. "I have stood before it long enough, and nothing in me answers. Come with me to <p1>. I have kept count."`,
            { with: "helper", feels: { helper: 10 } },
          ),
          deed(
            "Ask <h> what the others say",
            `"<G> says that it has to stop," says <h>. "<W> says nothing, and <k> will not hear it spoken of. Come with me to <p1>. One can talk there."`,
            { with: "helper", feels: { helper: 5 } },
          ),
          deed(
            "Say that it is meant for nobody",
            `"Then you will not mind if I show you what I have <at p1>," says <h>.`,
            { with: "helper" },
          ),
        ],
      ),
      scene(
        "Kept Count",
        1,
        [deed("Go with <h> to <p1>", "<H> walks fast, and talks all the way.", { with: "helper", goes: 1 })],
        `<H> has kept count <at p1>, with ${count[0]}. Each ${count[1]} stands for one time, and those that are marked stand for the times when <w> was near. All of them are marked.`,
        [
          deed(
            `Count the ${count[2]} again`,
            `There is a gap among them: once it was quiet for three days, and those were the days when <k> had gone away.`,
            {
              stat: "intelligence",
              sets: ["gap"],
              fail: { told: `You lose count twice, and <h> takes the ${count[2]} out of your hands.` },
            },
          ),
          deed(
            "Ask <h> what <w> has to do with it",
            `"<W> is there before it begins, and goes when it is over," says <h>. "I have never seen anybody less surprised."`,
            { with: "helper" },
          ),
          deed(
            "Ask <h> why <k> will not hear of it",
            `"<K> leaves when somebody speaks of it," says <h>. "Slowly, so that it does not look like leaving."`,
            { with: "helper", sets: ["gap"] },
          ),
        ],
      ),
      scene(
        "<G> Has Had Enough",
        2,
        [deed("Go on to <p2>", "Somebody is there already.", { goes: 2 })],
        `"It is going to stop," says <g>, "<deadline>, and if I have to see to it with my own hands."${fact("guard")}`,
        [
          deed("Ask <g> to wait a little longer", `"Until the last moment, then," says <g>. "Not a breath longer."`, {
            with: "guard",
            stat: "charisma",
            feels: { guard: 5 },
            sets: ["time"],
            fail: { told: `"Everybody wants me to wait," says <g>. "Nobody says for what."`, feels: { guard: -10 } },
          }),
          deed(
            "Ask <g> what harm it does",
            `"None," says <g>. "It makes people stand about and hope. I have to live with them afterwards."`,
            { with: "guard", feels: { guard: 5 } },
          ),
          deed("Offer to help <g>", `"Then find out who keeps it going," says <g>. "Somebody does."`, {
            with: "guard",
            feels: { guard: 15 },
          }),
        ],
      ),
      scene(
        "Somebody Answers",
        0,
        [deed("Go back to <p0>, and wait unseen", "For some time nobody comes.", { goes: 0, moves: { witness: 0 } })],
        `<W> comes when it is quiet, looks round, and puts down a folded paper${it === "it" ? "" : ` near ${it}`}, with a pebble on it. It is not the first. Under the pebble lie four others, and each of them has been opened.`,
        [
          deed(
            "Read the newest one",
            `It has five words on it, in a careful hand: “Which of us is it?” On the back, where nobody can have written, the paper is wet.`,
            { sets: ["read"] },
          ),
          deed("Step out, and let <w> see you", `<W> does not run away. "I thought that it would be <g>," says <w>.`, {
            with: "witness",
          }),
          deed("Look at the other papers unseen", "They are all questions. No answer is among them.", {
            stat: "stealth",
            sets: ["read"],
            fail: { told: "The pebble rolls, and <w> looks round and sees you." },
          }),
        ],
      ),
      scene(
        "<W>",
        0,
        [deed("Ask <w> what the papers are for", "It is some time until you get an answer.", { with: "witness" })],
        `${pick(
          `"Somebody had to answer," says <w>. "One does not let a thing call and call. Since I began it has been quieter. It waits for me now."`,
          `"It was asking," says <w>, "and nobody was polite. So I wrote to it. I do not know what it does with them."`,
        )}${fact("witness")}`,
        [
          deed("Promise to say nothing to <g>", `"Good," says <w>. "Then you may carry the next one."`, {
            with: "witness",
            feels: { witness: 20 },
            sets: ["kept-w"],
          }),
          deed(
            "Ask <w> what it wants",
            `"It wants somebody to say a thing to it," says <w>. "I said it, as well as I could. But I am not the one."`,
            { with: "witness", feels: { witness: 10 } },
          ),
          deed("Ask whether <w> is afraid", `"Of that? No," says <w>. "Of <g>, a little."`, { with: "witness" }),
        ],
      ),
      scene(
        "A Name Is Wanted",
        0,
        [deed("Hide the papers from <g>", "You are not quick enough.")],
        `<sign2> <G> holds a folded paper between two fingers. "Somebody has been writing to it," says <g>. "I want the name, and you know it."`,
        [
          deed(
            "Give <g> the name",
            `"<W>," says <g>, and folds the paper up again, smaller than before. "I had thought of everybody else."`,
            {
              with: "guard",
              feels: { guard: 10, witness: -30 },
              sets: ["named"],
            },
          ),
          deed("Say that it was you", `"You do not write like this," says <g>. But no one else is asked.`, {
            with: "guard",
            feels: { guard: -5, witness: 20 },
            sets: ["lied"],
          }),
          deed("Refuse to say it", `"Then I shall treat you all alike," says <g>.`, {
            with: "guard",
            feels: { guard: -15 },
            sets: ["refused"],
          }),
        ],
      ),
      scene(
        "The Wrong Way Round",
        0,
        [deed("Look for <h>", "You do not have to look for long.", { with: "helper" })],
        `<H> comes running. "I had it the wrong way round," says <h>. "I counted who was near. I should have counted who never is." There is one here who has not come near it, not once: <k>.`,
        [
          deed("Go to <p3> with <h>", "<H> does not say a word this time.", {
            with: "helper",
            feels: { helper: 10 },
            goes: 3,
            moves: { helper: 3 },
          }),
          deed("Go to <p3> alone", `"Say it kindly," says <h>.`, { goes: 3 }),
          deed("Ask <h> to keep <g> busy", `"I can ask about the old days," says <h>. "That takes an hour."`, {
            with: "helper",
            sets: ["held"],
            goes: 3,
          }),
        ],
      ),
      scene(
        "<K>",
        3,
        [deed("Speak to <k>", "You do not have to say what you have come about.", { with: "keeper" })],
        `"You have come about that," says <k>. "I wondered which of you it would be."`,
        [
          deed("Say that it is meant for <k>", `"I know," says <k>. "I knew it the first time."`, {
            with: "keeper",
            feels: { keeper: 10 },
          }),
          deed(
            "Say that <w> has been answering",
            `"<W>?" says <k>, and has to sit down. "It was not for <w> to do. Nor was it for me to leave it to <w>."`,
            { with: "keeper", feels: { keeper: 10, witness: 10 } },
          ),
          deed("Say that <g> wants it to stop", `"So did I," says <k>, "every day."`, { with: "keeper" }),
        ],
      ),
      scene(
        "What Was Promised",
        3,
        [
          deed(why === "" ? "Let <k> find the words" : `Ask <k> ${why}`, "There are not many of them.", {
            with: "keeper",
          }),
        ],
        `"${promise}," says <k>. "They are dead now. And there it is all the same, and asks ${asks}."`,
        [
          deed("Ask what <k> would say to it", `"That I was ashamed," says <k>. "It is not much, after so long."`, {
            with: "keeper",
            feels: { keeper: 10 },
            sets: ["words"],
          }),
          deed("Say that it is not too late", `"You cannot know that," says <k>. But <k> gets up.`, {
            with: "keeper",
            feels: { keeper: 5 },
          }),
          deed("Say that others have paid for it", `"Yes," says <k>. "<W> most of all. That is why I shall come."`, {
            with: "keeper",
            sets: ["blamed"],
          }),
        ],
      ),
      scene(
        "The Answer",
        0,
        [
          deed("Go to <p0> with <k>", "<K> stops twice on the way, and goes on.", {
            with: "keeper",
            goes: 0,
            moves: { keeper: 0, helper: 0, witness: 0, guard: 0 },
          }),
        ],
        `<sign3> <G> is there with <w> and <h>, and <k> has come as far as this and comes no nearer. "Now," says <g>. They look at <k>, and then they look at you.`,
        [
          deed("Lead <k> up to it", "You hold out your arm, and <k> takes it.", { with: "keeper", ends: "answered" }),
          deed("Answer it yourself, in the name of <k>", "You say the name of <k>, and that you have come.", {
            ends: "instead",
          }),
          deed("Let <g> put a stop to it", "You step aside.", { with: "guard", ends: "stopped" }),
          deed("Leave it to <w>, as before", "You give the folded papers back to <w>.", {
            with: "witness",
            ends: "papers",
          }),
        ],
      ),
    ],
    endings: [
      {
        id: "answered",
        title: "An Answer",
        text: `<K> stands before it for a long time, and says something that none of you can hear. {if words}You can guess what it is.{else}It is not for you.{/if}\n\nThen it is quiet, as it is when somebody at the other end has put down what they were holding.`,
        epilogue: `${DEEDS}It has not come again. <K> goes the short way now, like everybody, and <h> has taken away the ${count[2]}.`,
      },
      {
        id: "instead",
        title: "In Another’s Name",
        text: `It stops in the middle, and waits. It has heard a name, and not the voice that belongs to it.\n\n"It is not taken in," says <w>. "But it is listening." It goes on listening until all of you have gone home.`,
        epilogue: `${DEEDS}It asks for you now. You have become used to it, and sometimes, when nobody is near, you say the name again. <K> has gone away and left no word.`,
      },
      {
        id: "stopped",
        title: "Put a Stop To",
        text: `It takes <g> a quarter of an hour, and it is ugly to see. When it is done nobody moves.\n\n"There," says <g>. <K> sits down on the ground. Nobody knows whether that is grief.`,
        epilogue: `${DEEDS}Nobody stands about any more, and nobody hopes. "It is better like this," says <g>, to anybody who will listen, again and again.`,
      },
      {
        id: "papers",
        title: "Small Hands",
        text: `<W> puts down a new paper, and on top of it the pebble. "I shall say that the one it means is not ready yet," says <w>.\n\n<K> hears it, and does not contradict. <G> goes away, shaking with anger, and comes back to see whether it has been read.`,
        epilogue: `${DEEDS}It goes on. There are forty papers now. The last but one is in another hand, and you know whose it is.`,
      },
    ],
    left: {
      id: "left",
      title: "Not Answered",
      text: "<sign3> You go before it is decided. At your back it begins once more, patiently, from the beginning.",
      epilogue: `${DEEDS}<H> has added one more to the count, and marked it with your name.`,
    },
    lore: [
      pick(
        "It comes again where it came before, and never anywhere else.",
        "Nobody here has found a way to make it louder or softer.",
      ),
      "<K> has never been seen near it.",
      "Whoever it is meant for has not said so.",
    ],
    bonds: [
      ["helper", "guard", "Argues with <g> every day, and enjoys it"],
      ["helper", "witness", "Has marked down each time that <w> was near"],
      ["guard", "keeper", "Has never dared to ask <k> a question"],
      ["guard", "witness", "Has stopped asking <w> for anything"],
      ["keeper", "guard", "Lets <g> believe what <g> likes"],
      ["keeper", "helper", "Leaves when <h> begins to speak of it"],
      ["witness", "keeper", "Has seen <k> take the long way round"],
      ["witness", "helper", "Thinks that <h> counts the wrong things"],
    ],
    questions: ["For whom is it meant?", "Who has been answering it?"],
  };
}
