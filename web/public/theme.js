// Runs before the first paint, so that a chosen theme never flashes.
try {
  var s = JSON.parse(localStorage.getItem('atoll.settings') || '{}');
  if (s.theme === 'light' || s.theme === 'dark') document.documentElement.dataset.theme = s.theme;
  // The colours of a theme beside the chart's are kept as text (src/lib/looks.ts).
  var look = localStorage.getItem('atoll.look');
  if (look && s.look && s.look !== 'chart') {
    var sheet = new CSSStyleSheet();
    sheet.replaceSync(look);
    document.adoptedStyleSheets = [sheet];
    document.documentElement.dataset.look = s.look;
  }
  if (s.lang) document.documentElement.lang = s.lang;
} catch (e) {
  document.documentElement.dataset.theme = '';
}
