/** How the page reads, over a story that shows each change at once. */
import { Dialog } from "../../parts/dialog.js";
import { ReadingControls } from "../settings/reading/reading-controls.js";

export function ReadingSheet({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Reading" shape="drawer" onClose={onClose}>
      <ReadingControls />
    </Dialog>
  );
}
