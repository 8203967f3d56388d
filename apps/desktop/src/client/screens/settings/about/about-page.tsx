/** What this is, what it runs on, and whether all is well. */
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { Button } from "../../../parts/button.js";
import { Notice } from "../../../parts/notice.js";
import { api, got } from "../../../server/api.js";
import { Loaded } from "../loaded.js";
import { Pane } from "../pane.js";
import parts from "../page-parts.module.css";
import { Section } from "../section.js";
import styles from "./about-page.module.css";

const STATES = {
  ok: { icon: CircleCheck, words: "well" },
  note: { icon: TriangleAlert, words: "worth knowing" },
  fails: { icon: CircleAlert, words: "fails" },
} as const;

const MODEL_STATES = {
  off: "not started",
  starting: "starting",
  ready: "ready",
  "given-up": "off: it stopped too often",
} as const;

const LICENCES = [
  ["Narratoria", "MIT"],
  ["Literata, Atkinson Hyperlegible, OpenDyslexic", "SIL Open Font Licence 1.1"],
  ["Lucide icons", "ISC"],
  ["React, Ariakit, Hono, TanStack Query, Zod", "MIT"],
  ["wouter", "Unlicense"],
] as const;

export function AboutPage() {
  const about = useQuery({ queryKey: ["about"], queryFn: () => got(api.about.$get()), refetchOnMount: "always" });
  return (
    <Pane title="About" kind="detail">
      <Loaded query={about} waiting="Looking at this machine">
        {({ version, node, dataDir, sandbox, modelStatus, findings, checks }) => (
          <div className={parts.sections}>
            <dl className={parts.facts}>
              <dt>Narratoria</dt>
              <dd>{version}</dd>
              <dt>Node</dt>
              <dd>{node}</dd>
              <dt>Data folder</dt>
              <dd>{dataDir}</dd>
              <dt>Sandbox</dt>
              <dd>{sandbox.sentence}</dd>
              {modelStatus !== null && (
                <>
                  <dt>Narrator</dt>
                  <dd>{MODEL_STATES[modelStatus.state]}</dd>
                </>
              )}
            </dl>
            {findings.map((finding) => (
              <Notice key={finding.message} severity="degraded" message={finding.message} action={finding.action} />
            ))}
            <Section title="Is all well?">
              <ul role="list" className={styles.checks}>
                {checks.map(({ state, text }) => {
                  const { icon: Icon, words } = STATES[state];
                  return (
                    <li key={text} data-state={state}>
                      <Icon size={18} strokeWidth={1.75} aria-label={words} role="img" />
                      <span>{text}</span>
                    </li>
                  );
                })}
              </ul>
              <div>
                <Button onClick={() => void about.refetch()}>Check again</Button>
              </div>
            </Section>
            <Section title="Licences">
              <dl className={parts.facts}>
                {LICENCES.map(([what, licence]) => (
                  <div key={what} className={styles.licence}>
                    <dt>{what}</dt>
                    <dd>{licence}</dd>
                  </div>
                ))}
              </dl>
              <p className={parts.quiet}>
                Models and campaigns have licences of their own: they stand beside each of them.
              </p>
            </Section>
          </div>
        )}
      </Loaded>
    </Pane>
  );
}
