/** The key of each action, to be changed by pressing another. */
import { type KeyboardEvent, useState } from "react";
import { announce } from "../../../frame/announcer.js";
import { keyName } from "../../../frame/all-keys.js";
import { ACTIONS, type ActionId } from "../../../frame/keys.js";
import { usePreferences, useSetPreferences } from "../../../frame/use-preferences.js";
import { Button } from "../../../parts/button.js";
import { Switch } from "../../../parts/switch.js";
import { Pane } from "../pane.js";
import parts from "../page-parts.module.css";
import { Section } from "../section.js";
import { actionWith, keyFault, keyIn, keyPressed, withKey } from "./choose-key.js";
import styles from "./keys-page.module.css";

/** What was pressed and cannot be had without more ado. */
interface Refusal {
  readonly words: string;
  /** The key, where another action can give it up. */
  readonly key: string | null;
}

export function KeysPage() {
  const { keys, singleKeys, pressTwice } = usePreferences();
  const set = useSetPreferences();
  const [changing, setChanging] = useState<ActionId | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const give = (id: ActionId, key: string): void => {
    void set({ keys: withKey(keys, id, key) });
    announce(`${keyName(key)}: ${ACTIONS.find((one) => one.id === id)?.does ?? ""}.`);
    setChanging(null);
    setRefusal(null);
  };
  const hear = (event: KeyboardEvent, id: ActionId): void => {
    if (changing !== id) return;
    // Tab still leaves: nobody is held here.
    if (event.key === "Tab") return setChanging(null);
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape" && keyIn(keys, id) !== "Escape") return setChanging(null);
    const key = keyPressed(event);
    if (key === null) return;
    const fault = keyFault(event, key);
    const other = actionWith(keys, key);
    if (fault !== null) refuse({ words: fault, key: null });
    else if (other !== null && other.id !== id) refuse({ words: `${keyName(key)} is “${other.does}” already.`, key });
    else give(id, key);
  };
  const refuse = (next: Refusal): void => {
    setRefusal(next);
    announce(next.words);
  };

  return (
    <Pane title="Keys" kind="detail">
      <div className={parts.sections}>
        <div>
          <Switch
            label="Single keys"
            description="A letter alone does something. When this is off, hold Alt with it."
            checked={singleKeys}
            onChange={(on) => void set({ singleKeys: on })}
          />
          <Switch
            label="Press twice to choose"
            description="The first press of a number goes to the choice, the second takes it."
            checked={pressTwice}
            onChange={(on) => void set({ pressTwice: on })}
          />
        </div>
        <Section title="Actions">
          <ul role="list" className={parts.rows}>
            {ACTIONS.map(({ id, does, key: usual }) => {
              const key = keyIn(keys, id);
              const open = changing === id;
              return (
                <li key={id} className={styles.row}>
                  <span className={styles.does}>{does}</span>
                  <kbd className={styles.key} data-own={key !== usual}>
                    {keyName(key)}
                  </kbd>
                  <Button
                    kind="text"
                    aria-label={open ? `Press a key for: ${does}` : `Change the key of: ${does}`}
                    onKeyDown={(event) => hear(event, id)}
                    onBlur={(event) => {
                      if (event.relatedTarget instanceof Element && event.relatedTarget.closest("[data-swap]")) return;
                      if (open) setChanging(null);
                    }}
                    onClick={() => {
                      setRefusal(null);
                      setChanging(open ? null : id);
                      if (!open) announce("Press the new key. Escape leaves it as it is.");
                    }}
                  >
                    {open ? "Press a key" : "Change"}
                  </Button>
                  {open && refusal !== null && (
                    <p className={styles.refusal} data-swap>
                      {refusal.words}
                      {refusal.key !== null && (
                        <Button kind="text" dense onClick={() => refusal.key !== null && give(id, refusal.key)}>
                          Swap the two
                        </Button>
                      )}
                    </p>
                  )}
                </li>
              );
            })}
          </ul>
        </Section>
        {Object.keys(keys).length > 0 && (
          <div>
            <Button
              onClick={() => {
                void set({ keys: {} });
                announce("All keys are as they were.");
              }}
            >
              All keys as they were
            </Button>
          </div>
        )}
      </div>
    </Pane>
  );
}
