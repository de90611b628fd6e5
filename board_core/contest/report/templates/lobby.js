// The page where games are begun, and all running ones are seen.

import { Board, el, fill, resultText, showBoard } from "./board.js";
import { Clocks } from "./clock.js";
import { follow, post } from "./stream.js";

const texts = JSON.parse(document.getElementById("texts")?.textContent ?? "");
const form = /** @type {HTMLFormElement} */ (document.getElementById("new")), live = /** @type {HTMLElement} */ (document.getElementById("live")), past = /** @type {HTMLElement} */ (document.getElementById("past")?.parentElement);
/** @param {string} name @returns {HTMLSelectElement} */
const choice = (name) => /** @type {HTMLSelectElement} */ (form.elements.namedItem(name));
const STEPS = 6; // of Elo
const KEPT = ["name", "game", "opponent", "clock"];
/** @type {Map<string, {root: HTMLElement, board: Board, clocks: Clocks, end: HTMLElement, sides: HTMLElement[]}>} */
const seen = new Map();
const styled = new Set();

/** Offer the levels that the chosen game has. @param {boolean} again whether somebody has chosen before */
function offer(again) {
  const game = texts.games.find((/** @type {any} */ each) => each.name === choice("game").value), was = choice("opponent").value;
  const [least, most] = game.elos ?? [], elos = least ? [...Array(STEPS + 1).keys()].map((step) => Math.round((least + ((most - least) * step) / STEPS) / 50) * 50) : [];
  const levels = [...game.levels, ...elos.map((elo) => [`elo:${elo}`, fill(texts.elo, { elo })])];
  document.getElementById("levels")?.replaceChildren(...levels.map((/** @type {string[]} */ [level, name]) => {
    const option = /** @type {HTMLOptionElement} */ (el("option", "", name));
    option.value = level;
    return option;
  }));
  choice("opponent").value = again && [...choice("opponent").options].some((each) => each.value === was) ? was : game.levels[Math.floor(game.levels.length / 3)]?.[0] ?? "";
  for (const each of choice("clock").options) if (!each.value) each.disabled = !game.untimed_ok;
}

for (const name of KEPT) {
  const kept = localStorage.getItem(name);
  if (name === "opponent") offer(false);
  if (kept !== null && (name === "name" || [...choice(name).options].some((each) => each.value === kept))) choice(name).value = kept;
}
choice("game").addEventListener("change", () => offer(true));
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const facts = Object.fromEntries(new FormData(form)), [base, increment] = String(facts.clock).split(" ").map(Number);
  for (const name of KEPT) localStorage.setItem(name, String(facts[name]));
  const said = await post("play", { name: facts.name, game: facts.game, opponent: facts.opponent, color: facts.color, base: facts.clock ? base : null, increment: facts.clock ? increment : 0 });
  if (said?.invite) sessionStorage.setItem(`invite ${said.key}`, said.invite);
  if (said?.key) location.href = `game/${said.key}`;
  else /** @type {HTMLElement} */ (document.getElementById("error")).textContent = said?.error ?? texts.cut;
});

/** Put a game among the live ones. @param {any} game */
function add(game) {
  if (!styled.has(game.game)) {
    const link = /** @type {HTMLLinkElement} */ (el("link"));
    link.rel = "stylesheet";
    link.href = `style/${encodeURIComponent(game.game)}.css`;
    document.head.append(link);
    styled.add(game.game);
  }
  const root = /** @type {HTMLAnchorElement} */ (el("a", `card mini ${game.style}`)), frame = el("div", "frame");
  const board = new Board(frame, { ...game, places: Array(game.columns * game.rows).fill(null) });
  const faces = [el("span", "clock"), el("span", "clock")], end = el("p", "hint");
  const sides = [0, 1].map((color) => {
    const side = el("div", "strip");
    side.append(el("span", `disc ${color ? "black" : "white"}`), el("bdi", "nm grow", game.names[color]), faces[color]);
    return side;
  });
  root.href = `game/${game.key}`;
  root.title = game.title;
  root.append(sides[1], frame, sides[0], end);
  live.append(root);
  seen.set(game.key, { root, board, clocks: new Clocks(faces), end, sides });
}

/** @param {any} game */
function show(game) {
  const kept = seen.get(game.key);
  if (!kept) return;
  if (game.ended) {
    const result = resultText(game.ended.result);
    kept.end.textContent = `${result} ${game.ended.text}`;
    if (!past.querySelector(`[href="/game/${game.key}"]`)) {
      const done = /** @type {HTMLAnchorElement} */ (el("a", "done")), who = el("span");
      const [white, black] = game.names.map((/** @type {string} */ name) => el("bdi", "", name));
      done.href = `/game/${game.key}`;
      who.append(white, " – ", black);
      done.append(who, el("b", "", result), el("span", "", game.ended.text));
      past.querySelector("h2")?.after(done);
      past.querySelector(":scope > .hint")?.remove();
    }
  }
  showBoard(kept.board.cells, game.squares, game.last, game.marked);
  kept.clocks.set(game.clock);
  kept.sides.forEach((side, color) => side.classList.toggle("on", !game.ended && game.turn === color));
}

follow(`live?lang=${document.documentElement.lang.replace("-", "_")}`, (said) => {
  if (said.type === "move") return show(said);
  const keys = said.games.map((/** @type {any} */ each) => each.key);
  for (const [key, { root }] of seen) if (!keys.includes(key)) root.remove(), seen.delete(key);
  for (const game of said.games) {
    if (!seen.has(game.key)) add(game);
    show(game);
  }
  /** @type {HTMLElement} */ (document.getElementById("none")).hidden = seen.size > 0;
}, (there) => live.classList.toggle("away", !there));
setInterval(() => seen.forEach(({ clocks }) => clocks.tick()), 200);
