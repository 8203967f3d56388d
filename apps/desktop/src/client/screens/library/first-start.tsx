/** The first start: three ways in, and how the page looks before anything else. */
import { useQuery } from "@tanstack/react-query";
import { BookOpen, CaseSensitive, Feather, type LucideIcon, Moon, PackagePlus } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useLocation } from "wouter";
import { sizeText } from "@narratoria/engine/shell";
import { useFullPage } from "../../frame/full-page.js";
import { useTitle } from "../../frame/page.js";
import { usePreferences, useSetPreferences } from "../../frame/use-preferences.js";
import { Button } from "../../parts/button.js";
import { Segments } from "../../parts/segments.js";
import { Slider } from "../../parts/slider.js";
import { api, got } from "../../server/api.js";
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
  const { data } = useQuery({ queryKey: ["models"], queryFn: () => got(api.models.$get()) });
  const model = data?.models.find(({ recommended }) => recommended);
  const named = model ? `${model.name}, ${sizeText(model.sizeBytes)}. ` : "";
  return `${named}Looser, more surprising prose. Downloads first, can be paused.`;
}

function Look() {
  const [open, setOpen] = useState<"text" | "theme" | null>(null);
  const id = useId();
  const preferences = usePreferences();
  const setPreferences = useSetPreferences();
  const toggle = (which: "text" | "theme"): void => setOpen((now) => (now === which ? null : which));
  return (
    <div className={styles.look}>
      <div className={styles.looks}>
        <Button kind="text" aria-expanded={open === "text"} aria-controls={id} onClick={() => toggle("text")}>
          <CaseSensitive size={20} strokeWidth={1.75} aria-hidden />
          Text size and reading aids
        </Button>
        <Button kind="text" aria-expanded={open === "theme"} aria-controls={id} onClick={() => toggle("theme")}>
          <Moon size={18} strokeWidth={1.75} aria-hidden />
          Night, day or paper
        </Button>
      </div>
      <div id={id} className={styles.panel} hidden={open === null}>
        {open === "text" && (
          <>
            <Slider
              label="Text size"
              min={15}
              max={32}
              step={1}
              value={preferences.size}
              onChange={(size) => void setPreferences({ size })}
            />
            <Segments
              label="Font"
              value={preferences.font}
              options={[
                { value: "book", label: "Book" },
                { value: "plain", label: "Plain" },
                { value: "dyslexic", label: "Dyslexic" },
              ]}
              onChange={(font) => void setPreferences({ font })}
            />
          </>
        )}
        {open === "theme" && (
          <Segments
            label="Theme"
            value={preferences.theme}
            options={[
              { value: "light", label: "Day" },
              { value: "dark", label: "Night" },
              { value: "paper", label: "Paper" },
              { value: "system", label: "System" },
            ]}
            onChange={(theme) => void setPreferences({ theme })}
          />
        )}
      </div>
    </div>
  );
}
