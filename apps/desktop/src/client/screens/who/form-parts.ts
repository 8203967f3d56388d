import type { CharacterForm, Sheet } from "./character-form.js";

/** What every way of making a character is given. */
export interface FormParts {
  readonly sheet: Sheet;
  readonly form: CharacterForm;
  onChange(form: CharacterForm): void;
  /** Why the name does not do. */
  readonly nameError: string | null;
}
