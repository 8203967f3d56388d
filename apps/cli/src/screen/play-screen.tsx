/** Plays a story on the drawn screen of a terminal. */
import type { Story } from "@narratoria/engine";
import { render } from "ink";
import type { PlayEnd } from "../play/play-lines.js";
import type { Size } from "./size.js";
import { styleFor } from "./marks.js";
import { createPainter } from "./painter.js";
import { createScreenPlayer } from "./player.js";
import { Screen } from "./screen.js";

export interface ScreenPlay {
  readonly story: Story;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Stops the turn that is running and ends the play. */
  readonly signal: AbortSignal;
}

/** @throws {EngineError} What keeps the story from going on; turns that ended are kept. */
export async function playScreen({ story, stdin, stdout, env, platform, signal }: ScreenPlay): Promise<PlayEnd> {
  const style = styleFor(env, platform);
  const player = createScreenPlayer(story);
  const sizeNow = (): Size => ({ columns: stdout.columns, rows: stdout.rows });
  const painter = createPainter(stdout, sizeNow());
  const view = () => <Screen player={player} size={sizeNow()} style={style} />;
  const ink = render(view(), {
    stdin,
    stdout: painter.frames,
    // Every frame whole: the painter finds what changed, which Ink does not on a screen that is full.
    debug: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  const resized = (): void => {
    painter.forget(sizeNow());
    ink.rerender(view());
  };
  const interrupted = (): void => player.leave("interrupted");
  stdout.on("resize", resized);
  signal.addEventListener("abort", interrupted, { once: true });
  try {
    player.begin();
    return await player.end;
  } finally {
    stdout.off("resize", resized);
    signal.removeEventListener("abort", interrupted);
    ink.unmount();
    painter.close();
  }
}
