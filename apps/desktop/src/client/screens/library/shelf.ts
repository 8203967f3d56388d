/** What stands on the shelf, as the server tells it. */
import { useQuery } from "@tanstack/react-query";
import { api, got } from "../../server/api.js";

export function useCampaigns() {
  return useQuery({ queryKey: ["campaigns"], queryFn: () => got(api.campaigns.$get()) });
}

export function useStories() {
  return useQuery({ queryKey: ["stories"], queryFn: () => got(api.stories.$get()) });
}

export type Campaign = NonNullable<ReturnType<typeof useCampaigns>["data"]>[number];
export type Story = NonNullable<ReturnType<typeof useStories>["data"]>[number];
