import { useQuery } from "@tanstack/react-query";
import { api, got } from "../../../server/api.js";

export function askSkills() {
  return got(api.skills.$get());
}

/** The skills there are, and how far each can be relied on. */
export function useSkills() {
  return useQuery({ queryKey: ["skills"], queryFn: askSkills, refetchOnMount: "always" });
}
