/** A character step by step: only what the template has. */
import { TextArea, TextField } from "../../parts/field.js";
import { type CharacterForm, MOST_NAME, questionsOf, unmarked } from "./character-form.js";
import type { FormParts } from "./form-parts.js";
import styles from "./guided.module.css";
import { Points } from "./points.js";

export function Guided(parts: FormParts) {
  const { sheet, form, onChange, nameError } = parts;
  const questions = questionsOf(sheet.template);
  return (
    <div className={styles.guided}>
      <div className={styles.column}>
        <TextField
          id="character-name"
          label="Name"
          value={form.name}
          maxLength={MOST_NAME}
          error={nameError}
          onChange={(name) => onChange({ ...form, name })}
        />
        <Lists {...parts} />
      </div>
      <div className={styles.column}>
        {sheet.stats.length > 0 && <Points sheet={sheet} form={form} onChange={onChange} />}
        {questions.first.map((one) => (
          <Question key={one.question} {...one} form={form} onChange={onChange} />
        ))}
        {questions.more.length > 0 && (
          <details className={styles.more}>
            <summary>More about you</summary>
            {questions.more.map((one) => (
              <Question key={one.question} {...one} form={form} onChange={onChange} />
            ))}
          </details>
        )}
      </div>
    </div>
  );
}

type ListKey = "race" | "class" | "background";

export function Lists({ sheet: { template }, form, onChange }: Pick<FormParts, "sheet" | "form" | "onChange">) {
  const lists = [
    { key: "race", label: "People", list: template?.allowed_races ?? [] },
    { key: "class", label: "Calling", list: template?.allowed_classes ?? [] },
    { key: "background", label: "Background", list: template?.allowed_backgrounds ?? [] },
  ] as const;
  return lists.map(
    ({ key, label, list }) =>
      list.length > 0 && (
        <fieldset key={key} className={styles.list}>
          <legend>{label}</legend>
          {list.map(({ name, description }) => (
            <Pick
              key={name}
              list={key}
              name={name}
              about={description}
              checked={form[key] === name}
              onPick={() => onChange({ ...form, [key]: name })}
            />
          ))}
        </fieldset>
      ),
  );
}

interface PickProps {
  readonly list: ListKey;
  readonly name: string;
  readonly about: string | undefined;
  readonly checked: boolean;
  onPick(): void;
}

function Pick({ list, name, about, checked, onPick }: PickProps) {
  return (
    <label className={styles.pick}>
      <input type="radio" name={list} checked={checked} onChange={onPick} />
      <span>
        <span className={styles.pickName}>{name}</span>
        {about !== undefined && <span className={styles.pickAbout}>{unmarked(about)}</span>}
      </span>
    </label>
  );
}

interface QuestionProps {
  readonly question: string;
  readonly about: string | undefined;
  readonly examples: readonly string[];
  readonly form: CharacterForm;
  onChange(form: CharacterForm): void;
}

function Question({ question, about, examples, form, onChange }: QuestionProps) {
  const [example] = examples;
  return (
    <TextArea
      label={question.charAt(0).toUpperCase() + question.slice(1)}
      value={form.answers[question] ?? ""}
      maxLength={500}
      {...(example === undefined ? {} : { placeholder: `For example: ${unmarked(example)}` })}
      about={about === undefined ? "Optional. The story will come back to it." : unmarked(about)}
      onChange={(answer) => onChange({ ...form, answers: { ...form.answers, [question]: answer } })}
    />
  );
}
