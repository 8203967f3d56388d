/** Fields of forms: a label, what is filled in, what it is for, and what is wrong with it. */
import { ChevronDown, CircleAlert } from "lucide-react";
import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from "react";
import styles from "./field.module.css";

interface FieldWords {
  readonly label: ReactNode;
  /** What it is for. */
  readonly about?: ReactNode;
  /** What is wrong with it, as a sentence. */
  readonly error?: string | null | undefined;
}

/** What ties a control to the words around it. */
export interface FieldTies {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

interface FieldProps extends FieldWords {
  /** Id of the control; made where it is left out. */
  readonly id?: string | undefined;
  readonly children: (ties: FieldTies) => ReactNode;
}

/** A field of any kind. */
export function Field({ label, about, error, id, children }: FieldProps) {
  const made = useId();
  const own = id ?? made;
  const wrong = error !== undefined && error !== null && error !== "";
  const said = [...(wrong ? [`${own}-error`] : []), ...(about === undefined || about === null ? [] : [`${own}-about`])];
  return (
    <div className={styles.field}>
      <label htmlFor={own} className={styles.label}>
        {label}
      </label>
      {children({
        id: own,
        "aria-describedby": said.length > 0 ? said.join(" ") : undefined,
        "aria-invalid": wrong || undefined,
      })}
      <FieldWords id={own} about={about} error={wrong ? error : null} />
    </div>
  );
}

/** What stands under a control: what is wrong first. */
export function FieldWords({ id, about, error }: { readonly id: string } & Omit<FieldWords, "label">) {
  return (
    <>
      {error !== undefined && error !== null && (
        <p id={`${id}-error`} className={styles.error}>
          <CircleAlert size={16} strokeWidth={1.75} aria-hidden />
          <span>{error}</span>
        </p>
      )}
      {about !== undefined && about !== null && (
        <div id={`${id}-about`} className={styles.about}>
          {about}
        </div>
      )}
    </>
  );
}

interface TextFieldProps extends FieldWords, Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "onChange" | "about"> {
  readonly id?: string | undefined;
  readonly value: string;
  onChange(value: string): void;
}

export function TextField({ label, about, error, id, onChange, ...rest }: TextFieldProps) {
  return (
    <Field label={label} about={about} error={error} id={id}>
      {(ties) => (
        <input
          type="text"
          autoComplete="off"
          className={styles.input}
          {...rest}
          {...ties}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface TextAreaProps
  extends FieldWords,
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id" | "onChange" | "about"> {
  readonly id?: string | undefined;
  readonly value: string;
  onChange(value: string): void;
}

/** Three lines that grow with what is written. */
export function TextArea({ label, about, error, id, onChange, value, ...rest }: TextAreaProps) {
  return (
    <Field label={label} about={about} error={error} id={id}>
      {(ties) => (
        // Its twin has the height that the text takes.
        <div className={styles.growing}>
          <textarea
            rows={3}
            className={styles.input}
            value={value}
            {...rest}
            {...ties}
            onChange={(event) => onChange(event.target.value)}
          />
          <div className={styles.twin} aria-hidden>{`${value}\n`}</div>
        </div>
      )}
    </Field>
  );
}

interface SelectFieldProps extends FieldWords {
  readonly id?: string | undefined;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  onChange(value: string): void;
  onBlur?(): void;
}

export function SelectField({ label, about, error, id, value, options, onChange, onBlur }: SelectFieldProps) {
  return (
    <Field label={label} about={about} error={error} id={id}>
      {(ties) => (
        <div className={styles.select}>
          <select
            className={styles.input}
            value={value}
            {...ties}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown size={20} strokeWidth={1.75} aria-hidden />
        </div>
      )}
    </Field>
  );
}
