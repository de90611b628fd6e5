// News from the server, and what a person does told to it.

const AGAIN = 2000, HELD_BACK = 6000; // ms
const SILENT = 40_000; // ms after which a stream of news is not believed

/** Hear the events of an address until the page goes. A hidden page hears nothing, since a browser has six lines
 * for all its pages; each time a line is open, the server begins with all there is.
 * @param {string} address @param {(said: any) => void} hear @param {(there: boolean) => void} state */
export function follow(address, hear, state) {
  /** @type {EventSource | null} */
  let source = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let once = "", known = "", heard = false; // where something on the way keeps a stream back, all is asked for each second
  const shut = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const open = () => {
    shut();
    if (document.hidden) return;
    const line = (source = new EventSource(address + once));
    timer = setTimeout(() => ((once = `${address.includes("?") ? "&" : "?"}once=1`), open()), HELD_BACK);
    line.onmessage = (event) => {
      clearTimeout(timer);
      const said = JSON.parse(event.data), { clock, thoughts, log, here, ...game } = said, same = JSON.stringify(game);
      state((heard = true));
      hear(once && said.type === "full" && same === known ? { type: "clock", clock } : said); // a piece that is taken up stays so
      known = same;
    };
    line.onerror = () => {
      clearTimeout(timer);
      if (!once || !heard) state(false);
      heard = false;
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

/** Take this page anew whenever its server has news: it is told by a stream, which a hidden page gives back,
 * or asks again and again without one.
 * @param {(text: string) => void} take what the page is now */
export function renew(take) {
  /** @type {EventSource | null} */
  let source = null;
  let timer = 0;
  /** @type {string | null} */
  let edition = null;
  const poll = async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch(location.pathname + location.search, { cache: "no-cache" }), tag = answer.headers.get("ETag");
      if ((!answer.ok && answer.status !== 503) || tag === edition) return;
      take(await answer.text());
      edition = tag;
    } catch {
      // the server has gone, or will be back
    }
  };
  const askAfter = (/** @type {number} */ ms) => {
    clearTimeout(timer);
    timer = setTimeout(() => (poll(), askAfter(AGAIN)), ms);
  };
  const listen = () => {
    source?.close();
    clearTimeout(timer);
    if (document.hidden) return;
    poll();
    askAfter(SILENT);
    source = new EventSource("news");
    source.onmessage = () => (poll(), askAfter(SILENT));
    source.onerror = () => askAfter(AGAIN);
  };
  document.addEventListener("visibilitychange", listen);
  listen();
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
