import { expect, it } from "vitest";
import { sc003 } from "../conformance/sc-003.js";
import { sc004 } from "../conformance/sc-004.js";
import { sc006 } from "../conformance/sc-006.js";
import { sc010 } from "../conformance/sc-010.js";
import { sc011 } from "../conformance/sc-011.js";

it.each([sc003, sc004, sc006, sc010, sc011])(
  "$id $title: $target",
  async ({ measure }) => {
    const { met, found } = await measure();
    expect(met, found).toBe(true);
  },
  60_000,
);
