/** Who tells stories: the storybook, or a model that runs on this machine. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { toast } from "../../../frame/toasts.js";
import { Button } from "../../../parts/button.js";
import { Notice, TroubleNotice } from "../../../parts/notice.js";
import { api, got } from "../../../server/api.js";
import { askModels } from "./ask-models.js";
import { Loaded } from "../loaded.js";
import { Pane } from "../pane.js";
import parts from "../page-parts.module.css";
import { CardTitle, Section } from "../section.js";
import { useDoing } from "../use-doing.js";
import { sizeText } from "../words.js";
import { AddModel } from "./add-model.js";
import { ModelCard } from "./model-card.js";
import styles from "./model-card.module.css";
import { RuntimeCard } from "./runtime-card.js";

export function NarratorPage() {
  const queries = useQueryClient();
  const query = useQuery({ queryKey: ["models"], queryFn: askModels, refetchOnMount: "always" });
  const choose = useDoing(async (name: string | null) => {
    await got(api.models.chosen.$put({ json: { name } }));
    await queries.invalidateQueries({ queryKey: ["models"] });
    const title = query.data?.models.find((model) => model.name === name)?.title ?? "The storybook";
    toast({ text: `${title} tells stories from the next scene on.` });
  });
  return (
    <Pane title="Narrator" kind="detail">
      <Loaded query={query} waiting="Looking for models">
        {({ models, status, runtimes, freeBytes, recommended, trouble }) => {
          const narrators = models.filter(({ kind }) => kind === "narrator");
          const chosen = narrators.find((model) => model.chosen) ?? null;
          const card = (model: (typeof models)[number]) => (
            <ModelCard
              key={model.name}
              model={model}
              freeBytes={freeBytes}
              recommended={model.name === recommended}
              choosing={choose.running}
              onChoose={() => choose.run(model.name)}
            />
          );
          return (
            <div className={parts.sections}>
              {choose.trouble && <TroubleNotice message={choose.trouble.message} action={choose.trouble.action} />}
              {trouble !== null && (
                <Notice
                  severity="degraded"
                  message={trouble.message}
                  action="Until another is chosen the storybook tells."
                />
              )}
              {status?.state === "given-up" && (
                <Notice
                  severity="degraded"
                  message="The narrator stopped too often, so the storybook tells the rest for now."
                  action={status.lastFault ?? ""}
                />
              )}
              <Section title="Who tells stories">
                <article className={styles.card} data-chosen={chosen === null} aria-label="Storybook">
                  <div className={styles.head}>
                    <CardTitle>Storybook</CardTitle>
                    {chosen === null && (
                      <span className={styles.state}>
                        <Check size={18} strokeWidth={1.75} aria-hidden /> tells stories
                      </span>
                    )}
                  </div>
                  <p className={parts.quiet}>
                    Built in. It needs no model, answers at once, and stands in whenever a model cannot go on.
                  </p>
                  {chosen !== null && (
                    <div className={styles.foot}>
                      <span />
                      <Button kind="text" disabled={choose.running} onClick={() => choose.run(null)}>
                        Let it tell
                      </Button>
                    </div>
                  )}
                </article>
                {narrators.filter(({ here }) => here).map(card)}
                {chosen !== null && runtimes.language === null && (
                  <Notice
                    severity="degraded"
                    message={`${chosen.title} cannot start: what models run on is not set up.`}
                    action="Set it up below. Until then the storybook tells."
                  />
                )}
              </Section>
              <Section title="More models">
                <p className={parts.quiet}>
                  {sizeText(freeBytes)} of memory are free now. A model is fetched once, and tells its stories on this
                  computer alone.
                </p>
                {narrators.filter(({ here }) => !here).map(card)}
                <AddModel />
              </Section>
              <Section title="What models run on">
                <RuntimeCard
                  name="node-llama-cpp"
                  title="For telling"
                  about="A narrator needs this library."
                  installed={runtimes.language}
                />
                <RuntimeCard
                  name="transformers"
                  title="For memories"
                  about="Finds memories by their meaning more surely, together with the model below. Without it the small model that ships finds them."
                  installed={runtimes.memories}
                />
                {models.filter(({ kind }) => kind === "memories").map(card)}
              </Section>
            </div>
          );
        }}
      </Loaded>
    </Pane>
  );
}
