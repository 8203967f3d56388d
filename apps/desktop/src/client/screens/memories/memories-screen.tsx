/** What the story remembers: sentences to be searched, pinned, put right and forgotten. */
import { useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, Bookmark, Search } from "lucide-react";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { useLocation, useParams } from "wouter";
import { useAction } from "../../frame/keys.js";
import { NoStory } from "../../frame/no-story.js";
import { Page } from "../../frame/page.js";
import { toast } from "../../frame/toasts.js";
import { Answered } from "../../parts/answered.js";
import { Button } from "../../parts/button.js";
import { Chip, Chips } from "../../parts/chips.js";
import { Empty } from "../../parts/empty.js";
import { useMedia } from "../../parts/use-media.js";
import { api, got, troubleIn } from "../../server/api.js";
import { ask } from "../../server/session.js";
import { useStory } from "../../story/story-context.js";
import { forget, useForgotten } from "./use-forgetting.js";
import styles from "./memories.module.css";
import { MemoryDetail } from "./memory-detail.js";
import { MemoryRow } from "./memory-row.js";
import { type Memory, useMemories, useNames } from "./use-memories.js";

export default function MemoriesScreen() {
  const id = useStory((now) => now.id);
  if (id !== null) return <StoryMemories key={id} id={id} />;
  return (
    <Page title="Memories">
      <NoStory />
    </Page>
  );
}

const WAIT_MS = 250;

function StoryMemories({ id }: { readonly id: string }) {
  const { id: picked } = useParams();
  const [, go] = useLocation();
  const [written, setWritten] = useState("");
  const search = useDeferredValue(useSettled(written.trim(), WAIT_MS));
  const [pinnedOnly, setPinnedOnly] = useState(false);
  const [person, setPerson] = useState("");
  const [place, setPlace] = useState("");
  const beside = useMedia("(min-width: 1000px)");
  const field = useRef<HTMLInputElement>(null);
  useAction("search", () => field.current?.focus());
  const all = useMemories(id, "");
  const found = useMemories(id, search);
  const names = useNames(id);
  const queries = useQueryClient();
  const forgotten = useForgotten();
  const left = (all.data ?? []).filter((one) => !forgotten.has(one.id));
  const memory = left.find((one) => one.id === picked);

  const pin = async ({ id: wanted, pinned }: Memory): Promise<void> => {
    try {
      await got(
        api.stories[":id"].memories[":memory"].$patch({ param: { id, memory: wanted }, json: { pinned: !pinned } }),
      );
      await queries.invalidateQueries({ queryKey: ["memories", id] });
    } catch (error) {
      toast({ text: troubleIn(error).message });
    }
  };
  const forgetIt = ({ id: wanted }: Memory): void => {
    go("/memories");
    const url = api.stories[":id"].memories[":memory"].$url({ param: { id, memory: wanted } });
    forget(wanted, (leaving) =>
      leaving
        ? ask(url, { method: "DELETE", keepalive: true })
        : got(api.stories[":id"].memories[":memory"].$delete({ param: { id, memory: wanted } })),
    );
  };
  const detail = memory && (
    <MemoryDetail
      key={memory.id}
      id={id}
      memory={memory}
      names={names}
      onPin={() => void pin(memory)}
      onForget={() => forgetIt(memory)}
    />
  );
  const pins = left.filter(({ pinned }) => pinned).length;

  return (
    <Page title="Memories" about={all.data && left.length > 0 ? countWords(left.length) : null}>
      {!beside && detail ? (
        <>
          <Button kind="text" onClick={() => go("/memories")}>
            <ArrowLeft size={18} strokeWidth={1.75} aria-hidden />
            Back to all memories
          </Button>
          {detail}
        </>
      ) : (
        <Answered query={all} waiting="Reading the memories">
          {() =>
            left.length === 0 ? (
              <Empty icon={Bookmark} title="Nothing to remember yet">
                <p>After your first choice, what happened is kept here.</p>
              </Empty>
            ) : (
              <div className={styles.panes}>
                <div className={styles.all}>
                  <label className={styles.search}>
                    <Search size={20} strokeWidth={1.75} aria-hidden />
                    <span className="unseen">Search the memories</span>
                    <input
                      ref={field}
                      type="search"
                      placeholder="What do you want to remember?"
                      value={written}
                      onChange={({ target }) => setWritten(target.value)}
                      onKeyDown={({ key }) => key === "Escape" && setWritten("")}
                    />
                  </label>
                  <div className={styles.filters}>
                    <Chips label="Which memories">
                      <Chip on={!pinnedOnly} onPick={() => setPinnedOnly(false)}>
                        All
                      </Chip>
                      <Chip on={pinnedOnly} onPick={() => setPinnedOnly(true)}>
                        Pinned {pins}
                      </Chip>
                    </Chips>
                    <NameSelect label="People" any="Anybody" names={names.people} value={person} onChange={setPerson} />
                    <NameSelect label="Places" any="Anywhere" names={names.places} value={place} onChange={setPlace} />
                  </div>
                  <Answered query={found} waiting="Searching">
                    {(memories) => {
                      const shown = memories.filter(
                        (one) =>
                          !forgotten.has(one.id) &&
                          (!pinnedOnly || one.pinned) &&
                          (person === "" || one.characters.includes(person)) &&
                          (place === "" || one.location === place),
                      );
                      if (shown.length === 0)
                        return (
                          <p role="status" className={styles.none}>
                            {search === "" ? "Nothing of that kind." : `Nothing close to “${search}”. Try fewer words.`}
                          </p>
                        );
                      return (
                        <ol role="list" className={styles.list}>
                          {(search === "" ? shown.toReversed() : shown).map((one, at) => (
                            <MemoryRow
                              key={one.id}
                              memory={one}
                              names={names}
                              search={search}
                              place={at}
                              picked={one.id === picked}
                              onPick={() => go(`/memories/${one.id}`)}
                              onPin={() => void pin(one)}
                            />
                          ))}
                        </ol>
                      );
                    }}
                  </Answered>
                </div>
                {beside &&
                  (detail ?? <p className={styles.hint}>Select a memory to put it right, or to see who knows.</p>)}
              </div>
            )
          }
        </Answered>
      )}
    </Page>
  );
}

interface NameSelectProps {
  readonly label: string;
  readonly any: string;
  readonly names: ReadonlyMap<string, string>;
  readonly value: string;
  onChange(value: string): void;
}

function NameSelect({ label, any, names, value, onChange }: NameSelectProps) {
  if (names.size === 0) return null;
  return (
    <select
      aria-label={label}
      className={styles.select}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{any}</option>
      {[...names].map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

function countWords(memories: number): string {
  return memories === 1 ? "One thing this story remembers" : `${memories} things this story remembers`;
}

/** A value once it has not changed for a while. */
function useSettled<Value>(value: Value, waitMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs);
    return () => clearTimeout(timer);
  }, [value, waitMs]);
  return settled;
}
