/** Points to spend on what the character is measured in. */
import { Minus, Plus } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { announce } from "../../frame/announcer.js";
import { boundsOf, isAsGiven, pointsLeft, type Stat, statLabel, stepped, valueOf } from "./character-form.js";
import type { FormParts } from "./form-parts.js";
import styles from "./points.module.css";

export function Points({ sheet, form, onChange }: Pick<FormParts, "sheet" | "form" | "onChange">) {
  const left = pointsLeft(sheet, form);
  const pool = sheet.template?.starting_stats?.point_pool;
  const asGiven = isAsGiven(form, left);
  const latest = useRef({ form, onChange });
  latest.current = { form, onChange };
  // A button that is held steps on from what the last step made.
  const step = (stat: Stat, by: 1 | -1): void => {
    const next = stepped(sheet, latest.current.form, stat, by);
    if (next === latest.current.form) return;
    latest.current.form = next;
    latest.current.onChange(next);
    const rest = pointsLeft(sheet, next);
    const value = `${statLabel(stat.name)} ${valueOf(next, stat)}`;
    announce(rest === null ? value : `${value}. ${rest} points left.`);
  };
  return (
    <section aria-labelledby="points" className={styles.points}>
      <div className={styles.head}>
        <h2 id="points">
          {left === null || asGiven ? (
            "What you are good at"
          ) : (
            <>
              <span className={styles.left} data-over={left < 0}>
                {left}
              </span>{" "}
              points left of {pool}
            </>
          )}
        </h2>
        <span>{rangeWords(sheet.stats.map((stat) => boundsOf(sheet, stat)))}</span>
      </div>
      {asGiven && left !== null && (
        <p className={styles.over}>
          The campaign gives {(pool ?? 0) - left} points. Once you change one, at most {pool} may be spent.
        </p>
      )}
      {sheet.stats.map((stat) => {
        const { min, max } = boundsOf(sheet, stat);
        const value = valueOf(form, stat);
        const keys = (event: KeyboardEvent): void => {
          const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          step(stat, by > 0 ? 1 : -1);
        };
        return (
          <div
            key={stat.name}
            role="group"
            aria-labelledby={`stat-${stat.name}`}
            className={styles.stat}
            onKeyDown={keys}
          >
            <div>
              <span id={`stat-${stat.name}`} className={styles.name}>
                {statLabel(stat.name)}
              </span>
              {stat.description && <span className={styles.about}>{stat.description}</span>}
            </div>
            <Stepper label={`Less ${statLabel(stat.name)}`} can={value > min} onStep={() => step(stat, -1)}>
              <Minus size={18} strokeWidth={1.75} aria-hidden />
            </Stepper>
            <span className={styles.value}>{value}</span>
            <Stepper
              label={`More ${statLabel(stat.name)}`}
              can={value < max && (left ?? 1) > 0}
              onStep={() => step(stat, 1)}
            >
              <Plus size={18} strokeWidth={1.75} aria-hidden />
            </Stepper>
          </div>
        );
      })}
    </section>
  );
}

const WAIT_MS = 400;
const AGAIN_MS = 90;

interface StepperProps {
  readonly label: string;
  readonly can: boolean;
  onStep(): void;
  readonly children: ReactNode;
}

/** Steps once when it is pressed, and on while it is held. */
function Stepper({ label, can, onStep, children }: StepperProps) {
  const step = useRef(onStep);
  step.current = onStep;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const held = useRef(false);
  const stop = (): void => clearTimeout(timer.current);
  useEffect(() => stop, []);
  const again = (): void => {
    held.current = true;
    step.current();
    timer.current = setTimeout(again, AGAIN_MS);
  };
  return (
    <button
      type="button"
      className={styles.step}
      aria-label={label}
      aria-disabled={!can}
      onPointerDown={(event) => {
        held.current = false;
        if (event.button === 0) timer.current = setTimeout(again, WAIT_MS);
      }}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
      onClick={() => {
        stop();
        // What was held has stepped already.
        if (!held.current) onStep();
        held.current = false;
      }}
    >
      {children}
    </button>
  );
}

function rangeWords(bounds: readonly { readonly min: number; readonly max: number }[]): string {
  const [first] = bounds;
  if (!first || bounds.some(({ min, max }) => min !== first.min || max !== first.max)) return "";
  return `${first.min} to ${first.max} each`;
}
