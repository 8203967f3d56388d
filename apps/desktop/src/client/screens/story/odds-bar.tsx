/** The chances of a choice: a bar of three parts that reads without colour, always with words. */
import { oddsWords } from "@narratoria/engine/shell";
import type { Choice } from "../../story/turn-now.js";
import styles from "./odds-bar.module.css";

interface OddsBarProps {
  readonly id: string;
  readonly odds: NonNullable<Choice["odds"]>;
}

export function OddsBar({ id, odds }: OddsBarProps) {
  const { success, partial, fail } = odds;
  const words = oddsWords(odds);
  const [first = "", ...rest] = words.split("%");
  return (
    <div id={id} className={styles.odds} data-odds>
      <div className={styles.bar} aria-hidden>
        {success > 0 && <span className={styles.works} style={{ flexGrow: success }} />}
        {partial > 0 && <span className={styles.cost} style={{ flexGrow: partial }} />}
        {fail > 0 && <span className={styles.fails} style={{ flexGrow: fail }} />}
      </div>
      <p className={styles.words}>
        <b>{first}%</b>
        {rest.join("%")}
      </p>
    </div>
  );
}
