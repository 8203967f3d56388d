/**
 * The interface by which libraries such as zod, valibot and arktype offer their schemas to others (https://standardschema.dev), as
 * far as a skill needs it. Copied, as its authors advise, so that nobody depends on a package for a few types.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    /** Where the library can say it as JSON Schema. */
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: "draft-2020-12" }) => Record<string, unknown>;
    };
  };
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a value is once its schema has passed it, defaults and transformations included. */
export type OutputOf<S extends StandardSchema> = NonNullable<S["~standard"]["types"]>["output"];

export function isStandardSchema(value: object): value is StandardSchema {
  return "~standard" in value;
}

/** Each issue as a sentence that names the field by its path (`items[2].name`), without a full stop. */
export function issueSentences(issues: readonly StandardIssue[]): string[] {
  return issues.map(({ message, path = [] }) => {
    const words = message.replace(/\.$/, "");
    const name = path
      .map((part) => (typeof part === "object" ? part.key : part))
      .reduce<string>(
        (all, key) => (typeof key === "number" ? `${all}[${key}]` : `${all}${all === "" ? "" : "."}${String(key)}`),
        "",
      );
    return name === "" ? words : `"${name}": ${words}`;
  });
}
