import type { ContractTypes } from "./contracts.js";

/** One thing that is wrong, as ajv reports it with `verbose` and without `messages`. */
export interface ValidatorError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly parentSchema?: unknown;
  readonly data?: unknown;
}

export interface Validator {
  (data: unknown): boolean;
  readonly errors?: readonly ValidatorError[] | null;
}

/** The members that a part of a contract knows. */
export interface KnownMembers {
  readonly members?: { readonly [name: string]: KnownMembers };
  readonly items?: KnownMembers;
  readonly values?: KnownMembers;
  readonly part?: string;
  /** The contract that has the part; absent: this one. */
  readonly of?: keyof ContractTypes;
}

export const validators: { readonly [name in keyof ContractTypes]: Validator };
export const members: {
  readonly [name in keyof ContractTypes]: KnownMembers & { readonly parts: { readonly [part: string]: KnownMembers } };
};
