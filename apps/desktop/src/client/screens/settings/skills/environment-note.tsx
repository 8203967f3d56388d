import { Button } from "../../../parts/button.js";
import type { SettingProps } from "./setting-props.js";
import styles from "./setting-control.module.css";

/** Which variable can fill a setting, and whether it is set; never its value. */
export function EnvironmentNote({ field, draft, onType }: Omit<SettingProps, "faultOf" | "onLeave">) {
  const { envVar, envSet, fromEnv, path } = field;
  if (envVar === null) return null;
  const reference = `\${${envVar}}`;
  const taken = draft.has(path) ? draft.get(path) === reference : fromEnv;
  const state = envSet ? "which is set" : "which is not set";
  return (
    <div className={styles.env}>
      {taken ? (
        <span>
          Taken from <code>{envVar}</code>, {state}.
        </span>
      ) : (
        <>
          <span>
            It can be taken from <code>{envVar}</code>, {state}.
          </span>
          <Button
            kind="text"
            dense
            aria-label={`Take it from there: ${field.title}`}
            onClick={() => onType(field, reference)}
          >
            Take it from there
          </Button>
        </>
      )}
    </div>
  );
}
