/** The desktop player as a program. */
export async function main(args: readonly string[]): Promise<void> {
  void args;
}
