/** Plays a story on the drawn screen of a terminal. */
import type { Writable } from "node:stream";
import type { PlayerCharacter, Story } from "@narratoria/engine";
import { render } from "ink";
import type { TerminalInput, TerminalOutput } from "../terminal.js";
import { styleFor } from "./marks.js";
import type { Layout } from "./layout.js";
import { createPainter } from "./painter.js";
import { drawPicture } from "./pictures.js";
import { createScreenPlayer, type ScreenEnd } from "./player.js";
import { Screen } from "./screen.js";
import { isLargeEnough, type Size, sizeOf } from "./size.js";

export interface ScreenPlay {
  readonly story: Story;
  readonly stdin: TerminalInput;
  readonly stdout: TerminalOutput;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Who the player is, in a story that has not begun. */
  readonly character: PlayerCharacter;
  /** Stops the turn that is running and ends the play. */
  readonly signal: AbortSignal;
}

/** @throws {EngineError} What keeps the story from going on; turns that ended are kept. */
export async function playScreen({
  story,
  character,
  stdin,
  stdout,
  env,
  platform,
  signal,
}: ScreenPlay): Promise<ScreenEnd> {
  const style = styleFor(env, platform);
  const player = createScreenPlayer(story, { character });
  const sizeNow = (): Size => sizeOf(stdout);
  const painter = createPainter(stdout, sizeNow());
  let shown = "";
  const show = (picture: Layout["picture"] | null): void => {
    const { pictures } = style;
    // Every frame asks; a file is read once.
    const key = picture ? JSON.stringify([picture.portrait.path, picture.place]) : "";
    if (key === shown) return;
    shown = key;
    painter.overlay(picture && pictures ? drawPicture(picture.portrait.path, picture.place, pictures) : null);
  };
  const view = () => <Screen player={player} size={sizeNow()} style={style} onPicture={show} />;
  const frames: Writable = painter.frames;
  const ink = render(view(), {
    // Ink's types want a whole keyboard and a whole screen; what it uses of them is there.
    stdin: stdin as NodeJS.ReadStream,
    stdout: frames as NodeJS.WriteStream,
    // Every frame whole: the painter finds what changed, which Ink does not on a screen that is full.
    debug: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  const resized = (): void => {
    // Plain lines suit what is left of the terminal better than a screen with its parts cut off.
    if (!isLargeEnough(sizeNow())) {
      painter.close();
      return player.shrink();
    }
    painter.forget(sizeNow());
    ink.rerender(view());
  };
  const interrupted = (): void => player.leave("interrupted");
  stdout.on("resize", resized);
  // However the program ends, the terminal is left as it was found.
  process.once("exit", painter.close);
  signal.addEventListener("abort", interrupted, { once: true });
  try {
    player.begin();
    return await player.end;
  } finally {
    stdout.off("resize", resized);
    signal.removeEventListener("abort", interrupted);
    ink.unmount();
    painter.close();
    process.off("exit", painter.close);
  }
}
