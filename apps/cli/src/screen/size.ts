export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Below this a screen is not drawn, and plain mode plays. */
export const SMALLEST: Size = { columns: 60, rows: 16 };

/** The size of an output; of one that does not say, nothing. */
export function sizeOf({ columns = 0, rows = 0 }: Partial<Size>): Size {
  return { columns, rows };
}

export function isLargeEnough({ columns, rows }: Size): boolean {
  return columns >= SMALLEST.columns && rows >= SMALLEST.rows;
}
