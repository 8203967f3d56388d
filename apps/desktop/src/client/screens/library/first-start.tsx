/** The first start: three ways in, and how the page looks before anything else. */
import { useQuery } from "@tanstack/react-query";
import { BookOpen, CaseSensitive, Feather, type LucideIcon, Moon, PackagePlus } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useLocation } from "wouter";
import { roundSizeText } from "../settings/words.js";
import { useFullPage } from "../../frame/full-page.js";
import { useTitle } from "../../frame/page.js";
import { usePreferences, useSetPreferences } from "../../frame/use-preferences.js";
import { Button } from "../../parts/button.js";
import { Segments } from "../../parts/segments.js";
import { api, got } from "../../server/api.js";
import { ReadingSheet } from "../reading-sheet/reading-sheet.js";
import styles from "./first-start.module.css";
import { NightSea } from "./night-sea.js";

interface FirstStartProps {
  onChoose(): void;
  onInstall(): void;
}

export function FirstStart({ onChoose, onInstall }: FirstStartProps) {
  const [, go] = useLocation();
  const first = useRef<HTMLButtonElement>(null);
  useFullPage();
  useTitle("Welcome");
  useEffect(() => first.current?.focus(), []);
  return (
    <div className={styles.start}>
      <div className={styles.picture}>
        <NightSea />
      </div>
      <div className={styles.words}>
        <p className={styles.name}>Narratoria</p>
        <h1>A story that remembers you</h1>
        <p className={styles.lead}>
          Pick what to do, and the story answers. It runs on this computer alone: nothing you read or choose leaves it.
        </p>
        <ul role="list" className={styles.ways}>
          <Way
            icon={BookOpen}
            title="Start reading now"
            about="The storybook narrator is built in and needs no download. You can add a model later."
          >
            <Button ref={first} kind="filled" onClick={onChoose}>
              Choose a story
            </Button>
          </Way>
          <Way icon={Feather} title="Add a narrator model" about={<ModelWords />}>
            <Button onClick={() => go("/settings/narrator")}>See models</Button>
          </Way>
          <Way icon={PackagePlus} title="I have a campaign" about="Open a .narratoria file or a campaign folder.">
            <Button onClick={onInstall}>Open</Button>
          </Way>
        </ul>
        <Look />
      </div>
    </div>
  );
}

interface WayProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly about: ReactNode;
  readonly children: ReactNode;
}

function Way({ icon: Icon, title, about, children }: WayProps) {
  return (
    <li className={styles.way}>
      <Icon size={28} strokeWidth={1.75} aria-hidden />
      <div>
        <h2>{title}</h2>
        <p>{about}</p>
      </div>
      {children}
    </li>
  );
}

/** The model that is recommended here, with what it takes. */
function ModelWords() {
  const { data, isPending } = useQuery({ queryKey: ["models"], queryFn: () => got(api.models.$get()) });
  const model = data?.models.find(({ name }) => name === data.recommended);
  const bytes = model?.bytes ?? model?.estimated?.bytes ?? null;
  const facts = model
    ? [model.title, ...(bytes === null ? [] : [`about ${roundSizeText(bytes)}`])].join(", ").concat(". ")
    : "";
  // What stands below keeps its place when the answer comes.
  return (
    <span className={isPending ? styles.awaited : undefined}>
      {isPending ? USUAL_FACTS : facts}Looser, more surprising prose. Downloads first, can be paused.
    </span>
  );
}

/** As long as what is mostly told of a model. */
const USUAL_FACTS = "Phi 3.5 mini instruct, about 2.4 GB. ";

function Look() {
  const [reading, setReading] = useState(false);
  const [themes, setThemes] = useState(false);
  const id = useId();
  const { theme } = usePreferences();
  const setPreferences = useSetPreferences();
  return (
    <div className={styles.look}>
      <div className={styles.looks}>
        <Button kind="text" aria-haspopup="dialog" onClick={() => setReading(true)}>
          <CaseSensitive size={20} strokeWidth={1.75} aria-hidden />
          Text size and reading aids
        </Button>
        <Button kind="text" aria-expanded={themes} aria-controls={id} onClick={() => setThemes((now) => !now)}>
          <Moon size={18} strokeWidth={1.75} aria-hidden />
          Night, day or paper
        </Button>
      </div>
      <div id={id} hidden={!themes}>
        <Segments
          label="Theme"
          labelUnseen
          value={theme}
          options={THEMES}
          onChange={(next) => void setPreferences({ theme: next })}
        />
      </div>
      {reading && <ReadingSheet onClose={() => setReading(false)} />}
    </div>
  );
}

const THEMES = [
  { value: "light", label: "Day" },
  { value: "dark", label: "Night" },
  { value: "paper", label: "Paper" },
  { value: "system", label: "System" },
] as const;
