/** No campaign is here: where one comes from. */
import { LibraryBig } from "lucide-react";
import { Button } from "../../parts/button.js";
import styles from "./empty-shelf.module.css";

export function EmptyShelf({ onInstall }: { onInstall(): void }) {
  return (
    <section className={styles.empty}>
      <LibraryBig size={28} strokeWidth={1.75} aria-hidden />
      <div>
        <h2>No stories on this shelf</h2>
        <p>Install a .narratoria file, or make a campaign of your own.</p>
        <Button kind="filled" onClick={onInstall}>
          Install a campaign
        </Button>
      </div>
    </section>
  );
}
