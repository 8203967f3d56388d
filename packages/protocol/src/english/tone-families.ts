/** The tone families that frames and word lists carry, and the authors' words that stand for each. */

const FAMILY_WORDS = {
  dread:
    "dread dreadful foreboding ominous eerie haunted haunting gothic horror menacing sinister unsettling uneasy fearful frightened frightening afraid terror nightmarish creeping fatalistic superstitious macabre",
  tender:
    "tender gentle soft intimate loving affectionate kind kindly compassionate caring warm warmhearted motherly fatherly protective romantic sweet patient nurturing generous",
  wry: "wry dry ironic ironical sardonic droll deadpan satirical absurd comic comedic funny humorous amused whimsical quirky farcical understated",
  solemn:
    "solemn grave serious reverent mournful funereal somber sombre pious devout sad sorrowful grieving grief stern austere dutiful weighty",
  brisk:
    "brisk quick hurried busy energetic restless urgent efficient practical lively bustling impatient hasty active industrious",
  formal:
    "formal polite courteous proper precise careful meticulous exact official ceremonious educated learned pedantic legal bureaucratic measured scholarly fastidious",
  blunt:
    "blunt plain gruff terse curt direct rough coarse rude short clipped stubborn laconic taciturn hard honest straightforward matter-of-fact",
  teasing:
    "teasing playful sly mocking flirtatious mischievous cheeky charming witty joking cunning crafty roguish boastful merry jovial",
  wistful:
    "wistful nostalgic melancholic melancholy longing bittersweet dreamy pensive reflective lonely regretful autumnal elegiac resigned weary tired",
  tense:
    "tense suspicious wary nervous anxious guarded secretive evasive paranoid strained hostile confrontational angry bitter dangerous watchful distrustful jealous",
  bright:
    "bright hopeful cheerful joyful sunny optimistic triumphant happy exuberant celebratory relieved proud bold eager friendly festive",
  quiet:
    "quiet calm still hushed peaceful contemplative thoughtful slow shy reserved silent sparse serene soft-spoken mild modest withdrawn placid",
} as const;

/** The families' names, the closed list that `#mood=` and `#style=` may use. */
export type Family = keyof typeof FAMILY_WORDS;

export const FAMILIES = Object.keys(FAMILY_WORDS) as Family[];

const familyOfWord = new Map<string, Family>(
  FAMILIES.flatMap((family) => FAMILY_WORDS[family].split(" ").map((word) => [word, family] as const)),
);

/**
 * The families that an author's words about tone, mood, trait or style stand for, most often named first.
 *
 * @param words - Free text such as "dry, formal, never raises his voice".
 */
export function familiesOf(...words: readonly (string | undefined)[]): Family[] {
  const counts = new Map<Family, number>();
  for (const text of words) {
    for (const word of (text ?? "").toLowerCase().match(/[\p{L}-]+/gu) ?? []) {
      const family =
        familyOfWord.get(word) ??
        familyOfWord.get(word.replace(/(?:ly|ness|ful|ing|ed)$/, "")) ??
        familyOfWord.get(`${word}ful`) ??
        (word.includes("-") ? familyOfWord.get(word.split("-")[0] ?? "") : undefined);
      if (family) counts.set(family, (counts.get(family) ?? 0) + 1);
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([family]) => family);
}
