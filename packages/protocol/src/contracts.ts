export { type ContractName, checkContract, isContract, unknownMembers } from "./check-contract.js";
export { type ContractIssue, describeErrors, type SchemaFault } from "./contract-issue.js";
export { encodeDocument, parseDocument } from "./documents.js";
export type * from "./generated/contracts.js";
