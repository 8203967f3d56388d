import { checkContract } from "@narratoria/protocol/contracts";
import { describe, expect, it } from "vitest";
import { readSource, WEIGHBRIDGE } from "../src/testing.js";

describe("the reading", () => {
  it("[CA200] is valid against its contract", () => {
    expect(checkContract("reading", JSON.parse(JSON.stringify(readSource(WEIGHBRIDGE))))).toEqual([]);
  });

  it("[CA201] holds no word of a secret", () => {
    const secrets = { orsolya: "Orsolya filled the hole with wax herself, on a Sunday." };
    expect(JSON.stringify(readSource({ ...WEIGHBRIDGE, secrets }))).not.toMatch(/wax herself|on a Sunday/);
  });
});
