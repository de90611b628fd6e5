// News from the server, and what a person does told to it.

const AGAIN = 2000, HELD_BACK = 6000; // ms
const SILENT = 40_000; // ms after which a stream of news is not believed
const ASLEEP = 4000; // ms without a beat, as of a computer that slept
const HOLD = 4, FORGOTTEN = 3; // pages of a browser that hold a line; beats without a word

/** Say, at once and at each change, whether this page may hold a line: not while hidden, nor if so many older pages
 * of this browser do, since it has six lines to a server for all its pages. Null: ask for nothing.
 * @param {(may: boolean | null) => void} say */
function share(say) {
  const channel = new BroadcastChannel("pages"), me = performance.timeOrigin + Math.random();
  /** @type {Map<number, number>} the other pages that are seen, and the beats since each was heard */
  const others = new Map();
  /** @type {boolean | null | undefined} */
  let before;
  let last = Date.now();
  const look = () => {
    const may = document.hidden ? null : [...others.keys()].filter((each) => each < me).length < HOLD;
    if (may !== before) say((before = may));
  };
  const tell = () => channel.postMessage([me, !document.hidden]);
  const beat = () => {
    if (Date.now() - last > ASLEEP) before = undefined; // nobody has told it that its line is dead
    last = Date.now();
    for (const [page, beats] of others) beats < FORGOTTEN ? others.set(page, beats + 1) : others.delete(page);
    tell();
    look();
  };
  channel.onmessage = ({ data: [page, seen] }) => {
    if (seen && !others.has(page)) tell();
    seen ? others.set(page, 0) : others.delete(page);
    look();
  };
  document.addEventListener("visibilitychange", beat);
  addEventListener("pagehide", () => channel.postMessage([me, false]));
  setInterval(beat, AGAIN);
  beat();
}

/** Hear the events of an address until the page goes. A page without a line asks for all each second; each time
 * a line is open, the server begins with all there is.
 * @param {string} address @param {(said: any) => void} hear @param {(there: boolean) => void} state */
export function follow(address, hear, state) {
  /** @type {EventSource | null} */
  let source = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {boolean | null} */
  let may = null;
  let kept = false, known = "", heard = false; // whether something on the way keeps a stream back
  const shut = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const open = () => {
    shut();
    if (may === null) return;
    const once = kept || !may, line = (source = new EventSource(address + (once ? `${address.includes("?") ? "&" : "?"}once=1` : "")));
    timer = setTimeout(() => ((kept = true), open()), HELD_BACK);
    line.onmessage = (event) => {
      clearTimeout(timer);
      if (once) timer = setTimeout(open, HELD_BACK); // a connection that a browser has kept may be dead
      const said = JSON.parse(event.data), { clock, thoughts, log, here, ...game } = said, same = JSON.stringify(game);
      state((heard = true));
      hear(once && said.type === "full" && same === known ? { type: "clock", clock } : said); // a piece that is taken up stays so
      known = same;
    };
    line.onerror = () => {
      clearTimeout(timer);
      if (!once || !heard) state(false);
      heard = false;
      timer = setTimeout(open, line.readyState === EventSource.CLOSED ? AGAIN : HELD_BACK);
    };
  };
  addEventListener("online", open);
  addEventListener("offline", () => state(false));
  addEventListener("pagehide", shut);
  addEventListener("pageshow", (event) => event.persisted && open());
  share((now) => ((may = now), open()));
}

/** Take this page anew whenever its server has news: it is told by a stream, or asks again and again without one.
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
  share((may) => {
    source?.close();
    clearTimeout(timer);
    if (may === null) return;
    poll();
    askAfter(may ? SILENT : AGAIN);
    if (!may) return;
    source = new EventSource("news");
    source.onmessage = () => (poll(), askAfter(SILENT));
    source.onerror = () => askAfter(AGAIN);
  });
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
