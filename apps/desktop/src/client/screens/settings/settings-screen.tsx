/** Settings: pages beside each other as far as the window is wide enough. */
import { BookOpen, Feather, HardDrive, Info, Keyboard, type LucideIcon, Puzzle, Volume2 } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useParams } from "wouter";
import { useTitle } from "../../frame/page.js";
import { AboutPage } from "./about/about-page.js";
import { DataPage } from "./data/data-page.js";
import { KeysPage } from "./keys/keys-page.js";
import { NarratorPage } from "./narrator/narrator-page.js";
import { Pane, PanePlaces } from "./pane.js";
import { ReadingPage } from "./reading/reading-page.js";
import styles from "./settings-screen.module.css";
import { SkillDetail } from "./skills/skill-detail.js";
import { SkillList } from "./skills/skill-list.js";
import { usePanes } from "./use-panes.js";
import { VoicePage } from "./voice/voice-page.js";

interface SettingsPage {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

const PAGES: readonly SettingsPage[] = [
  { id: "reading", label: "Reading", icon: BookOpen },
  { id: "voice", label: "Voice", icon: Volume2 },
  { id: "skills", label: "Skills", icon: Puzzle },
  { id: "narrator", label: "Narrator", icon: Feather },
  { id: "data", label: "Data", icon: HardDrive },
  { id: "keys", label: "Keys", icon: Keyboard },
  { id: "about", label: "About", icon: Info },
];

/** Shown first where there is room for more than the list of pages. */
const FIRST_SKILL = "storyteller";

export default function SettingsScreen() {
  const params = useParams<{ page?: string; item?: string }>();
  const panes = usePanes();
  const named = PAGES.find(({ id }) => id === params.page);
  const page = named?.id ?? (panes === 1 ? null : "reading");
  useTitle(`${named?.label ?? "Settings"} · Settings`.replace(/^Settings · /, ""));
  const item = params.item ?? null;

  const stack: { readonly key: string; readonly content: ReactNode; readonly back: string | null }[] = [
    { key: "nav", content: <Pages here={page} />, back: null },
  ];
  if (page === "skills") {
    const shown = item ?? (panes === 3 ? FIRST_SKILL : null);
    stack.push({ key: "skills", content: <SkillList here={shown} />, back: "/settings" });
    if (shown !== null)
      stack.push({
        key: `skill ${shown}`,
        content: <SkillDetail key={shown} name={shown} />,
        back: "/settings/skills",
      });
  } else if (page !== null) stack.push({ key: page, content: contentOf(page), back: "/settings" });

  const seen = stack.slice(-panes);
  return (
    <div
      className={styles.settings}
      data-panes={stack.length > 2 ? seen.length : Math.min(2, seen.length)}
      data-list={page === "skills"}
    >
      {seen.map(({ key, content, back }, at) => (
        <PanePlaces key={key} value={{ first: at === 0, back: at === 0 ? back : null }}>
          {content}
        </PanePlaces>
      ))}
    </div>
  );
}

function contentOf(page: string): ReactNode {
  switch (page) {
    case "voice":
      return <VoicePage />;
    case "narrator":
      return <NarratorPage />;
    case "data":
      return <DataPage />;
    case "keys":
      return <KeysPage />;
    case "about":
      return <AboutPage />;
    default:
      return <ReadingPage />;
  }
}

function Pages({ here }: { readonly here: string | null }) {
  return (
    <Pane title="Settings" kind="nav">
      <nav aria-label="Pages of settings">
        <ul role="list" className={styles.pages}>
          {PAGES.map(({ id, label, icon: Icon }) => (
            <li key={id}>
              <Link
                href={`/settings/${id}`}
                className={styles.page ?? ""}
                aria-current={id === here ? "page" : undefined}
              >
                <Icon size={20} strokeWidth={1.75} aria-hidden />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </Pane>
  );
}
