/**
 * What each native library is, and how its installation is kept small: 85 MB rather than 700 for the one, 64 rather than
 * 630 for the other.
 */

/** A library that models run on. It is no dependency of ours: it is installed when a model is set up. */
export type RuntimeName = "node-llama-cpp" | "transformers";

export interface RuntimeRecipe {
  readonly version: string;
  /** What it is to a player. */
  readonly title: string;
  /** Its name as a package. */
  readonly module: string;
  /** Its ES module, in the folder that it is installed in. */
  readonly entry: string;
  /** Roughly how many packages npm fetches; progress is told by it. */
  readonly packages: number;
  /** Roughly what it takes up, in bytes, on this kind of machine. */
  readonly bytes: number;
  /** Libraries and their exact versions. */
  dependencies(machine: Machine): Readonly<Record<string, string>>;
  /** What is not needed: put in its place is a module of this text. */
  readonly standIns: Readonly<Record<string, string>>;
  /** Folders that are of no use on this kind of machine, once installed. */
  useless(machine: Machine): readonly string[];
  /** Ends well where the library works: the body of a function of the loaded module. */
  readonly proof: string;
}

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** Whether what computes on a graphics card is wanted too. */
  readonly gpu: boolean;
}

const LLAMA_VERSION = "3.22.1";
const TRANSFORMERS_VERSION = "4.3.1";

/** The builds of node-llama-cpp by platform and processor: what always works, and what computes on a graphics card. */
const LLAMA_BUILDS: Readonly<Record<string, { readonly plain: string; readonly gpu?: string }>> = {
  "linux-x64": { plain: "linux-x64", gpu: "linux-x64-vulkan" },
  "linux-arm64": { plain: "linux-arm64" },
  "linux-arm": { plain: "linux-armv7l" },
  "linux-riscv64": { plain: "linux-riscv64" },
  "darwin-arm64": { plain: "mac-arm64-metal" },
  "darwin-x64": { plain: "mac-x64" },
  "win32-x64": { plain: "win-x64", gpu: "win-x64-vulkan" },
  "win32-arm64": { plain: "win-arm64" },
};

/** Platforms that onnxruntime-node carries, all in one package. */
const ONNX_PLATFORMS = ["darwin", "linux", "win32"];
const ONNX_PROCESSORS = ["arm64", "x64"];

export const RUNTIMES: Readonly<Record<RuntimeName, RuntimeRecipe>> = {
  "node-llama-cpp": {
    version: LLAMA_VERSION,
    title: "what language models run on",
    module: "node-llama-cpp",
    entry: "node_modules/node-llama-cpp/dist/index.js",
    packages: 117,
    bytes: 85_000_000,
    dependencies({ platform, arch, gpu }) {
      const build = LLAMA_BUILDS[`${platform}-${arch}`];
      const builds = [build?.plain, gpu ? build?.gpu : undefined].filter((name) => name !== undefined);
      return {
        "node-llama-cpp": LLAMA_VERSION,
        ...Object.fromEntries(builds.map((name) => [`@node-llama-cpp/${name}`, LLAMA_VERSION])),
      };
    },
    standIns: {},
    useless: () => [],
    // On a Mac with its own chip there is no build without Metal.
    proof:
      'const gpu = process.platform === "darwin" && process.arch === "arm64" ? "auto" : false; const llama = await library.getLlama({ gpu, build: "never", skipDownload: true, maxThreads: 1 }); await llama.dispose();',
  },
  transformers: {
    version: TRANSFORMERS_VERSION,
    title: "what memories are compared by",
    module: "@huggingface/transformers",
    entry: "node_modules/@huggingface/transformers/dist/transformers.node.mjs",
    packages: 21,
    bytes: 64_000_000,
    dependencies: () => ({ "@huggingface/transformers": TRANSFORMERS_VERSION }),
    // The one runs in browsers only, and pictures are not read: together they would be 160 MB.
    standIns: {
      "onnxruntime-web": "module.exports = {};\n",
      sharp: 'module.exports = () => { throw new Error("Pictures are not read here."); };\n',
    },
    useless: ({ platform, arch }) =>
      ONNX_PLATFORMS.flatMap((one) =>
        one === platform
          ? ONNX_PROCESSORS.filter((processor) => processor !== arch).map((processor) => `${one}/${processor}`)
          : [one],
      ).map((folder) => `node_modules/onnxruntime-node/bin/napi-v6/${folder}`),
    proof: 'if (typeof library.pipeline !== "function") throw new Error("It has no pipeline.");',
  },
};

/** Whether there is a build of it for a machine of this kind. */
export function runsOn(name: RuntimeName, { platform, arch }: Pick<Machine, "platform" | "arch">): boolean {
  return name === "node-llama-cpp"
    ? `${platform}-${arch}` in LLAMA_BUILDS
    : ONNX_PLATFORMS.includes(platform) && ONNX_PROCESSORS.includes(arch) && `${platform}-${arch}` !== "darwin-x64";
}
