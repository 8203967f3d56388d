/** Session state: all that is known of the world of the story, and what the last turn changed. Read only. */
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Braces, Search } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { NoStory } from "../../frame/no-story.js";
import { useAction } from "../../frame/keys.js";
import { Page } from "../../frame/page.js";
import { Answered } from "../../parts/answered.js";
import { Button } from "../../parts/button.js";
import { Chip, Chips } from "../../parts/chips.js";
import { Empty } from "../../parts/empty.js";
import { useMedia } from "../../parts/use-media.js";
import { api, got } from "../../server/api.js";
import { sceneName } from "../../story/past.js";
import { useStory } from "../../story/story-context.js";
import { StateTree } from "./state-tree.js";
import { StateValue } from "./state-value.js";
import { type Change, countOf, idOf, openAtFirst, rowsOf } from "./state-rows.js";
import styles from "./state.module.css";

export default function StateScreen() {
  const id = useStory((now) => now.id);
  const scene = useStory(({ scenes }) => scenes.at(-1)?.scene ?? null);
  const asked = useQuery({
    queryKey: ["story", id, "state"],
    queryFn: async () => {
      const param = { id: id ?? "" };
      const [state, changes] = await Promise.all([
        got(api.stories[":id"].state.$get({ param, query: {} })),
        got(api.stories[":id"].changes.$get({ param, query: {} })),
      ]);
      return { state, changes };
    },
    enabled: id !== null && scene !== null,
  });
  if (id === null) {
    return (
      <Page title="State">
        <NoStory />
      </Page>
    );
  }
  if (scene === null) {
    return (
      <Page title="State">
        <Empty icon={Braces} title="Nothing is known yet">
          <p>What the story knows of its world is kept here from its opening on.</p>
        </Empty>
      </Page>
    );
  }
  if (asked.data === undefined) {
    return (
      <Page title="State">
        <Answered query={asked} waiting="Reading the state">
          {() => null}
        </Answered>
      </Page>
    );
  }
  return <StateView id={id} scene={scene} state={asked.data.state} changes={asked.data.changes} />;
}

interface StateViewProps {
  readonly id: string;
  readonly scene: number;
  readonly state: object;
  readonly changes: readonly Change[];
}

function StateView({ id, scene, state, changes }: StateViewProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => openAtFirst(state, changes));
  const [onlyChanged, setOnlyChanged] = useState(false);
  const [search, setSearch] = useState("");
  const [active, setActive] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const beside = useMedia("(min-width: 1000px)");
  useAction("search", () => field.current?.focus());
  const all = useMemo(() => countOf(state), [state]);
  const rows = useMemo(
    () => rowsOf(state, changes, { open, onlyChanged, search }),
    [state, changes, open, onlyChanged, search],
  );
  const row = rows.find((one) => one.id === active) ?? null;
  const change = changes.find(
    ({ path }) => active !== null && (active === idOf(path) || active.startsWith(`${idOf(path)}\u0000`)),
  );
  const close = (wanted: string): void => setOpen(new Set([...open].filter((one) => one !== wanted)));
  const detail = row && <StateValue id={id} row={row} scene={scene} change={change ?? null} />;
  return (
    <Page
      title="State"
      about={`After ${sceneName(scene)}. Read only.`}
      actions={
        <>
          <Chips label="What to show">
            <Chip on={onlyChanged} onPick={() => setOnlyChanged(true)}>
              Changed this turn {changes.length}
            </Chip>
            <Chip on={!onlyChanged} onPick={() => setOnlyChanged(false)}>
              Everything {all}
            </Chip>
          </Chips>
          <label className={styles.search}>
            <Search size={18} strokeWidth={1.75} aria-hidden />
            <span className="unseen">Find a key or value</span>
            <input
              ref={field}
              type="search"
              placeholder="Find a key or value"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          </label>
        </>
      }
    >
      {!beside && detail ? (
        <>
          <Button kind="text" onClick={() => setActive(null)}>
            <ArrowLeft size={18} strokeWidth={1.75} aria-hidden />
            Back to the tree
          </Button>
          {detail}
        </>
      ) : (
        <div className={styles.panes}>
          {rows.length === 0 ? (
            <p role="status">
              {search === "" ? "Nothing was changed in this turn." : `Nothing has “${search}” in it.`}
            </p>
          ) : (
            <StateTree
              rows={rows}
              active={active}
              onActive={setActive}
              onOpen={(ids) => setOpen(new Set([...open, ...ids]))}
              onClose={close}
            />
          )}
          {beside && (detail ?? <p className={styles.hint}>Select a line to see how it came to be.</p>)}
        </div>
      )}
    </Page>
  );
}
