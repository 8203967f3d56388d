/** Sizes and times in words. */

/** Bytes as "1.31 GB". */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${Math.round(bytes)} bytes`;
  const units = ["kB", "MB", "GB", "TB"] as const;
  const at = Math.min(units.length, Math.floor(Math.log10(bytes) / 3)) - 1;
  const value = bytes / 1000 ** (at + 1);
  const digits = value >= 100 ? String(Math.round(value)) : value.toPrecision(3).replace(/\.?0+$/, "");
  return `${digits} ${units[at]}`;
}

interface ModelSize {
  /** Of its files, where they are known. */
  readonly bytes: number | null;
  readonly memoryBytes: number | null;
  readonly estimated: { readonly bytes: number; readonly memoryBytes: number } | null;
}

/** What a model takes: "2.39 GB, needs about 3.2 GB of memory"; a size that nobody has measured is said to be estimated. */
export function modelSizeText({ bytes, memoryBytes, estimated }: ModelSize): string {
  const size =
    bytes !== null
      ? sizeText(bytes)
      : estimated === null
        ? "Its size is not known before it is fetched"
        : `About ${roundSizeText(estimated.bytes)}, by its number of weights`;
  const memory = memoryBytes ?? estimated?.memoryBytes ?? null;
  return memory === null ? size : `${size}, needs about ${roundSizeText(memory)} of memory`;
}

/** Bytes of which only the first two digits are known. */
export function roundSizeText(bytes: number): string {
  return sizeText(Number(bytes.toPrecision(2)));
}

/** How much of something has come: "1.3 of 2.4 GB, 18 MB/s, about 1 minute". */
export function progressText(done: number, of: number | null, perSecond: number | null): string {
  if (of === null) return sizeText(done);
  const [whole, unit = ""] = sizeText(of).split(" ");
  const [part, its = ""] = sizeText(done).split(" ");
  const amount = `${unit === its ? part : `${part} ${its}`} of ${whole} ${unit}`;
  if (perSecond === null || perSecond <= 0) return amount;
  return `${amount}, ${sizeText(perSecond)}/s, ${durationText((of - done) / perSecond)}`;
}

/** Seconds as "about 3 minutes", or "a few seconds". */
export function durationText(seconds: number): string {
  if (seconds < 5) return "a few seconds";
  if (seconds < 50) return `about ${Math.round(seconds / 10) * 10} seconds`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `about ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
  return `about ${Math.round(minutes / 60)} hours`;
}

export function dateText(time: number): string {
  return new Date(time).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" });
}

export function many(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}
