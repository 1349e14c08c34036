// What a table must keep at every size: measured in a page, told as sentences.

/** Width and height in CSS pixels. The smallest are what 200 % of zoom leaves of 640 pixels. */
export const sizes = [
  [320, 480],
  [320, 640],
  [360, 640],
  [390, 844],
  [640, 360],
  [640, 400],
  [844, 390],
  [768, 1024],
  [820, 1180],
  [1024, 1366],
  [1024, 600],
  [1024, 768],
  [1180, 820],
  [1280, 720],
  [1280, 800],
  [1440, 900],
  [1440, 2560],
  [1920, 1080],
  [2560, 1440],
];

/**
 * Looks at a page as it stands. `want` says what there must be: clocks (seats), tray (a seat), board, confirm, rating.
 * Returns one line for each thing that is wrong.
 */
export const measure = (page, want = {}) =>
  page.evaluate((want) => {
    const bad = [];
    const w = window.innerWidth;
    const h = window.innerHeight;
    const name = (e) =>
      e.dataset?.act ||
      e.dataset?.do ||
      e.getAttribute('aria-label') ||
      `${e.tagName.toLowerCase()}.${String(e.className.baseVal ?? e.className).replace(/ ?s-\S+/g, '')}` +
        ` "${(e.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 24)}"`;
    const box = (e) => e.getBoundingClientRect();
    const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && box(e).width > 0;
    const px = (n) => Math.round(n);
    const inside = (r) => r.left >= -1 && r.top >= -1 && r.right <= w + 1 && r.bottom <= h + 1;
    /** Whether the middle of it can be seen and pressed. */
    const open = (e) => {
      const r = box(e);
      const hit = document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2);
      return hit !== null && (e.contains(hit) || hit.contains(e));
    };
    const seen = (what, found) => {
      const there = found.filter(shown);
      if (!there.length) return bad.push(`${what} is not there`);
      if (there.some((e) => inside(box(e)) && open(e))) return;
      const r = box(there[0]);
      bad.push(
        `${what} is ${inside(r) ? 'covered' : `out of sight (${px(r.left)},${px(r.top)}–${px(r.right)},${px(r.bottom)})`}`,
      );
    };
    /** A row that is pulled sideways shows what it has one after the other. */
    const pulled = (e) => {
      for (let p = e.parentElement; p; p = p.parentElement)
        if (p.scrollWidth > p.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(p).overflowX))
          return !p.matches('[data-part]');
      return false;
    };
    const all = (s) => [...document.querySelectorAll(s)];

    if (document.documentElement.scrollWidth > w + 1) {
      const far = all('body *').filter((e) => shown(e) && box(e).right > w + 1 && !e.closest('svg *'));
      bad.push(`the page is ${document.documentElement.scrollWidth} wide: ${far.slice(0, 2).map(name).join(', ')}`);
    }
    for (const s of want.clocks ?? []) seen(`the clock of ${s}`, all(`[data-clock="${s}"]`));
    if (want.tray) seen('the own tray', all(`[data-tray="${want.tray}"]`));
    if (want.rating) seen('the rating', all('[data-rating]'));
    if (want.confirm) seen('the button that confirms', all(want.confirm));

    const fit = document.querySelector('.fit');
    if (want.board && fit) {
      const r = box(fit);
      if (!inside(r)) bad.push(`the board is out of sight (${px(r.left)},${px(r.top)}–${px(r.right)},${px(r.bottom)})`);
      const covers = new Set();
      // Words may stand in the corners that an island leaves free; no cell lies under them.
      const cells = [...fit.querySelectorAll('[data-cell]')].map(box);
      const cellAt = (x, y) =>
        !cells.length || cells.some((c) => x > c.left && x < c.right && y > c.top && y < c.bottom);
      for (let i = 1; i < 12; i++)
        for (let k = 1; k < 12; k++) {
          const [x, y] = [r.left + (r.width * i) / 12, r.top + (r.height * k) / 12];
          const hit = document.elementFromPoint(x, y);
          if (hit && cellAt(x, y) && !fit.contains(hit) && !hit.contains(fit)) covers.add(name(hit));
        }
      for (const c of covers) bad.push(`the board is covered by ${c}`);
      if (r.height < h * 0.34 && r.width < w * 0.42) bad.push(`the board is small: ${px(r.width)}×${px(r.height)}`);
      const least = { '768×1024': [0.96, 0], '1920×1080': [0, 0.8], '1024×768': [0, 0.8] }[`${w}×${h}`];
      if (least && want.square && r.width < w * least[0] - 1)
        bad.push(`the board does not take the width: ${px(r.width)}`);
      // A board whose corners hold the players needs no room beside it.
      if (want.cornered && w >= 360 && w < h && h < w * 2.3 && r.width < w * 0.96 - 1)
        bad.push(`the board does not take the width: ${px(r.width)}`);
      if (least && want.square && r.height < h * least[1] - 1)
        bad.push(`the board does not take the height: ${px(r.height)}`);
    }

    // The parts of a table lie beside each other.
    const parts = all('[data-part]').filter((e) => shown(e) && box(e).height > 1);
    for (const [i, a] of parts.entries())
      for (const b of parts.slice(i + 1)) {
        const [p, q] = [box(a), box(b)];
        const x = Math.min(p.right, q.right) - Math.max(p.left, q.left);
        const y = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
        if (x > 1 && y > 1 && !a.contains(b))
          bad.push(`${a.dataset.part} and ${b.dataset.part} overlap by ${px(x)}×${px(y)}`);
      }

    // Nothing that is written on a control or a heading is cut off; names may end in dots.
    for (const e of all('main button, main h2, main h3, header button, header h1, main .pill, main [role=timer]')) {
      if (!shown(e) || e.closest('[data-cell], svg')) continue;
      // For ears alone.
      if (box(e.parentElement).width < 2) continue;
      const style = getComputedStyle(e);
      if (e.clientWidth < 2 || style.clipPath !== 'none' || style.textOverflow === 'ellipsis') continue;
      if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0)
        bad.push(`${name(e)} is cut off: ${e.scrollWidth} in ${e.clientWidth}`);
      const r = box(e);
      if ((r.left < -1 || r.right > w + 1) && !pulled(e)) bad.push(`${name(e)} sticks out of the page`);
    }
    // Nor does a button reach out of the panel it stands in.
    for (const e of all('[data-part] button, [data-part] [role=timer]')) {
      if (!shown(e)) continue;
      const r = box(e);
      const p = box(e.closest('[data-part]'));
      if ((r.left < p.left - 1 || r.right > p.right + 1) && !pulled(e)) bad.push(`${name(e)} reaches out of its panel`);
    }
    return [...new Set(bad)];
  }, want);

/** The least a finger needs, in CSS pixels. */
const finger = 44;

/**
 * What is too small for a finger, or hidden under something else where a finger would press: everything at a table that
 * can be pressed. The cells of a board may be smaller where a press goes to the nearest that can be chosen, within half a
 * finger; then the same choice is a row of the panel.
 */
export const touch = (page) =>
  page.evaluate((finger) => {
    const bad = new Set();
    const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const clipped = (e, r) => {
      let [left, top, right, bottom] = [r.left, r.top, r.right, r.bottom];
      for (let p = e.parentElement; p; p = p.parentElement) {
        const s = getComputedStyle(p);
        if (!/auto|scroll|hidden|clip/.test(s.overflowX + s.overflowY)) continue;
        const b = p.getBoundingClientRect();
        [left, right] = [Math.max(left, b.left), Math.min(right, b.right)];
        [top, bottom] = [Math.max(top, b.top), Math.min(bottom, b.bottom)];
      }
      return right - left < 2 || bottom - top < 2;
    };
    for (const e of document.querySelectorAll(
      'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=switch], [role=slider]',
    )) {
      if (!shown(e) || e.disabled || e.closest('[inert], [aria-hidden=true]')) continue;
      if (e.closest('[data-cell]') || e.closest('.visually-hidden, .skip')) continue;
      // Marks on a curve are many; each is a row of the list beside it, and the curve itself can be pressed.
      if (e.matches('.field .dot')) continue;
      // Links in running text are read, and as high as its lines.
      if (e.tagName === 'A' && e.closest('p, li, .rules, td')) continue;
      let r = e.getBoundingClientRect();
      if (r.width < 2 || clipped(e, r)) continue;
      // What a label holds is pressed by its label.
      const label = e.closest('label');
      if (label) r = label.getBoundingClientRect();
      let [w, h] = [r.width, r.height];
      const grown = getComputedStyle(e, '::after');
      if (grown.content !== 'none' && grown.position === 'absolute')
        [w, h] = [Math.max(w, parseFloat(grown.width) || 0), Math.max(h, parseFloat(grown.height) || 0)];
      if (w < finger - 0.6 || h < finger - 0.6)
        bad.add(
          `${e.dataset.act || e.getAttribute('aria-label') || e.textContent.trim().slice(0, 30) || e.className} is ` +
            `${Math.round(w)}×${Math.round(h)}`,
        );
    }
    return [...bad];
  }, finger);

/** Where things stand that must not move: the board, and the rows to press. */
const standing = (page, rows) =>
  page.evaluate(
    (rows) =>
      Object.fromEntries(
        ['.fit', '[data-part=own]', '[data-part=action]', ...(rows ? [rows] : [])].flatMap((s) =>
          [...document.querySelectorAll(s)].map((e, i) => {
            const r = e.getBoundingClientRect();
            return [`${s} ${i + 1}`, [r.left, r.top].map(Math.round).join(',')];
          }),
        ),
      ),
    rows,
  );

/** What moves when a choice is opened, at a size. */
export async function opening(page, rows, size) {
  await page.reload();
  await page.waitForSelector(rows);
  await resize(page, size);
  const before = await standing(page, rows);
  const press = (which) =>
    page
      .locator(rows)
      [which]()
      .evaluate((e) => e.click());
  await press('first');
  await resize(page, size);
  const open = await standing(page, rows);
  await press('last');
  await resize(page, size);
  return [...moved(before, open), ...moved(open, await standing(page, rows))];
}

/** What moved between two looks. */
const moved = (before, after) =>
  Object.keys(before)
    .filter((k) => after[k] !== undefined && after[k] !== before[k])
    .map((k) => `${k} moved from ${before[k]} to ${after[k]}`);

/** Lets the page lay itself out for a size. */
export async function resize(page, [width, height]) {
  await page.setViewportSize({ width, height });
  await page.evaluate(async () => {
    scrollTo(0, 0);
    await document.fonts.ready; // words are as long as their letters
    for (let i = 0; i < 3; i++) await new Promise((r) => requestAnimationFrame(r));
    await Promise.allSettled(
      document
        .getAnimations()
        .filter((a) => a.effect?.getComputedTiming().endTime < 3000)
        .map((a) => a.finished),
    );
  });
}
