import type { Plot } from "./plot.js";
import type { Kit } from "./kit.js";
import type { StorySeed } from "./seed.js";

/** What the player has done, for the end. */
const DEEDS =
  "{if kept-w}You named nobody, as you had promised <w>.{else if w-open}You named <w>, as <w he> wanted.{else}<W> will not say whether it was right.{/if} {if paid}You paid <h> what you owed, in the middle of it all.{else if owes}You still owe <h> <favour>.{/if}{if told-h} <H> has crossed out the list and begun another.{/if}\n\n";

/**
 * Something is odd, and nobody asks: somebody made a bargain of which all have the good, and one pays.
 *
 * @param isOpen - Whether the premise has told what is odd; else the helper does.
 * @param ofKeeper - Whether what is odd names whoever made the bargain.
 */
export function plotOfSecret(
  { way }: Kit,
  { question, oddity }: Pick<StorySeed, "question" | "oddity">,
  isOpen: boolean,
  ofKeeper = false,
): Plot {
  const isDeed = question?.startsWith("who ") === true && !/ (?:is|was)$/.test(question);
  const asks = question ?? oddity;
  const isAsked = asks !== null && asks.length < 72;
  // "The wind has stopped": that does not happen each time.
  const isState = question === null && /\b(?:has|have|is|are|was|were|no longer|never)\b/.test(oddity ?? "");
  // Whoever tells it speaks of nobody's "you", and not of themselves by name.
  const isOfHearers = /\b(?:you|your)\b/i.test(oddity ?? "") || ofKeeper;
  // "who Tomas is": the answer is somebody, and nobody here did it.
  const asked = /^who (.+) (?:is|was)$/.exec(question ?? "")?.[1] ?? null;
  // "what the boat was called": the answer is no deed of anybody's.
  const isKnown = question !== null && asked === null && /^(?:what|where|how|which|when)\b/.test(question);
  const noticed =
    question === null
      ? `${isOpen ? '"You have noticed it," says <h>.' : '"<Odd> And you have noticed it," says <h>.'} "I can tell by how you look round. Most people need a week, and then they stop."`
      : '"So you are the one who asks <q>," says <h>. "Others did, for a week, and then they stopped."';
  const price = isKnown
    ? "Nobody was to say it again, and nobody was to ask."
    : isDeed
      ? "This was what I had to do for it, and nobody was to ask."
      : asked === null
        ? oddity === null || isOfHearers || isOpen
          ? // What the premise has told is not told again in the same words.
            question === null && isAsked && !isOfHearers
            ? "Nobody was to ask <q>, and that was the price."
            : "One thing was to be as it is, and nobody was to ask about it."
          : "<Odd> That was the price, and nobody was to ask about it."
        : "Something was to be paid for it one day, and until then nobody was to speak the name.";
  return {
    id: "secret",
    scenes: [
      {
        leads: [
          { text: "Look round, and take your time over it", then: { told: "Somebody is watching you do it." } },
          { text: "Go up to somebody", then: { told: "You do not have to go far." } },
        ],
        title: "You Have Noticed",
        place: 0,
        text: `<H> has come to see you <at p0>. ${noticed} <H he> waits to hear what you will say.`,
        deeds: [
          {
            text: "Ask <h> how long it has been so",
            with: "helper",
            then: {
              told: '"Since <a t> went missing," says <h>. "People here say the one thing and the other in a single breath, and then they talk of the weather. Come to me <at p1>. I have it all written down."',
              feels: { helper: 10 },
              sets: ["since"],
            },
          },
          {
            text: "Ask <h> who could tell you more",
            with: "helper",
            then: {
              told: '"<K> knows," says <h>. "<K he> is <at p3>, and one has to get by <g> to see <k him>. <W> knows too, and does not say it. Come to me <at p1> first. I have it all written down."',
              sets: ["names"],
            },
          },
          {
            text: "Claim to have noticed nothing",
            with: "helper",
            then: {
              told: '"That is what <g> likes to hear," says <h>. "You will get on here. If it keeps you awake all the same, I am <at p1>, and I have it all written down."',
              sets: ["sly"],
            },
          },
        ],
      },
      {
        leads: [{ text: "Follow <h> to <p1>", then: { told: "<H> goes ahead and does not look round.", goes: 1 } }],
        title: "The List",
        place: 1,
        text: `<H> has a list <at p1>, kept for a long time and in small writing: each ${isState ? "day" : "time"} that ${asked === null ? (isState ? "it has been so" : "it happened") : `somebody spoke of ${asked}`}, ${isState ? "" : "with the day, and "}with the name of everybody who was near. <W> stands in it every time. "I did not see it until I had it all in a row," says <h>.`,
        deeds: [
          {
            text: "Read the list from the beginning",
            stat: "intelligence",
            then: {
              told: 'It begins on the day on which <t> went missing, and from that day on something else is different: <benefit>. "Yes," says <h>. "That stands there too. I wrote it down and did not like it."',
              sets: ["knows-benefit"],
            },
            fail: {
              told: "You read until one day looks like the next. Only this stays with you: it begins on the day on which <t> went missing, and <w> is always near.",
              sets: ["knows-w"],
            },
          },
          {
            text: "Ask <h> for the list",
            with: "helper",
            then: {
              told: '"Take it," says <h>. "I know it by heart. But one thing for another: I want <favour>." You take the list.',
              feels: { helper: 5 },
              sets: ["owes", "has-list"],
            },
          },
          {
            text: "Ask <h> why nobody puts an end to it",
            with: "helper",
            then: {
              told: '"Because <benefit>," says <h>. "Not since it began. Would you be the one to end it?"',
              sets: ["knows-benefit"],
            },
          },
        ],
      },
      {
        leads: [{ text: "Look for the way to <p2>", then: { told: "There is only one." } }],
        title: way.title,
        place: 1,
        text: "<way>",
        deeds: [
          {
            text: way.bold.text,
            stat: "dexterity",
            then: { told: way.bold.works, goes: 2 },
            fail: { told: way.bold.fails, sets: ["hurt"], goes: 2 },
          },
          { text: way.careful.text, then: { told: way.careful.told, sets: ["late"], goes: 2 } },
          {
            text: "Ask <h> to show you the way across",
            with: "helper",
            when: "owes || since",
            then: {
              told: "<H> goes ahead and shows you what holds and what does not. Neither of you says a word until you are across, and then <h he> turns back.",
              sets: ["shown"],
              goes: 2,
            },
          },
        ],
      },
      {
        leads: [{ text: "Look round <at p2>", then: { told: "You are not alone." } }],
        title: "<G> Asks",
        place: 2,
        text: '<G> is <at p2>, and was expecting you. {if hurt}"You look as if you had come the hard way," says <g>.{else if late}"You took your time," says <g>.{else}"That was quick," says <g>.{/if} "You ask a good many questions for somebody who has just come. Here nobody asks, and <benefit>. Those two things belong together."',
        deeds: [
          {
            text: "Ask <g> who made it so",
            with: "guard",
            then: {
              told: '"I keep the way," says <g>. "I did not make it." But <g he> has looked up for a moment, towards <p3>.',
              sets: ["knows-k"],
            },
          },
          {
            text: "Claim to be only curious",
            with: "guard",
            then: {
              told: '"That is how it starts," says <g>. "First one is curious, and then one wants to be right." <G he> steps aside all the same.',
              feels: { guard: 5 },
            },
          },
          {
            text: "Agree, and wait for <g> to turn away",
            stat: "stealth",
            then: {
              told: "<G> turns away content. Where <g he> has been standing the ground is worn. Nobody stands so long in one place for nothing.",
              sets: ["saw-spot"],
            },
            fail: {
              told: '<G> turns away and turns back. "Looking for something?" says <g>. It does not sound like a question.',
              feels: { guard: -15 },
            },
          },
        ],
      },
      {
        leads: [{ text: "Look behind what stands <at p2>", then: { told: "There is more behind it than dust." } }],
        title: "What Lay There",
        place: 2,
        text: "In a corner of <p2> lies <a t>. It has been wiped clean and put where nobody puts a thing by accident. {if has-list}It is the one that stands in the list.{else if since}It must be the one that <h> spoke of.{else if knows-w}It must be the one that the list begins with.{else}Somebody must have missed it.{/if}",
        deeds: [
          {
            text: "Take <t> with you",
            then: { told: "It is warm, as if somebody had held it not long ago.", takes: true, sets: ["has-t"] },
          },
          {
            text: "Leave it and wait",
            then: {
              told: "You keep out of sight. It is <w> who comes. <W he> looks whether it is still there, does not touch it, and goes.",
              sets: ["saw-w"],
            },
          },
          {
            text: "Show it to <g>",
            with: "guard",
            then: {
              told: '<G> looks at <t> and then at nothing. "Put it back," says <g>. "Please." It is the first time that anybody has heard that word from <g him>.',
              feels: { guard: 10 },
              sets: ["g-afraid"],
            },
          },
        ],
      },
      {
        leads: [
          {
            text: "Turn round to whoever is behind you",
            then: { told: "There has been somebody behind you for some time." },
          },
        ],
        title: "<W>",
        place: 2,
        text: '<W> has waited until <g> is out of hearing. "You have found it," says <w>. "I put it there. I was told to throw it away, and I could not. It was <k> who told me." Since that night <w> <cost>.',
        deeds: [
          {
            text: "Promise <w> to name nobody",
            with: "witness",
            then: {
              told: '"Then I will tell you what it is for," says <w>. "It has to be given back. That would end it, all of it. Nobody wants it to end, only I do, and I do not count."',
              feels: { witness: 25 },
              sets: ["kept-w", "knows-end"],
            },
          },
          {
            text: "Ask <w> what was agreed that night",
            with: "witness",
            then: {
              told: '"I was outside," says <w>. "I heard a voice that I did not know, and I heard <k> say yes. Afterwards <k he> came out and gave me <t>."',
              sets: ["heard-yes"],
            },
          },
          {
            text: "Refuse to keep it quiet",
            with: "witness",
            then: {
              told: '"Then say that you have it from me," says <w>. "I am tired of being the only one."',
              feels: { witness: 10 },
              sets: ["w-open"],
            },
          },
        ],
      },
      {
        leads: [{ text: "Set out for <p3>", then: { told: "You do not get away unseen." } }],
        title: "Somebody Is Afraid",
        place: 2,
        text: '<sign2> <H> comes after you in a hurry. {if has-list}"They have been to <p1>," says <h>. "They were looking for the list, and you have it."{else}"The list is gone," says <h>. "It lay <at p1>, and now it does not. Somebody is afraid of a piece of paper."{/if} From here it is not far to <p3>.',
        deeds: [
          {
            text: "Tell <h> all of it",
            then: {
              told: '<H> hears it to the end. "So it is <w> who pays for it," says <h>, "and all of us have the good of it. I wrote that name down every time and never thought to ask." <H he> goes with you to <p3>.',
              feels: { helper: 20 },
              sets: ["told-h"],
              goes: 3,
              moves: { helper: 3 },
            },
          },
          {
            text: "Pay <h> first",
            when: "owes",
            then: {
              told: '<given> "Now?" says <h>. "With all this going on?" But <h he> is glad, and goes with you to <p3>.',
              feels: { helper: 30 },
              sets: ["paid"],
              goes: 3,
              moves: { helper: 3 },
            },
          },
          {
            text: "Hurry on",
            then: { told: "<H> stays behind.", feels: { helper: -10 }, sets: ["straight"], goes: 3 },
          },
        ],
      },
      {
        leads: [{ text: "Go up to <k>", with: "keeper", then: { told: "<K> has been waiting for you." } }],
        title: "<K>",
        place: 3,
        text: '<K> is <at p3>. "So you are the one," says <k>. "The others only ever come to thank me." <K he> does not ask what you want, and <k he> does not send you away.',
        deeds: [
          {
            text: "Put <t> in front of <k>",
            with: "keeper",
            when: "has-t",
            then: {
              told: '<K> does not touch <t>. "I gave that away to be lost," says <k>. "It seems that I gave it to the wrong one, or to the right one."',
              feels: { keeper: 5 },
              sets: ["shown-t"],
            },
          },
          {
            text: isAsked ? "Ask <k> <q>" : "Ask <k> why it is so",
            with: "keeper",
            then: {
              told: '"You shall hear it," says <k>. "Afterwards you will have to decide something, and you will wish that you had not asked. I say it beforehand, because nobody said it to me."',
              feels: { keeper: 10 },
              sets: ["asked"],
            },
          },
          {
            text: "Speak of what it cost <w>",
            with: "keeper",
            then: {
              told: '"<W>," says <k>, and is silent for some time. "I look the other way when <w he> goes by. It is the worst of it, and I do it well."',
              feels: { keeper: 10, witness: 10 },
              sets: ["said-w"],
            },
          },
        ],
      },
      {
        leads: [{ text: "Wait for <k> to speak", with: "keeper", then: { told: "It takes some time." } }],
        title: "The Answer",
        place: 3,
        text: `${isKnown ? '"I know <q>," says <k>. "I have never said it. There' : asked === null ? '"It was I," says <k>. "There' : `"I know who ${asked} is," says <k>. "Nobody else does. There`} was a bad time here, worse than anybody tells you, and ${asked ?? "somebody"} made me an offer. ${price} For that we were to be safe. <T> was what I gave for it." <K> looks at the floor. "So now <benefit>. And one of us pays. It was to be me, and it became <w>."`,
        deeds: [
          {
            text: asked === null ? "Ask who made the offer" : `Ask what became of ${asked}`,
            with: "keeper",
            then: {
              told: `"${asked === null ? "Somebody" : "It was somebody"} who had just come," says <k>, "and who asked questions. I thought of it when I heard of you." <K he> looks at you a little longer than is polite.`,
              sets: ["knows-offer"],
            },
          },
          {
            text: "Ask how it can be ended",
            with: "keeper",
            then: {
              told: '"By giving back <t>, in front of everybody," says <k>. "It is as easy as that. Then it will be over, the odd thing and the good thing, both."',
              sets: ["knows-end"],
            },
          },
          {
            text: "Ask why it became <w>",
            with: "keeper",
            then: {
              told: '"Because <w he> was there, and said nothing," says <k>. "One can build a great deal on somebody who says nothing."',
              sets: ["knows-why-w"],
            },
          },
        ],
      },
      {
        leads: [{ text: "Listen to who is coming", then: { told: "There is more than one of them." } }],
        title: "What Is to Be Done",
        place: 3,
        text: '<sign3> <G> has come in, and <w> after <g him>. Nobody has sent for them. {if told-h || paid}<H> stands by the side and has begun a new page.{/if} "Now you know it," says <g>. "So what will you do?" {if has-t}<T> lies on the floor between all of you.{else}<G> has brought <t>, and puts it on the floor between all of you.{/if}',
        deeds: [
          {
            text: "Give back <t>, and end it",
            ends: "ended",
            then: { told: "You pick up <t> and say, so that all can hear it, that you are giving it back." },
          },
          {
            text: "Keep quiet, like everybody",
            ends: "quiet",
            then: { told: "You pick up <t> and hand it to <g>, who puts it away." },
          },
          {
            text: "Offer to pay in place of <w>",
            ends: "instead",
            then: { told: "You pick up <t> and say that from now on it is you." },
          },
          {
            text: "Call everybody together and let them choose",
            ends: "asked",
            then: { told: "You pick up <t>, and go out with it to where everybody can see it." },
          },
        ],
      },
    ],
    endings: [
      {
        id: "ended",
        title: "Given Back",
        text: `For a moment nothing is different. Then <w> takes a deep breath, like somebody who puts down a load, and it is over. ${asked === null ? "What was odd is ordinary from that day on, and whoever comes new has nothing to notice." : `Everybody speaks of ${asked} from that day on, as of anybody else.`}\n\n"We shall not be safe any more," says <k>. "No," says <w>. "Only like everybody else."`,
        epilogue:
          DEEDS +
          "The first loss comes before the month is out. Some say your name when they speak of it. <W> says it too, and in another voice.",
      },
      {
        id: "quiet",
        title: "Nobody Asks",
        text: "Nothing happens, and that is the answer. <G> nods to you as one nods to a neighbour. <K> has gone back to <k his> work. Only <w> stands there a little longer, and then goes off to do what has to be done.\n\nAfter a week you do not notice it any more, just as <h> said.",
        epilogue:
          DEEDS +
          "All is well here, and it stays well. When somebody new comes and looks round, it is you who goes to see them, and says that there is nothing to notice.",
      },
      {
        id: "instead",
        title: "In Place of Another",
        text: '"You know what it is," says <w>. You know it. <K> asks whether you are sure, and there is nothing to say to that.\n\n<W> goes out, slowly at first. At the last moment <w he> turns round, to see whether anybody will call <w him> back, and nobody does.',
        epilogue:
          DEEDS +
          "It is not so bad, once one is used to it. <H> has put your name into the list. <G> says good day to you, each day, and looks the other way.",
      },
      {
        id: "asked",
        title: "A Show of Hands",
        text: "They all come, as it turns out. You say it once, without raising your voice: what is odd, and what it is good for, and who pays for it. Nobody can say afterwards that they did not know.\n\nIt takes until late. Some shout, and <h> reads out the list. In the end they decide that each of them is to pay for a day, and <k> is to be the first.",
        epilogue:
          DEEDS +
          "It is no longer a secret, so it is no longer odd. It is only a turn that one takes, like washing up. <W> has the last day of the year, and has not come to it yet.",
      },
    ],
    left: {
      id: "left",
      title: "Gone Again",
      text: "You leave as you came, with a question. <sign3> Behind you everything is as it was.",
      epilogue: DEEDS + '"That one looked round for longer than most," says <h>, and writes down the day.',
    },
    lore: [
      "<T> went missing on the day on which it all began.",
      "Nobody has looked for <t>, although everybody knows what it looks like.",
      "Whoever had <t> last has not said so.",
      "Whoever does not ask sleeps better, they say here.",
    ],
    bonds: [
      ["helper", "guard", "Does not write anything down while <g> is near"],
      ["helper", "witness", "Is sorry for <w>, and could not say why"],
      ["guard", "keeper", "Does what <k> says, and has never asked for a reason"],
      ["guard", "witness", "Looks the other way when <w> goes by"],
      ["keeper", "guard", "Relies on <g>"],
      ["keeper", "helper", "Knows of the list, and has never asked to see it"],
      ["witness", "keeper", "Is afraid of <k>, and less than <k he> thinks"],
      ["witness", "helper", "Would like to be asked by <h>"],
    ],
    questions: [
      asked === null
        ? isAsked && question === null
          ? "Who can say <q>?"
          : "Who made it so that nobody asks?"
        : `Who is ${asked}?`,
    ],
  };
}
