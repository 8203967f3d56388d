/** How stories and campaigns are put in words on the shelf. */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** "20 minutes", "1 hour", "2½ hours"; empty where nobody says. */
export function lengthWords(hours: number | undefined): string {
  if (hours === undefined || hours <= 0) return "";
  if (hours < 0.95) return `${Math.max(5, Math.round((hours * 60) / 5) * 5)} minutes`;
  const halves = Math.round(hours * 2) / 2;
  const whole = Math.floor(halves);
  return halves === 1 ? "1 hour" : `${whole}${halves > whole ? "½" : ""} hours`;
}

/** "2 h 10 min"; empty for less than a minute. */
export function playedWords(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 1) return "";
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 || hours === 0 ? [`${rest} min`] : [])].join(" ");
}

/** "today", "yesterday", "on Thursday", "on 3 May", "on 3 May 2025". */
export function dayWords(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)];
  const days = Math.round((startOfDay(today) - startOfDay(then)) / DAY_MS);
  if (days <= 0) return "today";
  if (days === 1) return "yesterday";
  if (days < 7) return `on ${then.toLocaleDateString("en-GB", { weekday: "long" })}`;
  const year = then.getFullYear() === today.getFullYear() ? {} : { year: "numeric" as const };
  return `on ${then.toLocaleDateString("en-GB", { day: "numeric", month: "long", ...year })}`;
}

function startOfDay(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
}

export interface StoryFacts {
  readonly scene: number | null;
  readonly ended: boolean;
  readonly updatedAt: number;
  readonly bookmark: {
    readonly character: string;
    readonly time: string;
    readonly playedMs: number;
    readonly playedAt: number;
  } | null;
}

/** "Wren Ashdown. Scene 15, third evening. Played 2 h 10 min, last on Thursday." */
export function storyWords({ scene, ended, updatedAt, bookmark }: StoryFacts, now: number): string {
  const at = scene === null ? "Not begun" : scene === 0 ? "The opening" : `Scene ${scene}`;
  const time = bookmark?.time ? `, ${lowered(bookmark.time)}` : "";
  const played = playedWords(bookmark?.playedMs ?? 0);
  const day = dayWords(bookmark?.playedAt ?? updatedAt, now);
  return [
    ...(bookmark?.character ? [bookmark.character] : []),
    ended ? `The end, ${at.toLowerCase()}` : `${at}${time}`,
    played === "" ? `Last played ${day}` : `Played ${played}, last ${day}`,
  ]
    .map((sentence) => `${sentence}.`)
    .join(" ");
}

const WEEKDAY = /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/;

function lowered(text: string): string {
  return WEEKDAY.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

/** "1 problem", "2 problems". */
export function countWords(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}
