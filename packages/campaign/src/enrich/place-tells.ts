/** What can be told of any place of a kind, for places of which an author says little more than their names. */

const RAISED = /^(?:roof|bridge|platform|pier|tower|deck|balcony|wall|cliff|hill|mountain|summit|gate)$/;
const VESSEL =
  /^(?:ship|boat|train|tram|bus|submarine|spaceship|spacecraft|shuttle|caravan|carriage|lorry|ferry|airship|plane)$/;
const OPEN =
  /^(?:farm|field|beach|island|garden|park|road|street|square|market|yard|courtyard|forest|wood|woods|valley|desert|moor|marsh|swamp|shore|quay|wharf|dock|docks|harbour|harbor|lane|orchard|camp|machine|pumps?|fence|trough|slipway|lay-by|heap|butt|sluice|jetty|pans|ramp|bay|bins|corner|lychgate|cemetery|graveyard|churchyard|lawn|pond|river|lake|canal|town|village|city|rock|coast|allotment|vineyard|crossroads|oasis)$/;

/** Each kind of place with more than a place of it has to say: which it has goes by its name. (rule CA6555) */
const TELLS: Readonly<Record<"small" | "vessel" | "raised" | "open" | "room", readonly string[]>> = {
  small: [
    "From one side of <name> to the other is a journey.",
    "The shadows <where> are as long as streets.",
    "A crumb lies <where>, as big as a loaf.",
    "A draught goes over <name>, and one has to hold on to something.",
    "Somebody huge has left a wet ring <where>.",
    "Dust lies <where> like snow, with one track across it.",
  ],
  vessel: [
    "Something hums <where>, day and night.",
    "Everything <where> is tied down or has a lid.",
    "There is one narrow bench <where>, and a bag is on it.",
    "A list hangs <where>, with half of its lines crossed out.",
    "It smells of oil and of wet coats <where>.",
    "A mug slides a little way <where>, and slides back.",
  ],
  raised: [
    "The wind does not stop <where>.",
    "From <name> one sees who comes and who goes.",
    "A coil of wire lies <where>, forgotten.",
    "Somebody has left a folding chair <where>.",
    "The paint is worn <where>, in the middle.",
    "Names are scratched <where>, with dates beside them.",
  ],
  open: [
    "The ground is soft <where>, and it keeps every footprint.",
    "Whoever stands <where> is seen from a long way off.",
    "A wheelbarrow stands <where> with one handle mended.",
    "A single glove has been put on a post <where>.",
    "Puddles stand <where>, and the sky is in them.",
    "There is a bench <where>, and somebody has been sitting on it.",
  ],
  room: [
    "<Name> has one door that everybody uses, and another that nobody mentions.",
    "It is quiet <where>, and every step can be heard.",
    "A single lamp burns <where>.",
    "A coat hangs <where> that nobody has come back for.",
    "A clock ticks <where>, a little too fast.",
    "Somebody has chalked a number on the wall <where>.",
    "The window <where> has been painted shut.",
    "Somebody has left a cup <where>, and it is not quite cold.",
  ],
};

/**
 * Three sentences, each of which can be told alone.
 *
 * @param head - The last word of the name.
 * @param where - "on the roof"
 * @param small - Whether it is seen by somebody small.
 */
export function tellsOf(
  head: string,
  name: string,
  where: string,
  small: boolean,
): { tells: string[]; indoors: boolean | null } {
  const kind = small
    ? "small"
    : VESSEL.test(head)
      ? "vessel"
      : RAISED.test(head)
        ? "raised"
        : OPEN.test(head)
          ? "open"
          : "room";
  const all = TELLS[kind];
  const from = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
  const whole = name.slice(0, 1).toUpperCase() + name.slice(1);
  return {
    tells: [0, 1, 2].map((at) =>
      (all[(from + at) % all.length] ?? "").replace("<Name>", whole).replace("<name>", name).replace("<where>", where),
    ),
    indoors: small ? null : kind === "vessel" || kind === "room",
  };
}
