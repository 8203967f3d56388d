/** What a story is furnished with where its author left room: places, characters, a thing and its troubles, by kind of world. */

export type Pronoun = "he" | "she" | "it";
/** What a character does in the plot. */
export type Part = "helper" | "guard" | "keeper" | "witness";

export interface KitPlace {
  /** In mid-sentence, with its article: "the sink". */
  readonly name: string;
  readonly preposition: "in" | "on" | "at" | "aboard";
  readonly indoors: boolean | null;
  /** Sentences that can each be told alone; the first says what it is. */
  readonly tells: readonly [string, string, string];
}

export interface KitPerson {
  readonly part: Part;
  /** In mid-sentence: "the sponge", "Mrs Harrow". */
  readonly name: string;
  readonly pronoun: Pronoun;
  readonly kind: "human" | "animal" | "machine" | "other";
  readonly role: string;
  readonly traits: readonly [string, string];
  /** A sentence that opens with the pronoun. */
  readonly looks: string;
  /** An infinitive: "to be dry once before the day begins". */
  readonly wants: string;
  readonly lines: readonly [string, string, string];
}

export interface Kit {
  readonly id: string;
  /** Words of an author's text that call for it. */
  readonly words: readonly string[];
  /** Whether it is seen by somebody small: a thing or a small animal. */
  readonly small: boolean;
  /** The player, where the author says nothing: "the new keeper of the lamp". */
  readonly you: string;
  /** How the player came here, as a sentence. */
  readonly arrival: string;
  /** The first is where the story begins, the last where it is decided. */
  readonly places: readonly [KitPlace, KitPlace, KitPlace, KitPlace];
  readonly people: readonly KitPerson[];
  /** With its indefinite article: what the player comes to need, and what gives a secret away. */
  readonly thing: string;
  /** A way that has to be crossed to the third place. */
  readonly way: {
    readonly title: string;
    readonly tells: string;
    readonly bold: { readonly text: string; readonly works: string; readonly fails: string };
    readonly careful: { readonly text: string; readonly told: string };
  };
  /** What the helper asks for: a noun phrase, and a sentence of its being given. */
  readonly favour: { readonly asks: string; readonly given: string };
  /** A sentence about something that is not as it should be. */
  readonly oddity: string;
  /** A clause: what everybody here has had from keeping still about it. */
  readonly benefit: string;
  /** A clause, whose subject is a slot for the witness: what it costs one of them. */
  readonly cost: string;
  /** When the time is up: "before the light goes out". */
  readonly deadline: string;
  /** Sentences of time running out, each nearer than the last. */
  readonly signs: readonly [string, string, string];
}
