// Runs before the first paint, so that a theme never flashes; src/lib/settings.svelte.ts keeps it from then on.
var root = document.documentElement;
var s = {};
try {
  s = JSON.parse(localStorage.getItem('atoll.settings') || '{}') || {};
  // The colours of a theme beside the chart's are kept as text (src/lib/looks.ts).
  var look = localStorage.getItem('atoll.look');
  if (look && s.look && s.look !== 'chart') {
    var sheet = new CSSStyleSheet();
    sheet.replaceSync(look);
    document.adoptedStyleSheets = [sheet];
    root.dataset.look = s.look;
  }
  if (s.lang) root.lang = s.lang;
} catch (e) {
  // A private window without storage, or a browser without such sheets: the chart's colours.
}
var dark = s.theme === 'dark' || (s.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
root.dataset.theme = dark ? 'dark' : 'light';
