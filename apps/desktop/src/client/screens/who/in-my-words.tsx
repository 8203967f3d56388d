/** Who the player is in their own words, and what was understood of it, to correct. */
import { TextArea, TextField } from "../../parts/field.js";
import { MOST_NAME, readWords } from "./character-form.js";
import type { FormParts } from "./form-parts.js";
import { Lists } from "./guided.js";
import guided from "./guided.module.css";
import { Points } from "./points.js";

export function InMyWords(parts: FormParts) {
  const { sheet, form, onChange, nameError } = parts;
  return (
    <div className={guided.guided}>
      <div className={guided.column}>
        <TextArea
          label="Who are you?"
          value={form.words}
          maxLength={500}
          rows={6}
          placeholder="For example: My name is Wren Ashdown. I kept ledgers until one of them added up."
          about="What you name of the lists here is filled in. Your words stay with the story as they are."
          onChange={(words) => onChange(readWords(sheet, form, words))}
        />
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
      {sheet.stats.length > 0 && <Points sheet={sheet} form={form} onChange={onChange} />}
    </div>
  );
}
