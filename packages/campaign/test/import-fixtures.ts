/** Small stories in other formats, and a PNG file around a card. */
import { crc32, deflateSync } from "node:zlib";

export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

export const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** A picture of one grey pixel. */
const PIXEL: readonly (readonly [string, Buffer])[] = [
  ["IHDR", Buffer.from("00000001000000010800000000", "hex")],
  ["IDAT", deflateSync(Buffer.from([0, 128]))],
];

/** @param texts - By keyword, stored as cards store them. */
export function pngCard(texts: Readonly<Record<string, unknown>>): Buffer {
  const cards = Object.entries(texts).map(([keyword, card]) =>
    pngChunk("tEXt", Buffer.from(`${keyword}\0${Buffer.from(JSON.stringify(card)).toString("base64")}`, "latin1")),
  );
  const [head, ...rest] = PIXEL.map(([type, data]) => pngChunk(type, data));
  return Buffer.concat([PNG_START, head ?? Buffer.alloc(0), ...cards, ...rest, pngChunk("IEND", Buffer.alloc(0))]);
}

export const KEEPER = {
  name: "Ada Quill",
  description:
    "{{char}} is a lighthouse keeper who has not left the rock of Skarn for nine years.\nAge: 61\nAppearance: A tall woman in an oilskin\nLikes: rope",
  personality: "dry, patient, secretive",
  scenario: "The lighthouse stands on the rock of Skarn. A storm keeps {{user}} on the rock.",
  first_mes:
    '*The door opens before {{user}} knocks.* "You are wet," says {{char}}. "The last boat has gone, {{user}}."\n\n{{user}} looks past her. It is {{time}}. *Nobody* else is there. {{// a note }}',
  mes_example:
    '<START>\n{{user}}: Who lives here?\n{{char}}: *She trims the lamp.* "I live here." "Nobody else has asked."\n{{char}}: Ships do not wait.',
  creator_notes: "A quiet evening with a keeper who hides somebody.",
  system_prompt: "You are {{char}}.",
  alternate_greetings: ["Hello there"],
  tags: ["mystery", "sea"],
  creator: "Somebody",
  character_version: "1.2.0",
  extensions: { talkativeness: "0.5" },
  character_book: {
    entries: [
      {
        keys: ["cup", "/cups?/i"],
        content: "@@depth 4\nThe second cup belongs to Hanno Reve, whose ship was lost in March.",
        enabled: true,
        name: "The second cup",
        extensions: {},
      },
      { keys: ["off"], content: "Nothing.", enabled: false, extensions: {} },
    ],
  },
};

export const CARD_V2 = { spec: "chara_card_v2", spec_version: "2.0", data: KEEPER };
export const CARD_V3 = {
  spec: "chara_card_v3",
  spec_version: "3.0",
  data: { ...KEEPER, nickname: "Ada", assets: [{ type: "icon", uri: "embeded://a.png", name: "a", ext: "png" }] },
};

export const WORLD_INFO = {
  entries: {
    "0": {
      uid: 0,
      key: ["Marn"],
      keysecondary: ["town"],
      comment: "Marn",
      content: "Marn is a town of white roofs. Its gate is shut at noon.",
      disable: false,
    },
    "1": {
      uid: 1,
      key: ["Salt Road"],
      comment: "The Salt Road",
      content: "The Salt Road runs from Marn to the sea. Carts go on it by night.",
      constant: true,
    },
  },
};

export const TWEE = `:: StoryTitle
The Mouth

:: StoryData
{"ifid":"D674C58C-DEFA-4F70-B7A2-27742230C0FC","format":"SugarCube","start":"Shore"}

:: Looks [stylesheet]
body { color: red }

:: Shore {"position":"1,2"}
You stand before a cave on the shore. A cold wind blows out of it.
<<set $match to true>>
[[Go in->Dark]]
[[Climb the hill|Hill]]

:: Hill
From the hill you see that the cave has //teeth//. /* not yet */

[[Go back down and in|Dark]]
[[Home<-Walk home]]

:: Dark
It is dark in here. <<if $match>>You have one match left.<<else>>Your matches are gone.<</if>> You have $coins coins.
<<audio "drip" play>>
<<if $match>>[[Strike the match|Light][$match to false]]<</if>>
[[Run outside|Home]]
[[Where to?|Nowhere]]

:: Light
The light shows a tongue as long as a boat.

[[Stand still|Dark]]

:: Home
You run until you can hear the sea no more.

:: Whalers
Whalers came to this shore until the year of the ice.
`;

export const HARLOWE = `<html><body><tw-storydata name="The &amp; Gate" startnode="2" format="Harlowe">
<style role="stylesheet">p {}</style>
<tw-passagedata pid="1" name="Yard" tags="">The yard is empty.(if: $key is 1)[ You hold a key.](else:)[ You hold nothing.]
(if: (random: 1, 2) is 1)[A dog barks.]
[[Leave-&gt;Road]]</tw-passagedata>
<tw-passagedata pid="2" name="Gate" tags="">You come to a &lt;b&gt;gate&lt;/b&gt;.
(link-goto: "Enter", "Yard")</tw-passagedata>
<tw-passagedata pid="3" name="Road" tags="">The road is long and white.</tw-passagedata>
</tw-storydata></body></html>
`;

export const INK = `# title: The Last Inn
# author: Nobody
VAR coins = 3
VAR met_host = false
LIST moods = calm, angry
-> arrival

=== arrival ===
The inn stands alone at the end of the road. // a comment
A lamp burns in the window. # sound: wind
* [Knock at the door]
  You knock twice.
  ~ met_host = true
  * * "I can pay[."]," you say, and show a coin.
      ~ coins -= 1
      -> hall
  * * [Turn away] -> road
* [Look through the window]
  There is {one|no} table, and one man at it. {coins > 2: Your purse is heavy.|Your purse is light.}
  -> arrival.steps
* -> road

= steps
You hear steps behind the door.
+ [Wait] -> hall
+ {not met_host} [Run to the stable] -> road

=== hall ===
{met_host: The host does not look at you.|The host says that you are late.}
You have {coins} coins left. The fire is out.
{
  - coins > 2:
    A cat looks at your purse.
  - else:
    A cat looks past you.
}
+ [Sit down at the table]
  The man slides a cup to you.
+ [Warm your hands]
  There is nothing to warm them at.
  -> hall
- The clock strikes nine.
* [Drink] -> END
* [Leave the cup] -> road

=== road ===
The road goes on in the dark.
-> END

=== function double(x)
~ return x * 2
`;
