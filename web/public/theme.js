// Before the first paint, so that no theme flashes; then src/lib/settings.svelte.ts has it.
var root = document.documentElement.dataset;
var s = {};
try {
  s = JSON.parse(localStorage.getItem('atoll.settings')) || s;
  if (s.lang) document.documentElement.lang = s.lang;
  // As src/lib/looks.ts kept it.
  var look = localStorage.getItem('atoll.look');
  if (look && s.look && s.look !== 'chart') {
    var sheet = new CSSStyleSheet();
    sheet.replaceSync(look);
    document.adoptedStyleSheets = [sheet];
    root.look = s.look;
  }
} catch (e) {}
root.theme =
  s.theme === 'dark' || (s.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches) ? 'dark' : 'light';
// The pages need what browsers have since 2022. Older ones would stay empty: they say so.
if (!Object.hasOwn || !('noModule' in document.createElement('script')))
  document.addEventListener('DOMContentLoaded', function () {
    document.getElementById('skeleton').style.display = 'none';
    document.getElementById('old').hidden = false;
  });
