/** How far a skill can be relied on in this session. */
export type HealthState = "healthy" | "degraded" | "temporaryFailure" | "permanentFailure";

/**
 * How one try of one of the skill's tools ended. `network`: it could not reach the network. `retries_exhausted` comes beside the last try of an invocation that was
 * given up, `unstartable` when its process could not even be started.
 */
export type Outcome = "success" | "failure" | "timeout" | "network" | "retries_exhausted" | "unstartable";

export interface Health {
  readonly state: HealthState;
  /** Failures in a row that count towards the next state. */
  readonly strikes: number;
}

export const HEALTHY: Health = { state: "healthy", strikes: 0 };

/** So many failures in a row lead on to the next state. */
const STRIKES = 3;

/**
 * The health of a skill after one more try. Implements rules SK30 to SK33 and SK483.
 *
 * A timeout is not tried again within its turn, so the retries of a skill in `temporaryFailure` are the turns that follow:
 * they are exceeded when three invocations in a row were given up. One slow moment of the machine costs nobody a skill.
 */
export function nextHealth(health: Health, outcome: Outcome): Health {
  if (health.state === "permanentFailure") return health;
  if (outcome === "unstartable") return { state: "permanentFailure", strikes: 0 };
  if (outcome === "success") return HEALTHY;
  switch (health.state) {
    case "healthy":
      if (outcome === "timeout" || outcome === "network") return { state: "temporaryFailure", strikes: 0 };
      return outcome === "failure" ? strike(health, "degraded") : health;
    case "degraded":
      return outcome === "retries_exhausted" ? health : strike(health, "permanentFailure");
    case "temporaryFailure":
      return outcome === "retries_exhausted" ? strike(health, "permanentFailure") : health;
  }
}

function strike(health: Health, next: HealthState): Health {
  const strikes = health.strikes + 1;
  return strikes < STRIKES ? { ...health, strikes } : { state: next, strikes: 0 };
}
