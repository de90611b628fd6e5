// The page of one game: played on, or watched.

import { Board, el, fill, isWhite, resultText, svg } from "./board.js";
import { Clocks } from "./clock.js";
import { Graph, Log, MoveList, Tabs, height, inWords, lines, showWhy } from "./panels.js";
import { follow, post, renew } from "./stream.js";

/** @param {string} id @returns {HTMLElement} */
const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @type {Record<string, any>} */
const texts = JSON.parse($("texts").textContent ?? "");
const main = /** @type {HTMLElement} */ (document.querySelector("main")), key = main.dataset.key ?? "";
const whole = document.getElementById("game"); // a game that is in its page, with nobody to play it here
const ICONS = /** @type {Record<string, string>} */ ({
  home: "M4 11L12 4L20 11M6 10V20H18V10", turn: "M8 19V5M4 9L8 5L12 9M16 5V19M12 15L16 19L20 15", more: "M5 7H19M5 12H19M5 17H19",
  take_back: "M9 5L5 9L9 13M5 9H15A4.5 4.5 0 0 1 15 18H9", hint: "M9 17H15M10 21H14M9 17C9 14 6 13 6 9A6 6 0 0 1 18 9C18 13 15 14 15 17",
  draw: "M5 9H19M5 15H19", resign: "M6 21V4H18L15 8.5L18 13H6", rematch: "M5 12A7 7 0 1 0 8 6.3M8.5 2.5L7.5 6.7L11.7 7.7", review: "M4 4V20H20M7 15L11 10L14 13L20 6",
  copy: "M9 9H20V20H9ZM15 9V4H4V15H9", new_game: "M12 5V19M5 12H19", projector: "M4 9V4H9M15 4H20V9M20 15V20H15M9 20H4V15",
  before: "M15 5L8 12L15 19", after: "M9 5L16 12L9 19", play: "M7 4L20 12L7 20Z", pause: "M8 5V19M16 5V19",
  first: "M17 6L11 12L17 18M7 6V18", previous: "M14 6L8 12L14 18", next: "M10 6L16 12L10 18", last: "M7 6L13 12L7 18M17 6V18",
  disc: "M12 4A8 8 0 1 0 12 20A8 8 0 1 0 12 4Z", half: "M12 5A7 7 0 1 0 12 19A7 7 0 1 0 12 5M12 5A7 7 0 0 1 12 19Z", warn: "M12 3L22.5 21H1.5ZM12 9V15M12 17V18.5" });
const LAMPS = /** @type {Record<string, string>} */ ({ failed: "warn", silent: "warn", busy: "half", idle: "disc" });
const WORTH = /** @type {Record<string, number>} */ ({ q: 9, r: 5, b: 3, n: 3, p: 1 });
const wide = matchMedia("(min-width: 1600px)"); // there the moves stand beside another tab
const LOOK = 100, RETRY = 2000, NOTE = 5000, STEP = 800; // ms

/** @type {any} the last full message, brought up to date by each that follows */
let game = null;
/** @type {Board | null} */
let board = null;
let warned = false; // of little time
/** @type {{text: string, ply: number} | null} a move that the server may not have heard */
let pending = null;
/** @type {number | null} the position looked back at */
let shown = null;
let there = true, reviewed = false, turned = false, since = 0, player = 0, note = "", sure = false, invite = sessionStorage.getItem(`invite ${key}`) ?? "";
/** @type {Map<number, import("./panels.js").Mark>} */
const marks = new Map();
const clockFaces = [el("span", "clock"), el("span", "clock")], clocks = new Clocks(clockFaces);
const tabs = new Tabs($("tabs"), /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[role=tabpanel]")]));
for (const { id } of tabs.panes.slice(1)) tabs.hold(id, id === "about");
const list = new MoveList(/** @type {HTMLElement} */ ($("moves").firstElementChild), look, texts.no_moves);
const graph = new Graph($("graph"), look, texts), log = new Log($("log"), (by) => (by === null ? "" : game.names[by]), texts);
const bar = svg("svg", { class: "evalbar", viewBox: "0 0 1 100", preserveAspectRatio: "none", "aria-hidden": "true" }), black = svg("rect", { width: 1 });
bar.append(black, svg("rect", { y: 49.7, width: 1, height: 0.6 }));
const field = el("form", "say"), input = /** @type {HTMLInputElement} */ (el("input")), fits = el("span", "fits");

/** @param {string} name @returns {SVGElement} */
function icon(name) {
  const drawn = svg("svg", { class: `ic i-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" });
  drawn.append(svg("path", { d: ICONS[name] ?? ICONS.copy }));
  return drawn;
}

/** @param {string} name of its icon @param {string} text @param {() => void} act @param {string} [classes] */
function button(name, text, act, classes = "btn") {
  const made = el("button", classes);
  made.append(...(name ? [icon(name)] : []), el("span", "", text));
  made.addEventListener("click", act);
  return made;
}

/** @param {string} text */
function speak(text) {
  $("spoken").textContent = text;
  $("said").append(el("p", "", text));
  $("said").scrollTop = $("said").scrollHeight;
}

/** @param {string} text */
function tell(text) {
  note = text;
  speak(text);
  head();
  setTimeout(() => note === text && ((note = ""), head()), NOTE);
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    tell(texts.copied);
  } catch { // a page without TLS has no clipboard
    prompt(texts.copy, text);
  }
}

/** Tell the server; a refusal is shown. @param {string} action @param {object} [facts] */
async function ask(action, facts = {}) {
  const said = await post(`${key}/${action}`, { ply: game.moves.length, ...facts }); // what is meant, whatever happens meanwhile
  if (said === null) tell(texts.cut);
  else if (said.error) tell(said.error);
  return said?.error ? null : said;
}

/** @param {{text: string, ply: number}} move */
async function send(move) {
  pending = move;
  const said = await post(`${key}/move`, move);
  if (pending !== move) return;
  if (said === null) return void setTimeout(() => pending === move && send(move), RETRY); // the server knows a move by its ply
  pending = null;
  if (!said.error) return;
  tell(said.error);
  live();
}

const playing = () => game.you !== null && !game.ended;
const mine = () => playing() && game.turn === game.you;
/** @param {number} color */
const nameOf = (color) => (game.you === color ? texts.you : game.names[color]);
/** @param {number} ply */
const drawnAt = (ply) => ({ squares: game.boards.squares[ply], last: game.boards.last[ply], marked: game.boards.marked[ply], text: game.boards.texts?.[ply] });

/** Look at a position of the game. @param {number} ply */
function look(ply) {
  const last = game.moves.length, to = Math.max(0, Math.min(last, ply)), from = shown ?? last;
  shown = to === last ? null : to;
  if (whole) history.replaceState(null, "", `#ply=${to}`);
  if (shown === null) return live(Math.abs(from - to) === 1);
  board?.allow(null);
  board?.show(drawnAt(to), Math.abs(from - to) === 1);
  around();
  if (game.moves[to - 1]) speak(inWords(game.moves[to - 1].n, texts));
}

/** Show the newest position, and let it be played on. @param {boolean} [glides] */
function live(glides = false) {
  if (shown === null) board?.show(drawnAt(game.moves.length), glides);
  if (shown === null) board?.allow(mine() && !pending ? game.legal : null, playing() && !(mine() && game.legal) && game.kind.startsWith("squares b8x8"));
  around();
}

/** Show everything beside the board. */
function around() {
  const ply = shown ?? game.moves.length;
  clocks.past = shown === null ? null : game.boards.clocks?.[shown];
  strips();
  weigh();
  head();
  actions();
  list.at(ply);
  tabs.hold("graph", game.moves.length > 1);
  tabs.hold("lines", game.thoughts.some(Boolean));
  tabs.hold("log", game.log.length > 0);
  tabs.hold("why", game.ended?.why);
  if (tabs.chosen === "moves" && game.you === null && wide.matches && game.moves.length > 1) return tabs.choose(game.thoughts.some(Boolean) ? "lines" : "graph");
  tabs.hold("text", main.classList.contains("texting"));
  if (tabs.chosen === "graph" || document.documentElement.classList.contains("hall")) graph.set(game.moves, marks, ply);
  const [first, previous, to_live, next, last] = /** @type {HTMLButtonElement[]} */ ([...$("nav").children]);
  first.disabled = previous.disabled = ply === 0;
  next.disabled = last.disabled = shown === null;
  to_live.hidden = shown === null && !whole;
  to_live.replaceChildren(whole ? icon(player ? "pause" : "play") : fill(texts.to_live, { number: Math.ceil(game.moves.length / 2) }));
}

/** Show the score at the position, from White's view; who plays sees none. */
function weigh() {
  let score = shown === null && !game.ended ? game.thoughts[game.turn]?.score : "";
  for (let ply = shown ?? game.moves.length; ply > 0 && !score; ply--) score = marks.get(ply)?.score ?? game.moves[ply - 1].score;
  bar.toggleAttribute("hidden", !score || playing());
  black.setAttribute("height", String(50 - 50 * (height(score) ?? 0)));
}

/** Show a position after the other, or stop. */
function play() {
  const at = () => shown ?? game.moves.length, stop = () => (clearInterval(player), (player = 0));
  if (player) return stop(), around();
  if (shown === null) look(0);
  player = setInterval(() => (shown === null ? (stop(), around()) : look(at() + 1)), STEP);
  around();
}

function strips() {
  const below = (game.you ?? 0) ^ Number(turned);
  for (const color of [0, 1]) {
    const strip = $(color === below ? "below" : "above"), who = el("div", "who grow"), { ended } = game, on = !ended && game.turn === color;
    const failed = ended?.why?.by === color, program = game.kinds[color] !== "person";
    const state = failed ? "failed" : ended ? "" : !game.here[color] ? "silent" : !program ? "" : on ? "busy" : "idle", lamp = el("span", `lamp ${state}`);
    const text = failed ? ended.why.headline : state === "silent" ? texts.away : texts.waiting;
    lamp.append(icon(LAMPS[state]), el("span", state === "busy" ? "time cut" : "cut", text));
    const name = el(game.pages ? "a" : "bdi", "nm", nameOf(color));
    if (game.pages) name.setAttribute("href", game.pages[color]), name.setAttribute("dir", "auto");
    who.append(name, ...(state ? [lamp] : []));
    strip.classList.toggle("on", on);
    strip.replaceChildren(el("span", `disc ${color ? "black" : "white"}`), who, besides(color), clockFaces[color]);
    if (color === below && !main.classList.contains("texting")) strip.append(field);
  }
  tick();
}

/** Return what stands beside the board for a side: pieces in hand, or those it is ahead. @param {number} color */
function besides(color) {
  const root = el("span", "beside"), ply = shown ?? game.moves.length, text = game.boards.beside?.[ply]?.[color];
  /** @type {string[]} */
  const held = game.boards.held?.[ply]?.[color] ?? [], kinds = [...new Set(held)];
  /** @param {string} symbol @param {string} tag */
  const picture = (symbol, tag) => {
    const made = el(tag, "piece board"), drawn = el("i");
    drawn.dataset.p = symbol;
    made.append(drawn);
    return made;
  };
  for (const symbol of kinds) {
    const count = held.filter((each) => each === symbol).length, own = color === game.you, hand = picture(symbol, own ? "button" : "span"), place = `${symbol}@`;
    if (count > 1) hand.append(String(count));
    root.append(hand);
    if (!own) continue;
    hand.dataset.hand = place;
    hand.setAttribute("aria-label", `${texts.pieces[symbol.toLowerCase()] ?? symbol} ${count}`);
    hand.classList.toggle("chosen", board?.chosen === place);
    hand.addEventListener("pointerdown", (event) => board?.down(event, place));
    hand.addEventListener("click", (event) => event.detail === 0 && board?.pick(place)); // by a key
  }
  root.append((text ?? "").split(" ").slice(kinds.length).join(" "));
  if (text !== undefined || !game.kind.startsWith("squares b8x8")) return root;
  const squares = [...game.boards.squares[ply]];
  let ahead = 0;
  for (const [kind, worth] of Object.entries(WORTH)) {
    const more = squares.filter((each) => each === (color ? kind : kind.toUpperCase())).length - squares.filter((each) => each === (color ? kind.toUpperCase() : kind)).length;
    ahead += more * worth;
    const group = el("span", "kind");
    for (let count = 0; count < more; count++) group.append(picture(color ? kind.toUpperCase() : kind, "span"));
    if (more > 0) root.append(group);
  }
  if (ahead > 0) root.append(`+${ahead}`);
  return root;
}

function head() {
  const you = game.you, { ended, moves, offer, rematch } = game, asks = $("asks"), buttons = [];
  const facts = [game.title, game.control, moves.length ? fill(texts.move_number, { number: Math.ceil(moves.length / 2) }) : ""];
  let title = "";
  if (!there && !ended) title = texts.cut;
  else if (ended) title = you === null || ended.result === "*" ? ended.text : ended.result === "1/2-1/2" ? texts.drawn : ended.result === ["1-0", "0-1"][you] ? texts.won : texts.lost;
  else if (mine() && game.legal) title = texts.your_move;
  else if (you !== null && game.kinds[1 - you] === "person" && !game.here[1 - you] && moves.length < 2) title = fill(texts.wait_for, { name: game.names[1 - you] || texts.opponent });
  else if (mine()) title = texts.your_move;
  else title = fill(game.kinds[game.turn] === "person" ? texts.to_move : texts.thinks, { name: game.names[game.turn] });
  if (ended) facts.splice(0, facts.length, resultText(ended.result), you === null ? "" : ended.text, game.title);
  if (shown !== null) facts.unshift(fill(texts.looking, { ply: shown, last: moves.length }));
  if (offer && you !== null && offer.by !== you && !ended) {
    title = fill(offer.what === "draw" ? texts.offers_draw : texts.asks_back, { name: game.names[offer.by] });
    buttons.push(button("", texts.accept, () => ask(offer.what, { yes: true }), "btn p"), button("", texts.decline, () => ask(offer.what, { yes: false })));
  } else if (offer && offer.by === you) facts.unshift(texts.you_ask);
  if (ended && rematch && rematch.by !== you && you !== null) {
    title = fill(texts.asks_rematch, { name: game.names[rematch.by] });
    buttons.push(button("rematch", texts.rematch, again, "btn p"));
  }
  if (board?.legal.has("")) for (const move of board.legal.get("") ?? []) buttons.push(button("", move.n ?? move.text, () => board?.make(move)));
  if (invite && !ended && you !== null && !game.here[1 - you]) {
    const link = /** @type {HTMLInputElement} */ (el("input", "link"));
    link.readOnly = true;
    link.value = new URL(invite, location.href).href;
    link.setAttribute("aria-label", texts.invite);
    buttons.push(el("p", "wide", texts.invite), link, button("copy", texts.copy, () => copy(link.value), "btn p"));
  }
  if ($("title").textContent !== title) $("title").textContent = document.title = title;
  $("title").classList.toggle("bad", !there || Boolean(ended?.why));
  $("second").textContent = note || facts.filter(Boolean).join(" · ");
  const now = JSON.stringify([offer, rematch, ended, invite && game.here, board?.legal.has("")]); // a focus must stay
  if (asks.dataset.now !== now) asks.replaceChildren(...buttons), (asks.dataset.now = now);
}

const again = async () => {
  const said = await ask("rematch");
  if (said?.key) location.href = said.key;
};

async function hint() {
  const said = await ask("hint");
  if (!said) return;
  board?.sketch(said.places, "hint");
  tell(fill(texts.hint_is, { move: inWords(said.notation, texts) }));
}

function resign() {
  if (sure || game.moves.length < 2) return void ask("resign");
  sure = true;
  actions();
  setTimeout(() => ((sure = false), actions()), NOTE);
}

const link = () => location.href.split("#")[0];
/** What buttons, the menu and keys do, each by the name of its text. */
const ACTS = /** @type {Record<string, () => void>} */ ({
  take_back: () => ask("takeback", { yes: true }), draw: () => ask("draw", { yes: true }), hint, resign, rematch: again, review: () => ask("review"),
  new_game: () => (location.href = "../"), claim: () => ask("claim"), text_mode: () => texting(!main.classList.contains("texting")),
  sounds: () => (localStorage.sounds ? localStorage.removeItem("sounds") : (localStorage.sounds = "1"), tone(500)),
  copy_game: async () => copy(await (await fetch(game.record)).text()), copy_link: () => copy(link()),
  phone: async () => copy(`${link()}#seat=${(await ask("phone"))?.seat ?? ""}`),
  before: () => (location.href = game.before), after: () => (location.href = game.after),
  record: () => (location.href = game.record), projector: () => (location.search = "?projector") });
const MENU = whole ? ["text_mode", "copy_link", "projector"] : ["claim", "sounds", "text_mode", "copy_game", "copy_link", "phone", "record", "projector"];

function actions() {
  const wanted = playing() ? ["take_back", "hint", "draw", "resign"] : ["copy_game", "copy_link", "projector", "new_game"];
  if (game.ended && game.you !== null) wanted.splice(1, 2, "rematch", "review");
  if (whole) wanted.splice(0, 4, ...["before", "after"].filter((name) => game[name]), "copy_link", "projector");
  const now = `${wanted} ${sure}`;
  if ($("actions").dataset.now === now) return;
  $("actions").dataset.now = now;
  $("actions").replaceChildren(...wanted.map((name) => button(name, sure && name === "resign" ? texts.sure : texts[name], ACTS[name])));
}

function tick() {
  clocks.tick();
  const low = game !== null && mine() && clocks.low(game.you);
  if (low && !warned) speak(QUESTIONS.c("") ?? "");
  warned ||= low;
  for (const each of document.querySelectorAll(".time")) each.textContent = fill(texts.thinking, { seconds: ((performance.now() - since) / 1000).toFixed(0) });
}

/** @type {AudioContext | null} */
let sounds = null;
/** @param {number} pitch Hz */
function tone(pitch) {
  if (!localStorage.sounds) return;
  sounds ??= new AudioContext();
  const swing = sounds.createOscillator(), volume = sounds.createGain();
  swing.frequency.value = pitch;
  volume.gain.setValueAtTime(0.15, sounds.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, sounds.currentTime + 0.12);
  swing.connect(volume).connect(sounds.destination);
  swing.start();
  swing.stop(sounds.currentTime + 0.12);
}

function showLines() {
  $("lines").replaceChildren(...[game.turn, 1 - game.turn].filter((color) => game.thoughts[color])
    .map((color) => lines(game.thoughts[color], game.names[color], color === game.turn && !game.ended, texts)));
}

function showEnd() {
  list.set(game.moves, game.first, game.ended ? `${resultText(game.ended.result)} ${game.ended.text}` : "");
  for (const mark of marks.values()) list.mark(mark, texts.better);
  if (!game.ended?.why) return;
  showWhy($("why"), game.ended.why, texts);
  $("why").append(button("copy", texts.copy_all, () => copy($("why").innerText)));
}

const NEWS = /** @type {Record<string, (said: any) => void>} */ ({
  full(said) {
    const went = game && said.moves.length === game.moves.length + 1;
    game = said;
    for (const [name, at] of Object.entries(game.tabs ?? {})) game.places[at] = name; // of boards that move
    since = performance.now();
    const fresh = board === null;
    if (fresh) {
      board = new Board($("frame"), game, texts);
      board.played = (move) => (tone(500), send({ text: move.text, ply: game.moves.length }));
      board.turn(game.you === 1 && game.kind.startsWith("squares")); // stones lie the same for both
      main.classList.toggle("watching", game.you === null);
      main.classList.add(game.style);
      $("frame").append(bar);
    } else if (board) board.plan = game;
    if (shown !== null && shown >= game.moves.length) shown = null;
    if (pending && game.moves.length > pending.ply) pending = null;
    clocks.set(game.clock);
    log.list.replaceChildren();
    for (const line of game.log) log.add(line);
    showLines();
    showEnd();
    if (shown === null) live(went);
    else look(shown);
    if (fresh && game.ended?.why) tabs.choose("why");
    if (fresh) goTo();
    if (pending) send(pending);
  },
  move(said) {
    if (said.ply !== game.moves.length + 1) return;
    game.moves.push(said.move);
    for (const [all, one, none] of /** @type {[string, string, any][]} */ ([["squares", "squares", ""], ["last", "last", []], ["marked", "marked", []], ["beside", "beside", ["", ""]], ["held", "held", [[], []]], ["texts", "text", ""]]))
      if (game.boards[all] || said.board[one]) (game.boards[all] ??= Array(said.ply).fill(none)).push(said.board[one] ?? none);
    Object.assign(game, { turn: said.turn, legal: null });
    pending = null;
    since = performance.now();
    clocks.set(said.clock);
    list.add(said.move);
    showLines();
    live(true);
    tone(said.move.by === game.you ? 500 : 400);
    const mate = said.move.n.endsWith("#"), yours = said.turn === game.you && !mate ? `. ${texts.your_move}` : "";
    speak(`${nameOf(said.move.by)}: ${inWords(said.move.n, texts)}${yours}`);
  },
  turn(said) {
    Object.assign(game, { turn: said.turn, legal: said.legal });
    if (said.clock) clocks.set(said.clock);
    live();
  },
  back(said) {
    game.moves.length = said.ply;
    for (const all of Object.values(game.boards)) /** @type {any[]} */ (all).length = said.ply + 1;
    for (const ply of [...marks.keys()]) if (ply > said.ply) marks.delete(ply);
    Object.assign(game, { legal: null, offer: null, ended: null });
    pending = shown = null;
    showEnd();
    live(true);
    speak(said.ply ? fill(texts.taken_back, { move: inWords(game.moves[said.ply - 1].n, texts) }) : texts.no_moves);
  },
  clock: (said) => clocks.set(said.clock),
  thought(said) {
    game.thoughts[said.by] = said;
    showLines();
    tabs.hold("lines", true);
  },
  log(said) {
    game.log.push(said);
    log.add(said);
    tabs.hold("log", true);
  },
  offer(said) {
    game.offer = said.offer;
    note = "";
    head();
    if (game.offer && game.offer.by !== game.you) speak($("title").textContent ?? "");
  },
  here(said) {
    game.here = said.here;
    strips();
    head();
  },
  review(said) {
    for (const mark of said.marks) marks.set(mark.ply, mark), list.mark(mark, texts.better);
    around();
    if (said.done && !reviewed) tell(texts.reviewed);
    reviewed = said.done;
  },
  rematch(said) {
    game.rematch = said.rematch;
    if (game.rematch?.key && game.you !== null) again(); // which gives the seat
    head();
  },
  end(said) {
    Object.assign(game, { ended: said.ended, legal: null, offer: null });
    clocks.set({ .../** @type {import("./clock.js").Clock} */ (clocks.clock), running: null });
    showEnd();
    live();
    if (said.ended.why) tabs.choose("why");
    tone(300);
    speak(`${$("title").textContent}. ${said.ended.text}`);
  },
});

// Typed moves and questions

/** Return the legal moves that a text means, or begins. @param {string} text @param {boolean} begins @returns {import("./board.js").Legal[]} */
function meant(text, begins) {
  const plain = (/** @type {string} */ each) => each.replace(/0/g, "O").replace(/[-+#x=@ ]/g, ""), moves = (mine() ? game.legal : null) ?? [];
  /** @type {((text: string) => string)[]} from the exact to the vague; R@g7 is not Rg7 */
  const ways = [(each) => each, plain, (each) => plain(each).toLowerCase()];
  for (const way of ways) {
    const want = way(text), fits = (/** @type {string} */ each) => (begins ? way(each).startsWith(want) : way(each) === want);
    const found = moves.filter((/** @type {any} */ move) => !move.alias && [move.n, move.text].some(fits));
    if (found.length) return found;
  }
  return [];
}

const QUESTIONS = /** @type {Record<string, (word: string) => string | void>} */ ({
  c: () => [0, 1].map((color) => `${nameOf(color)} ${clocks.text(color)}`).join(", "),
  l: () => (game.moves.length ? inWords(game.moves[game.moves.length - 1].n, texts) : texts.no_moves),
  o: () => [0, 1].filter((color) => color !== game.you).map((color) => game.names[color]).join(" – "),
  p: (word) => found((_place, symbol) => (/[A-Z]/.test(word) || word.length > 1 ? symbol === word : symbol.toLowerCase() === word)),
  s: (word) => found((place) => place.replace(/\d/g, "") === word || place.replace(/\D/g, "") === word),
  b: () => found(() => true),
  m: () => (mine() ? (game.legal ?? []).filter((/** @type {any} */ each) => !each.alias).map((/** @type {any} */ each) => inWords(each.n, texts)).join("; ") : $("title").textContent ?? ""),
  moves: () => game.moves.map((/** @type {any} */ each) => inWords(each.n, texts)).join("; ") || texts.no_moves,
  h: () => texts.help, draw: () => void ACTS.draw(), takeback: () => void ACTS.take_back(), hint: () => void hint(),
  claim: () => void ACTS.claim(), resign: () => void ask("resign"), abort: () => (game.moves.length < 2 ? void ask("resign") : texts.too_late),
});

/** Say what stands where. @param {(place: string, symbol: string) => boolean} wanted */
function found(wanted) {
  const squares = game.boards.squares[shown ?? game.moves.length];
  const there = game.places.map((/** @type {string | null} */ place, /** @type {number} */ at) => place !== null && !". ".includes(squares[at]) && wanted(place, squares[at]) ? board?.words(at) : "");
  return there.filter(Boolean).join("; ") || texts.nothing;
}

/** @param {string} text */
function said(text) {
  const moves = meant(text, false), [word, more = ""] = text.split(/\s+/, 2);
  if (moves.length) return void board?.among(moves, moves[0].places[moves[0].places.length - 1] ?? "");
  const answer = Object.hasOwn(QUESTIONS, word.toLowerCase()) ? QUESTIONS[word.toLowerCase()](more) : mine() || !playing() ? fill(texts.no_such, { text }) : $("title").textContent ?? "";
  if (answer) tell(answer);
}

/** @param {string} [text] */
function openField(text = "") {
  field.classList.add("open");
  if (text) input.value = text;
  input.focus();
}

function closeField() {
  input.value = fits.textContent = "";
  if (!main.classList.contains("texting")) field.classList.remove("open");
}

input.autocomplete = "off";
input.setAttribute("aria-label", texts.field);
input.placeholder = texts.field;
field.append(input, fits);
input.addEventListener("input", () => (fits.textContent = input.value ? meant(input.value, true).slice(0, 6).map((move) => move.n ?? move.text).join("  ") : ""));
field.addEventListener("submit", (event) => {
  const text = input.value.trim(), all = meant(text, true);
  event.preventDefault();
  closeField();
  if (!main.classList.contains("texting")) board?.focus(board.focused, true);
  if (text) said(all.length === 1 && !meant(text, false).length && !QUESTIONS[text] ? all[0].text : text);
});
field.addEventListener("keydown", (event) => {
  event.stopPropagation();
  if (event.key === "Escape") closeField(), board?.focus(board.focused, true);
});

/** @param {boolean} on */
function texting(on) {
  main.classList.toggle("texting", on);
  on ? localStorage.setItem("texting", "1") : localStorage.removeItem("texting");
  if (game) around();
  field.classList.toggle("open", on);
  if (on) tabs.choose("text"), $("text").prepend(field), input.focus();
}

// Keys, buttons, the menu

const STEPS = /** @type {Record<string, () => void>} */ ({
  ArrowLeft: () => look((shown ?? game.moves.length) - 1), ArrowRight: () => look((shown ?? game.moves.length) + 1), Home: () => look(0), End: () => look(game.moves.length), " ": () => (whole ? play() : look(game.moves.length)), "/": () => openField() });
const turnBoard = () => ((turned = !turned), board?.turn(!board.turned), strips());
const ALT = /** @type {Record<string, () => void>} */ ({ KeyN: ACTS.new_game, KeyF: turnBoard, KeyT: ACTS.text_mode,
  KeyH: () => playing() && hint(), KeyG: () => playing() && resign(), KeyU: () => playing() && ACTS.take_back(), KeyD: () => playing() && ACTS.draw(),
  KeyC: () => speak(QUESTIONS.c("") ?? "") });

addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (!game || event.ctrlKey || event.metaKey || target.matches("input, textarea")) return;
  if (event.altKey) {
    if (ALT[event.code]) event.preventDefault(), ALT[event.code]();
  } else if (STEPS[event.key] && !(event.key === " " && target.closest("button, a"))) event.preventDefault(), STEPS[event.key]();
  else if (event.key.toLowerCase() === "f" && !playing()) turnBoard();
  else if (/^[a-zA-Z0-9]$/.test(event.key) && target.closest(".board, body") && mine() && !target.closest("button, .log")) event.preventDefault(), openField(event.key);
});

for (const name of ["home", "turn", "more"]) $(name).append(icon(name));
$("turn").addEventListener("click", turnBoard);
$("menu").append(...MENU.map((name) => button("", texts[name], () => ($("menu").hidePopover(), ACTS[name]()), "item")));
for (const name of ["first", "previous", "", "next", "last"]) {
  const made = name ? button(name, texts[name], STEPS[{ first: "Home", previous: "ArrowLeft", next: "ArrowRight", last: "End" }[name] ?? ""], "step") : el("button", "live");
  if (!name) made.addEventListener("click", STEPS[" "]);
  if (!name && whole) made.title = texts.play, made.setAttribute("aria-label", texts.play);
  $("nav").append(made);
}
addEventListener("tab", () => game && around());
wide.addEventListener("change", () => game && around());
addEventListener("resize", () => (board?.draw(), game && list.at(shown ?? game.moves.length)));
document.documentElement.classList.toggle("hall", new URLSearchParams(location.search).has("projector"));
if (localStorage.texting) texting(true);
setInterval(tick, LOOK);

/** Look at the position that the address names. */
const goTo = () => {
  const asked = /^#ply=(\d+)$/.exec(location.hash);
  if (asked && game) look(Number(asked[1]));
};
addEventListener("hashchange", goTo);

/** Hear of the game from its server, as whose seat the address says. */
async function hear() {
  const seat = /^#seat=(.+)$/.exec(location.hash);
  if (seat) {
    history.replaceState(null, "", location.pathname + location.search);
    const name = localStorage.getItem("name"), done = await post(`${key}/sit`, { token: seat[1], ...(name ? { name } : {}) });
    if (done?.error) speak(done.error);
  }
  follow(`${key}/stream?lang=${document.documentElement.lang.replace("-", "_")}`, (said) => NEWS[said.type]?.(said), (now) => {
    if (now === there) return;
    there = now;
    if (game) head();
    if (!game?.ended) speak(now ? texts.back : texts.cut);
  });
}

/** @param {Element | null} data */
const take = (data) => NEWS.full(JSON.parse(data?.textContent ?? ""));
if (!whole) hear();
else {
  take(whole);
  if (document.body.hasAttribute("data-live")) renew((text) => take(new DOMParser().parseFromString(text, "text/html").getElementById("game")));
}
