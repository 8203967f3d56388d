import { openEngine, openSkills } from "@narratoria/engine";
import { type Criterion, LONG } from "./support/criterion.js";
import { inFreshHome, install, playOn, sharedScripts } from "./support/home.js";

const TURNS = 3;
const OURS = ["dice-roller", "memory", "player-choices", "storyteller"];

/** Each skill in turn is turned off, and one is broken: every turn must come to a scene, with a word on what is missing and what to do. */
export const sc006: Criterion = {
  id: "SC-006",
  title: "Graceful degradation",
  target: "the story goes on without any one skill, with a helpful message",
  async measure() {
    const lost: string[] = [];
    for (const missing of OURS) {
      const fine = await inFreshHome(async (dataDir) => {
        await install(dataDir, "broken", { "skill.json": "{" });
        await (await openSkills({ dataDir })).setEnabled(missing, false);
        const engine = await openEngine({
          dataDir,
          ...(LONG ? { residentScripts: false } : { scripts: await sharedScripts() }),
        });
        try {
          const events = await playOn(await engine.play("one-wheel-over", { seed: missing }), TURNS);
          const scenes = events.filter(({ type }) => type === "scene").length;
          const notices = events.flatMap((event) => (event.type === "notice" ? [event] : []));
          const said = notices.filter(({ code }) => code === "skill_disabled" || code === "skill_faulty");
          return scenes === TURNS + 1 && said.length === 2 && notices.every(({ action }) => action !== "");
        } finally {
          await engine.close();
        }
      });
      if (!fine) lost.push(missing);
    }
    return {
      met: lost.length === 0,
      found: lost.length === 0 ? `${OURS.length} of ${OURS.length} played on` : `not without ${lost.join(", ")}`,
    };
  },
};
