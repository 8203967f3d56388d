/** What can be told of any place of a kind, for places of which an author says little more than their names. */

const RAISED =
  /^(?:roof|bridge|platform|pier|tower|deck|balcony|staircase|stairs|landing|wall|cliff|hill|mountain|summit|gate)$/;
const VESSEL =
  /^(?:ship|boat|train|tram|bus|submarine|spaceship|spacecraft|shuttle|caravan|carriage|lorry|ferry|airship|plane)$/;
const OPEN =
  /^(?:farm|field|beach|island|garden|park|road|street|square|market|yard|courtyard|forest|wood|woods|valley|desert|moor|marsh|swamp|shore|quay|wharf|dock|docks|harbour|harbor|lane|orchard|camp|cemetery|graveyard|churchyard|lawn|pond|river|lake|canal|town|village|city|rock|coast|allotment|vineyard|crossroads|oasis)$/;

/**
 * Two or three sentences, each of which can be told alone.
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
  const whole = name.slice(0, 1).toUpperCase() + name.slice(1);
  if (small)
    return {
      tells: [
        `From one side of ${name} to the other is a journey.`,
        `The shadows ${where} are as long as streets.`,
        `A crumb lies ${where}, as big as a loaf.`,
      ],
      indoors: null,
    };
  if (VESSEL.test(head))
    return {
      tells: [
        `Something hums ${where}, day and night.`,
        `Everything ${where} is tied down or has a lid.`,
        `There is one narrow bench ${where}, and a bag is on it.`,
      ],
      indoors: true,
    };
  if (RAISED.test(head))
    return {
      tells: [
        `The wind does not stop ${where}.`,
        `From ${name} one sees who comes and who goes.`,
        `A coil of wire lies ${where}, forgotten.`,
      ],
      indoors: false,
    };
  if (OPEN.test(head))
    return {
      tells: [
        `The ground is soft ${where}, and it keeps every footprint.`,
        `Whoever stands ${where} is seen from a long way off.`,
        `A wheelbarrow stands ${where} with one handle mended.`,
      ],
      indoors: false,
    };
  return {
    tells: [
      `${whole} has one door that everybody uses, and another that nobody mentions.`,
      `It is quiet ${where}, and every step can be heard.`,
      `A single lamp burns ${where}.`,
    ],
    indoors: true,
  };
}
