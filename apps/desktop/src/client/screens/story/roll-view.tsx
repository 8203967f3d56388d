/** What the dice did: between two hairlines, before the prose that tells of it. */
import { Check, EqualApproximately, X } from "lucide-react";
import { diceWords, keptDice, outcomeWords, rollTitle } from "@narratoria/engine/shell";
import { Die } from "./die.js";
import styles from "./roll-view.module.css";
import type { ShownScene } from "./shown-scene.js";

type Roll = NonNullable<ShownScene["roll"]>;

const MARKS = { success: Check, partial: EqualApproximately, fail: X, none: null } as const;
/** More are listed and not drawn. */
const MOST_DRAWN = 3;

export function RollView({ roll, settling }: { readonly roll: Roll; readonly settling: boolean }) {
  const { dice, kept } = keptDice(roll);
  const Mark = MARKS[roll.outcome];
  const sides = Number(/d(\d+)/.exec(roll.formula)?.[1] ?? 6);
  const drawn = (sides === 6 || sides === 20) && dice.length > 0 && dice.length <= MOST_DRAWN;
  const faces = dice.map(({ face, dropped }) => (dropped ? `(${face})` : `${face}`));
  return (
    <figure className={styles.roll} data-outcome={roll.outcome} role="group" aria-label={sentenceOf(roll)}>
      <div className={styles.inside} aria-hidden>
        {drawn && (
          <span className={styles.dice} data-settling={settling}>
            {dice.map(({ face, dropped }, place) => (
              // Dice lie as they fell.
              <Die
                key={`${place}-${face}`}
                face={face}
                sides={sides}
                dropped={dropped}
                turn={place % 2 === 0 ? -7 : 5}
              />
            ))}
          </span>
        )}
        <span className={styles.what}>
          <b>{rollTitle(roll)}</b>
          <span>
            {faces.length === 0 ? roll.formula : kept === null ? faces.join(" + ") : `${kept}: ${faces.join(" ")}`}
            {roll.modifiers.map(({ label, value }) => (
              <span key={label}>
                , <b>{signed(value)}</b> {label}
              </span>
            ))}
          </span>
        </span>
        <span className={styles.outcome}>
          <span className={styles.total}>{roll.total}</span>
          {Mark && <Mark size={22} strokeWidth={2} />}
          <span>{outcomeWords(roll.outcome)}</span>
        </span>
      </div>
    </figure>
  );
}

function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}

/** The roll as one sentence to be heard. */
export function sentenceOf(roll: Roll): string {
  const added = roll.modifiers.map(({ label, value }) => `${value < 0 ? "minus" : "plus"} ${Math.abs(value)} ${label}`);
  const outcome = outcomeWords(roll.outcome);
  return `${rollTitle(roll)}. ${[capital(diceWords(roll)), ...added].join(", ")}: ${roll.total}.${outcome === "" ? "" : ` ${outcome}.`}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
