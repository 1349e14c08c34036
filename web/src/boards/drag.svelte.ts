// One hand for all boards: what is lifted, carried and put down, by mouse, pen or finger.

/** Something that can be carried. */
export interface Lift {
  id: string;
  /** Where it may be put down, once it is lifted: cells of the board, or places elsewhere that carry `data-place`. */
  to: () => readonly string[];
  /** The place at a distance from where it was lifted, in CSS pixels, where it is not the one under the pointer. */
  aim?: (dx: number, dy: number) => string | null;
  /** It has left its place. A press that does not move lifts nothing. */
  begin?: () => void;
  drop: (place: string) => void;
  /** It was put back: everything is as before. */
  back?: () => void;
}

interface Held {
  id: string;
  /** Where the pointer is and where it was, in CSS pixels of the window. */
  x: number;
  y: number;
  x0: number;
  y0: number;
  touch: boolean;
}

/** A finger hits what is at most this far away. */
const near = 22;
/** A click this soon after a drop belongs to it, in milliseconds as events are stamped. */
const same = 60;

interface Spot {
  place: string;
  box: DOMRect;
}

/** The nearest of the spots that lie under a point or close to it. */
export function nearest(spots: readonly Spot[], x: number, y: number): string | null {
  let best: string | null = null;
  let least = Infinity;
  for (const { place, box } of spots) {
    const far = Math.hypot((box.left + box.right) / 2 - x, (box.top + box.bottom) / 2 - y);
    const inside = x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
    if ((inside || far <= near) && far < least) {
      least = far;
      best = place;
    }
  }
  return best;
}

export class Drag {
  held: Held | null = $state.raw(null);
  /** The place it would go to now. */
  over: string | null = $state(null);
  /** The board, whose cells are places. */
  root: Element | undefined;

  private lift: Lift | null = null;
  private end: (() => void) | null = null;
  private spots: Spot[] = [];

  /** How far it has been carried, in units of a picture. */
  by(svg: SVGGraphicsElement | undefined): { dx: number; dy: number } {
    const h = this.held;
    const m = svg?.getScreenCTM();
    return h && m ? { dx: (h.x - h.x0) / m.a, dy: (h.y - h.y0) / m.d } : { dx: 0, dy: 0 };
  }

  /** Where the pointer is in a picture. */
  at(svg: SVGGraphicsElement | undefined): { x: number; y: number } {
    const h = this.held;
    const m = svg?.getScreenCTM();
    return h && m ? { x: (h.x - m.e) / m.a, y: (h.y - m.f) / m.d } : { x: 0, y: 0 };
  }

  /** A pointer went down on something. It is lifted once it moves. */
  start(e: PointerEvent, lift: Lift | null): void {
    if (this.end || !lift || e.button !== 0 || !e.isPrimary) return;
    this.lift = lift;
    const touch = e.pointerType !== 'mouse';
    const from = { id: lift.id, x0: e.clientX, y0: e.clientY, touch };
    const on = e.currentTarget instanceof Element ? e.currentTarget : null;
    const slack = touch ? 9 : 5;
    const quit = new AbortController();
    const hear = <K extends keyof WindowEventMap>(name: K, f: (e: WindowEventMap[K]) => void): void =>
      window.addEventListener(name, f, { signal: quit.signal, capture: true });
    hear('pointermove', (m) => {
      if (m.pointerId !== e.pointerId) return;
      const [dx, dy] = [m.clientX - from.x0, m.clientY - from.y0];
      if (!this.held) {
        if (Math.hypot(dx, dy) < slack) return;
        this.begin(lift, on, e.pointerId);
      }
      this.held = { ...from, x: m.clientX, y: m.clientY };
      this.over = lift.aim ? lift.aim(dx, dy) : nearest(this.spots, m.clientX, m.clientY);
    });
    hear('pointerup', (u) => {
      if (u.pointerId !== e.pointerId) return;
      const to = this.held ? this.over : null;
      if (this.held) swallow(u.timeStamp);
      if (to === null) this.putBack();
      else {
        this.finish();
        lift.drop(to);
      }
    });
    // A second finger, the window lost, Escape: it goes back.
    hear('pointerdown', (d) => d.pointerId !== e.pointerId && this.cancel());
    hear('pointercancel', (c) => c.pointerId === e.pointerId && this.cancel());
    hear('blur', (b) => b.target === window && this.cancel());
    hear('contextmenu', (c) => this.held && c.preventDefault());
    hear('keydown', (k) => {
      if (k.key !== 'Escape' || !this.held) return;
      k.preventDefault();
      k.stopPropagation();
      this.cancel();
    });
    this.end = () => quit.abort();
  }

  private begin(lift: Lift, on: Element | null, pointer: number): void {
    lift.begin?.();
    this.spots = lift.to().flatMap((place) => {
      // A place may be there once for each size of window; one of them is shown.
      const e =
        this.root?.querySelector(`[data-cell="${place}"]`) ??
        [...document.querySelectorAll(`[data-place="${place}"]`)].find((x) => x.getClientRects().length);
      return e ? [{ place, box: e.getBoundingClientRect() }] : [];
    });
    document.documentElement.dataset.drag = '';
    try {
      on?.setPointerCapture(pointer);
    } catch {
      // It is gone already; the window hears of it all the same.
    }
  }

  private finish(): void {
    this.end?.();
    this.end = this.lift = this.held = this.over = null;
    delete document.documentElement.dataset.drag;
  }

  private putBack(): void {
    const lift = this.held ? this.lift : null;
    this.finish();
    lift?.back?.();
  }

  /** Puts back what is held. */
  cancel(): void {
    // The pointer may still be down; letting go of it then presses nothing.
    if (this.held) window.addEventListener('pointerup', (u) => swallow(u.timeStamp), { capture: true, once: true });
    this.putBack();
  }
}

/** The click that ends a drag is none: what lies below is not pressed. */
function swallow(at: number): void {
  const quit = new AbortController();
  const options = { capture: true, signal: quit.signal };
  window.addEventListener(
    'click',
    (e) => {
      quit.abort();
      if (e.timeStamp - at > same) return;
      e.preventDefault();
      e.stopPropagation();
    },
    options,
  );
  window.addEventListener('pointerdown', () => quit.abort(), options);
}
