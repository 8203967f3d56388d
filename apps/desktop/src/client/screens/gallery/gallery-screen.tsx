/** Pictures and sounds of the story. Nothing plays by itself. */
import { Image } from "lucide-react";
import { useMemo, useState } from "react";
import { NoStory } from "../../frame/no-story.js";
import { Page } from "../../frame/page.js";
import { Answered, Waiting } from "../../parts/answered.js";
import { Chip, Chips } from "../../parts/chips.js";
import { Empty } from "../../parts/empty.js";
import { useKnown } from "../../story/past.js";
import { useAssets } from "../../story/use-assets.js";
import { useStory } from "../../story/story-context.js";
import styles from "./gallery.module.css";
import { madeByAll, type Piece, piecesOf, type Shelf } from "./gallery-pieces.js";
import { PieceCard } from "./piece-card.js";
import { PieceLarge } from "./piece-large.js";

export default function GalleryScreen() {
  const id = useStory((now) => now.id);
  return <Page title="Gallery">{id === null ? <NoStory /> : <StoryGallery id={id} />}</Page>;
}

const SHELVES: readonly { readonly shelf: Shelf; readonly name: string }[] = [
  { shelf: "people", name: "People" },
  { shelf: "places", name: "Places" },
  { shelf: "sound", name: "Sound" },
  { shelf: "other", name: "Other" },
];

function StoryGallery({ id }: { readonly id: string }) {
  const portraits = useStory((now) => now.portraits);
  const known = useKnown(id);
  const assets = useAssets(id);
  const scenes = useStory((now) => now.scenes);
  const staged = useMemo(
    () =>
      new Map(
        scenes
          .flatMap(({ scene, stage }) =>
            [stage?.background?.asset ?? [], stage?.music?.asset ?? []].flat().map((asset) => [asset, scene] as const),
          )
          .reverse(),
      ),
    [scenes],
  );
  const [shelf, setShelf] = useState<Shelf | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  // People are there at once; the campaign's own pictures take a moment after a start.
  const met = known.data && piecesOf(assets.data ?? [], known.data, portraits, staged);
  const query = {
    data: assets.data === undefined && (assets.error || met?.length === 0) ? undefined : met,
    error: known.error ?? assets.error,
    refetch: () => Promise.all([known.refetch(), assets.refetch()]),
  };
  return (
    <Answered query={query} waiting="Looking for pictures and sounds">
      {(pieces) => {
        if (pieces.length === 0)
          return (
            <Empty icon={Image} title="No pictures or sounds yet">
              <p>People you meet appear here.</p>
            </Empty>
          );
        const filled = SHELVES.filter((one) => pieces.some((piece) => piece.shelf === one.shelf));
        const large = pieces.find((piece) => piece.id === open);
        const shown = filled.filter((one) => shelf === null || one.shelf === shelf);
        return (
          <>
            <Chips label="What to show">
              <Chip on={shelf === null} onPick={() => setShelf(null)}>
                All {pieces.length}
              </Chip>
              {filled.map((one) => (
                <Chip key={one.shelf} on={shelf === one.shelf} onPick={() => setShelf(one.shelf)}>
                  {one.name}
                </Chip>
              ))}
            </Chips>
            {shown.map((one) => (
              <ShelfOf
                key={one.shelf}
                {...one}
                pieces={pieces.filter((piece) => piece.shelf === one.shelf)}
                onOpen={setOpen}
              />
            ))}
            {assets.data === undefined && <Waiting>Looking for pictures and sounds</Waiting>}
            {large && <PieceLarge id={id} piece={large} onClose={() => setOpen(null)} />}
          </>
        );
      }}
    </Answered>
  );
}

interface ShelfOfProps {
  readonly shelf: Shelf;
  readonly name: string;
  readonly pieces: readonly Piece[];
  /** @param id - Of a piece that is to be seen large. */
  onOpen(id: string): void;
}

function ShelfOf({ shelf, name, pieces, onOpen }: ShelfOfProps) {
  const madeBy = madeByAll(pieces);
  return (
    <section className={styles.shelf} aria-label={name} data-region>
      <h2>{name}</h2>
      {madeBy !== null && <p className={styles.made}>{madeBy}.</p>}
      <ul role="list" className={styles.grid} data-sound={shelf === "sound"}>
        {pieces.map((piece) => (
          <li key={piece.id}>
            <PieceCard piece={piece} isMarked={madeBy === null} onOpen={() => onOpen(piece.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
