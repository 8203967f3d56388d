/** Characters that the campaign brings, as cards. */
import { Silhouette } from "../../parts/silhouette.js";
import { TextField } from "../../parts/field.js";
import { MOST_NAME } from "./character-form.js";
import type { FormParts } from "./form-parts.js";
import styles from "./ready-made.module.css";

export function ReadyMade({ sheet, form, onChange, nameError }: FormParts) {
  const presets = sheet.template?.presets ?? [];
  return (
    <div className={styles.ready}>
      <fieldset className={styles.presets}>
        <legend className="unseen">Who you are</legend>
        {presets.map(({ name, description = "", race, class: calling, background, traits = [] }) => (
          <label key={name} className={styles.preset}>
            <input
              type="radio"
              name="preset"
              checked={form.preset === name}
              onChange={() => onChange({ ...form, preset: name, name: name.slice(0, MOST_NAME) })}
            />
            <Silhouette seed={name} appearance={`${description} ${traits.join(", ")}`} size={72} />
            <span className={styles.words}>
              <span className={styles.name}>{name}</span>
              <span className={styles.facts}>{[race, calling, background].filter(Boolean).join(", ")}</span>
              {description !== "" && <span className={styles.about}>{description}</span>}
            </span>
          </label>
        ))}
      </fieldset>
      <div className={styles.own}>
        <TextField
          id="character-name"
          label="Name"
          value={form.name}
          maxLength={MOST_NAME}
          error={nameError === null ? null : form.preset === null ? "Choose who you are first." : nameError}
          about="You may go by another one."
          onChange={(name) => onChange({ ...form, name })}
        />
      </div>
    </div>
  );
}
