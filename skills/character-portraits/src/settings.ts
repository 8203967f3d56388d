/** The settings of the skill, with their defaults. */
import { list, optionalNumber, text } from "./json-reading.js";
import { type Manner, PRESETS } from "./draw.js";

export interface Settings {
  readonly manner: Manner;
  readonly timeoutMs: number;
  /** Name of a folder in the data folder. */
  readonly folder: string;
  /** Null where pictures are drawn here. */
  readonly hosted: HostedSettings | null;
}

export interface HostedSettings {
  readonly api: "openai" | "sdwebui";
  readonly endpoint: string;
  readonly model: string;
  readonly apiKey: string;
  /** Hosts that a description may be sent to. */
  readonly sendTo: readonly string[];
}

const SIZES = [256, 512, 1024];
const LONGEST_S = 15;

export function readSettings(config: Readonly<Record<string, unknown>>): Settings {
  const size = Number(config.resolution);
  const folder = text(config.storageLocation);
  const seconds = optionalNumber(config.timeout) ?? LONGEST_S;
  return {
    manner: {
      preset: PRESETS.find((one) => one === config.stylePreset) ?? "stylized",
      size: SIZES.includes(size) ? size : 512,
      format: config.format === "svg" ? "svg" : "png",
    },
    timeoutMs: 1_000 * Math.max(1, Math.min(LONGEST_S, seconds)),
    folder: /^[A-Za-z0-9_-]{1,64}$/.test(folder) ? folder : "portraits",
    hosted:
      config.imageProvider === "hosted"
        ? {
            api: config.api === "sdwebui" ? "sdwebui" : "openai",
            endpoint: text(config.endpoint).replace(/\/+$/, ""),
            model: text(config.model),
            apiKey: text(config.apiKey),
            sendTo: list<unknown>(config.sendTo).map(text).filter(Boolean),
          }
        : null,
  };
}
