/** The drawn screen as an Ink component: lines on the screen, keys to the player. */
import { Box, type Key as InkKey, Text, useInput } from "ink";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { type Layout, layoutScreen } from "./layout.js";
import type { Style } from "./marks.js";
import type { Key, ScreenPlayer } from "./player.js";
import type { Size } from "./size.js";

export interface ScreenProps {
  readonly player: ScreenPlayer;
  readonly size: Size;
  readonly style: Style;
  /** Told which picture the screen has; null for none. */
  onPicture?(picture: Layout["picture"] | null): void;
}

export function Screen({ player, size, style, onPicture }: ScreenProps) {
  const state = useSyncExternalStore(
    (listener) => player.subscribe(listener),
    () => player.state,
  );
  const pasting = useRef(new PasteFilter());
  useInput((input, key) => {
    if (pasting.current.holds(input)) return;
    for (const one of keysOf(input, key)) player.key(one);
  });
  const layout = layoutScreen(state, size, style);
  const { lines, picture } = layout;
  // Before the next key: one that scrolls has to know how far.
  player.drawn(layout);
  useEffect(() => onPicture?.(picture ?? null));
  return <Frame lines={lines} columns={size.columns} />;
}

/** Lines as they stand on the screen. */
export function Frame({ lines, columns }: { readonly lines: Layout["lines"]; readonly columns: number }) {
  return (
    <Box flexDirection="column" width={columns}>
      {lines.map((line, row) => (
        // A row of the screen is what it is by where it stands.
        <Text key={row} wrap="truncate">
          {line.length === 0
            ? " "
            : line.map((span, index) => (
                <Text
                  key={index}
                  bold={span.bold === true}
                  italic={span.italic === true}
                  {...(span.colour ? { color: span.colour } : {})}
                >
                  {span.text}
                </Text>
              ))}
        </Text>
      ))}
    </Box>
  );
}

/** Knows pasted text by the marks that a terminal puts around it (bracketed paste): it may come in any number of pieces. */
export class PasteFilter {
  #isPasting = false;

  /** @returns Whether a piece of input is part of something pasted. */
  holds(input: string): boolean {
    const from = input.lastIndexOf("[200~");
    const to = input.lastIndexOf("[201~");
    const isPart = this.#isPasting || from >= 0;
    if (from >= 0 || to >= 0) this.#isPasting = from > to;
    return isPart;
  }
}

/** What was pressed, in order: keys typed quickly arrive together. */
export function keysOf(input: string, key: Partial<InkKey>): Key[] {
  if (key.ctrl) return input === "c" ? [{ kind: "interrupt" }] : input === "z" ? [{ kind: "suspend" }] : [];
  if (key.upArrow) return [{ kind: "up" }];
  if (key.downArrow) return [{ kind: "down" }];
  if (key.pageUp) return [{ kind: "page-up" }];
  if (key.pageDown) return [{ kind: "page-down" }];
  if (key.home) return [{ kind: "home" }];
  if (key.end) return [{ kind: "end" }];
  // Terminals send the one for the other.
  if (key.backspace || key.delete) return [{ kind: "erase" }];
  if (key.return) return [{ kind: "enter" }];
  if (key.escape) return [{ kind: "escape" }];
  if (key.meta) return [];
  return [...input].map((letter): Key => ({ kind: "letter", letter }));
}
