// Steps through games whose positions are in the page, counts clocks down, shows one part of a page
// at a time, and fetches what is new.
// It writes text and classes only: nothing of a page is ever read as markup but what the server made.

import { showBoard } from "./board.js";
import { LOW, face } from "./clock.js";
import { Tabs } from "./panels.js";
import { post } from "./stream.js";

const TICK = 200; // ms
const PLAY = 800; // ms a move
const POLL = 2000; // ms, without a stream of news
const SILENT = 40_000; // ms after which a stream is not believed

// The viewer

let viewer = null;

// Returns the ply that the address names.
function asked() {
  const found = /^#ply=(\d+)$/.exec(location.hash);
  return found && Number(found[1]);
}

class Viewer {
  constructor(root) {
    this.root = root;
    this.data = JSON.parse(root.querySelector(".data").textContent);
    this.cells = [...root.querySelectorAll(".board i")];
    this.text = root.querySelector(".board.text");
    this.last = this.data.squares.length - 1;
    this.timer = null;
    root.addEventListener("click", (event) => this.clicked(event));
    this.show(asked() ?? this.last);
  }

  show(ply) {
    this.ply = Math.max(0, Math.min(this.last, ply));
    const { squares, last, marked } = this.data;
    showBoard(this.cells, squares[this.ply], last[this.ply], marked[this.ply]);
    if (this.text) this.text.textContent = this.data.texts[this.ply];
    for (const [kind, said] of [["beside", this.data.beside], ["clock", this.data.clocks]])
      for (const side of this.root.querySelectorAll(`[data-${kind}]`)) side.textContent = said[this.ply][Number(side.dataset[kind])];
    const share = this.root.querySelector(".evalbar rect");
    if (share) share.setAttribute("height", this.data.scores[this.ply] ?? 50);
    for (const strip of this.root.querySelectorAll(".strip"))
      strip.classList.toggle("on", strip.classList.contains(this.data.turns[this.ply] || "-"));
    this.root.classList.toggle("at-end", this.ply === this.last);
    this.root.querySelector(".ply").textContent = `${this.ply} / ${this.last}`;
    for (const here of this.root.querySelectorAll(".here")) here.classList.remove("here");
    const move = this.root.querySelector(`[data-ply="${this.ply}"]`), list = this.root.querySelector("#moves");
    for (const mark of this.root.querySelectorAll(`a[href="#ply=${this.ply}"]`)) mark.classList.add("here");
    if (!move) list.scrollTop = 0;
    else {
      const top = move.getBoundingClientRect().top - list.getBoundingClientRect().top;
      if (top < 40 || top > list.clientHeight - 40) list.scrollTop += top - list.clientHeight / 2;
    }
    if (this.ply === this.last) this.pause();
  }

  go(where) {
    if (where === "play") return this.timer ? this.pause() : this.play();
    if (where === "turn") return this.turn();
    this.pause();
    this.jump({ first: 0, back: this.ply - 1, on: this.ply + 1, last: this.last }[where]);
  }

  turn() {
    this.root.classList.toggle("turned");
    for (const edge of this.root.querySelectorAll(".edge")) edge.append(...[...edge.children].reverse());
  }

  jump(ply) {
    this.show(ply);
    history.replaceState(null, "", `#ply=${this.ply}`);
  }

  play() {
    if (this.ply === this.last) this.show(0);
    this.root.classList.add("playing");
    this.timer = setInterval(() => this.show(this.ply + 1), PLAY);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.root.classList.remove("playing");
  }

  clicked(event) {
    const button = event.target.closest("[data-go]"), move = event.target.closest("[data-ply]");
    if (button) this.go(button.dataset.go);
    if (move) {
      event.preventDefault();
      this.pause();
      this.jump(Number(move.dataset.ply));
    }
  }
}

const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "play", f: "turn", F: "turn" };

document.addEventListener("keydown", (event) => {
  if (!viewer || !(event.key in KEYS) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, summary, .log, [role=tab]")) return;
  if (event.key === " " && event.target.closest("button, a")) return;
  event.preventDefault();
  viewer.go(KEYS[event.key]);
});

addEventListener("hashchange", () => {
  if (viewer && asked() !== null) viewer.show(asked());
  unfold();
});

// Builds the viewer, and shows what the one before showed.
function watch(before) {
  const root = document.getElementById("viewer");
  viewer = root && new Viewer(root);
  if (!root) return;
  const panes = [...root.querySelectorAll(".panes > section")], tabs = new Tabs(root.querySelector(".tabs"), panes);
  for (const pane of panes) pane.tabIndex = 0;
  const wide = matchMedia("(min-width: 1600px)").matches, named = (id) => panes.find((pane) => pane.id === id);
  tabs.choose((named(before?.tabs.chosen) ?? named("why") ?? panes.find((pane) => !wide || pane.id !== "moves")).id);
  viewer.tabs = tabs;
  if (!before) return;
  if (before.root.classList.contains("turned")) viewer.turn();
  viewer.show(before.ply === before.last ? viewer.last : before.ply);
}

function unfold() {
  const there = document.getElementById(location.hash.slice(1));
  if (there instanceof HTMLDetailsElement) there.open = true;
  const views = [...document.querySelectorAll(".view")];
  const shown = views.find((view) => view.contains(there)) || views[0];
  if (!shown) return;
  for (const view of views) view.hidden = view !== shown;
  for (const link of document.querySelectorAll(".web nav a"))
    if (link.hash === `#${shown.id}`) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  if (there && there !== shown) there.scrollIntoView();
  else if (there) scrollTo(0, 0);
}

// Clocks that run

let since = performance.now();

const side = ({ dataset }) =>
  Object.fromEntries(["left", "delay", "period", "periods", "later"].map((name) => [name, Number(dataset[name] ?? 0)]));

function tick() {
  const passed = (performance.now() - since) / 1000;
  for (const clock of document.querySelectorAll("[data-runs][data-left]")) {
    clock.textContent = face(side(clock), passed);
    clock.classList.toggle("low", Number(clock.dataset.left) - passed < LOW);
  }
}

// News from a server

const known = new Map(); // the parts as they came, before a script touched them
let edition = null;
const live = document.body.hasAttribute("data-live");

function take(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const ids = (page) => [...page.querySelectorAll("[data-part]")].map((part) => part.id).join();
  const rounds = document.getElementById("rounds");
  if (ids(fresh) !== ids(document)) {
    if (!rounds || !fresh.getElementById("rounds")) return location.reload();
    const open = new Map([...rounds.querySelectorAll("details")].map((each) => [each.id, each.open]));
    rounds.replaceWith(document.importNode(fresh.getElementById("rounds"), true));
    for (const [id, was] of open) {
      const each = document.getElementById(id);
      if (each) each.open = was && each.open;
    }
  }
  let moved = false;
  for (const part of fresh.querySelectorAll("[data-part]")) {
    const html = part.outerHTML;
    const old = document.getElementById(part.id);
    if (!old || known.get(part.id) === html) continue;
    known.set(part.id, html);
    const added = document.importNode(part, true);
    if (old instanceof HTMLDetailsElement) added.open = old.open;
    old.replaceWith(added);
    moved = moved || part.id === "viewer";
  }
  if (moved) watch(viewer);
  since = performance.now();
}

async function poll() {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.pathname, { cache: "no-cache" });
    const tag = answer.headers.get("ETag");
    if ((answer.ok || answer.status === 503) && tag !== edition) {
      take(await answer.text());
      edition = tag;
    }
  } catch {
    // the server has gone, or will be back
  }
}

let stream = null;
let waiting = 0;

function askAfter(ms) {
  clearTimeout(waiting);
  waiting = setTimeout(() => (poll(), askAfter(POLL)), ms);
}

// Hears of news by a stream, which a hidden page gives back, and asks again and again without one.
function listen() {
  stream?.close();
  clearTimeout(waiting);
  if (document.hidden) return;
  poll();
  askAfter(SILENT);
  stream = new EventSource("news");
  stream.onmessage = () => (poll(), askAfter(SILENT));
  stream.onerror = () => askAfter(POLL);
}

// A game against an entry

const against = document.getElementById("against");
against?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const wish = Object.fromEntries(new FormData(against)), base = wish.base === "" ? null : Number(wish.base);
  const said = await post("play", { ...wish, base, increment: base === null ? 0 : 5 });
  if (said?.key) location.href = `game/${said.key}`;
  else against.querySelector("[role=alert]").textContent = said?.error ?? "…";
});

const token = document.getElementById("token");
if (token !== null) { // this tab alone remembers it
  token.value = token.value || sessionStorage.getItem("token") || "";
  token.form.addEventListener("submit", () => sessionStorage.setItem("token", token.value));
}
if (live) for (const part of document.querySelectorAll("[data-part]")) known.set(part.id, part.outerHTML);
watch(null);
unfold();
if (live) {
  setInterval(tick, TICK);
  listen();
  document.addEventListener("visibilitychange", listen);
}
