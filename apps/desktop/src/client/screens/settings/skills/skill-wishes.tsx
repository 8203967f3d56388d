import type { Skill } from "./skill-words.js";
import styles from "./skill-wishes.module.css";

const SERVICES: Readonly<Record<string, string>> = {
  semanticSearch: "read your memories",
  exactMatch: "read your memories",
  store: "write memories",
  update: "change memories",
  delete: "delete memories",
  embed: "compare texts by their meaning",
  generate: "ask the narrator for a text",
  state: "read how the story stands",
};

/** What services come to, each thing once. */
function servicesText(host: readonly string[]): string[] {
  return [...new Set(host.map((service) => SERVICES[service] ?? `ask for “${service}”`))];
}

interface SkillWishesListProps extends Pick<Skill, "wishes" | "changes" | "hash"> {}

/** What a skill may do, from its manifest, and what exactly is agreed to. */
export function SkillWishesList({ wishes, changes, hash }: SkillWishesListProps) {
  return (
    <dl className={styles.wishes}>
      {changes !== null && (
        <>
          <dt>What changed</dt>
          <dd>
            <Files label="new" files={changes.added} />
            <Files label="changed" files={changes.changed} />
            <Files label="gone" files={changes.removed} />
          </dd>
        </>
      )}
      {wishes !== null && (
        <>
          <dt>It runs</dt>
          <dd>
            {wishes.commands.length === 0
              ? "nothing: it is words alone"
              : wishes.commands.map(({ script, command, fault }) => (
                  <code key={script}>{command ?? `${script}: ${fault ?? "cannot be started"}`}</code>
                ))}
          </dd>
          <dt>It may</dt>
          <dd>
            <ul>
              {servicesText(wishes.host).map((words) => (
                <li key={words}>{words}</li>
              ))}
              {wishes.files.map(({ path, access }) => (
                <li key={`${access} ${path}`}>
                  {access === "read" ? "read in " : "write in "}
                  <code>{path}</code>
                </li>
              ))}
              {wishes.network.length === 0 ? (
                <li>reach no server</li>
              ) : (
                <li>reach {wishes.network.join(", ")} over the network</li>
              )}
              {wishes.environment.length > 0 && (
                <li>be given {wishes.environment.join(", ")}, where you say so in its settings</li>
              )}
            </ul>
          </dd>
          <dt>Sandbox</dt>
          <dd>{wishes.sandbox.sentence}</dd>
        </>
      )}
      {hash !== null && (
        <>
          <dt>Hash</dt>
          <dd>
            <code>{(hash.match(/.{1,8}/g) ?? []).join(" ")}</code>
          </dd>
        </>
      )}
    </dl>
  );
}

function Files({ label, files }: { readonly label: string; readonly files: readonly string[] }) {
  if (files.length === 0) return null;
  return (
    <p className={styles.files}>
      {label}: {files.join(", ")}
    </p>
  );
}
