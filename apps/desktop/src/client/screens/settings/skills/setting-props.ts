import type { Draft } from "./draft.js";
import type { Setting, SettingValue } from "./form.js";

export interface SettingProps {
  readonly field: Setting;
  readonly draft: Draft;
  /** What is wrong with a field, as a sentence. */
  faultOf(field: Setting): string | null;
  onType(field: Setting, typed: SettingValue): void;
  /** The field is left: what is in it is looked at. */
  onLeave(field: Setting): void;
}

/** Id of the control, so that it can be gone to. */
export const controlId = ({ path }: Pick<Setting, "path">): string => `setting-${path}`;
