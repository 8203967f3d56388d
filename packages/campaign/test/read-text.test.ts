import { describe, expect, it } from "vitest";
import { load } from "./campaign-folder.js";

describe("a text", () => {
  it.each([
    [
      "a stray byte",
      Buffer.concat([Buffer.from("One.\nTwo \u00e9 "), Buffer.from([0xe9, 0x2e]), Buffer.from("\nThree.")]),
      2,
      7,
    ],
    ["a cut character", Buffer.from([0x61, 0x0a, 0x0a, 0xe2, 0x82]), 3, 1],
    ["an overlong character", Buffer.from([0xc0, 0xaf]), 1, 1],
    ["a zero byte", Buffer.from("One.\nTw\0o."), 2, 3],
    ["UTF-16", Buffer.from("\ufeffRain.", "utf16le"), 1, 1],
  ])("[CA16] with %s is left out at its line", async (_, content, line, column) => {
    const { campaign, problems } = await load({ "world/setting.md": content, "world/rules.md": "Rules." });
    expect(campaign.setting).toBe("");
    expect(campaign.rules).toBe("Rules.");
    expect(problems).toMatchObject([{ file: "world/setting.md", line, column, severity: "error" }]);
  });

  it("[CA16] with any character of Unicode is kept", async () => {
    const { campaign, problems } = await load({ "world/setting.md": "na\u00efve \u4e16\u754c \u{1f3b2} \ufffd" });
    expect(campaign.setting).toBe("na\u00efve \u4e16\u754c \u{1f3b2} \ufffd");
    expect(problems).toEqual([]);
  });

  it("[CA17] loses its byte order mark, and its line ends become one", async () => {
    const { campaign, problems } = await load({
      "manifest.json": '\ufeff{"title": "A",\r\n"version": "1.0.0"}',
      "world/setting.md": "\ufeffOne.\r\nTwo.\rThree.\n",
    });
    expect(campaign.setting).toBe("One.\nTwo.\nThree.");
    expect(problems).toEqual([]);
  });
});
