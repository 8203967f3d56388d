/** Fills the story templates with people, places and things, as many times as are wanted. */
import { pick } from "./seeded.mjs";
import { TEMPLATES } from "./story-templates.mjs";

export const NAMES =
  `Ada Aldo Alba Anselm Ansa Arvid Asta Baldur Bea Bela Benno Berta Bess Birk Bo Brida Bruno Cael Cara Carlo Casimir Celia Cilla Conrad
Cora Corin Dagny Dalia Dario Delia Derek Dora Dorn Edda Edwin Egon Eila Elias Elke Elsa Emeric Enid Enzo Erik Esther Ewan Fabian Fausta Fenna Finn
Flora Frida Fulk Gaspar Gerda Gideon Gina Goran Greta Gunnar Gwen Hakon Halla Hanna Harald Hedda Heiko Helga Henrik Hilda Holger Hugo Ida Ignaz Imre
Ines Ingrid Ion Iris Isak Ivo Jael Jakob Jana Jarl Joan Jonas Jorun Juna Kaspar Kaya Kerstin Kilian Klara Knut Kora Lars Lea Leif Lena Leon Levin Lida
Linus Liv Lorenz Lotte Lucan Ludmila Luisa Mads Magda Maia Marek Margit Marius Mathis Maud Mavis Mika Milan Mina Mirko Moira Nadia Nell Nils Nina Noah
Nora Odin Olaf Olga Orla Oskar Otto Paula Pavel Pella Petra Pia Quentin Radek Ragna Ralf Ramon Rasmus Rhea Rika Roald Rosa Rufus Runa Sanna Selma Sigrid
Silas Simon Solveig Stella Sven Tamar Tarek Tessa Theo Thora Tilda Timon Tora Tristan Ulf Ulla Urban Uta Valdis Vera Viktor Vilma Viola Volker Wanda
Wenzel Wilma Wolf Xaver Yara Yorick Ysolde Zelda Zora`.split(/\s+/);
const ROLES =
  `miller baker smith priest captain widow ferryman innkeeper hunter weaver judge thief healer boy girl old\u00a0woman old\u00a0man stranger
carpenter fisherman scribe guard sergeant mayor tanner beggar potter merchant shepherd sailor nurse teacher cook gravedigger beekeeper bell-ringer`.split(
    /[ \n]+/,
  );
export const PLACES =
  `mill harbour tower chapel market bridge tavern inn forge cellar barn castle gatehouse graveyard library cave quarry lighthouse ferry
monastery stable well orchard marsh forest river shipyard bakery guildhall prison palace temple garden kitchen attic mine ruin crossroads square
schoolhouse warehouse dock bathhouse hospital town\u00a0hall watchtower north\u00a0gate salt\u00a0house`.split(
    /[ \n]+/,
  );
const OLD = ["old", "burnt", "new", "lower", "upper", "abandoned", "stone", "little", "king's", "drowned"];
export const WHEN =
  `last winter,last night,years ago,in the spring,before dawn,on market day,during the siege,the day before yesterday,at midsummer,
after the harvest,when the war began,a week ago,this morning,in the year of the flood,at midnight`
    .split(",")
    .map((when) => when.trim());
/** WordNet's own drawers. */
const FIELDS = { T: [6], F: [13], N: [5], M: [12], S: [27], E: [11, 4] };

/**
 * @param synonyms - What `readWordNet` gives.
 * @param most - How many texts.
 * @param random - Numbers from 0 up to 1.
 * @returns Rows of `["story", text]`; some texts may be equal.
 */
export function storySentences(synonyms, most, random) {
  const nouns = new Map(Object.entries(FIELDS).map(([slot, fields]) => [slot, nounsOf(synonyms, fields)]));
  const spoken = (slot) => {
    if (slot === "A" || slot === "B") return random() < 0.75 ? pick(NAMES, random) : `the ${pick(ROLES, random)}`;
    if (slot === "P") return `the ${random() < 0.3 ? `${pick(OLD, random)} ` : ""}${pick(PLACES, random)}`;
    if (slot === "W") return pick(WHEN, random);
    const { common, rare } = nouns.get(slot);
    return pick(random() < 0.8 ? common : rare, random);
  };
  const rows = Array.from({ length: Math.ceil(most * 1.2) }, (_, at) => {
    const template = TEMPLATES[at % TEMPLATES.length];
    const text = template.replace(/\{([A-Z])\}/g, (_, slot) => spoken(slot)).replaceAll("\u00a0", " ");
    return ["story", text.charAt(0) === "t" && template.startsWith("{") ? `T${text.slice(1)}` : text];
  });
  return rows;
}

/** Words of one kind: those that were met in marked texts, and the rest. */
function nounsOf(synonyms, fields) {
  const kind = synonyms.filter(
    ({ field, words }) => fields.includes(field) && /^[a-z]{3,12}( [a-z]{3,10})?$/.test(words[0]),
  );
  return {
    common: kind.filter(({ common }) => common > 0).map(({ words }) => words[0]),
    rare: kind.filter(({ common }) => common === 0).map(({ words }) => words[0]),
  };
}
