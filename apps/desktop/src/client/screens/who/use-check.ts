/** What the engine makes of a character before there is a story: asked while the player still changes it. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Player, PlayerCharacter } from "@narratoria/engine";
import { useEffect, useState } from "react";
import type { Trouble } from "../../../server/answers.js";
import { api, got } from "../../server/api.js";

/** So long nothing is asked while the player goes on typing. */
const PAUSE_MS = 250;

export interface Checked {
  /** As the story would start with it; null where it is not known yet. */
  readonly player: Player | null;
  /** Why it cannot be. */
  readonly refusal: Trouble | null;
}

export function useCheck(campaign: string, character: PlayerCharacter): Checked {
  const text = useSettled(JSON.stringify(character));
  const { data } = useQuery({
    queryKey: ["campaign", campaign, "check", text],
    queryFn: () => got(api.campaigns[":name"].character.$post({ param: { name: campaign }, json: JSON.parse(text) })),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (!data) return { player: null, refusal: null };
  if (data.ok) return { player: data.player, refusal: null };
  return { player: null, refusal: { code: "no_such_character", message: data.message, action: data.action } };
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
