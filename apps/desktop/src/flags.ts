/** What was typed after `narratoria-desktop`. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { DesktopError } from "./errors.js";

/** Flags as they were typed. */
export interface DesktopFlags {
  readonly port?: string | undefined;
  readonly host?: string | undefined;
  readonly data?: string | undefined;
  /** Folders of skills that the player is writing. */
  readonly dev?: readonly string[] | undefined;
  /** Whether a window is opened; it is unless this is false. */
  readonly open?: boolean | undefined;
}

export interface DesktopSettings {
  readonly port: number;
  /** The address that is listened on. */
  readonly host: string;
  /** The same as a browser writes it. */
  readonly name: string;
  readonly data: string | undefined;
  /** Absolute paths. */
  readonly dev: readonly string[];
  readonly open: boolean;
}

const HELP = `Usage: narratoria-desktop [options]

Plays stories in a window of its own.

Options:
  --port <number>  serve the page on this port; any that is free unless given
  --no-open        open no window: print the address and go on until Ctrl-C
  --data <folder>  keep stories and skills in this folder
  --dev <folder>   for authors: use the skills of this folder unasked, as you change them
  --host <name>    listen on this address of this machine: 127.0.0.1, ::1 or localhost
  -V, --version    say which version this is
  -h, --help       say how this is used
`;

/**
 * Reads the command line.
 *
 * @returns The flags, or what to print where only that was asked for.
 * @throws {DesktopError} `usage`.
 */
export function readArguments(args: readonly string[], version: string): DesktopFlags | { readonly print: string } {
  const { values, tokens } = parsed(args);
  if (values.help) return { print: HELP };
  if (values.version) return { print: `${version}\n` };
  const names = tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []));
  const twice = names.find((name, at) => name !== "dev" && names.indexOf(name) !== at);
  if (twice !== undefined) throw new DesktopError("usage", `Give --${twice} once.`);
  return { port: values.port, host: values.host, data: values.data, dev: values.dev, open: !values["no-open"] };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: "string" },
        host: { type: "string" },
        data: { type: "string" },
        dev: { type: "string", multiple: true },
        "no-open": { type: "boolean" },
        version: { type: "boolean", short: "V" },
        help: { type: "boolean", short: "h" },
      },
      strict: true,
      allowPositionals: false,
      tokens: true,
    });
  } catch (error) {
    throw new DesktopError("usage", faultIn(error), "`narratoria-desktop --help` shows the options.");
  }
}

/** Node tells the fault first, and hints at the syntax of its own function after it. */
function faultIn(error: unknown): string {
  const [fault = ""] = error instanceof Error ? error.message.split(/\. |\n/) : [];
  const [, option] = /^Option '(--[a-z-]+)[^']*' argument (?:missing|is ambiguous)/.exec(fault) ?? [];
  return option === undefined ? fault.replace(/\.?$/, ".") : `${option} needs a value.`;
}

/**
 * Checks what was typed.
 *
 * @throws {DesktopError} `usage`.
 */
export function readFlags({ port, host, data, dev = [], open = true }: DesktopFlags): DesktopSettings {
  if (port !== undefined && (!/^\d{1,5}$/.test(port) || Number(port) > 65_535))
    throw new DesktopError("usage", "--port takes a number from 0 to 65535.");
  const lost = dev.find((folder) => !statSync(folder, { throwIfNoEntry: false })?.isDirectory());
  if (lost !== undefined)
    throw new DesktopError("usage", `There is no folder ${lost} to take skills from.`, "Check --dev.");
  return { port: Number(port ?? 0), ...loopback(host), data, dev: dev.map((folder) => resolve(folder)), open };
}

/** Nobody but this machine is served, whatever network it is in. */
function loopback(host = "127.0.0.1"): Pick<DesktopSettings, "host" | "name"> {
  if (host === "localhost") return { host: "127.0.0.1", name: "localhost" };
  if (host === "::1" || host === "[::1]") return { host: "::1", name: "[::1]" };
  if (host === "127.0.0.1") return { host, name: host };
  throw new DesktopError(
    "usage",
    "Narratoria serves this machine alone.",
    "Give --host as 127.0.0.1, ::1 or localhost, or leave it out.",
  );
}
