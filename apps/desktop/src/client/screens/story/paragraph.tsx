/** A paragraph, set like one of a book. Its sentences ink in whole while it is told, and are not read out before it is. */
import type { FormattedBlock, FormattedRun } from "@narratoria/engine/shell";
import { Fragment } from "react";
import styles from "./paragraph.module.css";
import { sentencesOf, wholeSentences } from "./shown-scene.js";

interface ParagraphProps {
  readonly text: string;
  /** How it is set, once that is known: its words are those of the text. */
  readonly blocks?: readonly FormattedBlock[];
  /** Whether nothing more comes. */
  readonly whole: boolean;
  readonly inked: boolean;
  readonly initial: boolean;
  /** Whether another paragraph stands before it. */
  readonly indented: boolean;
}

export function Paragraph({ text, blocks = [], whole, inked, initial, indented }: ParagraphProps) {
  const [only, ...others] = blocks;
  if (only && (others.length > 0 || only.kind !== "prose"))
    return blocks.map(({ kind, lines }, index) =>
      kind === "prose" ? (
        // Blocks of a finished paragraph never change places.
        <p
          key={index}
          className={styles.paragraph}
          data-initial={initial && index === 0}
          data-indented={indented && index === 0}
        >
          <Lines lines={lines} />
        </p>
      ) : (
        <blockquote key={index} className={styles.apart} data-kind={kind}>
          <Lines lines={lines} />
        </blockquote>
      ),
    );
  const runs = only?.lines[0] ?? [{ text }];
  if (!inked) {
    return (
      <p className={styles.paragraph} data-initial={initial} data-indented={indented}>
        <Runs runs={runs} />
      </p>
    );
  }
  const sentences = whole ? sentencesOf(text) : wholeSentences(text);
  let at = 0;
  return (
    <p className={styles.paragraph} data-initial={initial} data-indented={indented} aria-hidden={!whole}>
      {sentences.map((sentence) => {
        const key = at;
        at += sentence.length;
        return (
          <span key={key} className={styles.inking}>
            <Runs runs={runsBetween(runs, key, at)} />
          </span>
        );
      })}
      {!whole && <span className={styles.pen} />}
    </p>
  );
}

function Lines({ lines }: Pick<FormattedBlock, "lines">) {
  return lines.map((runs, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      <Runs runs={runs} />
    </Fragment>
  ));
}

function Runs({ runs }: { readonly runs: readonly FormattedRun[] }) {
  return runs.map(({ text, em, strong }, index) => {
    const words = em ? <em>{text}</em> : text;
    return <Fragment key={index}>{strong ? <strong>{words}</strong> : words}</Fragment>;
  });
}

/** What lies between two places of their text. */
function runsBetween(runs: readonly FormattedRun[], start: number, end: number): FormattedRun[] {
  let at = 0;
  return runs.flatMap((run) => {
    const from = at;
    at += run.text.length;
    const text = run.text.slice(Math.max(0, start - from), Math.max(0, end - from));
    return text === "" ? [] : [{ ...run, text }];
  });
}
