/** All campaigns, as covers. */
import type { RefObject } from "react";
import { Cover } from "../../parts/cover.js";
import styles from "./campaigns.module.css";
import type { Campaign } from "./shelf.js";
import { countWords, lengthWords } from "./shelf-words.js";

interface CampaignsProps {
  readonly campaigns: readonly Campaign[];
  readonly covers: RefObject<Map<string, HTMLElement>>;
  onOpen(campaign: Campaign): void;
}

export function Campaigns({ campaigns, covers, onOpen }: CampaignsProps) {
  return (
    <section aria-labelledby="campaigns">
      <h2 id="campaigns" className={styles.heading}>
        Campaigns
      </h2>
      <ul role="list" className={styles.grid}>
        {campaigns.map((campaign) => (
          <li key={campaign.name}>
            <button
              type="button"
              className={styles.campaign}
              aria-haspopup="dialog"
              ref={(button) => {
                if (button) covers.current.set(campaign.name, button);
                else covers.current.delete(campaign.name);
              }}
              onClick={() => onOpen(campaign)}
            >
              <span className={styles.art}>
                <Cover
                  seed={campaign.name}
                  title={campaign.title}
                  genre={campaign.genre}
                  picture={campaign.cover}
                  dimmed={!campaign.playable}
                />
              </span>
              <span className={styles.title}>{campaign.title}</span>
              {campaign.playable ? (
                <>
                  {campaign.genre && <span className={styles.fact}>{campaign.genre}</span>}
                  <span className={styles.fact}>{lengthWords(campaign.estimated_playtime_hours)}</span>
                </>
              ) : (
                <span className={styles.broken}>Cannot be opened: {problemWords(campaign)}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What keeps it from being opened; remarks do not. */
export function problemWords({ problems }: Pick<Campaign, "problems">): string {
  return countWords(Math.max(1, problems.filter(({ severity }) => severity === "error").length), "problem");
}
