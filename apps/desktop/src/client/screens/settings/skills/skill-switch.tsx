/** Turns a skill on or off. One that nobody allowed yet asks first. */
import type { HealthState } from "@narratoria/engine";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "../../../frame/toasts.js";
import { SwitchOnly } from "../../../parts/switch.js";
import { api, got, troubleIn } from "../../../server/api.js";
import { ConsentDialog } from "./consent-dialog.js";
import { isOn, type Skill } from "./skill-words.js";

interface SkillSwitchProps {
  readonly skill: Skill;
  readonly health: HealthState | undefined;
}

export function SkillSwitch({ skill, health }: SkillSwitchProps) {
  const { name, displayName, state, hash } = skill;
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const change = async (on: boolean): Promise<void> => {
    // Whoever turns it on again may have to agree to what it has become.
    if (on && (state === "waiting" || state === "unheld")) return setAsking(true);
    try {
      await got(api.skills[":name"].enabled.$put({ param: { name }, json: { on } }));
      toast({ text: `${displayName} is ${on ? "on" : "off"}.` });
    } catch (error) {
      toast({ text: troubleIn(error).message });
    } finally {
      await queries.invalidateQueries({ queryKey: ["skills"] });
    }
  };
  return (
    <>
      <SwitchOnly
        name={displayName}
        checked={isOn(skill, health)}
        disabled={state === "faulty" || state === "replaced"}
        onChange={(on) => void change(on)}
      />
      {asking && hash !== null && <ConsentDialog skill={skill} hash={hash} onClose={() => setAsking(false)} />}
    </>
  );
}
