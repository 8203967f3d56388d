/** Sentences of the corpus with slots in braces. */
export declare const TEMPLATES: readonly string[];
export declare const DEED_TEMPLATES: readonly string[];
