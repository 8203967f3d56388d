import type { HealthState } from "@narratoria/engine";
import { Link } from "wouter";
import { Notice } from "../../../parts/notice.js";
import { Loaded } from "../loaded.js";
import { Pane } from "../pane.js";
import { useSkills } from "./ask-skills.js";
import styles from "./skill-list.module.css";
import { SkillSwitch } from "./skill-switch.js";
import { type Skill, skillWords } from "./skill-words.js";

/** @param here - Name of the skill whose settings are shown beside the list. */
export function SkillList({ here }: { readonly here: string | null }) {
  const query = useSkills();
  return (
    <Pane title="Skills" kind="list">
      <Loaded query={query} waiting="Looking for skills">
        {({ skills, health, problems }) => (
          <>
            {skills.length === 0 && (
              <Notice
                severity="failed"
                message="There are no skills, so no story can be told."
                action="Install Narratoria again."
              />
            )}
            <ul role="list" className={styles.skills}>
              {inOrder(skills).map((skill) => (
                <SkillLine
                  key={`${skill.name} ${skill.origin} ${skill.dir}`}
                  skill={skill}
                  health={health[skill.name]}
                  here={skill.name === here}
                />
              ))}
            </ul>
            {problems.length > 0 && (
              <details className={styles.problems}>
                <summary>{problems.length === 1 ? "1 problem found" : `${problems.length} problems found`}</summary>
                <ul>
                  {problems.map(({ file, line, message }) => (
                    <li key={`${file}:${line}:${message}`}>
                      {file.split(/[\\/]/).slice(-2).join("/")}:{line} {message}
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </>
        )}
      </Loaded>
    </Pane>
  );
}

/** Ours first. */
function inOrder(skills: readonly Skill[]): Skill[] {
  const rank = ({ origin, name }: Skill): string =>
    `${origin === "bundled" ? 0 : 1}${name === "storyteller" ? 0 : 1}${name}`;
  return [...skills].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

interface SkillLineProps {
  readonly skill: Skill;
  readonly health: HealthState | undefined;
  readonly here: boolean;
}

function SkillLine({ skill, health, here }: SkillLineProps) {
  const { words, icon: Icon, tone } = skillWords(skill, health);
  return (
    <li className={styles.skill} data-here={here}>
      <Link
        href={`/settings/skills/${encodeURIComponent(skill.name)}`}
        className={styles.link ?? ""}
        aria-current={here ? "page" : undefined}
      >
        <span className={styles.name}>{skill.displayName}</span>
        {skill.description !== "" && <span className={styles.about}>{skill.description}</span>}
        <span className={styles.health} data-tone={tone}>
          <Icon size={16} strokeWidth={1.75} aria-hidden />
          {words}
        </span>
      </Link>
      <SkillSwitch skill={skill} health={health} />
    </li>
  );
}
