/** A choice: its number, its words, what speaks for or against it, its odds, and why it is offered. */
import {
  Bookmark,
  ChevronUp,
  CircleHelp,
  Dices,
  Flag,
  HelpCircle,
  type LucideIcon,
  MapPin,
  Minus,
  MountainSnow,
  Package,
  ScrollText,
  User,
  UserPen,
} from "lucide-react";
import { Link } from "wouter";
import { whySources, withStop } from "@narratoria/engine/shell";
import { useStory } from "../../story/story-context.js";
import type { Choice } from "../../story/turn-now.js";
import styles from "./choice-card.module.css";
import { choiceIcon } from "./choice-icons.js";
import { OddsBar } from "./odds-bar.js";

interface ChoiceCardProps {
  readonly choice: Choice;
  readonly number: number;
  readonly state: "offered" | "armed" | "chosen";
  /** Which one it is of those that appear, from 0. */
  readonly order: number;
  readonly why: boolean;
  onChoose(): void;
  onWhy(): void;
}

const ICONS: Readonly<Record<Choice["sources"][number]["kind"], LucideIcon>> = {
  memory: Bookmark,
  npc: User,
  stat: Dices,
  lore: ScrollText,
  beat: Flag,
  place: MapPin,
  item: Package,
  ending: Flag,
  question: HelpCircle,
  player: UserPen,
};

export function ChoiceCard({ choice, number, state, order, why, onChoose, onWhy }: ChoiceCardProps) {
  const { text, label, bonus, odds, hint, difficulty } = choice;
  const Icon = choiceIcon(label);
  const signed = bonus === undefined || bonus === 0 ? "" : bonus < 0 ? ` −${-bonus}` : ` +${bonus}`;
  return (
    <li className={styles.card} data-state={state} data-order={order}>
      <button
        type="button"
        className={styles.choice}
        data-choice
        onClick={onChoose}
        aria-disabled={state === "chosen"}
        aria-describedby={`hint-${choice.id} tags-${choice.id} odds-${choice.id}`}
      >
        <span className={styles.number}>{number}</span>
        <span className={styles.text}>{withStop(text)}</span>
      </button>
      <div className={styles.about}>
        {hint && (
          <p id={`hint-${choice.id}`} className={styles.hint}>
            {hint}
          </p>
        )}
        <div className={styles.row}>
          <div id={`tags-${choice.id}`} className={styles.tags}>
            <span className={styles.tag}>
              {Icon && <Icon size={16} strokeWidth={1.75} aria-hidden />}
              <span>
                {label}
                {signed}
              </span>
            </span>
            {odds === undefined && (
              <span className={styles.tag}>
                <Minus size={16} strokeWidth={1.75} aria-hidden /> No roll
              </span>
            )}
            {difficulty && (
              <span className={styles.tag}>
                <MountainSnow size={16} strokeWidth={1.75} aria-hidden /> {difficulty}
              </span>
            )}
          </div>
          {state !== "chosen" && (
            <button
              type="button"
              className={styles.why}
              aria-expanded={why}
              aria-controls={why ? `why-${choice.id}` : undefined}
              onClick={onWhy}
            >
              {why ? <ChevronUp size={16} aria-hidden /> : <CircleHelp size={16} strokeWidth={1.75} aria-hidden />}
              {why ? "Hide why" : "Why?"}
              <span className="unseen"> {text}</span>
            </button>
          )}
        </div>
        {odds && <OddsBar id={`odds-${choice.id}`} odds={odds} />}
      </div>
      {why && <Reasons choice={choice} />}
    </li>
  );
}

function Reasons({ choice }: { readonly choice: Choice }) {
  const story = useStory(({ id }) => id);
  const sources = whySources(choice);
  return (
    <ul role="list" id={`why-${choice.id}`} className={styles.reasons}>
      {sources.length === 0 && <li>Nothing in particular. You could always do this.</li>}
      {sources.map(({ kind, ref, text }) => {
        const Icon = ICONS[kind];
        const scene = /^scene-(\d+)$/.exec(ref)?.[1];
        return (
          <li key={text}>
            <Icon size={18} strokeWidth={1.75} aria-hidden />
            <span>
              {withStop(text.charAt(0).toUpperCase() + text.slice(1))}{" "}
              {scene !== undefined && <Link href={`/story/${story}/${scene}`}>Scene {scene}</Link>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
