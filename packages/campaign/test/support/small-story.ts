import type { PlotBeat } from "@narratoria/protocol/contracts";
import { type ReadingSource, readSource } from "../../src/testing.js";

type Npc = ReadingSource["npcs"][number];

/** Somebody of a small story; the id is the name in small letters unless one is given. */
export function person(name: string, role: string, more: Partial<Npc["profile"]> & { readonly id?: string } = {}): Npc {
  const { id = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-"), ...profile } = more;
  return { id, profile: { name, role, personality: { traits: [] }, ...profile } };
}

/** A beat of a small story, with an id of its own. */
export function beat(id: string, description: string, more: Partial<PlotBeat> = {}): PlotBeat {
  return { id, title: "An Hour", description, ...more };
}

/** Reads a story of a few texts. */
export function readSmall(parts: Partial<ReadingSource>) {
  const reading = readSource({
    title: "A Small Story",
    premise: "",
    setting: "",
    lore: [],
    npcs: [],
    beats: [],
    endings: [],
    constraints: [],
    forbidden: [],
    frames: [],
    ...parts,
  });
  return {
    reading,
    /** Ids of those who are in a beat. */
    castOf: (id: string) => [...(reading.beats.find((one) => one.id === id)?.cast ?? [])].sort(),
    placeOf: (id: string) => {
      const place = reading.beats.find((one) => one.id === id)?.place;
      return reading.places.find((one) => one.id === place)?.called;
    },
    somebody: (id: string) => {
      const entry = reading.cast.find((one) => one.id === id);
      if (entry === undefined) throw new Error(`nobody is called ${id}`);
      return { ...entry, homeCalled: reading.places.find((place) => place.id === entry.home)?.called };
    },
  };
}
