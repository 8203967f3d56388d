/** A list of words, each with a button that takes it out. */
import { X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { announce } from "../frame/announcer.js";
import styles from "./chips-field.module.css";
import { Field } from "./field.js";

interface ChipsFieldProps {
  readonly label: ReactNode;
  readonly about?: ReactNode;
  readonly error?: string | null | undefined;
  readonly id?: string | undefined;
  readonly value: readonly string[];
  onChange(value: readonly string[]): void;
  onBlur?(): void;
}

export function ChipsField({ label, about, error, id, value, onChange, onBlur }: ChipsFieldProps) {
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const add = (): void => {
    const word = typed.trim();
    setTyped("");
    if (word === "" || value.includes(word)) return;
    onChange([...value, word]);
    announce(`${word} added.`);
  };
  const takeOut = (at: number): void => {
    announce(`${value[at] ?? ""} taken out.`);
    onChange(value.filter((_, other) => other !== at));
    input.current?.focus();
  };
  return (
    <Field label={label} about={about} error={error} id={id}>
      {(ties) => (
        <div className={styles.box} data-invalid={ties["aria-invalid"] ?? false}>
          {value.length > 0 && (
            <ul role="list" className={styles.chips}>
              {value.map((word, at) => (
                <li key={word} className={styles.chip}>
                  {word}
                  <button type="button" aria-label={`Take out ${word}`} onClick={() => takeOut(at)}>
                    <X size={16} strokeWidth={1.75} aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <input
            {...ties}
            ref={input}
            type="text"
            autoComplete="off"
            className={styles.input}
            placeholder="Add one, then Enter"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" || event.key === ",") {
                event.preventDefault();
                add();
              }
              if (event.key === "Backspace" && typed === "" && value.length > 0) takeOut(value.length - 1);
            }}
            onBlur={() => {
              add();
              onBlur?.();
            }}
          />
        </div>
      )}
    </Field>
  );
}
