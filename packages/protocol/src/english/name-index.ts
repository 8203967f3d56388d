import { withoutArticle } from "./nouns.js";

/** Finds the people, places, topics and things that a text names. */
export interface NameIndex {
  /** Keys such as `npc:osk` or `topic:bell-rope`, in the order of their first mention. */
  keysIn(text: string): string[];
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * @param entries - Surface forms and the key each stands for; a form may stand for several (a place and the topic of its name).
 */
export function createNameIndex(entries: readonly { readonly form: string; readonly key: string }[]): NameIndex {
  const byForm = new Map<string, { form: string; keys: string[] }>();
  for (const { form, key } of entries) {
    const core = withoutArticle(form).replace(/’/g, "'");
    if (core.length < 2) continue;
    const known = byForm.get(core.toLowerCase());
    if (known) {
      if (!known.keys.includes(key)) known.keys.push(key);
    } else byForm.set(core.toLowerCase(), { form: core, keys: [key] });
  }
  const forms = [...byForm.values()].map((entry) => entry.form).sort((a, b) => b.length - a.length);
  if (forms.length === 0) return { keysIn: () => [] };
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${forms.map(escape).join("|")})(?=(?:s|es)?(?![\\p{L}\\p{N}]))`,
    "giu",
  );
  return {
    keysIn(text) {
      const found = new Set<string>();
      for (const match of text.replace(/[’‘]/g, "'").matchAll(pattern)) {
        const entry = byForm.get(match[0].toLowerCase());
        if (!entry) continue;
        // "the Gut" is a name, "gut" is not: a form with capitals is found only where the capitals stand.
        if (/\p{Lu}/u.test(entry.form) && !/\p{Lu}/u.test(match[0])) continue;
        for (const key of entry.keys) found.add(key);
      }
      return [...found];
    },
  };
}
