import { breather, isJsonObject, type JsonValue } from "@narratoria/protocol";
import { type ContractTypes, unknownMembers } from "@narratoria/protocol/contracts";
import { CAPS } from "./caps.js";
import { contractShape, type FittedIssue, fit, type Shape } from "./fit-contract.js";
import { type Matter, readFrontMatter } from "./front-matter.js";
import { type LocatedJson, parseJsonText, pointerTokens } from "./json-text.js";
import type { LoadOptions } from "./load-campaign.js";
import type { ProblemCode } from "./problem-codes.js";
import type { Place, ProblemList } from "./problems.js";
import { readText } from "./read-text.js";
import type { FoundFile, Listing } from "./scan-folder.js";
import { provenanceFault } from "./provenance.js";
import type { MatterFields, MatterKind } from "./schemas.js";
import { didYouMean } from "./suggest.js";

export interface JsonFile<T> {
  readonly value: T;
  /** Place of a value by its pointer in `value`, also where parts before it were left out. */
  locate(pointer: string, part?: "key" | "value"): Place;
}

/** Files that are about one list, and the name under which it stands. */
const LISTS: ReadonlyMap<string, string> = new Map([
  ["plot/beats.json", "beats"],
  ["plot/choices.json", "choices"],
]);

/** A listed campaign folder with what its parts are read by. It remembers which files were of use. */
export class CampaignFolder {
  readonly #used = new Set<string>();
  /** Expressions of conditions, judged once all that can set their names has been read. */
  readonly expressions: {
    readonly file: string;
    readonly source: string;
    readonly at: Place;
    /** It stands in a text: a name that nothing sets is no deed. */
    readonly inText?: true;
  }[] = [];
  /** Every text that was read, by path. */
  readonly texts = new Map<string, string>();
  readonly #breathe = breather();

  constructor(
    readonly root: string,
    readonly listing: Listing,
    readonly problems: ProblemList,
    private readonly watch: Pick<LoadOptions, "signal" | "onProgress"> = {},
  ) {}

  has(path: string): boolean {
    return this.listing.files.has(path);
  }

  /** Counts a file as used without reading it. */
  use(path: string): void {
    this.#used.add(path);
  }

  unused(): string[] {
    return [...this.listing.files.keys()].filter((path) => !this.#used.has(path));
  }

  /** Files below a folder (`"lore/"`), in code point order. */
  below(folder: string): string[] {
    return [...this.listing.files.keys()].filter((path) => path.startsWith(folder));
  }

  /** A file's text, or null when it is absent or unfit. */
  async text(path: string, capBytes: number = CAPS.textBytes): Promise<string | null> {
    const file: FoundFile | undefined = this.listing.files.get(path);
    if (file === undefined) return null;
    this.use(path);
    await this.#breathe();
    this.watch.signal?.throwIfAborted();
    this.watch.onProgress?.({ files: this.texts.size, of: this.listing.files.size });
    const text = readText(this.root, file, capBytes, this.problems);
    if (text !== null) this.texts.set(path, text);
    return text;
  }

  /** Files whose provenance says that a model made them. */
  readonly generated = new Set<string>();

  /**
   * A Markdown file with the fields of its front matter. What is no field, or holds what it cannot, is left out and said. Implements rules
   * CA29 and CA5971.
   *
   * @param kind - Which fields it may have.
   */
  async markdown(path: string): Promise<Matter | null>;
  async markdown<K extends MatterKind>(
    path: string,
    kind: K,
  ): Promise<(Matter & { readonly fields: MatterFields<K> }) | null>;
  async markdown(
    path: string,
    kind: MatterKind = "text",
  ): Promise<(Matter & { readonly fields: MatterFields<MatterKind> }) | null> {
    const text = await this.text(path);
    if (text === null) return null;
    const matter = await readFrontMatter(text, path, this.problems);
    const { generated, provenance } = matter.data;
    if (generated === true) this.generated.add(path);
    const fault = provenanceFault(generated, provenance, Date.now());
    if (fault !== null) {
      const whole = generated === undefined ? "/provenance" : "/generated";
      const at = fault.member === null ? whole : `/provenance/${fault.member}`;
      this.problems.error(path, matter.locate(at), "provenance", fault.message);
    }
    const fields = await this.#fieldsOf(path, matter, kind);
    // The mark of a line's end is no part of what is told; lines keep their numbers. (rule CA4607)
    return { ...matter, fields, body: matter.body.replace(/(?<!\\)\\$/gm, "") };
  }

  async #fieldsOf(path: string, { data, locate }: Matter, kind: MatterKind): Promise<MatterFields<MatterKind>> {
    // A name with nothing behind it is null in YAML, and says nothing.
    const given = Object.entries(data).filter(([, value]) => value !== null);
    if (given.length === 0) return {};
    const { checkFields } = await import("./schemas.js");
    const { fields, issues, names } = checkFields(kind, Object.fromEntries(given));
    for (const { pointer, keyword, message } of issues) {
      if (keyword === "additionalProperties") {
        const [name = ""] = pointerTokens(pointer);
        const unknown = `"${name}" is not known in the front matter here, so it has no effect.${didYouMean(name, names)}`;
        this.problems.warning(path, locate(pointer, "key"), "unknown_field", unknown);
      } else this.problems.error(path, locate(pointer), codeOfKeyword(keyword), `${sentence(message)} It is left out.`);
    }
    return fields;
  }

  /**
   * A JSON file, fitted to its contract: what breaks it is left out and said.
   *
   * @param prepare - Mends what is forgiven before the contract is asked; it must keep every value at its pointer.
   * @param shape - What says whether it fits, where the contract itself is not asked.
   * @returns The valid rest, or null when the file is absent or nothing of it can be used.
   */
  async json<N extends keyof ContractTypes>(
    contract: N,
    path: string,
    prepare: (json: LocatedJson) => JsonValue = (json) => json.value,
    shape: Shape<ContractTypes[N]> = contractShape(contract),
  ): Promise<JsonFile<ContractTypes[N]> | null> {
    const text = await this.text(path, CAPS.jsonBytes);
    if (text === null) return null;
    const parsed = await parseJsonText(text);
    if (!parsed.ok) {
      this.problems.error(path, parsed.fault.at, parsed.fault.code, `${parsed.fault.message} The file is left out.`);
      return null;
    }
    const { json } = parsed;
    if (saysGenerated(json.value)) this.generated.add(path);
    for (const remark of json.remarks) this.problems.warning(path, remark.at, remark.code, remark.message);
    const prepared = prepare(json);
    const fitted = fit(shape, prepared);
    const doubted = this.#checkProvenance(path, json);
    for (const issue of fitted.issues) {
      if (doubted && /^\/_provenance(?:\/|$)/.test(issue.pointer)) continue;
      const at = json.locate(issue.pointer, issue.keyword === "additionalProperties" ? "key" : "value");
      // The list that the file is about, without its name.
      const key = issue.pointer === "" && Array.isArray(prepared) ? LISTS.get(path) : undefined;
      const remedy = key === undefined ? "" : ` Write {"${key}": [...]}.`;
      this.problems.error(
        path,
        at,
        codeOfKeyword(issue.keyword),
        `${sentence(issue.message)}${remedy} ${consequence(issue)}`,
      );
    }
    const refused = new Set(fitted.issues.map(({ pointer }) => pointer));
    for (const { pointer, message } of unknownMembers(contract, prepared)) {
      if (refused.has(pointer)) continue;
      this.problems.warning(
        path,
        json.locate(pointer, "key"),
        "unknown_field",
        `${sentence(message)} It has no effect.`,
      );
    }
    if (fitted.value === null) return null;
    return { value: fitted.value, locate: (pointer, part) => json.locate(fitted.origin(pointer), part) };
  }

  /** Whether the provenance of a JSON file is at fault, which is then said. */
  #checkProvenance(path: string, { value, locate }: LocatedJson): boolean {
    const mark = isJsonObject(value) ? value["_provenance"] : undefined;
    if (mark === undefined || !isJsonObject(mark)) return false;
    const { generated, ...provenance } = mark;
    const given = Object.keys(provenance).length === 0 ? undefined : provenance;
    const fault = provenanceFault(generated, given, Date.now());
    if (fault === null) return false;
    const at = fault.member === null ? "/_provenance" : `/_provenance/${fault.member}`;
    this.problems.error(path, locate(at, fault.member === null ? "key" : "value"), "provenance", fault.message);
    return true;
  }
}

/** Whether a JSON file's provenance says that a model made it. */
function saysGenerated(value: JsonValue): boolean {
  const { _provenance: provenance } = isJsonObject(value) ? value : {};
  return provenance !== undefined && isJsonObject(provenance) && provenance["generated"] === true;
}

/** The code of a breach of a contract, by the keyword of its schema. */
export function codeOfKeyword(keyword: string): ProblemCode {
  switch (keyword) {
    case "required":
      return "missing_field";
    case "type":
    case "anyOf":
      return "wrong_type";
    case "additionalProperties":
      return "unknown_field";
    case "minLength":
    case "maxLength":
    case "minItems":
    case "maxItems":
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
      return "out_of_range";
    default:
      return "wrong_value";
  }
}

/** A contract's phrase with its capital and its stop. */
export function sentence(message: string): string {
  const opened = message.slice(0, 1).toUpperCase() + message.slice(1);
  return /[.?]$/.test(opened) ? opened : `${opened}.`;
}

function consequence(issue: FittedIssue): string {
  if (issue.pointer === "" && issue.keyword !== "required") return "The file is left out.";
  if (issue.leftOut === "") return "Without it the file cannot be used.";
  if (issue.leftOut === issue.pointer && issue.keyword !== "required") return "It is left out.";
  return `So ${inWords(issue.leftOut)} is left out.`;
}

/** `/beats/2/title` as `beats[2].title`. */
function inWords(pointer: string): string {
  return pointerTokens(pointer)
    .map((token, index) => (/^\d+$/.test(token) ? `[${token}]` : index === 0 ? token : `.${token}`))
    .join("");
}
