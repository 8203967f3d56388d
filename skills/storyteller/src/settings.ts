/** Who writes, as the settings say, and whether texts may go there at all. Nothing here touches the network. */
type Given = Readonly<Record<string, unknown>>;

export const PROVIDERS = ["ollama", "claude", "openai"] as const;

/** One provider that the player has chosen. */
export interface Provider {
  readonly name: (typeof PROVIDERS)[number];
  readonly model: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Empty where there is none. */
  readonly apiKey: string;
}

/** Those that may be asked, in order, and why a chosen one may not be. */
export interface ChosenProviders {
  readonly ready: readonly Provider[];
  readonly faults: readonly { readonly provider: string; readonly code: string; readonly message: string }[];
}

const HOMES: Readonly<Record<Provider["name"], string>> = {
  ollama: "http://127.0.0.1:11434",
  claude: "https://api.anthropic.com",
  openai: "https://api.openai.com/v1",
};

/** Implements rules ST10 to ST12. */
export function chosenProviders(config: Given): ChosenProviders {
  const agreed = Array.isArray(config.sendTo) ? config.sendTo.filter((one) => typeof one === "string") : [];
  const ready: Provider[] = [];
  const faults: ChosenProviders["faults"][number][] = [];
  for (const [name, model, baseUrl, apiKey] of [
    [config.provider, config.model, config.baseUrl, config.apiKey],
    [config.fallbackProvider, config.fallbackModel, config.fallbackBaseUrl, config.fallbackApiKey],
  ]) {
    const known = PROVIDERS.find((one) => one === name);
    // Where the local narrator comes first, nobody else is asked after it: it always has an answer.
    if (known === undefined) break;
    const provider = {
      name: known,
      model: text(model),
      baseUrl: (text(baseUrl) || HOMES[known]).replace(/\/+$/, ""),
      apiKey: text(apiKey),
    };
    const fault = faultIn(provider, agreed);
    if (fault === null) ready.push(provider);
    else faults.push({ provider: known, ...fault });
  }
  return { ready, faults };
}

/**
 * Whether a provider runs on a server that loads its model when it is first asked: any but those that serve everybody, which would count
 * what they are asked.
 */
export function loadsItsModel({ name, baseUrl }: Provider): boolean {
  return name === "ollama" || (name === "openai" && !sameHost("api.openai.com", new URL(baseUrl)));
}

/** How long the player waits for a scene, in seconds: at the least, which is what holds unless set, and at the most. */
const PATIENCE_S = { least: 10, most: 120 };

/** How long the player waits for a scene, in milliseconds. Implements rule ST5600. */
export function patienceOf({ patience }: Given): number {
  const seconds = typeof patience === "number" && Number.isFinite(patience) ? patience : PATIENCE_S.least;
  return 1000 * Math.round(Math.min(Math.max(seconds, PATIENCE_S.least), PATIENCE_S.most));
}

/** Why a provider may not be asked; null where it may. */
function faultIn(
  { model, baseUrl, apiKey }: Provider,
  agreed: readonly string[],
): { readonly code: string; readonly message: string } | null {
  if (model === "") return { code: "no_model", message: "The settings do not say which of its models is to write." };
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return { code: "bad_address", message: "Its base address is not one of the web." };
  }
  if (url.username !== "" || url.password !== "") {
    return {
      code: "bad_address",
      message: "Its base address holds a name or a password. The key has a setting of its own.",
    };
  }
  if (!agreed.some((host) => sameHost(host, url))) {
    return { code: "not_agreed", message: `Nothing was sent: "sendTo" does not name ${url.host}.` };
  }
  if (apiKey !== "" && url.protocol === "http:" && !isLoopback(url.hostname)) {
    return { code: "unsafe_address", message: `The key would go to ${url.host} for all to read. Nothing was sent.` };
  }
  return null;
}

/** With a port, that port alone. */
function sameHost(agreed: string, url: URL): boolean {
  const wanted = agreed.trim().toLowerCase();
  return wanted === url.host || wanted === url.hostname;
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
