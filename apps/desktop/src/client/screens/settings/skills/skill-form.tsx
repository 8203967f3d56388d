/** The settings of a skill, as its schema describes them. */
import { useQueryClient } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { announce } from "../../../frame/announcer.js";
import { useGate } from "../../../frame/leaving.js";
import { toast } from "../../../frame/toasts.js";
import { Button } from "../../../parts/button.js";
import { Notice, TroubleNotice } from "../../../parts/notice.js";
import { api, got } from "../../../server/api.js";
import parts from "../page-parts.module.css";
import { Section } from "../section.js";
import { useDoing } from "../use-doing.js";
import { changesOf, type Draft, fieldsOf, withDefaults, withTyped } from "./draft.js";
import { formIn, type Setting, type SettingsForm, type SettingValue } from "./form.js";
import { LeaveDialog } from "./leave-dialog.js";
import { FormFieldControl } from "./setting-control.js";
import controls from "./setting-control.module.css";
import { controlId } from "./setting-props.js";
import styles from "./skill-form.module.css";

/** What is not saved stays, also for whoever goes away and comes back. */
const kept = new Map<string, Draft>();

type Faults = ReadonlyMap<string, string>;

export function SkillForm({ form }: { readonly form: SettingsForm }) {
  const { skill, sections, problems } = form;
  const fields = fieldsOf(form);
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Draft>(() => kept.get(skill) ?? new Map());
  const [faults, setFaults] = useState<Faults>(new Map());
  const [saves, setSaves] = useState(0);
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  useGate(draft.size > 0, (go) => setLeaving(() => go));

  const change = (next: Draft): void => {
    setDraft(next);
    if (next.size > 0) kept.set(skill, next);
    else kept.delete(skill);
  };
  const type = (field: Setting, typed: SettingValue): void => {
    change(withTyped(draft, field, typed));
    setFaults(without(faults, field.path));
  };
  const look = (field: Setting): void => {
    const changes = changesOf([field], draft);
    if (Object.keys(changes).length === 0) return;
    // Where nobody answers, Save will say so.
    void got(api.skills[":name"].settings.check.$post({ param: { name: skill }, json: { changes } }))
      .then((found) =>
        setFaults((before) => {
          const now = new Map(without(before, field.path));
          for (const { path, message } of found) now.set(path, message);
          return now;
        }),
      )
      .catch(() => {});
  };
  const save = useDoing(async (then?: () => void) => {
    const outcome = await got(
      api.skills[":name"].settings.$put({ param: { name: skill }, json: { changes: changesOf(fields, draft) } }),
    );
    if (!outcome.saved) {
      const found = new Map(outcome.faults.map(({ path, message }) => [path, message]));
      setFaults(found);
      setLeaving(null);
      announce(attention(found.size));
      const first = fields.find(({ path }) => found.has(path));
      if (first) document.getElementById(controlId(first))?.focus();
      return;
    }
    change(new Map());
    setFaults(new Map());
    setSaves((before) => before + 1);
    queries.setQueryData(["skill", skill, "form"], formIn(outcome.form));
    toast({ text: "Saved." });
    then?.();
  });

  if (fields.length === 0) return <p className={parts.quiet}>It has no settings.</p>;
  const faultOf = (field: Setting): string | null =>
    faults.get(field.path) ?? (draft.has(field.path) ? null : field.problem);
  const wrong = fields.filter((field) => faultOf(field) !== null).length;
  const anySet = withDefaults(fields).size > 0;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.run();
      }}
    >
      {problems.map(({ message, line }) => (
        <Notice key={`${line} ${message}`} severity="degraded" message={message} />
      ))}
      <div className={parts.sections} key={saves}>
        {sections.map(({ category, fields: inSection }) => (
          <MaybeSection key={category ?? ""} title={category}>
            <div className={controls.fields}>
              {inSection.map((field) => (
                <FormFieldControl
                  key={field.path}
                  field={field}
                  draft={draft}
                  faultOf={faultOf}
                  onType={type}
                  onLeave={look}
                />
              ))}
            </div>
          </MaybeSection>
        ))}
      </div>
      {save.trouble !== null && <TroubleNotice message={save.trouble.message} action={save.trouble.action} />}
      <div className={styles.actions} data-unsaved={draft.size > 0}>
        <Button type="submit" kind="filled" disabled={save.running}>
          Save
        </Button>
        {draft.size > 0 && (
          <Button
            kind="text"
            onClick={() => {
              change(new Map());
              setFaults(new Map());
              setSaves((before) => before + 1);
            }}
          >
            Undo changes
          </Button>
        )}
        {anySet && (
          <Button kind="text" onClick={() => change(withDefaults(fields))}>
            Reset to defaults
          </Button>
        )}
        <span className={styles.state}>
          {wrong > 0 ? (
            <span className={styles.wrong}>
              <CircleAlert size={16} strokeWidth={1.75} aria-hidden />
              {attention(wrong)}
            </span>
          ) : (
            draft.size > 0 && "Not saved yet"
          )}
        </span>
      </div>
      {leaving !== null && (
        <LeaveDialog
          title={form.title}
          saving={save.running}
          onStay={() => setLeaving(null)}
          onLeave={() => {
            setLeaving(null);
            leaving();
          }}
          onDiscard={() => {
            change(new Map());
            setLeaving(null);
            leaving();
          }}
          onSave={() =>
            save.run(() => {
              setLeaving(null);
              leaving();
            })
          }
        />
      )}
    </form>
  );
}

function MaybeSection({ title, children }: { readonly title: string | null; readonly children: ReactNode }) {
  return title === null ? children : <Section title={title}>{children}</Section>;
}

function without(faults: Faults, path: string): Faults {
  return new Map([...faults].filter(([one]) => one !== path));
}

function attention(count: number): string {
  return count === 1 ? "1 field needs attention" : `${count} fields need attention`;
}
