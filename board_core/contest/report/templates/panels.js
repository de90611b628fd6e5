// What stands beside a board: tabs, moves, graph, lines, log, the reason of a loss; moves in words.

import { el, fill, svg } from "./board.js";
import { clockText } from "./clock.js";

/** @typedef {{n: string, by: number, used: number | null, score: string | null, text: string}} Move */
/** @typedef {{by: number, depth: number | null, score: string | null, line: string, nps: number | null}} Thought */
/** @typedef {{by: number | null, kind: string, at: number, text: string}} LogLine */
/** @typedef {{headline: string, code?: string, advice?: string, where?: string, source?: (string | [number, string, boolean])[], lines?: string[], facts?: [string, string][]}} Why */
/** @typedef {{ply: number, mark: string, score: string | null, best: string | null}} Mark */

const KEPT = 600; // lines of a log
const HALF = 3; // pawns that are drawn half way up

/** Parts of a page of which one is shown at a time, each by its tab. */
export class Tabs {
  /** @param {HTMLElement} list @param {HTMLElement[]} panes each with its title as label */
  constructor(list, panes) {
    this.panes = panes;
    this.chosen = "";
    this.buttons = new Map(panes.map((pane) => {
      const button = el("button", pane.classList.contains("failure") ? "tab bad" : "tab", pane.getAttribute("aria-label") ?? "");
      button.id = `tab-${pane.id}`;
      button.setAttribute("role", "tab");
      button.setAttribute("aria-controls", pane.id);
      button.addEventListener("click", () => this.choose(pane.id));
      pane.setAttribute("role", "tabpanel");
      return [pane.id, button];
    }));
    list.append(...this.buttons.values());
    list.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step) return;
      const there = [...this.buttons.values()].filter((each) => each.offsetParent);
      const next = there[(there.findIndex((each) => each.tabIndex === 0) + step + there.length) % there.length];
      next.focus();
      next.click();
      event.preventDefault();
      event.stopPropagation();
    });
    this.choose(panes[0].id);
  }

  /** @param {string} id */
  choose(id) {
    this.chosen = id;
    for (const pane of this.panes) {
      const button = this.buttons.get(pane.id), on = pane.id === id;
      pane.hidden = !on;
      button?.setAttribute("aria-selected", String(on));
      button?.setAttribute("tabindex", on ? "0" : "-1");
    }
    dispatchEvent(new Event("tab"));
  }

  /** Let a tab be there while its part holds something. @param {string} id @param {unknown} there */
  hold(id, there) {
    this.buttons.get(id)?.toggleAttribute("hidden", !there);
    if (!there && this.chosen === id) this.choose(this.panes[0].id);
  }
}

export class MoveList {
  /** @param {HTMLElement} root @param {(ply: number) => void} go @param {string} empty what it says before the first move */
  constructor(root, go, empty = "") {
    this.root = root;
    this.empty = empty;
    this.first = this.numbered = 0;
    /** @type {HTMLElement[]} */
    this.buttons = [];
    root.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement | null} */ (event.target instanceof Element && event.target.closest("[data-ply]"));
      if (button) go(Number(button.dataset.ply));
    });
  }

  /** @param {Move[]} moves @param {number} first who begins @param {string} [end] the result in words */
  set(moves, first, end = "") {
    this.first = first;
    this.buttons = [];
    this.numbered = 0;
    this.root.replaceChildren(...(moves.length || end ? [] : [el("p", "empty", this.empty)]));
    moves.forEach((move) => this.add(move));
    if (end) this.root.append(el("p", "res", end));
  }

  /** @param {Move} move */
  add(move) {
    const count = this.buttons.length, last = this.buttons[count - 1];
    if (!count) this.root.replaceChildren();
    if (!last || move.by === this.first || Number(last.dataset.by) === move.by) {
      this.root.append(el("span", "no", String((this.numbered += 1))));
      if (move.by !== this.first) this.root.append(el("span", "mv", "…"));
    }
    const button = el("button", "mv"), used = move.used === null ? "" : move.used < 60 ? move.used.toFixed(1) : clockText(move.used);
    button.append(el("b", "", move.n), el("i", "", used));
    button.dataset.ply = String(count + 1);
    button.dataset.by = String(move.by);
    button.tabIndex = -1;
    button.classList.toggle("second", move.by !== this.first);
    this.root.append(button);
    this.buttons.push(button);
  }

  /** @param {number} ply */
  at(ply) {
    for (const button of this.root.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current"), button.setAttribute("tabindex", "-1");
    const button = this.buttons[ply - 1], pane = this.root.parentElement ?? this.root;
    if (!button) return void (pane.scrollTop = 0);
    button.setAttribute("aria-current", "true");
    button.tabIndex = 0;
    const top = button.offsetTop - pane.offsetTop, low = pane.scrollTop + pane.clientHeight - 2 * button.offsetHeight;
    if (top < pane.scrollTop || top > low) pane.scrollTop = ply === this.buttons.length ? pane.scrollHeight : top - pane.clientHeight / 2;
  }

  /** @param {Mark} mark @param {string} best words for the better move */
  mark(mark, best) {
    const button = this.buttons[mark.ply - 1], name = button?.querySelector("b");
    if (!name || !mark.mark || name.querySelector("em")) return;
    name.append(el("em", mark.mark === "??" ? "bad" : "poor", mark.mark));
    if (mark.best) button.title = fill(best, { move: mark.best });
  }
}

/** Return a score as its height from -1 to 1, White's view. @param {string | null} score @returns {number | null} */
export const height = (score) => !score ? null : score.startsWith("#") ? (score.includes("-") ? -1 : 1) : Math.tanh((Number(score) * 0.55) / HALF);

export class Graph {
  /** @param {HTMLElement} root @param {(ply: number) => void} go @param {Record<string, string>} texts */
  constructor(root, go, texts) {
    this.root = root;
    this.texts = texts;
    this.count = 1;
    root.addEventListener("pointerdown", (event) => {
      const box = root.querySelector("svg")?.getBoundingClientRect();
      if (box) go(Math.max(0, Math.min(this.count, Math.round(((event.clientX - box.x) / box.width) * this.count + 0.5))));
    });
  }

  /** @param {Move[]} moves @param {Map<number, Mark>} marks @param {number} ply */
  set(moves, marks, ply) {
    const wide = (this.count = Math.max(1, moves.length)), longest = Math.max(0.1, ...moves.map((move) => move.used ?? 0));
    const points = moves.map((move, at) => [at + 0.5, height(marks.get(at + 1)?.score ?? move.score)]).filter((each) => each[1] !== null);
    const area = points.map(([x, y]) => `${x},${50 - 46 * Number(y)}`).join(" ");
    /** @type {(name: string) => SVGElement} */
    const picture = (name) => svg("svg", { viewBox: `0 0 ${wide} 100`, preserveAspectRatio: "none", role: "img", "aria-label": name });
    const scores = picture(this.texts.scores), times = picture(this.texts.times);
    if (points.length) {
      scores.append(svg("rect", { class: "half", x: 0, y: 50, width: wide, height: 50 }),
        svg("polygon", { points: `${points[0][0]},50 ${area} ${points[points.length - 1][0]},50` }),
        svg("line", { class: "even", x1: 0, x2: wide, y1: 50, y2: 50 }), svg("polyline", { points: area }));
      for (const mark of marks.values())
        if (mark.mark) scores.append(svg("line", { class: mark.mark === "??" ? "bad" : "poor", x1: mark.ply - 0.5, x2: mark.ply - 0.5, y1: 2, y2: 12 }));
    }
    moves.forEach((move, at) => times.append(svg("rect", { class: move.by ? "black" : "white", x: at + 0.1, width: 0.8,
      y: 100 - (96 * (move.used ?? 0)) / longest, height: (96 * (move.used ?? 0)) / longest })));
    for (const each of [scores, times]) if (ply) each.append(svg("line", { class: "here", x1: ply - 0.5, x2: ply - 0.5, y1: 0, y2: 100 }));
    const now = moves[ply - 1], parts = [];
    if (points.length) parts.push(el("p", "label", [this.texts.scores, now ? `${now.n} ${now.score ?? ""}` : ""].join(" · ")), scores);
    this.root.replaceChildren(...parts, el("p", "label", fill(this.texts.longest, { seconds: longest.toFixed(1) })), times);
  }
}

/** Return the section with what a program thinks.
 * @param {Thought} thought @param {string} name @param {boolean} thinking @param {Record<string, string>} texts */
export function lines(thought, name, thinking, texts) {
  const section = el("section", thinking ? "eng now" : "eng"), title = el("h2"), row = el("div", "ln");
  title.append(el("span", `disc ${thought.by ? "black" : "white"}`), el("bdi", "cut", name));
  const facts = [thinking ? "" : texts.old, thought.depth === null ? "" : fill(texts.depth, { depth: thought.depth }),
    thought.nps ? fill(texts.speed, { count: thought.nps < 10000 ? thought.nps : `${Math.round(thought.nps / 1000)}k` }) : ""];
  row.append(el("span", thought.score?.includes("-") ? "sc n" : "sc", thought.score ?? "–"), el("span", "tx", thought.line));
  section.append(title, el("p", "", facts.filter(Boolean).join(" · ")), row);
  return section;
}

/** @type {Record<string, string>} */
const WAYS = { "<": "→", ">": "←" };

export class Log {
  /** @param {HTMLElement} root @param {(by: number | null) => string} name @param {Record<string, string>} texts */
  constructor(root, name, texts) {
    this.name = name;
    this.list = el("div", "log");
    this.list.tabIndex = 0;
    this.list.setAttribute("role", "log");
    this.list.setAttribute("aria-live", "off");
    this.list.setAttribute("aria-label", texts.log);
    const chips = el("div", "filter");
    for (const [shown, title] of Object.entries({ all: texts.both, w: texts.white, b: texts.black, error: texts.errors })) {
      const chip = el("button", "chip", title);
      chip.setAttribute("aria-pressed", String(shown === "all"));
      chip.addEventListener("click", () => {
        this.list.dataset.only = shown;
        for (const each of chips.children) each.setAttribute("aria-pressed", String(each === chip));
      });
      chips.append(chip);
    }
    root.replaceChildren(chips, this.list);
  }

  /** @param {LogLine} line */
  add(line) {
    const { list } = this, low = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    const row = el("p", `${line.by === 0 ? "w" : line.by === 1 ? "b" : "all"}${line.kind === "!" ? " error" : ""}`);
    row.append(el("span", "at", clockText(line.at)), el("bdi", "by", this.name(line.by)), el("b", "", WAYS[line.kind] ?? line.kind), el("bdi", "", line.text));
    list.append(row);
    if (list.childElementCount > KEPT) list.firstElementChild?.remove();
    if (low) list.scrollTop = list.scrollHeight;
  }
}

/** Fill a pane with the reason of a loss.
 * @param {HTMLElement} root @param {Why} why @param {Record<string, string>} texts */
export function showWhy(root, why, texts) {
  const facts = el("dl", "dl"), pre = why.lines?.length && el("pre", "", why.lines.join("\n")), code = why.code && el("code", "", why.code);
  if (code) code.title = `board why ${why.code}`;
  root.replaceChildren(el("h2", "", why.headline));
  if (why.where || why.source?.length) {
    const source = el("div", "src");
    if (why.where) source.append(el("p", "", why.where));
    for (const line of why.source ?? []) {
      const [number, text, hit] = typeof line === "string" ? ["", line, false] : line, div = el("div", hit ? "hit" : "");
      div.append(el("i", "", String(number)), el("code", "", text));
      source.append(div);
    }
    root.append(source);
  }
  for (const [label, text] of [...(why.facts ?? []), [texts.advice, why.advice], [texts.last_lines, pre], [texts.code, code]]) {
    if (!text) continue;
    facts.append(el("dt", "", String(label)), el("dd"));
    facts.lastElementChild?.append(text);
  }
  root.append(facts);
}

/** Return a move in words: "knight takes e5, check". Other games' notations are read as they are.
 * @param {string} notation @param {Record<string, any>} texts */
export function inWords(notation, texts) {
  const castles = /^O-O(-O)?([+#]?)$/.exec(notation), found = castles ?? /^([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=([QRBNK]))?([+#]?)$/.exec(notation);
  if (!found) return notation.replace("@", ` ${texts.at} `);
  const ending = { "+": texts.check, "#": texts.mate }[found[castles ? 2 : 6]];
  const [, piece, from, takes, to, becomes] = found, said = castles ? [castles[1] ? texts.long : texts.short]
    : [piece && texts.pieces[piece.toLowerCase()], from, takes && texts.takes, to, becomes && `${texts.becomes} ${texts.pieces[becomes.toLowerCase()]}`];
  return said.filter(Boolean).join(" ") + (ending ? `, ${ending}` : "");
}
