import { Page } from "../../frame/page.js";
import { ReadingControls } from "./reading/reading-controls.js";

export default function SettingsScreen() {
  return (
    <Page title="Settings">
      <ReadingControls />
    </Page>
  );
}
