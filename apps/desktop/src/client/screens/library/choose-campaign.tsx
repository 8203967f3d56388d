/** Which campaign a new story is told from. */
import { Button } from "../../parts/button.js";
import { Cover } from "../../parts/cover.js";
import { Dialog } from "../../parts/dialog.js";
import styles from "./choose-campaign.module.css";
import type { Campaign } from "./shelf.js";
import { lengthWords } from "./shelf-words.js";

interface ChooseCampaignProps {
  readonly campaigns: readonly Campaign[];
  onClose(): void;
  onChoose(name: string): void;
  onInstall(): void;
}

export function ChooseCampaign({ campaigns, onClose, onChoose, onInstall }: ChooseCampaignProps) {
  const playable = campaigns.filter((campaign) => campaign.playable);
  return (
    <Dialog title="Which story?" onClose={onClose} actions={<Button onClick={onInstall}>Install a campaign</Button>}>
      {playable.length === 0 && <p>No campaign can be opened. Install one first.</p>}
      <ul role="list" className={styles.list}>
        {playable.map(({ name, title, genre, cover, description, estimated_playtime_hours: hours }) => (
          <li key={name}>
            <button type="button" className={styles.campaign} onClick={() => onChoose(name)}>
              <span className={styles.cover}>
                <Cover seed={name} title={title} genre={genre} picture={cover} />
              </span>
              <span className={styles.words}>
                <span className={styles.title}>{title}</span>
                <span className={styles.fact}>{[genre, lengthWords(hours)].filter(Boolean).join(", ")}</span>
                {description && <span className={styles.about}>{description}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
