/** What the choices mean in play, as a sheet beside them. */
import type { Player } from "@narratoria/engine";
import { Backpack, Eye, type LucideIcon, Sparkles, TriangleAlert } from "lucide-react";
import { Silhouette } from "../../parts/silhouette.js";
import { bestStat, type CharacterForm, sentence, type Sheet, statLabel, unmarked } from "./character-form.js";
import styles from "./character-sheet.module.css";

interface CharacterSheetProps {
  readonly sheet: Sheet;
  readonly form: CharacterForm;
  readonly player: Player | null;
}

export function CharacterSheet({ sheet, form, player }: CharacterSheetProps) {
  const { template } = sheet;
  const preset = form.mode === "preset" ? template?.presets?.find(({ name }) => name === form.preset) : undefined;
  const race = template?.allowed_races?.find(({ name }) => name === (preset?.race ?? form.race));
  const calling = template?.allowed_classes?.find(({ name }) => name === (preset?.class ?? form.class));
  const past = template?.allowed_backgrounds?.find(({ name }) => name === (preset?.background ?? form.background));
  const chosen = form.mode === "preset" ? preset !== undefined : true;
  // What is said of one who is ready made stands on their card.
  const about = preset
    ? [sentence([race?.name, calling?.name, past?.name].filter(Boolean).join(", ") || preset.name)]
    : [calling?.description, past?.description].flatMap((text) => (text ? [sentence(unmarked(text))] : []));
  const looks = [form.words, race?.name, race?.description, preset?.description, ...Object.values(form.answers)];
  const best = player && chosen ? bestStat(sheet, player.stats) : null;
  const limits = [race?.restrictions, calling?.restrictions].flatMap((one) => one ?? []);
  const facts: [LucideIcon, string][] = [
    ...(calling?.abilities ?? [])
      .slice(0, 3)
      .map((ability): [LucideIcon, string] => [Sparkles, sentence(unmarked(ability))]),
    ...(player && player.traits.length > 0
      ? [[Eye, sentence(player.traits.join(", "))] satisfies [LucideIcon, string]]
      : []),
    ...(best === null ? [] : [[Eye, `${statLabel(best)} is what you are best at.`] satisfies [LucideIcon, string]]),
    ...limits.slice(0, 2).map((limit): [LucideIcon, string] => [TriangleAlert, sentence(limit)]),
    ...(player && player.items.length > 0
      ? [[Backpack, player.items.map(sentence).join(" ")] satisfies [LucideIcon, string]]
      : []),
  ];
  const name = form.name.trim();
  return (
    <aside className={styles.sheet} aria-label="Your character">
      <Silhouette
        seed={preset?.name ?? (name === "" ? "nobody yet" : name)}
        appearance={looks.filter(Boolean).join(". ")}
        size={104}
      />
      <p className={styles.name} data-empty={name === ""}>
        {name === "" ? "No name yet" : name}
      </p>
      {about.length > 0 ? (
        about.map((text) => (
          <p key={text} className={styles.about}>
            {text}
          </p>
        ))
      ) : (
        <p className={styles.hint}>What you choose shows here, with what it means in the story.</p>
      )}
      <ul role="list" className={styles.facts}>
        {facts.map(([Icon, text]) => (
          <li key={text}>
            <Icon size={18} strokeWidth={1.75} aria-hidden />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
