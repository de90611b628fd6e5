// The pages of a contest but for its games: counts clocks down, shows one part of a page at a time,
// and fetches what is new.
// It writes text and classes only: nothing of a page is ever read as markup but what the server made.

import { face } from "./clock.js";
import { post, renew } from "./stream.js";

const TICK = 200; // ms

function unfold() {
  const there = document.getElementById(location.hash.slice(1));
  if (there instanceof HTMLDetailsElement) there.open = true;
  const views = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".view")]);
  const shown = views.find((view) => view.contains(there)) || views[0];
  if (!shown) return;
  for (const view of views) view.hidden = view !== shown;
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".web nav a")))
    if (link.hash === `#${shown.id}`) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  if (there && there !== shown) there.scrollIntoView();
  else if (there) scrollTo(0, 0);
}

// Clocks that run

let since = performance.now();

/** @param {HTMLElement} clock @returns {any} */
const side = ({ dataset }) =>
  Object.fromEntries(["left", "delay", "period", "periods", "later"].map((name) => [name, Number(dataset[name] ?? 0)]));

function tick() {
  const passed = (performance.now() - since) / 1000;
  for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-runs][data-left]"))) {
    clock.textContent = face(side(clock), passed);
    clock.classList.toggle("low", Number(clock.dataset.left) - passed < Number(clock.dataset.low));
  }
}

// News from a server

const known = new Map(); // the parts as they came, before a script touched them
const live = document.body.hasAttribute("data-live");

/** Show what is new of the page. @param {string} text */
function take(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html"), freshRounds = fresh.getElementById("rounds");
  const ids = (/** @type {Document} */ page) => [...page.querySelectorAll("[data-part]")].map((part) => part.id).join();
  const rounds = document.getElementById("rounds");
  if (ids(fresh) !== ids(document)) {
    if (!rounds || !freshRounds) return location.reload();
    const open = new Map([...rounds.querySelectorAll("details")].map((each) => [each.id, each.open]));
    rounds.replaceWith(document.importNode(freshRounds, true));
    for (const [id, was] of open) {
      const each = document.getElementById(id);
      if (each instanceof HTMLDetailsElement) each.open = was && each.open;
    }
  }
  for (const part of fresh.querySelectorAll("[data-part]")) {
    const html = part.outerHTML;
    const old = document.getElementById(part.id);
    if (!old || known.get(part.id) === html) continue;
    known.set(part.id, html);
    const added = document.importNode(part, true);
    if (old instanceof HTMLDetailsElement) added.toggleAttribute("open", old.open);
    old.replaceWith(added);
  }
  since = performance.now();
}

// A game against an entry

const against = /** @type {HTMLFormElement | null} */ (document.getElementById("against"));
against?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const wish = Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (against))), base = wish.base === "" ? null : Number(wish.base);
  const said = await post("play", { ...wish, base, increment: base === null ? 0 : 5 });
  if (said?.key) location.href = `game/${said.key}`;
  else /** @type {HTMLElement} */ (against.querySelector("[role=alert]")).textContent = said?.error ?? "…";
});

const token = /** @type {HTMLInputElement | null} */ (document.getElementById("token"));
if (token !== null) { // this tab alone remembers it
  token.value = token.value || sessionStorage.getItem("token") || "";
  token.form?.addEventListener("submit", () => sessionStorage.setItem("token", token.value));
}
if (live) for (const part of document.querySelectorAll("[data-part]")) known.set(part.id, part.outerHTML);
unfold();
addEventListener("hashchange", unfold);
if (live) {
  setInterval(tick, TICK);
  renew(take);
}
