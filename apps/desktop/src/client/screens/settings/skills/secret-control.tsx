/** A setting that is shown to nobody once it is saved. */
import { type ReactNode, useRef, useState } from "react";
import { Button } from "../../../parts/button.js";
import { FieldWords, TextField } from "../../../parts/field.js";
import { EnvironmentNote } from "./environment-note.js";
import { controlId, type SettingProps } from "./setting-props.js";
import styles from "./setting-control.module.css";

interface SecretProps extends SettingProps {
  /** Draws a setting that is no text, to be filled in anew. */
  readonly plain: (props: SettingProps) => ReactNode;
}

export function SecretControl({ plain, ...props }: SecretProps) {
  const { field, draft, faultOf, onType, onLeave } = props;
  const fault = faultOf(field);
  const { title, path, set, fromEnv, description, envVar } = field;
  const typed = draft.get(path);
  const isRemoved = typed === null;
  const isFromEnv = typed === undefined ? fromEnv : typed === `\${${envVar}}`;
  const [replacing, setReplacing] = useState(false);
  const masked = useRef<HTMLDivElement>(null);
  const id = controlId(field);
  const about = <>{description !== null && <>{description} </>}Never shown again and never logged.</>;
  const stored = set && typed === undefined && !replacing;
  if (stored || isFromEnv || isRemoved) {
    return (
      <div className={styles.field}>
        <span id={`${id}-label`} className={styles.secretLabel}>
          {title}
        </span>
        <div
          id={id}
          ref={masked}
          className={styles.masked}
          tabIndex={-1}
          role="group"
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-about`}
        >
          {isRemoved ? (
            <span className={styles.stored}>removed once you save</span>
          ) : isFromEnv ? (
            <span className={styles.stored}>
              from {envVar}
              {typed !== undefined && ", once you save"}
            </span>
          ) : (
            <>
              <span className={styles.dots} aria-hidden>
                ••••••••
              </span>
              <span className={styles.stored}>stored</span>
            </>
          )}
          <Button
            kind="text"
            aria-label={`Replace ${title}`}
            onClick={() => {
              setReplacing(true);
              onType(field, "");
              // The field that takes its place has the focus.
              requestAnimationFrame(() => document.getElementById(id)?.focus());
            }}
          >
            Replace
          </Button>
          {!isRemoved && (
            <Button
              kind="text"
              aria-label={`Remove ${title}`}
              onClick={() => {
                setReplacing(false);
                onType(field, null);
              }}
            >
              Remove
            </Button>
          )}
        </div>
        <FieldWords id={id} about={about} error={fault} />
        <EnvironmentNote {...props} />
      </div>
    );
  }
  const keep = set && (
    <div>
      <Button
        kind="text"
        dense
        onClick={() => {
          setReplacing(false);
          onType(field, "");
        }}
      >
        Keep the stored one
      </Button>
    </div>
  );
  return (
    <>
      {field.kind === "password" ? (
        <TextField
          id={id}
          type="password"
          autoComplete="new-password"
          label={title}
          about={about}
          error={fault}
          value={typeof typed === "string" ? typed : ""}
          onChange={(value) => onType(field, value)}
          onBlur={() => onLeave(field)}
        />
      ) : (
        plain(props)
      )}
      {keep}
      <EnvironmentNote {...props} />
    </>
  );
}
