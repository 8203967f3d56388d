export type * from "./generated/contracts.js";
