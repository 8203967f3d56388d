interface ContractSchema {
  readonly $id: string;
  readonly title: string;
  readonly description: string;
  readonly examples: readonly unknown[];
}

export function readContracts(): { readonly name: string; readonly schema: ContractSchema }[];
