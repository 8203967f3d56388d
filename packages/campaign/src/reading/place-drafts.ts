/** Places while they are gathered: joining several spellings of one, and dropping what is no place. */
import { allMatches, escapeRegExp } from "@narratoria/protocol/english";
import type { KnownPlace } from "./gazetteer.js";
import { PLACE_NOUNS } from "./lexicon.js";
import { isTime } from "./no-places.js";
import { fold, NUMBERS, ORDINAL } from "./place-names.js";
import type { Span } from "./texts.js";

export interface Draft {
  /** Folded forms, the first the one that names it. */
  readonly forms: Map<string, string>;
  standing: number;
  file?: string;
  within?: string;
  /** A country, or a town or house of which the parts are known: nobody sets out for it. */
  isWhole?: true;
  sign: KnownPlace["sign"];
  order: number;
  /** Whether the name was given with an article. */
  article: boolean;
  explicit: boolean;
  /** Forms that count only with capitals and their article: "the Works" of the Harlside Works. */
  readonly strict: Set<string>;
}

const COLOURS =
  /^(?:grey|gray|black|white|red|green|blue|yellow|brown|gold|golden|silver|pink|purple|violet|dark|light|pale|cold|heat|warm|wet|dry|quiet|silence|gloom|dusk|dawn|blackness|darkness|stillness)$/;

/** How names of times stand in prose: "the first day of the Long Light", "until the Thaw". */
const TIME_BEFORE =
  /\b(?:(?:days?|nights?|weeks?|months?|end|start|beginning|eve|season|morning|evening|time) of|during|since|until|till|every|each|(?:this|last|next)(?: \p{Ll}+['’]s)?)\s+(?:the\s+)?$/iu;

const PLACE_BEFORE =
  /\b(?:at|to|into|onto|aboard|inside|through|near|behind|across|towards?|beside|above|below|beneath|past|leaves?|enters?|reach(?:es)?)\s+(?:the\s+)?$/i;

const TIME_NOUN =
  /^(?:night|month|day|week|eve|feast|festival|harvest|season|dawn|dusk|fast|thaw|sabbath|jubilee|carnival|wake|solstice|equinox|watch)s?$/;

/** Takes out what is a time of the year, a feast or a watch: prose has it during and until, and never at or to. */
export function dropTimes(drafts: Draft[], byForm: Map<string, Draft>, spans: readonly Span[]): void {
  const why = new Set(["set in bold", "among others of the kind", "named after a preposition", "a heading"]);
  const asked = drafts.filter(
    ({ file, sign, forms }) => file === undefined && why.has(sign.why) && !/\d/.test([...forms.keys()][0] ?? ""),
  );
  if (asked.length === 0) return;
  const text = spans.map((span) => span.text).join("\n");
  const lower = text.toLowerCase();
  for (const draft of asked) {
    const [key = ""] = draft.forms.keys();
    // "Night of Loud Doors" is a night, "Thaw-of-Dogs" a thaw.
    const head =
      key
        .split(/[\s-]of[\s-]/)[0]
        ?.split(/[\s-]/)
        .at(-1) ?? "";
    let times = TIME_NOUN.test(head) ? 1 : 0;
    let places = 0;
    for (const form of draft.forms.values()) {
      const name = form.toLowerCase();
      for (let at = lower.indexOf(name); at >= 0 && places === 0; at = lower.indexOf(name, at + name.length)) {
        if (/[\p{L}\p{N}]/u.test(lower[at - 1] ?? "") || /[\p{L}\p{N}]/u.test(lower[at + name.length] ?? "")) continue;
        const before = text.slice(Math.max(0, at - 40), at);
        if (TIME_BEFORE.test(before)) times++;
        else if (PLACE_BEFORE.test(before)) places++;
      }
    }
    if (times === 0 || places > 0) continue;
    drafts.splice(drafts.indexOf(draft), 1);
    for (const [form, owner] of byForm) if (owner === draft) byForm.delete(form);
  }
}

/** "in the grey" puts nobody anywhere. */
export function isNoPlace({ forms, file, sign }: Draft): boolean {
  const [key = ""] = forms.keys();
  const isMere = forms.size === 1 && file === undefined && sign.why === "named after a preposition";
  return isMere && (COLOURS.test(key) || isTime(key));
}

/** Whether a place is named by its number alone: "the Fourth", "the Second Well". */
export function isOrdinal(draft: { readonly forms: ReadonlyMap<string, string> }): boolean {
  const [name = ""] = draft.forms.keys();
  const words = name.split(" ");
  return ORDINAL.test(words[0] ?? "") && words.length <= 2;
}

export type Add = (name: string, standing: number, sign: KnownPlace["sign"], explicit?: boolean) => Draft | undefined;

/** Joins two drafts; what is explicit keeps its name. */
export function merge(into: Draft, from: Draft, byForm: Map<string, Draft>, drafts: Draft[]): void {
  if (into === from) return;
  for (const [key, form] of from.forms) {
    into.forms.set(key, into.forms.get(key) ?? form);
    byForm.set(key, into);
  }
  for (const key of from.strict) into.strict.add(key);
  into.standing = Math.max(into.standing, from.standing);
  if (into.file === undefined && from.file !== undefined) into.file = from.file;
  if (into.within === undefined && from.within !== undefined) into.within = from.within;
  into.order = Math.min(into.order, from.order);
  const at = drafts.indexOf(from);
  if (at >= 0) drafts.splice(at, 1);
}

function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
      next.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    row = next;
  }
  return row[b.length] ?? most + 1;
}

/** One place in several spellings: a letter fewer, a generic word more, an ordinal with and without its noun. */
export function joinSpellings(drafts: Draft[], byForm: Map<string, Draft>, region: Draft | undefined): void {
  const parents = new Set(drafts.flatMap(({ within }) => (within === undefined ? [] : [within])));
  const nameOf = (draft: Draft): string => [...draft.forms.keys()][0] ?? "";
  const isNamed = (draft: Draft): boolean => /^\p{Lu}/u.test([...draft.forms.values()][0] ?? "");
  const explicit = drafts.filter((draft) => draft.explicit);
  // Ordinals: "the Fourth" is "the Fourth Well", where others are Wells too.
  const nouns = new Map<string, number>();
  for (const draft of drafts)
    for (const key of draft.forms.keys()) {
      const [first = "", noun = "", ...rest] = key.split(" ");
      if (ORDINAL.test(first) && noun !== "" && rest.length === 0) nouns.set(noun, (nouns.get(noun) ?? 0) + 1);
    }
  const [generic] = [...nouns].sort((a, b) => b[1] - a[1])[0] ?? [];
  if (generic !== undefined && (nouns.get(generic) ?? 0) >= 2)
    for (const number of NUMBERS) {
      const short = byForm.get(number);
      const long = byForm.get(`${number} ${generic}`);
      const named = [short, long].find((draft) => draft !== undefined && !isOrdinal(draft));
      const into = named ?? (short?.explicit === true ? short : (long ?? short));
      if (into === undefined) continue;
      for (const other of [short, long])
        if (
          other !== undefined &&
          other !== into &&
          (isOrdinal(other) ||
            !(other.explicit && into.explicit && other.file !== undefined && into.file !== undefined))
        )
          merge(into, other, byForm, drafts);
      for (const [form, text] of [
        [number, capital(number)],
        [`${number} ${generic}`, `${capital(number)} ${capital(generic)}`],
      ] as const)
        if (!byForm.has(form)) {
          into.forms.set(form, text);
          byForm.set(form, into);
          if (form === number) into.strict.add(form);
        }
    }
  // Names that can be a spelling of another, with what each is compared by.
  const spelt = drafts.flatMap((draft) => {
    const name = nameOf(draft);
    return /\d/.test(name) || !isNamed(draft) || PLACE_NOUNS.has(name)
      ? []
      : [{ draft, name, words: name.split(" ").length }];
  });
  for (const one of explicit) {
    if (!isNamed(one) || !drafts.includes(one)) continue;
    const a = nameOf(one);
    if (/\d/.test(a)) continue;
    const words = a.split(" ").length;
    for (const { draft: other, name: b, words: otherWords } of spelt) {
      const shorter = Math.min(a.length, b.length);
      const most = shorter >= 10 ? 2 : shorter >= 6 ? 1 : 0;
      if (most === 0 || Math.abs(a.length - b.length) > most || words !== otherWords || other === one) continue;
      if (other.explicit && other.order < one.order) continue;
      // One letter may be a plural or a number; both with files of their own are two places.
      if (one.file !== undefined && other.file !== undefined && one.file !== other.file) continue;
      if (distance(a, b, most) <= most && sameButOneWord(a, b) && drafts.includes(one) && drafts.includes(other))
        merge(one, other, byForm, drafts);
    }
  }
  // "6B" is Ward 6B, where nothing else has that number. (rule CA1570)
  for (const draft of drafts.slice()) {
    const [key = ""] = draft.forms.keys();
    if (!/^(?:\d+\p{L}|\p{L}\d+)$/u.test(key) || !drafts.includes(draft)) continue;
    const longer = drafts.filter(
      (one) =>
        one !== draft &&
        [...one.forms.keys()].some(
          (form) => form.endsWith(` ${key}`) && PLACE_NOUNS.has(form.slice(0, -key.length - 1)),
        ),
    );
    const [only] = longer;
    if (only !== undefined && longer.length === 1) merge(only, draft, byForm, drafts);
  }
  // "The fish dock at Scarness" is Scarness fish dock. (rule CA1570)
  for (const draft of drafts.slice())
    for (const form of draft.forms.keys()) {
      const [, thing, whole] = /^(.+?) (?:at|in|of|on) (?:the )?(.+)$/u.exec(form) ?? [];
      const same = thing === undefined || whole === undefined ? undefined : byForm.get(`${whole} ${thing}`);
      if (same !== undefined && same !== draft && drafts.includes(draft) && drafts.includes(same)) {
        const isFirst = same.explicit && same.order < draft.order;
        merge(isFirst ? same : draft, isFirst ? draft : same, byForm, drafts);
      }
    }
  // "The Three Corks Inn" is the Three Corks. (rule CA716)
  for (const short of drafts.slice()) {
    const key = nameOf(short);
    if (!drafts.includes(short) || !key.includes(" ") || !isNamed(short) || short === region) continue;
    const longer = drafts.filter(
      (draft) => draft !== short && [...draft.forms.keys()].some((form) => form.startsWith(`${key} `)),
    );
    const [house] = longer;
    if (house !== undefined && longer.length === 1 && [...house.forms.keys()].some((form) => isHouseOf(form, key)))
      merge(short.file === undefined ? house : short, short.file === undefined ? short : house, byForm, drafts);
  }
  // "Malha" is Bir Malha and "Charity" Charity Depot, where one name alone holds the shorter one.
  const counts = new Map<string, number>();
  for (const draft of drafts)
    for (const word of new Set([...draft.forms.keys()].flatMap((key) => key.split(" "))))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const short of drafts.slice()) {
    const key = nameOf(short);
    if (
      !drafts.includes(short) ||
      key.includes(" ") ||
      !isNamed(short) ||
      short === region ||
      parents.has(key) ||
      PLACE_NOUNS.has(key) ||
      /\d/.test(key)
    )
      continue;
    const holders = drafts.filter(
      (draft) =>
        draft !== short &&
        [...draft.forms.keys()].some(
          (form) => form.split(" ").length > 1 && (form.startsWith(`${key} `) || form.endsWith(` ${key}`)),
        ),
    );
    // "The Starlight ballroom" is the Starlight, whatever parts it has: "the cloakroom at the Starlight". (rule CA716)
    const houses = drafts.filter(
      (draft) => draft !== short && [...draft.forms.keys()].some((form) => isHouseOf(form, key)),
    );
    const isOfParts = holders.every((draft) =>
      [...draft.forms.keys()].some((form) => isHouseOf(form, key) || PART_OF.test(form.slice(0, -key.length))),
    );
    const [whole] = houses;
    if (short.article && holders.length > 1 && houses.length === 1 && isOfParts && whole?.article === true) {
      merge(short.file === undefined ? whole : short, short.file === undefined ? short : whole, byForm, drafts);
      continue;
    }
    const [holder] = holders;
    if (holder === undefined || holders.length !== 1) continue;
    // "the Ferret" is the Snooty Ferret, whose name ends so and which has the article, too.
    if (short.article) {
      if (holder.explicit && holder.article && [...holder.forms.keys()].some((form) => form.endsWith(` ${key}`)))
        merge(holder, short, byForm, drafts);
      // "the Plough inn" is the Plough. (rule CA716)
      else if (holder.article && [...holder.forms.keys()].some((form) => isHouseOf(form, key)))
        merge(short.file === undefined ? holder : short, short.file === undefined ? short : holder, byForm, drafts);
      continue;
    }
    const long = [...holder.forms.keys()].find((form) => form.startsWith(`${key} `) || form.endsWith(` ${key}`)) ?? "";
    const rest = long.split(" ").filter((word) => word !== key);
    const joins = rest.every((word) => (long.startsWith(key) ? PLACE_NOUNS.has(word) : (counts.get(word) ?? 0) >= 2));
    if (joins && !/^(?:street|lane|road|bridge|river|hill|bay|island)$/.test(rest.at(-1) ?? ""))
      merge(
        holder.explicit || !short.explicit ? holder : short,
        holder.explicit || !short.explicit ? short : holder,
        byForm,
        drafts,
      );
  }
}

const PART_OF = / (?:at|of|in|on|over|under|behind|beside|outside|above|below) (?:the )?$/;

/** What stands in a room and is no place of its own. */
const FURNITURE =
  /^(?:table|desk|counter|bench|hearth|fireplace|fireside|stove|bed|bunk|cot|chair|armchair|sofa|couch|piano|lectern|bookcase|dresser|workbench)$/;

/** "The Ward Two table" is Ward Two, where that is a place. (rule CA1694) */
export function joinFurniture(drafts: Draft[], byForm: Map<string, Draft>): void {
  for (const draft of drafts.slice())
    for (const form of draft.forms.keys()) {
      const cut = form.lastIndexOf(" ");
      if (cut < 0 || !FURNITURE.test(form.slice(cut + 1)) || !drafts.includes(draft)) continue;
      const room = byForm.get(form.slice(0, cut));
      if (room !== undefined && room !== draft && room.explicit) merge(room, draft, byForm, drafts);
    }
}

/** "Ward Two is the long ward: beds, stoves.": two names of one place, where one of them is a place of the author's. (rule CA1694) */
export function joinEquated(texts: readonly string[], drafts: Draft[], byForm: Map<string, Draft>): void {
  for (const draft of drafts.slice())
    for (const form of draft.forms.values()) {
      if (!draft.explicit || !/^\p{Lu}/u.test(form) || !drafts.includes(draft)) continue;
      const says = new RegExp(
        `(?:^|[.!?…]["”’)]*\\s+|\\n)(?:The )?${escapeRegExp(form)} is (?:also )?(?:called |known as )?the (\\p{Ll}[\\p{L}-]*(?: \\p{Ll}[\\p{L}-]*){1,2})(?=[:.;])`,
        "gu",
      );
      for (const text of texts)
        for (const [, name = ""] of allMatches(text, says)) {
          const other = byForm.get(fold(name));
          if (other !== undefined && other !== draft && other.file === undefined) merge(draft, other, byForm, drafts);
        }
    }
}

/** What kind of house a name may have behind it. */
const HOUSE =
  /^(?:inn|tavern|pub|alehouse|hotel|hostel|café|cafe|bar|restaurant|diner|theatre|theater|cinema|bakery|brewery|club|casino|pharmacy|hospital|prison|mill|(?:(?:roller|ice|skating) )?rink|ballroom|dance hall|music hall|arcade|laundromat|launderette)$/;
const isHouseOf = (form: string, name: string): boolean =>
  form.startsWith(`${name} `) && HOUSE.test(form.slice(name.length + 1));

/** What a place may be called in passing without being another of the kind, as "the old mill" is. */
const STATE =
  /^(?:abandoned|busy|closed|cold|crowded|damp|dark|derelict|deserted|disused|draughty|dusty|empty|famous|flooded|freezing|frozen|gloomy|hot|lonely|neglected|noisy|open|overgrown|quiet|ruined|shabby|shuttered|silent|smoky|so-called|stuffy|sunny|unlit|warm|wet|windy)$/;

/** "the empty ", before a place. */
export const STATED_THE = new RegExp(`\\bthe\\s+(?:${STATE.source.slice(4, -2)})\\s+$`, "i");

/** "The empty toll-house" is the toll-house, and "the school" the schoolroom, where that is known for a place. */
export function joinStates(drafts: Draft[], byForm: Map<string, Draft>): void {
  for (const draft of drafts.slice()) {
    const key = [...draft.forms.keys()][0] ?? "";
    const [first = "", ...rest] = key.split(" ");
    if (draft.explicit) continue;
    const room = rest.length > 0 ? [] : ["room", "-room", " room"].flatMap((end) => byForm.get(`${first}${end}`) ?? []);
    const known = STATE.test(first) ? byForm.get(rest.join(" ")) : room.length === 1 ? room[0] : undefined;
    if (known !== undefined && known !== draft && known.explicit && drafts.includes(draft))
      merge(known, draft, byForm, drafts);
  }
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function sameButOneWord(a: string, b: string): boolean {
  const one = a.split(" ");
  const other = b.split(" ");
  const differing = one.flatMap((word, index) => (word === other[index] ? [] : [[word, other[index] ?? ""]]));
  // "Ward C" and "Ward F" are two wards. (rule CA1513)
  return (
    differing.length <= 1 && differing.every(([a = "", b = ""]) => a.length > 1 && b.length > 1 && !tellsApart(a, b))
  );
}

/** Sides, heights and ages, by which two places of a kind are told apart. */
const TELLS_APART =
  /^(?:north|south|east|west|upp|low|inn|out|old|new|great|litt|left|right|high|near|far)\p{L}{0,4}$/u;

/** Whether two words of names tell two places apart: "North Bridge", "South Bridge". (rule CA6451) */
export const tellsApart = (a: string, b: string): boolean => TELLS_APART.test(a) && TELLS_APART.test(b);

/** "the Lending House" of "the Lending House of Large Things", "the Works" of "the Harlside Works", where nothing else is so called. */
export function nameParts(
  drafts: Draft[],
  byForm: ReadonlyMap<string, Draft>,
  alias: (draft: Draft | undefined, form: string) => void,
): void {
  const lastWords = new Map<string, number>();
  for (const draft of drafts)
    for (const key of draft.forms.keys())
      if (draft.explicit && key.includes(" "))
        lastWords.set(key.split(" ").at(-1) ?? "", (lastWords.get(key.split(" ").at(-1) ?? "") ?? 0) + 1);
  for (const draft of drafts) {
    if (!draft.explicit) continue;
    for (const [key, form] of Array.from(draft.forms)) {
      if (!/^\p{Lu}/u.test(form) || !key.includes(" ")) continue;
      const [head = ""] = form.split(/\s+of\s+/);
      if (head !== form && head.includes(" ") && byForm.get(fold(head))?.explicit !== true) alias(draft, head);
      const last = form.split(" ").at(-1) ?? "";
      const single = head !== form && !head.includes(" ") ? head : last;
      const word = single.toLowerCase();
      const known = byForm.get(word);
      if (
        !PLACE_NOUNS.has(word) ||
        (lastWords.get(word) ?? 0) > 1 ||
        known?.explicit === true ||
        !/^\p{Lu}/u.test(single)
      )
        continue;
      // "the works" in small letters is a place of its own, if it is one at all.
      if (known !== undefined && !/^\p{Lu}/u.test([...known.forms.values()][0] ?? "")) continue;
      alias(draft, single);
      draft.strict.add(word);
    }
  }
}

/** Nouns that any place may be spoken of by. */
const ANY_PLACE =
  /^(?:house|home|room|place|building|street|road|path|lane|door|gate|stairs?|steps?|wall|walls|floor|roof|yard|side|corner|end|edge|top|point|level|station|ground|field|bank|water)$/;

/** "the barn" is Reed's barn, and "the stoop" that of number 318, where no other place is a barn or a stoop. */
export function joinNouns(drafts: Draft[], byForm: Map<string, Draft>): void {
  for (const noun of drafts.slice()) {
    const [key = ""] = noun.forms.keys();
    if (noun.explicit || noun.standing > 2.2 || key.includes(" ") || !drafts.includes(noun) || ANY_PLACE.test(key))
      continue;
    if (!PLACE_NOUNS.has(key) || /^\p{Lu}/u.test([...noun.forms.values()][0] ?? "")) continue;
    const owners = drafts.filter(
      (draft) =>
        draft !== noun &&
        [...draft.forms.keys()].some(
          (form) =>
            (!/ (?:of|in|at|by|on) /.test(form) && (form.endsWith(` ${key}`) || form.endsWith(`-${key}`))) ||
            (draft.explicit && new RegExp(`^${key} (?:of|at|in|on|by|outside|behind|above) `, "u").test(form)),
        ),
    );
    const [owner] = owners;
    if (owner !== undefined && owners.length === 1 && owner.explicit && owner.standing >= 2.5)
      merge(owner, noun, byForm, drafts);
  }
}

/** "Control room, H4", "Foot of the Third Shaft, Station 25": a name with the code of where it is. */
const WITH_CODE = /^([^,]*\p{Ll}{2}[^,]*), (?:\p{Lu}{1,3}-?\d+\p{L}?|(?:No\.? ?|\p{Lu}\p{Ll}+ )\d+\p{L}?)$/u;

/** A place is called without its code, unless another goes by the same name: "the control room", but "A-Deck, Room 3". (rule CA4710) */
export function withoutCodes(drafts: Draft[], byForm: Map<string, Draft>): void {
  const bases = drafts.flatMap((draft) => {
    const [first = ""] = draft.forms.values();
    const [, base] = WITH_CODE.exec(first) ?? [];
    return base === undefined ? [] : [{ draft, base, key: fold(base) }];
  });
  for (const { draft, base, key } of bases) {
    const known = byForm.get(key);
    const isStaged = known !== undefined && known !== draft && known.sign.why === draft.sign.why;
    if (isStaged || bases.filter((other) => other.key === key).length > 1) continue;
    if (known !== undefined && known !== draft) merge(draft, known, byForm, drafts);
    const others = [...draft.forms];
    draft.forms.clear();
    for (const [form, name] of [[key, base] as const, ...others]) draft.forms.set(form, name);
    byForm.set(key, draft);
  }
}
