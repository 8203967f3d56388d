/** Whether a skill of somebody else may run: all that it may do then, and nothing about it taken on trust. */
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { toast } from "../../../frame/toasts.js";
import { Button } from "../../../parts/button.js";
import { Dialog } from "../../../parts/dialog.js";
import { Notice, TroubleNotice } from "../../../parts/notice.js";
import { Switch } from "../../../parts/switch.js";
import { api, got } from "../../../server/api.js";
import { useDoing } from "../use-doing.js";
import { SkillWishesList } from "./skill-wishes.js";
import type { Skill } from "./skill-words.js";

interface ConsentDialogProps {
  readonly skill: Skill;
  /** Of its folder as it was shown. */
  readonly hash: string;
  onClose(): void;
}

export function ConsentDialog({ skill, hash, onClose }: ConsentDialogProps) {
  const { name, displayName, wishes, changes, author } = skill;
  const queries = useQueryClient();
  const leave = useRef<HTMLButtonElement>(null);
  const [withoutSandbox, setWithoutSandbox] = useState(false);
  const allow = useDoing(async () => {
    try {
      await got(api.skills[":name"].agreement.$put({ param: { name }, json: { hash, withoutSandbox } }));
      toast({ text: `${displayName} is on.` });
      onClose();
    } finally {
      await queries.invalidateQueries({ queryKey: ["skills"] });
    }
  });
  const unheld = wishes !== null && wishes.sandbox.tier === "none" && wishes.commands.length > 0;
  return (
    <Dialog
      title={`Allow ${displayName}?`}
      onClose={onClose}
      initialFocus={leave}
      actions={
        <>
          <Button disabled={allow.running} onClick={() => allow.run()}>
            Allow
          </Button>
          <Button kind="filled" ref={leave} onClick={onClose}>
            Leave off
          </Button>
        </>
      }
    >
      <p>
        {displayName} is not ours. {author === null ? "It names no author." : `It says that ${author} made it.`} It runs
        only as it is now: when a file of it changes, you are asked again.
      </p>
      {allow.trouble !== null && <TroubleNotice message={allow.trouble.message} action={allow.trouble.action} />}
      <SkillWishesList wishes={wishes} changes={changes} hash={hash} />
      {unheld && (
        <>
          <Notice
            severity="degraded"
            message="Nothing would hold it back on this computer."
            action={wishes.sandbox.sentence}
          />
          <Switch
            label="Let it run without a sandbox"
            description="It could read and change all that you can. It stays off without this."
            checked={withoutSandbox}
            onChange={setWithoutSandbox}
          />
        </>
      )}
    </Dialog>
  );
}
