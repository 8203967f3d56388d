import { checkContract } from "@narratoria/protocol/contracts";
import { describe, expect, it } from "vitest";
import { readSource, WEIGHBRIDGE } from "../src/testing.js";

describe("the reading", () => {
  it("[CA200] is valid against its contract", () => {
    expect(checkContract("reading", JSON.parse(JSON.stringify(readSource(WEIGHBRIDGE))))).toEqual([]);
  });

  it("[CA201] holds a secret's words nowhere but in what its owner would say of it", () => {
    const secrets = { orsolya: "Orsolya filled the hole with wax herself, on a Sunday." };
    const reading = readSource({ ...WEIGHBRIDGE, secrets });
    const cast = reading.cast.map((entry) => ({ ...entry, confidences: [] }));
    expect(JSON.stringify({ ...reading, cast })).not.toMatch(/wax herself|on a Sunday/);
  });
});
