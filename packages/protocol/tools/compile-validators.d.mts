export function compileValidators(): Promise<string>;
