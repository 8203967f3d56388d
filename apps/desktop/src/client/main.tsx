import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import { App } from "./app.js";
import { Boundary } from "./frame/boundary.js";
import "./look/base.css";
import { Closed } from "./frame/closed.js";
import { useGuardedLocation } from "./frame/leaving.js";
import { beginSession } from "./server/session.js";
import { StoryProvider } from "./story/story-context.js";

const queries = new QueryClient({
  // The server tells what changed; a refusal is an answer, and no reason to ask again.
  defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
});

const root = document.getElementById("root");
if (root) {
  const mayAsk = await beginSession().catch(() => false);
  createRoot(root).render(
    <StrictMode>
      {mayAsk ? (
        <QueryClientProvider client={queries}>
          <StoryProvider>
            {/* Whatever fails in the frame itself is said, and a reload comes back to the same scene. */}
            <Boundary what="This window" again={() => location.reload()}>
              <Router hook={useGuardedLocation}>
                <App />
              </Router>
            </Boundary>
          </StoryProvider>
        </QueryClientProvider>
      ) : (
        <Closed />
      )}
    </StrictMode>,
  );
}
