/** What a campaign is, before it is begun. */
import { type ReactNode, useRef, useState } from "react";
import { useLocation } from "wouter";
import { sizeText } from "../settings/words.js";
import { announce } from "../../frame/announcer.js";
import { toast } from "../../frame/toasts.js";
import { usePreferences, useSetPreferences } from "../../frame/use-preferences.js";
import { Button } from "../../parts/button.js";
import { Cover } from "../../parts/cover.js";
import { Dialog } from "../../parts/dialog.js";
import { TroubleNotice } from "../../parts/notice.js";
import { api, got, troubleIn } from "../../server/api.js";
import styles from "./campaign-sheet.module.css";
import { problemWords } from "./campaigns.js";
import { Problems, reportOf } from "./problems.js";
import type { Campaign, Story } from "./shelf.js";
import { countWords, lengthWords, storyWords } from "./shelf-words.js";
import { useStoryRoads } from "./story-actions.js";

interface CampaignSheetProps {
  readonly campaign: Campaign;
  readonly stories: readonly Story[];
  onClose(): void;
  /** Has it replaced by another version. */
  onReplace(): void;
  /** Asks anew for what is on the shelf. */
  onCheck(): Promise<unknown>;
}

export function CampaignSheet({ campaign, stories, onClose, onReplace, onCheck }: CampaignSheetProps) {
  const [, go] = useLocation();
  const warning = useWarning(campaign);
  const [removing, setRemoving] = useState(false);
  const mine = stories.filter((story) => story.campaign === campaign.name);
  if (removing)
    return <Uninstall campaign={campaign} stories={mine} onBack={() => setRemoving(false)} onDone={onClose} />;
  const begin = (): void => {
    if (warning.allows()) go(`/new/${encodeURIComponent(campaign.name)}`);
  };
  return (
    <Dialog
      title={campaign.title}
      shape="sheet"
      onClose={onClose}
      actions={
        campaign.playable ? (
          <Button kind="filled" onClick={begin}>
            New story
          </Button>
        ) : (
          <>
            <Button
              onClick={() =>
                void navigator.clipboard.writeText(reportOf(campaign)).then(() => toast({ text: "Report copied." }))
              }
            >
              Copy report
            </Button>
            <Button kind="filled" onClick={() => void onCheck().then(() => announce("Checked again."))}>
              Check again
            </Button>
          </>
        )
      }
    >
      <div className={styles.head}>
        <div className={styles.cover}>
          <Cover
            seed={campaign.name}
            title={campaign.title}
            genre={campaign.genre}
            picture={campaign.cover}
            dimmed={!campaign.playable}
          />
        </div>
        <Facts campaign={campaign} />
      </div>
      {campaign.description && <p className={styles.description}>{campaign.description}</p>}
      {warning.shown}
      {mine.length > 0 && <Begun stories={mine} />}
      {campaign.problems.length > 0 && (
        <details className={styles.problems} open={!campaign.playable}>
          <summary>
            {campaign.playable
              ? `${countWords(campaign.problems.length, "remark")} on its files`
              : `Cannot be opened: ${problemWords(campaign)}`}
          </summary>
          <Problems problems={campaign.problems} />
        </details>
      )}
      {campaign.origin === "installed" && (
        <div className={styles.manage}>
          <Button kind="text" dense onClick={onReplace}>
            Replace with another version
          </Button>
          <Button kind="text" dense onClick={() => setRemoving(true)}>
            Uninstall
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function Facts({ campaign }: { readonly campaign: Campaign }) {
  const { genre, tone, estimated_playtime_hours: hours, author, content_rating: rating, license, version } = campaign;
  const facts: [string, ReactNode][] = [
    ["Genre", genre],
    ["Tone", tone],
    ["Length", lengthWords(hours)],
    ["For", rating],
    ["Author", author],
    ["Licence", license],
    ["Version", version],
    ["Size", sizeText(campaign.sizeBytes)],
    ["Made by a model", campaign.generatedAssets > 0 ? countWords(campaign.generatedAssets, "part") : ""],
  ];
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== undefined && value !== "")
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function Begun({ stories }: { readonly stories: readonly Story[] }) {
  const { read } = useStoryRoads();
  return (
    <section aria-labelledby="begun" className={styles.begun}>
      <h2 id="begun">Your stories</h2>
      <ul role="list">
        {stories.slice(0, 4).map((story) => (
          <li key={story.id}>
            <span>{storyWords(story, Date.now())}</span>
            <Button kind="text" dense onClick={() => read(story.id)}>
              {story.ended ? "Read it again" : "Continue"}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Content warnings are acknowledged once for a campaign, before its first story. */
function useWarning({ name, content_warnings: warnings = [] }: Campaign): {
  readonly shown: ReactNode;
  /** Whether a story may begin; says why not where it may not. */
  readonly allows: () => boolean;
} {
  const { warned } = usePreferences();
  const setPreferences = useSetPreferences();
  const box = useRef<HTMLInputElement>(null);
  const [missed, setMissed] = useState(false);
  if (warnings.length === 0) return { shown: null, allows: () => true };
  const known = warned.includes(name);
  const acknowledge = (on: boolean): void => {
    setMissed(false);
    void setPreferences({ warned: on ? [...warned, name] : warned.filter((one) => one !== name) });
  };
  return {
    allows: () => {
      if (known) return true;
      setMissed(true);
      box.current?.focus();
      return false;
    },
    shown: (
      <section className={styles.warning} aria-labelledby="warnings" data-missed={missed}>
        <h2 id="warnings">This story contains</h2>
        <ul>
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
        <label>
          <input
            ref={box}
            type="checkbox"
            checked={known}
            aria-invalid={missed}
            aria-describedby={missed ? "warnings-missed" : undefined}
            onChange={(event) => acknowledge(event.target.checked)}
          />
          I know what is in it
        </label>
        {missed && (
          <p id="warnings-missed" role="alert">
            Tick this to begin a story.
          </p>
        )}
      </section>
    ),
  };
}

interface UninstallProps {
  readonly campaign: Campaign;
  readonly stories: readonly Story[];
  onBack(): void;
  onDone(): void;
}

function Uninstall({ campaign, stories, onBack, onDone }: UninstallProps) {
  const safe = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<ReturnType<typeof troubleIn> | null>(null);
  const remove = async (): Promise<void> => {
    setBusy(true);
    try {
      await got(api.campaigns[":name"].$delete({ param: { name: campaign.name } }));
      toast({ text: `${campaign.title} uninstalled.` });
      onDone();
    } catch (error) {
      setTrouble(troubleIn(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      alert
      initialFocus={safe}
      title={`Uninstall ${campaign.title}?`}
      onClose={onBack}
      actions={
        <>
          <Button kind="danger" disabled={busy} onClick={() => void remove()}>
            Uninstall
          </Button>
          <Button ref={safe} kind="filled" onClick={onBack}>
            Keep it
          </Button>
        </>
      }
    >
      <p>
        {stories.length === 0
          ? "Its files go. You can install it again at any time."
          : `Its files go. Your ${countWords(stories.length, "story").replace("storys", "stories")} can still be read and exported, and can go on once it is installed again.`}
      </p>
      {trouble && <TroubleNotice message={trouble.message} action={trouble.action} />}
    </Dialog>
  );
}
