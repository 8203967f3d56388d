/** The files of the page, in a table that is made once: what a request names is looked up and never becomes a path. */
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";

export interface PageFile {
  readonly bytes: Buffer;
  readonly mediaType: string;
  /** Its name changes with what is in it, so that a browser may keep it. */
  readonly lasting: boolean;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
};

export class PageFiles {
  private constructor(private readonly files: ReadonlyMap<string, PageFile>) {}

  /**
   * Reads all files of a folder that a page can use; links are not followed.
   *
   * @throws {Error} Where the folder or its `index.html` is missing.
   */
  static async read(folder: string): Promise<PageFiles> {
    const files = new Map<string, PageFile>();
    const add = async (below: string): Promise<void> => {
      const entries = await readdir(join(folder, below), { withFileTypes: true });
      await Promise.all(
        entries.map(async (entry) => {
          const name = `${below}${entry.name}`;
          const mediaType = MEDIA_TYPES[extname(name)];
          if (entry.isDirectory()) await add(`${name}/`);
          else if (entry.isFile() && mediaType !== undefined)
            files.set(`/${name}`, {
              bytes: await readFile(join(folder, name)),
              mediaType,
              lasting: below.startsWith("assets/"),
            });
        }),
      );
    };
    await add("");
    if (!files.has("/index.html")) throw new Error(`There is no page in ${folder}.`);
    return new PageFiles(files);
  }

  /** The file of that address. An address without a file type is one that the page itself reads, and gives the page. */
  find(path: string): PageFile | null {
    const known = path === "/" ? undefined : this.files.get(path);
    return known ?? (/[.:;*%]/.test(decodeURIComponent(path)) ? null : (this.files.get("/index.html") ?? null));
  }
}
