import { describe, expect, it } from "vitest";
import { type Asset, assetLines, assetWords } from "../src/play/asset-words.js";
import { sceneText } from "../src/play/plain-text.js";
import { layoutScreen } from "../src/screen/layout.js";
import { styleFor } from "../src/screen/marks.js";
import { afterEvent, initialScreen, startTurn } from "../src/screen/state.js";
import { ferryScene, noticeOf } from "./fake-story.js";

const SUM = `sha256:${"0".repeat(64)}`;

function asset(more: Partial<Asset> = {}): Asset {
  return {
    assetId: "osk",
    kind: "image",
    mediaType: "image/png",
    path: "/data/assets/1/osk.png",
    toolId: "paint",
    sizeBytes: 40 * 1024,
    checksum: SUM,
    format: "png",
    ...more,
  };
}

function unknown(more: Partial<Asset> = {}): Asset {
  const { format: _, ...model } = asset({ assetId: "tower", kind: "model", mediaType: "model/gltf-binary" });
  return { ...model, path: "/data/assets/1/tower.bin", sizeBytes: 12, ...more };
}

describe("a file of a scene", () => {
  it("[CL400] is told with its title, type, measures, size and place", () => {
    expect(assetWords(asset())).toBe("Picture: osk (image/png, 40 KB) /data/assets/1/osk.png");
    const metadata = { alt_text: "Osk at the bell", width: 512, height: 256 };
    expect(assetWords(asset({ metadata }))).toBe(
      "Picture: Osk at the bell (image/png, 512 x 256, 40 KB) /data/assets/1/osk.png",
    );
    const song = asset({
      format: "ogg",
      mediaType: "audio/ogg",
      metadata: { title: "The bell", duration_seconds: 90.4 },
    });
    expect(assetWords(song)).toContain("Sound: The bell (audio/ogg, 90 s, 40 KB)");
    expect(assetWords(asset({ format: "webm", mediaType: "video/webm" }))).toContain("Film: osk (video/webm, 40 KB)");
  });

  it("[CL400] of a type that no shell shows, or that is gone, has a placeholder", () => {
    expect(assetWords(unknown())).toBe(
      "File: tower (model, model/gltf-binary, 12 bytes) is of a type that cannot be shown. /data/assets/1/tower.bin",
    );
    expect(assetWords(asset({ missing: true }))).toBe("Picture: osk (image/png, 40 KB) is not here any more.");
    expect(assetWords(unknown({ missing: true }))).toBe(
      "File: tower (model, model/gltf-binary, 12 bytes) is not here any more.",
    );
  });

  it("[CL400] says nothing of a skill's that does something to the terminal, and nothing at length", () => {
    const words = assetWords(
      unknown({
        assetId: "a\u001b[2Jb",
        kind: "m\nodel",
        mediaType: 'a/b;c="\u202e"',
        metadata: { title: "\u009b31m", name: "x".repeat(200), width: "wide", height: -1, duration_seconds: [] },
      }),
    );
    expect(words).toBe(
      `File: 31m (m odel, a/b;c=" ", 12 bytes) is of a type that cannot be shown. /data/assets/1/tower.bin`,
    );
    expect(assetWords(asset({ metadata: { title: " ", name: "x".repeat(200) } }))).toContain(`${"x".repeat(100)}... (`);
  });
});

describe("the files of a scene", () => {
  const many = Array.from({ length: 7 }, (_, number) => asset({ assetId: `file-${number}` }));

  it("[CL400] stand after its prose, five of them and then how many more", () => {
    const text = sceneText(ferryScene({ assets: many }), {
      notices: [noticeOf("skill_failed", "A notice.")],
      told: [],
    });
    expect(text).toMatch(
      /furred with salt\.\n\nNote: A notice\.\nPicture: file-0 .*\n(Picture: .*\n){4}And 2 more files\.\n\n/,
    );
    expect(assetLines(ferryScene({ assets: many.slice(0, 6) })).at(-1)).toBe("And one more file.");
    expect(assetLines(ferryScene())).toEqual([]);
  });

  it("[CL400] stand below it on the drawn screen, and are no notices", () => {
    const scene = ferryScene({ assets: [asset(), unknown()] });
    const told = [{ type: "asset" as const, ...asset() }, scene].reduce(afterEvent, startTurn(initialScreen("x"), 0));
    expect(told.notices).toEqual([]);
    const { lines } = layoutScreen(told, { columns: 120, rows: 60 }, styleFor({ LANG: "en_GB.UTF-8" }, "linux"));
    const drawn = lines.map((line) =>
      line
        .map(({ text }) => text)
        .join("")
        .slice(0, 74)
        .trim(),
    );
    const at = drawn.indexOf("Picture: osk (image/png, 40 KB) /data/assets/1/osk.png");
    expect(at).toBeGreaterThan(0);
    expect(drawn[at - 1]).toBe("");
    expect(drawn.slice(at + 1, at + 3).join(" ")).toContain("is of a type that cannot be shown.");
  });
});
