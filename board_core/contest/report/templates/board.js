// A board of any game: squares, points, cells, several boards; played by pointer and by keys.

/** @typedef {{squares: string | string[], last: number[], marked: number[], beside?: string[], text?: string}} Drawn */
/** @typedef {{text: string, n?: string, places: string[], alias?: boolean}} Legal */
/** @typedef {{kind: string, columns: number, rows: number, places: (string | null)[], you?: number | null, files?: string[], ranks?: string[], slant?: number}} Plan */

const EMPTY = ".", ABSENT = " ", SVG = "http://www.w3.org/2000/svg";
const GLIDE = 140; // ms
const SLIP = 5; // pixels that a press may slip before it is a drag

/** Return a new element; text of strangers never becomes markup.
 * @param {string} tag @param {string} [classes] @param {string} [text] @returns {HTMLElement} */
export function el(tag, classes = "", text = "") {
  const made = document.createElement(tag);
  if (classes) made.className = classes;
  if (text) made.textContent = text;
  return made;
}

/** @param {string} tag @param {Record<string, string | number>} facts @returns {SVGElement} */
export function svg(tag, facts) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(facts)) made.setAttribute(name, String(value));
  return made;
}

/** Return a text with its {names} filled in.
 * @param {string} text @param {Record<string, unknown>} facts */
export const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_all, name) => String(facts[name] ?? ""));

/** Return a result as people read it. @param {string} result */
export const resultText = (result) => result.replaceAll("1/2", "½").replace("-", "–");

/** @param {string} symbol */
export const isWhite = (symbol) => symbol === symbol.toUpperCase() && symbol !== symbol.toLowerCase();

/** @param {string | undefined} symbol */
const isPiece = (symbol) => symbol !== undefined && symbol !== EMPTY && symbol !== ABSENT;

/** Show a position on cells, line by line.
 * @param {HTMLElement[]} cells @param {string | string[]} squares @param {number[]} last @param {number[]} marked */
export function showBoard(cells, squares, last, marked) {
  cells.forEach((cell, at) => {
    const symbol = squares[at], there = isPiece(symbol);
    if (!there) cell.removeAttribute("data-p");
    else if (cell.dataset.p !== symbol) cell.dataset.p = symbol;
    cell.toggleAttribute("data-w", there && isWhite(symbol) && !/^[A-Z]/.test(symbol));
    cell.classList.toggle("absent", symbol === ABSENT);
    cell.classList.toggle("marked", marked.includes(at));
    cell.classList.toggle("last", last.includes(at) && !marked.includes(at));
  });
}

export class Board {
  /** Fill a frame with an empty board. Without texts it is a picture: nobody plays on it.
   * @param {HTMLElement} frame @param {Plan} plan @param {Record<string, any> | null} [texts] */
  constructor(frame, plan, texts = null) {
    this.frame = frame;
    this.plan = plan;
    this.texts = texts;
    this.text = plan.kind === "text" ? el("pre", "board text") : null;
    this.root = this.text ?? el("div", `board ${plan.kind}`);
    /** @type {HTMLElement[]} */
    this.cells = this.text ? [] : plan.places.map(() => el("i"));
    this.at = new Map(plan.places.map((place, at) => [place, at]));
    /** @type {Map<string, Legal[]>} */
    this.legal = new Map();
    /** @type {Set<string>} */
    this.origins = new Set();
    /** @type {string | string[]} */
    this.squares = "";
    /** @type {string | null} */
    this.chosen = null;
    /** @type {[string, string] | null} */
    this.premove = null;
    this.premoves = false;
    this.focused = 0;
    this.turned = false;
    /** @type {{places: string[], kind: string}[]} */
    this.shapes = [];
    /** @type {{place: string, x: number, y: number, lifted: boolean, was: boolean, right: boolean, ghost: HTMLElement | null} | null} */
    this.press = null;
    this.played = (/** @type {Legal} */ _move) => {};
    this.root.append(...this.cells);
    frame.replaceChildren(this.root);
    if (texts === null || this.text) this.root.setAttribute("aria-hidden", String(texts === null));
    else this.open();
  }

  /** Make the board one that is played on: a grid with one tab stop, letters beside it. */
  open() {
    const { columns, rows, places } = this.plan;
    const grid = el("div", "unseen");
    grid.setAttribute("role", "grid");
    grid.setAttribute("aria-label", this.texts?.board);
    this.cells.forEach((cell, at) => {
      cell.id = `c${at}`;
      if (places[at] === null) return;
      cell.setAttribute("role", "gridcell");
      cell.tabIndex = -1;
    });
    for (let row = 0; row < rows; row++) {
      const line = el("div"), ids = [];
      for (let at = row * columns; at < (row + 1) * columns; at++) if (places[at] !== null) ids.push(`c${at}`);
      line.setAttribute("role", "row");
      line.setAttribute("aria-owns", ids.join(" "));
      if (ids.length) grid.append(line);
    }
    this.drawn = /** @type {SVGElement} */ (svg("svg", { class: "shapes", "aria-hidden": "true" }));
    this.files = el("div", "edge");
    this.ranks = el("div", "edge up");
    for (const each of [this.files, this.ranks]) each.setAttribute("aria-hidden", "true");
    this.frame.append(grid, this.files, this.ranks, this.drawn);
    this.focused = places.findIndex((place) => place !== null);
    this.cells[this.focused].tabIndex = 0;
    this.letter();
    this.root.addEventListener("pointerdown", (event) => {
      const place = this.placeOf(event.target);
      if (place !== null) this.down(event, place);
    });
    this.root.addEventListener("contextmenu", (event) => event.preventDefault());
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.root.addEventListener("focusin", (event) => this.focus(this.cells.indexOf(/** @type {HTMLElement} */ (event.target))));
  }

  /** Write the names of files and ranks at the edges, where each column has one. */
  letter() {
    const files = this.plan.files ?? [], ranks = this.plan.ranks ?? [];
    if (!files.some(Boolean) || new Set(files).size < this.plan.columns || this.plan.slant) return;
    this.frame.classList.add("lettered");
    for (const [edge, names] of /** @type {[HTMLElement, string[]][]} */ ([[this.files, files], [this.ranks, ranks]])) {
      const spans = names.map((each) => el("span", "", each));
      edge.replaceChildren(...(this.turned ? spans.reverse() : spans));
    }
  }

  /** @param {boolean} on */
  turn(on) {
    this.turned = on;
    this.frame.classList.toggle("turned", on);
    this.letter();
    this.draw();
  }

  /** Show a position; what went elsewhere glides there.
   * @param {Drawn} drawn @param {boolean} [glides] */
  show(drawn, glides = false) {
    if (this.text) {
      this.text.textContent = drawn.text ?? "";
      return;
    }
    const before = this.squares;
    this.squares = drawn.squares;
    showBoard(this.cells, drawn.squares, drawn.last, drawn.marked);
    if (this.texts)
      this.cells.forEach((cell, at) => {
        if (before[at] !== drawn.squares[at] && this.plan.places[at] !== null) cell.setAttribute("aria-label", this.words(at));
      });
    if (glides && before && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.glide(before, drawn.squares);
    this.shapes = [];
    this.draw();
    this.paint();
  }

  /** @param {string | string[]} before @param {string | string[]} now */
  glide(before, now) {
    const changed = this.cells.map((_cell, at) => at).filter((at) => before[at] !== now[at]);
    const gone = changed.filter((at) => isPiece(before[at])), came = changed.filter((at) => isPiece(now[at]));
    if (came.length > 8) return; // another position, not a move
    for (const at of came) {
      const from = gone.findIndex((each) => before[each] === now[at]);
      if (from < 0) continue;
      const a = this.cells[gone.splice(from, 1)[0]].getBoundingClientRect(), cell = this.cells[at], b = cell.getBoundingClientRect();
      cell.classList.add("gliding");
      cell.animate([{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)` }, { transform: "none" }],
        { duration: GLIDE, easing: "ease-out", pseudoElement: "::after" }).finished.finally(() => cell.classList.remove("gliding"));
    }
  }

  /** Say what is on a cell.
   * @param {number} at */
  words(at) {
    const texts = this.texts ?? {}, place = this.plan.places[at] ?? "", symbol = this.squares[at];
    if (!isPiece(symbol)) return symbol === ABSENT ? fill(texts.absent, { place }) : place;
    return fill(texts.cell, { place, piece: this.named(symbol) });
  }

  /** Return the name of a piece, as "white knight".
   * @param {string} symbol @returns {string} */
  named(symbol) {
    const texts = this.texts ?? {}, kind = texts.pieces[symbol.toLowerCase()] ?? symbol;
    const piece = /points|cells/.test(this.plan.kind) ? texts.stone : kind;
    return fill(isWhite(symbol) ? texts.white_piece : texts.black_piece, { piece });
  }

  /** Let these moves be made, or premoves with one's own pieces while the opponent is to move.
   * @param {Legal[] | null} legal @param {boolean} [premoves] */
  allow(legal, premoves = false) {
    this.legal = new Map();
    for (const move of legal ?? []) {
      const { places } = move, key = places.length > 1 ? `${places[0]} ${places[places.length - 1]}` : places.join();
      if (!(move.alias && this.legal.has(key))) this.legal.set(key, [...(this.legal.get(key) ?? []), move]);
    }
    this.origins = new Set([...this.legal.keys()].filter((key) => key.includes(" ")).map((key) => key.split(" ")[0]));
    this.premoves = premoves;
    this.root.classList.toggle("mine", this.legal.size > 0 || premoves);
    this.root.classList.toggle("ready", this.legal.size > 0);
    this.root.classList.toggle("putting", this.legal.size > 0 && this.origins.size === 0);
    this.frame.querySelector(".chooser")?.remove();
    const kept = this.premove;
    if (legal) this.premove = null;
    if (this.chosen !== null && !this.lifts(this.chosen)) this.chosen = null;
    this.paint();
    const moves = legal && kept && this.legal.get(kept.join(" "));
    if (moves) this.make(moves[0]);
  }

  /** Whether something at this place may be picked up.
   * @param {string} place */
  lifts(place) {
    if (this.legal.size) return this.origins.has(place);
    if (!this.premoves) return false;
    const symbol = place.endsWith("@") ? place[0] : this.squares[this.at.get(place) ?? -1];
    return isPiece(symbol) && isWhite(symbol) === (this.plan.you === 0);
  }

  /** @param {string} from @param {string} to */
  leads(from, to) {
    return from !== to && (this.legal.size ? this.legal.has(`${from} ${to}`) : this.premoves && !this.lifts(to));
  }

  /** @param {string | null} place */
  choose(place) {
    this.chosen = place;
    if (place !== null) this.premove = null;
    this.paint();
  }

  /** Mean a place, by a click or a key.
   * @param {string} place */
  pick(place) {
    if (this.chosen !== null && this.leads(this.chosen, place)) return this.try(this.chosen, place);
    if (this.lifts(place)) return this.choose(this.chosen === place ? null : place);
    this.premove = null;
    this.choose(null);
    const moves = this.legal.get(place);
    if (moves) this.among(moves, place);
    else if (this.legal.size && !this.origins.size && !this.legal.has("")) this.played({ text: place, places: [place] });
  }

  /** @param {string} from @param {string} to */
  try(from, to) {
    const moves = this.legal.get(`${from} ${to}`);
    this.choose(null);
    if (moves) return this.among(moves, to);
    this.premove = [from, to];
    this.paint();
  }

  /** Make the one move, or ask which.
   * @param {Legal[]} moves @param {string} place */
  among(moves, place) {
    if (moves.length === 1) return this.make(moves[0]);
    const box = el("div", "chooser"), target = this.cells[this.at.get(place) ?? 0], white = this.plan.you === 0;
    const asked = /** @type {HTMLElement | null} */ (document.activeElement);
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", this.texts?.which);
    let pressed = false;
    box.addEventListener("pointerdown", () => (pressed = true));
    for (const move of moves) {
      const rest = move.places.reduce((text, each) => text.replace(each, ""), move.text).replace(/[^a-z]/gi, "");
      const button = el("button", "board", rest.length === 1 ? "" : move.n ?? move.text);
      button.setAttribute("aria-label", move.n ?? move.text);
      if (rest.length === 1) button.append(el("i"));
      if (rest.length === 1) /** @type {HTMLElement} */ (button.firstChild).dataset.p = white ? rest.toUpperCase() : rest.toLowerCase();
      button.addEventListener("click", (event) => {
        if (event.detail && !pressed) return; // the end of the tap that opened it
        box.remove();
        asked?.focus();
        this.make(move);
      });
      box.append(button);
    }
    box.addEventListener("keydown", (event) => {
      const buttons = /** @type {HTMLElement[]} */ ([...box.children]), at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (step) buttons[(at + step + buttons.length) % buttons.length].focus();
      else if (event.key === "Escape") box.remove(), asked?.focus();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    this.frame.querySelector(".chooser")?.remove();
    this.frame.append(box);
    const around = this.frame.getBoundingClientRect(), cell = target.getBoundingClientRect();
    box.style.left = `${Math.max(0, Math.min(around.width - box.offsetWidth, cell.x - around.x + (cell.width - box.offsetWidth) / 2))}px`;
    box.style.top = `${Math.max(0, Math.min(around.height - box.offsetHeight, cell.y - around.y))}px`;
    /** @type {HTMLElement} */ (box.firstChild).focus();
  }

  /** @param {Legal} move */
  make(move) {
    const from = this.at.get(move.places[0]), to = this.at.get(move.places[move.places.length - 1]);
    if (move.places.length > 1 && from !== undefined && to !== undefined && !move.alias) {
      const squares = [...this.squares]; // shown at once; the server's board replaces it
      [squares[to], squares[from]] = [squares[from], EMPTY];
      this.show({ squares, last: [from, to], marked: [] }, this.press === null);
    }
    this.legal = new Map();
    this.paint();
    this.played(move);
  }

  /** Show what is chosen and where it can go. */
  paint() {
    /** @type {Set<string | null>} */
    const targets = new Set(), { chosen } = this;
    if (chosen !== null) for (const key of this.legal.keys()) if (key.startsWith(`${chosen} `)) targets.add(key.slice(chosen.length + 1));
    this.cells.forEach((cell, at) => {
      const place = this.plan.places[at];
      cell.classList.toggle("chosen", place !== null && place === chosen);
      cell.classList.toggle("to", targets.has(place));
      cell.classList.toggle("pre", place !== null && (this.premove?.includes(place) ?? false));
    });
    for (const button of document.querySelectorAll("[data-hand]"))
      button.classList.toggle("chosen", /** @type {HTMLElement} */ (button).dataset.hand === chosen);
  }

  /** @param {EventTarget | null} target @returns {string | null} */
  placeOf(target) {
    const cell = target instanceof Element ? target.closest(".board i") : null;
    return this.plan.places[this.cells.indexOf(/** @type {HTMLElement} */ (cell))] ?? null;
  }

  /** Begin a press at a place, or at a piece in hand.
   * @param {PointerEvent} event @param {string} place */
  down(event, place) {
    if (event.button > 2 || event.button === 1 || this.press) return;
    const right = event.button === 2, chosen = this.chosen;
    const lifted = !right && this.lifts(place) && !(chosen !== null && this.leads(chosen, place));
    this.press = { place, x: event.clientX, y: event.clientY, lifted, was: chosen === place, right, ghost: null };
    if (!right && this.shapes.length) (this.shapes = []), this.draw();
    if (right && (chosen !== null || this.premove)) (this.premove = null), this.choose(null);
    if (lifted) this.choose(place);
    event.preventDefault(); // the focus is for keys
    const going = new AbortController(), once = { signal: going.signal };
    addEventListener("pointermove", (each) => this.drag(each), once);
    addEventListener("pointerup", (each) => (going.abort(), this.up(each)), once);
    addEventListener("pointercancel", () => (going.abort(), this.drop()), once);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const { press } = this;
    if (!press || press.right) return;
    const over = this.placeOf(document.elementFromPoint(event.clientX, event.clientY));
    this.cells.forEach((cell, at) => cell.classList.toggle("aim", over !== null && this.plan.places[at] === over));
    if (!press.lifted || (!press.ghost && Math.hypot(event.clientX - press.x, event.clientY - press.y) < SLIP)) return;
    const at = this.at.get(press.place), side = this.cells[at ?? 0].getBoundingClientRect().width;
    if (!press.ghost) {
      press.ghost = el("div", `ghost board ${this.plan.kind}`);
      const piece = press.ghost.appendChild(el("i"));
      piece.dataset.p = at === undefined ? press.place.slice(0, -1) : this.squares[at];
      press.ghost.style.width = press.ghost.style.height = `${side}px`;
      this.frame.append(press.ghost);
      if (at !== undefined) this.cells[at].classList.add("lifted");
    }
    press.ghost.style.left = `${event.clientX - side / 2}px`;
    press.ghost.style.top = `${event.clientY - side / 2}px`;
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { press } = this, over = this.placeOf(document.elementFromPoint(event.clientX, event.clientY));
    if (!press) return;
    const dragged = press.ghost !== null;
    if (press.right) {
      if (over !== null) this.sketch(over === press.place ? [over] : [press.place, over]);
    } else if (dragged) {
      if (over !== null && this.leads(press.place, over)) this.try(press.place, over);
      else if (over !== press.place) this.choose(null);
    } else if (press.lifted) {
      if (press.was) this.choose(null);
    } else if (over !== null && (over === press.place || !this.origins.size)) this.pick(over);
    this.drop();
  }

  drop() {
    this.press?.ghost?.remove();
    this.press = null;
    for (const cell of this.cells) cell.classList.remove("lifted", "aim");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const ways = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
    const way = ways[event.key], { columns, rows, places } = this.plan;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (way) {
      const sign = this.turned ? -1 : 1;
      let x = this.focused % columns, y = Math.floor(this.focused / columns);
      do (x += sign * way[0]), (y += sign * way[1]);
      while (x >= 0 && x < columns && y >= 0 && y < rows && places[y * columns + x] === null);
      if (x >= 0 && x < columns && y >= 0 && y < rows) this.focus(y * columns + x, true);
    } else if (event.key === "Enter" || event.key === " ") this.pick(places[this.focused] ?? "");
    else if (event.key === "Escape") (this.premove = null), this.choose(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} at @param {boolean} [really] */
  focus(at, really = false) {
    if (at < 0) return;
    this.cells[this.focused].tabIndex = -1;
    this.focused = at;
    this.cells[at].tabIndex = 0;
    if (really) this.cells[at].focus();
  }

  /** Draw an arrow or a circle, or remove it if it is there.
   * @param {string[]} places @param {string} [kind] */
  sketch(places, kind = "own") {
    const kept = this.shapes.filter((each) => each.places.join() !== places.join());
    this.shapes = kept.length < this.shapes.length ? kept : [...kept, { places, kind }];
    this.draw();
  }

  draw() {
    if (!this.drawn) return;
    const around = this.frame.getBoundingClientRect(), unit = this.cells[0].getBoundingClientRect().width;
    this.drawn.setAttribute("viewBox", `0 0 ${around.width} ${around.height}`);
    this.drawn.replaceChildren(...this.shapes.map(({ places, kind }) => {
      const [a, b] = [places[0], places[places.length - 1]].map((place) => {
        const box = this.cells[this.at.get(place) ?? 0].getBoundingClientRect();
        return { x: box.x - around.x + box.width / 2, y: box.y - around.y + box.height / 2 };
      });
      if (places.length < 2 || !this.at.has(places[0])) return svg("circle", { class: kind, cx: b.x, cy: b.y, r: unit * 0.45, "stroke-width": unit * 0.07 });
      const long = Math.hypot(b.x - a.x, b.y - a.y), x = (b.x - a.x) / long, y = (b.y - a.y) / long, w = unit * 0.09, h = unit * 0.34;
      const points = [[0, w], [long - h, w], [long - h, 2.4 * w], [long - 2, 0], [long - h, -2.4 * w], [long - h, -w], [0, -w]];
      return svg("polygon", { class: kind, points: points.map(([u, v]) => `${a.x + u * x - v * y},${a.y + u * y + v * x}`).join(" ") });
    }));
  }
}
