/** What is amiss before any story is opened, with the page of settings where something can be done about it. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { Notice } from "../../parts/notice.js";
import { api, got } from "../../server/api.js";

const PLACES = {
  narrator: { label: "Choose another model", path: "/settings/narrator" },
  data: { label: "Repair", path: "/settings/data" },
} as const;

export function Findings() {
  const { data = [] } = useQuery({ queryKey: ["findings"], queryFn: () => got(api.findings.$get()) });
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const [, go] = useLocation();
  return data
    .filter(({ message }) => !hidden.includes(message))
    .map(({ about, message, action }) => (
      <Notice
        key={message}
        severity={about === "data" ? "failed" : "degraded"}
        message={message}
        action={action}
        actions={[
          { label: PLACES[about].label, run: () => go(PLACES[about].path) },
          { label: "Hide", run: () => setHidden((now) => [...now, message]) },
        ]}
      />
    ));
}
