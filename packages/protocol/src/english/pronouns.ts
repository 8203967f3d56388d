/** Somebody who can be spoken of by a pronoun or by name. */
export interface Referable {
  /** How prose calls them. */
  readonly short: string;
  /** null where nothing says: the name is repeated. */
  readonly pronoun: "he" | "she" | "it" | "they" | null;
  /** Whether verbs agree in the plural with the name. */
  readonly plural: boolean;
}

export interface PronounForms {
  readonly subject: string;
  readonly object: string;
  readonly possessive: string;
  /** null where there is none: a name has no reflexive. */
  readonly reflexive: string | null;
  /** Whether a verb with `subject` stands in the plural. */
  readonly plural: boolean;
}

const FORMS = {
  he: { subject: "he", object: "him", possessive: "his", reflexive: "himself", plural: false },
  she: { subject: "she", object: "her", possessive: "her", reflexive: "herself", plural: false },
  it: { subject: "it", object: "it", possessive: "its", reflexive: "itself", plural: false },
  they: { subject: "they", object: "them", possessive: "their", reflexive: "themselves", plural: true },
} as const satisfies Readonly<Record<string, PronounForms>>;

/** Returns the forms that stand for somebody whom the text has just named: pronouns, or the name where there is no pronoun. */
export function pronounForms({ short, pronoun, plural }: Referable): PronounForms {
  if (pronoun !== null) return FORMS[pronoun];
  return { subject: short, object: short, possessive: `${short}'s`, reflexive: null, plural };
}
