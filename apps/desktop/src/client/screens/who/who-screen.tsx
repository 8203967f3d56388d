/** Who the player is in a story that is about to begin. */
import { Tab, TabList, TabPanel, TabProvider } from "@ariakit/react/tab";
import { useQuery } from "@tanstack/react-query";
import { Check, Dices } from "lucide-react";
import { useRef, useState } from "react";
import { useLocation, useParams } from "wouter";
import type { Trouble } from "../../../server/answers.js";
import { announce } from "../../frame/announcer.js";
import { Page } from "../../frame/page.js";
import { Button } from "../../parts/button.js";
import { TroubleNotice } from "../../parts/notice.js";
import { Waiting } from "../../parts/waiting.js";
import { api, got, troubleIn } from "../../server/api.js";
import { useLiveStory } from "../../story/story-context.js";
import {
  type CharacterForm,
  characterOf,
  constraintWords,
  dealStranger,
  emptyForm,
  isAsGiven,
  type Mode,
  modesOf,
  pointsLeft,
  type Sheet,
} from "./character-form.js";
import { CharacterSheet } from "./character-sheet.js";
import { Guided } from "./guided.js";
import { InMyWords } from "./in-my-words.js";
import { ReadyMade } from "./ready-made.js";
import { useCheck } from "./use-check.js";
import styles from "./who-screen.module.css";

const MODE_WORDS: Readonly<Record<Mode, string>> = {
  preset: "Ready made",
  guided: "Guided",
  freeform: "In my words",
};
const ORDER: readonly Mode[] = ["preset", "guided", "freeform"];

export default function WhoScreen() {
  const { campaign = "" } = useParams<{ campaign: string }>();
  const param = { name: campaign };
  const card = useQuery({
    queryKey: ["campaign", campaign],
    queryFn: () => got(api.campaigns[":name"].$get({ param })),
  });
  const sheet = useQuery({
    queryKey: ["campaign", campaign, "character"],
    queryFn: () => got(api.campaigns[":name"].character.$get({ param })),
  });
  const [, go] = useLocation();
  const trouble = card.error ?? sheet.error;
  if (trouble)
    return (
      <Page title="Who are you?">
        <TroubleNotice
          {...troubleIn(trouble)}
          actions={[
            { label: "Try again", run: () => void Promise.all([card.refetch(), sheet.refetch()]) },
            { label: "Back to the library", run: () => go("/library") },
          ]}
        />
      </Page>
    );
  if (!card.data || !sheet.data)
    return (
      <Page title="Who are you?">
        <Waiting>Reading the campaign</Waiting>
      </Page>
    );
  return <Who key={campaign} campaign={campaign} title={card.data.title} sheet={sheet.data} />;
}

interface WhoProps {
  readonly campaign: string;
  readonly title: string;
  readonly sheet: Sheet;
}

function Who({ campaign, title, sheet }: WhoProps) {
  const [, go] = useLocation();
  const live = useLiveStory();
  const modes = modesOf(sheet.template);
  const [form, setForm] = useState(() => emptyForm(modes[0]));
  const [busy, setBusy] = useState(false);
  const [nameless, setNameless] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const deals = useRef(0);
  const check = useCheck(campaign, characterOf(form));
  const change = (next: CharacterForm): void => {
    setForm(next);
    setTrouble(null);
    if (next.name.trim() !== "") setNameless(false);
  };
  const deal = (): void => {
    const dealt = dealStranger(sheet, form, `${campaign} ${Date.now()} ${deals.current++}`);
    change(dealt);
    announce(`You are ${dealt.name}.`);
  };
  const begin = async (): Promise<void> => {
    if (form.name.trim() === "") {
      setNameless(true);
      document.getElementById("character-name")?.focus();
      return;
    }
    if (check.refusal) {
      setTrouble(check.refusal);
      return;
    }
    setBusy(true);
    setTrouble(null);
    announce("Opening the story");
    try {
      const { id } = await got(api.stories.$post({ json: { campaign, character: characterOf(form) } }));
      live.show(id);
      go(`/story/${id}`);
    } catch (error) {
      setTrouble(troubleIn(error));
      setBusy(false);
    }
  };

  const guidance = sheet.template?.character_creation?.guidance ?? "";
  const parts = { sheet, form, onChange: change, nameError: nameless ? "Give yourself a name first." : null };
  const left = form.mode === "preset" ? null : pointsLeft(sheet, form);
  return (
    <TabProvider
      selectedId={form.mode}
      setSelectedId={(id) => {
        const mode = modes.find((one) => one === id);
        if (mode) change({ ...form, mode });
      }}
    >
      <Page
        inBar="Who are you?"
        title={`Who are you in ${title}?`}
        about={
          <>
            {guidance !== "" && <p className={styles.guidance}>{guidance}</p>}
            {constraintWords(sheet.template) !== "" && (
              <p className={styles.guidance}>{constraintWords(sheet.template)}</p>
            )}
          </>
        }
        actions={
          modes.length > 1 && (
            <TabList className={styles.tabs ?? ""} aria-label="How to say who you are">
              {ORDER.filter((mode) => modes.includes(mode)).map((mode) => (
                <Tab key={mode} id={mode} className={styles.tab ?? ""}>
                  {form.mode === mode && <Check size={16} strokeWidth={1.75} aria-hidden />}
                  {MODE_WORDS[mode]}
                </Tab>
              ))}
            </TabList>
          )
        }
      >
        <div className={styles.spread}>
          <TabPanel tabId={form.mode} className={styles.panel ?? ""} focusable={false}>
            {form.mode === "preset" && <ReadyMade {...parts} />}
            {form.mode === "guided" && <Guided {...parts} />}
            {form.mode === "freeform" && <InMyWords {...parts} />}
          </TabPanel>
          <CharacterSheet sheet={sheet} form={form} player={check.player} />
        </div>
        {trouble && (
          <div className={styles.trouble}>
            <TroubleNotice message={trouble.message} action={trouble.action} />
          </div>
        )}
        <footer className={styles.foot}>
          <p>{busy ? "Opening the story" : footWords(isAsGiven(form, left) ? null : left)}</p>
          <Button kind="text" onClick={() => go("/library")}>
            Back
          </Button>
          <Button onClick={deal}>
            <Dices size={18} strokeWidth={1.75} aria-hidden />
            Deal me a stranger
          </Button>
          <Button kind="filled" disabled={busy} onClick={() => void begin()}>
            Begin the story
          </Button>
        </footer>
      </Page>
    </TabProvider>
  );
}

function footWords(left: number | null): string {
  if (left === null || left === 0) return "A name is all it takes.";
  if (left < 0) return left === -1 ? "1 point too many is spent." : `${-left} points too many are spent.`;
  return left === 1 ? "You may leave the last point unspent." : `You may leave the last ${left} points unspent.`;
}
