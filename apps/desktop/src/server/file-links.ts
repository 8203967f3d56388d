/** Addresses of files that the page may show: nobody can guess one, and none of them names a path. */
import { createHmac, randomBytes } from "node:crypto";

export interface LinkedFile {
  /** Absolute path. */
  readonly path: string;
  readonly mediaType: string;
}

export class FileLinks {
  readonly #secret = randomBytes(32);
  readonly #files = new Map<string, LinkedFile>();

  /** @returns The address of the file on this server, such as `/a/4f…`; always the same for the same file. */
  link(file: LinkedFile): string {
    const id = createHmac("sha256", this.#secret).update(`${file.mediaType}\0${file.path}`).digest("base64url");
    this.#files.set(id, file);
    return `/a/${id}`;
  }

  find(id: string): LinkedFile | null {
    return this.#files.get(id) ?? null;
  }
}
