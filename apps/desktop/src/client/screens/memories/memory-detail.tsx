/** A memory: its words, to be put right, who knows of it, and where it came up again. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Eraser, Pin, PinOff } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { toast } from "../../frame/toasts.js";
import { Answered } from "../../parts/answered.js";
import { Button } from "../../parts/button.js";
import { Face } from "../../parts/face.js";
import { api, got, troubleIn } from "../../server/api.js";
import { sceneName, sceneTitle } from "../../story/past.js";
import { whereMemory, whoMemory } from "./memory-row.js";
import styles from "./memories.module.css";
import type { Memory, Names } from "./use-memories.js";

interface MemoryDetailProps {
  readonly id: string;
  readonly memory: Memory;
  readonly names: Names;
  onPin(): void;
  onForget(): void;
}

export function MemoryDetail({ id, memory, names, onPin, onForget }: MemoryDetailProps) {
  const [words, setWords] = useState(memory.summary);
  const queries = useQueryClient();
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const summary = words.trim();
    if (summary === "") return;
    if (summary === memory.summary) return void toast({ text: "The memory is as it was." });
    try {
      await got(api.stories[":id"].memories[":memory"].$patch({ param: { id, memory: memory.id }, json: { summary } }));
      await queries.invalidateQueries({ queryKey: ["memories", id] });
      toast({ text: "The memory is saved." });
    } catch (error) {
      toast({ text: troubleIn(error).message });
    }
  };
  return (
    <section className={styles.detail} aria-label="Memory" data-region>
      <h2>{whereMemory(memory, names)}</h2>
      <p className={styles.about}>{whoMemory(memory, names)}</p>
      <form onSubmit={(event) => void save(event)}>
        <label className={styles.label} htmlFor="memory-words">
          What the story remembers
        </label>
        <textarea
          id="memory-words"
          className={styles.words}
          rows={4}
          value={words}
          aria-describedby="memory-words-about"
          onChange={({ target }) => setWords(target.value)}
        />
        <p id="memory-words-about" className={styles.quiet}>
          {words.trim() === ""
            ? "A memory needs words. To be rid of it, choose Forget."
            : "Your words count. The story will not change them back."}
        </p>
        <div className={styles.buttons}>
          <Button type="submit" kind="filled">
            Save
          </Button>
          <Button onClick={onPin}>
            {memory.pinned ? (
              <PinOff size={18} strokeWidth={1.75} aria-hidden />
            ) : (
              <Pin size={18} strokeWidth={1.75} aria-hidden />
            )}
            {memory.pinned ? "Unpin" : "Pin"}
          </Button>
          <Button kind="danger" className={styles.forget ?? ""} onClick={onForget}>
            <Eraser size={18} strokeWidth={1.75} aria-hidden />
            Forget
          </Button>
        </div>
      </form>
      {memory.scene !== null && <WhatCame id={id} scene={memory.scene} />}
    </section>
  );
}

function WhatCame({ id, scene }: { readonly id: string; readonly scene: number }) {
  const use = useQuery({
    queryKey: ["story", id, "use", scene],
    queryFn: () => got(api.stories[":id"]["memory-use"].$get({ param: { id }, query: { scene: String(scene) } })),
  });
  return (
    <Answered query={use} waiting="Looking for who knows">
      {({ knownBy, usedIn }) => (
        <>
          <h3>Who knows this</h3>
          {knownBy.length === 0 ? (
            <p className={styles.quiet}>Nobody else, as far as you know.</p>
          ) : (
            <ul role="list" className={styles.knowers}>
              {knownBy.map(({ id: person, name, scene: heard, from, saw }) => (
                <li key={person}>
                  <Face person={person} size={30} />
                  <span>
                    {saw
                      ? `${name} was there.`
                      : `${name} heard ${from === null ? "of it" : `it from ${from}`}, ${sceneName(heard)}.`}
                  </span>
                </li>
              ))}
            </ul>
          )}
          <h3>Where it came up again</h3>
          {usedIn.length === 0 ? (
            <p className={styles.quiet}>Nowhere yet.</p>
          ) : (
            <ul role="list" className={styles.uses}>
              {usedIn.map(({ scene: later, turnId, prose, choices }) => (
                <li key={turnId}>
                  <Link href={`/story/${id}/${later}`}>{sceneTitle(later)}</Link>
                  {[
                    prose ? ", in the prose" : "",
                    choices.length > 0
                      ? `, as the reason for ${choices.length === 1 ? "choice" : "choices"} ${choices.join(" and ")}`
                      : "",
                  ].join("")}
                  .
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Answered>
  );
}
