// News from the server, and what a person does told to it.

const AGAIN = 2000; // ms

/** Hear the events of an address until the page goes. A hidden page hears nothing, since a browser has six lines
 * for all its pages; each time a line is open, the server begins with all there is.
 * @param {string} address @param {(said: any) => void} hear @param {(there: boolean) => void} state */
export function follow(address, hear, state) {
  /** @type {EventSource | null} */
  let source = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const shut = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const open = () => {
    shut();
    if (document.hidden) return;
    const line = (source = new EventSource(address));
    line.onmessage = (event) => (state(true), hear(JSON.parse(event.data)));
    line.onerror = () => {
      state(false);
      if (line.readyState === EventSource.CLOSED) timer = setTimeout(open, AGAIN);
    };
  };
  document.addEventListener("visibilitychange", open);
  addEventListener("online", open);
  addEventListener("offline", () => state(false));
  addEventListener("pagehide", shut);
  addEventListener("pageshow", (event) => event.persisted && open());
  open();
}

/** Tell the server something. Return its answer, with "error" if it refuses; null without a line.
 * @param {string} address @param {object} facts @returns {Promise<any>} */
export async function post(address, facts) {
  try {
    const answer = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(facts) });
    const said = await answer.json().catch(() => ({}));
    return answer.ok || said.error ? { ...said, status: answer.status } : { error: `${answer.status} ${answer.statusText}`, status: answer.status };
  } catch {
    return null;
  }
}
