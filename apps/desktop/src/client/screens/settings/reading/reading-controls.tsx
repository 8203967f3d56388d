/** How the page reads: the same controls in the settings and over a story. */
import { AlignJustify, LetterText, Volume1, Volume2 } from "lucide-react";
import { useEffect, useState } from "react";
import { usePreferences, useSetPreferences } from "../../../frame/use-preferences.js";
import { Button } from "../../../parts/button.js";
import { Segments } from "../../../parts/segments.js";
import { Slider } from "../../../parts/slider.js";
import { Switch } from "../../../parts/switch.js";
import styles from "./reading-controls.module.css";

const THEMES = [
  { value: "light", label: "Day" },
  { value: "dark", label: "Night" },
  { value: "paper", label: "Paper" },
  { value: "system", label: "System" },
] as const;

const FONTS = [
  { value: "book", label: <span className={styles.book}>Book</span> },
  { value: "plain", label: "Plain" },
  { value: "dyslexic", label: "Dyslexic" },
] as const;

/** What the look has by itself, as long as the player has not chosen otherwise. */
interface Look {
  readonly size: number;
  readonly leading: number;
  /** In em; null where the text takes the width there is. */
  readonly measure: number | null;
}

export function ReadingControls() {
  const preferences = usePreferences();
  const set = useSetPreferences();
  const look = useLook();
  const { theme, font, tracking, spaced, contrast, lessMotion, sounds, volume, voice } = preferences;
  const size = preferences.size ?? look.size;
  const leading = preferences.leading ?? look.leading;
  const measure = preferences.measure ?? look.measure;
  const own = preferences.size ?? preferences.leading ?? preferences.measure;
  return (
    <div className={styles.controls}>
      <Segments
        label="Theme"
        labelUnseen
        options={THEMES}
        value={theme}
        onChange={(next) => void set({ theme: next })}
      />
      <Slider
        label="Text size"
        value={size}
        min={15}
        max={32}
        step={1}
        before={<span className={styles.small}>A</span>}
        after={<span className={styles.large}>A</span>}
        onChange={(next) => void set({ size: next })}
      />
      <Slider
        label="Line height"
        value={leading}
        min={1.3}
        max={2}
        step={0.01}
        valueText={leading.toFixed(2)}
        before={<AlignJustify size={14} strokeWidth={2} aria-hidden />}
        after={<AlignJustify size={20} strokeWidth={1.5} aria-hidden />}
        onChange={(next) => void set({ leading: next })}
      />
      {measure !== null && (
        <Slider
          label="Line length"
          value={measure}
          min={27}
          max={38}
          step={0.5}
          valueText={`about ${Math.round(measure * 2.07)} letters`}
          before={<LetterText size={18} strokeWidth={1.75} aria-hidden />}
          onChange={(next) => void set({ measure: next })}
        />
      )}
      <Slider
        label="Space between letters"
        value={tracking}
        min={0}
        max={0.12}
        step={0.01}
        valueText={tracking === 0 ? "none" : `${Math.round(tracking * 100)}%`}
        onChange={(next) => void set({ tracking: next })}
      />
      <Segments label="Font" labelUnseen options={FONTS} value={font} onChange={(next) => void set({ font: next })} />
      <div>
        <Switch label="Space between paragraphs" checked={spaced} onChange={(on) => void set({ spaced: on })} />
        <Switch label="More contrast" checked={contrast} onChange={(on) => void set({ contrast: on })} />
        <Switch label="Less motion" checked={lessMotion} onChange={(on) => void set({ lessMotion: on })} />
        <Switch label="Read scenes aloud" checked={voice} onChange={(on) => void set({ voice: on })} />
        <Switch
          label="Music and sounds"
          checked={sounds}
          onChange={(on) => void set({ sounds: on, soundsAsked: true })}
        />
      </div>
      {sounds && (
        <Slider
          label="Volume"
          value={Math.round(volume * 100)}
          min={0}
          max={100}
          step={5}
          valueText={`${Math.round(volume * 100)}%`}
          before={<Volume1 size={18} strokeWidth={1.75} aria-hidden />}
          after={<Volume2 size={18} strokeWidth={1.75} aria-hidden />}
          onChange={(next) => void set({ volume: next / 100 })}
        />
      )}
      {(own !== null || tracking > 0) && (
        <Button
          kind="text"
          className={styles.reset ?? ""}
          onClick={() => void set({ size: null, leading: null, measure: null, tracking: 0 })}
        >
          Text as it was
        </Button>
      )}
    </div>
  );
}

/** @returns The numbers that hold where the player has none: they follow the font and the width of the window. */
function useLook(): Look {
  const preferences = usePreferences();
  const [look, setLook] = useState<Look>({ size: 19, leading: 1.58, measure: 31.5 });
  useEffect(() => {
    const read = (): void => {
      const style = getComputedStyle(document.documentElement);
      const numberOf = (name: string): number | null => {
        const text = style.getPropertyValue(name).trim();
        const number = Number.parseFloat(text);
        return Number.isNaN(number) || text.endsWith("%") ? null : number;
      };
      setLook({
        size: (numberOf("--prose-size") ?? 1.1875) * 16,
        leading: numberOf("--prose-leading") ?? 1.58,
        measure: numberOf("--prose-measure"),
      });
    };
    // The page has its new look once this moment's effects are done.
    const frame = requestAnimationFrame(read);
    addEventListener("resize", read);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("resize", read);
    };
  }, [preferences]);
  return look;
}
