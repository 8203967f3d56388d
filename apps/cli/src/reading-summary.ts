import type { Reading } from "@narratoria/engine";

/** The reading in names, without ids: what `--json` writes, beside the whole. */
export function readingSummary(reading: Reading) {
  const person = (id: string): string => reading.cast.find((one) => one.id === id)?.called ?? id;
  const place = (id: string | undefined): string | null => reading.places.find((one) => one.id === id)?.name ?? null;
  return {
    title: reading.title,
    cast: reading.cast.map(
      ({ name, called, aliases, pronoun, plural, kind, home, presence, speech, mobility, evidence }) => ({
        name,
        called,
        aliases,
        pronoun,
        plural,
        kind: kind === "human" || kind === "animal" || kind === "machine" ? kind : "other",
        kindInFull: kind,
        home: place(home),
        presentFrom: presence.state === "dead" && presence.from === "never" ? "dead" : presence.from,
        ...(presence.enters === undefined ? {} : { entersIn: presence.enters }),
        gone: presence.gone,
        speech,
        mobility,
        certainty: Object.fromEntries(Object.entries(evidence).map(([part, { certainty }]) => [part, certainty])),
        evidence,
      }),
    ),
    places: reading.places.map(({ name, called, aliases, indoors, within, evidence }) => ({
      name,
      called,
      aliases,
      indoors,
      within: place(within),
      certainty: evidence.certainty,
      evidence,
    })),
    beats: reading.beats.map(
      ({ id, title, place: at, cast, mentioned, everyone, clock, choices, decisions, opens, evidence }) => ({
        id,
        title,
        place: place(at),
        cast: cast.map(person),
        mentioned: mentioned.map(person),
        everyone,
        ...(clock === undefined ? {} : { clock: clock.text }),
        choices: [...choices.map(({ text }) => text), ...decisions],
        effects: opens.map(({ kind, text }) => ({ kind, text })),
        certainty: { place: evidence.place.certainty, cast: evidence.cast.certainty },
        evidence,
      }),
    ),
    acts: reading.acts.map(({ text, for: waits, npc, place: at, evidence }) => ({
      text,
      for: waits.map(({ kind, id, condition }) => ({ kind, id, condition })),
      person: npc === undefined ? null : person(npc),
      place: place(at),
      certainty: evidence.certainty,
    })),
    questions: reading.questions.map(({ text, from, clues, answeredBy }) => ({
      text,
      from,
      clues: clues.map((clue) => reading.facts.find(({ id }) => id === clue)?.text ?? clue),
      answeredBy,
    })),
    laws: reading.laws.map(({ text, forbids, file, line, evidence }) => ({
      text,
      forbids,
      checked: forbids.length > 0,
      file,
      line,
      certainty: evidence.certainty,
    })),
    manners: reading.manners,
    passages: reading.passages.filter(({ audience, form }) => audience !== "player" || form === "document"),
    leftOut: reading.leftOut,
  };
}
