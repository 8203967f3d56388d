// SPEC.md NA895: a scene in steps.
import { expect, it } from "vitest";
import { brief, slot, state } from "./support/briefs.js";
import { storybook } from "./support/fixture-story.js";

it("[NA895] tells a scene in steps as it does at once", () => {
  const asked = brief(slot("wait", {}), [], { slots: [slot("go", { place: "long-yard" })] });
  const telling = storybook.telling(asked, state());
  let stops = 0;
  let step = telling.next();
  for (; !step.done; step = telling.next()) stops++;
  expect(stops).toBeGreaterThan(1);
  expect(step.value).toEqual(storybook.tell(asked, state()));
});
