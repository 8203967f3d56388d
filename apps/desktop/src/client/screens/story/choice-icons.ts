/** A shape beside what kind of deed a choice is. The words say the same. */
import {
  BookOpenText,
  Eye,
  EyeOff,
  Flag,
  HandHelping,
  Hand,
  Hourglass,
  type LucideIcon,
  MessageCircle,
  Route,
  Split,
  Swords,
} from "lucide-react";

const ICONS: Readonly<Record<string, LucideIcon>> = {
  ask: MessageCircle,
  talk: MessageCircle,
  remind: MessageCircle,
  warn: MessageCircle,
  persuade: MessageCircle,
  travel: Route,
  follow: Route,
  look: Eye,
  search: Eye,
  watch: Eye,
  listen: Eye,
  perception: Eye,
  read: BookOpenText,
  press: Swords,
  confront: Swords,
  bluff: Swords,
  face: Swords,
  force: Swords,
  help: HandHelping,
  give: HandHelping,
  trust: HandHelping,
  settle: HandHelping,
  promise: HandHelping,
  show: Hand,
  refuse: Hand,
  keep: Eye,
  go: EyeOff,
  get: Route,
  wait: Hourglass,
  rest: Hourglass,
  decide: Split,
  end: Flag,
};

/** @param label - What kind of deed it is, verb first: "Ask Odo". @returns Null where no shape is known for it. */
export function choiceIcon(label: string): LucideIcon | null {
  const [verb = ""] = label.toLowerCase().split(" ");
  return Object.hasOwn(ICONS, verb) ? (ICONS[verb] ?? null) : null;
}
