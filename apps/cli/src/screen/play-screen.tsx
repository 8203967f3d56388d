/** Plays a story on the drawn screen of a terminal. */
import type { PlayerCharacter, Story } from "@narratoria/engine";
import type { Terminal } from "../terminal.js";
import type { TerminalSettings } from "../settings-table.js";
import { openScreen } from "./drawn.js";
import type { Layout } from "./layout.js";
import { styleFor } from "./marks.js";
import type { Beside } from "./pages/page.js";
import type { Painter } from "./painter.js";
import { drawFile } from "./draw-file.js";
import { drawPicture } from "./pictures.js";
import { createScreenPlayer, type ScreenEnd } from "./player.js";
import { Screen } from "./screen.js";

export { shelfScreen } from "./shelf-screen.js";

export interface ScreenPlay {
  readonly terminal: Terminal;
  readonly story: Story;
  /** Who the player is, in a story that has not begun. */
  readonly character: PlayerCharacter;
  readonly beside: Beside;
  readonly settings: TerminalSettings;
}

/** @throws {EngineError} What keeps the story from going on; turns that ended are kept. */
export async function playScreen({ terminal, story, character, beside, settings }: ScreenPlay): Promise<ScreenEnd> {
  const { env, platform } = terminal;
  let style = styleFor(env, platform, settings);
  const player = createScreenPlayer(story, {
    character,
    onSuspend: () => screen.suspend(),
    beside: {
      ...beside,
      async set(key, value) {
        const changed = await beside.set(key, value);
        style = styleFor(env, platform, changed);
        screen.redraw();
        return changed;
      },
    },
  });
  let shown = "";
  const show = (painter: Painter, picture: Layout["picture"] | null): void => {
    const { pictures } = style;
    // Every frame asks; a file is read once.
    const key = picture ? JSON.stringify([picture.path, picture.place]) : "";
    if (key === shown) return;
    shown = key;
    const drawn = picture && pictures ? drawPicture(picture.path, picture.place, pictures) : null;
    painter.overlay(drawn);
    if (drawn !== null || !picture || !pictures || picture.path === null) return;
    // What this terminal cannot read by itself is decoded first, and nothing waits for it.
    void drawFile(picture.path, picture.place, pictures).then((late) => {
      if (late !== null && shown === key) painter.overlay(late);
    });
  };
  const screen = openScreen({
    terminal,
    view: (size, painter) => (
      <Screen player={player} size={size} style={style} onPicture={(picture) => show(painter, picture)} />
    ),
    onInterrupt: () => player.leave("interrupted"),
    onTooSmall: () => player.shrink(),
  });
  try {
    player.begin();
    return await player.end;
  } finally {
    screen.close();
  }
}
