/** The control of one setting, by its kind. */
import type { ReactNode } from "react";
import { ChipsField } from "../../../parts/chips-field.js";
import { Field, FieldWords, SelectField, TextArea, TextField } from "../../../parts/field.js";
import { Notice } from "../../../parts/notice.js";
import { Segments } from "../../../parts/segments.js";
import { Slider } from "../../../parts/slider.js";
import { SwitchOnly } from "../../../parts/switch.js";
import { hostsElsewhere, isShort, limitsText, optionLabel, shownList, shownText, shownValue, stepOf } from "./draft.js";
import type { FormField, Setting, SettingValue } from "./form.js";
import { EnvironmentNote } from "./environment-note.js";
import { PickedList } from "./picked-list.js";
import { SecretControl } from "./secret-control.js";
import { controlId, type SettingProps } from "./setting-props.js";
import styles from "./setting-control.module.css";

const WIDE = new Set(["textarea", "list", "boolean", "uri"]);

interface FieldProps extends Omit<SettingProps, "field"> {
  readonly field: FormField;
}

/** A field of a section: a setting, or a group of them. */
export function FormFieldControl({ field, ...rest }: FieldProps) {
  return field.kind === "group" ? <Group field={field} {...rest} /> : <SettingControl field={field} {...rest} />;
}

function SettingControl(props: SettingProps) {
  const { field } = props;
  const wide = WIDE.has(field.kind) || field.sensitive || field.envVar !== null;
  return (
    <div className={styles.setting} data-wide={wide}>
      {field.sensitive ? (
        <SecretControl {...props} plain={(one) => <PlainControl {...one} />} />
      ) : (
        <PlainControl {...props} />
      )}
      {!field.sensitive && <EnvironmentNote {...props} />}
    </div>
  );
}

function Group({ field, ...rest }: FieldProps) {
  return (
    <fieldset className={styles.group} data-wide>
      <legend>{field.title}</legend>
      {field.description !== null && <p className={styles.about}>{field.description}</p>}
      <div className={styles.fields}>
        {field.fields.map((inner) => (
          <SettingControl key={inner.path} field={inner} {...rest} />
        ))}
      </div>
    </fieldset>
  );
}

function PlainControl(props: SettingProps) {
  const { field, draft, faultOf, onType, onLeave } = props;
  const fault = faultOf(field);
  const { kind, title, description, options } = field;
  const common = {
    id: controlId(field),
    label: <Label field={field} />,
    about: description ?? undefined,
    error: fault,
    onBlur: () => onLeave(field),
  };
  const typed = (value: SettingValue): void => onType(field, value);
  switch (kind) {
    case "boolean": {
      const id = controlId(field);
      return (
        <div className={styles.switch}>
          <div>
            <label htmlFor={id}>{title}</label>
            <FieldWords id={id} about={common.about} error={fault} />
          </div>
          <SwitchOnly
            id={id}
            checked={shownValue(field, draft) === true}
            described={description === null ? undefined : `${id}-about`}
            onChange={typed}
          />
        </div>
      );
    }
    case "choice":
      return <Choice {...props} />;
    case "list":
      if (options !== null) return <PickedList {...props} />;
      return (
        <>
          <ChipsField {...common} value={shownList(field, draft)} onChange={(list) => typed([...list])} />
          {field.network && <Elsewhere hosts={hostsElsewhere(shownList(field, draft))} />}
        </>
      );
    case "number":
    case "integer":
      return <NumberControl {...props} />;
    case "textarea":
      return <TextArea {...common} value={shownText(field, draft)} onChange={typed} />;
    default:
      return (
        <TextField
          {...common}
          type={kind === "uri" ? "url" : kind === "email" ? "email" : "text"}
          inputMode={kind === "uri" ? "url" : kind === "email" ? "email" : "text"}
          spellCheck={kind === "text"}
          required={field.required}
          value={shownText(field, draft)}
          onChange={typed}
        />
      );
  }
}

function Choice({ field, draft, faultOf, onType, onLeave }: SettingProps) {
  const fault = faultOf(field);
  const options = field.options ?? [];
  const id = controlId(field);
  const value = shownText(field, draft);
  if (isShort(options) && options.length > 1)
    return (
      <div className={styles.field}>
        <Segments
          id={id}
          label={field.title}
          described={field.description === null ? undefined : `${id}-about`}
          invalid={fault !== null}
          options={options.map((option) => ({ value: String(option), label: optionLabel(option) }))}
          value={value}
          onChange={(next) => onType(field, next)}
        />
        <FieldWords id={id} about={field.description ?? undefined} error={fault} />
      </div>
    );
  const known = options.some((option) => String(option) === value);
  return (
    <SelectField
      id={id}
      label={<Label field={field} />}
      about={field.description ?? undefined}
      error={fault}
      value={known ? value : ""}
      options={[
        ...(known ? [] : [{ value: "", label: "Choose one" }]),
        ...options.map((option) => ({ value: String(option), label: optionLabel(option) })),
      ]}
      onChange={(next) => onType(field, next)}
      onBlur={() => onLeave(field)}
    />
  );
}

function NumberControl({ field, draft, faultOf, onType, onLeave }: SettingProps) {
  const fault = faultOf(field);
  const { minimum, maximum, title, description } = field;
  const text = shownText(field, draft);
  const limits = limitsText(field);
  const number = Number(text);
  const about = [description, limits].filter((words) => words !== null).join(" ");
  return (
    <Field id={controlId(field)} label={<Label field={field} />} about={about === "" ? undefined : about} error={fault}>
      {(ties) => (
        <div className={styles.number}>
          {minimum !== null && maximum !== null && (
            <Slider
              bare
              label={title}
              value={Number.isFinite(number) && text.trim() !== "" ? number : minimum}
              min={minimum}
              max={maximum}
              step={stepOf(field)}
              onChange={(next) => onType(field, String(next))}
            />
          )}
          <input
            {...ties}
            type="text"
            inputMode={field.kind === "integer" ? "numeric" : "decimal"}
            autoComplete="off"
            className={styles.digits}
            data-beside={minimum !== null && maximum !== null}
            value={text}
            onChange={(event) => onType(field, event.target.value)}
            onBlur={() => onLeave(field)}
          />
        </div>
      )}
    </Field>
  );
}

function Label({ field: { title, required } }: { readonly field: Setting }): ReactNode {
  return required ? (
    <>
      {title} <span className={styles.needed}>(needed)</span>
    </>
  ) : (
    title
  );
}

/** Whoever names a server should know what goes there. */
function Elsewhere({ hosts }: { readonly hosts: readonly string[] }) {
  if (hosts.length === 0) return null;
  return (
    <Notice
      severity="degraded"
      message={`What is told may be sent to ${hosts.join(", ")} while this stands here.`}
      action="It leaves this computer. Take it out to keep your story local."
    />
  );
}
