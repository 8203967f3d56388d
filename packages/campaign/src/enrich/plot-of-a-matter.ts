/** A plot that is made of what its author says: who knows what of the matter, what happens, and what is to be decided. Implements rules CA6006 to CA6009. */
import type { Part } from "./kit.js";
import type { Plot, PlotDeed, PlotScene } from "./plot.js";
import type { SeedMatter } from "./seed-matter.js";
import type { Stage } from "./stage.js";

const LETTER: Readonly<Record<Part, string>> = { helper: "h", guard: "g", keeper: "k", witness: "w" };

/** With which somebody comes to what is so, beside the matter. */
const ASIDES = [
  "You have to know how it is here.",
  "That is not all.",
  "And do not forget this.",
  "There is this as well.",
];

export function plotOfMatter(
  { people }: Pick<Stage, "people">,
  { topic, facts, hidden, happenings, decision, unknowing: who }: SeedMatter,
): Plot {
  const left = [...facts];
  const secrets = [...hidden];
  const events = [...happenings];
  let asides = 0;
  const bare = (part: Part): string => people[part].name.replace(/^the\s/i, "");
  /** The next of the author's sentences that somebody else than those it is about can say. */
  const fact = (part: Part): string | null => {
    const at = left.findIndex(
      (one) =>
        !one.includes(bare(part)) &&
        !Object.values(people).some(({ name }) => one.startsWith(name) && one.split(" ").length < 4),
    );
    const found = at < 0 ? undefined : left.splice(at, 1)[0];
    if (found === undefined) return null;
    // What is not on the matter is put beside it.
    return found.includes(topic.split(" ").at(-1) ?? topic) ? found : `${ASIDES[asides++ % ASIDES.length]} ${found}`;
  };
  /** One that is on the matter itself. */
  const onMatter = (part: Part): string | null => {
    const at = left.findIndex((one) => one.includes(topic.split(" ").at(-1) ?? topic) && !one.includes(bare(part)));
    return at < 0 ? null : (left.splice(at, 1)[0] ?? null);
  };
  const about = (part: Part): string => {
    const at = left.findIndex(
      (one) => one.startsWith(people[part].name) && one.split(" ").length > bare(part).split(" ").length + 2,
    );
    const found = at < 0 ? undefined : left.splice(at, 1)[0];
    if (found === undefined) return "";
    // "Tomas Rell, the cook, listens at night.", of somebody who has just been told of by name and calling.
    const rest = found.slice(people[part].name.length).replace(/^,[^,]+,/, "");
    return ` ${part === "helper" ? "<H he>" : people[part].name}${rest}`;
  };
  const says = (part: Part, text: string | null, otherwise: string): string =>
    `"${text ?? otherwise}" says <${LETTER[part]}>.`.replace(/\.(?=" says)/, ",");
  /** As somebody goes on to say. */
  const goesOn = (text: string | null, otherwise: string): string => `"${text ?? otherwise}"`;
  const withRole = (part: Part): string => {
    const { role, ofAuthor } = people[part];
    const fits =
      ofAuthor && /^(?:the|an?)\s/.test(role) && role.split(" ").length < 8 && !/^the\s/.test(people[part].name);
    return fits ? `<${LETTER[part].toUpperCase()}>, ${role},` : `<${LETTER[part].toUpperCase()}>`;
  };
  const then = (told: string, more: Partial<PlotDeed["then"]> = {}): PlotDeed["then"] => ({ told, ...more });
  const [first, second] = decision;
  /** Whether whoever is asked in the end knows nothing of it. */
  const unknowing = who !== null && people.keeper.name.includes(who);
  /** Whoever wants it done would do it; else they differ. */
  const stance = (part: Part): string => (people[part].wants === `to ${first}` || part === "witness" ? first : second);
  const last = unknowing ? "h" : "k";
  const introduces = {
    helper: about("helper"),
    guard: about("guard"),
    keeper: about("keeper"),
    witness: about("witness"),
  };
  /** What happens by itself, as the author has it; else what somebody brings up. */
  const turn = (part: Part, otherwise: string): string => {
    const event = events.shift();
    if (event !== undefined) return `There is a stir, and everybody speaks at once. ${event}`;
    return says(part, secrets.length > 1 ? (secrets.shift() ?? null) : fact(part), otherwise);
  };
  const scenes: PlotScene[] = [
    {
      leads: [
        { text: `Ask who is there about ${topic}`, then: then("You do not have to ask twice.") },
        { text: "Look round, and take your time over it", then: then("Somebody is coming over to you.") },
      ],
      title: "<H>",
      place: 0,
      text: `<H> comes up to you.${introduces.helper} "I have to speak to somebody about ${topic}," says <h>. "It may as well be you."`,
      deeds: [
        {
          text: `Ask <h> what is known of ${topic}`,
          with: "helper",
          then: then(says("helper", onMatter("helper"), "Less than is said of it."), { feels: { helper: 10 } }),
        },
        {
          text: `Ask <h> who else has a say about ${topic}`,
          with: "helper",
          then: then(
            `"${withRole("guard")} has," says <h>, "and in the end <k>. Ask <w> as well, when nobody else is near."`,
            { feels: { helper: 5 } },
          ),
        },
        {
          text: `Tell <h> that ${topic} is no concern of yours`,
          with: "helper",
          then: then(`"That is what I said, at first," says <h>.`, { feels: { helper: -5 } }),
        },
      ],
    },
    {
      leads: [
        {
          text: "Go with <h> to <p1>",
          with: "helper",
          then: then("On the way <h> does not speak.", { goes: 1, moves: { helper: 1 } }),
        },
      ],
      title: "Where It Stands",
      place: 1,
      text: `${says("helper", fact("helper"), `I would not have said this among the others.`)} "Some want to ${first}. Some would sooner ${second}. I do not know yet where you stand. <G> is <at p2>, and has a say in it."`,
      deeds: [
        {
          text: `Say that you would ${first}`,
          with: "helper",
          then: then(`<H> nods slowly. "Then do not say so to everybody yet."`, {
            sets: ["for-first"],
            feels: { helper: 5 },
          }),
        },
        {
          text: `Say that you would ${second}`,
          with: "helper",
          then: then(`"I thought that you might," says <h>.`, { sets: ["for-second"], feels: { helper: 5 } }),
        },
        {
          text: "Say that you have to hear the others first",
          with: "helper",
          then: then(`"Begin with <g>, then," says <h>.`),
        },
      ],
    },
    {
      leads: [{ text: "Go to <p2> and look for <g>", then: then("<G> is there already.", { goes: 2 }) }],
      title: "<G>",
      place: 2,
      text: `${introduces.guard.trim()} "So <h> has been talking to you about ${topic}," says <g>. ${goesOn(fact("guard"), "You have heard one side of it.")}`.trim(),
      deeds: [
        {
          text: "Ask what <g> wants",
          with: "guard",
          then: then(`"${wish(people.guard.wants)}," says <g>.`, { feels: { guard: 10 } }),
        },
        {
          text: `Ask whether <g> would ${first}`,
          with: "guard",
          then: then(`"I would ${stance("guard")}," says <g>.`, {
            feels: { guard: 5 },
          }),
        },
        {
          text: "Press <g> for a plain answer",
          with: "guard",
          stat: "charisma",
          then: then(says("guard", fact("guard"), "I would sooner it had been left to others. There you have it."), {
            sets: ["pressed"],
          }),
          fail: then(`"You have had one," says <g>.`, { feels: { guard: -15 } }),
        },
      ],
    },
    {
      leads: [{ text: "Wait and see who else comes", then: then("You do not have to wait long.") }],
      title: "Something Happens",
      place: 2,
      text: turn("witness", `They are afraid, the ones who would ${first}, and so are the others.`),
      deeds: [
        {
          text: "Ask what <w> makes of it",
          with: "witness",
          then: then(says("witness", fact("witness"), "I would rather say it when there are fewer to hear."), {
            feels: { witness: 10 },
          }),
        },
        {
          text: "Keep quiet, and see who is troubled by it",
          then: then("<W> is, more than the others.", { sets: ["watched"] }),
        },
        {
          text: `Say aloud what it has to do with ${topic}`,
          then: then("Nobody contradicts you.", { feels: { guard: -5, witness: 5 } }),
        },
      ],
    },
    {
      leads: [{ text: "Take <w> aside", with: "witness", then: then("You both speak low.") }],
      title: "<W>",
      place: 2,
      text: `${introduces.witness.trim()} ${says("witness", secrets.length > 0 ? (secrets.shift() ?? null) : fact("witness"), `If it were mine to say, I would ${stance("witness")}.`)}`.trim(),
      deeds: [
        {
          text: "Promise <w> to tell nobody from whom you have it",
          with: "witness",
          then: then(`"Thank you," says <w>.`, { feels: { witness: 20 }, sets: ["kept-w"] }),
        },
        {
          text: "Ask what <w> wants",
          with: "witness",
          then: then(`"${wish(people.witness.wants)}," says <w>.`, { feels: { witness: 10 } }),
        },
        {
          text: "Tell <w> that the others have to know",
          with: "witness",
          then: then(`"Then you tell them," says <w>. "I cannot."`, { sets: ["w-open"] }),
        },
      ],
    },
    {
      leads: [
        {
          text: "Tell <h> what you have heard",
          with: "helper",
          then: then("<H> hears it to the end.", { feels: { helper: 10 } }),
        },
      ],
      title: "Word Gets Round",
      place: 2,
      text: turn("helper", `By tonight everybody will be speaking of ${topic}.`),
      deeds: [
        {
          text: "Ask <h> what is to be done now",
          with: "helper",
          then: then(`"It cannot be put off," says <h>. "Either we ${first}, or we ${second}."`, { sets: ["asked-h"] }),
        },
        {
          text: "Warn <h> to be careful of <g>",
          with: "helper",
          then: then(`"I have known <g> for longer than you have," says <h>.`, { feels: { helper: 5 } }),
        },
      ],
    },
    {
      leads: [{ text: "See how the others take it", then: then("They stand in twos and threes.") }],
      title: "The Other Side",
      place: 2,
      text: turn("guard", `Once we ${stance("guard") === first ? second : first}, there is no way back from it.`),
      deeds: [
        {
          text: "Tell <g> what you mean to do",
          with: "guard",
          then: then(`"Tell <k>," says <g>. "<K> is <at p3>, and has to live with it."`, { feels: { guard: 10 } }),
        },
        {
          text: "Refuse to tell <g> anything",
          with: "guard",
          then: then(`"Then say it to <k>, <at p3>," says <g>.`, { feels: { guard: -10 } }),
        },
      ],
    },
    {
      leads: [
        {
          text: "Go to <p3> and find <k>",
          then: then("<H> comes with you as far as that.", { goes: 3, moves: { helper: 3 } }),
        },
      ],
      title: "<K>",
      place: 3,
      text: `${introduces.keeper.trim()} "You have come to tell me something," says <k>. "Say it."`.trim(),
      deeds: [
        {
          text: unknowing ? "Tell <k> half of what you have heard" : "Tell <k> all that you have heard",
          with: "keeper",
          then: then(
            `<K> lets you finish. ${says("keeper", unknowing ? null : fact("keeper"), unknowing ? "You leave something out. I can hear it." : "Most of that I knew. Not all of it.")}`,
            { feels: { keeper: 15 }, sets: ["told-k"] },
          ),
        },
        {
          text: "Ask what <k> wants",
          with: "keeper",
          then: then(`"${wish(people.keeper.wants)}," says <k>.`, { feels: { keeper: 10 } }),
        },
        ...(unknowing
          ? []
          : [
              {
                text: `Ask <k> what comes of it if you ${first}`,
                with: "keeper",
                then: then(`"Nobody can tell you that," says <k>. "Nor what comes of it if you ${second}."`),
              } as const,
            ]),
      ],
    },
    {
      leads: [{ text: "Let <k> speak", with: "keeper", then: then("Nobody interrupts.") }],
      title: "What Was Kept Back",
      place: 3,
      text: unknowing
        ? `"They all look at me as one looks at somebody who is ill," says <k>. "There is something that I do not know."`
        : says(
            "keeper",
            secrets.shift() ?? fact("keeper"),
            `I have been of two minds about it since it began. On some days I would ${first}, and on others I would ${second}.`,
          ),
      deeds: unknowing
        ? [
            {
              text: "Say that there is something",
              with: "keeper",
              then: then(`"Then somebody has to tell me what," says <k>.`, { feels: { keeper: 10 } }),
            },
            {
              text: "Say that it is for others to tell",
              with: "keeper",
              then: then(`"For whom?" says <k>.`, { feels: { keeper: -5 } }),
            },
          ]
        : [
            {
              text: "Ask <k> why nobody was told",
              with: "keeper",
              then: then(`"Would you have wanted to know it, before?" says <k>.`),
            },
            {
              text: "Thank <k> for saying it",
              with: "keeper",
              then: then("<K> only nods.", { feels: { keeper: 10 } }),
            },
          ],
    },
    {
      leads: [
        {
          text: "Say that it has to be settled now",
          then: then("Nobody says no to that.", { moves: { helper: 3, guard: 3, witness: 3 } }),
        },
      ],
      title: "It Is Settled",
      place: 3,
      text: `<H> is there, and <g> and <w> have come as well. "It has to be now," says <h>. They all look at you.`,
      deeds: [
        {
          text: upper(first),
          ends: "first",
          then: then("You have made up your mind, and you say so before all of them."),
        },
        {
          text: upper(second),
          ends: "second",
          then: then("You have made up your mind, and you say so before all of them."),
        },
        {
          text: `Leave it to <${last}> to decide`,
          ends: "handed-on",
          then: then(`"You decide," you say to <${last}>.`),
        },
      ],
    },
  ];
  const chosen = (phrase: string): string => `You ${phrase}. Nobody holds you back.`;
  const stood = `{if kept-w}You named nobody, as you had promised <w>.{else}<W> does not look at you for some time.{/if}`;
  return {
    id: "secret",
    scenes,
    endings: [
      {
        id: "first",
        title: upper(first),
        text: `${chosen(first)} <G> watches, and says nothing. "So that is done," says <h>.`,
        epilogue: `${stood} When people speak of ${topic} now, they speak of you as well.`,
      },
      {
        id: "second",
        title: upper(second),
        text: `${chosen(second)} "I hope that you are right," says <h>. <G> says that somebody had to choose.`,
        epilogue: `${stood} Whatever becomes of ${topic}, it was you who wanted it so.`,
      },
      {
        id: "handed-on",
        title: "Out of Your Hands",
        text: `<${last.toUpperCase()}> is silent for so long that <g> begins to speak, and stops again. Then <${last}> says what is to be done about ${topic}, and it is done that same hour.`,
        epilogue: `${stood} <W> asks you sometimes what you would have done, and you say that you do not know.`,
      },
    ],
    left: {
      id: "left",
      title: "Not Settled",
      text: `It comes to no decision. ${upper(topic)} is where it was, and so are those who quarrel about it.`,
      epilogue: `"We shall have to speak of it again," says <h>.`,
    },
    lore: [...left.filter((one) => one.split(" ").length > 3).slice(0, 3), `Not everybody agrees about ${topic}.`],
    bonds: [
      ["helper", "guard", `Does not agree with <g> about ${topic}`],
      ["helper", "witness", "Is sorry for <w>"],
      ["guard", "keeper", "Has nothing against <k>"],
      ["guard", "witness", "Does not ask <w> anything"],
      ["keeper", "guard", "Does not know what to make of <g>"],
      ["keeper", "helper", "Knows that <h> talks"],
      ["witness", "keeper", "Would not like to be in the place of <k>"],
      ["witness", "helper", "Would like to be asked by <h>"],
    ],
    questions: [`What is to be done about ${topic}?`],
    plain: true,
  };
}

const upper = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
/** "to see one more honest fight": as somebody says it of themselves. */
const wish = (wants: string): string =>
  `I want ${/^to\s/.test(wants) ? wants : wants.slice(0, 1).toLowerCase() + wants.slice(1)}`;
