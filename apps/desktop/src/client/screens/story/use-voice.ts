/** Scenes read aloud by the system's own voices. */
import { useCallback, useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { beginningOf, type Heading, movesOnAt, oddsWords, withStop } from "@narratoria/engine/shell";
import type { LinkedScene } from "../../../server/linked-files.js";
import { useAction } from "../../frame/keys.js";
import { toast } from "../../frame/toasts.js";
import { usePreferences, useSetPreferences } from "../../frame/use-preferences.js";
import type { Preferences } from "../../look/preferences.js";
import { useStoryNow } from "../../story/story-context.js";
import { sentenceOf } from "./roll-view.js";
import { countSpoken, noVoices } from "./spoken.js";

export interface Voice {
  readonly on: boolean;
  toggle(): void;
}

export function useVoice(): Voice {
  const preferences = usePreferences();
  const set = useSetPreferences();
  const [, go] = useLocation();
  const { scenes, running } = useStoryNow();
  const newest = scenes.at(-1);
  const { voice: on } = preferences;
  const latest = useRef(preferences);
  latest.current = preferences;

  const say = useCallback((scene: LinkedScene | undefined): void => {
    speechSynthesis.cancel();
    if (scene === undefined) return;
    const { voiceName, voiceRate } = latest.current;
    const voice = speechSynthesis.getVoices().find(({ name }) => name === voiceName);
    for (const text of linesOf(scene, latest.current)) {
      const line = new SpeechSynthesisUtterance(text);
      line.rate = voiceRate;
      if (voice) line.voice = voice;
      countSpoken(line);
      speechSynthesis.speak(line);
    }
  }, []);

  const toggle = useCallback((): void => {
    if (!on && speechSynthesis.getVoices().length === 0) {
      toast({ text: noVoices(), action: { label: "How to add voices", run: () => go("/settings/voice") } });
      return;
    }
    void set({ voice: !on });
  }, [on, set, go]);

  useEffect(() => {
    if (on && !running) say(newest);
    else speechSynthesis.cancel();
    return () => speechSynthesis.cancel();
  }, [on, running, newest, say]);
  useAction("voice", toggle);
  useAction("again", () => say(newest));
  return { on, toggle };
}

/** What is read of a scene, line by line. */
function linesOf(scene: LinkedScene, { voiceReads }: Pick<Preferences, "voiceReads">): string[] {
  const { roll, paragraphs, epilogue = [], choices } = scene;
  const heading = ({ location, time }: Heading): string => `${location}. ${time}.`;
  return [
    ...(voiceReads.includes("prose") ? [heading(beginningOf(scene))] : []),
    ...(voiceReads.includes("rolls") && roll && roll.outcome !== "none" ? [sentenceOf(roll)] : []),
    ...(voiceReads.includes("prose")
      ? [...paragraphs.flatMap((text, at) => (movesOnAt(scene) === at ? [heading(scene), text] : [text])), ...epilogue]
      : []),
    ...(voiceReads.includes("choices")
      ? choices.map(
          ({ text, odds }, place) =>
            `${place + 1}. ${withStop(text)}${odds && voiceReads.includes("rolls") ? ` ${oddsWords(odds)}.` : ""}`,
        )
      : []),
  ];
}
