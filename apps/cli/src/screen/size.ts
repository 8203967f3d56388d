export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Below this a screen is not drawn, and plain mode plays. (UI.md 10) */
export const SMALLEST: Size = { columns: 60, rows: 16 };
