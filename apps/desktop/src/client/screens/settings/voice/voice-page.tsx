/** How scenes are read aloud. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { usePreferences, useSetPreferences } from "../../../frame/use-preferences.js";
import { Button } from "../../../parts/button.js";
import { SelectField } from "../../../parts/field.js";
import { Notice } from "../../../parts/notice.js";
import { Slider } from "../../../parts/slider.js";
import { Switch } from "../../../parts/switch.js";
import { noVoices } from "../../story/spoken.js";
import { Pane } from "../pane.js";
import parts from "../page-parts.module.css";
import { Section } from "../section.js";

const READS = [
  { what: "prose", label: "The scene" },
  { what: "rolls", label: "Rolls" },
  { what: "choices", label: "Choices" },
] as const;

const SAMPLE =
  "‘Clock’s stopped,’ he says. ‘You’ll have heard. Eleven minutes to four, and the water’s keeping to it.’";

export function VoicePage() {
  const voices = useVoices();
  const { voice, voiceName, voiceRate, voiceReads } = usePreferences();
  const set = useSetPreferences();
  const there = voices.some(({ name }) => name === voiceName);
  return (
    <Pane title="Voice" kind="detail">
      <div className={parts.sections}>
        {voices.length === 0 && <NoVoices />}
        <Switch
          label="Read scenes aloud"
          description="Each new scene is read when it is done. Escape stops it."
          checked={voice}
          onChange={(on) => void set({ voice: on })}
        />
        {voices.length > 0 && (
          <Section title="Voice">
            <SelectField
              label="Voice"
              about={
                voiceName !== null && !there ? `${voiceName} is not here any more; the usual one reads.` : undefined
              }
              value={there ? (voiceName ?? "") : ""}
              options={[
                { value: "", label: "The usual one" },
                ...voices.map(({ name, lang }) => ({ value: name, label: `${name} (${lang})` })),
              ]}
              onChange={(name) => void set({ voiceName: name === "" ? null : name })}
            />
            <Slider
              label="Rate"
              value={voiceRate}
              min={0.5}
              max={2}
              step={0.1}
              valueText={voiceRate === 1 ? "as usual" : `${voiceRate.toFixed(1)} times as fast`}
              onChange={(rate) => void set({ voiceRate: Math.round(rate * 10) / 10 })}
            />
            <TryIt name={voiceName} rate={voiceRate} />
          </Section>
        )}
        <Section title="What is read">
          <div>
            {READS.map(({ what, label }) => (
              <Switch
                key={what}
                label={label}
                checked={voiceReads.includes(what)}
                onChange={(on) =>
                  void set({
                    voiceReads: READS.map((one) => one.what).filter((one) =>
                      one === what ? on : voiceReads.includes(one),
                    ),
                  })
                }
              />
            ))}
          </div>
        </Section>
      </div>
    </Pane>
  );
}

function TryIt({ name, rate }: { readonly name: string | null; readonly rate: number }) {
  const [speaking, setSpeaking] = useState(false);
  useEffect(() => () => speechSynthesis.cancel(), []);
  const speak = (): void => {
    speechSynthesis.cancel();
    if (speaking) return setSpeaking(false);
    const line = new SpeechSynthesisUtterance(SAMPLE);
    line.rate = rate;
    const voice = speechSynthesis.getVoices().find((one) => one.name === name);
    if (voice) line.voice = voice;
    line.addEventListener("end", () => setSpeaking(false));
    line.addEventListener("error", () => setSpeaking(false));
    speechSynthesis.speak(line);
    setSpeaking(true);
  };
  return (
    <div>
      <Button onClick={speak}>{speaking ? "Stop" : "Try it"}</Button>
    </div>
  );
}

function NoVoices() {
  const [how, setHow] = useState(false);
  return (
    <Notice
      severity="degraded"
      message={noVoices()}
      actions={[{ label: how ? "Hide" : "How to add voices", run: () => setHow(!how) }]}
    >
      {how && (
        <dl className={parts.facts}>
          <dt>Windows</dt>
          <dd>Settings, Time and language, Speech, Add voices.</dd>
          <dt>macOS</dt>
          <dd>System Settings, Accessibility, Spoken Content, System voice.</dd>
          <dt>Linux</dt>
          <dd>
            Turn on Read scenes aloud, close the window and open Narratoria again: Chromium looks for voices then, and
            says so in a line above the page that you can close. If it finds none, install speech-dispatcher and a voice
            such as espeak-ng.
          </dd>
        </dl>
      )}
    </Notice>
  );
}

let known: readonly SpeechSynthesisVoice[] = [];

/** The system's voices; a browser may learn of them late. */
function useVoices(): readonly SpeechSynthesisVoice[] {
  return useSyncExternalStore(
    (listener) => {
      speechSynthesis.addEventListener("voiceschanged", listener);
      return () => speechSynthesis.removeEventListener("voiceschanged", listener);
    },
    () => {
      const now = speechSynthesis.getVoices();
      // The same list as long as the same voices are in it.
      if (now.length !== known.length || now.some(({ voiceURI }, at) => voiceURI !== known[at]?.voiceURI)) known = now;
      return known;
    },
  );
}
