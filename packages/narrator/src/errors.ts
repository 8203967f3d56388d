import { NarratoriaError } from "@narratoria/protocol";

/** What can go wrong with a model, and so what its caller may do: ask again, ask otherwise, or go on without. */
export type ModelErrorCode =
  /** The native libraries are not installed, or do not load. */
  | "no_runtime"
  /** There is no model for this, or its file is not there. */
  | "no_model"
  /** The file is there and is no model that can be used: truncated, of another kind, or the host died over it. */
  | "model_broken"
  /** No context, not the smallest either, fits into memory. */
  | "no_memory"
  /** The prompt and what is to be written do not fit into the context; or no grammar can be made of what it is to be. */
  | "bad_request"
  /** This request alone: the process crashed, hung or was killed. The next one gets a new process. */
  | "host_failed"
  /** It did so too often. Nothing is tried again before the engine is opened anew. */
  | "host_gave_up"
  /** This request took longer than it may. */
  | "timeout"
  /** The host was closed. */
  | "closed"
  /** No model has that name. */
  | "unknown_model"
  /** A download came to nothing; what has come of it is kept, and the next try goes on there. */
  | "download_failed"
  /** What came, or what lies there, is not the file that it should be. It was not kept, and is not used. */
  | "wrong_file"
  /** There is no room for it. */
  | "disk_full"
  /** Somebody else is at it, or a story is being played. */
  | "busy"
  /** What models run on could not be installed. */
  | "install_failed";

/** A model could not do what it was asked for. Whoever asks goes on without it. */
export class ModelError extends NarratoriaError {
  override readonly name = "ModelError";

  /**
   * @param message - What is wrong and what to do, in a plain sentence that a player may read.
   * @param action - What to do, where it stands apart from the message.
   */
  constructor(
    readonly code: ModelErrorCode,
    message: string,
    readonly action: string = "",
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
