/** The `notice` script: one small thing that the player sees or hears in passing. */
import { defineTool } from "../scripts/narratoria.mjs";
const SIGNS = {
    calm: [
        "A gull watches from a post, and goes on watching.",
        "Somewhere near, a kettle is put on.",
        "A child counts something under her breath, and gets the same number twice.",
    ],
    uneasy: [
        "A door that was shut stands open.",
        "Somebody has stopped whistling.",
        "There are fewer birds about than there were.",
    ],
};
/** The same for the same seed, so that a story told again is the same story. */
function draw(seed, count) {
    return [...seed].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % count;
}
defineTool({
    input: { type: "object", properties: {} },
    run(_input, { emit, config, context }) {
        const signs = config.mood === "uneasy" ? SIGNS.uneasy : SIGNS.calm;
        const seed = typeof context.seed === "string" ? context.seed : "";
        const text = signs[draw(seed, signs.length)] ?? signs[0];
        emit.log("info", `Noticed: ${text}`);
        emit.uiEvent("noticed", { text });
        return { text };
    },
});
