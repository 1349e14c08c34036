// <atoll-board record="…">: a board of Atoll in any page, to step through a record or to show a position. The rules and the
// drawing are the same WebAssembly that plays at Atoll; it is fetched when the board comes into sight. See README.md.

const words = {
  en: {
    board: "Board",
    first: "To the start",
    back: "Back",
    play: "Play",
    pause: "Pause",
    next: "Next",
    last: "To the end",
    step: "Step",
    of: (n, all) => `Step ${n} of ${all}`,
    loading: "The board is coming…",
    start: "Start",
    failed: "The board cannot be shown",
    retry: "Try again",
    show: "Show the board",
    over: "The game is over.",
  },
  fr: {
    board: "Plateau",
    first: "Au début",
    back: "Reculer",
    play: "Lecture",
    pause: "Pause",
    next: "Avancer",
    last: "À la fin",
    step: "Étape",
    of: (n, all) => `Étape ${n} sur ${all}`,
    loading: "Le plateau arrive…",
    start: "Début",
    failed: "Le plateau ne peut pas être affiché",
    retry: "Réessayer",
    show: "Afficher le plateau",
    over: "La partie est terminée.",
  },
  de: {
    board: "Brett",
    first: "Zum Anfang",
    back: "Zurück",
    play: "Abspielen",
    pause: "Anhalten",
    next: "Weiter",
    last: "Zum Ende",
    step: "Schritt",
    of: (n, all) => `Schritt ${n} von ${all}`,
    loading: "Das Brett kommt …",
    start: "Anfang",
    failed: "Das Brett kann nicht gezeigt werden",
    retry: "Noch einmal",
    show: "Brett zeigen",
    over: "Die Partie ist zu Ende.",
  },
  es: {
    board: "Tablero",
    first: "Al principio",
    back: "Atrás",
    play: "Reproducir",
    pause: "Pausa",
    next: "Adelante",
    last: "Al final",
    step: "Paso",
    of: (n, all) => `Paso ${n} de ${all}`,
    loading: "El tablero está llegando…",
    start: "Inicio",
    failed: "No se puede mostrar el tablero",
    retry: "Reintentar",
    show: "Mostrar el tablero",
    over: "La partida ha terminado.",
  },
};

const css = `
:host { display: block; max-width: 560px; color-scheme: light; font: 15px/1.45 Figtree, system-ui, sans-serif; color: #10263a; }
:host([hidden]) { display: none; }
figure { margin: 0; border: 1px solid #c9d8db; border-radius: 14px; overflow: hidden; background: #fcfdfb; }
.board { background: #d5e9ed; padding: 12px; display: grid; place-items: center; min-height: 200px; }
.board svg { display: block; width: 100%; height: auto; max-height: 80vh; }
.board pre { margin: 0; font: 700 14px/1.3 ui-monospace, monospace; overflow: auto; max-width: 100%; }
.said { min-height: 22px; margin: 0; padding: 10px 14px 0; overflow-wrap: anywhere; }
.said:empty { min-height: 0; padding: 0; }
.keys { display: flex; align-items: center; gap: 4px; padding: 8px 10px 10px; flex-wrap: wrap; }
[hidden] { display: none !important; }
button { min-width: 44px; min-height: 44px; padding: 0 10px; border: 0; border-radius: 10px; background: none; }
button { color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
button:hover:not(:disabled) { background: #f0f5f4; }
button:disabled { opacity: .4; cursor: default; }
button.go { background: #0a5f75; color: #fff; }
button.go:hover:not(:disabled) { background: #084e60; }
:focus-visible { outline: 3px solid #0a5f75; outline-offset: 2px; }
svg.icon { width: 22px; height: 22px; display: block; margin: auto; }
svg.icon { fill: none; stroke: currentColor; stroke-width: 1.9; stroke-linejoin: round; stroke-linecap: round; }
input { flex: 1; min-width: 90px; min-height: 44px; accent-color: #0a5f75; }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: pre; }
`;

const icons = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M15 5l-8 7 8 7",
  play: "M7 5l12 7-12 7z",
  pause: "M8 5v14M16 5v14",
  next: "M9 5l8 7-8 7",
  last: "M18 5v14M5 5l9 7-9 7z",
};

const here = new URL(".", import.meta.url);
const svgNS = "http://www.w3.org/2000/svg";

/** One worker with the rules serves all boards of a page. */
let engine;

class Engine {
  #worker;
  #next = 1;
  #asked = new Map();

  constructor(core) {
    const code = new URL("board-worker.js", here);
    // A worker must come from the page's own place; one from elsewhere is fetched by a worker that does.
    const own = code.origin === location.origin;
    const blob = own
      ? null
      : URL.createObjectURL(
          new Blob([`importScripts(${JSON.stringify(code.href)})`], {
            type: "text/javascript",
          }),
        );
    this.#worker = new Worker(own ? code : blob);
    if (blob) setTimeout(() => URL.revokeObjectURL(blob), 60_000);
    this.#worker.onmessage = ({ data }) => {
      const w = this.#asked.get(data.id);
      this.#asked.delete(data.id);
      if (data.error) w?.failed(new Error(data.error));
      else w?.done(data.answer);
    };
    this.#worker.onerror = (e) =>
      this.end(e.message || "the worker did not start");
    this.#worker.postMessage({ core: core.href });
  }

  ask(what, ...args) {
    return new Promise((done, failed) => {
      const id = this.#next++;
      this.#asked.set(id, { done, failed });
      this.#worker.postMessage({ id, what, args });
    }).then((text) => {
      const answer = JSON.parse(text);
      if (answer.error) throw new Error(answer.error);
      return answer;
    });
  }

  end(why) {
    if (engine === this) engine = undefined;
    this.#worker.terminate();
    for (const w of this.#asked.values()) w.failed(new Error(why));
    this.#asked.clear();
  }
}

export class AtollBoard extends HTMLElement {
  static observedAttributes = ["record", "src", "position", "step", "lang"];

  #root = this.attachShadow({ mode: "open" });
  #parts = {};
  #steps = [];
  #at = 0;
  #wish = 0;
  #timer;
  #sight;
  #begun = false;
  #quiet = false;

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    this.#root.adoptedStyleSheets = [sheet];
  }

  get #t() {
    const lang = (
      this.lang ||
      this.closest("[lang]")?.lang ||
      navigator.language ||
      "en"
    )
      .slice(0, 2)
      .toLowerCase();
    return words[lang] ?? words.en;
  }

  /** The step on show, and how many there are after the start. */
  get step() {
    return this.#at;
  }
  set step(n) {
    void this.go(Number(n));
  }
  get steps() {
    return Math.max(0, this.#steps.length - 1);
  }

  connectedCallback() {
    if (!this.#parts.figure) this.#build();
    if (this.#begun) return;
    if (this.getAttribute("loading") === "click") return this.#offer();
    if (
      this.getAttribute("loading") === "eager" ||
      !("IntersectionObserver" in window)
    )
      return void this.#begin();
    this.#sight = new IntersectionObserver(
      (seen) => {
        if (seen.some((s) => s.isIntersecting)) void this.#begin();
      },
      { rootMargin: "200px" },
    );
    this.#sight.observe(this);
  }

  disconnectedCallback() {
    this.#sight?.disconnect();
    this.pause();
  }

  attributeChangedCallback(name, was, now) {
    if (!this.#begun || was === now || this.#quiet) return;
    if (name === "step") void this.go(Number(now));
    else if (name === "lang") this.#label();
    else void this.#begin();
  }

  /** Shows a step; resolves when it is on show. */
  async go(n) {
    this.pause();
    await this.#show(n);
  }
  next() {
    return this.go(this.#at + 1);
  }
  back() {
    return this.go(this.#at - 1);
  }
  play() {
    if (this.#timer || this.steps === 0) return;
    let next = this.#at < this.steps ? this.#at + 1 : 0; // once more from the start
    const on = async () => {
      if (next > this.steps) return this.pause();
      await this.#show(next);
      next = this.#at + 1;
      if (this.#timer)
        this.#timer = setTimeout(on, Number(this.getAttribute("pace")) || 1200);
    };
    this.#timer = setTimeout(on, 0);
    this.#label();
  }
  pause() {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#label();
  }

  #build() {
    const make = (tag, more = {}) =>
      Object.assign(document.createElement(tag), more);
    const p = this.#parts;
    p.figure = make("figure");
    p.figure.setAttribute("role", "group");
    p.board = make("div", { className: "board" });
    p.said = make("p", { className: "said" });
    p.said.setAttribute("role", "status");
    p.keys = make("div", { className: "keys" });
    p.keys.hidden = true;
    for (const name of ["first", "back", "play", "next", "last"]) {
      p[name] = make("button", {
        type: "button",
        className: name === "play" ? "go" : "",
      });
      p.keys.append(p[name]);
    }
    p.range = make("input", { type: "range", min: 0 });
    p.keys.append(p.range);
    p.figure.append(p.board, p.said, p.keys);
    this.#root.append(p.figure);
    p.first.onclick = () => this.go(0);
    p.back.onclick = () => this.back();
    p.next.onclick = () => this.next();
    p.last.onclick = () => this.go(this.steps);
    p.play.onclick = () => (this.#timer ? this.pause() : this.play());
    p.range.oninput = () => this.go(Number(p.range.value));
    p.figure.onkeydown = (e) => {
      const to = {
        ArrowLeft: this.#at - 1,
        ArrowRight: this.#at + 1,
        Home: 0,
        End: this.steps,
      }[e.key];
      if (
        to === undefined ||
        e.target === p.range ||
        e.altKey ||
        e.ctrlKey ||
        e.metaKey
      )
        return;
      e.preventDefault();
      void this.go(to);
    };
    this.#label();
  }

  #label() {
    const p = this.#parts;
    if (!p.figure) return;
    const t = this.#t;
    p.figure.setAttribute(
      "aria-label",
      this.getAttribute("label") || `Atoll: ${t.board}`,
    );
    for (const name of ["first", "back", "play", "next", "last"]) {
      const kind = name === "play" && this.#timer ? "pause" : name;
      p[name].setAttribute("aria-label", t[kind]);
      p[name].title = t[kind];
      const svg = document.createElementNS(svgNS, "svg");
      svg.setAttribute("viewBox", "0 0 24 24");
      svg.setAttribute("class", "icon");
      svg.setAttribute("aria-hidden", "true");
      const path = document.createElementNS(svgNS, "path");
      path.setAttribute("d", icons[kind]);
      svg.append(path);
      p[name].replaceChildren(svg);
    }
    p.range.setAttribute("aria-label", t.step);
    p.range.setAttribute("aria-valuetext", t.of(this.#at, this.steps));
  }

  #offer(problem) {
    const p = this.#parts;
    const button = Object.assign(document.createElement("button"), {
      type: "button",
      className: "go",
      textContent: problem ? this.#t.retry : this.#t.show,
    });
    button.onclick = () => void this.#begin();
    p.board.replaceChildren(button);
    p.said.textContent = problem ? `${this.#t.failed}: ${problem}` : "";
    p.keys.hidden = true;
  }

  /** Fetches the rules and what is to be shown. */
  async #begin() {
    this.#sight?.disconnect();
    this.#begun = true;
    const mine = ++this.#wish;
    const p = this.#parts;
    p.said.textContent = this.#t.loading;
    try {
      engine ??= new Engine(
        new URL(
          this.getAttribute("core") || "../core/core.json",
          this.hasAttribute("core") ? document.baseURI : here,
        ),
      );
      const rules = engine;
      let steps;
      if (this.hasAttribute("position"))
        steps = [{ position: this.getAttribute("position"), choices: [] }];
      else {
        let text = this.getAttribute("record");
        if (!text && this.hasAttribute("src")) {
          const res = await fetch(
            new URL(this.getAttribute("src"), document.baseURI),
          );
          if (!res.ok) throw new Error(`${res.status}`);
          text = (await res.text()).split("\n")[0];
        }
        text ||=
          this.querySelector(
            'script[type="application/json"]',
          )?.textContent?.trim() ?? "";
        const record = await rules.ask("read", text);
        const game = this.getAttribute("game");
        if (game && record.game !== game)
          throw new Error(`a record of ${record.game}, not of ${game}`);
        steps = record.steps;
      }
      if (mine !== this.#wish) return;
      this.#steps = steps;
      p.range.max = this.steps;
      p.keys.hidden = this.steps === 0;
      await this.#show(
        this.hasAttribute("step") ? Number(this.getAttribute("step")) : 0,
      );
      this.dispatchEvent(
        new CustomEvent("ready", { detail: { steps: this.steps } }),
      );
    } catch (e) {
      if (mine !== this.#wish) return;
      this.#begun = false;
      this.#offer(e.message);
      this.dispatchEvent(
        new CustomEvent("failed", { detail: { message: e.message } }),
      );
    }
  }

  async #show(n) {
    const to = Math.max(
      0,
      Math.min(this.steps, Number.isFinite(n) ? Math.trunc(n) : 0),
    );
    const s = this.#steps[to];
    if (!s || !engine) return;
    const mine = ++this.#wish;
    const shown = await engine.ask(
      "show",
      s.position,
      this.#steps[to - 1]?.position ?? "",
    );
    if (mine !== this.#wish) return;
    this.#at = to;
    const p = this.#parts;
    if (shown.svg) {
      const doc = new DOMParser().parseFromString(
        `<svg xmlns="${svgNS}" viewBox="0 0 ${shown.width} ${shown.height}">${shown.svg}</svg>`,
        "image/svg+xml",
      );
      const svg = document.importNode(doc.documentElement, true);
      svg.setAttribute("role", "img");
      svg.setAttribute(
        "aria-label",
        `${shown.game}, ${this.#t.of(to, this.steps)}`,
      );
      const text = Object.assign(document.createElement("div"), {
        className: "sr",
        textContent: shown.text,
      });
      p.board.replaceChildren(svg, text);
    } else
      p.board.replaceChildren(
        Object.assign(document.createElement("pre"), {
          textContent: shown.text,
        }),
      );
    const told = s.choices.map((c) => `${c.by} ${c.do}`).join(", ");
    p.said.textContent =
      `${this.steps ? `${this.#t.of(to, this.steps)}. ` : ""}${told}${shown.over ? ` ${this.#t.over}` : ""}`.trim();
    p.range.value = to;
    p.first.disabled = p.back.disabled = to === 0;
    p.next.disabled = p.last.disabled = to === this.steps;
    this.#label();
    this.#quiet = true;
    if (this.hasAttribute("step")) this.setAttribute("step", String(to));
    this.#quiet = false;
    this.dispatchEvent(
      new CustomEvent("step", {
        detail: {
          step: to,
          of: this.steps,
          position: s.position,
          choices: s.choices,
        },
      }),
    );
  }
}

if (!customElements.get("atoll-board"))
  customElements.define("atoll-board", AtollBoard);
