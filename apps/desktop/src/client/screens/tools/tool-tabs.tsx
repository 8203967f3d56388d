/** What the tools of a turn did and said, in five tabs; of one tool, where one is picked. */
import { Tab, TabList, TabPanel, TabProvider } from "@ariakit/react/tab";
import { Button } from "../../parts/button.js";
import { Json } from "../../parts/json.js";
import styles from "./tools.module.css";
import type { Picked } from "./tools-screen.js";
import { duration, type EventRow, type Tool, type Workings } from "./workings.js";

interface ToolTabsProps {
  readonly workings: Workings;
  readonly picked: Picked | null;
  readonly tool: Tool | null;
  readonly tab: string;
  onTab(tab: string): void;
  onAll(): void;
}

export function ToolTabs({ workings, picked, tool, tab, onTab, onAll }: ToolTabsProps) {
  const rows = workings.events.filter(
    (row) => picked === null || (row.tool === picked.tool && row.plan === picked.plan),
  );
  const logs = rows.filter(({ isLog }) => isLog);
  return (
    <section className={styles.tabs} aria-label="What the tools did" data-region>
      <TabProvider selectedId={tab} setSelectedId={(id) => onTab(id ?? "events")}>
        <TabList className={styles.tabList} aria-label="What to look at">
          <Tab id="events">Events {rows.length}</Tab>
          <Tab id="logs">Logs</Tab>
          <Tab id="io">Input and output</Tab>
          <Tab id="prompt">Prompt</Tab>
          <Tab id="timings">Timings</Tab>
        </TabList>
        {tool && (
          <p className={styles.filtered}>
            Only {tool.id}.
            <Button kind="text" dense onClick={onAll}>
              Show all tools
            </Button>
          </p>
        )}
        <TabPanel tabId="events" className={styles.panel}>
          <Rows rows={rows} empty="Nothing has happened yet." />
        </TabPanel>
        <TabPanel tabId="logs" className={styles.panel}>
          <Rows rows={logs} empty={tool ? `${tool.id} wrote no log.` : "No tool wrote a log in this turn."} />
        </TabPanel>
        <TabPanel tabId="io" className={styles.panel}>
          {tool ? <InputOutput tool={tool} /> : <p>Select a tool to see what it was given and what it gave.</p>}
        </TabPanel>
        <TabPanel tabId="prompt" className={styles.panel}>
          <Prompt brief={workings.brief} />
        </TabPanel>
        <TabPanel tabId="timings" className={styles.panel}>
          <Timings workings={workings} />
        </TabPanel>
      </TabProvider>
    </section>
  );
}

/** More of them make the page slow; all are in the report. */
const MOST_ROWS = 500;

function Rows({ rows, empty }: { readonly rows: readonly EventRow[]; readonly empty: string }) {
  if (rows.length === 0) return <p>{empty}</p>;
  return (
    <>
      <ol role="list" className={styles.events}>
        {rows.slice(0, MOST_ROWS).map(({ key, atMs, tool, type, text, bad }) => (
          <li key={key}>
            <span className={styles.at}>{(atMs / 1000).toFixed(3)}</span>
            <span>{tool ?? "plan"}</span>
            <span className={styles.type} data-bad={bad} data-good={type === "done" || type === "success"}>
              {type}
            </span>
            <span className={styles.text}>{text}</span>
          </li>
        ))}
      </ol>
      {rows.length > MOST_ROWS && <p>{rows.length - MOST_ROWS} more are in the report.</p>}
    </>
  );
}

function InputOutput({ tool }: { readonly tool: Tool }) {
  return (
    <div className={styles.stack}>
      <h3>Input</h3>
      {tool.input === null ? (
        <p>Nothing is known of it yet.</p>
      ) : (
        <Json value={tool.input} label={`Input of ${tool.id}`} />
      )}
      <h3>Output</h3>
      {tool.output === null ? <p>It gave none.</p> : <Json value={tool.output} label={`Output of ${tool.id}`} />}
    </div>
  );
}

/** Near enough for a text in English. */
const LETTERS_A_TOKEN = 4;

function Prompt({ brief }: Pick<Workings, "brief">) {
  const sections = Object.entries(brief).map(([name, value]) => ({
    name,
    value,
    tokens: Math.ceil(JSON.stringify(value).length / LETTERS_A_TOKEN),
  }));
  if (sections.length === 0) return <p>What the narrator was told is known once the turn is over.</p>;
  return (
    <div className={styles.stack}>
      <p>What the narrator was told, by section. Tokens are estimates.</p>
      {sections.map(({ name, value, tokens }) => (
        <details key={name} className={styles.section}>
          <summary>
            <span>{name}</span>
            <span className={styles.quiet}>about {tokens === 1 ? "1 token" : `${tokens} tokens`}</span>
          </summary>
          <Json value={value} label={name} />
        </details>
      ))}
    </div>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  firstText: "First text",
  choices: "Choices ready",
  total: "Turn done",
};

function Timings({ workings: { timeMs, plans } }: { readonly workings: Workings }) {
  const tools = plans.flatMap(({ attempt, tools }) =>
    tools.flatMap((tool) => {
      const start = tool.tries[0]?.startMs;
      const end = tool.tries.at(-1)?.endMs;
      return start === undefined || end === undefined || end === null
        ? []
        : [{ key: `${attempt} ${tool.id}`, name: tool.id, start, end, state: tool.state }];
    }),
  );
  const all = Math.max(1, ...tools.map(({ end }) => end));
  const measured = Object.entries(timeMs);
  return (
    <div className={styles.stack}>
      {measured.length > 0 && (
        <dl className={styles.facts}>
          {measured.map(([name, ms]) => (
            <div key={name}>
              <dt>{NAMES[name] ?? name}</dt>
              <dd>{duration(ms)}</dd>
            </div>
          ))}
        </dl>
      )}
      <ol role="list" className={styles.tries}>
        {tools.map(({ key, name, start, end, state }) => (
          <li key={key} className={styles.wideTry}>
            <span>{name}</span>
            <span className={styles.track} aria-hidden>
              <span
                className={styles.run}
                data-state={state}
                style={{ insetInlineStart: `${(100 * start) / all}%`, inlineSize: `${(100 * (end - start)) / all}%` }}
              />
            </span>
            <span className={styles.tryTime}>
              <span className="unseen">{`from ${duration(start)}, `}</span>
              {duration(end - start)}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
