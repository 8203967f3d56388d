/** The shelf on the drawn screen: one key takes a story. */
import { useInput } from "ink";
import { type Shelf, shelfKeys, type Taken } from "../shelf.js";
import type { Terminal } from "../terminal.js";
import type { TerminalSettings } from "../settings-table.js";
import { openScreen } from "./drawn.js";
import { drawList, type ListPage, type ListRow } from "./list-page.js";
import { styleFor } from "./marks.js";
import type { Key } from "./player.js";
import { Frame, keysOf } from "./screen.js";

/** The rows of a shelf, headings between them; `taken` stands where a row can be taken. */
export function shelfRows(shelf: Shelf): (ListRow & { readonly taken?: Taken })[] {
  const keys = shelfKeys(shelf);
  const { stories, campaigns } = shelf;
  const entry = (text: string, at: number, about: string): (ListRow & { readonly taken?: Taken })[] => {
    const { key = "", taken } = keys[at] ?? {};
    return [{ label: key, text, bold: true, ...(taken ? { taken } : {}) }, ...(about === "" ? [] : [{ text: about }])];
  };
  return [
    ...(stories.length > 0 ? [{ text: "Go on reading" }, { text: "" }] : []),
    ...stories.flatMap(({ heading, about }, at) => entry(heading, at, about)),
    ...(stories.length > 0 ? [{ text: "" }] : []),
    { text: "Begin a story" },
    { text: "" },
    ...campaigns.flatMap(({ heading }, at) => entry(heading, stories.length + at, "")),
  ];
}

/** @returns What was taken; null where the player left, "too_small" where there is no room to draw any more. */
export async function shelfScreen(
  shelf: Shelf,
  terminal: Terminal,
  settings: TerminalSettings,
): Promise<Taken | "too_small" | null> {
  const rows = shelfRows(shelf);
  const style = styleFor(terminal.env, terminal.platform, settings);
  let marked = rows.findIndex(({ taken }) => taken);
  let done: (taken: Taken | "too_small" | null) => void = () => {};
  const end = new Promise<Taken | "too_small" | null>((resolve) => {
    done = resolve;
  });
  const move = (step: 1 | -1): void => {
    const next =
      step === 1
        ? rows.findIndex((row, at) => at > marked && row.taken)
        : rows.findLastIndex((row, at) => at < marked && row.taken);
    if (next >= 0) marked = next;
    screen.redraw();
  };
  const take = (key: Key): void => {
    const letter = key.kind === "letter" ? key.letter : "";
    if (key.kind === "interrupt") return terminal.interrupt();
    if (key.kind === "suspend") return screen.suspend();
    if (key.kind === "escape" || letter === "q") return done(null);
    if (key.kind === "up" || key.kind === "down") return move(key.kind === "up" ? -1 : 1);
    const row =
      key.kind === "enter"
        ? rows[marked]
        : rows.find(({ label }) => label !== undefined && label !== "" && label === letter);
    if (row?.taken) done(row.taken);
  };
  const page = (): ListPage => ({
    title: "Narratoria",
    rows,
    marked,
    hint: `${style.marks.arrows} Enter or the key takes a story, q quits`,
    right: "",
  });
  const screen = openScreen({
    terminal,
    view: (size) => <ShelfFrame lines={drawList(page(), size, style).lines} columns={size.columns} onKey={take} />,
    onInterrupt: () => done(null),
    onTooSmall: () => done("too_small"),
  });
  try {
    return await end;
  } finally {
    screen.close();
  }
}

interface ShelfFrameProps {
  readonly lines: Parameters<typeof Frame>[0]["lines"];
  readonly columns: number;
  onKey(key: Key): void;
}

function ShelfFrame({ lines, columns, onKey }: ShelfFrameProps) {
  useInput((input, key) => {
    for (const one of keysOf(input, key)) onKey(one);
  });
  return <Frame lines={lines} columns={columns} />;
}
