import { KERNEL_BYTES } from "./kernel-bytes.js";

/** Rows lie in chunks of so many, so that a scope grows without being copied. kernel.wat knows it as `10` and `1023`. */
export const CHUNK_ROWS = 1024;

/** What `distances` writes for a row that is not allowed. */
const EXCLUDED = 0xffff;

/**
 * The inner loops of a scan over one memory. All addresses are byte offsets; what each function does stands in kernel.wat.
 */
export interface Kernel {
  /** The memory as it is now: `grow` replaces it. */
  readonly buffer: ArrayBufferLike;
  /** Makes the memory at least so many bytes long. What stood in it stays. */
  grow(bytes: number): void;
  sign(rows: number, mean: number, bits: number, count: number, stride: number): void;
  distances(
    bits: number,
    query: number,
    allowed: number,
    out: number,
    counts: number,
    count: number,
    words: number,
  ): void;
  select(distances: number, count: number, cut: number, atCut: number, list: number, first: number): number;
  estimates(bits: number, chunk: number, words: number, planes: number, list: number, end: number, out: number): void;
  scores(rows: number, chunk: number, stride: number, query: number, list: number, end: number, out: number): void;
}

/** As much of WebAssembly as is used; types of Node leave its values to those of browsers. */
declare const WebAssembly: {
  validate(bytes: Uint8Array): boolean;
  Memory: new (size: {
    initial: number;
    maximum: number;
  }) => { readonly buffer: ArrayBuffer; grow(pages: number): number };
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: object };
};

type Loops = Omit<Kernel, "buffer" | "grow">;

const PAGE = 65_536;

/** True when this runtime has WebAssembly with vector instructions. */
export function hasWebAssembly(): boolean {
  return typeof WebAssembly === "object" && WebAssembly.validate(Buffer.from(KERNEL_BYTES, "base64"));
}

/** The kernel in WebAssembly; some twenty times as fast as its twin. */
export function wasmKernel(): Kernel {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 });
  const module = new WebAssembly.Module(Buffer.from(KERNEL_BYTES, "base64"));
  const { exports } = new WebAssembly.Instance(module, { host: { memory } });
  // The exports of kernel.wat, whose signatures are those of the interface; a test runs both kernels against each other.
  const loops = exports as Record<keyof Loops, never> as Loops;
  return {
    get buffer() {
      return memory.buffer;
    },
    grow(bytes) {
      const missing = bytes - memory.buffer.byteLength;
      if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    },
    sign: loops.sign,
    distances: loops.distances,
    select: loops.select,
    estimates: loops.estimates,
    scores: loops.scores,
  };
}

/** The same five functions in plain JavaScript: what the other is tested against, and what runs where there is none. */
export function plainKernel(): Kernel {
  let buffer = new ArrayBuffer(PAGE);
  return {
    get buffer() {
      return buffer;
    },
    grow(bytes) {
      if (bytes <= buffer.byteLength) return;
      const grown = new ArrayBuffer(Math.ceil(bytes / PAGE) * PAGE);
      new Uint8Array(grown).set(new Uint8Array(buffer));
      buffer = grown;
    },
    sign(rows, mean, bits, count, stride) {
      const means = new Float32Array(buffer, mean, stride);
      for (let row = 0; row < count; row += 1) {
        const values = new Float32Array(buffer, rows + row * stride * 4, stride);
        const signs = new Uint32Array(buffer, bits + (row * stride) / 8, stride / 32);
        for (let half = 0; half < signs.length; half += 1) {
          let word = 0;
          for (let bit = 0; bit < 32; bit += 1) {
            const at = half * 32 + bit;
            if ((values[at] ?? 0) > (means[at] ?? 0)) word |= 1 << bit;
          }
          signs[half] = word;
        }
      }
    },
    distances(bits, query, allowed, out, counts, count, words) {
      const halves = words * 2;
      const signs = new Uint32Array(buffer, bits, count * halves);
      const wanted = new Uint32Array(buffer, query, halves);
      const open = new Uint8Array(buffer, allowed, count);
      const found = new Uint16Array(buffer, out, count);
      const histogram = new Uint32Array(buffer, counts, words * 64 + 1);
      for (let row = 0; row < count; row += 1) {
        if (open[row] === 0) {
          found[row] = EXCLUDED;
          continue;
        }
        let sum = 0;
        for (let half = 0; half < halves; half += 1) {
          sum += ones((signs[row * halves + half] ?? 0) ^ (wanted[half] ?? 0));
        }
        found[row] = sum;
        histogram[sum] = (histogram[sum] ?? 0) + 1;
      }
    },
    select(distances, count, cut, atCut, list, first) {
      const found = new Uint16Array(buffer, distances, count);
      const left = new Uint32Array(buffer, atCut, 1);
      let end = list;
      for (let row = 0; row < count; row += 1) {
        const distance = found[row] ?? EXCLUDED;
        if (distance > cut || (distance === cut && left[0] === 0)) continue;
        if (distance === cut) left[0] = (left[0] ?? 0) - 1;
        new Uint32Array(buffer, end, 1)[0] = first + row;
        end += 4;
      }
      return end;
    },
    estimates(bits, chunk, words, planes, list, end, out) {
      const listed = new Uint32Array(buffer, list, (end - list) / 4);
      const values = new Uint32Array(buffer, planes, words * 8);
      const sums = new Int32Array(buffer, out, listed.length);
      listed.forEach((row, index) => {
        const at = bits + Math.floor(row / CHUNK_ROWS) * chunk + (row % CHUNK_ROWS) * words * 8;
        const signs = new Uint32Array(buffer, at, words * 2);
        let sum = 0;
        // Two halves a word, four planes a word.
        for (let half = 0; half < values.length; half += 1) {
          const plane = (half >> 1) % 4;
          const held = ones((signs[(half >> 3) * 2 + (half % 2)] ?? 0) & (values[half] ?? 0));
          sum += plane === 3 ? -8 * held : held << plane;
        }
        sums[index] = sum;
      });
    },
    scores(rows, chunk, stride, query, list, end, out) {
      const wanted = new Float32Array(buffer, query, stride);
      const listed = new Uint32Array(buffer, list, (end - list) / 4);
      const results = new Float32Array(buffer, out, listed.length);
      listed.forEach((row, index) => {
        const at = rows + Math.floor(row / CHUNK_ROWS) * chunk + (row % CHUNK_ROWS) * stride * 4;
        const values = new Float32Array(buffer, at, stride);
        let sum = 0;
        for (let column = 0; column < stride; column += 1) sum += (values[column] ?? 0) * (wanted[column] ?? 0);
        results[index] = sum;
      });
    },
  };
}

/** How many bits of a 32 bit word are set. */
function ones(word: number): number {
  let sum = word - ((word >>> 1) & 0x55555555);
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
