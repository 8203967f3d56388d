import { describe, expect, it } from "vitest";
import { awaitedOptions } from "../src/reading/decisions/awaited-options.js";
import { beat, readSmall } from "./support/small-story.js";

const deed = (tag: string, ...opens: string[]) => ({ tag, opens });

describe("the way that a later beat waits for", () => {
  it.each<[string, string, string | undefined]>([
    ["sign", "sign_the_form", "sign_the_form"],
    ["go for Pod 12 with Jet", "go_for_pod_12", "go_for_pod_12"],
    ["leave Ellen, and let the sheet come down", "leave-ellen", "leave-ellen"],
    ["hold your tongue for good", "keep_the_silence", "keep_the_silence"],
    ["go", "go_up_the_hill", undefined],
    ["do not sign", "sign_the_form", undefined],
    ["ask what happens if there is a hold", "ask_for_the_hold", undefined],
    ["sell the boat", "burn_the_boat", undefined],
  ])("[CA4701] %s, for %s: %s", (way, tag, found) => {
    expect(awaitedOptions([way, "wait by the door"], [deed(tag)])[0]).toBe(found);
  });

  it("[CA4701] is what the later beat begins with the player doing", () => {
    const deeds = [deed("tell_the_truth", "You tell it, out loud, to all of them."), deed("keep_the_secret")];
    expect(awaitedOptions(["tell it", "hush it", "dither"], deeds)).toEqual([
      "tell_the_truth",
      "keep_the_secret",
      undefined,
    ]);
    expect(awaitedOptions(["tell it"], [deed("tell_the_truth", "You never tell it to anybody.")])).toEqual([undefined]);
  });

  it("[CA4701] is the yes beside a no, of two deeds", () => {
    const deeds = [deed("stop_the_train", "Brakes."), deed("say_nothing", "You said no.")];
    expect(awaitedOptions(["say yes", "say no", "hold up the receiver"], deeds)).toEqual([
      "stop_the_train",
      "say_nothing",
      undefined,
    ]);
    expect(awaitedOptions(["say yes", "say no"], [...deeds, deed("ring_the_bell")])[0]).toBeUndefined();
  });

  it("[CA4701] is none where two ways fit", () => {
    expect(awaitedOptions(["sign the form", "sign the form in red"], [deed("sign_the_form")])).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("[CA4701] has the tag in the reading, and the ways beside it stay choices", () => {
    const { reading } = readSmall({
      beats: [
        beat("b1", "The clerk turns the form round. Do you sign? Or do you give the pen to the girl?", {
          location: "the mill",
        }),
        beat("b2", "It takes forty seconds.", { conditions: { requires_beat: "b1", player_choice: "sign_the_form" } }),
      ],
    });
    const [first] = reading.beats;
    expect(first?.decisions).toEqual([]);
    expect(first?.choices).toMatchObject([
      { text: "sign", decides: true, tag: "sign_the_form" },
      { text: "give the pen to the girl", decides: true },
    ]);
  });
});
