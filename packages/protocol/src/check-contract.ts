import { type ContractIssue, describeErrors, unknownMember } from "./contract-issue.js";
import type { ContractTypes } from "./generated/contracts.js";
import { type KnownMembers, members, validators } from "./generated/validators.js";
import { memberPointer } from "./json-pointer.js";

/** The contracts by the names of their schemas. */
export type ContractName = keyof ContractTypes;

/** More would not be read, and a hostile document could hold millions. */
const MOST_ISSUES = 100;

/**
 * Compares a parsed document with its contract. Implements rules PR80 to PR84.
 *
 * @param name - The schema's file name without `.schema.json`.
 * @param data - What `JSON.parse` gave.
 * @returns What is wrong, in the order of the schema, at most 100 entries; nothing when the document is valid.
 */
export function checkContract(name: ContractName, data: unknown): ContractIssue[] {
  const validate = validators[name];
  return validate(data) ? [] : describeErrors(validate.errors ?? []).slice(0, MOST_ISSUES);
}

/** As `checkContract`, for code that goes on with the document: it has the contract's type where this gives true. */
export function isContract<N extends ContractName>(name: N, data: unknown): data is ContractTypes[N] {
  return validators[name](data);
}

/**
 * Members that the contract does not know. Where it is open they are valid all the same, but in a file written by hand they
 * are likely slips. Implements rule PR85.
 *
 * @param data - A document that may hold other faults as well.
 * @returns One issue with keyword `unknownMember` for each, in the order of the document, at most 100.
 */
export function unknownMembers(name: ContractName, data: unknown): ContractIssue[] {
  const issues: ContractIssue[] = [];
  const visit = (given: KnownMembers, value: unknown, pointer: string, own: ContractName): void => {
    if (typeof value !== "object" || value === null || issues.length >= MOST_ISSUES) return;
    const of = given.of ?? own;
    const known = given.part === undefined ? given : (members[of].parts[given.part] ?? {});
    if (Array.isArray(value)) {
      const { items } = known;
      if (items !== undefined) value.forEach((item, index) => visit(items, item, `${pointer}/${index}`, of));
      return;
    }
    for (const [key, inner] of Object.entries(value)) {
      const at = memberPointer(pointer, key);
      const member =
        known.members !== undefined && Object.hasOwn(known.members, key) ? known.members[key] : known.values;
      if (member !== undefined) visit(member, inner, at, of);
      else if (known.members !== undefined && issues.length < MOST_ISSUES) {
        const message = unknownMember(pointer, key, Object.keys(known.members));
        issues.push({ pointer: at, keyword: "unknownMember", message });
      }
    }
  };
  visit(members[name], data, "", name);
  return issues;
}
