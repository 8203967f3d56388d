/** All that a picture is drawn from: what the description says, and from the seed what it does not. */
import { createRandom, deriveSeed, type Random } from "@narratoria/protocol/random";
import { mix } from "./mix.js";
import type { Age, Collar, Hair, Hat, Looks, Mood } from "./description.js";

export interface Appearance extends Looks {
  readonly age: Age;
  readonly isMan: boolean;
  readonly hair: Hair;
  readonly hairColor: string;
  readonly skin: string;
  readonly beard: boolean;
  readonly hat: Hat;
  readonly collar: Collar;
  readonly clothing: string;
  readonly mood: Mood;
  /** Of this person alone, for whatever else is drawn by chance. */
  readonly random: Random;
}

const HAIR_COLORS = ["1f1a1a", "3b2a20", "6b4423", "8d5a34", "b5482a", "c9a25a"];
const SKINS = ["f7dcc8", "efc9a4", "d9a577", "b98150", "8f5f3c", "5a3825"];
const DARK_SKINS: ReadonlySet<string> = new Set(["b98150", "8f5f3c", "7d5235", "5a3825"]);
const FAIR_HAIR: ReadonlySet<string> = new Set(["b5482a", "d9b25f"]);
const DARK_HAIR = ["1f1a1a", "2c2320", "3b2a20"];
const CLOTHES = ["8a2b2b", "2f4a7a", "3f6b45", "7a7a80", "39343f", "c49a3a", "6d4a2f", "6b4478", "35686b"];

/** What somebody's hair was once shows through the grey; a head of their years alone is grey as it is. */
function greyed(color: string, age: Age, isSaid: boolean): string {
  return age === "old" && isSaid ? mix(`#${color}`, "#c9c5bd", 0.4).slice(1) : color;
}

/** @param seed - The person's own: the same seed and looks give the same picture. */
export function completeLooks(looks: Looks, seed: string): Appearance {
  const draw = (of: string): Random => createRandom(deriveSeed(seed, "portrait", of));
  const pick = <T>(of: string, said: T | null, from: readonly T[]): T => said ?? draw(of).pick(from);
  const isMan = looks.isMan ?? draw("man").chance(0.5);
  const age = looks.age ?? "adult";
  const hair = pick<Hair>(
    "hair",
    looks.hair,
    isMan ? ["short", "short", "short", "short", "short", "curls"] : ["bun", "long", "curls", "short"],
  );
  const skin = pick("skin", looks.skin, FAIR_HAIR.has(looks.hairColor ?? "") ? SKINS.slice(0, 3) : SKINS);
  const shades = age === "old" ? ["a9a59e", "d5d1c8", "f2eee6"] : DARK_SKINS.has(skin) ? DARK_HAIR : HAIR_COLORS;
  const mayWearHat = looks.hair === null && age !== "child";
  return {
    ...looks,
    age,
    isMan,
    hair: looks.hair === null && isMan && age === "old" && draw("bald").chance(0.4) ? "bald" : hair,
    hairColor: greyed(pick("hair color", looks.hairColor, shades), age, looks.hairColor !== null),
    skin,
    beard: looks.beard ?? (isMan && age !== "child" && age !== "young" && draw("beard").chance(0.3)),
    hat: looks.hat ?? (mayWearHat && draw("hat").chance(0.25) ? draw("which hat").pick(["cap", "brim"]) : "none"),
    collar: pick("collar", looks.collar, ["plain", "coat", "coat", "scarf"]),
    clothing: pick("clothing", looks.clothing, CLOTHES),
    mood: looks.mood ?? "calm",
    random: draw("rest"),
  };
}
