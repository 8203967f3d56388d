/** Pictures that the player has put in the place of portraits, in the folder of the story. */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { mkdir, rename, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readMedia } from "@narratoria/campaign";
import { EngineError } from "../errors.js";
import { say } from "../words/say.js";

const FOLDER = "own-portraits";
const MOST_BYTES = 5 * 1024 * 1024;
/** `NAME.HASH.FORMAT`: another picture has another name, so that nothing shows the one before it. */
const NAMED = /^(.+)\.[0-9a-f]{16}\.(?:png|jpeg|webp)$/;

export class OwnPortraits {
  readonly #paths = new Map<string, string>();

  /** @param assetsDir - Where files of the story lie; null where nothing is kept. */
  constructor(private readonly assetsDir: string | null) {
    if (assetsDir === null) return;
    for (const name of namesIn(join(assetsDir, FOLDER))) {
      const [, person] = NAMED.exec(name) ?? [];
      if (person !== undefined) this.#paths.set(decodeURIComponent(person), join(assetsDir, FOLDER, name));
    }
  }

  /** @returns By person: the path of their picture. */
  get paths(): ReadonlyMap<string, string> {
    return this.#paths;
  }

  /**
   * Puts a picture in the place of somebody's portrait, or gives the portrait back. Implements rule EN689.
   *
   * @param picture - The bytes of a PNG, JPEG or WebP picture; null gives the portrait back.
   * @throws {EngineError} `picture_unusable`.
   */
  async put(person: string, picture: Uint8Array | null): Promise<void> {
    const before = this.#paths.get(person);
    const path = picture === null ? null : await this.#write(person, picture);
    if (path === null) this.#paths.delete(person);
    else this.#paths.set(person, path);
    if (before !== undefined && before !== path) await unlink(before).catch(() => {});
  }

  async #write(person: string, picture: Uint8Array): Promise<string> {
    if (this.assetsDir === null) throw new EngineError("picture_unusable", say("error.picture_not_kept"));
    if (picture.length > MOST_BYTES)
      throw new EngineError(
        "picture_unusable",
        say("error.picture_too_large", { megabytes: MOST_BYTES / 1024 ** 2 }),
        say("error.picture_too_large.action"),
      );
    const folder = join(this.assetsDir, FOLDER);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const hash = createHash("sha256").update(picture).digest("hex").slice(0, 16);
    const part = join(folder, `${hash}.part`);
    await writeFile(part, picture, { mode: 0o600 });
    const { format, fault } = await readMedia(part);
    if (fault !== null || (format !== "png" && format !== "jpeg" && format !== "webp")) {
      await unlink(part).catch(() => {});
      throw new EngineError("picture_unusable", say("error.no_picture"), say("error.no_picture.action"));
    }
    const path = join(folder, `${encodeURIComponent(person)}.${hash}.${format}`);
    await rename(part, path);
    return path;
  }
}

/** Read at once, as a story shows its people from its first scene on. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
