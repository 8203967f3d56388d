import { useQueryClient } from "@tanstack/react-query";
import { toast } from "../../../frame/toasts.js";
import { Button } from "../../../parts/button.js";
import { TroubleNotice } from "../../../parts/notice.js";
import { api, got } from "../../../server/api.js";
import parts from "../page-parts.module.css";
import { useDoing } from "../use-doing.js";
import { many } from "../words.js";

/** Looks for damage in what is saved, and puts back what backups have of it. */
export function RepairData() {
  const queries = useQueryClient();
  const repair = useDoing(async () => {
    const { repaired } = await got(api.repair.$post());
    await queries.invalidateQueries();
    toast({ text: repaired === null ? "Nothing is damaged." : repairWords(repaired) });
  });
  return (
    <>
      <p className={parts.quiet}>
        Looks for damage, and puts back from the backups what they have of it. A damaged file is kept beside the new
        one.
      </p>
      {repair.trouble && <TroubleNotice message={repair.trouble.message} action={repair.trouble.action} />}
      <div>
        <Button disabled={repair.running} onClick={() => repair.run()}>
          Look for damage and repair it
        </Button>
      </div>
    </>
  );
}

function repairWords({ stories, turns, damaged }: { stories: number; turns: number; damaged: number }): string {
  const kept = `Repaired: ${many(stories, "story", "stories")} with ${many(turns, "scene", "scenes")} can be read.`;
  return damaged === 0
    ? kept
    : `${kept} ${many(damaged, "scene stays", "scenes stay")} damaged, as no backup has them.`;
}
