/** A tool of a plan: its skill, its tries with their waits drawn to scale, and what can be done about it. */
import { useQuery } from "@tanstack/react-query";
import { toast } from "../../frame/toasts.js";
import { Button } from "../../parts/button.js";
import { api, got, troubleIn } from "../../server/api.js";
import { useLiveStory } from "../../story/story-context.js";
import { StateIcon } from "./state-icon.js";
import styles from "./tools.module.css";
import { duration, skillOf, stateName, type Tool, type ToolTry } from "./workings.js";

interface ToolDetailProps {
  /** Of the story. */
  readonly id: string;
  readonly tool: Tool;
  /** Whether its turn is the last one, which can be told again. */
  readonly canRetry: boolean;
  onLog(): void;
}

const HEALTH: Readonly<Record<string, string>> = {
  healthy: "healthy",
  degraded: "degraded",
  temporaryFailure: "off for a while, after failures",
  permanentFailure: "off until restart",
};

export function ToolDetail({ id, tool, canRetry, onLog }: ToolDetailProps) {
  const story = useLiveStory();
  const name = skillOf(tool.path);
  const skills = useQuery({ queryKey: ["skills"], queryFn: () => got(api.skills.$get()) });
  const health = useQuery({
    queryKey: ["story", id, "health"],
    queryFn: async () => (await got(api.stories[":id"].$get({ param: { id } }))).health,
  });
  const skill = skills.data?.skills.find((one) => one.name === name);
  const retry = async (): Promise<void> => {
    try {
      await story.take({ do: "act", action: { do: "retry_tool", label: "Retry", toolId: tool.id } });
    } catch (error) {
      toast({ text: troubleIn(error).message });
    }
  };
  const turn = async (on: boolean): Promise<void> => {
    try {
      await got(api.skills[":name"].enabled.$put({ param: { name }, json: { on } }));
      toast({
        text: `${skill?.displayName ?? name} is ${on ? "on" : "off"} from the next turn.`,
        ...(on ? {} : { action: { label: "Turn on", run: () => void turn(true) } }),
      });
    } catch (error) {
      toast({ text: troubleIn(error).message });
    }
  };
  return (
    <section className={styles.detail} aria-label={`Tool ${tool.id}`} data-region>
      <header>
        <h2>{tool.id}</h2>
        <span className={styles.state} data-state={tool.state}>
          <StateIcon state={tool.state} />
          {stateName(tool.state)}
        </span>
      </header>
      <dl className={styles.facts}>
        <Fact name="Skill">{skill ? `${skill.displayName} ${skill.version}` : name}</Fact>
        <Fact name="Script">{tool.path.split("/")[1] ?? tool.path}</Fact>
        <Fact name="Health">
          {skill?.state === "off" ? "turned off" : (HEALTH[health.data?.[name] ?? ""] ?? "not known")}
        </Fact>
        <Fact name="Required">{tool.required ? "yes, the turn fails without it" : "no"}</Fact>
        {tool.dependencies.length > 0 && <Fact name="Waits for">{tool.dependencies.join(", ")}</Fact>}
        {tool.sandbox !== null && <Fact name="Sandbox">{tool.sandbox}</Fact>}
      </dl>
      {tool.error && (
        <p className={styles.error}>
          <code>{tool.error.code}</code> {tool.error.message}
        </p>
      )}
      {tool.tries.length > 0 && <Tries tries={tool.tries} />}
      <div className={styles.detailActions}>
        {canRetry && (
          <Button kind="text" dense onClick={() => void retry()}>
            Retry
          </Button>
        )}
        <Button kind="text" dense onClick={onLog}>
          View log
        </Button>
        {skill &&
          (skill.state === "off" ? (
            <Button kind="text" dense onClick={() => void turn(true)}>
              Turn skill on
            </Button>
          ) : (
            <Button kind="text" dense onClick={() => void turn(false)}>
              Turn skill off
            </Button>
          ))}
      </div>
      {canRetry && <p className={styles.quiet}>Retry takes your last choice once more: the same dice fall.</p>}
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Each try as a bar from its start to its end, behind the pause before it; all to one scale. */
function Tries({ tries }: { readonly tries: readonly ToolTry[] }) {
  const start = tries[0]?.startMs ?? 0;
  const end = Math.max(...tries.map(({ startMs, endMs }) => endMs ?? startMs));
  const all = Math.max(end - start, 1);
  const percent = (ms: number): string => `${(100 * ms) / all}%`;
  return (
    <ol role="list" className={styles.tries}>
      {tries.map(({ number, state, startMs, endMs }, place) => {
        const before = tries[place - 1]?.endMs ?? startMs;
        const pause = Math.max(0, startMs - before);
        return (
          <li key={number}>
            <span>try {number}</span>
            <span className={styles.track} aria-hidden>
              {pause > 0 && (
                <span
                  className={styles.pause}
                  style={{ insetInlineStart: percent(before - start), inlineSize: percent(pause) }}
                />
              )}
              <span
                className={styles.run}
                data-state={state}
                style={{ insetInlineStart: percent(startMs - start), inlineSize: percent((endMs ?? end) - startMs) }}
              />
            </span>
            <span className={styles.tryTime}>
              {endMs === null ? "running" : duration(endMs - startMs)}
              <span className="unseen">{`, ${stateName(state)}${pause > 0 ? ` after a pause of ${duration(pause)}` : ""}`}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
