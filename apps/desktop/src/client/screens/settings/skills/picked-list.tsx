import { FieldWords } from "../../../parts/field.js";
import { optionLabel, shownList } from "./draft.js";
import { controlId, type SettingProps } from "./setting-props.js";
import styles from "./setting-control.module.css";

/** A list whose entries are chosen among a few. */
export function PickedList({ field, draft, faultOf, onType, onLeave }: SettingProps) {
  const fault = faultOf(field);
  const id = controlId(field);
  const picked = shownList(field, draft);
  const options = (field.options ?? []).map(String);
  return (
    <div className={styles.field}>
      <fieldset className={styles.picked} onBlur={() => onLeave(field)}>
        <legend>{field.title}</legend>
        {options.map((option, at) => (
          <label key={option} className={styles.pick}>
            <input
              type="checkbox"
              id={at === 0 ? id : undefined}
              checked={picked.includes(option)}
              onChange={({ target }) =>
                onType(
                  field,
                  options.filter((one) => (one === option ? target.checked : picked.includes(one))),
                )
              }
            />
            {optionLabel(option)}
          </label>
        ))}
      </fieldset>
      <FieldWords id={id} about={field.description ?? undefined} error={fault} />
    </div>
  );
}
