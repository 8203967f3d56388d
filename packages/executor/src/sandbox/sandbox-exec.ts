import type { Room } from "./bubblewrap.js";

/**
 * The profile for macOS's `sandbox-exec`: all is denied but what programs of the system need to run at all, the skill's own
 * folders, and the sockets of the host services. Implements rule EX253.
 *
 * @param room - All paths real: the kernel compares what links lead to.
 */
export function sandboxProfile(room: Room): string {
  const { skillDir, dataDir, scratchDir, socketDir, interpreter, network } = room;
  return [
    "(version 1)",
    "(deny default)",
    "(allow process-fork)",
    "(allow process-exec)",
    "(allow process-info* (target same-sandbox))",
    "(allow signal (target same-sandbox))",
    "(allow sysctl-read)",
    "(allow file-read-metadata)",
    `(allow file-read* ${[...SYSTEM, ...interpreter, skillDir, dataDir, scratchDir].map(subpath).join(" ")})`,
    `(allow file-read* ${FILES.map((path) => `(literal ${quoted(path)})`).join(" ")})`,
    `(allow file-write* ${[dataDir, scratchDir].map(subpath).join(" ")})`,
    // Else a link could take their place, and the next process would be let in where it leads.
    `(deny file-write-unlink ${[dataDir, scratchDir].map((path) => `(literal ${quoted(path)})`).join(" ")})`,
    '(allow file-write-data (literal "/dev/null") (literal "/dev/zero"))',
    '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo") (global-name "com.apple.system.logger"))',
    ...(socketDir === null ? [] : [`(allow network-outbound (remote unix-socket ${subpath(socketDir)}))`]),
    ...(network ? NETWORK : []),
  ].join("\n");
}

const SYSTEM = [
  "/usr/lib",
  "/usr/bin",
  "/usr/share",
  "/usr/local",
  "/bin",
  "/System",
  "/Library/Frameworks",
  "/Library/Apple",
  "/Library/Developer",
  "/private/var/db/timezone",
];
const FILES = ["/", "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom", "/private/etc/localtime"];
const NETWORK = [
  "(allow network-outbound)",
  "(allow system-socket)",
  '(allow file-read* (subpath "/private/etc/ssl") (literal "/private/etc/resolv.conf") (literal "/private/etc/hosts"))',
  '(allow mach-lookup (global-name "com.apple.dnssd.service") (global-name "com.apple.trustd.agent"))',
];

function subpath(path: string): string {
  return `(subpath ${quoted(path)})`;
}

/** Paths hold whatever the player likes; in a profile a backslash and a quote mean something. */
function quoted(path: string): string {
  return `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
