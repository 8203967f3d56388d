import { LIMITS } from "@narratoria/protocol";

/** What the file system of this machine looks like, as far as a sandbox has to look like it. */
export interface SystemFacts {
  /** What stands at each of `/bin`, `/sbin`, `/lib`, `/lib64`, `/lib32`: where a link leads, or that it is a folder; absent where nothing is. */
  readonly roots: ReadonlyMap<string, { readonly link: string } | "folder">;
  /** The program that sets resource limits; null where there is none. */
  readonly prlimit: string | null;
}

/** What one process is to see and to have. All paths are absolute, and the same inside as outside. */
export interface Room {
  /** The skill's own folder, to read. */
  readonly skillDir: string;
  /** The skill's `data/`, to read and write. */
  readonly dataDir: string;
  /** The working folder of this try, to read and write. */
  readonly scratchDir: string;
  /** The folder in which the sockets of the host services are; null where it may call none. */
  readonly socketDir: string | null;
  /** Where the interpreter lies, outside of the system's own folders. */
  readonly interpreter: readonly string[];
  /** Whether it may reach the network. That is all of it or nothing. */
  readonly network: boolean;
}

/**
 * The arguments of `bwrap` before the program that it is to start: namespaces of its own for processes, users, network and all
 * else, no privileges to gain, the system's programs to read, and of the player's files none but the skill's. Everything has
 * the path that it has outside, so that what a script says of a file means the same to the runtime. Rules
 * EX250 and EX251.
 */
export function bubblewrapArgs(room: Room, system: SystemFacts): string[] {
  const { skillDir, dataDir, scratchDir, socketDir, interpreter, network } = room;
  return [
    ...ISOLATION,
    ...(network ? ["--share-net"] : []),
    ...systemArgs(system),
    ...(network ? NETWORK_FILES.flatMap(readIfThere) : []),
    ...KERNEL_AND_MEMORY,
    ...interpreter.flatMap(read),
    ...read(skillDir),
    // After the skill's folder, in which it usually lies.
    ...readAndWrite(dataDir),
    ...readAndWrite(scratchDir),
    ...(socketDir === null ? [] : read(socketDir)),
    ...FIXED,
    "--chdir",
    scratchDir,
    "--",
    ...limits(system),
  ];
}

/**
 * The same without any skill: to find out whether it works.
 *
 * @param interpreter - What this Node needs, with which most scripts are started.
 * @param command - Ends by itself, with exit code 0.
 */
export function bubblewrapProbe(
  system: SystemFacts,
  interpreter: readonly string[],
  command: readonly string[],
): string[] {
  const mounts = [...systemArgs(system), ...KERNEL_AND_MEMORY, ...interpreter.flatMap(read)];
  return [...ISOLATION, ...mounts, ...FIXED, "--", ...limits(system), ...command];
}

const ISOLATION = [
  "--unshare-all",
  "--unshare-user",
  // What a kernel does for a user who may make namespaces is where most ways out of a sandbox begin.
  "--disable-userns",
  // Whoever is killed takes all that was started inside along.
  "--die-with-parent",
  "--new-session",
  "--cap-drop",
  "ALL",
  "--uid",
  "65534",
  "--gid",
  "65534",
  "--hostname",
  "skill",
];

const KERNEL_AND_MEMORY = ["--proc", "/proc", "--dev", "/dev", ...sized("/dev/shm"), ...sized("/tmp")];

/** The kernel's own settings belong to root, and so does a runtime that root has started; and what is mounted on is memory. */
const FIXED = ["/proc", "/dev", "/"].flatMap((path) => ["--remount-ro", path]);

/** What programs look up besides their own folders. */
const SYSTEM_FILES = [
  "/etc/alternatives",
  "/etc/ld.so.cache",
  "/etc/ld.so.conf",
  "/etc/ld.so.conf.d",
  "/etc/localtime",
  // Not the folder they lie in: keys are kept there as well.
  "/etc/ssl/certs",
  "/etc/ssl/openssl.cnf",
  // Where NixOS keeps all programs.
  "/nix/store",
  "/run/current-system/sw",
];
const NETWORK_FILES = [
  "/etc/resolv.conf",
  "/etc/hosts",
  "/etc/nsswitch.conf",
  "/etc/ca-certificates",
  "/etc/pki",
  "/etc/gai.conf",
];

function systemArgs({ roots }: SystemFacts): string[] {
  const others = [...roots].flatMap(([path, what]) =>
    what === "folder" ? read(path) : ["--symlink", what.link, path],
  );
  return [...read("/usr"), ...others, ...SYSTEM_FILES.flatMap(readIfThere)];
}

/** A core would hold the settings of the skill; and no file of it needs to be larger than all that it may keep. */
function limits({ prlimit }: SystemFacts): string[] {
  if (prlimit === null) return [];
  const tasks = LIMITS.processes * THREADS_EACH;
  return [prlimit, "--core=0", "--nofile=1024", `--nproc=${tasks}`, `--fsize=${LIMITS.folderBytes}`];
}

/** The kernel counts threads; Node has eleven. */
const THREADS_EACH = 16;

function read(path: string): string[] {
  return ["--ro-bind", path, path];
}

function readAndWrite(path: string): string[] {
  return ["--bind", path, path];
}

function readIfThere(path: string): string[] {
  return ["--ro-bind-try", path, path];
}

/** In memory, so bounded. */
function sized(path: string): string[] {
  return ["--size", String(LIMITS.temporaryBytes), "--tmpfs", path];
}
