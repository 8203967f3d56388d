/** The page's right to ask: a word that the program gave it once, changed for one that lasts as long as the program runs. */

const KEPT = "narratoria.session";

let token = sessionStorage.getItem(KEPT);

/** Takes the word out of the address, where there is one. @returns Whether the page may ask. */
export async function beginSession(): Promise<boolean> {
  const nonce = new URLSearchParams(location.hash.slice(1)).get("k");
  if (nonce !== null) {
    // It is good once: nothing of it stays in the address or in the history.
    history.replaceState(null, "", location.pathname + location.search);
    const response = await fetch("/api/session", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ nonce }),
    });
    if (response.ok) {
      const given: unknown = await response.json();
      if (typeof given === "object" && given !== null && "token" in given && typeof given.token === "string") {
        token = given.token;
        sessionStorage.setItem(KEPT, token);
      }
    }
  }
  return token !== null;
}

export function endSession(): void {
  token = null;
  sessionStorage.removeItem(KEPT);
}

/** `fetch` with the page's right to ask. */
export const ask: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  if (token !== null) headers.set("authorization", `Bearer ${token}`);
  return fetch(input, { ...init, headers });
};
