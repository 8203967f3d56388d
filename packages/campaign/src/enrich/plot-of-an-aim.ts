import type { Plot } from "./plot.js";
import type { Kit } from "./kit.js";
import type { StorySeed } from "./seed.js";

const NOTHING = { thing: null, client: null } as const;

/** What the player has done, for the end. */
const DEEDS =
  "{if paid}You kept your word to <h>, when there was hardly time for it.{else if owes}You promised <h> <favour>, and have not kept it yet.{else}You owe <h> nothing.{/if} {if ally || together}<G> tells everybody that you were the first who said “together”.{else if rival}<G> speaks of you as of somebody who runs fast.{/if}{if kept-w && k-open} <W> does not speak to you any more.{else if kept-w} <W> nods to you from a corner, and nobody knows why.{/if}\n\n";

/** Somebody wants something before a time is up; it can be done once, and another has been promised it. */
export function plotOfAim({ way }: Kit, { thing, client }: Pick<StorySeed, "thing" | "client"> = NOTHING): Plot {
  // Where the thing is what the player wants it is had, and else it is what one does it with.
  const isHad = thing !== null;
  return {
    id: "aim",
    scenes: [
      {
        leads: [
          { text: "Look for a guide", then: { told: "Somebody has been looking at you." } },
          { text: "Set out by yourself", then: { told: "You do not get far." } },
        ],
        title: "Seen Through",
        place: 0,
        text:
          client === null
            ? '<H> has come to you <at p0>, after a long look from further off. "To <aim>," says <h>. "It shows by how you look round. You are not the first, and so far nobody has."'
            : '<H> has come to you <at p0>. "I ask only one thing of you," says <h>, "and that is to <aim>. You are not the first, and so far nobody has."',
        deeds: [
          {
            text: client === null ? "Own up" : "Say yes",
            with: "helper",
            then: {
              told: isHad
                ? '"<K> keeps <t> <at p3>," says <h>, "and <k he> has not given it to anybody yet. Come to me <at p1>, and I will tell you how one gets there."'
                : '"Then you need <a t>," says <h>. "It has never been done without. <K> keeps it <at p3>, and <k he> has not given it to anybody yet. Come to me <at p1>, and I will tell you how one gets there."',
              feels: { helper: 15 },
              sets: ["honest"],
            },
          },
          {
            text: "Ask <h> for a reason",
            with: "helper",
            then: {
              told: `"I have watched eleven try it," says <h>. "I should like to see one do it. ${
                isHad ? "<K> has <t> <at p3>." : "<K> has <a t> <at p3>, and without that you need not set out."
              } Come to me <at p1> first."`,
            },
          },
          {
            text: client === null ? "Claim to be only passing" : "Hesitate",
            with: "helper",
            then: {
              told:
                client === null
                  ? `<H> does not believe a word of it. "Then pass by <p1>," says <h>, "and after that by <p3>. <K> keeps ${isHad ? "<t>" : "<a t>"} there. Those who are only passing always want it in the end."`
                  : `"So did the others," says <h>. "Come to <p1> first, and think it over. <K> keeps ${isHad ? "<t>" : "<a t>"} <at p3>, and without that it cannot be done."`,
              sets: ["sly"],
            },
          },
        ],
      },
      {
        leads: [{ text: "Follow <h> to <p1>", then: { told: "<H> goes ahead and does not look round.", goes: 1 } }],
        title: "One Thing for Another",
        place: 1,
        text: '<H> makes room for you <at p1>. "To get to <p3> you have to get by <g>," says <h>. "I know how. But one thing for another. I want <favour>. I have asked for nothing else, ever."',
        deeds: [
          {
            text: "Promise <h> <favour>",
            with: "helper",
            then: {
              told: '"Good," says <h>. "Then listen. What <g> wants is <gwants>. Offer <g him> that, and <g he> looks the other way."',
              feels: { helper: 20 },
              sets: ["owes", "knows-g"],
            },
          },
          {
            text: "Ask what becomes of those who fail",
            with: "helper",
            then: {
              told: '"Of them, nothing. And I go on doing without," says <h>. <H he> tells you all the same what <g> wants: <gwants>. "You will do it or you will not. I only wanted to have said it."',
              sets: ["knows-g"],
            },
          },
          {
            text: "Insist on going by yourself",
            with: "helper",
            then: {
              told: '"They all say that," says <h>. "<G> is <at p2>. You will not have to look for <g him>."',
              feels: { helper: -10 },
              sets: ["alone"],
            },
          },
        ],
      },
      {
        leads: [{ text: "Look for the way across", then: { told: "There is only one." } }],
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
            when: "owes",
            then: {
              told: "<H> goes ahead and shows you what holds and what does not. Neither of you says a word until you are across, and then <h he> turns back.",
              sets: ["shown"],
              goes: 2,
            },
          },
        ],
      },
      {
        leads: [{ text: "Go on along <p2>", then: { told: "You get no further than a few steps." } }],
        title: "<G> in the Way",
        place: 2,
        text: '<G> is <at p2>, just where you have to pass. "That is far enough," says <g>. {if hurt}"You have had a bad crossing, and you will have a worse one back."{else if late}"I have been looking at you for as long as you have been on your way."{else}"You came quickly. Those who come quickly want something."{/if}',
        deeds: [
          {
            text: "Tell <g> the truth",
            with: "guard",
            then: {
              told: '"To <aim>," says <g> after you. "So you too." <G he> looks at you differently. <G he> lets you by without another word, which is the strangest thing that <g he> has done.',
              feels: { guard: 10 },
              sets: ["told-g"],
            },
          },
          {
            text: "Offer <g> what <g he> wants",
            with: "guard",
            when: "knows-g",
            then: {
              told: '"Who told you that I want <gwants>?" says <g>. <G he> thinks it over. "You mean it. Very well. I have not seen you."',
              feels: { guard: 20 },
              sets: ["offered-g"],
            },
          },
          {
            text: "Wait for a chance to slip past <g>",
            stat: "stealth",
            then: { told: "In the end <g> looks away for as long as it takes." },
            fail: {
              told: '<G> looks away, and looks back too soon. "I only wanted to know whether you would," says <g>. "Now I know. Go on, then."',
              feels: { guard: -15 },
            },
          },
        ],
      },
      {
        leads: [{ text: "Go on without looking round", then: { told: "Nobody stops you, and then somebody does." } }],
        title: "Promised Before",
        place: 2,
        text: '"One thing more," says <g>. "There is something that <h> does not know. <K> promised me <t>. That was before you, and before the eleven. I am still waiting."',
        deeds: [
          {
            text: "Offer to do it together",
            with: "guard",
            then: {
              told: '"Together," says <g>, as if it were a word from far away. "Nobody has put it like that." <G he> says that <g he> will be there.',
              feels: { guard: 25 },
              sets: ["ally"],
            },
          },
          {
            text: "Ask why <k> has not kept the promise",
            with: "guard",
            then: {
              told: '"Ask <w>," says <g>. "<W> was there that night. <W he> is never far from here, and <w he> hears everything."',
              sets: ["sent-to-w"],
            },
          },
          {
            text: "Challenge <g> to a race",
            with: "guard",
            then: {
              told: '"Then hurry," says <g>, and is already on the way.',
              feels: { guard: -25 },
              sets: ["rival"],
            },
          },
        ],
      },
      {
        leads: [{ text: "Listen for a moment", then: { told: "Somebody is there, very still." } }],
        title: "What <W> Saw",
        place: 2,
        text: '<W> has heard every word of it. "I was there," says <w>. "I am there most nights. <K> takes <t> out, looks at it, and puts it back. <K he> has done it every night since the promise. I think that <k he> is afraid of it."',
        deeds: [
          {
            text: "Promise <w> to keep it to yourself",
            with: "witness",
            then: {
              told: `"Then you shall have the rest of it," says <w>. "${
                isHad
                  ? "<K he> would give it to whoever asks, and nobody has asked."
                  : "It works once more, and after that it is finished."
              } <K> knows it, and I know it, and now you do."`,
              feels: { witness: 20 },
              sets: ["knows-once", "kept-w"],
            },
          },
          {
            text: "Ask <w> to come and say it to <k>",
            with: "witness",
            then: {
              told: '"To <k>?" says <w>. It takes a while. "If you stand in front of me."',
              feels: { witness: 5 },
              sets: ["w-comes"],
              moves: { witness: 3 },
            },
          },
          {
            text: "Press <w> for the rest",
            with: "witness",
            stat: "charisma",
            then: {
              told: isHad
                ? '"<K he> would give it to whoever asks," says <w>. "There. Now I have said it, and I wish that I had not."'
                : '"It works once more," says <w>. "Then it is finished. There. Now I have said it, and I wish that I had not."',
              feels: { witness: -10 },
              sets: ["knows-once"],
            },
            fail: {
              told: "<W> says nothing more. It is the kind of silence that has something in it.",
              feels: { witness: -20 },
            },
          },
        ],
      },
      {
        leads: [{ text: "Set out for <p3>", then: { told: "There is less time than there was." } }],
        title: "Less Time",
        place: 2,
        text: "<sign2> From here it is not far to <p3>. {if owes}It is just as far back to <h>, to whom you promised <favour>, and there is not time for both.{else}Behind you <h> has come a part of the way, and looks after you.{/if}",
        deeds: [
          {
            text: "Keep your word to <h> first",
            when: "owes",
            then: {
              told: '<given> <H> looks at it for some time. "I did not think that you would," says <h>. "I am coming with you." By then it is late, and you go to <p3> as fast as you can.',
              feels: { helper: 40 },
              sets: ["paid"],
              goes: 3,
              moves: { helper: 3 },
            },
          },
          {
            text: "Ask <h> to come with you after all",
            when: "!owes",
            then: {
              told: '{if alone}"I thought you would rather go by yourself,"{else}"I wondered when you would ask,"{/if} says <h>, and comes. On the way to <p3> <h he> does not mention it again.',
              feels: { helper: 10 },
              sets: ["h-comes"],
              goes: 3,
              moves: { helper: 3 },
            },
          },
          {
            text: "Go straight on",
            then: {
              told: "{if owes}Behind you <h> says something, once, and it was not loud.{else}Nobody calls after you.{/if}",
              sets: ["straight"],
              goes: 3,
            },
          },
        ],
      },
      {
        leads: [{ text: "Go up to <k>", with: "keeper", then: { told: "<K> has been waiting for you." } }],
        title: "<K>",
        place: 3,
        text: `<K> is <at p3>, and <t> lies in front of <k him>. "I have been told about you," says <k>. "By everybody. ${
          isHad
            ? "There is only the one, and I can give it away only once."
            : "It can be done once more, and then this is finished."
        } After you there will be nobody." <K he> leaves <t> where it is.`,
        deeds: [
          {
            text: "Ask <k> why it has lain there so long",
            with: "keeper",
            then: {
              told: isHad
                ? '"Because as long as it lies here, anybody may still have it," says <k>. "Afterwards one has it. I could not choose, and so I kept it."'
                : '"Because as long as it lies here, it can still be done," says <k>. "By anybody. Afterwards it has been done by one. I could not choose, and so I kept it."',
              feels: { keeper: 15 },
              sets: ["knows-why"],
            },
          },
          {
            text: "Speak of what <w> saw",
            with: "keeper",
            when: "knows-once || w-comes",
            then: {
              told: '{if w-comes}<W> says it, from behind you: each night, out and back again.{else}Each night, you say, out and back again.{/if} "So somebody has known all along," says <k>. "That makes it easier. I should not have thought so." {if kept-w}You had promised <w> to keep it to yourself.{/if}',
              feels: { keeper: 10 },
              sets: ["k-open"],
            },
          },
          {
            text: "Ask for it, plainly",
            with: "keeper",
            then: {
              told: '"That is what nobody has done," says <k>. "They have offered me things for it, and they have tried to steal it. One wept. Nobody asked." <K he> pushes it a little way towards you.',
              feels: { keeper: 20 },
              sets: ["asked"],
            },
          },
        ],
      },
      {
        leads: [
          { text: "Turn towards the steps behind you", then: { told: "Whoever it is takes the time that it takes." } },
        ],
        title: "Two Who Want It",
        place: 3,
        text: '<G> is there. {if ally}<G he> has come as <g he> said.{else if rival}<G he> has come the short way, and was only a little too slow.{else}Nobody has heard <g him> come.{/if} "You promised it to me," says <g> to <k>. <K> looks from <g> to you. "So I did," says <k>. "You will have to settle it between you. I am too old to be fair."',
        deeds: [
          {
            text: "Speak up for <g>",
            with: "guard",
            then: {
              told: '<G> has an answer ready for everything but that. "Yes," <g he> says after a while. "Well. Now that somebody has said so, I could almost do without."',
              feels: { guard: 30 },
              sets: ["g-first"],
            },
          },
          {
            text: "Tell <g> of your way here",
            with: "guard",
            then: {
              told: 'You leave nothing out{if hurt}, not even the crossing{/if}. <G> hears it to the end. "I have only waited," says <g>. "You have at least been on the way."',
              feels: { guard: 15 },
              sets: ["you-first"],
            },
          },
          {
            text: isHad ? "Ask <k> whether two could have it" : "Ask <k> whether two could do it",
            with: "keeper",
            then: {
              told: `"Two?" says <k>. "${
                isHad
                  ? "It would belong to both, and neither could say that the other had taken it."
                  : "It would be done once, and both would have done it."
              } I never thought of it. They always came alone." <G> looks at you and waits.`,
              feels: { guard: 20, keeper: 10 },
              sets: ["together"],
            },
          },
        ],
      },
      {
        leads: [{ text: "Step up to <t>", then: { told: "Nobody holds you back." } }],
        title: "Now or Not",
        place: 3,
        text: "<sign3> <T> lies between you and <g>. {if paid}<H> is beside you, and has had what was promised.{else if h-comes}<H> is beside you.{/if} <K> has stepped back.",
        deeds: [
          {
            text: isHad ? "Take <t>" : "Take <t> and do it",
            ends: "done",
            then: { told: "It is lighter than it looked." },
          },
          {
            text: isHad ? "Take it together with <g>" : "Do it together with <g>",
            ends: "together",
            when: "together || ally",
            then: { told: "You take <t> by one end, and <g> takes it by the other." },
          },
          { text: "Let <g> have it", ends: "given", then: { told: "You step back." } },
          {
            text: "Leave it lying for whoever comes next",
            ends: "kept",
            then: { told: "Nobody says anything for a while." },
          },
        ],
      },
    ],
    endings: [
      {
        id: "done",
        title: "Done",
        text: `${isHad ? "It is yours, and nobody takes it away again." : "It works as it was always going to work, once."} And so you <doaim>, <deadline>, as you wanted to from the first.\n\n{if paid}"There," says <h>. "I said that I should like to see it."{else if owes}<H> is still waiting for <favour>, and will hear of it from others.{else}<H> hears of it from others, and wants to know every detail.{/if} <G> goes back to <p2> and sits down in the usual place.`,
        epilogue:
          DEEDS +
          (isHad ? "Only the place where it lay is left <at p3>. " : "What is left of <t> lies <at p3>. ") +
          "People come to look at it. <K> tells them that it has been done, and by whom, and when they ask whether it can be done again, <k he> says no, and sounds relieved.",
      },
      {
        id: "together",
        title: "Two",
        text: 'It is done once, and there are two who have done it. You <doaim>, and so does <g>, who had stopped believing in it long ago. "So that is what it is like," says <g>.\n\n<K> laughs, for the first time in anybody’s memory. "They always came alone," says <k>. "How was I to know?"',
        epilogue:
          DEEDS +
          "<G> does not stand in anybody’s way any more. Whoever goes by <p2> is told the whole story, whether they have time or not.",
      },
      {
        id: "given",
        title: "The Promise Kept",
        text: `<G> takes <t> and looks at it for a long time. Then ${isHad ? "<g he> turns to go" : "<g he> does it"}, and it is over more quickly than anybody had thought. "I waited so long," says <g>. "I had forgotten that it would happen."\n\nYou do not <aim>, not this time. <K> has kept a promise, late, and owes it to you.`,
        epilogue:
          DEEDS +
          '"There were eleven who wanted it," <h> tells everybody who comes, "and one who could have had it." <H he> does not say which of the two <h he> would rather have been.',
      },
      {
        id: "kept",
        title: "Once More",
        text: "You leave it lying, so that <g> may still have it, or <w>, or somebody who has not set out yet. <K> understands it before anybody else does, and puts <t> back into its place with great care.\n\nThe time is up, and nobody has done it. <W> is the first to laugh.",
        epilogue:
          DEEDS +
          "You go there now and then. <K> takes <t> out, and the two of you look at it, and <k he> puts it back. <W> no longer has to watch from a distance.",
      },
    ],
    left: {
      id: "too-late",
      title: "Too Late",
      text: "The time is up while you are still on the way. <sign3> After that there is nothing to be done today.",
      epilogue: DEEDS + '"That makes twelve," says <h>. <T> still lies <at p3>.',
    },
    lore: [
      "<T> has lain <at p3> for as long as anybody can remember.",
      "Eleven have set out to <p3> for the sake of <t>, and eleven have come back without it.",
      "Everybody may look at <t>, and nobody may touch it.",
      "Whoever asks <g> about <t> is told to ask somebody else.",
    ],
    bonds: [
      ["helper", "guard", "Keeps out of <g>’s way, and knows what <g he> wants"],
      ["helper", "keeper", "Has never once been let in by <k>"],
      ["guard", "keeper", "Has an old account with <k>"],
      ["guard", "helper", "Lets <h> talk"],
      ["keeper", "guard", "Does not look at <g> when <g he> goes by"],
      ["keeper", "witness", "Has never noticed <w>"],
      ["witness", "keeper", "Watches <k> at night"],
      ["witness", "guard", "Is always near <g>, and is never seen"],
    ],
    questions: ["Will you <aim> <deadline>?"],
  };
}
