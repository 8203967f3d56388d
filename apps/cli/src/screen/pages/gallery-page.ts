/** The pictures and sounds of a story: what they show, where they are from, and where their files are. */
import type { StoryAsset, StoryPortrait } from "@narratoria/engine";
import { capitalised, plainWords, sceneName, withStop } from "@narratoria/engine/shell";
import type { ListPage, ListRow } from "../list-page.js";
import { ListKeys, type Page, type PageHost } from "./page.js";

export async function galleryPage(host: PageHost): Promise<Page> {
  return new GalleryPage(host, galleryRows(host.story.portraits(), await host.beside.assets()));
}

class GalleryPage extends ListKeys {
  constructor(
    host: PageHost,
    private readonly rows: readonly ListRow[],
  ) {
    super(host);
  }

  protected list(): Omit<ListPage, "marked" | "field"> {
    return {
      title: "Gallery",
      rows: this.rows,
      empty: "No pictures or sounds yet. People you meet appear here.",
      hint: "The file of the marked one can be opened elsewhere.  g closes",
    };
  }

  protected own(): boolean {
    return false;
  }
}

const KINDS: { readonly [kind in StoryAsset["kind"]]: string } = {
  image: "picture",
  audio: "sound",
  video: "film",
  other: "file",
};

/** People first, as they were met, then what else there is. */
function galleryRows(portraits: readonly StoryPortrait[], assets: readonly StoryAsset[]): ListRow[] {
  const drawn = portraits.filter(({ path }) => path !== null);
  const shown = new Set(drawn.map(({ path }) => path));
  return [
    ...drawn.map(({ name, alt, source, path }) => ({
      label: "portrait",
      text: withStop(name),
      more: [
        ...(alt === "" || alt === name ? [] : [withStop(plainWords(alt))]),
        source === "campaign" ? "The campaign brings it." : "Made for this story.",
        path ?? "",
      ],
    })),
    ...assets.filter(({ path }) => !shown.has(path)).map(assetRow),
  ];
}

function assetRow({ kind, alt, origin, scene, mediaType, path, missing, showable }: StoryAsset): ListRow {
  const from =
    origin === "campaign" || scene === null ? "The campaign brings it." : `A skill made it for ${sceneName(scene)}.`;
  const trouble = missing
    ? ["The file is not here any more."]
    : showable
      ? []
      : [`It is of a type that cannot be shown (${plainWords(mediaType)}).`];
  return { label: KINDS[kind], text: withStop(capitalised(plainWords(alt))), more: [from, ...trouble, path] };
}
