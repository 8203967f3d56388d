import type { MemoryLimits } from "@narratoria/engine";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "../../../frame/toasts.js";
import { Button } from "../../../parts/button.js";
import { TextField } from "../../../parts/field.js";
import { TroubleNotice } from "../../../parts/notice.js";
import { api, got } from "../../../server/api.js";
import parts from "../page-parts.module.css";
import { useDoing } from "../use-doing.js";
import styles from "./memory-limits.module.css";

const BOUNDS = [
  { name: "atMost", label: "Memories of a story", about: "The oldest go first." },
  { name: "days", label: "Days of play", about: "Memories older than that go." },
  { name: "megabytes", label: "Megabytes of a story", about: "What its memories take up on the disk." },
] as const;

type Typed = Readonly<Record<(typeof BOUNDS)[number]["name"], string>>;

/** @param limits - Null where their file cannot be read. */
export function MemoryLimitsForm({ limits }: { readonly limits: MemoryLimits | null }) {
  const queries = useQueryClient();
  const text = (value: number | undefined): string => (value === undefined ? "" : String(value));
  const saved: Typed = {
    atMost: text(limits?.atMost),
    days: text(limits?.days),
    megabytes: text(limits?.megabytes),
  };
  const [typed, setTyped] = useState(saved);
  const [asked, setAsked] = useState(false);
  const wrong = (value: string): boolean => value.trim() !== "" && !(Number(value) >= 1);
  const save = useDoing(async () => {
    const given = BOUNDS.filter(({ name }) => typed[name].trim() !== "").map(({ name }) => [name, Number(typed[name])]);
    await got(api["memory-limits"].$put({ json: Object.fromEntries(given) }));
    await queries.invalidateQueries({ queryKey: ["data"] });
    toast({ text: "Saved." });
  });
  const changed = BOUNDS.some(({ name }) => typed[name] !== saved[name]);
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        const first = BOUNDS.find(({ name }) => wrong(typed[name]));
        if (first) document.getElementById(`limit-${first.name}`)?.focus();
        else save.run();
      }}
    >
      <p className={parts.quiet}>
        Everything is kept where nothing stands here. What you pinned, and what weighs most, always stays.
      </p>
      {limits === null && (
        <TroubleNotice
          message="What was set here before cannot be read, so everything is kept."
          action="Save it anew."
        />
      )}
      {save.trouble && <TroubleNotice message={save.trouble.message} action={save.trouble.action} />}
      <div className={styles.fields}>
        {BOUNDS.map(({ name, label, about }) => (
          <TextField
            key={name}
            id={`limit-${name}`}
            label={label}
            about={about}
            inputMode="numeric"
            placeholder="all"
            value={typed[name]}
            error={asked && wrong(typed[name]) ? "Give a number from 1, or nothing." : null}
            onChange={(value) => setTyped({ ...typed, [name]: value })}
          />
        ))}
      </div>
      {changed && (
        <div className={parts.buttons}>
          <Button type="submit" kind="filled" disabled={save.running}>
            Save
          </Button>
          <Button kind="text" onClick={() => setTyped(saved)}>
            As it was
          </Button>
        </div>
      )}
    </form>
  );
}
