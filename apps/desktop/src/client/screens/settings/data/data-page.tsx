/** What is on the disk: stories, backups, and how much is remembered. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "../../../frame/toasts.js";
import { Button } from "../../../parts/button.js";
import { TroubleNotice } from "../../../parts/notice.js";
import { api, got } from "../../../server/api.js";
import { Loaded } from "../loaded.js";
import { Pane } from "../pane.js";
import parts from "../page-parts.module.css";
import { Section } from "../section.js";
import { useDoing } from "../use-doing.js";
import { dateText, many, sizeText } from "../words.js";
import { DeleteStory } from "./delete-story.js";
import { ExportStory } from "./export-story.js";
import { MemoryLimitsForm } from "./memory-limits.js";
import { RepairData } from "./repair-data.js";
import { RestoreBackup } from "./restore-backup.js";

/** What the player is asked about. */
type Asked =
  | { readonly what: "delete" | "export"; readonly id: string; readonly title: string }
  | { readonly what: "restore"; readonly file: string; readonly madeAt: number };

export function DataPage() {
  const queries = useQueryClient();
  const data = useQuery({ queryKey: ["data"], queryFn: () => got(api.data.$get()), refetchOnMount: "always" });
  const stories = useQuery({ queryKey: ["stories"], queryFn: () => got(api.stories.$get()) });
  const [asked, setAsked] = useState<Asked | null>(null);
  const backUp = useDoing(async () => {
    await got(api.backups.$post());
    await queries.invalidateQueries({ queryKey: ["data"] });
    toast({ text: "Backed up." });
  });
  const openFolder = useDoing(() => got(api.data.open.$post()));
  const close = (): void => setAsked(null);
  return (
    <Pane title="Data" kind="detail">
      <Loaded query={data} waiting="Measuring the data folder">
        {({ dataDir, size, backups, memoryLimits }) => (
          <div className={parts.sections}>
            <dl className={parts.facts}>
              <dt>Data folder</dt>
              <dd>{dataDir}</dd>
              <dt>Stories</dt>
              <dd>{sizeText(size.database)}</dd>
              <dt>Backups</dt>
              <dd>{sizeText(size.backups)}</dd>
              <dt>Kept free</dt>
              <dd>{sizeText(size.reserve)}, so that a scene can be saved on a full disk</dd>
            </dl>
            {openFolder.trouble && (
              <TroubleNotice message={openFolder.trouble.message} action={openFolder.trouble.action} />
            )}
            <div>
              <Button disabled={openFolder.running} onClick={() => openFolder.run()}>
                Open the data folder
              </Button>
            </div>
            <Section title="Stories">
              <Loaded query={stories} waiting="Reading the shelf">
                {(all) =>
                  all.length === 0 ? (
                    <p className={parts.quiet}>No story yet. What you play is kept here.</p>
                  ) : (
                    <ul role="list" className={parts.rows}>
                      {all.map(({ id, title, scene, updatedAt }) => (
                        <li key={id} className={parts.row}>
                          <div className={parts.words}>
                            <strong>{title}</strong>
                            <span className={parts.quiet}>
                              {scene === null ? "not begun" : scene === 0 ? "opening" : `scene ${scene}`}, played{" "}
                              {dateText(updatedAt)}, {sizeText(size.stories[id] ?? 0)}
                            </span>
                          </div>
                          <div className={parts.buttons}>
                            <Button
                              kind="text"
                              aria-label={`Export ${title}`}
                              onClick={() => setAsked({ what: "export", id, title })}
                            >
                              Export
                            </Button>
                            <Button
                              kind="text"
                              aria-label={`Delete ${title}`}
                              onClick={() => setAsked({ what: "delete", id, title })}
                            >
                              Delete
                            </Button>
                          </div>
                        </li>
                      ))}
                    </ul>
                  )
                }
              </Loaded>
            </Section>
            <Section title="Backups">
              {backUp.trouble && <TroubleNotice message={backUp.trouble.message} action={backUp.trouble.action} />}
              {backups.length === 0 ? (
                <p className={parts.quiet}>No backup yet. One is made by itself now and then while you play.</p>
              ) : (
                <ul role="list" className={parts.rows}>
                  {backups.map(({ file, madeAt, stories: count, turns }) => (
                    <li key={file} className={parts.row}>
                      <div className={parts.words}>
                        <strong>{dateText(madeAt)}</strong>
                        <span className={parts.quiet}>
                          {many(count, "story", "stories")} with {many(turns, "scene", "scenes")}
                        </span>
                      </div>
                      <Button
                        kind="text"
                        aria-label={`Restore the backup of ${dateText(madeAt)}`}
                        onClick={() => setAsked({ what: "restore", file, madeAt })}
                      >
                        Restore
                      </Button>
                    </li>
                  ))}
                </ul>
              )}
              <div>
                <Button onClick={backUp.run} disabled={backUp.running}>
                  Back up now
                </Button>
              </div>
            </Section>
            <Section title="Repair">
              <RepairData />
            </Section>
            <Section title="How much is remembered">
              <MemoryLimitsForm limits={memoryLimits} />
            </Section>
          </div>
        )}
      </Loaded>
      {asked?.what === "delete" && <DeleteStory id={asked.id} title={asked.title} onClose={close} />}
      {asked?.what === "export" && <ExportStory id={asked.id} title={asked.title} onClose={close} />}
      {asked?.what === "restore" && <RestoreBackup file={asked.file} madeAt={asked.madeAt} onClose={close} />}
    </Pane>
  );
}
