// Clocks as numbers, and as faces that run.

/** @typedef {{left: number | null, delay: number, period: number, periods: number, later: number, used: number, low: number}} Side */
/** @typedef {{sides: Side[], running: number | null, paused: boolean}} Clock */

/** @param {number} seconds @param {boolean} [tenths] of the last ten seconds */
export function clockText(seconds, tenths = true) {
  if (tenths && seconds < 10) {
    const tenths = Math.floor(seconds * 10);
    return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
  }
  const whole = Math.floor(seconds);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Return what a clock shows after so many seconds: the delay passes, the time runs, then the periods.
 * @param {Side} side @param {number} passed */
export function face(side, passed) {
  if (side.left === null) return clockText(side.used + passed, false);
  const delay = (side.delay ?? 0) - passed, period = side.period ?? 0;
  if (delay > 0) return `${clockText(side.left)} +${Math.ceil(delay)}`;
  let left = side.left + delay, periods = side.periods ?? 0;
  for (let later = side.later ?? 0; left <= 0 && period > 0 && later > 0; later -= 1) {
    left += period;
    periods = later;
  }
  const text = clockText(Math.max(0, left));
  return periods ? `${text} x${periods}` : text;
}

export class Clocks {
  /** @param {HTMLElement[]} faces White's and Black's */
  constructor(faces) {
    this.faces = faces;
    this.since = 0;
    /** @type {Clock | null} */
    this.clock = null;
    /** @type {string[] | null} */
    this.past = null; // what they showed at the position that is looked back at
  }

  /** @param {Clock} clock */
  set(clock) {
    this.clock = clock;
    this.since = performance.now();
    this.tick();
  }

  /** @param {number} color */
  text(color) {
    const { clock } = this, passed = clock?.running === color && !clock.paused ? (performance.now() - this.since) / 1000 : 0;
    return this.past?.[color] ?? (clock ? face(clock.sides[color], passed) : "");
  }

  /** Return whether a side has little time. @param {number} color */
  low(color) {
    const { clock } = this, side = clock?.sides[color];
    if (!clock || !side || side.left === null || side.periods || this.past) return false;
    const passed = clock.running === color && !clock.paused ? (performance.now() - this.since) / 1000 : 0;
    return side.left + Math.min(0, side.delay - passed) < side.low;
  }

  tick() {
    this.faces.forEach((each, color) => {
      const { clock } = this, side = clock?.sides[color];
      if (!clock || !side) return;
      const text = this.text(color);
      if (each.textContent !== text) each.textContent = text;
      each.classList.toggle("runs", clock.running === color && !this.past);
      each.classList.toggle("plain", side.left === null);
      each.classList.toggle("low", this.low(color));
    });
  }
}
