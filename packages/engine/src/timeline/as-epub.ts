/**
 * A story as EPUB 3: one text, its table of contents, its pictures, and nothing else. The same story gives the same bytes: no time but the story's own,
 * files in one order. Implements rules EN2613 and EN3204.
 */
import { createHash } from "node:crypto";
import { type Options, ZipFile } from "yazl";
import { branchText, idsFor } from "./as-html.js";
import { uuidOf } from "./as-twee.js";
import { BOOK_STYLE } from "./html-style.js";
import { escaped } from "./html-text.js";
import { figure, fileOf, NO_PICTURES, type Picture, type Pictures } from "./pictures.js";
import { sceneName, type ToldBranch, type ToldStory } from "./told-story.js";

/** A ZIP file has no earlier day; given in local time, as it is written. */
const NO_TIME = new Date(1980, 0, 1);
// Without a further field in the heading of an entry: readers want none before the media type.
const PLAIN: Partial<Options> = { mtime: NO_TIME, mode: 0o100644, forceDosTimestamp: true };

/** The bytes of the file, piece by piece. */
export async function* asEpub(story: ToldStory, pictures: Pictures = NO_PICTURES): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  // First and as it stands, so that a program finds it without unpacking.
  zip.addBuffer(Buffer.from("application/epub+zip"), "mimetype", { ...PLAIN, compress: false });
  const add = (path: string, text: string): void => zip.addBuffer(Buffer.from(text, "utf8"), path, PLAIN);
  add("META-INF/container.xml", CONTAINER);
  add("EPUB/package.opf", packageOf(story, [...pictures.values()].flat()));
  add("EPUB/nav.xhtml", contentsOf(story));
  add("EPUB/story.xhtml", textOf(story, pictures));
  add("EPUB/style.css", BOOK_STYLE);
  // They are compressed already.
  for (const picture of [...pictures.values()].flat())
    zip.addBuffer(Buffer.from(picture.bytes), `EPUB/${fileOf(picture)}`, { ...PLAIN, compress: false });
  for (const picture of [...pictures.values()].flat().filter(needsFallback))
    add(`EPUB/${fallbackFileOf(picture)}`, fallbackOf(picture));
  zip.end();
  for await (const piece of zip.outputStream) yield Buffer.from(piece);
}

const CONTAINER = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles>
    <rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>
  </rootfiles>
</container>
`;

/** Text in XML: without the two characters that XML has not, and that control characters do not count among. */
const xml = (text: string): string => escaped(text).replace(/[\uFFFE\uFFFF]/g, "");

function packageOf({ playthrough }: ToldStory, pictures: readonly Picture[]): string {
  const { id, title, updatedAt } = playthrough;
  const modified = new Date(updatedAt).toISOString().replace(/\.\d+Z$/, "Z");
  const uuid = uuidOf(createHash("sha256").update(`narratoria:epub:${id}`).digest());
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="id">urn:uuid:${uuid}</dc:identifier>
    <dc:title>${xml(title) || "A story"}</dc:title>
    <dc:language>en</dc:language>
    <meta property="dcterms:modified">${modified}</meta>
  </metadata>
  <manifest>
    <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <item id="story" href="story.xhtml" media-type="application/xhtml+xml"/>
    <item id="style" href="style.css" media-type="text/css"/>${pictures
      .map(
        (one) =>
          `\n    <item id="picture-${one.number}" href="${fileOf(one)}" media-type="${one.mediaType}"${
            needsFallback(one)
              ? ` fallback="words-${one.number}"/>\n    <item id="words-${one.number}" href="${fallbackFileOf(one)}" media-type="image/svg+xml"`
              : ""
          }/>`,
      )
      .join("")}
  </manifest>
  <spine>
    <itemref idref="story"/>
  </spine>
</package>
`;
}

/** Before EPUB 3.3, WebP is no picture that every reader has to know: another has to stand in for it. (rule EN3204) */
const needsFallback = ({ mediaType }: Picture): boolean => mediaType === "image/webp";
const fallbackFileOf = ({ number }: Picture): string => `picture-${number}.svg`;

const LINE = 44;
const LINE_HEIGHT = 26;

/** A picture's words, drawn: what a reader shows that does not know the picture's kind. */
function fallbackOf({ alt }: Picture): string {
  const lines: string[] = [];
  for (const word of alt.split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= LINE) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  const height = (lines.length + 1) * LINE_HEIGHT;
  const drawn = lines.map((line, at) => `  <text x="20" y="${(at + 1) * LINE_HEIGHT}">${xml(line)}</text>\n`).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 ${height}" width="480" height="${height}" font-family="serif" font-size="18">
  <title>${xml(alt)}</title>
${drawn}</svg>
`;
}

function page(title: string, body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en">
<head>
<title>${xml(title) || "A story"}</title>
<link rel="stylesheet" type="text/css" href="style.css"/>
</head>
<body>
${body}
</body>
</html>
`;
}

function textOf(story: ToldStory, pictures: Pictures): string {
  const ids = idsFor(story);
  const several = story.branches.length > 1;
  const figures = (turnId: string): string[] => (pictures.get(turnId) ?? []).map((one) => figure(one, fileOf(one)));
  const told = story.branches.flatMap((branch) => [...branchText(branch, several, ids, figures)]).join("");
  const { title } = story.playthrough;
  const heading = `<header><h1>${xml(title) || "A story"}</h1></header>\n`;
  return page(title, `${heading}${told.replace(/[\uFFFE\uFFFF]/g, "")}`);
}

/** A list of the branches, each with its scenes where the place changes. */
function contentsOf(story: ToldStory): string {
  const ids = idsFor(story);
  const item = ({ branch, scenes }: ToldBranch): string => {
    let place = "";
    const entries = scenes.flatMap(({ turnId, scene, event }) => {
      const location = event?.ending ?? event?.location ?? place;
      if (location === place && scene !== 0) return [];
      place = location;
      const words = [sceneName(scene), ...(location === "" ? [] : [location])].join(", ");
      return [
        `<li><a href="story.xhtml#${ids.scene(turnId)}">${xml(words.charAt(0).toUpperCase() + words.slice(1))}</a></li>`,
      ];
    });
    const list = entries.length > 0 ? `\n<ol>\n${entries.join("\n")}\n</ol>` : "";
    return `<li><a href="story.xhtml#${ids.branch(branch.id)}">${xml(branch.title) || "The story"}</a>${list}</li>`;
  };
  const items = story.branches.map(item).join("\n");
  const empty = '<li><a href="story.xhtml">The story</a></li>';
  return page(
    story.playthrough.title,
    `<nav epub:type="toc" id="toc">\n<h1>Contents</h1>\n<ol>\n${items || empty}\n</ol>\n</nav>`,
  );
}
