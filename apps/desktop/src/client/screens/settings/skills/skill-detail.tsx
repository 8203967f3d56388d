/** One skill: its settings, what it may do, and what is wrong with it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { toast } from "../../../frame/toasts.js";
import { Button } from "../../../parts/button.js";
import { Dialog } from "../../../parts/dialog.js";
import { Notice, TroubleNotice } from "../../../parts/notice.js";
import { api, got } from "../../../server/api.js";
import { Loaded } from "../loaded.js";
import { Pane } from "../pane.js";
import parts from "../page-parts.module.css";
import { Section } from "../section.js";
import { useDoing } from "../use-doing.js";
import { useSkills } from "./ask-skills.js";
import { formIn } from "./form.js";
import { ConsentDialog } from "./consent-dialog.js";
import { SkillForm } from "./skill-form.js";
import { SkillWishesList } from "./skill-wishes.js";
import { originText, type Skill } from "./skill-words.js";

export function SkillDetail({ name }: { readonly name: string }) {
  const query = useSkills();
  const skill = query.data?.skills.find((one) => one.name === name && one.state !== "replaced");
  return (
    <Pane
      title={skill?.displayName ?? (query.data === undefined ? "Skill" : "No such skill")}
      about={skill && originText(skill)}
      kind="detail"
    >
      <Loaded query={query} waiting="Looking for skills">
        {() =>
          skill === undefined ? (
            <Notice
              severity="info"
              message={`There is no skill “${name}” any more.`}
              action="Choose one of the list."
            />
          ) : (
            <Detail skill={skill} />
          )
        }
      </Loaded>
    </Pane>
  );
}

function Detail({ skill }: { readonly skill: Skill }) {
  const { name, displayName, description, state, hash, origin, problems, wishes, changes } = skill;
  const [asking, setAsking] = useState(false);
  const [removing, setRemoving] = useState(false);
  const waits = state === "waiting" || state === "unheld";
  return (
    <div className={parts.sections}>
      {description !== "" && <p className={parts.quiet}>{description}</p>}
      {waits && hash !== null && (
        <Notice
          severity="degraded"
          message={
            changes === null
              ? `${displayName} is not ours and is off until you allow it.`
              : `${displayName} has changed since you allowed it, so it is off until you allow it again.`
          }
          actions={[{ label: "See what it may do", run: () => setAsking(true) }]}
        />
      )}
      {problems.filter(isOfTheSkill).map(({ file, line, message, severity }) => (
        <Notice
          key={`${file}:${line}:${message}`}
          severity={severity === "error" ? "failed" : "degraded"}
          message={message}
          action={`${file.split(/[\\/]/).slice(-2).join("/")}, line ${line}.`}
        />
      ))}
      {state !== "faulty" && <Settings name={name} />}
      {origin !== "bundled" && (
        <Section title="What it may do">
          <SkillWishesList wishes={wishes} changes={null} hash={hash} />
          <div className={parts.buttons}>
            {hash !== null && (state === "ready" || state === "off") && (
              <Withdraw name={name} displayName={displayName} />
            )}
            {origin === "user" && (
              <Button kind="danger" onClick={() => setRemoving(true)}>
                Remove the skill
              </Button>
            )}
          </div>
        </Section>
      )}
      {asking && hash !== null && <ConsentDialog skill={skill} hash={hash} onClose={() => setAsking(false)} />}
      {removing && <RemoveSkill name={name} displayName={displayName} onClose={() => setRemoving(false)} />}
    </div>
  );
}

/** What is wrong with saved settings, the form says beside each of them. */
function isOfTheSkill({ file }: { readonly file: string }): boolean {
  return !/[\\/]config\.json$/.test(file);
}

function Settings({ name }: { readonly name: string }) {
  const form = useQuery({
    queryKey: ["skill", name, "form"],
    queryFn: async () => formIn(await got(api.skills[":name"].form.$get({ param: { name } }))),
    refetchOnMount: "always",
  });
  return (
    <Loaded query={form} waiting="Reading its settings">
      {(loaded) => <SkillForm form={loaded} />}
    </Loaded>
  );
}

function Withdraw({ name, displayName }: { readonly name: string; readonly displayName: string }) {
  const queries = useQueryClient();
  const withdraw = useDoing(async () => {
    await got(api.skills[":name"].agreement.$delete({ param: { name } }));
    await queries.invalidateQueries({ queryKey: ["skills"] });
    toast({ text: `${displayName} is off until you allow it again.` });
  });
  return (
    <Button disabled={withdraw.running} onClick={() => withdraw.run()}>
      Take the permission back
    </Button>
  );
}

function RemoveSkill(props: { readonly name: string; readonly displayName: string; onClose(): void }) {
  const { name, displayName, onClose } = props;
  const queries = useQueryClient();
  const [, go] = useLocation();
  const remove = useDoing(async () => {
    await got(api.skills[":name"].$delete({ param: { name } }));
    onClose();
    go("/settings/skills");
    await queries.invalidateQueries({ queryKey: ["skills"] });
    toast({ text: `${displayName} is removed.` });
  });
  return (
    <Dialog
      title={`Remove ${displayName}?`}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" disabled={remove.running} onClick={() => remove.run()}>
            Remove
          </Button>
          <Button autoFocus onClick={onClose}>
            Keep it
          </Button>
        </>
      }
    >
      <p>Its folder, its settings and what it kept for itself go. Your stories stay.</p>
      {remove.trouble !== null && <TroubleNotice message={remove.trouble.message} action={remove.trouble.action} />}
    </Dialog>
  );
}
