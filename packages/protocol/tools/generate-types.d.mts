export function generateTypes(): Promise<string>;
