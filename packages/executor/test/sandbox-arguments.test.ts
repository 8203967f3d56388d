// SPEC.md EX250 to EX255: what a sandbox is asked for, as text, on every machine.
import { describe, expect, it } from "vitest";
import { bubblewrapArgs, bubblewrapProbe, type Room, type SystemFacts } from "../src/sandbox/bubblewrap.js";
import { describeSandbox } from "../src/sandbox/describe-sandbox.js";
import { interpreterPaths } from "../src/sandbox/interpreter.js";
import { bubblewrapFault } from "../src/sandbox/probe-sandbox.js";
import { sandboxProfile } from "../src/sandbox/sandbox-exec.js";

const system: SystemFacts = {
  roots: new Map<string, { readonly link: string } | "folder">([
    ["/bin", { link: "usr/bin" }],
    ["/lib64", "folder"],
  ]),
  prlimit: "/usr/bin/prlimit",
};
const room: Room = {
  skillDir: "/home/player/skills/lantern",
  dataDir: "/home/player/skills/lantern/data",
  scratchDir: "/tmp/narratoria-run-1-a/1",
  socketDir: null,
  interpreter: [],
  network: false,
};

/** What can be seen inside, and whether it can be changed. */
function mounts(args: readonly string[]): Record<string, string> {
  const seen: Record<string, string> = {};
  for (const [at, word] of args.entries()) {
    if (/^--(ro-)?bind(-try)?$/.test(word)) seen[args[at + 2] ?? ""] = word;
  }
  return seen;
}

describe("bubblewrap", () => {
  it("[EX250] is asked for namespaces of its own, no privileges, and nothing of the player's but the skill's folders", () => {
    const args = bubblewrapArgs(room, system);
    for (const word of ["--unshare-all", "--disable-userns", "--die-with-parent", "--new-session"]) {
      expect(args).toContain(word);
    }
    expect(args.join(" ")).toContain("--cap-drop ALL --uid 65534 --gid 65534");
    const ofPlayer = Object.entries(mounts(args)).filter(([path]) => /^\/(home|tmp|root|run\/user)/.test(path));
    expect(Object.fromEntries(ofPlayer)).toEqual({
      "/home/player/skills/lantern": "--ro-bind",
      "/home/player/skills/lantern/data": "--bind",
      "/tmp/narratoria-run-1-a/1": "--bind",
    });
    // Keys lie beside the certificates.
    for (const path of ["/etc", "/etc/ssl", "/", "/run", "/var"]) expect(mounts(args)[path]).toBeUndefined();
    // What is mounted later lies over what was mounted before.
    expect(args.indexOf(room.dataDir)).toBeGreaterThan(args.indexOf(room.skillDir));
    expect(args.indexOf(room.scratchDir)).toBeGreaterThan(args.lastIndexOf("--tmpfs"));
  });

  it("[EX250] leaves the kernel's settings, the devices and the root to be read only, and what is in memory bounded", () => {
    const text = bubblewrapArgs(room, system).join(" ");
    for (const path of ["/proc", "/dev", "/"]) expect(text).toContain(`--remount-ro ${path} `);
    expect(text.match(/--size 67108864 --tmpfs/g)).toHaveLength(2);
    expect(text).toMatch(/-- \/usr\/bin\/prlimit --core=0 --nofile=1024 --nproc=1024 --fsize=268435456$/);
    expect(bubblewrapArgs(room, { ...system, prlimit: null }).at(-1)).toBe("--");
  });

  it("[EX250] shares the network only where it is granted, and the sockets only where a service may be called", () => {
    expect(bubblewrapArgs(room, system)).not.toContain("--share-net");
    expect(mounts(bubblewrapArgs(room, system))["/etc/resolv.conf"]).toBeUndefined();
    const more = bubblewrapArgs({ ...room, network: true, socketDir: "/run/user/1000/n" }, system);
    expect(more).toContain("--share-net");
    expect(mounts(more)).toMatchObject({ "/etc/resolv.conf": "--ro-bind-try", "/run/user/1000/n": "--ro-bind" });
  });

  it("[EX251] gives everything the path that it has outside, and the system the shape that it has", () => {
    const args = bubblewrapArgs({ ...room, interpreter: ["/home/player/.nvm/versions/node/v22/bin/node"] }, system);
    for (const [at, word] of args.entries()) {
      if (/^--(ro-)?bind(-try)?$/.test(word)) expect(args[at + 1]).toBe(args[at + 2]);
    }
    expect(args.join(" ")).toContain("--symlink usr/bin /bin --ro-bind /lib64 /lib64");
    expect(mounts(args)["/home/player/.nvm/versions/node/v22/bin/node"]).toBe("--ro-bind");
  });

  it("[EX254] is tried with all that it will be asked for", () => {
    const probe = bubblewrapProbe(system, ["/opt/node"], ["/opt/node/bin/node", "--version"]);
    const options = bubblewrapArgs(room, system).filter(
      (word) => word.startsWith("--") && !/^--(bind|chdir)$/.test(word),
    );
    expect(new Set(probe)).toEqual(new Set([...probe, ...options]));
    expect(probe.slice(-2)).toEqual(["/opt/node/bin/node", "--version"]);
    expect(mounts(probe)["/opt/node"]).toBe("--ro-bind");
  });

  it("[EX254] its refusals are told with what to do about them", () => {
    expect(bubblewrapFault("bwrap: setting up uid map: Permission denied\n")).toMatch(/forbids .*apparmor-profiles/);
    expect(bubblewrapFault("bwrap: Unknown option --disable-userns")).toContain("0.8 or newer");
    expect(bubblewrapFault("bwrap: Can't mount proc")).toBe(
      "Bubblewrap is installed, but does not work here (Can't mount proc).",
    );
  });
});

describe("an interpreter outside of the system's folders", () => {
  const links: Readonly<Record<string, string>> = {
    "/usr/local/bin/node": "/opt/node/bin/node",
    "/home/player/.local/bin/python3": "/home/player/.local/share/uv/python/cpython-3.12/bin/python3.12",
  };
  const needed = (program: string): string[] =>
    interpreterPaths(program, { exists: () => true, real: (path) => links[path] ?? path });

  it("[EX252] brings itself and its libraries, and never a folder in which the player keeps other things", () => {
    expect(needed("/usr/bin/node")).toEqual([]);
    expect(needed("/usr/local/bin/node")).toEqual(["/opt/node"]);
    expect(needed("/home/player/.nvm/versions/node/v22/bin/node")).toEqual([
      "/home/player/.nvm/versions/node/v22/bin/node",
      "/home/player/.nvm/versions/node/v22/lib",
      "/home/player/.nvm/versions/node/v22/lib64",
      "/home/player/.nvm/versions/node/v22/libexec",
      "/home/player/.nvm/versions/node/v22/pyvenv.cfg",
    ]);
    expect(needed("/home/player/.pyenv/shims/python3")).toEqual(["/home/player/.pyenv"]);
    for (const program of ["/home/player/bin/node", "/home/player/node", "/home/player/.local/bin/python3"]) {
      const paths = needed(program);
      expect(paths).toContain(program);
      for (const kept of ["/home/player", "/home/player/.local", "/home/player/.local/share"])
        expect(paths).not.toContain(kept);
    }
    expect(needed("/home/player/.local/bin/python3")).toContain("/home/player/.local/share/uv/python/cpython-3.12/lib");
  });
});

describe("the profile for macOS", () => {
  it("[EX253] denies all but the skill's own folders and the programs of the system", () => {
    const profile = sandboxProfile(room);
    expect(profile.split("\n").slice(0, 2)).toEqual(["(version 1)", "(deny default)"]);
    expect(profile).toContain(`(allow file-write* (subpath "${room.dataDir}") (subpath "${room.scratchDir}"))`);
    expect(profile).toMatch(/\(allow file-read\* .*\(subpath "\/home\/player\/skills\/lantern"\)/);
    expect(profile).not.toContain("network");
    for (const path of ["/", "/Users", "/home", "/private", "/private/var"])
      expect(profile).not.toContain(`(subpath "${path}")`);
  });

  it("[EX401] keeps a link from taking the place of a skill's folders", () => {
    const allowed = `(allow file-write* (subpath "${room.dataDir}") (subpath "${room.scratchDir}"))`;
    const denied = `(deny file-write-unlink (literal "${room.dataDir}") (literal "${room.scratchDir}"))`;
    // What stands later holds.
    expect(sandboxProfile(room)).toContain(`${allowed}\n${denied}`);
  });

  it("[EX253] opens the sockets and the network only where they are granted, and no path gets out of its quotes", () => {
    const profile = sandboxProfile({ ...room, socketDir: '/tmp/a"b\\c', network: true });
    expect(profile).toContain('(remote unix-socket (subpath "/tmp/a\\"b\\\\c"))');
    expect(profile).toContain("\n(allow network-outbound)\n");
  });
});

describe("what a player is told", () => {
  const none = { tier: "none", sentence: "Install bubblewrap." } as const;
  const linux = { tier: "bubblewrap", sentence: "" } as const;

  it("[EX255] each tier and policy has its words, and those of a skill that does not run say what to do", () => {
    const said = (machine: Parameters<typeof describeSandbox>[0], policy: "required" | "preferred" | "off"): string =>
      describeSandbox(machine, { policy, network: false }).sentence;
    expect(said(linux, "required")).toMatch(/in a sandbox.*Your files and the network are out of its reach/);
    expect(describeSandbox(linux, { policy: "required", network: true }).sentence).toMatch(
      /gets the network, and with it every host/,
    );
    expect(said({ tier: "sandbox-exec", sentence: "" }, "required")).toContain("sandbox of macOS");
    expect(said(none, "required")).toMatch(/does not run here.*Install bubblewrap\. .*all the same/);
    expect(said(none, "preferred")).toMatch(/read, change and send whatever you can.*comes with Narratoria/);
    expect(describeSandbox(linux, { policy: "off", network: false })).toEqual({
      tier: "none",
      sentence: "Nothing holds it back, as you agreed: it can read, change and send whatever you can.",
    });
  });
});
