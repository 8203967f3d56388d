import { Pane } from "../pane.js";
import { ReadingControls } from "./reading-controls.js";
import { SamplePage } from "./sample-page.js";
import styles from "./reading-page.module.css";

export function ReadingPage() {
  return (
    <Pane title="Reading" kind="detail" wide>
      <div className={styles.reading}>
        <ReadingControls />
        <SamplePage />
      </div>
    </Pane>
  );
}
