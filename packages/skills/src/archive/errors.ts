import { NarratoriaError } from "@narratoria/protocol";

export type ArchiveErrorCode =
  /** There is no such file or folder. */
  | "not_found"
  /** It is neither a campaign nor a skill, or cannot be told to be one of them. */
  | "unknown_kind"
  /** It is no `.narratoria` archive, or one of a newer form. */
  | "not_an_archive"
  /** It holds a name, a kind of file or a trick that no archive of ours has. */
  | "unsafe"
  /** What it holds is not what its checksums say, or it is cut short. */
  | "damaged"
  /** More or larger files than there may be. */
  | "too_large"
  /** Something of that name is there already. */
  | "exists"
  /** The campaign or skill in it cannot be used. */
  | "invalid"
  /** The disk or its rights are in the way. */
  | "unwritable"
  | "cancelled";

/** Why nothing was packed or installed. `message` is a sentence for a person, `action` what they can do. */
export class ArchiveError extends NarratoriaError {
  override readonly name = "ArchiveError";
  constructor(
    readonly code: ArchiveErrorCode,
    message: string,
    readonly action: string = "",
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** An archive that no packing of ours makes: whatever the reason, the person who has it can do one thing. */
export function unsafe(message: string): ArchiveError {
  return new ArchiveError("unsafe", message, "Nothing was installed. Ask whoever made it for a sound one.");
}

/** An archive that did not come through whole. */
export function damaged(message: string): ArchiveError {
  return new ArchiveError("damaged", message, "Nothing was installed. Fetch the archive again.");
}

/** A fault of the file system in our words; anything else is passed on as it is. */
export function inWords(error: unknown, doing: string): unknown {
  if (error instanceof NarratoriaError || !(error instanceof Error)) return error;
  if (error.name === "AbortError") return cancelled();
  const code = errnoOf(error);
  if (code === "") return error;
  const why =
    code === "ENOSPC" || code === "EDQUOT"
      ? "there is no space left on the disk"
      : code === "EACCES" || code === "EPERM" || code === "EROFS"
        ? "that is not allowed there"
        : code;
  return new ArchiveError("unwritable", `${doing}: ${why}.`, "Nothing was changed.", { cause: error });
}

export function cancelled(): ArchiveError {
  return new ArchiveError("cancelled", "It was stopped.", "Nothing was changed.");
}

/** The system's name for a fault ("ENOENT"), or nothing. */
export function errnoOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
