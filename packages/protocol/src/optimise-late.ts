/**
 * Bytes of code that a function runs before V8 compiles it for speed, four and a half times as many as V8 takes by itself. The largest
 * script we ship spent a third of its processor time on that compiler, over a thousand turns.
 */
export const OPTIMISE_LATE = "--interrupt-budget=600000";
