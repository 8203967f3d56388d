/** What stands around every screen: the rail, its drawer on narrow windows, and what is said beside. */
import {
  Bookmark,
  BookOpen,
  Braces,
  GitBranch,
  Image,
  LibraryBig,
  type LucideIcon,
  Menu,
  Settings2,
  Users,
  Workflow,
  X,
} from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { IconButton } from "../parts/button.js";
import { useStory } from "../story/story-context.js";
import { Announcer } from "./announcer.js";
import { BarSlot } from "./bar-title.js";
import { Connection } from "./connection.js";
import { useDrop } from "./dropped-file.js";
import styles from "./frame.module.css";
import { AllKeys } from "./all-keys.js";
import { listenToKeys, setKeys, useAction } from "./keys.js";
import { Mark } from "./mark.js";
import { Toaster } from "./toasts.js";
import { usePreferences } from "./use-preferences.js";

interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

/** The rail, in three groups. All but the first and the last are there once a story is open. */
const GROUPS: readonly (readonly Place[])[] = [
  [{ to: "/library", label: "Library", icon: LibraryBig }],
  [
    { to: "/story", label: "Story", icon: BookOpen },
    { to: "/timeline", label: "Timeline", icon: GitBranch },
    { to: "/memories", label: "Memories", icon: Bookmark },
    { to: "/people", label: "People", icon: Users },
    { to: "/gallery", label: "Gallery", icon: Image },
  ],
  [
    { to: "/state", label: "State", icon: Braces },
    { to: "/tools", label: "Tools", icon: Workflow },
  ],
];
const SETTINGS: Place = { to: "/settings", label: "Settings", icon: Settings2 };

export function Frame({ children }: { readonly children: ReactNode }) {
  const [location, go] = useLocation();
  const [open, setOpen] = useState(false);
  const [bare, setBare] = useState(false);
  const story = useStory(({ id }) => id);
  const preferences = usePreferences();
  const main = useRef<HTMLElement>(null);

  useEffect(() => listenToKeys(), []);
  useEffect(() => setKeys(preferences.keys, preferences.singleKeys), [preferences]);
  useEffect(() => setOpen(false), [location]);

  const inStory = story !== null;
  useAction("library", () => go("/library"));
  useAction("timeline", () => go("/timeline"), inStory);
  useAction("memories", () => go("/memories"), inStory);
  useAction("gallery", () => go("/gallery"), inStory);
  useAction("state", () => go("/state"), inStory);
  useAction("tools", () => go("/tools"), inStory);
  useAction("settings", () => go("/settings"));
  useAction("bare", () => setBare((now) => !now));
  useAction("next-region", () => goToRegion(1));
  useAction("previous-region", () => goToRegion(-1));

  useDrop(() => go("/library"));

  const places = GROUPS.filter((_, group) => group === 0 || inStory);
  return (
    <div className={styles.frame} data-bare={bare}>
      <a className="skip" href="#main" onClick={() => main.current?.focus()}>
        {location.startsWith("/story") ? "To the story" : "To the page"}
      </a>
      {location.startsWith("/story") && (
        <a className="skip" href="#choices">
          To the choices
        </a>
      )}
      <header className={styles.bar}>
        <IconButton label={open ? "Close the menu" : "Menu"} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? <X aria-hidden /> : <Menu aria-hidden />}
        </IconButton>
        <BarSlot />
      </header>
      {/* Its own keys are those of links: nothing to learn. */}
      <nav className={styles.rail} data-open={open} aria-label="Main" data-region>
        <Link href="/library" className={styles.mark ?? ""} aria-label="Narratoria, to the library">
          <Mark />
        </Link>
        {places.map((group) => (
          <ul role="list" className={styles.group} key={group[0]?.to}>
            {group.map((place) => (
              <RailLink key={place.to} place={place} here={isHere(place, location)} />
            ))}
          </ul>
        ))}
        <ul role="list" className={styles.last}>
          <RailLink place={SETTINGS} here={location.startsWith(SETTINGS.to)} />
        </ul>
      </nav>
      {open && <div className={styles.scrim} onClick={() => setOpen(false)} aria-hidden />}
      <main id="main" ref={main} tabIndex={-1} className={styles.main} data-region>
        {children}
        <Connection />
      </main>
      <Announcer />
      <Toaster />
      <AllKeys />
    </div>
  );
}

function RailLink({ place: { to, label, icon: Icon }, here }: { readonly place: Place; readonly here: boolean }) {
  return (
    <li>
      <Link href={to} className={styles.link ?? ""} aria-current={here ? "page" : undefined}>
        <span className={styles.pill}>
          <Icon size={20} strokeWidth={1.75} aria-hidden />
        </span>
        {label}
      </Link>
    </li>
  );
}

/** A new story is begun from the library. */
function isHere({ to }: Place, location: string): boolean {
  return location.startsWith(to) || (to === "/library" && location.startsWith("/new/"));
}

/** Parts of the page that can be gone through one after another; each says so by `data-region`. */
function goToRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")].filter((one) => one.checkVisibility());
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  const next = regions[(Math.max(at, step > 0 ? -1 : 0) + step + regions.length) % regions.length];
  if (!next) return;
  const first = next.querySelector<HTMLElement>(
    "a[href], button:not(:disabled), input, select, textarea, [tabindex='0']",
  );
  (first ?? next).focus();
}
