/** Forty people, animals and machines as campaigns describe them. */
interface Described {
  readonly id: string;
  readonly description: string;
  readonly kind?: string;
  readonly pronoun?: string;
}

export const FORTY: readonly Described[] = [
  { id: "odile", description: "A broad woman of fifty with grey hair in a bun, steel spectacles and a blue apron." },
  { id: "osk", description: "A stern old man with a white beard and a black coat." },
  { id: "nina", description: "Young woman, red curls, freckles, a green shawl; laughs easily." },
  { id: "peleg", description: "Fat, bald innkeeper, a man with a merry face and a brown leather apron." },
  { id: "aurelie", description: "Pale heiress, her black hair in a long braid, lace collar." },
  { id: "wim", description: "Barge pilot, dark skin, a knitted cap, a red scarf; he smiles a lot." },
  { id: "ineke", description: "A nun, an apothecary, hooded in grey; her face is severe." },
  { id: "josse", description: "Tally clerk, a thin young man with sandy hair and round glasses." },
  { id: "spill", description: "A boy, ten years old, in a coat too long for him and a flat cap." },
  { id: "oake", description: "Sergeant of the Watch, a woman in a blue uniform and a helmet.", pronoun: "she" },
  { id: "thole", description: "General manager; grey whiskers, bowler hat, black suit.", pronoun: "he" },
  { id: "josiah", description: "Old man, in his seventies, white-haired and weary, tweed jacket." },
  { id: "quill", description: "Mrs Quill: hair pinned up, pince-nez, violet dress, a cold look." },
  { id: "tuppence", description: "Young man with a red waistcoat and golden curls, grinning." },
  { id: "cattermole", description: "Middle-aged woman with short brown hair, overalls, a worried frown." },
  { id: "marrable", description: "A tall man with long black hair and a scar; olive skin, green coat." },
  { id: "captain", description: "Dog, a spaniel, brown and white.", kind: "animal" },
  { id: "grace", description: "Engineer, a woman with dark brown skin, cropped black hair and goggles." },
  { id: "will", description: "The mind of the station; it has no body.", kind: "machine" },
  { id: "seven", description: "Hull crawler, a robot of line 11.", kind: "machine" },
  { id: "bishop", description: "Geologist, an old man with a grey beard and a red muffler." },
  { id: "hunter", description: "A man in his twenties, neat blazer, fair hair, a clipboard." },
  { id: "dowager", description: "Lead camel of the Long String.", kind: "animal" },
  { id: "rashan", description: "String-mother, a woman with weathered skin and a headscarf of indigo." },
  { id: "yusri", description: "Rope-boy, a boy of twelve, twelve years old, brown skin, curly hair." },
  {
    id: "nuriddin",
    description: "Officer of the Guild, he wears grey robes, a turban and a trimmed beard; olive skin.",
  },
  { id: "sabah", description: "Well-Keeper, a young woman in white with a hood." },
  { id: "hakam", description: "Glassblower, an old man, bald, brown skin, burn marks, leather apron." },
  { id: "marigold", description: "The Duchy's only dragon.", kind: "animal" },
  { id: "queen", description: "A goose, sovereign of Goose Green.", kind: "animal" },
  { id: "newts", description: "Seven newts in a bucket.", kind: "animal" },
  {
    id: "wimple",
    description: "Professor Wimple, historian, an elderly woman with white hair and violet ink on her cuffs; glasses.",
  },
  { id: "duchess", description: "The Grand Duchess, a proud woman with a ruff and golden hair put up in a bun." },
  { id: "keeper", description: "The stamping engine at the Return Desk.", kind: "machine" },
  { id: "hare", description: "A hare of two colours.", kind: "animal" },
  { id: "bear", description: "A bear who has not slept for forty-nine years.", kind: "animal" },
  { id: "sisters", description: "Three sisters, knitters.", kind: "group" },
  { id: "grey", description: "The ghost of a woman in grey.", kind: "spirit" },
  { id: "cat", description: "Ship's cat, black.", kind: "animal" },
  { id: "tricorn", description: "A captain in a tricorn and a scarlet coat; a man with a queue." },
];

const atAges = (id: string, of: (age: string) => string, ages: readonly [string, string, string]) => ({
  id,
  descriptions: ages.map(of),
});

/** Four people as a child, grown up and old. */
export const THREE_AGES = [
  atAges("marta", (age) => `A ${age} with red curls, freckles and a green shawl.`, [
    "girl, nine years old,",
    "woman of thirty",
    "old woman",
  ]),
  atAges("bo", (age) => `A ${age} with dark skin and round spectacles, in a blue coat.`, [
    "boy of ten years old",
    "man, 40 years old,",
    "old man",
  ]),
  atAges("ivo", (age) => `A ${age} in a brown jersey.`, ["boy, eight years old,", "young man", "old man"]),
  atAges("lis", (age) => `A ${age}, olive skin, long black hair, violet dress.`, [
    "girl, eleven years old",
    "woman, 35 years old",
    "old lady",
  ]),
];
