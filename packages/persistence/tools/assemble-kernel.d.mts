export function assembleKernel(): Promise<string>;
