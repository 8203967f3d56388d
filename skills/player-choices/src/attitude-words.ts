/** The attitudes that a remark leaves open, in the words of choices. */
import type { Bindings } from "@narratoria/protocol/story";
import type { Weight } from "./weights.js";

/** What somebody does by saying something. */
export type SpeechAct =
  | "answer"
  | "claim"
  | "confession"
  | "gossip"
  | "order"
  | "presence"
  | "quarrel"
  | "question"
  | "refusal"
  | "sorrow"
  | "warning"
  | "wish";

/** Whether the player goes along with what was said, holds against it, or says nothing to it. */
export type Side = "with" | "against" | "silent";

export interface Attitude {
  /** Its key in what is remembered of offers. */
  readonly id: string;
  readonly side: Side;
  readonly text: string;
  readonly regard?: Weight;
  /** It does not fit what somebody says of themselves. */
  readonly isOfOthers?: true;
  /** It fits what is to be done, and not what is not to be done. */
  readonly isOfDeed?: true;
  /** It fits what was or is the case, or what somebody holds of life. */
  readonly isOf?: "case" | "life";
  /** It takes a side where several are spoken to. */
  readonly isOfSides?: true;
  /** It can be shown to whoever speaks to somebody else. */
  readonly isShown?: true;
}

const withThem = (id: string, text: string, more: Partial<Attitude> = {}): Attitude => ({
  id,
  side: "with",
  text,
  regard: "courtesy",
  ...more,
});
const against = (id: string, text: string, more: Partial<Attitude> = {}): Attitude => ({
  id,
  side: "against",
  text,
  regard: "slight",
  ...more,
});
const silent = (id: string, text: string, more: Partial<Attitude> = {}): Attitude => ({
  id,
  side: "silent",
  text,
  ...more,
});

const SHOWN = { isShown: true } as const;

/** By speech act, in no order. `npc` is whoever has spoken, `npc2` whom they have spoken of. (rule PC5720) */
export const ATTITUDES: Readonly<Record<SpeechAct, readonly Attitude[]>> = {
  answer: [withThem("thanks", "thank {npc} for telling you")],
  claim: [
    withThem("believe", "tell {npc} that you believe {npc.o}", { isOf: "case" }),
    withThem("beside", "let {npc} see that you are on {npc.p} side", { ...SHOWN, isOfSides: true }),
    against("unsure", "tell {npc} that you are not so sure"),
    against("doubts", "let {npc} see that you have your doubts", { ...SHOWN, isOfSides: true, isOf: "case" }),
  ],
  confession: [
    withThem("no-worse", "tell {npc} that you think no worse of {npc.o}"),
    withThem("never-late", "tell {npc} that it is good to have it said"),
    against("sooner", "tell {npc} that it should have been said sooner"),
  ],
  gossip: [
    withThem("between", "promise {npc} that it stays between you"),
    against("first-hand", "tell {npc} that you would rather hear it from {npc2}"),
    against("own-mind", "tell {npc} that you make up your own mind about {npc2}"),
  ],
  order: [
    withThem("see-to-it", "tell {npc} that you will see to it", { isOfDeed: true }),
    withThem("your-word", "give {npc} your word on it"),
    against("no-promises", "make {npc} no promises"),
    against("no-orders", "tell {npc} that you do things your own way"),
  ],
  presence: [
    withThem("stand-by", "go and stand beside {npc}", SHOWN),
    silent("out-of-it", "keep out of it and see what {npc} does", SHOWN),
    silent("wait-for", "wait for {npc} to speak first", SHOWN),
  ],
  quarrel: [withThem("side", "side with {npc}", SHOWN)],
  question: [
    withThem("not-yet", "tell {npc} that you do not know yet"),
    silent("unanswered", "leave {npc} without an answer", { regard: "slight" }),
  ],
  refusal: [
    withThem("can-wait", "tell {npc} that it can wait"),
    against("without", "tell {npc} that you will find out without {npc.o}"),
  ],
  sorrow: [
    withThem("hand", "lay a hand on the shoulder of {npc}", SHOWN),
    withThem("time", "tell {npc} to take all the time {npc.s needs|need}", SHOWN),
    silent("beside-them", "stay beside {npc} and say nothing", { regard: "courtesy", isShown: true }),
  ],
  warning: [
    withThem("careful", "tell {npc} that you will be careful"),
    against("chances", "tell {npc} that you will take your chances"),
  ],
  wish: [
    withThem("luck", "wish {npc} luck with it"),
    withThem("too", "tell {npc} that you would want the same"),
    against("hard", "tell {npc} that it will not be as easy as that"),
    against("cannot", "tell {npc} that you cannot help with that"),
  ],
};

const KNOWN: readonly { readonly attitude: Attitude; readonly words: RegExp }[] = Object.values(ATTITUDES)
  .flat()
  .map((attitude) => ({ attitude, words: new RegExp(`^${attitude.text.replace(/\{[^}]+\}/g, ".+")}$`, "u") }));

/** The attitude that a deed is, by its words. */
export const attitudeOf = ({ npc, text = "", memory, beat }: Bindings): Attitude | undefined =>
  npc === undefined || memory !== undefined || beat !== undefined
    ? undefined
    : KNOWN.find(({ words }) => words.test(text))?.attitude;
